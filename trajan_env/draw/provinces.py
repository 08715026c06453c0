"""The map of the provinces, with the military camp."""

import math
from typing import Any

from boardkit.game import State
from boardkit.svg import FADED, GOLD, INK, at, element, group, text, title
from trajan_env.data import (
    BORDERS,
    CAMP,
    FORUM_KINDS,
    LESS_FOR_EACH_LEGIONNAIRE,
    MAX_PLAYERS,
    MILITARY,
    NUM_PROVINCES,
    PROVINCE_VP,
    PROVINCES,
)
from trajan_env.draw.shapes import (
    PLAYER_FILL,
    WHITE,
    Point,
    bold,
    circle,
    forum_tile,
    heading,
    leader,
    panel,
    token,
)
from trajan_env.draw.words import player_name, province_name
from trajan_env.state import NONE

WIDTH, HEIGHT = 524, 582
_SEA, _SHALLOW, _CAMP_LAND, _FOREIGN, _COAST = "#8fb8c4", "#a9cdd4", "#d9c491", "#c3c6a6", "#6b5636"
_ROUTE_COLOUR = "#2b5a6b"
_BORDER: dict[str, Any] = {"stroke": _COAST, "stroke_width": 1.5, "stroke_linejoin": "round"}
_VALUE_LAND = {3: "#f6eed8", 5: "#f1e2b8", 6: "#ecd79e", 10: "#e3c27b"}

# Where land meets: every outline goes through these points, so neighbours share their borders.
_POINTS = {
    "bel-low-coast": (268, 172), "bel-low-sup": (336, 205), "low-sup-east": (462, 192), "lug-bel-coast": (186, 246),
    "lug-bel-alp": (206, 366), "bel-alp-rae": (300, 352), "bel-rae-sup": (328, 312), "sup-rae-east": (440, 308),
    "rae-nor-east": (430, 322), "rae-nor-camp": (416, 432), "alp-rae-camp": (326, 436), "nor-camp-east": (544, 446),
    "alp-camp-coast": (312, 496), "nar-alp-coast": (276, 506), "lug-nar-alp": (214, 436), "lug-aqu-coast": (74, 352),
    "lug-aqu-nar": (132, 426), "aqu-nar-coast": (132, 546),
}  # fmt: skip
_OUTLINES: dict[str, tuple[str | Point, ...]] = {
    "alpes": ("lug-bel-alp", "bel-alp-rae", "alp-rae-camp", "alp-camp-coast", "nar-alp-coast", "lug-nar-alp"),
    "raetia": ("bel-rae-sup", "sup-rae-east", "rae-nor-east", "rae-nor-camp", "alp-rae-camp", "bel-alp-rae"),
    "noricum": ("rae-nor-east", (478, 306), (544, 318), "nor-camp-east", "rae-nor-camp"),
    "narbonensis": ("lug-aqu-nar", "lug-nar-alp", "nar-alp-coast", (246, 534), (192, 552), "aqu-nar-coast"),
    "lugudunensis": (
        "lug-bel-coast", "lug-bel-alp", "lug-nar-alp", "lug-aqu-nar", "lug-aqu-coast", (58, 316), (14, 286), (22, 262),
        (72, 258), (92, 226), (140, 258),
    ),
    "belgica": (
        "bel-low-coast", "bel-low-sup", "bel-rae-sup", "bel-alp-rae", "lug-bel-alp", "lug-bel-coast", (222, 204),
    ),
    "germania_superior": ("bel-low-sup", "low-sup-east", (472, 250), "sup-rae-east", "bel-rae-sup"),
    "aquitania": ("lug-aqu-coast", "lug-aqu-nar", "aqu-nar-coast", (78, 536), (24, 526), (18, 470), (44, 410)),
    "britannia": (
        (36, 140), (80, 116), (62, 82), (104, 50), (158, 46), (196, 72), (192, 104), (232, 132), (214, 166), (150, 172),
        (92, 182), (30, 176),
    ),
    "germania_inferior": (
        "bel-low-coast", (256, 124), (310, 84), (352, 92), (434, 66), (470, 112), "low-sup-east", "bel-low-sup",
    ),
    "camp": ("alp-rae-camp", "rae-nor-camp", "nor-camp-east", (544, 604), (384, 604), (350, 532), "alp-camp-coast"),
}  # fmt: skip
_EAST = ((434, 66), (470, 112), "low-sup-east", (472, 250), "sup-rae-east", "rae-nor-east", (478, 306), (544, 318))
_MIDDLES = {
    "alpes": (262, 424), "raetia": (372, 374), "noricum": (470, 380), "narbonensis": (187, 502),
    "lugudunensis": (118, 316), "belgica": (256, 272), "germania_superior": (400, 260), "aquitania": (80, 474),
    "britannia": (132, 118), "germania_inferior": (364, 140), "camp": (428, 506),
}  # fmt: skip
# Sea routes from Britannia to Lugudunensis, Belgica and Germania Inferior.
_ROUTES = (((104, 178), (98, 232)), ((212, 164), (226, 204)), ((226, 130), (262, 126)))


def _point(place: str | Point) -> Point:
    return _POINTS[place] if isinstance(place, str) else place


def _rough(start: Point, end: Point, depth: int = 3) -> list[Point]:
    """The points after `start` on a rough line to `end`; the same the other way round, so that borders fit."""
    length = math.dist(start, end)
    if depth == 0 or length < 10:
        return [end]
    (x1, y1), (x2, y2) = sorted((start, end))
    wobble = 0.13 * math.sin(12.9898 * (x1 + x2) + 78.233 * (y1 + y2))
    middle = ((x1 + x2) / 2 + wobble * (y2 - y1), (y1 + y2) / 2 - wobble * (x2 - x1))
    return [*_rough(start, middle, depth - 1), *_rough(middle, end, depth - 1)]


def _outline(places: tuple[str | Point, ...]) -> str:
    corners = [_point(place) for place in places]
    points = [
        point for start, end in zip(corners, [*corners[1:], corners[0]], strict=True) for point in _rough(start, end)
    ]
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in points) + "Z"


_PATHS = {name: _outline(places) for name, places in _OUTLINES.items()}
_FOREIGN_PATH = _outline((*_EAST, (WIDTH + 30, 20), (440, 20)))


def provinces_panel(s: State, x: float, y: float) -> str:
    """Sea and land, provinces with what is in them, the camp."""
    note = f"less {LESS_FOR_EACH_LEGIONNAIRE} for each other legionnaire"
    return panel(
        x,
        y,
        WIDTH,
        HEIGHT,
        _sea(),
        heading(MILITARY, "MILITARY", note, WIDTH),
        _routes(),
        group(*(_province(s, province) for province in range(NUM_PROVINCES)), _camp(s), clip_path="url(#trajan-water)"),
        *(_province_content(s, province) for province in range(NUM_PROVINCES)),
        id="provinces",
    )


def _sea() -> str:
    """Water below the heading, shallow along the coast, and the land beyond the border."""
    water = f"M1,34H{WIDTH - 1}V{HEIGHT - 9}A8,8 0 0 1 {WIDTH - 9},{HEIGHT - 1}H9A8,8 0 0 1 1,{HEIGHT - 9}Z"
    shore = "".join(element("path", d=path) for path in _PATHS.values())
    clip = element("clipPath", element("path", d=water), id="trajan-water")
    foreign = element("path", d=_FOREIGN_PATH, fill=_FOREIGN, stroke=_COAST, stroke_width=0.8)
    lines = group(shore, fill="none", stroke=_SHALLOW, stroke_width=16, stroke_linejoin="round")
    return element("defs", clip) + group(
        element("path", d=water, fill=_SEA), lines, foreign, clip_path="url(#trajan-water)"
    )


def _routes() -> str:
    """The sea routes to Britannia; every other border is where land meets."""
    lines = (element("path", d=f"M{x1},{y1}L{x2},{y2}") for (x1, y1), (x2, y2) in _ROUTES)
    return group(*lines, stroke=_ROUTE_COLOUR, stroke_width=3.2, stroke_dasharray="7 5", class_="routes")


def _province(s: State, province: int) -> str:
    name = PROVINCES[province]
    land = element("path", d=_PATHS[name], fill=_VALUE_LAND[int(PROVINCE_VP[province])], **_BORDER)
    return group(title(_province_words(s, province)), land, id=f"province-{name}", class_="province")


def _province_content(s: State, province: int) -> str:
    """Name, value and pieces, above all land; the pointer reaches the land through them."""
    name = PROVINCES[province]
    return group(
        _province_name(province),
        _province_pieces(s, province),
        id=f"pieces-{name}",
        pointer_events="none",
        transform=at(*_MIDDLES[name]),
    )


def _province_name(province: int) -> str:
    words = province_name(province).split()
    return "".join(
        element(
            "text", word, y=-24 - 13 * (len(words) - 1 - line), font_size=13, fill=INK, text_anchor="middle",
            font_weight="bold",
        )
        for line, word in enumerate(words)
    )  # fmt: skip


def _province_pieces(s: State, province: int) -> str:
    """The value left; right of it the tile, or leaders above legionnaires."""
    kind = int(s.province_tile[province])
    leaders = [seat for seat in range(s.players) if s.leader[seat] == province]
    legionnaires = [seat for seat in range(s.players) if s.legionnaires[seat, province]]
    columns = max(len(leaders), len(legionnaires))
    if kind != NONE:
        return _value(province, -19) + forum_tile(kind, 17, 1, 36)
    if not columns:
        return _value(province, 0)
    pitch = 22 if columns < MAX_PLAYERS else 19.5
    left = 13 - pitch * (columns - 1) / 2
    apart = leaders and legionnaires
    pieces = [leader(seat, left + pitch * index, -5 if apart else 2, 28) for index, seat in enumerate(leaders)]
    pieces += [token(seat, left + pitch * index, 22 if apart else 2, 9) for index, seat in enumerate(legionnaires)]
    return _value(province, left - 27) + "".join(pieces)


def _value(province: int, x: float) -> str:
    disc = circle(x, 1, 13, fill="#7a1f1f", stroke=GOLD, stroke_width=1.6)
    return disc + bold(x, 1, str(PROVINCE_VP[province]), 14.5, WHITE)


def _province_words(s: State, province: int) -> str:
    """A province in words, for the title that a browser shows under the pointer."""
    name = PROVINCES[province]
    pairs = (border.split("-") for border in BORDERS.split())
    near = [other for pair in pairs if name in pair for other in pair if other != name]
    tile = int(s.province_tile[province])
    lying = f", tile {FORUM_KINDS[tile]}" if tile != NONE else ""
    borders = ", ".join(other.replace("_", " ").title() for other in near)
    return f"{province_name(province)}: {PROVINCE_VP[province]} points{lying}; next to {borders}"


def _camp(s: State) -> str:
    """The military camp: what each player has there."""
    x, y = _MIDDLES["camp"]
    land = element("path", d=_PATHS["camp"], fill=_CAMP_LAND, **_BORDER)
    places = ((-36, -16), (44, -16), (-20, 26), (54, 26))
    entries = (_camp_entry(s, seat, *places[seat]) for seat in range(s.players))
    name = element("text", "Military camp", y=-36, font_size=13, fill=INK, text_anchor="middle", font_weight="bold")
    return group(land, group(name, *entries, transform=at(x, y)), id="military-camp", class_="camp")


def _camp_entry(s: State, seat: int, x: float, y: float) -> str:
    count = int(s.military_camp[seat])
    words = f"{player_name(seat)}: {count} legionnaires in the camp"
    standard = leader(seat, -30, 0, 30) if s.leader[seat] == CAMP else ""
    number = text(14, 5.5, str(count), 15, PLAYER_FILL[seat] if count else FADED, font_weight="bold")
    return group(
        title(words),
        standard,
        token(seat, 0, 0, 10),
        number,
        id=f"military-camp-{seat}",
        transform=at(x, y),
    )
