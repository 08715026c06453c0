"""The same games with Ray RLlib's PPO, for clusters: many workers play, one or more learners learn.

    python -m training.rllib --game caesar --workers 2 --folder runs/ray    # starts a local cluster by itself
    python -m training.rllib --game caesar --workers 64 --address auto      # joins the cluster it is started in
    python -m training.rllib --resume runs/ray

In most games the learner plays every seat; in a share of them (`league`) it plays one, and an earlier snapshot of
itself plays the others. RLlib's trajectories belong to seats, as ours do, and a worker that dies is replaced. The
network is the one of training/ppo.py, so that it becomes a portable checkpoint and plays as `ppo:runs/ray/latest.ckpt`.
What resuming needs is kept in plain arrays: RLlib's own checkpoints hold pickles and are neither written nor read.
"""

import argparse
import dataclasses
import logging
import os
import sys
import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # Ray reports home unless it is told not to before its import
import ray
import torch
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from torch import Tensor

import duel_env  # noqa: F401 - makes the game known by name
import trajan_env  # noqa: F401
from agents.checkpoint import Checkpoint, CheckpointError
from agents.network import NetworkAgent
from benchmarks.intervals import Share
from boardkit.agent import make_agent
from boardkit.batch import Batch
from boardkit.game import Game, Options, find_game
from boardkit.spaces import action_space, observation_space
from training.evaluate import win_share
from training.options import add_flags, flag, parse_options, with_tuples
from training.ppo import BAR, PolicyValue, interruptible, progress_bar
from training.runfolder import RunFolder, command, git_commit, read_options

LEARNER = "learner"
ILLEGAL = -1e9  # the logit of illegal actions: no probability, and no infinity in the entropy
COUNTERS = ("iteration", "decisions", "seconds", "taken", "strength")  # what a resumed run goes on counting
FIRST = np.zeros(1, np.int64)  # the only game of a batch of one


@dataclass(frozen=True)
class Settings:
    """What is trained, how, and on what; what is not named here is as RLlib's PPO has it."""

    game: str = flag("caesar", "what is played: caesar, trajan")
    option: tuple[str, ...] = flag((), "options of the game as name=value, the value in JSON or a bare word")
    folder: str = flag("runs/ray", "where the run is kept")
    seed: int = flag(1, "of the network and of each worker's first games")
    decisions: int = flag(500_000, "train for so many decisions of the learner")
    address: str = flag("", 'the cluster to join: "auto" or HOST:PORT; none starts one on this machine')
    workers: int = flag(2, "processes that play, one core each")
    learners: int = flag(0, "processes that learn; 0: the program itself")
    learner_gpus: float = flag(0.0, "GPUs of each learner")
    games: int = flag(16, "games played at once by each worker")
    batch: int = flag(8192, "decisions, of all seats, before each learner learns from them")
    hidden: tuple[int, ...] = flag((256, 256), "widths of the hidden layers")
    epochs: int = flag(2, "how often each decision is learned from")
    minibatch: int = flag(2048, "decisions in one step of the optimizer")
    learning_rate: float = flag(3e-4, "of the optimizer")
    entropy: float = flag(0.01, "weight of the bonus for undecided policies")
    league: float = flag(0.25, "share of games against snapshots")
    snapshots: int = flag(4, "so many latest snapshots are played against")
    snapshot_every: int = flag(20, "iterations between snapshots, each with an evaluation and a saving")
    evaluate_games: int = flag(400, "games of an evaluation against each opponent")
    evaluate_against: tuple[str, ...] = flag(("random",), "fixed opponents whose beating is reported")

    def __post_init__(self) -> None:
        lowest = {"decisions": 1, "workers": 1, "learners": 0, "games": 1, "batch": 1, "epochs": 1, "minibatch": 1}
        lowest |= {"snapshots": 0, "snapshot_every": 1, "evaluate_games": 1}
        for name, least in lowest.items():
            if getattr(self, name) < least:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be {least} or more")
        if not 0 <= self.league <= 1:
            raise ValueError(f"league is {self.league}; allowed are 0 to 1")
        if not self.hidden or min(self.hidden) < 1:
            raise ValueError(f"hidden is {self.hidden}; give one width or more, each 1 or more")


# -- playing -----------------------------------------------------------------------------------------------------------
class BoardMultiAgent(MultiAgentEnv):
    """One game as RLlib plays it: only the seat to move observes, every seat is rewarded, and all see the end."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        game, options = config["game"], config["options"]
        self.batch = Batch(game, options, auto_reset=False)
        self.possible_agents = list(options.seats)
        self.agents = self.possible_agents
        self.observation_spaces = dict.fromkeys(self.agents, observation_space(game, False))
        self.action_spaces = dict.fromkeys(self.agents, action_space(game))
        super().__init__()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        if seed is None:
            self.batch.restart(FIRST)
        else:
            self.batch.reset(seed)
        return self._observed(self.batch.to_move), {}

    def step(self, actions: Mapping[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        self.batch.step(np.array([actions[self.agents[self.batch.to_move[0]]]]))
        over = bool(self.batch.terminated[0])
        observed = self._observed(np.arange(len(self.agents)) if over else self.batch.to_move)
        rewards = dict(zip(self.agents, self.batch.rewards[0].tolist(), strict=True))
        return observed, rewards, {"__all__": over}, {"__all__": False}, {}

    def _observed(self, seats: np.ndarray) -> dict[str, dict[str, np.ndarray]]:
        """What some seats know; at the end of a game nothing is legal any more."""
        mask = self.batch.masks[0].copy()
        return {
            self.agents[seat]: {"observation": self.batch.observe(FIRST, np.array([seat]))[0], "action_mask": mask}
            for seat in seats
        }


def slot(number: int) -> str:
    """The module that plays a snapshot."""
    return f"snapshot{number}"


def module_for(agent: str, episode: Any, *, seats: Sequence[str], league: float, snapshots: int, **_: Any) -> str:
    """Who plays a seat of a game, drawn from the name of the game alone, so that all seats draw alike."""
    chance = np.random.default_rng(zlib.crc32(str(episode.id_).encode()))
    against_snapshot = chance.random() < league and snapshots > 0
    opponent = slot(int(chance.integers(max(snapshots, 1))))
    own = seats[int(chance.integers(len(seats)))]
    return opponent if against_snapshot and agent != own else LEARNER


# -- learning ----------------------------------------------------------------------------------------------------------
class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """The network of training/ppo.py with illegal actions masked, as RLlib asks for it."""

    def setup(self) -> None:
        inputs = self.observation_space["observation"].shape[0]
        self.network = PolicyValue(inputs, self.model_config["hidden"], int(self.action_space.n))

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Tensor]:
        outputs, _values = self.network(batch[Columns.OBS]["observation"])
        illegal = batch[Columns.OBS]["action_mask"] == 0
        return {
            Columns.ACTION_DIST_INPUTS: outputs[:, :-1].masked_fill(illegal, ILLEGAL),
            Columns.EMBEDDINGS: outputs,
        }

    def _forward_inference(self, batch: dict[str, Any], **_: Any) -> dict[str, Tensor]:
        return {Columns.ACTION_DIST_INPUTS: self._forward(batch)[Columns.ACTION_DIST_INPUTS]}

    def _forward_exploration(self, batch: dict[str, Any], **_: Any) -> dict[str, Tensor]:
        return self._forward_inference(batch)

    def compute_values(self, batch: dict[str, Any], embeddings: Tensor | None = None) -> Tensor:
        outputs = self.network(batch[Columns.OBS]["observation"])[0] if embeddings is None else embeddings
        return outputs[:, -1]


def algorithm_config(settings: Settings, game: Game, options: Options) -> PPOConfig:
    """PPO on RLlib's new stack: the learner, and a module for each snapshot that only plays.

    Snapshots have their places from the start, so a worker that is started anew has them too. Until they
    are taken, an untrained network sits there.
    """
    snapshots = settings.snapshots if len(options.seats) > 1 else 0
    names = [LEARNER, *map(slot, range(snapshots))]
    spec = RLModuleSpec(module_class=MaskedModule, model_config={"hidden": list(settings.hidden)})
    mapping = partial(module_for, seats=options.seats, league=settings.league, snapshots=snapshots)
    return (
        PPOConfig()
        .environment(BoardMultiAgent, env_config={"game": game, "options": options})
        .env_runners(num_env_runners=settings.workers, num_envs_per_env_runner=settings.games)
        .multi_agent(policies=set(names), policy_mapping_fn=mapping, policies_to_train=[LEARNER])
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=dict.fromkeys(names, spec)))
        .learners(num_learners=settings.learners, num_gpus_per_learner=settings.learner_gpus)
        .training(
            train_batch_size_per_learner=settings.batch,
            minibatch_size=settings.minibatch,
            num_epochs=settings.epochs,
            lr=settings.learning_rate,
            entropy_coeff=settings.entropy,
            gamma=1.0,
            lambda_=0.95,
            clip_param=0.2,
            use_kl_loss=False,
            vf_loss_coeff=0.5,
            grad_clip=0.5,
        )
        .fault_tolerance(restart_failed_env_runners=True)
        .debugging(seed=settings.seed, log_level="ERROR")
    )


# -- the run -----------------------------------------------------------------------------------------------------------
def load_weights(runner: Any, modules: Mapping[str, Any]) -> None:
    """Give some modules of a worker other weights."""
    runner.set_state({"rl_module": modules})


class Trainer:
    """RLlib's algorithm with what a run counts and keeps; Ray must have been started."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.game = find_game(settings.game)
        self.options = parse_options(self.game, settings.option)
        self.algorithm: Algorithm = algorithm_config(settings, self.game, self.options).build_algo()
        self.iteration = 0
        self.decisions = 0
        self.seconds = 0.0
        self.taken = 0  # snapshots so far
        self.strength: dict[str, Any] = {}

    @property
    def progress(self) -> float:
        """The share of the run that is done."""
        return min(1.0, self.decisions / self.settings.decisions)

    def iterate(self) -> dict[str, Any]:
        """Let the workers play and the learner learn once, and say how it went."""
        began = time.perf_counter()
        result = self.algorithm.train()
        made = int(result.get("env_runners", {}).get("num_module_steps_sampled", {}).get(LEARNER, 0))
        took = time.perf_counter() - began
        self.iteration += 1
        self.decisions += made
        self.seconds += took
        learned = result.get("learners", {}).get(LEARNER, {})
        return {
            "iteration": self.iteration,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(made / took),
            "workers": self.algorithm.env_runner_group.num_healthy_remote_workers(),
            **{name: float(learned[name]) for name in ("policy_loss", "vf_loss", "entropy") if name in learned},
        }

    def weights(self) -> dict[str, dict[str, np.ndarray]]:
        """The weights of all modules, by module and name."""
        state = self.algorithm.learner_group.get_state(components="learner/rl_module")
        return state["learner"]["rl_module"]

    def take_snapshot(self) -> None:
        """Put the learner as it is now in the place of the oldest snapshot, for learners and workers alike."""
        if self.settings.snapshots and len(self.options.seats) > 1:
            self._set_weights({slot(self.taken % self.settings.snapshots): self.weights()[LEARNER]})
        self.taken += 1

    def _set_weights(self, modules: Mapping[str, Any]) -> None:
        self.algorithm.learner_group.set_state({"learner": {"rl_module": modules}})
        self.algorithm.env_runner_group.foreach_env_runner(partial(load_weights, modules=modules))

    def checkpoint(self) -> Checkpoint:
        """The learner as it is now, with how it came about."""
        network = PolicyValue(self.game.observation.size, self.settings.hidden, self.game.num_actions)
        weights = self.weights()[LEARNER].items()
        network.load_state_dict({name.removeprefix("network."): torch.tensor(array) for name, array in weights})
        training = {
            "engine": "ray",
            "command": command(),
            "config": dataclasses.asdict(self.settings),
            "commit": git_commit(),
            "iterations": self.iteration,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 1),
        }
        return Checkpoint(self.game, self.options, network.layers(), training, dict(self.strength))

    def evaluate(self) -> dict[str, float]:
        """Measure the strength against fixed opponents; returns columns of metrics."""
        agent, alone = NetworkAgent(self.game, self.checkpoint()), len(self.options.seats) == 1
        columns: dict[str, Any] = {}
        for spec in ("automa",) if alone else self.settings.evaluate_against:
            opponent = agent if alone else make_agent(spec, self.game, self.iteration)
            share = win_share(
                agent, opponent, self.game, self.options, self.settings.evaluate_games, seed=self.iteration
            )
            self.strength[spec] = {"wins": share.count, "games": share.games}
            low, high = share.interval
            columns |= {f"wins {spec}": share.value, f"low {spec}": low, f"high {spec}": high}
        return columns

    def state(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """Weights of all modules, the moments of the learner's optimizer and the counters, as plain values."""
        arrays = {f"{module}/{name}": a for module, named in self.weights().items() for name, a in named.items()}
        for number, moments in self._optimizer()[f"{LEARNER}_default_optimizer"]["state"]["state"].items():
            arrays |= {f"adam/{number}/{name}": np.asarray(a, np.float32) for name, a in moments.items()}
        return {name: getattr(self, name) for name in COUNTERS}, arrays

    def restore(self, values: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> None:
        """Go on from what `state` gave. Games in progress are not part of it: workers begin new ones."""
        for name in COUNTERS:
            setattr(self, name, values[name])
        modules: dict[str, dict[str, np.ndarray]] = {}
        moments: dict[int, dict[str, np.ndarray]] = {}
        for path, array in arrays.items():
            head, _, name = path.partition("/")
            if head == "adam":
                number, _, moment = name.partition("/")
                moments.setdefault(int(number), {})[moment] = array
            else:
                modules.setdefault(head, {})[name] = array
        self._set_weights(modules)
        optimizer = self._optimizer()
        optimizer[f"{LEARNER}_default_optimizer"]["state"]["state"] = moments
        self.algorithm.learner_group.set_state({"learner": {"optimizer": optimizer}})

    def _optimizer(self) -> dict[str, Any]:
        return self.algorithm.learner_group.get_state(components="learner/optimizer")["learner"]["optimizer"]


def start_ray(settings: Settings) -> None:
    """Join the cluster at the address, or start one here whose workers import from where this program does."""
    if settings.address:
        ray.init(address=settings.address, logging_level=logging.ERROR)
        return
    paths = os.pathsep.join(str(Path(path).resolve()) for path in sys.path)
    ray.init(
        num_cpus=max(os.cpu_count() or 1, settings.workers + settings.learners),
        include_dashboard=False,
        log_to_driver=False,
        logging_level=logging.ERROR,
        runtime_env={"env_vars": {"PYTHONPATH": paths}},
    )


def keep(trainer: Trainer, folder: RunFolder, row: dict[str, Any], last: bool) -> None:
    """After an iteration: snapshot, evaluation and saving when it is time for them, and the line of metrics."""
    if last or trainer.iteration % trainer.settings.snapshot_every == 0:
        row |= trainer.evaluate()
        trainer.take_snapshot()
        checkpoint = trainer.checkpoint()
        checkpoint.save(folder.snapshot(trainer.iteration))
        checkpoint.save(folder.latest)
        folder.save_state(*trainer.state())
    folder.write_metrics(row)


def train(settings: Settings, *, resume: bool = False, show: bool = True) -> Path:
    """Train, or go on training, until the run is done or interrupted; returns the path of the last checkpoint."""
    if resume:
        check_resumable(settings, Settings(**with_tuples(read_options(settings.folder))))
    folder = RunFolder(settings.folder, dataclasses.asdict(settings), resume=resume)
    start_ray(settings)
    try:
        trainer = Trainer(settings)
        if resume:
            trainer.restore(*folder.load_state())
        run(trainer, folder, show)
        trainer.algorithm.stop()
    finally:
        ray.shutdown()
        folder.close()
    return folder.latest


def run(trainer: Trainer, folder: RunFolder, show: bool) -> None:
    """Iterate until the run is done or interrupted."""
    with interruptible() as interrupts, progress_bar(show) as bar:
        task = bar.add_task(trainer.game.title, total=BAR, completed=int(BAR * trainer.progress), rate="", wins="")
        while trainer.progress < 1 and not interrupts:
            row = trainer.iterate()
            keep(trainer, folder, row, last=bool(interrupts) or trainer.progress >= 1)
            wins = "  ".join(f"{spec} {Share(won['wins'], won['games'])}" for spec, won in trainer.strength.items())
            rate = f"{row['decisions_per_second']:,}/s, {row['workers']} workers"
            bar.update(task, completed=int(BAR * trainer.progress), rate=rate, wins=wins)


def check_resumable(settings: Settings, before: Settings) -> None:
    """Refuse to resume with other flags where the saved weights would not fit."""
    for name in ("game", "option", "hidden", "snapshots"):
        if getattr(settings, name) != getattr(before, name):
            raise CheckpointError(
                f"{settings.folder} was begun with {name} {getattr(before, name)}; it cannot go on with "
                f"{getattr(settings, name)}: begin another run"
            )


# -- the command -------------------------------------------------------------------------------------------------------
def parse(arguments: Sequence[str] | None = None) -> tuple[Settings, bool]:
    """Flags from the command line, and whether to resume."""
    parser = argparse.ArgumentParser(
        prog="python -m training.rllib", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--resume", metavar="FOLDER", help="go on with the run in this folder; other flags change it")
    add_flags(parser, Settings)
    given = vars(parser.parse_args(arguments))
    resume = given.pop("resume")
    if resume:
        given = {**read_options(resume), "folder": resume, **given}
    return Settings(**with_tuples(given)), bool(resume)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train as the command line says."""
    try:
        settings, resume = parse(arguments)
        path = train(settings, resume=resume)
    except CheckpointError as problem:
        raise SystemExit(str(problem)) from None
    print(f"play it as ppo:{path}; go on with: python -m training.rllib --resume {settings.folder}")


if __name__ == "__main__":
    from training import rllib  # so that workers find the classes under their own name

    rllib.main()
