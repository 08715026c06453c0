"""Balance studies: agents of different strength play themselves, and the seats and points are looked at.

    python -m benchmarks.studies --agents random greedy --games 10000 --folder studies

Caesar!: how often the first player wins. Trajan: how often each seat wins, where the points come from, and what the
reading of the time track (11, 16, 21 spaces or 12, 17, 22) changes. Strength of play is the agent's.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import reports, results
from benchmarks.intervals import Z_95
from benchmarks.matches import CHUNK, Match, Table, add_run_arguments, check_agents, play_matches
from benchmarks.runs import Ledger, progress_bar
from boardkit.game import Game, Options
from duel_env import GAME as CAESAR
from duel_env import CaesarOptions
from trajan_env import GAME as TRAJAN
from trajan_env import TrajanOptions
from trajan_env.data import GAINS, TIME_TRACK

Studied = dict[tuple[str, str], Table]  # by variant and agent

VARIANTS: dict[str, tuple[Game, Options]] = {
    "Caesar!": (CAESAR, CaesarOptions()),
    "Caesar!, all modules": (CAESAR, CaesarOptions(modules=("poison", "centurions", "border_control"))),
    **{
        f"Trajan, {players} players, time track {spaces + more}": (
            TRAJAN,
            TrajanOptions(players=players, time_track=spaces + more),
        )
        for players, spaces in TIME_TRACK.items()
        for more in (0, 1)
    },
}


def study(agents: Sequence[str], games: int, seed: int, ledger: Ledger, jobs: int | None, chunk: int) -> Studied:
    """Every agent against itself in every variant."""
    planned = {
        (variant, agent): Match(game, options, (agent,) * len(options.seats), games, seed, chunk)
        for variant, (game, options) in VARIANTS.items()
        for agent in agents
    }
    with progress_bar("studies", sum(len(match.chunks()) for match in planned.values())) as report:
        tables = play_matches(list(planned.values()), ledger=ledger, jobs=jobs, report=report)
    return dict(zip(planned, tables, strict=True))


def mean(values: np.ndarray) -> str:
    """A mean with its 95 % interval."""
    half = Z_95 * values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else float("nan")
    return f"{values.mean():.2f} ± {half:.2f}"


def seat_rows(studied: Studied) -> list[tuple[Any, ...]]:
    """One row a variant, agent and seat: share of wins with interval, and games."""
    return [
        (variant, agent, seat, table.seat_wins(seat).value, *table.seat_wins(seat).interval, len(table))
        for (variant, agent), table in studied.items()
        for seat in range(table["seating"].shape[1])
    ]


def seats_table(studied: Studied) -> str:
    """Share of wins by seat, first seat first."""
    rows = []
    for (variant, agent), table in studied.items():
        shares = [str(table.seat_wins(seat)) for seat in range(table["seating"].shape[1])]
        rows.append((variant, f"`{agent}`", *shares, *[""] * (4 - len(shares)), mean(table["turn"])))
    header = ("variant", "both or all seats", "first wins", "second wins", "third wins", "fourth wins", "turns")
    return reports.markdown_table(header, rows, 2)


def point_rows(studied: Studied) -> list[tuple[Any, ...]]:
    """Trajan: one row a variant and agent: the mean points of a seat and where they come from."""
    return [
        (variant, agent, table["vp"].mean(axis=1), *table["gains"].mean(axis=(0, 1)))
        for (variant, agent), table in studied.items()
        if "gains" in table.columns
    ]


def points_table(studied: Studied) -> str:
    """Trajan's mean points of a seat by source; the interval is over games, whose seats hang together."""
    rows = [
        (variant, f"`{agent}`", mean(points), *(f"{gain:.1f}" for gain in gains))
        for variant, agent, points, *gains in point_rows(studied)
    ]
    return reports.markdown_table(("variant", "all seats", "points", *GAINS), rows, 2)


def save(studied: Studied, folder: Path, about: dict[str, Any]) -> str:
    """Write the folder of the studies; returns its page."""
    seats = ("variant", "agent", "seat", "share", "low", "high", "games")
    points = [(variant, agent, all_.mean(), *gains) for variant, agent, all_, *gains in point_rows(studied)]
    reports.write_csv(folder / "seats.csv", seats, seat_rows(studied))
    reports.write_csv(folder / "points.csv", ("variant", "agent", "points", *GAINS), points)
    reports.write_json(folder / "studies.json", as_json(studied, about))
    head = f"{reports.source(about)} {about['games']:,} games a row, seed {about['seed']}, intervals at 95 %."
    return reports.write_page(folder / "studies.md", head, seats_table(studied), points_table(studied))


def as_json(studied: Studied, about: dict[str, Any]) -> dict[str, Any]:
    """The studies as JSON values."""
    seats = ("variant", "agent", "seat", "share", "low", "high", "games")
    return {**about, "seats": [dict(zip(seats, row, strict=True)) for row in seat_rows(studied)]}


def main(argv: Sequence[str] | None = None, show: Callable[[str], None] = print) -> None:
    """Play the studies and write their folder."""
    parser = argparse.ArgumentParser(prog="studies", description="Seats, points and time track by strength of play.")
    parser.add_argument("--agents", nargs="+", default=["random"], help='such as random or "name:key=value"')
    add_run_arguments(parser, 1000, "an agent and variant")
    parser.add_argument("--chunk", type=int, default=CHUNK, help=f"games at once (default {CHUNK})")
    parser.add_argument("--folder", type=Path, default=Path("studies"), help="where the studies live")
    parser.add_argument("--write", action="store_true", help="record the page in benchmarks/RESULTS.md")
    given = list(sys.argv[1:] if argv is None else argv)
    arguments = parser.parse_args(given)
    try:
        for game in (CAESAR, TRAJAN):
            check_agents(arguments.agents, game)
    except ValueError as problem:
        parser.error(str(problem))
    ledger = Ledger(arguments.folder / "games.jsonl")
    studied = study(arguments.agents, arguments.games, arguments.seed, ledger, arguments.jobs, arguments.chunk)
    about = reports.provenance(
        reports.command_line("studies", given), seed=arguments.seed, games=arguments.games, agents=arguments.agents
    )
    text = save(studied, arguments.folder, about)
    show(text)
    if arguments.write:
        results.record("studies", json.dumps(as_json(studied, about), indent=1), text)


if __name__ == "__main__":
    main()
