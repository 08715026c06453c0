"""Cards in hand and the ships that wait for them."""

from agents.judgement.trajan.advice import CARD, LOAD, PAIR, TRIPLE, WILD_CARD
from agents.judgement.trajan.clock import within
from boardkit.jit import rule
from trajan_env.data import (
    MAX_LOAD,
    MAX_PAIRS,
    NUM_COMMODITIES,
    SHIP_DIFFERENT,
    SHIP_IDENTICAL,
    SHIP_PAIRS,
    SHIP_VP,
    WILD_COMMODITY,
)

TIME_TO_SHIP = 3  # turns within which a hand can be brought to a ship


@rule
def count_hand(s, seat):
    """The cards of a hand, its kinds, its pairs, its cards beyond the second of a kind, and the most of one kind."""
    cards, kinds, pairs, beyond, most = 0, 0, 0, 0, 0
    for kind in range(NUM_COMMODITIES):
        held = s.hand[seat, kind]
        if held > 0:
            cards += held
            kinds += 1
            most = max(most, held)
        if held > 1:
            pairs += 1
            beyond += held - 2
    return cards, kinds, pairs, beyond, most


@rule
def best_load(s, seat, kinds, pairs, most):
    """The points of the best load that can sail now, wild tiles helping."""
    wilds = s.tiles[seat, WILD_COMMODITY]
    identical = min(most + wilds, MAX_LOAD)
    different = min(kinds + wilds, MAX_LOAD)
    doubled = min(pairs + min(wilds, kinds - pairs), MAX_PAIRS)
    return max(
        SHIP_VP[SHIP_IDENTICAL, s.ship_side[SHIP_IDENTICAL], identical],
        SHIP_VP[SHIP_PAIRS, s.ship_side[SHIP_PAIRS], doubled],
        SHIP_VP[SHIP_DIFFERENT, s.ship_side[SHIP_DIFFERENT], different],
    )


@rule
def hand_worth(s, seat, weights, turns):
    """What a hand is worth beside the load it makes: a point a card at the end, more while there is time to ship."""
    cards, kinds, pairs, beyond, most = count_hand(s, seat)
    load = float(best_load(s, seat, kinds, pairs, most))
    potential = weights[CARD] * cards + weights[PAIR] * pairs + weights[TRIPLE] * beyond + weights[LOAD] * load
    wilds = weights[WILD_CARD] * s.tiles[seat, WILD_COMMODITY]
    return cards + within(turns, TIME_TO_SHIP) * (potential + wilds), load
