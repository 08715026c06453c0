"""The variants that every agent is tested on."""

import importlib

import pytest

from boardkit.game import Game, Options

MODULES = ("poison", "centurions", "border_control")
VARIANTS = {
    "duel": ("duel_env", {}),
    "duel-modules": ("duel_env", {"modules": MODULES}),
    "duel-solo": ("duel_env", {"solo": "high", "modules": MODULES, "human": "pompey"}),
    "trajan-2": ("trajan_env", {"players": 2}),
    "trajan-3": ("trajan_env", {"players": 3, "setup": "random", "reward": "vp"}),
    "trajan-4": ("trajan_env", {"players": 4, "skip_forced": False, "reward": "margin"}),
}


@pytest.fixture(params=VARIANTS.values(), ids=VARIANTS.keys())
def variant(request) -> tuple[Game, Options]:
    package, settings = request.param
    game = importlib.import_module(package).GAME
    return game, game.options(**settings)
