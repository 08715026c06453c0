"""The senate action (T16)."""

from boardkit.jit import rule
from trajan_env.data import GAIN_SENATE, LAST_SENATE_SPACE, SENATE_VOTES
from trajan_env.rules.common import gain


@rule
def can_use_senate(s, player):
    """T16: the disc is not on the 8 yet."""
    return s.senate_position[player] < LAST_SENATE_SPACE


@rule
def use_senate(s, player):
    """T16: the disc advances one space, on top of the discs there, and scores it."""
    s.senate_position[player] += 1
    gain(s, player, GAIN_SENATE, SENATE_VOTES[s.senate_position[player]])
    place = 0
    for height in range(s.players):
        if s.senate_order[height] != player:
            s.senate_order[place] = s.senate_order[height]
            place += 1
    s.senate_order[place] = player
