"""The state of a game of Caesar!: one fixed-size record, one comment a field (shape, range, meaning).

Sides are 0 Caesar and 1 Pompey, -1 nobody; provinces, borders, token kinds and bonus kinds are numbered as in `data`.
Places that hold nothing hold -1 (log entries 0), so that equal states are equal byte for byte.
"""

import numpy as np

from duel_env.data import (
    MAX_ROW,
    NUM_BONUSES,
    NUM_BORDERS,
    NUM_CENTURIONS,
    NUM_KINDS,
    NUM_PROVINCES,
    NUM_TILES,
    TILE_PARTS,
)

# -- decisions (field `decision`) --------------------------------------------------------------------------------------
DECISIONS = ("place", "order", "effect", "over")
AT_PLACE, AT_ORDER, AT_EFFECT, AT_END = range(4)

# -- how a token lies on its border (field `border_face`) --------------------------------------------------------------
FACES = ("up", "turned", "down")
FACE_UP, FACE_TURNED, FACE_DOWN = range(3)  # turned by Might (everybody saw it); placed face down (C10: unseen)

# -- how the game ended (field `end`) ----------------------------------------------------------------------------------
ENDS = (None, "markers", "no_placement")
NOT_ENDED, BY_MARKERS, BY_NO_PLACEMENT = range(3)

# -- what decided between Crassus's candidates (fields of `log`) -------------------------------------------------------
PROVINCE_TIES = ("none", "controlled_neighbour", "senate", "poison", "central", "central_neighbour", "random", "italia")
BORDER_TIES = ("none", "behind", "central", "random")
TOKEN_TIES = ("none", "non_wild", "sum", "leftmost")
LOG_FIELDS = ("step", "province", "border", "token", "flip", "province_tie", "border_tie", "token_tie")
MAX_LOG = 4  # placements of one Crassus turn

MAX_EFFECTS = 3  # a bank token and two closed provinces

STATE = np.dtype((np.record, [
    ("rng", "u8"),                                  # the generator
    ("seed", "u8"),                                 # what it started from
    # options
    ("skip_forced", "u1"),                          # 1: a decision with one legal action is played at once
    ("poison", "u1"),                               # 1: module Poison (C8)
    ("centurions", "u1"),                           # 1: module Centurions (C9)
    ("border_control", "u1"),                       # 1: module Border Control (C10)
    ("solo", "u1"),                                 # 1: one side is Crassus (C11)
    ("human", "u1"),                                # solo: the human's side
    ("difficulty", "u1"),                           # solo: 0 low, 1 middle, 2 high (C12)
    ("harder", "u1"),                               # solo: 1: option "harder" (C14)
    ("tiles", "u1", (NUM_TILES, len(TILE_PARTS))),  # solo: draw, centurion, place, discard of tiles A to E (C13)
    # whose decision, which decision
    ("active", "u1"),                               # side whose turn it is
    ("decision", "u1"),                             # AT_PLACE .. AT_END
    ("turn", "u2"),                                 # turns begun
    ("winner", "i1"),                               # side or -1
    ("end", "u1"),                                  # NOT_ENDED, BY_MARKERS, BY_NO_PLACEMENT
    # the board
    ("border_owner", "i1", (NUM_BORDERS,)),         # side of the token there, -1: free
    ("border_kind", "i1", (NUM_BORDERS,)),          # its kind, -1: free
    ("border_flip", "u1", (NUM_BORDERS,)),          # 0: first value faces the border's first province; 1: the second
    ("border_face", "u1", (NUM_BORDERS,)),          # FACE_UP, FACE_TURNED, FACE_DOWN
    ("border_marker", "i1", (NUM_BORDERS,)),        # side of the control marker on it (C5), -1 none
    ("influence", "u1", (2, NUM_PROVINCES)),        # per side: sum of values facing the province (Might lowers it)
    ("free_borders", "u1", (NUM_PROVINCES,)),       # borders of the province without a token
    ("bonus", "i1", (NUM_PROVINCES,)),              # bonus token lying there, -1: taken
    ("control", "i1", (NUM_PROVINCES,)),            # side that controls it, -1: open or tied
    ("marker_down", "u1", (NUM_PROVINCES,)),        # 1: its control marker was turned face down by Might
    # pieces of the sides
    ("markers", "u1", (2,)),                        # control markers left
    ("senates", "u1", (2,)),                        # Senate tokens owned
    ("senate_markers", "u1", (2,)),                 # control markers under them
    ("markers_discarded", "u1", (2,)),              # option "harder"
    ("hand", "u1", (2, NUM_KINDS)),                 # tokens in hand, by kind (Crassus: see row)
    ("bag", "u1", (2, NUM_KINDS)),                  # tokens in the bag, by kind
    ("centurion_tokens", "u1", (2, NUM_CENTURIONS)),  # 1: that Centurion lies beside the board / in Crassus's stack
    ("bank", "u1", (NUM_BONUSES,)),                 # face-down bonus tokens of C10, by kind
    ("spent", "u1", (NUM_BONUSES,)),                # bonus tokens out of the game, by kind
    # what everybody can deduce of a side's hidden tokens
    ("hand_known", "u1", (2, NUM_KINDS)),           # tokens known to be in that hand
    ("loose", "u1", (2, NUM_CENTURIONS)),           # 1: that Centurion is in the hand or face down, unknown which
    ("returned", "u1", (2, NUM_KINDS)),             # tokens given back by Poison and not seen since
    ("fresh", "u1", (2,)),                          # tokens drawn from the bag since then
    # what is pending in this turn
    ("last_border", "i1"),                          # border of the turn's latest placement, -1 none
    ("effect", "i1", (MAX_EFFECTS,)),               # bonus tokens still to be resolved, the current one first
    ("effect_controlled", "u1", (MAX_EFFECTS,)),    # 1: the taker also won control of that province
    ("num_effects", "u1"),
    ("extra_turn", "u1"),                           # 1: Tactics used in this turn
    ("centurion_chosen", "i1"),                     # kind of the Centurion that enters the hand, -1 none
    # Crassus
    ("row", "i1", (MAX_ROW,)),                      # kinds, left to right; -1 beyond the end
    ("row_length", "u1"),
    ("deck", "u1", (NUM_TILES,)),                   # command tiles left, by letter
    ("tile", "i1"),                                 # the tile of his latest turn, -1 before the first
    ("log", "i1", (MAX_LOG, len(LOG_FIELDS))),      # placements of his latest turn
    ("log_length", "u1"),
]))  # fmt: skip
