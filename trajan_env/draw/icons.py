"""The icons of the drawing: our own, each in a box of 20 x 20 around the origin, in the colour it is asked for."""

import math

from boardkit.svg import at, element, group
from trajan_env.data import ACTIONS, COMMODITIES, CONSTRUCTION_KINDS, DEMANDS


def _shape(outline: str) -> str:
    return element("path", d=outline, fill_rule="evenodd")


def _line(outline: str, width: float = 2) -> str:
    return element("path", d=outline, fill="none", stroke="currentColor", stroke_width=width, stroke_linecap="round")


def _sword(angle: float) -> str:
    outline = "M0,-11L2,-8V3H-2V-8Z M-6,3H6V5.3H-6Z M-1.4,5H1.4V9H-1.4Z M-2,8.6H2V11H-2Z"
    return element("path", d=outline, transform=f"rotate({angle})")


def _leaf(x: float, y: float, angle: float, length: float = 3.1) -> str:
    return element("ellipse", rx=length, ry=1.5, transform=f"{at(x, y)} rotate({angle:.0f})")


def _laurel() -> str:
    """Two twigs that leave the middle free for a number."""
    leaves = []
    for step in range(6):
        turn = math.radians(112 - 38 * step)
        x, y = 8.3 * math.cos(turn), 8.3 * math.sin(turn)
        slope = math.degrees(turn) - 90
        leaves += [_leaf(x, y, slope + 24), _leaf(-x, y, -slope - 24)] if step else []
    return "".join(leaves) + _line("M-3.5,8.6Q0,10 3.5,8.6", 1.4)


def _grapes() -> str:
    berries = ((-5, -2), (0, -2), (5, -2), (-2.5, 2.5), (2.5, 2.5), (0, 7))
    leaf = "M0,-5C-4,-5 -6,-7 -6.4,-10C-2,-10 0,-8 0,-5Z"
    return (
        "".join(element("circle", cx=x, cy=y, r=2.6) for x, y in berries) + _shape(leaf) + _line("M0,-4V-8L3,-10", 1.4)
    )


def _ear() -> str:
    leaves = [_leaf(side * 3.2, y, side * -50, 3.4) for y in (-5.5, -1.5, 2.5) for side in (-1, 1)]
    return _line("M0,10V-6", 1.5) + "".join(leaves) + _leaf(0, -8.4, 90, 2.4)


_ACTION_ICONS = (
    element("circle", cy=-7.2, r=2.1, fill="none", stroke="currentColor", stroke_width=1.8)
    + _line("M0,-5V8.6M-4.4,-2H4.4M-8,3.6C-7.2,7.2 -3.6,9 0,9C3.6,9 7.2,7.2 8,3.6")
    + _shape("M-10.2,5L-8.4,0.8L-5.4,4.2Z M10.2,5L8.4,0.8L5.4,4.2Z"),
    _shape("M0,-10L9,-5V-3H-9V-5Z M-7,-2H-4V5.4H-7Z M-1.5,-2H1.5V5.4H-1.5Z M4,-2H7V5.4H4Z M-9,6.4H9V9H-9Z"),
    _sword(-45) + _sword(45),
    _laurel() + _shape("M0,-5L1.4,-1.4L5,-1.2L2.2,1.2L3.2,4.8L0,2.8L-3.2,4.8L-2.2,1.2L-5,-1.2L-1.4,-1.4Z"),
    _shape("M-10,-9H10V-5.8H-10Z M-8.6,-4.6H8.6V9.4H4.4V3A4.4,4.4 0 0 0 -4.4,3V9.4H-8.6Z"),
    _shape(
        "M-9,-8H-0.8V-3H-9Z M0.8,-8H9V-3H0.8Z M-9,-1.6H-5V3.4H-9Z M-3.4,-1.6H3.4V3.4H-3.4Z M5,-1.6H9V3.4H5Z "
        "M-9,4.8H-0.8V9.8H-9Z M0.8,4.8H9V9.8H0.8Z"
    ),
)
_DEMAND_ICONS = (
    _shape(
        "M-9.6,3C-9.6,-4 -5,-6.6 0,-6.6C5,-6.6 9.6,-4 9.6,3C9.6,5.6 8,6.6 6,6.6H-6C-8,6.6 -9.6,5.6 -9.6,3Z "
        "M-6.4,0.6L-4,-4L-2.6,-3.4L-4.8,1.2Z M-1.2,0.6L1.2,-4L2.6,-3.4L0.4,1.2Z M4,0.6L6,-3L7.2,-2.2L5.6,1.2Z"
    ),
    _shape(
        "M-9.6,1A9.6,10.4 0 0 1 9.6,1L6.6,1A6.6,7.4 0 0 0 -6.6,1Z "
        "M-5.4,1.6A5.4,5.8 0 0 1 5.4,1.6V9.4H2V4.4H-2V9.4H-5.4Z"
    ),
    _shape(
        "M0,-10C1,-5.5 7.4,-3 7.4,3.2C7.4,7.4 4,10 0,10C-4,10 -7.4,7.4 -7.4,3.2C-7.4,0.4 -5.4,-1.4 -4.2,-3.6"
        "C-3.6,-1.8 -2.8,-1 -1.8,-0.6C-2.4,-4 -1.4,-7.4 0,-10Z "
        "M0,8.6C2,8.6 3.2,7.2 3.2,5.4C3.2,3.4 1.2,2.4 0.6,0.4C-0.6,2 -3.2,3 -3.2,5.4C-3.2,7.2 -2,8.6 0,8.6Z"
    ),
)
_CONSTRUCTION_ICONS = (
    _shape("M-9.5,9V5H-5V0.8H-0.5V-3.4H4V-7.6H9.5V9Z"),
    _shape(
        "M-8,9.6V-1.6A8,8 0 0 1 8,-1.6V9.6H6V-1.6A6,6 0 0 0 -6,-1.6V9.6Z M-4.8,9.6V-1.4A4.8,4.8 0 0 1 -0.7,-6.1V9.6Z "
        "M4.8,9.6V-1.4A4.8,4.8 0 0 0 0.7,-6.1V9.6Z"
    ),
    _shape("M-9.5,3H9.5C8.8,6.6 5.4,8 2,8V10H-2V8C-5.4,8 -8.8,6.6 -9.5,3Z")
    + _line("M0,2V-6C-1,-10 -6,-8.6 -6,-1M0,-6C1,-10 6,-8.6 6,-1", 1.7),
    _shape("M0,-9L10.5,0.4V3H-10.5V0.4Z M-4,0.6L0,-3.6L4,0.6Z M-8.4,4.4H8.4V7H-8.4Z"),
    _shape(
        "M-7.4,9.6V-2A7.4,7.4 0 0 1 7.4,-2V9.6Z M-5.2,7.6H-0.9V1.4H-5.2Z M0.9,7.6H5.2V1.4H0.9Z "
        "M-5.2,-0.4H-0.9V-7A5.3,5.3 0 0 0 -5.2,-2Z M0.9,-0.4H5.2V-2A5.3,5.3 0 0 0 0.9,-7Z"
    ),
)
_COMMODITY_ICONS = (
    _shape("M-7,-9.4H7V-6.6H-7Z M-5,-5.6H-2.4V5.6H-5Z M-1.2,-5.6H1.2V5.6H-1.2Z M2.4,-5.6H5V5.6H2.4Z M-7,6.6H7V9.4H-7Z"),
    _shape(
        "M-2.6,-9.4L0,-7.6L2.6,-9.4L4,-5.4L9.4,-6.4L7,-1.4L8.6,5.4L4.6,4.2L2,9L0,7L-2,9L-4.6,4.2L-8.6,5.4L-7,-1.4"
        "L-9.4,-6.4L-4,-5.4Z"
    ),
    _shape(
        "M-8.6,-9.4H8.6V-6H-8.6Z M-6.4,-5H6.4V5H-6.4Z M-4.4,-3.4V-2.2H4.4V-3.4Z M-4.4,-0.6V0.6H4.4V-0.6Z "
        "M-4.4,2.2V3.4H2V2.2Z M-8.6,6H8.6V9.4H-8.6Z"
    ),
    _shape(
        "M0,-10C3,-5 6.6,-1 6.6,3.4A6.6,6.6 0 0 1 -6.6,3.4C-6.6,-1 -3,-5 0,-10Z "
        "M-4.2,3.6A4.2,4.2 0 0 0 0,7.8V6.2A2.6,2.6 0 0 1 -2.6,3.6Z"
    ),
    _shape(
        "M0,-3.6C2,-6 8.6,-5.6 8.6,0.6C8.6,5.6 4.8,9.8 2.4,9.8C1.2,9.8 0.8,9 0,9C-0.8,9 -1.2,9.8 -2.4,9.8"
        "C-4.8,9.8 -8.6,5.6 -8.6,0.6C-8.6,-5.6 -2,-6 0,-3.6Z M0,-5C-0.4,-8 1.6,-10 4.8,-10C5,-7 3,-5 0,-5Z"
    ),
    _shape(
        "M-3.6,-10H3.6V-7.8H2.2V-5C6.4,-3 7,2.4 2.6,7V8H4.2V10H-4.2V8H-2.6V7C-7,2.4 -6.4,-3 -2.2,-5V-7.8H-3.6Z "
        "M-4.4,-0.8V0.8H4.4V-0.8Z"
    )
    + _line("M-3,-8.4C-8,-9 -9,-4 -5.6,-1.6M3,-8.4C8,-9 9,-4 5.6,-1.6", 1.5),
    _grapes(),
    _shape("M-10,0C-6,-6.4 2,-6.4 5,-1.2L10,-5.6V5.6L5,1.2C2,6.4 -6,6.4 -10,0Z M-6.6,-1.6V0.2H-4.8V-1.6Z"),
    element("circle", cy=3.4, r=5.6, fill="none", stroke="currentColor", stroke_width=2)
    + _shape("M-4.4,-6.6L-2.4,-9.8H2.4L4.4,-6.6L0,-2Z"),
    _shape(
        "M-4.4,-8H4.4L2.6,-3.8H-2.6Z M-5.8,-7.4L-3.8,-3.8H-9.2Z M5.8,-7.4L9.2,-3.8H3.8Z M-9,-2.4H-3.6L-0.9,8.4Z "
        "M9,-2.4H3.6L0.9,8.4Z M-2.2,-2.4H2.2L0,7Z"
    ),
    _shape(
        "M-10,-9.4C-10,-5 -8,-3.2 -5.4,-3.2H5.4C8,-3.2 10,-5 10,-9.4C8,-7 5.6,-6.4 3.6,-6.4H-3.6C-5.6,-6.4 -8,-7 "
        "-10,-9.4Z M-5,-2.2H5L3.8,4.4C4.2,8 2,9.8 0,9.8C-2,9.8 -4.2,8 -3.8,4.4Z M-2.2,6V7.4H-0.8V6Z M0.8,6V7.4H2.2V6Z "
        "M-5.8,-2L-9.2,0.4L-6,1Z M5.8,-2L9.2,0.4L6,1Z"
    ),
    _ear(),
)
_OTHER_ICONS = {
    "star": _shape("M0,-10L2.4,-3.2L9.5,-3.1L3.8,1.2L5.9,8.1L0,4L-5.9,8.1L-3.8,1.2L-9.5,-3.1L-2.4,-3.2Z"),
    "shield": _shape(
        "M0,-9.5Q4,-6.8 8,-6.8C8.6,0 6,6.4 0,9.8C-6,6.4 -8.6,0 -8,-6.8Q-4,-6.8 0,-9.5Z "
        "M-1,-5.6V-1.6H-4.8V0.4H-1V5.4H1V0.4H4.8V-1.6H1V-5.6Z"
    ),
    "hammer": group(_shape("M-6.4,-9H5V-6L8,-4.4V-3H-6.4Z M-1.5,-2H1.5V10H-1.5Z"), transform="rotate(38)"),
    "crate": _shape(
        "M-9,-9H9V9H-9Z M-7,-5.6V5.6L-1.4,0Z M7,-5.6V5.6L1.4,0Z M-5.6,-7H5.6L0,-1.4Z M-5.6,7H5.6L0,1.4Z"
    ),
    "again": _line("M7.4,-2.6A7.8,7.8 0 1 0 7.6,2.4", 2.4) + _shape("M10.4,-7.6V0.4H2.8Z"),
    "wreath": _laurel(),
    "cards": _shape("M-9,-7L-1,-9.4L0,-6H-3.4V6.6L-5,7Z M-2.2,-4.8H7.4V9.4H-2.2Z"),
    "hourglass": _shape("M-7,-10H7V-7.4H5.6C5.6,-3 2,-1.6 1.4,0C2,1.6 5.6,3 5.6,7.4H7V10H-7V7.4H-5.6C-5.6,3 -2,1.6 "
        "-1.4,0C-2,-1.6 -5.6,-3 -5.6,-7.4H-7Z M-3.8,7.4H3.8C3,5 1.4,4.4 0,3C-1.4,4.4 -3,5 -3.8,7.4Z"),
    "eagle": _shape(
        "M0,-9C1.6,-9 2.4,-7.8 2.2,-6.4C4,-7.6 7,-8 10,-7.4C9.4,-3 6.6,0.4 2.6,1.2L4.4,6H1.4V9.6H-1.4V6H-4.4L-2.6,1.2"
        "C-6.6,0.4 -9.4,-3 -10,-7.4C-7,-8 -4,-7.6 -2.2,-6.4C-2.4,-7.8 -1.6,-9 0,-9Z"
    ),
}  # fmt: skip
ICONS = {
    **dict(zip(ACTIONS, _ACTION_ICONS, strict=True)),
    **dict(zip(DEMANDS, _DEMAND_ICONS, strict=True)),
    **dict(zip(CONSTRUCTION_KINDS, _CONSTRUCTION_ICONS, strict=True)),
    **dict(zip(COMMODITIES, _COMMODITY_ICONS, strict=True)),
    **_OTHER_ICONS,
}


def icon(name: str, x: float, y: float, size: float, colour: str) -> str:
    """An icon with its middle at a point."""
    return group(ICONS[name], transform=at(x, y, size / 20), fill=colour, color=colour)
