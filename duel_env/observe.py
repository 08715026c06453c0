"""What a player sees, as a vector of named pieces. Colours are swapped, so that "mine" always stands in one place."""

import numpy as np

from boardkit.jit import rule
from boardkit.pieces import Piece, Pieces
from duel_env.data import (
    BORDER_CONTROL_SPACES,
    BORDER_PROVINCES,
    CAESAR,
    DIFFICULTIES,
    FIRST_CENTURION,
    MARKERS,
    MAX_ROW,
    NUM_BONUSES,
    NUM_BORDERS,
    NUM_CENTURIONS,
    NUM_KINDS,
    NUM_PROVINCES,
    NUM_TILES,
    TILE_PARTS,
)
from duel_env.hidden import add_unseen_tokens, is_unseen
from duel_env.rules import count_tokens, value_facing
from duel_env.state import AT_ORDER, DECISIONS, FACE_UP

BORDER_PLANES = (
    "mine", "theirs", "value facing the first province / 7", "value facing the second / 7", "face down",
    "my control marker", "their control marker", "latest placement of this turn",
)  # fmt: skip
PROVINCE_PLANES = (
    "my influence / 20", "their influence / 20", "free borders / 6", "mine", "theirs", "tied", "marker face down",
    "Senate", "Tactics", "Wealth", "Might", "Poison", "Centurion",
)  # fmt: skip

PIECES = Pieces(
    [
        Piece("decision", (len(DECISIONS),), "the pending decision, one of: " + ", ".join(DECISIONS)),
        Piece("effect", (NUM_BONUSES,), "the bonus token being resolved"),
        Piece("effects_to_come", (NUM_BONUSES,), "bonus tokens to be resolved after it", high=2),
        Piece("extra_turn", (1,), "Tactics used in this turn"),
        Piece("centurion_chosen", (NUM_CENTURIONS,), "the Centurion token that will enter the hand"),
        Piece("order", (NUM_PROVINCES,), "the two closed provinces whose order is asked for"),
        Piece("borders", (NUM_BORDERS, len(BORDER_PLANES)), "per border: " + "; ".join(BORDER_PLANES)),
        Piece(
            "provinces", (NUM_PROVINCES, len(PROVINCE_PLANES)), "per province: " + "; ".join(PROVINCE_PLANES), high=2
        ),
        Piece("markers", (2,), f"control markers left, mine and theirs, / {MARKERS}"),
        Piece("senates", (2,), "Senate tokens owned, mine and theirs, / 6"),
        Piece("my_hand", (NUM_KINDS,), "my tokens in hand, by kind", high=2),
        Piece("my_bag", (NUM_KINDS,), "my tokens in the bag, by kind", high=2),
        Piece("their_unseen", (NUM_KINDS,), "their tokens not seen yet (hand, bag, face down), by kind", high=2),
        Piece("their_known", (NUM_KINDS,), "their tokens known to be in hand, by kind", high=2),
        Piece("their_loose", (NUM_CENTURIONS,), "their Centurions that are in hand or face down"),
        Piece("my_known", (NUM_KINDS,), "my tokens they know to be in my hand, by kind", high=2),
        Piece("hand_sizes", (2,), f"tokens in hand (Crassus: in the row), mine and theirs, / {MAX_ROW}"),
        Piece("bag_sizes", (2,), f"tokens in the bag, mine and theirs, / {MAX_ROW}"),
        Piece("centurions_aside", (2, NUM_CENTURIONS), "Centurions beside the board, mine and theirs"),
        Piece("bank", (NUM_BONUSES,), "bonus tokens in the bank, by kind, / 6"),
        Piece("spent", (NUM_BONUSES,), "bonus tokens out of the game, by kind, / 6"),
        Piece("modules", (3,), "Poison, Centurions, Border Control in play"),
        Piece("i_am_caesar", (1,), "1 for Caesar, who begins (not in the solo game: there Crassus begins)"),
        Piece("difficulty", (len(DIFFICULTIES),), "solo: low, middle, high; zeros with two players"),
        Piece("harder", (1,), "solo: option harder"),
        Piece("row", (NUM_KINDS,), "solo: Crassus's row, tokens by kind", high=2),
        Piece("row_place", (NUM_KINDS,), f"solo: place of the leftmost token of the kind, from 1, / {MAX_ROW}"),
        Piece("deck", (NUM_TILES,), "solo: command tiles left, by letter, / 4"),
        Piece("tile", (NUM_TILES,), "solo: Crassus's latest command tile"),
        Piece("tiles", (NUM_TILES, len(TILE_PARTS)), "solo: what the tiles show: " + ", ".join(TILE_PARTS) + "; / 4"),
    ]
)
HIDDEN_PIECES = [
    Piece("their_hand", (NUM_KINDS,), "hidden: their tokens in hand, by kind", high=2),
    Piece("their_bag", (NUM_KINDS,), "hidden: their tokens in the bag, by kind", high=2),
    Piece("their_face_down", (len(BORDER_CONTROL_SPACES), NUM_KINDS), "hidden: kind of their face-down tokens"),
]
FULL_PIECES = PIECES + HIDDEN_PIECES

(
    DECISION, EFFECT, EFFECTS_TO_COME, EXTRA_TURN, CENTURION_CHOSEN, ORDER, BORDERS, PROVINCES, MARKERS_LEFT, SENATES,
    MY_HAND, MY_BAG, THEIR_UNSEEN, THEIR_KNOWN, THEIR_LOOSE, MY_KNOWN, HAND_SIZES, BAG_SIZES, CENTURIONS_ASIDE, BANK,
    SPENT, MODULES, I_AM_CAESAR, DIFFICULTY, HARDER, ROW, ROW_PLACE, DECK, TILE, TILES,
) = (piece.first for piece in PIECES)  # fmt: skip
THEIR_HAND, THEIR_BAG, THEIR_FACE_DOWN = (FULL_PIECES.first(piece.name) for piece in HIDDEN_PIECES)
OBSERVATION_SIZE = PIECES.size


@rule
def side_of(s, player):
    """The side of a seat: in the solo game the one seat is the human's."""
    return s.human if s.solo else player


@rule
def observe(s, player, values):
    """Everything `player` can know."""
    for index in range(OBSERVATION_SIZE):
        values[index] = 0.0
    me = side_of(s, player)
    observe_decision(s, values)
    observe_borders(s, me, values)
    observe_provinces(s, me, values)
    observe_sides(s, me, values)
    observe_tokens(s, me, values)
    for bonus in range(NUM_BONUSES):
        values[BANK + bonus] = s.bank[bonus] / 6
        values[SPENT + bonus] = s.spent[bonus] / 6
    values[MODULES] = s.poison
    values[MODULES + 1] = s.centurions
    values[MODULES + 2] = s.border_control
    values[I_AM_CAESAR] = me == CAESAR
    if s.solo:
        observe_crassus(s, values)


@rule
def observe_decision(s, values):
    values[DECISION + np.int64(s.decision)] = 1.0
    if s.num_effects > 0:
        values[EFFECT + np.int64(s.effect[0])] = 1.0
        for place in range(1, s.num_effects):
            values[EFFECTS_TO_COME + np.int64(s.effect[place])] += 1.0
    values[EXTRA_TURN] = s.extra_turn
    if s.centurion_chosen >= 0:
        values[CENTURION_CHOSEN + np.int64(s.centurion_chosen) - FIRST_CENTURION] = 1.0
    if s.decision == AT_ORDER:
        for end in range(2):
            values[ORDER + BORDER_PROVINCES[s.last_border, end]] = 1.0


@rule
def observe_borders(s, me, values):
    for border in range(NUM_BORDERS):
        owner = s.border_owner[border]
        if owner >= 0:
            first = BORDERS + border * len(BORDER_PLANES)
            values[first + (owner != me)] = 1.0
            if s.border_face[border] == FACE_UP:
                for end in range(2):
                    values[first + 2 + end] = value_facing(s.border_kind[border], s.border_flip[border], end) / 7
            else:
                values[first + 4] = 1.0
            if s.border_marker[border] >= 0:
                values[first + 5 + (s.border_marker[border] != me)] = 1.0
            values[first + 7] = border == s.last_border


@rule
def observe_provinces(s, me, values):
    for province in range(NUM_PROVINCES):
        first = PROVINCES + province * len(PROVINCE_PLANES)
        values[first] = s.influence[me, province] / 20
        values[first + 1] = s.influence[1 - me, province] / 20
        values[first + 2] = s.free_borders[province] / 6
        if s.control[province] >= 0:
            values[first + 3 + (s.control[province] != me)] = 1.0
            values[first + 6] = s.marker_down[province]
        elif s.bonus[province] < 0:
            values[first + 5] = 1.0
        if s.bonus[province] >= 0:
            values[first + 7 + np.int64(s.bonus[province])] = 1.0


@rule
def observe_sides(s, me, values):
    """What lies open of both sides, mine first."""
    for relation in range(2):
        side = me ^ relation
        values[MARKERS_LEFT + relation] = s.markers[side] / MARKERS
        values[SENATES + relation] = s.senates[side] / 6
        values[HAND_SIZES + relation] = count_tokens(s.hand[side]) / MAX_ROW
        values[BAG_SIZES + relation] = count_tokens(s.bag[side]) / MAX_ROW
        for centurion in range(NUM_CENTURIONS):
            values[CENTURIONS_ASIDE + relation * NUM_CENTURIONS + centurion] = s.centurion_tokens[side, centurion]


@rule
def observe_tokens(s, me, values):
    """My tokens exactly; theirs only as far as they can be known."""
    for kind in range(NUM_KINDS):
        values[MY_HAND + kind] = s.hand[me, kind]
        values[MY_BAG + kind] = s.bag[me, kind]
        values[MY_KNOWN + kind] = s.hand_known[me, kind]
        values[THEIR_KNOWN + kind] = s.hand_known[1 - me, kind]
    add_unseen_tokens(s, 1 - me, values[THEIR_UNSEEN : THEIR_UNSEEN + NUM_KINDS])
    for centurion in range(NUM_CENTURIONS):
        values[THEIR_LOOSE + centurion] = s.loose[1 - me, centurion]


@rule
def observe_crassus(s, values):
    values[DIFFICULTY + np.int64(s.difficulty)] = 1.0
    values[HARDER] = s.harder
    values[HAND_SIZES + 1] = s.row_length / MAX_ROW
    for place in range(np.int64(s.row_length) - 1, -1, -1):
        kind = np.int64(s.row[place])
        values[ROW + kind] += 1.0
        values[ROW_PLACE + kind] = (place + 1) / MAX_ROW
    if s.tile >= 0:
        values[TILE + np.int64(s.tile)] = 1.0
    for tile in range(NUM_TILES):
        values[DECK + tile] = s.deck[tile] / 4
        for part in range(len(TILE_PARTS)):
            values[TILES + tile * len(TILE_PARTS) + part] = s.tiles[tile, part] / 4


@rule
def observe_full(s, player, values):
    """The observation, and behind it what is hidden from `player`."""
    observe(s, player, values)
    them = 1 - side_of(s, player)
    for index in range(OBSERVATION_SIZE, len(values)):
        values[index] = 0.0
    for kind in range(NUM_KINDS):
        values[THEIR_HAND + kind] = s.hand[them, kind]
        values[THEIR_BAG + kind] = s.bag[them, kind]
    for space in range(len(BORDER_CONTROL_SPACES)):
        border = BORDER_CONTROL_SPACES[space]
        if is_unseen(s, them, border):
            values[THEIR_FACE_DOWN + space * NUM_KINDS + np.int64(s.border_kind[border])] = 1.0
