"""Kalah, a third game: it implements the protocol and a `Game`, nothing else, and so shows what a game has to bring."""

from kalah.game import GAME, KalahOptions

__all__ = ["GAME", "KalahOptions"]
