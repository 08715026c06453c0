"""Crassus, the automa of the solo game: where he places a token, and why (C15, C16, D9, D10).

Sets of provinces, borders and tokens of the row are bit masks: bit k stands for number k. Each criterion narrows the
candidates; the one after which a single candidate remains is the one that decided, and goes into the log.
"""

import numpy as np

from boardkit.chance import below
from boardkit.jit import rule
from duel_env.data import (
    BOAT,
    BORDER_SYMBOL,
    BORDERS_OF,
    CONTROL_SPACES,
    END_OF,
    FITS,
    IS_CENTRAL,
    ITALIA,
    KIND_SYMBOL,
    KIND_VALUES,
    NEIGHBOUR_OF,
    NUM_BORDERS,
    NUM_BORDERS_OF,
    NUM_PROVINCES,
    POISON,
    SENATE,
    SHIELD,
    SWORD,
    TOUCHES_CENTRAL,
    WILD,
)
from duel_env.state import BORDER_TIES, PROVINCE_TIES, TOKEN_TIES

BY_NONE = 0
BY_CONTROLLED_NEIGHBOUR = PROVINCE_TIES.index("controlled_neighbour")
BY_SENATE = PROVINCE_TIES.index("senate")
BY_POISON = PROVINCE_TIES.index("poison")
BY_CENTRAL = PROVINCE_TIES.index("central")
BY_CENTRAL_NEIGHBOUR = PROVINCE_TIES.index("central_neighbour")
BY_CHANCE = PROVINCE_TIES.index("random")
BY_ITALIA = PROVINCE_TIES.index("italia")
BY_BEHIND = BORDER_TIES.index("behind")
BY_CENTRAL_ACROSS = BORDER_TIES.index("central")
BY_CHANCE_BORDER = BORDER_TIES.index("random")
BY_NON_WILD = TOKEN_TIES.index("non_wild")
BY_SUM = TOKEN_TIES.index("sum")
BY_LEFTMOST = TOKEN_TIES.index("leftmost")

NO_STEP = 0
WIN_CONTROL, CLOSE, BEHIND, INFLUENCE, NEXT_TO_CONTROLLED, IN_CENTRAL, ANYWHERE = range(1, 8)

CENTRAL = sum(1 << province for province in range(NUM_PROVINCES) if IS_CENTRAL[province])
NEXT_TO_CENTRAL = sum(1 << province for province in range(NUM_PROVINCES) if TOUCHES_CENTRAL[province])
UNFIT = -1  # the value of a token that does not fit


# -- sets as bit masks -------------------------------------------------------------------------------------------------
@rule
def is_single(candidates):
    """Whether exactly one candidate is left."""
    return candidates != 0 and candidates & (candidates - 1) == 0


@rule
def lowest(candidates):
    """The smallest number in a set."""
    for number in range(NUM_BORDERS):
        if candidates >> number & 1:
            return number
    return -1


@rule
def at_random(s, candidates):
    """A random number of a set of two or more."""
    size = 0
    rest = candidates
    while rest:
        rest &= rest - 1
        size += 1
    for _ in range(below(s, size)):
        candidates &= candidates - 1
    return lowest(candidates)


@rule
def narrow(candidates, preferred):
    """The preferred candidates, or all of them if none is preferred."""
    return candidates & preferred if candidates & preferred else candidates


# -- what he sees ------------------------------------------------------------------------------------------------------
@rule
def lead(s, province):
    """Crassus's influence in a province less the human's."""
    return np.int64(s.influence[1 - s.human, province]) - np.int64(s.influence[s.human, province])


@rule
def best_on_symbol(s, border_symbol):
    """The highest value of a token in the row that fits borders of a symbol; UNFIT if there is none."""
    best = UNFIT
    for place in range(s.row_length):
        kind = s.row[place]
        symbol = KIND_SYMBOL[kind]
        if symbol == WILD or symbol == border_symbol or (symbol > WILD and border_symbol != SWORD):
            best = max(best, KIND_VALUES[kind, 0], KIND_VALUES[kind, 1])
    return best


@rule
def best_by_symbol(s):
    """`best_on_symbol` for sword, shield and boat borders."""
    return best_on_symbol(s, SWORD), best_on_symbol(s, SHIELD), best_on_symbol(s, BOAT)


@rule
def best_in(s, province, best):
    """The highest value he can place in a province; UNFIT if none of his tokens fits there."""
    value = UNFIT
    for slot in range(NUM_BORDERS_OF[province]):
        border = BORDERS_OF[province, slot]
        if s.border_owner[border] < 0:
            value = max(value, best[BORDER_SYMBOL[border]])
    return value


@rule
def controls_neighbour(s, province):
    """Whether Crassus controls a province next to this one."""
    for slot in range(NUM_BORDERS_OF[province]):
        if s.control[NEIGHBOUR_OF[province, slot]] == 1 - s.human:
            return True
    return False


@rule
def markers_human_gains(s, province, closing):
    """Control and border markers the human gets in a province that closes (together with `closing`, or -1)."""
    gained = CONTROL_SPACES[province]
    for slot in range(NUM_BORDERS_OF[province]):
        neighbour = NEIGHBOUR_OF[province, slot]
        is_his = s.control[neighbour] == s.human and not s.marker_down[neighbour]
        closes_too = neighbour == closing and province < closing  # their common border counts once
        gained += is_his or closes_too
    return gained


@rule
def would_hand_over_the_game(s, province):
    """Whether closing a province he cannot win gives the human the last markers he needs (C15.2, D10)."""
    across = -1
    for slot in range(NUM_BORDERS_OF[province]):
        neighbour = NEIGHBOUR_OF[province, slot]
        if s.border_owner[BORDERS_OF[province, slot]] < 0 and s.free_borders[neighbour] == 1:
            across = neighbour
    gained = markers_human_gains(s, province, across)
    if across >= 0:
        gained += markers_human_gains(s, across, province)
    return gained >= s.markers[s.human]


# -- C15: the step that applies and its provinces ----------------------------------------------------------------------
@rule
def provinces_to_win(s, best):
    """C15.1: closed by one token that wins control (ties are his)."""
    found = 0
    for province in range(NUM_PROVINCES):
        if s.free_borders[province] == 1:
            value = best_in(s, province, best)
            if value != UNFIT and lead(s, province) + value >= 0:
                found |= 1 << province
    return found


@rule
def provinces_to_close(s, best):
    """C15.2: closed by one token, though the human takes them, unless that wins him the game."""
    found = 0
    for province in range(NUM_PROVINCES):
        if (
            s.free_borders[province] == 1
            and best_in(s, province, best) != UNFIT
            and not would_hand_over_the_game(s, province)
        ):
            found |= 1 << province
    return found


@rule
def provinces_furthest_behind(s, best):
    """C15.3: the open provinces with his largest deficit."""
    found, largest = 0, 0
    for province in range(NUM_PROVINCES):
        deficit = -lead(s, province)
        if deficit > 0 and deficit >= largest and best_in(s, province, best) != UNFIT:
            found = found | 1 << province if deficit == largest else 1 << province
            largest = deficit
    return found


@rule
def provinces_nearest_to_control(s, best):
    """C15.4: where he has influence, the open provinces with the largest lead, then the fewest free borders."""
    found, nearest = 0, np.int64(-1_000_000)
    for province in range(NUM_PROVINCES):
        if s.influence[1 - s.human, province] > 0 and best_in(s, province, best) != UNFIT:
            nearness = 10 * lead(s, province) - np.int64(s.free_borders[province])
            if nearness >= nearest:
                found = found | 1 << province if nearness == nearest else 1 << province
                nearest = nearness
    return found


@rule
def provinces_of_highest_value(s, best, among):
    """C15.5 to C15.7: of some provinces those where the highest value can be placed."""
    found, highest = 0, UNFIT
    for province in range(NUM_PROVINCES):
        if among >> province & 1:
            value = best_in(s, province, best)
            if value != UNFIT and value >= highest:
                found = found | 1 << province if value == highest else 1 << province
                highest = value
    return found


@rule
def next_to_controlled(s):
    """The provinces next to one that Crassus controls."""
    found = 0
    for province in range(NUM_PROVINCES):
        if controls_neighbour(s, province):
            found |= 1 << province
    return found


@rule
def first_step_that_applies(s, best):
    """C15: the number of the step and the provinces it allows; NO_STEP when no token fits anywhere."""
    provinces = provinces_to_win(s, best)
    if provinces:
        return WIN_CONTROL, provinces
    provinces = provinces_to_close(s, best)
    if provinces:
        return CLOSE, provinces
    provinces = provinces_furthest_behind(s, best)
    if provinces:
        return BEHIND, provinces
    provinces = provinces_nearest_to_control(s, best)
    if provinces:
        return INFLUENCE, provinces
    provinces = provinces_of_highest_value(s, best, next_to_controlled(s))
    if provinces:
        return NEXT_TO_CONTROLLED, provinces
    provinces = provinces_of_highest_value(s, best, CENTRAL)
    if provinces:
        return IN_CENTRAL, provinces
    provinces = provinces_of_highest_value(s, best, (1 << NUM_PROVINCES) - 1)
    if provinces:
        return ANYWHERE, provinces
    return NO_STEP, 0


# -- C16: ties ---------------------------------------------------------------------------------------------------------
@rule
def preferred_provinces(s, criterion):
    """The provinces a criterion of C16 prefers."""
    if criterion == BY_CONTROLLED_NEIGHBOUR:
        return next_to_controlled(s)
    if criterion == BY_CENTRAL:
        return CENTRAL
    if criterion == BY_CENTRAL_NEIGHBOUR:
        return NEXT_TO_CENTRAL
    wanted = SENATE if criterion == BY_SENATE else POISON
    found = 0
    for province in range(NUM_PROVINCES):
        if s.bonus[province] == wanted:
            found |= 1 << province
    return found


@rule
def choose_province(s, step, candidates):
    """C16 (and Italia in C15.6): the province, and what decided."""
    if is_single(candidates):
        return lowest(candidates), BY_NONE
    if step == IN_CENTRAL and candidates >> ITALIA & 1:
        return ITALIA, BY_ITALIA
    for criterion in range(BY_CONTROLLED_NEIGHBOUR, BY_CHANCE):
        candidates = narrow(candidates, preferred_provinces(s, criterion))
        if is_single(candidates):
            return lowest(candidates), criterion
    return at_random(s, candidates), BY_CHANCE


@rule
def smallest_value(s, province, at_least):
    """The smallest value, at least so much, that he can place in a province (C15.1, C15.2)."""
    smallest = 100
    for slot in range(NUM_BORDERS_OF[province]):
        border = BORDERS_OF[province, slot]
        if s.border_owner[border] < 0:
            for place in range(s.row_length):
                kind = s.row[place]
                if FITS[kind, border]:
                    for value in KIND_VALUES[kind]:
                        if at_least <= value < smallest:
                            smallest = value
    return smallest


@rule
def tokens_with_value(s, border, value):
    """The places of the row whose token fits a border and has this value."""
    found = 0
    for place in range(s.row_length):
        kind = s.row[place]
        if FITS[kind, border] and (KIND_VALUES[kind, 0] == value or KIND_VALUES[kind, 1] == value):
            found |= 1 << place
    return found


@rule
def choose_border(s, province, value):
    """C16: of the province's borders where such a token fits, the one to use (its slot), and what decided."""
    candidates, furthest, across_central = 0, 0, 0
    behind, largest = 0, 0
    for slot in range(NUM_BORDERS_OF[province]):
        border = BORDERS_OF[province, slot]
        if s.border_owner[border] < 0 and tokens_with_value(s, border, value):
            neighbour = NEIGHBOUR_OF[province, slot]
            candidates |= 1 << slot
            deficit = -lead(s, neighbour)
            if deficit > 0 and deficit >= largest:
                behind = behind | 1 << slot if deficit == largest else 1 << slot
                largest = deficit
            if IS_CENTRAL[neighbour]:
                across_central |= 1 << slot
    if is_single(candidates):
        return lowest(candidates), BY_NONE
    furthest = narrow(candidates, behind)
    if is_single(furthest):
        return lowest(furthest), BY_BEHIND
    central = narrow(furthest, across_central)
    if is_single(central):
        return lowest(central), BY_CENTRAL_ACROSS
    return at_random(s, central), BY_CHANCE_BORDER


@rule
def choose_token(s, border, value, seeks_smallest):
    """C16: of the tokens that fit with this value the one to use (its place in the row), and what decided."""
    candidates = tokens_with_value(s, border, value)
    if is_single(candidates):
        return lowest(candidates), BY_NONE
    non_wild = 0
    for place in range(s.row_length):
        if KIND_SYMBOL[s.row[place]] != WILD:
            non_wild |= 1 << place
    candidates = narrow(candidates, non_wild)
    if is_single(candidates):
        return lowest(candidates), BY_NON_WILD
    best_sums, best = 0, 0
    for place in range(s.row_length):
        if candidates >> place & 1:
            total = KIND_VALUES[s.row[place], 0] + KIND_VALUES[s.row[place], 1]
            merit = -total if seeks_smallest else total
            if best_sums == 0 or merit > best:
                best_sums, best = 1 << place, merit
            elif merit == best:
                best_sums |= 1 << place
    return lowest(best_sums), BY_SUM if is_single(best_sums) else BY_LEFTMOST


@rule
def choose_placement(s):
    """Where Crassus places: writes the next entry of the log and returns the place in the row; -1 if nothing fits."""
    best = best_by_symbol(s)
    step, provinces = first_step_that_applies(s, best)
    if step == NO_STEP:
        return -1
    province, province_tie = choose_province(s, step, provinces)
    if step == WIN_CONTROL:
        value = smallest_value(s, province, -lead(s, province))
    elif step == CLOSE:
        value = smallest_value(s, province, 0)
    else:
        value = best_in(s, province, best)
    slot, border_tie = choose_border(s, province, value)
    border = BORDERS_OF[province, slot]
    place, token_tie = choose_token(s, border, value, step <= CLOSE)
    kind = s.row[place]
    end = END_OF[province, slot]
    flip = 0
    if KIND_VALUES[kind, 0] != KIND_VALUES[kind, 1]:
        flip = end if KIND_VALUES[kind, 0] == value else 1 - end
    entry = s.log[s.log_length]
    entry[0], entry[1], entry[2], entry[3], entry[4] = step, province, border, kind, flip
    entry[5], entry[6], entry[7] = province_tie, border_tie, token_tie
    s.log_length += 1
    return place
