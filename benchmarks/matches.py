"""Matches: agents play many games at once, with every agent in every seat of every deal.

    python -m benchmarks.matches caesar greedy random --games 10000
    python -m benchmarks.matches caesar greedy --solo high --modules poison,centurions
    python -m benchmarks.matches trajan greedy random --players 4

A deal is a seed; it is played once for every rotation of the agents over the seats. Two agents at a table for more are
`A against the rest B` with A in every seat. Games are played in chunks: an agent draws its chance from the seed of the
match and the number of the chunk, so the same match in chunks of another size is another sample (the deals are the
same), while the number of jobs, and whether the match was interrupted, change nothing.
"""

import argparse
import hashlib
import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np

from benchmarks.accounts import Accounts
from benchmarks.intervals import Share
from benchmarks.runs import Ledger, Report, progress_bar, run
from boardkit import play
from boardkit.agent import Agent, ask, make_agent
from boardkit.batch import Batch
from boardkit.chance import GOLDEN, new_generator
from boardkit.game import Game, Options
from duel_env import GAME as CAESAR
from duel_env import CaesarOptions
from trajan_env import GAME as TRAJAN
from trajan_env import TrajanOptions

CHUNK = 512
AGENT_STREAM = 0x6167656E74  # keeps the chance of agents apart from that of the deals


@dataclass(frozen=True)
class Match:
    """Who plays what, how often: `lineup` names an agent for every seat, and is rotated over the seats."""

    game: Game
    options: Options
    lineup: tuple[str, ...]
    games: int
    seed: int = 1
    chunk: int = CHUNK

    def __post_init__(self) -> None:
        seats = self.options.seats
        if len(self.lineup) != len(seats):
            raise ValueError(f"the lineup {self.lineup} names {len(self.lineup)} agents; seats are {', '.join(seats)}")
        if self.games < 1 or self.chunk < 1:
            raise ValueError(f"games is {self.games} and chunk is {self.chunk}; both must be 1 or more")

    @property
    def agents(self) -> tuple[str, ...]:
        """The agents, each once."""
        return tuple(dict.fromkeys(self.lineup))

    @property
    def rotations(self) -> np.ndarray:
        """Which agent (as numbered in `agents`) sits where, one row for every rotation that differs."""
        numbers = [self.agents.index(spec) for spec in self.lineup]
        rows = [tuple(numbers[-shift:] + numbers[:-shift]) for shift in range(len(numbers))]
        return np.array(list(dict.fromkeys(rows)))

    def key(self, first: int, count: int) -> dict[str, Any]:
        """What a chunk of the match is known by in a ledger: the number of games of the match is no part of it."""
        return {
            "game": self.game.name,
            "version": self.game.version,
            "options": self.options.to_json(),
            "lineup": [_with_digest(spec) for spec in self.lineup],
            "seed": self.seed,
            "first": first,
            "count": count,
        }

    def chunks(self) -> list[tuple[int, int]]:
        """First game and number of games of every chunk."""
        return [(first, min(self.chunk, self.games - first)) for first in range(0, self.games, self.chunk)]


@cache
def _with_digest(spec: str) -> str:
    """A description of an agent; files it names, such as a trained network, are known by their content."""
    files = [Path(part) for part in re.split("[:=,]", spec) if "/" in part or "." in part]
    digests = [hashlib.sha256(path.read_bytes()).hexdigest()[:12] for path in files if path.is_file()]
    return " ".join([spec, *digests])


@dataclass(frozen=True)
class Table:
    """The games of a match, one row a game.

    columns  deal (its number), seed (of the game), seating [seats] (which agent sat where), returns [seats],
             length (decisions), and what the game's account keeps (see `accounts`)
    clock    for every agent its decisions and the seconds it took for them
    """

    agents: tuple[str, ...]
    columns: dict[str, np.ndarray]
    clock: dict[str, tuple[int, float]]

    def __len__(self) -> int:
        return len(self.columns["seed"])

    def __getitem__(self, name: str) -> np.ndarray:
        return self.columns[name]

    def to_json(self) -> dict[str, Any]:
        columns = {name: column.tolist() for name, column in self.columns.items()}
        return {"agents": list(self.agents), "columns": columns, "clock": self.clock}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Self:
        kinds = {"seed": np.uint64, "returns": np.float32}
        columns = {name: np.array(column, kinds.get(name, np.int64)) for name, column in values["columns"].items()}
        clock = {spec: (int(decisions), float(seconds)) for spec, (decisions, seconds) in values["clock"].items()}
        return cls(tuple(values["agents"]), columns, clock)

    @classmethod
    def joined(cls, tables: Sequence[Self]) -> Self:
        """Tables of the same agents as one."""
        columns = {name: np.concatenate([table[name] for table in tables]) for name in tables[0].columns}
        clock = {}
        for spec in tables[0].clock:
            decisions, seconds = zip(*(table.clock[spec] for table in tables), strict=True)
            clock[spec] = (sum(decisions), sum(seconds))
        return cls(tables[0].agents, columns, clock)

    def credits(self) -> np.ndarray:
        """Each seat's share of the win, game by game: the highest return wins, alone a return above zero."""
        returns = self["returns"]
        if returns.shape[1] == 1:
            return (returns > 0).astype(float)
        winners = returns == returns.max(axis=1, keepdims=True)
        return winners / winners.sum(axis=1, keepdims=True)

    def wins(self, agent: str) -> Share:
        """The share of games an agent won, with all its seats taken together."""
        seats = self["seating"] == self.agents.index(agent)
        return Share(float(self.credits()[seats].sum()), len(self))

    def seat_wins(self, seat: int) -> Share:
        """The share of games a seat won, whoever sat there."""
        return Share(float(self.credits()[:, seat].sum()), len(self))


def play_chunk(piece: tuple[Match, int, int]) -> Table:
    """Play the games of a match from the first on, so many of them, all at once."""
    match, first, count = piece
    numbers = np.arange(first, first + count)
    deals, turns = np.divmod(numbers, len(match.rotations))
    seating = match.rotations[turns]
    batch = Batch(match.game, match.options, count, deal_seeds(match.seed, deals), auto_reset=False)
    account = Accounts.open(batch)
    agents = [_agent(spec, match.game) for spec in match.agents]
    chance = new_generator(int(deal_seeds(match.seed ^ AGENT_STREAM, np.array([first]))[0]))
    for agent in agents:
        agent.reset(_key(chance))
    length = np.zeros(count, np.int64)
    clock = np.zeros((len(agents), 2))
    while len(games := np.flatnonzero(~batch.terminated)):
        actions = _actions(batch, games, seating, agents, chance, clock)
        batch.step(actions, games)
        length[games] += 1
        account.after_step(batch, games)
    columns = {
        "deal": deals,
        "seed": batch.records["seed"].copy(),
        "seating": seating,
        "returns": batch.rows.totals.copy(),
        "length": length,
        **account.items(batch),
    }
    times = {spec: (int(clock[k, 0]), float(clock[k, 1])) for k, spec in enumerate(match.agents)}
    return Table(match.agents, columns, times)


def deal_seeds(seed: int, deals: np.ndarray) -> np.ndarray:
    """The seeds of some deals, ascending: deal n is element n of the sequence that the seed of the match begins."""
    sequence = np.empty(int(deals[-1] - deals[0]) + 1, np.uint64)
    play.fill_random(new_generator(seed + int(deals[0]) * int(GOLDEN)), sequence)
    return sequence[deals - deals[0]]


def _key(generator: np.ndarray) -> int:
    bits = np.empty(1, np.uint64)
    play.fill_random(generator, bits)
    return int(bits[0])


@cache
def _agent(spec: str, game: Game) -> Agent:
    """An agent is made once a process: networks and tables take time to load."""
    return make_agent(spec, game)


def _actions(
    batch: Batch, games: np.ndarray, seating: np.ndarray, agents: list[Agent], chance: np.ndarray, clock: np.ndarray
) -> np.ndarray:
    """What the agents play in the games, each asked once about all games where it is to move."""
    actions = np.empty(len(games), np.int64)
    asked = seating[games, batch.to_move[games]]
    for number, agent in enumerate(agents):
        rows = np.flatnonzero(asked == number)
        if len(rows):
            began = time.perf_counter()
            actions[rows] = ask(agent, batch, games[rows], _key(chance))
            clock[number] += len(rows), time.perf_counter() - began
    return actions


def table_of_chunk(piece: tuple[Match, int, int]) -> dict[str, Any]:
    """A chunk as a ledger keeps it."""
    return play_chunk(piece).to_json()


def pieces_of(match: Match) -> list[tuple[Any, tuple[Match, int, int]]]:
    """The chunks of a match with their keys, for `runs.run`."""
    return [(match.key(first, count), (match, first, count)) for first, count in match.chunks()]


def play_matches(
    matches: Sequence[Match],
    *,
    ledger: Ledger | None = None,
    jobs: int | None = None,
    report: Report | None = None,
) -> list[Table]:
    """The tables of some matches; chunks that the ledger holds are not played again."""
    kept = Ledger() if ledger is None else ledger  # an empty one is false
    pieces = [pieces_of(match) for match in matches]
    done = iter(run([piece for some in pieces for piece in some], table_of_chunk, kept, jobs, report))
    return [Table.joined([Table.from_json(next(done)) for _ in some]) for some in pieces]


def play_match(
    game: Game,
    options: Options,
    lineup: Sequence[str],
    games: int,
    seed: int = 1,
    *,
    chunk: int = CHUNK,
    ledger: Ledger | None = None,
    jobs: int | None = None,
    report: Report | None = None,
) -> Table:
    """Let the agents of the lineup, one a seat, play so many games, rotated over the seats."""
    match = Match(game, options, tuple(lineup), games, seed, chunk)
    return play_matches([match], ledger=ledger, jobs=jobs, report=report)[0]


def against_the_rest(agent: str, others: str, seats: int) -> tuple[str, ...]:
    """The lineup of one agent against a table of another."""
    return (agent, *[others] * (seats - 1))


# -- the command -------------------------------------------------------------------------------------------------------
def add_game_arguments(parser: argparse.ArgumentParser, games: Sequence[str] = (CAESAR.name, TRAJAN.name)) -> None:
    """The arguments that say what is played."""
    parser.add_argument("game", choices=games, help="what is played")
    parser.add_argument("--modules", default="", help="Caesar!: of poison,centurions,border_control, with commas")
    parser.add_argument("--solo", choices=("low", "middle", "high"), help="Caesar!: alone against Crassus (inferred)")
    parser.add_argument("--human", choices=("caesar", "pompey"), default="caesar", help="Caesar!, solo: whose side")
    parser.add_argument("--harder", action="store_true", help="Caesar!, solo: the harder Crassus")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="Trajan: seats at the table")
    parser.add_argument("--time-track", type=int, help="Trajan: spaces of a lap, by default 11, 16 or 21")


def add_run_arguments(parser: argparse.ArgumentParser, games: int, unit: str) -> None:
    """The arguments that say how much is played and how."""
    parser.add_argument("--games", type=int, default=games, help=f"games {unit} (default {games:,})")
    parser.add_argument("--seed", type=int, default=1, help="seed of the deals and of the agents (default 1)")
    parser.add_argument("--jobs", type=int, help="processes at the same time; by default one a core")


def options_from(arguments: argparse.Namespace) -> tuple[Game, Options]:
    """The game and its options that arguments name."""
    if arguments.game == TRAJAN.name:
        return TRAJAN, TrajanOptions(players=arguments.players, time_track=arguments.time_track)
    modules = [module for module in arguments.modules.split(",") if module]
    solo = {"solo": arguments.solo, "human": arguments.human, "harder": arguments.harder} if arguments.solo else {}
    return CAESAR, CaesarOptions(modules=modules, **solo)


def check_agents(agents: Sequence[str], game: Game) -> None:
    """Refuse agents that cannot be made, before anything is played."""
    for spec in agents:
        _agent(spec, game)


def lineups(agents: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Alone each agent by itself; as many agents as seats at one table; of two at a larger table one against many."""
    if seats == 1:
        return [(agent,) for agent in agents]
    if len(agents) == seats:
        return [tuple(agents)]
    if len(agents) == 2:
        return [against_the_rest(agents[0], agents[1], seats), against_the_rest(agents[1], agents[0], seats)]
    raise ValueError(f"{len(agents)} agents for {seats} seats; give one a seat, or two")


def main(argv: Sequence[str] | None = None, show: Callable[[str], None] = print) -> None:
    """Play a match and tell each agent's share of wins."""
    parser = argparse.ArgumentParser(prog="matches", description="Agents play each other; shares of wins at 95 %.")
    add_game_arguments(parser)
    parser.add_argument("agents", nargs="+", help='such as random, "name:key=value" or module:Class')
    add_run_arguments(parser, 1000, "in all, rotations included")
    parser.add_argument("--chunk", type=int, default=CHUNK, help=f"games at once (default {CHUNK})")
    parser.add_argument("--ledger", help="file that keeps finished chunks, to go on after an interruption")
    arguments = parser.parse_args(argv)
    try:
        game, options = options_from(arguments)
        check_agents(arguments.agents, game)
        matches = [
            Match(game, options, lineup, arguments.games, arguments.seed, arguments.chunk)
            for lineup in lineups(arguments.agents, len(options.seats))
        ]
    except ValueError as problem:
        parser.error(str(problem))
    with progress_bar("playing", sum(len(match.chunks()) for match in matches)) as report:
        tables = play_matches(matches, ledger=Ledger(arguments.ledger), jobs=arguments.jobs, report=report)
    show(f"{game.title} {json.dumps(options.to_json())}, seed {arguments.seed}")
    if getattr(options, "tiles_inferred", False):
        show("Crassus's command tiles are inferred.")
    for match, table in zip(matches, tables, strict=True):
        show(summary(match, table))


def summary(match: Match, table: Table) -> str:
    """A match in a few lines: who won how often, and which seat did."""
    lines = [f"{' against '.join(match.lineup)}, {table['length'].mean():.1f} decisions a game"]
    for agent in match.agents:
        decisions, seconds = table.clock[agent]
        lines.append(f"  {agent}: wins {table.wins(agent)}, {1e6 * seconds / max(decisions, 1):.1f} us a decision")
    if len(match.lineup) > 1:
        seats = match.options.seats
        lines += [f"  seat {name}: wins {table.seat_wins(seat)}" for seat, name in enumerate(seats)]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
