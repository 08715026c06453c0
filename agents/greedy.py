"""The agent that takes what it can get now: the action after which it has most on the table."""

import numpy as np

from agents.judgement import judgement_of
from agents.turns import choose_by_tally, new_scratch
from boardkit.agent import Agent, View
from boardkit.chance import new_generator
from boardkit.game import Game


class GreedyAgent(Agent):
    """Looks one decision ahead and counts: markers placed and denied in Caesar!, points in Trajan."""

    name = "greedy"
    samples = True

    def __init__(self, game: Game, *, seed: int = 0) -> None:
        judgement_of(game)
        super().__init__(game, seed=seed)

    def reset(self, seed: int) -> None:
        self._generator = new_generator(seed)

    def act(self, view: View) -> np.ndarray:
        scratch = new_scratch(self.game, view.options)
        actions = np.empty(len(view), np.int64)
        rows = (scratch.states, scratch.legal, scratch.values, scratch.scores)
        choose_by_tally(view.worlds, view.players, self._generator, *rows, actions)
        return actions
