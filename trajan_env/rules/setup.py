"""Set-up (T1 to T7, R13)."""

import numpy as np

from boardkit.chance import draw
from boardkit.jit import rule
from trajan_env.actions import PLACE_MARKER, START_CARD, START_TILE
from trajan_env.data import (
    CAMP,
    CARDS_OF_A_KIND,
    DEMAND_TILES_OF_A_KIND,
    EXTRA_TILES_OF_AN_ACTION,
    FORUM_TILES,
    MARKERS,
    MARKERS_IN_A_TRAY,
    MARKERS_OF_A_COLOUR,
    MAX_PLAYERS,
    NO_BONUS,
    NUM_COLOURS,
    NUM_FORUM_KINDS,
    NUM_PILES,
    NUM_SITE_SPACES,
    NUM_STACKS,
    NUM_TRAYS,
    START_CAMP,
    START_CARDS,
    START_MAT,
    START_SLOTS,
    YELLOW,
)
from trajan_env.rules.common import fill, next_seat
from trajan_env.rules.quarter import lay_bonuses, lay_forum_tiles, lay_province_tiles
from trajan_env.rules.seaport import draw_to_hand, refill_pile, take_card
from trajan_env.rules.trajan import take_top, turn_up
from trajan_env.rules.turn import begin_turn, clear_turn
from trajan_env.state import NONE, SETUP_CARD, SETUP_MARKER, SETUP_RANDOM, SETUP_TILE


@rule
def new_game(s, seed):
    """A new game up to its first decision: markers to place, or with a random set-up the first turn."""
    s.seed = seed
    s.rng = seed
    clear_board(s)
    clear_mats(s)
    clear_pending(s)
    lay_province_tiles(s)
    lay_forum_tiles(s)
    lay_construction_tiles(s)
    s.active = 0
    s.decision = SETUP_MARKER
    if s.setup == SETUP_RANDOM:
        place_markers_at_random(s)
        lay_out(s)
        deal_at_random(s)
        begin_turn(s, 0)


# Every piece in its box


@rule
def clear_board(s):
    """T1, T3: empty boards, full piles, discs stacked with seat 0 at the bottom."""
    s.turn = 0
    s.quarter = 1
    s.time = 0
    s.demands_revealed = 0
    fill(s.demands, NONE)
    fill(s.demand_pile, DEMAND_TILES_OF_A_KIND)
    fill(s.demands_gone, 0)
    for kind in range(NUM_FORUM_KINDS):
        s.forum_pile[kind] = FORUM_TILES[kind]
    fill(s.extra_pile, EXTRA_TILES_OF_AN_ACTION)
    fill(s.forum, NONE)
    fill(s.gone, 0)
    fill(s.province_tile, NONE)
    fill(s.site_tile, NONE)
    fill(s.stack_top, NONE)
    fill(s.stack_rest, 1)
    fill(s.trajan_gone, 0)
    fill(s.deck, CARDS_OF_A_KIND)
    fill(s.pile, 0)
    fill(s.pile_size, 0)
    fill(s.ship_side, 0)
    fill(s.senate_position, 0)
    for seat in range(MAX_PLAYERS):
        s.senate_order[seat] = seat
    fill(s.senate_bonus, NONE)
    fill(s.bonus_pile, 1)


@rule
def clear_mats(s):
    """T1, T2: mats without tiles, one token in each camp, the arch at slot I."""
    fill(s.legionnaires, 0)
    fill(s.leader, CAMP)
    fill(s.workers, 0)
    fill(s.trays, 0)
    fill(s.slots, NONE)
    fill(s.arch, 0)
    fill(s.permanent, 0)
    fill(s.plus_two, 0)
    fill(s.tiles, 0)
    fill(s.mat, START_MAT)
    fill(s.military_camp, START_CAMP)
    fill(s.worker_camp, START_CAMP)
    fill(s.construction, 0)
    fill(s.bonus, NO_BONUS)
    fill(s.hand, 0)
    fill(s.hand_known, 0)
    fill(s.tableau, 0)
    fill(s.vp, 0)
    fill(s.gains, 0)


@rule
def clear_pending(s):
    """Nothing is pending and nothing decided."""
    clear_turn(s)
    s.setup_step = 0
    fill(s.setup_stacks, 0)
    fill(s.sowing, 0)
    s.sowing_left = 0
    s.ship = NONE
    fill(s.load, 0)
    s.load_wilds = 0
    s.first_card = NONE
    fill(s.election, 0)
    fill(s.senate_rank, 0)
    fill(s.ranking, 0)


@rule
def lay_construction_tiles(s):
    """T4: the 20 construction tiles at random on the site."""
    tiles = np.ones(NUM_SITE_SPACES, np.int8)
    for space in range(NUM_SITE_SPACES):
        s.site_tile[space] = draw(s, tiles)


@rule
def lay_out(s):
    """T3, T5, T6, R13: after the markers, the tops of the stacks, the bonus tiles and the two discard piles."""
    for stack in range(NUM_STACKS):
        turn_up(s, stack)
    for seat in range(s.players):
        s.bonus[seat, draw(s, s.bonus_pile)] = YELLOW
    lay_bonuses(s)
    for pile in range(NUM_PILES):
        refill_pile(s, pile)


# Markers


@rule
def list_markers(s, player, actions):
    """T2: the colours of which markers are left."""
    count = 0
    for colour in range(NUM_COLOURS):
        placed = 0
        for tray in range(NUM_TRAYS):
            placed += s.trays[player, tray, colour]
        if placed < MARKERS_OF_A_COLOUR:
            actions[count] = PLACE_MARKER + colour
            count += 1
    return count


@rule
def place_marker(s, player, colour):
    """T2: the next place is filled, two in each tray, trays in order; then cards."""
    s.trays[player, s.setup_step // MARKERS_IN_A_TRAY, colour] += 1
    if is_last_step(s, MARKERS):
        lay_out(s)
        s.decision = SETUP_CARD


@rule
def is_last_step(s, steps):
    """R13: go to the next step of this seat, or to the next seat; True after the last seat."""
    s.setup_step += 1
    if s.setup_step < steps:
        return False
    s.setup_step = 0
    s.active = next_seat(s, s.active)
    return s.active == 0


# Hands


@rule
def list_start_cards(actions):
    """T6: the deck or either pile."""
    for source in range(1 + NUM_PILES):
        actions[source] = START_CARD + source
    return 1 + NUM_PILES


@rule
def take_start_card(s, player, source):
    """T6: a card from the deck or the top of a pile; an empty pile is refilled at once."""
    if source == 0:
        draw_to_hand(s, player, 1)
    else:
        take_card(s, player, source - 1)
    if is_last_step(s, START_CARDS):
        s.decision = SETUP_TILE


# Starting Trajan tiles


@rule
def list_start_tiles(s, actions):
    """T7: the stacks this seat has not taken from."""
    count = 0
    for stack in range(NUM_STACKS):
        if s.setup_stacks[stack] == 0:
            actions[count] = START_TILE + stack
            count += 1
    return count


@rule
def take_start_tile(s, player, stack):
    """T7: the top tile onto slot II, then IV, then VI; after the last seat the game begins."""
    take_top(s, stack, player, START_SLOTS[s.setup_step])
    s.setup_stacks[stack] = 1
    begins = is_last_step(s, len(START_SLOTS))
    if s.setup_step == 0:
        fill(s.setup_stacks, 0)
    if begins:
        begin_turn(s, 0)


# Random set-up


@rule
def place_markers_at_random(s):
    """R13: the markers shuffled into the trays."""
    markers = np.zeros(NUM_COLOURS, np.int8)
    for seat in range(s.players):
        fill(markers, MARKERS_OF_A_COLOUR)
        for place in range(MARKERS):
            s.trays[seat, place // MARKERS_IN_A_TRAY, draw(s, markers)] += 1


@rule
def deal_at_random(s):
    """R13: three cards a seat from the deck, then three tiles a seat from stacks at random."""
    for seat in range(s.players):
        draw_to_hand(s, seat, START_CARDS)
    stacks = np.zeros(NUM_STACKS, np.int8)
    for seat in range(s.players):
        fill(stacks, 1)
        for place in range(len(START_SLOTS)):
            take_top(s, draw(s, stacks), seat, START_SLOTS[place])
