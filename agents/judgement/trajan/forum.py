"""Forum tiles: what each kind is worth to a seat."""

from agents.judgement.trajan.advice import (
    ELECTION,
    EXTRA,
    EXTRA_PLUS_TWO,
    PLUS_TWO,
    SPARE_DEMAND,
    UNMET,
    WILD_BUILDING,
    WILD_CARD,
)
from agents.judgement.trajan.clock import within
from agents.judgement.trajan.demands import demand_tile_worth
from boardkit.jit import rule
from trajan_env.data import (
    FIRST_EXTRA,
    FORUM_SPACES,
    NUM_DEMANDS,
    NUM_TRAYS,
    VOTES_OF_KIND,
    WILD_COMMODITY,
    WILD_CONSTRUCTION,
    WILD_DEMAND,
    WILD_EXTRA,
)
from trajan_env.state import NONE

TIME_TO_SPEND = 3  # turns within which an extra-action tile finds its turn
VOTE_VP = 0.8  # what a vote is worth where the election is open


@rule
def extra_worth(s, seat, weights, action):
    """What an extra-action tile of an action is worth."""
    return weights[EXTRA] + weights[EXTRA_PLUS_TWO] * s.plus_two[seat, action]


@rule
def extras_worth(s, seat, weights, turns):
    """What the extra-action tiles and the [+2] markers of a seat are worth."""
    worth = 0.0
    doubled = 0
    for action in range(NUM_TRAYS):
        worth += s.tiles[seat, FIRST_EXTRA + action] * extra_worth(s, seat, weights, action)
        doubled += s.plus_two[seat, action]
    wild = s.tiles[seat, WILD_EXTRA] * (weights[EXTRA] + weights[EXTRA_PLUS_TWO] * min(doubled, 1))
    return (worth + wild) * within(turns, TIME_TO_SPEND) + weights[PLUS_TWO] * doubled * within(turns, 20)


@rule
def forum_tile_worth(s, seat, weights, kind, unmet, turns_of_quarter, turns):
    """What one more forum tile of a kind would be worth to a seat."""
    if kind < NUM_DEMANDS:
        return demand_tile_worth(s, seat, weights, kind, unmet, turns_of_quarter)
    if kind < WILD_COMMODITY:
        return weights[ELECTION] * VOTE_VP * VOTES_OF_KIND[kind]
    if kind == WILD_COMMODITY:
        return weights[WILD_CARD] * within(turns, TIME_TO_SPEND)
    if kind == WILD_DEMAND:
        return weights[SPARE_DEMAND] + 4 * weights[UNMET] * min(unmet, 1.0)
    if kind == WILD_CONSTRUCTION:
        return weights[WILD_BUILDING]
    if kind == WILD_EXTRA:
        return (weights[EXTRA] + 0.5 * weights[EXTRA_PLUS_TWO]) * within(turns, TIME_TO_SPEND)
    return extra_worth(s, seat, weights, kind - FIRST_EXTRA) * within(turns, TIME_TO_SPEND)


@rule
def best_forum_tile(s, seat, weights, unmet, turns_of_quarter, turns):
    """What the forum action would bring: the best tile that lies there."""
    best = 0.0
    for space in range(FORUM_SPACES):
        kind = s.forum[space]
        if kind != NONE:
            best = max(best, forum_tile_worth(s, seat, weights, kind, unmet, turns_of_quarter, turns))
    return best
