"""The components of Trajan: names, numbers and values of every piece, and nothing else."""

import numpy as np

MIN_PLAYERS, MAX_PLAYERS = 2, 4

# Action markers, trays and actions
COLOURS = ("blue", "yellow", "green", "orange", "pink", "white")
COLOUR_LETTERS = "BYGOPW"
MARKERS_OF_A_COLOUR = 2
MARKERS_IN_A_TRAY = 2  # at the start
NUM_COLOURS = len(COLOURS)

ACTIONS = ("seaport", "forum", "military", "senate", "trajan", "construction")  # of the trays I to VI
SEAPORT, FORUM, MILITARY, SENATE, TRAJAN, CONSTRUCTION = range(6)
NUM_TRAYS = len(ACTIONS)
TRAY_NUMERALS = ("I", "II", "III", "IV", "V", "VI")
MARKERS = NUM_COLOURS * MARKERS_OF_A_COLOUR  # of a player

# Demands
DEMANDS = ("bread", "helmet", "fire")
NUM_DEMANDS = len(DEMANDS)
DEMAND_TILES_OF_A_KIND = 5
DEMANDS_A_QUARTER = 3
UNMET_DEMANDS_VP = np.array([0, -4, -9, -15], np.int16)

# The 54 Trajan tiles: stack, points, size of the effect, demand met, pairs of colours needed
STACKS = ("cards", "points", "workers", "legionnaires", "plus_two", "demand")
STACK_CARDS, STACK_POINTS, STACK_WORKERS, STACK_LEGIONNAIRES, STACK_PLUS_TWO, STACK_DEMAND = range(6)
NUM_STACKS = len(STACKS)
TILES_IN_A_STACK = 9
NUM_TRAJAN_TILES = NUM_STACKS * TILES_IN_A_STACK
TRAJAN_TILES_OF_A_DEMAND = 3  # in the order of the demands
HIGHEST_TILE_VP = 9
HIGHEST_TILE_SIZE = 2
START_SLOTS = np.array([1, 3, 5], np.int8)  # II, IV and VI
TRAJAN_ROWS = (
    (STACK_CARDS, 3, 2, -1, "OO BB YY YG PW GP WB OY BO"),
    (STACK_POINTS, 9, 0, -1, "OO BB YY GG PP WW OW YW BW"),
    (STACK_WORKERS, 5, 1, -1, "YO PO WO GO BG"),
    (STACK_WORKERS, 2, 2, -1, "YY OO BY OY"),
    (STACK_LEGIONNAIRES, 5, 1, -1, "BB YB PB WB GB"),
    (STACK_LEGIONNAIRES, 2, 2, -1, "WY GY PY OB"),
    (STACK_PLUS_TWO, 4, 1, -1, "PP WW YP OP GP BP GW WP PW"),
    (STACK_DEMAND, 1, 0, 0, "PP GG OG"),
    (STACK_DEMAND, 1, 0, 1, "GG YG PG"),
    (STACK_DEMAND, 1, 0, 2, "WW WG BO"),
)
_TRAJAN_TILES = [(*row[:4], pair) for row in TRAJAN_ROWS for pair in row[4].split()]
TILE_STACK = np.array([tile[0] for tile in _TRAJAN_TILES], np.int8)
TILE_VP = np.array([tile[1] for tile in _TRAJAN_TILES], np.int8)
TILE_SIZE = np.array([tile[2] for tile in _TRAJAN_TILES], np.int8)  # cards drawn, tokens moved, markers taken
TILE_DEMAND = np.array([tile[3] for tile in _TRAJAN_TILES], np.int8)  # -1: meets none
TILE_COLOURS = np.array([[tile[4].count(letter) for letter in COLOUR_LETTERS] for tile in _TRAJAN_TILES], np.int8)
TRAJAN_TILES = tuple(
    f"{STACKS[tile // TILES_IN_A_STACK]} {tile % TILES_IN_A_STACK + 1}" for tile in range(NUM_TRAJAN_TILES)
)

# The 70 forum tiles and the 12 extra-action tiles of the yellow spaces
VOTES = (2, 3, 4, 5)
FORUM_KINDS = (
    *DEMANDS,
    *(f"votes {votes}" for votes in VOTES),
    "wild commodity",
    "wild demand",
    "wild construction",
    "wild extra action",
    *(f"extra {action}" for action in ACTIONS),
)
NUM_FORUM_KINDS = len(FORUM_KINDS)
FIRST_VOTES = 3
NUM_VOTES = len(VOTES)
WILD_COMMODITY, WILD_DEMAND, WILD_CONSTRUCTION, WILD_EXTRA, FIRST_EXTRA = range(7, 12)
FORUM_TILES = np.array([14, 14, 14, 3, 3, 3, 3, 3, 3, 2, 2, 1, 1, 1, 1, 1, 1], np.int8)
WILD_COMMODITY_TILES = int(FORUM_TILES[WILD_COMMODITY])
VOTES_OF_KIND = np.array([0, 0, 0, *VOTES, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], np.int8)
EXTRA_TILES_OF_AN_ACTION = 2
GREEN_SPACES = np.array([0, 0, 6, 9, 12], np.int8)  # by number of players
MAX_GREEN_SPACES = 12
YELLOW_SPACES = 3
FORUM_SPACES = MAX_GREEN_SPACES + YELLOW_SPACES

# Commodities and ships
COMMODITIES = (
    "columns", "furs", "scrolls", "oil", "fruit", "ceramics", "wine", "fish", "jewelry", "gems", "cattle", "wheat",
)  # fmt: skip
NUM_COMMODITIES = len(COMMODITIES)
CARDS_OF_A_KIND = 5
NUM_CARDS = NUM_COMMODITIES * CARDS_OF_A_KIND
START_CARDS = 3
PILES = ("left", "right")
NUM_PILES = len(PILES)
SHIPS = ("identical", "pairs", "different")
SHIP_IDENTICAL, SHIP_PAIRS, SHIP_DIFFERENT = range(3)
NUM_SHIPS = len(SHIPS)
SHIP_SIDES = ("coloured", "gray")
MAX_LOAD = 4  # cards on the ships for identical and for different cards
MAX_PAIRS = 3  # pairs on the ship for pairs
SHIP_VP = np.array(  # ship, side, cards or pairs
    [
        [[0, 2, 6, 12, 20], [0, 0, 1, 7, 15]],
        [[0, 5, 10, 15, 0], [0, 1, 6, 11, 0]],
        [[0, 2, 4, 6, 8], [0, 0, 1, 3, 5]],
    ],
    np.int16,
)

# Construction
CONSTRUCTION_KINDS = ("stairs", "door", "fountain", "roof", "window")
NUM_CONSTRUCTION_KINDS = len(CONSTRUCTION_KINDS)
GRANTED_ACTION = np.array([FORUM, SENATE, SEAPORT, TRAJAN, MILITARY], np.int8)  # by the first tile of a kind
TILES_OF_A_CONSTRUCTION_KIND = 4
LOWEST_CONSTRUCTION_VP, HIGHEST_CONSTRUCTION_VP = 2, 5
NUM_SITE_SPACES = 20
SITE_ROWS, SITE_COLUMNS = 4, 5
CONSTRUCTION_TILES = tuple(
    f"{kind} {vp + LOWEST_CONSTRUCTION_VP}" for kind in CONSTRUCTION_KINDS for vp in range(TILES_OF_A_CONSTRUCTION_KIND)
)
SET_VP = np.array([0, 0, 0, 10, 20, 20, 20], np.int16)  # by tiles of a kind, wilds included

# Provinces
PROVINCES = (
    "alpes", "raetia", "noricum", "narbonensis", "lugudunensis", "belgica", "germania_superior", "aquitania",
    "britannia", "germania_inferior",
)  # fmt: skip
NUM_PROVINCES = len(PROVINCES)
CAMP = NUM_PROVINCES  # where a leader stands before the first move; no province
PROVINCE_VP = np.array([3, 3, 5, 6, 6, 6, 6, 10, 10, 10], np.int16)
LESS_FOR_EACH_LEGIONNAIRE = 3
BORDERS = (
    "alpes-raetia alpes-belgica alpes-lugudunensis alpes-narbonensis raetia-belgica raetia-germania_superior "
    "raetia-noricum narbonensis-lugudunensis narbonensis-aquitania lugudunensis-aquitania lugudunensis-belgica "
    "belgica-germania_superior belgica-germania_inferior germania_superior-germania_inferior "
    "britannia-lugudunensis britannia-belgica britannia-germania_inferior camp-alpes camp-raetia camp-noricum"
)
IS_ADJACENT = np.zeros((NUM_PROVINCES + 1, NUM_PROVINCES + 1), np.int8)  # provinces and the camp
for _border in BORDERS.split():
    _one, _other = ((*PROVINCES, "camp").index(name) for name in _border.split("-"))
    IS_ADJACENT[_one, _other] = IS_ADJACENT[_other, _one] = 1

# Tokens
START_MAT, START_CAMP = 13, 1  # of the 15 tokens, one starts in each camp

# Senate
SENATE_VOTES = np.array([0, 2, 3, 4, 5, 6, 7, 8], np.int8)  # by space, points on arrival too
LAST_SENATE_SPACE = len(SENATE_VOTES) - 1
SENATE_SIDES = ("left", "right")  # where the two bonus tiles lie
NUM_SENATE_SIDES = len(SENATE_SIDES)

# Bonus tiles
BONUSES = (
    *DEMANDS, "workers", "legionnaires", "yellow",
    *(f"{COMMODITIES[kind]}+{COMMODITIES[kind + 1]}" for kind in range(0, NUM_COMMODITIES, 2)),
)  # fmt: skip
NUM_BONUSES = len(BONUSES)
BONUS_WORKERS, BONUS_LEGIONNAIRES, BONUS_YELLOW, FIRST_COMMODITY_BONUS = range(3, 7)
COMMODITIES_OF_A_BONUS = 2
NO_BONUS, GRAY, YELLOW = range(3)  # the side a bonus tile shows
BONUS_SIDES = (None, "gray", "yellow")
DEMAND_BONUS_VP = np.array([0, 6, 9], np.int16)  # by side
COMMODITY_BONUS_VP = np.array([0, 2, 3], np.int16)
YELLOW_BONUS_VP = np.array([0, 2, 3], np.int16)
LEGIONNAIRE_BONUS_VP = np.array([0, 1, 2], np.int16)
WORKER_BONUS_HALVES = np.array([0, 1, 2], np.int16)  # half points for a worker

# Time
QUARTERS = 4
ROUNDS = 4  # in a quarter
TIME_TRACK = {2: 11, 3: 16, 4: 21}  # spaces, by number of players

# The account: where points come from
GAINS = (
    "trajan", "ships", "provinces", "senate", "construction", "demands",
    "final_hand", "final_workers", "final_legionnaires", "final_circle", "final_sets", "final_bonus",
)  # fmt: skip
(
    GAIN_TRAJAN, GAIN_SHIPS, GAIN_PROVINCES, GAIN_SENATE, GAIN_CONSTRUCTION, GAIN_DEMANDS,
    GAIN_HAND, GAIN_WORKERS, GAIN_LEGIONNAIRES, GAIN_CIRCLE, GAIN_SETS, GAIN_BONUS,
) = range(12)  # fmt: skip
NUM_GAINS = len(GAINS)
