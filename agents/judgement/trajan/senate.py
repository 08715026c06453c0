"""The senate: who will be consul, and what the bonus tiles are worth."""

from agents.judgement.trajan.advice import BONUS_TILES, ELECTION, SENATE_STEP
from agents.judgement.trajan.clock import within
from boardkit.jit import rule
from trajan_env.data import (
    BONUS_LEGIONNAIRES,
    BONUS_WORKERS,
    BONUS_YELLOW,
    COMMODITIES_OF_A_BONUS,
    COMMODITY_BONUS_VP,
    DEMAND_BONUS_VP,
    FIRST_COMMODITY_BONUS,
    GRAY,
    LAST_SENATE_SPACE,
    LEGIONNAIRE_BONUS_VP,
    NO_BONUS,
    NUM_BONUSES,
    NUM_DEMANDS,
    QUARTERS,
    SENATE_VOTES,
    WILD_DEMAND,
    WORKER_BONUS_HALVES,
    YELLOW,
    YELLOW_BONUS_VP,
)
from trajan_env.rules.quarter import count_votes
from trajan_env.rules.scoring import legionnaires_in_provinces, pair_in_tableau, workers_on_site
from trajan_env.state import NONE

# What a player adds in a turn, on average.
WORKERS_A_TURN, LEGIONNAIRES_A_TURN, CARDS_OF_A_PAIR_A_TURN = 0.15, 0.1, 0.1


@rule
def bonus_worth(s, seat, bonus, side, turns):
    """What a bonus tile will count at the end, as the seat is likely to go on."""
    if bonus < NUM_DEMANDS:
        held = s.tiles[seat, bonus] + s.tiles[seat, WILD_DEMAND] > 0
        share = 0.9 if held else 0.6 * within(turns, 6)
        return DEMAND_BONUS_VP[side] * share
    if bonus == BONUS_WORKERS:
        return 0.5 * WORKER_BONUS_HALVES[side] * (workers_on_site(s, seat) + WORKERS_A_TURN * turns)
    if bonus == BONUS_LEGIONNAIRES:
        return LEGIONNAIRE_BONUS_VP[side] * (legionnaires_in_provinces(s, seat) + LEGIONNAIRES_A_TURN * turns)
    if bonus == BONUS_YELLOW:
        return YELLOW_BONUS_VP[side] * (yellow_tiles(s, seat, bonus, side) + 0.4 * (QUARTERS - s.quarter))
    return COMMODITY_BONUS_VP[side] * cards_of_a_pair(s, seat, bonus - FIRST_COMMODITY_BONUS, turns)


@rule
def yellow_tiles(s, seat, bonus, side):
    """The yellow bonus tiles of a seat, the one that counts them included even before it is won."""
    yellow = 0
    for own in range(NUM_BONUSES):
        if own != bonus and s.bonus[seat, own] == YELLOW:
            yellow += 1
    return yellow + (1 if side == YELLOW else 0)


@rule
def cards_of_a_pair(s, seat, pair, turns):
    """Cards of a pair of kinds in the tableau, those in hand that will get there, and those to come."""
    first = COMMODITIES_OF_A_BONUS * pair
    in_hand = s.hand[seat, first] + s.hand[seat, first + 1]
    return pair_in_tableau(s, seat, pair) + 0.7 * in_hand * within(turns, 3) + CARDS_OF_A_PAIR_A_TURN * turns


@rule
def bonuses_worth(s, seat, weights, turns):
    """What the bonus tiles of a seat will count."""
    worth = 0.0
    for bonus in range(NUM_BONUSES):
        side = s.bonus[seat, bonus]
        if side != NO_BONUS:
            worth += bonus_worth(s, seat, bonus, side, turns)
    return weights[BONUS_TILES] * worth


@rule
def beats(s, seat, other, turns_of_quarter):
    """How likely a seat has more votes than another at the end of the quarter, 0 to 1."""
    lead = float(count_votes(s, seat) - count_votes(s, other))
    if s.senate_position[seat] != s.senate_position[other]:
        lead += 0.5 if s.senate_position[seat] > s.senate_position[other] else -0.5
    else:
        lead += 0.25 if is_above(s, seat, other) else -0.25
    doubt = 0.2 + turns_of_quarter
    return 0.5 + 0.5 * lead / (doubt + abs(lead))


@rule
def is_above(s, seat, other):
    """T22: the disc of a seat lies higher in the stack than another's."""
    for height in range(s.players):
        if s.senate_order[height] == seat:
            return False
        if s.senate_order[height] == other:
            return True
    return False


@rule
def offices(s, seat, turns_of_quarter):
    """How likely a seat becomes consul, and how likely vice consul."""
    consul, vice = 1.0, 0.0
    for other in range(s.players):
        if other != seat:
            chance = beats(s, seat, other, turns_of_quarter)
            vice = vice * chance + consul * (1 - chance)
            consul *= chance
    return consul, vice


@rule
def election_worth(s, seat, weights, turns_of_quarter, turns):
    """What the coming election is worth to a seat: the better tile as consul, the other as vice consul."""
    left, right = s.senate_bonus[0], s.senate_bonus[1]
    if left == NONE or right == NONE:
        return 0.0
    consul, vice = offices(s, seat, turns_of_quarter)
    best = max(bonus_worth(s, seat, left, YELLOW, turns), bonus_worth(s, seat, right, YELLOW, turns))
    other = 0.5 * (bonus_worth(s, seat, left, GRAY, turns) + bonus_worth(s, seat, right, GRAY, turns))
    return weights[ELECTION] * (consul * best + vice * other)


@rule
def track_worth(s, seat, weights, turns_of_quarter):
    """What the place on the senate track is worth, and what the senate action would bring now."""
    space = s.senate_position[seat]
    worth = weights[SENATE_STEP] * SENATE_VOTES[space] * within(turns_of_quarter, 6)
    if space == LAST_SENATE_SPACE:
        return worth, 0.0
    return worth, float(SENATE_VOTES[space + 1]) + 1.0
