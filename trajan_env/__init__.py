"""Trajan: two to four players, a mancala of coloured markers that drives six kinds of action."""

from trajan_env.env import batch, env, gym_env, gym_vector_env, raw_env, sb3_env
from trajan_env.game import GAME
from trajan_env.options import TrajanOptions

__all__ = ["GAME", "TrajanOptions", "batch", "env", "gym_env", "gym_vector_env", "raw_env", "sb3_env"]
