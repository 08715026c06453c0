"""Any game as a Stable-Baselines3 `VecEnv` on the batch kernel, with action masks for `sb3_contrib.MaskablePPO`."""

import time
from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvStepReturn

from boardkit.drawing import check_render_mode, draw
from boardkit.game import Game, Options
from boardkit.spaces import action_space, vector_space
from boardkit.versus import Opponents, Versus


class BoardVecEnv(VecEnv):
    """Many games for one learner; observations are plain vectors. For the arguments see `Versus`.

    Finished episodes are reported the way SB3's monitors do, so no monitor is needed.
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
        seed: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.versus = Versus(
            game,
            options,
            num_envs,
            opponents=opponents,
            seat=seat,
            illegal=illegal,
            full_observation=full_observation,
            threads=threads,
            seed=seed,
        )
        self._began = time.time()
        self._actions = np.zeros(0, np.int64)
        super().__init__(num_envs, vector_space(game, full_observation), action_space(game))

    def reset(self) -> np.ndarray:
        """Begin every game anew, from the seeds that `seed` set if it did."""
        if None not in self._seeds:
            self.versus.reset(np.array(self._seeds, np.uint64))
        else:
            self.versus.reset()
        self._reset_seeds()
        self._reset_options()
        return self.versus.batch.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> VecEnvStepReturn:
        """Play the actions and the opponents' answers."""
        self.versus.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(self.versus.terminated):
            infos[game] = self._final_info(int(game))
        observations = self.versus.batch.observations.copy()
        return observations, self.versus.rewards.copy(), self.versus.terminated.copy(), infos

    def _final_info(self, game: int) -> dict[str, Any]:
        length = int(self.versus.episode_lengths[game])
        elapsed = round(time.time() - self._began, 6)
        return {
            "terminal_observation": self.versus.final_observations[game].copy(),
            "TimeLimit.truncated": False,
            "episode": {"r": float(self.versus.episode_returns[game]), "l": length, "t": elapsed},
        }

    def action_masks(self) -> np.ndarray:
        """The legal actions of every game, bool [games, actions]."""
        return self.versus.batch.masks == 1

    def close(self) -> None:
        """Nothing is held open."""

    def get_images(self) -> list[Any]:
        records, seats = self.versus.batch.records, self.versus.seats.tolist()
        return [draw(self.versus.game, s, "rgb_array", seat) for s, seat in zip(records, seats, strict=True)]

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute; all games share one environment, so it is the same for each."""
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Set an attribute for all games; not for some of them."""
        if indices is not None:
            raise ValueError(f"{attr_name} can only be set for all games at once: they share one environment")
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """The rows that a method of this environment gives for the games asked for."""
        rows = getattr(self, method_name)(*method_args, **method_kwargs)
        return [rows[game] for game in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[gymnasium.Wrapper], indices: VecEnvIndices = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]
