"""The agent that plays any legal action with the same probability: the yardstick of every other."""

import numpy as np

from boardkit import play
from boardkit.agent import Agent, View
from boardkit.chance import new_generator


class RandomAgent(Agent):
    """Plays at random."""

    name = "random"

    def reset(self, seed: int) -> None:
        self._generator = new_generator(seed)

    def act(self, view: View) -> np.ndarray:
        actions = np.empty(len(view), np.int64)
        play.choose_masked(self._generator, view.masks, actions)
        return actions
