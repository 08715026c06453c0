"""What follows an action: repeats and extra-action tiles (T18), granted actions inside construction (T17, R10).

The action being decided is the granted one while there is one, else the main one, that of the target tray. Each has
its own number of repeats still to come. A granted action is never construction, so nothing nests deeper.
"""

from boardkit.jit import rule
from trajan_env.actions import DECLINE_EXTRA, SPEND_OWN_TILE, SPEND_WILD_TILE
from trajan_env.data import CONSTRUCTION, FIRST_EXTRA, FORUM, MILITARY, SEAPORT, SENATE, WILD_EXTRA
from trajan_env.rules.construction import can_use_construction
from trajan_env.rules.forum import can_use_forum
from trajan_env.rules.quarter import end_turn
from trajan_env.rules.seaport import can_use_seaport
from trajan_env.rules.senate import can_use_senate
from trajan_env.rules.trajan import can_use_trajan
from trajan_env.state import ACTION, EXTRA, NONE


@rule
def current_action(s):
    """The action being decided or just performed."""
    return s.main_action if s.granted_action == NONE else s.granted_action


@rule
def can_use(s, player, action):
    """T11: the action has an option besides declining it."""
    if action == SEAPORT:
        return can_use_seaport(s, player)
    if action == FORUM:
        return can_use_forum(s)
    if action == MILITARY:
        return True
    if action == SENATE:
        return can_use_senate(s, player)
    if action == CONSTRUCTION:
        return can_use_construction(s, player)
    return can_use_trajan(s, player)


@rule
def can_spend_tile(s, player, action):
    """T18, R9: no tile spent this turn, one at hand, and the repeat could be done."""
    if s.tile_spent or s.tiles[player, FIRST_EXTRA + action] + s.tiles[player, WILD_EXTRA] == 0:
        return False
    return can_use(s, player, action)


@rule
def list_extra(s, player, actions):
    """T18: the action's own tile, a wild one, or none."""
    count = 0
    if s.tiles[player, FIRST_EXTRA + current_action(s)] > 0:
        actions[count] = SPEND_OWN_TILE
        count += 1
    if s.tiles[player, WILD_EXTRA] > 0:
        actions[count] = SPEND_WILD_TILE
        count += 1
    actions[count] = DECLINE_EXTRA
    return count + 1


@rule
def spend_tile(s, player, kind):
    """T18: an extra-action tile leaves the game; the action is repeated, twice with a [+2] marker on it."""
    s.tiles[player, kind] -= 1
    s.gone[kind] += 1
    s.tile_spent = 1
    repeats_after_this = s.plus_two[player, current_action(s)]
    if s.granted_action == NONE:
        s.main_repeats = repeats_after_this
    else:
        s.granted_repeats = repeats_after_this
    s.decision = ACTION


@rule
def decide_extra(s, player, action):
    """T18: spend a tile or go on without."""
    if action == SPEND_OWN_TILE:
        spend_tile(s, player, FIRST_EXTRA + current_action(s))
    elif action == SPEND_WILD_TILE:
        spend_tile(s, player, WILD_EXTRA)
    else:
        leave_action(s, player)


@rule
def begin_repeat(s):
    """T18: the next repeat of the current action, if one is left."""
    if s.granted_action != NONE and s.granted_repeats > 0:
        s.granted_repeats -= 1
    elif s.granted_action == NONE and s.main_repeats > 0:
        s.main_repeats -= 1
    else:
        return False
    s.decision = ACTION
    return True


@rule
def follow_action(s, player):
    """T18: after a performed action come its repeats, then an extra-action tile, then what lay around it."""
    while not begin_repeat(s):
        if can_spend_tile(s, player, current_action(s)):
            s.decision = EXTRA
            return
        if s.granted_action == NONE:
            end_turn(s)
            return
        s.granted_action = NONE  # the construction action that granted it is now performed itself


@rule
def leave_action(s, player):
    """R10: a declined action ends its repeats; the construction action around a granted one stays performed."""
    if s.granted_action == NONE:
        end_turn(s)
        return
    s.granted_action = NONE
    s.granted_repeats = 0
    follow_action(s, player)
