"""One learner a game against named opponents, many games at once: the core of the single-agent adapters."""

from collections.abc import Sequence

import numpy as np

from boardkit import play
from boardkit.agent import Agent, ask, make_agent
from boardkit.batch import Batch, as_integers
from boardkit.chance import fresh_seed, new_generator
from boardkit.game import Game, Options, check_choice

Opponents = str | Agent | Sequence[str | Agent | None]

OPPONENT_STREAM = 0x6F70706F6E656E74  # keeps the generator of seats and opponents apart from that of the games


class Versus:
    """Games that always stand at a decision of the learner (or have ended).

    opponents   who plays the other seats: one for all, or a list with one a seat (None where the learner sits)
    seat        the learner's seat by number or name; None draws a seat for every game
    illegal     "refuse" illegal actions, or "replace" them by random legal ones, for tools that know no masks

    rewards        float32 [games]        what the learner earned by its last step, the opponents' answers included
    terminated     bool [games]           whether that ended the game
    seats          int64 [games]          where the learner sits
    final_observations  float32 [games, size]  the learner's last observation, where `terminated`
    episode_returns, episode_lengths      sum of rewards and number of steps of the episode, until its end
    """

    def __init__(
        self,
        game: Game,
        options: Options | None = None,
        num_games: int = 1,
        *,
        opponents: Opponents = "random",
        seat: int | str | None = None,
        illegal: str = "refuse",
        auto_reset: bool = True,
        full_observation: bool = False,
        threads: int = 1,
        seed: int | np.ndarray | None = None,
    ) -> None:
        check_choice("illegal", illegal, ("refuse", "replace"))
        self.batch = Batch(
            game, options, num_games, 0, auto_reset=False, full_observation=full_observation, threads=threads
        )
        self.illegal = illegal
        self.auto_reset = auto_reset
        self.seat = self._seat_number(seat)
        self._agents, self._agent_of_seat = self._engage(opponents)
        self.seats = np.zeros(num_games, np.int64)
        self.rewards = np.zeros(num_games, np.float32)
        self.terminated = np.zeros(num_games, np.bool_)
        self.final_observations = np.zeros_like(self.batch.rows.observations)
        self.episode_returns = np.zeros(num_games, np.float64)
        self.episode_lengths = np.zeros(num_games, np.int64)
        self._earned = np.zeros(num_games, np.float32)  # since the learner's last step
        self._ended = np.zeros(num_games, np.bool_)  # whose episode statistics begin anew with the next step
        self._all_games = np.arange(num_games)
        self.reset(seed)

    @property
    def game(self) -> Game:
        return self.batch.game

    def reset(self, seed: int | np.ndarray | None = None) -> None:
        """Begin every game anew, from one seed or from one a game, opponents' chance included."""
        seed = fresh_seed() if seed is None else seed
        self.batch.reset(seed)
        first = int(seed[0]) if isinstance(seed, np.ndarray) else seed
        self._generator = new_generator(first ^ OPPONENT_STREAM)
        for agent in self._agents:
            agent.reset(self._key())
        self._forget(self._all_games)
        self.rewards[:] = 0
        self.terminated[:] = False
        self._open(self._all_games)

    def step(self, actions: np.ndarray) -> None:
        """Play one action of the learner in every game and let the opponents answer until it is to move again."""
        moves = as_integers("actions", actions)
        if self.illegal == "replace":
            moves = self._replace_illegal(moves)
        self.batch.step(moves)
        self._forget(np.flatnonzero(self._ended))
        self._collect(self._all_games)
        self._answer()
        self.rewards[:] = self._earned
        self.terminated[:] = self.batch.terminated
        self.episode_returns += self._earned
        self.episode_lengths += 1
        self._earned[:] = 0
        over = np.flatnonzero(self.terminated)
        self._ended[over] = True
        if len(over):
            self.final_observations[over] = self.batch.observe(over, self.seats[over])
        if len(over) and self.auto_reset:
            self.batch.restart(over)
            self._open(over)

    def _open(self, games: np.ndarray) -> None:
        """Seat the learner in games just begun and play up to its first decision.

        A game that the opponents end before that has no step for the learner: another takes its place.
        """
        while len(games):
            self._earned[games] = 0
            if self.seat is None:
                drawn = np.empty(len(games), np.int64)
                play.fill_below(self._generator, len(self.batch.options.seats), drawn)
                self.seats[games] = drawn
            else:
                self.seats[games] = self.seat
            self._answer()
            games = games[self.batch.terminated[games]]
            if len(games):
                self.batch.restart(games)

    def _answer(self) -> None:
        """Let the opponents play until every game is over or the learner's move."""
        while True:
            waiting = np.flatnonzero((self.batch.to_move != self.seats) & ~self.batch.terminated)
            if not len(waiting):
                return
            self.batch.step(self._opponents_actions(waiting), waiting)
            self._collect(waiting)

    def _opponents_actions(self, games: np.ndarray) -> np.ndarray:
        actions = np.empty(len(games), np.int64)
        asked = self._agent_of_seat[self.batch.to_move[games]]
        for number, agent in enumerate(self._agents):
            rows = np.flatnonzero(asked == number)
            if len(rows):
                actions[rows] = ask(agent, self.batch, games[rows], self._key())
        return actions

    def _collect(self, games: np.ndarray) -> None:
        self._earned[games] += self.batch.rewards[games, self.seats[games]]

    def _forget(self, games: np.ndarray) -> None:
        self._ended[games] = False
        self.episode_returns[games] = 0
        self.episode_lengths[games] = 0

    def _replace_illegal(self, actions: np.ndarray) -> np.ndarray:
        known = (actions >= 0) & (actions < self.game.num_actions)
        legal = self.batch.masks[self._all_games, np.where(known, actions, 0)] == 1
        return np.where(known & ~legal, self.batch.random_actions(), actions)

    def _key(self) -> int:
        bits = np.empty(1, np.uint64)
        play.fill_random(self._generator, bits)
        return int(bits[0])

    def _seat_number(self, seat: int | str | None) -> int | None:
        names = self.batch.options.seats
        if seat is None and len(names) > 1:
            return None
        number = 0 if seat is None else names.index(seat) if seat in names else seat
        if isinstance(number, bool) or number not in range(len(names)):
            allowed = ", ".join(f"{number} ({name})" for number, name in enumerate(names))
            raise ValueError(f"seat is {seat!r}; allowed are {allowed} or None for a drawn one")
        return int(number)

    def _engage(self, opponents: Opponents) -> tuple[list[Agent], np.ndarray]:
        """The opponents, each once, and which of them plays which seat."""
        names = self.batch.options.seats
        specs: list[str | Agent | None]
        specs = [opponents] * len(names) if isinstance(opponents, str | Agent) else list(opponents)
        if len(specs) != len(names):
            raise ValueError(f"opponents lists {len(specs)} agents; expected one for each of {', '.join(names)}")
        if self.seat is not None:
            specs[self.seat] = None
        elif None in specs:
            raise ValueError("opponents has None for a seat, but the learner's seat is drawn: name an agent for each")
        agents: dict[int | str, Agent] = {}
        agent_of_seat = np.full(len(names), -1)
        for seat, spec in enumerate(specs):
            if spec is None:
                continue
            known = spec if isinstance(spec, str) else id(spec)
            if known not in agents:
                agents[known] = make_agent(spec, self.game)
            agent_of_seat[seat] = list(agents).index(known)
        return list(agents.values()), agent_of_seat
