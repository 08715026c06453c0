"""The first steps of a turn: move action markers and the time marker (T8, T9), complete a Trajan tile (T10)."""

from boardkit.jit import rule
from trajan_env.actions import DECLINE_EFFECT, EMPTY_TRAY, PUT_PLUS_TWO, SOW_COLOUR, TAKE_EFFECT
from trajan_env.data import (
    GAIN_TRAJAN,
    NUM_COLOURS,
    NUM_TRAYS,
    STACK_CARDS,
    STACK_DEMAND,
    STACK_LEGIONNAIRES,
    STACK_PLUS_TWO,
    STACK_WORKERS,
    TILE_COLOURS,
    TILE_SIZE,
    TILE_STACK,
    TILE_VP,
    TILES_IN_A_STACK,
)
from trajan_env.rules.common import gain
from trajan_env.rules.construction import recruit_workers
from trajan_env.rules.military import recruit_legionnaires
from trajan_env.rules.seaport import can_draw_card, draw_to_hand
from trajan_env.state import ACTION, CONSUL, EFFECT, NONE, SOW, TRAY


@rule
def clear_turn(s):
    """Nothing is pending: as at the start of every turn. Markers in hand and loads are gone by then."""
    s.next_tray = NONE
    s.target = NONE
    s.effect_tile = NONE
    s.main_action = NONE
    s.main_repeats = 0
    s.granted_action = NONE
    s.granted_repeats = 0
    s.tile_spent = 0
    s.round_ended = 0


@rule
def to_move(s):
    """The seat to decide: the one whose turn it is, or the consul (T22)."""
    return s.election[0] if s.decision == CONSUL else s.active


@rule
def begin_turn(s, seat):
    """A turn begins with the choice of a tray."""
    s.active = seat
    s.turn += 1
    s.decision = TRAY


# Move action markers, move time marker


@rule
def list_trays(s, player, actions):
    """T8: the trays that are not empty."""
    count = 0
    for tray in range(NUM_TRAYS):
        for colour in range(NUM_COLOURS):
            if s.trays[player, tray, colour] > 0:
                actions[count] = EMPTY_TRAY + tray
                count += 1
                break
    return count


@rule
def empty_tray(s, player, tray):
    """T8, T9: take all markers of a tray; the time marker advances by their number."""
    markers = 0
    for colour in range(NUM_COLOURS):
        s.sowing[colour] = s.trays[player, tray, colour]
        s.trays[player, tray, colour] = 0
        markers += s.sowing[colour]
    s.sowing_left = markers
    s.next_tray = (tray + 1) % NUM_TRAYS
    time = s.time + markers
    s.round_ended = 1 if time >= s.time_track else 0
    s.time = time % s.time_track
    s.decision = SOW


@rule
def list_colours_to_sow(s, actions):
    """T8: the colours still in hand."""
    count = 0
    for colour in range(NUM_COLOURS):
        if s.sowing[colour] > 0:
            actions[count] = SOW_COLOUR + colour
            count += 1
    return count


@rule
def sow(s, player, colour):
    """T8: a marker into the next tray; the last one makes it the target tray."""
    tray = s.next_tray
    s.sowing[colour] -= 1
    s.sowing_left -= 1
    s.trays[player, tray, colour] += 1
    s.target = tray
    if s.sowing_left > 0:
        s.next_tray = (tray + 1) % NUM_TRAYS
        return
    s.next_tray = NONE
    if can_complete_tile(s, player, tray):
        complete_tile(s, player, tray)
    else:
        begin_action(s)


# Complete Trajan tile


@rule
def can_complete_tile(s, player, tray):
    """T10: a tile lies at the target tray, and the tray holds both its colours."""
    tile = s.slots[player, tray]
    if tile == NONE:
        return False
    missing = 0
    for colour in range(NUM_COLOURS):
        missing += max(TILE_COLOURS[tile, colour] - s.trays[player, tray, colour], 0)
    return missing == 0


@rule
def complete_tile(s, player, tray):
    """T10: score the tile; it leaves the circle, and the arch the centre; then its effect, if it has one."""
    tile = s.slots[player, tray]
    gain(s, player, GAIN_TRAJAN, TILE_VP[tile])
    s.slots[player, tray] = NONE
    if s.arch[player] == NONE:
        s.arch[player] = tray
    if TILE_STACK[tile] == STACK_DEMAND:
        s.permanent[player, tile % TILES_IN_A_STACK] = 1
    else:
        s.trajan_gone[tile] = 1
    if can_take_effect(s, player, tile):
        s.effect_tile = tile
        s.decision = EFFECT
    else:
        begin_action(s)


@rule
def can_take_effect(s, player, tile):
    """R9: the tile has an effect that would do something."""
    stack = TILE_STACK[tile]
    if stack == STACK_CARDS:
        return can_draw_card(s)
    if stack == STACK_PLUS_TWO:
        markers = 0
        for action in range(NUM_TRAYS):
            markers += s.plus_two[player, action]
        return markers < NUM_TRAYS
    return stack in (STACK_WORKERS, STACK_LEGIONNAIRES) and s.mat[player] > 0


@rule
def list_effects(s, player, actions):
    """T10: take the effect or decline it; for plus two, on which action."""
    if TILE_STACK[s.effect_tile] != STACK_PLUS_TWO:
        actions[0] = TAKE_EFFECT
        actions[1] = DECLINE_EFFECT
        return 2
    actions[0] = DECLINE_EFFECT
    count = 1
    for action in range(NUM_TRAYS):
        if s.plus_two[player, action] == 0:
            actions[count] = PUT_PLUS_TWO + action
            count += 1
    return count


@rule
def take_effect(s, player, action):
    """T10: cards, workers, legionnaires or a [+2] marker, or nothing; then the action of the target tray."""
    tile = s.effect_tile
    if action >= PUT_PLUS_TWO:
        s.plus_two[player, action - PUT_PLUS_TWO] = 1
    elif action == TAKE_EFFECT:
        if TILE_STACK[tile] == STACK_CARDS:
            draw_to_hand(s, player, TILE_SIZE[tile])
        elif TILE_STACK[tile] == STACK_WORKERS:
            recruit_workers(s, player, TILE_SIZE[tile])
        elif TILE_STACK[tile] == STACK_LEGIONNAIRES:
            recruit_legionnaires(s, player, TILE_SIZE[tile])
    s.effect_tile = NONE
    begin_action(s)


# Perform one action


@rule
def begin_action(s):
    """T11: the action of the target tray may be taken."""
    s.main_action = s.target
    s.decision = ACTION
