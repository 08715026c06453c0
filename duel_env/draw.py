"""Drawings of Caesar!: `svg` for screens and notebooks, `ansi` for terminals and logs.

Both take the seat they are seen from (0 Caesar, 1 Pompey, None everything) and read hidden pieces only through
`_seen_hand` and `_seen_kind`, so nothing a seat cannot know gets into its picture. The map is turned a quarter from the
coordinates in `data`, so that north is up.
"""

import itertools
import math
import textwrap
from collections.abc import Sequence
from typing import Any

from boardkit.ansi import BOLD, DIM, REVERSE, paint
from boardkit.game import State
from boardkit.svg import (
    FADED,
    FOAM,
    GOLD,
    INK,
    PAGE,
    PAPER,
    at,
    box,
    centred,
    drawing,
    element,
    group,
    plain,
    text,
    title,
)
from duel_env.data import (
    BOARD_SIZE,
    BONUSES,
    BORDER_CONTROL_SPACES,
    BORDER_PROVINCES,
    BORDER_SYMBOL,
    BORDERS,
    BORDERS_OF,
    CAESAR,
    CENTURION,
    DIFFICULTIES,
    END_OF,
    FIRST_CENTURION,
    INFERRED_TILES,
    IS_CENTRAL,
    ITALIA_SECOND_CENTRE,
    KIND_NAMES,
    KIND_SYMBOL,
    KIND_VALUES,
    MARKERS,
    MIGHT,
    NEIGHBOUR_OF,
    NOBODY,
    NUM_BORDERS,
    NUM_BORDERS_OF,
    NUM_PROVINCES,
    POISON,
    POMPEY,
    PROVINCE_CENTRES,
    PROVINCE_NAMES,
    PROVINCES,
    SENATE,
    SIDES,
    SYMBOLS,
    TACTICS,
    TILE_PARTS,
    TILES,
    WEALTH,
    WILD,
)
from duel_env.state import AT_END, AT_ORDER, AT_PLACE, BY_MARKERS, FACE_DOWN, FACE_UP, FACES, LOG_FIELDS

Point = tuple[float, float]

# -- what a seat sees --------------------------------------------------------------------------------------------------


def _seen_hand(s: State, side: int, viewer: int | None) -> list[int | None]:
    """The tokens in a side's hand by kind, None for each that the viewer cannot know."""
    counts = s.hand[side] if viewer in (None, side) else s.hand_known[side]
    kinds: list[int | None] = [kind for kind, count in enumerate(counts) for _ in range(count)]
    return kinds + [None] * (int(s.hand[side].sum()) - len(kinds))


def _seen_kind(s: State, border: int, viewer: int | None) -> int | None:
    """The kind of the token on a border, None when it was placed face down by the viewer's opponent."""
    hidden = s.border_face[border] == FACE_DOWN and viewer not in (None, s.border_owner[border])
    return None if hidden else int(s.border_kind[border])


def _values(s: State, border: int, kind: int) -> tuple[int, int]:
    """The values a token of this kind, lying as the one on the border does, turns to the border's two provinces."""
    first, second = (int(value) for value in KIND_VALUES[kind])
    return (second, first) if s.border_flip[border] else (first, second)


def _row(s: State) -> list[int]:
    """Crassus's row, left to right, by kind."""
    return [int(kind) for kind in s.row[: s.row_length]]


def _latest_borders(s: State) -> set[int]:
    """Where the latest placements are; a turn of Crassus can have several."""
    latest = {int(s.last_border)} - {NOBODY}
    if s.solo and all(_is_crassus(s, int(s.border_owner[border])) for border in latest):
        latest |= {int(entry[LOG_FIELDS.index("border")]) for entry in s.log[: s.log_length]}
    return latest


def _is_crassus(s: State, side: int) -> bool:
    return bool(s.solo) and side != s.human


def _is_closed(s: State, province: int) -> bool:
    """All borders hold tokens and its bonus token is taken: control is decided."""
    return s.free_borders[province] == 0 and s.bonus[province] < 0


# -- words -------------------------------------------------------------------------------------------------------------

_EFFECT_WORDS = {
    TACTICS: "take one more turn after this one",
    WEALTH: "draw a token and keep a larger hand",
    MIGHT: "turn an opposing token or control marker face down",
    POISON: "make the opponent return a token",
    CENTURION: "choose a Centurion token",
    SENATE: "keep it",
}
_BONUS_HINTS = {
    SENATE: "control markers beneath",
    TACTICS: "one more turn",
    WEALTH: "a larger hand",
    MIGHT: "turns a piece face down",
    POISON: "opponent's hand shrinks",
    CENTURION: "a Centurion token",
}


def _side_name(s: State, side: int) -> str:
    return f"Crassus ({SIDES[side].title()})" if _is_crassus(s, side) else SIDES[side].title()


def _pending_words(s: State) -> str:
    """The decision that is waited for, or how the game ended."""
    name = _side_name(s, int(s.active))
    if s.decision == AT_END:
        return _end_words(s)
    if s.decision == AT_PLACE:
        return f"{name} places an influence token"
    if s.decision == AT_ORDER:
        first, second = (PROVINCE_NAMES[province] for province in BORDER_PROVINCES[s.last_border])
        return f"{name} chooses which is resolved first: {first} or {second}"
    bonus = int(s.effect[0])
    return f"{name} has {BONUSES[bonus].title()}: {_EFFECT_WORDS[bonus]}, or decline"


def _end_words(s: State) -> str:
    winner = int(s.winner)
    reason = "no control marker left" if s.end == BY_MARKERS else f"{_side_name(s, 1 - winner)} cannot place"
    return f"{_side_name(s, winner)} wins: {reason}"


def _module_words(s: State) -> str:
    modules = (("Poison", s.poison), ("Centurions", s.centurions), ("Border Control", s.border_control))
    return ", ".join(name for name, used in modules if used) or "no modules"


def _difficulty_words(s: State) -> str:
    return f"{DIFFICULTIES[s.difficulty]} deck{', harder' if s.harder else ''}"


def _tile_words(s: State) -> str:
    """What Crassus's latest command tile told him to do."""
    if s.tile < 0:
        return "no tile yet"
    parts = zip(TILE_PARTS, s.tiles[s.tile], strict=True)
    return ", ".join(f"{part} {amount}" for part, amount in parts if amount)


def _tile_source(s: State) -> str:
    """C13: the default tiles are an inference and have to be called so."""
    inferred = all(tuple(s.tiles[index]) == INFERRED_TILES[tile] for index, tile in enumerate(TILES))
    return "inferred" if inferred else "chosen by option"


def _deck_words(s: State) -> str:
    tiles = ", ".join(f"{count} {tile}" for tile, count in zip(TILES, s.deck, strict=True) if count)
    return f"{int(s.deck.sum())} tiles left" + (f": {tiles}" if tiles else "")


def _border_words(s: State, border: int, viewer: int | None) -> str:
    """A border in words, for the title that a browser shows under the pointer."""
    names = [PROVINCE_NAMES[province] for province in BORDER_PROVINCES[border]]
    place = f"{names[0]} - {names[1]}, {SYMBOLS[BORDER_SYMBOL[border]]}"
    owner = int(s.border_owner[border])
    if owner == NOBODY:
        return f"{place}: free"
    kind = _seen_kind(s, border, viewer)
    if kind is None:
        return f"{place}: {SIDES[owner].title()}, face down"
    if s.border_face[border] != FACE_UP:
        return f"{place}: {SIDES[owner].title()}, {KIND_NAMES[kind]}, face down"
    first, second = _values(s, border, kind)
    return f"{place}: {SIDES[owner].title()}, {KIND_NAMES[kind]}, {first} to {names[0]} and {second} to {names[1]}"


def _province_words(s: State, province: int) -> str:
    """A province in words, for the title that a browser shows under the pointer."""
    name = PROVINCE_NAMES[province]
    if _is_closed(s, province):
        return f"{name}: {_control_words(s, province)}"
    bonus = "no bonus" if s.bonus[province] < 0 else BONUSES[s.bonus[province]].title()
    caesar, pompey = s.influence[:, province]
    return f"{name}: {bonus}, Caesar {caesar}, Pompey {pompey}, {s.free_borders[province]} borders free"


def _control_words(s: State, province: int) -> str:
    owner = int(s.control[province])
    if owner == NOBODY:
        return "tied"
    return SIDES[owner].title() + (", marker face down" if s.marker_down[province] else "")


# -- where things are on the drawing -----------------------------------------------------------------------------------

WIDTH, HEIGHT = 1100, 760
_MAP_SCALE = (1.48, 1.59)
_MAP_ORIGIN = (3.6, 55.7)
_NUDGES = {
    "AC": (-8, -7),
    "CR": (8, 7),
    "SC": (4, 6),
    "NU": (-8, 6),
    "AF": (4, -2),
}  # from the true centres, to make room


def _map_point(x: float, y: float, nudge: Point = (0, 0)) -> Point:
    """A point of the board in `data` on the drawing, north up."""
    across, down = y, BOARD_SIZE[0] - x
    return (
        _MAP_ORIGIN[0] + _MAP_SCALE[0] * across + nudge[0],
        _MAP_ORIGIN[1] + _MAP_SCALE[1] * down + nudge[1],
    )


def _nearest_pair(first: list[Point], second: list[Point]) -> tuple[Point, Point]:
    return min(itertools.product(first, second), key=lambda pair: math.dist(*pair))


_SPACES = [[_map_point(*PROVINCE_CENTRES[code], _NUDGES.get(code, (0, 0)))] for code in PROVINCES]
_SPACES[PROVINCES.index("IT")].append(_map_point(*ITALIA_SECOND_CENTRE))
_BORDER_LINES = [_nearest_pair(_SPACES[first], _SPACES[second]) for first, second in BORDER_PROVINCES]

# Where a province's name stands, from its (first) control space; the influence goes between the two.
_NAME_OFFSETS = {
    "HU": (-6, 40), "HC": (-12, -40), "MT": (-4, 40), "SD": (4, 39), "GA": (-2, -40), "NU": (0, 40), "SC": (13, 40),
    "IT": (4, -40), "GC": (-14, 40), "AF": (0, 40), "AC": (-15, 40), "MD": (8, -40), "DM": (0, -40), "CY": (0, 40),
    "CR": (2, 40), "AG": (0, 40), "AS": (2, -40), "SY": (4, 40),
}  # fmt: skip

# The provinces' outlines as SVG paths, drawn around the control spaces; neighbours share their points.
_OUTLINES = {
    "HU": (
        "M42,342l10,2 10-1 10,1 10-2 16,3 15-4 1,7 4,7 7,4 3,7 1,8 6,5 3,7 3,6-2,12-6,9 1,12 0,11-6,8-5,8-8,7-7,7"
        "-11-3-9-7-10-3-11,1-9-3-10-2-8-5-5-8-6-8-9-4-4-9 0-10 0-10 0-8 0-9 0-10 4-5 5-10 8-5 9-6z"
    ),
    "HC": (
        "M92,218l8,6 6,8 7,7 10,4-1,12 5,11 2,11 6,10 0,7-2,7-2,7-5,6 1,8-4,7-4,6-6,6-15,4-16-3-10,2-10-1-10,1-10-2"
        "-6-7-9-4-6-7-5-7 0-8 0-9 2-8 0-8 2-9-3-9 1-9 7-6 9-2 8-6 4-8 9-4 10-3 10,0 9-5 8-5z"
    ),
    "MT": (
        "M108,466l7-7 8-7 5-8 6-8 0-11-1-12 6-9 2-12 8-10 12-4 12-3 12,3 7,9 4,10 8,7 9,5 14,11 17,4 2,12-1,12 8,9 "
        "6,11-8,14-8,14-2,10-6,9-2,9-1,11-10,4-12-3-8,8-9,6-10-6-12,0-11,0-11-3-4-10-4-11-9-5-8-8-7-8-4-11-6-10 1"
        "-12z"
    ),
    "SD": (
        "M179,299l5-9 4-9 9-6 5-9 16-7 18-3 7,4 7,4 8-2 7-1 6,5 7,4 3,7 6,5 8,18 8,18 10,9 5,12 5,13 9,10-11,13"
        "-15,8-8,14-8,14-12,4-12-2-12,4-10,7-17-4-14-11-9-5-8-7-4-10-7-9 2-10 0-10-2-10-7-8-3-10-2-10 1-11 5-10z"
    ),
    "GA": (
        "M212,127l4,9 2,10 6,9 5,8 1,12 5,11 5,11 10,8-3,13-3,13-6,12-2,13-18,3-16,7-5,9-9,6-4,9-5,9-11-1-11-5-11-2"
        "-11-4-6-10-2-11-5-11 1-12-10-4-7-7-6-8-8-6 1-9 2-9-2-9 1-9 1-9 3-8 7-5 5-7 7-6 9-4 6-7 3-9 10,2 10-2 9-2 9"
        "-5 10,3 9,4 10,1 10-1z"
    ),
    "NU": (
        "M232,535l1-11 2-9 6-9 2-10 8-14 8-14 12-5 12,0 11-4 11-4 15,9 16,6 6,15 3,17 3,16 11,14-3,13-2,13 2,13"
        "-4,13-7,7-9,4-9,6-7,6-7-10-11-7-12-6-9-8-7-5-9-3-8-5-9,0-3-8-6-6-1-8-6-6z"
    ),
    "SC": (
        "M290,411l8-14 8-14 15-8 11-13 11,10 14,4 13,7 15,2 7,16 7,17 6,8 5,8 5,13-2,14-8,6-2,10-1,10-2,10-5,10"
        "-3,12-3,11-1,12-15-3-14-7-11-14-3-16-3-17-6-15-16-6-15-9-1-12-2-12-5-10-7-10z"
    ),
    "IT": (
        "M301,230l14-8 16-7 11-3 11-5 10-5 11-6 14,12 17,9 14,2 12,6 11,9 10,9 4,16 0,17 3,16 6,16 1,12 3,12-4,12"
        "-3,11-7,10-9,8 0,11-4,10-6,10-7,8-6,5-8,1-8,3-8-3-7-17-7-16-15-2-13-7-14-4-11-10-9-10-5-13-5-12-10-9-8-18"
        "-8-18 2-13 4-13 5-12 3-14z"
    ),
    "GC": (
        "M370,94l1,11-2,9-2,10 2,10 6,15 4,16-1,16-4,15-11,6-10,5-11,5-11,3-16,7-14,8-7-2-8,0-6-4-6-5-7-2-7-1-7-5-3"
        "-6-10-8-5-11-5-11-1-12-5-8-6-9-2-10-4-9 7-8 7-7 5-9 1-10 8-5 9-3 6-7 10-4 9-1 8-2 10,0 8-6 9,5 10,3 10-3 "
        "10-1 9,7 4,10 10,2 8,6z"
    ),
    "AF": (
        "M320,607l7-6 9-6 9-4 7-7 4-13-2-13 2-13 3-13 14,7 15,3 1-12 3-11 3-12 5-10 8-1 8-2 7-3 8,0 2,10 5,10 6,9 "
        "5,10 12,5 13,6 1,9 7,7 2,8 1,9-6,8-1,9 2,9 3,8-6,14 0,15-5,14-6,13 0,11-2,9-4,10 1,10-10,5-9,3-8,7-10,4-9"
        "-6-11-1-10,4-11-3-9-4-8-6-7-8-11-2-4-10-1-10-8-7-5-9-2-7 1-8-5-6-5-5 1-7-1-7 1-7 0-7z"
    ),
    "AC": (
        "M429,412l7-8 6-10 4-10 0-11 9-8 7-10 3-11 4-12 11,1 10,5 11,1 11-1 10,2 9,2 10,3 9,5 2,8 1,9 3,8 1,8-1,8 "
        "0,7 4,6 0,7-6,8-6,8-9,5-6,8-7,14-7,13 2,15-5,14-6,5-6,5-7,4-6,5-5,6-5,6-5,6-2,8-13-6-12-5-5-10-6-9-5-10-2"
        "-10 0-10-4-10-2-10 2-10 1-10-3-9-1-11 5-9z"
    ),
    "MD": (
        "M452,243l11-7 10-9 6-11 8-11 9-5 7-7 9-3 9-6 13,3 10,9 10,9 11,8 8,7 3,11 9,4 8,8-2,10 2,10 3,10 5,8-2,11 "
        "1,11-9,6-4,11-12,2-12,6-3,13-10,9-9-5-10-3-9-2-10-2-11,1-11-1-10-5-11-1-3-12-1-12-6-16-3-16 0-17-4-16z"
    ),
    "DM": (
        "M374,196l4-15 1-16-4-16-6-15-2-10 2-10 2-9-1-11 6-8 8-7 11-1 8-7 11-1 10-3 10,2 10,3 9,1 10-2 9,1 8,7 9,3 "
        "9,4 9,6 4,9 5,9 7,8-1,10 2,10-1,12-7,10 3,12 2,12-9,6-9,3-7,7-9,5-8,11-6,11-10,9-11,7-10-9-11-9-12-6-14-2"
        "-17-9-14-12z"
    ),
    "CY": (
        "M461,704l-1-10 4-10 2-9 0-11 6-13 5-14 0-15 6-14 5-6 5-5 6-6 2-8 4-7 7-3 7-4 6-5 13,3 12,8 9,8 9,8 9,9 "
        "11,5 0,16 3,16 4,16 1,16 1,10-1,10 0,10 2,10-9,5-6,7-8,7-10,3-10-1-9,0-9,5-11-1-9,0-8-5-10,1-9-3-8-5-6-7-6"
        "-7-9-4z"
    ),
    "CR": (
        "M516,496l5-14-2-15 7-13 7-14 6-8 9-5 6-8 6-8 10-3 10-2 10,0 9-4 8,7 9,5 7,8 3,10 0,10 2,10 6,8 4,10 0,10 "
        "4,10-3,9-1,11-5,15-10,14-3,16-2,16-6,10-8,8-7,9-9,7-11-5-9-9-9-8-9-8-12-8-13-3-2-9-1-8-2-9 3-8 1-9-1-9-2-8"
        "-5-8z"
    ),
    "AG": (
        "M588,605l9-7 7-9 8-8 6-10 2-16 3-16 10-14 5-15 17,7 16,9 16,7 18,2 2,19 4,19 3,18 4,19 7,7 6,9 9,4 7,8"
        "-6,11-1,11 0,12-7,10-8,6-4,9-7,7-5,7-9,4-8,4-8,5-10,1-9,6-11,2-11,1-11-2-7-7-11-3-9-5-7-8-2-10 0-10 1-10-1"
        "-10-1-16-4-16-3-16 0-16z"
    ),
    "AS": (
        "M761,451l-8,7-9,5-8,5-10,3-2,17-5,16-7,16-7,15-18-2-16-7-16-9-17-7 1-11 3-9-4-10 0-10-4-10-6-8-2-10 0-10-3"
        "-10-7-8-9-5-8-7 6-10-1-11 0-11 5-9 6-9 8-7 6-8 4-10 11-2 11,3 9-5 11-1 10-5 11,0 12,1 8,7 6,9 11,4 7,7 "
        "7,8 6,10 5,10 5,10 1,11-1,8-4,6 1,7-2,7-2,8 2,7 0,7 3,7z"
    ),
    "SY": (
        "M705,535l7-15 7-16 5-16 2-17 10-3 8-5 9-5 8-7 7,2 8,2 4,8 7,4 6,4 6,6 7,3 5,6 8,9 12,3 1,11 0,11 0,11 0,8 "
        "0,11 0,11 0,9 0,10 0,9-7,6-5,10-6,9-8,8-10,6-9,10-14,3-13-6-13,3-7-8-9-4-6-9-7-7-4-19-3-18-4-19-2-19z"
    ),
}

# -- colours and icons -------------------------------------------------------------------------------------------------

_SHALLOW, _SHORE = "#31586680", "#4f7f8c"
_LAND, _CENTRAL_LAND, _TIED_LAND, _COAST = "#f0e5ca", "#e6d4a6", "#bdb6a6", "#5d4a30"
_SIDE_FILL = ("#b3202c", "#1f5aa6")
_SIDE_DARK = ("#6d121a", "#12365f")
_SIDE_LAND = ("#e5a99a", "#a4bfe3")
_BONUS_FILL = ("#6d3f9c", "#16786c", "#b8860b", "#b4501a", "#557a1f", "#454b54")

# Each icon lives in a box of 20 x 20 around the origin and takes the colour of the group around it.
_SYMBOL_ICONS = (
    '<path transform="rotate(45)" d="M0,-11L2,-8V3H-2V-8Z M-6,3H6V5.3H-6Z M-1.4,5H1.4V9H-1.4Z M-2,8.6H2V11H-2Z"/>',
    '<path fill-rule="evenodd" d="M0,-9.5Q4,-6.8 8,-6.8C8.6,0 6,6.4 0,9.8C-6,6.4 -8.6,0 -8,-6.8Q-4,-6.8 0,-9.5Z'
    + 'M0,-3L3,0L0,3L-3,0Z"/>',
    '<path d="M-10,3.4H10C8.8,7.4 6.6,9 4.4,9H-5C-7.4,9 -9.4,7 -10,3.4Z M-0.9,-10H0.9V2.4H-0.9Z'
    + 'M2,-8.6C6.6,-6.6 8.4,-2.4 7.8,1.8H2Z M-2,-6.4C-5.4,-4.6 -6.6,-1.4 -6.4,1.8H-2Z"/>',
    '<path d="M0,-10L2.4,-3.2L9.5,-3.1L3.8,1.2L5.9,8.1L0,4L-5.9,8.1L-3.8,1.2L-9.5,-3.1L-2.4,-3.2Z"/>',
)
_BONUS_ICONS = (
    "M0,-10L9,-5V-3H-9V-5Z M-7,-2H-4V5.4H-7Z M-1.5,-2H1.5V5.4H-1.5Z M4,-2H7V5.4H4Z M-9,6.4H9V9H-9Z",
    "M-9,-7H-4.5L1,0L-4.5,7H-9L-3.5,0Z M0,-7H4.5L10,0L4.5,7H0L5.5,0Z",
    "M-8,-5.4A8,3.2 0 1 0 8,-5.4A8,3.2 0 1 0 -8,-5.4Z M-8,-2A8,3.2 0 0 0 8,-2V0.8A8,3.2 0 0 1 -8,0.8Z"
    + "M-8,3.4A8,3.2 0 0 0 8,3.4V6.2A8,3.2 0 0 1 -8,6.2Z",
    "M2,-10L-7,2H-1L-3,10L7,-3H1Z",
    "M-3.4,-10H3.4V-7.8H2.2V-3L7.6,6C8.8,8.4 7.4,10 5,10H-5C-7.4,10 -8.8,8.4 -7.6,6L-2.2,-3V-7.8H-3.4Z",
    "M-9.6,1A9.6,10.4 0 0 1 9.6,1L6.6,1A6.6,7.4 0 0 0 -6.6,1Z M-5.4,1.6A5.4,5.8 0 0 1 5.4,1.6V9.4H2V4.4H-2V9.4H-5.4Z",
)


# -- elements ----------------------------------------------------------------------------------------------------------


def _symbol_icon(symbol: int, x: float, y: float, size: float, fill: str) -> str:
    """The icon of a symbol; the double symbol of a Centurion shows both."""
    if symbol <= WILD:
        return group(_SYMBOL_ICONS[symbol], transform=at(x, y, size / 20), fill=fill)
    shield, boat = (SYMBOLS.index(name) for name in ("shield", "boat"))
    upper = _symbol_icon(shield, x, y - 0.42 * size, 0.76 * size, fill)
    return upper + _symbol_icon(boat, x, y + 0.42 * size, 0.76 * size, fill)


def _bonus_coin(bonus: int, x: float, y: float, radius: float) -> str:
    """A province bonus token."""
    return group(
        element("circle", r=12, fill=_BONUS_FILL[bonus], stroke=PAPER, stroke_width=1.2),
        element("path", d=_BONUS_ICONS[bonus], fill="#ffffff", transform="scale(0.74)"),
        class_=f"bonus {BONUSES[bonus]}",
        transform=at(x, y, radius / 12),
    )


def _marker(side: int, x: float, y: float, radius: float, down: bool = False) -> str:
    """A control marker: Caesar's are round, Pompey's are diamonds; face down they are dark and struck through."""
    fill = _SIDE_DARK[side] if down else _SIDE_FILL[side]
    letter = centred(0, 0, SIDES[side][0].upper(), 12, "#ffffff", font_weight="bold", opacity=0.6 if down else 1)
    cross = element("path", d="M-7,7L7,-7", stroke="#ffffff", stroke_width=2) if down else ""
    return group(
        _marker_shape(side, fill=fill, stroke="#ffffff", stroke_width=1.4),
        letter + cross,
        class_=f"marker {SIDES[side]}{' down' if down else ''}",
        transform=at(x, y, radius / 10),
    )


def _marker_shape(side: int, **attributes: Any) -> str:
    """The outline of a side's markers, 10 from the middle to the edge."""
    if side == CAESAR:
        return element("circle", r=10, **attributes)
    return box(-8.6, -8.6, 17.2, 17.2, 2.5, transform="rotate(45)", **attributes)


# -- influence tokens --------------------------------------------------------------------------------------------------

_TOKEN_LENGTH, _TOKEN_BREADTH = 54, 29
_VALUE_OFFSET = 17.5


def _token_shape(side: int, angle: float = 0, growth: float = 0, **attributes: Any) -> str:
    """The outline of a side's tokens, lying at an angle: Caesar's have round ends, Pompey's are cut square."""
    length, breadth = _TOKEN_LENGTH + growth, _TOKEN_BREADTH + growth
    radius = breadth / 2 if side == CAESAR else 4 + growth / 2
    turn = f"rotate({plain(angle)})"
    return box(-length / 2, -breadth / 2, length, breadth, radius, transform=turn, **attributes)


def _token_face(side: int, kind: int, values: tuple[int, int], angle: float = 0) -> str:
    """A face-up token around the origin: its first value towards the lower x when the angle is 0."""
    rim = GOLD if kind >= FIRST_CENTURION else "#ffffff"
    across, down = (_VALUE_OFFSET * part for part in (math.cos(math.radians(angle)), math.sin(math.radians(angle))))
    numbers = (
        centred(sign * across, sign * down, str(value), 15, "#ffffff", font_weight="bold")
        for sign, value in zip((-1, 1), values, strict=True)
    )
    return (
        _token_shape(side, angle, fill=_SIDE_FILL[side], stroke=rim, stroke_width=1.6)
        + _symbol_icon(int(KIND_SYMBOL[kind]), 0, 0, 14, "#ffffff")
        + "".join(numbers)
    )


def _token_back(side: int, angle: float = 0, words: str = "") -> str:
    """A face-down token around the origin, with what the viewer knows of it."""
    turn = f"rotate({plain(angle)})"
    weave = element("path", d="M-22,-9L-4,9M-4,-9L-22,9M22,-9L4,9M4,-9L22,9", stroke_width=1.2, transform=turn)
    known = box(-12, -7.5, 24, 15, 3, fill=_SIDE_DARK[side]) + centred(0, 0, words, 11, "#ffffff") if words else ""
    return (
        _token_shape(side, angle, fill=_SIDE_DARK[side], stroke="#ffffff", stroke_width=1.6)
        + _token_shape(side, angle, -6, fill="none", stroke=_SIDE_LAND[side], stroke_width=1)
        + group(weave, stroke=_SIDE_LAND[side], opacity=0.55)
        + known
    )


def _token(side: int, kind: int | None, x: float, y: float, scale: float, name: str, place: str) -> str:
    """A token off the board, face down when its kind is None."""
    if kind is None:
        picture, symbol = _token_back(side), "hidden"
    else:
        first, second = (int(value) for value in KIND_VALUES[kind])
        picture, symbol = _token_face(side, kind, (first, second)), SYMBOLS[KIND_SYMBOL[kind]]
    return group(picture, id=name, class_=f"token {place} {symbol}", transform=at(x, y, scale))


def _slug(kind: int) -> str:
    return KIND_NAMES[kind].replace(" ", "-").replace("/", "-")


# -- the map -----------------------------------------------------------------------------------------------------------


def _map(s: State, viewer: int | None) -> str:
    return group(
        _sea(),
        *(_province(s, province) for province in range(NUM_PROVINCES)),
        *(_border(s, border, viewer) for border in range(NUM_BORDERS)),
        id="map",
    )


def _sea() -> str:
    """Shallow water around the land."""
    coast = group(*(element("path", d=outline) for outline in _OUTLINES.values()), id="caesar-coast")
    lines = (
        element("use", href="#caesar-coast", stroke=stroke, stroke_width=width)
        for stroke, width in ((_SHALLOW, 22), (_SHALLOW, 13), (_SHORE, 5))
    )
    return element("defs", coast) + group(*lines, fill="none", stroke_linejoin="round")


def _province(s: State, province: int) -> str:
    code, owner, closed = PROVINCES[province], int(s.control[province]), _is_closed(s, province)
    tied = closed and owner == NOBODY
    state = "tied" if tied else SIDES[owner] if owner >= 0 else "open"
    parts = [title(_province_words(s, province)), _land(province, owner, tied), _province_name(province)]
    parts += [_control_space(s, province, space, tied) for space in range(len(_SPACES[province]))]
    if not closed and s.influence[:, province].any():
        parts.append(_influence(s, province))
    return group(*parts, id=f"province-{code}", class_=f"province {state}")


def _land(province: int, owner: int, tied: bool) -> str:
    open_land = _CENTRAL_LAND if IS_CENTRAL[province] else _LAND
    fill = _TIED_LAND if tied else _SIDE_LAND[owner] if owner >= 0 else open_land
    outline = _OUTLINES[PROVINCES[province]]
    land = element("path", d=outline, fill=fill, stroke=_COAST, stroke_width=1.3, stroke_linejoin="round")
    hatching = element("path", d=outline, fill="url(#caesar-hatching)") if tied else ""
    return land + hatching


def _control_space(s: State, province: int, space: int, tied: bool) -> str:
    """A control space with what lies on it: bonus token, control marker (at most one of Italia's is face down)."""
    x, y = _SPACES[province][space]
    ring = element("circle", cx=x, cy=y, r=17, fill="#00000018", stroke=_COAST, stroke_width=1, stroke_dasharray="3 2")
    owner = int(s.control[province])
    if owner >= 0:
        return _marker(owner, x, y, 15, down=bool(s.marker_down[province]) and space == 0)
    if tied:
        return group(_tied_sign(), transform=at(x, y))
    coin = _bonus_coin(int(s.bonus[province]), x, y, 15) if space == 0 and s.bonus[province] >= 0 else ""
    return ring + coin


def _tied_sign(scale: float = 1) -> str:
    bars = element("path", d="M-7,-3.5H7M-7,3.5H7", stroke=PAPER, stroke_width=3)
    return group(element("circle", r=14, fill=FADED, stroke=PAPER, stroke_width=1) + bars, transform=at(0, 0, scale))


def _province_name(province: int) -> str:
    (x, y), (across, down) = _SPACES[province][0], _NAME_OFFSETS[PROVINCES[province]]
    words = PROVINCE_NAMES[province].split()
    lift = 11 * (len(words) - 1) if down < 0 else 0
    weight = "bold" if IS_CENTRAL[province] else "normal"
    return "".join(
        centred(x + across, y + down - lift + 11 * line, word, 10.5, INK, font_weight=weight, letter_spacing=0.4)
        for line, word in enumerate(words)
    )


def _influence(s: State, province: int) -> str:
    """What the two sides have in an open province so far: Caesar's sum left, Pompey's right."""
    (x, y), (across, down) = _SPACES[province][0], _NAME_OFFSETS[PROVINCES[province]]
    badge = _influence_badge(*(int(total) for total in s.influence[:, province]))
    return group(badge, transform=at(x + across, y + math.copysign(25, down)))


def _influence_badge(caesar: int, pompey: int) -> str:
    return group(
        element("path", d="M0,-6.5H-11A6.5,6.5 0 0 0 -11,6.5H0Z", fill=_SIDE_FILL[CAESAR]),
        element("path", d="M0,-6.5H17V6.5H0Z", fill=_SIDE_FILL[POMPEY]),
        centred(-8, 0, str(caesar), 10, "#ffffff", font_weight="bold"),
        centred(8, 0, str(pompey), 10, "#ffffff", font_weight="bold"),
        class_="influence",
    )


def _border(s: State, border: int, viewer: int | None) -> str:
    """A border: its space, or the token and control marker on it."""
    (x, y), angle = _border_place(border)
    owner = int(s.border_owner[border])
    latest = border in _latest_borders(s)
    classes = ["border", SYMBOLS[BORDER_SYMBOL[border]]]
    classes += ["free"] if owner == NOBODY else [SIDES[owner], f"face-{FACES[s.border_face[border]]}"]
    classes += ["latest"] * latest
    parts = [title(_border_words(s, border, viewer)), _free_space(s, border, angle)]
    if owner != NOBODY:
        glow = _token_shape(owner, angle, 7, fill=GOLD, stroke=INK, stroke_width=0.8) if latest else ""
        parts += [glow, _border_token(s, border, viewer, angle)]
    if s.border_marker[border] >= 0:
        parts.append(_marker(int(s.border_marker[border]), 0, 0, 9.5))
    return group(*parts, id=f"border-{BORDERS[border]}", class_=" ".join(classes), transform=at(x, y))


def _border_place(border: int) -> tuple[Point, float]:
    """The middle of a border space, and the angle at which the line from its first to its second province runs."""
    (x1, y1), (x2, y2) = _BORDER_LINES[border]
    return ((x1 + x2) / 2, (y1 + y2) / 2), math.degrees(math.atan2(y2 - y1, x2 - x1))


def _free_space(s: State, border: int, angle: float) -> str:
    """A border space with its symbol; those of Border Control have a double outline."""
    double = bool(s.border_control) and border in BORDER_CONTROL_SPACES
    outline = _token_shape(CAESAR, angle, 7, fill=PAPER, stroke=INK, stroke_width=1.4) if double else ""
    return (
        outline
        + _token_shape(CAESAR, angle, -1, fill=PAPER, stroke=INK if double else FADED, stroke_width=1.2)
        + _symbol_icon(int(BORDER_SYMBOL[border]), 0, 0, 19, INK)
    )


def _border_token(s: State, border: int, viewer: int | None, angle: float) -> str:
    owner, kind = int(s.border_owner[border]), _seen_kind(s, border, viewer)
    if kind is None:
        return _token_back(owner, angle, "?")
    if s.border_face[border] == FACE_UP:
        return _token_face(owner, kind, _values(s, border, kind), angle)
    return _token_back(owner, angle, f"{KIND_VALUES[kind, 0]}/{KIND_VALUES[kind, 1]}")


# -- header and legend -------------------------------------------------------------------------------------------------


def _header(s: State) -> str:
    over = s.decision == AT_END
    side = int(s.winner) if over else int(s.active)
    words = _pending_words(s)
    frame = {"stroke": GOLD, "stroke_width": 2.5} if over else {"stroke": _SIDE_LAND[side], "stroke_width": 1}
    return group(
        text(14, 38, "CAESAR!", 24, GOLD, font_weight="bold", letter_spacing=1),
        box(160, 12, 672, 36, 18, fill=_SIDE_FILL[side], **frame),
        _marker(side, 182, 30, 12),
        centred(500, 30, words, 18 if over else 14, "#ffffff", font_weight="bold" if over else "normal"),
        text(1086, 26, f"turn {s.turn}", 12, FOAM, text_anchor="end"),
        text(1086, 43, _module_words(s), 11, FOAM, text_anchor="end"),
        id="header",
        class_="over" if over else "pending",
    )


def _legend(s: State) -> str:
    return group(_bonus_legend(s), _piece_legend(s), id="legend")


def _bonus_legend(s: State) -> str:
    """What the bonus tokens in this game do."""
    used = [bonus for bonus in _BONUS_HINTS if (bonus != POISON or s.poison) and (bonus != CENTURION or s.centurions)]
    lines = []
    for line, bonus in enumerate(used):
        y = 84 + 29 * line
        name = element("tspan", BONUSES[bonus].title(), font_weight="bold")
        words = f"{name} {_BONUS_HINTS[bonus]}"
        lines.append(_bonus_coin(bonus, 632, y, 11) + text(650, y + 4, words, 10.5, FOAM))
    return "".join(lines)


def _piece_legend(s: State) -> str:
    """What the other pieces look like; each entry is a picture and words, from the left or from the middle."""
    symbols = [
        (68 * symbol, 0, _symbol_icon(symbol, 0, 0, 17, FOAM), SYMBOLS[symbol], 15) for symbol in range(WILD + 1)
    ]
    small = "scale(0.6)"
    latest = _token_shape(CAESAR, 0, 8, fill=GOLD) + _token_shape(CAESAR, 0, fill=_SIDE_FILL[CAESAR])
    control = "".join(_token_shape(CAESAR, 0, growth, fill=PAPER, stroke=INK, stroke_width=1.4) for growth in (7, -1))
    pieces = [
        (0, 1, _marker(CAESAR, 0, 0, 9), "Caesar: round", 15),
        (144, 1, _marker(POMPEY, 0, 0, 9), "Pompey: square", 15),
        (0, 2, _influence_badge(5, 3), "influence so far", 22),
        (144, 2, _tied_sign(0.7), "closed and tied", 15),
        (7, 3, group(_token_back(POMPEY), transform=small), "face down, counts 0", 26),
        (7, 4, group(latest, transform=small), "latest placement", 26),
    ]
    if s.border_control:
        pieces.append((7, 5, group(control, transform=small), f"Border Control; bank: {s.bank.sum()} tokens", 26))
    return "".join(
        group(picture, transform=at(30 + x, 592 + 27 * line)) + text(30 + x + gap, 596 + 27 * line, words, 10.5, FOAM)
        for x, line, picture, words, gap in symbols + pieces
    )


# -- panels of the sides -----------------------------------------------------------------------------------------------

_PANEL_LEFT, _PANEL_WIDTH, _PANEL_HEIGHT = 848, 240, 338
_PANEL_TOPS = (60, 410)
_PANEL_MARGIN = 14


def _panels(s: State, viewer: int | None) -> str:
    """Both sides' pieces, the viewer's own below."""
    above = CAESAR if viewer is None else 1 - viewer
    return "".join(_panel(s, side, viewer, top) for side, top in zip((above, 1 - above), _PANEL_TOPS, strict=True))


def _panel(s: State, side: int, viewer: int | None, top: int) -> str:
    active = s.decision != AT_END and side == s.active
    crassus = _is_crassus(s, side)
    return group(
        box(0, 0, _PANEL_WIDTH, _PANEL_HEIGHT, 10, fill=PAPER),
        _panel_heading(s, side, active),
        _panel_markers(s, side),
        _panel_senate(s, side),
        _panel_row(s, side) if crassus else _panel_hand(s, side, viewer),
        _panel_supply(s, side, 266 if crassus else 314),
        _panel_command(s) if crassus else "",
        box(0, 0, _PANEL_WIDTH, _PANEL_HEIGHT, 10, fill="none", stroke=GOLD, stroke_width=3) if active else "",
        id=f"panel-{SIDES[side]}",
        class_=f"panel {SIDES[side]}{' active' if active else ''}",
        transform=at(_PANEL_LEFT, top),
    )


def _panel_heading(s: State, side: int, active: bool) -> str:
    band = f"M0,38V10A10,10 0 0 1 10,0H{_PANEL_WIDTH - 10}A10,10 0 0 1 {_PANEL_WIDTH},10V38Z"
    name = "Crassus" if _is_crassus(s, side) else SIDES[side].title()
    notice = "to move" if active else "winner" if side == s.winner else ""
    return (
        element("path", d=band, fill=_SIDE_FILL[side])
        + _marker(side, 22, 19, 11)
        + text(42, 25, name, 16, "#ffffff", font_weight="bold")
        + (_chip(_PANEL_WIDTH - 43, 19, notice) if notice else "")
    )


def _chip(x: float, y: float, words: str) -> str:
    return box(x - 31, y - 10, 62, 20, 10, fill=GOLD) + centred(x, y, words, 11)


def _label(y: float, words: str, number: str = "") -> str:
    """A line of a panel: words left, a number right."""
    right = text(_PANEL_WIDTH - _PANEL_MARGIN, y, number, 11, INK, text_anchor="end", font_weight="bold")
    return text(_PANEL_MARGIN, y, words, 11, FADED) + (right if number else "")


def _panel_markers(s: State, side: int) -> str:
    """The control markers left, as pips."""
    left = int(s.markers[side])
    pips = "".join(_pip(side, _PANEL_MARGIN + 7 + 18 * pip, 72, 6.5, filled=pip < left) for pip in range(MARKERS))
    return _label(56, "control markers left", str(left)) + pips


def _pip(side: int, x: float, y: float, radius: float, filled: bool = True) -> str:
    colours = {"fill": _SIDE_FILL[side]} if filled else {"fill": "none", "stroke": FADED, "stroke_width": 1.2}
    return group(_marker_shape(side, **colours), transform=at(x, y, radius / 10))


def _panel_senate(s: State, side: int) -> str:
    """Senate tokens owned and the control markers beneath them."""
    senates, markers = int(s.senates[side]), int(s.senate_markers[side])
    coins = "".join(_bonus_coin(SENATE, 76 + 24 * coin, 97, 10) for coin in range(senates))
    pips = "".join(_pip(side, 72 + 12.5 * pip, 117, 4.5) for pip in range(markers))
    return _label(101, "Senate", "" if senates else "none") + coins + (_label(121, "beneath") + pips if markers else "")


def _panel_hand(s: State, side: int, viewer: int | None) -> str:
    hand = _seen_hand(s, side, viewer)
    names = [f"hidden-{index}" if kind is None else _slug(kind) for index, kind in enumerate(hand)]
    places = _places(len(hand), 3, 72, 44)
    tokens = [
        _token(side, kind, x, y, 1.24, f"hand-{SIDES[side]}-{_unique(names, index)}", "hand")
        for index, (kind, (x, y)) in enumerate(zip(hand, places, strict=True))
    ]
    return _label(146, "hand", str(len(hand))) + "".join(tokens)


def _unique(names: list[str], index: int) -> str:
    """The name at an index; the second of two equal ones is marked."""
    return names[index] + ("-second" if names[index] in names[:index] else "")


def _panel_row(s: State, side: int) -> str:
    """Crassus's row, left to right; the tokens shrink when there are many."""
    row = _row(s)
    few = len(row) <= 8
    places = _places(len(row), 4, 54, 38) if few else _places(len(row), 6, 36, 22.5)
    tokens = [
        _token(side, kind, x, y, 0.93 if few else 0.62, f"row-{SIDES[side]}-{index}-{_slug(kind)}", "row")
        for index, (kind, (x, y)) in enumerate(zip(row, places, strict=True))
    ]
    return _label(146, "row, from the left", str(len(row))) + "".join(tokens)


def _places(count: int, columns: int, across: float, down: float) -> list[Point]:
    """The middles of the tokens of a hand or a row in its panel."""
    left, top = _PANEL_MARGIN - 2 + across / 2, 154 + down / 2
    return [(left + across * (index % columns), top + down * (index // columns)) for index in range(count)]


def _panel_supply(s: State, side: int, y: float) -> str:
    """The bag, and the Centurion tokens not yet taken (Crassus's are a face-down stack)."""
    outline = "M-5,-10H5L3,-6C9,-2 11,9 6,10H-6C-11,9 -9,-2 -3,-6Z"
    bag = element("path", d=outline, fill="#8a6a3c", transform=at(26, y))
    parts = [bag, text(42, y + 4, f"bag {s.bag[side].sum()}", 12)]
    if s.centurions:
        parts += _panel_centurions(s, side, y)
    return group(*parts, class_="supply")


def _panel_centurions(s: State, side: int, y: float) -> list[str]:
    left = [FIRST_CENTURION + index for index, there in enumerate(s.centurion_tokens[side]) if there]
    stack = _is_crassus(s, side)
    tokens = []
    for place, kind in enumerate(left):
        name = f"beside-{SIDES[side]}-{place if stack else _slug(kind)}"
        tokens.append(_token(side, None if stack else kind, 121 + 40 * place, y + 2, 0.68, name, "beside"))
    return [text(100, y - 16, "Centurion stack" if stack else "Centurions", 10, FADED), *tokens]


def _panel_command(s: State) -> str:
    """Crassus's command tile, with what it says and how sure we are of it (C13), and the deck."""
    return group(
        box(_PANEL_MARGIN, 288, 38, 42, 5, fill=INK),
        centred(_PANEL_MARGIN + 19, 309, TILES[s.tile] if s.tile >= 0 else "-", 22, GOLD, font_weight="bold"),
        text(60, 298, _tile_words(s), 10.5),
        text(60, 313, f"tiles {_tile_source(s)}; {_difficulty_words(s)}", 10.5),
        text(60, 328, _deck_words(s), 10.5, FADED),
        id="command",
    )


# -- the whole drawing -------------------------------------------------------------------------------------------------

_HATCHING = (
    '<defs><pattern id="caesar-hatching" width="9" height="9" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0,0V9" stroke="#6b6353" stroke-width="3" opacity="0.45"/></pattern></defs>'
)


def _side_of_seat(s: State, seat: int | None) -> int | None:
    """The side of a seat: in the solo game the one seat is the human's."""
    return int(s.human) if s.solo and seat is not None else seat


def svg(s: State, seat: int | None) -> str:
    """The position as an SVG picture, as seen from a seat (None: everything)."""
    viewer = _side_of_seat(s, seat)
    return drawing(
        WIDTH,
        HEIGHT,
        _HATCHING,
        box(0, 0, WIDTH, HEIGHT, fill=PAGE),
        _map(s, viewer),
        _legend(s),
        _header(s),
        _panels(s, viewer),
    )


# -- the terminal ------------------------------------------------------------------------------------------------------

_SIDE_COLOUR = ("\033[91m", "\033[94m")
_BONUS_COLOUR = ("\033[95m", "\033[96m", "\033[93m", "\033[33m", "\033[92m", "\033[97m")
_LINE_WIDTH, _NAME_WIDTH, _STATUS_WIDTH, _BORDER_WIDTH = 100, 20, 11, 10
_ANSI_KEY = (
    "borders: the symbol if free (* Border Control), else C or P and the value facing the line's province;\n"
    "         x face down, +C or +P a control marker on the border, > the latest placement"
)


def ansi(s: State, seat: int | None) -> str:
    """The position as text with colours, as seen from a seat (None: everything)."""
    viewer = _side_of_seat(s, seat)
    lines = [
        _ansi_heading(s),
        "",
        paint(f"   {'province':{_NAME_WIDTH - 3}} {'bonus/owner':{_STATUS_WIDTH}}  C:P  borders", DIM),
        *(_ansi_province(s, province, viewer) for province in range(NUM_PROVINCES)),
        paint(_ANSI_KEY, DIM),
        "",
    ]
    for side in (CAESAR, POMPEY):
        lines += _ansi_side(s, side, viewer)
    return "\n".join(lines) + "\n"


def _ansi_heading(s: State) -> str:
    side = int(s.winner) if s.decision == AT_END else int(s.active)
    bank = f", bank {s.bank.sum()}" if s.border_control else ""
    return f"Caesar!  turn {s.turn}, {_module_words(s)}{bank}\n" + paint(_pending_words(s), BOLD, _SIDE_COLOUR[side])


def _ansi_province(s: State, province: int, viewer: int | None) -> str:
    """One line: code and name, what lies there, influence, and every border as seen from here."""
    name = f"{PROVINCES[province]} {PROVINCE_NAMES[province]}"
    caesar, pompey = s.influence[:, province]
    influence = "     " if _is_closed(s, province) else f"{caesar:2}:{pompey:<2}"
    slots = range(NUM_BORDERS_OF[province])
    borders = " ".join(_ansi_border(s, province, slot, viewer) for slot in slots)
    return f"{name:{_NAME_WIDTH}} {_ansi_status(s, province)} {influence} {borders}".rstrip()


def _ansi_status(s: State, province: int) -> str:
    """The bonus token of an open province, who owns a closed one."""
    bonus, owner = int(s.bonus[province]), int(s.control[province])
    if bonus >= 0:
        return paint(f"{BONUSES[bonus]:{_STATUS_WIDTH}}", _BONUS_COLOUR[bonus])
    if owner >= 0:
        words = SIDES[owner].upper() + (" x" if s.marker_down[province] else "")
        return paint(f"{words:{_STATUS_WIDTH}}", BOLD, _SIDE_COLOUR[owner])
    return paint(f"{'TIED' if _is_closed(s, province) else '-':{_STATUS_WIDTH}}", DIM)


def _ansi_border(s: State, province: int, slot: int, viewer: int | None) -> str:
    """A border seen from a province: the province across, and the symbol or the value facing here."""
    border, across = int(BORDERS_OF[province, slot]), PROVINCES[NEIGHBOUR_OF[province, slot]]
    owner, latest = int(s.border_owner[border]), border in _latest_borders(s)
    if owner == NOBODY:
        star = "*" if s.border_control and border in BORDER_CONTROL_SPACES else ""
        return f"{f'{across} {SYMBOLS[BORDER_SYMBOL[border]]}{star}':{_BORDER_WIDTH}}"
    kind = _seen_kind(s, border, viewer)
    value = "x" if kind is None or s.border_face[border] else _values(s, border, kind)[END_OF[province, slot]]
    marker = f"+{SIDES[s.border_marker[border]][0].upper()}" if s.border_marker[border] >= 0 else ""
    piece = f"{'>' if latest else ''}{SIDES[owner][0].upper()}{value}{marker}"
    codes = (_SIDE_COLOUR[owner], REVERSE) if latest else (_SIDE_COLOUR[owner],)
    return f"{across} {paint(piece, *codes)}{'':{_BORDER_WIDTH - 3 - len(piece)}}"


def _ansi_side(s: State, side: int, viewer: int | None) -> list[str]:
    """What a side has left, and its tokens."""
    left, senates, beneath = (int(counts[side]) for counts in (s.markers, s.senates, s.senate_markers))
    turn = ">" if s.decision != AT_END and side == s.active else " "
    name = paint(f"{turn} {_side_name(s, side):16}", BOLD, _SIDE_COLOUR[side])
    pips = f"{'o' * left}{'.' * (MARKERS - left)} {left}"
    facts = f"{name} markers {pips}  Senate {senates} with {beneath} beneath  bag {s.bag[side].sum()}"
    if _is_crassus(s, side):
        lines = [facts, _ansi_line("row", _kind_words(_row(s))), _ansi_command(s)]
    else:
        lines = [facts, _ansi_line("hand", _kind_words(_seen_hand(s, side, viewer)))]
    return [*lines, _ansi_centurions(s, side)] if s.centurions else lines


def _ansi_line(label: str, words: str) -> str:
    """A line under a side's name; what does not fit goes on below."""
    return textwrap.fill(words, _LINE_WIDTH, initial_indent=f"{label:>18} ", subsequent_indent=" " * 19)


def _kind_words(kinds: Sequence[int | None]) -> str:
    return ", ".join("face down" if kind is None else KIND_NAMES[kind] for kind in kinds) or "none"


def _ansi_centurions(s: State, side: int) -> str:
    """The Centurion tokens a side can still get."""
    if _is_crassus(s, side):
        return _ansi_line("Centurion stack", str(s.centurion_tokens[side].sum()))
    left = [FIRST_CENTURION + index for index, there in enumerate(s.centurion_tokens[side]) if there]
    return _ansi_line("beside the board", _kind_words(left))


def _ansi_command(s: State) -> str:
    """Crassus's command tile and deck, with the word that C13 asks for."""
    letter = f"tile {TILES[s.tile]}: " if s.tile >= 0 else ""
    words = f"{letter}{_tile_words(s)} (tiles {_tile_source(s)}); {_difficulty_words(s)}, {_deck_words(s)}"
    return _ansi_line("command", words)
