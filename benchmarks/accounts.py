"""What is kept of a game beside who won: read from the states of a whole batch at once, one class a game."""

from typing import ClassVar

import numpy as np

from boardkit.batch import Batch
from duel_env import GAME as CAESAR
from trajan_env import GAME as TRAJAN

STEPS_OF_CRASSUS = 7  # C15


class Account:
    """Keeps nothing. A game's own account looks at the batch after every step, and at the end."""

    def __init__(self, batch: Batch) -> None:
        """Called when the games have begun and nobody has played."""

    def after_step(self, batch: Batch, games: np.ndarray) -> None:
        """Called after every step, with the games that were stepped."""

    def items(self, batch: Batch) -> dict[str, np.ndarray]:
        """Arrays by name, one row a game, when all games are over."""
        return {}


class CaesarAccount(Account):
    """Markers left, how the game ended, turns, and in the solo game how often Crassus used each step of C15.

    His log holds his latest turn. It is counted after every step in which he had a turn; with `skip_forced` he can
    have several, and then only the last is counted: for exact counts play with `skip_forced=False`.
    """

    def __init__(self, batch: Batch) -> None:
        self._solo = bool(batch.records["solo"][0])
        self._steps = np.zeros((len(batch), STEPS_OF_CRASSUS + 1), np.int64)  # column 0: places without an entry
        self._turn = np.zeros(len(batch), np.int64)
        self.after_step(batch, np.arange(len(batch)))

    def after_step(self, batch: Batch, games: np.ndarray) -> None:
        if not self._solo:
            return
        records = batch.records
        turn = records["turn"][games].astype(np.int64)
        turns_begun = turn - self._turn[games]
        in_his_turn = records["active"][games] != records["human"][games]
        had_turn = games[(turns_begun >= 2) | ((turns_begun == 1) & in_his_turn)]
        for entry in range(records["log"].shape[1]):
            np.add.at(self._steps, (had_turn, records["log"][had_turn, entry, 0]), 1)
        self._turn[games] = turn

    def items(self, batch: Batch) -> dict[str, np.ndarray]:
        records = batch.records
        kept = {name: records[name].astype(np.int64) for name in ("markers", "end", "turn", "winner")}
        return {**kept, "steps": self._steps[:, 1:]} if self._solo else kept


class TrajanAccount(Account):
    """Points, where they came from, and the place each seat took (0 is first)."""

    def items(self, batch: Batch) -> dict[str, np.ndarray]:
        seats = len(batch.options.seats)
        records = batch.records
        ranking = records["ranking"][:, :seats].astype(np.int64)
        return {
            "turn": records["turn"].astype(np.int64),
            "vp": records["vp"][:, :seats].astype(np.int64),
            "gains": records["gains"][:, :seats].astype(np.int64),
            "place": np.argsort(ranking, axis=1),
        }


class Accounts:
    """Which account a game keeps."""

    by_game: ClassVar[dict[str, type[Account]]] = {CAESAR.name: CaesarAccount, TRAJAN.name: TrajanAccount}

    @classmethod
    def open(cls, batch: Batch) -> Account:
        """An account of the games of a batch that have just begun."""
        return cls.by_game.get(batch.game.name, Account)(batch)
