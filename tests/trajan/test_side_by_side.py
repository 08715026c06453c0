"""Kernel and reference play the same games side by side, over all options and styles of play.

504 games, always the same ones. The environment variable ROME_GAMES asks for another number of new ones:

    ROME_GAMES=20000 pytest tests/trajan/test_side_by_side.py

After every action of every game all fields, the legal actions, the mask, the seat to move and the rewards agree. The
kernel's state is read for this by `fields` below, a second writer of the same JSON that is five times as fast as
`notation.to_json`; the two are compared with each other at every tenth step and at the end of every game.

All games of one options object are played in one record, one after another: what a game leaves there must not show in
the next.
"""

import math
import os
import random

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from reference.trajan import TrajanReference

from boardkit.batch import Batch
from trajan.playing import POLICIES, choose
from trajan.positions import (
    ACTIONS,
    BONUSES,
    COLOURS,
    COMMODITIES,
    CONSTRUCTION_TILES,
    DECISIONS,
    DEMANDS,
    FORUM_KINDS,
    GAINS,
    GREEN_SPACES,
    PROVINCES,
    SHIPS,
    STACKS,
    TIME_TRACK,
    TRAJAN_TILES,
)
from trajan_env import notation
from trajan_env.game import GAME
from trajan_env.options import TrajanOptions

GAMES = int(os.environ.get("ROME_GAMES", 500))
CHUNKS = [
    (players, setup, skip_forced)
    for players in (2, 3, 4)
    for setup in ("decisions", "random")
    for skip_forced in (True, False)
]
BATCHES: dict[TrajanOptions, Batch] = {}

DEMAND_STACK = TRAJAN_TILES[45:]
CAMP = 10


def fields(records):
    """The state in `records` as JSON, by way of plain lists."""
    s = {name: records[name][0].tolist() for name in records.dtype.names}
    players = range(s["players"])
    over, consul = s["decision"] == DECISIONS.index("over"), s["decision"] == DECISIONS.index("consul")
    return {
        "game": "trajan",
        "version": 1,
        "options": {
            "players": s["players"],
            "setup": ("decisions", "random")[s["setup"]],
            "time_track": s["time_track"],
            "reward": ("win", "rank", "margin", "vp")[s["reward"]],
            "skip_forced": bool(s["skip_forced"]),
        },
        "seed": str(s["seed"]),
        "rng": str(s["rng"]),
        "turn": s["turn"],
        "active": s["active"],
        "to_move": s["election"][0] if consul else s["active"],
        "decision": DECISIONS[s["decision"]],
        "quarter": s["quarter"],
        "round": s["demands_revealed"] + 1,
        "time": s["time"],
        **board_fields(s, players),
        "players": [mat_fields(s, seat) for seat in players],
        "pending": pending_fields(s, consul),
        "winner": s["ranking"][0] if over else None,
        "ranking": s["ranking"][: s["players"]] if over else [],
        "senate_rank": s["senate_rank"][: s["players"]] if over else [],
    }


def board_fields(s, players):
    green = GREEN_SPACES[s["players"]]
    return {
        "demands": [DEMANDS[kind] for kind in s["demands"][: s["demands_revealed"]]],
        "demand_pile": counts(DEMANDS, s["demand_pile"]),
        "demands_gone": counts(DEMANDS, s["demands_gone"]),
        "forum_pile": counts(FORUM_KINDS, s["forum_pile"]),
        "extra_pile": counts(ACTIONS, s["extra_pile"]),
        "gone": counts(FORUM_KINDS, s["gone"]),
        "forum": names(FORUM_KINDS, s["forum"][:green]),
        "yellow": names(FORUM_KINDS, s["forum"][12:]),
        "provinces": {
            province: {
                "tile": name(FORUM_KINDS, s["province_tile"][k]),
                "legionnaires": [seat for seat in players if s["legionnaires"][seat][k]],
            }
            for k, province in enumerate(PROVINCES)
        },
        "site": {
            "tiles": names(CONSTRUCTION_TILES, s["site_tile"]),
            "workers": [[seat for seat in players if s["workers"][seat] >> space & 1] for space in range(20)],
        },
        "stacks": [
            {"top": name(TRAJAN_TILES, s["stack_top"][k]), "rest": flagged(TRAJAN_TILES[9 * k :], s["stack_rest"][k])}
            for k in range(6)
        ],
        "trajan_gone": flagged(TRAJAN_TILES, s["trajan_gone"]),
        "bonus_pile": flagged(BONUSES, s["bonus_pile"]),
        "senate_bonus": names(BONUSES, s["senate_bonus"]),
        "ships": [("coloured", "gray")[side] for side in s["ship_side"]],
        "deck": counts(COMMODITIES, s["deck"]),
        "piles": [names(COMMODITIES, pile[:size]) for pile, size in zip(s["pile"], s["pile_size"], strict=True)],
        "senate": {
            "position": s["senate_position"][: s["players"]],
            "order": s["senate_order"][: s["players"]],
        },
    }


def mat_fields(s, seat):
    return {
        "trays": [[c for c, n in zip(COLOURS, tray, strict=True) for _ in range(n)] for tray in s["trays"][seat]],
        "slots": names(TRAJAN_TILES, s["slots"][seat]),
        "arch": None if s["arch"][seat] < 0 else s["arch"][seat],
        "permanent": flagged(DEMAND_STACK, s["permanent"][seat]),
        "tiles": counts(FORUM_KINDS, s["tiles"][seat]),
        "plus_two": [marker == 1 for marker in s["plus_two"][seat]],
        "mat": s["mat"][seat],
        "military_camp": s["military_camp"][seat],
        "worker_camp": s["worker_camp"][seat],
        "leader": [*PROVINCES, None][s["leader"][seat]],
        "construction": flagged(CONSTRUCTION_TILES, sum(s["construction"][seat], [])),
        "bonus": [
            {"tile": bonus, "side": ("gray", "yellow")[side - 1]}
            for bonus, side in zip(BONUSES, s["bonus"][seat], strict=True)
            if side
        ],
        "hand": counts(COMMODITIES, s["hand"][seat]),
        "hand_known": counts(COMMODITIES, s["hand_known"][seat]),
        "tableau": counts(COMMODITIES, s["tableau"][seat]),
        "load": counts(COMMODITIES, s["load"]) if seat == s["active"] else {},
        "vp": s["vp"][seat],
        "gains": dict(zip(GAINS, s["gains"][seat], strict=True)),
    }


def pending_fields(s, consul):
    assert s["sowing_left"] == sum(s["sowing"])
    return {
        "setup_step": s["setup_step"],
        "setup_stacks": flagged(STACKS, s["setup_stacks"]),
        "sowing": counts(COLOURS, s["sowing"]),
        "next_tray": name(ACTIONS, s["next_tray"]),
        "target": name(ACTIONS, s["target"]),
        "effect_tile": name(TRAJAN_TILES, s["effect_tile"]),
        "main_action": name(ACTIONS, s["main_action"]),
        "main_repeats": s["main_repeats"],
        "granted_action": name(ACTIONS, s["granted_action"]),
        "granted_repeats": s["granted_repeats"],
        "tile_spent": s["tile_spent"] == 1,
        "round_ended": s["round_ended"] == 1,
        "ship": name(SHIPS, s["ship"]),
        "load_wilds": s["load_wilds"],
        "first_card": name(COMMODITIES, s["first_card"]),
        "election": s["election"][: s["players"]] if consul else [],
    }


def name(of, index):
    return None if index < 0 else of[index]


def names(of, indices):
    return [None if index < 0 else of[index] for index in indices]


def counts(of, numbers):
    return {kind: number for kind, number in zip(of, numbers, strict=True) if number}


def flagged(of, flags):
    return [piece for piece, flag in zip(of, flags, strict=False) if flag]


# -- side by side ------------------------------------------------------------------------------------------------------
def new_game(options, game_seed):
    """The same new game twice: in the record of these options, over whatever was there, and in the reference."""
    if options not in BATCHES:
        BATCHES[options] = Batch(GAME, options, 1, 0, auto_reset=False)
    batch = BATCHES[options]
    batch.reset(np.array([game_seed], np.uint64))
    return batch, TrajanReference(game_seed, **options.to_json())


def earned(twin):
    """What each seat has earned by the rewards of the options."""
    points = [player.points for player in twin.players]
    if twin.reward == "vp":
        return points
    if not twin.over:
        return [0] * len(points)
    if twin.reward == "win":
        return [1 if seat == twin.winner else -1 / (len(points) - 1) for seat in range(len(points))]
    if twin.reward == "rank":
        return [1 - 2 * twin.ranking.index(seat) / (len(points) - 1) for seat in range(len(points))]
    return [(own - (sum(points) - own) / (len(points) - 1)) / 100 for own in points]


def assert_same(batch, twin, before, check_notation):
    """Everything agrees; returns the legal actions and what the seats have earned."""
    now = fields(batch.records)
    assert now == twin.to_json()
    if check_notation or twin.over:
        assert notation.to_json(batch.records[0]) == now
    legal = twin.legal()
    assert batch.legal_actions(0).tolist() == legal
    assert batch.masks[0].nonzero()[0].tolist() == legal
    assert bool(batch.terminated[0]) == twin.over
    assert batch.to_move[0] == twin.to_move
    after = earned(twin)
    assert batch.rewards[0].tolist() == pytest.approx([b - a for a, b in zip(before, after, strict=True)], abs=1e-5)
    return legal, after


def play_side_by_side(options, game_seed, policy):
    """A game; an error tells how to play it again."""
    actions = []
    chance = random.Random(game_seed)
    try:
        batch, twin = new_game(options, game_seed)
        legal, earnings = assert_same(batch, twin, [0] * options.players, True)
        while legal:
            actions.append(choose(policy, batch.records[0], legal, chance))
            batch.step(np.array(actions[-1:]))
            twin.apply(actions[-1])
            legal, earnings = assert_same(batch, twin, earnings, len(actions) % 10 == 0)
    except Exception as error:
        error.add_note(f"options {options.to_json()}\nseed {game_seed}\npolicy {policy}\nactions {actions}")
        raise


@pytest.mark.parametrize(("players", "setup", "skip_forced"), CHUNKS)
def test_kernel_and_reference_play_the_same_games(players, setup, skip_forced):
    played = set()
    track = TIME_TRACK[players]
    fixed = "ROME_GAMES" not in os.environ

    @settings(
        max_examples=math.ceil(GAMES / len(CHUNKS)),
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    @given(
        st.integers(0, 2**64 - 1),
        st.sampled_from([track, track + 1]),
        st.sampled_from(["win", "rank", "margin", "vp"]),
        st.sampled_from(POLICIES),
    )
    def play(game_seed, time_track, reward, policy):
        play_side_by_side(TrajanOptions(skip_forced, players, setup, time_track, reward), game_seed, policy)
        played.add((time_track, policy))

    seed(str(CHUNKS.index((players, setup, skip_forced))))(play)() if fixed else play()
    assert {time_track for time_track, _ in played} == {track, track + 1} or GAMES < 500
    assert {policy for _, policy in played} == set(POLICIES) or GAMES < 500


@pytest.mark.parametrize("skip_forced", [True, False])
def test_a_used_record_shows_nothing_of_the_game_before(skip_forced):
    """The same new game in a blank record and in one that held a finished game of any other kind."""
    kinds = [TrajanOptions(skip_forced, players, setup) for players in (2, 3, 4) for setup in ("decisions", "random")]
    for before in kinds:
        for after in kinds:
            used = Batch(GAME, before, 1, np.array([7], np.uint64), auto_reset=False)
            while not used.terminated[0]:
                used.step(used.random_actions())
            fresh = Batch(GAME, after, 1, np.array([8], np.uint64), auto_reset=False)
            again = Batch(GAME, after, 1, 0, auto_reset=False)
            again.records[0] = used.records[0]
            after.write(again.records[0])
            again.reset(np.array([8], np.uint64))
            assert again.records.tobytes() == fresh.records.tobytes()
            np.testing.assert_array_equal(again.observations, fresh.observations)
