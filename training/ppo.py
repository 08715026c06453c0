"""PPO self-play, top to bottom: flags, network, advantages, league, playing, learning, and the loop around them.

    python -m training.ppo --game caesar --decisions 5000000 --folder runs/duel
    python -m training.ppo --game trajan --option players=2 --opponents random greedy --folder runs/trajan2
    python -m training.ppo --resume runs/duel

Many games are played at once. In most of them the learner plays every seat; in a share of them (`league`) it plays one
seat, and a scripted agent or an earlier snapshot of itself plays the others. A seat has a trajectory of its own: what
a seat earned between two of its decisions, whoever moved in between, is the reward of the first of the two, and the end
of a game reaches every seat. All chance of an iteration is drawn from the seed and the iteration's number.
"""

import argparse
import dataclasses
import os
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from torch import Tensor, nn

import duel_env  # noqa: F401 - makes the game known by name
import trajan_env  # noqa: F401
from agents.checkpoint import Checkpoint, CheckpointError
from agents.network import NetworkAgent, draw_actions
from benchmarks.intervals import Share
from boardkit.agent import Agent, ask, make_agent
from boardkit.batch import Batch
from boardkit.chance import new_generator
from boardkit.game import Game, Options, check_choice, find_game
from boardkit.jit import kernel
from training.evaluate import record_game, win_share
from training.options import add_flags, flag, parse_options, with_tuples
from training.runfolder import RunFolder, command, git_commit, read_options

Layers = tuple[tuple[np.ndarray, np.ndarray], ...]

BAR = 1000  # the length of the progress bar in its own units


# -- flags -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Config:
    """All flags of a run."""

    game: str = flag("caesar", "what is played: caesar, trajan")
    option: tuple[str, ...] = flag((), "options of the game as name=value, the value in JSON or a bare word")
    folder: str = flag("runs/latest", "where the run is kept")
    seed: int = flag(1, "decides everything that is left to chance")
    decisions: int = flag(2_000_000, "train for so many decisions of the learner")
    minutes: float = flag(0.0, "or until so much time has passed, if that is earlier; 0: no limit")
    start: str = flag("", "begin with the network of this checkpoint instead of a random one")
    games: int = flag(512, "games played at once")
    steps: int = flag(64, "decisions in each game before the network learns from them")
    hidden: tuple[int, ...] = flag((256, 256), "widths of the hidden layers")
    critic: str = flag("observation", 'what values are judged by: "observation", or "full" with all that is hidden')
    epochs: int = flag(2, "how often each decision is learned from")
    minibatch: int = flag(4096, "decisions in one step of the optimizer")
    learning_rate: float = flag(3e-4, "at the start; falls to zero over the run")
    gamma: float = flag(1.0, "what a reward is worth one own decision earlier")
    trace: float = flag(0.95, "lambda of the advantage estimate")
    clip: float = flag(0.2, "how far one iteration may move the probability of an action")
    entropy: float = flag(0.01, "weight of the bonus for undecided policies")
    value_weight: float = flag(0.5, "weight of the value loss")
    gradient_norm: float = flag(0.5, "longest gradient")
    league: float = flag(0.25, "share of games against the league")
    opponents: tuple[str, ...] = flag(("random",), "scripted members of the league")
    snapshots: int = flag(8, "so many latest snapshots are members of the league")
    snapshot_every: int = flag(20, "iterations between snapshots")
    evaluate_every: int = flag(20, "iterations between evaluations")
    evaluate_games: int = flag(400, "games of an evaluation against each opponent")
    evaluate_against: tuple[str, ...] = flag(("random",), "fixed opponents whose beating is reported")
    save_every: int = flag(10, "iterations between savings")
    teacher: str = flag("", "agent that says at every decision of the learner what it would have played itself")
    taught: int = flag(2_000_000, "with a teacher: its word counts less and less, after so many decisions no more")
    threads: int = flag(0, "threads of torch; 0: what is measured to be fastest")

    def __post_init__(self) -> None:
        check_choice("critic", self.critic, ("observation", "full"))
        lowest = {"decisions": 1, "games": 1, "steps": 1, "epochs": 1, "minibatch": 1, "threads": 0, "snapshots": 0}
        lowest |= {"snapshot_every": 1, "evaluate_every": 1, "evaluate_games": 1, "save_every": 1}
        for name, least in lowest.items():
            if getattr(self, name) < least:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be {least} or more")
        for name in ("league", "gamma", "trace"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} is {getattr(self, name)}; allowed are 0 to 1")
        if not self.hidden or min(self.hidden) < 1:
            raise ValueError(f"hidden is {self.hidden}; give one width or more, each 1 or more")


# -- network -----------------------------------------------------------------------------------------------------------
class PolicyValue(nn.Module):
    """A trunk with one head: a logit for every action, and behind them the value.

    With `full_inputs` there is a critic beside it that sees everything. Only the trunk and the head are ever exported.
    """

    def __init__(self, inputs: int, hidden: Sequence[int], actions: int, full_inputs: int = 0) -> None:
        super().__init__()
        self.inputs = inputs
        self.trunk = _trunk(inputs, hidden)
        self.head = nn.Linear(hidden[-1], actions + 1)
        nn.init.orthogonal_(self.head.weight[:-1].data, 0.01)  # all actions alike at first
        nn.init.orthogonal_(self.head.weight[-1:].data, 1.0)
        nn.init.zeros_(self.head.bias)
        self.critic: nn.Sequential | None = None
        if full_inputs:
            last = nn.Linear(hidden[-1], 1)
            nn.init.zeros_(last.bias)
            self.critic = nn.Sequential(_trunk(full_inputs, hidden), last)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Logits with the value in the last column, and what the critic (if there is one, else the head) expects."""
        outputs = self.head(self.trunk(observations[:, : self.inputs]))
        return outputs, outputs[:, -1] if self.critic is None else self.critic(observations)[:, 0]

    def layers(self) -> Layers:
        """Copies of trunk and head as a checkpoint keeps them."""
        return tuple(
            (layer.weight.detach().numpy().T.copy(), layer.bias.detach().numpy().copy()) for layer in self._linear()
        )

    def load_layers(self, layers: Layers) -> None:
        """Take trunk and head from a checkpoint."""
        own = [tuple(layer.weight.T.shape) for layer in self._linear()]
        if own != [weight.shape for weight, _ in layers]:
            raise ValueError(f"the checkpoint has layers {[w.shape for w, _ in layers]}; this network has {own}")
        with torch.no_grad():
            for layer, (weight, bias) in zip(self._linear(), layers, strict=True):
                layer.weight.copy_(torch.from_numpy(weight.T.copy()))
                layer.bias.copy_(torch.from_numpy(bias.copy()))

    def _linear(self) -> list[nn.Linear]:
        return [layer for layer in self.trunk if isinstance(layer, nn.Linear)] + [self.head]


def _trunk(inputs: int, hidden: Sequence[int]) -> nn.Sequential:
    layers: list[nn.Module] = []
    for width, following in zip([inputs, *hidden], hidden, strict=False):
        linear = nn.Linear(width, following)
        nn.init.orthogonal_(linear.weight, 2**0.5)
        nn.init.zeros_(linear.bias)
        layers += [linear, nn.ReLU()]
    return nn.Sequential(*layers)


def masked_log_policy(outputs: Tensor, legal: Tensor, counts: Tensor) -> Tensor:
    """Log probabilities of the listed legal actions, [positions, most]; places behind the `counts` have none.

    Working on lists of legal actions instead of masks touches a tenth of the numbers.
    """
    logits = outputs.gather(1, legal)
    beyond = torch.arange(legal.shape[1]) >= counts[:, None]
    return torch.log_softmax(logits.masked_fill(beyond, -1e9), dim=1)


# -- advantages --------------------------------------------------------------------------------------------------------
@kernel
def seat_advantages(
    rewards, terminated, seats, learner, values, last_seats, last_values, gamma, trace, advantages, known
):  # fmt: skip
    """Generalized advantages of every seat's own trajectory, walking back through the [steps, games] arrays.

    rewards [steps, games, seats] is what each seat earned by a step, whoever made it. A step that `terminated` its game
    closes the trajectories of all seats: nothing follows. The end of the window only cuts them: the seat to move
    there goes on with the value of its position; of the other seats the last decision is not `known`, for what it
    led to is not, and the decision before it goes on with its value. Only decisions of the `learner` count.
    """
    games, players = rewards.shape[1], rewards.shape[2]
    for game in range(games):
        earned = np.zeros(players)
        following = np.zeros(players)  # value of the seat's next decision
        ahead = np.zeros(players)  # advantage of the seat's next decision
        open_ended = np.ones(players, np.bool_)
        open_ended[last_seats[game]] = False
        following[last_seats[game]] = last_values[game]
        for t in range(len(rewards) - 1, -1, -1):
            for seat in range(players):
                if terminated[t, game]:
                    earned[seat] = following[seat] = ahead[seat] = 0
                    open_ended[seat] = False
                earned[seat] += rewards[t, game, seat]
            known[t, game] = False
            if not learner[t, game]:
                continue
            mover = seats[t, game]
            known[t, game] = not open_ended[mover]
            surprise = earned[mover] + gamma * following[mover] - values[t, game]
            gain = 0.0 if open_ended[mover] else surprise + gamma * trace * ahead[mover]
            advantages[t, game] = gain
            following[mover] = values[t, game]
            ahead[mover] = gain
            earned[mover] = 0
            open_ended[mover] = False


# -- league ------------------------------------------------------------------------------------------------------------
class League:
    """Who the learner plays against, and where: the first `share` of the games, drawn anew whenever one ends."""

    def __init__(self, game: Game, options: Options, config: Config) -> None:
        self.game = game
        self.seats = len(options.seats)
        self.latest = config.snapshots
        self.scripted: list[Agent] = [make_agent(spec, game) for spec in config.opponents]
        self.snapshots: list[Agent] = []
        playing = self.seats > 1 and (self.scripted or self.latest)
        self.games = round(config.league * config.games) if playing else 0
        self.opponent = np.full(config.games, -1)  # number of the member who plays the other seats; -1: the learner
        self.learner_seat = np.zeros(config.games, np.int64)

    @property
    def members(self) -> list[Agent]:
        """All there ever were, in the order of their numbers."""
        return self.scripted + self.snapshots

    def begin(self, chance: np.random.Generator) -> None:
        """Make what the members draw depend on this iteration alone, so that a resumed run meets the same ones."""
        for member in self.members:
            member.reset(int(chance.integers(2**63)))

    def draw(self, games: np.ndarray, chance: np.random.Generator) -> None:
        """Find opponents and a seat for games that begin."""
        games = games[games < self.games]
        first = max(0, len(self.snapshots) - self.latest)
        numbers = [*range(len(self.scripted)), *range(len(self.scripted) + first, len(self.members))]
        if len(games) and numbers:
            self.opponent[games] = chance.choice(numbers, len(games))
            self.learner_seat[games] = chance.integers(self.seats, size=len(games))

    def learner_moves(self, to_move: np.ndarray) -> np.ndarray:
        """In which games the learner is to decide."""
        return (self.opponent < 0) | (to_move == self.learner_seat)

    def act(self, batch: Batch, learner: np.ndarray, actions: np.ndarray, chance: np.random.Generator) -> None:
        """Fill in the actions of the members where they are to move."""
        for number in np.unique(self.opponent[~learner]):
            rows = np.flatnonzero(~learner & (self.opponent == number))
            actions[rows] = ask(self.members[number], batch, rows, int(chance.integers(2**63)))


# -- playing -----------------------------------------------------------------------------------------------------------
class Window:
    """What happened in `steps` decisions of every game, and then what is to be learned from it."""

    def __init__(self, config: Config, batch: Batch) -> None:
        shape = config.steps, config.games
        self.observations = np.empty((*shape, batch.observations.shape[1]), np.float32)
        self.legal = np.empty((*shape, batch.game.num_actions), np.int16)
        self.counts = np.empty(shape, np.int64)
        self.actions = np.empty(shape, np.int64)
        self.log_policy = np.empty(shape, np.float32)
        self.values = np.empty(shape, np.float32)
        self.rewards = np.empty((*shape, batch.rewards.shape[1]), np.float32)
        self.terminated = np.empty(shape, np.bool_)
        self.seats = np.empty(shape, np.int64)
        self.learner = np.empty(shape, np.bool_)
        self.taught = np.zeros(shape, np.int64)  # what the teacher would have played, while it is asked
        self.advantages = np.zeros(shape, np.float32)
        self.known = np.empty(shape, np.bool_)


@torch.no_grad()
def look(model: PolicyValue, observations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Logits and values of positions."""
    outputs, values = model(torch.from_numpy(observations))
    return outputs.numpy(), values.numpy()


def play_window(
    model: PolicyValue,
    batch: Batch,
    league: League,
    teacher: Agent | None,
    window: Window,
    config: Config,
    chance: np.random.Generator,
) -> None:
    """Play every game on for `steps` decisions and work out the advantages."""
    generator = new_generator(int(chance.integers(2**63)))
    league.begin(chance)
    if teacher:
        teacher.reset(int(chance.integers(2**63)))
    for t in range(config.steps):
        window.observations[t] = batch.observations
        window.legal[t] = batch.rows.legal
        window.counts[t] = batch.counts
        window.seats[t] = batch.to_move
        window.learner[t] = league.learner_moves(batch.to_move)
        outputs, window.values[t] = look(model, window.observations[t])
        draw_actions(outputs, batch.rows.masks, generator, window.actions[t], window.log_policy[t])
        league.act(batch, window.learner[t], window.actions[t], chance)
        if teacher:
            rows = np.flatnonzero(window.learner[t])
            window.taught[t, rows] = ask(teacher, batch, rows, int(chance.integers(2**63)))
        batch.step(window.actions[t])
        window.rewards[t] = batch.rewards
        window.terminated[t] = batch.terminated
        league.draw(np.flatnonzero(batch.terminated), chance)
    _, last_values = look(model, batch.observations.copy())
    seat_advantages(
        window.rewards, window.terminated, window.seats, window.learner, window.values, batch.rows.to_move,
        last_values, config.gamma, config.trace, window.advantages, window.known,
    )  # fmt: skip


# -- learning ----------------------------------------------------------------------------------------------------------
class Lessons:
    """The known decisions of a window as tensors, one row a decision."""

    def __init__(self, window: Window) -> None:
        rows = np.flatnonzero(window.known)
        most = int(window.counts.max())
        self.rows = torch.from_numpy(rows)
        self.observations = torch.from_numpy(window.observations.reshape(-1, window.observations.shape[-1]))
        self.legal = torch.from_numpy(window.legal.reshape(-1, window.legal.shape[-1])[:, :most])
        self.counts = torch.from_numpy(window.counts.ravel())
        self.actions = torch.from_numpy(window.actions.ravel())
        self.taught = torch.from_numpy(window.taught.ravel())
        self.log_policy = torch.from_numpy(window.log_policy.ravel())
        advantages, values = window.advantages.ravel(), window.values.ravel()
        self.targets = torch.from_numpy(advantages + values)
        spread = advantages[rows].std() + 1e-8
        self.advantages = torch.from_numpy((advantages - advantages[rows].mean()) / spread)
        self.explained = 1 - advantages[rows].var() / ((advantages + values)[rows].var() + 1e-8)


def loss_of(
    model: PolicyValue, lessons: Lessons, rows: Tensor, config: Config, teaching: float
) -> tuple[Tensor, Tensor]:
    """PPO's loss on some decisions, and with weight `teaching` how unlikely the teacher's choices are to the learner.

    Besides, to report: policy loss, value loss, entropy, divergence and share clipped.
    """
    outputs, values = model(lessons.observations[rows])
    legal = lessons.legal[rows].long()
    log_policy = masked_log_policy(outputs, legal, lessons.counts[rows])
    change = _log_policy_at(log_policy, legal, lessons.actions[rows]) - lessons.log_policy[rows]
    ratio = change.exp()
    advantages = lessons.advantages[rows]
    clipped = ratio.clamp(1 - config.clip, 1 + config.clip)
    policy_loss = -torch.min(ratio * advantages, clipped * advantages).mean()
    value_loss = (values - lessons.targets[rows]).square().mean()
    if model.critic is not None:  # the head learns to judge as well: searches and agents have nothing else
        value_loss = value_loss + (outputs[:, -1] - lessons.targets[rows]).square().mean()
    entropy = -(log_policy.exp() * log_policy).sum(1).mean()
    loss = policy_loss + config.value_weight * value_loss - config.entropy * entropy
    if teaching:
        loss = loss - teaching * _log_policy_at(log_policy, legal, lessons.taught[rows]).mean()
    divergence = (ratio - 1 - change).mean()
    report = torch.stack([policy_loss, value_loss, entropy, divergence, (ratio != clipped).float().mean()])
    return loss, report.detach()


def _log_policy_at(log_policy: Tensor, legal: Tensor, actions: Tensor) -> Tensor:
    places = (legal == actions[:, None]).int().argmax(1, keepdim=True)
    return log_policy.gather(1, places)[:, 0]


def learn(
    model: PolicyValue,
    optimizer: torch.optim.Adam,
    lessons: Lessons,
    config: Config,
    chance: np.random.Generator,
    teaching: float = 0.0,
) -> dict[str, float]:
    """Go through the lessons `epochs` times in minibatches."""
    reports = []
    for _ in range(config.epochs):
        order = lessons.rows[torch.from_numpy(chance.permutation(len(lessons.rows)))]
        for rows in order.split(config.minibatch):
            loss, report = loss_of(model, lessons, rows, config, teaching)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), config.gradient_norm)
            optimizer.step()
            reports.append(report)
    names = ("policy_loss", "value_loss", "entropy", "divergence", "clipped")
    means = torch.stack(reports).mean(0).tolist()
    return {**dict(zip(names, means, strict=True)), "explained": float(lessons.explained)}


def fastest_threads(model: PolicyValue, inputs: int, minibatch: int) -> int:
    """The number of threads with which torch learns fastest here: for small networks often one."""

    def seconds(threads: int) -> float:
        torch.set_num_threads(threads)
        observations = torch.zeros(minibatch, inputs)
        times = []
        for _ in range(3):
            began = time.perf_counter()
            model(observations)[0].sum().backward()
            times.append(time.perf_counter() - began)
        return min(times)

    choices = sorted({1, os.cpu_count() or 1})
    fastest = min(choices, key=seconds) if len(choices) > 1 else 1
    model.zero_grad()
    return fastest


# -- the run -----------------------------------------------------------------------------------------------------------
class Trainer:
    """Everything a run consists of, between two iterations."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.game = find_game(config.game)
        self.options = parse_options(self.game, config.option)
        full = config.critic == "full"
        chance = np.random.default_rng([config.seed, 0])
        self.batch = Batch(self.game, self.options, config.games, int(chance.integers(2**63)), full_observation=full)
        torch.manual_seed(config.seed)
        inputs = self.batch.observations.shape[1]
        self.model = PolicyValue(
            self.game.observation.size, config.hidden, self.game.num_actions, inputs if full else 0
        )
        if config.start:
            self.model.load_layers(Checkpoint.load(config.start, self.game).layers)
        self.threads = config.threads or fastest_threads(self.model, inputs, config.minibatch)
        torch.set_num_threads(self.threads)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=config.learning_rate, eps=1e-5, fused=True)
        self.league = League(self.game, self.options, config)
        self.league.draw(np.arange(config.games), chance)
        self.teacher = make_agent(config.teacher, self.game) if config.teacher else None
        self.window = Window(config, self.batch)
        self.iteration = 0
        self.decisions = 0
        self.seconds = 0.0
        self.strength: dict[str, Any] = {}

    @property
    def progress(self) -> float:
        """The share of the run that is done, by decisions or by time, whichever is further."""
        by_time = self.seconds / (60 * self.config.minutes) if self.config.minutes else 0.0
        return min(1.0, max(self.decisions / self.config.decisions, by_time))

    @property
    def teaching(self) -> float:
        """What the teacher's word counts now: 1 at the start of the run, then less and less."""
        if self.teacher is None or self.decisions >= self.config.taught:
            return 0.0
        return 1 - self.decisions / self.config.taught

    def iterate(self) -> dict[str, Any]:
        """Play a window, learn from it, and say how it went."""
        began = time.perf_counter()
        self.iteration += 1
        chance = np.random.default_rng([self.config.seed, self.iteration])
        rate = self.config.learning_rate * (1 - self.progress)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        teaching = self.teaching
        teacher = self.teacher if teaching else None
        play_window(self.model, self.batch, self.league, teacher, self.window, self.config, chance)
        made = int(self.window.learner.sum())
        report = learn(self.model, self.optimizer, Lessons(self.window), self.config, chance, teaching)
        took = time.perf_counter() - began
        self.decisions += made
        self.seconds += took
        return {
            "iteration": self.iteration,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(made / took),
            "learning_rate": rate,
            **report,
        }

    def checkpoint(self) -> Checkpoint:
        """The network as it is now, with how it came about."""
        training = {
            "command": command(),
            "config": dataclasses.asdict(self.config),
            "commit": git_commit(),
            "iterations": self.iteration,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 1),
        }
        return Checkpoint(self.game, self.options, self.model.layers(), training, dict(self.strength))

    @property
    def opponents(self) -> tuple[str, ...]:
        """Who the learner is measured against. Alone at the table nobody can be named: it is the game's automa."""
        return self.config.evaluate_against if len(self.options.seats) > 1 else ("automa",)

    def evaluate(self) -> None:
        """Measure the strength against fixed opponents; the agent plays what it thinks best."""
        began = time.perf_counter()
        seed = self.config.seed + self.iteration
        agent = NetworkAgent(self.game, self.checkpoint())
        for spec in self.opponents:
            opponent = make_agent(spec, self.game, seed) if len(self.options.seats) > 1 else agent
            share = win_share(agent, opponent, self.game, self.options, self.config.evaluate_games, seed)
            self.strength[spec] = {"wins": share.count, "games": share.games}
        self.seconds += time.perf_counter() - began

    def share(self, spec: str) -> Share:
        """The share of games last won against an opponent."""
        return Share(self.strength[spec]["wins"], self.strength[spec]["games"])

    def strength_in_words(self) -> str:
        """What was last won, against whom."""
        return "  ".join(f"{spec} {self.share(spec)}" for spec in self.strength)

    def state(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """Plain values and arrays from which `restore` goes on exactly."""
        arrays = {f"model.{name}": tensor.numpy() for name, tensor in self.model.state_dict().items()}
        for number, moments in self.optimizer.state_dict()["state"].items():
            arrays |= {f"adam.{number}.{name}": tensor.numpy() for name, tensor in moments.items()}
        arrays["batch"] = np.frombuffer(self.batch.save(), np.uint8)
        arrays["opponent"] = self.league.opponent
        arrays["learner_seat"] = self.league.learner_seat
        values = {name: getattr(self, name) for name in ("iteration", "decisions", "seconds", "strength", "threads")}
        members = {"opponents": list(self.config.opponents), "league": self.config.league}
        return {**values, **members, "snapshots": [agent.name for agent in self.league.snapshots]}, arrays

    def restore(self, values: dict[str, Any], arrays: dict[str, np.ndarray], folder: RunFolder) -> None:
        """Stand where the run stood when `state` was taken."""
        for name in ("iteration", "decisions", "seconds", "strength", "threads"):
            setattr(self, name, values[name])
        torch.set_num_threads(self.threads)
        tensors = {name: torch.from_numpy(array) for name, array in arrays.items() if "." in name}
        self.model.load_state_dict({n.removeprefix("model."): t for n, t in tensors.items() if n.startswith("model.")})
        moments: dict[int, dict[str, Tensor]] = {}
        for name, tensor in tensors.items():
            if name.startswith("adam."):
                _, number, moment = name.split(".")
                moments.setdefault(int(number), {})[moment] = tensor
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": moments})
        self.batch = Batch.load(arrays["batch"].tobytes())
        self.league.opponent = arrays["opponent"]
        self.league.learner_seat = arrays["learner_seat"]
        for name in values["snapshots"]:
            self.add_snapshot(folder, int(name))
        if (values["opponents"], values["league"]) != (list(self.config.opponents), self.config.league):
            self.league.opponent[:] = -1  # the numbers of the members have changed
            self.league.draw(np.arange(self.config.games), np.random.default_rng([self.config.seed, self.iteration]))

    def add_snapshot(self, folder: RunFolder, iteration: int) -> None:
        """Take the snapshot of an iteration into the league."""
        agent = NetworkAgent(self.game, folder.snapshot(iteration), sample=True)
        agent.name = str(iteration)
        self.league.snapshots.append(agent)


def train(config: Config, *, resume: bool = False, show: bool = True) -> Path:
    """Train, or go on training, until the run is done or interrupted; returns the path of the last checkpoint."""
    if resume:
        check_resumable(config, Config(**with_tuples(read_options(config.folder))))
    folder = RunFolder(config.folder, dataclasses.asdict(config), resume=resume)
    trainer = Trainer(config)
    if resume:
        trainer.restore(*folder.load_state(), folder)
    with interruptible() as interrupts, progress_bar(show) as bar:
        shown = bar.add_task(trainer.game.title, total=BAR, completed=int(BAR * trainer.progress), rate="", wins="")
        while trainer.progress < 1 and not interrupts:
            row = trainer.iterate()
            report = keep(trainer, folder, row)
            if report:
                bar.console.print(f"{trainer.decisions:>12,} decisions  {report}")
            if interrupts or trainer.progress >= 1 or trainer.iteration % config.save_every == 0:
                trainer.checkpoint().save(folder.latest)
                folder.save_state(*trainer.state())
            rate = f"{row['decisions_per_second']:,}/s"
            bar.update(shown, completed=int(BAR * trainer.progress), rate=rate, wins=trainer.strength_in_words())
    folder.close()
    return folder.latest


def check_resumable(config: Config, before: Config) -> None:
    """Refuse to resume with other flags where the saved games and weights would not fit."""
    for name in ("game", "option", "games", "hidden", "critic"):
        if getattr(config, name) != getattr(before, name):
            raise CheckpointError(
                f"{config.folder} was begun with {name} {getattr(before, name)}; it cannot go on with "
                f"{getattr(config, name)}: begin another run, if you like with `start`"
            )


def keep(trainer: Trainer, folder: RunFolder, row: dict[str, Any]) -> str:
    """After an iteration: snapshot, evaluation and sample game when it is time for them, and the line of metrics.

    Returns the evaluation in words, if there was one.
    """
    config, iteration = trainer.config, trainer.iteration
    evaluated = trainer.progress >= 1 or iteration % config.evaluate_every == 0
    if evaluated:
        trainer.evaluate()
        agent = NetworkAgent(trainer.game, trainer.checkpoint(), seed=iteration, sample=True)
        record_game(folder.record(iteration), trainer.game, trainer.options, agent, iteration)
    if iteration % config.snapshot_every == 0:
        trainer.checkpoint().save(folder.snapshot(iteration))
        trainer.add_snapshot(folder, iteration)
    columns: dict[str, Any] = {}
    for spec in trainer.opponents:
        share = trainer.share(spec) if evaluated else None
        low, high = share.interval if share else (None, None)
        columns |= {f"wins {spec}": share.value if share else None, f"low {spec}": low, f"high {spec}": high}
    folder.write_metrics({**row, **columns})
    return trainer.strength_in_words() if evaluated else ""


@contextmanager
def interruptible() -> Iterator[list[int]]:
    """Collect the first Ctrl-C (or the request to end) in a list, so that the iteration is finished and saved.

    The second one ends the process at once. Outside the main thread, where signals cannot be caught, nothing changes.
    """
    caught: list[int] = []

    def note(number: int, _: Any) -> None:
        if caught:
            raise KeyboardInterrupt
        caught.append(number)

    if threading.current_thread() is not threading.main_thread():
        yield caught
        return
    before = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield caught
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def progress_bar(show: bool) -> Progress:
    """Decisions a second, win rates with their intervals, and the time left."""
    columns = ("{task.description}", BarColumn(20), "{task.percentage:.0f}%", "{task.fields[rate]}", "left")
    return Progress(*columns, TimeRemainingColumn(), TextColumn("{task.fields[wins]}"), console=Console(quiet=not show))


# -- the command -------------------------------------------------------------------------------------------------------
def parse(arguments: Sequence[str] | None = None) -> tuple[Config, bool]:
    """Flags from the command line, and whether to resume."""
    parser = argparse.ArgumentParser(
        prog="python -m training.ppo", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--resume", metavar="FOLDER", help="go on with the run in this folder; other flags change it")
    add_flags(parser, Config)
    given = vars(parser.parse_args(arguments))
    resume = given.pop("resume")
    if resume:
        given = {**read_options(resume), "folder": resume, **given}
    return Config(**with_tuples(given)), bool(resume)


def main() -> None:
    """Train as the command line says."""
    try:
        config, resume = parse()
        path = train(config, resume=resume)
    except CheckpointError as problem:
        raise SystemExit(str(problem)) from None
    print(f"play it as ppo:{path}; go on with: python -m training.ppo --resume {config.folder}")


if __name__ == "__main__":
    main()
