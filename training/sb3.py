"""The same games with Stable-Baselines3's MaskablePPO, for people who live in SB3.

    python -m training.sb3 --game caesar --decisions 500000 --folder runs/sb3

The learner has one seat; a league of scripted agents and snapshots of itself plays the others. The finished policy is
exported to a portable checkpoint and plays as `ppo:runs/sb3/latest.ckpt`; SB3's own archive holds pickles and is
not written.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import Tensor, nn

import duel_env  # noqa: F401 - makes the game known by name
import trajan_env  # noqa: F401
from agents.checkpoint import Checkpoint, CheckpointError
from agents.network import NetworkAgent
from benchmarks.intervals import Share
from boardkit.agent import Agent, View, make_agent
from boardkit.game import Game, Options, find_game
from boardkit.sb3 import BoardVecEnv
from training.evaluate import win_share
from training.options import add_flags, flag, parse_options, with_tuples
from training.runfolder import RunFolder, command, git_commit


@dataclass(frozen=True)
class Settings:
    """What is trained, and how; what is not named here is as MaskablePPO has it."""

    game: str = flag("caesar", "what is played: caesar, trajan")
    option: tuple[str, ...] = flag((), "options of the game as name=value, the value in JSON or a bare word")
    folder: str = flag("runs/sb3", "where the run is kept")
    seed: int = flag(1, "decides everything that is left to chance")
    decisions: int = flag(500_000, "train for so many decisions of the learner")
    games: int = flag(256, "games played at once")
    steps: int = flag(64, "decisions in each game before the network learns from them")
    hidden: tuple[int, ...] = flag((256, 256), "widths of the hidden layers")
    epochs: int = flag(2, "how often each decision is learned from")
    minibatch: int = flag(4096, "decisions in one step of the optimizer")
    learning_rate: float = flag(3e-4, "of the optimizer")
    entropy: float = flag(0.01, "weight of the bonus for undecided policies")
    opponents: tuple[str, ...] = flag(("random",), "scripted members of the league")
    snapshots: int = flag(8, "so many latest snapshots are members of the league")
    snapshot_every: int = flag(20, "windows between snapshots, each with an evaluation")
    evaluate_games: int = flag(400, "games of an evaluation against each opponent")
    evaluate_against: tuple[str, ...] = flag(("random",), "fixed opponents whose beating is reported")
    threads: int = flag(1, "threads of torch")


class Trunk(BaseFeaturesExtractor):
    """The shared trunk of our network: policy and value are single layers on top, so a checkpoint can hold them."""

    def __init__(self, observation_space: gymnasium.spaces.Box, hidden: Sequence[int]) -> None:
        super().__init__(observation_space, hidden[-1])
        layers: list[nn.Module] = []
        for width, following in zip([observation_space.shape[0], *hidden], hidden, strict=False):
            layers += [nn.Linear(width, following), nn.ReLU()]
        self.layers = nn.Sequential(*layers)

    def forward(self, observations: Tensor) -> Tensor:
        return self.layers(observations)


class LeagueAgent(Agent):
    """An opponent who is another member of the league every time it is asked, so every game meets many of them."""

    name = "league"

    def __init__(self, game: Game, specs: Sequence[str], latest: int, *, seed: int = 0) -> None:
        self.scripted = [make_agent(spec, game) for spec in specs]
        self.snapshots: list[Agent] = []
        self.latest = latest
        self.samples = any(agent.samples for agent in self.scripted)  # type: ignore[misc]
        super().__init__(game, seed=seed)

    def reset(self, seed: int) -> None:
        self._chance = np.random.default_rng(seed)
        for agent in [*self.scripted, *self.snapshots]:
            agent.reset(int(self._chance.integers(2**63)))

    def add(self, agent: Agent) -> None:
        """Take a snapshot in; the oldest leaves when there are too many."""
        self.snapshots = [*self.snapshots, agent][-self.latest :]

    def act(self, view: View) -> np.ndarray:
        members = [*self.scripted, *self.snapshots]
        return members[self._chance.integers(len(members))].act(view)


def make_model(settings: Settings, env: BoardVecEnv) -> MaskablePPO:
    """MaskablePPO with the network that our checkpoints hold."""
    return MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=settings.steps,
        batch_size=settings.minibatch,
        n_epochs=settings.epochs,
        learning_rate=settings.learning_rate,
        ent_coef=settings.entropy,
        gamma=1.0,
        seed=settings.seed,
        device="cpu",
        policy_kwargs={
            "features_extractor_class": Trunk,
            "features_extractor_kwargs": {"hidden": settings.hidden},
            "net_arch": [],
        },
    )


def exported(model: MaskablePPO, game: Game, options: Options, training: dict[str, Any]) -> Checkpoint:
    """The policy as a checkpoint; it must have been made by `make_model`."""
    policy = model.policy
    if not isinstance(policy.features_extractor, Trunk) or len(policy.mlp_extractor.policy_net):
        raise CheckpointError("only policies with the features extractor Trunk and net_arch=[] fit into a checkpoint")
    linear = [layer for layer in policy.features_extractor.layers if isinstance(layer, nn.Linear)]
    pairs: list[tuple[Any, Any]] = [(layer.weight, layer.bias) for layer in linear]
    action, value = policy.action_net, policy.value_net
    assert isinstance(action, nn.Linear) and isinstance(value, nn.Linear)
    pairs.append((torch.cat([action.weight, value.weight]), torch.cat([action.bias, value.bias])))
    layers = tuple((weight.detach().numpy().T.copy(), bias.detach().numpy().copy()) for weight, bias in pairs)
    return Checkpoint(game, options, layers, training)


class Keeper(BaseCallback):
    """After every window: time for a snapshot, an evaluation and a line of metrics?"""

    def __init__(self, settings: Settings, options: Options, league: LeagueAgent, folder: RunFolder) -> None:
        super().__init__()
        self.settings, self.options, self.league, self.folder = settings, options, league, folder
        self.windows = 0
        self.began = time.perf_counter()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if self.windows and self.windows % self.settings.snapshot_every == 0:
            checkpoint = self.checkpoint()
            checkpoint.save(self.folder.snapshot(self.windows))
            self.league.add(NetworkAgent(self.league.game, checkpoint, seed=self.windows, sample=True))
            self.report(checkpoint)
        self.windows += 1

    def report(self, checkpoint: Checkpoint) -> dict[str, Share]:
        """Measure the strength and write it down."""
        game, games = self.league.game, self.settings.evaluate_games
        agent = NetworkAgent(game, checkpoint)
        seconds = time.perf_counter() - self.began
        row: dict[str, Any] = {"iteration": self.windows, "decisions": self.num_timesteps, "seconds": round(seconds, 3)}
        shares = {}
        for spec in self.settings.evaluate_against if len(self.options.seats) > 1 else ("automa",):
            opponent = make_agent(spec, game, self.windows) if len(self.options.seats) > 1 else agent
            shares[spec] = win_share(agent, opponent, game, self.options, games, self.windows)
            low, high = shares[spec].interval
            row |= {f"wins {spec}": shares[spec].value, f"low {spec}": low, f"high {spec}": high}
        self.folder.write_metrics(row)
        return shares

    def checkpoint(self) -> Checkpoint:
        """The policy as it is now."""
        training = {
            "engine": "sb3",
            "command": command(),
            "config": vars(self.settings),
            "commit": git_commit(),
            "decisions": self.num_timesteps,
            "seconds": round(time.perf_counter() - self.began, 1),
        }
        assert isinstance(self.model, MaskablePPO)
        return exported(self.model, self.league.game, self.options, training)


def train(settings: Settings, *, show: bool = True) -> Path:
    """Train for so many decisions of the learner; returns the path of the checkpoint."""
    torch.set_num_threads(settings.threads)
    game = find_game(settings.game)
    options = parse_options(game, settings.option)
    folder = RunFolder(settings.folder, vars(settings))
    league = LeagueAgent(game, settings.opponents, settings.snapshots)
    env = BoardVecEnv(game, options, settings.games, opponents=league, seed=settings.seed)
    keeper = Keeper(settings, options, league, folder)
    model = make_model(settings, env).learn(settings.decisions, callback=keeper, progress_bar=show)
    assert isinstance(model, MaskablePPO)
    checkpoint = keeper.checkpoint()
    for spec, share in keeper.report(checkpoint).items():
        checkpoint.strength[spec] = {"wins": share.count, "games": share.games}
    checkpoint.save(folder.latest)
    folder.close()
    return folder.latest


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m training.sb3", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_flags(parser, Settings)
    path = train(Settings(**with_tuples(vars(parser.parse_args()))))
    print(f"play it as ppo:{path}")


if __name__ == "__main__":
    main()
