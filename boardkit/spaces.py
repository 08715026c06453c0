"""The Gymnasium spaces of a game, the same in every adapter."""

import numpy as np
from gymnasium import spaces

from boardkit.game import Game


def action_space(game: Game) -> spaces.Discrete:
    """One number an action."""
    return spaces.Discrete(game.num_actions)


def vector_space(game: Game, full: bool) -> spaces.Box:
    """The observation vector, within the bounds its pieces declare."""
    low, high = (game.full_observation if full else game.observation).bounds()
    return spaces.Box(low, high, dtype=np.float32)


def observation_space(game: Game, full: bool) -> spaces.Dict:
    """The observation vector and the mask of legal actions."""
    mask = spaces.Box(0, 1, (game.num_actions,), np.int8)
    return spaces.Dict({"observation": vector_space(game, full), "action_mask": mask})
