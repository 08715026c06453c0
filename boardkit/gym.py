"""Any game as a Gymnasium environment for one learner against named opponents: one game, or many in one batch."""

from collections.abc import Sequence
from operator import index
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from boardkit.drawing import check_render_mode, draw, metadata
from boardkit.game import Game, Options
from boardkit.spaces import action_space, observation_space
from boardkit.versus import Opponents, Versus

Observation = dict[str, np.ndarray]


class BoardEnv(gymnasium.Env[Observation, int]):
    """One game. For `opponents`, `seat` and `illegal` see `Versus`; a game with one seat needs no opponents.

    The observation is {"observation", "action_mask"}; the mask is in the info as well. At the end the info holds the
    result.
    """

    def __init__(
        self,
        game: Game,
        options: Options | None = None,
        *,
        opponents: Opponents = "random",
        seat: int | str | None = None,
        illegal: str = "refuse",
        full_observation: bool = False,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self.metadata = metadata(game)
        self.render_mode = render_mode
        self.action_space = action_space(game)  # type: ignore[assignment]
        self.observation_space = observation_space(game, full_observation)  # type: ignore[assignment]
        self.versus = Versus(
            game,
            options,
            opponents=opponents,
            seat=seat,
            illegal=illegal,
            auto_reset=False,
            full_observation=full_observation,
        )
        self._started = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game and play the opponents up to the learner's first decision."""
        super().reset(seed=seed)
        self.versus.reset(int(self.np_random.integers(2**63)))
        self._started = True
        self._show()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and the opponents' answers."""
        if not self._started:
            raise RuntimeError("there is no game yet: call reset() before step()")
        self.versus.step(np.array([index(action)]))
        self._show()
        terminated = bool(self.versus.terminated[0])
        info = self._info()
        if terminated:
            info["result"] = self.versus.batch.results()[0]
        return self._observation(), float(self.versus.rewards[0]), terminated, False, info

    def action_masks(self) -> np.ndarray:
        """The legal actions, as `sb3_contrib` asks for them."""
        return self.versus.batch.masks[0] == 1

    def render(self) -> str | np.ndarray | None:  # type: ignore[override]
        """Draw the game in the render mode as the learner sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn(f"no render_mode was chosen; there are {', '.join(self.metadata['render_modes'])}")
            return None
        return draw(self.versus.game, self.versus.batch.records[0], self.render_mode, int(self.versus.seats[0]))

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observation(self) -> Observation:
        over = self.versus.terminated[0]
        vectors = self.versus.final_observations if over else self.versus.batch.observations
        return {"observation": vectors[0].copy(), "action_mask": self.versus.batch.masks[0].copy()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.versus.batch.masks[0].copy(), "seat": int(self.versus.seats[0])}


class BoardVectorEnv(VectorEnv[Observation, np.ndarray, np.ndarray]):
    """Many games in the batch kernel, opponents asked for all games at once; see `BoardEnv`.

    A finished game begins anew in the same step; its last observation is in infos["final_obs"].
    """

    def __init__(
        self,
        game: Game,
        options: Options | None = None,
        num_envs: int = 1,
        *,
        opponents: Opponents = "random",
        seat: int | str | None = None,
        illegal: str = "refuse",
        full_observation: bool = False,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self.metadata = {**metadata(game), "autoreset_mode": AutoresetMode.SAME_STEP}
        self.render_mode = render_mode
        self.num_envs = num_envs
        self.single_action_space = action_space(game)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = observation_space(game, full_observation)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.versus = Versus(
            game,
            options,
            num_envs,
            opponents=opponents,
            seat=seat,
            illegal=illegal,
            full_observation=full_observation,
            threads=threads,
        )

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin every game anew, from one seed for all or from a list with one a game."""
        if seed is None or isinstance(seed, int):
            super().reset(seed=seed)
            self.versus.reset(int(self.np_random.integers(2**63)))
        else:
            self.versus.reset(np.array([number % 2**64 for number in seed], np.uint64))
        return self._observations(), self._infos()

    def step(self, actions: np.ndarray) -> tuple[Observation, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play an action in every game and the opponents' answers."""
        self.versus.step(actions)
        infos = self._infos()
        if self.versus.terminated.any():
            self._add_finals(infos)
        rewards = self.versus.rewards.astype(np.float64)
        terminated = self.versus.terminated.copy()
        return self._observations(), rewards, terminated, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> np.ndarray:
        """The legal actions of every game."""
        return self.versus.batch.masks == 1

    def render(self) -> tuple[Any, ...] | None:
        """Draw every game in the render mode as the learner sees it."""
        if self.render_mode is None:
            gymnasium.logger.warn(f"no render_mode was chosen; there are {', '.join(self.metadata['render_modes'])}")
            return None
        records, seats = self.versus.batch.records, self.versus.seats.tolist()
        return tuple(draw(self.versus.game, s, self.render_mode, seat) for s, seat in zip(records, seats, strict=True))

    def _observations(self) -> Observation:
        return {"observation": self.versus.batch.observations.copy(), "action_mask": self.versus.batch.masks.copy()}

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        masks, seats = self.versus.batch.masks.copy(), self.versus.seats.copy()
        return {"action_mask": masks, "_action_mask": every, "seat": seats, "_seat": every.copy()}

    def _add_finals(self, infos: dict[str, Any]) -> None:
        """Gymnasium's notation for games that ended and began anew within one step."""
        ended = self.versus.terminated.copy()
        observations = np.full(self.num_envs, None, object)
        for game in np.flatnonzero(ended):
            mask = np.zeros(self.versus.game.num_actions, np.int8)
            observations[game] = {"observation": self.versus.final_observations[game].copy(), "action_mask": mask}
        final = {
            "episode_return": np.where(ended, self.versus.episode_returns, 0),
            "episode_length": np.where(ended, self.versus.episode_lengths, 0),
        }
        final |= {f"_{name}": ended.copy() for name in list(final)}
        infos |= {"final_obs": observations, "_final_obs": ended, "final_info": final, "_final_info": ended.copy()}
