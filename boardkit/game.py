"""A game as the rest of the suite sees it: sizes, names, options, notation and drawing, in one object."""

import importlib
from collections.abc import Callable, Iterable, Mapping
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
        copy_into(states, np.arange(1, count), states[:1])
        return states

    def carries(self, states: States, options: Options) -> bool:
        """Whether all states were made with these options.

        Which bytes of a state are options shows when they are written over zeros and over ones: they come out alike.
        """
        zeros = np.zeros(1, self.state)
        ones = np.full(self.state.itemsize, 255, np.uint8).view(self.state)
        options.write(zeros[0])
        options.write(ones[0])
        written, other = as_bytes(zeros)[0], as_bytes(ones)[0]
        fixed = written == other
        return bool((as_bytes(states)[:, fixed] == written[fixed]).all())

    def allowed(self, s: State, legal: Iterable[int], most: int = 12) -> str:
        """The legal actions of a position by number and words, shortened to the first few, for error messages."""
        numbers = [int(action) for action in legal]
        if not numbers:
            return "nothing: the game is over"
        listed = ", ".join(f"{action} ({self.words(s, action)})" for action in numbers[:most])
        return listed if len(numbers) <= most else f"{listed} and {len(numbers) - most} more"

    def refusal(self, s: State, action: int, legal: Iterable[int]) -> str:
        """Why an action cannot be played, and what can."""
        words = f" ({self.actions.words[action]})" if 0 <= action < self.num_actions else ""
        return f"action {action}{words} is illegal; allowed: {self.allowed(s, legal)}"

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickled game is its name: there is one object a game and process."""
        return find_game, (self.name, self.options.__module__)


def find_game(name: str, module: str | None = None) -> Game:
    """The game of that name; `module` is imported first when the game is not known yet."""
    if name not in Game.registry and module is not None:
        importlib.import_module(module)
    if name not in Game.registry:
        known = ", ".join(sorted(Game.registry)) or "none"
        raise ValueError(f"no game is called {name!r} (known: {known}); import the package it lives in")
    return Game.registry[name]


def as_bytes(states: States) -> np.ndarray:
    """The bytes of contiguous states, one row a state, as a view: numpy copies bytes a hundred times faster."""
    return states.view(np.uint8).reshape(len(states), states.dtype.itemsize)


def copy_states(states: States, rows: np.ndarray | slice = slice(None)) -> States:
    """A copy of (some of the) states."""
    chosen = as_bytes(states)[rows]
    return np.array(chosen, order="C").reshape(-1).view(states.dtype)


def copy_into(states: States, rows: np.ndarray | slice, source: States) -> None:
    """Overwrite some of the states."""
    as_bytes(states)[rows] = as_bytes(source)
