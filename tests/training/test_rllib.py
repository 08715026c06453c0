"""RLlib on a local cluster: every seat is rewarded, illegal actions are never played, lost workers are replaced."""

import os
import signal

import numpy as np
import pytest
from pebbles import GAME

pytest.importorskip("ray", reason='Ray is not installed: pip install "rome[ray]"')
import ray
import torch

from agents.checkpoint import Checkpoint
from boardkit.agent import make_agent
from training import rllib
from training.evaluate import win_share
from training.runfolder import RunFolder

SETTINGS = rllib.Settings(
    game="pebbles", workers=2, games=4, batch=128, minibatch=64, hidden=(16,), snapshots=2, evaluate_games=20
)


class Episode:
    def __init__(self, name):
        self.id_ = name


def test_the_end_of_a_game_rewards_every_seat_whoever_moved_last():
    env = rllib.BoardMultiAgent({"game": GAME, "options": GAME.options(skip_forced=False, players=3)})
    observed, _ = env.reset(seed=3)
    over = False
    while not over:
        (mover,) = observed
        assert env.observation_spaces[mover].contains(observed[mover])
        observed, rewards, terminated, _, _ = env.step({mover: 0})
        over = terminated["__all__"]
    assert set(observed) == {"first", "second", "third"}
    assert rewards == {seat: 1.0 if seat == mover else -1.0 for seat in env.agents}


def test_all_seats_of_a_game_agree_who_plays_and_the_learner_always_does():
    seats = ("first", "second", "third")
    games = [
        [rllib.module_for(seat, Episode(str(n)), seats=seats, league=0.5, snapshots=2) for seat in seats]
        for n in range(200)
    ]
    league = [game for game in games if set(game) != {rllib.LEARNER}]
    assert 60 < len(league) < 140
    assert all(game.count(rllib.LEARNER) == 1 and len(set(game)) == 2 for game in league)
    assert {name for game in league for name in game} == {rllib.LEARNER, "snapshot0", "snapshot1"}


def test_illegal_actions_have_no_probability():
    env = rllib.BoardMultiAgent({"game": GAME, "options": GAME.options()})
    module = rllib.MaskedModule(
        observation_space=env.observation_spaces["first"],
        action_space=env.action_spaces["first"],
        model_config={"hidden": [16]},
    )
    masks = torch.tensor([[1, 0, 0], [1, 1, 0]], dtype=torch.int8)
    batch = {"obs": {"observation": torch.rand(2, GAME.observation.size), "action_mask": masks}}
    probabilities = torch.softmax(module.forward_exploration(batch)["action_dist_inputs"], 1)
    assert (probabilities[masks == 0] == 0).all()
    assert (probabilities[masks == 1] > 0).all()


def pids(trainer):
    return trainer.algorithm.env_runner_group.foreach_env_runner(lambda _: os.getpid(), local_env_runner=False)


def snapshots_of_workers(trainer, name):
    return trainer.algorithm.env_runner_group.foreach_env_runner(
        lambda runner: runner.module.get_state()[name]["network.head.weight"], local_env_runner=False
    )


def returns_of_games(trainer):
    """What every seat that decided anything earned in some finished games, as the learner is given it."""
    played = trainer.algorithm.env_runner_group.foreach_env_runner(
        lambda runner: [
            {seat: steps.get_return() for seat, steps in episode.agent_episodes.items()}
            for episode in runner.sample(num_episodes=8)
            if episode.is_done
        ],
        local_env_runner=False,
    )
    return [game for games in played for game in games]


@pytest.fixture
def cluster():
    rllib.start_ray(SETTINGS)
    yield
    ray.shutdown()


def test_training_survives_a_killed_worker_and_its_checkpoint_plays(cluster, tmp_path):
    trainer = rllib.Trainer(SETTINGS)
    trainer.iterate()
    trainer.take_snapshot()
    both = [sorted(game.values()) for game in returns_of_games(trainer) if len(game) == 2]
    assert both and all(values == [-1, 1] for values in both)
    taken = trainer.weights()["snapshot0"]["network.head.weight"]
    before = pids(trainer)
    os.kill(before[0], signal.SIGKILL)
    decisions = trainer.decisions
    for _ in range(60):
        row = trainer.iterate()
        if row["workers"] == 2 and set(pids(trainer)) != set(before):
            break
    assert len(pids(trainer)) == 2 and before[0] not in pids(trainer)
    assert trainer.decisions > decisions
    assert not np.array_equal(trainer.weights()[rllib.LEARNER]["network.head.weight"], taken)
    assert all(np.array_equal(weights, taken) for weights in snapshots_of_workers(trainer, "snapshot0"))

    folder = RunFolder(tmp_path / "run", {})
    rllib.keep(trainer, folder, row, last=True)
    agent = make_agent(f"ppo:{folder.latest}", GAME)
    assert win_share(agent, make_agent("random", GAME), GAME, GAME.options(), 20, 1).games == 20
    assert Checkpoint.load(folder.latest, GAME).training["decisions"] == trainer.decisions

    values, arrays = folder.load_state()
    trainer.iterate()
    trainer.restore(values, arrays)
    again_values, again = trainer.state()
    assert again_values == values
    assert all(np.array_equal(again[name], array) for name, array in arrays.items())
    trainer.algorithm.stop()
