"""Small helpers that several rules share."""

import numpy as np

from boardkit.jit import rule
from trajan_env.data import MAX_PLAYERS


@rule
def fill(array, value):
    """Set every entry of an array of any shape."""
    for index in np.ndindex(array.shape):
        array[index] = value


@rule
def is_empty(counts):
    """Whether a multiset holds nothing."""
    total = 0
    for kind in range(len(counts)):
        total += counts[kind]
    return total == 0


@rule
def gain(s, player, source, vp):
    """Score points (or lose them) and note where they came from."""
    s.vp[player] += vp
    s.gains[player, source] += vp


@rule
def next_seat(s, seat):
    """The seat to the left."""
    return (seat + 1) % s.players


@rule
def no_keys():
    """Room for one sorting key a seat."""
    return np.zeros(MAX_PLAYERS, np.int64)


@rule
def rank_by(s, keys, ranking):
    """Write the seats into `ranking`, highest key first; no two keys are equal."""
    for seat in range(s.players):
        place = 0
        for other in range(s.players):
            if keys[other] > keys[seat]:
                place += 1
        ranking[place] = seat
