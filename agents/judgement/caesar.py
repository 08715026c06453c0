"""What compiled agents think of a position of Caesar!: who closes what next, and what it brings him.

The outlook is a sum of rules of thumb, seen from Caesar's side and squashed to -1 .. 1. It relies on what both players
can know: a side's hidden tokens count as a pool from which its hand is any draw, never as the hand in the state.
In the solo game nothing of that is hidden: the human's hand and Crassus's row are taken as they are.
"""

import numpy as np

from agents.judgement import Advice, judge
from boardkit.jit import rule
from duel_env.data import (
    BORDER_PROVINCES,
    CENTURION,
    CONTROL_SPACES,
    FITS,
    KIND_SYMBOL,
    KIND_VALUES,
    MARKERS,
    NEIGHBOUR_OF,
    NUM_BORDERS,
    NUM_BORDERS_OF,
    NUM_KINDS,
    NUM_PROVINCES,
    POISON,
    SENATE,
    TACTICS,
    WEALTH,
    WILD,
)
from duel_env.game import GAME
from duel_env.hidden import add_unseen_tokens
from duel_env.rules import is_crassus
from duel_env.state import STATE

ADVICE = (
    Advice("marker", 0.283, "Every control marker placed is one less to go: the worth of all else is counted in them."),
    Advice("last_markers", 1.817, "The last markers are the dearest: whoever has few left wins by any small gain."),
    Advice("senate", 0.052, "Take a Senate even without its province: it makes the next one place more."),
    Advice("tactics", 0.333, "Tactics is a turn: it closes what you open yourself."),
    Advice("wealth", 0.161, "Wealth early is a choice more in every turn that is left."),
    Advice("might", 0.168, "Might takes a lead away from the other side, or the border markers of a province."),
    Advice("poison", 0.168, "Poison early is a choice less for the other side in every turn that is left."),
    Advice("centurion", 0.161, "A Centurion early is a strong token, chosen and not drawn."),
    Advice("lead_closing", 0.943, "Lead where one border is free: the other side has to close it with a strong token."),
    Advice("lead_near", 1.14, "Lead where two borders are free: nobody likes to lay the token before the last."),
    Advice("lead_far", 0.519, "Lead where three or more borders are free, though much can still happen there."),
    Advice("neighbours", 0.205, "Open provinces beside your own are worth more to you: both give a border marker."),
    Advice("close_first", 1.315, "What the player to move can close, he closes: never open it for him with profit."),
    Advice(
        "close_second",
        0.022,
        "One closing a turn: the next best is for the other side to answer with; it matters little.",
    ),
    Advice("close_rest", 0.466, "What else either side could close counts a little for whom it suits better."),
    Advice("win_at_once", 1.238, "A closing that places the last marker ends the game: count it as won."),
    Advice("to_move", 0.014, "To have the move is a small thing in itself."),
    Advice("quiet", -0.009, "Leave the other side an odd number of placements that open nothing; it matters little."),
    Advice("hand", 0.129, "A larger hand finds the fitting token more often."),
    Advice("strength", 0.046, "Strong tokens kept for later: their higher values."),
    Advice("balance", -0.015, "Spend tokens that count on both sides first: their lower values help least later."),
    Advice("wild", 0.02, "Wild tokens kept for later: they fit everywhere."),
    Advice("stuck", 1.591, "Keep a token that fits: who has no placement at the start of his turn loses."),
)
_NUMBER = {advice.name: number for number, advice in enumerate(ADVICE)}
MARKER = _NUMBER["marker"]
LAST_MARKERS = _NUMBER["last_markers"]
FIRST_BONUS = _NUMBER["senate"]  # the bonus tokens stand in the order of their kinds
LEAD_CLOSING = _NUMBER["lead_closing"]
LEAD_NEAR = _NUMBER["lead_near"]
LEAD_FAR = _NUMBER["lead_far"]
NEIGHBOURS = _NUMBER["neighbours"]
CLOSE_FIRST = _NUMBER["close_first"]
CLOSE_SECOND = _NUMBER["close_second"]
CLOSE_REST = _NUMBER["close_rest"]
WIN_AT_ONCE = _NUMBER["win_at_once"]
TO_MOVE = _NUMBER["to_move"]
QUIET = _NUMBER["quiet"]
HAND = _NUMBER["hand"]
STRENGTH = _NUMBER["strength"]
BALANCE = _NUMBER["balance"]
WILD_TOKENS = _NUMBER["wild"]
STUCK = _NUMBER["stuck"]

HALF_SAFE = 4.0  # a lead of this much in a province is worth half of its control
LOSE, TIE, WIN = range(3)  # how a closed province ends for the side that closes it
NUM_LEVELS = 9  # of two provinces closed at once


@rule
def tally(s, values):
    """How many control markers each seat is ahead."""
    ahead = np.int64(s.markers[1]) - np.int64(s.markers[0])
    for seat in range(len(values)):
        side = s.human if s.solo else seat
        values[seat] = ahead if side == 0 else -ahead


@rule
def outlook(s, weights, values):
    """What each seat may expect, from the weighted advice."""
    pool = np.zeros((2, NUM_KINDS), np.int64)
    hand = np.zeros(2, np.int64)
    for side in range(2):
        hand[side] = fill_pool(s, side, pool[side])
    score = standing(s, weights, 0) - standing(s, weights, 1)
    score += tokens(s, weights, pool[0], hand[0]) - tokens(s, weights, pool[1], hand[1])
    score += leads(s, weights)
    turn = closings(s, weights, pool, hand) + weights[TO_MOVE] + weights[QUIET] * quiet_parity(s)
    score += turn if s.active == 0 else -turn
    expected = np.tanh(score)
    for seat in range(len(values)):
        side = s.human if s.solo else seat
        values[seat] = expected if side == 0 else -expected


@rule
def fill_pool(s, side, pool):
    """Write the tokens a side's hand may consist of, by kind; returns how many of them it holds."""
    held = 0
    if is_crassus(s, side):
        for place in range(s.row_length):
            pool[s.row[place]] += 1
        return np.int64(s.row_length)
    for kind in range(NUM_KINDS):
        held += np.int64(s.hand[side, kind])
        if s.solo:
            pool[kind] = s.hand[side, kind]
    if not s.solo:
        add_unseen_tokens(s, side, pool)
    return held


# -- what a side has ---------------------------------------------------------------------------------------------------
@rule
def standing(s, weights, side):
    """Markers placed, and the bonus tokens it is about to resolve."""
    left = np.int64(s.markers[side])
    score = weights[MARKER] * (MARKERS - left) + weights[LAST_MARKERS] / left
    if s.active == side:
        for place in range(s.num_effects):
            score += bonus_worth(s, weights, side, s.effect[place], s.effect_controlled[place])
        score += weights[FIRST_BONUS + TACTICS] * s.extra_turn
    return score


@rule
def bonus_worth(s, weights, side, bonus, controlled):
    """What a bonus token is worth to the side that takes it: a Senate more with control of its province."""
    if is_crassus(s, side) and bonus != SENATE and bonus != POISON:
        return weights[MARKER] * s.harder
    worth = weights[FIRST_BONUS + bonus]
    if bonus == SENATE and controlled:
        worth += weights[MARKER] * (s.senates[side] + 1.0)
    elif bonus == WEALTH or bonus == POISON or bonus == CENTURION:
        worth *= min(s.markers[0], s.markers[1]) / MARKERS
    return worth


@rule
def tokens(s, weights, pool, hand):
    """Token economy: what is left in hand and bag, and whether it will fit anywhere."""
    score = weights[HAND] * hand
    total = 0
    fitting = 0
    for kind in range(NUM_KINDS):
        count = pool[kind]
        if count > 0:
            total += count
            score += weights[STRENGTH] * count * max(KIND_VALUES[kind, 0], KIND_VALUES[kind, 1])
            score += weights[BALANCE] * count * min(KIND_VALUES[kind, 0], KIND_VALUES[kind, 1])
            score += weights[WILD_TOKENS] * count * (KIND_SYMBOL[kind] == WILD)
            fitting += count * fits_somewhere(s, kind)
    return score - weights[STUCK] * chance_of_none(total, fitting, hand)


@rule
def fits_somewhere(s, kind):
    for border in range(NUM_BORDERS):
        if s.border_owner[border] < 0 and FITS[kind, border]:
            return True
    return False


@rule
def chance_of_none(total, good, hand):
    """The probability that a hand drawn from so many tokens holds none of the good ones."""
    chance = 1.0
    for drawn in range(hand):
        if total - good <= drawn:
            return 0.0
        chance *= (total - good - drawn) / (total - drawn)
    return chance


# -- open provinces ----------------------------------------------------------------------------------------------------
@rule
def control_markers(s, province, side):
    """C4, C5: how many markers control of an open province would place, those on its borders included."""
    count = CONTROL_SPACES[province]
    for place in range(NUM_BORDERS_OF[province]):
        other = NEIGHBOUR_OF[province, place]
        count += s.control[other] == side and s.marker_down[other] == 0
    return count


@rule
def leads(s, weights):
    """Leads in open provinces, for Caesar: each worth a share of what control would bring."""
    score = 0.0
    for province in range(NUM_PROVINCES):
        free = s.free_borders[province]
        if free > 0:
            first, second = control_markers(s, province, 0), control_markers(s, province, 1)
            score += weights[NEIGHBOURS] * weights[MARKER] * (first - second)
            lead = np.float64(s.influence[0, province]) - np.float64(s.influence[1, province])
            weight = weights[LEAD_CLOSING] if free == 1 else weights[LEAD_NEAR] if free == 2 else weights[LEAD_FAR]
            worth = (first + second) / 2
            if s.bonus[province] == SENATE:
                worth += 1 + (s.senates[0] + s.senates[1]) / 2
            score += weight * weights[MARKER] * worth * lead / (abs(lead) + HALF_SAFE)
    return score


@rule
def quiet_parity(s):
    """1 when the number of placements that leave no border open to be closed is odd, else -1."""
    quiet = 0
    for border in range(NUM_BORDERS):
        if s.border_owner[border] < 0:
            first, second = BORDER_PROVINCES[border, 0], BORDER_PROVINCES[border, 1]
            quiet += s.free_borders[first] > 2 and s.free_borders[second] > 2
    return 1.0 if quiet % 2 else -1.0


# -- who closes what next ----------------------------------------------------------------------------------------------
@rule
def closings(s, weights, pool, hand):
    """What the side to move gains by closing provinces: it takes the best, the other side the best of the rest."""
    side = np.int64(s.active)
    counts = np.zeros(NUM_LEVELS, np.int64)
    best, best_border, rest = 0.0, -1, 0.0
    for border in range(NUM_BORDERS):
        if can_close(s, border):
            gain = closing_gain(s, weights, side, border, pool[side], hand[side], counts)
            rest += gain
            if gain > best:
                best, best_border = gain, border
    answer = 0.0
    for border in range(NUM_BORDERS):
        if can_close(s, border):
            gain = closing_gain(s, weights, 1 - side, border, pool[1 - side], hand[1 - side], counts)
            rest -= gain
            if border != best_border:
                answer = max(answer, gain)
    return weights[CLOSE_FIRST] * best - weights[CLOSE_SECOND] * answer + weights[CLOSE_REST] * rest


@rule
def can_close(s, border):
    """Whether a token on this border would close a province."""
    if s.border_owner[border] >= 0:
        return False
    return s.free_borders[BORDER_PROVINCES[border, 0]] == 1 or s.free_borders[BORDER_PROVINCES[border, 1]] == 1


@rule
def closing_gain(s, weights, side, border, pool, hand, counts):
    """What a side may expect to gain by closing at this border with the best token its hand is likely to hold."""
    first, second = BORDER_PROVINCES[border, 0], BORDER_PROVINCES[border, 1]
    for level in range(NUM_LEVELS):
        counts[level] = 0
    total = 0
    for kind in range(NUM_KINDS):
        total += pool[kind]
        if pool[kind] > 0 and FITS[kind, border]:
            one_way = level_of(s, side, first, second, KIND_VALUES[kind, 0], KIND_VALUES[kind, 1])
            other_way = level_of(s, side, first, second, KIND_VALUES[kind, 1], KIND_VALUES[kind, 0])
            if one_way != other_way and (
                level_worth(s, weights, side, first, second, other_way)
                > level_worth(s, weights, side, first, second, one_way)
            ):
                one_way = other_way
            counts[one_way] += pool[kind]
    return expected_best(s, weights, side, first, second, counts, total, hand)


@rule
def level_of(s, side, first, second, to_first, to_second):
    """How both provinces of a border end when a token with these values is laid there, as one number."""
    return 3 * ending(s, side, first, to_first) + ending(s, side, second, to_second)


@rule
def ending(s, side, province, value):
    """How a province ends when this value closes it; one that stays open counts as tied."""
    if s.free_borders[province] != 1:
        return TIE
    lead = np.int64(s.influence[side, province]) + value - np.int64(s.influence[1 - side, province])
    return WIN if lead > 0 or (lead == 0 and is_crassus(s, side)) else TIE if lead == 0 else LOSE


@rule
def level_worth(s, weights, side, first, second, level):
    """What the endings of both provinces are worth to the side that closes them."""
    markers = 0
    worth = 0.0
    for province, end in ((first, level // 3), (second, level % 3)):
        if s.free_borders[province] == 1:
            worth += bonus_worth(s, weights, side, s.bonus[province], end == WIN)
            if end == WIN:
                markers += control_markers(s, province, side)
                if s.bonus[province] == SENATE:
                    markers += s.senates[side] + 1
                worth += weights[MARKER] * control_markers(s, province, side)
            elif end == LOSE:
                worth -= loss(s, weights, side, province)
    if markers >= s.markers[side]:
        worth += weights[WIN_AT_ONCE]
    return worth


@rule
def loss(s, weights, side, province):
    """What a side gives away when it closes a province for the other one."""
    markers = control_markers(s, province, 1 - side)
    return weights[MARKER] * markers + (weights[WIN_AT_ONCE] if markers >= s.markers[1 - side] else 0.0)


@rule
def expected_best(s, weights, side, first, second, counts, total, hand):
    """The mean of the best level that a random hand reaches; no level below nothing is ever chosen."""
    expected = 0.0
    good = 0
    none_before = 1.0
    while True:
        best, best_level = 0.0, -1
        for level in range(NUM_LEVELS):
            if counts[level] > 0:
                worth = level_worth(s, weights, side, first, second, level)
                if worth > best:
                    best, best_level = worth, level
        if best_level < 0:
            return expected
        good += counts[best_level]
        counts[best_level] = 0
        none = chance_of_none(total, good, hand)
        expected += best * (none_before - none)
        none_before = none


judge(GAME.name, STATE, ADVICE, tally_by=tally, outlook_by=outlook)
