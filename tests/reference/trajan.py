"""Trajan for two to four players, written to be read: the rules as plain Python.

Numbers such as T12 or R10 are those of the rules document. The module follows the order of the rulebook: the material,
the set-up, a turn, the six actions, the ends of round, quarter and game.

The rules are generators. Wherever a player has to decide, the running rule hands out the list of choices
(`yield from self.ask(...)`) and goes on with the choice it is sent. So a turn reads from top to bottom, and the place
where the game stands is the place where the rules were left. The only user is `TrajanReference`: `legal`, `apply`
and `to_json` speak the numbers and names of the contract.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any, Generic, NamedTuple, TypeVar

# ---------------------------------------------------------------------------------------------------------------------
# Names
# ---------------------------------------------------------------------------------------------------------------------

COLOURS = ["blue", "yellow", "green", "orange", "pink", "white"]
TRAY_ACTIONS = ["seaport", "forum", "military", "senate", "trajan", "construction"]  # trays I to VI, clockwise
STACKS = ["cards", "points", "workers", "legionnaires", "plus_two", "demand"]
DEMANDS = ["bread", "helmet", "fire"]
COMMODITIES = [
    "columns", "furs", "scrolls", "oil", "fruit", "ceramics", "wine", "fish", "jewelry", "gems", "cattle", "wheat",
]  # fmt: skip
PILES = ["left", "right"]
SHIPS = ["identical", "pairs", "different"]

WILD_COMMODITY = "wild commodity"
WILD_DEMAND = "wild demand"
WILD_CONSTRUCTION = "wild construction"
WILD_EXTRA_ACTION = "wild extra action"
VOTE_TILES = {"votes 2": 2, "votes 3": 3, "votes 4": 4, "votes 5": 5}
EXTRA_TILES = {action: f"extra {action}" for action in TRAY_ACTIONS}

FORUM_TILE_NUMBERS = {
    **dict.fromkeys(DEMANDS, 14),
    **dict.fromkeys(VOTE_TILES, 3),
    WILD_COMMODITY: 3,
    WILD_DEMAND: 3,
    WILD_CONSTRUCTION: 2,
    WILD_EXTRA_ACTION: 2,
    **dict.fromkeys(EXTRA_TILES.values(), 1),
}
FORUM_KINDS = list(FORUM_TILE_NUMBERS)

COMMODITY_PAIRS = {
    "columns+furs": ("columns", "furs"),
    "scrolls+oil": ("scrolls", "oil"),
    "fruit+ceramics": ("fruit", "ceramics"),
    "wine+fish": ("wine", "fish"),
    "jewelry+gems": ("jewelry", "gems"),
    "cattle+wheat": ("cattle", "wheat"),
}
BONUS_TILES = [*DEMANDS, "workers", "legionnaires", "yellow", *COMMODITY_PAIRS]

PROVINCE_POINTS = {
    "alpes": 3,
    "raetia": 3,
    "noricum": 5,
    "narbonensis": 6,
    "lugudunensis": 6,
    "belgica": 6,
    "germania_superior": 6,
    "aquitania": 10,
    "britannia": 10,
    "germania_inferior": 10,
}
PROVINCES = list(PROVINCE_POINTS)
BORDERS = [
    {"alpes", "raetia"},
    {"alpes", "belgica"},
    {"alpes", "lugudunensis"},
    {"alpes", "narbonensis"},
    {"raetia", "belgica"},
    {"raetia", "germania_superior"},
    {"raetia", "noricum"},
    {"narbonensis", "lugudunensis"},
    {"narbonensis", "aquitania"},
    {"lugudunensis", "aquitania"},
    {"lugudunensis", "belgica"},
    {"belgica", "germania_superior"},
    {"belgica", "germania_inferior"},
    {"germania_superior", "germania_inferior"},
    {"britannia", "lugudunensis"},  # the last three by sea
    {"britannia", "belgica"},
    {"britannia", "germania_inferior"},
]
PROVINCES_AT_THE_CAMP = ["alpes", "raetia", "noricum"]

SENATE_VOTES = [0, 2, 3, 4, 5, 6, 7, 8]  # of the spaces of the track, the start space first; also the points on arrival
LAST_SENATE_SPACE = len(SENATE_VOTES) - 1
UNMET_DEMANDS_POINTS = [0, -4, -9, -15]
CONSTRUCTION_SET_POINTS = {3: 10, 4: 20}
SHIP_POINTS = {  # of one, two, ... cards or pairs
    ("identical", "coloured"): [2, 6, 12, 20],
    ("identical", "gray"): [0, 1, 7, 15],
    ("pairs", "coloured"): [5, 10, 15],
    ("pairs", "gray"): [1, 6, 11],
    ("different", "coloured"): [2, 4, 6, 8],
    ("different", "gray"): [0, 1, 3, 5],
}
TIME_TRACK = {2: 11, 3: 16, 4: 21}
GREEN_SPACES = {2: 6, 3: 9, 4: 12}
GRANTED_ACTIONS = {
    "stairs": "forum",
    "door": "senate",
    "fountain": "seaport",
    "roof": "trajan",
    "window": "military",
}
GAINS = [
    "trajan", "ships", "provinces", "senate", "construction", "demands",
    "final_hand", "final_workers", "final_legionnaires", "final_circle", "final_sets", "final_bonus",
]  # fmt: skip


@dataclass(frozen=True)
class TrajanTile:
    """One of the 54 tiles of the action circle."""

    number: int
    stack: str
    points: int
    colours: tuple[str, str]
    tokens: int = 0  # workers and legionnaires: tokens that go to the camp
    demand: str = ""  # demand: the demand it meets every quarter

    @property
    def name(self) -> str:
        return f"{self.stack} {self.number % 9 + 1}"


@dataclass(frozen=True)
class ConstructionTile:
    """One of the 20 tiles of the construction site."""

    kind: str
    points: int

    @property
    def name(self) -> str:
        return f"{self.kind} {self.points}"


def make_trajan_tiles() -> list[TrajanTile]:
    """The table of the 54 Trajan tiles, row by row."""
    table: list[tuple[str, int, int, str, str]] = [
        ("cards", 3, 0, "", "OO BB YY YG PW GP WB OY BO"),
        ("points", 9, 0, "", "OO BB YY GG PP WW OW YW BW"),
        ("workers", 5, 1, "", "YO PO WO GO BG"),
        ("workers", 2, 2, "", "YY OO BY OY"),
        ("legionnaires", 5, 1, "", "BB YB PB WB GB"),
        ("legionnaires", 2, 2, "", "WY GY PY OB"),
        ("plus_two", 4, 0, "", "PP WW YP OP GP BP GW WP PW"),
        ("demand", 1, 0, "bread", "PP GG OG"),
        ("demand", 1, 0, "helmet", "GG YG PG"),
        ("demand", 1, 0, "fire", "WW WG BO"),
    ]
    colour_of_letter = {colour[0].upper(): colour for colour in COLOURS}
    tiles: list[TrajanTile] = []
    for stack, points, tokens, demand, pairs in table:
        for pair in pairs.split():
            colours = (colour_of_letter[pair[0]], colour_of_letter[pair[1]])
            tiles.append(TrajanTile(len(tiles), stack, points, colours, tokens, demand))
    return tiles


TRAJAN_TILES = make_trajan_tiles()
CONSTRUCTION_TILES = [ConstructionTile(kind, points) for kind in GRANTED_ACTIONS for points in (2, 3, 4, 5)]


class Space(NamedTuple):
    """A space of the construction site."""

    row: int
    column: int

    @property
    def name(self) -> str:
        return f"row {self.row} column {self.column}"

    def is_beside(self, other: Space) -> bool:
        return abs(self.row - other.row) + abs(self.column - other.column) == 1


SITE = [Space(row, column) for row in range(1, 5) for column in range(1, 6)]
SPACE_OF_NAME = {space.name: space for space in SITE}


# ---------------------------------------------------------------------------------------------------------------------
# Choices: the 167 actions of the contract
# ---------------------------------------------------------------------------------------------------------------------


class Choice(NamedTuple):
    """What a player chooses: what is done, with what, and (for a discard) where to."""

    kind: str
    item: str = ""
    pile: str = ""


def make_actions() -> list[Choice]:
    """All choices in the order of the contract; the place in the list is the number of the action."""
    groups: list[tuple[str, Sequence[str]]] = [
        ("setup_marker", COLOURS),
        ("setup_card", ["deck", *PILES]),
        ("setup_tile", STACKS),
        ("tray", TRAY_ACTIONS),
        ("sow", COLOURS),
        ("effect", ["take", "decline"]),
        ("plus_two", TRAY_ACTIONS),
        ("decline", [""]),
        ("draw_two", [""]),
        ("take_from_pile", PILES),
        ("play_card", COMMODITIES),
        ("ship", SHIPS),
        ("forum", FORUM_KINDS),
        ("recruit_legionnaire", [""]),
        ("move_leader", PROVINCES),
        ("move_legionnaire", [""]),
        ("trajan", STACKS),
        ("senate", [""]),
        ("recruit_worker", [""]),
        ("assign_worker", [space.name for space in SITE]),
    ]
    actions = [Choice(kind, item) for kind, items in groups for item in items]
    actions += [Choice("discard", card, pile) for card in COMMODITIES for pile in PILES]
    groups = [
        ("second_card", [*COMMODITIES, "stop"]),
        ("load", [*COMMODITIES, "wild", "stop"]),
        ("extra", ["own", "wild", "decline"]),
        ("consul", PILES),
    ]
    return actions + [Choice(kind, item) for kind, items in groups for item in items]


ACTIONS = make_actions()
NUMBER_OF_ACTION = {choice: number for number, choice in enumerate(ACTIONS)}
DECLINE = Choice("decline")
DECLINE_EFFECT = Choice("effect", "decline")

Steps = Generator[list[Choice], Choice, None]  # rules that may ask for decisions
Asking = Generator[list[Choice], Choice, Choice]  # ... and answer with the choice made
Attempt = Generator[list[Choice], Choice, bool]  # ... and answer whether an action was performed


# ---------------------------------------------------------------------------------------------------------------------
# Chance
# ---------------------------------------------------------------------------------------------------------------------

WORD = 2**64
Piece = TypeVar("Piece")


class Chance:
    """The generator splitmix64; its whole state is one 64-bit number."""

    def __init__(self, seed: int) -> None:
        self.state = seed % WORD

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % WORD
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) % WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) % WORD
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1; always uses up one number of the generator."""
        return ((self.next() >> 32) * limit) >> 32

    def pick(self, candidates: Sequence[Piece]) -> Piece:
        """One of the candidates; a single one is taken without using chance."""
        if len(candidates) == 1:
            return candidates[0]
        return candidates[self.below(len(candidates))]


class Bag(Generic[Piece]):
    """A face-down pile: the pieces lie in the order of their list, chance decides when one is drawn."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = list(pieces)

    def __len__(self) -> int:
        return len(self.pieces)

    def draw(self, chance: Chance) -> Piece | None:
        """A piece at random, or None from an empty bag, which uses no chance."""
        if not self.pieces:
            return None
        return self.pieces.pop(chance.below(len(self.pieces)))


# ---------------------------------------------------------------------------------------------------------------------
# Ships and loads
# ---------------------------------------------------------------------------------------------------------------------

Load = tuple[str, ...]  # commodities in ascending order, then "wild" for each wild commodity tile


def complete_loads(ship: str, cards: Sequence[str], wilds: int) -> set[Load]:
    """Every load a player with these cards and wild tiles could ship (T12d, T19, R11)."""
    if ship == "identical":
        return identical_loads(cards, wilds)
    if ship == "pairs":
        return pair_loads(cards, wilds)
    return different_loads(cards, wilds)


def identical_loads(cards: Sequence[str], wilds: int) -> set[Load]:
    """One to four cards of one kind; wild tiles stand for cards of that kind."""
    loads: set[Load] = set()
    for kind in COMMODITIES:
        for number in range(cards.count(kind) + 1):
            for wild_number in range(wilds + 1):
                if 1 <= number + wild_number <= 4:
                    loads.add((kind,) * number + ("wild",) * wild_number)
    return loads


def different_loads(cards: Sequence[str], wilds: int) -> set[Load]:
    """One to four cards of different kinds; wild tiles stand for kinds not there."""
    loads: set[Load] = set()
    kinds = [kind for kind in COMMODITIES if kind in cards]
    for number in range(5):
        for chosen in combinations(kinds, number):
            for wild_number in range(wilds + 1):
                if 1 <= number + wild_number <= 4:
                    loads.add(chosen + ("wild",) * wild_number)
    return loads


def pair_loads(cards: Sequence[str], wilds: int) -> set[Load]:
    """One to three different pairs; a pair is two cards, a card and a wild tile, or two wild tiles."""
    loads: set[Load] = set()
    kinds = [kind for kind in COMMODITIES if kind in cards]
    for number in range(4):
        for chosen in combinations(kinds, number):
            for copies in product((1, 2), repeat=number):
                if any(cards.count(kind) < copy for kind, copy in zip(chosen, copies, strict=True)):
                    continue
                load = tuple(kind for kind, copy in zip(chosen, copies, strict=True) for _ in range(copy))
                for wild_pairs in range(4 - number):
                    wild_number = copies.count(1) + 2 * wild_pairs
                    if number + wild_pairs >= 1 and wild_number <= wilds:
                        loads.add(load + ("wild",) * wild_number)
    return loads


def next_load_steps(loads: set[Load], loaded: Load) -> list[str]:
    """The steps after what is loaded that lead to one of the complete loads; "stop" if it is complete."""
    steps: set[str] = set()
    for load in loads:
        if load == loaded:
            steps.add("stop")
        elif load[: len(loaded)] == loaded:
            steps.add(load[len(loaded)])
    return [step for step in [*COMMODITIES, "wild", "stop"] if step in steps]


def load_points(ship: str, side: str, load: Load) -> int:
    """The points of the ship's table for a complete load."""
    number = len(load) // 2 if ship == "pairs" else len(load)
    return SHIP_POINTS[ship, side][number - 1]


# ---------------------------------------------------------------------------------------------------------------------
# The things on the table
# ---------------------------------------------------------------------------------------------------------------------


@dataclass
class Player:
    """One player's mat, cards, figures and points."""

    seat: int
    trays: dict[str, list[str]] = field(default_factory=lambda: {tray: [] for tray in TRAY_ACTIONS})
    slots: dict[str, TrajanTile | None] = field(default_factory=lambda: dict.fromkeys(TRAY_ACTIONS))
    arch: str | None = "seaport"  # the slot it stands at, None in the centre
    permanent: list[TrajanTile] = field(default_factory=list)
    tiles: list[str] = field(default_factory=list)  # forum and extra-action tiles on the mat
    plus_two: set[str] = field(default_factory=set)
    mat: int = 13
    military_camp: int = 1
    worker_camp: int = 1
    leader: str | None = None  # his province, None in the camp
    construction: list[ConstructionTile] = field(default_factory=list)
    bonus: dict[str, str] = field(default_factory=dict)  # bonus tile: side
    hand: list[str] = field(default_factory=list)
    hand_known: list[str] = field(default_factory=list)  # cards everybody knows to be in the hand
    tableau: list[str] = field(default_factory=list)
    load: list[str] = field(default_factory=list)  # cards on their way to a ship
    gains: dict[str, int] = field(default_factory=lambda: dict.fromkeys(GAINS, 0))

    @property
    def points(self) -> int:
        return sum(self.gains.values())

    def card_leaves_hand(self, card: str) -> None:
        """Take a card out of the hand; of known and unknown cards of a kind the known one goes first."""
        self.hand.remove(card)
        if card in self.hand_known:
            self.hand_known.remove(card)

    def owns_construction(self, kind: str) -> bool:
        return any(tile.kind == kind for tile in self.construction)


@dataclass
class Province:
    """What lies and stands in a province; the leaders are kept with their players."""

    tile: str | None = None
    legionnaires: set[int] = field(default_factory=set)


@dataclass
class SiteSpace:
    """What lies and stands on a space of the construction site."""

    tile: ConstructionTile | None = None
    workers: set[int] = field(default_factory=set)


@dataclass
class Stack:
    """A stack of Trajan tiles: only the top one is seen."""

    rest: Bag[TrajanTile]
    top: TrajanTile | None = None

    def reveal(self, chance: Chance) -> None:
        self.top = self.rest.draw(chance)

    def take(self, chance: Chance) -> TrajanTile:
        """Take the top tile; the next one is seen at once."""
        assert self.top is not None
        taken = self.top
        self.reveal(chance)
        return taken


@dataclass
class ActionUnderWay:
    """An action that is being taken, and how often it may still be repeated after this time."""

    action: str | None = None
    repeats: int = 0


@dataclass
class Pending:
    """What has to be remembered between two decisions of the same set-up step, turn or election."""

    setup_step: int = 0
    setup_stacks: list[str] = field(default_factory=list)
    sowing: list[str] = field(default_factory=list)
    next_tray: str | None = None
    target: str | None = None
    effect_tile: TrajanTile | None = None
    main: ActionUnderWay = field(default_factory=ActionUnderWay)
    granted: ActionUnderWay = field(default_factory=ActionUnderWay)
    tile_spent: bool = False
    round_ended: bool = False
    ship: str | None = None
    load_wilds: int = 0
    first_card: str | None = None
    election: list[int] = field(default_factory=list)


def next_clockwise(tray: str) -> str:
    return TRAY_ACTIONS[(TRAY_ACTIONS.index(tray) + 1) % len(TRAY_ACTIONS)]


def counted(pieces: Sequence[str], order: Sequence[str]) -> dict[str, int]:
    """How many of each kind there are; kinds that are not there are left out."""
    return {kind: pieces.count(kind) for kind in order if kind in pieces}


def in_order(pieces: Iterable[str], order: Sequence[str]) -> list[str]:
    return sorted(pieces, key=order.index)


def trajan_names(tiles: Iterable[TrajanTile]) -> list[str]:
    return [tile.name for tile in sorted(tiles, key=lambda tile: tile.number)]


def name_or_none(tile: TrajanTile | ConstructionTile | None) -> str | None:
    return None if tile is None else tile.name


# ---------------------------------------------------------------------------------------------------------------------
# The game
# ---------------------------------------------------------------------------------------------------------------------


class TrajanReference:
    """One game of Trajan, from the set-up to the final scoring."""

    def __init__(
        self,
        seed: int,
        *,
        players: int = 4,
        setup: str = "decisions",
        time_track: int | None = None,
        reward: str = "win",
        skip_forced: bool = True,
    ) -> None:
        if players not in TIME_TRACK:
            raise ValueError(f"players is {players}, allowed: 2, 3, 4")
        if setup not in ("decisions", "random"):
            raise ValueError(f"setup is {setup!r}, allowed: 'decisions', 'random'")
        self.seed = seed
        self.setup = setup
        self.time_track = TIME_TRACK[players] if time_track is None else time_track
        self.reward = reward
        self.skip_forced = skip_forced
        self.chance = Chance(seed)
        self.put_out_material(players)

        self.over = False
        self.winner: int | None = None
        self.ranking: list[int] = []
        self.senate_rank: list[int] = []
        self.to_move = 0
        self.active = 0
        self.turn = 0
        self.quarter = 1
        self.time = 0
        self.decision = "over"
        self.pending = Pending()

        self.options: list[Choice] = []
        self.rules = self.play_game()
        self.go_on(None)
        self.make_forced_choices()

    def put_out_material(self, players: int) -> None:
        """All pieces of the game before anything is drawn, placed or dealt."""
        self.players = [Player(seat) for seat in range(players)]
        self.gone: list[str] = []  # forum and extra-action tiles out of the game
        self.forum_pile = Bag([kind for kind, number in FORUM_TILE_NUMBERS.items() for _ in range(number)])
        self.extra_pile = Bag([action for action in TRAY_ACTIONS for _ in range(2)])
        self.demand_pile = Bag([demand for demand in DEMANDS for _ in range(5)])
        self.demands: list[str] = []
        self.demands_gone: list[str] = []
        self.forum: list[str | None] = [None] * GREEN_SPACES[players]
        self.yellow: list[str | None] = [None] * 3
        self.provinces = {name: Province() for name in PROVINCES}
        self.site = {space: SiteSpace() for space in SITE}
        self.stacks = {name: Stack(Bag([tile for tile in TRAJAN_TILES if tile.stack == name])) for name in STACKS}
        self.trajan_gone: list[TrajanTile] = []
        self.bonus_pile = Bag(BONUS_TILES)
        self.senate_bonus: list[str | None] = [None, None]
        self.ships = dict.fromkeys(SHIPS, "coloured")
        self.deck = Bag([card for card in COMMODITIES for _ in range(5)])
        self.piles: dict[str, list[str]] = {pile: [] for pile in PILES}  # the last card is the top one
        self.senate_position = [0] * players
        self.senate_order = list(range(players))  # T1: bottom to top, the start player at the bottom

    # ---- the interface ----------------------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """The numbers of the legal actions, ascending; none when the game is over."""
        return sorted(NUMBER_OF_ACTION[choice] for choice in self.options)

    def apply(self, action: int) -> None:
        """Make a choice, and the forced ones after it unless they are to be offered."""
        legal = self.legal()
        if action not in legal:
            raise ValueError(f"action {action} is illegal at the decision {self.decision!r}, legal: {legal}")
        self.go_on(ACTIONS[action])
        self.make_forced_choices()

    def make_forced_choices(self) -> None:
        while self.skip_forced and len(self.options) == 1:
            self.go_on(self.options[0])

    def go_on(self, choice: Choice | None) -> None:
        """Let the rules run with this choice (None: from the start) up to the next decision or the end."""
        try:
            self.options = next(self.rules) if choice is None else self.rules.send(choice)
        except StopIteration:
            self.options = []

    def ask(self, seat: int, decision: str, options: list[Choice]) -> Asking:
        """Stop at a decision of the player at this seat; the answer is the choice made."""
        self.to_move = seat
        self.decision = decision
        choice = yield options
        return choice

    @property
    def round(self) -> int:
        """The round of the quarter: one demand tile was revealed at the end of each earlier one."""
        return len(self.demands) + 1

    def score(self, player: Player, account: str, points: int) -> None:
        player.gains[account] += points

    # ---- the course of the game -------------------------------------------------------------------------------------

    def play_game(self) -> Steps:
        """Set-up, then turn after turn until the fourth quarter has ended."""
        yield from self.set_up()
        seat = 0
        while not self.over:
            yield from self.take_turn(self.players[seat])
            seat = (seat + 1) % len(self.players)
        self.decision = "over"
        self.to_move = self.active

    # ---- set-up -----------------------------------------------------------------------------------------------------

    def set_up(self) -> Steps:
        """T1 to T7 in the order of R13: all place markers, then all take cards, then all take tiles."""
        self.fill_provinces()
        self.fill_forum()
        self.fill_site()
        by_decisions = self.setup == "decisions"
        for player in self.players:
            if by_decisions:
                yield from self.choose_markers(player)
            else:
                self.deal_markers(player)
        self.lay_out_stacks_bonus_tiles_and_piles()
        for player in self.players:
            if by_decisions:
                yield from self.choose_cards(player)
            else:
                self.deal_cards(player)
        for player in self.players:
            if by_decisions:
                yield from self.choose_trajan_tiles(player)
            else:
                self.deal_trajan_tiles(player)

    def fill_provinces(self) -> None:
        """T4, T23: a forum tile in every province without tile, leader and legionnaire (R3: while there are any)."""
        leaders = {player.leader for player in self.players}
        for name, province in self.provinces.items():
            if province.tile is None and name not in leaders and not province.legionnaires:
                province.tile = self.forum_pile.draw(self.chance)

    def fill_forum(self) -> None:
        """T4, T23: forum tiles on the green spaces, then three extra-action tiles on the yellow ones."""
        for space in range(len(self.forum)):
            self.forum[space] = self.forum_pile.draw(self.chance)
        for space in range(len(self.yellow)):
            action = self.extra_pile.draw(self.chance)
            assert action is not None, "twelve extra-action tiles are used up exactly"
            self.yellow[space] = EXTRA_TILES[action]

    def fill_site(self) -> None:
        """T4: the construction tiles at random on the site."""
        tiles = Bag(CONSTRUCTION_TILES)
        for space in SITE:
            self.site[space].tile = tiles.draw(self.chance)

    def lay_out_stacks_bonus_tiles_and_piles(self) -> None:
        """T3, T5, T6: what is seen only after the markers were placed (R13)."""
        for stack in self.stacks.values():
            stack.reveal(self.chance)
        for player in self.players:
            bonus = self.bonus_pile.draw(self.chance)
            assert bonus is not None
            player.bonus[bonus] = "yellow"
        self.put_bonus_tiles_at_the_senate()
        for pile in self.piles.values():
            card = self.deck.draw(self.chance)
            assert card is not None
            pile.append(card)

    def put_bonus_tiles_at_the_senate(self) -> None:
        self.senate_bonus = [self.bonus_pile.draw(self.chance), self.bonus_pile.draw(self.chance)]

    def choose_markers(self, player: Player) -> Steps:
        """T2: two markers of any colours into each tray."""
        self.active = player.seat
        markers = [colour for colour in COLOURS for _ in range(2)]
        places = [tray for tray in TRAY_ACTIONS for _ in range(2)]
        for step, tray in enumerate(places):
            self.pending.setup_step = step
            options = [Choice("setup_marker", colour) for colour in COLOURS if colour in markers]
            choice = yield from self.ask(player.seat, "setup_marker", options)
            markers.remove(choice.item)
            player.trays[tray].append(choice.item)
        self.pending = Pending()

    def deal_markers(self, player: Player) -> None:
        """The option of a random set-up: two markers drawn for each tray."""
        markers = Bag([colour for colour in COLOURS for _ in range(2)])
        for tray in player.trays.values():
            for _ in range(2):
                marker = markers.draw(self.chance)
                assert marker is not None
                tray.append(marker)

    def choose_cards(self, player: Player) -> Steps:
        """T6: three cards, one by one, from the deck or the top of either pile."""
        self.active = player.seat
        for step in range(3):
            self.pending.setup_step = step
            options = [Choice("setup_card", "deck")] if self.card_can_be_drawn() else []
            options += [Choice("setup_card", pile) for pile in PILES if self.piles[pile]]
            choice = yield from self.ask(player.seat, "setup_card", options)
            if choice.item == "deck":
                self.draw_card(player)
            else:
                self.take_from_pile(player, choice.item)
        self.pending = Pending()

    def deal_cards(self, player: Player) -> None:
        """The option of a random set-up: three cards from the deck."""
        for _ in range(3):
            self.draw_card(player)

    def choose_trajan_tiles(self, player: Player) -> Steps:
        """T7: the top tiles of three different stacks onto the slots II, IV and VI."""
        self.active = player.seat
        for step, slot in enumerate(["forum", "senate", "construction"]):
            self.pending.setup_step = step
            free = [name for name in STACKS if name not in self.pending.setup_stacks]
            options = [Choice("setup_tile", name) for name in free]
            choice = yield from self.ask(player.seat, "setup_tile", options)
            player.slots[slot] = self.stacks[choice.item].take(self.chance)
            self.pending.setup_stacks.append(choice.item)
        self.pending = Pending()

    def deal_trajan_tiles(self, player: Player) -> None:
        """The option of a random set-up: the top tiles of three stacks picked at random."""
        free = list(STACKS)
        for slot in ["forum", "senate", "construction"]:
            name = self.chance.pick(free)
            free.remove(name)
            player.slots[slot] = self.stacks[name].take(self.chance)

    # ---- commodity cards --------------------------------------------------------------------------------------------

    def card_can_be_drawn(self) -> bool:
        """R2: the deck holds a card, or one lies below the top card of a discard pile."""
        return len(self.deck) > 0 or any(len(pile) > 1 for pile in self.piles.values())

    def draw_from_deck(self) -> str | None:
        """The next card of the deck; an empty deck is made anew first (R2); None if there is still no card."""
        if len(self.deck) == 0:
            self.make_new_deck()
        return self.deck.draw(self.chance)

    def make_new_deck(self) -> None:
        """R2: all discards but the top card of each pile are the new deck.

        With an empty deck every card lies open or is in a hand: of two players each knows the other's hand.
        """
        cards: list[str] = []
        for pile in self.piles.values():
            cards += pile[:-1]
            del pile[:-1]
        self.deck = Bag(in_order(cards, COMMODITIES))
        if len(self.players) == 2:
            for player in self.players:
                player.hand_known = list(player.hand)

    def draw_card(self, player: Player) -> None:
        """One card from the deck into the hand, if there is one."""
        card = self.draw_from_deck()
        if card is not None:
            player.hand.append(card)

    def take_from_pile(self, player: Player, name: str) -> None:
        """T6, T12(b): the top card of a discard pile, seen by all; the pile is refilled if that empties it."""
        pile = self.piles[name]
        card = pile.pop()
        player.hand.append(card)
        player.hand_known.append(card)
        if not pile:
            refill = self.draw_from_deck()
            if refill is not None:
                pile.append(refill)

    # ---- a turn -----------------------------------------------------------------------------------------------------

    def take_turn(self, player: Player) -> Steps:
        """Move markers (T8, T9), complete a Trajan tile (T10), take the action (T11), end rounds and quarters (T20)."""
        self.active = player.seat
        self.turn += 1
        target = yield from self.move_action_markers(player)
        yield from self.complete_trajan_tile(player, target)
        yield from self.take_action(player, target, self.pending.main)
        round_ended = self.pending.round_ended
        self.pending = Pending()
        if round_ended:
            yield from self.end_round()

    def move_action_markers(self, player: Player) -> Generator[list[Choice], Choice, str]:
        """T8: sow the markers of one tray clockwise; the answer is the target tray."""
        options = [Choice("tray", tray) for tray in TRAY_ACTIONS if player.trays[tray]]
        choice = yield from self.ask(player.seat, "tray", options)
        tray = choice.item
        pending = self.pending
        pending.sowing = in_order(player.trays[tray], COLOURS)
        player.trays[tray] = []
        self.move_time_marker(len(pending.sowing))
        while pending.sowing:
            tray = next_clockwise(tray)
            pending.next_tray = tray
            options = [Choice("sow", colour) for colour in COLOURS if colour in pending.sowing]
            choice = yield from self.ask(player.seat, "sow", options)
            pending.sowing.remove(choice.item)
            player.trays[tray].append(choice.item)
            pending.target = tray
        pending.next_tray = None
        return tray

    def move_time_marker(self, spaces: int) -> None:
        """T9, T20: advance it by the markers taken; reaching or crossing the start ends the round after the turn."""
        self.pending.round_ended = self.time + spaces >= self.time_track
        self.time = (self.time + spaces) % self.time_track

    def complete_trajan_tile(self, player: Player, target: str) -> Steps:
        """T10: if the target tray holds the colours of its tile, score the tile and offer its effect."""
        tile = player.slots[target]
        if tile is None or not self.tray_shows(player.trays[target], tile.colours):
            return
        self.score(player, "trajan", tile.points)
        player.slots[target] = None
        if player.arch is None:
            player.arch = target
        if tile.stack == "demand":
            player.permanent.append(tile)
        else:
            self.trajan_gone.append(tile)
        options = self.effect_options(player, tile)
        if options:
            self.pending.effect_tile = tile
            choice = yield from self.ask(player.seat, "effect", [*options, DECLINE_EFFECT])
            if choice != DECLINE_EFFECT:
                self.take_effect(player, tile, choice)
            self.pending.effect_tile = None

    def tray_shows(self, tray: list[str], colours: tuple[str, str]) -> bool:
        """T10: both colours are there; a double colour needs two markers."""
        return all(tray.count(colour) >= colours.count(colour) for colour in colours)

    def effect_options(self, player: Player, tile: TrajanTile) -> list[Choice]:
        """T10, R8, R9: the ways to use the effect; none if it would do nothing."""
        if tile.stack == "plus_two":
            return [Choice("plus_two", action) for action in TRAY_ACTIONS if action not in player.plus_two]
        if tile.stack == "cards" and self.card_can_be_drawn():
            return [Choice("effect", "take")]
        if tile.stack in ("workers", "legionnaires") and player.mat > 0:
            return [Choice("effect", "take")]
        return []

    def take_effect(self, player: Player, tile: TrajanTile, choice: Choice) -> None:
        """T10, R8: two cards, tokens into a camp (as many as are left), or a [+2] marker."""
        tokens = min(tile.tokens, player.mat)
        if tile.stack == "plus_two":
            player.plus_two.add(choice.item)
        elif tile.stack == "cards":
            self.draw_card(player)
            self.draw_card(player)
        elif tile.stack == "workers":
            player.mat -= tokens
            player.worker_camp += tokens
        else:
            player.mat -= tokens
            player.military_camp += tokens

    # ---- the action and its repeats ---------------------------------------------------------------------------------

    def take_action(self, player: Player, action: str, under_way: ActionUnderWay) -> Steps:
        """T11, T18: take the action or decline it; after it an extra-action tile may repeat it once or twice.

        A declined action is not repeated, a declined repeat ends the repeats (R10).
        """
        under_way.action = action
        performed = yield from self.perform_or_decline(player, action)
        if performed:
            under_way.repeats = yield from self.spend_extra_action_tile(player, action)
        while performed and under_way.repeats > 0:
            under_way.repeats -= 1
            performed = yield from self.perform_or_decline(player, action)
        under_way.action = None
        under_way.repeats = 0

    def spend_extra_action_tile(self, player: Player, action: str) -> Generator[list[Choice], Choice, int]:
        """T18, R9: one tile a turn, only where the repeat can be done; the answer is the number of repeats."""
        tile_of_choice = {Choice("extra", "own"): EXTRA_TILES[action], Choice("extra", "wild"): WILD_EXTRA_ACTION}
        options = [choice for choice, tile in tile_of_choice.items() if tile in player.tiles]
        if self.pending.tile_spent or not options or not self.action_options(player, action):
            return 0
        decline = Choice("extra", "decline")
        choice = yield from self.ask(player.seat, "extra", [*options, decline])
        if choice == decline:
            return 0
        self.tile_leaves_game(player, tile_of_choice[choice])
        self.pending.tile_spent = True
        return 2 if action in player.plus_two else 1

    def tile_leaves_game(self, player: Player, tile: str) -> None:
        player.tiles.remove(tile)
        self.gone.append(tile)

    def action_options(self, player: Player, action: str) -> list[Choice]:
        """T12 to T17: everything the action allows, declining aside."""
        options_of = {
            "seaport": self.seaport_options,
            "forum": self.forum_options,
            "military": self.military_options,
            "senate": self.senate_options,
            "trajan": self.trajan_options,
            "construction": self.construction_options,
        }
        return options_of[action](player)

    def perform_or_decline(self, player: Player, action: str) -> Attempt:
        """One action decision and what follows from it; the answer is whether the action was performed."""
        options = [*self.action_options(player, action), DECLINE]
        choice = yield from self.ask(player.seat, "action", options)
        if choice == DECLINE:
            return False
        if action == "seaport":
            yield from self.seaport_action(player, choice)
        elif action == "forum":
            self.forum_action(player, choice)
        elif action == "military":
            self.military_action(player, choice)
        elif action == "senate":
            self.senate_action(player)
        elif action == "trajan":
            self.trajan_action(player, choice)
        else:
            yield from self.construction_action(player, choice)
        return True

    # ---- seaport ----------------------------------------------------------------------------------------------------

    def seaport_options(self, player: Player) -> list[Choice]:
        """T12: draw two, take from a discard pile, play cards, ship."""
        options = [Choice("draw_two")] if self.card_can_be_drawn() else []
        options += [Choice("take_from_pile", pile) for pile in PILES if self.piles[pile]]
        options += [Choice("play_card", card) for card in COMMODITIES if card in player.hand]
        wilds = player.tiles.count(WILD_COMMODITY)
        options += [Choice("ship", ship) for ship in SHIPS if complete_loads(ship, player.hand, wilds)]
        return options

    def seaport_action(self, player: Player, choice: Choice) -> Steps:
        """T12: one of the four."""
        if choice.kind == "draw_two":
            yield from self.draw_two_discard_one(player)
        elif choice.kind == "take_from_pile":
            self.take_from_pile(player, choice.item)
        elif choice.kind == "play_card":
            yield from self.play_commodities(player, choice.item)
        else:
            yield from self.ship_commodities(player, choice.item)

    def draw_two_discard_one(self, player: Player) -> Steps:
        """T12(a), R2: draw two cards (or what there is), then put one card of the hand on either pile."""
        self.draw_card(player)
        self.draw_card(player)
        cards = [card for card in COMMODITIES if card in player.hand]
        options = [Choice("discard", card, pile) for card in cards for pile in PILES]
        choice = yield from self.ask(player.seat, "discard", options)
        player.card_leaves_hand(choice.item)
        self.piles[choice.pile].append(choice.item)

    def play_commodities(self, player: Player, first: str) -> Steps:
        """T12(c), R4, R11: one or two cards to the tableau, then draw as many."""
        self.play_card(player, first)
        self.pending.first_card = first
        not_before_first = COMMODITIES[COMMODITIES.index(first) :]
        options = [Choice("second_card", card) for card in not_before_first if card in player.hand]
        stop = Choice("second_card", "stop")
        choice = yield from self.ask(player.seat, "second_card", [*options, stop])
        self.pending.first_card = None
        if choice != stop:
            self.play_card(player, choice.item)
            self.draw_card(player)
        self.draw_card(player)

    def play_card(self, player: Player, card: str) -> None:
        player.card_leaves_hand(card)
        player.tableau.append(card)

    def ship_commodities(self, player: Player, ship: str) -> Steps:
        """T12(d), T19: load one by one until the player stops, score the load, turn a coloured ship to gray."""
        self.pending.ship = ship
        loads = complete_loads(ship, player.hand, player.tiles.count(WILD_COMMODITY))
        loaded: Load = ()
        while True:
            options = [Choice("load", step) for step in next_load_steps(loads, loaded)]
            choice = yield from self.ask(player.seat, "load", options)
            if choice.item == "stop":
                break
            loaded += (choice.item,)
            if choice.item == "wild":
                self.tile_leaves_game(player, WILD_COMMODITY)
                self.pending.load_wilds += 1
            else:
                player.card_leaves_hand(choice.item)
                player.load.append(choice.item)
        self.score(player, "ships", load_points(ship, self.ships[ship], loaded))
        self.ships[ship] = "gray"
        player.tableau += player.load
        player.load = []
        self.pending.load_wilds = 0
        self.pending.ship = None

    # ---- forum ------------------------------------------------------------------------------------------------------

    def forum_options(self, player: Player) -> list[Choice]:
        """T13: each kind of tile in the forum."""
        there = {*self.forum, *self.yellow}
        return [Choice("forum", kind) for kind in FORUM_KINDS if kind in there]

    def forum_action(self, player: Player, choice: Choice) -> None:
        """T13: take the tile, from the green spaces rather than the yellow ones, from the lowest space."""
        spaces = self.forum if choice.item in self.forum else self.yellow
        spaces[spaces.index(choice.item)] = None
        player.tiles.append(choice.item)

    # ---- military ---------------------------------------------------------------------------------------------------

    def military_options(self, player: Player) -> list[Choice]:
        """T14: recruit, move the leader, move a legionnaire to the leader."""
        options = [Choice("recruit_legionnaire")] if player.mat > 0 else []
        options += [Choice("move_leader", province) for province in self.provinces_beside(player.leader)]
        if player.leader is not None and player.military_camp > 0:
            legionnaires = self.provinces[player.leader].legionnaires
            options += [Choice("move_legionnaire")] if player.seat not in legionnaires else []
        return options

    def provinces_beside(self, place: str | None) -> list[str]:
        """Where a leader may go from a province, or (None) from the camp; never back to the camp (R1)."""
        if place is None:
            return PROVINCES_AT_THE_CAMP
        return [province for province in PROVINCES if {place, province} in BORDERS]

    def military_action(self, player: Player, choice: Choice) -> None:
        """T14: one of the three."""
        if choice.kind == "recruit_legionnaire":
            player.mat -= 1
            player.military_camp += 1
        elif choice.kind == "move_leader":
            self.move_leader(player, choice.item)
        else:
            self.move_legionnaire(player)

    def move_leader(self, player: Player, name: str) -> None:
        """T14(b): to the province, and take the tile there, if any."""
        player.leader = name
        province = self.provinces[name]
        if province.tile is not None:
            player.tiles.append(province.tile)
            province.tile = None

    def move_legionnaire(self, player: Player) -> None:
        """T14(c): to the leader; score the province less 3 for each other legionnaire there, never below 0."""
        assert player.leader is not None
        province = self.provinces[player.leader]
        points = PROVINCE_POINTS[player.leader] - 3 * len(province.legionnaires)
        self.score(player, "provinces", max(0, points))
        player.military_camp -= 1
        province.legionnaires.add(player.seat)

    # ---- Trajan -----------------------------------------------------------------------------------------------------

    def trajan_options(self, player: Player) -> list[Choice]:
        """T15, R9: any stack that is not empty, unless the arch is in the centre."""
        if player.arch is None:
            return []
        return [Choice("trajan", name) for name in STACKS if self.stacks[name].top is not None]

    def trajan_action(self, player: Player, choice: Choice) -> None:
        """T15: the tile to the arch's slot, the arch to the next free slot clockwise, or to the centre."""
        assert player.arch is not None
        player.slots[player.arch] = self.stacks[choice.item].take(self.chance)
        slot = next_clockwise(player.arch)
        while slot != player.arch and player.slots[slot] is not None:
            slot = next_clockwise(slot)
        player.arch = None if slot == player.arch else slot

    # ---- senate -----------------------------------------------------------------------------------------------------

    def senate_options(self, player: Player) -> list[Choice]:
        """T16: not on the last space."""
        return [Choice("senate")] if self.senate_position[player.seat] < LAST_SENATE_SPACE else []

    def senate_action(self, player: Player) -> None:
        """T16: one space on, on top of the discs there, and score the space."""
        self.senate_position[player.seat] += 1
        self.senate_order.remove(player.seat)
        self.senate_order.append(player.seat)
        self.score(player, "senate", SENATE_VOTES[self.senate_position[player.seat]])

    # ---- construction -----------------------------------------------------------------------------------------------

    def construction_options(self, player: Player) -> list[Choice]:
        """T17: recruit, or assign a worker of the camp to the site."""
        options = [Choice("recruit_worker")] if player.mat > 0 else []
        if player.worker_camp > 0:
            options += [Choice("assign_worker", space.name) for space in self.spaces_for_worker(player)]
        return options

    def spaces_for_worker(self, player: Player) -> list[Space]:
        """T17(b): the first worker anywhere, later ones next to an own one, never two on a space."""
        own = [space for space in SITE if player.seat in self.site[space].workers]
        if not own:
            return SITE
        return [space for space in SITE if space not in own and any(space.is_beside(other) for other in own)]

    def construction_action(self, player: Player, choice: Choice) -> Steps:
        """T17: one of the two."""
        if choice.kind == "recruit_worker":
            player.mat -= 1
            player.worker_camp += 1
        else:
            yield from self.assign_worker(player, SPACE_OF_NAME[choice.item])

    def assign_worker(self, player: Player, space: Space) -> Steps:
        """T17(b): take and score the tile there, if any; the first of a kind grants its action at once."""
        player.worker_camp -= 1
        self.site[space].workers.add(player.seat)
        tile = self.site[space].tile
        if tile is None:
            return
        self.site[space].tile = None
        self.score(player, "construction", tile.points)
        first_of_its_kind = not player.owns_construction(tile.kind)
        player.construction.append(tile)
        if first_of_its_kind:
            yield from self.take_action(player, GRANTED_ACTIONS[tile.kind], self.pending.granted)

    # ---- end of a round and of a quarter ----------------------------------------------------------------------------

    def end_round(self) -> Steps:
        """T20: reveal a demand tile; in the fourth round the quarter ends instead."""
        if len(self.demands) == 3:
            yield from self.end_quarter()
            return
        demand = self.demand_pile.draw(self.chance)
        assert demand is not None
        self.demands.append(demand)

    def end_quarter(self) -> Steps:
        """T21 to T23, and after the fourth quarter T24."""
        for player in self.players:
            self.meet_demands(player)
        yield from self.elect_consul()
        self.remove_tiles()
        if self.quarter < 4:
            self.quarter += 1
            self.refill_and_flip_tiles()
        else:
            self.final_scoring()

    def meet_demands(self, player: Player) -> None:
        """T21, R5: with permanent tiles, then forum tiles, then wild ones; what is unmet costs points."""
        helpers = [tile.demand for tile in player.permanent]
        unmet = 0
        for demand in self.demands:
            if demand in helpers:
                helpers.remove(demand)
            elif demand in player.tiles:
                self.tile_leaves_game(player, demand)
            elif WILD_DEMAND in player.tiles:
                self.tile_leaves_game(player, WILD_DEMAND)
            else:
                unmet += 1
        self.score(player, "demands", UNMET_DEMANDS_POINTS[unmet])

    def votes(self, seat: int) -> int:
        """T22: of the senate space and the vote tiles."""
        votes_on_tiles = sum(VOTE_TILES.get(tile, 0) for tile in self.players[seat].tiles)
        return SENATE_VOTES[self.senate_position[seat]] + votes_on_tiles

    def senate_height(self, seat: int) -> tuple[int, int]:
        """T22, T24: a tie is won by the higher space, then by the higher disc in the stack."""
        return self.senate_position[seat], self.senate_order.index(seat)

    def elect_consul(self) -> Steps:
        """T22: the consul chooses a bonus tile, the vice consul gets the other; the discs go back."""
        seats = [player.seat for player in self.players]
        election = sorted(seats, key=lambda seat: (self.votes(seat), self.senate_height(seat)), reverse=True)
        consul, vice_consul = election[:2]
        self.pending.election = election
        choice = yield from self.ask(consul, "consul", [Choice("consul", side) for side in PILES])
        self.pending = Pending()
        left, right = self.senate_bonus
        assert left is not None and right is not None
        chosen, other = (left, right) if choice.item == "left" else (right, left)
        self.players[consul].bonus[chosen] = "yellow"
        self.players[vice_consul].bonus[other] = "gray"
        self.senate_bonus = [None, None]
        if self.quarter == 4:
            self.senate_rank = sorted(seats, key=self.senate_height, reverse=True)
        self.senate_position = [0] * len(self.players)
        self.senate_order = election[::-1]

    def remove_tiles(self) -> None:
        """T22, T23, R12: vote tiles, all tiles in the forum and the demand tiles leave the game."""
        for player in self.players:
            for tile in list(player.tiles):
                if tile in VOTE_TILES:
                    self.tile_leaves_game(player, tile)
        for spaces in (self.forum, self.yellow):
            self.gone += [tile for tile in spaces if tile is not None]
            spaces[:] = [None] * len(spaces)
        self.demands_gone += self.demands
        self.demands = []

    def refill_and_flip_tiles(self) -> None:
        """T23: bonus tiles, provinces, forum; the ships turn coloured."""
        self.put_bonus_tiles_at_the_senate()
        self.fill_provinces()
        self.fill_forum()
        self.ships = dict.fromkeys(SHIPS, "coloured")

    # ---- final scoring ----------------------------------------------------------------------------------------------

    def final_scoring(self) -> None:
        """T24: the last points and the winner; a tie goes to the player who stood higher on the senate track."""
        for player in self.players:
            self.score(player, "final_hand", len(player.hand))
            self.score(player, "final_workers", player.worker_camp)
            self.score(player, "final_legionnaires", player.military_camp)
            self.score(player, "final_circle", sum(tile is not None for tile in player.slots.values()))
            self.score(player, "final_sets", self.construction_set_points(player))
            self.score(player, "final_bonus", self.bonus_points(player))
        self.ranking = sorted(self.senate_rank, key=lambda seat: self.players[seat].points, reverse=True)
        self.winner = self.ranking[0]
        self.over = True

    def construction_set_points(self, player: Player) -> int:
        """T24, R6: sets of three and four of a kind; every way to give the wild tiles a kind is tried."""
        kinds = list(GRANTED_ACTIONS)
        own = [tile.kind for tile in player.construction]
        best = 0
        for wilds in product(kinds, repeat=player.tiles.count(WILD_CONSTRUCTION)):
            numbers = [min(4, own.count(kind) + wilds.count(kind)) for kind in kinds]
            best = max(best, sum(CONSTRUCTION_SET_POINTS.get(number, 0) for number in numbers))
        return best

    def bonus_points(self, player: Player) -> int:
        """T24: the points of all bonus tiles of the player."""
        return self.demand_bonus(player) + self.figure_bonus(player) + self.commodity_bonus(player)

    def demand_bonus(self, player: Player) -> int:
        """A forum tile of the kind gives 9 / 6; a wild demand tile serves one missing kind (R6), the dearer first."""
        points = {"yellow": 9, "gray": 6}
        held = [points[side] for tile, side in player.bonus.items() if tile in DEMANDS and tile in player.tiles]
        missing = [points[side] for tile, side in player.bonus.items() if tile in DEMANDS and tile not in player.tiles]
        wilds = player.tiles.count(WILD_DEMAND)
        return sum(held) + sum(sorted(missing, reverse=True)[:wilds])

    def figure_bonus(self, player: Player) -> int:
        """Workers on the site 1 / a half rounded up (R7), legionnaires in provinces 2 / 1, yellow bonus tiles 3 / 2."""
        workers = sum(player.seat in space.workers for space in self.site.values())
        legionnaires = sum(player.seat in province.legionnaires for province in self.provinces.values())
        yellow = sum(side == "yellow" for side in player.bonus.values())
        points = {
            ("workers", "yellow"): workers,
            ("workers", "gray"): (workers + 1) // 2,
            ("legionnaires", "yellow"): 2 * legionnaires,
            ("legionnaires", "gray"): legionnaires,
            ("yellow", "yellow"): 3 * yellow,
            ("yellow", "gray"): 2 * yellow,
        }
        return sum(points.get(bonus, 0) for bonus in player.bonus.items())

    def commodity_bonus(self, player: Player) -> int:
        """3 / 2 for each card of the pair in the tableau; each wild commodity counts once for the best tile (R6)."""
        points = {"yellow": 3, "gray": 2}
        total = 0
        best = 0
        for tile, side in player.bonus.items():
            if tile in COMMODITY_PAIRS:
                total += points[side] * sum(card in COMMODITY_PAIRS[tile] for card in player.tableau)
                best = max(best, points[side])
        return total + best * player.tiles.count(WILD_COMMODITY)

    # ---- the state as JSON ------------------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The whole state in the form of the contract."""
        return {
            "game": "trajan",
            "version": 1,
            "options": {
                "players": len(self.players),
                "setup": self.setup,
                "time_track": self.time_track,
                "reward": self.reward,
                "skip_forced": self.skip_forced,
            },
            "seed": str(self.seed),
            "rng": str(self.chance.state),
            "turn": self.turn,
            "active": self.active,
            "to_move": self.to_move,
            "decision": self.decision,
            "quarter": self.quarter,
            "round": self.round,
            "time": self.time,
            **self.board_json(),
            "players": [self.player_json(player) for player in self.players],
            "pending": self.pending_json(),
            "winner": self.winner,
            "ranking": list(self.ranking),
            "senate_rank": list(self.senate_rank),
        }

    def board_json(self) -> dict[str, Any]:
        """The game board and the piles beside it."""
        return {
            "demands": list(self.demands),
            "demand_pile": counted(self.demand_pile.pieces, DEMANDS),
            "demands_gone": counted(self.demands_gone, DEMANDS),
            "forum_pile": counted(self.forum_pile.pieces, FORUM_KINDS),
            "extra_pile": counted(self.extra_pile.pieces, TRAY_ACTIONS),
            "gone": counted(self.gone, FORUM_KINDS),
            "forum": list(self.forum),
            "yellow": list(self.yellow),
            "provinces": {
                name: {"tile": province.tile, "legionnaires": sorted(province.legionnaires)}
                for name, province in self.provinces.items()
            },
            "site": {
                "tiles": [name_or_none(self.site[space].tile) for space in SITE],
                "workers": [sorted(self.site[space].workers) for space in SITE],
            },
            "stacks": [
                {"top": name_or_none(stack.top), "rest": trajan_names(stack.rest.pieces)}
                for stack in self.stacks.values()
            ],
            "trajan_gone": trajan_names(self.trajan_gone),
            "bonus_pile": list(self.bonus_pile.pieces),
            "senate_bonus": list(self.senate_bonus),
            "ships": [self.ships[ship] for ship in SHIPS],
            "deck": counted(self.deck.pieces, COMMODITIES),
            "piles": [list(self.piles[pile]) for pile in PILES],
            "senate": {"position": list(self.senate_position), "order": list(self.senate_order)},
        }

    def player_json(self, player: Player) -> dict[str, Any]:
        """One player's mat, cards and points."""
        return {
            "trays": [in_order(player.trays[tray], COLOURS) for tray in TRAY_ACTIONS],
            "slots": [name_or_none(player.slots[slot]) for slot in TRAY_ACTIONS],
            "arch": None if player.arch is None else TRAY_ACTIONS.index(player.arch),
            "permanent": trajan_names(player.permanent),
            "tiles": counted(player.tiles, FORUM_KINDS),
            "plus_two": [action in player.plus_two for action in TRAY_ACTIONS],
            "mat": player.mat,
            "military_camp": player.military_camp,
            "worker_camp": player.worker_camp,
            "leader": player.leader,
            "construction": [tile.name for tile in CONSTRUCTION_TILES if tile in player.construction],
            "bonus": [{"tile": tile, "side": player.bonus[tile]} for tile in BONUS_TILES if tile in player.bonus],
            "hand": counted(player.hand, COMMODITIES),
            "hand_known": counted(player.hand_known, COMMODITIES),
            "tableau": counted(player.tableau, COMMODITIES),
            "load": counted(player.load, COMMODITIES),
            "vp": player.points,
            "gains": dict(player.gains),
        }

    def pending_json(self) -> dict[str, Any]:
        """What is remembered between two decisions."""
        pending = self.pending
        return {
            "setup_step": pending.setup_step,
            "setup_stacks": in_order(pending.setup_stacks, STACKS),
            "sowing": counted(pending.sowing, COLOURS),
            "next_tray": pending.next_tray,
            "target": pending.target,
            "effect_tile": name_or_none(pending.effect_tile),
            "main_action": pending.main.action,
            "main_repeats": pending.main.repeats,
            "granted_action": pending.granted.action,
            "granted_repeats": pending.granted.repeats,
            "tile_spent": pending.tile_spent,
            "round_ended": pending.round_ended,
            "ship": pending.ship,
            "load_wilds": pending.load_wilds,
            "first_card": pending.first_card,
            "election": list(pending.election),
        }
