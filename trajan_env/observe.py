"""What a player can know, as a vector of named pieces seen from that player's seat, and what stays hidden.

Seats are rotated: the observer comes first, then the others in the order of play; missing seats are all zero. Tiles of
a kind that do the same are counted together: vote tiles by their votes, the tableau by the pairs of the bonus tiles.
"""

import numpy as np

from boardkit.chance import draw, mix
from boardkit.jit import rule
from boardkit.pieces import Piece, Pieces
from trajan_env.data import (
    CAMP,
    CARDS_OF_A_KIND,
    COMMODITIES_OF_A_BONUS,
    DEMAND_TILES_OF_A_KIND,
    DEMANDS_A_QUARTER,
    EXTRA_TILES_OF_AN_ACTION,
    FIRST_EXTRA,
    FIRST_VOTES,
    FORUM_SPACES,
    FORUM_TILES,
    HIGHEST_CONSTRUCTION_VP,
    HIGHEST_TILE_SIZE,
    HIGHEST_TILE_VP,
    LAST_SENATE_SPACE,
    LOWEST_CONSTRUCTION_VP,
    MARKERS,
    MARKERS_OF_A_COLOUR,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUM_BONUSES,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_COMMODITIES,
    NUM_CONSTRUCTION_KINDS,
    NUM_DEMANDS,
    NUM_FORUM_KINDS,
    NUM_PILES,
    NUM_PROVINCES,
    NUM_SENATE_SIDES,
    NUM_SHIPS,
    NUM_SITE_SPACES,
    NUM_STACKS,
    NUM_TRAJAN_TILES,
    NUM_TRAYS,
    NUM_VOTES,
    QUARTERS,
    ROUNDS,
    TILE_COLOURS,
    TILE_DEMAND,
    TILE_SIZE,
    TILE_STACK,
    TILE_VP,
    TILES_IN_A_STACK,
    TILES_OF_A_CONSTRUCTION_KIND,
    TRAJAN_TILES_OF_A_DEMAND,
    VOTES_OF_KIND,
    WILD_COMMODITY,
    WILD_COMMODITY_TILES,
    WILD_CONSTRUCTION,
    WILD_EXTRA,
    YELLOW,
)
from trajan_env.rules.quarter import permanent_tiles, votes_on_tiles
from trajan_env.rules.scoring import cards_in_hand, construction_tiles, pair_in_tableau
from trajan_env.rules.turn import to_move
from trajan_env.state import CONSUL, NONE, OVER

OTHERS = MAX_PLAYERS - 1
PAIRS = NUM_COMMODITIES // COMMODITIES_OF_A_BONUS

# Trajan tiles: stack (the three demands apart) at the height of the points, then the colours needed.
TILE_KINDS = NUM_STACKS - 1 + NUM_DEMANDS
TILE_FEATURES = np.zeros((NUM_TRAJAN_TILES, TILE_KINDS + NUM_COLOURS), np.float32)
for _tile in range(NUM_TRAJAN_TILES):
    TILE_FEATURES[_tile, TILE_STACK[_tile] + max(TILE_DEMAND[_tile], 0)] = TILE_VP[_tile] / HIGHEST_TILE_VP
    TILE_FEATURES[_tile, TILE_KINDS:] = TILE_COLOURS[_tile] / MARKERS_OF_A_COLOUR
NUM_TILE_FEATURES = TILE_FEATURES.shape[1]

# The same of another seat, in short: stack, points, colours.
OTHER_TILE_FEATURES = np.zeros((NUM_TRAJAN_TILES, 2 + NUM_COLOURS), np.float32)
OTHER_TILE_FEATURES[:, 0] = (TILE_STACK + 1) / NUM_STACKS
OTHER_TILE_FEATURES[:, 1] = TILE_VP / HIGHEST_TILE_VP
OTHER_TILE_FEATURES[:, 2:] = TILE_COLOURS / MARKERS_OF_A_COLOUR
NUM_OTHER_TILE_FEATURES = OTHER_TILE_FEATURES.shape[1]

# Forum tiles: bread, helmet, fire, votes, wild (commodity, demand, construction), extra action (by action, wild last).
FORUM_FEATURES = np.zeros((NUM_FORUM_KINDS, NUM_DEMANDS + 3), np.float32)
for _kind in range(NUM_FORUM_KINDS):
    if _kind < NUM_DEMANDS:
        FORUM_FEATURES[_kind, _kind] = 1
    elif _kind < FIRST_VOTES + NUM_VOTES:
        FORUM_FEATURES[_kind, NUM_DEMANDS] = VOTES_OF_KIND[_kind] / VOTES_OF_KIND.max()
    elif _kind <= WILD_CONSTRUCTION:
        FORUM_FEATURES[_kind, NUM_DEMANDS + 1] = (_kind - WILD_COMMODITY + 1) / 3
    else:
        _action = NUM_TRAYS if _kind == WILD_EXTRA else _kind - FIRST_EXTRA
        FORUM_FEATURES[_kind, NUM_DEMANDS + 2] = (_action + 1) / (NUM_TRAYS + 1)
NUM_FORUM_FEATURES = FORUM_FEATURES.shape[1]

# Construction tiles: kind and points; the last entry stands for no tile (-1), which saves a branch for every space.
SITE_KIND = np.array([*np.arange(NUM_SITE_SPACES) // TILES_OF_A_CONSTRUCTION_KIND, 0], np.int8)
SITE_POINTS = np.zeros(NUM_SITE_SPACES + 1, np.float32)
for _tile in range(NUM_SITE_SPACES):
    _vp = LOWEST_CONSTRUCTION_VP + _tile % TILES_OF_A_CONSTRUCTION_KIND
    SITE_POINTS[_tile] = _vp / HIGHEST_CONSTRUCTION_VP

# On a mat: demands, votes, the four wilds, the six extra actions.
MAT_TILES = NUM_FORUM_KINDS - NUM_VOTES + 1
SCALE_TILES = 4
SCALE_VOTES = 20
SCALE_HAND = 10
SCALE_CARDS = 4
SCALE_TOKENS = 8
SCALE_VP = 100

PIECES = Pieces(
    [
        Piece("decision", (OVER,), "pending decision, one-hot in the order of the action table"),
        Piece("to_move", (MAX_PLAYERS,), "seat to decide, one-hot"),
        Piece("active", (MAX_PLAYERS,), "seat whose turn it is, one-hot"),
        Piece("players", (MAX_PLAYERS - MIN_PLAYERS + 1,), "2, 3 or 4 players, one-hot"),
        Piece("quarter", (QUARTERS,), "quarter, one-hot"),
        Piece("time", (3,), "spaces the time marker has to go to the end of round, quarter, game; 1: all of them"),
        Piece("demands", (NUM_DEMANDS,), "demand tiles revealed this quarter, / 3"),
        Piece("demand_pile", (NUM_DEMANDS,), "demand tiles not seen, the 3 removed among them, / 5"),
        Piece("forum", (NUM_FORUM_KINDS,), "tiles in the forum by kind, / 4", 0, 3.5),
        Piece("forum_pile", (NUM_FORUM_KINDS,), "share of each kind still in the forum pile"),
        Piece("extra_pile", (NUM_TRAYS,), "extra-action tiles still in their pile, by action, / 2"),
        Piece(
            "province_tiles",
            (NUM_PROVINCES, NUM_FORUM_FEATURES),
            "tile in each province: bread, helmet, fire, votes / 5, wild commodity 1/3 demand 2/3 construction 1, "
            "extra action (action + 1) / 7 (wild 1)",
        ),
        Piece("leader", (NUM_PROVINCES,), "own leader"),
        Piece("other_leaders", (NUM_PROVINCES,), "leaders of the others, / 3"),
        Piece("legionnaires", (NUM_PROVINCES,), "own legionnaires"),
        Piece("other_legionnaires", (NUM_PROVINCES,), "legionnaires of the others, / 3"),
        Piece("site_tiles", (NUM_SITE_SPACES, NUM_CONSTRUCTION_KINDS), "tile on each space: points / 5 at its kind"),
        Piece("workers", (NUM_SITE_SPACES,), "own workers on the site"),
        Piece("other_workers", (NUM_SITE_SPACES,), "workers of the others on the site, / 3"),
        Piece("stack_points", (NUM_STACKS,), "points of the top tile of each stack, / 9"),
        Piece("stack_colours", (NUM_STACKS, NUM_COLOURS), "colours that tile needs, / 2"),
        Piece("stack_demand", (NUM_DEMANDS,), "demand that the top tile of the demand stack meets, one-hot"),
        Piece("stack_sizes", (NUM_STACKS,), "tiles under the top of each stack, / 9"),
        Piece("ships", (NUM_SHIPS,), "1: the ship shows its coloured side"),
        Piece("senate_bonus", (NUM_SENATE_SIDES, NUM_BONUSES), "bonus tile left and right, one-hot"),
        Piece("pile_tops", (NUM_PILES, NUM_COMMODITIES), "top card of the left and right pile, one-hot"),
        Piece("pile_sizes", (NUM_PILES,), "cards on the piles, / 60"),
        Piece("deck_size", (1,), "cards in the deck, / 60"),
        Piece("unseen", (NUM_COMMODITIES,), "cards in the deck or unknown in other hands, / 5"),
        Piece("hand", (NUM_COMMODITIES,), "own hand, / 4", 0, 1.25),
        Piece("other_hands_known", (OTHERS, NUM_COMMODITIES), "cards known to be in the others' hands, / 4", 0, 1.25),
        Piece("hand_sizes", (MAX_PLAYERS,), "cards in hand, / 10", 0, 6),
        Piece("trays", (NUM_TRAYS, NUM_COLOURS), "own markers in each tray, / 2"),
        Piece("targets", (NUM_TRAYS, NUM_TRAYS), "where each own tray would end, one-hot; empty trays all zero"),
        Piece("other_trays", (OTHERS, NUM_TRAYS, NUM_COLOURS), "the others' markers in each tray, / 2"),
        Piece(
            "slots",
            (NUM_TRAYS, NUM_TILE_FEATURES),
            "own Trajan tile at each tray: points / 9 at its kind (five stacks, then bread, helmet, fire), colours / 2",
        ),
        Piece(
            "other_slots",
            (OTHERS, NUM_TRAYS, NUM_OTHER_TILE_FEATURES),
            "the others' Trajan tile at each tray: stack from 1 / 6, points / 9, colours / 2",
        ),
        Piece("arch", (MAX_PLAYERS, NUM_TRAYS), "slot of the arch, one-hot; in the centre all zero"),
        Piece("plus_two", (MAX_PLAYERS, NUM_TRAYS), "[+2] markers"),
        Piece(
            "tiles",
            (MAX_PLAYERS, MAT_TILES),
            "tiles on the mat, / 4: bread, helmet, fire, votes (their sum / 20), wild commodity, demand, construction, "
            "extra action, then the six extra actions",
            0,
            3.5,
        ),
        Piece("permanent", (MAX_PLAYERS, NUM_DEMANDS), "completed Trajan tiles that meet a demand, / 3"),
        Piece("tokens", (MAX_PLAYERS, 3), "tokens on the mat, in the military camp, in the worker camp, / 8", 0, 2),
        Piece("construction", (MAX_PLAYERS, NUM_CONSTRUCTION_KINDS), "construction tiles by kind, / 4"),
        Piece("bonus", (MAX_PLAYERS, NUM_BONUSES), "bonus tiles: 1 yellow, 1/2 gray"),
        Piece("tableau", (MAX_PLAYERS, PAIRS), "tableau by the pairs of the bonus tiles, / 4", 0, 2.5),
        Piece("senate", (MAX_PLAYERS, 2), "space on the senate track / 7, height in the stack / 3"),
        Piece("vp", (MAX_PLAYERS,), "points / 100", -1, 5),
        Piece("setup_step", (1,), "in set-up: markers, cards or tiles the seat to move has taken, / 12"),
        Piece("sowing", (NUM_COLOURS,), "markers still to sow, / 2"),
        Piece("tray", (NUM_TRAYS,), "while sowing the next tray, afterwards the target tray, one-hot"),
        Piece("effect", (NUM_STACKS,), "stack of the completed tile whose effect is decided: size of the effect / 2"),
        Piece("granted_action", (NUM_TRAYS,), "granted action being decided, one-hot"),
        Piece("repeats", (2,), "repeats to come of the main action, of the granted one"),
        Piece("tile_spent", (1,), "1: the turn's extra-action tile is spent"),
        Piece("round_ends", (1,), "1: the round ends with this turn"),
        Piece("ship", (NUM_SHIPS,), "ship being loaded, one-hot"),
        Piece("load", (NUM_COMMODITIES,), "cards on that ship, or the first card played, / 4"),
        Piece("load_wilds", (1,), "wild tiles on that ship, / 3"),
    ]
)
HIDDEN_PIECES = (
    Piece("other_hands", (OTHERS, NUM_COMMODITIES), "hands of the others, / 4", 0, 1.25),
    Piece("deck", (NUM_COMMODITIES,), "cards in the deck, / 5"),
)
FULL_PIECES = PIECES + HIDDEN_PIECES


def _first(name: str) -> np.int64:
    """The index of a piece's first number, wide enough to add small numbers of a state to it."""
    return np.int64(FULL_PIECES.first(name))


AT_DECISION = _first("decision")
AT_TO_MOVE = _first("to_move")
AT_ACTIVE = _first("active")
AT_PLAYERS = _first("players")
AT_QUARTER = _first("quarter")
AT_TIME = _first("time")
AT_DEMANDS = _first("demands")
AT_DEMAND_PILE = _first("demand_pile")
AT_FORUM = _first("forum")
AT_FORUM_PILE = _first("forum_pile")
AT_EXTRA_PILE = _first("extra_pile")
AT_PROVINCE_TILES = _first("province_tiles")
AT_LEADER = _first("leader")
AT_OTHER_LEADERS = _first("other_leaders")
AT_LEGIONNAIRES = _first("legionnaires")
AT_OTHER_LEGIONNAIRES = _first("other_legionnaires")
AT_SITE_TILES = _first("site_tiles")
AT_WORKERS = _first("workers")
AT_OTHER_WORKERS = _first("other_workers")
AT_STACK_POINTS = _first("stack_points")
AT_STACK_COLOURS = _first("stack_colours")
AT_STACK_DEMAND = _first("stack_demand")
AT_STACK_SIZES = _first("stack_sizes")
AT_SHIPS = _first("ships")
AT_SENATE_BONUS = _first("senate_bonus")
AT_PILE_TOPS = _first("pile_tops")
AT_PILE_SIZES = _first("pile_sizes")
AT_DECK_SIZE = _first("deck_size")
AT_UNSEEN = _first("unseen")
AT_HAND = _first("hand")
AT_OTHER_HANDS_KNOWN = _first("other_hands_known")
AT_HAND_SIZES = _first("hand_sizes")
AT_TRAYS = _first("trays")
AT_TARGETS = _first("targets")
AT_OTHER_TRAYS = _first("other_trays")
AT_SLOTS = _first("slots")
AT_OTHER_SLOTS = _first("other_slots")
AT_ARCH = _first("arch")
AT_PLUS_TWO = _first("plus_two")
AT_TILES = _first("tiles")
AT_PERMANENT = _first("permanent")
AT_TOKENS = _first("tokens")
AT_CONSTRUCTION = _first("construction")
AT_BONUS = _first("bonus")
AT_TABLEAU = _first("tableau")
AT_SENATE = _first("senate")
AT_VP = _first("vp")
AT_SETUP_STEP = _first("setup_step")
AT_SOWING = _first("sowing")
AT_TRAY = _first("tray")
AT_EFFECT = _first("effect")
AT_GRANTED_ACTION = _first("granted_action")
AT_REPEATS = _first("repeats")
AT_TILE_SPENT = _first("tile_spent")
AT_ROUND_ENDS = _first("round_ends")
AT_SHIP = _first("ship")
AT_LOAD = _first("load")
AT_LOAD_WILDS = _first("load_wilds")
AT_OTHER_HANDS = _first("other_hands")
AT_DECK = _first("deck")
SIZE = PIECES.size


@rule
def observe(s, player, values):
    """Write what `player` can know."""
    for k in range(SIZE):
        values[k] = 0
    observe_clock(s, player, values)
    observe_forum(s, values)
    observe_site(s, player, values)
    observe_stacks(s, values)
    observe_cards(s, player, values)
    observe_own_circle(s, player, values)
    for seat in range(s.players):
        place = place_of(s, seat, player)
        observe_mat(s, seat, place, values)
        if place > 0:
            observe_other(s, seat, place - 1, values)
    observe_placed(s, player, values)
    observe_pending(s, values)


@rule
def observe_full(s, player, values):
    """Write the same, then the hands of the others and the deck."""
    observe(s, player, values)
    for other in range(OTHERS):
        seat = (player + 1 + other) % s.players
        for kind in range(NUM_COMMODITIES):
            held = s.hand[seat, kind] if other + 1 < s.players else 0
            values[AT_OTHER_HANDS + NUM_COMMODITIES * other + kind] = held / SCALE_CARDS
    for kind in range(NUM_COMMODITIES):
        values[AT_DECK + kind] = s.deck[kind] / CARDS_OF_A_KIND


@rule
def place_of(s, seat, player):
    """The place of a seat in the order of play, counted from `player`; a division would be slow."""
    place = seat - player
    return place + s.players if place < 0 else place


@rule
def observe_clock(s, player, values):
    """Whose decision, and how far the game has come."""
    values[AT_PLAYERS + s.players - MIN_PLAYERS] = 1
    values[AT_ACTIVE + place_of(s, s.active, player)] = 1
    if s.decision == OVER:
        return
    values[AT_DECISION + s.decision] = 1
    values[AT_TO_MOVE + place_of(s, to_move(s), player)] = 1
    values[AT_QUARTER + s.quarter - 1] = 1
    round_is_over = s.round_ended or s.decision == CONSUL
    laps = ROUNDS - s.demands_revealed - (1 if round_is_over else 0)  # still to begin or to finish this quarter
    lap = np.float64(s.time_track)
    values[AT_TIME] = 0 if round_is_over else (lap - s.time) / lap
    values[AT_TIME + 1] = max(laps * lap - s.time, 0) / (ROUNDS * lap)
    laps += ROUNDS * (QUARTERS - s.quarter)
    values[AT_TIME + 2] = max(laps * lap - s.time, 0) / (QUARTERS * ROUNDS * lap)


@rule
def observe_forum(s, values):
    """Demands, forum, provinces' tiles and what is left in the piles."""
    for place in range(s.demands_revealed):
        values[AT_DEMANDS + s.demands[place]] += 1 / DEMANDS_A_QUARTER
    for kind in range(NUM_DEMANDS):
        values[AT_DEMAND_PILE + kind] = s.demand_pile[kind] / DEMAND_TILES_OF_A_KIND
    for space in range(FORUM_SPACES):
        if s.forum[space] != NONE:
            values[AT_FORUM + s.forum[space]] += 1 / SCALE_TILES
    for kind in range(NUM_FORUM_KINDS):
        values[AT_FORUM_PILE + kind] = s.forum_pile[kind] / FORUM_TILES[kind]
    for action in range(NUM_TRAYS):
        values[AT_EXTRA_PILE + action] = s.extra_pile[action] / EXTRA_TILES_OF_AN_ACTION
    for province in range(NUM_PROVINCES):
        tile = s.province_tile[province]
        if tile != NONE:
            for k in range(NUM_FORUM_FEATURES):
                values[AT_PROVINCE_TILES + NUM_FORUM_FEATURES * province + k] = FORUM_FEATURES[tile, k]


@rule
def observe_site(s, player, values):
    """Construction tiles, ships, and at the senate the height of the discs and the bonus tiles."""
    for space in range(NUM_SITE_SPACES):
        tile = s.site_tile[space]
        values[AT_SITE_TILES + NUM_CONSTRUCTION_KINDS * space + SITE_KIND[tile]] = SITE_POINTS[tile]
    for ship in range(NUM_SHIPS):
        values[AT_SHIPS + ship] = 1 - s.ship_side[ship]
    for height in range(s.players):
        values[AT_SENATE + 2 * place_of(s, s.senate_order[height], player) + 1] = height / OTHERS
    for side in range(NUM_SENATE_SIDES):
        if s.senate_bonus[side] != NONE:
            values[AT_SENATE_BONUS + NUM_BONUSES * side + s.senate_bonus[side]] = 1


@rule
def observe_stacks(s, values):
    """The visible tiles of the Trajan stacks."""
    for stack in range(NUM_STACKS):
        rest = 0
        for index in range(TILES_IN_A_STACK):
            rest += s.stack_rest[stack, index]
        values[AT_STACK_SIZES + stack] = rest / TILES_IN_A_STACK
        tile = s.stack_top[stack]
        if tile == NONE:
            continue
        values[AT_STACK_POINTS + stack] = TILE_VP[tile] / HIGHEST_TILE_VP
        for colour in range(NUM_COLOURS):
            values[AT_STACK_COLOURS + NUM_COLOURS * stack + colour] = TILE_COLOURS[tile, colour] / MARKERS_OF_A_COLOUR
        if TILE_DEMAND[tile] != NONE:
            values[AT_STACK_DEMAND + TILE_DEMAND[tile]] = 1


@rule
def observe_cards(s, player, values):
    """Own hand, what is known of the others', piles, and the cards nobody has seen."""
    for pile in range(NUM_PILES):
        size = s.pile_size[pile]
        values[AT_PILE_SIZES + pile] = size / NUM_CARDS
        if size > 0:
            values[AT_PILE_TOPS + NUM_COMMODITIES * pile + s.pile[pile, size - 1]] = 1
    in_deck = 0
    for kind in range(NUM_COMMODITIES):
        in_deck += s.deck[kind]
        unseen = s.deck[kind] - s.hand[player, kind] + s.hand_known[player, kind]
        for seat in range(MAX_PLAYERS):
            unseen += s.hand[seat, kind] - s.hand_known[seat, kind]
        values[AT_UNSEEN + kind] = unseen / CARDS_OF_A_KIND
        values[AT_HAND + kind] = s.hand[player, kind] / SCALE_CARDS
    values[AT_DECK_SIZE] = in_deck / NUM_CARDS


@rule
def observe_own_circle(s, player, values):
    """Own markers, where each tray would end, own Trajan tiles, and the leader."""
    for tray in range(NUM_TRAYS):
        markers = 0
        for colour in range(NUM_COLOURS):
            count = s.trays[player, tray, colour]
            markers += count
            values[AT_TRAYS + NUM_COLOURS * tray + colour] = count / MARKERS_OF_A_COLOUR
        if markers > 0:
            values[AT_TARGETS + NUM_TRAYS * tray + (tray + markers) % NUM_TRAYS] = 1
        tile = s.slots[player, tray]
        if tile != NONE:
            for k in range(NUM_TILE_FEATURES):
                values[AT_SLOTS + NUM_TILE_FEATURES * tray + k] = TILE_FEATURES[tile, k]
    if s.leader[player] != CAMP:
        values[AT_LEADER + s.leader[player]] = 1


@rule
def observe_mat(s, seat, place, values):
    """Arch, [+2] markers, tiles, bonus tiles, tableau, tokens, senate disc, cards and points of a seat."""
    if s.arch[seat] != NONE:
        values[AT_ARCH + NUM_TRAYS * place + s.arch[seat]] = 1
    for action in range(NUM_TRAYS):
        values[AT_PLUS_TWO + NUM_TRAYS * place + action] = s.plus_two[seat, action]
    for bonus in range(NUM_BONUSES):
        values[AT_BONUS + NUM_BONUSES * place + bonus] = s.bonus[seat, bonus] / YELLOW
    for pair in range(PAIRS):
        values[AT_TABLEAU + PAIRS * place + pair] = pair_in_tableau(s, seat, pair) / SCALE_CARDS
    first = AT_TILES + MAT_TILES * place
    for kind in range(FIRST_VOTES):
        values[first + kind] = s.tiles[seat, kind] / SCALE_TILES
    values[first + FIRST_VOTES] = votes_on_tiles(s, seat) / SCALE_VOTES
    for kind in range(FIRST_VOTES + NUM_VOTES, NUM_FORUM_KINDS):
        values[first + kind - NUM_VOTES + 1] = s.tiles[seat, kind] / SCALE_TILES
    for demand in range(NUM_DEMANDS):
        tiles = permanent_tiles(s, seat, demand)
        values[AT_PERMANENT + NUM_DEMANDS * place + demand] = tiles / TRAJAN_TILES_OF_A_DEMAND
    for kind in range(NUM_CONSTRUCTION_KINDS):
        tiles = construction_tiles(s, seat, kind)
        values[AT_CONSTRUCTION + NUM_CONSTRUCTION_KINDS * place + kind] = tiles / TILES_OF_A_CONSTRUCTION_KIND
    values[AT_TOKENS + 3 * place] = s.mat[seat] / SCALE_TOKENS
    values[AT_TOKENS + 3 * place + 1] = s.military_camp[seat] / SCALE_TOKENS
    values[AT_TOKENS + 3 * place + 2] = s.worker_camp[seat] / SCALE_TOKENS
    values[AT_SENATE + 2 * place] = s.senate_position[seat] / LAST_SENATE_SPACE
    values[AT_HAND_SIZES + place] = cards_in_hand(s, seat) / SCALE_HAND
    values[AT_VP + place] = s.vp[seat] / SCALE_VP


@rule
def observe_other(s, seat, other, values):
    """Action circle and known cards of another seat; its leader is added to those of all others."""
    for tray in range(NUM_TRAYS):
        place = NUM_TRAYS * other + tray
        for colour in range(NUM_COLOURS):
            values[AT_OTHER_TRAYS + NUM_COLOURS * place + colour] = s.trays[seat, tray, colour] / MARKERS_OF_A_COLOUR
        tile = s.slots[seat, tray]
        if tile != NONE:
            for k in range(NUM_OTHER_TILE_FEATURES):
                values[AT_OTHER_SLOTS + NUM_OTHER_TILE_FEATURES * place + k] = OTHER_TILE_FEATURES[tile, k]
    for kind in range(NUM_COMMODITIES):
        values[AT_OTHER_HANDS_KNOWN + NUM_COMMODITIES * other + kind] = s.hand_known[seat, kind] / SCALE_CARDS
    if s.leader[seat] != CAMP:
        values[AT_OTHER_LEADERS + s.leader[seat]] += 1 / OTHERS


@rule
def observe_placed(s, player, values):
    """Own legionnaires in provinces and workers on the site, and those of all others added up."""
    for province in range(NUM_PROVINCES):
        own = s.legionnaires[player, province]
        others = -own
        for seat in range(MAX_PLAYERS):
            others += s.legionnaires[seat, province]
        values[AT_LEGIONNAIRES + province] = own
        values[AT_OTHER_LEGIONNAIRES + province] = others / OTHERS
    own = s.workers[player]
    second = s.workers[(player + 1) % MAX_PLAYERS]
    third = s.workers[(player + 2) % MAX_PLAYERS]
    fourth = s.workers[(player + 3) % MAX_PLAYERS]
    for space in range(NUM_SITE_SPACES):
        others = (second >> space & 1) + (third >> space & 1) + (fourth >> space & 1)
        values[AT_WORKERS + space] = own >> space & 1
        values[AT_OTHER_WORKERS + space] = others / OTHERS


@rule
def observe_pending(s, values):
    """The context of the pending decision."""
    values[AT_SETUP_STEP] = s.setup_step / MARKERS
    for colour in range(NUM_COLOURS):
        values[AT_SOWING + colour] = s.sowing[colour] / MARKERS_OF_A_COLOUR
    tray = s.target if s.next_tray == NONE else s.next_tray
    if tray != NONE:
        values[AT_TRAY + tray] = 1
    if s.effect_tile != NONE:
        values[AT_EFFECT + TILE_STACK[s.effect_tile]] = TILE_SIZE[s.effect_tile] / HIGHEST_TILE_SIZE
    if s.granted_action != NONE:
        values[AT_GRANTED_ACTION + s.granted_action] = 1
    values[AT_REPEATS] = s.main_repeats
    values[AT_REPEATS + 1] = s.granted_repeats
    values[AT_TILE_SPENT] = s.tile_spent
    values[AT_ROUND_ENDS] = s.round_ended
    if s.ship != NONE:
        values[AT_SHIP + s.ship] = 1
        for kind in range(NUM_COMMODITIES):
            values[AT_LOAD + kind] = s.load[kind] / SCALE_CARDS
        values[AT_LOAD_WILDS] = s.load_wilds / WILD_COMMODITY_TILES
    if s.first_card != NONE:
        values[AT_LOAD + s.first_card] = 1 / SCALE_CARDS


@rule
def determinize(s, player, key):
    """Deal the cards that `player` has not seen anew: hands beyond their known cards, then the deck.

    Everything else that is hidden is not decided yet: it will come from the generator, which gets a new key.
    """
    s.rng = mix(key)
    s.seed = 0
    missing = np.zeros(MAX_PLAYERS, np.int64)
    for seat in range(s.players):
        if seat != player:
            for kind in range(NUM_COMMODITIES):
                hidden = s.hand[seat, kind] - s.hand_known[seat, kind]
                missing[seat] += hidden
                s.deck[kind] += hidden
                s.hand[seat, kind] -= hidden
    for seat in range(s.players):
        for _ in range(missing[seat]):
            s.hand[seat, draw(s, s.deck)] += 1
