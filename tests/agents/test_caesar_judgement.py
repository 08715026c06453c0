"""The judgement of Caesar!: it means what it says in positions, is fair, bounded and blind to hidden things."""

import numpy as np
import pytest
from duel.positions import ALL_MODULES, MODULE_CHOICES, position

from agents.judgement import judgement_of, outlook, tally
from boardkit.batch import Batch
from boardkit.jit import kernel
from boardkit.play import redraw
from duel_env.game import GAME
from duel_env.options import CaesarOptions

ADVICE = judgement_of(GAME)


@kernel
def judge_states(states, weights, tallies, outlooks):
    """Tally and outlook of every seat in every state."""
    for game in range(len(states)):
        tally(states[game], tallies[game])
        outlook(states[game], weights, outlooks[game])


def judged(states: np.ndarray, seats: int = 2, weights: np.ndarray = ADVICE.weights) -> tuple[np.ndarray, np.ndarray]:
    tallies, outlooks = np.zeros((len(states), seats)), np.zeros((len(states), seats))
    judge_states(states, weights, tallies, outlooks)
    return tallies, outlooks


def outlook_of(seat: int, *, only: tuple[str, ...] = (), **pieces) -> float:
    """What a seat may expect in a position; `only` some of the advice counts."""
    weights = [a.weight if not only or a.name in only else 0.0 for a in ADVICE.advice]
    return float(judged(position(**pieces).batch.states, weights=np.array(weights))[1][0, seat])


def states_of_random_play(options: CaesarOptions, games: int = 40, steps: int = 12) -> np.ndarray:
    """Positions that are not over, from random play."""
    batch = Batch(GAME, options, games, 5, auto_reset=True)
    for _ in range(steps):
        batch.step(batch.random_actions())
    return batch.get_states(np.arange(games))


def test_a_province_opened_for_the_other_side_is_worse_than_a_quiet_placement():
    opened = outlook_of(0, tokens={"HU-HC": "caesar 3/3"}, active="pompey")
    quiet = outlook_of(0, tokens={"SD-IT": "caesar 3/3"}, active="pompey")
    assert opened < quiet


def test_what_can_be_closed_counts_for_the_side_to_move():
    pieces = {"tokens": {"HU-HC": "caesar 0/6"}, "only": ("marker", "close_first")}
    assert outlook_of(0, active="caesar", **pieces) > 0 > outlook_of(0, active="pompey", **pieces)


def test_a_lead_too_high_to_overcome_leaves_the_other_side_only_the_bonus():
    only = ("marker", "close_first")
    beatable = outlook_of(1, tokens={"AS-SY": "caesar 3/3"}, active="pompey", only=only)
    beyond = outlook_of(1, tokens={"AS-SY": "caesar 0/6"}, active="pompey", only=only)
    assert beatable > beyond


def test_the_closing_that_places_the_last_marker_counts_as_won():
    pieces = {"tokens": {"HU-HC": "pompey 0/6"}, "active": "caesar", "only": ("close_first", "win_at_once")}
    assert outlook_of(0, markers={"caesar": 1}, **pieces) > outlook_of(0, markers={"caesar": 2}, **pieces) == 0


def test_markers_placed_count_in_tally_and_outlook():
    states = position().batch.states.copy()
    states["markers"] = [8, 11]
    tallies, outlooks = judged(states)
    assert tallies[0].tolist() == [3, -3]
    assert outlooks[0, 0] > 0


@pytest.mark.parametrize("modules", MODULE_CHOICES)
def test_two_players_expect_opposite_things_within_bounds(modules):
    tallies, outlooks = judged(states_of_random_play(CaesarOptions(modules=modules)))
    assert (tallies[:, 0] == -tallies[:, 1]).all()
    assert (outlooks[:, 0] == -outlooks[:, 1]).all()
    assert (np.abs(outlooks) <= 1).all()
    assert len(set(outlooks[:, 0])) > len(outlooks) / 2


@pytest.mark.parametrize("human", ["caesar", "pompey"])
@pytest.mark.parametrize("modules", MODULE_CHOICES)
def test_the_solo_seat_is_the_human_side(modules, human):
    states = states_of_random_play(CaesarOptions(modules=modules, solo="high", human=human), steps=4)
    tallies, outlooks = judged(states, seats=1)
    own, other = (0, 1) if human == "caesar" else (1, 0)
    ahead = states["markers"][:, other].astype(int) - states["markers"][:, own]
    assert tallies[:, 0].tolist() == ahead.tolist()
    assert (np.abs(outlooks) <= 1).all()
    assert np.corrcoef(tallies[:, 0], outlooks[:, 0])[0, 1] > 0


@pytest.mark.parametrize("modules", [(), ALL_MODULES])
def test_hidden_tokens_do_not_change_the_outlook(modules):
    states = states_of_random_play(CaesarOptions(modules=modules))
    redrawn = states.copy()
    redraw(redrawn, states["active"].astype(np.int64), np.arange(len(states), dtype=np.uint64))
    assert (redrawn["hand"] != states["hand"]).any()
    assert np.allclose(judged(states)[1], judged(redrawn)[1])
