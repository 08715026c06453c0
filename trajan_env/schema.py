"""The JSON schema of a state of Trajan, made from the tables. `python -m trajan_env.schema` prints it."""

import json

from boardkit.schema import BIG_NUMBER, NUMBER, YES_NO, Schema, array, counts, one_of, record, state
from trajan_env.data import (
    ACTIONS,
    BONUS_SIDES,
    BONUSES,
    COLOURS,
    COMMODITIES,
    CONSTRUCTION_TILES,
    DEMANDS,
    FORUM_KINDS,
    GAINS,
    MAX_PLAYERS,
    MIN_PLAYERS,
    PROVINCES,
    SHIP_SIDES,
    SHIPS,
    STACKS,
    TRAJAN_TILES,
)
from trajan_env.notation import GAME, VERSION
from trajan_env.state import DECISIONS, REWARDS, SETUPS

SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": MAX_PLAYERS - 1}
SEATS = array(SEAT, MAX_PLAYERS)
POINTS: Schema = {"type": "integer"}


def state_schema() -> Schema:
    """The schema of `trajan_env.notation.to_json`."""
    return state("A state of Trajan", _course() | _board() | {"players": array(_player(), MAX_PLAYERS)} | _end())


def _course() -> dict[str, Schema]:
    options = {
        "players": NUMBER | {"minimum": MIN_PLAYERS, "maximum": MAX_PLAYERS},
        "setup": one_of(SETUPS),
        "time_track": NUMBER | {"minimum": 1},
        "reward": one_of(REWARDS),
        "skip_forced": YES_NO,
    }
    return {
        "game": {"const": GAME},
        "version": {"const": VERSION},
        "options": record(options),
        "seed": BIG_NUMBER,
        "rng": BIG_NUMBER,
        "turn": NUMBER,
        "active": SEAT,
        "to_move": SEAT,
        "decision": one_of(DECISIONS),
        "quarter": one_of((1, 2, 3, 4)),
        "round": one_of((1, 2, 3, 4)),
        "time": NUMBER,
    }


def _board() -> dict[str, Schema]:
    province = record({"tile": one_of(FORUM_KINDS, none=True), "legionnaires": SEATS})
    site = {"tiles": array(one_of(CONSTRUCTION_TILES, none=True), 20), "workers": array(SEATS, 20)}
    stack = record({"top": one_of(TRAJAN_TILES, none=True), "rest": array(one_of(TRAJAN_TILES))})
    return {
        "demands": array(one_of(DEMANDS), 3),
        "demand_pile": counts(DEMANDS),
        "demands_gone": counts(DEMANDS),
        "forum_pile": counts(FORUM_KINDS),
        "extra_pile": counts(ACTIONS),
        "gone": counts(FORUM_KINDS),
        "forum": array(one_of(FORUM_KINDS, none=True), 12),
        "yellow": array(one_of(FORUM_KINDS, none=True), 3),
        "provinces": record({name: province for name in PROVINCES}),
        "site": record(site),
        "stacks": array(stack, len(STACKS)),
        "trajan_gone": array(one_of(TRAJAN_TILES)),
        "bonus_pile": array(one_of(BONUSES)),
        "senate_bonus": array(one_of(BONUSES, none=True), 2),
        "ships": array(one_of(SHIP_SIDES), len(SHIPS)),
        "deck": counts(COMMODITIES),
        "piles": array(array(one_of(COMMODITIES)), 2),
        "senate": record({"position": array(NUMBER, MAX_PLAYERS), "order": SEATS}),
    }


def _player() -> Schema:
    bonus = record({"tile": one_of(BONUSES), "side": one_of(BONUS_SIDES[1:])})
    return record(
        {
            "trays": array(array(one_of(COLOURS)), len(ACTIONS)),
            "slots": array(one_of(TRAJAN_TILES, none=True), len(ACTIONS)),
            "arch": one_of(range(len(ACTIONS)), none=True),
            "permanent": array(one_of(TRAJAN_TILES)),
            "tiles": counts(FORUM_KINDS),
            "plus_two": array(YES_NO, len(ACTIONS)),
            "mat": NUMBER,
            "military_camp": NUMBER,
            "worker_camp": NUMBER,
            "leader": one_of(PROVINCES, none=True),
            "construction": array(one_of(CONSTRUCTION_TILES)),
            "bonus": array(bonus),
            "hand": counts(COMMODITIES),
            "hand_known": counts(COMMODITIES),
            "tableau": counts(COMMODITIES),
            "load": counts(COMMODITIES),
            "vp": POINTS,
            "gains": record({source: POINTS for source in GAINS}),
        }
    )


def _end() -> dict[str, Schema]:
    pending = {
        "setup_step": NUMBER,
        "setup_stacks": array(one_of(STACKS)),
        "sowing": counts(COLOURS),
        "next_tray": one_of(ACTIONS, none=True),
        "target": one_of(ACTIONS, none=True),
        "effect_tile": one_of(TRAJAN_TILES, none=True),
        "main_action": one_of(ACTIONS, none=True),
        "main_repeats": NUMBER,
        "granted_action": one_of(ACTIONS, none=True),
        "granted_repeats": NUMBER,
        "tile_spent": YES_NO,
        "round_ended": YES_NO,
        "ship": one_of(SHIPS, none=True),
        "load_wilds": NUMBER,
        "first_card": one_of(COMMODITIES, none=True),
        "election": SEATS,
    }
    return {
        "pending": record(pending),
        "winner": {"anyOf": [SEAT, {"type": "null"}]},
        "ranking": SEATS,
        "senate_rank": SEATS,
    }


if __name__ == "__main__":
    print(json.dumps(state_schema(), indent=1))
