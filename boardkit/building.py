"""From keyword arguments to environments, and into the registries of PettingZoo and Gymnasium."""

import inspect
from dataclasses import fields
from typing import Any, TypeVar

import gymnasium
from gymnasium.envs.registration import registry as gymnasium_registry
from pettingzoo.env_registry import registration as pettingzoo

from boardkit.game import Game, Options

NAMESPACE = "rome"
Adapter = TypeVar("Adapter")


def build(adapter: type[Adapter], game: Game, settings: dict[str, Any], **fixed: Any) -> Adapter:
    """An environment from settings in which options of the game and arguments of the adapter stand side by side."""
    settings = dict(settings)
    given = settings.pop("options", None)
    own = {field.name for field in fields(game.options)}
    chosen = {name: settings.pop(name) for name in list(settings) if name in own}
    arguments = set(inspect.signature(adapter).parameters) - {"game", "options"} - set(fixed)
    unknown = sorted(set(settings) - arguments)
    if unknown:
        raise TypeError(
            f"unknown setting {unknown[0]!r}; options of {game.title}: {', '.join(sorted(own))}; "
            f"of {adapter.__name__}: {', '.join(sorted(arguments))}"
        )
    return adapter(game, _options(game, given, chosen), **settings, **fixed)  # type: ignore[call-arg]


def _options(game: Game, given: Options | None, chosen: dict[str, Any]) -> Options:
    if given is None:
        return game.options.of(**chosen)
    if chosen:
        raise TypeError(f"give either options or {', '.join(chosen)}, not both")
    return given


def register(package: str, game: Game, variants: dict[str, dict[str, Any]]) -> None:
    """Put a game into both registries, once: `variants` are names and the options that distinguish them.

    `package`.env must offer `env`, `gym_env` and `gym_vector_env`.
    """
    for name, options in variants.items():
        identity = f"{NAMESPACE}/{name}-v{game.version}"
        if identity not in pettingzoo.aec_registry:
            pettingzoo.register("aec", identity, f"{package}.env:env", kwargs=options)
        if identity not in gymnasium_registry:
            gymnasium.register(
                identity,
                entry_point=f"{package}.env:gym_env",
                vector_entry_point=f"{package}.env:gym_vector_env",
                kwargs=options,
            )
