"""MaskablePPO on our VecEnv, against a league, and out into a checkpoint."""

import numpy as np
import pytest
from pebbles import GAME, MOST

pytest.importorskip("sb3_contrib")
import torch
from sb3_contrib import MaskablePPO

from agents.checkpoint import Checkpoint, CheckpointError
from agents.network import NetworkAgent
from boardkit.sb3 import BoardVecEnv
from training import sb3

SETTINGS = sb3.Settings(
    game="pebbles", games=32, steps=16, minibatch=128, hidden=(16,), decisions=2048, snapshot_every=2, evaluate_games=20
)


def test_a_finished_policy_plays_as_an_agent_and_equals_the_one_in_sb3():
    env = BoardVecEnv(GAME, None, 4, seed=1)
    model = sb3.make_model(SETTINGS, env)
    agent = NetworkAgent(GAME, sb3.exported(model, GAME, GAME.options(), {}))
    observations = np.eye(MOST, dtype=np.float32)[1:]
    outputs = agent.evaluate(observations)
    with torch.no_grad():
        values = model.policy.predict_values(torch.from_numpy(observations))[:, 0].numpy()
        policy = model.policy.get_distribution(torch.from_numpy(observations)).distribution.probs.numpy()
    np.testing.assert_allclose(outputs[:, -1], values, atol=1e-5)
    own = np.exp(outputs[:, :-1])
    np.testing.assert_allclose(own / own.sum(1, keepdims=True), policy, atol=1e-5)


def test_other_policies_are_refused():
    model = MaskablePPO("MlpPolicy", BoardVecEnv(GAME, None, 4, seed=1), device="cpu")
    with pytest.raises(CheckpointError, match="only policies with the features extractor Trunk"):
        sb3.exported(model, GAME, GAME.options(), {})


def test_training_meets_its_own_snapshots_and_leaves_a_checkpoint(tmp_path):
    settings = sb3.Settings(**{**vars(SETTINGS), "folder": str(tmp_path / "run")})
    path = sb3.train(settings, show=False)
    checkpoint = Checkpoint.load(path, GAME)
    assert checkpoint.training["decisions"] == 2048
    assert checkpoint.strength["random"]["games"] == 20
    assert [snapshot.name for snapshot in sorted((tmp_path / "run" / "snapshots").iterdir())] == ["000002.ckpt"]


def test_the_league_asks_all_its_members_and_forgets_the_oldest_snapshots():
    asked = []

    class Member(sb3.Agent):
        def reset(self, seed):
            self.seed = seed

        def act(self, view):
            asked.append(self.name)
            return np.zeros(len(view), np.int64)

    league = sb3.LeagueAgent(GAME, ["random"], 2, seed=1)
    for name in ("old", "middle", "new"):
        member = Member(GAME)
        member.name = name
        league.add(member)
    env = BoardVecEnv(GAME, None, 1, opponents=league, seed=2)
    for _ in range(60):
        env.step(np.zeros(1, np.int64))
    assert set(asked) == {"middle", "new"}
