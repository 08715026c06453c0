"""How much of the game is left, in turns of a player."""

from boardkit.jit import rule
from trajan_env.data import QUARTERS, ROUNDS

SPACES_A_TURN = 2.7  # the markers that players move in a turn, on average


@rule
def turns_left(s):
    """The turns a player has left in this quarter, and in the game: fractions, for nobody knows."""
    laps = ROUNDS - s.demands_revealed
    of_quarter = laps * s.time_track - s.time
    of_game = of_quarter + (QUARTERS - s.quarter) * ROUNDS * s.time_track
    spaces_around_the_table = SPACES_A_TURN * s.players
    return of_quarter / spaces_around_the_table, of_game / spaces_around_the_table


@rule
def within(turns, wanted):
    """How likely a plan of so many turns still works: 1 with time enough, less the less is left."""
    return min(turns / wanted, 1.0)
