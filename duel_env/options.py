"""The options of a game of Caesar!: modules, and the solo game against Crassus."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from boardkit.game import Options, State, check_choice
from duel_env.data import DIFFICULTIES, INFERRED_TILES, MAX_TILE_PART, SIDES, TILE_PARTS, TILES

MODULES = ("poison", "centurions", "border_control")
Tiles = Mapping[str, Sequence[int]]


@dataclass(frozen=True)
class CaesarOptions(Options):
    """What is played.

    modules: any of "poison", "centurions", "border_control"; Border Control needs the other two (C8 to C10).
    solo: None for two players, or Crassus's difficulty "low", "middle", "high" (C12).
    human: solo only, the side of the human, "caesar" or "pompey".
    harder: solo only, each bonus token Crassus discards takes one of his markers along (C14).
    tiles: solo only, what the command tiles show: {"A": (draw, centurion, place, discard), ...}; letters left out show
        the default. The default tiles are INFERRED, not published (C13).
    skip_forced: decisions with one legal action are played at once.
    """

    modules: Iterable[str] = ()
    solo: str | None = None
    human: str = "caesar"
    harder: bool = False
    tiles: Tiles | None = None

    def __post_init__(self) -> None:
        self._check_modules()
        check_choice("solo", self.solo, (None, *DIFFICULTIES))
        check_choice("human", self.human, SIDES)
        check_choice("harder", self.harder, (False, True))
        check_choice("skip_forced", self.skip_forced, (True, False))
        object.__setattr__(self, "tiles", _Tiles(_checked_tiles(self.tiles or {})))
        if self.solo is None:
            defaults = {"human": "caesar", "harder": False, "tiles": INFERRED_TILES}
            for name, default in defaults.items():
                if getattr(self, name) != default:
                    raise ValueError(f"{name} is for the solo game: set solo to one of {', '.join(DIFFICULTIES)}")

    def _check_modules(self) -> None:
        if isinstance(self.modules, str):
            raise ValueError(f"modules is the string {self.modules!r}; give a list such as ['poison', 'centurions']")
        chosen = set(self.modules)
        for module in chosen:
            check_choice("module", module, MODULES)
        if "border_control" in chosen and len(chosen) < len(MODULES):
            raise ValueError("module 'border_control' needs 'poison' and 'centurions' as well (C10)")
        object.__setattr__(self, "modules", tuple(module for module in MODULES if module in chosen))

    @property
    def seats(self) -> tuple[str, ...]:
        return SIDES if self.solo is None else (self.human,)

    @property
    def tiles_inferred(self) -> bool:
        """Whether Crassus plays by the inferred command tiles rather than by given ones."""
        return self.solo is not None and dict(self.tiles or {}) == INFERRED_TILES

    def write(self, s: State) -> None:
        s.skip_forced = self.skip_forced
        for module in MODULES:
            s[module] = module in self.modules
        s.solo = self.solo is not None
        s.human = SIDES.index(self.human)
        s.difficulty = DIFFICULTIES.index(self.solo) if self.solo else 0
        s.harder = self.harder
        assert self.tiles is not None
        s.tiles[:] = [self.tiles[tile] for tile in TILES]

    @classmethod
    def read(cls, s: State) -> Self:
        return cls(
            skip_forced=bool(s.skip_forced),
            modules=[module for module in MODULES if s[module]],
            solo=DIFFICULTIES[s.difficulty] if s.solo else None,
            human=SIDES[s.human],
            harder=bool(s.harder),
            tiles={tile: tuple(map(int, parts)) for tile, parts in zip(TILES, s.tiles, strict=True)},
        )

    def to_json(self) -> dict[str, Any]:
        assert self.tiles is not None
        return {
            "modules": list(self.modules),
            "solo": self.solo,
            "human": self.human,
            "harder": self.harder,
            "tiles": {tile: list(parts) for tile, parts in self.tiles.items()},
            "skip_forced": self.skip_forced,
        }


class _Tiles(dict[str, tuple[int, ...]]):
    """A table of command tiles that can be hashed, as a field of frozen options must be."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self.items()))


def _checked_tiles(tiles: Tiles) -> dict[str, tuple[int, ...]]:
    for tile, parts in tiles.items():
        check_choice("tile", tile, TILES)
        if len(parts) != len(TILE_PARTS):
            raise ValueError(f"tile {tile} is {tuple(parts)!r}; give four numbers: {', '.join(TILE_PARTS)}")
        for name, number in zip(TILE_PARTS, parts, strict=True):
            lowest = 1 if name == "place" else 0
            if type(number) is not int or not lowest <= number <= MAX_TILE_PART:
                raise ValueError(f"tile {tile}: {name} is {number!r}; allowed are {lowest} to {MAX_TILE_PART}")
    return {tile: tuple(tiles.get(tile, INFERRED_TILES[tile])) for tile in TILES}
