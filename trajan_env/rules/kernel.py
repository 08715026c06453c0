"""The rules as boardkit's kernel protocol: which decision is pending, what is legal, what an action does."""

import numpy as np

from boardkit.jit import rule
from boardkit.protocol import implement
from trajan_env.actions import (
    ADVANCE,
    CHOOSE_BONUS,
    DECLINE_ACTION,
    DISCARD_CARD,
    EMPTY_TRAY,
    LOAD_CARD,
    LOAD_WILD,
    PLACE_MARKER,
    SOW_COLOUR,
    START_CARD,
    START_TILE,
    STOP_LOADING,
    TAKE_FORUM_TILE,
    TAKE_TRAJAN_TILE,
)
from trajan_env.data import CONSTRUCTION, FORUM, MILITARY, NUM_PILES, NUM_SENATE_SIDES, SEAPORT, SENATE
from trajan_env.observe import determinize, observe, observe_full
from trajan_env.rules.construction import list_construction, use_construction
from trajan_env.rules.extra import current_action, decide_extra, follow_action, leave_action, list_extra
from trajan_env.rules.forum import list_forum, use_forum
from trajan_env.rules.military import list_military, use_military
from trajan_env.rules.quarter import choose_bonus
from trajan_env.rules.scoring import returns
from trajan_env.rules.seaport import (
    discard,
    list_discards,
    list_load,
    list_seaport,
    list_second_cards,
    load_card,
    load_wild,
    play_second_card,
    set_sail,
    use_seaport,
)
from trajan_env.rules.senate import can_use_senate, use_senate
from trajan_env.rules.setup import (
    list_markers,
    list_start_cards,
    list_start_tiles,
    new_game,
    place_marker,
    take_start_card,
    take_start_tile,
)
from trajan_env.rules.trajan import list_trajan, use_trajan
from trajan_env.rules.turn import (
    empty_tray,
    list_colours_to_sow,
    list_effects,
    list_trays,
    sow,
    take_effect,
    to_move,
)
from trajan_env.state import (
    ACTION,
    CONSUL,
    DISCARD,
    EFFECT,
    EXTRA,
    LOAD,
    OVER,
    SECOND_CARD,
    SETUP_CARD,
    SETUP_MARKER,
    SETUP_TILE,
    SOW,
    STATE,
    TRAY,
)


@rule
def is_over(s):
    """Whether final scoring is done."""
    return s.decision == OVER


# Legal actions


@rule
def legal_actions(s, actions):
    """The legal actions of the pending decision, in ascending order."""
    decision = s.decision
    player = np.int64(s.active)
    if decision == SOW:
        return list_colours_to_sow(s, actions)
    if decision == ACTION:
        return list_options(s, player, actions)
    if decision == TRAY:
        return list_trays(s, player, actions)
    if decision == EFFECT:
        return list_effects(s, player, actions)
    if decision == DISCARD:
        return list_discards(s, player, actions)
    if decision == SECOND_CARD:
        return list_second_cards(s, player, actions)
    if decision == LOAD:
        return list_load(s, player, actions)
    if decision == EXTRA:
        return list_extra(s, player, actions)
    if decision == CONSUL:
        return list_bonuses(actions)
    return list_setup(s, player, actions)


@rule
def list_options(s, player, actions):
    """T11: decline the action, or any of its options."""
    actions[0] = DECLINE_ACTION
    action = current_action(s)
    if action == SEAPORT:
        return list_seaport(s, player, actions, 1)
    if action == FORUM:
        return list_forum(s, actions, 1)
    if action == MILITARY:
        return list_military(s, player, actions, 1)
    if action == CONSTRUCTION:
        return list_construction(s, player, actions, 1)
    if action == SENATE:
        actions[1] = ADVANCE
        return 2 if can_use_senate(s, player) else 1
    return list_trajan(s, player, actions, 1)


@rule
def list_bonuses(actions):
    """T22: the left or the right bonus tile."""
    for side in range(NUM_SENATE_SIDES):
        actions[side] = CHOOSE_BONUS + side
    return NUM_SENATE_SIDES


@rule
def list_setup(s, player, actions):
    """T2, T6, T7: the choices of the set-up; none when the game is over."""
    if s.decision == SETUP_MARKER:
        return list_markers(s, player, actions)
    if s.decision == SETUP_CARD:
        return list_start_cards(actions)
    if s.decision == SETUP_TILE:
        return list_start_tiles(s, actions)
    return 0


# Step


@rule
def step(s, action):
    """Play a legal action and everything automatic that follows."""
    decision = s.decision
    player = np.int64(s.active)
    if decision == SOW:
        sow(s, player, action - SOW_COLOUR)
    elif decision == TRAY:
        empty_tray(s, player, action - EMPTY_TRAY)
    elif decision == EFFECT:
        take_effect(s, player, action)
    elif decision == EXTRA:
        decide_extra(s, player, action)
    elif decision == CONSUL:
        choose_bonus(s, action - CHOOSE_BONUS)
    elif decision <= SETUP_TILE:
        step_in_setup(s, player, action)
    elif action == DECLINE_ACTION:
        leave_action(s, player)
    elif decide_action(s, player, action):
        follow_action(s, player)


@rule
def step_in_setup(s, player, action):
    """T2, T6, T7: the decisions of the set-up."""
    if s.decision == SETUP_MARKER:
        place_marker(s, player, action - PLACE_MARKER)
    elif s.decision == SETUP_CARD:
        take_start_card(s, player, action - START_CARD)
    else:
        take_start_tile(s, player, action - START_TILE)


@rule
def decide_action(s, player, action):
    """T12 to T17: an option of the action or a later step of it; True when the action is performed."""
    if s.decision == ACTION:
        return take_option(s, player, action)
    if s.decision == DISCARD:
        card_and_pile = action - DISCARD_CARD
        discard(s, player, card_and_pile // NUM_PILES, card_and_pile % NUM_PILES)
        return True
    if s.decision == SECOND_CARD:
        play_second_card(s, player, action)
        return True
    if action == STOP_LOADING:
        set_sail(s, player)
        return True
    if action == LOAD_WILD:
        load_wild(s, player)
    else:
        load_card(s, player, action - LOAD_CARD)
    return False


@rule
def take_option(s, player, action):
    """T12 to T17: take an option of the current action; True when that performs it."""
    current = current_action(s)
    if current == SEAPORT:
        return use_seaport(s, player, action)
    if current == CONSTRUCTION:
        return use_construction(s, player, action)
    if current == FORUM:
        use_forum(s, player, action - TAKE_FORUM_TILE)
    elif current == MILITARY:
        use_military(s, player, action)
    elif current == SENATE:
        use_senate(s, player)
    else:
        use_trajan(s, player, action - TAKE_TRAJAN_TILE)
    return True


implement(
    STATE,
    new_game=new_game,
    legal_actions=legal_actions,
    step=step,
    to_move=to_move,
    is_over=is_over,
    returns=returns,
    observe=observe,
    observe_full=observe_full,
    determinize=determinize,
)
