"""The Stable-Baselines3 environment."""

import numpy as np
import pytest
from kalah import GAME, KalahOptions
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env

from boardkit.gym import BoardEnv
from boardkit.sb3 import BoardVecEnv

SCATTERED = KalahOptions(scatter=True)


@pytest.mark.filterwarnings("error")
def test_check_env():
    """SB3's check samples without masks, so illegal actions are replaced."""
    check_env(BoardEnv(GAME, SCATTERED, illegal="replace"))


def test_steps_the_way_sb3_wants_them():
    env = BoardVecEnv(GAME, SCATTERED, 8, seed=1)
    observations = env.reset()
    ended = 0
    for _ in range(60):
        masks = env.action_masks()
        assert observations.shape == (8, GAME.observation.size)
        observations, rewards, dones, infos = env.step(np.argmax(masks, axis=1))
        for done, reward, info in zip(dones, rewards, infos, strict=True):
            assert done == ("terminal_observation" in info)
            if done:
                ended += 1
                assert info["terminal_observation"].shape == env.observation_space.shape
                assert info["episode"]["r"] == reward
                assert not info["TimeLimit.truncated"]
    assert ended > 8


def test_seeds_decide_the_games():
    first, second = [], []
    for story in (first, second):
        env = BoardVecEnv(GAME, SCATTERED, 4)
        env.seed(7)
        story.append(env.reset().tobytes())
        for _ in range(30):
            story.append(env.step(np.argmax(env.action_masks(), axis=1))[0].tobytes())
    assert first == second


def test_masks_as_sb3_contrib_asks_for_them():
    env = BoardVecEnv(GAME, SCATTERED, 4, seed=1)
    assert is_masking_supported(env)
    assert not env.has_attr("something_else")
    masks = get_action_masks(env)
    assert masks.shape == (4, GAME.num_actions)
    np.testing.assert_array_equal(masks, env.action_masks())
    np.testing.assert_array_equal(env.env_method("action_masks", indices=2), masks[2:3])
    assert env.get_attr("render_mode") == [None] * 4
    with pytest.raises(ValueError, match="for all games at once"):
        env.set_attr("render_mode", "ansi", indices=[1])


def test_illegal_actions_are_refused():
    env = BoardVecEnv(GAME, SCATTERED, 4, seed=1)
    env.reset()
    with pytest.raises(ValueError, match="game 0: action 6 is illegal; allowed"):
        env.step(np.full(4, 6))


@pytest.mark.filterwarnings("error")
def test_maskable_ppo_learns_on_it():
    env = BoardVecEnv(GAME, SCATTERED, 8, seed=1)
    settings = {"n_steps": 16, "batch_size": 64, "n_epochs": 1, "seed": 1, "device": "cpu"}
    model = MaskablePPO("MlpPolicy", env, policy_kwargs={"net_arch": [16]}, **settings)
    model.learn(256)
    assert model.num_timesteps == 256
    assert len(model.ep_info_buffer) > 0
    actions, _ = model.predict(env.reset(), action_masks=env.action_masks())
    assert env.action_masks()[np.arange(8), actions].all()
