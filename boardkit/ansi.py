"""Colours for drawings in the terminal."""

BOLD, DIM, REVERSE = "\033[1m", "\033[2m", "\033[7m"
_RESET = "\033[0m"


def paint(words: str, *codes: str) -> str:
    """Words in the style of these codes."""
    return f"{''.join(codes)}{words}{_RESET}" if codes else words
