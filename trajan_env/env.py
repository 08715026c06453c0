"""The environments of Trajan (see `boardkit.building.Environments`), registered with PettingZoo and Gymnasium."""

from boardkit.building import Environments, register
from trajan_env.game import GAME

_environments = Environments(GAME)

env = _environments.env
raw_env = _environments.raw_env
batch = _environments.batch
gym_env = _environments.gym_env
gym_vector_env = _environments.gym_vector_env
sb3_env = _environments.sb3_env

register(
    "trajan_env",
    GAME,
    {"Trajan2": {"players": 2}, "Trajan3": {"players": 3}, "Trajan4": {"players": 4}},
)
