"""Drawings of Caesar!: `svg` for screens and notebooks, `ansi` for terminals and logs.

Both take the seat they are seen from (0 Caesar, 1 Pompey, None everything) and read hidden pieces only through
`_seen_hand` and `_seen_kind`, so nothing a seat cannot know gets into its picture. The map is turned a quarter from the
coordinates in `data`, so that north is up.
"""

import itertools
import math
from typing import Any

from boardkit.game import State
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
_NUDGES = {"AC": (-8, -7), "CR": (8, 7), "SC": (-4, 7), "AF": (4, -2)}  # from the true centres, to make room


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
    "HU": (0, 44), "HC": (0, -44), "MT": (-6, 40), "SD": (-2, 40), "GA": (-2, -40), "NU": (0, 40), "SC": (6, 38),
    "IT": (4, -40), "GC": (-4, -42), "AF": (0, 40), "AC": (-12, 38), "MD": (8, -40), "DM": (0, -38), "CY": (0, 40),
    "CR": (2, 40), "AG": (0, 40), "AS": (2, -36), "SY": (4, 40),
}  # fmt: skip

# Coasts and shared borders of the provinces, drawn around the control spaces; neighbours share their points.
_OUTLINES = {
    "HU": (
        "42,342 52,344 62,343 72,344 82,342 98,345 113,341 114,348 118,355 125,359 128,366 129,374 135,379 "
        "138,386 141,392 139,404 133,413 134,425 134,436 128,444 123,452 115,459 108,466 97,462 89,454 78,450 "
        "67,450 58,447 49,445 41,440 36,432 31,425 22,421 19,413 18,404 18,395 16,388 16,379 16,370 22,364 25,354 "
        "34,348 42,342"
    ),
    "HC": (
        "92,218 100,224 106,232 113,239 123,243 122,255 127,266 129,277 135,287 135,294 133,301 131,308 126,314 "
        "127,322 123,329 119,335 113,341 98,345 82,342 72,344 62,343 52,344 42,342 36,335 28,330 22,323 17,315 "
        "17,307 17,300 20,292 20,284 22,276 19,268 21,260 27,254 36,252 43,247 47,239 56,235 65,232 76,230 84,224 "
        "92,218"
    ),
    "MT": (
        "108,466 115,459 123,452 128,444 134,436 134,425 133,413 139,404 141,392 144,386 149,382 155,382 161,378 "
        "167,378 173,375 179,378 185,378 191,387 196,397 205,402 213,409 228,417 244,424 249,434 248,446 253,457 "
        "261,466 252,478 247,493 245,503 240,512 237,522 239,532 230,532 222,537 214,537 205,538 197,540 188,540 "
        "179,541 171,538 162,540 153,537 147,531 139,527 133,519 130,510 121,509 113,502 115,493 117,483 112,475 "
        "108,466"
    ),
    "SD": (
        "179,299 184,290 188,281 196,275 202,266 210,263 219,261 227,257 236,256 243,260 250,263 252,270 258,276 "
        "266,277 273,276 279,281 287,282 289,292 294,301 300,308 303,318 312,328 317,340 321,352 329,362 323,368 "
        "316,374 308,377 302,384 293,396 288,411 282,411 276,411 270,410 264,410 259,414 254,417 249,421 244,424 "
        "228,417 213,409 205,402 196,397 191,387 185,378 180,369 177,360 181,350 178,340 183,330 185,320 182,309 "
        "179,299"
    ),
    "GA": (
        "212,127 219,135 222,144 227,153 229,163 231,175 237,185 244,194 250,205 245,210 242,216 239,222 238,229 "
        "237,236 235,242 234,249 236,256 227,257 219,261 210,263 202,266 196,275 188,281 184,290 179,299 168,298 "
        "156,296 147,289 135,287 129,277 127,266 122,255 123,243 113,239 106,232 100,224 92,218 89,209 92,200 "
        "92,191 91,182 96,175 99,168 106,162 112,157 120,153 127,147 133,141 136,133 145,132 154,128 163,130 "
        "173,128 183,129 193,132 203,132 212,127"
    ),
    "NU": (
        "239,532 237,522 240,512 245,503 247,493 252,478 261,466 267,468 273,467 279,468 285,465 295,459 305,453 "
        "321,460 336,467 337,476 342,483 347,490 352,497 352,505 354,514 356,522 359,530 358,543 362,556 358,568 "
        "356,581 348,586 339,590 330,596 323,602 316,597 313,589 305,586 299,579 293,574 286,570 278,567 272,560 "
        "266,552 257,544 246,541 239,532"
    ),
    "SC": (
        "288,411 293,396 302,384 308,377 316,374 323,368 329,362 343,366 355,373 369,376 381,385 387,392 392,401 "
        "395,409 396,419 403,426 406,436 408,442 411,448 410,455 408,462 404,470 401,479 401,488 397,497 394,509 "
        "386,518 386,530 384,542 371,538 359,530 356,522 354,514 352,505 352,497 347,490 342,483 337,476 336,467 "
        "321,460 305,453 298,444 296,432 294,421 288,411"
    ),
    "IT": (
        "301,230 307,224 315,222 323,219 331,215 341,208 350,201 362,198 374,196 380,203 389,207 396,213 405,217 "
        "416,225 429,229 440,237 452,243 459,259 460,275 462,292 465,308 466,320 469,332 459,339 453,350 449,361 "
        "446,373 440,382 438,393 436,404 428,412 420,416 413,420 405,418 396,419 395,409 392,401 387,392 381,385 "
        "369,376 355,373 343,366 329,362 321,352 317,340 312,328 303,318 300,308 294,301 289,292 287,282 289,275 "
        "288,268 287,261 287,255 289,248 293,242 296,236 301,230"
    ),
    "GC": (
        "370,94 368,104 365,114 365,125 369,134 366,150 365,166 371,180 374,196 362,198 350,201 341,208 331,215 "
        "323,219 315,222 307,224 301,230 295,225 290,220 284,215 279,209 272,206 265,202 258,204 250,205 244,194 "
        "237,185 231,175 229,163 227,153 222,144 219,135 212,127 218,119 221,110 229,104 234,96 241,89 248,83 "
        "257,80 267,81 276,82 285,80 291,74 299,70 309,68 318,71 326,77 336,77 345,81 354,83 362,89 370,94"
    ),
    "AF": (
        "323,602 330,596 339,590 348,586 356,581 358,568 362,556 358,543 359,530 371,538 384,542 386,530 386,518 "
        "394,509 397,497 406,497 414,496 422,495 430,491 435,501 443,509 447,519 449,530 461,536 474,541 477,549 "
        "480,557 481,566 482,574 482,583 484,591 483,600 483,608 483,624 480,638 473,652 466,664 461,674 459,684 "
        "460,694 461,704 450,705 441,707 431,711 422,715 411,713 401,710 391,714 380,717 372,710 368,701 358,697 "
        "349,692 343,683 342,672 336,663 327,658 326,651 327,644 329,637 329,630 327,622 329,615 326,609 323,602"
    ),
    "AC": (
        "428,412 436,404 438,393 440,382 446,373 449,361 453,350 459,339 469,332 479,334 490,336 501,336 512,338 "
        "522,340 532,341 540,347 550,350 550,359 555,367 552,376 552,386 556,392 555,399 556,405 560,411 550,415 "
        "543,423 537,431 533,440 529,455 530,470 525,484 516,496 508,499 501,503 499,511 493,517 487,522 485,530 "
        "481,537 474,541 461,536 449,530 447,519 443,509 435,501 430,491 427,481 430,471 432,461 432,451 425,443 "
        "424,432 425,422 428,412"
    ),
    "MD": (
        "452,243 456,231 466,221 476,213 487,205 497,202 505,196 512,189 521,184 527,187 530,194 534,201 538,206 "
        "546,207 553,207 559,211 565,215 569,224 573,234 581,241 589,246 593,255 597,263 600,272 600,281 595,289 "
        "590,297 590,307 585,316 581,321 579,327 576,332 571,336 565,338 559,341 556,347 550,350 540,347 532,341 "
        "522,340 512,338 501,336 490,336 479,334 469,332 466,320 465,308 462,292 460,275 459,259 452,243"
    ),
    "DM": (
        "374,196 371,180 365,166 366,150 369,134 365,125 365,114 368,104 370,94 380,92 390,90 397,82 405,77 "
        "415,76 424,82 434,82 444,79 452,76 461,79 467,86 476,88 483,92 489,99 498,100 505,106 505,115 507,124 "
        "511,132 518,138 521,150 525,161 524,172 521,184 512,189 505,196 497,202 487,205 476,213 466,221 456,231 "
        "452,243 440,237 429,229 416,225 405,217 396,213 389,207 380,203 374,196"
    ),
    "CY": (
        "461,704 460,694 459,684 461,674 466,664 473,652 480,638 483,624 483,608 487,602 490,594 494,588 500,582 "
        "504,576 511,572 519,569 525,564 537,570 550,575 559,584 567,593 576,601 588,605 589,621 591,637 593,653 "
        "596,669 596,679 594,689 598,698 598,709 588,710 578,711 569,716 562,723 554,728 545,733 536,729 526,730 "
        "518,728 509,725 501,723 492,722 482,722 474,717 466,712 461,704"
    ),
    "CR": (
        "516,496 525,484 530,470 529,455 533,440 537,431 543,423 550,415 560,411 569,407 579,405 590,406 599,402 "
        "608,407 615,415 621,423 626,432 631,441 634,450 636,460 638,470 638,480 643,490 641,500 638,510 629,523 "
        "622,538 619,555 618,571 609,578 603,588 597,598 588,605 576,601 567,593 559,584 550,575 537,570 525,564 "
        "524,555 522,547 524,538 524,530 519,523 516,514 513,505 516,496"
    ),
    "AG": (
        "588,605 597,598 603,588 609,578 618,571 619,555 622,538 629,523 638,510 648,511 656,515 664,520 671,526 "
        "679,529 687,534 696,534 705,535 707,545 711,554 711,563 712,572 717,581 718,591 718,600 718,610 723,619 "
        "730,627 738,632 747,638 749,650 745,661 742,672 740,683 729,686 719,689 713,698 706,706 700,714 692,718 "
        "683,717 674,720 663,719 654,724 644,728 634,727 623,727 614,721 606,715 598,709 598,698 594,689 596,679 "
        "596,669 593,653 591,637 589,621 588,605"
    ),
    "AS": (
        "761,451 754,459 745,465 736,468 726,471 728,479 726,488 720,495 718,504 716,512 714,521 710,528 705,535 "
        "696,534 687,534 679,529 671,526 664,520 656,515 648,511 638,510 641,500 643,490 638,480 638,470 636,460 "
        "634,450 631,441 626,432 621,423 615,415 608,407 599,402 604,392 605,382 604,371 607,361 613,353 619,344 "
        "630,341 640,338 648,335 658,334 667,331 675,327 683,334 692,335 701,335 710,337 718,344 727,346 736,350 "
        "743,356 752,363 759,372 765,382 765,394 762,401 758,407 760,415 757,422 762,429 763,436 764,444 761,451"
    ),
    "SY": (
        "705,535 710,528 714,521 716,512 718,504 720,495 726,488 728,479 726,471 736,468 745,465 754,459 761,451 "
        "769,451 777,454 785,458 792,463 798,469 805,475 808,482 810,491 815,501 820,510 826,519 832,524 832,533 "
        "832,542 832,551 832,560 832,568 831,577 827,584 824,592 813,596 805,603 799,612 796,623 789,625 783,626 "
        "779,632 772,634 767,639 760,640 753,640 747,638 738,632 730,627 723,619 718,610 718,600 718,591 717,581 "
        "712,572 711,563 711,554 707,545 705,535"
    ),
}

# -- colours and icons -------------------------------------------------------------------------------------------------

_PAGE, _SHALLOW, _SHORE = "#1d3742", "#31586680", "#4f7f8c"
_LAND, _CENTRAL_LAND, _TIED_LAND, _COAST = "#f0e5ca", "#e6d4a6", "#bdb6a6", "#5d4a30"
_PAPER, _INK, _FADED, _FOAM, _GOLD = "#f7f0df", "#33281a", "#7d6c52", "#dde8e8", "#f4c430"
_SIDE_FILL = ("#b3202c", "#1f5aa6")
_SIDE_DARK = ("#6d121a", "#12365f")
_SIDE_LAND = ("#e5a99a", "#a4bfe3")
_BONUS_FILL = ("#6d3f9c", "#16786c", "#b8860b", "#b4501a", "#557a1f", "#454b54")
_ACTIVE_DASH = "4 3"

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


def _element(name: str, content: str = "", **attributes: Any) -> str:
    """An SVG element; `font_size` stands for font-size, `class_` for class, numbers get one decimal."""
    words = "".join(f' {key.rstrip("_").replace("_", "-")}="{_plain(value)}"' for key, value in attributes.items())
    return f"<{name}{words}>{content}</{name}>" if content else f"<{name}{words}/>"


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else f"{round(float(value), 2):g}"


def _group(*content: str, **attributes: Any) -> str:
    return _element("g", "".join(content), **attributes)


def _at(x: float, y: float, scale: float = 1) -> str:
    moved = f"translate({_plain(x)} {_plain(y)})"
    return moved if scale == 1 else f"{moved} scale({_plain(scale)})"


def _text(x: float, y: float, words: str, size: float, fill: str = _INK, **attributes: Any) -> str:
    return _element("text", words, x=x, y=y, font_size=size, fill=fill, **attributes)


def _centred(x: float, y: float, words: str, size: float, fill: str = _INK, **attributes: Any) -> str:
    """Text with its middle at a point (capitals and figures of the font are 0.73 of its size high)."""
    return _text(x, y + 0.365 * size, words, size, fill, text_anchor="middle", **attributes)


def _box(x: float, y: float, width: float, height: float, radius: float = 0, **attributes: Any) -> str:
    return _element("rect", x=x, y=y, width=width, height=height, rx=radius, **attributes)


def _title(words: str) -> str:
    return _element("title", words)


def _symbol_icon(symbol: int, x: float, y: float, size: float, fill: str) -> str:
    """The icon of a symbol; the double symbol of a Centurion shows both."""
    if symbol <= WILD:
        return _group(_SYMBOL_ICONS[symbol], transform=_at(x, y, size / 20), fill=fill)
    shield, boat = (SYMBOLS.index(name) for name in ("shield", "boat"))
    return _symbol_icon(shield, x, y - 0.42 * size, 0.76 * size, fill) + _symbol_icon(
        boat, x, y + 0.42 * size, 0.76 * size, fill
    )


def _bonus_coin(bonus: int, x: float, y: float, radius: float) -> str:
    """A province bonus token."""
    return _group(
        _element("circle", r=12, fill=_BONUS_FILL[bonus], stroke=_PAPER, stroke_width=1.2),
        _element("path", d=_BONUS_ICONS[bonus], fill="#ffffff", transform="scale(0.74)"),
        class_=f"bonus {BONUSES[bonus]}",
        transform=_at(x, y, radius / 12),
    )


def _marker(side: int, x: float, y: float, radius: float, down: bool = False) -> str:
    """A control marker: Caesar's are round, Pompey's are diamonds; face down it is dark and crossed out."""
    fill = _SIDE_DARK[side] if down else _SIDE_FILL[side]
    letter = _centred(0, 0, SIDES[side][0].upper(), 12, "#ffffff", font_weight="bold", opacity=0.45 if down else 1)
    cross = _element("path", d="M-6,-6L6,6M6,-6L-6,6", stroke="#ffffff", stroke_width=1.8) if down else ""
    return _group(
        _marker_shape(side, fill=fill, stroke="#ffffff", stroke_width=1.4),
        letter + cross,
        class_=f"marker {SIDES[side]}{' down' if down else ''}",
        transform=_at(x, y, radius / 10),
    )


def _marker_shape(side: int, **attributes: Any) -> str:
    """The outline of a side's markers, 10 from the middle to the edge."""
    if side == CAESAR:
        return _element("circle", r=10, **attributes)
    return _box(-8.6, -8.6, 17.2, 17.2, 2.5, transform="rotate(45)", **attributes)


# -- influence tokens --------------------------------------------------------------------------------------------------

_TOKEN_LENGTH, _TOKEN_BREADTH = 54, 29
_VALUE_OFFSET = 17.5


def _token_shape(side: int, angle: float = 0, growth: float = 0, **attributes: Any) -> str:
    """The outline of a side's tokens, lying at an angle: Caesar's have round ends, Pompey's are cut square."""
    length, breadth = _TOKEN_LENGTH + growth, _TOKEN_BREADTH + growth
    radius = breadth / 2 if side == CAESAR else 4 + growth / 2
    turn = f"rotate({_plain(angle)})"
    return _box(-length / 2, -breadth / 2, length, breadth, radius, transform=turn, **attributes)


def _token_face(side: int, kind: int, values: tuple[int, int], angle: float = 0) -> str:
    """A face-up token around the origin: its first value towards the lower x when the angle is 0."""
    rim = _GOLD if kind >= FIRST_CENTURION else "#ffffff"
    across, down = (_VALUE_OFFSET * part for part in (math.cos(math.radians(angle)), math.sin(math.radians(angle))))
    numbers = (
        _centred(sign * across, sign * down, str(value), 15, "#ffffff", font_weight="bold")
        for sign, value in zip((-1, 1), values, strict=True)
    )
    return (
        _token_shape(side, angle, fill=_SIDE_FILL[side], stroke=rim, stroke_width=1.6)
        + _symbol_icon(int(KIND_SYMBOL[kind]), 0, 0, 14, "#ffffff")
        + "".join(numbers)
    )


def _token_back(side: int, angle: float = 0, words: str = "") -> str:
    """A face-down token around the origin, with what the viewer knows of it."""
    turn = f"rotate({_plain(angle)})"
    weave = _element("path", d="M-22,-9L-4,9M-4,-9L-22,9M22,-9L4,9M4,-9L22,9", stroke_width=1.2, transform=turn)
    known = _box(-12, -7.5, 24, 15, 3, fill=_SIDE_DARK[side]) + _centred(0, 0, words, 11, "#ffffff") if words else ""
    return (
        _token_shape(side, angle, fill=_SIDE_DARK[side], stroke="#ffffff", stroke_width=1.6)
        + _token_shape(side, angle, -6, fill="none", stroke=_SIDE_LAND[side], stroke_width=1)
        + _group(weave, stroke=_SIDE_LAND[side], opacity=0.55)
        + known
    )


def _token(side: int, kind: int | None, x: float, y: float, scale: float, **attributes: Any) -> str:
    """A token off the board, face down when its kind is None."""
    picture = _token_back(side) if kind is None else _token_face(side, kind, tuple(KIND_VALUES[kind]))
    return _group(picture, transform=_at(x, y, scale), **attributes)


# -- the map -----------------------------------------------------------------------------------------------------------


def _map(s: State, viewer: int | None) -> str:
    return _group(
        _sea(),
        *(_province(s, province) for province in range(NUM_PROVINCES)),
        *(_border(s, border, viewer) for border in range(NUM_BORDERS)),
        id="map",
    )


def _sea() -> str:
    """Shallow water around the land."""
    outlines = "".join(_element("polygon", points=outline) for outline in _OUTLINES.values())
    return "".join(
        _group(outlines, fill="none", stroke=stroke, stroke_width=width, stroke_linejoin="round")
        for stroke, width in ((_SHALLOW, 22), (_SHALLOW, 13), (_SHORE, 5))
    )


def _province(s: State, province: int) -> str:
    code, owner, closed = PROVINCES[province], int(s.control[province]), _is_closed(s, province)
    tied = closed and owner == NOBODY
    state = "tied" if tied else SIDES[owner] if owner >= 0 else "open"
    parts = [_title(_province_words(s, province)), _land(province, owner, tied), _province_name(province)]
    parts += [_control_space(s, province, space, tied) for space in range(len(_SPACES[province]))]
    if not closed:
        parts.append(_influence(s, province))
    return _group(*parts, id=f"province-{code}", class_=f"province {state}")


def _land(province: int, owner: int, tied: bool) -> str:
    plain = _CENTRAL_LAND if IS_CENTRAL[province] else _LAND
    fill = _TIED_LAND if tied else _SIDE_LAND[owner] if owner >= 0 else plain
    outline = _OUTLINES[PROVINCES[province]]
    land = _element("polygon", points=outline, fill=fill, stroke=_COAST, stroke_width=1.3, stroke_linejoin="round")
    hatching = _element("polygon", points=outline, fill="url(#caesar-hatching)") if tied else ""
    return land + hatching


def _control_space(s: State, province: int, space: int, tied: bool) -> str:
    """A control space with what lies on it: bonus token, control marker (at most one of Italia's is face down)."""
    x, y = _SPACES[province][space]
    ring = _element("circle", cx=x, cy=y, r=17, fill="#00000018", stroke=_COAST, stroke_width=1, stroke_dasharray="3 2")
    owner = int(s.control[province])
    if owner >= 0:
        return _marker(owner, x, y, 15, down=bool(s.marker_down[province]) and space == 0)
    if tied:
        return _group(_tied_sign(), transform=_at(x, y))
    coin = _bonus_coin(int(s.bonus[province]), x, y, 15) if space == 0 and s.bonus[province] >= 0 else ""
    return ring + coin


def _tied_sign(scale: float = 1) -> str:
    bars = _element("path", d="M-7,-3.5H7M-7,3.5H7", stroke=_PAPER, stroke_width=3)
    return _group(
        _element("circle", r=14, fill=_FADED, stroke=_PAPER, stroke_width=1) + bars, transform=_at(0, 0, scale)
    )


def _province_name(province: int) -> str:
    (x, y), (across, down) = _SPACES[province][0], _NAME_OFFSETS[PROVINCES[province]]
    words = PROVINCE_NAMES[province].split()
    lift = 11 * (len(words) - 1) if down < 0 else 0
    weight = "bold" if IS_CENTRAL[province] else "normal"
    return "".join(
        _centred(x + across, y + down - lift + 11 * line, word, 10.5, _INK, font_weight=weight, letter_spacing=0.4)
        for line, word in enumerate(words)
    )


def _influence(s: State, province: int) -> str:
    """What the two sides have in an open province so far: Caesar's sum left, Pompey's right."""
    (x, y), (_, down) = _SPACES[province][0], _NAME_OFFSETS[PROVINCES[province]]
    caesar, pompey = (int(s.influence[side, province]) for side in (CAESAR, POMPEY))
    opacity = 1 if caesar or pompey else 0.4
    return _group(_influence_badge(caesar, pompey), transform=_at(x, y + math.copysign(25, down)), opacity=opacity)


def _influence_badge(caesar: int, pompey: int) -> str:
    return _group(
        _element("path", d="M0,-6.5H-11A6.5,6.5 0 0 0 -11,6.5H0Z", fill=_SIDE_FILL[CAESAR]),
        _element("path", d="M0,-6.5H17V6.5H0Z", fill=_SIDE_FILL[POMPEY]),
        _centred(-8, 0, str(caesar), 10, "#ffffff", font_weight="bold"),
        _centred(8, 0, str(pompey), 10, "#ffffff", font_weight="bold"),
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
    parts = [_title(_border_words(s, border, viewer)), _free_space(s, border, angle)]
    if owner != NOBODY:
        glow = _token_shape(owner, angle, 7, fill=_GOLD, stroke=_INK, stroke_width=0.8) if latest else ""
        parts += [glow, _border_token(s, border, viewer, angle)]
    if s.border_marker[border] >= 0:
        parts.append(_marker(int(s.border_marker[border]), 0, 0, 9.5))
    return _group(*parts, id=f"border-{BORDERS[border]}", class_=" ".join(classes), transform=_at(x, y))


def _border_place(border: int) -> tuple[Point, float]:
    """The middle of a border space, and the angle at which the line from its first to its second province runs."""
    (x1, y1), (x2, y2) = _BORDER_LINES[border]
    return ((x1 + x2) / 2, (y1 + y2) / 2), math.degrees(math.atan2(y2 - y1, x2 - x1))


def _free_space(s: State, border: int, angle: float) -> str:
    """A border space with its symbol; those of Border Control have a double outline."""
    double = bool(s.border_control) and border in BORDER_CONTROL_SPACES
    outline = _token_shape(CAESAR, angle, 7, fill=_PAPER, stroke=_INK, stroke_width=1.4) if double else ""
    return (
        outline
        + _token_shape(CAESAR, angle, -1, fill=_PAPER, stroke=_INK if double else _FADED, stroke_width=1.2)
        + _symbol_icon(int(BORDER_SYMBOL[border]), 0, 0, 19, _INK)
    )


def _border_token(s: State, border: int, viewer: int | None, angle: float) -> str:
    owner, kind = int(s.border_owner[border]), _seen_kind(s, border, viewer)
    if kind is None:
        return _token_back(owner, angle, "?")
    values = _values(s, border, kind)
    if s.border_face[border] == FACE_UP:
        return _token_face(owner, kind, values, angle)
    return _token_back(owner, angle, f"{KIND_VALUES[kind, 0]}/{KIND_VALUES[kind, 1]}")


# -- header and legend -------------------------------------------------------------------------------------------------


def _header(s: State) -> str:
    over = s.decision == AT_END
    side = int(s.winner) if over else int(s.active)
    words = _pending_words(s)
    frame = {"stroke": _GOLD, "stroke_width": 2.5} if over else {"stroke": _SIDE_LAND[side], "stroke_width": 1}
    return _group(
        _text(14, 38, "CAESAR!", 24, _GOLD, font_weight="bold", letter_spacing=1),
        _box(160, 12, 672, 36, 18, fill=_SIDE_FILL[side], **frame),
        _marker(side, 182, 30, 12),
        _centred(500, 30, words, 18 if over else 14, "#ffffff", font_weight="bold" if over else "normal"),
        _text(1086, 26, f"turn {s.turn}", 12, _FOAM, text_anchor="end"),
        _text(1086, 43, _module_words(s), 11, _FOAM, text_anchor="end"),
        id="header",
        class_="over" if over else "pending",
    )


def _legend(s: State) -> str:
    return _group(_bonus_legend(s), _piece_legend(s), id="legend")


def _bonus_legend(s: State) -> str:
    """What the bonus tokens in this game do."""
    used = [bonus for bonus in _BONUS_HINTS if (bonus != POISON or s.poison) and (bonus != CENTURION or s.centurions)]
    lines = []
    for line, bonus in enumerate(used):
        y = 84 + 29 * line
        name = _element("tspan", BONUSES[bonus].title(), font_weight="bold")
        words = f"{name} {_BONUS_HINTS[bonus]}"
        lines.append(_bonus_coin(bonus, 632, y, 11) + _text(650, y + 4, words, 10.5, _FOAM))
    return "".join(lines)


def _piece_legend(s: State) -> str:
    """What the other pieces look like; each entry is a picture and words, from the left or from the middle."""
    symbols = [
        (72 * symbol, 0, _symbol_icon(symbol, 0, 0, 17, _FOAM), SYMBOLS[symbol], 15) for symbol in range(WILD + 1)
    ]
    small = "scale(0.6)"
    latest = _token_shape(CAESAR, 0, 8, fill=_GOLD) + _token_shape(CAESAR, 0, fill=_SIDE_FILL[CAESAR])
    control = "".join(_token_shape(CAESAR, 0, growth, fill=_PAPER, stroke=_INK, stroke_width=1.4) for growth in (7, -1))
    pieces = [
        (0, 1, _marker(CAESAR, 0, 0, 9), "Caesar: round", 15),
        (144, 1, _marker(POMPEY, 0, 0, 9), "Pompey: square", 15),
        (0, 2, _influence_badge(5, 3), "influence so far", 22),
        (144, 2, _tied_sign(0.7), "closed and tied", 15),
        (7, 3, _group(_token_back(POMPEY), transform=small), "face down, counts 0", 26),
        (7, 4, _group(latest, transform=small), "latest placement", 26),
    ]
    if s.border_control:
        pieces.append((7, 5, _group(control, transform=small), f"Border Control; bank: {s.bank.sum()} tokens", 26))
    return "".join(
        _group(picture, transform=_at(30 + x, 582 + 29 * line))
        + _text(30 + x + gap, 586 + 29 * line, words, 10.5, _FOAM)
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
    return _group(
        _box(0, 0, _PANEL_WIDTH, _PANEL_HEIGHT, 10, fill=_PAPER),
        _panel_heading(s, side, active),
        _panel_markers(s, side),
        _panel_senate(s, side),
        _panel_row(s, side) if crassus else _panel_hand(s, side, viewer),
        _panel_supply(s, side, 266 if crassus else 290),
        _panel_command(s) if crassus else "",
        _box(0, 0, _PANEL_WIDTH, _PANEL_HEIGHT, 10, fill="none", stroke=_GOLD, stroke_width=3) if active else "",
        id=f"panel-{SIDES[side]}",
        class_=f"panel {SIDES[side]}{' active' if active else ''}",
        transform=_at(_PANEL_LEFT, top),
    )


def _panel_heading(s: State, side: int, active: bool) -> str:
    notice = "to move" if active else "winner" if side == s.winner and s.decision == AT_END else ""
    chip = (
        _box(_PANEL_WIDTH - 74, 9, 62, 20, 10, fill=_GOLD) + _centred(_PANEL_WIDTH - 43, 19, notice, 11, _INK)
        if notice
        else ""
    )
    size = 13 if _is_crassus(s, side) else 16
    return (
        _element(
            "path",
            d=f"M0,38V10A10,10 0 0 1 10,0H{_PANEL_WIDTH - 10}A10,10 0 0 1 {_PANEL_WIDTH},10V38Z",
            fill=_SIDE_FILL[side],
        )
        + _marker(side, 22, 19, 11)
        + _text(42, 19 + 0.365 * size, _side_name(s, side), size, "#ffffff", font_weight="bold")
        + chip
    )


def _label(y: float, words: str, number: str = "") -> str:
    """A line of a panel: words left, a number right."""
    right = _text(_PANEL_WIDTH - _PANEL_MARGIN, y, number, 11, _INK, text_anchor="end", font_weight="bold")
    return _text(_PANEL_MARGIN, y, words, 11, _FADED) + (right if number else "")


def _panel_markers(s: State, side: int) -> str:
    """The control markers left, as pips."""
    left = int(s.markers[side])
    pips = "".join(_pip(side, _PANEL_MARGIN + 7 + 18 * pip, 72, 6.5, filled=pip < left) for pip in range(MARKERS))
    return _label(56, "control markers left", str(left)) + pips


def _pip(side: int, x: float, y: float, radius: float, filled: bool = True) -> str:
    colours = {"fill": _SIDE_FILL[side]} if filled else {"fill": "none", "stroke": _FADED, "stroke_width": 1.2}
    return _group(_marker_shape(side, **colours), transform=_at(x, y, radius / 10))


def _panel_senate(s: State, side: int) -> str:
    """Senate tokens owned and the control markers beneath them."""
    senates, markers = int(s.senates[side]), int(s.senate_markers[side])
    coins = "".join(_bonus_coin(SENATE, 76 + 24 * coin, 97, 10) for coin in range(senates))
    pips = "".join(_pip(side, 72 + 12.5 * pip, 117, 4.5) for pip in range(markers))
    return _label(101, "Senate", "" if senates else "none") + coins + (_label(121, "beneath") + pips if markers else "")


def _panel_hand(s: State, side: int, viewer: int | None) -> str:
    hand = _seen_hand(s, side, viewer)
    names = [f"hidden-{index}" if kind is None else _slug(kind) for index, kind in enumerate(hand)]
    tokens = [
        _token(
            side,
            kind,
            *_grid(index, 4, 54.5, 36),
            0.92,
            id=f"hand-{SIDES[side]}-{_unique(names, index)}",
            class_=f"hand-token {'hidden' if kind is None else SYMBOLS[KIND_SYMBOL[kind]]}",
        )
        for index, kind in enumerate(hand)
    ]
    return _label(146, "hand", str(len(hand))) + "".join(tokens)


def _slug(kind: int) -> str:
    return KIND_NAMES[kind].replace(" ", "-").replace("/", "-")


def _unique(names: list[str], index: int) -> str:
    """The name at an index; the second of two equal ones is marked."""
    return names[index] + ("-second" if names[index] in names[:index] else "")


def _grid(index: int, columns: int, across: float, down: float) -> Point:
    """The middle of a token in a panel's rows of tokens."""
    return _PANEL_MARGIN + across * (index % columns + 0.5) - 3, 154 + down * (index // columns + 0.5)


def _panel_row(s: State, side: int) -> str:
    """Crassus's row, left to right; the tokens shrink when there are many."""
    row = _row(s)
    columns, across, down, scale = (4, 54.5, 36, 0.92) if len(row) <= 8 else (6, 36.5, 23, 0.62)
    tokens = [
        _token(
            side,
            kind,
            *_grid(index, columns, across, down),
            scale,
            id=f"row-{SIDES[side]}-{index}-{_slug(kind)}",
            class_=f"row-token {SYMBOLS[KIND_SYMBOL[kind]]}",
        )
        for index, kind in enumerate(row)
    ]
    return _label(146, "row, from the left", str(len(row))) + "".join(tokens)


def _panel_supply(s: State, side: int, y: float) -> str:
    """The bag, and the Centurion tokens not yet taken (Crassus's are a face-down stack)."""
    bag = _element(
        "path", d="M-5,-10H5L3,-6C9,-2 11,9 6,10H-6C-11,9 -9,-2 -3,-6Z", fill="#8a6a3c", transform=_at(26, y)
    )
    parts = [bag, _text(42, y + 4, f"bag {s.bag[side].sum()}", 12, _INK)]
    if s.centurions:
        left = [FIRST_CENTURION + index for index, there in enumerate(s.centurion_tokens[side]) if there]
        parts.append(_text(100, y - 16, "Centurion stack" if _is_crassus(s, side) else "Centurions", 10, _FADED))
        parts += [
            _token(
                side,
                None if _is_crassus(s, side) else kind,
                121 + 40 * place,
                y + 2,
                0.68,
                id=f"beside-{SIDES[side]}-{place if _is_crassus(s, side) else _slug(kind)}",
                class_="beside",
            )
            for place, kind in enumerate(left)
        ]
    return _group(*parts, class_="supply")


def _panel_command(s: State) -> str:
    """Crassus's command tile, with what it says and how sure we are of it (C13), and the deck."""
    letter = TILES[s.tile] if s.tile >= 0 else "-"
    words = _tile_words(s) if s.tile >= 0 else "no tile yet"
    return _group(
        _box(_PANEL_MARGIN, 288, 38, 42, 5, fill=_INK),
        _centred(_PANEL_MARGIN + 19, 309, letter, 22, _GOLD, font_weight="bold"),
        _text(60, 298, words, 10.5, _INK),
        _text(60, 313, f"tiles {_tile_source(s)}; {_difficulty_words(s)}", 10.5, _INK),
        _text(60, 328, _deck_words(s), 10.5, _FADED),
        id="command",
    )


# -- the whole drawing -------------------------------------------------------------------------------------------------

_HATCHING = (
    '<defs><pattern id="caesar-hatching" width="9" height="9" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><path d="M0,0V9" stroke="#6b6353" stroke-width="3" opacity="0.45"/></pattern></defs>'
)


def svg(s: State, viewer: int | None) -> str:
    """The position as an SVG picture, as seen from a seat (None: everything)."""
    return _element(
        "svg",
        _HATCHING
        + _box(0, 0, WIDTH, HEIGHT, fill=_PAGE)
        + _map(s, viewer)
        + _legend(s)
        + _header(s)
        + _panels(s, viewer),
        xmlns="http://www.w3.org/2000/svg",
        width=WIDTH,
        height=HEIGHT,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        font_family="DejaVu Sans, Verdana, sans-serif",
    )


# -- the terminal ------------------------------------------------------------------------------------------------------

_RESET, _BOLD, _DIM, _REVERSE = "\033[0m", "\033[1m", "\033[2m", "\033[7m"
_SIDE_COLOUR = ("\033[91m", "\033[94m")
_BONUS_COLOUR = ("\033[95m", "\033[96m", "\033[93m", "\033[33m", "\033[92m", "\033[97m")
_NAME_WIDTH, _STATUS_WIDTH, _BORDER_WIDTH = 20, 11, 10
_ANSI_KEY = (
    "borders: symbol if free (* Border Control), else C or P and the value facing this province; x face down, "
    "+ border marker, > latest"
)


def ansi(s: State, viewer: int | None) -> str:
    """The position as text with colours, as seen from a seat (None: everything)."""
    lines = [
        _ansi_heading(s),
        "",
        _paint(f"   {'province':{_NAME_WIDTH - 3}} {'bonus/owner':{_STATUS_WIDTH}}  C:P  borders", _DIM),
        *(_ansi_province(s, province, viewer) for province in range(NUM_PROVINCES)),
        _paint(_ANSI_KEY, _DIM),
        "",
    ]
    for side in (CAESAR, POMPEY):
        lines += _ansi_side(s, side, viewer)
    if s.solo:
        lines += _ansi_command(s)
    return "\n".join(lines) + "\n"


def _paint(words: str, *codes: str) -> str:
    return f"{''.join(codes)}{words}{_RESET}" if codes else words


def _ansi_heading(s: State) -> str:
    side = int(s.winner) if s.decision == AT_END else int(s.active)
    bank = f", bank {s.bank.sum()}" if s.border_control else ""
    return f"Caesar!  turn {s.turn}, {_module_words(s)}{bank}\n" + _paint(_pending_words(s), _BOLD, _SIDE_COLOUR[side])


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
        return _paint(f"{BONUSES[bonus]:{_STATUS_WIDTH}}", _BONUS_COLOUR[bonus])
    if owner >= 0:
        words = SIDES[owner].upper() + (" x" if s.marker_down[province] else "")
        return _paint(f"{words:{_STATUS_WIDTH}}", _BOLD, _SIDE_COLOUR[owner])
    return _paint(f"{'TIED' if _is_closed(s, province) else '-':{_STATUS_WIDTH}}", _DIM)


def _ansi_border(s: State, province: int, slot: int, viewer: int | None) -> str:
    """A border seen from a province: the province across, and the symbol or the value facing here."""
    border, across = int(BORDERS_OF[province, slot]), PROVINCES[NEIGHBOUR_OF[province, slot]]
    owner, latest = int(s.border_owner[border]), border in _latest_borders(s)
    if owner == NOBODY:
        star = "*" if s.border_control and border in BORDER_CONTROL_SPACES else ""
        return f"{f'{across} {SYMBOLS[BORDER_SYMBOL[border]]}{star}':{_BORDER_WIDTH}}"
    kind = _seen_kind(s, border, viewer)
    value = "x" if kind is None or s.border_face[border] else _values(s, border, kind)[END_OF[province, slot]]
    marker = "+" if s.border_marker[border] >= 0 else ""
    piece = f"{'>' if latest else ''}{SIDES[owner][0].upper()}{value}{marker}"
    codes = (_SIDE_COLOUR[owner], _REVERSE) if latest else (_SIDE_COLOUR[owner],)
    return f"{across} {_paint(piece, *codes)}{'':{_BORDER_WIDTH - 3 - len(piece)}}"


def _ansi_side(s: State, side: int, viewer: int | None) -> list[str]:
    """Two lines: what a side has left, and its tokens."""
    left = int(s.markers[side])
    facts = [f"markers {'o' * left}{'.' * (MARKERS - left)} {left}", f"bag {s.bag[side].sum()}"]
    senates, beneath = int(s.senates[side]), int(s.senate_markers[side])
    facts.append(f"Senate {senates}" + (f" ({beneath} markers beneath)" if beneath else ""))
    if s.centurions:
        facts.append(_ansi_centurions(s, side))
    turn = ">" if s.decision != AT_END and side == s.active else " "
    name = _paint(f"{turn} {_side_name(s, side):16}", _BOLD, _SIDE_COLOUR[side])
    tokens = _row(s) if _is_crassus(s, side) else _seen_hand(s, side, viewer)
    words = ", ".join("face down" if kind is None else KIND_NAMES[kind] for kind in tokens) or "empty"
    return [f"{name} {'  '.join(facts)}", f"  {'row' if _is_crassus(s, side) else 'hand':>16} {words}"]


def _ansi_centurions(s: State, side: int) -> str:
    """The Centurion tokens a side can still take."""
    if _is_crassus(s, side):
        return f"Centurion stack {s.centurion_tokens[side].sum()}"
    left = [KIND_NAMES[FIRST_CENTURION + index] for index, there in enumerate(s.centurion_tokens[side]) if there]
    return "Centurions " + (", ".join(name.removeprefix("centurion ") for name in left) or "none")


def _ansi_command(s: State) -> list[str]:
    """Crassus's command tile and deck, with the word that C13 asks for."""
    tile = f"tile {TILES[s.tile]}: {_tile_words(s)}" if s.tile >= 0 else "no tile yet"
    return [f"  {'command':>16} {tile} (tiles {_tile_source(s)}); {_difficulty_words(s)}, {_deck_words(s)}"]
