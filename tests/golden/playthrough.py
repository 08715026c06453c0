"""Writes a whole random game of every variant as text: `make golden` makes the files anew.

A line is a decision: its number, who decides, the action and its words, how many actions were legal, and a digest of
the whole state after it (hidden pieces and generator included), so that any change of the rules shows where it begins.
"""

import hashlib
import json
import random
import re
from collections.abc import Iterator
from itertools import chain, combinations
from pathlib import Path

from boardkit.batch import Batch
from boardkit.game import Game, Options, State
from duel_env import GAME as CAESAR
from duel_env import CaesarOptions
from duel_env.options import MODULES
from trajan_env import GAME as TRAJAN
from trajan_env import TrajanOptions

FOLDER = Path(__file__).parent
SEED = 1
DRAWN_EVERY = 40  # decisions between two drawings of the board
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def variants() -> Iterator[tuple[str, Game, Options]]:
    """Name, game and options of everything that can be played."""
    for chosen in chain.from_iterable(combinations(MODULES, count) for count in range(len(MODULES) + 1)):
        if "border_control" not in chosen or len(chosen) == len(MODULES):  # C10
            yield "-".join(["caesar", *chosen]), CAESAR, CaesarOptions(modules=chosen)
    for level in ("low", "middle", "high"):
        yield f"caesar-solo-{level}", CAESAR, CaesarOptions(solo=level)
    harder = CaesarOptions(solo="high", human="pompey", harder=True, modules=MODULES)
    yield "caesar-solo-pompey-harder-all-modules", CAESAR, harder
    for players in (2, 3, 4):
        for setup in ("decisions", "random"):
            yield f"trajan-{players}-{setup}", TRAJAN, TrajanOptions(players=players, setup=setup)


def playthrough(game: Game, options: Options, seed: int = SEED) -> str:
    """A random game as text."""
    batch = Batch(game, options, 1, seed, auto_reset=False)
    chance = random.Random(seed)
    lines = [
        f"{game.title} version {game.version}, seed {seed}",
        json.dumps(options.to_json()),
        "",
        *drawn(game, batch),
    ]
    number = 0
    while not batch.terminated[0]:
        number += 1
        state = batch.states[0]
        legal = [int(action) for action in batch.legal_actions(0)]
        action = legal[int(chance.random() * len(legal))]
        seat = options.seats[int(batch.to_move[0])]
        words = game.words(state, action)
        batch.step([action])
        lines.append(f"{number:3} {seat}: {words} [{action}, one of {len(legal)}] {digest(game, batch.states[0])}")
        if number % DRAWN_EVERY == 0:
            lines += ["", *drawn(game, batch)]
    lines += ["", *drawn(game, batch), json.dumps(game.result(batch.states[0])), ""]
    return "\n".join(lines)


def drawn(game: Game, batch: Batch) -> list[str]:
    """The board without colours, nothing hidden."""
    return [line.rstrip() for line in ESCAPES.sub("", game.ansi(batch.states[0], None)).splitlines()] + [""]


def digest(game: Game, state: State) -> str:
    """Eight digits that stand for everything in a state."""
    return hashlib.sha256(json.dumps(game.to_json(state)).encode()).hexdigest()[:8]


def main() -> None:
    """Write all files anew."""
    for name, game, options in variants():
        (FOLDER / f"{name}.txt").write_text(playthrough(game, options), encoding="utf-8")


if __name__ == "__main__":
    main()
