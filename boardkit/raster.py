"""SVG to pixels: the drawings of the games as arrays and PNG files.

Needs the optional package resvg_py. Text is set in the fonts beside this file and no others, so a drawing has the same
pixels on every machine.
"""

import struct
import zlib
from pathlib import Path

import numpy as np

from boardkit.jit import kernel

FONT_FAMILY = "DejaVu Sans"
FONT_FILES = tuple(Path(__file__).parent / "fonts" / name for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"))

_PNG_SIGNATURE_LENGTH = 8
_PNG_CHANNELS = {2: 3, 6: 4}  # colour types RGB and RGBA
_NO_FILTER, _SUB, _UP, _AVERAGE, _PAETH = range(5)


def rgb_array(svg: str, width: int | None = None) -> np.ndarray:
    """The drawing as uint8 height x width x 3, on white; `width` in pixels (default: the drawing's own)."""
    return _decode_png(_render(svg, width))


def png(svg: str, path: str | Path, width: int | None = None) -> None:
    """Write the drawing to a PNG file; `width` in pixels (default: the drawing's own)."""
    Path(path).write_bytes(_render(svg, width))


def _render(svg: str, width: int | None) -> bytes:
    if width is not None and width < 1:
        raise ValueError(f"width is {width}; allowed are whole numbers from 1 up, or None")
    try:
        import resvg_py
    except ImportError as error:
        raise ImportError('drawing pixels needs the package resvg_py: pip install "rome[web]"') from error
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            background="#ffffff",
            skip_system_fonts=True,
            font_files=[str(file) for file in FONT_FILES],
            font_family=FONT_FAMILY,
            sans_serif_family=FONT_FAMILY,
        )
    )


def _decode_png(data: bytes) -> np.ndarray:
    """The pixels of an 8-bit, not interlaced RGB or RGBA file, without its alpha channel: all that resvg writes."""
    chunks = _png_chunks(data)
    width, height, depth, colour_type, _, _, interlace = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    if depth != 8 or interlace or colour_type not in _PNG_CHANNELS:
        raise ValueError(
            f"PNG of depth {depth}, colour type {colour_type}, interlace {interlace}; expected 8, 2 or 6, 0"
        )
    channels = _PNG_CHANNELS[colour_type]
    lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + width * channels)
    pixels = np.zeros((height, width * channels), np.uint8)
    _undo_filters(lines, channels, pixels)
    return np.ascontiguousarray(pixels.reshape(height, width, channels)[:, :, :3])


def _png_chunks(data: bytes) -> dict[bytes, bytes]:
    """The chunks of a PNG file by name, those of the same name joined."""
    chunks: dict[bytes, bytes] = {}
    start = _PNG_SIGNATURE_LENGTH
    while start < len(data):
        length, name = struct.unpack_from(">I4s", data, start)
        chunks[name] = chunks.get(name, b"") + data[start + 8 : start + 8 + length]
        start += length + 12
    return chunks


@kernel
def _undo_filters(lines, step, pixels):
    """Fill `pixels` from a PNG's lines, each beginning with the number of its filter; pixels have `step` bytes."""
    for y in range(lines.shape[0]):
        for x in range(pixels.shape[1]):
            left = np.int64(pixels[y, x - step]) if x >= step else 0
            up = np.int64(pixels[y - 1, x]) if y else 0
            corner = np.int64(pixels[y - 1, x - step]) if y and x >= step else 0
            filter_type = lines[y, 0]
            if filter_type == _NO_FILTER:
                guess = 0
            elif filter_type == _SUB:
                guess = left
            elif filter_type == _UP:
                guess = up
            elif filter_type == _AVERAGE:
                guess = (left + up) // 2
            else:
                to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                guess = left if to_left <= to_up and to_left <= to_corner else up if to_up <= to_corner else corner
            pixels[y, x] = (np.int64(lines[y, x + 1]) + guess) & 255
