"""Named pieces of an observation, from which both the vector's layout and its documentation are made."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import prod

import numpy as np


@dataclass(frozen=True)
class Piece:
    """A named part of an observation vector."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    low: float = 0.0
    high: float = 1.0
    first: int = 0  # index of its first number, filled in by `Pieces`

    @property
    def size(self) -> int:
        return prod(self.shape)


class Pieces:
    """The layout of an observation vector."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self._pieces: dict[str, Piece] = {}
        first = 0
        for piece in pieces:
            if piece.name in self._pieces:
                raise ValueError(f"two pieces are called {piece.name!r}")
            placed = Piece(piece.name, piece.shape, piece.meaning, piece.low, piece.high, first)
            self._pieces[piece.name] = placed
            first += placed.size
        self.size = first

    def __iter__(self) -> Iterator[Piece]:
        return iter(self._pieces.values())

    def __getitem__(self, name: str) -> Piece:
        return self._pieces[name]

    def __add__(self, other: Iterable[Piece]) -> "Pieces":
        return Pieces([*self, *other])

    def first(self, name: str) -> int:
        """The index of a piece's first number."""
        return self._pieces[name].first

    def split(self, vector: np.ndarray) -> dict[str, np.ndarray]:
        """The pieces of an observation (or of a batch of them) by name, each in its own shape."""
        return {p.name: vector[..., p.first : p.first + p.size].reshape(*vector.shape[:-1], *p.shape) for p in self}

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The lowest and highest value of every number."""
        low = np.concatenate([np.full(p.size, p.low, np.float32) for p in self])
        high = np.concatenate([np.full(p.size, p.high, np.float32) for p in self])
        return low, high

    def table(self) -> str:
        """The documentation of the observation, as a Markdown table."""
        rows = ["| index | piece | shape | range | meaning |", "|---|---|---|---|---|"]
        for p in self:
            index = f"{p.first}" if p.size == 1 else f"{p.first}–{p.first + p.size - 1}"
            shape = " × ".join(map(str, p.shape))
            rows.append(f"| {index} | {p.name} | {shape} | {p.low:g} to {p.high:g} | {p.meaning} |")
        return "\n".join(rows)
