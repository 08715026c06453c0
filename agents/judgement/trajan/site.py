"""The construction site: workers, buildings and sets of a kind."""

import numpy as np

from agents.judgement.trajan.advice import GRANT, THREE_OF_A_KIND, TWO_OF_A_KIND, WILD_BUILDING, WORKER
from agents.judgement.trajan.clock import within
from boardkit.jit import rule
from trajan_env.data import (
    LOWEST_CONSTRUCTION_VP,
    NUM_CONSTRUCTION_KINDS,
    NUM_SITE_SPACES,
    SET_VP,
    TILES_OF_A_CONSTRUCTION_KIND,
    WILD_CONSTRUCTION,
)
from trajan_env.rules.construction import open_spaces
from trajan_env.rules.scoring import construction_tiles
from trajan_env.state import NONE

TIME_TO_BUILD = 6  # turns within which a worker in camp finds a place, or a set its last building


@rule
def kinds_on_site(s):
    """How many buildings of each kind lie on the site, four bits a kind."""
    kinds = np.int64(0)
    for space in range(NUM_SITE_SPACES):
        tile = s.site_tile[space]
        if tile != NONE:
            kinds += np.int64(1) << tile // TILES_OF_A_CONSTRUCTION_KIND * 4
    return kinds


@rule
def set_step(weights, tiles, left):
    """What a set in the making is worth beside its points: buildings of the kind are left on the site."""
    if tiles == 2 and left > 0:
        return weights[TWO_OF_A_KIND]
    if tiles == 3 and left > 0:
        return weights[THREE_OF_A_KIND]
    return 0.0


@rule
def building_worth(s, seat, weights, tile, kinds, turns):
    """What taking a building brings: its points, the action it grants, and a step towards a set."""
    kind = tile // TILES_OF_A_CONSTRUCTION_KIND
    worth = float(tile % TILES_OF_A_CONSTRUCTION_KIND + LOWEST_CONSTRUCTION_VP)
    owned = construction_tiles(s, seat, kind)
    if owned == 0:
        return worth + weights[GRANT]
    left = kinds >> kind * 4 & 15
    in_time = within(turns, TIME_TO_BUILD)
    worth += SET_VP[owned + 1] - SET_VP[owned]
    return worth + in_time * (set_step(weights, owned + 1, left - 1) - set_step(weights, owned, left))


@rule
def site_worth(s, seat, weights, turns):
    """What sets and workers are worth, and what the construction action would bring now."""
    kinds = kinds_on_site(s)
    in_time = within(turns, TIME_TO_BUILD)
    worth = 0.0
    for kind in range(NUM_CONSTRUCTION_KINDS):
        owned = construction_tiles(s, seat, kind)
        worth += SET_VP[owned] + in_time * set_step(weights, owned, kinds >> kind * 4 & 15)
    camp = s.worker_camp[seat]
    worth += camp + in_time * weights[WORKER] * min(camp, turns / 3)
    worth += weights[WILD_BUILDING] * s.tiles[seat, WILD_CONSTRUCTION]
    best = (1 + weights[WORKER]) * in_time
    spaces = open_spaces(s, seat)
    for space in range(NUM_SITE_SPACES):
        tile = s.site_tile[space]
        if spaces >> space & 1 and tile != NONE:
            best = max(best, building_worth(s, seat, weights, tile, kinds, turns))
    return worth, best
