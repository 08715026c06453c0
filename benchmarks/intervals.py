"""Shares with their confidence intervals."""

from dataclasses import dataclass
from math import sqrt

Z_95 = 1.959963984540054


@dataclass(frozen=True)
class Share:
    """How often something happened in so many games, with Wilson's interval at 95 %."""

    count: float
    games: int

    @property
    def value(self) -> float:
        return self.count / self.games

    @property
    def interval(self) -> tuple[float, float]:
        spread = Z_95**2 / self.games
        centre = (self.value + spread / 2) / (1 + spread)
        half = Z_95 / (1 + spread) * sqrt(self.value * (1 - self.value) / self.games + spread / (4 * self.games))
        return max(0.0, centre - half), min(1.0, centre + half)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.1%} ({low:.1%} to {high:.1%}, {self.games:,} games)"
