"""The environments of Caesar! (see `boardkit.building.Environments`), registered with PettingZoo and Gymnasium."""

from boardkit.building import Environments, register
from duel_env.game import GAME

_environments = Environments(GAME)

env = _environments.env
raw_env = _environments.raw_env
batch = _environments.batch
gym_env = _environments.gym_env
gym_vector_env = _environments.gym_vector_env
sb3_env = _environments.sb3_env

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
