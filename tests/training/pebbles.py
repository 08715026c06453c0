"""Pebbles, a game small enough to be solved: players take one to three from a heap in turn; who takes the last wins."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from boardkit.actions import ActionTable
from boardkit.chance import below, mix
from boardkit.game import Game, Options
from boardkit.jit import rule
from boardkit.notation import fields_from_json, fields_to_json
from boardkit.pieces import Piece, Pieces
from boardkit.protocol import implement

MOST = 12

STATE = np.dtype(
    (
        np.record,
        [
            ("rng", "u8"),  # generator
            ("seed", "u8"),  # what it started from
            ("skip_forced", "u1"),  # 1: play a single legal action at once
            ("players", "u1"),  # 2 or 3
            ("turn", "u2"),  # moves made
            ("player", "u1"),  # whose move
            ("heap", "u1"),  # pebbles left
        ],
    )
)


@rule
def new_game(s, seed):
    s.seed = seed
    s.rng = seed
    s.turn = 0
    s.player = 0
    s.heap = 2 + below(s, MOST - 1)


@rule
def legal_actions(s, actions):
    count = min(3, s.heap)
    for action in range(count):
        actions[action] = action
    return count


@rule
def step(s, action):
    s.turn += 1
    s.heap -= action + 1
    if s.heap:
        s.player = (s.player + 1) % s.players


@rule
def to_move(s):
    return s.player


@rule
def is_over(s):
    return s.heap == 0


@rule
def returns(s, values):
    for seat in range(len(values)):
        values[seat] = 0
        if s.heap == 0:
            values[seat] = 1 if seat == s.player else -1


@rule
def observe(s, player, values):
    for place in range(MOST):
        values[place] = 1 if place + 1 == s.heap else 0


@rule
def observe_full(s, player, values):
    observe(s, player, values)
    values[MOST] = s.player


@rule
def determinize(s, player, key):
    s.rng = mix(np.uint64(key))


@dataclass(frozen=True)
class PebblesOptions(Options):
    players: int = 2

    @property
    def seats(self) -> tuple[str, ...]:
        return ("first", "second", "third")[: self.players]

    def write(self, s: Any) -> None:
        s.skip_forced = self.skip_forced
        s.players = self.players

    @classmethod
    def read(cls, s: Any) -> "PebblesOptions":
        return cls(bool(s.skip_forced), int(s.players))


def to_json(s: Any) -> dict[str, Any]:
    options = PebblesOptions.read(s).to_json()
    return {"options": options, **fields_to_json(s, ("rng", "seed", "turn", "player", "heap"))}


def from_json(values: Any) -> np.ndarray:
    states = GAME.blank(PebblesOptions.from_json(values["options"]))
    fields_from_json(states[0], values, ("rng", "seed", "turn", "player", "heap"))
    return states


HEAP = Piece("heap", (MOST,), "one at the number of pebbles left")

GAME = Game(
    name="pebbles",
    title="Pebbles",
    version=1,
    state=STATE,
    options=PebblesOptions,
    actions=ActionTable([("take", "move", ["take one", "take two", "take three"])]),
    observation=Pieces([HEAP]),
    full_observation=Pieces([HEAP, Piece("player", (1,), "the seat to move", high=2)]),
    to_json=to_json,
    from_json=from_json,
    view=lambda s, seat: to_json(s),
    words=lambda s, action: GAME.actions.words[action],
    result=lambda s: {"winner": int(s.player)},
    ansi=lambda s, seat: f"{s.heap} pebbles",
    svg=lambda s, seat: "<svg/>",
)

implement(
    STATE,
    new_game=new_game,
    legal_actions=legal_actions,
    step=step,
    to_move=to_move,
    is_over=is_over,
    returns=returns,
    observe=observe,
    observe_full=observe_full,
    determinize=determinize,
)
