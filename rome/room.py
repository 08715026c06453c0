"""All tables of one folder: opened when they are asked for, agents thinking in a bounded number of threads."""

import json
import os
import secrets
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from boardkit.game import Game, Options, find_game
from boardkit.records import read
from rome.folder import SUFFIX, new_identifier, record_path
from rome.tables import HUMAN, Hint, Refused, Table, check_players

WORKERS = 2
MOST_OPEN = 500  # tables kept in memory; others wait on disk
LISTED = 30  # finished games that are offered for replay


class Room:
    """The tables of a folder.

    An agent's decision is one task of the pool, and the next one queues again behind the other tables, so no table
    keeps the others waiting for more than one decision. An agent that fails stops its table, not the room.
    """

    def __init__(self, folder: Path, also: Sequence[str] = (), workers: int = WORKERS) -> None:
        self.folder = folder
        self.also = tuple(also)
        folder.mkdir(parents=True, exist_ok=True)
        self._pool = ThreadPoolExecutor(workers, "agents")
        self._lock = threading.Lock()
        self._tables: dict[str, Table] = {}
        self._thinking: set[str] = set()
        self._failures: dict[str, str] = {}

    def begin(self, game: Game, options: Options, players: Sequence[str], seed: int | None = None) -> str:
        """A new table; returns its identifier. Without a seed one is drawn that nobody knows."""
        return self._begin(game, options, players, secrets.randbits(63) if seed is None else seed, ())

    def branch(self, identifier: str, number: int, players: Sequence[str]) -> str:
        """A new table that begins where a finished game stood after so many decisions."""
        origin = self.open(identifier)
        if not origin.over:
            raise Refused("a game can be branched off when it is over: before that, its record holds what is hidden")
        origin.state(number)
        return self._begin(origin.game, origin.options, players, origin.seed, origin.actions[:number])

    def add_record(self, text: str) -> str:
        """Keep somebody's record of a finished game, if it holds up; returns the identifier of its table."""
        identifier = new_identifier()
        path = record_path(self.folder, identifier).with_suffix(".upload")
        path.write_text(text, encoding="utf-8", newline="\n")
        try:
            read(path)
            os.replace(path, record_path(self.folder, identifier))
        except ValueError as problem:
            raise ValueError(str(problem).replace(str(path), "the record")) from problem
        finally:
            path.unlink(missing_ok=True)
        return identifier

    def open(self, identifier: str) -> Table:
        """A table by its identifier, from memory or from disk; its agents go on where they were."""
        path = record_path(self.folder, identifier)
        with self._lock:
            table = self._tables.get(identifier)
            if table is None:
                if not path.is_file():
                    raise FileNotFoundError(f"there is no game {identifier!r}")
                table = Table.resume(path)
                self._keep(identifier, table)
        self._wake(identifier, table)
        return table

    def hint(self, identifier: str, spec: str) -> "Future[Hint]":
        """Ask an agent for a hint, among the other tasks of the pool."""
        check_players([spec], self.also)
        if spec == HUMAN:
            raise Refused("a hint comes from an agent")
        return self._pool.submit(self.open(identifier).hint, spec)

    def failure(self, identifier: str) -> str | None:
        """Why the agents of a table stopped, if they did."""
        return self._failures.get(identifier)

    def finished(self) -> list[dict[str, Any]]:
        """The latest finished games of the folder."""
        paths = sorted(self.folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
        summaries = (_summary(path) for path in paths[: 10 * LISTED])
        return [summary for summary in summaries if summary is not None][:LISTED]

    def close(self) -> None:
        """Stop the agents and close all records."""
        self._pool.shutdown(cancel_futures=True)
        for table in self._tables.values():
            table.close()

    def _begin(self, game: Game, options: Options, players: Sequence[str], seed: int, actions: Sequence[int]) -> str:
        check_players(players, self.also)
        identifier = new_identifier()
        table = Table.begin(record_path(self.folder, identifier), game, options, seed, players, actions)
        with self._lock:
            self._keep(identifier, table)
        self._wake(identifier, table)
        return identifier

    def _keep(self, identifier: str, table: Table) -> None:
        """Remember a table, and let go of the one opened first that nobody waits for when there are too many."""
        self._tables[identifier] = table
        if len(self._tables) > MOST_OPEN:
            idle = next((name for name in self._tables if name not in self._thinking and name != identifier), None)
            if idle is not None:
                self._tables.pop(idle).close()

    def _wake(self, identifier: str, table: Table) -> None:
        """Let the agent to move think, if it does not already."""
        with self._lock:
            if identifier in self._thinking or identifier in self._failures or not table.waits_for_agent:
                return
            self._thinking.add(identifier)
        self._pool.submit(self._agent_turn, table).add_done_callback(lambda done: self._after(identifier, table, done))

    def _agent_turn(self, table: Table) -> None:
        check_players(table.players, self.also)
        table.let_agent_play()

    def _after(self, identifier: str, table: Table, done: "Future[None]") -> None:
        with self._lock:
            self._thinking.discard(identifier)
        if done.cancelled():
            return
        problem = done.exception()
        if problem is not None:
            self._failures[identifier] = f"{type(problem).__name__}: {problem}"
            return
        self._wake(identifier, table)


def _summary(path: Path) -> dict[str, Any] | None:
    """What a list of replays says of a finished game; None of any other file."""
    lines = path.read_bytes().splitlines()
    try:
        header, last, end = json.loads(lines[0]), json.loads(lines[-2]), json.loads(lines[-1])
        if "result" not in end:
            return None
        title = find_game(header["game"]).title
        return {"id": path.stem, "title": title, "players": header["players"], "decisions": last["number"]}
    except (ValueError, KeyError, IndexError, TypeError):
        return None
