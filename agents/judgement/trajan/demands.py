"""The people's demands, and the forum tiles that meet them."""

from agents.judgement.trajan.advice import PERMANENT, SPARE_DEMAND, UNMET, UNMET_LATE
from agents.judgement.trajan.clock import within
from boardkit.jit import rule
from trajan_env.data import DEMANDS_A_QUARTER, NUM_DEMANDS, QUARTERS, WILD_DEMAND
from trajan_env.rules.quarter import permanent_tiles

CALM = 6  # turns before the end of a quarter from which on an unmet demand presses more and more


@rule
def revealed_demands(s, demand):
    """How often the people ask for this kind so far in the quarter."""
    wanted = 0
    for place in range(s.demands_revealed):
        if s.demands[place] == demand:
            wanted += 1
    return wanted


@rule
def expected_excess(chance, draws, spare):
    """How many demands still to be drawn, each of a kind with this chance, spare tiles fewer than draws leave unmet."""
    excess = draws * chance
    if spare > 0:
        excess -= 1 - (1 - chance) ** draws
    if spare > 1:  # so all three are still to be drawn
        excess -= chance * chance * (3 - 2 * chance)
    return excess


@rule
def expected_unmet(s, seat, demand, tiles, unseen):
    """How many demands of a kind will stay unmet with so many forum tiles: those revealed, and those to be expected."""
    spare = tiles + permanent_tiles(s, seat, demand) - revealed_demands(s, demand)
    draws = DEMANDS_A_QUARTER - s.demands_revealed
    if spare < 0:
        return -spare + draws * s.demand_pile[demand] / unseen
    if draws == 0 or spare >= draws:
        return 0.0
    return expected_excess(s.demand_pile[demand] / unseen, draws, spare)


@rule
def unseen_demands(s):
    """The demand tiles nobody has seen, those out of the game included."""
    unseen = 0
    for demand in range(NUM_DEMANDS):
        unseen += s.demand_pile[demand]
    return max(unseen, 1)


@rule
def penalty(unmet):
    """T21: 4, 9, 15 points for 1, 2, 3 unmet demands, and what lies between."""
    return unmet * (3.5 + 0.5 * unmet)


@rule
def urgency(weights, turns_of_quarter):
    """The share of the penalty that counts: more towards the end of the quarter."""
    return weights[UNMET] + weights[UNMET_LATE] * (1 - within(turns_of_quarter, CALM))


@rule
def wanted_later(s, seat, demand):
    """How many forum tiles of a kind the quarters to come can use up."""
    quarters = QUARTERS - s.quarter
    return max(quarters * (1.0 - 0.7 * min(permanent_tiles(s, seat, demand), 1)), 0.0)


@rule
def cover(s, seat, weights, turns_of_quarter):
    """What the demands cost a seat, what its spare tiles will save, and how many demands it fails to meet."""
    unseen = unseen_demands(s)
    unmet = 0.0
    spares = 0.0
    for demand in range(NUM_DEMANDS):
        tiles = s.tiles[seat, demand]
        unmet += expected_unmet(s, seat, demand, tiles, unseen)
        left = tiles + permanent_tiles(s, seat, demand) - revealed_demands(s, demand)
        spares += min(max(min(left, tiles), 0), wanted_later(s, seat, demand))
    wild = s.tiles[seat, WILD_DEMAND]
    spare_wild = max(wild - unmet, 0.0)
    unmet = max(unmet - wild, 0.0)
    value = weights[SPARE_DEMAND] * (spares + min(spare_wild, QUARTERS - s.quarter))
    return value - urgency(weights, turns_of_quarter) * penalty(unmet), unmet


@rule
def demand_tiles_worth(s, seat, weights, unmet, turns_of_quarter):
    """What one more forum tile of each kind of demand is worth."""
    unseen = unseen_demands(s)
    bread = demand_tile_worth(s, seat, weights, 0, unmet, unseen, turns_of_quarter)
    helmet = demand_tile_worth(s, seat, weights, 1, unmet, unseen, turns_of_quarter)
    fire = demand_tile_worth(s, seat, weights, 2, unmet, unseen, turns_of_quarter)
    return bread, helmet, fire


@rule
def demand_tile_worth(s, seat, weights, demand, unmet, unseen, turns_of_quarter):
    """What one more forum tile of a kind is worth: the penalty it saves, or its use in later quarters."""
    tiles = s.tiles[seat, demand]
    met = expected_unmet(s, seat, demand, tiles, unseen) - expected_unmet(s, seat, demand, tiles + 1, unseen)
    saved = urgency(weights, turns_of_quarter) * (penalty(unmet) - penalty(max(unmet - met, 0.0)))
    spare = tiles + permanent_tiles(s, seat, demand) - revealed_demands(s, demand)
    if 0 <= spare < wanted_later(s, seat, demand):
        saved = max(saved, weights[SPARE_DEMAND])
    return saved


@rule
def permanent_worth(s, weights):
    """What a demand tile of Trajan is worth, by the quarters it will serve."""
    return weights[PERMANENT] * (QUARTERS + 1 - s.quarter)
