"""The PettingZoo environment, on Kalah for two and for one."""

import copy
import pickle

import numpy as np
import pytest
from kalah import GAME, KalahOptions
from pettingzoo.test import api_test, render_test, seed_test
from playing import MASKED, check_max_cycles, check_performance_benchmark, play_on

from boardkit.aec import BoardAEC

OPTIONS = [KalahOptions(scatter=True), KalahOptions(scatter=True, solo=True)]


@pytest.fixture(params=OPTIONS, ids=["two", "solo"])
def options(request):
    return request.param


@pytest.fixture
def env(options):
    return BoardAEC(GAME, options)


@pytest.mark.filterwarnings("error", *MASKED)
class TestConformance:
    @pytest.mark.parametrize("checked", [True, False])
    def test_api(self, options, checked):
        api_test(BoardAEC(GAME, options, checked=checked), num_cycles=100)

    def test_seed(self, options):
        seed_test(lambda: BoardAEC(GAME, options))

    def test_render(self, options):
        svg = {"svg": lambda drawing: drawing.startswith("<svg")}
        render_test(lambda render_mode: BoardAEC(GAME, options, render_mode=render_mode), svg)

    def test_max_cycles(self):
        check_max_cycles(GAME, KalahOptions(solo=True))

    def test_performance_benchmark(self, env, monkeypatch):
        check_performance_benchmark(env, monkeypatch)


def test_a_game_from_beginning_to_end(env):
    env.reset(seed=4)
    story = play_on(env)
    seats = len(env.possible_agents)
    assert env.agents == []
    assert [step[3] for step in story[-seats:]] == [True] * seats
    assert sorted(step[0] for step in story[-seats:]) == sorted(env.possible_agents)
    assert all(step[4] is not None for step in story[:-seats])


def test_rewards_and_result_at_the_end():
    env = BoardAEC(GAME, KalahOptions(scatter=True))
    env.reset(seed=4)
    while not env.terminations["south_0"]:
        assert set(env.rewards.values()) == {0}
        env.step(env.sample_action())
    result = env.infos["north_1"]["result"]
    assert env.rewards == (
        {"south_0": 1, "north_1": -1} if result["winner"] == "south" else {"south_0": -1, "north_1": 1}
    )
    assert env.infos["south_0"]["result"] == result
    assert env.sample_action() is None


def test_only_the_agent_to_move_has_a_mask(env):
    env.reset(seed=1)
    for _ in range(5):
        for agent in env.possible_agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert mask.any() == (agent == env.agent_selection)
        env.step(env.sample_action())


def test_observations_are_not_reused(env):
    env.reset(seed=1)
    first = env.last()[0]
    kept = copy.deepcopy(first)
    env.step(env.sample_action())
    env.last()
    np.testing.assert_array_equal(first["observation"], kept["observation"])
    np.testing.assert_array_equal(first["action_mask"], kept["action_mask"])


def test_seeds_decide_the_game_and_those_that_follow(env):
    env.reset(seed=9)
    assert env.game_state["seed"] == 9
    first = play_on(env)
    env.reset()
    second = play_on(env)
    env.reset(seed=9)
    assert play_on(env) == first
    env.reset()
    assert play_on(env) == second != first


def test_illegal_actions_are_refused_and_change_nothing(env):
    env.reset(seed=2)
    before = env.to_json()
    agent = env.agent_selection
    for action in (6, -1, 2**33):
        with pytest.raises(ValueError, match=rf"{agent}: action {action} is illegal; allowed: \d \(sow pit \d\)"):
            env.step(action)
    for action in (None, 1.0, "1"):
        with pytest.raises(TypeError, match=f"{agent} must give the number of an action, not .* allowed: "):
            env.step(action)
    assert env.to_json() == before
    assert env.agent_selection == agent


def test_numpy_numbers_are_actions(env):
    for kind in (np.int8, np.int32, np.int64, np.uint16):
        env.reset(seed=2)
        env.step(kind(env.sample_action()))


def test_order_is_enforced(env):
    with pytest.raises(RuntimeError, match="there is no game yet: call reset"):
        env.step(0)
    with pytest.raises(AttributeError, match="agent_selection cannot be read before reset"):
        env.last()
    env.reset(seed=2)
    while not any(env.terminations.values()):
        env.step(env.sample_action())
    with pytest.raises(ValueError, match="the game is over, the only action left is None, not 3"):
        env.step(3)
    play_on(env)
    with pytest.raises(RuntimeError, match="the game is over: call reset"):
        env.step(None)


def test_unknown_agents_and_render_modes_are_refused(env):
    env.reset()
    with pytest.raises(ValueError, match="no agent is called 'west'; there are south_0"):
        env.observe("west")
    with pytest.raises(ValueError, match="render_mode is 'film'; allowed are None, 'human'"):
        BoardAEC(GAME, render_mode="film")


def test_spaces_are_cached(env):
    for agent in env.possible_agents:
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)


@pytest.mark.parametrize("steps", [0, 7, 1000])
@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_play_on_the_same_way_and_apart(env, duplicate, steps):
    env.reset(seed=5)
    play_on(env, steps)
    twin = duplicate(env)
    before = env.to_json()
    assert play_on(twin) == play_on(env) or steps == 1000
    assert twin.to_json() == env.to_json()
    env.reset(seed=6)
    assert twin.to_json() != env.to_json() != before


def test_states_json_and_bytes_carry_a_game_over(env, options):
    env.reset(seed=5)
    play_on(env, 6)
    others = [BoardAEC(GAME, options) for _ in range(3)]
    others[0].game_state = env.game_state
    others[1].from_json(env.to_json())
    others[2].load(env.save())
    story = play_on(env)
    for other in others:
        assert [step[1:] for step in play_on(other)] == [step[1:] for step in story]


def test_a_state_of_other_options_is_refused(env):
    other = BoardAEC(GAME, KalahOptions(seeds=2))
    other.reset()
    with pytest.raises(ValueError, match="options"):
        env.game_state = other.game_state


def test_state_is_the_full_observation(env):
    env.reset(seed=3)
    assert env.state() in env.state_space
    full = BoardAEC(GAME, env.options, full_observation=True)
    full.reset(seed=3)
    np.testing.assert_array_equal(full.last()[0]["observation"], env.state())


def test_truncation_when_an_agent_has_decided_often_enough():
    env = BoardAEC(GAME, KalahOptions(), max_cycles=3)
    env.reset(seed=3)
    decided = {"south_0": 0, "north_1": 0}
    for agent in env.agent_iter():
        truncated = env.truncations[agent]
        decided[agent] += not truncated
        env.step(None if truncated else env.sample_action())
    assert max(decided.values()) == 3


def test_drawings(env, capsys):
    env.reset(seed=3)
    assert env._repr_svg_().startswith("<svg")
    shown = BoardAEC(GAME, env.options, render_mode="human")
    shown.reset(seed=3)
    shown.step(shown.sample_action())
    assert capsys.readouterr().out.count("to move") == 2


def test_view_for_agents(env):
    env.reset(seed=3)
    view = env.view()
    assert view.json(0) == GAME.view(env.game_state[0], int(view.players[0]))
    np.testing.assert_array_equal(view.masks[0], env.last()[0]["action_mask"])
