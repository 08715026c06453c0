"""The ends of a turn, a round and a quarter (T20 to T23)."""

import numpy as np

from boardkit.chance import draw
from boardkit.jit import rule
from trajan_env.data import (
    DEMANDS_A_QUARTER,
    FIRST_EXTRA,
    FIRST_VOTES,
    FORUM_SPACES,
    GAIN_DEMANDS,
    GRAY,
    GREEN_SPACES,
    MAX_GREEN_SPACES,
    NUM_DEMANDS,
    NUM_PROVINCES,
    NUM_SENATE_SIDES,
    NUM_SHIPS,
    NUM_VOTES,
    QUARTERS,
    SENATE_VOTES,
    TRAJAN_TILES_OF_A_DEMAND,
    UNMET_DEMANDS_VP,
    VOTES_OF_KIND,
    WILD_DEMAND,
    YELLOW,
)
from trajan_env.rules.common import fill, gain, next_seat, no_keys, rank_by
from trajan_env.rules.scoring import score_game
from trajan_env.rules.turn import begin_turn, clear_turn
from trajan_env.state import CONSUL, NONE


@rule
def end_turn(s):
    """T20: the round ends with the turn in which the time marker reached or crossed the start space."""
    round_ended = s.round_ended
    clear_turn(s)
    if round_ended and s.demands_revealed == DEMANDS_A_QUARTER:
        end_quarter(s)
        return
    if round_ended:
        reveal_demand(s)
    begin_turn(s, next_seat(s, s.active))


@rule
def reveal_demand(s):
    """T20: a demand tile is revealed."""
    s.demands[s.demands_revealed] = draw(s, s.demand_pile)
    s.demands_revealed += 1


@rule
def end_quarter(s):
    """T21, T22: demands and election, up to the consul's choice."""
    for seat in range(s.players):
        meet_demands(s, seat)
    elect(s)
    s.decision = CONSUL


# 1. Meet the people's demands


@rule
def spend_tiles(s, player, kind, wanted):
    """Up to so many tiles of a kind leave the mat and the game; returns how many did."""
    spent = min(wanted, s.tiles[player, kind])
    s.tiles[player, kind] -= spent
    s.gone[kind] += spent
    return spent


@rule
def permanent_tiles(s, player, demand):
    """T10: completed Trajan tiles that meet a demand every quarter."""
    count = 0
    for index in range(TRAJAN_TILES_OF_A_DEMAND):
        count += s.permanent[player, TRAJAN_TILES_OF_A_DEMAND * demand + index]
    return count


@rule
def meet_demands(s, player):
    """T21, R5: with permanent tiles, then forum tiles, then wild demand tiles; unmet demands cost points."""
    unmet = 0
    for demand in range(NUM_DEMANDS):
        wanted = -permanent_tiles(s, player, demand)
        for place in range(DEMANDS_A_QUARTER):
            if s.demands[place] == demand:
                wanted += 1
        if wanted > 0:
            unmet += wanted - spend_tiles(s, player, demand, wanted)
    unmet -= spend_tiles(s, player, WILD_DEMAND, unmet)
    gain(s, player, GAIN_DEMANDS, UNMET_DEMANDS_VP[unmet])


# 2. Elect consul and vice consul


@rule
def count_votes(s, player):
    """T22: the votes of the senate space and of the vote tiles."""
    return SENATE_VOTES[s.senate_position[player]] + votes_on_tiles(s, player)


@rule
def votes_on_tiles(s, player):
    """T22: the votes of the vote tiles on a mat."""
    votes = 0
    for kind in range(FIRST_VOTES, FIRST_VOTES + NUM_VOTES):
        votes += VOTES_OF_KIND[kind] * s.tiles[player, kind]
    return votes


@rule
def elect(s):
    """T22: the most votes first; ties: higher space, then higher in the stack."""
    keys = no_keys()
    for height in range(s.players):
        seat = s.senate_order[height]
        votes = np.int64(count_votes(s, seat))
        keys[seat] = (votes * len(SENATE_VOTES) + s.senate_position[seat]) * s.players + height
    rank_by(s, keys, s.election)


@rule
def rank_in_senate(s):
    """T24, R12: the tie-break: higher space, then higher in the stack."""
    keys = no_keys()
    for height in range(s.players):
        seat = s.senate_order[height]
        keys[seat] = s.senate_position[seat] * s.players + height
    rank_by(s, keys, s.senate_rank)


@rule
def choose_bonus(s, side):
    """T22: the consul takes a bonus tile, yellow side up, the vice consul the other, gray side up."""
    s.bonus[s.election[0], s.senate_bonus[side]] = YELLOW
    s.bonus[s.election[1], s.senate_bonus[1 - side]] = GRAY
    fill(s.senate_bonus, NONE)
    if s.quarter == QUARTERS:
        rank_in_senate(s)
    return_discs(s)
    remove_tiles(s)
    if s.quarter == QUARTERS:
        score_game(s)
        return
    refill(s)
    s.quarter += 1
    begin_turn(s, next_seat(s, s.active))


@rule
def return_discs(s):
    """T22: the discs go back to the start space, stacked in the order of the vote, consul on top."""
    for place in range(s.players):
        s.senate_order[s.players - 1 - place] = s.election[place]
        s.senate_position[place] = 0
        s.election[place] = 0


# 3. Remove tiles


@rule
def remove_tiles(s):
    """T22, T23, R12: vote tiles, the tiles left in the forum and the demand tiles leave the game."""
    for kind in range(FIRST_VOTES, FIRST_VOTES + NUM_VOTES):
        for seat in range(s.players):
            s.gone[kind] += s.tiles[seat, kind]
            s.tiles[seat, kind] = 0
    for space in range(FORUM_SPACES):
        if s.forum[space] != NONE:
            s.gone[s.forum[space]] += 1
            s.forum[space] = NONE
    for place in range(DEMANDS_A_QUARTER):
        s.demands_gone[s.demands[place]] += 1
        s.demands[place] = NONE
    s.demands_revealed = 0


# 4. Refill and flip tiles


@rule
def refill(s):
    """T23: bonus tiles, provinces, forum; ships turn coloured."""
    lay_bonuses(s)
    lay_province_tiles(s)
    lay_forum_tiles(s)
    for ship in range(NUM_SHIPS):
        s.ship_side[ship] = 0


@rule
def lay_bonuses(s):
    """T5, T23: two bonus tiles at the senate."""
    for side in range(NUM_SENATE_SIDES):
        s.senate_bonus[side] = draw(s, s.bonus_pile)


@rule
def lay_province_tiles(s):
    """T4, T23: a forum tile in every province that holds no tile, no leader and no legionnaire."""
    for province in range(NUM_PROVINCES):
        is_free = s.province_tile[province] == NONE
        for seat in range(s.players):
            if s.leader[seat] == province or s.legionnaires[seat, province]:
                is_free = False
        if is_free:
            s.province_tile[province] = draw(s, s.forum_pile)


@rule
def lay_forum_tiles(s):
    """T4, T23, R3: forum tiles on the green spaces while there are any, extra-action tiles on the yellow ones."""
    for space in range(GREEN_SPACES[s.players]):
        s.forum[space] = draw(s, s.forum_pile)
    for space in range(MAX_GREEN_SPACES, FORUM_SPACES):
        s.forum[space] = FIRST_EXTRA + draw(s, s.extra_pile)
