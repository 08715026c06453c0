"""Kalah as an object: names, options, notation and drawing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from boardkit.actions import ActionTable
from boardkit.game import Game, Options, check_choice
from boardkit.notation import fields_from_json, fields_to_json
from boardkit.pieces import Piece, Pieces
from kalah.rules import PITS, SIZE, STATE, STORES


@dataclass(frozen=True)
class KalahOptions(Options):
    solo: bool = False
    seeds: int = 4
    scatter: bool = False

    def __post_init__(self) -> None:
        for name in ("skip_forced", "solo", "scatter"):
            check_choice(name, getattr(self, name), (False, True))
        check_choice("seeds", self.seeds, tuple(range(1, 7)))

    @property
    def seats(self) -> tuple[str, ...]:
        return ("south",) if self.solo else ("south", "north")

    def write(self, s: Any) -> None:
        for name, value in self.to_json().items():
            setattr(s, name, value)

    @classmethod
    def read(cls, s: Any) -> "KalahOptions":
        return cls(bool(s.skip_forced), bool(s.solo), int(s.seeds), bool(s.scatter))


KNOWN = ("turn", "player", "over", "board")
HIDDEN = ("rng", "seed")


def view(s: Any, seat: int) -> dict[str, Any]:
    return {"options": KalahOptions.read(s).to_json(), **fields_to_json(s, KNOWN)}


def to_json(s: Any) -> dict[str, Any]:
    return {**view(s, 0), **fields_to_json(s, HIDDEN)}


def from_json(values: Mapping[str, Any]) -> np.ndarray:
    states = GAME.blank(KalahOptions.from_json(values["options"]))
    fields_from_json(states[0], values, KNOWN + HIDDEN)
    return states


def result(s: Any) -> dict[str, Any]:
    south, north = (int(s.board[store]) for store in STORES)
    winner = None if south == north else "south" if south > north else "north"
    return {"winner": winner, "seeds": {"south": south, "north": north}}


def ansi(s: Any, seat: int | None) -> str:
    board = [f"{count:2}" for count in s.board]
    return (
        f"   {' '.join(board[12:6:-1])}\n{board[13]} {' ' * 18}{board[6]}\n   {' '.join(board[:6])}"
        f"\n{'over' if s.over else ('south', 'north')[s.player] + ' to move'}"
    )


def svg(s: Any, seat: int | None) -> str:
    texts = "".join(
        f'<text x="20" y="{20 * (row + 1)}">{line}</text>' for row, line in enumerate(ansi(s, seat).split("\n"))
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="240" height="100" viewBox="0 0 240 100">{texts}</svg>'


BOARD = Piece("board", (SIZE,), "seeds in each pit, from the own first pit on in the direction of sowing")

GAME = Game(
    name="kalah",
    title="Kalah",
    version=1,
    state=STATE,
    options=KalahOptions,
    actions=ActionTable([("sow", "move", [f"sow pit {pit + 1}" for pit in range(PITS)])]),
    observation=Pieces([BOARD]),
    full_observation=Pieces([BOARD, Piece("player", (1,), "the seat to move")]),
    to_json=to_json,
    from_json=from_json,
    view=view,
    words=lambda s, action: GAME.actions.words[action],
    result=result,
    ansi=ansi,
    svg=svg,
)
