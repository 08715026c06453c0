"""The agent that searches: information-set Monte Carlo tree search (see `agents.tree`) as a player."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from agents import tree
from agents.judgement import has_judgement, weights_for_any
from agents.tree import PRIORS, ROLLOUTS, TO_THE_END, Habits
from boardkit import play
from boardkit.agent import Agent, View
from boardkit.chance import new_generator
from boardkit.game import Game, Options, States, check_choice, copy_states

CHUNK = 32  # simulations between two looks at the clock
SIMULATIONS = 1000
NODES = 400_000


@dataclass(frozen=True)
class Thought:
    """What a search thinks of one legal action."""

    action: int
    visits: int
    share: float  # of all visits
    value: float  # what the player expects of it, -1 to 1


class Tree:
    """The memory of one search: nodes, the one it starts from, and the arrays it works in."""

    def __init__(self, game: Game, options: Options, nodes: int) -> None:
        self.nodes, self.used = tree.new_tree(nodes)
        self.scratch = tree.new_scratch(game, options)
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


def _habits(game: Game, rollout: str, turns: int | None, priors: str, exploration: float, sharpness: float) -> Habits:
    check_choice("rollout", rollout, ROLLOUTS)
    check_choice("priors", priors, PRIORS)
    if turns is not None and turns < 0:
        raise ValueError(f"turns is {turns}; allowed are 0 and more, or None for games played to their end")
    if not has_judgement(game) and (rollout, turns, priors) != ("random", None, "none"):
        raise ValueError(f"{game.title} has no judgement: allowed are rollout=random, turns=None, priors=none")
    length = TO_THE_END if turns is None else turns
    return Habits(ROLLOUTS.index(rollout), length, PRIORS.index(priors), float(exploration), float(sharpness))


class IsmctsAgent(Agent):
    """Thinks by simulating games in worlds it could be in.

    sims, seconds: how long it thinks about a decision: so many simulations, or (when given) so long.
    rollout, turns: who plays on from the end of a walk ("random", "greedy", "legate"), and for how many turns before
        the position is judged; turns=None plays every game to its end.
    priors: "legate" tries first what the judgement of the game likes; "none" tries everything.
    exploration, sharpness: how much it tries what looks worse; how strongly priors prefer the better guess.
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
        rollout: str = "random",
        turns: int | None = None,
        priors: str = "none",
        exploration: float = 1.0,
        sharpness: float = 5.0,
        nodes: int = NODES,
        threads: int = 1,
    ) -> None:
        if sims < 1 or threads < 1 or nodes < 2 or (seconds is not None and seconds <= 0):
            asked = f"sims={sims}, seconds={seconds}, nodes={nodes}, threads={threads}"
            raise ValueError(f"{asked}: too little to think with; nodes must be 2 or more, the others above 0")
        self.habits = _habits(game, rollout, turns, priors, exploration, sharpness)
        self.sims = sims
        self.seconds = seconds
        self.nodes = nodes
        self.threads = threads
        self.weights = weights_for_any(game)
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
            self._trees = [Tree(self.game, options, self.nodes) for _ in range(self.threads)]
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
        rest = (self.habits, self.weights, one.scratch, generator)
        if self.seconds is None:
            tree.search(*fixed, simulations, *rest)
            return
        end = time.perf_counter() + self.seconds
        while time.perf_counter() < end:
            tree.search(*fixed, CHUNK, *rest)

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
