"""What compiled agents think of a position: one module a game, named after it, and the functions each one supplies.

`tally` counts what lies on the table, in the game's own units: all that `greedy` knows. `outlook` judges where the game
is going, by a table of weights that reads as advice: `legate` plays by it, `ismcts` may cut its rollouts off with it.
"""

import importlib
import importlib.util
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardkit.game import Game
from boardkit.jit import rule
from boardkit.protocol import protocol, record_type, returns, supply


@dataclass(frozen=True)
class Advice:
    """One rule of thumb: its name, how much it weighs, and how one would say it to a human player."""

    name: str
    weight: float
    words: str


@protocol
def tally(s: Any, values: Any) -> None:
    """Write what each seat has on the table, in the game's own units: control markers, points."""


@protocol
def outlook(s: Any, weights: Any, values: Any) -> None:
    """Write what each seat may expect the game to return, -1 to 1, judged from a position that is not over.

    Callers pass determinized states: what is hidden in them was redrawn, and is as good a guess as any.
    """


@dataclass(frozen=True)
class Judgement:
    """What is known about one game: the advice that `outlook` weighs."""

    game: str
    advice: tuple[Advice, ...]

    @property
    def weights(self) -> np.ndarray:
        """The weights in the order of the advice, as `outlook` takes them."""
        return np.array([advice.weight for advice in self.advice])


_known: dict[str, Judgement] = {}


def judge(game: str, state: np.dtype, advice: tuple[Advice, ...], *, tally_by: Any, outlook_by: Any) -> None:
    """Supply the judgement of a game: its advice and its compiled `tally` and `outlook`."""
    supply(tally, record_type(state), tally_by)
    supply(outlook, record_type(state), outlook_by)
    _known[game] = Judgement(game, advice)


def has_judgement(game: Game) -> bool:
    """Whether a judgement of a game is known; the module of that name in this package is imported to see."""
    if game.name not in _known and importlib.util.find_spec(f"{__name__}.{game.name}"):
        importlib.import_module(f"{__name__}.{game.name}")
    return game.name in _known


def judgement_of(game: Game) -> Judgement:
    """The judgement of a game."""
    if not has_judgement(game):
        raise ValueError(f"nobody has supplied a judgement of {game.title}; see agents.judgement.judge")
    return _known[game.name]


@rule
def returns_alone(s, values):
    """The tally of a game nobody judges: what each seat has earned."""
    returns(s, values)


@rule
def no_outlook(s, weights, values):
    """The outlook of a game nobody judges: it may end either way."""
    for seat in range(len(values)):
        values[seat] = 0.0


def weights_for_any(game: Game) -> np.ndarray:
    """The weights of a game's judgement; a game without one can still be compiled against, and expects nothing."""
    if has_judgement(game):
        return _known[game.name].weights
    supply(tally, record_type(game.state), returns_alone)
    supply(outlook, record_type(game.state), no_outlook)
    return np.zeros(0)
