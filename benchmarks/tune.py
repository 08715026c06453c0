"""Tuning a judgement by self-play: CMA-ES on the weights of a game's advice, legate against legate.

`python -m benchmarks.tune caesar --options '{"modules": ["poison"]}' --file runs/caesar.json` starts or goes on.
A candidate sits at one seat, in turn at each, and the best weights so far at the others; all candidates of a generation
play the same games. A candidate's fitness is its share of wins. Every so often the mean of the search plays a longer
match against the best weights, and takes their place when it is better beyond doubt.
"""

import argparse
import json
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cma
import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from agents.judgement import Judgement, judgement_of
from agents.turns import new_scratch, pick_best, rate_turn
from benchmarks.intervals import Share
from boardkit import play
from boardkit.chance import new_generator, next_bits
from boardkit.game import Game, Options
from boardkit.jit import kernel
from boardkit.protocol import determinize, is_over, returns, to_move
from duel_env import GAME as CAESAR
from trajan_env import GAME as TRAJAN

GAMES = {game.name: game for game in (CAESAR, TRAJAN)}
SMALLEST_STEP = 0.02  # by which a weight of nothing is varied at first
CHECK_EVERY = 10  # generations between two matches for the title


@kernel
def play_matches(
    now, seeds, own, others, budget, generator,
    states, legal, counts, cursors, budgets, best, values, scores, finals, wins,
):  # fmt: skip
    """Play a game for each seed, `own` weights at one seat, in turn at each, `others` at the rest; adds up the wins."""
    s = now[0]
    seats = len(values)
    for game in range(len(seeds)):
        seat = game % seats
        play.start(s, seeds[game], legal[0])
        while not is_over(s):
            player = np.int64(to_move(s))
            states[0] = s
            determinize(states[0], player, next_bits(generator))
            weights = own if player == seat else others
            count = rate_turn(states, player, budget, weights, legal, counts, cursors, budgets, best, values, scores)
            play.play(s, pick_best(generator, legal[0], scores, count), legal[0])
        returns(s, finals)
        for other in range(seats):
            wins[other] = 0
        play.share_win(finals, wins)
        wins[seats] += wins[seat]


class Arena:
    """Where weights play against weights."""

    def __init__(self, game: Game, options: Options, budget: int) -> None:
        self.seats = len(options.seats)
        self._budget = budget
        self._now = np.zeros(1, game.state)
        options.write(self._now[0])
        self._scratch = new_scratch(game, options)
        self._finals = np.zeros(self.seats, np.float32)

    def play(self, own: np.ndarray, others: np.ndarray, games: int, seed: int) -> float:
        """How many of so many games the own weights win; equal seeds deal equal games."""
        generator = new_generator(seed)
        seeds = np.empty(games, np.uint64)
        play.fill_random(generator, seeds)
        # each deal is played once from every seat
        seeds[:] = seeds[np.arange(games) // self.seats]
        wins = np.zeros(self.seats + 1)
        play_matches(
            self._now, seeds, own, others, self._budget, generator, *self._scratch, self._finals, wins
        )  # fmt: skip
        return float(wins[-1])


@dataclass
class Search:
    """A search that can be put aside and taken up again."""

    strategy: Any
    best: np.ndarray
    scale: np.ndarray
    generation: int = 0
    titles: int = 0

    @classmethod
    def begin(cls, judgement: Judgement, step: float, population: int) -> "Search":
        """A search around the weights of the table; each weight is varied in proportion to its size."""
        weights = judgement.weights
        scale = np.maximum(np.abs(weights), SMALLEST_STEP)
        settings = {"popsize": population, "verbose": -9, "seed": 1}
        return cls(cma.CMAEvolutionStrategy(weights / scale, step, settings), weights, scale)

    @classmethod
    def load(cls, path: Path) -> "Search":
        return pickle.loads(path.read_bytes())

    def save(self, path: Path, judgement: Judgement) -> None:
        """Write the search, and beside it the best weights as JSON."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pickle.dumps(self))
        named = {
            advice.name: round(float(weight), 4) for advice, weight in zip(judgement.advice, self.best, strict=True)
        }
        path.with_suffix(".json").write_text(json.dumps(named, indent=1) + "\n")

    @property
    def mean(self) -> np.ndarray:
        """The weights the search has arrived at."""
        return np.array(self.strategy.mean) * self.scale


def advance(search: Search, arenas: Sequence[Arena], games: int) -> float:
    """One generation: every candidate plays the same games in every arena. Returns their mean share of wins."""
    candidates = search.strategy.ask()
    shares = [
        np.mean([arena.play(np.array(c) * search.scale, search.best, games, search.generation) for arena in arenas])
        / games
        for c in candidates
    ]
    search.strategy.tell(candidates, [-share for share in shares])
    search.generation += 1
    return float(np.mean(shares))


def challenge(search: Search, arenas: Sequence[Arena], games: int) -> Share:
    """The mean of the search plays for the title; it takes it when it is better beyond doubt."""
    mean = search.mean
    wins = sum(arena.play(mean, search.best, games, 2**32 + search.generation) for arena in arenas)
    share = Share(wins, games * len(arenas))
    if share.interval[0] > 1 / arenas[0].seats:
        search.best = mean
        search.titles += 1
    return share


def table_of(judgement: Judgement, search: Search) -> Table:
    """The weights: those of the table, the best, and where the search stands."""
    table = Table("advice", "in the code", "best", "search")
    for advice, best, mean in zip(judgement.advice, search.best, search.mean, strict=True):
        table.add_row(advice.name, f"{advice.weight:.4f}", f"{best:.4f}", f"{mean:.4f}")
    return table


def tune(game: Game, options: Sequence[Options], path: Path, arguments: argparse.Namespace) -> None:
    """Search for so many generations more."""
    console = Console()
    judgement = judgement_of(game)
    arenas = [Arena(game, chosen, arguments.budget) for chosen in options]
    search = Search.load(path) if path.exists() else Search.begin(judgement, arguments.step, arguments.population)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("generations", total=arguments.generations)
        for _ in range(arguments.generations):
            share = advance(search, arenas, arguments.games)
            if search.generation % CHECK_EVERY == 0:
                title = challenge(search, arenas, arguments.match)
                console.print(f"generation {search.generation}: the mean wins {title} ({search.titles} titles)")
            search.save(path, judgement)
            progress.update(task, advance=1, description=f"candidates win {share:.1%}")
    console.print(table_of(judgement, search))


def read_arguments() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--options", action="append", help="JSON options; repeat to tune for several variants at once")
    parser.add_argument("--file", type=Path, required=True, help="the search is kept here, and goes on from here")
    parser.add_argument("--generations", type=int, default=100)
    parser.add_argument("--population", type=int, default=12)
    parser.add_argument("--games", type=int, default=200, help="games of a candidate in a generation and variant")
    parser.add_argument("--match", type=int, default=2000, help="games of a match for the title in each variant")
    parser.add_argument("--budget", type=int, default=2000, help="positions legate looks at for a decision")
    parser.add_argument("--step", type=float, default=0.3, help="first variation, in parts of each weight")
    return parser.parse_args()


if __name__ == "__main__":
    arguments = read_arguments()
    chosen = GAMES[arguments.game]
    variants = [chosen.options.from_json(json.loads(text)) for text in arguments.options or ["{}"]]
    tune(chosen, variants, arguments.file.with_suffix(".pickle"), arguments)
