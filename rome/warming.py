"""Compiling ahead: the first start on a machine takes a minute or two, and nobody should meet it in mid-game."""

import threading

import numpy as np

from boardkit.agent import agent_names, make_agent, view_states
from boardkit.batch import Batch
from boardkit.game import Game
from rome.tables import GAMES


class Warming:
    """Prepares both games and the agents in a thread of its own; `doing` tells what it is at, None when all is ready.

    Whoever begins a game before that waits for what the game needs, no longer.
    """

    def __init__(self) -> None:
        self.doing: str | None = "the rules"
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="warming", daemon=True)

    def start(self) -> None:
        """Begin in the background."""
        self._thread.start()

    def stop(self) -> None:
        """Leave out what has not been begun."""
        self._stop.set()

    def _run(self) -> None:
        try:
            for game in GAMES:
                self._prepare(game)
        finally:
            self.doing = None

    def _prepare(self, game: Game) -> None:
        """One decision of every agent that needs no settings compiles all that the table calls."""
        self.doing = f"the rules of {game.title}"
        batch = Batch(game, game.options(), 1, np.zeros(1, np.uint64), auto_reset=False)
        batch.step(batch.legal_actions(0)[:1])
        for name in agent_names():
            if self._stop.is_set():
                return
            self.doing = f"{game.title}: {name}"
            try:
                agent = make_agent(name, game)
            except ValueError:  # it needs settings, as a trained network needs its file
                continue
            agent.act(view_states(game, batch.states, 0, samples=agent.samples))
