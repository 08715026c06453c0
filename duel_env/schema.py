"""The JSON schema of a state of Caesar!, made from the tables. `python -m duel_env.schema` prints it."""

import json

from boardkit.schema import BIG_NUMBER, NUMBER, YES_NO, Schema, array, counts, one_of, record, state
from duel_env.data import BONUSES, BORDERS, DIFFICULTIES, KIND_NAMES, MARKERS, PROVINCES, SIDES, TILE_PARTS, TILES
from duel_env.notation import GAME, VERSION
from duel_env.options import MODULES
from duel_env.state import BORDER_TIES, DECISIONS, ENDS, FACES, MAX_EFFECTS, MAX_LOG, PROVINCE_TIES, TOKEN_TIES


def state_schema() -> Schema:
    """The schema of `duel_env.notation.to_json`."""
    options = record(
        {
            "modules": array(one_of(MODULES), len(MODULES)),
            "solo": one_of(DIFFICULTIES, none=True),
            "human": one_of(SIDES),
            "harder": YES_NO,
            "tiles": record({tile: array(NUMBER, len(TILE_PARTS)) for tile in TILES}),
            "skip_forced": YES_NO,
        }
    )
    border = record(
        {
            "owner": one_of(SIDES),
            "token": one_of(KIND_NAMES),
            "flip": one_of((0, 1)),
            "face": one_of(FACES),
            "marker": one_of(SIDES, none=True),
        }
    )
    province = record(
        {
            "bonus": one_of(BONUSES, none=True),
            "closed": YES_NO,
            "control": one_of(SIDES, none=True),
            "marker_down": YES_NO,
        }
    )
    side = record(
        {
            "markers": NUMBER | {"maximum": MARKERS},
            "senates": NUMBER,
            "senate_markers": NUMBER,
            "markers_discarded": NUMBER,
            "hand": counts(KIND_NAMES),
            "bag": counts(KIND_NAMES),
            "centurions": array(one_of(KIND_NAMES)),
            "hand_known": counts(KIND_NAMES),
            "loose": array(one_of(KIND_NAMES)),
            "returned": counts(KIND_NAMES),
            "fresh": NUMBER,
        }
    )
    effect = record({"bonus": one_of(BONUSES), "controlled": YES_NO})
    pending = record(
        {
            "border": one_of(BORDERS, none=True),
            "order": array(one_of(PROVINCES), 2),
            "effects": array(effect, MAX_EFFECTS),
            "extra_turn": YES_NO,
            "centurion": one_of(KIND_NAMES, none=True),
        }
    )
    return state(
        "A state of Caesar!",
        {
            "game": {"const": GAME},
            "version": {"const": VERSION},
            "options": options,
            "seed": BIG_NUMBER,
            "rng": BIG_NUMBER,
            "turn": NUMBER,
            "active": one_of(SIDES),
            "decision": one_of(DECISIONS),
            "borders": record({name: border for name in BORDERS}, optional=BORDERS),
            "provinces": record({name: province for name in PROVINCES}),
            "sides": record({name: side for name in SIDES}),
            "bank": counts(BONUSES),
            "spent": counts(BONUSES),
            "pending": pending,
            "crassus": {"anyOf": [{"type": "null"}, _crassus()]},
            "winner": one_of(SIDES, none=True),
            "end": one_of(ENDS),
        },
    )


def _crassus() -> Schema:
    entry = record(
        {
            "step": NUMBER | {"minimum": 1, "maximum": 7},
            "province": one_of(PROVINCES),
            "border": one_of(BORDERS),
            "token": one_of(KIND_NAMES),
            "flip": one_of((0, 1)),
            "province_tie": one_of(PROVINCE_TIES),
            "border_tie": one_of(BORDER_TIES),
            "token_tie": one_of(TOKEN_TIES),
        }
    )
    return record(
        {
            "row": array(one_of(KIND_NAMES)),
            "deck": counts(TILES),
            "tile": one_of(TILES, none=True),
            "log": array(entry, MAX_LOG),
        }
    )


if __name__ == "__main__":
    print(json.dumps(state_schema(), indent=1))
