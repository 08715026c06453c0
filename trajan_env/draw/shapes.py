"""The pieces of the drawing: markers, tokens, tiles and cards, each around a point."""

import math
from typing import Any

from boardkit.svg import FADED, GOLD, INK, at, box, centred, element, group, title
from trajan_env.data import (
    ACTIONS,
    BONUS_LEGIONNAIRES,
    BONUS_SIDES,
    BONUS_WORKERS,
    BONUS_YELLOW,
    BONUSES,
    COLOUR_LETTERS,
    COLOURS,
    COMMODITIES,
    COMMODITIES_OF_A_BONUS,
    CONSTRUCTION_KINDS,
    DEMANDS,
    FIRST_COMMODITY_BONUS,
    FIRST_EXTRA,
    FIRST_VOTES,
    FORUM_KINDS,
    NUM_DEMANDS,
    STACK_CARDS,
    STACK_DEMAND,
    STACK_LEGIONNAIRES,
    STACK_PLUS_TWO,
    STACK_WORKERS,
    STACKS,
    TILE_DEMAND,
    TILE_SIZE,
    TILE_STACK,
    TILE_VP,
    VOTES_OF_KIND,
    WILD_COMMODITY,
    WILD_CONSTRUCTION,
    WILD_DEMAND,
    YELLOW,
)
from trajan_env.draw.icons import icon
from trajan_env.draw.words import bonus_value, bonus_words, player_name, tile_colours, tile_words

Point = tuple[float, float]

WHITE, PANEL, SUNK, RULE = "#ffffff", "#efe4c9", "#e0d0aa", "#b9a37a"
PLAYER_FILL = ("#b3202c", "#10737a", "#66409a", "#3b4452")
PLAYER_LIGHT = ("#f3c6c0", "#bfe2e0", "#dccdf0", "#ccd3dc")
ACTION_FILL = ("#2f6690", "#8a6a1f", "#8c2f39", "#6b4696", "#9a4f16", "#5a6b3b")
_MARKER_FILL = ("#2f74d0", "#f5cf27", "#86c440", "#ef7f1d", "#f29ac0", "#ffffff")
_MARKER_INK = (WHITE, INK, INK, INK, INK, INK)
_DEMAND_FILL = ("#a86a22", "#7d2f3c", "#d2501a")
_VOTES_FILL, _WILD_FILL, _EXTRA_FILL = "#6b4696", "#1d6f66", "#e9b92f"
_PAIR_FILL = ("#7b6a58", "#6f7f2a", "#b5502c", "#3d6d9c", "#8b4795", "#a97b1c")  # commodities, by their bonus tiles
_CONSTRUCTION_FILL = ("#8b7355", "#7a4a32", "#3f7a94", "#a8452f", "#5b6b86")
_BONUS_FILL = (None, "#aeb2b5", "#f4cc45")


def circle(x: float, y: float, radius: float, **attributes: Any) -> str:
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def bold(x: float, y: float, words: str, size: float, fill: str = INK) -> str:
    """Bold text with its middle at a point."""
    return centred(x, y, words, size, fill, font_weight="bold")


def badge(x: float, y: float, words: str, radius: float = 9) -> str:
    """A number on a dark ground, at the edge of what it counts."""
    width = max(2 * radius, radius * (0.7 + 0.75 * len(words)))
    ground = box(x - width / 2, y - radius, width, 2 * radius, radius, fill=INK, stroke=WHITE, stroke_width=1)
    return ground + bold(x, y, words, 1.3 * radius, WHITE)


def slug(name: str) -> str:
    return name.replace(" ", "-").replace("+", "-")


def pack(count: int, radius: float) -> tuple[list[Point], float]:
    """Places for round pieces inside a circle, and the radius that they may have."""
    if count <= 1:
        return [(0, 0)] * count, 0.36 * radius
    if count <= 4:
        return _ring(count, (0.34, 0.4, 0.46)[count - 2] * radius), 0.31 * radius
    if count <= 7:
        return [(0, 0), *_ring(count - 1, 0.64 * radius)], 0.29 * radius
    inner = [(-x, -y) for x, y in _ring(3, 0.27 * radius)]
    return _ring(count - 3, 0.72 * radius) + inner, 0.225 * radius


def _ring(count: int, radius: float) -> list[Point]:
    start = math.pi if count == 2 else -math.pi / 2 if count % 2 else -math.pi / 2 + math.pi / count
    turns = (start + 2 * math.pi * index / count for index in range(count))
    return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]


# -- markers and tokens ------------------------------------------------------------------------------------------------


def marker(colour: int, x: float, y: float, radius: float) -> str:
    """An action marker; its letter tells the colour too."""
    return group(
        circle(0, 0, 10, fill=_MARKER_FILL[colour], stroke=INK, stroke_width=1),
        bold(0, 0, COLOUR_LETTERS[colour], 12.5, _MARKER_INK[colour]),
        class_=f"marker {COLOURS[colour]}",
        transform=at(x, y, radius / 10),
    )


def markers(counts: Any, radius: float) -> str:
    """All markers of a tray or a hand, packed around the origin."""
    colours = [colour for colour, count in enumerate(counts) for _ in range(count)]
    places, size = pack(len(colours), radius)
    return "".join(marker(colour, x, y, size) for colour, (x, y) in zip(colours, places, strict=True))


def player_shape(seat: int, **attributes: Any) -> str:
    """The outline of a player's pieces, about 10 from the middle to the edge: disc, square, triangle, diamond."""
    if seat == 0:
        return circle(0, 0, 10, **attributes)
    if seat == 1:
        return box(-9, -9, 18, 18, 2.5, **attributes)
    if seat == 2:
        return element("path", d="M0,-11.5L11.5,8.6H-11.5Z", stroke_linejoin="round", **attributes)
    return box(-8.4, -8.4, 16.8, 16.8, 2, transform="rotate(45)", **attributes)


def token(seat: int, x: float, y: float, radius: float) -> str:
    """A player's token: legionnaire, worker, or sign of the player."""
    return group(
        player_shape(seat, fill=PLAYER_FILL[seat], stroke=WHITE, stroke_width=1.4),
        bold(0, 2 if seat == 2 else 0, str(seat), 11.5, WHITE),
        class_=f"token player-{seat}",
        transform=at(x, y, radius / 10),
    )


def leader(seat: int, x: float, y: float, height: float) -> str:
    """A military leader: a standard in the player's colour."""
    return group(
        title(f"{player_name(seat)}: military leader"),
        element("path", d="M-9,-12H9", stroke=INK, stroke_width=2.4, stroke_linecap="round"),
        element("path", d="M0,-15V15", stroke=INK, stroke_width=2),
        element("path", d="M-8,-11H8V6L4,3.4L0,6L-4,3.4L-8,6Z", fill=PLAYER_FILL[seat], stroke=GOLD, stroke_width=1.6),
        bold(0, -3.4, str(seat), 11.5, WHITE),
        id=f"leader-{seat}",
        class_=f"leader player-{seat}",
        transform=at(x, y, height / 30),
    )


def senate_disc(seat: int, x: float, y: float, width: float) -> str:
    """A senate disc seen from the side, so that a stack shows its order."""
    return group(
        box(-17, -8, 34, 16, 7, fill=PLAYER_FILL[seat], stroke=WHITE, stroke_width=1.2),
        group(
            player_shape(seat, fill=PLAYER_LIGHT[seat]),
            bold(0, 2 if seat == 2 else 0, str(seat), 12, PLAYER_FILL[seat]),
            transform="scale(0.62)",
        ),
        id=f"disc-{seat}",
        class_=f"disc player-{seat}",
        transform=at(x, y, width / 34),
    )


def arch(x: float, y: float, size: float) -> str:
    """The arch marker."""
    return group(
        box(-11, -11, 22, 22, 4, fill=WHITE, stroke=ACTION_FILL[4], stroke_width=1.4),
        icon("trajan", 0, 0, 17, ACTION_FILL[4]),
        class_="arch",
        transform=at(x, y, size / 22),
    )


def action_badge(action: int, x: float, y: float, radius: float) -> str:
    """The sign of an action."""
    return circle(x, y, radius, fill=ACTION_FILL[action]) + icon(ACTIONS[action], x, y, 1.35 * radius, WHITE)


def plus_two(x: float, y: float, radius: float) -> str:
    """A [+2] marker."""
    ground = box(-13, -9, 26, 18, 4, fill=GOLD, stroke=INK, stroke_width=1.2)
    return group(ground, bold(0, 0, "+2", 13), class_="plus-two", transform=at(x, y, radius / 9))


# -- tiles -------------------------------------------------------------------------------------------------------------


def _tile(fill: str, *content: str, stroke: str = INK) -> str:
    """A square tile, 40 x 40 around the origin."""
    return box(-19, -19, 38, 38, 5, fill=fill, stroke=stroke, stroke_width=1.4) + "".join(content)


def forum_tile(kind: int, x: float, y: float, size: float) -> str:
    """A forum tile or an extra-action tile."""
    return group(
        title(FORUM_KINDS[kind]),
        _forum_face(kind),
        class_=f"tile {slug(FORUM_KINDS[kind])}",
        transform=at(x, y, size / 40),
    )


def _forum_face(kind: int) -> str:
    if kind < NUM_DEMANDS:
        return _tile(_DEMAND_FILL[kind], icon(DEMANDS[kind], 0, 0, 29, WHITE))
    if kind >= FIRST_EXTRA:
        sign = icon(ACTIONS[kind - FIRST_EXTRA], -3, 3, 25, INK)
        return _tile(_EXTRA_FILL, sign, bold(12, -10, "+", 21))
    if FIRST_VOTES <= kind < WILD_COMMODITY:
        return _tile(_VOTES_FILL, icon("wreath", 0, 0, 34, "#d9c8ee"), bold(0, 0, str(VOTES_OF_KIND[kind]), 19, WHITE))
    return _tile(_WILD_FILL, _wild_icon(kind), icon("star", 11, -11, 15, GOLD))


def sort_sign(kind: int, size: float) -> str:
    """The sign of a sort of forum tiles: a demand, votes, wild or extra action."""
    if kind < NUM_DEMANDS:
        return demand_icon(kind, 0, 0, size)
    if kind >= FIRST_EXTRA:
        return group(_tile(_EXTRA_FILL, bold(0, -1, "+", 36)), transform=at(0, 0, size / 42))
    if kind < WILD_COMMODITY:
        return icon("wreath", 0, 0, size, _VOTES_FILL)
    return group(_tile(_WILD_FILL, icon("star", 0, 0, 30, GOLD)), transform=at(0, 0, size / 42))


def _wild_icon(kind: int) -> str:
    """What a wild tile stands for."""
    if kind == WILD_COMMODITY:
        return icon("crate", -3, 4, 24, WHITE)
    if kind == WILD_CONSTRUCTION:
        return icon("construction", -3, 4, 24, WHITE)
    if kind == WILD_DEMAND:
        places = ((-8, -6), (-9, 10), (8, 9))
        return "".join(icon(DEMANDS[demand], x, y, 15, WHITE) for demand, (x, y) in enumerate(places))
    return icon("again", -3, 4, 23, WHITE)


def demand_tile(kind: int | None, x: float, y: float, size: float) -> str:
    """A demand of the people, or the back of one."""
    if kind is None:
        face = box(-19, -19, 38, 38, 19, fill=SUNK, stroke=RULE, stroke_width=1.6, stroke_dasharray="4 3")
        return group(face, bold(0, 0, "?", 20, FADED), class_="demand hidden", transform=at(x, y, size / 40))
    face = box(-19, -19, 38, 38, 19, fill=_DEMAND_FILL[kind], stroke=INK, stroke_width=1.6)
    sign = icon(DEMANDS[kind], 0, 0, 26, WHITE)
    return group(title(DEMANDS[kind]), face, sign, class_=f"demand {DEMANDS[kind]}", transform=at(x, y, size / 40))


def demand_icon(kind: int, x: float, y: float, size: float) -> str:
    return icon(DEMANDS[kind], x, y, size, _DEMAND_FILL[kind])


def permanent_tile(tile: int, x: float, y: float, size: float) -> str:
    """A completed demand tile, which meets its demand every quarter."""
    return group(
        title(tile_words(tile)),
        _tile(_DEMAND_FILL[TILE_DEMAND[tile]], icon(DEMANDS[TILE_DEMAND[tile]], -3, 3, 24, WHITE), stroke=GOLD),
        icon("again", 11, -11, 13, GOLD),
        class_=f"permanent {DEMANDS[TILE_DEMAND[tile]]}",
        transform=at(x, y, size / 40),
    )


def trajan_tile(tile: int, x: float, y: float, scale: float = 1) -> str:
    """A Trajan tile, 58 x 48: the two colours left, effect and points right."""
    first, second = tile_colours(tile)
    return group(
        title(tile_words(tile)),
        box(-29, -24, 58, 48, 5, fill="#fbf6e9", stroke=INK, stroke_width=1.3),
        element("path", d="M-7,-23.4V23.4H-24A4.4,4.4 0 0 1 -28.4,19V-19A4.4,4.4 0 0 1 -24,-23.4Z", fill=SUNK),
        marker(first, -17.6, -11.3, 9.6),
        marker(second, -17.6, 11.3, 9.6),
        _effect(tile),
        class_=f"trajan-tile {STACKS[TILE_STACK[tile]]}",
        transform=at(x, y, scale),
    )


def _effect(tile: int) -> str:
    """The right half of a Trajan tile."""
    stack, size = int(TILE_STACK[tile]), int(TILE_SIZE[tile])
    points = bold(17.5, 12.5, str(TILE_VP[tile]), 17, "#8a2020")
    if stack == STACK_PLUS_TWO:
        return plus_two(10, -9.5, 9) + points
    if stack == STACK_DEMAND:
        demand = int(TILE_DEMAND[tile])
        return demand_icon(demand, 6.5, -8, 22) + icon("again", 1.5, 14, 10, FADED) + points
    signs = {STACK_CARDS: "cards", STACK_WORKERS: "hammer", STACK_LEGIONNAIRES: "shield"}
    if stack in signs:
        return icon(signs[stack], 3.5, -9, 19, INK) + bold(20, -9, str(size), 14) + points
    return icon("wreath", 11, 0, 32, "#b8860b") + bold(11, 0, str(TILE_VP[tile]), 18, "#8a2020")


def construction_tile(kind: int, vp: int, x: float, y: float, size: float) -> str:
    """A construction tile: kind and points."""
    return group(
        title(f"{CONSTRUCTION_KINDS[kind]}, {vp} points"),
        box(-27, -21, 54, 42, 3, fill=_CONSTRUCTION_FILL[kind], stroke=INK, stroke_width=1.3),
        icon(CONSTRUCTION_KINDS[kind], -8, 0, 29, WHITE),
        bold(17, 0, str(vp), 19, WHITE),
        class_=f"construction {CONSTRUCTION_KINDS[kind]}",
        transform=at(x, y, size / 54),
    )


def construction_sign(kind: int, x: float, y: float, size: float, opacity: float = 1) -> str:
    """The sign of a kind of construction tiles."""
    ground = box(x - size / 2, y - size / 2, size, size, 3, fill=_CONSTRUCTION_FILL[kind])
    return group(ground, icon(CONSTRUCTION_KINDS[kind], x, y, 0.8 * size, WHITE), opacity=opacity)


def bonus_tile(bonus: int, side: int, x: float, y: float, scale: float = 1) -> str:
    """A bonus tile, 60 x 34, with the side up: what it counts left, what each is worth right."""
    value = bonus_value(bonus, side)
    return group(
        title(f"{BONUSES[bonus]}, {BONUS_SIDES[side]}: {bonus_words(bonus, side)}"),
        box(-30, -17, 60, 34, 6, fill=_BONUS_FILL[side], stroke=INK, stroke_width=1.4),
        _bonus_icons(bonus),
        bold(19.5, 0, value, 17 if len(value) == 1 else 12),
        class_=f"bonus {slug(BONUSES[bonus])} {BONUS_SIDES[side]}",
        transform=at(x, y, scale),
    )


def _bonus_icons(bonus: int) -> str:
    if bonus < NUM_DEMANDS:
        return demand_icon(bonus, -10, 0, 25)
    if bonus >= FIRST_COMMODITY_BONUS:
        pair = bonus - FIRST_COMMODITY_BONUS
        kinds = (COMMODITIES_OF_A_BONUS * pair, COMMODITIES_OF_A_BONUS * pair + 1)
        return "".join(card(kind, x, 0, 26) for kind, x in zip(kinds, (-19, 1), strict=True))
    if bonus == BONUS_YELLOW:
        return box(-23, -10, 30, 20, 4, fill=_BONUS_FILL[YELLOW], stroke=INK, stroke_width=1.4) + icon(
            "star", -8, 0, 14, INK
        )
    signs = {BONUS_WORKERS: "hammer", BONUS_LEGIONNAIRES: "shield"}
    return icon(signs[bonus], -10, 0, 24, INK)


# -- cards -------------------------------------------------------------------------------------------------------------


def card(kind: int, x: float, y: float, height: float, count: int = 1) -> str:
    """A commodity card, in the colour of its bonus tile, or several as a stack with their number."""
    name, fill = COMMODITIES[kind], _PAIR_FILL[kind // COMMODITIES_OF_A_BONUS]
    return group(
        title(name if count == 1 else f"{count} {name}"),
        _under(count, fill),
        box(-14, -20, 28, 40, 4, fill=fill, stroke=WHITE, stroke_width=1.4),
        icon(name, 0, 0, 23, WHITE),
        badge(9, 14, str(count), 8.5) if count > 1 else "",
        class_=f"card {name}",
        transform=at(x, y, height / 40),
    )


def card_back(x: float, y: float, height: float, count: int) -> str:
    """Cards that nobody sees, with their number."""
    return group(
        title(f"{count} hidden cards"),
        _under(count, "#2c4a57"),
        box(-14, -20, 28, 40, 4, fill="#2c4a57", stroke=WHITE, stroke_width=1.4),
        box(-10.5, -16.5, 21, 33, 3, fill="none", stroke="#7fa3ad", stroke_width=1),
        icon("seaport", 0, -2, 17, "#7fa3ad"),
        badge(9, 14, str(count), 8.5),
        class_="card hidden",
        transform=at(x, y, height / 40),
    )


def _under(count: int, fill: str) -> str:
    return box(-11.5, -22, 28, 40, 4, fill=fill, stroke=WHITE, stroke_width=1.2) if count > 1 else ""


def empty_place(x: float, y: float, width: float, height: float, radius: float = 5) -> str:
    """Where something could lie."""
    return box(
        x - width / 2, y - height / 2, width, height, radius,
        fill=SUNK, stroke=RULE, stroke_width=1.2, stroke_dasharray="4 3",
    )  # fmt: skip


def panel(x: float, y: float, width: float, height: float, *content: str, **attributes: Any) -> str:
    """An area of the table; what is on it has its own coordinates."""
    ground = box(0, 0, width, height, 9, fill=PANEL, stroke="#8d7a55", stroke_width=1.2)
    return group(ground, *content, transform=at(x, y), **attributes)


def heading(action: int | None, words: str, note: str = "", width: float = 0) -> str:
    """The first line of a panel: sign of its action, name, and a note at the right."""
    sign = action_badge(action, 20, 17, 11.5) if action is not None else icon("hourglass", 20, 17, 19, INK)
    name = element("text", words, x=38, y=22, font_size=15, fill=INK, font_weight="bold", letter_spacing=1.2)
    right = element("text", note, x=width - 12, y=22, font_size=12.5, fill=FADED, text_anchor="end") if note else ""
    return sign + name + right
