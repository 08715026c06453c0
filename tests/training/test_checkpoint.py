"""Checkpoints: written whole or not at all, and refused when they are not what they should be."""

import dataclasses
import errno
import json
import os

import numpy as np
import pytest
from kalah import GAME, KalahOptions

from agents.checkpoint import Checkpoint, CheckpointError, read_arrays, write_arrays
from boardkit.actions import ActionTable
from boardkit.game import Game
from boardkit.pieces import Piece, Pieces


def checkpoint(seed: int = 1) -> Checkpoint:
    rng = np.random.default_rng(seed)
    sizes = [GAME.observation.size, 8, 5, GAME.num_actions + 1]
    layers = tuple(
        (rng.normal(size=(a, b)).astype(np.float32), rng.normal(size=b).astype(np.float32))
        for a, b in zip(sizes, sizes[1:], strict=False)
    )
    return Checkpoint(GAME, KalahOptions(seeds=3), layers, {"seed": seed}, {"random": {"wins": 3, "games": 4}})


@pytest.fixture
def path(tmp_path):
    checkpoint().save(tmp_path / "net.ckpt")
    return tmp_path / "net.ckpt"


@pytest.fixture
def changed_game(monkeypatch):
    """Make Kalah with something changed, and leave the registry as it was."""
    monkeypatch.setattr(Game, "registry", dict(Game.registry))
    return lambda **changes: dataclasses.replace(GAME, **changes)


def test_a_checkpoint_comes_back_exactly(path):
    loaded, original = Checkpoint.load(path, GAME), checkpoint()
    assert (loaded.options, loaded.training, loaded.strength) == (
        original.options, original.training, original.strength,
    )  # fmt: skip
    for (weight, bias), (other_weight, other_bias) in zip(loaded.layers, original.layers, strict=True):
        np.testing.assert_array_equal(weight, other_weight)
        np.testing.assert_array_equal(bias, other_bias)


def test_the_first_line_is_the_manifest_in_plain_json(path):
    manifest = json.loads(path.read_bytes().partition(b"\n")[0])
    assert manifest["game"] == "kalah"
    assert manifest["sizes"] == [14, 8, 5, 7]
    assert manifest["options"]["seeds"] == 3


def test_another_game_is_refused(path, changed_game):
    with pytest.raises(CheckpointError, match="plays 'kalah', not 'mancala'"):
        Checkpoint.load(path, changed_game(name="mancala"))


def test_another_version_is_refused(path, changed_game):
    with pytest.raises(CheckpointError, match="version 1 instead of 2"):
        Checkpoint.load(path, changed_game(version=2))


def test_another_observation_is_refused_with_the_difference(path, changed_game):
    other = changed_game(observation=Pieces([Piece("pits", (14,), "")]))
    with pytest.raises(
        CheckpointError, match=r'observation: \["board".* only in the file, \["pits".* only in the game'
    ):
        Checkpoint.load(path, other)


def test_other_actions_are_refused_with_the_difference(path, changed_game):
    more = changed_game(actions=ActionTable([("sow", "move", [f"sow pit {pit + 1}" for pit in range(7)])]))
    with pytest.raises(CheckpointError, match=r'actions: \["sow", 6\] only in the file, \["sow", 7\] only in the game'):
        Checkpoint.load(path, more)
    words = changed_game(actions=ActionTable([("sow", "move", [f"play pit {pit + 1}" for pit in range(6)])]))
    with pytest.raises(CheckpointError, match="actions: other order or words"):
        Checkpoint.load(path, words)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[:-10], "is cut off"),
        (lambda data: data[:40], "its first line is no manifest"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "is damaged"),
        (lambda data: b"", "its first line is no manifest"),
        (lambda data: b"\x80\x04" + data, "its first line is no manifest"),
        (lambda data: data.replace(b"rome-network", b"some-network"), "is 'some-network' version 1"),
        (lambda data: data.replace(b'"version": 1', b'"version": 9', 1), "version 9; expected"),
        (lambda data: data.replace(b'"sizes"', b'"seizs"'), "not that of a network"),
        (lambda data: data.replace(b"[14, 8, 5, 7]", b"[14, 9, 5, 7]"), "do not fit the sizes"),
        (lambda data: data.replace(b'"<f4", [14, 8]', b'"<f4", [14, 8, 99]'), "does not fit what the file holds"),
        (lambda data: data.replace(b'"<f4", [14, 8]', b'"|O", [14, 8]'), "does not fit what the file holds"),
    ],
)
def test_a_damaged_file_is_refused_and_named(path, damage, message):
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(CheckpointError, match=message) as caught:
        Checkpoint.load(path, GAME)
    assert str(path) in str(caught.value)


def test_weights_that_are_no_numbers_are_refused(path):
    broken = checkpoint()
    broken.layers[1][0][2, 3] = np.nan
    broken.save(path)
    with pytest.raises(CheckpointError, match="not finite"):
        Checkpoint.load(path, GAME)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(CheckpointError, match=r"nothing\.ckpt: cannot be read: No such file"):
        Checkpoint.load(tmp_path / "nothing.ckpt", GAME)


def test_out_of_disk_leaves_the_last_good_file(path, monkeypatch):
    def full(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CheckpointError, match="No space left on device; the file before it is unharmed"):
        checkpoint(2).save(path)
    assert Checkpoint.load(path, GAME).training == {"seed": 1}
    assert list(path.parent.iterdir()) == [path]


def test_arrays_of_python_objects_are_not_written(tmp_path):
    with pytest.raises(TypeError, match="array x is of type"):
        write_arrays(tmp_path / "x", "form", 1, {}, {"x": np.array([{}])})


def test_arrays_of_any_shape_come_back(tmp_path):
    arrays = {"a": np.arange(6.0).reshape(2, 3).T, "b": np.array(7.5, np.float32), "c": np.zeros((0, 4), np.uint8)}
    write_arrays(tmp_path / "x", "form", 1, {"note": "ü"}, arrays)
    manifest, back = read_arrays(tmp_path / "x", "form", 1)
    assert manifest["note"] == "ü"
    for name, array in arrays.items():
        np.testing.assert_array_equal(back[name], array)
        assert back[name].shape == array.shape
