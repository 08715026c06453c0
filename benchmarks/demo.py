"""What `make demo` runs: a few thousand random games with a progress bar, a small table, and one drawn board."""

import time
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from benchmarks.intervals import Share
from boardkit import play
from boardkit.chance import new_generator
from boardkit.game import Game, Options
from duel_env import GAME as CAESAR
from duel_env import CaesarOptions, env
from trajan_env import GAME as TRAJAN
from trajan_env import TrajanOptions

GAMES = 10_000
CHUNK = 500
SEED = 1


@dataclass(frozen=True)
class Variant:
    """A game to show off: what it is called, what is played, and whose share of wins is of interest."""

    title: str
    game: Game
    options: Options
    share: str


VARIANTS = (
    Variant("Caesar!, two players", CAESAR, CaesarOptions(), "Caesar wins"),
    Variant(
        "Caesar!, all modules",
        CAESAR,
        CaesarOptions(modules=("poison", "centurions", "border_control")),
        "Caesar wins",
    ),
    Variant("Caesar! against Crassus, low (tiles inferred)", CAESAR, CaesarOptions(solo="low"), "human wins"),
    Variant("Trajan, two players", TRAJAN, TrajanOptions(players=2), "first seat wins"),
    Variant("Trajan, four players", TRAJAN, TrajanOptions(players=4), "first seat wins"),
)


@dataclass(frozen=True)
class Played:
    """What came of a variant."""

    variant: Variant
    games: int
    decisions: int
    seconds: float
    wins: Share


def play_variant(variant: Variant, progress: Progress) -> Played:
    """Play random games in the kernel, chunk by chunk for the progress bar."""
    states = variant.game.blank(variant.options)
    legal = np.zeros(variant.game.num_actions, np.int16)
    wins = np.zeros(len(variant.options.seats))
    generator = new_generator(SEED)
    play.rollout(states, 1, 1, generator, legal, wins)  # compile (or load) before the clock starts
    wins[:] = 0
    task = progress.add_task(variant.title, total=GAMES)
    games, decisions, seconds = 0, 0, 0.0
    while games < GAMES:
        began = time.perf_counter()
        chunk_games, chunk_decisions = play.rollout(states, CHUNK, 2**62, generator, legal, wins)
        seconds += time.perf_counter() - began
        games += chunk_games
        decisions += chunk_decisions
        progress.update(task, completed=games)
    return Played(variant, games, decisions, seconds, Share(float(wins[0]), games))


def table(results: list[Played]) -> Table:
    """The small table of what was played."""
    shown = Table(title="Random play, one core, inside the compiled kernel")
    for column in ("game", "games/s", "decisions/s", "share of wins, 95 % interval"):
        shown.add_column(column, justify="left" if column in ("game", "share of wins, 95 % interval") else "right")
    for played in results:
        shown.add_row(
            played.variant.title,
            f"{played.games / played.seconds:,.0f}",
            f"{played.decisions / played.seconds:,.0f}",
            f"{played.variant.share} {played.wins}",
        )
    return shown


def board(seed: int) -> str:
    """A game of Caesar! after some random play, drawn for the terminal."""
    environment = env()
    environment.reset(seed=seed)
    for _ in range(24):
        environment.step(environment.sample_action())
    return CAESAR.ansi(environment.game_state[0], None)


def main() -> None:
    console = Console()
    console.print("Compiling the rules takes a minute or two the first time; the next start takes a second.\n")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console) as progress:
        results = [play_variant(variant, progress) for variant in VARIANTS]
    console.print(table(results))
    print(board(SEED))


if __name__ == "__main__":
    main()
