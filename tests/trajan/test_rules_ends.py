"""The ends of a round, a quarter and the game: T20 to T24, with R3, R5 to R7, R12 and R14."""

from collections import Counter

import numpy as np
import pytest

from trajan.positions import (
    BONUSES,
    CHI_SQUARE_LIMIT,
    GREEN_SPACES,
    PAIRS,
    PROVINCES,
    SITE,
    chi_square,
    copies,
    new_table,
    position,
    position_json,
)
from trajan_env.game import GAME

MET = {"bread": 1, "helmet": 1, "fire": 1}
DEMANDED = ["bread", "helmet", "fire"]


# -- T20: end of a round -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("time", "ended"), [(8, False), (9, True), (10, True)])
def test_T20_the_round_ends_when_the_marker_reaches_or_crosses_the_start_space(time, ended):
    table = position(time=time).sow("seaport", "BY")
    assert table["pending"]["round_ended"] == ended and table["demands"] == []
    table.end_turn()
    assert table["round"] == 1 + ended and len(table["demands"]) == ended
    assert table["time"] == (time + 2) % 11  # the marker keeps its place
    assert table.decision == (1, "tray")


@pytest.mark.parametrize(("players", "spaces"), [(2, 11), (3, 16), (4, 21)])
def test_T20_the_lap_is_as_long_as_the_option_says(players, spaces):
    for track in (spaces, spaces + 1):
        table = position(players=players, time=spaces - 2, time_track=track).sow("seaport", "BY").end_turn()
        assert table["round"] == (2 if track == spaces else 1)
    assert new_table(players=players)["options"]["time_track"] == spaces


def test_T20_the_demand_tile_comes_from_the_pile():
    table = position(demands=["bread"], demands_gone={"bread": 4, "fire": 5}, quarter=4, time=9)
    table.sow("seaport", "BY").end_turn()
    assert table["demands"] == ["bread", "helmet"] and table["demand_pile"] == {"helmet": 4}
    batch = copies(position_json(action="senate", pending={"round_ended": True}), 1500)
    batch.step(np.full(1500, GAME.actions.words.index("decline the action")))
    drawn = np.bincount(batch.records["demands"][:, 0], minlength=3)
    assert chi_square(drawn, [500] * 3) < CHI_SQUARE_LIMIT[2]


def test_T20_in_the_fourth_round_the_quarter_ends_instead():
    table = position(demands=DEMANDED, time=9).sow("seaport", "BY").end_turn()
    assert table["decision"] == "consul" and table["demands"] == DEMANDED
    table.play("take the left bonus tile")
    assert (table["quarter"], table["round"], table["time"], table["demands"]) == (2, 1, 0, [])
    assert table.decision == (1, "tray") and table["turn"] == 26


def test_T20_one_turn_ends_at_most_one_round():
    mat = {"trays": "BBYYGGOOPPWW - - - - -"}
    table = position(mat, time_track=5, time=4).sow("seaport", "BBYYGGOOPPWW").end_turn()
    assert len(table["demands"]) == 1 and table["time"] == (4 + 12) % 5


# -- the end of a quarter ----------------------------------------------------------------------------------------------
def last_turn(*mats, **board):
    """The last turn of a quarter: the action left is to be declined."""
    board = {"demands": DEMANDED, **board}
    return position(*mats, action="senate", pending={"round_ended": True}, **board)


# -- T21: demands ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("unmet", "vp"), [(0, 0), (1, -4), (2, -9), (3, -15)])
def test_T21_unmet_demands_cost_points_which_may_become_negative(unmet, vp):
    table = last_turn({"tiles": DEMANDED[unmet:]}, {"tiles": DEMANDED}).end_turn()
    assert table.gain("demands") == vp == table.vp()
    assert table.vp(1) == 0


def test_T21_example_of_the_rulebook_1_bread_2_helmets_with_a_trajan_tile():
    #   demanded: bread, helmet, helmet; the player has a helmet, a fire and the Trajan tile for helmets
    mat = {"tiles": ["helmet", "fire"], "permanent": ["demand 4"]}
    table = last_turn(mat, demands=["bread", "helmet", "helmet"]).end_turn()
    assert table.gain("demands") == -4
    assert table.mat()["tiles"] == {"fire": 1} and table.mat()["permanent"] == ["demand 4"]
    assert table["gone"] == {"helmet": 1}


@pytest.mark.parametrize(
    ("mat", "left", "vp"),
    [
        ({"permanent": ["demand 1"], "tiles": ["bread", "helmet", "fire", "wild demand"]}, ["bread", "wild demand"], 0),
        ({"permanent": ["demand 1", "demand 2"], "tiles": ["wild demand"] * 2}, [], 0),
        ({"tiles": ["bread", "bread", "helmet", "wild demand"]}, ["bread"], 0),
        ({"tiles": ["wild demand"] * 2, "permanent": ["demand 8"]}, [], 0),
        ({"tiles": ["wild demand"] * 2}, [], -4),
        ({"tiles": ["fire"] * 3}, ["fire"] * 2, -9),
    ],
)
def test_T21_R5_permanent_tiles_then_forum_tiles_then_wild_ones(mat, left, vp):
    table = last_turn(mat).end_turn()
    assert table.mat()["tiles"] == dict(Counter(left)) and table.gain("demands") == vp
    assert table.mat()["permanent"] == sorted(mat.get("permanent", []))


def test_R5_nobody_is_asked_how_to_pay():
    table = last_turn({"tiles": ["bread", "helmet", "fire", "wild demand"]}).play("decline the action")
    assert table["decision"] == "consul"
    assert table.mat()["tiles"] == {"wild demand": 1}


def test_T21_a_trajan_tile_meets_one_demand_a_quarter():
    mat = {"permanent": ["demand 1"]}
    assert last_turn(mat, demands=["bread"] * 3).end_turn().gain("demands") == -9
    mat = {"permanent": ["demand 1", "demand 2", "demand 3"]}
    assert last_turn(mat, demands=["bread"] * 3).end_turn().gain("demands") == 0


def test_T21_every_player_pays():
    table = last_turn({"tiles": ["bread"]}, {"tiles": DEMANDED * 2}, {}, {"tiles": ["wild demand"] * 3}).end_turn()
    assert [mat["vp"] for mat in table["players"]] == [-9, 0, -15, 0]
    assert table.mat(1)["tiles"] == MET


# -- T22: election -----------------------------------------------------------------------------------------------------
def elected(*mats, **board):
    return last_turn(*mats, **board).end_turn()["pending"]["election"]


def test_T22_votes_are_those_of_space_and_tiles():
    mats = [{"tiles": ["votes 2", "votes 5"]}, {}, {"tiles": ["votes 3"]}, {"tiles": ["votes 4", "votes 5"]}]
    assert elected(*mats, votes=[2, 8, 3, 4]) == [3, 0, 1, 2]  # 9, 8, 6 and 13 votes


def test_T22_example_of_the_rulebook_a_tie_decided_by_a_3_vote_tile():
    #   green (0) and brown (1) both on the 5, green on top; brown has a tile of 3 votes: 5 against 8
    assert elected({}, {}, votes=[5, 5], order=[1, 0]) == [0, 1]
    assert elected({}, {"tiles": ["votes 3"]}, votes=[5, 5], order=[1, 0]) == [1, 0]


def test_T22_ties_go_to_the_higher_space_then_to_the_higher_in_the_stack():
    assert elected({"tiles": ["votes 5"]}, {}, votes=[0, 5]) == [1, 0]
    assert elected({"tiles": ["votes 3"]}, {"tiles": ["votes 2"]}, votes=[2, 3], order=[1, 0]) == [1, 0]
    assert elected(players=3, votes=[3, 3, 3], order=[2, 0, 1]) == [1, 0, 2]


def test_T22_players_with_no_votes_rank_too():
    assert elected(players=4, order=[1, 3, 0, 2]) == [2, 0, 3, 1]
    table = last_turn(players=4, order=[1, 3, 0, 2], senate_bonus=["bread", "fire"]).end_quarter()
    assert [bool(mat["bonus"]) for mat in table["players"]] == [True, False, True, False]


@pytest.mark.parametrize(("side", "consul", "vice"), [("left", "yellow", "workers"), ("right", "workers", "yellow")])
def test_T22_example_of_the_rulebook_consul_and_vice_consul(side, consul, vice):
    #   brown (1) is consul and chooses a tile, yellow side up; green (0) takes the other, gray side up
    table = last_turn(votes=[5, 6], senate_bonus=["yellow", "workers"]).end_turn()
    assert table.decision == (1, "consul") and table["active"] == 0
    assert table.legal == ["take the left bonus tile", "take the right bonus tile"]
    table.play(f"take the {side} bonus tile")
    assert table.mat(1)["bonus"] == [{"tile": consul, "side": "yellow"}]
    assert table.mat(0)["bonus"] == [{"tile": vice, "side": "gray"}]


def test_T22_discs_go_back_in_the_order_of_the_vote_consul_on_top():
    table = last_turn(players=4, votes=[3, 8, 0, 5], order=[3, 2, 1, 0]).end_quarter()
    assert table["senate"] == {"position": [0] * 4, "order": [2, 0, 3, 1]}


def test_T22_all_vote_tiles_leave_the_game_and_others_stay():
    mats = [{"tiles": ["votes 2", "extra forum"]}, {"tiles": ["votes 2", "votes 5", "fire", "fire"]}]
    table = last_turn(*mats).end_quarter()
    assert table.mat(0)["tiles"] == {"extra forum": 1} and table.mat(1)["tiles"] == {"fire": 1}
    assert {"votes 2": 2, "votes 5": 1, "fire": 1}.items() <= table["gone"].items()


# -- T23: remove and refill --------------------------------------------------------------------------------------------
def test_T23_all_tiles_left_in_the_forum_leave_the_game():
    table = last_turn(
        {"tiles": DEMANDED}, {"tiles": DEMANDED}, forum=["bread", None, "votes 5"], yellow=["extra forum"]
    )
    table.end_quarter()
    assert table["gone"] == {"bread": 3, "helmet": 2, "fire": 2, "votes 5": 1, "extra forum": 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_T23_forum_spaces_extra_action_tiles_and_bonus_tiles_come_anew(players):
    table = last_turn(players=players, senate_bonus=["bread", "fire"]).end_quarter()
    assert len(table["forum"]) == GREEN_SPACES[players] and None not in table["forum"]
    assert None not in table["yellow"] and sum(table["extra_pile"].values()) == 9
    assert len(set(table["senate_bonus"]) - {"bread", "fire", None}) == 2
    assert len(table["bonus_pile"]) == 8


def test_T23_example_of_the_rulebook_refill_of_provinces():
    #   only the provinces without tile, leader and legionnaire get a tile: here two
    full = [name for name in PROVINCES if name not in ("alpes", "raetia", "noricum", "belgica", "britannia")]
    table = last_turn(
        {"leader": "alpes"}, {"leader": None},
        legionnaires={"raetia": [1], "alpes": [1]}, provinces={**dict.fromkeys(full, "fire"), "noricum": "bread"},
    ).end_quarter()  # fmt: skip
    tiles = {name: province["tile"] for name, province in table["provinces"].items()}
    assert tiles["alpes"] is None and tiles["raetia"] is None and tiles["noricum"] == "bread"
    assert tiles["belgica"] is not None and tiles["britannia"] is not None
    assert [tiles[name] for name in full] == ["fire"] * 5


def test_T23_ships_turn_coloured():
    assert last_turn(ships=["gray", "coloured", "gray"]).end_quarter()["ships"] == ["coloured"] * 3


def test_T23_the_next_player_begins_the_next_quarter():
    table = last_turn(players=3, active=2, votes=[0, 2, 3]).end_quarter()
    assert table.decision == (0, "tray") and table["quarter"] == 2


def test_R12_the_demand_tiles_leave_with_the_quarter():
    table = last_turn(demands_gone={"fire": 3}, quarter=2).end_quarter()
    assert table["demands"] == [] and table["demands_gone"] == {"bread": 1, "helmet": 1, "fire": 4}
    assert table["demand_pile"] == {"bread": 4, "helmet": 4, "fire": 1}


def test_R3_a_short_forum_pile_serves_provinces_first_then_forum_spaces():
    pile = {"bread": 2, "fire": 3}
    taken = dict.fromkeys(list(PROVINCES)[3:], "helmet")
    table = last_turn(players=4, forum_pile=pile, provinces=taken).end_quarter()
    assert all(table["provinces"][name]["tile"] in pile for name in ("alpes", "raetia", "noricum"))
    assert [tile is None for tile in table["forum"]] == [False, False] + [True] * 10
    assert table["forum_pile"] == {} and None not in table["yellow"]
    table = last_turn(players=4, forum_pile={"bread": 2}).end_quarter()
    tiles = [province["tile"] for province in table["provinces"].values()]
    assert tiles == ["bread"] * 2 + [None] * 8 and table["forum"] == [None] * 12


# -- T24: the end of the game ------------------------------------------------------------------------------------------
GONE = {"bread": 3, "helmet": 3, "fire": 3}
SAFE = {"demands": DEMANDED, "demands_gone": GONE, "quarter": 4}


def final(mat, *others, votes=(0, 3, 2), **board):
    """The end of a game of three in which seat 0 is neither consul nor vice consul."""
    tiles = [*mat.get("tiles", ()), *DEMANDED]
    mats = [{"worker_camp": 0, "military_camp": 0, **mat, "tiles": tiles}, *(others or ({}, {}))]
    board = {"players": 3, "votes": list(votes), **SAFE, **board}
    return last_turn(*mats, **board).end_quarter(board.pop("side", "left"))


def test_T24_after_quarter_4_nothing_is_refilled_and_the_game_is_over():
    table = final({"leader": "alpes"}, forum=["bread"])
    assert table["decision"] == "over" and table.legal == [] and table["quarter"] == 4
    assert table["forum"] == [None] * 9 and table["yellow"] == [None] * 3
    assert table["senate_bonus"] == [None, None] and table["round"] == 1
    assert table["to_move"] == table["active"] == 0
    assert all(province["tile"] is None for province in table["provinces"].values())
    assert table["demands_gone"] == {"bread": 4, "helmet": 4, "fire": 4}


def test_T24_one_point_for_each_card_in_hand():
    assert final({"hand": ["oil", "oil", "fish"], "tableau": ["gems"]}).gain("final_hand") == 3


def test_T24_one_point_for_each_worker_in_camp_not_on_the_site():
    assert final({"worker_camp": 4, "workers": [(1, 1)]}).gain("final_workers") == 4


def test_T24_one_point_for_each_legionnaire_in_camp_not_in_provinces():
    assert final({"military_camp": 5}, legionnaires={"alpes": [0]}).gain("final_legionnaires") == 5


def test_T24_R7_one_point_for_each_trajan_tile_on_the_circle():
    mat = {"slots": {"forum": "cards 1", "senate": "points 1"}, "permanent": ["demand 1"]}
    assert final(mat).gain("final_circle") == 2


@pytest.mark.parametrize(
    ("tiles", "wilds", "vp"),
    [
        ("door 2 door 3", 0, 0),
        ("door 2 door 3 door 4", 0, 10),
        ("door 2 door 3 door 4 door 5", 0, 20),
        ("door 2 door 3 door 4 roof 2 roof 3 roof 4 roof 5", 0, 30),
        ("door 2 door 3", 1, 10),
        ("door 2", 1, 0),
        ("door 2", 2, 10),
        ("door 2 door 3 door 4", 1, 20),
        ("door 2 door 3 roof 2 roof 3", 2, 20),
        ("door 2 door 3 door 4 roof 2 roof 3", 1, 20),
        ("door 2 door 3 door 4 roof 2 roof 3", 2, 30),
        ("door 2 door 3 door 4 roof 2", 2, 20),
        ("door 2 door 3 door 4 door 5", 2, 20),
        ("", 2, 0),
    ],
)
def test_T24_R6_sets_of_construction_tiles_with_wilds_where_they_are_worth_most(tiles, wilds, vp):
    words = tiles.split()
    mat = {"construction": [" ".join(words[k : k + 2]) for k in range(0, len(words), 2)]}
    assert final({**mat, "tiles": ["wild construction"] * wilds}).gain("final_sets") == vp


def bonus_points(bonus, mat=None, **board):
    return final({**(mat or {}), "bonus": bonus}, **board).gain("final_bonus")


@pytest.mark.parametrize(("side", "vp"), [("yellow", 9), ("gray", 6)])
@pytest.mark.parametrize("kind", DEMANDED)
def test_T24_demand_bonus_for_at_least_one_forum_tile(kind, side, vp):
    assert bonus_points({kind: side}, {"tiles": [kind]}) == vp
    assert bonus_points({kind: side}, {"tiles": [kind] * 2}) == vp
    assert bonus_points({kind: side}) == 0
    permanent = {"bread": "demand 1", "helmet": "demand 4", "fire": "demand 7"}[kind]
    spent = {"tiles": [], "permanent": [permanent]}  # the forum tile is kept, the Trajan tile meets the demand
    assert bonus_points({kind: side}, spent) == vp
    mats = ({"bonus": {kind: side}, "permanent": [permanent], "worker_camp": 0, "military_camp": 0}, {}, {})
    lonely = last_turn(*mats, **SAFE, votes=[0, 3, 2]).end_quarter()  # a Trajan tile alone does not fulfil it
    assert lonely.mat()["gains"]["final_bonus"] == 0


@pytest.mark.parametrize(("wilds", "vp"), [(0, 0), (1, 9), (2, 15), (3, 15)])
def test_R6_R14_a_wild_demand_serves_one_bonus_tile_whose_kind_is_missing(wilds, vp):
    assert bonus_points({"bread": "gray", "fire": "yellow"}, {"tiles": ["wild demand"] * wilds}) == vp


def test_R6_a_wild_demand_is_not_needed_where_the_kind_is_there():
    assert bonus_points({"bread": "yellow", "fire": "gray"}, {"tiles": ["bread", "wild demand"]}) == 9 + 6


@pytest.mark.parametrize(("workers", "yellow", "gray"), [(0, 0, 0), (1, 1, 1), (2, 2, 1), (5, 5, 3)])
def test_T24_R7_worker_bonus_gray_rounded_up(workers, yellow, gray):
    on_site = {"workers": SITE[:workers]}
    assert bonus_points({"workers": "yellow"}, on_site) == yellow
    assert bonus_points({"workers": "gray"}, on_site) == gray


def test_R7_half_points_are_rounded_up_and_the_circle_scores():
    table = final({"bonus": {"workers": "gray"}, "workers": SITE[:3], "slots": {"forum": "cards 1"}})
    gains = table.mat()["gains"]
    assert (gains["final_bonus"], gains["final_circle"]) == (2, 1)


def test_T24_legionnaire_bonus():
    placed = {"alpes": [0], "raetia": [0, 1], "britannia": [1], "belgica": [0]}
    assert bonus_points({"legionnaires": "yellow"}, legionnaires=placed) == 6
    assert bonus_points({"legionnaires": "gray"}, legionnaires=placed) == 3


def test_T24_yellow_bonus_counts_itself_and_no_gray_ones():
    assert bonus_points({"yellow": "yellow"}) == 3
    assert bonus_points({"yellow": "yellow", "bread": "yellow", "fire": "gray"}) == 6
    assert bonus_points({"yellow": "gray", "bread": "yellow", "fire": "gray"}) == 2


@pytest.mark.parametrize("pair", PAIRS)
def test_T24_commodity_bonus_for_each_such_card_in_the_tableau(pair):
    one, other = pair.split("+")
    others = next(each for each in PAIRS if each != pair).split("+")
    tableau = {"tableau": [one, one, other, *others]}
    assert bonus_points({pair: "yellow"}, tableau) == 9
    assert bonus_points({pair: "gray"}, tableau) == 6


def test_R6_each_wild_commodity_counts_once_for_the_best_commodity_bonus():
    wilds = {"tiles": ["wild commodity"] * 2}
    assert bonus_points({"wine+fish": "gray", "scrolls+oil": "yellow"}, wilds) == 6
    assert bonus_points({"wine+fish": "gray"}, wilds) == 4
    assert bonus_points({"workers": "yellow"}, wilds) == 0


def test_T24_the_bonus_tile_of_the_last_election_counts():
    table = final({}, {"worker_camp": 0, "workers": SITE[:4]}, {}, senate_bonus=["workers", "yellow"])
    assert table.mat(1)["gains"]["final_bonus"] == 4  # consul: workers, yellow side
    assert table.mat(2)["gains"]["final_bonus"] == 0  # vice consul: yellow, gray side, no yellow tile


# -- winner ------------------------------------------------------------------------------------------------------------
def final_with(totals, votes, order=(0, 1, 2), tiles=((), (), ())):
    """A game of three that ends with these totals."""

    def ended(gains):
        mats = [
            {"gains": {"trajan" if vp >= 0 else "demands": vp}, "tiles": [*DEMANDED, *own]}
            for vp, own in zip(gains, tiles, strict=True)
        ]
        return last_turn(*mats, votes=list(votes), order=list(order), senate_bonus=["bread", "fire"], **SAFE)

    scored = ended([0, 0, 0]).end_quarter()
    table = ended([total - scored.vp(seat) for seat, total in enumerate(totals)]).end_quarter()
    assert [table.vp(seat) for seat in range(3)] == list(totals)
    return table


def test_T24_most_points_win():
    table = final_with([40, 70, 55], votes=[8, 0, 2])
    assert (table["winner"], table["ranking"]) == (1, [1, 2, 0])
    assert GAME.result(table.state)["ranking"] == [1, 2, 0] and GAME.result(table.state)["vp"] == [40, 70, 55]


def test_T24_R12_a_tie_goes_to_the_higher_on_the_senate_track_before_the_discs_go_back():
    table = final_with([50, 50, 50], votes=[2, 5, 3])
    assert table["ranking"] == table["senate_rank"] == [1, 2, 0]
    assert table["senate"]["position"] == [0, 0, 0]


def test_T24_R12_on_one_space_the_higher_in_the_stack():
    assert final_with([50, 50, 50], votes=[3, 3, 3], order=[1, 2, 0])["ranking"] == [0, 2, 1]


def test_R12_vote_tiles_do_not_count_for_the_tie():
    table = final_with([50, 50, 20], votes=[2, 3, 0], tiles=(["votes 5"], [], []))
    assert table["ranking"] == [1, 0, 2]
    assert table["senate"]["order"] == [2, 1, 0]  # but they did for the vote


def test_T24_negative_totals_rank_as_well():
    assert final_with([-3, -20, 0], votes=[0, 8, 0])["ranking"] == [2, 0, 1]


def test_R14_wild_demands_may_have_met_demands_before_they_count_for_a_bonus():
    tiles = ["wild demand"] * 2
    table = last_turn(
        {"bonus": {"bread": "yellow"}, "tiles": ["helmet", "fire", *tiles], "worker_camp": 0, "military_camp": 0},
        {}, {}, votes=[0, 3, 2], **SAFE,
    ).end_quarter()  # fmt: skip
    assert table.mat()["gains"]["demands"] == 0 and table.mat()["gains"]["final_bonus"] == 9
    assert table.mat()["tiles"] == {"wild demand": 1}


def test_T22_every_bonus_tile_finds_an_owner_or_stays_in_the_bag():
    table = new_table(3, players=4, setup="random")
    while table["decision"] != "over":
        table.batch.step(table.batch.random_actions())
    owned = [bonus["tile"] for mat in table["players"] for bonus in mat["bonus"]]
    assert len(owned) == 4 + 8 and sorted(owned) == sorted(BONUSES)
