"""The whole drawing: header, board, mats, and the banner at the end."""

from boardkit.game import State
from boardkit.svg import FADED, FOAM, GOLD, INK, PAGE, PAPER, at, box, centred, drawing, element, group, text
from trajan_env.data import GAINS
from trajan_env.draw.board import TOP_HEIGHT, board
from trajan_env.draw.board import WIDTH as COLUMN_WIDTH
from trajan_env.draw.mat import LAYOUTS, mat
from trajan_env.draw.provinces import HEIGHT as BOARD_HEIGHT
from trajan_env.draw.provinces import WIDTH as MAP_WIDTH
from trajan_env.draw.provinces import provinces_panel
from trajan_env.draw.shapes import PLAYER_FILL, PLAYER_LIGHT, WHITE, bold, token
from trajan_env.draw.words import GAIN_NAMES, end_words, minus, pending_words, player_name, time_words, to_move
from trajan_env.state import OVER

WIDTH = 1600
_GAP = 8
_TOP = 58
_LEFT, _RIGHT = 2 * _GAP + MAP_WIDTH, 3 * _GAP + MAP_WIDTH + COLUMN_WIDTH
_MATS_TOP = _TOP + BOARD_HEIGHT + _GAP


def svg(s: State, viewer: int | None) -> str:
    """The position as an SVG picture, as seen from a seat (None: everything)."""
    height = _MATS_TOP + LAYOUTS[int(s.players)].height + _GAP
    return drawing(
        WIDTH,
        height,
        box(0, 0, WIDTH, height, fill=PAGE),
        _header(s),
        provinces_panel(s, _GAP, _TOP),
        board(s, viewer, _LEFT, _RIGHT, _TOP),
        _mats(s, viewer),
        _banner(s) if s.decision == OVER else "",
    )


def _header(s: State) -> str:
    """The name of the game, the decision in words, and the time."""
    over = s.decision == OVER
    seat = int(s.ranking[0]) if over else to_move(s) or 0
    frame = {"stroke": GOLD, "stroke_width": 3} if over else {"stroke": PLAYER_LIGHT[seat], "stroke_width": 1.2}
    return group(
        text(16, 41, "TRAJAN", 31, GOLD, font_weight="bold", letter_spacing=4),
        box(210, 9, 1020, 41, 20, fill=PLAYER_FILL[seat], **frame),
        token(seat, 234, 29.5, 13),
        centred(720, 29.5, pending_words(s), 19, WHITE, font_weight="bold" if over else "normal"),
        text(1588, 26, time_words(s), 14, FOAM, text_anchor="end"),
        text(1588, 45, f"turn {s.turn}" if s.turn else "set-up", 14, FOAM, text_anchor="end"),
        id="header",
        class_="over" if over else "pending",
    )


def _mats(s: State, viewer: int | None) -> str:
    """The viewer's mat first, the others in the order of play."""
    players, first = int(s.players), viewer or 0
    step = LAYOUTS[players].width + _GAP
    seats = ((first + place) % players for place in range(players))
    return "".join(mat(s, seat, viewer, _GAP + step * place, _MATS_TOP) for place, seat in enumerate(seats))


# -- the end -----------------------------------------------------------------------------------------------------------

_ACCOUNT_LEFT, _ACCOUNT_STEP = 150, 69


def _banner(s: State) -> str:
    """The winner and where everybody's points came from, over forum and time, which are empty by then."""
    width = 2 * COLUMN_WIDTH + _GAP
    ranking = [int(seat) for seat in s.ranking[: s.players]]
    return group(
        box(0, 0, width, TOP_HEIGHT, 9, fill=PAPER, stroke=GOLD, stroke_width=4),
        box(0, 0, width, 36, 9, fill=PLAYER_FILL[ranking[0]]),
        bold(width / 2, 18, end_words(s), 20, GOLD),
        _account_names(width),
        *(_account_row(s, seat, place, width) for place, seat in enumerate(ranking)),
        id="banner",
        class_="banner",
        transform=at(_LEFT, _TOP),
    )


def _account_names(width: float) -> str:
    names = "".join(
        centred(_ACCOUNT_LEFT + _ACCOUNT_STEP * source, 51, name, 12.5, FADED) for source, name in enumerate(GAIN_NAMES)
    )
    return names + centred(width - 44, 51, "points", 12.5, FADED)


def _account_row(s: State, seat: int, place: int, width: float) -> str:
    """A player's points by source, best player first."""
    y = 75 + 27 * place
    line = element("path", d=f"M10,{y - 13.5}H{width - 10}", stroke=FADED, stroke_width=0.6)
    numbers = "".join(
        centred(_ACCOUNT_LEFT + _ACCOUNT_STEP * source, y, minus(s.gains[seat, source]), 15, INK)
        for source in range(len(GAINS))
    )
    return group(
        line,
        token(seat, 24, y, 9.5),
        text(40, y + 5, player_name(seat), 14, INK, font_weight="bold"),
        numbers,
        bold(width - 44, y, minus(s.vp[seat]), 17),
        id=f"account-{seat}",
    )
