"""The agent protocol: how whoever plays is asked, in every environment, ladder, table and training loop alike.

An agent is asked about many positions at once through a `View`, which holds what the players to move know and nothing
else. It holds no true state that an agent could peek at, not even privately: agents that think about positions rather
than observations get states in which everything hidden has been drawn anew.
"""

import ast
import importlib
import importlib.util
import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Any, ClassVar

import numpy as np

from boardkit import play
from boardkit.batch import Batch, as_integers
from boardkit.chance import new_generator
from boardkit.game import Game, Options, States, copy_states

ENTRY_POINTS = "rome.agents"  # where other packages announce theirs
OWN_AGENTS = "agents"  # the package that registers the agents of this suite

Factory = Callable[..., "Agent"]

_registered: dict[str, str | Factory] = {}


class View:
    """Positions as the players to move know them.

    game, options   what is played
    observations    float32 [positions, size]
    masks           int8 [positions, actions]
    players         int64 [positions], the seat to move
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        observations: np.ndarray,
        masks: np.ndarray,
        players: np.ndarray,
        worlds: States | None = None,
    ) -> None:
        """`worlds` are possible states, not the true ones: callers determinize before they hand them over."""
        self.game = game
        self.options = options
        self.observations = observations
        self.masks = masks
        self.players = players
        self._worlds = worlds

    def __len__(self) -> int:
        return len(self.players)

    def json(self, position: int) -> dict[str, Any]:
        """What the player to move knows, in the game's JSON notation."""
        return self.game.view(self.worlds[position], int(self.players[position]))

    def sample(self, position: int, key: int) -> States:
        """A state the player could be in, as an array of one; another key gives another."""
        return self.samples(np.array([position]), np.array([key % 2**64], np.uint64))

    def samples(self, positions: np.ndarray, keys: np.ndarray) -> States:
        """A state the player could be in for each of the positions (which may repeat) and keys."""
        chosen = as_integers("positions", positions)
        states = copy_states(self.worlds, chosen)
        play.redraw(states, self.players[chosen], np.ascontiguousarray(keys, np.uint64))
        return states

    @property
    def worlds(self) -> States:
        """A state the player could be in for each position: what is hidden in it was redrawn."""
        if self._worlds is None:
            raise RuntimeError("this view has observations only; an agent class that samples says `samples = True`")
        return self._worlds


class Agent(ABC):
    """Somebody who plays. One object may play several seats of many games at once."""

    name: str = "agent"
    samples: ClassVar[bool] = False  # whether `act` uses `View.json` or `View.sample`, which cost time to prepare
    bare: ClassVar[str | None] = None  # the setting that may stand first without its name: "ppo:PATH"

    def __init__(self, game: Game, *, seed: int = 0) -> None:
        self.game = game
        self.reset(seed)

    @abstractmethod
    def act(self, view: View) -> np.ndarray:
        """Choose a legal action for each position of the view."""

    @abstractmethod
    def reset(self, seed: int) -> None:
        """Forget everything and draw all chance from this seed from now on."""


def view_states(game: Game, states: States, key: int, *, samples: bool = True) -> View:
    """A view of true states for the players to move in them."""
    options = game.options.read(states[0])
    batch = Batch(game, options, len(states), 0, auto_reset=False)
    batch.set_states(states)
    return view_batch(batch, np.arange(len(states)), key, samples=samples)


def view_batch(batch: Batch, games: np.ndarray, key: int, *, samples: bool = True) -> View:
    """A view of some games of a batch; everything in it is a copy, so nothing leads back to the batch."""
    players = batch.to_move[games]
    worlds = None
    if samples:
        worlds = batch.get_states(games)
        keys = np.empty(len(games), np.uint64)
        play.fill_random(new_generator(key), keys)
        play.redraw(worlds, players, keys)
    observations = batch.observations[games, : batch.game.observation.size]
    return View(batch.game, batch.options, observations, batch.masks[games], players, worlds)


def ask(agent: Agent, batch: Batch, games: np.ndarray, key: int) -> np.ndarray:
    """The actions an agent chooses in some games of a batch."""
    view = view_batch(batch, games, key, samples=agent.samples)
    actions = as_integers(f"the actions of {agent.name}", agent.act(view))
    if len(actions) != len(games):
        raise ValueError(f"{agent.name} was asked for {len(games)} actions and gave {len(actions)}")
    return actions


def register_agent(name: str, factory: str | Factory) -> None:
    """Make an agent known by name: its class, or "module:Class" to be imported when it is first asked for."""
    _registered[name] = factory


def agent_names() -> list[str]:
    """All names that `make_agent` knows."""
    return sorted(_discover())


def make_agent(spec: "str | Agent", game: Game, seed: int = 0) -> Agent:
    """An agent from its description: "random", "name:key=value,...", "module:Class" or "module:Class:key=value,..."

    A class may let its first setting stand without a name: "ppo:PATH". An agent object is returned as it is.
    """
    if isinstance(spec, Agent):
        return spec
    name, _, rest = spec.partition(":")
    known = _discover()
    if name in known:
        factory = known[name]
        factory = _import(factory) if isinstance(factory, str) else factory
    elif rest and "=" not in rest.partition(":")[0]:
        attribute, _, rest = rest.partition(":")
        factory = _import(f"{name}:{attribute}")
    else:
        raise ValueError(
            f"no agent is called {name!r}; there are {', '.join(sorted(known)) or 'none'}, or module:Class"
        )
    return _build(spec, factory, game, seed, _settings(spec, rest, getattr(factory, "bare", None)))


def _discover() -> Mapping[str, str | Factory]:
    if importlib.util.find_spec(OWN_AGENTS) is not None:
        importlib.import_module(OWN_AGENTS)
    return {**{point.name: point.value for point in entry_points(group=ENTRY_POINTS)}, **_registered}


def _import(path: str) -> Factory:
    module, _, attribute = path.partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as problem:
        raise ValueError(f"no agent at {path!r}: {problem}") from problem


def _settings(spec: str, text: str, bare: str | None) -> dict[str, Any]:
    """Read "key=value,key=value"; a value that is not a Python literal is text, and so is a first one without key."""
    settings: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals and bare and not settings:
            settings[bare] = part
            continue
        if not equals:
            raise ValueError(f"agent {spec!r}: {part!r} is not key=value")
        try:
            settings[key.strip()] = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            settings[key.strip()] = value
    return settings


def _build(spec: str, factory: Factory, game: Game, seed: int, settings: dict[str, Any]) -> Agent:
    signature = inspect.signature(factory)
    try:
        signature.bind(game, seed=seed, **settings)
    except TypeError as problem:
        raise ValueError(f"agent {spec!r}: {problem}; it takes {signature}") from None
    return factory(game, seed=seed, **settings)
