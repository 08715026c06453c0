"""Many games at once as plain arrays: actions in; observations, masks and rewards out; no Python per game."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Self

import numpy as np

from boardkit import play, saved
from boardkit.chance import fresh_seed, new_generator
from boardkit.game import Game, Options, States, copy_into, copy_states

ACTION_STREAM = 0x616374696F6E  # keeps the generator of `random_actions` apart from that of the seeds


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
    when that many cores are idle, and never changes a result.
    """

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
        self._states = game.blank(self.options, num_games)
        self._finals = copy_states(self._states)
        self._all_games = np.arange(num_games)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._allocate()
        self.reset(seed)

    def _allocate(self) -> None:
        games, seats, actions = self.num_games, len(self.options.seats), self.game.num_actions
        pieces = self.game.full_observation if self.full_observation else self.game.observation
        self._legal = np.zeros((games, actions), np.int16)
        self._totals = np.zeros((games, seats), np.float32)
        counts, to_move = np.zeros(games, np.int64), np.zeros(games, np.int64)
        masks, observations = np.zeros((games, actions), np.int8), np.zeros((games, pieces.size), np.float32)
        rewards, terminated = np.zeros((games, seats), np.float32), np.zeros(games, np.bool_)
        self._rows = (self._legal, counts, masks, observations, self._totals, rewards, terminated, to_move)
        self.counts, self.masks, self.observations = read_only(counts), read_only(masks), read_only(observations)
        self.rewards, self.terminated, self.to_move = read_only(rewards), read_only(terminated), read_only(to_move)

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
        self._generator = new_generator(first ^ ACTION_STREAM)
        self._start(self._all_games, seeds)

    def restart(self, games: np.ndarray) -> None:
        """Begin some games anew, each seeded by the generator of the game it follows."""
        chosen = self._checked_games(games)
        seeds = np.empty(len(chosen), np.uint64)
        play.draw_seeds(self._states, chosen, seeds)
        self._start(chosen, seeds)

    def step(self, actions: np.ndarray, games: np.ndarray | None = None) -> None:
        """Play one action in every game, or in the games listed (ascending).

        An illegal action is refused with a ValueError that names it and what is legal; then no game has changed.
        """
        chosen = self._all_games if games is None else as_integers("games", games)
        moves = as_integers("actions", actions)
        if moves.shape != chosen.shape:
            raise ValueError(f"expected {len(chosen)} actions, one a game, not an array of shape {moves.shape}")
        fault = play.first_fault(self.masks, chosen, moves)
        if fault >= 0:
            raise ValueError(self._refusal(chosen, moves, fault))
        self._in_slices(self._step_slice, chosen, moves)

    def random_actions(self, games: np.ndarray | None = None) -> np.ndarray:
        """A random legal action for every game, or for the games listed; -1 in a finished game."""
        chosen = self._all_games if games is None else self._checked_games(games)
        actions = np.empty(len(chosen), np.int64)
        play.choose_listed(self._generator, self._legal, self.counts, chosen, actions)
        return actions

    def legal_actions(self, game: int) -> np.ndarray:
        """The legal actions of one game, ascending."""
        return self._legal[game, : self.counts[game]].copy()

    def observe(self, games: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """What the given seats know, one a game, whether it is their move or not."""
        chosen = self._checked_games(games)
        observations = np.empty((len(chosen), self.observations.shape[1]), np.float32)
        play.observe_games(self._states, chosen, as_integers("seats", seats), self.full_observation, observations)
        return observations

    @property
    def states(self) -> States:
        """A copy of the states. Setting it puts other states in their place."""
        return copy_states(self._states)

    @states.setter
    def states(self, states: States) -> None:
        self.set_states(states)

    def get_states(self, games: np.ndarray) -> States:
        """A copy of some of the states."""
        return copy_states(self._states, self._checked_games(games))

    def set_states(self, states: States, games: np.ndarray | None = None) -> None:
        """Put states in the place of all games, or of the games listed. They must have the options of the batch."""
        chosen = self._all_games if games is None else self._checked_games(games)
        if states.dtype != self.game.state or states.shape != chosen.shape:
            raise TypeError(f"expected {len(chosen)} states of {self.game.title}, not {states.shape} of other kind")
        if not self.game.carries(states, self.options):
            raise ValueError(f"the states were not all made with the options of this batch, {self.options}")
        copy_into(self._states, chosen, np.ascontiguousarray(states))
        play.show_games(self._states, chosen, self.full_observation, *self._rows)

    def results(self) -> dict[int, dict[str, Any]]:
        """How the games ended that the last step ended, by their index."""
        return {int(game): self.game.result(self._finals[game]) for game in np.flatnonzero(self.terminated)}

    def copy(self) -> "Batch":
        """An independent batch that stands where this one stands and plays on the same way."""
        return self.load(self.save())

    def save(self) -> bytes:
        """The whole batch as bytes."""
        settings = {"auto_reset": self.auto_reset, "full_observation": self.full_observation, "threads": self.threads}
        return saved.pack(self.game, self._states, generator=int(self._generator[0]), **settings)

    @classmethod
    def load(cls, data: bytes) -> Self:
        """The batch that `save` saved."""
        game, states, settings = saved.unpack(data)
        generator = settings.pop("generator")
        batch = cls(game, game.options.read(states[0]), len(states), 0, **settings)
        batch.set_states(states)
        batch._generator = new_generator(generator)
        return batch

    def __copy__(self) -> "Batch":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Batch":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).load, (self.save(),)

    def __len__(self) -> int:
        return self.num_games

    def _start(self, games: np.ndarray, seeds: np.ndarray) -> None:
        self._in_slices(self._start_slice, games, seeds)

    def _start_slice(self, games: np.ndarray, seeds: np.ndarray) -> None:
        play.start_games(self._states, games, seeds, self.full_observation, *self._rows)

    def _step_slice(self, games: np.ndarray, actions: np.ndarray) -> None:
        play.step_games(
            self._states, games, actions, self.auto_reset, self.full_observation, self._finals, *self._rows
        )

    def _in_slices(self, task: Callable[..., None], games: np.ndarray, values: np.ndarray) -> None:
        if self._pool is None:
            task(games, values)
            return
        bounds = np.linspace(0, len(games), self.threads + 1).astype(int)
        slices = [slice(first, last) for first, last in zip(bounds[:-1], bounds[1:], strict=True)]
        for done in [self._pool.submit(task, games[part], values[part]) for part in slices]:
            done.result()

    def _checked_games(self, games: np.ndarray) -> np.ndarray:
        chosen = as_integers("games", games)
        if len(chosen) and (chosen[0] < 0 or chosen[-1] >= self.num_games or (np.diff(chosen) <= 0).any()):
            raise ValueError(f"games must be ascending numbers from 0 to {self.num_games - 1}, not {chosen}")
        return chosen

    def _refusal(self, games: np.ndarray, actions: np.ndarray, fault: int) -> str:
        self._checked_games(games)
        game = int(games[fault])
        reason = self.game.refusal(self._states[game], int(actions[fault]), self.legal_actions(game))
        return f"game {game}: {reason}"


def as_integers(name: str, values: Any) -> np.ndarray:
    """An array of whole numbers as the kernels take it; anything else is refused."""
    array = np.asarray(values)
    if array.ndim != 1 or (array.dtype.kind not in "iu" and array.size):
        raise TypeError(f"{name} must be a one-dimensional array of whole numbers, not {array.dtype}{array.shape}")
    return np.ascontiguousarray(array, np.int64)


def read_only(array: np.ndarray) -> np.ndarray:
    """A view of an array that cannot be written through."""
    view = array.view()
    view.flags.writeable = False
    return view
