"""Ways to play Trajan: at random, and with a bias that leads into the corners of the rules.

A policy is one of the words of POLICIES. The biased ones steer the markers to one tray and then take an option of
their own; one decision in six is left to chance, so that all games differ.
"""

from random import Random
from typing import Any

from trajan_env.actions import (
    ADVANCE,
    DECLINE_ACTION,
    DRAW_TWO,
    EMPTY_TRAY,
    MOVE_LEADER,
    MOVE_LEGIONNAIRE,
    RECRUIT_LEGIONNAIRE,
    SHIP,
    TAKE_FORUM_TILE,
)
from trajan_env.data import CONSTRUCTION, MILITARY, SEAPORT, SENATE
from trajan_env.state import ACTION, EXTRA, TRAY

POLICIES = ("random", "cards", "ships", "leaders", "builders", "slow", "fast")
TARGET = {"cards": SEAPORT, "ships": SEAPORT, "leaders": MILITARY, "builders": CONSTRUCTION, "slow": SENATE}


def choose(policy: str, s: Any, legal: list[int], chance: Random) -> int:
    """The action a policy plays."""
    if policy == "random" or chance.random() < 1 / 6:
        return chance.choice(legal)
    if s.decision == TRAY:
        return _tray(policy, s, legal, chance)
    if s.decision == ACTION:
        return _option(policy, s, legal, chance)
    if s.decision == EXTRA:
        return legal[0]
    return chance.choice(legal)


def _tray(policy: str, s: Any, legal: list[int], chance: Random) -> int:
    """A tray whose last marker reaches the wanted one; for slow and fast play, the smallest or largest."""
    markers = s.trays[s.active].sum(1).tolist()
    if policy in ("slow", "fast"):
        sizes = {action: markers[action - EMPTY_TRAY] for action in legal}
        return (min if policy == "slow" else max)(legal, key=sizes.__getitem__)
    reaching = [a for a in legal if (a - EMPTY_TRAY + markers[a - EMPTY_TRAY]) % 6 == TARGET[policy]]
    return chance.choice(reaching or legal)


def _option(policy: str, s: Any, legal: list[int], chance: Random) -> int:
    """What the policy likes among the options of an action, else any but to decline."""
    liked = [action for action in legal if _likes(policy, s, action)]
    return chance.choice(liked or legal[1:] or [DECLINE_ACTION])


def _likes(policy: str, s: Any, action: int) -> bool:
    if policy == "cards":
        return action == DRAW_TWO
    if policy == "ships":
        return SHIP <= action < TAKE_FORUM_TILE
    if policy == "leaders":
        province = action - MOVE_LEADER
        return MOVE_LEADER <= action < MOVE_LEGIONNAIRE and s.province_tile[province] >= 0
    if policy == "builders":
        return action > ADVANCE + 1  # place a worker
    return action in (ADVANCE, RECRUIT_LEGIONNAIRE)
