"""Makes the pictures of the README: `python docs/pictures.py`."""

from pathlib import Path

import duel_env
import trajan_env
from boardkit.aec import BoardAEC
from boardkit.raster import png

IMAGES = Path(__file__).parent / "images"


def picture(name: str, env: BoardAEC, seed: int, decisions: int, width: int) -> None:
    """Draw a random game after some decisions, as the player to move sees it."""
    env.reset(seed=seed)
    for _ in range(decisions):
        env.step(env.sample_action())
    seat = env.possible_agents.index(env.agent_selection)
    png(env.game.svg(env.game_state[0], seat), str(IMAGES / name), width)


if __name__ == "__main__":
    picture("caesar.png", duel_env.env(modules=("poison", "centurions", "border_control")), 0, 30, 1100)
    picture("trajan.png", trajan_env.env(players=4), 4, 330, 1200)
