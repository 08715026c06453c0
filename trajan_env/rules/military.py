"""The military action (T14). It is always possible: the leader can always move."""

from boardkit.jit import rule
from trajan_env.actions import MOVE_LEADER, MOVE_LEGIONNAIRE, RECRUIT_LEGIONNAIRE
from trajan_env.data import (
    CAMP,
    GAIN_PROVINCES,
    IS_ADJACENT,
    LESS_FOR_EACH_LEGIONNAIRE,
    NUM_PROVINCES,
    PROVINCE_VP,
)
from trajan_env.rules.common import gain
from trajan_env.state import NONE


@rule
def recruit_legionnaires(s, player, number):
    """T14a, R8: tokens from the mat to the military camp, as many as are left."""
    moved = min(number, s.mat[player])
    s.mat[player] -= moved
    s.military_camp[player] += moved


@rule
def move_leader(s, player, province):
    """T14b: the leader moves to an adjacent province and takes the tile there, if any."""
    s.leader[player] = province
    tile = s.province_tile[province]
    if tile != NONE:
        s.tiles[player, tile] += 1
        s.province_tile[province] = NONE


@rule
def can_move_legionnaire(s, player):
    """T14c: a legionnaire in camp, the leader in a province without an own one."""
    province = s.leader[player]
    return s.military_camp[player] > 0 and province != CAMP and s.legionnaires[player, province] == 0


@rule
def move_legionnaire(s, player):
    """T14c: a legionnaire to the leader's province scores it, less 3 for each other player's, never below 0."""
    province = s.leader[player]
    vp = PROVINCE_VP[province]
    for seat in range(s.players):
        vp -= LESS_FOR_EACH_LEGIONNAIRE * s.legionnaires[seat, province]
    s.military_camp[player] -= 1
    s.legionnaires[player, province] = 1
    gain(s, player, GAIN_PROVINCES, max(vp, 0))


@rule
def list_military(s, player, actions, count):
    """T14: recruit, move the leader, or move a legionnaire."""
    if s.mat[player] > 0:
        actions[count] = RECRUIT_LEGIONNAIRE
        count += 1
    for province in range(NUM_PROVINCES):
        if IS_ADJACENT[s.leader[player], province]:
            actions[count] = MOVE_LEADER + province
            count += 1
    if can_move_legionnaire(s, player):
        actions[count] = MOVE_LEGIONNAIRE
        count += 1
    return count


@rule
def use_military(s, player, action):
    """T14: take an option."""
    if action == RECRUIT_LEGIONNAIRE:
        recruit_legionnaires(s, player, 1)
    elif action == MOVE_LEGIONNAIRE:
        move_legionnaire(s, player)
    else:
        move_leader(s, player, action - MOVE_LEADER)
