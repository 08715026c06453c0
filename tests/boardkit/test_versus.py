"""A learner against opponents: the core of the Gymnasium and Stable-Baselines3 environments."""

import numpy as np
import pytest
from kalah import GAME, KalahOptions
from test_agent import LastLegal

from boardkit.agent import make_agent
from boardkit.versus import Versus

SCATTERED = KalahOptions(scatter=True)


def random_steps(versus: Versus, count: int) -> None:
    for _ in range(count):
        versus.step(versus.batch.random_actions())


@pytest.mark.parametrize(("seat", "number"), [(0, 0), (1, 1), ("north", 1)])
def test_the_learner_is_always_to_move_in_its_seat(seat, number):
    versus = Versus(GAME, SCATTERED, 20, seat=seat, seed=1)
    for _ in range(40):
        random_steps(versus, 1)
        assert (versus.batch.to_move == number).all()
        assert not versus.batch.terminated.any()


def test_a_drawn_seat_changes_from_game_to_game():
    versus = Versus(GAME, SCATTERED, 400, seed=1)
    assert 140 < (versus.seats == 0).sum() < 260
    before = versus.seats.copy()
    random_steps(versus, 60)
    assert (versus.seats != before).any()
    np.testing.assert_array_equal(versus.seats, versus.batch.to_move)


def test_same_seed_same_play():
    one, other = (Versus(GAME, SCATTERED, 10, seed=1) for _ in range(2))
    random_steps(one, 50)
    random_steps(other, 50)
    assert one.batch.states.tobytes() == other.batch.states.tobytes()
    one.reset(1)
    other.reset(2)
    assert one.batch.states.tobytes() != other.batch.states.tobytes()


def test_rewards_come_with_the_end_and_make_up_the_episode():
    versus = Versus(GAME, SCATTERED, 50, seed=1)
    ended = 0
    for _ in range(60):
        random_steps(versus, 1)
        over = versus.terminated
        ended += over.sum()
        assert set(np.unique(versus.rewards[over])) <= {-1, 0, 1}
        assert not versus.rewards[~over].any()
        np.testing.assert_array_equal(versus.episode_returns[over], versus.rewards[over])
        assert (versus.episode_lengths[over] > 1).all()
    assert ended > 50


def test_the_last_observation_is_the_learners_own():
    versus = Versus(GAME, SCATTERED, 1, seat=1, seed=1, auto_reset=False)
    while not versus.terminated[0]:
        random_steps(versus, 1)
    np.testing.assert_array_equal(versus.final_observations, versus.batch.observe(np.array([0]), np.array([1])))


def test_opponents_by_seat_and_as_objects():
    agent = LastLegal(GAME)
    versus = Versus(GAME, SCATTERED, 3, opponents=[None, agent], seat=0, seed=1)
    random_steps(versus, 10)
    assert agent.seed != 0, "opponents are seeded with the games"
    Versus(GAME, SCATTERED, 3, opponents=[make_agent("random", GAME), "random"], seed=1)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seat": 2}, r"seat is 2; allowed are 0 \(south\), 1 \(north\) or None"),
        ({"seat": "west"}, "seat is 'west'"),
        ({"opponents": ["random"]}, "opponents lists 1 agents; expected one for each of south, north"),
        ({"opponents": [None, "random"]}, "the learner's seat is drawn"),
        ({"opponents": "nobody"}, "no agent is called 'nobody'"),
        ({"illegal": "ignore"}, "illegal is 'ignore'; allowed are 'refuse', 'replace'"),
    ],
)
def test_wrong_settings_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        Versus(GAME, SCATTERED, 2, **settings)


def test_illegal_actions_are_refused_or_replaced():
    versus = Versus(GAME, SCATTERED, 2, seed=1)
    before = versus.batch.states
    with pytest.raises(ValueError, match="game 1: action 9 is illegal; allowed"):
        versus.step(np.array([versus.batch.legal_actions(0)[0], 9]))
    assert versus.batch.states.tobytes() == before.tobytes()
    replacing = Versus(GAME, SCATTERED, 50, seed=1, illegal="replace")
    for _ in range(60):
        replacing.step(np.zeros(50, int))
    with pytest.raises(ValueError, match="action 9 is illegal"):
        replacing.step(np.full(50, 9))


def test_a_game_for_one_needs_no_opponents():
    versus = Versus(GAME, KalahOptions(solo=True), 5, opponents="nobody", seed=1)
    random_steps(versus, 50)
    assert (versus.seats == 0).all()
