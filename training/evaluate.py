"""How often one agent beats another, and games of it to look at."""

from pathlib import Path

import numpy as np

from benchmarks.intervals import Share
from boardkit import play
from boardkit.agent import Agent, ask
from boardkit.batch import Batch
from boardkit.chance import new_generator
from boardkit.game import Game, Options
from boardkit.records import Recorder


def win_share(agent: Agent, opponent: Agent, game: Game, options: Options, games: int, seed: int) -> Share:
    """The share of games that `agent` wins with `opponent` in all other seats; every seat is taken equally often.

    A win for several counts in equal parts; alone, as against Crassus, a win is a return above zero.
    """
    batch = Batch(game, options, games, seed, auto_reset=False)
    seats = np.arange(games) % len(options.seats)
    keys = np.empty(2, np.uint64)
    generator = new_generator(seed)
    while len(going := np.flatnonzero(~batch.terminated)):
        own = batch.to_move[going] == seats[going]
        actions = np.empty(len(going), np.int64)
        play.fill_random(generator, keys)
        for asked, rows, key in ((agent, np.flatnonzero(own), keys[0]), (opponent, np.flatnonzero(~own), keys[1])):
            if len(rows):
                actions[rows] = ask(asked, batch, going[rows], int(key))
        batch.step(actions, going)
    wins = np.zeros(games)
    credit_wins(batch.rows.totals, seats, wins)
    return Share(float(wins.sum()), games)


def credit_wins(returns: np.ndarray, seats: np.ndarray, wins: np.ndarray) -> None:
    """Write what share of its game's win each of the seats has."""
    shares = np.zeros(returns.shape[1])
    for number, (row, seat) in enumerate(zip(returns, seats, strict=True)):
        shares[:] = 0
        play.share_win(row, shares)
        wins[number] = shares[seat]


def record_game(path: Path, game: Game, options: Options, agent: Agent, seed: int) -> None:
    """Let an agent play all seats of one game and write the record of it."""
    batch = Batch(game, options, 1, np.array([seed % 2**64], np.uint64), auto_reset=False)
    with Recorder(path, game, options, seed, [agent.name] * len(options.seats)) as recorder:
        while not batch.terminated[0]:
            action = ask(agent, batch, np.array([0]), seed)
            batch.step(action)
            recorder.add(int(action[0]))
