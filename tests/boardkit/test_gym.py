"""The Gymnasium environments."""

import copy

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from kalah import GAME, KalahOptions

from boardkit.aec import BoardAEC
from boardkit.gym import BoardEnv, BoardVectorEnv

SOLO = KalahOptions(scatter=True, solo=True)


def make_one(render_mode=None, **settings):
    return BoardEnv(GAME, KalahOptions(scatter=True), render_mode=render_mode, **settings)


def make_many(num_envs=1, **settings):
    return BoardVectorEnv(GAME, KalahOptions(scatter=True), num_envs, **settings)


@pytest.fixture(autouse=True)
def registered():
    gymnasium.register("Kalah-v1", entry_point=make_one, vector_entry_point=make_many)
    yield
    del gymnasium.registry["Kalah-v1"]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("seat", [None, 0, "north"])
def test_check_env(seat):
    """Gymnasium's check samples without masks, so illegal actions are replaced."""
    check_env(gymnasium.make("Kalah-v1", seat=seat, illegal="replace").unwrapped)


@pytest.mark.filterwarnings("error")
def test_a_game_from_beginning_to_end():
    env = gymnasium.make("Kalah-v1", opponents="random", seat=1)
    observation, info = env.reset(seed=3)
    terminated = False
    while not terminated:
        assert observation in env.observation_space
        np.testing.assert_array_equal(info["action_mask"], observation["action_mask"])
        np.testing.assert_array_equal(env.unwrapped.action_masks(), info["action_mask"] == 1)
        action = int(np.flatnonzero(info["action_mask"])[0])
        observation, reward, terminated, truncated, info = env.step(action)
        assert not truncated
    assert reward == {"south": -1, "north": 1, None: 0}[info["result"]["winner"]]
    assert not info["action_mask"].any()
    with pytest.raises(ValueError, match="the game is over"):
        env.step(0)


def test_illegal_actions_and_order():
    env = make_one()
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"action 6 is illegal; allowed: .*sow pit"):
        env.step(6)


def test_a_deep_copy_plays_on_the_same_way():
    env = make_one(seat=0)
    env.reset(seed=4)
    twin = copy.deepcopy(env)
    for _ in range(5):
        action = int(np.flatnonzero(env.action_masks())[0])
        one, other = env.step(action), twin.step(action)
        np.testing.assert_array_equal(one[0]["observation"], other[0]["observation"])


def test_the_game_for_one_is_the_aec_game():
    env, aec = BoardVectorEnv(GAME, SOLO, 2), BoardAEC(GAME, SOLO)
    env.reset(seed=[11, 12])
    aec.reset(seed=12)
    while not aec.terminations["south_0"]:
        actions = np.array([np.flatnonzero(mask)[0] for mask in env.action_masks()])
        np.testing.assert_array_equal(aec.last()[0]["action_mask"], env.action_masks()[1])
        aec.step(int(actions[1]))
        _, rewards, terminated, _, infos = env.step(actions)
        assert rewards[1] == aec.rewards["south_0"]
    assert terminated[1]
    np.testing.assert_array_equal(infos["final_obs"][1]["observation"], aec.observe("south_0")["observation"])


@pytest.mark.filterwarnings("error")
def test_vector_env():
    envs = gymnasium.make_vec("Kalah-v1", num_envs=16)
    assert isinstance(envs.unwrapped, BoardVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, infos = envs.reset(seed=3)
    again, _ = envs.reset(seed=3)
    np.testing.assert_array_equal(observations["observation"], again["observation"])
    ended = 0
    for _ in range(60):
        assert observations in envs.observation_space
        actions = np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]])
        before = observations["observation"].copy()
        previous, (observations, rewards, terminated, truncated, infos) = observations, envs.step(actions)
        np.testing.assert_array_equal(previous["observation"], before)
        assert rewards.shape == terminated.shape == truncated.shape == (16,)
        assert not truncated.any()
        ended += terminated.sum()
        if terminated.any():
            np.testing.assert_array_equal(infos["_final_obs"], terminated)
            for game in np.flatnonzero(terminated):
                assert infos["final_obs"][game] in envs.single_observation_space
                assert infos["final_info"]["episode_return"][game] == rewards[game]
    assert ended > 16
    with pytest.raises(ValueError, match="game 0: action 6 is illegal"):
        envs.step(np.full(16, 6))
    envs.close()


def test_vector_wrappers_of_gymnasium_work():
    envs = RecordEpisodeStatistics(make_many(4, illegal="replace"))
    envs.reset(seed=3)
    for _ in range(60):
        envs.step(np.zeros(4, int))
    assert len(envs.length_queue) > 4


def test_vector_drawings():
    envs = make_many(3, render_mode="ansi")
    envs.reset(seed=1)
    assert len(envs.render()) == 3
