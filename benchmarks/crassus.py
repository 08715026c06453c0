"""How hard is Crassus? Every agent against every Crassus: levels, modules, sides, the harder option, tile sets.

    python -m benchmarks.crassus --agents random greedy --games 10000 --folder crassus
    python -m benchmarks.crassus --agents greedy --tiles default --ladder ladder-caesar/ladder.json

What the command tiles show is inferred (C13). So the same cells are played under other tile sets that the rulebook's
decks would allow, and a reader sees which conclusions do not hang on our inference. The folder keeps every finished
chunk: an interrupted lab goes on where it stood, and more agents or games add to it.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from benchmarks import reports, results
from benchmarks.intervals import Share
from benchmarks.matches import Match, add_run_arguments, check_agents, pieces_of, play_chunk
from benchmarks.runs import Ledger, progress_bar, run
from duel_env import GAME, CaesarOptions
from duel_env.data import DIFFICULTIES, INFERRED_TILES, SIDES
from duel_env.options import Tiles
from duel_env.state import ENDS

CHUNK = 1000
MODULE_SETS: tuple[tuple[str, ...], ...] = (
    (),
    ("poison",),
    ("centurions",),
    ("poison", "centurions"),
    ("poison", "centurions", "border_control"),
)
STEPS = ("win control", "close", "behind", "influence", "next to own", "central", "anywhere")  # C15.1 to C15.7


@dataclass(frozen=True)
class TileSet:
    """What the command tiles could show: only the letters that differ from the default, and why it is possible.

    The decks of C12 demand that difficulty rises from low to high, with and without Centurions.
    """

    changed: Tiles
    reason: str

    @property
    def tiles(self) -> dict[str, tuple[int, ...]]:
        return {**INFERRED_TILES, **{letter: tuple(parts) for letter, parts in self.changed.items()}}


TILE_SETS = {
    "default": TileSet({}, "our inference: B sees two tokens and keeps one, C and E place twice"),
    "no discard": TileSet(
        {"B": (2, 0, 1, 0), "D": (1, 1, 1, 0)},
        "B and D keep what they draw, so his row grows; C and E still place twice",
    ),
    "plain B": TileSet(
        {"B": (1, 0, 1, 0), "D": (0, 1, 1, 0)},
        "B is a second A, and D takes a Centurion for its draw: the second placement of C and E alone makes levels",
    ),
    "short C": TileSet(
        {"C": (1, 0, 2, 0), "E": (0, 1, 2, 0)},
        "C and E place twice without drawing for it: placements a deck still rise, though the row runs down",
    ),
    "rich C": TileSet(
        {"C": (3, 0, 2, 0), "E": (2, 1, 2, 0)},
        "C and E draw one token more than by default; placements a deck rise as they do there",
    ),
    "triple C": TileSet(
        {"C": (3, 0, 3, 0), "E": (2, 1, 3, 0)},
        "C and E place three times: placements a deck rise more steeply, an upper end",
    ),
}


@dataclass(frozen=True)
class Cell:
    """One agent against one Crassus."""

    agent: str
    tiles: str
    level: str
    modules: tuple[str, ...]
    human: str
    harder: bool

    def match(self, games: int, seed: int, chunk: int) -> Match:
        """The games of the cell. Forced decisions are not skipped, so that every turn of Crassus is seen."""
        options = CaesarOptions(
            modules=self.modules,
            solo=self.level,
            human=self.human,
            harder=self.harder,
            tiles=TILE_SETS[self.tiles].tiles,
            skip_forced=False,
        )
        return Match(GAME, options, (self.agent,), games, seed, chunk)

    @property
    def setting(self) -> str:
        """Everything but agent, tiles and level, in words."""
        modules = " + ".join(self.modules) or "no modules"
        return f"{modules}, as {self.human}{', harder' if self.harder else ''}"


@dataclass(frozen=True)
class Count:
    """What came of some games against Crassus, as sums."""

    games: int
    wins: int
    margin: int  # markers Crassus had left less those the human had left
    turns: int
    ends: np.ndarray  # [kind of end, human won]
    steps: np.ndarray  # [C15]

    def __add__(self, other: "Count") -> "Count":
        return Count(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))

    @property
    def share(self) -> Share:
        return Share(self.wins, self.games)

    @property
    def mean_margin(self) -> float:
        return self.margin / self.games

    def to_json(self) -> dict[str, Any]:
        return {name: np.asarray(getattr(self, name)).tolist() for name in self.__dataclass_fields__}

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> "Count":
        arrays = {name: np.array(values[name]) for name in ("ends", "steps")}
        return cls(**{**values, **arrays})


def count_chunk(piece: tuple[Match, int, int]) -> dict[str, Any]:
    """Play a chunk of a cell and count."""
    table = play_chunk(piece)
    human = SIDES.index(piece[0].options.seats[0])
    won = (table["winner"] == human).astype(int)
    margin = table["markers"][:, 1 - human] - table["markers"][:, human]
    ends = np.zeros((len(ENDS), 2), int)
    np.add.at(ends, (table["end"], won), 1)
    turns = int(table["turn"].sum())
    return Count(len(table), int(won.sum()), int(margin.sum()), turns, ends, table["steps"].sum(axis=0)).to_json()


def cells_of(agents: Iterable[str], tile_sets: Iterable[str]) -> list[Cell]:
    """Every cell of some agents and tile sets."""
    return [Cell(*cell) for cell in product(agents, tile_sets, DIFFICULTIES, MODULE_SETS, SIDES, (False, True))]


def play_cells(
    cells: Sequence[Cell], games: int, seed: int, ledger: Ledger, jobs: int | None = None, chunk: int = CHUNK
) -> dict[Cell, Count]:
    """What came of every cell; what the ledger holds is not played again."""
    pieces = [pieces_of(cell.match(games, seed, chunk)) for cell in cells]
    flat = [piece for some in pieces for piece in some]
    with progress_bar("against Crassus", len(flat)) as report:
        done = iter(run(flat, count_chunk, ledger, jobs, report))
    return {cell: total(Count.from_json(next(done)) for _ in some) for cell, some in zip(cells, pieces, strict=True)}


def total(counts: Iterable[Count]) -> Count:
    """Several counts as one."""
    first, *others = counts
    for other in others:
        first = first + other
    return first


# -- telling -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Lab:
    """All cells, and the sums that the tables show."""

    counts: dict[Cell, Count]

    def values(self, name: str) -> list[Any]:
        """The values a field of the cells takes, in their order."""
        return list(dict.fromkeys(getattr(cell, name) for cell in self.counts))

    def pooled(self, **wanted: Any) -> Count:
        """All cells with these values together."""
        return total(
            count
            for cell, count in self.counts.items()
            if all(getattr(cell, name) == value for name, value in wanted.items())
        )

    def rises(self, agent: str, tiles: str) -> str:
        """Whether, over all settings, Crassus is harder at every higher level: "yes" or "no" where intervals part."""
        shares = [self.pooled(agent=agent, tiles=tiles, level=level).share.interval for level in DIFFICULTIES]
        steps = list(pairwise(shares))
        if all(easier[0] > harder[1] for easier, harder in steps):
            return "yes"
        return "no" if any(easier[1] < harder[0] for easier, harder in steps) else "not shown"


CELL_COLUMNS = (
    "agent", "tiles", "level", "modules", "human", "harder", "games", "share", "low", "high", "mean_margin",
    "turns_a_game", *(f"step_{number}" for number in range(1, len(STEPS) + 1)),
)  # fmt: skip


def cell_rows(lab: Lab) -> list[tuple[Any, ...]]:
    """One row a cell, in the order of CELL_COLUMNS."""
    return [
        (
            cell.agent, cell.tiles, cell.level, "+".join(cell.modules), cell.human, cell.harder, count.games,
            count.share.value, *count.share.interval, count.mean_margin, count.turns / count.games,
            *count.steps.tolist(),
        )
        for cell, count in lab.counts.items()
    ]  # fmt: skip


def win_table(lab: Lab, agent: str, tiles: str) -> str:
    """The share of wins of an agent in every setting, by level."""
    rows = []
    for setting in lab.values("setting"):
        shares = [lab.pooled(agent=agent, tiles=tiles, setting=setting, level=level).share for level in DIFFICULTIES]
        rows.append((setting, *map(_short, shares)))
    return reports.markdown_table((f"`{agent}` wins, tiles {tiles} (inferred)", *DIFFICULTIES), rows)


def _short(share: Share) -> str:
    low, high = share.interval
    return f"{share.value:.1%} ({low:.1%} to {high:.1%})"


def tiles_table(lab: Lab) -> str:
    """The share of wins over all settings, by tile set and level."""
    rows = [
        (
            tiles,
            f"`{agent}`",
            *(_short(lab.pooled(agent=agent, tiles=tiles, level=level).share) for level in DIFFICULTIES),
            lab.rises(agent, tiles),
        )
        for tiles in lab.values("tiles")
        for agent in lab.values("agent")
    ]
    return reports.markdown_table(("tile set (all inferred)", "agent", *DIFFICULTIES, "harder at each level"), rows, 2)


def ends_table(lab: Lab, tiles: str) -> str:
    """How games end, the margin in markers, and the length."""
    rows = []
    for agent, level in product(lab.values("agent"), DIFFICULTIES):
        count = lab.pooled(agent=agent, tiles=tiles, level=level)
        ends = [
            f"{count.ends[ENDS.index(end), won] / count.games:.1%}"
            for end, won in (("markers", 1), ("no_placement", 1), ("markers", 0), ("no_placement", 0))
        ]
        rows.append((f"`{agent}`", level, *ends, f"{count.mean_margin:+.2f}", f"{count.turns / count.games:.1f}"))
    header = (
        "agent", "level (tiles inferred)", "wins by markers", "wins, Crassus cannot place", "loses by markers",
        "loses, cannot place", "markers ahead", "turns",
    )  # fmt: skip
    return reports.markdown_table(header, rows, 2)


def steps_table(lab: Lab, tiles: str) -> str:
    """How often Crassus's placements came from each step of C15."""
    rows = []
    for agent, level in product(lab.values("agent"), DIFFICULTIES):
        steps = lab.pooled(agent=agent, tiles=tiles, level=level).steps
        rows.append((f"`{agent}`", level, *(f"{step / steps.sum():.1%}" for step in steps)))
    names = (f"{number} {name}" for number, name in enumerate(STEPS, 1))
    return reports.markdown_table(("against", "level (tiles inferred)", *names), rows, 2)


def sets_table(names: Iterable[str]) -> str:
    """The tile sets and why each is possible."""
    rows = []
    for name in names:
        shown = (f"{letter} {'/'.join(map(str, parts))}" for letter, parts in TILE_SETS[name].tiles.items())
        rows.append((name, ", ".join(shown), TILE_SETS[name].reason))
    return reports.markdown_table(("tile set", "draw/centurion/place/discard", "why it is possible"), rows, 3)


def page(lab: Lab, about: dict[str, Any]) -> list[str]:
    """The lab as paragraphs of Markdown."""
    games = next(iter(lab.counts.values())).games
    tiles = lab.values("tiles")
    head = (
        f"{reports.source(about)} {games:,} games a cell, seed {about['seed']}; shares with Wilson's 95 % intervals. "
        f"{reports.INFERRED}"
    )
    return [
        head,
        *(win_table(lab, agent, tiles[0]) for agent in lab.values("agent")),
        f"All {len(lab.values('setting'))} settings together, under every tile set:",
        tiles_table(lab),
        sets_table(tiles),
        f"How games end, tiles {tiles[0]} (inferred):",
        ends_table(lab, tiles[0]),
        f"Which step of C15 decides Crassus's placements, tiles {tiles[0]} (inferred):",
        steps_table(lab, tiles[0]),
    ]


def win_map(lab: Lab, agent: str, tiles: str) -> Figure:
    """The share of wins in every setting and level as a heat map."""
    settings = lab.values("setting")
    values = [
        [lab.pooled(agent=agent, tiles=tiles, setting=setting, level=level).share.value for level in DIFFICULTIES]
        for setting in settings
    ]
    title = f"{agent} against Crassus\ntiles {tiles} (inferred)"
    return reports.heat_map(values, settings, DIFFICULTIES, title, "share of wins")


def tiles_plot(lab: Lab) -> Figure:
    """The share of wins by level under every tile set."""
    figure, axes = reports.new_figure(7, 4)
    for agent, tiles in product(lab.values("agent"), lab.values("tiles")):
        shares = [lab.pooled(agent=agent, tiles=tiles, level=level).share.value for level in DIFFICULTIES]
        style = "-" if tiles == "default" else "--"
        axes.plot(DIFFICULTIES, shares, style, marker="o", label=f"{agent}, {tiles}")
    axes.set_ylim(0, 1)
    axes.set_ylabel("share of wins, all settings")
    axes.set_title("Crassus under every tile set (all inferred)")
    figure.legend(loc="outside right upper", fontsize=7)
    return figure


def curve_plot(lab: Lab, elo: dict[str, float], tiles: str) -> Figure:
    """The difficulty curve: share of wins against the rating of the agent."""
    figure, axes = reports.new_figure(6, 4)
    agents = sorted((agent for agent in lab.values("agent") if agent in elo), key=lambda agent: elo[agent])
    for level in DIFFICULTIES:
        shares = [lab.pooled(agent=agent, tiles=tiles, level=level).share for agent in agents]
        values = np.array([share.value for share in shares])
        reach = np.array([share.interval for share in shares]).T
        errors = np.abs(reach - values)
        axes.errorbar([elo[agent] for agent in agents], values, yerr=errors, marker="o", capsize=3, label=level)
    for agent in agents:
        axes.annotate(agent, (elo[agent], 1.02), rotation=30, fontsize=7, annotation_clip=False)
    axes.set_ylim(0, 1)
    axes.set_xlabel("Elo on the two-player ladder")
    axes.set_ylabel("share of wins, all settings")
    axes.legend(title=f"tiles {tiles} (inferred)")
    return figure


def ladder_ratings(path: Path) -> dict[str, float]:
    """The ratings that a ladder wrote."""
    return {row["agent"]: row["elo"] for row in json.loads(path.read_text(encoding="utf-8"))["ratings"]}


def save(lab: Lab, folder: Path, about: dict[str, Any], elo: dict[str, float]) -> str:
    """Write the folder of the lab; returns its page."""
    reports.write_csv(folder / "cells.csv", CELL_COLUMNS, cell_rows(lab))
    reports.write_json(folder / "crassus.json", as_json(lab, about))
    for agent, tiles in product(lab.values("agent"), lab.values("tiles")):
        name = "".join(letter if letter.isalnum() else "-" for letter in f"{agent}-{tiles}")
        reports.save_figure(win_map(lab, agent, tiles), folder, f"wins-{name}")
    reports.save_figure(tiles_plot(lab), folder, "tiles")
    if elo:
        reports.save_figure(curve_plot(lab, elo, lab.values("tiles")[0]), folder, "curve")
    return reports.write_page(folder / "crassus.md", *page(lab, about))


def as_json(lab: Lab, about: dict[str, Any]) -> dict[str, Any]:
    """The lab as JSON values."""
    return {
        **about,
        "tiles_inferred": True,
        "tile_sets": {name: TILE_SETS[name].tiles for name in lab.values("tiles")},
        "cells": [dict(zip(CELL_COLUMNS, row, strict=True)) for row in cell_rows(lab)],
    }


def main(argv: Sequence[str] | None = None, show: Callable[[str], None] = print) -> None:
    """Play the lab and write its folder."""
    parser = argparse.ArgumentParser(
        prog="crassus", description="Share of wins against Crassus in every setting. His command tiles are inferred."
    )
    parser.add_argument("--agents", nargs="+", default=["random"], help='such as random or "name:key=value"')
    parser.add_argument(
        "--tiles", nargs="+", default=list(TILE_SETS), choices=TILE_SETS, help="tile sets, all inferred"
    )
    add_run_arguments(parser, 1000, "a cell")
    parser.add_argument("--chunk", type=int, default=CHUNK, help=f"games at once (default {CHUNK})")
    parser.add_argument("--folder", type=Path, default=Path("crassus"), help="where the lab lives")
    parser.add_argument("--ladder", type=Path, help="ladder.json of a ladder of the same agents, for the curve")
    parser.add_argument("--write", action="store_true", help="record the page in benchmarks/RESULTS.md")
    given = list(sys.argv[1:] if argv is None else argv)
    arguments = parser.parse_args(given)
    try:
        check_agents(arguments.agents, GAME)
    except ValueError as problem:
        parser.error(str(problem))
    elo = ladder_ratings(arguments.ladder) if arguments.ladder else {}
    cells = cells_of(arguments.agents, arguments.tiles)
    ledger = Ledger(arguments.folder / "games.jsonl")
    lab = Lab(play_cells(cells, arguments.games, arguments.seed, ledger, arguments.jobs, arguments.chunk))
    about = reports.provenance(
        reports.command_line("crassus", given), seed=arguments.seed, games_a_cell=arguments.games
    )
    text = save(lab, arguments.folder, about, elo)
    show(text)
    if arguments.write:
        results.record("crassus", json.dumps(as_json(lab, about), indent=1), text)


if __name__ == "__main__":
    main()
