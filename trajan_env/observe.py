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
    LAST_SENATE_SPACE,
    LOWEST_CONSTRUCTION_VP,
    MARKERS,
    MARKERS_OF_A_COLOUR,
    MAX_PLAYERS,
    NUM_BONUSES,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_COMMODITIES,
    NUM_CONSTRUCTION_KINDS,
    NUM_DEMANDS,
    NUM_FORUM_KINDS,
    NUM_PILES,
    NUM_PROVINCES,
    NUM_SHIPS,
    NUM_SITE_SPACES,
    NUM_STACKS,
    NUM_TRAJAN_TILES,
    NUM_TRAYS,
    NUM_VOTES,
    QUARTERS,
    ROUNDS,
    STACK_DEMAND,
    TILE_COLOURS,
    TILE_DEMAND,
    TILE_SIZE,
    TILE_STACK,
    TILE_VP,
    TILES_IN_A_STACK,
    TILES_OF_A_CONSTRUCTION_KIND,
    VOTES_OF_KIND,
    WILD_COMMODITY,
    WILD_CONSTRUCTION,
    WILD_EXTRA,
    YELLOW,
)
from trajan_env.state import CONSUL, DECISIONS, NONE, OVER

OTHERS = MAX_PLAYERS - 1
PAIRS = NUM_COMMODITIES // COMMODITIES_OF_A_BONUS

# Trajan tiles: stack (the three demands apart) at the height of the points, then the colours needed.
TILE_KINDS = NUM_STACKS - 1 + NUM_DEMANDS
TILE_FEATURES = np.zeros((NUM_TRAJAN_TILES, TILE_KINDS + NUM_COLOURS), np.float32)
for _tile in range(NUM_TRAJAN_TILES):
    TILE_FEATURES[_tile, TILE_STACK[_tile] + max(TILE_DEMAND[_tile], 0)] = TILE_VP[_tile] / TILE_VP.max()
    TILE_FEATURES[_tile, TILE_KINDS:] = TILE_COLOURS[_tile] / MARKERS_OF_A_COLOUR
NUM_TILE_FEATURES = TILE_FEATURES.shape[1]

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
        action = NUM_TRAYS if _kind == WILD_EXTRA else _kind - FIRST_EXTRA
        FORUM_FEATURES[_kind, NUM_DEMANDS + 2] = (action + 1) / (NUM_TRAYS + 1)
NUM_FORUM_FEATURES = FORUM_FEATURES.shape[1]

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
        Piece("players", (3,), "2, 3 or 4 players, one-hot"),
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
        Piece(
            "stack_tops",
            (NUM_STACKS, NUM_TILE_FEATURES),
            "top tile of each stack: points / 9 at its kind (five stacks, then bread, helmet, fire), colours / 2",
        ),
        Piece("stack_sizes", (NUM_STACKS,), "tiles under the top, / 9"),
        Piece("ships", (NUM_SHIPS,), "1: the ship shows its coloured side"),
        Piece("senate_bonus", (2, NUM_BONUSES), "bonus tile left and right, one-hot"),
        Piece("pile_tops", (NUM_PILES, NUM_COMMODITIES), "top card of the left and right pile, one-hot"),
        Piece("pile_sizes", (NUM_PILES,), "cards on the piles, / 60"),
        Piece("deck_size", (1,), "cards in the deck, / 60"),
        Piece("unseen", (NUM_COMMODITIES,), "cards in the deck or unknown in other hands, / 5"),
        Piece("hand", (NUM_COMMODITIES,), "own hand, / 4", 0, 1.25),
        Piece("other_hands_known", (OTHERS, NUM_COMMODITIES), "cards known to be in the others' hands, / 4", 0, 1.25),
        Piece("hand_sizes", (MAX_PLAYERS,), "cards in hand, / 10", 0, 6),
        Piece("trays", (NUM_TRAYS, NUM_COLOURS), "own markers in each tray, / 2"),
        Piece("targets", (NUM_TRAYS, NUM_TRAYS), "where each own tray would end, one-hot; empty trays all zero"),
        Piece("other_trays", (OTHERS, NUM_TRAYS), "markers in each tray of the others, / 12"),
        Piece(
            "slots",
            (NUM_TRAYS, NUM_TILE_FEATURES),
            "own Trajan tile at each tray: points / 9 at its kind (five stacks, then bread, helmet, fire), colours / 2",
        ),
        Piece("other_slots", (OTHERS, NUM_TRAYS), "points of the Trajan tile at each tray of the others, / 9"),
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
        Piece("placed", (MAX_PLAYERS, 2), "legionnaires in provinces, workers on the site, / 8", 0, 2),
        Piece("construction", (MAX_PLAYERS, NUM_CONSTRUCTION_KINDS), "construction tiles by kind, / 4"),
        Piece("bonus", (MAX_PLAYERS, NUM_BONUSES), "bonus tiles: 1 yellow, 1/2 gray"),
        Piece("tableau", (MAX_PLAYERS, PAIRS), "cards in the tableau by pair of kinds, / 4", 0, 2.5),
        Piece("senate", (MAX_PLAYERS, 2), "space on the senate track / 7, height in the stack / 3"),
        Piece("vp", (MAX_PLAYERS,), "points / 100", -1, 5),
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
FULL_PIECES = PIECES + [
    Piece("other_hands", (OTHERS, NUM_COMMODITIES), "hands of the others, / 4", 0, 1.25),
    Piece("deck", (NUM_COMMODITIES,), "cards in the deck, / 5"),
]

# The index of each piece's first number.
DECISION = PIECES.first("decision")
TO_MOVE = PIECES.first("to_move")
ACTIVE = PIECES.first("active")
PLAYERS = PIECES.first("players")
QUARTER = PIECES.first("quarter")
TIME = PIECES.first("time")
DEMANDS = PIECES.first("demands")
DEMAND_PILE = PIECES.first("demand_pile")
FORUM = PIECES.first("forum")
FORUM_PILE = PIECES.first("forum_pile")
EXTRA_PILE = PIECES.first("extra_pile")
PROVINCE_TILES = PIECES.first("province_tiles")
LEADER = PIECES.first("leader")
OTHER_LEADERS = PIECES.first("other_leaders")
LEGIONNAIRES = PIECES.first("legionnaires")
OTHER_LEGIONNAIRES = PIECES.first("other_legionnaires")
SITE_TILES = PIECES.first("site_tiles")
WORKERS = PIECES.first("workers")
OTHER_WORKERS = PIECES.first("other_workers")
STACK_TOPS = PIECES.first("stack_tops")
STACK_SIZES = PIECES.first("stack_sizes")
SHIPS = PIECES.first("ships")
SENATE_BONUS = PIECES.first("senate_bonus")
PILE_TOPS = PIECES.first("pile_tops")
PILE_SIZES = PIECES.first("pile_sizes")
DECK_SIZE = PIECES.first("deck_size")
UNSEEN = PIECES.first("unseen")
HAND = PIECES.first("hand")
OTHER_HANDS_KNOWN = PIECES.first("other_hands_known")
HAND_SIZES = PIECES.first("hand_sizes")
TRAYS = PIECES.first("trays")
TARGETS = PIECES.first("targets")
OTHER_TRAYS = PIECES.first("other_trays")
SLOTS = PIECES.first("slots")
OTHER_SLOTS = PIECES.first("other_slots")
ARCH = PIECES.first("arch")
PLUS_TWO = PIECES.first("plus_two")
TILES = PIECES.first("tiles")
PERMANENT = PIECES.first("permanent")
TOKENS = PIECES.first("tokens")
PLACED = PIECES.first("placed")
CONSTRUCTION = PIECES.first("construction")
BONUS = PIECES.first("bonus")
TABLEAU = PIECES.first("tableau")
SENATE = PIECES.first("senate")
VP = PIECES.first("vp")
SOWING = PIECES.first("sowing")
TRAY = PIECES.first("tray")
EFFECT = PIECES.first("effect")
GRANTED_ACTION = PIECES.first("granted_action")
REPEATS = PIECES.first("repeats")
TILE_SPENT = PIECES.first("tile_spent")
ROUND_ENDS = PIECES.first("round_ends")
SHIP = PIECES.first("ship")
LOAD = PIECES.first("load")
LOAD_WILDS = PIECES.first("load_wilds")
SIZE = PIECES.size
OTHER_HANDS = FULL_PIECES.first("other_hands")
DECK = FULL_PIECES.first("deck")


@rule
def observe(s, player, values):
    """Write what `player` can know."""
    for k in range(SIZE):
        values[k] = 0
    observe_clock(s, player, values)
    observe_forum(s, values)
    observe_site_and_stacks(s, values)
    observe_cards(s, player, values)
    observe_own_circle(s, player, values)
    for place in range(s.players):
        seat = (player + place) % s.players
        observe_mat(s, seat, place, values)
        observe_tokens(s, seat, place, values)
        if place > 0:
            observe_other(s, seat, place - 1, values)
    observe_pending(s, values)


@rule
def observe_full(s, player, values):
    """Write the same, then the hands of the others and the deck."""
    observe(s, player, values)
    for other in range(OTHERS):
        seat = (player + 1 + other) % s.players
        for kind in range(NUM_COMMODITIES):
            held = s.hand[seat, kind] if other + 1 < s.players else 0
            values[OTHER_HANDS + NUM_COMMODITIES * other + kind] = held / SCALE_CARDS
    for kind in range(NUM_COMMODITIES):
        values[DECK + kind] = s.deck[kind] / CARDS_OF_A_KIND


@rule
def observe_clock(s, player, values):
    """Whose decision, and how far the game has come."""
    values[PLAYERS + s.players - 2] = 1
    values[ACTIVE + (s.active - player) % s.players] = 1
    if s.decision == OVER:
        return
    values[DECISION + s.decision] = 1
    mover = s.election[0] if s.decision == CONSUL else s.active
    values[TO_MOVE + (mover - player) % s.players] = 1
    values[QUARTER + s.quarter - 1] = 1
    round_is_over = s.round_ended or s.decision == CONSUL
    laps = ROUNDS - s.demands_revealed - (1 if round_is_over else 0)  # still to begin or to finish this quarter
    lap = np.float64(s.time_track)
    values[TIME] = 0 if round_is_over else (lap - s.time) / lap
    values[TIME + 1] = max(laps * lap - s.time, 0) / (ROUNDS * lap)
    laps += ROUNDS * (QUARTERS - s.quarter)
    values[TIME + 2] = max(laps * lap - s.time, 0) / (QUARTERS * ROUNDS * lap)


@rule
def observe_forum(s, values):
    """Demands, forum, provinces' tiles and what is left in the piles."""
    for place in range(s.demands_revealed):
        values[DEMANDS + s.demands[place]] += 1 / DEMANDS_A_QUARTER
    for kind in range(NUM_DEMANDS):
        values[DEMAND_PILE + kind] = s.demand_pile[kind] / DEMAND_TILES_OF_A_KIND
    for space in range(FORUM_SPACES):
        if s.forum[space] != NONE:
            values[FORUM + s.forum[space]] += 1 / SCALE_TILES
    for kind in range(NUM_FORUM_KINDS):
        values[FORUM_PILE + kind] = s.forum_pile[kind] / FORUM_TILES[kind]
    for action in range(NUM_TRAYS):
        values[EXTRA_PILE + action] = s.extra_pile[action] / EXTRA_TILES_OF_AN_ACTION
    for province in range(NUM_PROVINCES):
        tile = s.province_tile[province]
        if tile != NONE:
            for k in range(NUM_FORUM_FEATURES):
                values[PROVINCE_TILES + NUM_FORUM_FEATURES * province + k] = FORUM_FEATURES[tile, k]


@rule
def observe_site_and_stacks(s, values):
    """Construction tiles, Trajan stacks, ships and the bonus tiles at the senate."""
    for space in range(NUM_SITE_SPACES):
        tile = s.site_tile[space]
        if tile != NONE:
            kind = tile // TILES_OF_A_CONSTRUCTION_KIND
            vp = tile % TILES_OF_A_CONSTRUCTION_KIND + LOWEST_CONSTRUCTION_VP
            values[SITE_TILES + NUM_CONSTRUCTION_KINDS * space + kind] = vp / 5
    for stack in range(NUM_STACKS):
        write_tile(s.stack_top[stack], STACK_TOPS + NUM_TILE_FEATURES * stack, values)
        for index in range(TILES_IN_A_STACK):
            values[STACK_SIZES + stack] += s.stack_rest[stack, index] / TILES_IN_A_STACK
    for ship in range(NUM_SHIPS):
        values[SHIPS + ship] = 1 - s.ship_side[ship]
    for side in range(2):
        if s.senate_bonus[side] != NONE:
            values[SENATE_BONUS + NUM_BONUSES * side + s.senate_bonus[side]] = 1


@rule
def write_tile(tile, first, values):
    """The features of a Trajan tile, if there is one."""
    if tile != NONE:
        for k in range(NUM_TILE_FEATURES):
            values[first + k] = TILE_FEATURES[tile, k]


@rule
def observe_cards(s, player, values):
    """Own hand, what is known of the others', piles, and the cards nobody has seen."""
    for pile in range(NUM_PILES):
        size = s.pile_size[pile]
        values[PILE_SIZES + pile] = size / NUM_CARDS
        if size > 0:
            values[PILE_TOPS + NUM_COMMODITIES * pile + s.pile[pile, size - 1]] = 1
    in_deck = 0
    for kind in range(NUM_COMMODITIES):
        in_deck += s.deck[kind]
        unseen = s.deck[kind]
        for seat in range(s.players):
            if seat != player:
                unseen += s.hand[seat, kind] - s.hand_known[seat, kind]
        values[UNSEEN + kind] = unseen / CARDS_OF_A_KIND
        values[HAND + kind] = s.hand[player, kind] / SCALE_CARDS
    values[DECK_SIZE] = in_deck / NUM_CARDS


@rule
def observe_own_circle(s, player, values):
    """Own markers, where each tray would end, and own Trajan tiles."""
    for tray in range(NUM_TRAYS):
        markers = 0
        for colour in range(NUM_COLOURS):
            count = s.trays[player, tray, colour]
            markers += count
            values[TRAYS + NUM_COLOURS * tray + colour] = count / MARKERS_OF_A_COLOUR
        if markers > 0:
            values[TARGETS + NUM_TRAYS * tray + (tray + markers) % NUM_TRAYS] = 1
        write_tile(s.slots[player, tray], SLOTS + NUM_TILE_FEATURES * tray, values)


@rule
def observe_mat(s, seat, place, values):
    """Tiles, bonus tiles, tableau, senate and points of a seat."""
    if s.arch[seat] != NONE:
        values[ARCH + NUM_TRAYS * place + s.arch[seat]] = 1
    for action in range(NUM_TRAYS):
        values[PLUS_TWO + NUM_TRAYS * place + action] = s.plus_two[seat, action]
    first = TILES + MAT_TILES * place
    for kind in range(FIRST_VOTES):
        values[first + kind] = s.tiles[seat, kind] / SCALE_TILES
    for kind in range(FIRST_VOTES, FIRST_VOTES + NUM_VOTES):
        values[first + FIRST_VOTES] += s.tiles[seat, kind] * VOTES_OF_KIND[kind] / SCALE_VOTES
    for kind in range(FIRST_VOTES + NUM_VOTES, NUM_FORUM_KINDS):
        values[first + kind - NUM_VOTES + 1] = s.tiles[seat, kind] / SCALE_TILES
    for index in range(TILES_IN_A_STACK):
        demand = TILE_DEMAND[TILES_IN_A_STACK * STACK_DEMAND + index]
        values[PERMANENT + NUM_DEMANDS * place + demand] += s.permanent[seat, index] / 3
    for kind in range(NUM_CONSTRUCTION_KINDS):
        for level in range(TILES_OF_A_CONSTRUCTION_KIND):
            values[CONSTRUCTION + NUM_CONSTRUCTION_KINDS * place + kind] += s.construction[seat, kind, level] / 4
    for bonus in range(NUM_BONUSES):
        values[BONUS + NUM_BONUSES * place + bonus] = s.bonus[seat, bonus] / YELLOW
    cards = 0
    for kind in range(NUM_COMMODITIES):
        values[TABLEAU + PAIRS * place + kind // COMMODITIES_OF_A_BONUS] += s.tableau[seat, kind] / SCALE_CARDS
        cards += s.hand[seat, kind]
    values[HAND_SIZES + place] = cards / SCALE_HAND
    values[VP + place] = s.vp[seat] / SCALE_VP


@rule
def observe_tokens(s, seat, place, values):
    """Tokens, leader, legionnaires, workers and the senate disc of a seat; those of the others are added up."""
    leaders, legionnaires, workers, share = LEADER, LEGIONNAIRES, WORKERS, 1.0
    if place > 0:
        leaders, legionnaires, workers, share = OTHER_LEADERS, OTHER_LEGIONNAIRES, OTHER_WORKERS, 1 / OTHERS
    values[TOKENS + 3 * place] = s.mat[seat] / SCALE_TOKENS
    values[TOKENS + 3 * place + 1] = s.military_camp[seat] / SCALE_TOKENS
    values[TOKENS + 3 * place + 2] = s.worker_camp[seat] / SCALE_TOKENS
    if s.leader[seat] != CAMP:
        values[leaders + s.leader[seat]] += share
    placed = 0
    for province in range(NUM_PROVINCES):
        values[legionnaires + province] += s.legionnaires[seat, province] * share
        placed += s.legionnaires[seat, province]
    values[PLACED + 2 * place] = placed / SCALE_TOKENS
    placed = 0
    for space in range(NUM_SITE_SPACES):
        if s.workers[seat] >> space & 1:
            values[workers + space] += share
            placed += 1
    values[PLACED + 2 * place + 1] = placed / SCALE_TOKENS
    values[SENATE + 2 * place] = s.senate_position[seat] / LAST_SENATE_SPACE
    for height in range(s.players):
        if s.senate_order[height] == seat:
            values[SENATE + 2 * place + 1] = height / OTHERS


@rule
def observe_other(s, seat, other, values):
    """Trays, Trajan tiles and known cards of another seat."""
    for tray in range(NUM_TRAYS):
        markers = 0
        for colour in range(NUM_COLOURS):
            markers += s.trays[seat, tray, colour]
        values[OTHER_TRAYS + NUM_TRAYS * other + tray] = markers / MARKERS
        tile = s.slots[seat, tray]
        if tile != NONE:
            values[OTHER_SLOTS + NUM_TRAYS * other + tray] = TILE_VP[tile] / 9
    for kind in range(NUM_COMMODITIES):
        values[OTHER_HANDS_KNOWN + NUM_COMMODITIES * other + kind] = s.hand_known[seat, kind] / SCALE_CARDS


@rule
def observe_pending(s, values):
    """The context of the pending decision."""
    for colour in range(NUM_COLOURS):
        values[SOWING + colour] = s.sowing[colour] / MARKERS_OF_A_COLOUR
    tray = s.target if s.next_tray == NONE else s.next_tray
    if tray != NONE:
        values[TRAY + tray] = 1
    if s.effect_tile != NONE:
        values[EFFECT + TILE_STACK[s.effect_tile]] = TILE_SIZE[s.effect_tile] / 2
    if s.granted_action != NONE:
        values[GRANTED_ACTION + s.granted_action] = 1
    values[REPEATS] = s.main_repeats
    values[REPEATS + 1] = s.granted_repeats
    values[TILE_SPENT] = s.tile_spent
    values[ROUND_ENDS] = s.round_ended
    if s.ship != NONE:
        values[SHIP + s.ship] = 1
        for kind in range(NUM_COMMODITIES):
            values[LOAD + kind] = s.load[kind] / SCALE_CARDS
        values[LOAD_WILDS] = s.load_wilds / 3
    if s.first_card != NONE:
        values[LOAD + s.first_card] = 1 / SCALE_CARDS


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
