"""Drawings of Trajan: `svg` for screens and notebooks, `ansi` for terminals and logs.

Both take the seat they are seen from (None: everything) and read hidden cards only through `words.seen_hand` and
`words.unseen_cards`, so nothing a seat cannot know gets into its picture.
"""

from trajan_env.draw.table import svg
from trajan_env.draw.text import ansi

__all__ = ["ansi", "svg"]
