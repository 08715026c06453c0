"""Armies: what the leader stands near, and the legionnaires waiting in camp."""

import numpy as np

from agents.judgement.trajan.advice import CONQUEST, LEGIONNAIRE, NEAR_PROVINCES, PROVINCE_TILES
from agents.judgement.trajan.clock import within
from agents.judgement.trajan.forum import forum_tile_worth
from boardkit.jit import rule
from trajan_env.data import IS_ADJACENT, LESS_FOR_EACH_LEGIONNAIRE, NUM_PROVINCES, PROVINCE_VP
from trajan_env.state import NONE

TIME_TO_CONQUER = 6  # turns within which a legionnaire in camp can find a province
FADING = 0.6  # of what lies in a province, a step further away


def _distances() -> np.ndarray:
    """Steps between provinces (and from the camp), by widening rings."""
    steps = np.where(IS_ADJACENT == 1, 1, 99)
    np.fill_diagonal(steps, 0)
    for between in range(NUM_PROVINCES):
        steps = np.minimum(steps, steps[:, between, None] + steps[None, between, :])
    return steps


NEARNESS = FADING ** _distances()


@rule
def conquest(s, seat, province):
    """T14c: what a legionnaire of the seat would score in a province; nothing where it has one."""
    if s.legionnaires[seat, province]:
        return 0
    vp = PROVINCE_VP[province]
    for other in range(s.players):
        vp -= LESS_FOR_EACH_LEGIONNAIRE * s.legionnaires[other, province]
    return max(vp, 0)


@rule
def army_worth(s, seat, weights, unmet, turns_of_quarter, turns):
    """What the army is worth where it stands, and what the military action would bring now."""
    leader = s.leader[seat]
    camp = s.military_camp[seat]
    lands, tiles, best_tile = 0.0, 0.0, 0.0
    for province in range(NUM_PROVINCES):
        nearness = NEARNESS[leader, province]
        lands += nearness * conquest(s, seat, province)
        tile = s.province_tile[province]
        if tile != NONE and IS_ADJACENT[leader, province]:
            tile_worth = forum_tile_worth(s, seat, weights, tile, unmet, turns_of_quarter, turns)
            best_tile = max(best_tile, tile_worth)
        elif tile != NONE:
            tiles += nearness
    at_hand = float(conquest(s, seat, leader)) if leader < NUM_PROVINCES and camp > 0 else 0.0
    in_time = within(turns, TIME_TO_CONQUER)
    worth = camp + in_time * weights[LEGIONNAIRE] * min(camp, turns / 3)
    worth += in_time * (weights[NEAR_PROVINCES] * lands + weights[PROVINCE_TILES] * (tiles + best_tile))
    worth += within(turns, 1) * weights[CONQUEST] * at_hand
    now = max(at_hand, best_tile, (1 + weights[LEGIONNAIRE]) * in_time)
    return worth, now
