"""Caesar!, the duel: two players, or one against the automa Crassus, fight over the provinces of the late republic."""

from duel_env.env import batch, env, gym_env, gym_vector_env, raw_env, sb3_env
from duel_env.game import GAME
from duel_env.notation import explain_crassus
from duel_env.options import CaesarOptions

__all__ = [
    "GAME",
    "CaesarOptions",
    "batch",
    "env",
    "explain_crassus",
    "gym_env",
    "gym_vector_env",
    "raw_env",
    "sb3_env",
]
