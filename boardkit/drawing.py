"""The render modes that every adapter offers, drawn by the game."""

from typing import Any

import numpy as np

from boardkit.game import Game, State

RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
RENDER_FPS = 2


def check_render_mode(mode: str | None) -> None:
    """Refuse a render mode there is none of."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is {mode!r}; allowed are None, {', '.join(map(repr, RENDER_MODES))}")


def metadata(game: Game) -> dict[str, Any]:
    """What environments of a game say of themselves."""
    return {"name": f"{game.name}_v{game.version}", "render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}


def draw(game: Game, s: State, mode: str, seat: int | None = None) -> str | np.ndarray | None:
    """Draw a state in one of the render modes, as seen by a seat or (None) with nothing hidden; "human" prints it."""
    if mode == "human":
        print(game.ansi(s, seat))
        return None
    if mode == "ansi":
        return game.ansi(s, seat)
    if mode == "svg":
        return game.svg(s, seat)
    from boardkit.raster import rgb_array  # imported late: drawing pixels is an extra

    return rgb_array(game.svg(s, seat))
