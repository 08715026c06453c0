"""A ladder: every agent meets every other, in all seats and on the same deals; ratings, win matrix, seats, points.

    python -m benchmarks.ladder caesar random greedy --games 2000
    python -m benchmarks.ladder trajan random greedy --players 4 --folder ladder-trajan
    python -m benchmarks.ladder trajan legate --players 4 --folder ladder-trajan     (joins; nothing is played again)

A pair of agents at a table for more than two plays one against the rest, both ways. The folder keeps every finished
chunk of games, so an interrupted ladder goes on where it stood, and a new agent joins without replaying the others.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.figure import Figure

from benchmarks import reports, results
from benchmarks.intervals import Z_95, Share
from benchmarks.matches import (
    CHUNK,
    Match,
    Table,
    add_game_arguments,
    add_run_arguments,
    against_the_rest,
    check_agents,
    options_from,
    play_matches,
)
from benchmarks.ratings import Meeting, Ratings, meeting, openskill_ratings, places_of, rate
from benchmarks.runs import Ledger, progress_bar
from boardkit.game import Game, Options
from trajan_env.data import GAINS

ANCHOR = "random"  # stands at 0 when it takes part
LEAST_ROUNDS = 2  # chunks of every match before early stopping is thought of


@dataclass(frozen=True)
class Ladder:
    """Who meets whom over what: the settings of a folder."""

    game: Game
    options: Options
    agents: tuple[str, ...]
    games: int  # of every match
    seed: int = 1
    chunk: int = CHUNK

    def __post_init__(self) -> None:
        if len(self.options.seats) < 2:
            raise ValueError("a ladder needs two seats or more; for the solo game there is benchmarks.crassus")
        if len(set(self.agents)) < 2 or len(set(self.agents)) < len(self.agents):
            raise ValueError(f"a ladder needs two agents or more, each once, not {', '.join(self.agents)}")

    def matches(self) -> list[Match]:
        """All pairs: two seats in one lineup, more seats as one against the rest both ways."""
        seats = len(self.options.seats)
        lineups = []
        for one, two in combinations(sorted(self.agents), 2):
            lineups.append(against_the_rest(one, two, seats))
            if seats > 2:
                lineups.append(against_the_rest(two, one, seats))
        return [Match(self.game, self.options, lineup, self.games, self.seed, self.chunk) for lineup in lineups]


@dataclass(frozen=True)
class Outcome:
    """The games of a ladder and what follows from them."""

    ladder: Ladder
    tables: list[Table]
    stopped_early: bool = False

    @cached_property
    def meetings(self) -> list[Meeting]:
        return [meeting(table.agents, table["deal"], table["seating"], places(table)) for table in self.tables]

    @cached_property
    def ratings(self) -> Ratings:
        return rate(self.meetings, ANCHOR if ANCHOR in self.ladder.agents else None)

    @cached_property
    def openskill(self) -> dict[str, tuple[float, float]]:
        games = []
        for table in self.tables:
            seated = np.array(table.agents)[table["seating"]].tolist()
            games += list(zip(seated, places(table).tolist(), strict=True))
        return openskill_ratings(games)

    def against(self, agent: str, other: str) -> Share:
        """How often an agent ended ahead of another, seat against seat."""
        met = [m for m in self.meetings if {m.first, m.second} == {agent, other}]
        won = sum(m.share.count if m.first == agent else m.share.games - m.share.count for m in met)
        return Share(won, sum(m.share.games for m in met))

    def seat(self, number: int) -> Share:
        """How often a seat won; every agent sat in it equally often."""
        return Share(
            sum(table.seat_wins(number).count for table in self.tables), sum(len(table) for table in self.tables)
        )

    def time(self, agent: str) -> float:
        """Microseconds a decision, asked about a chunk of games at once."""
        clocks = [table.clock[agent] for table in self.tables if agent in table.clock]
        return 1e6 * sum(seconds for _, seconds in clocks) / max(1, sum(decisions for decisions, _ in clocks))

    def values(self, agent: str, column: str) -> np.ndarray:
        """The rows of a column with one value a seat, from all seats an agent held."""
        return np.concatenate(
            [table[column][table["seating"] == table.agents.index(agent)] for table in self._with(agent)]
        )

    def lengths(self, agent: str) -> np.ndarray:
        """The lengths in decisions of the games an agent played in."""
        return np.concatenate([table["length"] for table in self._with(agent)])

    def _with(self, agent: str) -> list[Table]:
        return [table for table in self.tables if agent in table.agents]


def places(table: Table) -> np.ndarray:
    """The place of every seat: the game's own ranking where it keeps one, else by returns."""
    return table["place"] if "place" in table.columns else places_of(table["returns"])


# -- playing -----------------------------------------------------------------------------------------------------------
def climb(ladder: Ladder, ledger: Ledger, jobs: int | None = None, stop_when_separate: bool = False) -> Outcome:
    """Play what is missing; with early stopping in rounds of a chunk a match, until the neighbours' leads separate."""
    total = sum(len(match.chunks()) for match in ladder.matches())
    with progress_bar(f"{ladder.game.title}, {len(ladder.agents)} agents", total) as report:
        if not stop_when_separate:
            return Outcome(ladder, play_matches(ladder.matches(), ledger=ledger, jobs=jobs, report=report))
        for games in range(LEAST_ROUNDS * ladder.chunk, ladder.games, ladder.chunk):
            part = replace(ladder, games=games)
            outcome = Outcome(part, play_matches(part.matches(), ledger=ledger, jobs=jobs), stopped_early=True)
            if outcome.ratings.separated():
                report(total)
                return outcome
        return Outcome(ladder, play_matches(ladder.matches(), ledger=ledger, jobs=jobs, report=report))


def open_folder(folder: Path, ladder: Ladder) -> Ladder:
    """The ladder of a folder, with the agents that join it; other settings than the folder's are refused."""
    path = folder / "settings.json"
    wanted = {
        "game": ladder.game.name,
        "version": ladder.game.version,
        "options": json.loads(json.dumps(ladder.options.to_json())),
        "seed": ladder.seed,
        "chunk": ladder.chunk,
    }
    if path.exists():
        found = json.loads(path.read_text(encoding="utf-8"))
        for name, value in wanted.items():
            if found[name] != value:
                raise ValueError(f"{folder} holds a ladder whose {name} is {found[name]!r}, not {value!r}")
        ladder = replace(ladder, agents=tuple(dict.fromkeys([*found["agents"], *ladder.agents])))
    reports.write_json(path, {**wanted, "agents": ladder.agents})
    return ladder


# -- telling -----------------------------------------------------------------------------------------------------------
RATING_COLUMNS = ("agent", "elo", "low", "high", "openskill_mean", "openskill_deviation", "microseconds", "decisions")


def rating_rows(outcome: Outcome) -> list[tuple[Any, ...]]:
    """One row an agent, best first, in the order of RATING_COLUMNS."""
    rows = []
    for agent in outcome.ratings.ranked():
        elo = float(outcome.ratings.elo[outcome.ratings.agents.index(agent)])
        length = float(outcome.lengths(agent).mean())
        rows.append(
            (agent, elo, *outcome.ratings.interval(agent), *outcome.openskill[agent], outcome.time(agent), length)
        )
    return rows


def matrix_rows(outcome: Outcome) -> list[tuple[Any, ...]]:
    """One row an ordered pair: agent, other, share, low, high, comparisons."""
    rows = []
    for agent in outcome.ratings.ranked():
        for other in outcome.ratings.ranked():
            if agent != other:
                share = outcome.against(agent, other)
                rows.append((agent, other, share.value, *share.interval, share.games))
    return rows


def point_rows(outcome: Outcome) -> list[tuple[Any, ...]]:
    """Trajan: one row an agent, its mean points, their interval's half, and its mean points by source."""
    rows = []
    for agent in outcome.ratings.ranked():
        points = outcome.values(agent, "vp")
        half = Z_95 * points.std(ddof=1) / np.sqrt(len(points))
        rows.append((agent, points.mean(), half, *outcome.values(agent, "gains").mean(axis=0)))
    return rows


def page(outcome: Outcome, about: dict[str, Any]) -> list[str]:
    """The ladder as paragraphs of Markdown."""
    ladder = outcome.ladder
    ranked = outcome.ratings.ranked()
    games = f"{len(outcome.tables)} matches of {ladder.games:,} games, seed {ladder.seed}"
    head = (
        f"{reports.source(about)} {ladder.game.title} `{json.dumps(ladder.options.to_json())}`, {games}. Elo by a "
        f"Bradley-Terry fit, {outcome.ratings.agents[_anchor(outcome)]} at 0, with 95 % bootstrap intervals over deals."
    )
    if outcome.stopped_early:
        head += " **Stopped early**, when the leads of neighbours separated: the intervals are a little too narrow."
    ratings = reports.markdown_table(
        ("agent", "Elo", "95 % interval", "openskill", "us a decision", "decisions a game"),
        [
            (f"`{agent}`", f"{elo:.0f}", f"{low:.0f} to {high:.0f}", f"{mu:.1f} ± {sigma:.1f}", f"{us:.1f}", f"{n:.1f}")
            for agent, elo, low, high, mu, sigma, us, n in rating_rows(outcome)
        ],
    )
    matrix = reports.markdown_table(
        ("ended ahead of", *(f"`{agent}`" for agent in ranked)),
        [
            (f"`{agent}`", *("" if agent == other else _compared(outcome, agent, other) for other in ranked))
            for agent in ranked
        ],
    )
    seats = reports.markdown_table(
        ("seat", "share of wins"),
        [(name, str(outcome.seat(number))) for number, name in enumerate(ladder.options.seats)],
    )
    return [head, ratings, matrix, seats, points_table(outcome)]


def _compared(outcome: Outcome, agent: str, other: str) -> str:
    """A cell of the matrix. At larger tables a game holds several comparisons, so what is counted is not games."""
    share = str(outcome.against(agent, other))
    return share if len(outcome.ladder.options.seats) == 2 else share.replace(" games)", " comparisons)")


def _anchor(outcome: Outcome) -> int:
    return int(np.flatnonzero(outcome.ratings.elo == 0)[0])


def points_table(outcome: Outcome) -> str:
    """Trajan's points by source as Markdown; nothing for a game without points."""
    if "gains" not in outcome.tables[0].columns:
        return ""
    rows = [
        (f"`{agent}`", f"{mean:.1f} ± {half:.1f}", *(f"{gain:.1f}" for gain in gains))
        for agent, mean, half, *gains in point_rows(outcome)
    ]
    return reports.markdown_table(("mean points", "all", *GAINS), rows)


def rating_plot(outcome: Outcome) -> Figure:
    """Ratings with their intervals."""
    rows = rating_rows(outcome)[::-1]
    figure, axes = reports.new_figure(6, 1.2 + 0.35 * len(rows))
    for height, (_, elo, low, high, *_) in enumerate(rows):
        axes.errorbar(elo, height, xerr=[[max(0.0, elo - low)], [max(0.0, high - elo)]], fmt="o", capsize=3)
    axes.set_yticks(range(len(rows)), [row[0] for row in rows])
    axes.set_xlabel("Elo, with 95 % intervals")
    axes.set_title(f"{outcome.ladder.game.title}, {len(outcome.ladder.options.seats)} players")
    return figure


def matrix_plot(outcome: Outcome) -> Figure:
    """The win matrix as a heat map."""
    ranked = outcome.ratings.ranked()
    values = [[outcome.against(a, b).value if a != b else float("nan") for b in ranked] for a in ranked]
    return reports.heat_map(values, ranked, ranked, "who ends ahead of whom", "share of the row's agent")


def points_plot(outcome: Outcome) -> Figure:
    """Trajan: where the points of each agent come from."""
    rows = point_rows(outcome)[::-1]
    figure, axes = reports.new_figure(8, 1.6 + 0.4 * len(rows))
    ends = np.zeros((2, len(rows)))  # of the bars so far: losses to the left of zero, gains to the right
    for number, source in enumerate(GAINS):
        widths = np.array([row[3 + number] for row in rows])
        side = (widths > 0).astype(int)
        left = ends[side, np.arange(len(rows))]
        axes.barh([row[0] for row in rows], widths, left=left, label=source, color=colormaps["tab20"](number))
        ends[side, np.arange(len(rows))] += widths
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel("mean points by source")
    figure.legend(loc="outside lower center", ncols=6, fontsize=7)
    return figure


def save(outcome: Outcome, folder: Path, about: dict[str, Any]) -> str:
    """Write the folder of a ladder; returns its page."""
    write = reports.write_csv
    write(folder / "ratings.csv", RATING_COLUMNS, rating_rows(outcome))
    write(folder / "matrix.csv", ("agent", "other", "share", "low", "high", "comparisons"), matrix_rows(outcome))
    reports.save_figure(rating_plot(outcome), folder, "ratings")
    reports.save_figure(matrix_plot(outcome), folder, "matrix")
    if "gains" in outcome.tables[0].columns:
        write(folder / "points.csv", ("agent", "mean", "half_interval", *GAINS), point_rows(outcome))
        reports.save_figure(points_plot(outcome), folder, "points")
    reports.write_json(folder / "ladder.json", as_json(outcome, about))
    return reports.write_page(folder / "ladder.md", *page(outcome, about))


def as_json(outcome: Outcome, about: dict[str, Any]) -> dict[str, Any]:
    """The whole outcome as JSON values."""
    matrix = ("agent", "other", "share", "low", "high", "comparisons")
    return {
        **about,
        "games_a_match": outcome.ladder.games,
        "stopped_early": outcome.stopped_early,
        "ratings": [dict(zip(RATING_COLUMNS, row, strict=True)) for row in rating_rows(outcome)],
        "matrix": [dict(zip(matrix, row, strict=True)) for row in matrix_rows(outcome)],
        "seats": {
            name: {"share": (seat := outcome.seat(number)).value, "interval": seat.interval, "games": seat.games}
            for number, name in enumerate(outcome.ladder.options.seats)
        },
    }


def main(argv: Sequence[str] | None = None, show: Callable[[str], None] = print) -> None:
    """Play a ladder and write its folder."""
    parser = argparse.ArgumentParser(
        prog="ladder", description="Round robin of agents, all seats rotated on the same deals, with ratings."
    )
    add_game_arguments(parser)
    parser.add_argument("agents", nargs="+", help='such as random, "name:key=value" or module:Class')
    add_run_arguments(parser, 1000, "a match, rotations included")
    parser.add_argument("--chunk", type=int, default=CHUNK, help=f"games at once (default {CHUNK})")
    parser.add_argument("--folder", type=Path, help="where the ladder lives; agents join one that is there already")
    parser.add_argument("--stop-when-separate", action="store_true", help="stop when all neighbours' leads are clear")
    parser.add_argument("--write", action="store_true", help="record the page in benchmarks/RESULTS.md")
    given = list(sys.argv[1:] if argv is None else argv)
    arguments = parser.parse_args(given)
    try:
        game, options = options_from(arguments)
        check_agents(arguments.agents, game)
        folder = arguments.folder or Path(f"ladder-{game.name}")
        wanted = Ladder(game, options, tuple(arguments.agents), arguments.games, arguments.seed, arguments.chunk)
        ladder = open_folder(folder, wanted)
    except ValueError as problem:
        parser.error(str(problem))
    outcome = climb(ladder, Ledger(folder / "games.jsonl"), arguments.jobs, arguments.stop_when_separate)
    about = reports.provenance(
        reports.command_line("ladder", given), options=options.to_json(), seed=ladder.seed, agents=ladder.agents
    )
    text = save(outcome, folder, about)
    show(text)
    if arguments.write:
        name = f"ladder-{game.name}" + (f"-{len(options.seats)}" if len(options.seats) > 2 else "")
        results.record(name, json.dumps(as_json(outcome, about), indent=1), text)


if __name__ == "__main__":
    main()
