"""The environments of Caesar!. Every function takes the options of `CaesarOptions` and the arguments of its adapter."""

from typing import TYPE_CHECKING, Any

from boardkit.aec import BoardAEC
from boardkit.batch import Batch
from boardkit.building import build, register
from boardkit.gym import BoardEnv, BoardVectorEnv
from duel_env.game import GAME

if TYPE_CHECKING:
    from boardkit.sb3 import BoardVecEnv


def env(**settings: Any) -> BoardAEC:
    """The PettingZoo AEC environment; every action is checked."""
    return build(BoardAEC, GAME, settings)


def raw_env(**settings: Any) -> BoardAEC:
    """The same, trusting the caller to play legal actions: a little faster."""
    return build(BoardAEC, GAME, settings, checked=False)


def batch(num_games: int, **settings: Any) -> Batch:
    """Many games as plain arrays."""
    return build(Batch, GAME, {"num_games": num_games, **settings})


def gym_env(**settings: Any) -> BoardEnv:
    """One Gymnasium environment: solo against Crassus, or against named opponents."""
    return build(BoardEnv, GAME, settings)


def gym_vector_env(num_envs: int = 1, **settings: Any) -> BoardVectorEnv:
    """Many Gymnasium environments in one batch."""
    return build(BoardVectorEnv, GAME, {"num_envs": num_envs, **settings})


def sb3_env(num_envs: int = 1, **settings: Any) -> "BoardVecEnv":
    """Many games as a Stable-Baselines3 `VecEnv` with action masks (needs the extra `train`)."""
    from boardkit.sb3 import BoardVecEnv

    return build(BoardVecEnv, GAME, {"num_envs": num_envs, **settings})


register(
    "duel_env",
    GAME,
    {
        "Caesar": {},
        "CaesarPoison": {"modules": ("poison",)},
        "CaesarAllModules": {"modules": ("poison", "centurions", "border_control")},
        "CaesarSoloLow": {"solo": "low"},
        "CaesarSoloMiddle": {"solo": "middle"},
        "CaesarSoloHigh": {"solo": "high"},
    },
)
