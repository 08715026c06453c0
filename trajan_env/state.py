"""The state of a game of Trajan: one record of fixed size, every field with its shape, range and meaning.

Seats, colours, kinds and places are the numbers of `data`. Places are -1 when nothing lies there. Seats beyond the
number of players keep the values of an empty mat.
"""

import numpy as np

from trajan_env.data import (
    DEMANDS_A_QUARTER,
    FORUM_SPACES,
    MAX_PLAYERS,
    NUM_BONUSES,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_COMMODITIES,
    NUM_CONSTRUCTION_KINDS,
    NUM_DEMANDS,
    NUM_FORUM_KINDS,
    NUM_GAINS,
    NUM_PILES,
    NUM_PROVINCES,
    NUM_SENATE_SIDES,
    NUM_SHIPS,
    NUM_SITE_SPACES,
    NUM_STACKS,
    NUM_TRAJAN_TILES,
    NUM_TRAYS,
    TILES_IN_A_STACK,
    TILES_OF_A_CONSTRUCTION_KIND,
)

DECISIONS = (
    "setup_marker", "setup_card", "setup_tile", "tray", "sow", "effect", "action", "discard", "second_card", "load",
    "extra", "consul", "over",
)  # fmt: skip
(
    SETUP_MARKER, SETUP_CARD, SETUP_TILE, TRAY, SOW, EFFECT, ACTION, DISCARD, SECOND_CARD, LOAD, EXTRA, CONSUL, OVER,
) = range(len(DECISIONS))  # fmt: skip

SETUPS = ("decisions", "random")
SETUP_RANDOM = SETUPS.index("random")
REWARDS = ("win", "rank", "margin", "vp")
REWARD_WIN, REWARD_RANK, REWARD_MARGIN, REWARD_VP = range(len(REWARDS))

NONE = -1  # no tile, no card, no tray, no action

# fmt: off
STATE = np.dtype((np.record, [
    # chance and options
    ("rng", "u8"),  # the generator
    ("seed", "u8"),  # what the generator started from
    ("skip_forced", "u1"),  # 0/1: decisions with one legal action are played at once
    ("players", "i1"),  # 2..4
    ("setup", "i1"),  # index into SETUPS
    ("reward", "i1"),  # index into REWARDS
    ("time_track", "i1"),  # spaces of a lap
    # where the game stands
    ("decision", "i1"),  # index into DECISIONS
    ("active", "i1"),  # seat whose turn it is; in set-up, whose decision
    ("turn", "u2"),  # turns begun, 0 in set-up
    ("quarter", "i1"),  # 1..4
    ("time", "i1"),  # 0..time_track - 1: space of the time marker
    ("demands_revealed", "i1"),  # 0..3; the round being played is one more
    ("demands", "i1", (DEMANDS_A_QUARTER,)),  # kinds revealed this quarter, in order
    ("demand_pile", "i1", (NUM_DEMANDS,)),  # tiles not revealed, the 3 removed unseen among them
    ("demands_gone", "i1", (NUM_DEMANDS,)),  # tiles of earlier quarters
    # forum
    ("forum_pile", "i1", (NUM_FORUM_KINDS,)),  # tiles by kind
    ("extra_pile", "i1", (NUM_TRAYS,)),  # yellow tiles by action
    ("forum", "i1", (FORUM_SPACES,)),  # kind on each space: 12 green, then 3 yellow
    ("gone", "i1", (NUM_FORUM_KINDS,)),  # forum and extra-action tiles out of the game
    # provinces and construction site
    ("province_tile", "i1", (NUM_PROVINCES,)),  # forum kind
    ("legionnaires", "i1", (MAX_PLAYERS, NUM_PROVINCES)),  # 0/1: seat has a legionnaire there
    ("leader", "i1", (MAX_PLAYERS,)),  # province, or CAMP
    ("site_tile", "i1", (NUM_SITE_SPACES,)),  # construction tile 4 * kind + vp - 2
    ("workers", "i4", (MAX_PLAYERS,)),  # bit n: seat has a worker on space n
    # Trajan tiles
    ("stack_top", "i1", (NUM_STACKS,)),  # visible tile 9 * stack + index
    ("stack_rest", "i1", (NUM_STACKS, TILES_IN_A_STACK)),  # 0/1: tile lies under the top
    ("trajan_gone", "i1", (NUM_TRAJAN_TILES,)),  # 0/1: completed and out of the game
    # seaport
    ("deck", "i1", (NUM_COMMODITIES,)),  # cards by kind
    ("pile", "i1", (NUM_PILES, NUM_CARDS)),  # discards, bottom first, 0 above the top
    ("pile_size", "i1", (NUM_PILES,)),  # 0..60
    ("ship_side", "i1", (NUM_SHIPS,)),  # 0 coloured, 1 gray
    # senate
    ("senate_position", "i1", (MAX_PLAYERS,)),  # space 0..7
    ("senate_order", "i1", (MAX_PLAYERS,)),  # seats, bottom disc first
    ("senate_bonus", "i1", (NUM_SENATE_SIDES,)),  # bonus tile, left and right
    ("bonus_pile", "i1", (NUM_BONUSES,)),  # 0/1: tile is in the bag
    # player mats
    ("trays", "i1", (MAX_PLAYERS, NUM_TRAYS, NUM_COLOURS)),  # markers by colour
    ("slots", "i1", (MAX_PLAYERS, NUM_TRAYS)),  # Trajan tile on the action circle
    ("arch", "i1", (MAX_PLAYERS,)),  # slot, -1 in the centre
    ("permanent", "i1", (MAX_PLAYERS, TILES_IN_A_STACK)),  # 0/1: completed demand tile by index in its stack
    ("plus_two", "i1", (MAX_PLAYERS, NUM_TRAYS)),  # 0/1: [+2] marker on the action
    ("tiles", "i1", (MAX_PLAYERS, NUM_FORUM_KINDS)),  # forum and extra-action tiles by kind
    ("mat", "i1", (MAX_PLAYERS,)),  # tokens not yet in use
    ("military_camp", "i1", (MAX_PLAYERS,)),  # legionnaires
    ("worker_camp", "i1", (MAX_PLAYERS,)),  # workers
    ("construction", "i1", (MAX_PLAYERS, NUM_CONSTRUCTION_KINDS, TILES_OF_A_CONSTRUCTION_KIND)),  # 0/1: by vp - 2
    ("bonus", "i1", (MAX_PLAYERS, NUM_BONUSES)),  # NO_BONUS, GRAY or YELLOW
    ("hand", "i1", (MAX_PLAYERS, NUM_COMMODITIES)),  # cards by kind
    ("hand_known", "i1", (MAX_PLAYERS, NUM_COMMODITIES)),  # those everybody knows to be in the hand
    ("tableau", "i1", (MAX_PLAYERS, NUM_COMMODITIES)),  # cards by kind
    # points
    ("vp", "i2", (MAX_PLAYERS,)),  # the sum of the gains
    ("gains", "i2", (MAX_PLAYERS, NUM_GAINS)),  # by source
    # pending: the context of the decision, cleared when a turn ends
    ("setup_step", "i1"),  # markers (T2), cards (T6) or tiles (T7) this seat has taken
    ("setup_stacks", "i1", (NUM_STACKS,)),  # 0/1: this seat has taken a tile of the stack (T7)
    ("sowing", "i1", (NUM_COLOURS,)),  # markers still in hand
    ("sowing_left", "i1"),  # their number
    ("next_tray", "i1"),  # for the next marker
    ("target", "i1"),  # last tray sown
    ("effect_tile", "i1"),  # completed Trajan tile whose effect is being decided
    ("main_action", "i1"),  # action of the target tray, while it is being decided
    ("main_repeats", "i1"),  # repeats still to come after the one being decided
    ("granted_action", "i1"),  # action granted by a construction tile, while it is being decided
    ("granted_repeats", "i1"),  # repeats of it still to come after the one being decided
    ("tile_spent", "i1"),  # 0/1: the turn's one extra-action tile is spent
    ("round_ended", "i1"),  # 0/1: the round ends with this turn
    ("ship", "i1"),  # ship being loaded
    ("load", "i1", (NUM_COMMODITIES,)),  # cards on it
    ("load_wilds", "i1"),  # wild tiles on it
    ("first_card", "i1"),  # first card played (T12c), while the second is being decided
    ("election", "i1", (MAX_PLAYERS,)),  # seats, best first, at the consul decision
    # end
    ("senate_rank", "i1", (MAX_PLAYERS,)),  # seats, best first by the tie-break of T24, when the game is over
    ("ranking", "i1", (MAX_PLAYERS,)),  # seats, best first, when the game is over
]))
# fmt: on
