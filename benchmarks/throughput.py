"""How fast the games run through every interface, and beside their peers.

    python -m benchmarks.throughput [--seconds 2] [--peers] [--games caesar] [--write | --check]

Every figure is the best of several short windows, so that a busy machine disturbs it least; peers are measured in the
same run and given as ratios. `--write` records the figures in benchmarks/results/ and benchmarks/RESULTS.md;
`--check` compares with what is recorded there, as multiples of a yardstick measured in the same run.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks import machine, peers, results
from boardkit import play
from boardkit.aec import BoardAEC
from boardkit.batch import Batch
from boardkit.chance import new_generator
from boardkit.game import Game, Options
from boardkit.gym import BoardEnv, BoardVectorEnv
from duel_env import GAME as CAESAR
from duel_env import CaesarOptions
from trajan_env import GAME as TRAJAN
from trajan_env import TrajanOptions

WINDOWS = 5
BATCH = 1024
LARGE_BATCH = 4096
ALL_MODULES = ("poison", "centurions", "border_control")


@dataclass(frozen=True)
class Subject:
    """A variant of a game to measure, and the rates the project promises for it (0: none)."""

    title: str
    package: str
    game: Game
    options: Options
    promises: dict[str, float]


SUBJECTS = (
    Subject(
        "Caesar!, two players", "duel_env", CAESAR, CaesarOptions(),
        {"kernel": 1_500_000, "batch": 1_000_000, "batch2": 1_700_000, "env": 100_000, "raw_env": 150_000},
    ),
    Subject("Caesar!, all modules", "duel_env", CAESAR, CaesarOptions(modules=ALL_MODULES), {}),
    Subject("Caesar!, solo, middle", "duel_env", CAESAR, CaesarOptions(solo="middle"), {"kernel": 500_000}),
    Subject(
        "Trajan, four players", "trajan_env", TRAJAN, TrajanOptions(players=4),
        {"kernel": 3_000_000, "batch": 1_200_000, "batch2": 2_040_000, "env": 100_000},
    ),
    Subject("Trajan, two players", "trajan_env", TRAJAN, TrajanOptions(players=2), {}),
)  # fmt: skip


@dataclass(frozen=True)
class Figure:
    """One measured number."""

    subject: str
    interface: str
    rate: float
    unit: str = "decisions/s"
    promise: float = 0.0


# -- measuring ---------------------------------------------------------------------------------------------------------
def best_rate(burst: Callable[[], int], seconds: float) -> float:
    """Repeat a burst of work (which returns how much it did) in several windows; the best window's rate."""
    burst()
    best = 0.0
    for _ in range(WINDOWS):
        done, began = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - began) < seconds / WINDOWS:
            done += burst()
        best = max(best, done / elapsed)
    return best


def kernel_burst(game: Game, options: Options) -> Callable[[], int]:
    """Random play inside the kernel: legal actions, choice, step."""
    states = game.blank(options)
    legal = np.zeros(game.num_actions, np.int16)
    wins = np.zeros(len(options.seats))
    generator = new_generator(1)
    return lambda: play.rollout(states, 2**62, 20_000, generator, legal, wins)[1]


def batch_burst(game: Game, options: Options, games: int, threads: int = 1) -> Callable[[], int]:
    """The batch API, mask and observation written out."""
    batch = Batch(game, options, games, 1, threads=threads)

    def burst() -> int:
        for _ in range(10):
            batch.step(batch.random_actions())
        return 10 * games

    return burst


def aec_burst(game: Game, options: Options, checked: bool) -> Callable[[], int]:
    """PettingZoo's loop: observe the agent to move, choose a legal action, step."""
    env = BoardAEC(game, options, checked=checked)
    env.reset(seed=1)

    def burst() -> int:
        for _ in range(2000):
            if env.terminations[env.agent_selection]:
                env.reset()
            env.last()
            env.step(env.sample_action())
        return 2000

    return burst


def gym_burst(game: Game, options: Options) -> Callable[[], int]:
    """One Gymnasium environment against random opponents (solo: against Crassus)."""
    env = BoardEnv(game, options, opponents="random", seat=0)
    env.reset(seed=1)
    batch = env.versus.batch

    def burst() -> int:
        for _ in range(500):
            if env.step(int(batch.random_actions()[0]))[2]:
                env.reset()
        return 500

    return burst


def vector_burst(game: Game, options: Options) -> Callable[[], int]:
    """Many Gymnasium environments in one batch against random opponents (solo: against Crassus)."""
    env = BoardVectorEnv(game, options, BATCH, opponents="random")
    env.reset(seed=1)
    batch = env.versus.batch

    def burst() -> int:
        for _ in range(5):
            env.step(batch.random_actions())
        return 5 * BATCH

    return burst


def sb3_burst(game: Game, options: Options) -> Callable[[], int]:
    """Stable-Baselines3's `VecEnv` with masks against random opponents (solo: against Crassus)."""
    from boardkit.sb3 import BoardVecEnv

    env = BoardVecEnv(game, options, BATCH, opponents="random", seed=1)
    batch = env.versus.batch

    def burst() -> int:
        for _ in range(5):
            env.action_masks()
            env.step(batch.random_actions())
        return 5 * BATCH

    return burst


def interfaces(subject: Subject) -> Iterator[tuple[str, str, Callable[[], Callable[[], int]]]]:
    """Key, title and maker of each burst of a subject."""
    game, options = subject.game, subject.options
    yield "kernel", "random play in the kernel", lambda: kernel_burst(game, options)
    yield "batch", f"batch of {BATCH:,}, one core", lambda: batch_burst(game, options, BATCH)
    yield "batch2", f"batch of {BATCH:,}, two threads", lambda: batch_burst(game, options, BATCH, threads=2)
    yield "large", f"batch of {LARGE_BATCH:,}, one core", lambda: batch_burst(game, options, LARGE_BATCH)
    yield "large2", f"batch of {LARGE_BATCH:,}, two threads", lambda: batch_burst(game, options, LARGE_BATCH, threads=2)
    yield "env", "AEC env, checked", lambda: aec_burst(game, options, checked=True)
    yield "raw_env", "AEC raw_env", lambda: aec_burst(game, options, checked=False)
    yield "gym", "Gymnasium Env", lambda: gym_burst(game, options)
    yield "vector", f"Gymnasium VectorEnv of {BATCH:,}", lambda: vector_burst(game, options)
    yield "sb3", f"SB3 VecEnv of {BATCH:,}", lambda: sb3_burst(game, options)


def measure_rates(seconds: float, games: list[str]) -> list[Figure]:
    """Every interface of every subject."""
    planned = [(s, *rest) for s in SUBJECTS if s.game.name in games for rest in interfaces(s)]
    return [
        Figure(subject.title, title, best_rate(make(), seconds), promise=subject.promises.get(key, 0.0))
        for subject, key, title, make in track(planned, "measuring")
    ]


# -- the regression gate -----------------------------------------------------------------------------------------------
YARDSTICK = Figure("this machine", "yardstick: sorting numbers with numpy", 0.0, "sorts/s")
FELL = 0.3  # the part of a recorded ratio whose loss `--check` names


def measure_yardstick(seconds: float) -> Figure:
    """Work that no change of ours touches: rates divided by it can be compared between machines, roughly."""
    numbers = np.random.default_rng(1).random(20_000)

    def burst() -> int:
        for _ in range(20):
            np.sort(numbers)
        return 20

    return replace(YARDSTICK, rate=best_rate(burst, seconds))


def fallen(figures: list[Figure], recorded: list[Figure]) -> list[str]:
    """Which rates, as multiples of the yardstick of their run, fell by more than 30 % against the recorded ones."""
    now, before = _ratios(figures), _ratios(recorded)
    return [
        f"{subject}, {interface}: {now[subject, interface] / ratio:.0%} of the recorded ratio"
        for (subject, interface), ratio in before.items()
        if (subject, interface) in now and now[subject, interface] < (1 - FELL) * ratio
    ]


def _ratios(figures: list[Figure]) -> dict[tuple[str, str], float]:
    yardsticks = [figure.rate for figure in figures if figure.interface == YARDSTICK.interface]
    if not yardsticks:
        raise ValueError("the figures have no yardstick: record them anew with --write")
    return {(f.subject, f.interface): f.rate / yardsticks[0] for f in figures if f.unit == "decisions/s"}


def check(figures: list[Figure]) -> None:
    """Leave with an error that names what fell against the recorded figures."""
    path = results.FOLDER / "results" / "throughput.json"
    recorded = [Figure(**figure) for figure in json.loads(path.read_text(encoding="utf-8"))["figures"]]
    try:
        worse = fallen(figures, recorded)
    except ValueError as problem:
        sys.exit(str(problem))
    if worse:
        sys.exit("slower than recorded by more than 30 %:\n" + "\n".join(worse))
    print("nothing is slower than recorded by more than 30 %")


# -- starting up -------------------------------------------------------------------------------------------------------
STARTUP = """
import time; began = time.perf_counter()
import {package}
batch = {package}.batch({games}, seed=1)
for _ in range({steps}):
    batch.step(batch.random_actions())
print(time.perf_counter() - began)
"""


# Not getrusage: a process started from a large one inherits that one's peak.
PEAK_MEMORY = """
lines = open("/proc/self/status").read().splitlines()
print(next(line.split()[1] for line in lines if line.startswith("VmHWM")))
"""


def measure_startup(games: list[str]) -> list[Figure]:
    """A fresh process, from import to its first thousand steps: with a cold and with a warm cache; and its memory."""
    figures = []
    for package, title in {s.package: s.game.title for s in SUBJECTS if s.game.name in games}.items():
        with tempfile.TemporaryDirectory() as cache:
            script = STARTUP.format(package=package, games=1, steps=1000)
            for kind in ("cold cache", "warm cache"):
                seconds, _ = _fresh_process(script, cache)
                figures.append(Figure(title, f"import to first 1,000 steps, {kind}", seconds, "s"))
            _fresh_process(STARTUP.format(package=package, games=BATCH, steps=10), cache)
            _, megabytes = _fresh_process(STARTUP.format(package=package, games=BATCH, steps=100), cache)
            figures.append(Figure(title, f"memory of a process playing {BATCH:,} games", megabytes, "MB"))
    return figures


def _fresh_process(script: str, cache: str) -> tuple[float, float]:
    measured = script + PEAK_MEMORY
    environment = {**os.environ, "ROME_CACHE_DIR": cache}
    ran = subprocess.run([sys.executable, "-c", measured], env=environment, capture_output=True, text=True, check=True)
    seconds, kilobytes = ran.stdout.split()
    return float(seconds), float(kilobytes) / 1024


def measure_peers(figures: list[Figure], seconds: float) -> Iterator[Figure]:
    """Peers that are installed, each beside the interface of ours that does the same job, in the same run."""
    titles = {key: title for key, title, _ in interfaces(SUBJECTS[0])}
    for library, what, rate, ours in peers.measure(best_rate, seconds):
        ratios = [
            f"{figure.subject} {figure.rate / rate:,.0f}x"
            for figure in figures
            if figure.interface == titles[ours] and "players" in figure.subject
        ]
        yield Figure(library, f"{what} (beside {titles[ours]}: {', '.join(ratios)})", rate, "steps/s")


# -- reporting ---------------------------------------------------------------------------------------------------------
def figures_table(figures: list[Figure]) -> Table:
    shown = Table(title="Throughput")
    for column in ("game", "interface", "figure", "promised"):
        shown.add_column(column, justify="left" if column in ("game", "interface") else "right")
    for figure in figures:
        shown.add_row(
            figure.subject, figure.interface, _written(figure), f"{figure.promise:,.0f}" if figure.promise else ""
        )
    return shown


def _written(figure: Figure) -> str:
    return f"{figure.rate:,.0f}/s" if figure.unit.endswith("/s") else f"{figure.rate:,.1f} {figure.unit}"


def markdown(figures: list[Figure], about: dict[str, Any], command: str) -> str:
    """The figures as the section of RESULTS.md."""
    rows = ["| game | interface | figure | promised |", "|---|---|---:|---:|"]
    for f in figures:
        rows.append(f"| {f.subject} | {f.interface} | {_written(f)} | {f'{f.promise:,.0f}' if f.promise else ''} |")
    versions = ", ".join(f"{name} {number}" for name, number in about["versions"].items())
    place = f"{about['processor']}, {about['cores']} cores, load {about['load']}"
    source = f"`{command}` on {place}, Python {about['python']}, {versions}."
    return "\n".join([source, "", *rows])


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure throughput.")
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each figure")
    parser.add_argument("--games", nargs="+", default=sorted({s.game.name for s in SUBJECTS}), help="which games")
    parser.add_argument("--peers", action="store_true", help="measure peers that are installed, too")
    parser.add_argument("--write", action="store_true", help="record the figures in benchmarks/")
    parser.add_argument("--check", action="store_true", help="compare with the recorded rates and name what fell")
    arguments = parser.parse_args()
    about = machine.describe()
    figures = [measure_yardstick(arguments.seconds), *measure_rates(arguments.seconds, arguments.games)]
    if arguments.check:
        check(figures)
        return
    figures += measure_startup(arguments.games)
    if arguments.peers:
        figures += list(measure_peers(figures, arguments.seconds))
    Console().print(figures_table(figures))
    if arguments.write:
        command = "python -m benchmarks.throughput " + " ".join(sys.argv[1:])
        payload = {"command": command, "machine": about, "figures": [asdict(figure) for figure in figures]}
        results.record("throughput", json.dumps(payload, indent=1), markdown(figures, about, command))


if __name__ == "__main__":
    main()
