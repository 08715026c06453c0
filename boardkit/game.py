"""A game as the rest of the suite sees it: sizes, names, options, notation and drawing, in one object."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Self

import numpy as np

from boardkit.actions import ActionTable
from boardkit.pieces import Pieces

State = Any  # a numpy record of the game's state dtype
States = np.ndarray  # an array of such records


@dataclass(frozen=True)
class Options:
    """Base of a game's options: a frozen dataclass that checks itself, prints itself and lives in every state."""

    skip_forced: bool = True

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the players, in seat order."""
        raise NotImplementedError

    def write(self, s: State) -> None:
        """Put the options into a state."""
        raise NotImplementedError

    @classmethod
    def read(cls, s: State) -> Self:
        """The options that a state was made with."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        """The options as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """Options from plain JSON values; unknown names are refused."""
        return cls.of(**values)

    @classmethod
    def of(cls, **values: Any) -> Self:
        """Options by name, with an error that lists the allowed names."""
        allowed = [field.name for field in fields(cls)]
        unknown = sorted(set(values) - set(allowed))
        if unknown:
            raise ValueError(f"unknown option {unknown[0]!r}; the options are {', '.join(allowed)}")
        return cls(**values)


def check_choice(name: str, value: Any, allowed: tuple[Any, ...]) -> None:
    """Refuse an option's value that is not among the allowed ones (types count: 1 is not True)."""
    if not any(type(value) is type(choice) and value == choice for choice in allowed):
        raise ValueError(f"{name} is {value!r}; allowed are {', '.join(map(repr, allowed))}")


@dataclass(frozen=True)
class Game:
    """Everything boardkit needs to know of a game besides the compiled functions of the protocol."""

    name: str  # short and lower-case, as in records: "caesar"
    title: str  # as people say it: "Caesar!"
    version: int  # of rules, action table and notation together: a record of another version is refused
    state: np.dtype
    options: type[Options]
    actions: ActionTable
    observation: Pieces
    full_observation: Pieces
    to_json: Callable[[State], dict[str, Any]]  # the whole state, exactly
    from_json: Callable[[Mapping[str, Any]], States]  # the same back, as an array of one state
    view: Callable[[State, int], dict[str, Any]]  # what one seat may know of it
    words: Callable[[State, int], str]  # an action in words, in the position it is played in
    result: Callable[[State], dict[str, Any]]  # how a finished game ended, for infos and records
    ansi: Callable[[State, int | None], str]  # drawn for a terminal, as seen by a seat (None: everything)
    svg: Callable[[State, int | None], str]

    registry: ClassVar[dict[str, "Game"]] = {}

    def __post_init__(self) -> None:
        Game.registry[self.name] = self

    @property
    def num_actions(self) -> int:
        return len(self.actions)

    def blank(self, options: Options, count: int = 1) -> States:
        """States that hold the options and nothing else, ready for `new_game`."""
        if type(options) is not self.options:
            raise TypeError(f"{self.title} takes {self.options.__name__}, not {type(options).__name__}")
        states = np.zeros(count, self.state)
        options.write(states[0])
        states[1:] = states[0]
        return states
