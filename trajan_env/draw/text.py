"""The position as text for terminals and logs: clear without its colours."""

import textwrap
from collections.abc import Iterable, Iterator

from boardkit.ansi import BOLD, DIM, paint
from boardkit.game import State
from trajan_env.data import (
    ACTIONS,
    BONUS_SIDES,
    BONUSES,
    CAMP,
    COLOUR_LETTERS,
    COMMODITIES,
    CONSTRUCTION_KINDS,
    CONSTRUCTION_TILES,
    DEMANDS,
    DEMANDS_A_QUARTER,
    FORUM_KINDS,
    GREEN_SPACES,
    LOWEST_CONSTRUCTION_VP,
    MAX_GREEN_SPACES,
    MAX_LOAD,
    MAX_PAIRS,
    NUM_PILES,
    NUM_PROVINCES,
    NUM_SENATE_SIDES,
    NUM_SHIPS,
    NUM_STACKS,
    NUM_TRAYS,
    PILES,
    PROVINCE_VP,
    SENATE_SIDES,
    SENATE_VOTES,
    SHIP_PAIRS,
    SHIP_SIDES,
    SHIP_VP,
    SHIPS,
    SITE_COLUMNS,
    SITE_ROWS,
    STACK_CARDS,
    STACK_DEMAND,
    STACK_LEGIONNAIRES,
    STACK_PLUS_TWO,
    STACK_WORKERS,
    TILE_DEMAND,
    TILE_SIZE,
    TILE_STACK,
    TILE_VP,
    TILES_IN_A_STACK,
    TRAY_NUMERALS,
    YELLOW,
)
from trajan_env.draw.words import (
    GAIN_NAMES,
    STACK_NAMES,
    bonus_value,
    counted,
    pending_words,
    player_name,
    province_name,
    seen_hand,
    senate_space,
    stack_size,
    tile_colours,
    time_words,
    to_move,
    top_card,
    votes,
)
from trajan_env.state import LOAD, NONE, OVER, SOW

_PLAYER_COLOURS = ("\033[91m", "\033[96m", "\033[95m", "\033[37m")
_MARKER_COLOURS = ("\033[94m", "\033[93m", "\033[92m", "\033[38;5;208m", "\033[38;5;213m", "\033[97m")
_WIDTH, _LABEL_WIDTH, _TRAY_WIDTH, _PROVINCE_WIDTH = 110, 10, 17, 54
_KEY = "markers B Y G O P W; # leader and + legionnaire or worker of a player; Trajan tiles: colours, effect, points"


def ansi(s: State, viewer: int | None) -> str:
    """The position as text with colours, as seen from a seat (None: everything)."""
    lines = [*_heading(s), "", *_board(s), paint(_KEY, DIM), ""]
    for seat in range(s.players):
        lines += _player(s, seat, viewer)
    if s.decision == OVER:
        lines += _account(s)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _label(words: str) -> str:
    return paint(f"  {words:{_LABEL_WIDTH}}", DIM)


def _line(label: str, words: str) -> Iterator[str]:
    """A labelled line; what does not fit goes on below."""
    indent = " " * (_LABEL_WIDTH + 2)
    wrapped = textwrap.wrap(words, _WIDTH - len(indent)) or ["-"]
    yield _label(label) + wrapped[0]
    yield from (indent + line for line in wrapped[1:])


def _name(names: tuple[str, ...], index: int) -> str:
    return names[index] if index != NONE else "-"


# -- the board ---------------------------------------------------------------------------------------------------------


def _heading(s: State) -> Iterator[str]:
    seat = to_move(s)
    end = "the round ends with this turn" if s.round_ended else f"{s.time_track - s.time} to the end of the round"
    time = "" if seat is None else f", time {s.time} of {s.time_track} ({end})"
    yield f"{paint('TRAJAN', BOLD)}  {time_words(s)}, turn {s.turn}{time}"
    yield paint(pending_words(s), BOLD, _PLAYER_COLOURS[int(s.ranking[0]) if seat is None else seat])


def _board(s: State) -> Iterator[str]:
    yield from _line("demands", _demand_words(s))
    yield from _line("forum", _forum_words(s))
    yield from _line("pile", f"{s.forum_pile.sum()} forum tiles: {counted(FORUM_KINDS, s.forum_pile)}")
    yield from _line("seaport", _seaport_words(s))
    yield from _line("ships", "; ".join(_ship_words(s, ship) for ship in range(NUM_SHIPS)))
    yield from _line("senate", _senate_words(s))
    yield from _line("Trajan", ", ".join(_stack_words(s, stack) for stack in range(NUM_STACKS)))
    yield from _provinces(s)
    yield from _site(s)


def _demand_words(s: State) -> str:
    revealed = [DEMANDS[kind] for kind in s.demands[: s.demands_revealed]]
    hidden = ["?"] * (DEMANDS_A_QUARTER - len(revealed))
    pile = counted(DEMANDS, s.demand_pile)
    return f"{', '.join(revealed + hidden)}; not yet revealed: {pile}; three of these never come"


def _forum_words(s: State) -> str:
    green = (_name(FORUM_KINDS, kind) for kind in s.forum[: GREEN_SPACES[s.players]])
    yellow = (_name(FORUM_KINDS, kind) for kind in s.forum[MAX_GREEN_SPACES:])
    return f"{', '.join(green)}; yellow: {', '.join(yellow)}"


def _seaport_words(s: State) -> str:
    piles = []
    for pile in range(NUM_PILES):
        top = top_card(s, pile)
        piles.append(f"{PILES[pile]} pile {'-' if top is None else COMMODITIES[top]} ({s.pile_size[pile]})")
    return f"deck {s.deck.sum()}, {', '.join(piles)}"


def _ship_words(s: State, ship: int) -> str:
    side = int(s.ship_side[ship])
    most = MAX_PAIRS if ship == SHIP_PAIRS else MAX_LOAD
    values = "/".join(str(vp) for vp in SHIP_VP[ship, side, 1 : most + 1])
    words = f"{SHIPS[ship]} {values} ({SHIP_SIDES[side]})"
    if s.decision == LOAD and s.ship == ship:
        words += f" loading {counted((*COMMODITIES, 'wild'), [*s.load, s.load_wilds])}"
    return words


def _senate_words(s: State) -> str:
    """The occupied spaces with their discs, the lowest first, and the two bonus tiles."""
    spaces = ((SENATE_VOTES[space], senate_space(s, space)) for space in range(len(SENATE_VOTES)))
    discs = ", ".join(f"{vp}: {'<'.join(str(seat) for seat in seats)}" for vp, seats in spaces if seats)
    tiles = (
        f"{SENATE_SIDES[side]} {_bonus_words(int(s.senate_bonus[side]), YELLOW)}" for side in range(NUM_SENATE_SIDES)
    )
    return f"{discs}; bonus tiles: {', '.join(tiles)}"


def _bonus_words(bonus: int, side: int) -> str:
    return "-" if bonus == NONE else f"{BONUSES[bonus]} {bonus_value(bonus, side)}"


def _stack_words(s: State, stack: int) -> str:
    top = int(s.stack_top[stack])
    return f"{STACK_NAMES[stack]} {'-' if top == NONE else _tile_words(top)} ({stack_size(s, stack)})"


def _tile_words(tile: int) -> str:
    """A Trajan tile in short: colours, effect, points."""
    size = int(TILE_SIZE[tile])
    effects = {
        STACK_CARDS: f" {size} cards",
        STACK_WORKERS: " worker" if size == 1 else f" {size} workers",
        STACK_LEGIONNAIRES: " legion" if size == 1 else f" {size} legions",
        STACK_PLUS_TWO: " [+2]",
        STACK_DEMAND: f" {DEMANDS[TILE_DEMAND[tile]]}",
    }
    colours = "".join(COLOUR_LETTERS[colour] for colour in tile_colours(tile))
    return f"{colours}{effects.get(int(TILE_STACK[tile]), '')} {TILE_VP[tile]}"


def _provinces(s: State) -> Iterator[str]:
    """Two provinces a line: value, tile, leaders, legionnaires."""
    half = NUM_PROVINCES // 2
    for row in range(half):
        left, right = _province(s, row), _province(s, row + half)
        yield _label("provinces" if row == 0 else "") + left + right


def _province(s: State, province: int) -> str:
    tile = _name(FORUM_KINDS, int(s.province_tile[province]))
    seats = range(s.players)
    pieces = [("#", seat) for seat in seats if s.leader[seat] == province]
    pieces += [("+", seat) for seat in seats if s.legionnaires[seat, province]]
    words = f"{province_name(province):18}{PROVINCE_VP[province]:3} {tile if tile != '-' or not pieces else '':16}"
    return words + _padded(pieces, _PROVINCE_WIDTH - len(words))


def _padded(pieces: list[tuple[str, int]], width: int) -> str:
    """Pieces as sign and seat, painted, with spaces up to a width."""
    painted = " ".join(paint(f"{sign}{seat}", BOLD, _PLAYER_COLOURS[seat]) for sign, seat in pieces)
    return painted + " " * (width - max(0, 3 * len(pieces) - 1))


def _site(s: State) -> Iterator[str]:
    """The construction site as a grid of tiles and workers."""
    for row in range(SITE_ROWS):
        spaces = range(SITE_COLUMNS * row, SITE_COLUMNS * (row + 1))
        yield _label("site" if row == 0 else "") + "".join(_site_space(s, space) for space in spaces)


def _site_space(s: State, space: int) -> str:
    tile = int(s.site_tile[space])
    if tile != NONE:
        return f"{CONSTRUCTION_TILES[tile]:14}"
    workers = [("+", seat) for seat in range(s.players) if s.workers[seat] >> space & 1]
    return _padded(workers, 14) if workers else f"{'-':14}"


# -- the players -------------------------------------------------------------------------------------------------------


def _player(s: State, seat: int, viewer: int | None) -> Iterator[str]:
    turn = ">" if to_move(s) == seat else " "
    name = paint(f"{turn} {player_name(seat)}", BOLD, _PLAYER_COLOURS[seat])
    place = "the camp" if s.leader[seat] == CAMP else province_name(int(s.leader[seat]))
    camps = f"{s.mat[seat]} left, {s.military_camp[seat]} military camp, {s.worker_camp[seat]} worker camp"
    points = paint(f"{s.vp[seat]} VP", BOLD)
    yield f"{name}  {points}, {votes(s, seat)} votes; tokens: {camps}; leader in {place}"
    yield from _circle(s, seat)
    if s.decision == SOW and seat == s.active:
        yield _label("sowing") + _markers(s.sowing)
    yield from _line("tiles", _tiles_words(s, seat))
    yield from _line("building", _building_words(s, seat))
    bonuses = (f"{_bonus_words(k, int(side))} ({BONUS_SIDES[side]})" for k, side in enumerate(s.bonus[seat]) if side)
    yield from _line("bonus", ", ".join(bonuses))
    yield from _line("tableau", counted(COMMODITIES, s.tableau[seat]))
    yield from _line("hand", _hand_words(s, seat, viewer))


def _circle(s: State, seat: int) -> Iterator[str]:
    """Three lines: the trays, their markers with [+2], their Trajan tiles or the arch."""
    trays = range(NUM_TRAYS)
    yield _columns(f"{f'{TRAY_NUMERALS[tray]} {ACTIONS[tray]}':{_TRAY_WIDTH}}" for tray in trays)
    yield _columns(_tray(s, seat, tray) for tray in trays)
    yield _columns(f"{_slot(s, seat, tray):{_TRAY_WIDTH}}" for tray in trays)


def _columns(cells: Iterable[str]) -> str:
    return "  " + "".join(cells)


def _tray(s: State, seat: int, tray: int) -> str:
    plus = "[+2]" if s.plus_two[seat, tray] else ""
    sign = ">" if seat == s.active and s.decision == SOW and s.next_tray == tray else ""
    count = int(s.trays[seat, tray].sum())
    rest = plus or ("" if count else "-")
    return f"{sign}{_markers(s.trays[seat, tray])}{rest:{_TRAY_WIDTH - len(sign) - count}}"


def _markers(counts: Iterable[int]) -> str:
    return "".join(
        paint(COLOUR_LETTERS[colour] * count, BOLD, _MARKER_COLOURS[colour])
        for colour, count in enumerate(counts)
        if count
    )


def _slot(s: State, seat: int, tray: int) -> str:
    tile = int(s.slots[seat, tray])
    if tile != NONE:
        return _tile_words(tile)
    return "(arch)" if s.arch[seat] == tray else "-"


def _tiles_words(s: State, seat: int) -> str:
    demands = [
        TILE_DEMAND[TILES_IN_A_STACK * STACK_DEMAND + index] for index, own in enumerate(s.permanent[seat]) if own
    ]
    lasting = f"; every quarter: {', '.join(DEMANDS[demand] for demand in demands)}" if demands else ""
    return counted(FORUM_KINDS, s.tiles[seat]) + lasting


def _building_words(s: State, seat: int) -> str:
    kinds = []
    for kind, owned in zip(CONSTRUCTION_KINDS, s.construction[seat], strict=True):
        values = [str(level + LOWEST_CONSTRUCTION_VP) for level, flag in enumerate(owned) if flag]
        kinds += [f"{kind} {'+'.join(values)}"] if values else []
    return ", ".join(kinds) or "none"


def _hand_words(s: State, seat: int, viewer: int | None) -> str:
    known, hidden = seen_hand(s, seat, viewer)
    parts = [counted(COMMODITIES, known)] if known.any() else []
    parts += [f"{hidden} hidden"] if hidden else []
    return ", ".join(parts) or "none"


def _account(s: State) -> Iterator[str]:
    """Everybody's points by source, best player first."""
    widths = [len(name) + 1 for name in GAIN_NAMES]
    names = "".join(f"{name:>{width}}" for name, width in zip(GAIN_NAMES, widths, strict=True))
    yield ""
    yield f"{_label('account')}{paint(names, DIM)}{'points':>7}"
    for seat in s.ranking[: s.players]:
        gains = "".join(f"{vp:{width}}" for vp, width in zip(s.gains[seat], widths, strict=True))
        name = paint(f"  {player_name(int(seat)):{_LABEL_WIDTH}}", BOLD, _PLAYER_COLOURS[seat])
        yield f"{name}{gains}{paint(f'{s.vp[seat]:7}', BOLD)}"
