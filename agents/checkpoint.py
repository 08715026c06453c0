"""Checkpoints: trained networks in one portable file, read without torch and without pickle.

A file is a line of JSON, the manifest, followed by plain little-endian arrays. `head -1` shows all there is to know:

    format, version, game, game_version, options    what the network plays
    observation, actions                            the tables it was trained on, with a digest of each
    sizes                                           inputs, hidden layers, outputs (one an action, and the value)
    training, strength                              how it was made, and what it was measured to win
    arrays, bytes, digest                           what follows the line

Layer `n` of the network is `layerN.weight`, [inputs, outputs], and `layerN.bias`; between layers stands a ReLU.
"""

import hashlib
import json
import os
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np

from boardkit.game import Game, Options
from boardkit.pieces import Pieces

FORMAT = "rome-network"
VERSION = 1
KINDS = ("<f4", "<f8", "<i8", "<u8", "|u1")  # the types of arrays that files may hold


class CheckpointError(ValueError):
    """A file that cannot be used; says which file, and why."""


@dataclass(frozen=True)
class Checkpoint:
    """A trained network: its layers, what it plays, how it was made and how strong it is."""

    game: Game
    options: Options
    layers: tuple[tuple[np.ndarray, np.ndarray], ...]  # weight [inputs, outputs] and bias of each
    training: dict[str, Any] = field(default_factory=dict)
    strength: dict[str, Any] = field(default_factory=dict)

    @property
    def sizes(self) -> list[int]:
        """The width of everything from the inputs to the outputs."""
        return [self.layers[0][0].shape[0], *(weight.shape[1] for weight, _ in self.layers)]

    def save(self, path: str | Path) -> None:
        """Write the file in one move."""
        arrays = {}
        for number, (weight, bias) in enumerate(self.layers):
            arrays[f"layer{number}.weight"] = weight
            arrays[f"layer{number}.bias"] = bias
        manifest = {
            "game": self.game.name,
            "game_version": self.game.version,
            "options": self.options.to_json(),
            **tables(self.game),
            "sizes": self.sizes,
            "training": self.training,
            "strength": self.strength,
        }
        write_arrays(path, FORMAT, VERSION, manifest, arrays)

    @classmethod
    def load(cls, path: str | Path, game: Game) -> Self:
        """Read a file; one of another game, or of other tables than the game has now, is refused."""
        manifest, arrays = read_arrays(path, FORMAT, VERSION)
        _check_game(Path(path), manifest, game)
        try:
            count = len(manifest["sizes"]) - 1
            layers = tuple((arrays[f"layer{n}.weight"], arrays[f"layer{n}.bias"]) for n in range(count))
            options = game.options.from_json(manifest["options"])
            made = cls(game, options, layers, manifest["training"], manifest["strength"])
        except (KeyError, TypeError, ValueError) as problem:
            raise CheckpointError(f"{path}: the manifest is not that of a network: {problem!r}") from problem
        _check_layers(Path(path), made, manifest["sizes"])
        return made


def tables(game: Game) -> dict[str, Any]:
    """The observation and action tables as a manifest describes them: enough to say what differs."""
    pieces = _pieces(game.observation)
    groups = [[group.name, len(group)] for group in game.actions]
    return {
        "observation": {"size": game.observation.size, "digest": _digest(pieces), "pieces": pieces},
        "actions": {"count": game.num_actions, "digest": _digest(game.actions.words), "groups": groups},
    }


def write_arrays(
    path: str | Path, form: str, version: int, manifest: Mapping[str, Any], arrays: Mapping[str, np.ndarray]
) -> None:
    """Write a manifest and arrays as one file, in one move: whatever goes wrong, the file before it stays."""
    plain = {name: np.asarray(array, array.dtype.newbyteorder("<"), order="C") for name, array in arrays.items()}
    for name, array in plain.items():
        if array.dtype.str not in KINDS:
            raise TypeError(f"array {name} is of type {array.dtype.str}; allowed are {', '.join(KINDS)}")
    payload = b"".join(array.tobytes() for array in plain.values())
    header = {
        "format": form,
        "version": version,
        **manifest,
        "arrays": [[name, array.dtype.str, list(array.shape)] for name, array in plain.items()],
        "bytes": len(payload),
        "digest": hashlib.sha256(payload).hexdigest(),
    }
    _replace(Path(path), json.dumps(header).encode() + b"\n" + payload)


def read_arrays(path: str | Path, form: str, version: int) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The manifest and the arrays of a file that `write_arrays` wrote."""
    path = Path(path)
    try:
        line, _, payload = path.read_bytes().partition(b"\n")
    except OSError as problem:
        raise CheckpointError(f"{path}: cannot be read: {problem.strerror}") from problem
    try:
        header = json.loads(line)
        found = header["format"], header["version"]
        listed = [(name, np.dtype(kind), tuple(shape)) for name, kind, shape in header.pop("arrays")]
        size, digest = header.pop("bytes"), header.pop("digest")
    except (ValueError, KeyError, TypeError) as problem:
        raise CheckpointError(f"{path}: is not a file of format {form!r}: its first line is no manifest") from problem
    if found != (form, version):
        raise CheckpointError(f"{path}: is {found[0]!r} version {found[1]}; expected {form!r} version {version}")
    if len(payload) != size:
        raise CheckpointError(f"{path}: is cut off: {len(payload):,} bytes of arrays instead of {size:,}")
    if hashlib.sha256(payload).hexdigest() != digest:
        raise CheckpointError(f"{path}: is damaged: the digest of its arrays does not fit")
    return header, _split(path, payload, listed)


def _split(path: Path, payload: bytes, listed: list[tuple[str, np.dtype, tuple[int, ...]]]) -> dict[str, np.ndarray]:
    arrays, first = {}, 0
    for name, kind, shape in listed:
        last = first + kind.itemsize * int(np.prod(shape))
        if kind.str not in KINDS or last > len(payload):
            raise CheckpointError(f"{path}: array {name} ({kind.str}, {shape}) does not fit what the file holds")
        arrays[name] = np.frombuffer(bytearray(payload[first:last]), kind).reshape(shape)
        first = last
    return arrays


def _replace(path: Path, data: bytes) -> None:
    scratch = path.with_name(f"{path.name}.{uuid.uuid4().hex}.tmp")
    try:
        with scratch.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(scratch, path)
    except OSError as problem:
        scratch.unlink(missing_ok=True)
        kept = "; the file before it is unharmed" if path.exists() else ""
        raise CheckpointError(f"{path}: cannot be written: {problem.strerror}{kept}") from problem


def _check_game(path: Path, manifest: Mapping[str, Any], game: Game) -> None:
    if manifest.get("game") != game.name:
        raise CheckpointError(f"{path}: plays {manifest.get('game')!r}, not {game.name!r}")
    differences = list(_differences(manifest, tables(game)))
    if manifest.get("game_version") != game.version:
        differences.insert(0, f"version {manifest.get('game_version')} instead of {game.version}")
    if differences:
        raise CheckpointError(f"{path}: was trained on other tables of {game.title}: {'; '.join(differences)}")


def _differences(manifest: Mapping[str, Any], expected: Mapping[str, Any]) -> list[str]:
    """What the tables of a manifest have that the game does not, and the other way round."""
    found = []
    for table, parts in (("observation", "pieces"), ("actions", "groups")):
        theirs, ours = manifest.get(table, {}), expected[table]
        if theirs.get("digest") == ours["digest"]:
            continue
        there = {json.dumps(part) for part in theirs.get(parts, [])}
        here = {json.dumps(part) for part in ours[parts]}
        only = [f"{part} only in the file" for part in sorted(there - here)]
        only += [f"{part} only in the game" for part in sorted(here - there)]
        found.append(f"{table}: {', '.join(only) or 'other order or words'}")
    return found


def _check_layers(path: Path, made: Checkpoint, sizes: list[int]) -> None:
    expected = [made.game.observation.size, *sizes[1:-1], made.game.num_actions + 1]
    shapes = [weight.shape for weight, _ in made.layers]
    biases = [bias.shape for _, bias in made.layers]
    fitting = shapes == list(zip(expected, expected[1:], strict=False)) and biases == [(n,) for n in expected[1:]]
    numbers = [array for layer in made.layers for array in layer]
    if not fitting or any(array.dtype != np.float32 for array in numbers):
        raise CheckpointError(f"{path}: layers of {shapes} do not fit the sizes {expected}")
    if not all(np.isfinite(array).all() for array in numbers):
        raise CheckpointError(f"{path}: some weights are not finite numbers")


def _pieces(pieces: Pieces) -> list[list[Any]]:
    return [[piece.name, list(piece.shape), piece.low, piece.high] for piece in pieces]


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]
