"""The agent that searches: information-set Monte Carlo tree search (see `agents.tree`) as a player."""

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from agents import tree
from agents.checkpoint import Checkpoint
from agents.judgement import has_judgement, weights_for_any
from agents.network import Network, network_of
from agents.tree import JUDGES, NO_NETWORK, PRIORS, ROLLOUTS, TO_THE_END, Habits, Knowledge
from boardkit import play
from boardkit.agent import Agent, View
from boardkit.chance import new_generator
from boardkit.game import Game, Options, States, check_choice, copy_states

CHUNK = 32  # simulations between two looks at the clock
SIMULATIONS = 1000
NODES = 400_000
END = "end"  # as `turns`: games are played to their end


@dataclass(frozen=True)
class Thought:
    """What a search thinks of one legal action."""

    action: int
    visits: int
    share: float  # of all visits
    value: float  # what the player expects of it, -1 to 1


class Tree:
    """The memory of one search: nodes, the one it starts from, and the arrays it works in."""

    def __init__(self, game: Game, options: Options, nodes: int, network: Network) -> None:
        self.nodes, self.used = tree.new_tree(nodes)
        self.scratch = tree.new_scratch(game, options, network)
        self.root = 0

    def clear(self) -> None:
        """Forget everything."""
        tree.plant(self.nodes, self.used)
        self.root = 0

    def move_to(self, player: int, action: int) -> None:
        """Start from the position after an action, with what is known of it; from nothing where little room is left."""
        child = tree.find_child(self.nodes, self.root, player, action)
        if child == tree.NO_NODE or 2 * self.used[0] > len(self.nodes):
            self.clear()
        else:
            self.root = child


def _habits(
    game: Game,
    checkpoint: Checkpoint | None,
    rollout: str,
    turns: int | str | None,
    judge: str | None,
    priors: str | None,
    exploration: float,
    sharpness: float,
) -> Habits:
    """How to think, with what is best for the game where nothing was said; what it has no means for is refused."""
    means = "network" if checkpoint else "legate" if has_judgement(game) else "none"
    turns = (END if means == "none" else 0) if turns is None else turns
    priors = means if priors is None else priors
    judge = ("legate" if means == "none" else means) if judge is None else judge
    check_choice("rollout", rollout, ROLLOUTS)
    check_choice("judge", judge, JUDGES)
    check_choice("priors", priors, PRIORS)
    if turns != END and (not isinstance(turns, int) or turns < 0):
        raise ValueError(f"turns is {turns!r}; allowed are 0 and more, or {END!r} for games played to their end")
    asked = {"rollout": rollout, "priors": priors, **({} if turns == END else {"judge": judge})}
    _check_means(game, checkpoint, asked)
    length = int(turns) if turns != END else TO_THE_END
    return Habits(
        ROLLOUTS.index(rollout), length, JUDGES.index(judge), PRIORS.index(priors), float(exploration), float(sharpness)
    )


def _check_means(game: Game, checkpoint: Checkpoint | None, asked: dict[str, str]) -> None:
    """Refuse settings that need a network or a judgement where there is none that would do."""
    for setting, value in asked.items():
        if value == "network" and checkpoint is None:
            raise ValueError(f"{setting}=network needs a network: give network=PATH")
        if value in ("greedy", "legate") and not has_judgement(game):
            raise ValueError(f"{setting}={value} needs a judgement, and {game.title} has none; see agents.judgement")
    reward = getattr(checkpoint.options, "reward", "win") if checkpoint else "win"
    if asked.get("judge") == "network" and reward == "vp":
        raise ValueError("the network was trained to expect points (reward 'vp'), not -1 to 1; it cannot be the judge")


class IsmctsAgent(Agent):
    """Thinks by simulating games in worlds it could be in.

    sims, seconds: how long it thinks about a decision: so many simulations, or (when given) so long.
    settle: whether it stops thinking as soon as the most visited action can no longer be overtaken in what is left of
        the budget, at the rate so far; it does with `seconds`, unless told not to. Each thread settles for itself.
    rollout, turns: who plays on from the end of a walk ("random", "greedy", "legate"), and for how many turns before
        the position is judged; turns=end plays every game to its end.
    network: a checkpoint (see `agents.checkpoint`) that gives priors and judges positions.
    judge: whose value a position has where a walk is cut off: "legate", the judgement of the game, or "network".
    priors: "legate" tries first what the judgement of the game likes, "network" what the network would play; "none"
        tries everything.
    exploration, sharpness: how much it tries what looks worse; how strongly legate's priors prefer the better guess.
    nodes: the most a tree may hold. Within a turn the tree is kept from one decision to the next.
    threads: one position is searched in so many trees at once, which then vote; of many positions each thread takes
        its share.
    """

    name = "ismcts"
    samples = True

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        sims: int = SIMULATIONS,
        seconds: float | None = None,
        settle: bool | None = None,
        rollout: str = "random",
        turns: int | str | None = None,
        network: str | Path | Checkpoint | None = None,
        judge: str | None = None,
        priors: str | None = None,
        exploration: float = 1.0,
        sharpness: float = 5.0,
        nodes: int = NODES,
        threads: int = 1,
    ) -> None:
        if sims < 1 or threads < 1 or nodes < 2 or (seconds is not None and seconds <= 0):
            asked = f"sims={sims}, seconds={seconds}, nodes={nodes}, threads={threads}"
            raise ValueError(f"{asked}: too little to think with; nodes must be 2 or more, the others above 0")
        checkpoint = Checkpoint.load(network, game) if isinstance(network, str | Path) else network
        self.habits = _habits(game, checkpoint, rollout, turns, judge, priors, exploration, sharpness)
        self.knowledge = Knowledge(weights_for_any(game), network_of(checkpoint.layers) if checkpoint else NO_NETWORK)
        self.sims = sims
        self.seconds = seconds
        self.settle = seconds is not None if settle is None else settle
        self.nodes = nodes
        self.threads = threads
        self.report: list[tuple[Thought, ...]] = []  # of the latest decisions, one a position, most visited first
        super().__init__(game, seed=seed)

    def reset(self, seed: int) -> None:
        self._generator = new_generator(seed)
        self._trees: list[Tree] = []
        self._options: Options | None = None
        self._expected = b""  # what is seen next if the turn simply goes on

    def act(self, view: View) -> np.ndarray:
        self._prepare(view.options)
        keys = np.empty(max(len(view), self.threads), np.uint64)
        play.fill_random(self._generator, keys)
        if len(view) == 1:
            self.report = [self._think(view, keys)]
        else:
            self.report = self._think_of_many(view, keys)
        return np.array([thoughts[0].action for thoughts in self.report])

    def _prepare(self, options: Options) -> None:
        if options != self._options:
            self._options = options
            self._trees = [Tree(self.game, options, self.nodes, self.knowledge.network) for _ in range(self.threads)]
            self._expected = b""

    def _think(self, view: View, keys: np.ndarray) -> tuple[Thought, ...]:
        """Search one position in every tree at once; what the trees hold of this turn is used again."""
        if view.observations[0].tobytes() != self._expected:
            for one in self._trees:
                one.clear()
        player = int(view.players[0])
        simulations = -(-self.sims // self.threads)
        jobs = [(one, view.worlds, player, simulations, int(key)) for one, key in zip(self._trees, keys, strict=False)]
        self._run(jobs)
        thoughts = self._read(view, 0, self._trees)
        self._remember(view.worlds, player, thoughts[0].action)
        return thoughts

    def _think_of_many(self, view: View, keys: np.ndarray) -> list[tuple[Thought, ...]]:
        """Search many positions, each from nothing."""
        self._expected = b""
        report: list[tuple[Thought, ...]] = [()] * len(view)

        def think_of_share(thread: int) -> None:
            one = self._trees[thread]
            for position in range(thread, len(view), self.threads):
                one.clear()
                world = copy_states(view.worlds, np.array([position]))
                self._search(one, world, int(view.players[position]), self.sims, int(keys[position]))
                report[position] = self._read(view, position, [one])

        self._in_threads(think_of_share)
        return report

    def _run(self, jobs: list[tuple[Tree, States, int, int, int]]) -> None:
        self._in_threads(lambda thread: self._search(*jobs[thread]))

    def _in_threads(self, task: Callable[[int], None]) -> None:
        if self.threads == 1:
            task(0)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(task, range(self.threads)))

    def _search(self, one: Tree, world: States, player: int, simulations: int, key: int) -> None:
        generator = new_generator(key)
        fixed = (one.nodes, one.used, one.root, world, player)
        rest = (self.habits, self.knowledge, one.scratch, generator)
        began, done = time.perf_counter(), 0
        while (left := self._left(simulations, done, began)) > 0 and not self._settled(one, left, done):
            step = left if self.seconds is None and not self.settle else min(left, CHUNK)
            tree.search(*fixed, step, *rest)
            done += step

    def _left(self, simulations: int, done: int, began: float) -> int:
        """How many simulations are left of the budget; of a budget of time, at the rate so far."""
        if self.seconds is None:
            return simulations - done
        gone = time.perf_counter() - began
        if done == 0 or gone >= self.seconds:
            return CHUNK if done == 0 else 0
        return math.ceil(done * (self.seconds - gone) / gone)

    def _settled(self, one: Tree, left: int, done: int) -> bool:
        """Whether what is left cannot change which action was visited most."""
        return self.settle and done > 0 and tree.lead_of_root(one.nodes, one.root) > left

    def _read(self, view: View, position: int, trees: list[Tree]) -> tuple[Thought, ...]:
        visits = np.zeros(self.game.num_actions, np.int64)
        totals = np.zeros(self.game.num_actions)
        for one in trees:
            tree.read_root(one.nodes, one.root, visits, totals)
        legal = np.flatnonzero(view.masks[position])
        order = sorted(legal.tolist(), key=lambda action: (-visits[action], -totals[action], action))
        whole = max(1, int(visits[legal].sum()))
        return tuple(
            Thought(action, int(visits[action]), visits[action] / whole, totals[action] / max(1, int(visits[action])))
            for action in order
        )

    def _remember(self, world: States, player: int, action: int) -> None:
        """Keep the trees if the turn goes on, for the position that comes next."""
        after = copy_states(world)
        legal = np.zeros(self.game.num_actions, np.int16)
        observation = np.zeros(self.game.observation.size, np.float32)
        if not tree.follow(after, player, action, legal, observation):
            self._expected = b""
            return
        self._expected = observation.tobytes()
        for one in self._trees:
            one.move_to(player, action)
