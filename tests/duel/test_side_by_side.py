"""Kernel and reference play the same games side by side, over all options; every field agrees after every action.

2,000 games, always the same ones. The environment variable ROME_GAMES asks for another number of new ones:

    ROME_GAMES=20000 pytest tests/duel/test_side_by_side.py

All games are played in one record of the kernel, one after another: what a game leaves there must not show in the next.
"""

import functools
import os
import random

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from boardkit.batch import Batch
from duel.positions import MODULE_CHOICES, SIDES, reference_game
from duel_env import notation
from duel_env.data import DIFFICULTIES, TILES
from duel_env.game import GAME
from duel_env.options import CaesarOptions

GAMES = int(os.environ.get("ROME_GAMES", 2000))
PARTS = 4

RECORD = GAME.blank(CaesarOptions())


@functools.cache
def batch_in_record(seats):
    """A batch of one game that lives in RECORD."""
    batch = Batch(GAME, CaesarOptions(solo="low" if seats == 1 else None), 1, 0, auto_reset=False)
    batch.records = RECORD
    return batch


number = st.integers(0, 4)
tile_tables = st.fixed_dictionaries({tile: st.tuples(number, number, st.integers(1, 4), number) for tile in TILES})
two_players = st.builds(CaesarOptions, modules=st.sampled_from(MODULE_CHOICES), skip_forced=st.booleans())
solo = st.builds(
    CaesarOptions,
    modules=st.sampled_from(MODULE_CHOICES),
    solo=st.sampled_from(DIFFICULTIES),
    human=st.sampled_from(SIDES),
    harder=st.booleans(),
    tiles=st.none() | tile_tables,
    skip_forced=st.booleans(),
)


def new_game(options, game_seed):
    """The same new game twice: in RECORD, over whatever was there, and in the reference."""
    batch = batch_in_record(len(options.seats))
    batch.options = options
    options.write(RECORD[0])
    batch.reset(np.array([game_seed], np.uint64))
    return batch, reference_game(game_seed, options.to_json())


def assert_same(batch, twin):
    """Every field, the legal actions (which are returned), the mask, the seat to move and the rewards agree."""
    s = RECORD[0]
    assert notation.to_json(s) == twin.to_json()
    for province in twin.board.provinces:
        assert s.free_borders[province.index] == len(province.free_borders)
        assert s.influence[:, province.index].tolist() == [province.influence(side) for side in twin.players]
    legal = twin.legal()
    assert batch.legal_actions(0).tolist() == legal
    assert np.flatnonzero(batch.masks[0]).tolist() == legal
    assert bool(batch.terminated[0]) == twin.over
    if not twin.over:
        assert batch.to_move[0] == (0 if s.solo else twin.to_move)
    sides = [SIDES.index(batch.options.human)] if s.solo else range(2)
    assert batch.rewards[0].tolist() == [0 if not twin.over else 1 if side == twin.winner else -1 for side in sides]
    return legal


def play_side_by_side(options, game_seed):
    """A game by random choices; an error tells how to play it again."""
    actions = []
    choice = random.Random(game_seed)
    try:
        batch, twin = new_game(options, game_seed)
        while legal := assert_same(batch, twin):
            actions.append(choice.choice(legal))
            batch.step(np.array(actions[-1:]))
            twin.apply(actions[-1])
    except Exception as error:
        error.add_note(f"options {options.to_json()}\nseed {game_seed}\nactions {actions}")
        raise


@pytest.mark.parametrize("part", range(PARTS))
def test_kernel_and_reference_play_the_same_games(part):
    played = set()

    @seed(part if "ROME_GAMES" not in os.environ else random.getrandbits(64))
    @settings(
        max_examples=GAMES // PARTS,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(two_players | solo, st.integers(0, 2**64 - 1))
    def play(options, game_seed):
        play_side_by_side(options, game_seed)
        played.add((options.modules, options.solo))

    play()
    if GAMES >= 2000:
        assert len(played) == len(MODULE_CHOICES) * (1 + len(DIFFICULTIES))


def test_a_used_record_shows_nothing_of_the_game_before():
    """The same new game in a blank record and in one that held a finished game of any other kind."""
    kinds = [CaesarOptions(modules=modules, solo=level) for modules in MODULE_CHOICES for level in (None, "high")]
    for before in kinds:
        for after in kinds:
            used, _ = new_game(before, 7)
            while not used.terminated[0]:
                used.step(used.random_actions())
            used, _ = new_game(after, 8)
            fresh = Batch(GAME, after, 1, np.array([8], np.uint64), auto_reset=False)
            assert notation.to_json(used.records[0]) == notation.to_json(fresh.records[0])
            np.testing.assert_array_equal(used.observations, fresh.observations)
