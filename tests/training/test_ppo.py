"""Self-play PPO: what it learns from, that it learns, and that a run goes on exactly where it stopped."""

import contextlib
import csv
import dataclasses
import json
import re
import signal

import numpy as np
import pytest
from kalah import GAME as KALAH
from kalah import KalahOptions
from pebbles import GAME as PEBBLES
from pebbles import MOST, PebblesOptions

pytest.importorskip("torch")
import torch

from agents.checkpoint import Checkpoint, CheckpointError, read_arrays
from agents.network import NetworkAgent
from agents.random import RandomAgent
from boardkit import records
from boardkit.batch import Batch
from training import ppo
from training.evaluate import win_share
from training.runfolder import STATE_FORMAT, STATE_VERSION
from trajan_env import TrajanOptions

TINY = ppo.Config(
    game="pebbles", games=64, steps=16, hidden=(32,), minibatch=256, threads=1, decisions=6000, learning_rate=3e-3,
    evaluate_every=3, evaluate_games=50, snapshot_every=2, save_every=2,
)  # fmt: skip


# -- rewards and advantages --------------------------------------------------------------------------------------------
def advantages(seats, rewards, values, *, ends=(), learner=None, last_seat=0, last_value=0.0, gamma=1.0, trace=1.0):
    """Advantages and knownness of one game's decisions: who moved, what all seats earned, what was expected."""
    steps = len(seats)
    terminated = np.zeros((steps, 1), bool)
    terminated[list(ends)] = True
    learner = np.ones((steps, 1), bool) if learner is None else np.array(learner)[:, None]
    found, known = np.zeros((steps, 1), np.float32), np.zeros((steps, 1), bool)
    ppo.seat_advantages(
        np.array(rewards, np.float32)[:, None], terminated, np.array(seats)[:, None], learner,
        np.array(values, np.float32)[:, None], np.array([last_seat]), np.array([last_value], np.float32),
        gamma, trace, found, known,
    )  # fmt: skip
    return found[:, 0].tolist(), known[:, 0].tolist()


def test_the_end_of_a_game_reaches_every_seat_whoever_moved_last():
    found, known = advantages([0, 1, 2, 0], [(0, 0, 0)] * 3 + [(1, -1, -0.5)], [0, 0, 0, 0], ends=[3], last_seat=1)
    assert found == [1, -1, -0.5, 1]
    assert known == [True] * 4


def test_what_a_seat_earns_while_others_move_belongs_to_its_own_last_decision():
    rewards = [(0, 0), (4, 0), (2, 0), (0, 0)]
    found, _ = advantages([0, 1, 1, 0], rewards, [0, 0, 0, 0], ends=[3])
    assert found[0] == 6


def test_several_decisions_in_a_row_are_one_trajectory_with_its_own_values():
    found, _ = advantages([0, 0, 1, 0], [(0, 0)] * 3 + [(1, -1)], [0.1, 0.2, 0.7, 0.4], ends=[3], trace=0.0)
    assert found == pytest.approx([0.1, 0.2, -1.7, 0.6])  # each against the next value of the same seat


def test_advantages_fade_with_trace_and_gamma_by_own_decisions():
    found, _ = advantages([0, 1, 0], [(0, 0), (0, 0), (1, -1)], [0, 0, 0], ends=[2], gamma=0.9, trace=0.5)
    assert found == pytest.approx([0.45, -1, 1])


def test_nothing_of_the_next_game_reaches_the_one_before():
    found, _ = advantages([0, 1, 1, 0], [(0, 0), (1, -1), (0, 0), (-1, 1)], [0, 0, 9, 9], ends=[1, 3])
    assert found[:2] == [1, -1]


def test_a_cut_trajectory_goes_on_with_the_value_of_the_seat_to_move():
    found, known = advantages([0, 1, 0], [(0, 0)] * 3, [0.1, 0.2, 0.3], last_seat=0, last_value=0.8, trace=0.0)
    assert found[0] == pytest.approx(0.2)
    assert found[2] == pytest.approx(0.5)
    assert known == [True, False, True]  # what seat 1's last decision led to is not known yet


def test_a_decision_before_an_unknown_one_goes_on_with_its_value():
    found, known = advantages([1, 0, 1, 0], [(0, 0)] * 4, [0.1, 0.0, 0.6, 0.0], last_seat=0)
    assert known == [True, True, False, True]
    assert found[0] == pytest.approx(0.5)


def test_opponents_decisions_are_not_learned_from_but_their_rewards_count():
    found, known = advantages(
        [0, 1, 1], [(0, 0), (-2, 2), (-1, 1)], [0, 5, 5], ends=[2], learner=[True, False, False], last_seat=1
    )
    assert (found[0], known) == (-3, [True, False, False])


def test_seats_are_treated_alike():
    rng = np.random.default_rng(3)
    seats, values = rng.integers(2, size=30), rng.normal(size=30)
    rewards = rng.normal(size=(30, 2))
    one = advantages(seats, rewards, values, ends=[11, 20], last_seat=1, last_value=0.3, gamma=0.9, trace=0.8)
    other = advantages(1 - seats, rewards[:, ::-1], values, ends=[11, 20], last_value=0.3, gamma=0.9, trace=0.8)
    assert one == other


def test_a_played_window_credits_each_seat_with_its_own_return():
    config = dataclasses.replace(TINY, option=("players=3",), league=0.0)
    trainer = ppo.Trainer(config)
    ppo.play_window(
        trainer.model, trainer.batch, trainer.league, None, trainer.window, config, np.random.default_rng(1)
    )
    window = trainer.window
    window.values[:] = 0
    ppo.seat_advantages(
        window.rewards, window.terminated, window.seats, window.learner, window.values, trainer.batch.rows.to_move,
        np.zeros(config.games, np.float32), 1.0, 1.0, window.advantages, window.known,
    )  # fmt: skip
    for game in range(config.games):
        first = 0
        for end in np.flatnonzero(window.terminated[:, game]):
            seats = window.seats[first : end + 1, game]
            np.testing.assert_array_equal(window.advantages[first : end + 1, game], window.rewards[end, game, seats])
            assert window.known[first : end + 1, game].all()
            first = end + 1
    assert window.terminated.sum() > 100


# -- masking -----------------------------------------------------------------------------------------------------------
def test_the_policy_gives_illegal_actions_no_probability_and_loses_none():
    batch = Batch(KALAH, KalahOptions(scatter=True), 50, 3)
    for _ in range(12):
        batch.step(batch.random_actions())
    model = ppo.PolicyValue(KALAH.observation.size, (16,), KALAH.num_actions)
    outputs = model(torch.from_numpy(batch.observations.copy() * 100))[0]
    legal, counts = torch.from_numpy(batch.rows.legal.astype(np.int64)), torch.from_numpy(batch.counts.copy())
    assert counts.min() < KALAH.num_actions
    policy = ppo.masked_log_policy(outputs, legal, counts).exp()
    whole = torch.zeros(50, KALAH.num_actions).scatter_add(1, legal, policy).detach().numpy()
    assert (whole[batch.masks == 0] == 0).all()
    assert (whole[batch.masks == 1] > 0).all()
    np.testing.assert_allclose(whole.sum(1), 1, atol=1e-6)


def test_the_log_probability_noted_while_playing_is_that_of_the_learning_network():
    config = dataclasses.replace(TINY, league=0.0)
    trainer = ppo.Trainer(config)
    ppo.play_window(
        trainer.model, trainer.batch, trainer.league, None, trainer.window, config, np.random.default_rng(1)
    )
    lessons = ppo.Lessons(trainer.window)
    _, report = ppo.loss_of(trainer.model, lessons, lessons.rows, config, 0.0)
    assert abs(report[3]) < 1e-6  # no divergence before the first step
    assert report[4] == 0


# -- the league --------------------------------------------------------------------------------------------------------
def test_in_league_games_the_learner_has_one_seat_and_a_member_the_others():
    config = dataclasses.replace(TINY, option=("players=3",), league=0.5)
    league = ppo.League(PEBBLES, PebblesOptions(players=3), config)
    league.draw(np.arange(64), np.random.default_rng(1))
    assert (league.opponent[:32] == 0).all()
    assert (league.opponent[32:] == -1).all()
    assert set(league.learner_seat[:32]) == {0, 1, 2}
    moves = np.stack([league.learner_moves(np.full(64, seat)) for seat in range(3)])
    assert (moves[:, :32].sum(0) == 1).all()
    assert moves[:, 32:].all()


# -- learning ----------------------------------------------------------------------------------------------------------
def winning_heaps():
    """By exhaustive search, the heaps from which the player to move can force a win."""
    wins = [False]
    for heap in range(1, MOST + 1):
        wins.append(any(not wins[heap - take] for take in (1, 2, 3) if take <= heap))
    return wins


@pytest.mark.parametrize("critic", ["observation", "full"])
def test_a_tiny_game_is_learned_to_optimal_play(tmp_path, critic):
    config = dataclasses.replace(TINY, folder=str(tmp_path / "run"), critic=critic, decisions=60_000)
    path = ppo.train(config, show=False)
    agent = NetworkAgent(PEBBLES, path)
    wins = winning_heaps()
    heaps = [heap for heap in range(2, MOST + 1) if wins[heap]]  # taking a single pebble is no decision
    outputs = agent.evaluate(np.eye(MOST, dtype=np.float32)[[heap - 1 for heap in heaps]])
    for heap, row in zip(heaps, outputs, strict=True):
        take = 1 + int(row[: min(3, heap)].argmax())
        assert not wins[heap - take], f"from {heap} it takes {take}"
    assert outputs[:, -1].min() > 0.3  # and it knows that it wins


def test_the_duel_is_learned_to_a_clear_gain_over_random(tmp_path):
    config = ppo.Config(
        game="caesar", folder=str(tmp_path / "run"), games=256, steps=32, hidden=(64,), minibatch=1024, threads=1,
        decisions=120_000, learning_rate=2e-3, evaluate_every=1000, evaluate_games=10,
    )  # fmt: skip
    path = ppo.train(config, show=False)
    game = ppo.find_game("caesar")
    share = win_share(NetworkAgent(game, path), RandomAgent(game, seed=1), game, game.options(), 600, 5)
    assert share.interval[0] > 0.6


# -- the run -----------------------------------------------------------------------------------------------------------
def final_state(folder):
    """All of a run's state but the clock."""
    manifest, arrays = read_arrays(folder / "state.bin", STATE_FORMAT, STATE_VERSION)
    manifest["values"].pop("seconds")
    return manifest["values"], {name: array.tobytes() for name, array in arrays.items()}


def metrics(folder):
    with (folder / "metrics.csv").open() as file:
        timed = ("seconds", "decisions_per_second")
        return [{name: value for name, value in row.items() if name not in timed} for row in csv.DictReader(file)]


class PowerCut(Exception):
    pass


def press_control_c(_):
    signal.raise_signal(signal.SIGINT)


def cut_power(_):
    raise PowerCut


@pytest.fixture
def uninterrupted(tmp_path):
    config = dataclasses.replace(TINY, folder=str(tmp_path / "whole"))
    ppo.train(config, show=False)
    return tmp_path / "whole"


@pytest.mark.parametrize(("accident", "saved"), [(press_control_c, 5), (cut_power, 4)])
def test_a_resumed_run_equals_the_uninterrupted_one(tmp_path, monkeypatch, uninterrupted, accident, saved):
    folder = tmp_path / "parts"
    iterate = ppo.Trainer.iterate

    def interrupted(trainer):
        row = iterate(trainer)
        if trainer.iteration == 5:
            accident(trainer)
        return row

    with monkeypatch.context() as patch:
        patch.setattr(ppo.Trainer, "iterate", interrupted)
        with contextlib.suppress(PowerCut):
            ppo.train(dataclasses.replace(TINY, folder=str(folder)), show=False)
    assert final_state(folder)[0]["iteration"] == saved
    config, resume = ppo.parse(["--resume", str(folder)])
    assert resume
    ppo.train(config, resume=True, show=False)
    assert final_state(folder) == final_state(uninterrupted)
    assert metrics(folder) == metrics(uninterrupted)
    assert len(metrics(folder)) > 5


def test_a_run_folder_holds_what_one_wants_to_know(uninterrupted):
    about = json.loads((uninterrupted / "options.json").read_text())
    assert about["options"]["game"] == "pebbles"
    assert "torch" in about["machine"]["versions"]
    row = next(row for row in metrics(uninterrupted) if row["wins random"])
    assert float(row["low random"]) < float(row["wins random"]) < float(row["high random"])
    assert records.read(uninterrupted / "records" / "000003.jsonl").game is PEBBLES
    earlier = Checkpoint.load(uninterrupted / "snapshots" / "000002.ckpt", PEBBLES)
    latest = Checkpoint.load(uninterrupted / "latest.ckpt", PEBBLES)
    assert earlier.training["iterations"] == 2
    assert latest.training["decisions"] >= TINY.decisions
    assert latest.strength["random"]["games"] == TINY.evaluate_games


def test_a_new_run_does_not_overwrite_another_and_resuming_needs_one(tmp_path, uninterrupted):
    with pytest.raises(CheckpointError, match="holds a run already"):
        ppo.train(dataclasses.replace(TINY, folder=str(uninterrupted)), show=False)
    with pytest.raises(CheckpointError, match="holds no run to resume"):
        ppo.parse(["--resume", str(tmp_path / "nowhere")])


def test_a_resumed_run_may_go_further_and_meet_others_but_not_change_its_network(uninterrupted):
    flags = ["--resume", str(uninterrupted)]
    config, _ = ppo.parse([*flags, "--decisions", "8000", "--opponents", "--evaluate-against", "random", "random:"])
    ppo.train(config, resume=True, show=False)
    first, *_, last = metrics(uninterrupted)
    assert int(last["decisions"]) >= 8000
    assert (first["wins random:"], last["wins random:"] != "") == ("", True)
    with pytest.raises(CheckpointError, match=r"was begun with hidden \(32,\); it cannot go on with \(8,\)"):
        ppo.train(dataclasses.replace(config, hidden=(8,)), resume=True, show=False)


def test_a_run_can_begin_with_the_network_of_another(tmp_path, uninterrupted):
    config = dataclasses.replace(TINY, folder=str(tmp_path / "next"), start=str(uninterrupted / "latest.ckpt"))
    expected = Checkpoint.load(uninterrupted / "latest.ckpt", PEBBLES).layers
    for layer, other in zip(ppo.Trainer(config).model.layers(), expected, strict=True):
        np.testing.assert_array_equal(layer[0], other[0])
    with pytest.raises(ValueError, match="the checkpoint has layers"):
        ppo.Trainer(dataclasses.replace(config, hidden=(8,)))


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ({"critic": "blind"}, "critic is 'blind'; allowed are 'observation', 'full'"),
        ({"games": 0}, "games is 0; it must be 1 or more"),
        ({"league": 1.5}, "league is 1.5; allowed are 0 to 1"),
        ({"hidden": ()}, "hidden is ()"),
    ],
)
def test_wrong_flags_are_refused(flags, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        ppo.Config(**flags)


def test_flags_come_from_the_command_line():
    config, resume = ppo.parse(
        ["--game", "trajan", "--option", "players=2", "setup=random", "--hidden", "64", "32", "--learning-rate", "1e-3"]
    )
    assert not resume
    assert ppo.parse_options(ppo.find_game("trajan"), config.option) == TrajanOptions(players=2, setup="random")
    assert (config.hidden, config.learning_rate) == ((64, 32), 1e-3)


def test_every_seat_is_taken_equally_often_and_equals_share_the_wins():
    game = PEBBLES
    always = NetworkAgent(game, Checkpoint(game, PebblesOptions(), ppo.PolicyValue(MOST, (4,), 3).layers()))
    share = win_share(always, always, game, PebblesOptions(), 2000, 7)
    assert share.interval[0] < 0.5 < share.interval[1]
