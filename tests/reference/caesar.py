"""Caesar!: the rules in plain Python, for two players and for one against the automa Crassus.

This is the slow, readable twin of the fast rules: provinces, borders and tokens are objects, a turn is told in the
order of the rulebook, and nothing is optimised. The numbers in the docstrings (C1 to C17, D1 to D11) are those of the
rules document. Read from top to bottom: components, chance, board, what is publicly known, actions, Crassus, the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Any, NamedTuple, NoReturn, TypeVar

# ------------------------------------------------------------------------------------------------------- components


class Side(IntEnum):
    """The two rivals."""

    CAESAR = 0
    POMPEY = 1

    @property
    def label(self) -> str:
        return self.name.lower()

    @property
    def opponent(self) -> Side:
        return Side.POMPEY if self is Side.CAESAR else Side.CAESAR


class Bonus(IntEnum):
    """The kinds of province bonus tokens, in the order in which a random one is counted out."""

    SENATE = 0
    TACTICS = 1
    WEALTH = 2
    MIGHT = 3
    POISON = 4
    CENTURION = 5

    @property
    def label(self) -> str:
        return self.name.lower()


class Symbol(Enum):
    """What a border shows and a token must match (C2)."""

    SHIELD = "shield"
    BOAT = "boat"
    SWORD = "sword"


class Face(Enum):
    """How a token lies on its border; only one that is up has any value."""

    UP = "up"
    TURNED = "turned"  # by Might (C6)
    DOWN = "down"  # placed so on a Border Control space (C10)


class TokenKind(NamedTuple):
    """One kind of influence token: the symbols of the borders it fits and its two values."""

    name: str
    symbols: frozenset[Symbol]
    first: int
    second: int

    @property
    def is_wild(self) -> bool:
        return len(self.symbols) == len(Symbol)

    @property
    def is_symmetric(self) -> bool:
        return self.first == self.second

    @property
    def flips(self) -> tuple[int, ...]:
        """The different ways round this token can lie; a symmetric one has a single way."""
        return (0,) if self.is_symmetric else (0, 1)


PROVINCE_NAMES = {
    "HU": "Hispania Ulterior",
    "HC": "Hispania Citerior",
    "MT": "Mauretania",
    "SD": "Sardinia",
    "GA": "Gallia",
    "NU": "Numidia",
    "SC": "Sicilia",
    "IT": "Italia",
    "GC": "Gallia Cisalpina",
    "AF": "Africa",
    "AC": "Achaia",
    "MD": "Macedonia",
    "DM": "Dalmatia",
    "CY": "Cyrenaica",
    "CR": "Creta",
    "AG": "Aegyptus",
    "AS": "Asia",
    "SY": "Syria",
}
PROVINCE_IDS = tuple(PROVINCE_NAMES)
CENTRAL_PROVINCE_IDS = ("SD", "SC", "IT", "AC", "CR")
ITALIA = "IT"

BORDER_NAMES: dict[Symbol, tuple[str, ...]] = {
    Symbol.SHIELD: ("HU-HC", "SD-GA", "SD-IT", "IT-MD", "GC-DM", "AF-CY", "AC-CR", "CY-CR", "CR-AS", "AS-SY"),
    Symbol.BOAT: ("HU-MT", "MT-SD", "SD-SC", "NU-SC", "SC-AF", "IT-AC", "IT-DM", "AF-AC", "CR-AG", "AG-AS"),
    Symbol.SWORD: ("HC-GA", "MT-NU", "GA-GC", "NU-AF", "SC-IT", "IT-GC", "AC-MD", "MD-DM", "CY-AG", "AG-SY"),
}
BORDER_CONTROL_NAMES = ("SD-GA", "AG-AS", "NU-AF")
BORDER_SYMBOLS: dict[str, Symbol] = {name: symbol for symbol, names in BORDER_NAMES.items() for name in names}

_SYMBOL_VALUES = ((6, 0), (5, 1), (4, 2), (3, 3))
_ANY_SYMBOL = frozenset(Symbol)


def _token_kinds() -> tuple[TokenKind, ...]:
    """All kinds in their fixed order: sword, shield, boat, wild, Centurions."""
    described: list[tuple[str, frozenset[Symbol], int, int]] = []
    for symbol in (Symbol.SWORD, Symbol.SHIELD, Symbol.BOAT):
        described += [(symbol.value, frozenset({symbol}), first, second) for first, second in _SYMBOL_VALUES]
    described += [("wild", _ANY_SYMBOL, first, second) for first, second in ((4, 0), (3, 1), (2, 2))]
    described += [
        ("centurion wild", _ANY_SYMBOL, 3, 3),
        ("centurion sword", frozenset({Symbol.SWORD}), 7, 0),
        ("centurion shield-boat", frozenset({Symbol.SHIELD, Symbol.BOAT}), 4, 4),
    ]
    return tuple(
        TokenKind(f"{word} {first}/{second}", symbols, first, second) for word, symbols, first, second in described
    )


TOKEN_KINDS = _token_kinds()
CENTURION_KINDS = tuple(kind for kind in TOKEN_KINDS if kind.name.startswith("centurion"))
ORDINARY_KINDS = tuple(kind for kind in TOKEN_KINDS if kind not in CENTURION_KINDS)
DOUBLE_TOKEN_NAME = "wild 2/2"  # the one ordinary token each side has twice

MARKERS_A_SIDE = 12
START_TOKENS = 2
START_TOKENS_WITH_POISON = 3
START_TOKENS_OF_CRASSUS = 3
MODULE_BONUS_TOKENS = 3


def ordinary_tokens() -> list[TokenKind]:
    """The 16 influence tokens of a side."""
    return [kind for kind in ORDINARY_KINDS for _ in range(2 if kind.name == DOUBLE_TOKEN_NAME else 1)]


class Tile(NamedTuple):
    """What one of Crassus's command tiles orders (C12)."""

    draw: int
    centurion: int
    place: int
    discard: int


TILE_NAMES = ("A", "B", "C", "D", "E")
INFERRED_TILES: dict[str, Tile] = {  # C13: an inference, not the published tiles
    "A": Tile(1, 0, 1, 0),
    "B": Tile(2, 0, 1, 1),
    "C": Tile(2, 0, 2, 0),
    "D": Tile(1, 1, 1, 1),
    "E": Tile(1, 1, 2, 0),
}
COMMAND_DECKS = {"low": "AAAABB", "middle": "AAABBC", "high": "AAAACC"}
COMMAND_DECKS_WITH_CENTURIONS = {"low": "AAAABD", "middle": "AABBCD", "high": "AAAACE"}

# ----------------------------------------------------------------------------------------------------------- chance

Piece = TypeVar("Piece")
_WORD = (1 << 64) - 1


class Chance:
    """The generator splitmix64 and the ways in which the game uses it."""

    def __init__(self, state: int) -> None:
        self.state = state

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & _WORD
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return mixed ^ (mixed >> 31)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1; always consumes one step of the generator."""
        return ((self.next() >> 32) * limit) >> 32

    def draw(self, pile: list[Piece], kinds: Sequence[Piece]) -> Piece | None:
        """Take a random piece out of the pile: lay it out in the order of the kinds and count to the drawn place."""
        if not pile:
            return None
        laid_out = sorted(pile, key=kinds.index)
        piece = laid_out[self.below(len(laid_out))]
        pile.remove(piece)
        return piece

    def pick(self, candidates: Sequence[Piece]) -> Piece:
        """One of the candidates; a single one needs no chance."""
        return candidates[0] if len(candidates) == 1 else candidates[self.below(len(candidates))]


# ------------------------------------------------------------------------------------------------------------ board


@dataclass
class PlacedToken:
    """An influence token on a border. With flip 0 its first value faces the border's first province."""

    kind: TokenKind
    owner: Side
    flip: int
    face: Face


@dataclass(eq=False)
class Province:
    """A province, its bonus token and its control markers (Italia's two always share one fate)."""

    index: int
    id: str
    borders: list[Border] = field(default_factory=list, repr=False)
    bonus: Bonus | None = None
    control: Side | None = None
    marker_down: bool = False

    @property
    def is_central(self) -> bool:
        return self.id in CENTRAL_PROVINCE_IDS

    @property
    def control_spaces(self) -> int:
        """How many control markers control of this province takes (C4)."""
        return 2 if self.id == ITALIA else 1

    @property
    def free_borders(self) -> list[Border]:
        return [border for border in self.borders if border.token is None]

    @property
    def is_closed(self) -> bool:
        """C3: all its borders hold tokens."""
        return not self.free_borders

    @property
    def neighbours(self) -> list[Province]:
        return [border.across_from(self) for border in self.borders]

    def influence(self, side: Side) -> int:
        """C4: the sum of a side's values that face this province."""
        return sum(border.value_of(side, self) for border in self.borders)

    def lead(self, side: Side) -> int:
        """How far a side is ahead here; negative when it is behind."""
        return self.influence(side) - self.influence(side.opponent)


@dataclass(eq=False)
class Border:
    """A border space between two provinces, the token on it and the border marker that may cover the token."""

    index: int
    name: str
    symbol: Symbol
    first: Province = field(repr=False)
    second: Province = field(repr=False)
    token: PlacedToken | None = None
    marker: Side | None = None

    @property
    def provinces(self) -> tuple[Province, Province]:
        return self.first, self.second

    @property
    def is_border_control(self) -> bool:
        return self.name in BORDER_CONTROL_NAMES

    def fits(self, kind: TokenKind) -> bool:
        """C2: the token shows the border's symbol."""
        return self.symbol in kind.symbols

    def across_from(self, province: Province) -> Province:
        return self.second if province is self.first else self.first

    def value_facing(self, province: Province, kind: TokenKind, flip: int) -> int:
        """Which of a token's values faces the province when the token lies here that way round."""
        first_value_faces = self.first if flip == 0 else self.second
        return kind.first if province is first_value_faces else kind.second

    def value_of(self, side: Side, province: Province) -> int:
        """What the token lying here is worth to a side in one of the two provinces; face down it counts 0/0 (C6)."""
        if self.token is None or self.token.owner is not side or self.token.face is not Face.UP:
            return 0
        return self.value_facing(province, self.token.kind, self.token.flip)

    def has_open_province(self) -> bool:
        return any(not province.is_closed for province in self.provinces)

    def closed_provinces(self) -> list[Province]:
        return [province for province in self.provinces if province.is_closed]

    def earns_marker(self, owner_of: Callable[[Province], Side | None], side: Side) -> bool:
        """C5, C6: the side controls both provinces, no marker lies here yet and no face-down marker forbids one."""
        blocked = any(province.marker_down for province in self.provinces)
        controls_both = all(owner_of(province) is side for province in self.provinces)
        return controls_both and self.marker is None and not blocked


class Board:
    """The map: 18 provinces and the 30 borders between them, both in their fixed order."""

    def __init__(self) -> None:
        self.provinces = [Province(index, province_id) for index, province_id in enumerate(PROVINCE_IDS)]
        self.borders: list[Border] = []
        for name, symbol in BORDER_SYMBOLS.items():
            first, second = (self.province(province_id) for province_id in name.split("-"))
            border = Border(len(self.borders), name, symbol, first, second)
            self.borders.append(border)
            first.borders.append(border)
            second.borders.append(border)
        self._border_by_name = {border.name: border for border in self.borders}

    def province(self, province_id: str) -> Province:
        return self.provinces[PROVINCE_IDS.index(province_id)]

    def border(self, name: str) -> Border:
        return self._border_by_name[name]


# ------------------------------------------------------------------------------------------- what is publicly known


class PublicKnowledge:
    """What everybody can deduce about the hidden tokens of one side."""

    def __init__(self) -> None:
        self.hand_known: list[TokenKind] = []  # known to be in the hand
        self.loose: list[TokenKind] = []  # Centurions in the hand or face down on the board, nobody knows which
        self.returned: list[TokenKind] = []  # given back to the bag by Poison ...
        self.fresh = 0  # ... and how many tokens were drawn from the bag since

    def centurion_enters_hand(self, kind: TokenKind) -> None:
        self.hand_known.append(kind)

    def placed_face_up(self, kind: TokenKind) -> None:
        self._seen(kind)
        if kind in self.returned:
            self.returned.remove(kind)
        if not self.returned:
            self.fresh = 0

    def placed_face_down(self, border: Border) -> None:
        """Any known token that fits the border may be the one that now lies there."""
        for kind in [kind for kind in self.hand_known if border.fits(kind)]:
            self.hand_known.remove(kind)
            if kind not in self.loose:
                self.loose.append(kind)

    def returned_by_poison(self, kind: TokenKind) -> None:
        self._seen(kind)
        if self.fresh > 0:
            self.returned.clear()
            self.fresh = 0
        self.returned.append(kind)

    def drawn_from_bag(self) -> None:
        if self.returned:
            self.fresh += 1

    def _seen(self, kind: TokenKind) -> None:
        """The token has left the hand before everybody's eyes."""
        if kind in self.hand_known:
            self.hand_known.remove(kind)
        if kind in self.loose:
            self.loose.remove(kind)


@dataclass(eq=False)
class Player:
    """Everything one side owns beside the board."""

    side: Side
    markers: int = MARKERS_A_SIDE
    senates: int = 0
    senate_markers: int = 0
    markers_discarded: int = 0
    hand: list[TokenKind] = field(default_factory=list)  # Crassus's tokens lie in his row instead
    bag: list[TokenKind] = field(default_factory=ordinary_tokens)
    centurions: list[TokenKind] = field(default_factory=list)  # not yet in the game
    knowledge: PublicKnowledge = field(default_factory=PublicKnowledge)


# ---------------------------------------------------------------------------------------------------------- actions


class Decision(Enum):
    PLACE = "place"
    ORDER = "order"
    EFFECT = "effect"
    OVER = "over"


class ActionKind(Enum):
    PLACE = "place"
    PLACE_FACE_DOWN = "place face down"
    RESOLVE_FIRST = "resolve first"
    USE = "use"
    DECLINE = "decline"
    MIGHT_TOKEN = "might token"
    MIGHT_MARKER = "might marker"
    CENTURION = "centurion"


class Action(NamedTuple):
    """One line of the action table; what an action does not need is None."""

    kind: ActionKind
    token: TokenKind | None = None
    border: str | None = None
    flip: int | None = None
    province: str | None = None

    def __str__(self) -> str:
        details = [self.token.name if self.token else None, self.border, self.province]
        words = [self.kind.value, *(detail for detail in details if detail is not None)]
        return " ".join(words) + (f" flip {self.flip}" if self.kind is ActionKind.PLACE else "")


def _action_table() -> list[Action]:
    """All actions in the order of the contract."""
    fitting = [
        (kind, border) for kind in TOKEN_KINDS for border, symbol in BORDER_SYMBOLS.items() if symbol in kind.symbols
    ]
    table = [Action(ActionKind.PLACE, kind, border, flip) for kind, border in fitting for flip in kind.flips]
    table += [
        Action(ActionKind.PLACE_FACE_DOWN, kind, border, 0)
        for kind, border in fitting
        if border in BORDER_CONTROL_NAMES
    ]
    table += [Action(ActionKind.RESOLVE_FIRST, province=province) for province in PROVINCE_IDS]
    table += [Action(ActionKind.USE), Action(ActionKind.DECLINE)]
    table += [Action(ActionKind.MIGHT_TOKEN, border=border) for border in BORDER_SYMBOLS]
    table += [Action(ActionKind.MIGHT_MARKER, province=province) for province in PROVINCE_IDS]
    table += [Action(ActionKind.CENTURION, token=kind) for kind in CENTURION_KINDS]
    return table


ACTIONS: list[Action] = _action_table()

# ---------------------------------------------------------------------------------------------------------- Crassus


@dataclass(frozen=True)
class Aim:
    """One way in which Crassus could place a token of his row, seen from one of the border's two provinces."""

    province: Province
    border: Border
    position: int  # in the row, from the left
    token: TokenKind
    flip: int
    value: int  # the one facing the province


@dataclass(frozen=True)
class LogEntry:
    """Why Crassus placed a token where he did: the step of C15 and the tie-breakers of C16 that decided."""

    step: int
    aim: Aim
    province_tie: str
    border_tie: str
    token_tie: str


Filter = Callable[[list[Piece]], list[Piece]]


def keep_if(condition: Callable[[Piece], bool]) -> Filter[Piece]:
    return lambda candidates: [candidate for candidate in candidates if condition(candidate)]


def highest(candidates: list[Piece], score: Callable[[Piece], int]) -> list[Piece]:
    """All candidates that share the highest score."""
    best = max(map(score, candidates), default=0)
    return [candidate for candidate in candidates if score(candidate) == best]


def break_tie(
    candidates: list[Piece],
    criteria: Iterable[tuple[str, Filter[Piece]]],
    last_resort: tuple[str, Callable[[list[Piece]], Piece]],
) -> tuple[Piece, str]:
    """Apply the criteria in turn, each only if somebody meets it; return who is left and the criterion that decided."""
    if len(candidates) == 1:
        return candidates[0], "none"
    for name, criterion in criteria:
        candidates = criterion(candidates) or candidates
        if len(candidates) == 1:
            return candidates[0], name
    name, choose = last_resort
    return choose(candidates), name


class Crassus:
    """The automa: his row of tokens, his command deck, and how he chooses a placement (C11 to C17)."""

    def __init__(self, board: Board, chance: Chance, me: Player, human: Player, full_deck: str) -> None:
        self.board = board
        self.chance = chance
        self.me = me
        self.human = human
        self.full_deck = full_deck
        self.row: list[TokenKind] = []
        self.deck: list[str] = list(full_deck)
        self.tile: str | None = None
        self.log: list[LogEntry] = []

    def turn_up_tile(self) -> str:
        """C12, D9: the next tile; the deck is reshuffled when a tile is needed and none is left."""
        if not self.deck:
            self.deck = list(self.full_deck)
        self.tile = self.chance.draw(self.deck, TILE_NAMES)
        assert self.tile is not None
        return self.tile

    def draw_tokens(self, wanted: int) -> bool:
        """C12: draw to the right end of the row, as many as there are; tell whether the bag held enough."""
        for _ in range(wanted):
            token = self.chance.draw(self.me.bag, TOKEN_KINDS)
            if token is None:
                return False
            self.row.append(token)
        return True

    def take_centurions(self, wanted: int) -> None:
        """C12: the top of the Centurion stack to the right end of the row; an empty stack gives nothing (D10)."""
        for _ in range(wanted):
            token = self.chance.draw(self.me.centurions, CENTURION_KINDS)
            if token is not None:
                self.row.append(token)

    def discard_tokens(self, wanted: int) -> None:
        """C12: the leftmost token of the row goes to the bag; an empty row does nothing (D10)."""
        for _ in range(wanted):
            if self.row:
                self.me.bag.append(self.row.pop(0))

    def lose_random_token(self) -> None:
        """C17: Poison returns a random token of the row to the bag."""
        self.me.bag.append(self.row.pop(self.chance.below(len(self.row))))

    def choose_placement(self) -> Aim | None:
        """C15: the first step that applies decides; the choice is entered in the log. None: no token fits anywhere."""
        every_aim = self.possible_aims()
        if not every_aim:
            return None
        for step, aims_of_step in enumerate(self.steps(), start=1):
            aims = aims_of_step(every_aim)
            if aims:
                return self.settle(step, aims)
        raise AssertionError("step 7 takes any placement")

    def possible_aims(self) -> list[Aim]:
        """Every token of the row on every free border it fits, either way round, towards either province."""
        return [
            Aim(province, border, position, token, flip, border.value_facing(province, token, flip))
            for province in self.board.provinces
            for border in province.free_borders
            for position, token in enumerate(self.row)
            if border.fits(token)
            for flip in token.flips
        ]

    # The steps of C15. Each keeps, out of all aims, those at the provinces among which C16 then chooses.

    def steps(self) -> list[Filter[Aim]]:
        return [
            self.step_1_win_control,
            self.step_2_close,
            self.step_3_behind,
            self.step_4_nearest_to_control,
            self.step_5_next_to_controlled,
            self.step_6_central,
            self.step_7_any,
        ]

    def step_1_win_control(self, aims: list[Aim]) -> list[Aim]:
        """C15.1: the token closes the province and wins it; ties are his (C14)."""
        return [aim for aim in aims if self.closes(aim.province) and self.lead(aim.province) + aim.value >= 0]

    def step_2_close(self, aims: list[Aim]) -> list[Aim]:
        """C15.2: the token closes the province, and the human does not win the game by it."""
        return [aim for aim in aims if self.closes(aim.province) and not self.hands_human_the_win(aim)]

    def step_3_behind(self, aims: list[Aim]) -> list[Aim]:
        """C15.3, D9: where he is furthest behind."""
        behind = [aim for aim in aims if self.deficit(aim.province) > 0]
        return highest(behind, lambda aim: self.deficit(aim.province))

    def step_4_nearest_to_control(self, aims: list[Aim]) -> list[Aim]:
        """C15.4, D9: where he has influence; the largest lead, then the fewest free borders."""
        present = [aim for aim in aims if aim.province.influence(self.me.side) > 0]
        largest_lead = highest(present, lambda aim: self.lead(aim.province))
        return highest(largest_lead, lambda aim: -len(aim.province.free_borders))

    def step_5_next_to_controlled(self, aims: list[Aim]) -> list[Aim]:
        """C15.5, D9: next to a province he controls; those where the highest value can be placed."""
        return self.of_highest_value([aim for aim in aims if self.is_next_to_controlled(aim.province)])

    def step_6_central(self, aims: list[Aim]) -> list[Aim]:
        """C15.6, D9: central provinces; those where the highest value can be placed."""
        return self.of_highest_value([aim for aim in aims if aim.province.is_central])

    def step_7_any(self, aims: list[Aim]) -> list[Aim]:
        """C15.7, D9: any province; those where the highest value can be placed."""
        return self.of_highest_value(aims)

    # What the steps ask about the board.

    def lead(self, province: Province) -> int:
        return province.lead(self.me.side)

    def deficit(self, province: Province) -> int:
        return -self.lead(province)

    @staticmethod
    def closes(province: Province) -> bool:
        """One more token closes the province."""
        return len(province.free_borders) == 1

    @staticmethod
    def of_highest_value(aims: list[Aim]) -> list[Aim]:
        return highest(aims, lambda aim: aim.value)

    def is_next_to_controlled(self, province: Province) -> bool:
        return any(neighbour.control is self.me.side for neighbour in province.neighbours)

    @staticmethod
    def is_next_to_central(province: Province) -> bool:
        return any(neighbour.is_central for neighbour in province.neighbours)

    def hands_human_the_win(self, aim: Aim) -> bool:
        """D10: would the control and border markers this placement gives the human be all he has left?"""
        closed = [province for province in aim.border.provinces if self.closes(province)]
        won = [province for province in closed if self.human_wins(province, aim)]

        def owner_of(province: Province) -> Side | None:
            return self.human.side if province in won else province.control

        control_markers = sum(province.control_spaces for province in won)
        border_markers = sum(border.earns_marker(owner_of, self.human.side) for border in self.board.borders)
        return control_markers + border_markers >= self.human.markers

    def human_wins(self, province: Province, aim: Aim) -> bool:
        """Whether the human controls a province that this placement closes."""
        return self.lead(province) + aim.border.value_facing(province, aim.token, aim.flip) < 0

    # C16, and the order in which a placement is settled (D9): province, value, border, token.

    def settle(self, step: int, aims: list[Aim]) -> Aim:
        province, province_tie = self.settle_province(step, _distinct(aim.province for aim in aims))
        aims = [aim for aim in aims if aim.province is province]
        seek_smallest = step in (1, 2)
        value = min(aim.value for aim in aims) if seek_smallest else max(aim.value for aim in aims)
        aims = [aim for aim in aims if aim.value == value]
        border, border_tie = self.settle_border(province, _distinct(aim.border for aim in aims))
        aims = [aim for aim in aims if aim.border is border]
        aim, token_tie = self.settle_token(aims, seek_smallest)
        self.log.append(LogEntry(step, aim, province_tie, border_tie, token_tie))
        return aim

    def settle_province(self, step: int, provinces: list[Province]) -> tuple[Province, str]:
        """C16: several provinces."""
        criteria: list[tuple[str, Filter[Province]]] = [
            ("controlled_neighbour", keep_if(self.is_next_to_controlled)),
            ("senate", keep_if(lambda province: province.bonus is Bonus.SENATE)),
            ("poison", keep_if(lambda province: province.bonus is Bonus.POISON)),
            ("central", keep_if(lambda province: province.is_central)),
            ("central_neighbour", keep_if(self.is_next_to_central)),
        ]
        if step == 6:
            criteria.insert(0, ("italia", keep_if(lambda province: province.id == ITALIA)))
        return break_tie(provinces, criteria, ("random", self.chance.pick))

    def settle_border(self, province: Province, borders: list[Border]) -> tuple[Border, str]:
        """C16: several borders of the province; only provinces where he is behind count as behind (D9)."""

        def deficit_across(border: Border) -> int:
            return self.deficit(border.across_from(province))

        def furthest_behind(candidates: list[Border]) -> list[Border]:
            return highest([border for border in candidates if deficit_across(border) > 0], deficit_across)

        criteria: list[tuple[str, Filter[Border]]] = [
            ("behind", furthest_behind),
            ("central", keep_if(lambda border: border.across_from(province).is_central)),
        ]
        return break_tie(borders, criteria, ("random", self.chance.pick))

    def settle_token(self, aims: list[Aim], seek_smallest: bool) -> tuple[Aim, str]:
        """C16: several tokens; the aims left differ in nothing else."""
        direction = -1 if seek_smallest else 1
        criteria: list[tuple[str, Filter[Aim]]] = [
            ("non_wild", keep_if(lambda aim: not aim.token.is_wild)),
            ("sum", lambda left: highest(left, lambda aim: direction * (aim.token.first + aim.token.second))),
        ]
        return break_tie(aims, criteria, ("leftmost", lambda left: min(left, key=lambda aim: aim.position)))


Place = TypeVar("Place", Province, Border)


def _distinct(places: Iterable[Place]) -> list[Place]:
    """Each place once, in ascending order."""
    return sorted(set(places), key=lambda place: place.index)


# --------------------------------------------------------------------------------------------------------- the game


@dataclass
class Effect:
    """A bonus token taken and waiting for its effect; controlled: its taker also won control of its province."""

    bonus: Bonus
    controlled: bool


@dataclass
class Pending:
    """What is under way within the current turn."""

    border: Border | None = None  # of the latest placement
    order: list[Province] = field(default_factory=list)  # two closed provinces awaiting their order
    effects: list[Effect] = field(default_factory=list)
    extra_turn: bool = False  # Tactics was used
    centurion: TokenKind | None = None  # chosen, enters the hand at the end of the turn


class GameEnded(Exception):
    """Raised at the instant the game is decided, so that all that is left unresolved is dropped (C7, D1)."""


class CaesarReference:
    """One game of Caesar!, always standing at a decision or over."""

    def __init__(
        self,
        seed: int,
        *,
        poison: bool = False,
        centurions: bool = False,
        border_control: bool = False,
        solo: str | None = None,
        human: str = "caesar",
        harder: bool = False,
        tiles: Mapping[str, Sequence[int]] | None = None,
        skip_forced: bool = True,
    ) -> None:
        if not 0 <= seed <= _WORD:
            raise ValueError(f"seed {seed} must be from 0 to 2**64 - 1")
        if border_control and not (poison and centurions):
            raise ValueError("border_control needs poison and centurions (C10)")
        if solo is not None and solo not in COMMAND_DECKS:
            raise ValueError(f"solo {solo!r} must be None or one of {sorted(COMMAND_DECKS)}")
        if human not in [side.label for side in Side]:
            raise ValueError(f"human {human!r} must be 'caesar' or 'pompey'")
        self.seed = seed
        self.poison = poison
        self.centurions = centurions
        self.border_control = border_control
        self.solo = solo
        self.human = human if solo is not None else Side.CAESAR.label
        self.harder = harder
        self.tiles = _checked_tiles(INFERRED_TILES if tiles is None else tiles)
        self.skip_forced = skip_forced

        self.chance = Chance(seed)
        self.board = Board()
        self.players = {side: Player(side) for side in Side}
        self.bank: list[Bonus] = []
        self.spent: list[Bonus] = []
        self.pending = Pending()
        self.crassus: Crassus | None = None
        self.turn = 0
        self.active = Side.CAESAR
        self.decision = Decision.PLACE
        self.winning_side: Side | None = None
        self.end: str | None = None

        self._set_up()
        self._run(lambda: self._begin_turn(self._first_side()))
        self._play_forced()

    # What a player asks.

    @property
    def over(self) -> bool:
        return self.decision is Decision.OVER

    @property
    def winner(self) -> int | None:
        return None if self.winning_side is None else int(self.winning_side)

    @property
    def to_move(self) -> int:
        """The side that decides; all decisions of a turn are those of the side whose turn it is."""
        return int(self.active)

    def legal(self) -> list[int]:
        """The numbers of the legal actions, ascending."""
        return [number for number, action in enumerate(ACTIONS) if self._is_legal(action)]

    def apply(self, action: int) -> None:
        """Play a legal action and all that follows of itself."""
        allowed = self.legal()
        if action not in allowed:
            raise ValueError(f"action {action} is illegal at decision {self.decision.value!r}; legal are {allowed}")
        self._perform(ACTIONS[action])
        self._play_forced()

    def _play_forced(self) -> None:
        """A decision with a single legal action is not offered but played."""
        while self.skip_forced and not self.over and len(allowed := self.legal()) == 1:
            self._perform(ACTIONS[allowed[0]])

    def _perform(self, action: Action) -> None:
        self._run(lambda: self._do(action))

    def _run(self, happening: Callable[[], None]) -> None:
        """Let something happen; should the game end in the midst of it, clear up what is left unresolved."""
        try:
            happening()
        except GameEnded:
            self.spent += [effect.bonus for effect in self.pending.effects]  # also a Senate: nobody's (D10)
            self.pending = Pending()
            self.decision = Decision.OVER

    # Set-up (C1, C8 to C12).

    def _set_up(self) -> None:
        self._lay_out_bonus_tokens()
        if self.centurions:
            for player in self.players.values():
                player.centurions = list(CENTURION_KINDS)
        if self.solo is not None:
            decks = COMMAND_DECKS_WITH_CENTURIONS if self.centurions else COMMAND_DECKS
            human = self.players[Side[self.human.upper()]]
            me = self.players[human.side.opponent]
            self.crassus = Crassus(self.board, self.chance, me, human, decks[self.solo])
        for player in self.players.values():
            self._draw_start_tokens(player)

    def _lay_out_bonus_tokens(self) -> None:
        """C1: a Senate on Italia, a random token on each other province; C8, C9: module tokens displace random ones."""
        heap = [Bonus.SENATE] * 5 + [Bonus.TACTICS] * 4 + [Bonus.WEALTH] * 4 + [Bonus.MIGHT] * 4
        modules = [Bonus.POISON] * self.poison + [Bonus.CENTURION] * self.centurions
        displaced = [self._draw_bonus(heap) for _ in range(len(modules) * MODULE_BONUS_TOKENS)]
        heap += modules * MODULE_BONUS_TOKENS
        for province in self.board.provinces:
            province.bonus = Bonus.SENATE if province.id == ITALIA else self._draw_bonus(heap)
        if self.border_control:
            self.bank = displaced
        else:
            self.spent = displaced

    def _draw_bonus(self, heap: list[Bonus]) -> Bonus:
        bonus = self.chance.draw(heap, tuple(Bonus))
        assert bonus is not None, "there are always enough bonus tokens"
        return bonus

    def _draw_start_tokens(self, player: Player) -> None:
        """C1: 2 tokens, with Poison 3 (C8); Crassus always 3 (C11, D10)."""
        if self.crassus is not None and player is self.crassus.me:
            self.crassus.draw_tokens(START_TOKENS_OF_CRASSUS)
            return
        for _ in range(START_TOKENS_WITH_POISON if self.poison else START_TOKENS):
            token = self.chance.draw(player.bag, TOKEN_KINDS)
            assert token is not None
            player.hand.append(token)

    def _first_side(self) -> Side:
        """C1: Caesar begins; C11: Crassus begins."""
        return Side.CAESAR if self.crassus is None else self.crassus.me.side

    # A turn (C2).

    def _begin_turn(self, side: Side) -> None:
        self.turn += 1
        self.active = side
        if self._is_crassus(side):
            self._take_crassus_turn()
            return
        self.decision = Decision.PLACE
        if not self.legal():
            self._end_game(side.opponent, "no_placement")  # C7

    def _end_turn(self) -> None:
        """C2: draw exactly one token, or take the chosen Centurion instead (C9, D5); then the next turn (D7)."""
        player = self.players[self.active]
        if self.pending.centurion is None:
            self._draw_from_bag(player)
        else:
            player.centurions.remove(self.pending.centurion)
            player.hand.append(self.pending.centurion)
            player.knowledge.centurion_enters_hand(self.pending.centurion)
        next_side = self.active if self.pending.extra_turn else self.active.opponent
        self.pending = Pending()
        self._begin_turn(next_side)

    def _draw_from_bag(self, player: Player) -> None:
        """One token from the bag to the hand; an empty bag gives nothing (D5)."""
        token = self.chance.draw(player.bag, TOKEN_KINDS)
        if token is not None:
            player.hand.append(token)
            player.knowledge.drawn_from_bag()

    # Decisions: what is legal, and what is done.

    def _is_legal(self, action: Action) -> bool:
        if self.decision is Decision.PLACE:
            return self._can_place(action)
        if self.decision is Decision.ORDER:
            return action.kind is ActionKind.RESOLVE_FIRST and action.province in [p.id for p in self.pending.order]
        if self.decision is Decision.EFFECT:
            return action.kind is ActionKind.DECLINE or self._can_use(self.pending.effects[0].bonus, action)
        return False

    def _can_place(self, action: Action) -> bool:
        """C2: a token of the hand on a free border of its symbol; C10: face down on a Border Control space."""
        if action.kind not in (ActionKind.PLACE, ActionKind.PLACE_FACE_DOWN):
            return False
        if action.kind is ActionKind.PLACE_FACE_DOWN and not self.border_control:
            return False
        assert action.border is not None
        return action.token in self.players[self.active].hand and self.board.border(action.border).token is None

    def _can_use(self, bonus: Bonus, action: Action) -> bool:
        """C6, C8, C9: whether the action is a way to use the effect of this bonus token, one that changes something."""
        if bonus is Bonus.MIGHT:
            return self._is_might_target(action)
        if bonus is Bonus.CENTURION:
            return action.kind is ActionKind.CENTURION and self._can_use_centurion(action)
        if action.kind is not ActionKind.USE:
            return False
        if bonus is Bonus.TACTICS:
            return not self.pending.extra_turn
        if bonus is Bonus.WEALTH:
            return len(self.players[self.active].bag) > 0
        return bonus is Bonus.POISON and self._can_poison(self.active.opponent)

    def _is_might_target(self, action: Action) -> bool:
        """D4: opposing face-up tokens with an open province, opposing face-up control markers in provinces."""
        opponent = self.active.opponent
        if action.kind is ActionKind.MIGHT_TOKEN:
            assert action.border is not None
            border = self.board.border(action.border)
            if border.token is None or border.token.owner is not opponent:
                return False
            return border.token.face is Face.UP and border.has_open_province()
        if action.kind is ActionKind.MIGHT_MARKER:
            assert action.province is not None
            province = self.board.province(action.province)
            return province.control is opponent and not province.marker_down
        return False

    def _can_use_centurion(self, action: Action) -> bool:
        """C9, D4: one of the own Centurion tokens, one a turn."""
        return self.pending.centurion is None and action.token in self.players[self.active].centurions

    def _can_poison(self, victim: Side) -> bool:
        """D4: Poison needs a token to return."""
        tokens = self.crassus.row if self.crassus and self._is_crassus(victim) else self.players[victim].hand
        return len(tokens) > 0

    def _do(self, action: Action) -> None:
        if self.decision is Decision.PLACE:
            self._do_place(action)
        elif self.decision is Decision.ORDER:
            self._do_order(action)
        else:
            self._do_effect(action)

    def _do_place(self, action: Action) -> None:
        assert action.token is not None and action.border is not None and action.flip is not None
        player = self.players[self.active]
        border = self.board.border(action.border)
        player.hand.remove(action.token)
        if action.kind is ActionKind.PLACE_FACE_DOWN:
            player.knowledge.placed_face_down(border)
            self._lay_token(border, PlacedToken(action.token, self.active, action.flip, Face.DOWN))
        else:
            player.knowledge.placed_face_up(action.token)
            self._lay_token(border, PlacedToken(action.token, self.active, action.flip, Face.UP))
        closed = border.closed_provinces()
        if len(closed) == 2:
            self.pending.order = closed
            self.decision = Decision.ORDER
        else:
            self._resolve_placement(closed)

    def _do_order(self, action: Action) -> None:
        """D1: the active player chooses which of two closed provinces is resolved first."""
        in_order = sorted(self.pending.order, key=lambda province: province.id != action.province)
        self.pending.order = []
        self._resolve_placement(in_order)

    def _do_effect(self, action: Action) -> None:
        """C6: the effect is used now or never."""
        effect = self.pending.effects.pop(0)
        self.spent.append(effect.bonus)
        if action.kind is not ActionKind.DECLINE:
            self._use(effect.bonus, action)
        self._go_on_with_effects()

    def _use(self, bonus: Bonus, action: Action) -> None:
        if bonus is Bonus.TACTICS:
            self.pending.extra_turn = True
        elif bonus is Bonus.WEALTH:
            self._draw_from_bag(self.players[self.active])
        elif bonus is Bonus.MIGHT:
            self._use_might(action)
        elif bonus is Bonus.POISON:
            self._use_poison(self.active.opponent)
        elif bonus is Bonus.CENTURION:
            self.pending.centurion = action.token

    def _use_might(self, action: Action) -> None:
        """C6: turn one opposing influence token or control marker face down."""
        if action.border is not None:
            token = self.board.border(action.border).token
            assert token is not None
            token.face = Face.TURNED
        else:
            assert action.province is not None
            self.board.province(action.province).marker_down = True

    def _use_poison(self, victim: Side) -> None:
        """C8: a random token of the victim's hand, for Crassus of his row (C17), returns to the bag."""
        if self.crassus and self._is_crassus(victim):
            self.crassus.lose_random_token()
            return
        player = self.players[victim]
        token = self.chance.draw(player.hand, TOKEN_KINDS)
        assert token is not None
        player.bag.append(token)
        player.knowledge.returned_by_poison(token)

    # Resolving a placement (C3 to C6, D1).

    def _lay_token(self, border: Border, token: PlacedToken) -> None:
        border.token = token
        self.pending.border = border

    def _resolve_placement(self, closed: list[Province]) -> None:
        """A human's placement: closed provinces, bonus effects, end of the turn."""
        self._resolve_closed_provinces(closed)
        self._go_on_with_effects()

    def _go_on_with_effects(self) -> None:
        """Resolve effects up to the next one that needs a decision, or to the end of the turn."""
        if self._resolve_effects_without_decision():
            self._end_turn()
        else:
            self.decision = Decision.EFFECT

    def _resolve_closed_provinces(self, closed: list[Province]) -> None:
        """D1: for each bonus token and control; then all border markers; then a bank token goes before the effects."""
        for province in closed:
            self._resolve_closed_province(province)
        for side in (self.active, self.active.opponent):
            self._place_border_markers(side)
        self._draw_bank_token()

    def _resolve_closed_province(self, province: Province) -> None:
        """C3: who closed it takes the bonus token; C4: the higher sum puts its control markers on it."""
        winner = self._winner_of(province)
        assert province.bonus is not None
        self.pending.effects.append(Effect(province.bonus, controlled=winner is self.active))
        province.bonus = None
        if winner is not None:
            province.control = winner
            for _ in range(province.control_spaces):
                self._give_up_marker(winner)

    def _winner_of(self, province: Province) -> Side | None:
        """C4: the higher sum; on a tie nobody, but Crassus in his own turn (C14)."""
        lead = province.lead(self.active)
        if lead == 0:
            return self.active if self._is_crassus(self.active) else None
        return self.active if lead > 0 else self.active.opponent

    def _place_border_markers(self, side: Side) -> None:
        """C5: a marker on each border whose two provinces the side controls, in the order of the table of borders."""
        for border in self.board.borders:
            if border.earns_marker(lambda province: province.control, side):
                border.marker = side
                self._give_up_marker(side)

    def _draw_bank_token(self) -> None:
        """C10, D1: a token placed face down brings a random bank token, resolved before the others."""
        border = self.pending.border
        assert border is not None and border.token is not None
        if border.token.face is Face.DOWN and self.bank:
            self.pending.effects.insert(0, Effect(self._draw_bonus(self.bank), controlled=False))

    def _resolve_effects_without_decision(self) -> bool:
        """Senates, lapsing effects (D4) and all of Crassus's (C14); tell whether none is left."""
        while self.pending.effects:
            effect = self.pending.effects[0]
            if effect.bonus is Bonus.SENATE:
                self.pending.effects.pop(0)
                self._resolve_senate(effect)
            elif self._is_crassus(self.active):
                self.pending.effects.pop(0)
                self._resolve_for_crassus(effect.bonus)
            elif any(self._can_use(effect.bonus, action) for action in ACTIONS):
                return False
            else:
                self.pending.effects.pop(0)
                self.spent.append(effect.bonus)
        return True

    def _resolve_senate(self, effect: Effect) -> None:
        """C6: kept for good; with control of its province as many markers under it as Senates are now owned."""
        player = self.players[self.active]
        player.senates += 1
        if effect.controlled:
            for _ in range(player.senates):
                player.senate_markers += 1
                self._give_up_marker(self.active)

    def _resolve_for_crassus(self, bonus: Bonus) -> None:
        """C14: Poison as usual; any other is discarded, with the option "harder" together with a control marker."""
        self.spent.append(bonus)
        if bonus is Bonus.POISON:
            if self._can_poison(self.active.opponent):
                self._use_poison(self.active.opponent)
        elif self.harder:
            self.players[self.active].markers_discarded += 1
            self._give_up_marker(self.active)

    # The end (C7).

    def _give_up_marker(self, side: Side) -> None:
        """C7: a control marker leaves its owner's supply; with the last one he wins at once."""
        player = self.players[side]
        player.markers -= 1
        if player.markers == 0:
            self._end_game(side, "markers")

    def _end_game(self, winner: Side, end: str) -> NoReturn:
        self.winning_side = winner
        self.end = end
        raise GameEnded

    # Crassus's turn (C12, C14).

    def _is_crassus(self, side: Side) -> bool:
        return self.crassus is not None and self.crassus.me.side is side

    def _take_crassus_turn(self) -> None:
        """C12: turn up a tile and do what it shows; the human's turn follows."""
        crassus = self.crassus
        assert crassus is not None
        crassus.log = []
        tile = self.tiles[crassus.turn_up_tile()]
        drew_enough = crassus.draw_tokens(tile.draw)
        crassus.take_centurions(tile.centurion)
        for number in range(tile.place):
            self._place_for_crassus(crassus, is_first=number == 0)
        if drew_enough:
            crassus.discard_tokens(tile.discard)
        self.pending = Pending()
        self._begin_turn(crassus.human.side)

    def _place_for_crassus(self, crassus: Crassus, is_first: bool) -> None:
        """C15, D8: without a fitting token he loses if it is his first placement of the turn, else it is skipped."""
        aim = crassus.choose_placement()
        if aim is None:
            if is_first:
                self._end_game(crassus.human.side, "no_placement")
            return
        crassus.row.pop(aim.position)
        self._lay_token(aim.border, PlacedToken(aim.token, crassus.me.side, aim.flip, Face.UP))
        closed = sorted(aim.border.closed_provinces(), key=lambda province: province is not aim.province)  # D1
        self._resolve_closed_provinces(closed)
        self._resolve_effects_without_decision()

    # Notation.

    def to_json(self) -> dict[str, Any]:
        """The full state, hidden tokens included, in the form of the contract."""
        return {
            "game": "caesar",
            "version": 1,
            "options": self._options_to_json(),
            "seed": str(self.seed),
            "rng": str(self.chance.state),
            "turn": self.turn,
            "active": self.active.label,
            "decision": self.decision.value,
            "borders": {border.name: _border_to_json(border) for border in self.board.borders if border.token},
            "provinces": {province.id: _province_to_json(province) for province in self.board.provinces},
            "sides": {side.label: _player_to_json(player) for side, player in self.players.items()},
            "bank": _count_bonuses(self.bank),
            "spent": _count_bonuses(self.spent),
            "pending": _pending_to_json(self.pending),
            "crassus": None if self.crassus is None else _crassus_to_json(self.crassus),
            "winner": None if self.winning_side is None else self.winning_side.label,
            "end": self.end,
        }

    def _options_to_json(self) -> dict[str, Any]:
        return {
            "modules": [name for name in ("poison", "centurions", "border_control") if getattr(self, name)],
            "solo": self.solo,
            "human": self.human,
            "harder": self.harder,
            "tiles": {name: list(self.tiles[name]) for name in TILE_NAMES},
            "skip_forced": self.skip_forced,
        }


def _checked_tiles(tiles: Mapping[str, Sequence[int]]) -> dict[str, Tile]:
    """C13: the tiles can be overridden, but all five must be told."""
    if sorted(tiles) != list(TILE_NAMES):
        raise ValueError(f"tiles {sorted(tiles)} must be exactly {list(TILE_NAMES)}")
    for name, numbers in tiles.items():
        if len(numbers) != len(Tile._fields) or min(numbers) < 0:
            raise ValueError(f"tile {name} {tuple(numbers)} must be four numbers from 0: {', '.join(Tile._fields)}")
    return {name: Tile(*tiles[name]) for name in TILE_NAMES}


def _count_tokens(tokens: list[TokenKind]) -> dict[str, int]:
    return {kind.name: tokens.count(kind) for kind in TOKEN_KINDS if kind in tokens}


def _count_bonuses(bonuses: list[Bonus]) -> dict[str, int]:
    return {bonus.label: bonuses.count(bonus) for bonus in Bonus if bonus in bonuses}


def _names_in_kind_order(tokens: list[TokenKind]) -> list[str]:
    return [kind.name for kind in sorted(tokens, key=TOKEN_KINDS.index)]


def _label_or_none(side: Side | None) -> str | None:
    return None if side is None else side.label


def _border_to_json(border: Border) -> dict[str, Any]:
    assert border.token is not None
    return {
        "owner": border.token.owner.label,
        "token": border.token.kind.name,
        "flip": border.token.flip,
        "face": border.token.face.value,
        "marker": _label_or_none(border.marker),
    }


def _province_to_json(province: Province) -> dict[str, Any]:
    return {
        "bonus": None if province.bonus is None else province.bonus.label,
        "closed": province.is_closed,
        "control": _label_or_none(province.control),
        "marker_down": province.marker_down,
    }


def _player_to_json(player: Player) -> dict[str, Any]:
    knowledge = player.knowledge
    return {
        "markers": player.markers,
        "senates": player.senates,
        "senate_markers": player.senate_markers,
        "markers_discarded": player.markers_discarded,
        "hand": _count_tokens(player.hand),
        "bag": _count_tokens(player.bag),
        "centurions": _names_in_kind_order(player.centurions),
        "hand_known": _count_tokens(knowledge.hand_known),
        "loose": _names_in_kind_order(knowledge.loose),
        "returned": _count_tokens(knowledge.returned),
        "fresh": knowledge.fresh,
    }


def _pending_to_json(pending: Pending) -> dict[str, Any]:
    return {
        "border": None if pending.border is None else pending.border.name,
        "order": [province.id for province in pending.order],
        "effects": [{"bonus": effect.bonus.label, "controlled": effect.controlled} for effect in pending.effects],
        "extra_turn": pending.extra_turn,
        "centurion": None if pending.centurion is None else pending.centurion.name,
    }


def _crassus_to_json(crassus: Crassus) -> dict[str, Any]:
    return {
        "row": [token.name for token in crassus.row],
        "deck": {name: crassus.deck.count(name) for name in TILE_NAMES if name in crassus.deck},
        "tile": crassus.tile,
        "log": [_log_entry_to_json(entry) for entry in crassus.log],
    }


def _log_entry_to_json(entry: LogEntry) -> dict[str, Any]:
    return {
        "step": entry.step,
        "province": entry.aim.province.id,
        "border": entry.aim.border.name,
        "token": entry.aim.token.name,
        "flip": entry.aim.flip,
        "province_tie": entry.province_tie,
        "border_tie": entry.border_tie,
        "token_tie": entry.token_tie,
    }
