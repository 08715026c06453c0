"""Tables: games in progress, each of them its record on disk, played by people and agents. No web in here.

The record is the game: it names who sits where ("human" or an agent's description), and a table is brought back from it
by playing it again. Taking a decision back writes the record anew and puts it in the old one's place in one move, so
whenever the process is killed, a whole record is there.
"""

import json
import os
import re
import secrets
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boardkit.agent import Agent, agent_names, make_agent, view_states
from boardkit.batch import Batch
from boardkit.game import Game, Options, State, States, find_game
from boardkit.records import Recorder, RecordError
from duel_env.game import GAME as CAESAR
from duel_env.notation import explain_crassus
from rome.places import places, seen_words
from trajan_env.game import GAME as TRAJAN

HUMAN = "human"
GAMES = (CAESAR, TRAJAN)
_PLAIN_AGENT = re.compile(r"[\w-]+(:\w+=[\d.]{1,9}(,\w+=[\d.]{1,9})*)?")


class Refused(ValueError):
    """Something that cannot be done at a table as it stands."""


@dataclass(frozen=True)
class Opinion:
    """What an agent thinks of one legal action."""

    action: int
    share: float  # of its visits or of its probability
    value: float | None  # what it expects for the seat to move
    visits: int | None = None  # how often a search tried it


@dataclass(frozen=True)
class Hint:
    """What an agent would do, and as far as it says so, what it thinks of the alternatives, best first."""

    action: int
    opinions: tuple[Opinion, ...]


class Table:
    """One game: its states from the first to the present one, the actions between them, and its record.

    All methods may be called from several threads; whoever plays holds the lock only while the state changes, not
    while an agent thinks.
    """

    def __init__(self, path: Path, game: Game, options: Options, seed: int, players: Sequence[str]) -> None:
        self.path = path
        self.game = game
        self.options = options
        self.seed = seed
        self.players = tuple(players)
        self.actions: list[int] = []
        self.movers: list[int] = []  # the seat that took each of them
        self.lock = threading.RLock()
        self._agents: dict[int, Agent] = {}
        self._batch = Batch(game, options, 1, np.array([seed % 2**64], np.uint64), auto_reset=False)
        self._states: list[States] = [self._batch.states]
        self._recorder: Recorder | None = None

    # -- making tables -------------------------------------------------------------------------------------------------

    @classmethod
    def begin(
        cls,
        path: Path,
        game: Game,
        options: Options,
        seed: int,
        players: Sequence[str],
        actions: Sequence[int] = (),
    ) -> "Table":
        """A new game with its record; with `actions`, one that begins where another stood."""
        if len(players) != len(options.seats):
            raise Refused(f"{len(players)} players for the seats {', '.join(options.seats)}: name one for each")
        table = cls(path, game, options, seed, players)
        for player in set(players) - {HUMAN}:
            make_agent(player, game)
        for action in actions:
            table._advance(action)
        table._rewrite()
        return table

    @classmethod
    def resume(cls, path: Path) -> "Table":
        """The game of a record, finished or not. A last line that was cut off is dropped; other damage is refused."""
        kept = path.read_text(encoding="utf-8")
        kept = kept[: kept.rfind("\n") + 1]
        try:
            header, *rest = (json.loads(line) for line in kept.splitlines())
            game = find_game(header["game"])
            options = game.options.from_json(header["options"])
            table = cls(path, game, options, header["seed"], header["players"])
            for line in rest:
                if "action" in line:
                    table._advance(line["action"])
        except (ValueError, TypeError, KeyError, OverflowError) as problem:
            raise RecordError(f"{path.name}: not the record of a game ({problem})") from problem
        table._rewrite(kept)
        return table

    # -- where it stands -----------------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many decisions have been taken."""
        return len(self.actions)

    @property
    def over(self) -> bool:
        return bool(self._batch.terminated[0])

    @property
    def to_move(self) -> int:
        return int(self._batch.to_move[0])

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if player == HUMAN]

    @property
    def waits_for_agent(self) -> bool:
        return not self.over and self.players[self.to_move] != HUMAN

    def state(self, number: int | None = None) -> State:
        """The state after so many decisions; by default the present one."""
        number = self.count if number is None else number
        if not 0 <= number <= self.count:
            raise Refused(f"there is no position {number}; the game has 0 to {self.count}")
        return self._states[number][0]

    def legal(self) -> list[int]:
        """The legal actions of the present position."""
        return [int(action) for action in self._batch.legal_actions(0)]

    def viewer(self, seat: int | None) -> int | None:
        """Whose eyes a position is shown through: a person's, or everybody's where nothing is hidden from anyone."""
        if self.over or not self.humans:
            return None
        if seat is None and len(self.humans) == 1:
            return self.humans[0]
        if seat not in self.humans:
            allowed = ", ".join(map(str, self.humans))
            raise Refused(f"seat {seat} is not to be looked at; seats of people are {allowed}")
        return seat

    def log(self, viewer: int | None, since: int = 0) -> list[dict[str, Any]]:
        """What happened, in words that this viewer may read."""
        return [self._entry(number, viewer) for number in range(since, self.count)]

    def choices(self) -> list[dict[str, Any]]:
        """The legal actions with their words and places."""
        s = self.state()
        return [
            {"action": action, "words": self.game.words(s, action), "places": places(self.game, s, action)}
            for action in self.legal()
        ]

    # -- playing -------------------------------------------------------------------------------------------------------

    def play(self, action: int, number: int | None = None) -> None:
        """A person's action; `number` is the position it was chosen in, so that no action is played twice."""
        with self.lock:
            self._check_person(number)
            if action not in self.legal():
                raise Refused(self.game.refusal(self.state(), action, self.legal()))
            self._record(action)

    def let_agent_play(self) -> bool:
        """One decision of the agent to move; False where it is not an agent's move."""
        with self.lock:
            if not self.waits_for_agent:
                return False
            number, seat = self.count, self.to_move
            agent = self._agent(seat)
        action, _ = self._ask(agent)
        with self.lock:
            if self.count != number:
                return False
            if action not in self.legal():
                raise Refused(f"{self.players[seat]}: {self.game.refusal(self.state(), action, self.legal())}")
            self._record(action)
        return True

    def can_undo(self) -> bool:
        """Whether the last decision can be taken back: neither another seat nor chance has acted on it since."""
        if self.over or not self.count or self.players[self.to_move] != HUMAN:
            return False
        before, now = self._states[-2][0], self._states[-1][0]
        return bool(self.movers[-1] == self.to_move and before.turn == now.turn and before.rng == now.rng)

    def undo(self, number: int | None = None) -> None:
        """Take the last decision back."""
        with self.lock:
            self._check_person(number)
            if not self.can_undo():
                raise Refused("this decision cannot be taken back: another player or chance has acted since")
            for history in (self.actions, self.movers, self._states):
                history.pop()
            self._batch.set_states(self._states[-1])
            self._rewrite()

    def hint(self, spec: str) -> Hint:
        """What an agent would do in the place of the person to move, knowing no more than that person."""
        self._check_person(None)
        agent = make_agent(spec, self.game, secrets.randbits(32))
        action, opinions = self._ask(agent)
        return Hint(action, opinions)

    def close(self) -> None:
        """Close the record."""
        if self._recorder is not None:
            self._recorder.close()

    # -- inside --------------------------------------------------------------------------------------------------------

    def _check_person(self, number: int | None) -> None:
        if number is not None and number != self.count:
            raise Refused(f"that was chosen at decision {number}; the game stands at {self.count}")
        if self.over:
            raise Refused("the game is over")
        if self.waits_for_agent:
            raise Refused(f"it is the move of {self.players[self.to_move]}")

    def _ask(self, agent: Agent) -> tuple[int, tuple[Opinion, ...]]:
        view = view_states(self.game, self._states[-1], secrets.randbits(63), samples=agent.samples)
        action = int(agent.act(view)[0])
        return action, _opinions(getattr(agent, "report", None))

    def _agent(self, seat: int) -> Agent:
        if seat not in self._agents:
            self._agents[seat] = make_agent(self.players[seat], self.game, secrets.randbits(32))
        return self._agents[seat]

    def _entry(self, number: int, viewer: int | None) -> dict[str, Any]:
        before, after = self._states[number][0], self._states[number + 1][0]
        words = seen_words(self.game, before, self.actions[number], viewer)
        return {"number": number + 1, "seat": self.movers[number], "words": words, "notes": _notes(before, after)}

    def _advance(self, action: int) -> None:
        seat = self.to_move
        self._batch.step(np.array([action]))
        self.movers.append(seat)
        self.actions.append(action)
        self._states.append(self._batch.states)

    def _record(self, action: int) -> None:
        assert self._recorder is not None
        self._advance(action)
        self._recorder.add(action)

    def _rewrite(self, beginning: str = "") -> None:
        """Write the whole record beside the old one and put it in its place, if it begins as it has to."""
        self.close()
        fresh = self.path.with_suffix(".new")
        self._recorder = Recorder(fresh, self.game, self.options, self.seed, self.players)
        for action in self.actions:
            self._recorder.add(action)
        if not fresh.read_text(encoding="utf-8").startswith(beginning):
            self.close()
            fresh.unlink()
            raise RecordError(f"{self.path.name}: the record was changed: the game it tells goes otherwise")
        os.replace(fresh, self.path)


def check_players(players: Sequence[str], also: Sequence[str] = ()) -> None:
    """Refuse players that a stranger may not name: an agent's description can import code and read files.

    Allowed are people, the agents known by name with settings that are numbers, and those in `also`.
    """
    for player in players:
        name = player.partition(":")[0]
        plain = name in agent_names() and _PLAIN_AGENT.fullmatch(player)
        if player != HUMAN and player not in also and not plain:
            allowed = ", ".join([HUMAN, *agent_names(), *also])
            raise Refused(
                f"player {player!r} is not allowed here; allowed are {allowed}, with settings that are numbers"
            )


def _notes(before: State, after: State) -> list[str]:
    """What Crassus did between two states and why; his deck tells whether he had a turn."""
    if after.dtype != CAESAR.state or not after.solo or after.deck.sum() == before.deck.sum():
        return []
    return explain_crassus(after)


def _opinions(report: Any) -> tuple[Opinion, ...]:
    """An agent's report on the position it was asked about, if it gives one, best first.

    A report holds one sequence a position, of objects with `action`, `share`, `value`, and of a search also `visits`.
    """
    if not report:
        return ()
    opinions = [
        Opinion(int(one.action), float(one.share), _number(one.value), getattr(one, "visits", None))
        for one in report[0]
    ]
    return tuple(sorted(opinions, key=lambda opinion: -opinion.share))


def _number(value: Any) -> float | None:
    return None if value is None or not np.isfinite(value) else float(value)
