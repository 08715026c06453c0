"""The areas of the board besides the provinces: time and demands, forum, construction site, seaport, senate, stacks."""

from boardkit.game import State
from boardkit.svg import FADED, GOLD, INK, at, box, centred, element, group, text, title
from trajan_env.data import (
    COMMODITIES,
    CONSTRUCTION,
    CONSTRUCTION_KINDS,
    DEMANDS,
    DEMANDS_A_QUARTER,
    FIRST_EXTRA,
    FIRST_VOTES,
    FORUM,
    GRANTED_ACTION,
    GREEN_SPACES,
    LOWEST_CONSTRUCTION_VP,
    MAX_GREEN_SPACES,
    MAX_LOAD,
    MAX_PAIRS,
    NUM_CONSTRUCTION_KINDS,
    NUM_DEMANDS,
    NUM_PILES,
    NUM_SENATE_SIDES,
    NUM_SHIPS,
    NUM_SITE_SPACES,
    NUM_STACKS,
    PILES,
    QUARTERS,
    ROUNDS,
    SEAPORT,
    SENATE,
    SENATE_SIDES,
    SENATE_VOTES,
    SHIP_PAIRS,
    SHIP_SIDES,
    SHIP_VP,
    SHIPS,
    SITE_COLUMNS,
    STACKS,
    TILES_OF_A_CONSTRUCTION_KIND,
    TRAJAN,
    UNMET_DEMANDS_VP,
    WILD_COMMODITY,
    WILD_EXTRA,
    YELLOW,
    YELLOW_SPACES,
)
from trajan_env.draw.shapes import (
    PLAYER_FILL,
    RULE,
    SUNK,
    WHITE,
    action_badge,
    badge,
    bold,
    bonus_tile,
    card,
    card_back,
    circle,
    construction_sign,
    construction_tile,
    demand_icon,
    demand_tile,
    empty_place,
    forum_tile,
    heading,
    icon,
    pack,
    panel,
    senate_disc,
    sort_sign,
    token,
    trajan_tile,
)
from trajan_env.draw.words import (
    SHIP_NAMES,
    STACK_NAMES,
    counted,
    minus,
    player_name,
    senate_space,
    stack_size,
    top_card,
    unseen_cards,
)
from trajan_env.state import NONE

WIDTH = 522
TOP_HEIGHT, MIDDLE_HEIGHT, BOTTOM_HEIGHT = 172, 250, 144

# -- time and demands --------------------------------------------------------------------------------------------------


def time_panel(s: State, x: float, y: float) -> str:
    left = int(s.time_track - s.time)
    note = "the round ends with this turn" if s.round_ended else f"{left} to the end of the round"
    return panel(
        x,
        y,
        WIDTH,
        TOP_HEIGHT,
        heading(None, "TIME", note, WIDTH),
        _time_track(s),
        _calendar(s),
        _demands(s),
        id="time",
    )


def _time_track(s: State) -> str:
    """The spaces of a lap with the marker; the start space is the first."""
    spaces = int(s.time_track)
    width = (WIDTH - 24) / spaces
    boxes = "".join(
        box(
            12 + width * space,
            36,
            0.9 * width,
            26,
            min(4, width / 4),
            fill=GOLD if space == 0 else SUNK,
            stroke=RULE,
            stroke_width=1,
        )
        for space in range(spaces)
    )
    middle = 12 + width * (int(s.time) + 0.45)
    marker = circle(0, 0, 12, fill=INK, stroke=WHITE, stroke_width=1.6) + icon("hourglass", 0, 0, 15, GOLD)
    return boxes + group(title(f"space {s.time} of {spaces}"), marker, transform=at(middle, 49), id="time-marker")


def _calendar(s: State) -> str:
    """Four quarters of four rounds: played, being played, to come."""
    parts = []
    for quarter in range(QUARTERS):
        x = 16 + 67 * quarter
        now = quarter + 1 == s.quarter
        parts.append(text(x, 88, f"quarter {quarter + 1}", 12, INK if now else FADED))
        for round_ in range(ROUNDS):
            played = quarter + 1 < s.quarter or (now and round_ < s.demands_revealed)
            current = now and round_ == s.demands_revealed
            fill = INK if played else GOLD if current else "none"
            parts.append(circle(x + 6 + 14 * round_, 103, 5.2, fill=fill, stroke=INK, stroke_width=1.3))
    return group(*parts, id="calendar")


def _demands(s: State) -> str:
    """The demands of the quarter, what meeting too few costs, and what the pile may still hold."""
    revealed = int(s.demands_revealed)
    tiles = "".join(
        group(
            demand_tile(int(s.demands[place]) if place < revealed else None, 0, 0, 44),
            transform=at(328 + 56 * place, 111),
            id=f"demand-{place}",
        )
        for place in range(DEMANDS_A_QUARTER)
    )
    costs = ", ".join(minus(vp) for vp in UNMET_DEMANDS_VP[1:])
    return text(304, 84, "demands", 12) + tiles + text(304, 154, f"1, 2, 3 unmet: {costs}", 12, FADED) + _demand_pile(s)


def _demand_pile(s: State) -> str:
    icons = "".join(
        demand_icon(kind, 112 + 54 * kind, 143, 21)
        + text(126 + 54 * kind, 148.5, str(s.demand_pile[kind]), 15, INK, font_weight="bold")
        for kind in range(NUM_DEMANDS)
    )
    words = title("demand tiles not yet revealed; three of them left the game unseen")
    return group(
        words, text(16, 140, "not yet", 12, FADED), text(16, 155, "revealed", 12, FADED), icons, id="demand-pile"
    )


# -- forum -------------------------------------------------------------------------------------------------------------


_GREEN_COLUMNS = 6


def forum_panel(s: State, x: float, y: float) -> str:
    green = int(GREEN_SPACES[s.players])
    top = 66 if green > _GREEN_COLUMNS else 96
    spaces = [
        _forum_space(
            f"forum-{space}",
            int(s.forum[space]),
            40 + 56 * (space % _GREEN_COLUMNS),
            top + 60 * (space // _GREEN_COLUMNS),
        )
        for space in range(green)
    ]
    spaces += [
        _forum_space(f"yellow-{space}", int(s.forum[MAX_GREEN_SPACES + space]), 386 + 52 * space, 66, yellow=True)
        for space in range(YELLOW_SPACES)
    ]
    return panel(
        x,
        y,
        WIDTH,
        TOP_HEIGHT,
        heading(FORUM, "FORUM"),
        *spaces,
        _forum_pile(s),
        id="forum",
    )


def _forum_space(name: str, kind: int, x: float, y: float, yellow: bool = False) -> str:
    fill, stroke = ("#f6e39b", "#b8901c") if yellow else ("#c5d3a4", "#6f8347")
    space = box(-25, -25, 50, 50, 7, fill=fill, stroke=stroke, stroke_width=1.3)
    tile = forum_tile(kind, 0, 0, 42) if kind != NONE else ""
    return group(space, tile, id=name, class_="space yellow" if yellow else "space green", transform=at(x, y))


def _forum_pile(s: State) -> str:
    """What the face-down pile still holds, by sort of tile."""
    pile = s.forum_pile
    sorts = (
        *((kind, pile[kind]) for kind in range(NUM_DEMANDS)),
        (FIRST_VOTES, pile[FIRST_VOTES:WILD_COMMODITY].sum()),
        (WILD_EXTRA, pile[WILD_COMMODITY:FIRST_EXTRA].sum()),
        (FIRST_EXTRA, pile[FIRST_EXTRA:].sum()),
    )
    names = (*DEMANDS, "votes", "wild", "extra action")
    parts = []
    for place, ((kind, count), name) in enumerate(zip(sorts, names, strict=True)):
        number = text(13, 5, str(count), 13.5, INK, font_weight="bold")
        position = at(376 + 50 * (place % 3), 129 + 25 * (place // 3))
        parts.append(group(title(f"{count} {name} tiles in the pile"), sort_sign(kind, 20), number, transform=position))
    return group(text(364, 111, f"pile of {pile.sum()} tiles", 12, FADED), *parts, id="forum-pile")


# -- construction site -------------------------------------------------------------------------------------------------


def site_panel(s: State, x: float, y: float) -> str:
    return panel(
        x,
        y,
        WIDTH,
        MIDDLE_HEIGHT,
        heading(CONSTRUCTION, "CONSTRUCTION SITE"),
        *(_site_space(s, space) for space in range(NUM_SITE_SPACES)),
        _grants(),
        _worker_camp(s),
        id="site",
    )


def _site_space(s: State, space: int) -> str:
    """A space of the site: its tile, or the workers who came for it."""
    row, column = divmod(space, SITE_COLUMNS)
    tile = int(s.site_tile[space])
    workers = [seat for seat in range(s.players) if s.workers[seat] >> space & 1]
    places, _ = pack(len(workers), 36)
    content = "".join(token(seat, 1.25 * x, 0.75 * y, 9.5) for seat, (x, y) in zip(workers, places, strict=True))
    if tile != NONE:
        kind, level = divmod(tile, TILES_OF_A_CONSTRUCTION_KIND)
        content = construction_tile(kind, level + LOWEST_CONSTRUCTION_VP, 0, 0, 58)
    return group(
        box(-32, -25, 64, 50, 3, fill=SUNK, stroke=RULE, stroke_width=1.2),
        content,
        id=f"site-{row + 1}-{column + 1}",
        class_="space site",
        transform=at(46 + 66 * column, 62 + 52 * row),
    )


def _grants() -> str:
    """The action that the first tile of a kind grants."""
    lines = [text(364, 29, "first of a kind grants", 12, FADED)]
    for kind in range(NUM_CONSTRUCTION_KINDS):
        x, y = 374 + 80 * (kind % 2), 52 + 24 * (kind // 2)
        arrow = element("path", d=f"M{x + 14},{y}h9m-4,-4l4,4l-4,4", fill="none", stroke=FADED, stroke_width=1.5)
        sign = construction_sign(kind, x, y, 20) + arrow + action_badge(int(GRANTED_ACTION[kind]), x + 37, y, 10)
        lines.append(group(title(f"the first {CONSTRUCTION_KINDS[kind]} tile grants an action"), sign))
    return group(*lines, class_="grants")


def _worker_camp(s: State) -> str:
    entries = [text(362, 142, "Worker camp", 13, INK, font_weight="bold")]
    for seat in range(s.players):
        count = int(s.worker_camp[seat])
        x, y = 378 + 72 * (seat % 2), 166 + 36 * (seat // 2)
        number = text(15, 5.5, str(count), 15, PLAYER_FILL[seat] if count else FADED, font_weight="bold")
        words = title(f"{player_name(seat)}: {count} workers in the camp")
        entries.append(group(words, token(seat, 0, 0, 10), number, id=f"worker-camp-{seat}", transform=at(x, y)))
    ground = box(354, 124, 158, 114, 7, fill="#d9c491", stroke=RULE, stroke_width=1.2)
    return group(ground, *entries, id="worker-camp", class_="camp")


# -- seaport -----------------------------------------------------------------------------------------------------------


def seaport_panel(s: State, x: float, y: float, viewer: int | None) -> str:
    return panel(
        x,
        y,
        WIDTH,
        MIDDLE_HEIGHT,
        heading(SEAPORT, "SEAPORT"),
        _deck(s, viewer),
        *(_pile(s, pile) for pile in range(NUM_PILES)),
        *(_ship(s, ship) for ship in range(NUM_SHIPS)),
        id="seaport",
    )


def _deck(s: State, viewer: int | None) -> str:
    """The deck; its title says what may be in it."""
    where = "in the deck" if viewer is None else "in the deck and in other hands"
    words = title(f"{where}: {counted(COMMODITIES, unseen_cards(s, viewer))}")
    size = int(s.deck.sum())
    back = card_back(82, 84, 74, size) if size else empty_place(82, 84, 52, 74)
    return group(words, back, text(122, 88, "deck", 12.5, FADED), id="deck", class_="deck")


def _pile(s: State, pile: int) -> str:
    """A discard pile: its top card and its size."""
    x, top = 44 + 80 * pile, top_card(s, pile)
    face = card(top, x, 178, 74, int(s.pile_size[pile])) if top is not None else empty_place(x, 178, 52, 74)
    label = COMMODITIES[top] if top is not None else "empty"
    return group(face, centred(x, 230, label, 12.5, FADED), id=f"pile-{PILES[pile]}", class_="pile")


def _ship(s: State, ship: int) -> str:
    """A ship with its values; the one being loaded shows its load."""
    side, loading = int(s.ship_side[ship]), int(s.ship) == ship
    fill = ("#b5623a", "#8d9398")[side]
    hull = "M6,22H344C340,44 328,58 306,58H44C22,58 10,44 6,22Z"
    prow = "M344,22C346,10 340,2 330,0C336,8 334,16 330,22Z"
    stroke, stroke_width = (GOLD, 4) if loading else (INK, 1.4)
    sail = element("path", d="M6,22C4,10 8,4 18,0C14,8 16,16 22,22Z", fill=fill)
    return group(
        title(f"ship for {SHIP_NAMES[ship]}, {SHIP_SIDES[side]} side"),
        element("path", d=hull, fill=fill, stroke=stroke, stroke_width=stroke_width),
        element("path", d=prow, fill=fill) + sail,
        text(28, 17, SHIP_NAMES[ship], 13, INK, font_weight="bold"),
        text(330, 17, SHIP_SIDES[side], 12, FADED, text_anchor="end"),
        _crates(s, ship, side, loading),
        id=f"ship-{SHIPS[ship]}",
        class_=f"ship {SHIP_SIDES[side]}{' loading' if loading else ''}",
        transform=at(164, 34 + 71 * ship),
    )


def _crates(s: State, ship: int, side: int, loading: bool) -> str:
    """What so many cards or pairs are worth, and what is on board."""
    pairs = ship == SHIP_PAIRS
    crates = MAX_PAIRS if pairs else MAX_LOAD
    width = 288 / crates
    load = _load(s) if loading else []
    parts = []
    for crate in range(crates):
        x = 31 + width * crate
        parts.append(box(x, 25, width - 5, 28, 4, fill="#fbf3df", stroke=INK, stroke_width=1))
        parts.append(text(x + 7, 44.5, f"{crate + 1}:", 12, FADED))
        parts.append(text(x + 24, 45, str(SHIP_VP[ship, side, crate + 1]), 16, INK, font_weight="bold"))
        cards = load[2 * crate : 2 * crate + 2] if pairs else load[crate : crate + 1]
        parts += [_loaded(kind, x + width - 18 - 20 * (len(cards) - 1 - place)) for place, kind in enumerate(cards)]
    return "".join(parts)


def _load(s: State) -> list[int]:
    """The cards on the ship being loaded by kind, then NONE for each wild tile."""
    return [kind for kind, count in enumerate(s.load) for _ in range(count)] + [NONE] * int(s.load_wilds)


def _loaded(kind: int, x: float) -> str:
    if kind != NONE:
        return card(kind, x, 39, 26)
    return box(x - 9, 30, 18, 18, 3, fill="#1d6f66") + icon("star", x, 39, 14, GOLD)


# -- senate ------------------------------------------------------------------------------------------------------------


def senate_panel(s: State, x: float, y: float) -> str:
    return panel(
        x,
        y,
        WIDTH,
        BOTTOM_HEIGHT,
        heading(SENATE, "SENATE", "bonus: consul yellow, vice consul gray", WIDTH),
        *(_senate_space(s, space) for space in range(len(SENATE_VOTES))),
        *(_senate_bonus(s, side) for side in range(NUM_SENATE_SIDES)),
        id="senate",
    )


def _senate_space(s: State, space: int) -> str:
    """A space of the track with its discs, the highest above."""
    discs = senate_space(s, space)
    return group(
        box(-21, 0, 42, 102, 5, fill=SUNK, stroke=RULE, stroke_width=1.2),
        bold(0, 89, str(SENATE_VOTES[space]), 16, "#6b4696"),
        *(senate_disc(seat, 0, 67 - 17.5 * place, 37) for place, seat in enumerate(discs)),
        id=f"senate-{space}",
        class_="space senate",
        transform=at(34 + 45 * space, 34),
    )


def _senate_bonus(s: State, side: int) -> str:
    """A bonus tile at the senate, yellow side up, as the consul would get it."""
    bonus = int(s.senate_bonus[side])
    y = 58 + 52 * side
    tile = bonus_tile(bonus, YELLOW, 0, 0, 1.3) if bonus != NONE else empty_place(0, 0, 78, 44)
    return group(tile, id=f"bonus-{SENATE_SIDES[side]}", class_="senate-bonus", transform=at(446, y))


# -- Trajan stacks -----------------------------------------------------------------------------------------------------


def stacks_panel(s: State, x: float, y: float) -> str:
    return panel(
        x,
        y,
        WIDTH,
        BOTTOM_HEIGHT,
        heading(TRAJAN, "TRAJAN TILES"),
        *(_stack(s, stack) for stack in range(NUM_STACKS)),
        id="stacks",
    )


def _stack(s: State, stack: int) -> str:
    """A stack: the top tile, the edges of those below, the number of all."""
    size, top = stack_size(s, stack), int(s.stack_top[stack])
    edges = "".join(
        box(-38 + 1.2 * edge, -31 - 1.6 * edge, 76, 62, 6, fill="#fbf6e9", stroke=FADED, stroke_width=0.8)
        for edge in range(min(size, 5) - 1, 0, -1)
    )
    tile = trajan_tile(top, 0, 0, 1.31) if top != NONE else empty_place(0, 0, 76, 62)
    return group(
        edges,
        tile,
        centred(0, 44, STACK_NAMES[stack], 12.5, FADED),
        badge(32, -30, str(size), 9.5),
        id=f"stack-{STACKS[stack]}",
        class_="stack",
        transform=at(49 + 84.5 * stack, 81),
    )


def board(s: State, viewer: int | None, left: float, right: float, top: float) -> str:
    """The two columns of areas right of the provinces."""
    middle, bottom = top + TOP_HEIGHT + 8, top + TOP_HEIGHT + MIDDLE_HEIGHT + 16
    return (
        forum_panel(s, left, top)
        + site_panel(s, left, middle)
        + senate_panel(s, left, bottom)
        + time_panel(s, right, top)
        + seaport_panel(s, right, middle, viewer)
        + stacks_panel(s, right, bottom)
    )
