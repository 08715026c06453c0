"""The forum action (T13)."""

import numpy as np

from boardkit.jit import rule
from trajan_env.actions import TAKE_FORUM_TILE
from trajan_env.data import FORUM_SPACES, NUM_FORUM_KINDS
from trajan_env.state import NONE


@rule
def can_use_forum(s):
    """T13: a tile lies in the forum."""
    tiles = 0
    for space in range(FORUM_SPACES):
        if s.forum[space] != NONE:
            tiles += 1
    return tiles > 0


@rule
def list_forum(s, actions, count):
    """T13: the kinds of tile that lie in the forum."""
    present = np.int64(0)
    for space in range(FORUM_SPACES):
        if s.forum[space] != NONE:
            present |= np.int64(1) << s.forum[space]
    for kind in range(NUM_FORUM_KINDS):
        if present >> kind & 1:
            actions[count] = TAKE_FORUM_TILE + kind
            count += 1
    return count


@rule
def use_forum(s, player, kind):
    """T13: take a tile of a kind, from the green spaces before the yellow ones, lowest space first."""
    for space in range(FORUM_SPACES):
        if s.forum[space] == kind:
            s.forum[space] = NONE
            s.tiles[player, kind] += 1
            return
