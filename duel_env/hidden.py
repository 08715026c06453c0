"""What a player cannot know, and how it is redrawn: the opponent's hand, bag and face-down tokens, and the future.

In the solo game everything but the future lies open: Crassus plays from a face-up row, and what his bag, his deck and
his Centurion stack still hold follows from what was seen.
"""

import numpy as np

from boardkit.chance import draw, mix
from boardkit.jit import rule
from duel_env.actions import NUM_FLIPS
from duel_env.data import BORDER_CONTROL_SPACES, FIRST_CENTURION, FITS, NUM_BORDERS, NUM_CENTURIONS, NUM_KINDS
from duel_env.state import AT_PLACE, FACE_DOWN

MAX_ATTEMPTS = 1000


@rule
def is_unseen(s, side, border):
    """C10: whether a side's token lies there whose kind the other has not seen."""
    return s.border_owner[border] == side and s.border_face[border] == FACE_DOWN


@rule
def add_unseen_tokens(s, side, counts):
    """Add a side's tokens that the opponent has not seen placed: those in hand, in the bag, and placed face down."""
    for kind in range(NUM_KINDS):
        counts[kind] += s.hand[side, kind] + s.bag[side, kind]
    for border in BORDER_CONTROL_SPACES:
        if is_unseen(s, side, border):
            counts[s.border_kind[border]] += 1


@rule
def determinize(s, player, key):
    """Redraw what `player` cannot know, and the generator with it."""
    s.seed = 0
    s.rng = mix(np.uint64(key))
    if s.solo:
        return
    side = 1 - player
    hidden_in_hand = 0
    for kind in range(NUM_KINDS):
        hidden_in_hand += np.int64(s.hand[side, kind]) - np.int64(s.hand_known[side, kind])
    pool = np.zeros(NUM_KINDS, np.int64)
    hand = np.zeros(NUM_KINDS, np.int64)
    down = np.zeros(len(BORDER_CONTROL_SPACES), np.int64)
    for _ in range(MAX_ATTEMPTS):
        for kind in range(NUM_KINDS):
            pool[kind] = -np.int64(s.hand_known[side, kind])
            hand[kind] = s.hand_known[side, kind]
        add_unseen_tokens(s, side, pool)
        if deal_face_down(s, side, pool, down):
            for _ in range(hidden_in_hand):
                hand[draw(s, pool)] += 1
            if agrees_with_knowledge(s, side, pool) and agrees_with_decision(s, side, hand):
                take_over(s, side, hand, pool, down)
                return


@rule
def deal_face_down(s, side, pool, down):
    """A random fitting token for every token placed face down; False when none is left that fits."""
    fitting = np.zeros(NUM_KINDS, np.int64)
    for space in range(len(BORDER_CONTROL_SPACES)):
        border = BORDER_CONTROL_SPACES[space]
        if is_unseen(s, side, border):
            for kind in range(NUM_KINDS):
                fitting[kind] = pool[kind] * FITS[kind, border]
            kind = draw(s, fitting)
            if kind < 0:
                return False
            pool[kind] -= 1
            down[space] = kind
    return True


@rule
def agrees_with_knowledge(s, side, bag):
    """Whether this bag is possible: no loose Centurion in it, and of the tokens that Poison sent back into it no more
    are missing than were drawn since."""
    for centurion in range(NUM_CENTURIONS):
        if s.loose[side, centurion] and bag[FIRST_CENTURION + centurion] > 0:
            return False
    missing = 0
    for kind in range(NUM_KINDS):
        missing += max(0, np.int64(s.returned[side, kind]) - bag[kind])
    return missing <= s.fresh[side]


@rule
def agrees_with_decision(s, side, hand):
    """Who is to place a token has a way to, or he would have lost; more than one where forced ones are played."""
    if s.decision != AT_PLACE or s.active != side:
        return True
    ways = 0
    for kind in range(NUM_KINDS):
        if hand[kind] > 0:
            for border in range(NUM_BORDERS):
                if FITS[kind, border] and s.border_owner[border] < 0:
                    ways += NUM_FLIPS[kind]
                    if s.border_control and border in BORDER_CONTROL_SPACES:
                        ways += 1
    return ways > s.skip_forced


@rule
def take_over(s, side, hand, bag, down):
    """Write a redrawn hand, bag and face-down tokens into the state."""
    for kind in range(NUM_KINDS):
        s.hand[side, kind] = hand[kind]
        s.bag[side, kind] = bag[kind]
    for space in range(len(BORDER_CONTROL_SPACES)):
        border = BORDER_CONTROL_SPACES[space]
        if is_unseen(s, side, border):
            s.border_kind[border] = down[space]
