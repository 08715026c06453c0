"""Batches: plain arrays in and out."""

import copy
import gc
import pickle
import threading

import numpy as np
import pytest
from kalah import GAME, KalahOptions

from boardkit import play
from boardkit.batch import Batch
from boardkit.chance import new_generator
from boardkit.helpers import Helpers

SCATTERED = KalahOptions(scatter=True)


def play_on(batch: Batch, steps: int) -> None:
    for _ in range(steps):
        batch.step(batch.random_actions())


def assert_same(one: Batch, other: Batch) -> None:
    assert one.states.tobytes() == other.states.tobytes()
    for name in ("observations", "masks", "counts", "to_move", "rewards", "terminated"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_same_seed_same_games():
    one, other = Batch(GAME, SCATTERED, 20, 5), Batch(GAME, SCATTERED, 20, 5)
    play_on(one, 60)
    play_on(other, 60)
    assert_same(one, other)
    other.reset(6)
    assert one.states.tobytes() != other.states.tobytes()


def test_seeds_of_games_can_be_given():
    batch = Batch(GAME, SCATTERED, 3, np.array([9, 9, 10]))
    assert batch.states["seed"].tolist() == [9, 9, 10]
    assert batch.states[0].board.tolist() == batch.states[1].board.tolist() != batch.states[2].board.tolist()


def test_threads_change_nothing():
    one, other = Batch(GAME, SCATTERED, 33, 5), Batch(GAME, SCATTERED, 33, 5, threads=3)
    play_on(one, 50)
    play_on(other, 50)
    assert_same(one, other)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_copies_of_a_threaded_batch_have_threads_of_their_own(duplicate):
    batch = Batch(GAME, SCATTERED, 33, 5, threads=3)
    twin = duplicate(batch)
    play_on(batch, 20)
    play_on(twin, 20)
    assert_same(batch, twin)


def test_the_threads_of_a_batch_end_with_it():
    before = set(threading.enumerate())
    batch = Batch(GAME, SCATTERED, 33, 5, threads=3)
    play_on(batch, 5)
    own = set(threading.enumerate()) - before
    assert len(own) == 2 and all(thread.daemon for thread in own)
    del batch
    gc.collect()
    for thread in own:
        thread.join(timeout=60)
        assert not thread.is_alive()


def test_what_a_helping_thread_raises_reaches_the_caller_and_harms_no_later_call():
    helpers, caller, done = Helpers(2), threading.get_ident(), []

    def fail_elsewhere():
        if threading.get_ident() != caller:
            raise ArithmeticError("of a helper")

    for _ in range(3):
        with pytest.raises(ArithmeticError, match="of a helper"):
            helpers.join_in(fail_elsewhere)
        done.clear()
        helpers.join_in(lambda: done.append(threading.get_ident()))
        assert len(done) == 3


def test_what_the_caller_raises_waits_for_the_helping_threads():
    helpers, caller, done = Helpers(2), threading.get_ident(), []

    def fail_here():
        if threading.get_ident() == caller:
            raise ArithmeticError("of the caller")
        done.append(1)

    with pytest.raises(ArithmeticError, match="of the caller"):
        helpers.join_in(fail_here)
    assert len(done) == 2


def test_rows_tell_the_truth_about_states():
    batch = Batch(GAME, SCATTERED, 50, 1, full_observation=True)
    for _ in range(80):
        batch.step(batch.random_actions())
        fresh = Batch(GAME, SCATTERED, 50, 0, full_observation=True)
        fresh.set_states(batch.states)
        np.testing.assert_array_equal(batch.masks, fresh.masks)
        np.testing.assert_array_equal(batch.counts, batch.masks.sum(1))
        np.testing.assert_array_equal(batch.observations, fresh.observations)
        np.testing.assert_array_equal(batch.to_move, fresh.to_move)


def test_auto_reset_begins_anew_from_the_finished_generator():
    batch = Batch(GAME, SCATTERED, 8, 3)
    ended = 0
    for _ in range(200):
        batch.step(batch.random_actions())
        ended += batch.terminated.sum()
        assert set(batch.results()) == set(np.flatnonzero(batch.terminated))
        assert (batch.counts > 0).all()
        assert (batch.rewards[~batch.terminated] == 0).all()
        np.testing.assert_array_equal(batch.rewards.sum(1), 0)
    assert ended > 8
    assert len(set(batch.states["seed"].tolist())) == 8


def test_without_auto_reset_a_finished_game_stays():
    batch = Batch(GAME, SCATTERED, 6, 3, auto_reset=False)
    while not batch.terminated.all():
        going = np.flatnonzero(~batch.terminated)
        batch.step(batch.random_actions(going), going)
    assert (batch.counts == 0).all()
    assert (batch.random_actions() == -1).all()
    with pytest.raises(ValueError, match="allowed: nothing: the game is over"):
        batch.step(np.zeros(6, int))
    batch.restart(np.array([1, 4]))
    assert batch.terminated.tolist() == [True, False, True, True, False, True]


def test_forced_decisions_are_skipped_unless_wanted():
    skipping = Batch(GAME, KalahOptions(seeds=1), 50, 1)
    asking = Batch(GAME, KalahOptions(seeds=1, skip_forced=False), 50, 1)
    forced = 0
    for _ in range(100):
        assert (skipping.counts > 1).all()
        forced += (asking.counts == 1).sum()
        skipping.step(skipping.random_actions())
        asking.step(asking.random_actions())
    assert forced > 0


@pytest.mark.parametrize("wrong", [6, -1, 2**40])
def test_an_illegal_action_is_refused_and_changes_nothing(wrong):
    batch = Batch(GAME, SCATTERED, 4, 3)
    before = batch.copy()
    actions = batch.random_actions()
    actions[2] = wrong
    with pytest.raises(ValueError, match=rf"game 2: action {wrong} is illegal; allowed: \d \(sow pit \d\)"):
        batch.step(actions)
    before.random_actions()  # the refused actions were drawn
    assert_same(batch, before)


def test_an_empty_pit_is_illegal_and_named():
    batch = Batch(GAME, KalahOptions(), 1, 3)
    batch.step(np.array([2]))
    with pytest.raises(ValueError, match=r"game 0: action 2 \(sow pit 3\) is illegal"):
        batch.step(np.array([2]))


@pytest.mark.parametrize(
    ("actions", "games", "error", "message"),
    [
        (np.zeros(3, int), None, ValueError, "expected 4 actions"),
        (np.zeros(4), None, TypeError, "actions must be a one-dimensional array of whole numbers, not float64"),
        (np.zeros((4, 1), int), None, TypeError, "one-dimensional"),
        (np.zeros(2, bool), np.array([0, 1]), TypeError, "whole numbers"),
        (np.zeros(2, int), np.array([1, 1]), ValueError, "ascending numbers from 0 to 3"),
        (np.zeros(2, int), np.array([1, 4]), ValueError, "ascending numbers from 0 to 3"),
        (np.zeros(2, int), np.array([-1, 1]), ValueError, "ascending numbers from 0 to 3"),
    ],
)
def test_wrong_arguments_are_refused(actions, games, error, message):
    batch = Batch(GAME, KalahOptions(), 4, 3)
    before = batch.copy()
    with pytest.raises(error, match=message):
        batch.step(actions, games)
    assert_same(batch, before)


def test_public_arrays_cannot_be_written():
    batch = Batch(GAME, KalahOptions(), 2, 3)
    for name in ("observations", "masks", "counts", "to_move", "rewards", "terminated"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(batch, name)[0] = 1


@pytest.mark.parametrize(
    "duplicate",
    [
        copy.copy,
        copy.deepcopy,
        lambda batch: pickle.loads(pickle.dumps(batch)),
        lambda batch: Batch.load(batch.save()),
        Batch.copy,
    ],
)
def test_copies_play_on_the_same_way_and_apart(duplicate):
    batch = Batch(GAME, SCATTERED, 5, 3, full_observation=True)
    play_on(batch, 17)
    twin = duplicate(batch)
    assert twin.states.tobytes() == batch.states.tobytes()
    play_on(batch, 60)
    play_on(twin, 60)
    assert_same(batch, twin)
    play_on(twin, 1)
    assert twin.states.tobytes() != batch.states.tobytes()


def test_states_of_other_options_are_refused():
    batch = Batch(GAME, KalahOptions(), 2, 3)
    with pytest.raises(ValueError, match="options of this batch"):
        batch.states = Batch(GAME, KalahOptions(solo=True), 2, 3).states
    with pytest.raises(TypeError, match="expected 2 states of Kalah"):
        batch.states = batch.states[:1]
    batch.states = Batch(GAME, KalahOptions(), 2, 4).states
    assert batch.states["seed"].tolist() == Batch(GAME, KalahOptions(), 2, 4).states["seed"].tolist()


def test_damaged_bytes_are_refused():
    data = Batch(GAME, KalahOptions(), 2, 3).save()
    with pytest.raises(ValueError, match="damaged"):
        Batch.load(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(ValueError, match="not saved states"):
        Batch.load(b"something else")
    with pytest.raises(ValueError, match="version 7"):
        Batch.load(data.replace(b'"game_version": 1', b'"game_version": 7'))


def test_rollout_counts_games_decisions_and_wins():
    wins = np.zeros(2)
    legal = np.zeros(GAME.num_actions, np.int16)
    games, decisions = play.rollout(GAME.blank(KalahOptions()), 500, 10**9, new_generator(1), legal, wins)
    assert games == 500
    assert decisions > 500 * 10
    assert wins.sum() == pytest.approx(500)
    assert 0.4 < wins[0] / games < 0.65
    assert play.rollout(GAME.blank(KalahOptions()), 10**9, 77, new_generator(1), legal, wins)[1] == 77


def test_random_actions_are_uniform_over_legal_ones():
    batch = Batch(GAME, KalahOptions(), 6000, 3)
    counts = np.bincount(batch.random_actions(), minlength=6)
    assert ((counts - 1000) ** 2 / 1000).sum() < 20.5  # chi-square, 5 degrees of freedom, 0.001
