"""The agent that plays by rules of thumb: it thinks its own turn through and takes the one that ends best.

What "best" means is written down, game by game, in `agents.judgement`: a table of advice with weights.
"""

from collections.abc import Sequence

import numpy as np

from agents.judgement import judgement_of
from agents.turns import choose_by_turn, new_scratch
from boardkit.agent import Agent, View
from boardkit.chance import new_generator
from boardkit.game import Game

BUDGET = 2000  # positions looked at for a decision


class LegateAgent(Agent):
    """Looks through its own turn to the end and judges where that leads.

    budget: how many positions it may look at for a decision.
    samples: over how many guesses of what is hidden it takes the mean.
    weights: other weights than those of the game's table, in its order.
    """

    name = "legate"
    samples = True

    def __init__(
        self,
        game: Game,
        *,
        seed: int = 0,
        budget: int = BUDGET,
        samples: int = 1,
        weights: Sequence[float] | None = None,
    ) -> None:
        if budget < 1 or samples < 1:
            raise ValueError(f"budget is {budget} and samples is {samples}; both must be 1 or more")
        own = judgement_of(game).weights
        self.weights = own if weights is None else np.array(weights, np.float64)
        if self.weights.shape != own.shape:
            raise ValueError(f"{len(self.weights)} weights given; {game.title} has {len(own)}")
        self.budget = budget
        self.worlds_a_decision = samples
        super().__init__(game, seed=seed)

    def reset(self, seed: int) -> None:
        self._generator = new_generator(seed)

    def act(self, view: View) -> np.ndarray:
        actions = np.empty(len(view), np.int64)
        choose_by_turn(
            view.worlds, view.players, self.worlds_a_decision, self.budget, self.weights, self._generator,
            *new_scratch(self.game, view.options), actions,
        )  # fmt: skip
        return actions
