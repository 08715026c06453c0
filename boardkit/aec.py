"""Any game as a PettingZoo AEC environment.

Legality, order and the end are checked in the kernel that plays the action, so `env` needs none of PettingZoo's
wrappers and loses none of its checks. Dictionaries are updated in place, and an observation is made when it is asked
for, for whom it is asked.
"""

import copy
import re
from operator import index
from typing import Any

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv

from boardkit import play, saved
from boardkit.agent import View, view_batch
from boardkit.batch import Batch
from boardkit.drawing import check_render_mode, draw, metadata
from boardkit.game import Game, Options, States
from boardkit.jit import direct
from boardkit.spaces import action_space, observation_space, vector_space

FIRST = np.zeros(1, np.int64)  # the only game of the batch of one
BOUND = ("_records", "_masks", "_listed", "_step_rows", "_observe_one", "_step_one", "_choose_one")  # see `_bind`


def _agent_name(name: str, seat: int) -> str:
    """A seat's name in the form PettingZoo wants of agents, <word>_<number>: "south_0"."""
    return name if re.fullmatch("[a-z]+_[0-9]+", name) else f"{name}_{seat}"


class BoardAEC(AECEnv[str, dict[str, np.ndarray], int | None]):
    """One game, one agent a seat, one decision a step.

    checked            refuse illegal actions (`env`); otherwise trust the caller (`raw_env`)
    max_cycles         truncate when the agent to move has decided so many times; None plays to the end
    full_observation   observe what is hidden, too: for critics and debugging
    """

    def __init__(
        self,
        game: Game,
        options: Options | None = None,
        *,
        render_mode: str | None = None,
        checked: bool = True,
        max_cycles: int | None = None,
        full_observation: bool = False,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.game = game
        self.options = game.options() if options is None else options
        self.render_mode = render_mode
        self.checked = checked
        self.max_cycles = max_cycles
        self.full_observation = full_observation
        self.metadata = {**metadata(game), "is_parallelizable": False}
        self.possible_agents = [_agent_name(name, seat) for seat, name in enumerate(self.options.seats)]
        self.agents: list[str] = []
        self.state_space = vector_space(game, full=True)
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._action_spaces = {agent: action_space(game) for agent in self.possible_agents}
        self._observation_spaces = {agent: observation_space(game, full_observation) for agent in self.possible_agents}
        self._batch = Batch(game, self.options, auto_reset=False, full_observation=full_observation)
        self._idle = True  # nobody can act: not reset yet, or the game has ended
        self._bind()

    def _bind(self) -> None:
        """Keep at hand what every step needs."""
        rows = self._batch.rows
        self._records = self._batch.records
        self._masks = rows.masks
        self._listed = (rows.legal, rows.counts)
        self._step_rows = (rows.legal, rows.counts, rows.masks, rows.totals, rows.rewards)
        self._num_actions = self.game.num_actions
        self._observation_size = rows.observations.shape[1]
        self._shows = self.render_mode == "human"
        observed = (self._records, 0, True, rows.masks, True, rows.observations[0], rows.masks[0])
        self._observe_one = direct(play.observe_one, *observed)
        self._step_one = direct(play.step_one, self._records, 0, True, *self._step_rows)
        self._choose_one = direct(play.choose_one, self._batch.generator, *self._listed)

    # What PettingZoo asks for

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; without a seed the game before decides, so a seeded first game seeds all that follow."""
        if seed is not None:
            self._batch.reset(np.array([seed % 2**64], np.uint64))
        elif self._was_reset:
            self._batch.restart(FIRST)
        else:
            self._batch.reset()
        self._begin()

    @property
    def _was_reset(self) -> bool:
        return hasattr(self, "terminations")

    def _begin(self) -> None:
        """Enter the state of the batch as a position nobody has acted in yet."""
        over = bool(self._batch.terminated[0])
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._batch.to_move[0]]
        self._skip_agent_selection = None
        self._decisions = dict.fromkeys(self.agents, 0)
        self._rewarded = False
        self._idle = over
        if over:
            self._end()
        if self._shows:
            self.render()

    def step(self, action: int | None) -> None:
        """Play the action of `agent_selection`; an agent whose game has ended steps with None."""
        if self._idle:
            self._step_idle(action)
            return
        agent = self.agent_selection
        try:
            number = index(action)  # type: ignore[arg-type]
        except TypeError:
            raise TypeError(f"{agent} must give the number of an action, not {action!r}: {self._allowed()}") from None
        outcome = self._step_one(self._records, number, self.checked, *self._step_rows)
        if outcome < 0:
            legal = self._batch.legal_actions(0)
            raise ValueError(f"{agent}: {self.game.refusal(self._records[0], number, legal)}")
        self._cumulative_rewards[agent] = 0.0
        if self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        if outcome & play.REWARDED:
            self._pay()
        self.agent_selection = self.possible_agents[outcome & play.SEAT]
        if outcome & play.OVER:
            self._end()
        elif self.max_cycles is not None:
            self._count_decision(agent)
        if self._shows:
            self.render()

    def _step_idle(self, action: int | None) -> None:
        if not self.agents:
            reason = "the game is over" if self._was_reset else "there is no game yet"
            raise RuntimeError(f"{reason}: call reset() before step()")
        if action is not None:
            raise ValueError(f"{self.agent_selection}: the game is over, the only action left is None, not {action!r}")
        self._was_dead_step(None)

    def _pay(self) -> None:
        self._rewarded = True
        for agent, reward in zip(self.agents, self._batch.rewards[0].tolist(), strict=True):
            self.rewards[agent] = reward
            self._cumulative_rewards[agent] += reward

    def _end(self) -> None:
        self._idle = True
        for agent in self.agents:
            self.terminations[agent] = True
            self.infos[agent] = {"result": self.game.result(self._records[0])}

    def _count_decision(self, agent: str) -> None:
        self._decisions[agent] += 1
        if self._decisions[self.agent_selection] == self.max_cycles:
            self._idle = True
            self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent knows now; its mask is all zero while it is not to move."""
        try:
            seat = self._seat_of[agent]
        except KeyError:
            raise ValueError(f"no agent is called {agent!r}; there are {', '.join(self.possible_agents)}") from None
        observation = np.empty(self._observation_size, np.float32)
        mask = np.empty(self._num_actions, np.int8)
        to_move = agent == self.agent_selection and not self._idle
        self._observe_one(self._records, seat, self.full_observation, self._masks, to_move, observation, mask)
        return {"observation": observation, "action_mask": mask}

    def state(self) -> np.ndarray:
        """Everything, hidden or not, seen from the seat to move."""
        values = np.empty((1, self.game.full_observation.size), np.float32)
        play.observe_games(self._records, FIRST, self._batch.to_move, True, values)
        return values[0]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def render(self) -> str | np.ndarray | None:
        """Draw the game in the render mode, nothing hidden."""
        if self.render_mode is None:
            logger.warn(f"no render_mode was chosen; there are {', '.join(self.metadata['render_modes'])}")
            return None
        return draw(self.game, self._records[0], self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    # What else a caller may want

    def sample_action(self) -> int | None:
        """A random legal action of the agent to move, drawn in compiled code; None where only None can be played."""
        return None if self._idle else self._choose_one(self._batch.generator, *self._listed)

    def view(self, key: int = 0) -> View:
        """What an `Agent` is shown of this position."""
        return view_batch(self._batch, FIRST, key)

    @property
    def game_state(self) -> States:
        """A copy of the state, as an array of one. Setting it continues from another state with the same options."""
        return self._batch.states

    @game_state.setter
    def game_state(self, states: States) -> None:
        self._batch.set_states(states)
        self._begin()

    def to_json(self) -> dict[str, Any]:
        """The whole state in the game's JSON notation."""
        return self.game.to_json(self._records[0])

    def from_json(self, values: dict[str, Any]) -> None:
        """Continue from a state in JSON notation."""
        self.game_state = self.game.from_json(values)

    def save(self) -> bytes:
        """The whole state as bytes."""
        return saved.pack(self.game, self._records)

    def load(self, data: bytes) -> None:
        """Continue from a state that was saved."""
        game, states, _ = saved.unpack(data)
        if game is not self.game:
            raise ValueError(f"these bytes are a game of {game.title}, not of {self.game.title}")
        self.game_state = states

    def _allowed(self) -> str:
        return f"allowed: {self.game.allowed(self._records[0], self._batch.legal_actions(0))}"

    def __getattr__(self, name: str) -> Any:
        """Only asked for what is missing: say why it is."""
        if name in ("agent_selection", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards"):
            raise AttributeError(f"{name} cannot be read before reset()")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def _repr_svg_(self) -> str:
        return self.game.svg(self._records[0], None)

    def __getstate__(self) -> dict[str, Any]:
        """Everything a copy, deep copy or pickle needs, itself copied: all three keep the game and share nothing."""
        return copy.deepcopy({name: value for name, value in self.__dict__.items() if name not in BOUND})

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._bind()
