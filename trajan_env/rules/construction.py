"""The construction action (T17). The workers of a seat are a set of site spaces, one bit a space."""

import numpy as np

from boardkit.jit import rule
from trajan_env.actions import PLACE_WORKER, RECRUIT_WORKER
from trajan_env.data import (
    GAIN_CONSTRUCTION,
    GRANTED_ACTION,
    LOWEST_CONSTRUCTION_VP,
    NUM_SITE_SPACES,
    SITE_COLUMNS,
    SITE_ROWS,
    TILES_OF_A_CONSTRUCTION_KIND,
)
from trajan_env.rules.common import gain, is_empty
from trajan_env.state import NONE

ALL_SPACES = (1 << NUM_SITE_SPACES) - 1
FIRST_COLUMN = sum(1 << SITE_COLUMNS * row for row in range(SITE_ROWS))
LAST_COLUMN = FIRST_COLUMN << SITE_COLUMNS - 1


@rule
def recruit_workers(s, player, number):
    """T17a, R8: tokens from the mat to the worker camp, as many as are left."""
    moved = min(number, s.mat[player])
    s.mat[player] -= moved
    s.worker_camp[player] += moved


@rule
def open_spaces(s, player):
    """T17b: where a worker can go: the first anywhere, later ones orthogonally next to an own one."""
    own = np.int64(s.workers[player])
    if s.worker_camp[player] == 0:
        return np.int64(0)
    if own == 0:
        return np.int64(ALL_SPACES)
    beside = (own & ~LAST_COLUMN) << 1 | (own & ~FIRST_COLUMN) >> 1
    above_and_below = own << SITE_COLUMNS | own >> SITE_COLUMNS
    return (beside | above_and_below) & ~own & ALL_SPACES


@rule
def can_use_construction(s, player):
    """T17: at least one of the two options is open."""
    return s.mat[player] > 0 or open_spaces(s, player) != 0


@rule
def list_construction(s, player, actions, count):
    """T17: recruit a worker, or place one on the site."""
    if s.mat[player] > 0:
        actions[count] = RECRUIT_WORKER
        count += 1
    spaces = open_spaces(s, player)
    for space in range(NUM_SITE_SPACES):
        if spaces >> space & 1:
            actions[count] = PLACE_WORKER + space
            count += 1
    return count


@rule
def place_worker(s, player, space):
    """T17b: a worker takes and scores the tile on the space, if any; the first of its kind grants an action."""
    s.worker_camp[player] -= 1
    s.workers[player] |= np.int64(1) << space
    tile = s.site_tile[space]
    if tile == NONE:
        return
    s.site_tile[space] = NONE
    kind = tile // TILES_OF_A_CONSTRUCTION_KIND
    level = tile % TILES_OF_A_CONSTRUCTION_KIND
    if is_empty(s.construction[player, kind]):
        s.granted_action = GRANTED_ACTION[kind]
    s.construction[player, kind, level] = 1
    gain(s, player, GAIN_CONSTRUCTION, level + LOWEST_CONSTRUCTION_VP)


@rule
def use_construction(s, player, action):
    """T17: take an option; True when that finishes the action, False when a granted action comes first."""
    if action == RECRUIT_WORKER:
        recruit_workers(s, player, 1)
    else:
        place_worker(s, player, action - PLACE_WORKER)
    return s.granted_action == NONE
