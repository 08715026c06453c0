"""Helpers of the tests that play environments."""

import itertools
from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
from pettingzoo.test import max_cycles_test, performance_benchmark
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from boardkit.aec import BoardAEC
from boardkit.batch import Batch
from boardkit.game import Game, Options, States


def play_on(env: BoardAEC, most: int = 10**6) -> list[tuple]:
    """Play random legal actions up to the end and tell what happened."""
    story = []
    for agent in env.agent_iter(most):
        observation, reward, terminated, truncated, _ = env.last()
        action = None if terminated or truncated else int(np.flatnonzero(observation["action_mask"])[-1])
        story.append((agent, observation["observation"].tobytes(), reward, terminated, action))
        env.step(action)
    return story


MASKED = (  # what PettingZoo says of every observation that holds a mask, its own games excepted by name
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
    "ignore:Action mask numpy array is all zeros",
)


def check_max_cycles(game, options) -> None:
    """PettingZoo's test is for agents that act at once and samples without masks, so for games for one."""

    class LegalSpace(BoardAEC):
        def action_space(self, agent):
            return SimpleNamespace(sample=self.sample_action)

    def env(max_cycles):
        return LegalSpace(game, options, max_cycles=max_cycles)

    def parallel_env(max_cycles):
        return turn_based_aec_to_parallel_wrapper(env(max_cycles))

    max_cycles_test(SimpleNamespace(env=env, parallel_env=parallel_env))


def check_performance_benchmark(env, monkeypatch) -> None:
    """PettingZoo's benchmark runs; a clock of ours makes it three rounds instead of five seconds."""
    clock = itertools.count(step=2)
    monkeypatch.setitem(performance_benchmark.__globals__, "time", SimpleNamespace(time=lambda: next(clock)))
    performance_benchmark(env)


def random_positions(game: Game, options: Options, games: int, seed: int) -> Iterator[States]:
    """All positions of random games, many games at a time, as arrays of those that are not over."""
    batch = Batch(game, options, games, seed, auto_reset=False)
    while (live := np.flatnonzero(batch.counts)).size:
        yield batch.get_states(live)
        batch.step(batch.random_actions(live), live)
