"""Kalah itself: the little game that all other tests of boardkit stand on."""

import numpy as np
import pytest
from kalah import GAME, KalahOptions

from boardkit.batch import Batch


def table(board: list[int], player: int = 0, **options) -> Batch:
    """A game that stands in a given position."""
    options = KalahOptions(skip_forced=False, **options)
    batch = Batch(GAME, options, 1, 0, auto_reset=False)
    states = batch.states
    states[0].board, states[0].player = board, player
    batch.set_states(states)
    return batch


def test_sowing_passes_the_opponents_store():
    batch = table([0, 0, 0, 0, 0, 9, 0, 1, 1, 1, 1, 1, 1, 7])
    batch.step(np.array([5]))
    assert batch.states[0].board.tolist() == [1, 0, 0, 0, 0, 0, 4, 2, 2, 2, 2, 0, 2, 7]


def test_last_seed_in_own_store_moves_again():
    batch = table([0, 0, 0, 0, 2, 1, 0, 1, 1, 1, 1, 1, 1, 0])
    batch.step(np.array([5]))
    assert batch.to_move[0] == 0
    assert batch.legal_actions(0).tolist() == [4]


def test_last_seed_in_own_empty_pit_captures():
    batch = table([1, 0, 3, 0, 0, 0, 0, 2, 2, 2, 2, 5, 2, 0])
    batch.step(np.array([0]))
    assert batch.states[0].board.tolist() == [0, 0, 3, 0, 0, 0, 6, 2, 2, 2, 2, 0, 2, 0]
    assert batch.to_move[0] == 1


def test_an_empty_side_ends_the_game():
    batch = table([0, 0, 0, 0, 0, 1, 20, 1, 0, 0, 0, 0, 2, 24])
    batch.step(np.array([5]))
    assert batch.terminated[0]
    assert batch.rewards.tolist() == [[-1, 1]]
    assert batch.results() == {0: {"winner": "north", "seeds": {"south": 21, "north": 27}}}


@pytest.mark.parametrize("options", [{"seeds": 7}, {"seeds": True}, {"solo": 1}])
def test_options_are_checked(options):
    with pytest.raises(ValueError, match="allowed are"):
        KalahOptions(**options)


def test_unknown_options_are_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="unknown option 'stones'; the options are skip_forced, solo, seeds, scatter"):
        KalahOptions.of(stones=3)
