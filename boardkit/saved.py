"""States as bytes: a line that says what they are, then the raw records. Exact, quick, and refused when damaged."""

import hashlib
import json
from typing import Any

import numpy as np

from boardkit.game import Game, States, find_game

FORMAT = "boardkit-states"
VERSION = 1


def pack(game: Game, states: States, **extra: Any) -> bytes:
    """Save states, with JSON values of the caller's own beside them."""
    payload = states.tobytes()
    header = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "module": game.options.__module__,
        "game_version": game.version,
        "state_bytes": game.state.itemsize,
        "count": len(states),
        "digest": hashlib.sha256(payload).hexdigest(),
        "extra": extra,
    }
    return json.dumps(header).encode() + b"\n" + payload


def unpack(data: bytes) -> tuple[Game, States, dict[str, Any]]:
    """The game, the states and the extra values of what `pack` saved."""
    line, _, payload = data.partition(b"\n")
    try:
        header = json.loads(line)
        known = header["format"] == FORMAT and header["version"] == VERSION
    except (ValueError, KeyError, TypeError):
        known = False
    if not known:
        raise ValueError(f"these bytes are not saved states of format {FORMAT!r}, version {VERSION}")
    game = find_game(header["game"], header["module"])
    if (header["game_version"], header["state_bytes"]) != (game.version, game.state.itemsize):
        raise ValueError(
            f"saved by version {header['game_version']} of {game.title} ({header['state_bytes']} bytes a state); "
            f"this is version {game.version} ({game.state.itemsize} bytes)"
        )
    if hashlib.sha256(payload).hexdigest() != header["digest"]:
        raise ValueError(f"the saved states of {game.title} are damaged: their digest does not fit")
    return game, np.frombuffer(bytearray(payload), game.state), header["extra"]
