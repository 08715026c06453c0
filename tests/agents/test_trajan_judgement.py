"""The judgement of Trajan means what its advice says, in positions made for each piece of it."""

from typing import Any

import numpy as np
import pytest

from agents.judgement import judgement_of, outlook, tally
from boardkit.game import copy_states
from boardkit.protocol import determinize
from tests.trajan.positions import new_table, position
from trajan_env.game import GAME

WEIGHTS = judgement_of(GAME).weights
LAST_QUARTER = {"quarter": 4, "demands_gone": {"bread": 4, "helmet": 3, "fire": 2}}
LAST_ROUND = {"demands": ["bread", "helmet", "fire"], "time": 8}


def judge(state: Any) -> np.ndarray:
    values = np.empty(int(state.players))
    outlook(state, WEIGHTS, values)
    return values


def of_seat(*mats: dict[str, Any], **board: Any) -> float:
    """What seat 0 may expect with these mats on this board."""
    return float(judge(position(*mats, **board).state)[0])


def gain_by(better: dict[str, Any], worse: dict[str, Any], **board: Any) -> float:
    """How much better seat 0 stands with one mat than with another."""
    return of_seat(better, **board) - of_seat(worse, **board)


def played(players: int, decisions: int, seed: int = 1) -> Any:
    """A position of a random game."""
    table = new_table(seed=seed, players=players, setup="random")
    generator = np.random.default_rng(seed)
    for _ in range(decisions):
        table.batch.step(generator.choice(table.batch.legal_actions(0), 1))
    return table.state


def test_every_advice_has_its_own_name_and_words() -> None:
    advice = judgement_of(GAME).advice
    assert len({one.name for one in advice}) == len({one.words for one in advice}) == len(advice)
    assert all(one.words.endswith(".") for one in advice)


def test_tally_counts_points() -> None:
    values = np.empty(3)
    tally(position({"gains": {"ships": 12}}, {}, {"gains": {"senate": 5, "demands": -9}}).state, values)
    assert values.tolist() == [12, 0, -4]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("decisions", [0, 40, 120])
def test_outlook_is_a_return_and_sums_to_zero(players: int, decisions: int) -> None:
    values = judge(played(players, decisions))
    assert len(values) == players
    assert abs(values.sum()) < 1e-9
    assert (values <= 1).all()
    assert (values >= -1 / (players - 1)).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equal_mats_have_equal_outlooks_but_for_the_order_in_the_senate(players: int) -> None:
    values = judge(position(players=players, time=3).state)
    assert np.abs(values).max() < 0.05
    assert (np.diff(values) >= 0).all()  # the higher disc wins a tie


@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_ahead_mean_more_the_later_it_is(players: int) -> None:
    ahead = {"gains": {"ships": 20}}
    early = of_seat(ahead, players=players)
    late = of_seat(ahead, players=players, **LAST_QUARTER, **LAST_ROUND)
    assert 0 < early < late <= 1


def test_who_meets_the_demands_stands_better_and_more_so_at_the_end_of_the_quarter() -> None:
    covered, bare = {"tiles": ["bread", "helmet"]}, {"tiles": ["votes 2", "votes 2"]}
    early = gain_by(covered, bare, **LAST_QUARTER, demands=["bread", "helmet"])
    late = gain_by(covered, bare, **LAST_QUARTER, **LAST_ROUND)
    assert 0 < early < late


def test_a_tile_for_a_demand_revealed_is_worth_more_than_one_for_another() -> None:
    board = {**LAST_QUARTER, "demands": ["fire", "fire", "fire"], "senate_bonus": ["workers", "legionnaires"]}
    assert gain_by({"tiles": ["fire"]}, {"tiles": ["bread"]}, **board) > 0


def test_a_wild_demand_tile_meets_any_demand() -> None:
    assert gain_by({"tiles": ["wild demand"]}, {}, **LAST_QUARTER, **LAST_ROUND) > 0


def test_a_permanent_tile_meets_its_demand() -> None:
    assert gain_by({"permanent": ["demand 1"]}, {}, **LAST_QUARTER, **LAST_ROUND) > 0  # bread


def test_a_trajan_tile_that_can_be_completed_next_turn_is_worth_more() -> None:
    # Points 1 wants two orange markers in the senate tray (IV): one is there, the other comes from the military tray.
    tile = {"slots": {"senate": "points 1"}}
    ready = tile | {"trays": "BY BG O OPW PW YG"}
    far = tile | {"trays": "BY BG G OPW PW YO"}
    assert gain_by(ready, far) > 0


def test_a_trajan_tile_is_worth_more_the_more_of_its_colours_lie_in_its_tray() -> None:
    tile = {"slots": {"trajan": "points 1"}}
    both, one, none = (
        tile | {"trays": trays} for trays in ("BY BG GW P OO YWP", "BY BG GW O OP YWP", "BY BG GW OO P YWP")
    )
    assert of_seat(both) > of_seat(one) > of_seat(none)


def test_votes_count_before_the_election_for_a_bonus_tile_that_suits() -> None:
    board = {"senate_bonus": ["legionnaires", "columns+furs"], **LAST_ROUND}
    assert gain_by({"tiles": ["votes 5"]}, {}, **board) > 0


def test_a_bonus_tile_is_worth_more_with_the_cards_it_counts() -> None:
    bonus = {"bonus": {"wine+fish": "yellow"}}
    matching = bonus | {"tableau": ["wine", "fish", "fish"]}
    assert gain_by(matching, bonus | {"tableau": ["oil", "furs", "furs"]}) > 0


def test_a_hand_of_pairs_is_worth_more_than_one_of_single_cards() -> None:
    pairs = {"hand": ["wine", "wine", "oil", "oil"]}
    assert gain_by(pairs, {"hand": ["wine", "fish", "oil", "furs"]}) > 0


def test_a_hand_is_worth_more_while_its_ship_shows_the_coloured_side() -> None:
    pairs = {"hand": ["wine", "wine", "oil", "oil", "furs", "furs"]}
    gray = ["coloured", "gray", "coloured"]
    assert gain_by(pairs, {}) > gain_by(pairs, {}, ships=gray) > 0


def test_a_leader_is_better_off_before_rich_free_provinces() -> None:
    there, elsewhere = {"leader": "belgica"}, {"leader": "noricum"}
    free = gain_by(there, elsewhere)
    taken = gain_by(there, elsewhere, legionnaires={"britannia": [1], "germania_inferior": [1]})
    assert free > 0
    assert free > taken


def test_two_buildings_of_a_kind_are_worth_more_than_two_kinds() -> None:
    assert gain_by({"construction": ["door 2", "door 3"]}, {"construction": ["door 2", "roof 3"]}) > 0


def test_an_extra_action_is_worth_more_with_a_plus_two_on_its_action() -> None:
    tile = {"tiles": ["extra military"]}
    assert gain_by(tile | {"plus_two": ["military"]}, tile | {"plus_two": ["seaport"]}) > 0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_is_read_of_what_no_player_can_see_but_the_hands(seed: int) -> None:
    states = np.array([played(2, 90, seed)])
    before = judge(states[0])
    states["rng"], states["seed"], states["deck"], states["stack_rest"] = 7, 7, 0, 0
    states["forum_pile"], states["extra_pile"], states["bonus_pile"] = 0, 0, 0
    assert judge(states[0]).tolist() == before.tolist()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_with_all_hands_known_a_redrawn_world_is_judged_alike(seed: int) -> None:
    states = np.array([played(3, 90, seed)])
    states["hand_known"] = states["hand"]
    redrawn = copy_states(states)
    determinize(redrawn[0], 0, np.uint64(99))
    assert judge(redrawn[0]).tolist() == judge(states[0]).tolist()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_decision_of_a_game_can_be_judged(players: int) -> None:
    table = new_table(seed=5, players=players)
    generator = np.random.default_rng(5)
    while not table.batch.terminated[0]:
        values = judge(table.state)
        assert np.isfinite(values).all()
        table.batch.step(generator.choice(table.batch.legal_actions(0), 1))
