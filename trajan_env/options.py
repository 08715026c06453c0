"""The options of a game of Trajan."""

from dataclasses import dataclass
from typing import Self

from boardkit.game import Options, State, check_choice
from trajan_env.data import TIME_TRACK
from trajan_env.state import REWARDS, SETUPS

SHORTEST_TIME_TRACK, LONGEST_TIME_TRACK = 1, 100


@dataclass(frozen=True)
class TrajanOptions(Options):
    """How a game is set up, how long it lasts and what it rewards."""

    players: int = 4  # 2, 3 or 4
    setup: str = "decisions"  # "random" deals T2, T6 and T7 at random
    time_track: int | None = None  # spaces of a lap; None becomes 11, 16 or 21, by number of players
    reward: str = "win"  # "win", "rank", "margin" or "vp"

    def __post_init__(self) -> None:
        check_choice("players", self.players, tuple(TIME_TRACK))
        check_choice("setup", self.setup, SETUPS)
        check_choice("reward", self.reward, REWARDS)
        check_choice("skip_forced", self.skip_forced, (False, True))
        if self.time_track is None:
            object.__setattr__(self, "time_track", TIME_TRACK[self.players])
        elif type(self.time_track) is not int or not SHORTEST_TIME_TRACK <= self.time_track <= LONGEST_TIME_TRACK:
            raise ValueError(
                f"time_track is {self.time_track!r}; allowed are None and "
                f"whole numbers from {SHORTEST_TIME_TRACK} to {LONGEST_TIME_TRACK}"
            )

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the players, in seat order."""
        return tuple(f"player_{seat}" for seat in range(self.players))

    def write(self, s: State) -> None:
        """Put the options into a state."""
        s.players = self.players
        s.setup = SETUPS.index(self.setup)
        s.reward = REWARDS.index(self.reward)
        s.time_track = self.time_track
        s.skip_forced = self.skip_forced

    @classmethod
    def read(cls, s: State) -> Self:
        """The options that a state was made with."""
        return cls(
            players=int(s.players),
            setup=SETUPS[s.setup],
            time_track=int(s.time_track),
            reward=REWARDS[s.reward],
            skip_forced=bool(s.skip_forced),
        )
