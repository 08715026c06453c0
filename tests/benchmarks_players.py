"""Agents for tests of the lab: they need nothing and are told apart by how they play."""

import numpy as np

from boardkit.agent import Agent, View


class FirstLegal(Agent):
    """Plays the legal action with the lowest number."""

    name = "first"

    def reset(self, seed: int) -> None:
        pass

    def act(self, view: View) -> np.ndarray:
        return view.masks.argmax(axis=1)


class Stopping(Agent):
    """Plays like `FirstLegal` until its process is stopped, as Ctrl-C would, when it is reset for the n-th time."""

    name = "stopping"
    resets = 0
    stop_at = 0

    def reset(self, seed: int) -> None:
        Stopping.resets += 1
        if Stopping.resets == Stopping.stop_at:
            raise KeyboardInterrupt

    def act(self, view: View) -> np.ndarray:
        return view.masks.argmax(axis=1)
