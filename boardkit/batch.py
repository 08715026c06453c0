"""Many games at once as plain arrays: actions in; observations, masks and rewards out; no Python per game."""

import copy
from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple, Self

import numpy as np

from boardkit import play, saved
from boardkit.chance import fresh_seed, new_generator
from boardkit.game import Game, Options, States, copy_into, copy_states
from boardkit.helpers import Helpers

PARTS_OF_A_THREAD = 4  # of a batch: small enough that all threads end together, large enough to be worth a call
ACTION_STREAM = 0x616374696F6E  # keeps the generator of `random_actions` apart from that of the seeds


class Rows(NamedTuple):
    """What the kernels keep of every game beside its state, in the order they take it."""

    legal: np.ndarray  # int16 [games, actions], the legal actions, the first `counts` of each row
    counts: np.ndarray
    masks: np.ndarray
    observations: np.ndarray
    totals: np.ndarray  # float32 [games, seats], the returns after the last step
    rewards: np.ndarray
    terminated: np.ndarray
    to_move: np.ndarray


PUBLIC = ("counts", "masks", "observations", "rewards", "terminated", "to_move")


class Batch:
    """`num_games` games of one kind with the same options, stepped together.

    The public arrays are read-only views that every `step` and `reset` writes anew: copy what you want to keep.

    observations  float32 [games, size]   what the seat to move knows (with `full_observation`: everything)
    masks         int8 [games, actions]   1 where an action is legal for the seat to move
    counts        int64 [games]           how many actions are legal; 0 in a finished game
    to_move       int64 [games]           the seat to move
    rewards       float32 [games, seats]  what each seat earned by the last step
    terminated    bool [games]            whether the last step ended the game

    With `auto_reset` a finished game is followed at once by a new one: then `terminated` and `rewards` speak of the
    finished game, all else of the new one. `threads` above one steps slices of a batch at the same time; it pays
    when that many cores are idle, and never changes a result. `records` and `rows` are the arrays behind all this,
    for adapters that call kernels of their own.
    """

    counts: np.ndarray
    masks: np.ndarray
    observations: np.ndarray
    rewards: np.ndarray
    terminated: np.ndarray
    to_move: np.ndarray

    def __init__(
        self,
        game: Game,
        options: Options | None = None,
        num_games: int = 1,
        seed: int | np.ndarray | None = None,
        *,
        auto_reset: bool = True,
        full_observation: bool = False,
        threads: int = 1,
    ) -> None:
        if num_games < 1 or threads < 1:
            raise ValueError(f"num_games is {num_games} and threads is {threads}; both must be 1 or more")
        self.game = game
        self.options = game.options() if options is None else options
        self.num_games = num_games
        self.auto_reset = auto_reset
        self.full_observation = full_observation
        self.threads = threads
        self.records = game.blank(self.options, num_games)
        self._finals = copy_states(self.records)
        self._all_games = np.arange(num_games)
        self._allocate()
        self._publish()
        self.reset(seed)

    def _allocate(self) -> None:
        games, seats, actions = self.num_games, len(self.options.seats), self.game.num_actions
        pieces = self.game.full_observation if self.full_observation else self.game.observation
        self.rows = Rows(
            legal=np.zeros((games, actions), np.int16),
            counts=np.zeros(games, np.int64),
            masks=np.zeros((games, actions), np.int8),
            observations=np.zeros((games, pieces.size), np.float32),
            totals=np.zeros((games, seats), np.float32),
            rewards=np.zeros((games, seats), np.float32),
            terminated=np.zeros(games, np.bool_),
            to_move=np.zeros(games, np.int64),
        )

    def _publish(self) -> None:
        """Make what does not travel with copies: the read-only views and the threads."""
        for name in PUBLIC:
            view = getattr(self.rows, name).view()
            view.flags.writeable = False
            setattr(self, name, view)
        self._helpers = Helpers(self.threads - 1) if self.threads > 1 else None

    def reset(self, seed: int | np.ndarray | None = None) -> None:
        """Begin every game anew: from one seed for the batch, or from an array with the seed of each game."""
        if isinstance(seed, np.ndarray):
            if seed.shape != (self.num_games,) or seed.dtype.kind not in "iu":
                raise ValueError(f"seeds of games must be {self.num_games} whole numbers, not {seed.dtype}{seed.shape}")
            seeds = seed.astype(np.uint64)
            first = int(seeds[0])
        else:
            first = fresh_seed() if seed is None else int(seed)
            seeds = np.empty(self.num_games, np.uint64)
            play.fill_random(new_generator(first), seeds)
        self.generator = new_generator(first ^ ACTION_STREAM)
        self._start(self._all_games, seeds)

    def restart(self, games: np.ndarray) -> None:
        """Begin some games anew, each seeded by the generator of the game it follows."""
        chosen = self._checked_games(games)
        seeds = np.empty(len(chosen), np.uint64)
        play.draw_seeds(self.records, chosen, seeds)
        self._start(chosen, seeds)

    def step(self, actions: np.ndarray, games: np.ndarray | None = None) -> None:
        """Play one action in every game, or in the games listed (ascending).

        An illegal action is refused with a ValueError that names it and what is legal; then no game has changed.
        """
        chosen = self._all_games if games is None else as_integers("games", games)
        moves = as_integers("actions", actions)
        if moves.shape != chosen.shape:
            raise ValueError(f"expected {len(chosen)} actions, one a game, not an array of shape {moves.shape}")
        fault = play.first_fault(self.rows.masks, chosen, moves)
        if fault >= 0:
            raise ValueError(self._refusal(chosen, moves, fault))
        self._in_slices(self._step_slice, chosen, moves)

    def random_actions(self, games: np.ndarray | None = None) -> np.ndarray:
        """A random legal action for every game, or for the games listed; -1 in a finished game."""
        chosen = self._all_games if games is None else self._checked_games(games)
        actions = np.empty(len(chosen), np.int64)
        play.choose_listed(self.generator, self.rows.legal, self.rows.counts, chosen, actions)
        return actions

    def legal_actions(self, game: int) -> np.ndarray:
        """The legal actions of one game, ascending."""
        return self.rows.legal[game, : self.counts[game]].copy()

    def observe(self, games: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """What the given seats know, one a game, whether it is their move or not."""
        chosen = self._checked_games(games)
        observations = np.empty((len(chosen), self.observations.shape[1]), np.float32)
        play.observe_games(self.records, chosen, as_integers("seats", seats), self.full_observation, observations)
        return observations

    @property
    def states(self) -> States:
        """A copy of the states. Setting it puts other states in their place."""
        return copy_states(self.records)

    @states.setter
    def states(self, states: States) -> None:
        self.set_states(states)

    def get_states(self, games: np.ndarray) -> States:
        """A copy of some of the states."""
        return copy_states(self.records, self._checked_games(games))

    def set_states(self, states: States, games: np.ndarray | None = None) -> None:
        """Put states in the place of all games, or of the games listed. They must have the options of the batch."""
        chosen = self._all_games if games is None else self._checked_games(games)
        if states.dtype != self.game.state or states.shape != chosen.shape:
            raise TypeError(f"expected {len(chosen)} states of {self.game.title}, not {states.shape} of other kind")
        if not self.game.carries(states, self.options):
            raise ValueError(f"the states were not all made with the options of this batch, {self.options}")
        copy_into(self.records, chosen, np.ascontiguousarray(states))
        play.show_games(self.records, chosen, self.full_observation, *self.rows)

    def results(self) -> dict[int, dict[str, Any]]:
        """How the games ended that the last step ended, by their index."""
        return {int(game): self.game.result(self._finals[game]) for game in np.flatnonzero(self.terminated)}

    def copy(self) -> Self:
        """An independent batch that stands where this one stands and plays on the same way."""
        return copy.copy(self)

    def save(self) -> bytes:
        """The whole batch as bytes."""
        settings = {"auto_reset": self.auto_reset, "full_observation": self.full_observation, "threads": self.threads}
        return saved.pack(self.game, self.records, generator=int(self.generator[0]), **settings)

    @classmethod
    def load(cls, data: bytes) -> Self:
        """The batch that `save` saved."""
        game, states, settings = saved.unpack(data)
        generator = settings.pop("generator")
        batch = cls(game, game.options.read(states[0]), len(states), 0, **settings)
        batch.set_states(states)
        batch.generator = new_generator(generator)
        return batch

    def __getstate__(self) -> dict[str, Any]:
        """Everything a copy, deep copy or pickle needs, itself copied: no copy shares an array with the original."""
        kept = {name: value for name, value in self.__dict__.items() if name not in (*PUBLIC, "_helpers")}
        return copy.deepcopy(kept)

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._publish()

    def __len__(self) -> int:
        return self.num_games

    def _start(self, games: np.ndarray, seeds: np.ndarray) -> None:
        self._in_slices(self._start_slice, games, seeds)

    def _start_slice(self, games: np.ndarray, seeds: np.ndarray) -> None:
        play.start_games(self.records, games, seeds, self.full_observation, *self.rows)

    def _step_slice(self, games: np.ndarray, actions: np.ndarray) -> None:
        play.step_games(self.records, games, actions, self.auto_reset, self.full_observation, self._finals, *self.rows)

    def _in_slices(self, task: Callable[..., None], games: np.ndarray, values: np.ndarray) -> None:
        """Do a task for all games: at once, or in parts of which every thread takes the next when it is free.

        So this thread does more while the others are still waking, or busy with something else.
        """
        if self._helpers is None:
            task(games, values)
            return
        bounds = np.linspace(0, len(games), PARTS_OF_A_THREAD * self.threads + 1).astype(int).tolist()
        parts = iter([slice(first, last) for first, last in pairwise(bounds)])

        def work() -> None:
            for part in parts:  # no two threads get the same part out of one iterator
                task(games[part], values[part])

        self._helpers.join_in(work)

    def _checked_games(self, games: np.ndarray) -> np.ndarray:
        chosen = as_integers("games", games)
        if len(chosen) and (chosen[0] < 0 or chosen[-1] >= self.num_games or (np.diff(chosen) <= 0).any()):
            raise ValueError(f"games must be ascending numbers from 0 to {self.num_games - 1}, not {chosen}")
        return chosen

    def _refusal(self, games: np.ndarray, actions: np.ndarray, fault: int) -> str:
        self._checked_games(games)
        game = int(games[fault])
        reason = self.game.refusal(self.records[game], int(actions[fault]), self.legal_actions(game))
        return f"game {game}: {reason}"


def as_integers(name: str, values: Any) -> np.ndarray:
    """An array of whole numbers as the kernels take it; anything else is refused."""
    array = np.asarray(values)
    if array.ndim != 1 or (array.dtype.kind not in "iu" and array.size):
        raise TypeError(f"{name} must be a one-dimensional array of whole numbers, not {array.dtype}{array.shape}")
    return np.ascontiguousarray(array, np.int64)
