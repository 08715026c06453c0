"""Final scoring (T24, R6) and rewards."""

import numpy as np

from boardkit.jit import rule
from trajan_env.data import (
    BONUS_LEGIONNAIRES,
    BONUS_WORKERS,
    BONUS_YELLOW,
    COMMODITIES_OF_A_BONUS,
    COMMODITY_BONUS_VP,
    DEMAND_BONUS_VP,
    FIRST_COMMODITY_BONUS,
    GAIN_BONUS,
    GAIN_CIRCLE,
    GAIN_HAND,
    GAIN_LEGIONNAIRES,
    GAIN_SETS,
    GAIN_WORKERS,
    GRAY,
    LEGIONNAIRE_BONUS_VP,
    NO_BONUS,
    NUM_BONUSES,
    NUM_COMMODITIES,
    NUM_CONSTRUCTION_KINDS,
    NUM_DEMANDS,
    NUM_PROVINCES,
    NUM_SITE_SPACES,
    NUM_TRAYS,
    SET_VP,
    TILES_OF_A_CONSTRUCTION_KIND,
    WILD_COMMODITY,
    WILD_CONSTRUCTION,
    WILD_DEMAND,
    WORKER_BONUS_HALVES,
    YELLOW,
    YELLOW_BONUS_VP,
)
from trajan_env.rules.common import gain, no_keys, rank_by
from trajan_env.state import NONE, OVER, REWARD_MARGIN, REWARD_RANK, REWARD_VP

POINTS_PER_MARGIN = 100  # a lead of so many points is worth a reward of 1


@rule
def score_game(s):
    """T24: final scoring, ranking, end of the game."""
    for seat in range(s.players):
        gain(s, seat, GAIN_HAND, cards_in_hand(s, seat))
        gain(s, seat, GAIN_WORKERS, s.worker_camp[seat])
        gain(s, seat, GAIN_LEGIONNAIRES, s.military_camp[seat])
        gain(s, seat, GAIN_CIRCLE, tiles_on_circle(s, seat))
        gain(s, seat, GAIN_SETS, best_sets(s, seat))
        gain(s, seat, GAIN_BONUS, bonus_points(s, seat))
    rank_players(s)
    s.decision = OVER


@rule
def cards_in_hand(s, player):
    """T24: commodity cards in hand."""
    cards = 0
    for kind in range(NUM_COMMODITIES):
        cards += s.hand[player, kind]
    return cards


@rule
def tiles_on_circle(s, player):
    """T24, R7: Trajan tiles on the action circle."""
    tiles = 0
    for slot in range(NUM_TRAYS):
        if s.slots[player, slot] != NONE:
            tiles += 1
    return tiles


# Sets of construction tiles


@rule
def construction_tiles(s, player, kind):
    """Construction tiles of a kind on the mat."""
    tiles = 0
    for level in range(TILES_OF_A_CONSTRUCTION_KIND):
        tiles += s.construction[player, kind, level]
    return tiles


@rule
def best_sets(s, player):
    """T24, R6: 10 for three and 20 for four of a kind, wild tiles put where the sum is highest (there are two)."""
    wilds = s.tiles[player, WILD_CONSTRUCTION]
    best = 0
    for first in range(NUM_CONSTRUCTION_KINDS):
        for second in range(NUM_CONSTRUCTION_KINDS):
            vp = 0
            for kind in range(NUM_CONSTRUCTION_KINDS):
                tiles = construction_tiles(s, player, kind)
                if kind == first and wilds > 0:
                    tiles += 1
                if kind == second and wilds > 1:
                    tiles += 1
                vp += SET_VP[tiles]
            best = max(best, vp)
    return best


# Bonus tiles


@rule
def bonus_points(s, player):
    """T24: all bonus tiles of a player."""
    vp = demand_bonus(s, player) + commodity_bonus(s, player) + worker_bonus(s, player)
    return vp + legionnaire_bonus(s, player) + yellow_bonus(s, player)


@rule
def demand_bonus(s, player):
    """T24, R6: for a forum tile of the kind; wild demand tiles stand in where one is missing, yellow sides first."""
    vp = 0
    missing_yellow, missing_gray = 0, 0
    for demand in range(NUM_DEMANDS):
        side = s.bonus[player, demand]
        if s.tiles[player, demand] > 0:
            vp += DEMAND_BONUS_VP[side]
        elif side == YELLOW:
            missing_yellow += 1
        elif side == GRAY:
            missing_gray += 1
    wilds = s.tiles[player, WILD_DEMAND]
    for_yellow = min(wilds, missing_yellow)
    for_gray = min(wilds - for_yellow, missing_gray)
    return vp + for_yellow * DEMAND_BONUS_VP[YELLOW] + for_gray * DEMAND_BONUS_VP[GRAY]


@rule
def commodity_bonus(s, player):
    """T24, R6: for each card of the pair in the tableau; wild commodity tiles count for the best bonus tile."""
    vp, best_side = 0, NO_BONUS
    for bonus in range(FIRST_COMMODITY_BONUS, NUM_BONUSES):
        side = s.bonus[player, bonus]
        best_side = max(best_side, side)
        vp += COMMODITY_BONUS_VP[side] * pair_in_tableau(s, player, bonus - FIRST_COMMODITY_BONUS)
    return vp + COMMODITY_BONUS_VP[best_side] * s.tiles[player, WILD_COMMODITY]


@rule
def pair_in_tableau(s, player, pair):
    """Cards in the tableau of the two kinds that a bonus tile names."""
    cards = 0
    for kind in range(COMMODITIES_OF_A_BONUS * pair, COMMODITIES_OF_A_BONUS * (pair + 1)):
        cards += s.tableau[player, kind]
    return cards


@rule
def workers_on_site(s, player):
    """Workers of a player on the construction site."""
    workers = 0
    for space in range(NUM_SITE_SPACES):
        workers += s.workers[player] >> space & 1
    return workers


@rule
def worker_bonus(s, player):
    """T24, R7: 1 or a half for each worker on the construction site, rounded up."""
    return (WORKER_BONUS_HALVES[s.bonus[player, BONUS_WORKERS]] * workers_on_site(s, player) + 1) // 2


@rule
def legionnaires_in_provinces(s, player):
    """Legionnaires of a player in provinces."""
    legionnaires = 0
    for province in range(NUM_PROVINCES):
        legionnaires += s.legionnaires[player, province]
    return legionnaires


@rule
def legionnaire_bonus(s, player):
    """T24: 2 or 1 for each legionnaire in a province."""
    return LEGIONNAIRE_BONUS_VP[s.bonus[player, BONUS_LEGIONNAIRES]] * legionnaires_in_provinces(s, player)


@rule
def yellow_bonus(s, player):
    """T24: 3 or 2 for each own bonus tile that shows its yellow side."""
    yellow = 0
    for bonus in range(NUM_BONUSES):
        if s.bonus[player, bonus] == YELLOW:
            yellow += 1
    return YELLOW_BONUS_VP[s.bonus[player, BONUS_YELLOW]] * yellow


# Winner and rewards


@rule
def rank_players(s):
    """T24: most points first; tie: higher on the senate track."""
    keys = no_keys()
    for place in range(s.players):
        seat = s.senate_rank[place]
        keys[seat] = np.int64(s.vp[seat]) * s.players - place
    rank_by(s, keys, s.ranking)


@rule
def returns(s, values):
    """What each seat has earned: points as they come, or at the end a reward for winning, rank or margin."""
    players = s.players
    if s.reward == REWARD_VP or s.decision != OVER:
        for seat in range(players):
            values[seat] = s.vp[seat] if s.reward == REWARD_VP else 0
        return
    total = 0
    for seat in range(players):
        total += s.vp[seat]
    for place in range(players):
        seat = s.ranking[place]
        if s.reward == REWARD_RANK:
            values[seat] = 1 - 2 * place / (players - 1)
        elif s.reward == REWARD_MARGIN:
            mean_of_others = (total - s.vp[seat]) / (players - 1)
            values[seat] = (s.vp[seat] - mean_of_others) / POINTS_PER_MARGIN
        else:
            values[seat] = 1 if place == 0 else -1 / (players - 1)
