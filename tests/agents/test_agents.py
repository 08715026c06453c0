"""Every agent plays every variant it supports, repeats itself with its seed, and cannot look at what is hidden."""

import numpy as np
import pytest
from kalah import GAME as KALAH
from kalah import KalahOptions
from playing import random_positions

from agents.legate import LegateAgent
from boardkit.agent import Agent, ask, make_agent, view_states
from boardkit.batch import Batch
from boardkit.game import Game, Options

SPECS = (
    "random",
    "greedy",
    "legate:budget=60,samples=2",
    "ismcts:sims=12,turns=1",
    "ismcts:sims=12,turns=0,priors=legate,threads=2",
)


def play_out(agent: Agent, game: Game, options: Options, games: int, seed: int) -> np.ndarray:
    """All seats of some games played by one agent; the returns."""
    batch = Batch(game, options, games, seed, auto_reset=False)
    key = 0
    while (live := np.flatnonzero(batch.counts)).size:
        batch.step(ask(agent, batch, live, key), live)
        key += 1
    return batch.rows.totals.copy()


@pytest.mark.parametrize("spec", SPECS)
def test_plays_whole_games_and_repeats_them_with_its_seed(variant, spec):
    game, options = variant
    agent = make_agent(spec, game, seed=5)
    first = play_out(agent, game, options, games=2, seed=8)
    agent.reset(5)
    np.testing.assert_array_equal(play_out(agent, game, options, games=2, seed=8), first)


@pytest.mark.parametrize("spec", SPECS)
def test_choices_do_not_change_when_only_hidden_things_change(variant, spec):
    game, options = variant
    positions = list(random_positions(game, options, 12, seed=4))
    middle = positions[len(positions) // 3]
    others = view_states(game, middle, key=99).worlds  # what the players cannot know is drawn anew
    assert others.tobytes() != middle.tobytes()
    answers = []
    for states in (middle, others):
        agent = make_agent(spec, game, seed=3)
        answers.append(agent.act(view_states(game, states, key=7)).tolist())
    assert answers[0] == answers[1]


def test_greedy_takes_the_most_markers_it_can_place():
    from duel_env import GAME, CaesarOptions

    agent = make_agent("greedy", GAME, seed=1)
    seen = 0
    for states in list(random_positions(GAME, CaesarOptions(), 40, seed=2))[10:24]:
        view = view_states(GAME, states, key=5)
        chosen = agent.act(view)
        for position, action in enumerate(chosen):
            leads = _leads_after(view, position)
            assert leads[int(action)] == max(leads.values())
            seen += len(set(leads.values())) > 1
    assert seen > 50


def _leads_after(view, position) -> dict[int, int]:
    """The lead in markers placed after each legal action of a position."""
    leads = {}
    player = int(view.players[position])
    for action in np.flatnonzero(view.masks[position]):
        batch = Batch(view.game, view.options, 1, 0, auto_reset=False)
        batch.set_states(view.worlds[position : position + 1].copy())
        batch.step(np.array([action]))
        markers = batch.records[0].markers.astype(int)
        leads[int(action)] = int(markers[1 - player] - markers[player])
    return leads


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("legate:budget=0", "budget is 0"),
        ("ismcts:sims=0", "sims=0"),
        ("ismcts:rollout=clever", "rollout is 'clever'; allowed are 'random', 'greedy', 'legate'"),
        ("ismcts:turns=-1", "turns is -1; allowed are 0 and more, or 'end'"),
    ],
)
def test_wrong_settings_are_refused(spec, message):
    from duel_env import GAME

    with pytest.raises(ValueError, match=message):
        make_agent(spec, GAME)


def test_weights_must_be_as_many_as_the_advice():
    from duel_env import GAME

    with pytest.raises(ValueError, match="1 weights given; Caesar! has"):
        LegateAgent(GAME, weights=[1.0])


@pytest.mark.parametrize("spec", ["greedy", "legate", "ismcts:turns=1", "ismcts:priors=legate"])
def test_a_game_without_a_judgement_is_refused_by_those_who_need_one(spec):
    with pytest.raises(ValueError, match="judgement"):
        make_agent(spec, KALAH)


def test_search_plays_a_game_that_nobody_judges():
    returns = play_out(make_agent("ismcts:sims=20", KALAH, seed=1), KALAH, KalahOptions(seeds=2), games=3, seed=1)
    assert (returns.sum(axis=1) == 0).all()
