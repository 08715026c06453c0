"""Records of games: JSON lines, one game a file.

    {"format": "boardkit-record", "version": 1, "game", "game_version", "options", "seed", "players", "chain"}
    {"number": 1, "seat", "action", "words", "chain"}          one line a decision
    {"returns", "result", "state", "chain"}                    the end; `state` is a digest of the final state

`chain` is a digest of the line and of the chain before it, so a line changed, lost or moved shows at its place. Reading
also plays the game again: what the file says of it must be what happens.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np

from boardkit.batch import Batch
from boardkit.game import Game, Options, States, find_game

FORMAT = "boardkit-record"
VERSION = 1

HEADER = {
    "format": str,
    "version": int,
    "game": str,
    "game_version": int,
    "options": dict,
    "seed": int,
    "players": list,
}
MOVE = {"number": int, "seat": int, "action": int, "words": str}
END = {"returns": list, "result": dict, "state": str}


class RecordError(ValueError):
    """A record that cannot be trusted; names the file and the line at fault."""


@dataclass(frozen=True)
class Move:
    """One decision of a recorded game."""

    number: int  # from 1 on
    seat: int
    action: int
    words: str


@dataclass(frozen=True)
class Record:
    """A finished game as it was recorded."""

    game: Game
    options: Options
    seed: int
    players: tuple[str, ...]  # who sat in each seat
    moves: tuple[Move, ...]
    returns: tuple[float, ...]
    result: dict[str, Any]
    state: str  # digest of the final state
    path: Path

    @property
    def actions(self) -> list[int]:
        return [move.action for move in self.moves]


class Recorder:
    """Writes a record while the game goes on: hand it every action, in order.

    It follows the game on a state of its own, so it refuses what could not have been played and needs no state from
    the caller. A game left before its end leaves a file that `read` refuses as cut off.
    """

    def __init__(self, path: str | Path, game: Game, options: Options, seed: int, players: Sequence[str]) -> None:
        if len(players) != len(options.seats):
            raise ValueError(f"{len(players)} players named; there are {len(options.seats)} seats")
        self._table = _table(game, options, seed)
        self._number = 0
        self._chain = ""
        self._file = Path(path).open("w", encoding="utf-8", newline="\n")  # noqa: SIM115 - open as long as the game
        header = (FORMAT, VERSION, game.name, game.version, options.to_json(), seed, list(players))
        self._write(dict(zip(HEADER, header, strict=True)))
        self._end_if_over()

    def add(self, action: int) -> None:
        """Record the next action; the action that ends the game also writes the end."""
        move = _move(self._table, self._number + 1, action)
        self._table.step(np.array([action]))
        self._number += 1
        self._write(dict(zip(MOVE, (move.number, move.seat, move.action, move.words), strict=True)))
        self._end_if_over()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def _end_if_over(self) -> None:
        if self._table.terminated[0]:
            self._write(dict(zip(END, _end(self._table), strict=True)))
            self.close()

    def _write(self, line: dict[str, Any]) -> None:
        self._chain = _link(self._chain, line)
        self._file.write(json.dumps({**line, "chain": self._chain}, ensure_ascii=False) + "\n")
        self._file.flush()


def read(path: str | Path) -> Record:
    """Read a record and check all of it; whatever is wrong is a RecordError that names the line."""
    path = Path(path)
    lines = _linked_lines(path)
    record = _assemble(path, lines)
    for _ in replay(record):
        pass
    return record


def replay(record: Record) -> Iterator[States]:
    """Play a record again: yields the state at the start and after every action, each as an array of one.

    Stops with a RecordError at the first line that says something else than what happens.
    """
    table = _table(record.game, record.options, record.seed)
    yield table.states
    for move in record.moves:
        line = move.number + 1
        if move.action not in table.legal_actions(0):
            refusal = record.game.refusal(table.records[0], move.action, table.legal_actions(0))
            raise _error(record.path, line, refusal)
        if move != (expected := _move(table, move.number, move.action)):
            raise _error(record.path, line, f"says {move}, but the game says {expected}")
        table.step(np.array([move.action]))
        yield table.states
    last = len(record.moves) + 2
    if not table.terminated[0]:
        raise _error(record.path, last, "says the game ended, but it goes on")
    if (list(record.returns), record.result, record.state) != _end(table):
        raise _error(record.path, last, f"says the game ended otherwise than it did: {_end(table)}")


def state_digest(states: States) -> str:
    """A digest by which equal states are known."""
    return hashlib.sha256(states.tobytes()).hexdigest()


def _table(game: Game, options: Options, seed: int) -> Batch:
    return Batch(game, options, 1, np.array([seed % 2**64], np.uint64), auto_reset=False)


def _move(table: Batch, number: int, action: int) -> Move:
    words = table.game.words(table.records[0], action) if action in table.legal_actions(0) else ""
    return Move(number, int(table.to_move[0]), int(action), words)


def _end(table: Batch) -> tuple[list[float], dict[str, Any], str]:
    result = json.loads(json.dumps(table.game.result(table.records[0])))
    return table.rows.totals[0].tolist(), result, state_digest(table.states)


def _link(chain: str, line: dict[str, Any]) -> str:
    text = chain + json.dumps(line, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _linked_lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a file, each one shown to follow the one before."""
    lines = []
    chain = ""
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            line = dict(json.loads(text))
            claimed = line.pop("chain")
        except (ValueError, TypeError, KeyError):
            raise _error(path, number, "is not a line of a record (cut off?)") from None
        chain = _link(chain, line)
        if claimed != chain:
            raise _error(path, number, "was changed, or lines before it are missing: its chain does not fit")
        lines.append(line)
    return lines


def _assemble(path: Path, lines: list[dict[str, Any]]) -> Record:
    if not lines or lines[0].get("format") != FORMAT or lines[0].get("version") != VERSION:
        raise _error(path, 1, f"is not the header of a record of format {FORMAT!r}, version {VERSION}")
    header, *middle = lines
    _check_shape(path, 1, header, HEADER)
    if not middle or set(middle[-1]) != set(END):
        raise _error(path, len(lines) + 1, "is missing: the record is cut off before the end of the game")
    *moves, end = middle
    _check_shape(path, len(lines), end, END)
    for number, move in enumerate(moves, 1):
        _check_shape(path, number + 1, move, MOVE)
        if move["number"] != number:
            raise _error(path, number + 1, f"has number {move['number']}, expected {number}")
    game, options = _game(path, header)
    return Record(
        game=game,
        options=options,
        seed=header["seed"],
        players=tuple(header["players"]),
        moves=tuple(Move(**move) for move in moves),
        returns=tuple(end["returns"]),
        result=end["result"],
        state=end["state"],
        path=path,
    )


def _game(path: Path, header: dict[str, Any]) -> tuple[Game, Options]:
    try:
        game = find_game(header["game"])
        if header["game_version"] != game.version:
            raise ValueError(f"is of version {header['game_version']} of {game.title}; this is version {game.version}")
        return game, game.options.from_json(header["options"])
    except (ValueError, TypeError) as problem:
        raise _error(path, 1, str(problem)) from problem


def _check_shape(path: Path, number: int, line: dict[str, Any], shape: Mapping[str, type]) -> None:
    if set(line) != set(shape):
        raise _error(path, number, f"has {', '.join(line)}; expected {', '.join(shape)}")
    for name, kind in shape.items():
        if type(line[name]) is not kind:
            raise _error(path, number, f"has {line[name]!r} for {name}, expected {kind.__name__}")


def _error(path: Path, line: int, reason: str) -> RecordError:
    return RecordError(f"{path}, line {line}: {reason}")
