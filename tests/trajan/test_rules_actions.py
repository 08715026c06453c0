"""The six actions and extra actions: T12 to T19, with R1, R2, R4, R8 to R11 and R14."""

import numpy as np
import pytest

from trajan.positions import (
    ACTIONS,
    BORDERS,
    BUILDINGS,
    CHI_SQUARE_LIMIT,
    CONSTRUCTION_TILES,
    PROVINCES,
    SITE,
    STACKS,
    chi_square,
    copies,
    position,
    position_json,
)
from trajan_env.game import GAME

DECLINE = "decline the action"


def starting(table, words):
    """The legal actions that begin with these words."""
    return [action for action in table.legal if action.startswith(words)]


def turn_is_over(table):
    return table.decision == (1, "tray")


# -- T12: seaport ------------------------------------------------------------------------------------------------------
def seaport(*hand, mat=None, **more):
    return position({"hand": hand, **(mat or {})}, action="seaport", **more)


def test_T12a_draw_two_then_discard_one():
    table = seaport("wine").play("draw two cards")
    assert table.hand_size() == 3 and table.decision == (0, "discard")
    assert {words.split()[1] for words in table.legal} == set(table.mat()["hand"])
    table.play("discard wine to the right pile")
    assert table["piles"] == [["wheat"], ["wheat", "wine"]]
    assert table.hand_size() == 2 and turn_is_over(table)


def test_T12a_any_card_of_the_hand_onto_either_pile():
    table = seaport("wine", "wine", "oil", deck=["gems", "oil"]).play("draw two cards")
    assert table.legal == [
        f"discard {card} to the {pile} pile" for card in ("oil", "wine", "gems") for pile in ("left", "right")
    ]


def test_T12a_cards_are_drawn_at_random():
    batch = copies(position_json(action="seaport"), 2000)
    batch.step(np.full(2000, GAME.actions.words.index("draw two cards")))
    drawn = batch.records["hand"][:, 0].sum(0)
    assert drawn.sum() == 4000
    assert chi_square(drawn, 4000 * np.array([5] * 11 + [3]) / 58) < CHI_SQUARE_LIMIT[11]


def test_T12b_take_the_top_card_of_a_discard_pile():
    table = seaport(piles=(["wine", "oil"], ["gems"]))
    table.play("take the card from the left pile")
    assert table.mat()["hand"] == table.mat()["hand_known"] == {"oil": 1}
    assert table["piles"] == [["wine"], ["gems"]] and turn_is_over(table)
    assert sum(table["deck"].values()) == 57


def test_T12b_R14_an_emptied_pile_is_refilled_from_the_deck():
    table = seaport(piles=(["oil"], ["gems"]), deck=["fish"]).play("take the card from the left pile")
    assert table["piles"] == [["fish"], ["gems"]] and table["deck"] == {}


def test_T12c_play_one_card_and_draw_one():
    table = seaport("oil", "wine", deck=["fish", "fish"]).play("play oil")
    assert table.mat()["tableau"] == {"oil": 1} and table.mat()["hand"] == {"wine": 1}
    table.play("play no second card")
    assert table.mat()["hand"] == {"wine": 1, "fish": 1} and turn_is_over(table)
    assert table.vp() == 0


def test_T12c_play_two_cards_and_draw_two_after_both():
    table = seaport("oil", "wine", deck=["fish"] * 3).play("play oil")
    assert table.legal == ["also play wine", "play no second card"]
    table.play("also play wine")
    assert table.mat()["tableau"] == {"oil": 1, "wine": 1} and table.mat()["hand"] == {"fish": 2}


def test_T12c_the_second_card_is_not_before_the_first_in_the_list_of_kinds():
    table = seaport("oil", "wine", "wine", "gems").play("play wine")
    assert table.legal == ["also play wine", "also play gems", "play no second card"]


LOADS = [
    ("identical", ["wine"] * n, coloured, gray) for n, coloured, gray in [(1, 2, 0), (2, 6, 1), (3, 12, 7), (4, 20, 15)]
]
LOADS += [("pairs", ["oil"] * 2, 5, 1), ("pairs", ["oil", "oil", "wine", "wine"], 10, 6)]
LOADS += [("pairs", ["oil", "oil", "wine", "wine", "cattle", "cattle"], 15, 11)]
LOADS += [
    ("different", ["furs", "oil", "wine", "gems"][:n], coloured, gray)
    for n, coloured, gray in [(1, 2, 0), (2, 4, 1), (3, 6, 3), (4, 8, 5)]
]


@pytest.mark.parametrize("side", ["coloured", "gray"])
@pytest.mark.parametrize(("ship", "cards", "coloured", "gray"), LOADS)
def test_T12d_every_load_of_the_table_scores_and_turns_the_ship(ship, cards, coloured, gray, side):
    table = seaport(*cards, "wheat", ships=[side] * 3).play(f"ship {ship}", *(f"load {card}" for card in cards))
    assert table.mat()["tableau"] == {} and sum(table.mat()["load"].values()) == len(cards)
    table.play("set sail")
    assert table.gain("ships") == {"coloured": coloured, "gray": gray}[side]
    assert table.mat()["tableau"] == {card: cards.count(card) for card in cards}
    assert table.mat()["hand"] == {"wheat": 1}  # nothing is drawn
    assert table["ships"] == ["gray" if name == ship or side == "gray" else side for name in
                              ("identical", "pairs", "different")]  # fmt: skip
    assert turn_is_over(table)


def test_T12d_identical_takes_one_kind_and_four_cards_at_most():
    table = seaport(*["oil"] * 5, "wine").play("ship identical")
    assert table.legal == ["load oil", "load wine"]
    table.play("load oil")
    assert table.legal == ["load oil", "set sail"]
    table.play(*["load oil"] * 3)
    assert table.legal == ["set sail"]


def test_T12d_different_takes_each_kind_once_and_four_cards_at_most():
    table = seaport("furs", "furs", "oil", "wine", "gems", "wheat").play("ship different", "load furs")
    assert table.legal == ["load oil", "load wine", "load gems", "load wheat", "set sail"]
    table.play("load wine", "load gems", "load wheat")
    assert table.legal == ["set sail"]


def test_T12d_pairs_takes_three_different_pairs_at_most():
    hand = ["furs"] * 4 + ["oil"] * 2 + ["wine"] * 2 + ["gems"] * 2 + ["fish"]
    table = seaport(*hand).play("ship pairs")
    assert table.legal == ["load furs", "load oil", "load wine", "load gems"]
    assert table.play("load furs").legal == ["load furs"]  # a pair once begun
    table.play("load furs")
    assert table.legal == ["load oil", "load wine", "load gems", "set sail"]
    table.play("load oil", "load oil", "load wine", "load wine")
    assert table.legal == ["set sail"]


def test_T12d_no_pair_no_ship_for_pairs():
    assert starting(seaport("furs", "oil"), "ship") == ["ship identical", "ship different"]
    assert starting(seaport(), "ship") == []


def test_T12_one_of_four():
    table = seaport("furs", "furs")
    assert table.legal == [
        DECLINE, "draw two cards", "take the card from the left pile", "take the card from the right pile",
        "play furs", "ship identical", "ship pairs", "ship different",
    ]  # fmt: skip


# -- R2: the commodity deck runs out -----------------------------------------------------------------------------------
def test_R2_all_discards_but_the_tops_make_a_new_deck():
    table = seaport("wine", deck=[], piles=(["fish", "fish", "oil"], ["fish", "wheat"]))
    table.play("draw two cards")
    assert table["piles"] == [["oil"], ["wheat"]]
    assert table.mat()["hand"] == {"wine": 1, "fish": 2} and table["deck"] == {"fish": 1}


def test_R2_between_the_two_cards():
    table = seaport(deck=["gems"], piles=(["fish", "oil"], ["wheat"])).play("draw two cards")
    assert table.mat()["hand"] == {"fish": 1, "gems": 1}
    assert table["deck"] == {} and table["piles"] == [["oil"], ["wheat"]]


def test_R2_nothing_to_draw_is_no_choice():
    table = seaport(deck=[], piles=(["oil"], ["wheat"]))
    assert table.legal == [DECLINE, "take the card from the left pile", "take the card from the right pile"]


def test_R2_with_one_card_to_draw_it_is_drawn_and_one_discarded():
    table = seaport(deck=["fish"], piles=(["oil"], ["wheat"])).play("draw two cards")
    assert table.mat()["hand"] == {"fish": 1}
    table.play("discard fish to the left pile")
    assert table.hand_size() == 0 and table["piles"] == [["oil", "fish"], ["wheat"]]


def test_R2_a_pile_is_refilled_from_the_new_deck_or_stays_empty():
    table = seaport(deck=[], piles=(["oil"], ["fish", "wheat"])).play("take the card from the left pile")
    assert table["piles"] == [["fish"], ["wheat"]]
    table = seaport(deck=[], piles=(["oil"], ["wheat"])).play("take the card from the left pile")
    assert table["piles"] == [[], ["wheat"]]
    table = position({}, {"hand": ["gems"]}, active=1, action="seaport", deck=[], piles=([], ["wheat"]))
    assert starting(table, "take") == ["take the card from the right pile"]


@pytest.mark.parametrize(("others", "known"), [(1, {"gems": 2}), (2, {})])
def test_R2_of_two_players_each_then_knows_the_other_hand(others, known):
    mats = [{"hand": ["wine"]}, *({"hand": ["gems"] * 2 if seat == 0 else []} for seat in range(others))]
    table = position(*mats, action="seaport", deck=[], piles=(["fish", "fish", "oil"], ["wheat"]))
    table.play("draw two cards")
    assert table.mat(1)["hand_known"] == known
    assert table.mat(0)["hand_known"] == ({"wine": 1} if known else {})


def test_R4_playing_takes_cards_only():
    table = seaport("oil", mat={"tiles": ["wild commodity"]})
    assert starting(table, "play") == ["play oil"]
    assert table.play("play oil").legal == ["play no second card"]


def test_R11_playing_is_legal_even_if_nothing_can_be_drawn():
    table = seaport("oil", "wine", deck=[], piles=(["oil"], ["wheat"])).play("play oil", "also play wine")
    assert table.hand_size() == 0 and table.mat()["tableau"] == {"oil": 1, "wine": 1} and turn_is_over(table)


def test_R11_one_card_worth_nothing_on_a_gray_ship_is_legal():
    table = seaport("oil", ships=["gray"] * 3).play("ship different", "load oil")
    assert table.legal == ["set sail"]
    assert table.play("set sail").vp() == 0


# -- T19: wild commodity tiles -----------------------------------------------------------------------------------------
WILDS = {"tiles": ["wild commodity"] * 3}


def test_T19_a_wild_tile_stands_for_a_card_leaves_the_game_and_enters_no_tableau():
    table = seaport("oil", "oil", mat=WILDS).play("ship identical", "load oil", "load oil", "load a wild commodity")
    assert table.legal == ["load a wild commodity", "set sail"]
    table.play("set sail")
    assert table.gain("ships") == 12
    assert table.mat()["tableau"] == {"oil": 2} and table["gone"] == {"wild commodity": 1}
    assert table.mat()["tiles"] == {"wild commodity": 2}


def test_T19_any_number_of_them():
    table = seaport("oil", mat=WILDS).play("ship different", "load oil", *["load a wild commodity"] * 3)
    assert table.legal == ["set sail"]
    assert table.play("set sail").gain("ships") == 8
    assert table["gone"] == {"wild commodity": 3}


def test_T19_a_single_card_and_a_wild_tile_are_a_pair():
    table = seaport("oil", "wine", mat={"tiles": ["wild commodity"]}).play("ship pairs", "load wine")
    assert table.legal == ["load a wild commodity"]
    assert table.play("load a wild commodity", "set sail").gain("ships") == 5


def test_R11_wilds_alone_and_two_as_a_pair():
    table = seaport(mat=WILDS)
    assert starting(table, "ship") == ["ship identical", "ship pairs", "ship different"]
    table.play("ship pairs", "load a wild commodity")
    assert table.legal == ["load a wild commodity"]
    table.play("load a wild commodity")
    assert table.legal == ["set sail"]  # the third alone is no pair
    assert table.play("set sail").gain("ships") == 5


def test_R11_wilds_come_after_the_cards():
    table = seaport("oil", "wine", mat=WILDS).play("ship different", "load a wild commodity")
    assert table.legal == ["load a wild commodity", "set sail"]


def test_R11_no_step_that_could_not_be_completed():
    one = {"tiles": ["wild commodity"]}
    table = seaport("furs", "oil", "oil", "wine", mat=one).play("ship pairs")
    assert table.legal == ["load furs", "load oil", "load wine"]  # one wild alone is no pair
    table.play("load furs")
    assert table.legal == ["load oil", "load a wild commodity"]  # wine would need a second wild
    table.play("load oil", "load oil")
    assert table.legal == ["load a wild commodity"]
    table.play("load a wild commodity")
    assert table.legal == ["set sail"]
    assert table.play("set sail").gain("ships") == 10


# -- T13: forum --------------------------------------------------------------------------------------------------------
def test_T13_take_any_one_tile():
    table = position(action="forum", forum=["fire", None, "votes 3"], yellow=["extra senate"])
    assert table.legal == [
        DECLINE, "take fire from the forum", "take votes 3 from the forum", "take extra senate from the forum",
    ]  # fmt: skip
    table.play("take votes 3 from the forum")
    assert table.mat()["tiles"] == {"votes 3": 1}
    assert table["forum"][:3] == ["fire", None, None] and turn_is_over(table)


def test_T13_equal_tiles_are_one_choice_green_spaces_first_lowest_first():
    table = position(action="forum", forum=[None, "bread", "bread", "extra senate"], yellow=["extra senate"])
    assert len(table.legal) == 3
    table.play("take bread from the forum")
    assert table["forum"][:4] == [None, None, "bread", "extra senate"]
    again = position(action="forum", forum=["extra senate"], yellow=["extra forum", "extra senate"])
    again.play("take extra senate from the forum")
    assert (again["forum"][0], again["yellow"][:2]) == (None, ["extra forum", "extra senate"])


def test_R9_an_empty_forum_leaves_only_to_decline():
    assert position(action="forum").legal == [DECLINE]


# -- T14: military -----------------------------------------------------------------------------------------------------
def test_T14a_recruit_a_legionnaire():
    table = position(action="military").play("recruit a legionnaire")
    assert (table.mat()["mat"], table.mat()["military_camp"]) == (12, 2) and turn_is_over(table)


def test_R8_no_token_left_no_recruiting():
    assert "recruit a legionnaire" not in position({"worker_camp": 14}, action="military").legal
    table = position({"worker_camp": 14}, action="construction")
    assert "recruit a worker" not in table.legal and len(table.legal) == 21
    assert position({"military_camp": 15, "worker_camp": 0}, action="construction").legal == [DECLINE]


@pytest.mark.parametrize("place", [*PROVINCES, None])
def test_T14b_R1_the_leader_moves_to_adjacent_provinces_and_never_back_to_camp(place):
    name = place or "camp"
    neighbours = {b if a == name else a for a, b in BORDERS if name in (a, b)} - {"camp"}
    table = position({"leader": place}, action="military")
    words = [f"move the leader to {p.replace('_', ' ').title()}" for p in PROVINCES if p in neighbours]
    assert starting(table, "move the leader") == words
    table.play(words[-1])
    assert table.mat()["leader"] == [p for p in PROVINCES if p in neighbours][-1] and turn_is_over(table)


def test_R1_the_camp_is_no_province():
    assert not [words for words in GAME.actions.words if "camp" in words.lower()]
    table = position({"leader": "alpes"}, action="military").play("move the leader to Raetia")
    assert table.mat()["leader"] == "raetia"
    table = position({"leader": None}, action="military")
    assert "move a legionnaire to the leader" not in table.legal


def test_T14b_the_tile_there_is_taken_if_any():
    provinces = {"alpes": "votes 4", "raetia": "bread"}
    table = position(action="military", provinces=provinces).play("move the leader to Alpes")
    assert table.mat()["tiles"] == {"votes 4": 1} and table["provinces"]["alpes"]["tile"] is None
    assert table["provinces"]["raetia"]["tile"] == "bread"
    table = position(action="military", provinces=provinces).play("move the leader to Noricum")
    assert table.mat()["tiles"] == {} and table.mat()["leader"] == "noricum"


@pytest.mark.parametrize("province", PROVINCES)
@pytest.mark.parametrize("others", [0, 1, 2, 3])
def test_T14c_a_legionnaire_scores_the_province_less_3_for_each_other_never_below_0(province, others):
    table = position(
        {"leader": province}, players=4, action="military", legionnaires={province: [3, 2, 1][:others]}
    ).play("move a legionnaire to the leader")
    assert table.gain("provinces") == max(0, PROVINCES[province] - 3 * others)
    assert table["provinces"][province]["legionnaires"] == sorted([0, *[3, 2, 1][:others]])
    assert table.mat()["military_camp"] == 0 and table.vp(3) == 0


@pytest.mark.parametrize(
    ("mat", "there"),
    [({"leader": None}, []), ({"leader": "alpes", "military_camp": 0}, []), ({"leader": "alpes"}, [0, 1])],
    ids=["leader in camp", "no legionnaire in camp", "one already there"],
)
def test_T14c_when_no_legionnaire_can_move(mat, there):
    table = position(mat, action="military", legionnaires={"alpes": there})
    assert "move a legionnaire to the leader" not in table.legal


# -- T15: Trajan -------------------------------------------------------------------------------------------------------
def test_T15_example_of_the_rulebook_the_arch_goes_from_I_to_III():
    #   I: arch, II: a tile, III: free
    table = position({"slots": {"forum": "cards 1"}}, action="trajan", tops={"workers": "workers 3"})
    table.play("take the workers tile")
    assert table.mat()["slots"] == ["workers 3", "cards 1", None, None, None, None]
    assert table.mat()["arch"] == 2 and turn_is_over(table)


def test_T15_the_next_tile_of_the_stack_is_then_visible():
    table = position(action="trajan", tops={"points": "points 4"})
    assert starting(table, "take") == [f"take the {stack.replace('_', ' ')} tile" for stack in STACKS]
    table.play("take the points tile")
    points = table["stacks"][1]
    assert points["top"] != "points 4" and points["top"].startswith("points")
    assert len(points["rest"]) == 7 and "points 4" not in points["rest"]


def test_T15_clockwise_past_VI_to_I():
    slots = {"construction": "cards 1"}
    table = position({"slots": slots, "arch": 4}, action="trajan").play("take the demand tile")
    assert table.mat()["arch"] == 0


FIVE = {action: f"cards {k + 1}" for k, action in enumerate(ACTIONS) if action != "senate"}


def test_T15_no_free_slot_the_arch_goes_to_the_centre():
    table = position({"slots": FIVE}, action="trajan")
    assert table.mat()["arch"] == 3
    table.play("take the points tile")
    assert table.mat()["arch"] is None and None not in table.mat()["slots"]


def test_T15_not_possible_while_the_arch_is_in_the_centre():
    table = position({"slots": {**FIVE, "senate": "points 1"}}, action="trajan")
    assert table.legal == [DECLINE]


def test_R9_an_empty_stack_cannot_be_chosen():
    table = position(action="trajan", tops={"points": None})
    assert len(table.legal) == 6 and "take the points tile" not in table.legal
    assert position(action="trajan", tops=dict.fromkeys(STACKS)).legal == [DECLINE]


def test_T15_the_last_tile_of_a_stack():
    rest = [f"points {k}" for k in range(2, 10)]
    values = position_json(action="trajan", tops={"points": "points 1"})
    values["stacks"][1]["rest"], values["trajan_gone"] = [], rest
    table = position(action="trajan")
    table.batch.set_states(GAME.from_json(values))
    table.play("take the points tile")
    assert table["stacks"][1] == {"top": None, "rest": []}


# -- T16: senate -------------------------------------------------------------------------------------------------------
def test_T16_example_of_the_rulebook_from_4_to_5_scores_5():
    table = position(action="senate", votes=[4, 0]).play("advance in the senate")
    assert table["senate"]["position"] == [4, 0] and table.gain("senate") == 5 and turn_is_over(table)


def test_T16_space_by_space():
    table, total = position(), 0
    for votes in (2, 3, 4, 5, 6, 7, 8):
        table = position({"gains": {"senate": total}}, action="senate", votes=[(0, 2, 3, 4, 5, 6, 7)[votes - 2], 0])
        total = table.play("advance in the senate").gain("senate")
    assert total == 2 + 3 + 4 + 5 + 6 + 7 + 8


def test_T16_not_on_the_8():
    assert position(action="senate", votes=[8, 0]).legal == [DECLINE]


def test_T16_on_top_of_the_discs_there():
    table = position(players=4, action="senate", votes=[2, 3, 3, 0], order=[3, 0, 2, 1])
    assert table.play("advance in the senate")["senate"]["order"] == [3, 2, 1, 0]


# -- T17: construction -------------------------------------------------------------------------------------------------
def test_T17a_recruit_a_worker():
    table = position(action="construction").play("recruit a worker")
    assert (table.mat()["mat"], table.mat()["worker_camp"]) == (12, 2) and turn_is_over(table)


def spaces_to_place(table):
    words = [action.split() for action in starting(table, "place worker")]
    return [(int(word[3]), int(word[5])) for word in words]


def test_T17b_the_first_worker_anywhere():
    assert spaces_to_place(position({}, {"workers": [(1, 1)]}, action="construction")) == SITE


@pytest.mark.parametrize(
    ("own", "open_spaces"),
    [
        ([(1, 1)], [(1, 2), (2, 1)]),
        ([(4, 5)], [(3, 5), (4, 4)]),
        ([(2, 5)], [(1, 5), (2, 4), (3, 5)]),
        ([(3, 1)], [(2, 1), (3, 2), (4, 1)]),
        ([(2, 3), (2, 4)], [(1, 3), (1, 4), (2, 2), (2, 5), (3, 3), (3, 4)]),
    ],
)
def test_T17b_later_ones_orthogonally_next_to_an_own_worker_never_twice_on_a_space(own, open_spaces):
    table = position({"workers": own}, {"workers": [(4, 1), (4, 2)]}, action="construction")
    assert spaces_to_place(table) == open_spaces


def test_T17b_without_a_worker_in_camp_none_can_be_placed():
    assert spaces_to_place(position({"worker_camp": 0}, action="construction")) == []


def test_T17b_the_tile_is_taken_and_scored():
    mat = {"workers": [(2, 2)], "construction": ["window 2"]}
    table = position(mat, action="construction", site={(2, 3): "window 4"}).play("place worker row 2 column 3")
    assert table.gain("construction") == 4
    assert table.mat()["construction"] == ["window 2", "window 4"] and table.mat()["worker_camp"] == 0
    assert table["site"]["tiles"][7] is None and table["site"]["workers"][7] == [0]
    assert turn_is_over(table)  # the second of its kind grants nothing


def test_T17_example_of_the_rulebook_the_first_door_grants_the_senate_action():
    table = position(action="construction", site={(3, 3): "door 5"}).play("place worker row 3 column 3")
    assert table.gain("construction") == 5
    assert table.decision == (0, "action") and table["pending"]["granted_action"] == "senate"
    assert table["pending"]["main_action"] == "construction"
    table.play("advance in the senate")
    assert table.mat()["gains"]["senate"] == 2 and turn_is_over(table)


@pytest.mark.parametrize("kind", BUILDINGS)
def test_T17_the_first_of_each_kind_grants_its_action_which_is_optional(kind):
    table = position(action="construction", site={(1, 1): f"{kind} 3"}, forum=["bread"])
    table.play("place worker row 1 column 1")
    assert table["pending"]["granted_action"] == BUILDINGS[kind]
    assert table.legal[0] == DECLINE and len(table.legal) > 1
    assert turn_is_over(table.play(DECLINE))


def test_T17_example_of_the_rulebook_a_worker_on_anothers_space_gets_no_tile():
    #   row 2: [own] [blue's] [window 4]
    table = position(
        {"workers": [(2, 1)]}, {"workers": [(2, 2)]}, action="construction", site={(2, 3): "window 4"}
    ).play("place worker row 2 column 2")
    assert table.vp() == 0 and table.mat()["construction"] == [] and turn_is_over(table)
    assert table["site"]["workers"][6] == [0, 1]
    workers = {"workers": [(2, 1), (2, 2)]}
    again = position(workers, {"workers": [(2, 2)]}, action="construction", site={(2, 3): "window 4"})
    assert (2, 3) in spaces_to_place(again)


def test_T17_the_granted_action_is_that_of_the_tile_taken_not_of_the_kinds_owned():
    table = position({"construction": ["door 2"]}, action="construction", site={(1, 1): "roof 2"})
    assert table.play("place worker row 1 column 1")["pending"]["granted_action"] == "trajan"


def test_T17_all_tiles_gone_a_worker_still_finds_a_place():
    table = position({}, {"construction": CONSTRUCTION_TILES}, action="construction")
    assert len(spaces_to_place(table)) == 20
    assert turn_is_over(table.play("place worker row 4 column 5"))


# -- T18: extra actions ------------------------------------------------------------------------------------------------
OWN, WILD, NONE = "spend the extra-action tile", "spend a wild extra-action tile", "spend no extra-action tile"


def test_T18_the_own_tile_repeats_the_action():
    table = position({"tiles": ["extra senate"]}, action="senate").play("advance in the senate")
    assert table.decision == (0, "extra") and table.legal == [OWN, NONE]
    table.play(OWN)
    assert table["gone"] == {"extra senate": 1} and table.mat()["tiles"] == {}
    table.play("advance in the senate")
    assert table.gain("senate") == 2 + 3 and turn_is_over(table)


def test_T18_a_wild_one_repeats_any_action():
    table = position({"tiles": ["wild extra action", "extra military"]}, action="military")
    table.play("recruit a legionnaire")
    assert table.legal == [OWN, WILD, NONE]
    table.play(WILD, "move the leader to Alpes")
    assert table["gone"] == {"wild extra action": 1} and table.mat()["tiles"] == {"extra military": 1}
    assert turn_is_over(table)  # one extra-action tile a turn


def test_T18_it_may_be_left_and_other_tiles_do_not_fit():
    table = position({"tiles": ["extra senate"]}, action="senate").play("advance in the senate", NONE)
    assert turn_is_over(table) and table.mat()["tiles"] == {"extra senate": 1}
    table = position({"tiles": ["extra forum", "extra seaport"]}, action="senate").play("advance in the senate")
    assert turn_is_over(table)


def test_T18_with_a_plus_two_marker_twice():
    table = position({"tiles": ["extra senate"], "plus_two": ["senate"]}, action="senate")
    table.play("advance in the senate", OWN)
    assert table["pending"]["main_repeats"] == 1
    table.play("advance in the senate", "advance in the senate")
    assert table.gain("senate") == 2 + 3 + 4 and turn_is_over(table)
    assert table.mat()["plus_two"][3]  # the marker stays


def test_T18_a_plus_two_marker_on_another_action_or_without_a_tile_does_nothing():
    table = position({"tiles": ["extra senate"], "plus_two": ["forum"]}, action="senate")
    assert turn_is_over(table.play("advance in the senate", OWN, "advance in the senate"))
    assert turn_is_over(position({"plus_two": ["senate"]}, action="senate").play("advance in the senate"))


def test_T18_R14_one_extra_action_tile_a_turn():
    tiles = ["extra senate", "extra senate", "wild extra action"]
    table = position({"tiles": tiles}, action="senate").play("advance in the senate", OWN, "advance in the senate")
    assert turn_is_over(table)


def test_T18_every_action_can_be_repeated():
    for action, words in {
        "seaport": ["take the card from the left pile"] * 2,
        "forum": ["take bread from the forum"] * 2,
        "trajan": ["take the cards tile"] * 2,
        "construction": ["recruit a worker"] * 2,
    }.items():
        table = position({"tiles": [f"extra {action}"]}, action=action, forum=["bread", "bread"])
        assert turn_is_over(table.play(words[0], OWN, words[1]))


def test_T18_after_a_longer_seaport_action():
    table = position({"tiles": ["extra seaport"], "hand": ["oil"]}, action="seaport")
    table.play("draw two cards", "discard oil to the left pile")
    assert table.decision == (0, "extra")
    table = position({"tiles": ["extra seaport"], "hand": ["oil"]}, action="seaport")
    table.play("ship different", "load oil", "set sail", OWN, "take the card from the left pile")
    assert turn_is_over(table)


def test_T18_a_tile_gained_in_the_same_turn_may_be_used():
    table = position(action="forum", forum=["extra forum", "bread"]).play("take extra forum from the forum", OWN)
    assert turn_is_over(table.play("take bread from the forum"))
    table = position(action="military", provinces={"raetia": "extra military"}).play("move the leader to Raetia", OWN)
    assert turn_is_over(table.play("move the leader to Alpes"))


def test_T18_a_marker_gained_in_the_same_turn_may_be_used():
    #   III military holds B P G after sowing: the tile B P gives a [+2] marker
    mat = {"trays": "BY BG PO OG PW YW", "slots": {"military": "plus_two 6"}, "tiles": ["extra military"]}
    table = position(mat).sow("seaport", "YB").play("put [+2] on military")
    table.play("recruit a legionnaire", OWN, "recruit a legionnaire", "recruit a legionnaire")
    assert turn_is_over(table) and table.mat()["military_camp"] == 4


def granting(*tiles, **more):
    """A construction action that takes the first door: senate is granted."""
    mat = {"tiles": tiles, "worker_camp": 3, **more}
    table = position(mat, action="construction", site={(1, 1): "door 2", (1, 2): "stairs 2"}, forum=["bread"] * 3)
    return table.play("place worker row 1 column 1")


def test_T18_a_granted_action_can_be_repeated():
    table = granting("extra senate", plus_two=["senate"]).play("advance in the senate")
    assert table.decision == (0, "extra")
    table.play(OWN, "advance in the senate")
    assert table["pending"]["granted_action"] == "senate"
    assert turn_is_over(table.play("advance in the senate"))
    assert table.mat()["gains"]["senate"] == 2 + 3 + 4


def test_T18_after_the_granted_action_the_construction_action_can_be_repeated():
    table = granting("extra construction").play("advance in the senate")
    assert table.decision == (0, "extra") and table["pending"]["granted_action"] is None
    table.play(OWN, "place worker row 1 column 2")
    assert table["pending"]["granted_action"] == "forum"  # the first stairs, in the repeat
    assert turn_is_over(table.play("take bread from the forum"))


def test_T18_a_tile_spent_on_the_granted_action_is_the_one_of_the_turn():
    table = granting("extra senate", "extra construction").play("advance in the senate", OWN, "advance in the senate")
    assert turn_is_over(table)


def test_T18_a_tile_not_spent_on_the_granted_action_may_be_spent_on_construction():
    table = granting("wild extra action").play("advance in the senate")
    assert table["pending"]["granted_action"] == "senate"
    table.play(NONE)
    assert table.decision == (0, "extra") and table["pending"]["granted_action"] is None
    assert turn_is_over(table.play(WILD, "recruit a worker"))


def test_T18_repeats_of_construction_go_on_after_a_granted_action():
    table = granting("extra construction", plus_two=["construction"]).play(DECLINE, OWN, "place worker row 1 column 2")
    assert (table["pending"]["granted_action"], table["pending"]["main_repeats"]) == ("forum", 1)
    table.play("take bread from the forum")
    assert table["pending"]["granted_action"] is None and "recruit a worker" in table.legal
    assert turn_is_over(table.play("recruit a worker"))


def test_R9_a_tile_can_be_spent_only_where_the_repeat_can_be_done():
    table = position({"tiles": ["extra senate"]}, action="senate", votes=[7, 0]).play("advance in the senate")
    assert turn_is_over(table)
    table = position({"tiles": ["extra forum"]}, action="forum", forum=["bread"]).play("take bread from the forum")
    assert turn_is_over(table)
    table = position({"tiles": ["extra trajan"], "slots": FIVE}, action="trajan").play("take the points tile")
    assert turn_is_over(table)
    table = position({"tiles": ["extra construction"], "worker_camp": 13}, action="construction")
    assert table.play("recruit a worker").decision == (0, "extra")  # to place one
    table = position({"tiles": ["extra seaport"]}, action="seaport", deck=[], piles=(["oil"], []))
    assert table.play("take the card from the left pile").decision == (0, "extra")  # to play or ship it


def test_R10_a_declined_action_is_not_repeated():
    table = position({"tiles": ["extra senate", "wild extra action"]}, action="senate").play(DECLINE)
    assert turn_is_over(table)


def test_R10_a_declined_granted_action_does_not_undo_the_construction_action():
    table = granting("extra construction", "extra senate").play(DECLINE)
    assert table.decision == (0, "extra") and table.legal == [OWN, NONE]
    table.play(OWN)
    assert table["gone"] == {"extra construction": 1} and "recruit a worker" in table.legal


def test_R10_declining_a_repeat_ends_them():
    table = position({"tiles": ["extra senate"], "plus_two": ["senate"]}, action="senate")
    assert turn_is_over(table.play("advance in the senate", OWN, DECLINE)) and table.gain("senate") == 2
    granted = granting("extra senate", plus_two=["senate"]).play("advance in the senate", OWN, DECLINE)
    assert turn_is_over(granted)


def test_R10_declining_an_action_granted_within_a_repeat_does_not_end_them():
    table = granting("extra construction", plus_two=["construction"]).play(DECLINE, OWN, "place worker row 1 column 2")
    table.play(DECLINE)
    assert table.decision == (0, "action") and "recruit a worker" in table.legal
    assert turn_is_over(table.play("recruit a worker"))


def test_R10_the_number_of_repeats_is_fixed_when_the_tile_is_spent():
    #   from the 6 the disc reaches the 7, then the 8: the second repeat has no option left, and nothing else comes
    mat = {"tiles": ["extra senate"], "plus_two": ["senate"]}
    table = position(mat, action="senate", votes=[6, 0]).play("advance in the senate", OWN, "advance in the senate")
    assert table.legal == [DECLINE] and table["pending"]["main_repeats"] == 0
    table = position(mat, action="senate", votes=[6, 0], skip_forced=True)
    table.play("advance in the senate", OWN, "advance in the senate")
    assert turn_is_over(table) and table.gain("senate") == 7 + 8
