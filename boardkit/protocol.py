"""The kernel protocol: the functions a game implements, and everything else in boardkit is written against.

The whole state of a game is one numpy record of fixed size. The record's dtype tells which game it is, so generic
compiled code calls `step(s, action)` and numba links the step of the game whose state `s` is. A game supplies its
functions with `implement`. Every state has at least the fields of `REQUIRED_FIELDS`; the options of a game are fields
too, so a state is complete in itself and can be reset without knowing anything else.
"""

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import types
from numba.extending import overload

from boardkit.jit import add_sources

REQUIRED_FIELDS = {
    "rng": "u8",  # the generator
    "seed": "u8",  # what the generator started from
    "skip_forced": "u1",  # 1: decisions with a single legal action are played at once
    "turn": "u2",  # turns begun: decisions under one number belong to one turn of one player
}

Stub = TypeVar("Stub", bound=Callable[..., Any])


def protocol(stub: Stub) -> Stub:
    """Make a protocol function of a signature: compiled callers get the implementation for the state they pass."""
    implementations: dict[types.Record, Callable[..., Any]] = {}

    @functools.wraps(stub)
    def by_state(s: Any, *arguments: Any) -> Any:
        return implementations[record_type(s.dtype)](s, *arguments)

    @overload(by_state)
    def choose(*arguments):  # numba wants the very signature of what is returned: no annotations
        function = implementations.get(arguments[0])
        return None if function is None else lambda *arguments: function(*arguments)

    by_state.implementations = implementations  # type: ignore[attr-defined]
    return by_state  # type: ignore[return-value]


@protocol
def new_game(s: Any, seed: Any) -> None:
    """Set up a game from the options in `s` and a seed, up to its first decision."""


@protocol
def legal_actions(s: Any, actions: Any) -> int:  # type: ignore[empty-body]
    """Write the legal actions, ascending, into `actions` and return how many there are; 0 when the game is over."""


@protocol
def step(s: Any, action: Any) -> None:
    """Play a legal action and everything automatic that follows, up to the next decision or the end."""


@protocol
def to_move(s: Any) -> int:  # type: ignore[empty-body]
    """The seat whose decision is pending (or, when the game is over, any seat)."""


@protocol
def is_over(s: Any) -> bool:  # type: ignore[empty-body]
    """Whether the game has ended."""


@protocol
def returns(s: Any, values: Any) -> None:
    """Write what each seat has earned since the start of the game; a reward is the difference of two returns."""


@protocol
def observe(s: Any, player: Any, values: Any) -> None:
    """Write what `player` can know, seen from that seat, into a float32 vector."""


@protocol
def observe_full(s: Any, player: Any, values: Any) -> None:
    """Write the same vector followed by what is hidden from `player`: for critics, never for actors."""


@protocol
def determinize(s: Any, player: Any, key: Any) -> None:
    """Redraw all that `player` cannot know, consistently with what that player knows, and re-key the generator."""


def record_type(dtype: np.dtype) -> types.Record:
    """numba's type for a state dtype."""
    return numba.from_dtype(dtype)


def implement(dtype: np.dtype, **functions: Callable[..., Any]) -> None:
    """Supply a game's functions, by the names of the protocol functions above (or of a protocol of your own)."""
    state = record_type(dtype)
    for name, function in functions.items():
        stub = _STUBS.get(name)
        if stub is None:
            raise ValueError(f"no protocol function {name!r}; there are {', '.join(_STUBS)}")
        supply(stub, state, function)


def supply(stub: Callable[..., Any], state: types.Record, function: Callable[..., Any]) -> None:
    """Make `function` the implementation of one protocol function for one state type."""
    stub.implementations[state] = function  # type: ignore[attr-defined]
    add_sources(state, function.__module__)


_STUBS: dict[str, Callable[..., Any]] = {
    stub.__name__: stub
    for stub in (
        new_game, legal_actions, step, to_move, is_over, returns, observe, observe_full, determinize,
    )
}  # fmt: skip
