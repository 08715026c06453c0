"""The mats of the players: action circle, pieces, tiles and cards."""

import math
from dataclasses import dataclass

from boardkit.game import State
from boardkit.svg import FADED, GOLD, INK, PAPER, at, box, centred, element, group, text, title
from trajan_env.data import (
    ACTIONS,
    COMMODITIES,
    CONSTRUCTION_KINDS,
    LOWEST_CONSTRUCTION_VP,
    MARKERS_IN_A_TRAY,
    NUM_CONSTRUCTION_KINDS,
    NUM_TRAYS,
    STACK_DEMAND,
    TILES_IN_A_STACK,
    TRAY_NUMERALS,
)
from trajan_env.draw.shapes import (
    ACTION_FILL,
    PLAYER_FILL,
    RULE,
    SUNK,
    WHITE,
    Point,
    action_badge,
    arch,
    badge,
    bold,
    bonus_tile,
    card,
    card_back,
    circle,
    construction_sign,
    forum_tile,
    icon,
    markers,
    permanent_tile,
    plus_two,
    token,
    trajan_tile,
)
from trajan_env.draw.words import minus, player_name, seen_hand, to_move, votes
from trajan_env.state import NONE, OVER, SETUP_MARKER, SOW

_HEADING = 38


@dataclass(frozen=True)
class Layout:
    """Where the parts of a mat are, by number of players."""

    width: float
    height: float
    circle: Point  # its middle
    scale: float  # of the circle
    facts: Point  # the corner of everything else
    facts_width: float


LAYOUTS = {
    2: Layout(788, 312, (210, 175), 1.07, (418, 44), 360),
    3: Layout(522.6, 572, (261, 173), 1.17, (10, 304), 502),
    4: Layout(390, 546, (195, 155), 1, (9, 278), 372),
}


def mat(s: State, seat: int, viewer: int | None, x: float, y: float) -> str:
    """A player's mat."""
    layout = LAYOUTS[int(s.players)]
    active = to_move(s) == seat
    frame = {"stroke": GOLD, "stroke_width": 4} if active else {"stroke": PLAYER_FILL[seat], "stroke_width": 1.6}
    return group(
        box(0, 0, layout.width, layout.height, 10, fill=PAPER),
        _heading(s, seat, layout.width, active),
        group(_circle(s, seat), transform=at(*layout.circle, layout.scale), id=f"circle-{seat}", class_="circle"),
        group(_facts(s, seat, viewer, layout.facts_width), transform=at(*layout.facts)),
        box(0, 0, layout.width, layout.height, 10, fill="none", **frame),
        id=f"mat-{seat}",
        class_=f"mat player-{seat}{' active' if active else ''}",
        transform=at(x, y),
    )


def _heading(s: State, seat: int, width: float, active: bool) -> str:
    """Name, votes and points; whose turn it is."""
    band = f"M0,{_HEADING}V10A10,10 0 0 1 10,0H{width - 10}A10,10 0 0 1 {width},10V{_HEADING}Z"
    won = s.decision == OVER and s.ranking[0] == seat
    notice = "to move" if active else "winner" if won else ""
    chip = box(130, 9, 72, 21, 10, fill=GOLD) + centred(166, 19.5, notice, 12.5) if notice else ""
    ballots = group(
        title(f"{votes(s, seat)} votes: senate track and vote tiles"),
        icon("wreath", width - 140, 19, 30, WHITE),
        bold(width - 140, 19, str(votes(s, seat)), 12.5, WHITE),
        id=f"votes-{seat}",
    )
    points = element(
        "text",
        f"{minus(s.vp[seat])} VP",
        x=width - 14,
        y=27,
        font_size=21,
        fill=WHITE,
        text_anchor="end",
        font_weight="bold",
    )
    return (
        element("path", d=band, fill=PLAYER_FILL[seat])
        + token(seat, 24, 19, 12)
        + text(44, 25, player_name(seat), 17, WHITE, font_weight="bold")
        + chip
        + ballots
        + group(points, id=f"points-{seat}")
    )


# -- the action circle -------------------------------------------------------------------------------------------------

_RADIUS, _TRAY_RADIUS, _SLOT_SCALE = 86, 36, 0.97
_TRAY_ANGLES = (-120, -60, 0, 60, 120, 180)
_PLUS_TWO_ANGLES = (-90, -90, -48, 90, 90, -132)  # on the edge of the tray
_SLOT_DISTANCE = _TRAY_RADIUS + 4 + 29 * _SLOT_SCALE


def _polar(angle: float, distance: float) -> Point:
    turn = math.radians(angle)
    return distance * math.cos(turn), distance * math.sin(turn)


def _circle(s: State, seat: int) -> str:
    """Six trays in the order they are sown, their slots outside, the arch or the markers in hand inside."""
    ring = circle(0, 0, _RADIUS, fill="none", stroke=SUNK, stroke_width=16)
    trays = "".join(_tray(s, seat, tray) for tray in range(NUM_TRAYS))
    slots = "".join(_slot(s, seat, tray) for tray in range(NUM_TRAYS))
    return ring + slots + trays + _centre(s, seat)


def _tray(s: State, seat: int, tray: int) -> str:
    x, y = _polar(_TRAY_ANGLES[tray], _RADIUS)
    inward_x, inward_y = _polar(_TRAY_ANGLES[tray] + 180, _TRAY_RADIUS + 6)
    has_plus_two = bool(s.plus_two[seat, tray])
    return group(
        title(f"tray {TRAY_NUMERALS[tray]}: {ACTIONS[tray]}"),
        circle(0, 0, _TRAY_RADIUS, fill=SUNK, **_tray_edge(s, seat, tray)),
        icon(ACTIONS[tray], 0, 0, 40, "#cfbb8c"),
        markers(s.trays[seat, tray], _TRAY_RADIUS - (6 if has_plus_two else 2)),
        action_badge(tray, inward_x, inward_y, 11.5),
        plus_two(*_polar(_PLUS_TWO_ANGLES[tray], _TRAY_RADIUS - 1), 8) if has_plus_two else "",
        id=f"tray-{seat}-{ACTIONS[tray]}",
        class_="tray",
        transform=at(x, y),
    )


def _tray_edge(s: State, seat: int, tray: int) -> dict[str, object]:
    """Gold where the next marker goes or the last one went."""
    mine = seat == s.active
    filling = s.decision == SETUP_MARKER and s.setup_step // MARKERS_IN_A_TRAY == tray
    if mine and (filling or (s.decision == SOW and s.next_tray == tray)):
        return {"stroke": GOLD, "stroke_width": 5, "stroke_dasharray": "9 4"}
    if mine and s.target == tray:
        return {"stroke": GOLD, "stroke_width": 5}
    return {"stroke": ACTION_FILL[tray], "stroke_width": 2.2}


def _slot(s: State, seat: int, tray: int) -> str:
    """The place of a Trajan tile beside its tray, or the arch that keeps it free for the next one."""
    x, y = _polar(_TRAY_ANGLES[tray], _RADIUS)
    x += math.copysign(_SLOT_DISTANCE, x)
    tile = int(s.slots[seat, tray])
    if tile != NONE:
        content = trajan_tile(tile, 0, 0, _SLOT_SCALE)
    else:
        content = box(-27, -22, 54, 44, 5, fill="none", stroke=RULE, stroke_width=1.2, stroke_dasharray="4 3")
        content += arch(0, 0, 30) if s.arch[seat] == tray else ""
    return group(content, id=f"slot-{seat}-{ACTIONS[tray]}", class_="slot", transform=at(x, y))


def _centre(s: State, seat: int) -> str:
    """The arch when no slot is free, and the markers in hand while sowing."""
    hand = s.sowing if seat == s.active and s.decision == SOW else None
    at_home = s.arch[seat] == NONE
    content = group(arch(0, 0, 40), opacity=0.3 if hand is not None else 1) if at_home else ""
    if hand is not None:
        content += circle(0, 0, 32, fill=GOLD, opacity=0.35) + markers(hand, 31)
    return group(content, id=f"centre-{seat}", class_="centre")


# -- everything else ---------------------------------------------------------------------------------------------------

_LABEL_WIDTH = 62
_SMALLEST = 0.5  # scale at which a second row begins


def _facts(s: State, seat: int, viewer: int | None, width: float) -> str:
    """Tokens, tiles, buildings, bonus tiles, tableau and hand, row under row."""
    room = width - _LABEL_WIDTH
    rows = (
        ("tokens", 30, _tokens(s, seat)),
        ("tiles", 44, _in_a_row(_tiles(s, seat), room, 42)),
        ("building", 36, _buildings(s, seat, room)),
        ("bonus", 44, _in_a_row(_bonuses(s, seat), room, 68)),
        ("tableau", 46, _in_a_row(_tableau(s, seat), room, 33)),
        ("hand", 62, _in_a_row(_hand(s, seat, viewer), room, 44)),
    )
    parts, top = [], 0.0
    for name, height, content in rows:
        line = element("path", d=f"M0,{top}H{width}", stroke=SUNK, stroke_width=1.2)
        label = text(2, top + height / 2 + 4.5, name, 12.5, FADED)
        row = group(content, transform=at(_LABEL_WIDTH, top + height / 2), id=f"{name}-{seat}", class_=name)
        parts.append(line + label + row)
        top += height
    return "".join(parts)


def _in_a_row(pictures: list[str], width: float, pitch: float) -> str:
    """Pictures side by side, smaller when they would not fit, in two rows when they would get too small."""
    if not pictures:
        return centred(10, 0, "–", 13, FADED)
    rows = 1 if width / (pitch * len(pictures)) >= _SMALLEST else 2
    columns = math.ceil(len(pictures) / rows)
    scale = min(1 / rows, width / (pitch * columns))
    places = ((index % columns + 0.5, index // columns - (rows - 1) / 2) for index in range(len(pictures)))
    return "".join(
        group(picture, transform=at(pitch * scale * column, pitch * scale * row, scale))
        for picture, (column, row) in zip(pictures, places, strict=True)
    )


def _tokens(s: State, seat: int) -> str:
    """Tokens on the mat and in the two camps."""
    signs = (
        (token(seat, 9, 0, 9), s.mat[seat], "left", "on the mat"),
        (icon("shield", 9, 0, 19, PLAYER_FILL[seat]), s.military_camp[seat], "camp", "in the military camp"),
        (icon("hammer", 9, 0, 19, PLAYER_FILL[seat]), s.worker_camp[seat], "camp", "in the worker camp"),
    )
    parts = []
    for index, (sign, count, word, words) in enumerate(signs):
        number = text(23, 5.5, str(count), 15, INK, font_weight="bold")
        label = text(48, 4.5, word, 12, FADED)
        parts.append(group(title(f"{count} tokens {words}"), sign, number, label, transform=at(104 * index, 0)))
    return "".join(parts)


def _tiles(s: State, seat: int) -> list[str]:
    """Completed demand tiles, then forum and extra-action tiles by kind."""
    first = TILES_IN_A_STACK * STACK_DEMAND
    completed = [permanent_tile(first + index, 0, 0, 38) for index, owned in enumerate(s.permanent[seat]) if owned]
    kinds = enumerate(s.tiles[seat])
    return completed + [
        forum_tile(kind, 0, 0, 38) + (badge(14, 13, str(count), 8.5) if count > 1 else "")
        for kind, count in kinds
        if count
    ]


def _buildings(s: State, seat: int, width: float) -> str:
    """For each kind of construction tile the points of those taken."""
    pitch = width / NUM_CONSTRUCTION_KINDS
    parts = []
    for kind in range(NUM_CONSTRUCTION_KINDS):
        levels = [level for level, owned in enumerate(s.construction[seat, kind]) if owned]
        sign = construction_sign(kind, 13, 0, 26, 1 if levels else 0.3)
        words = title(f"{CONSTRUCTION_KINDS[kind]}: {len(levels)} tiles")
        lift = 7.5 if len(levels) > 2 else 0
        numbers = "".join(
            bold(34 + 14 * (place % 2), 15 * (place // 2) - lift, str(level + LOWEST_CONSTRUCTION_VP), 13.5)
            for place, level in enumerate(levels)
        )
        parts.append(group(words, sign, numbers, transform=at(pitch * kind, 0)))
    return "".join(parts)


def _bonuses(s: State, seat: int) -> list[str]:
    return [bonus_tile(bonus, int(side), 0, 0, 1.06) for bonus, side in enumerate(s.bonus[seat]) if side]


def _tableau(s: State, seat: int) -> list[str]:
    return [card(kind, 0, 1, 37, int(count)) for kind, count in enumerate(s.tableau[seat]) if count]


def _hand(s: State, seat: int, viewer: int | None) -> list[str]:
    """The cards that the viewer knows, and the backs of the others."""
    known, hidden = seen_hand(s, seat, viewer)
    prefix = "hand" if viewer == seat else f"hand-{seat}"
    cards = [
        group(card(kind, 0, 1, 50, int(count)), id=f"{prefix}-{COMMODITIES[kind]}", class_="in-hand")
        for kind, count in enumerate(known)
        if count
    ]
    return cards + ([group(card_back(0, 1, 50, hidden), id=f"{prefix}-hidden")] if hidden else [])
