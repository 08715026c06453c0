"""SVG elements as text, and the colours that the drawings of the games share."""

from typing import Any

PAGE, PAPER, INK, FADED, FOAM, GOLD = "#1d3742", "#f7f0df", "#33281a", "#7d6c52", "#dde8e8", "#f4c430"
FONTS = "DejaVu Sans, Verdana, sans-serif"


def drawing(width: float, height: float, *content: str) -> str:
    """A whole drawing of this size."""
    return element(
        "svg",
        "".join(content),
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {plain(width)} {plain(height)}",
        font_family=FONTS,
    )


def element(name: str, content: str = "", **attributes: Any) -> str:
    """An SVG element; `font_size` stands for font-size, `class_` for class, numbers get two decimals."""
    words = "".join(f' {key.rstrip("_").replace("_", "-")}="{plain(value)}"' for key, value in attributes.items())
    return f"<{name}{words}>{content}</{name}>" if content else f"<{name}{words}/>"


def plain(value: Any) -> str:
    """An attribute's value: words as they are, numbers short."""
    return value if isinstance(value, str) else f"{round(float(value), 2):g}"


def group(*content: str, **attributes: Any) -> str:
    """Elements that belong together."""
    return element("g", "".join(content), **attributes)


def at(x: float, y: float, scale: float = 1) -> str:
    """The transform that moves a picture around the origin to a point."""
    moved = f"translate({plain(x)} {plain(y)})"
    return moved if scale == 1 else f"{moved} scale({plain(scale)})"


def text(x: float, y: float, words: str, size: float, fill: str = INK, **attributes: Any) -> str:
    """Text that begins at a point of its base line."""
    return element("text", words, x=x, y=y, font_size=size, fill=fill, **attributes)


def centred(x: float, y: float, words: str, size: float, fill: str = INK, **attributes: Any) -> str:
    """Text with its middle at a point (capitals and figures of the font are 0.73 of its size high)."""
    return text(x, y + 0.365 * size, words, size, fill, text_anchor="middle", **attributes)


def box(x: float, y: float, width: float, height: float, radius: float = 0, **attributes: Any) -> str:
    """A rectangle, with round corners if there is a radius."""
    return element("rect", x=x, y=y, width=width, height=height, rx=radius, **attributes)


def title(words: str) -> str:
    """What a browser shows under the pointer; the first child of its group."""
    return element("title", words)
