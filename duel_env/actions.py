"""The action table of Caesar!: 528 numbered actions, their words, and the arrays the kernel looks them up in."""

import numpy as np

from boardkit.actions import ActionTable
from duel_env.data import (
    BORDER_CONTROL_SPACES,
    BORDERS,
    FIRST_CENTURION,
    FITS,
    KIND_NAMES,
    KIND_VALUES,
    NUM_BORDERS,
    NUM_KINDS,
    PROVINCE_NAMES,
)

# Every way to place a token, in the order of the action numbers: (kind, border, flip), then the face-down ones.
_FACE_UP = [
    (kind, border, flip)
    for kind in range(NUM_KINDS)
    for border in range(NUM_BORDERS)
    if FITS[kind, border]
    for flip in range(1 if KIND_VALUES[kind, 0] == KIND_VALUES[kind, 1] else 2)
]
_FACE_DOWN = [(kind, border, 0) for kind in range(NUM_KINDS) for border in BORDER_CONTROL_SPACES if FITS[kind, border]]


def _placement_words(kind: int, border: int, flip: int) -> str:
    first, second = KIND_VALUES[kind] if flip == 0 else KIND_VALUES[kind][::-1]
    left, right = BORDERS[border].split("-")
    return f"place {KIND_NAMES[kind]} with {first} to {left} and {second} to {right}"


ACTIONS = ActionTable(
    [
        ("place", "place", [_placement_words(*placement) for placement in _FACE_UP]),
        ("place_down", "place", [f"place {KIND_NAMES[k]} face down on {BORDERS[b]}" for k, b, _ in _FACE_DOWN]),
        ("resolve_first", "order", [f"resolve {name} first" for name in PROVINCE_NAMES]),
        ("use", "effect", ["use the bonus"]),
        ("decline", "effect", ["decline the bonus"]),
        ("might_token", "effect", [f"turn the token on {border} face down" for border in BORDERS]),
        ("might_marker", "effect", [f"turn the control marker in {name} face down" for name in PROVINCE_NAMES]),
        ("centurion", "effect", [f"take {name}" for name in KIND_NAMES[FIRST_CENTURION:]]),
    ]
)
NUM_ACTIONS = len(ACTIONS)
PLACE = ACTIONS.first("place")
PLACE_DOWN = ACTIONS.first("place_down")
RESOLVE_FIRST = ACTIONS.first("resolve_first")
USE = ACTIONS.first("use")
DECLINE = ACTIONS.first("decline")
MIGHT_TOKEN = ACTIONS.first("might_token")
MIGHT_MARKER = ACTIONS.first("might_marker")
TAKE_CENTURION = ACTIONS.first("centurion")

_PLACEMENTS = _FACE_UP + _FACE_DOWN
PLACEMENT_KIND = np.array([kind for kind, _, _ in _PLACEMENTS])
PLACEMENT_BORDER = np.array([border for _, border, _ in _PLACEMENTS])
PLACEMENT_FLIP = np.array([flip for _, _, flip in _PLACEMENTS])
FIRST_PLACEMENT_OF = np.array([[kind for kind, _, _ in _FACE_UP].index(kind) for kind in range(NUM_KINDS)])
NUM_FLIPS = np.array([1 if first == second else 2 for first, second in KIND_VALUES])
