"""From keyword arguments to environments, and into the registries of PettingZoo and Gymnasium."""

import inspect
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar

import gymnasium
import pettingzoo
from gymnasium.envs.registration import registry as gymnasium_registry

from boardkit.aec import BoardAEC
from boardkit.batch import Batch
from boardkit.game import Game, Options
from boardkit.gym import BoardEnv, BoardVectorEnv

if TYPE_CHECKING:
    from boardkit.sb3 import BoardVecEnv

NAMESPACE = "rome"
Adapter = TypeVar("Adapter")


@dataclass(frozen=True)
class Environments:
    """The environments of a game. Every method takes the options of the game and the arguments of its adapter."""

    game: Game

    def env(self, **settings: Any) -> BoardAEC:
        """The PettingZoo AEC environment; every action is checked."""
        return build(BoardAEC, self.game, settings)

    def raw_env(self, **settings: Any) -> BoardAEC:
        """The same, trusting the caller to play legal actions."""
        return build(BoardAEC, self.game, settings, checked=False)

    def batch(self, num_games: int, **settings: Any) -> Batch:
        """Many games as plain arrays."""
        return build(Batch, self.game, {"num_games": num_games, **settings})

    def gym_env(self, **settings: Any) -> BoardEnv:
        """One Gymnasium environment against named opponents; a solo game needs none."""
        return build(BoardEnv, self.game, settings)

    def gym_vector_env(self, num_envs: int = 1, **settings: Any) -> BoardVectorEnv:
        """Many Gymnasium environments in one batch."""
        return build(BoardVectorEnv, self.game, {"num_envs": num_envs, **settings})

    def sb3_env(self, num_envs: int = 1, **settings: Any) -> "BoardVecEnv":
        """Many games as a Stable-Baselines3 `VecEnv` with action masks (needs the extra `train`)."""
        from boardkit.sb3 import BoardVecEnv  # imported late: an extra

        return build(BoardVecEnv, self.game, {"num_envs": num_envs, **settings})


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

    The module `env` of the package must offer the methods of `Environments` as functions.
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
