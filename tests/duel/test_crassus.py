"""The solo game, C11 to C17 and D8 to D11: every step of C15 and every tie-breaker of C16 in a position of its own.

The human is Caesar (C in the drawings), Crassus plays Pompey's tokens (p). A position stands where the human is about
to decline Tactics; he draws, and Crassus's turn follows. Kernel and reference play it side by side (see `positions`),
so the log of the one is the log of the other. Unless a test says otherwise Crassus has one tile: place one token.
A token "turned" by Might counts 0/0: such tokens close borders without giving anybody influence.
"""

from collections import Counter

import numpy as np
import pytest

from boardkit.batch import Batch
from duel.positions import (
    ALL_MODULES,
    BORDERS,
    BORDERS_BY_SYMBOL,
    CENTURIONS,
    CHI_SQUARE_LIMIT,
    MODULE_CHOICES,
    ORDINARY_TOKENS,
    PROVINCES,
    SIDES,
    chi_square,
    copies,
    new_duel,
    position,
)
from duel_env import data
from duel_env.game import GAME
from duel_env.notation import explain_crassus
from duel_env.options import CaesarOptions
from duel_env.state import LOG_FIELDS

PLACE_ONE = (0, 0, 1, 0)
DECLINE = GAME.actions.number("decline the bonus")


def before_crassus(tokens, row, *, tile=PLACE_ONE, **more):
    more = {"solo": "low", "modules": ["centurions"], **more}  # a module: the declined Tactics lies in no province
    return position(tokens, row=row, tiles={"A": tile}, effects=["tactics"], **more)


def crassus_turn(tokens, row, **more):
    """The position after Crassus's turn."""
    return before_crassus(tokens, row, **more).play("decline Tactics")


def only_placement(duel):
    """The one entry of his log."""
    (entry,) = duel["crassus"]["log"]
    return entry


def chosen(duel):
    """Step, province, border and token of his only placement."""
    entry = only_placement(duel)
    return entry["step"], entry["province"], entry["border"], entry["token"]


def placed(duel, border, province):
    """The value Crassus's token on a border turns to a province."""
    there = duel["borders"][border]
    assert there["owner"] == "pompey"
    values = there["token"].split()[-1].split("/")
    return int(values[border.split("-").index(province) ^ there["flip"]])


def choices(tokens, row, field, **more):
    """How often each value of a log field is chosen in 3,000 futures."""
    batch = copies(before_crassus(tokens, row, **more), 3000)
    batch.step(np.full(3000, DECLINE))
    return Counter(batch.records["log"][:, 0, LOG_FIELDS.index(field)].tolist())


def solo_games(count=600, **options):
    return Batch(GAME, CaesarOptions(**options), count, 1, auto_reset=False).states


# -- C11, D10, D11: set-up ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("modules", MODULE_CHOICES)
@pytest.mark.parametrize("human", SIDES)
def test_C11_D10_D11_crassus_has_the_other_side_begins_and_starts_with_three_tokens(human, modules):
    duel = new_duel(3, solo="low", human=human, modules=modules, tiles={letter: PLACE_ONE for letter in "ABD"})
    crassus = SIDES[1 - SIDES.index(human)]
    assert [border["owner"] for border in duel["borders"].values()] == [crassus]
    assert (duel["active"], duel["turn"], duel["decision"]) == (human, 2, "place")
    assert len(duel["crassus"]["row"]) == 3 - 1
    assert duel.side(crassus)["hand"] == {} and duel.bag_size(crassus) == 16 - 3
    assert duel.hand_size(human) == (3 if "poison" in modules else 2)
    assert sum(duel["bank"].values()) == (6 if modules == ALL_MODULES else 0)
    assert duel.side(crassus)["centurions"] == (CENTURIONS if "centurions" in modules else [])


def test_C11_the_row_lies_open():
    duel = new_duel(3, solo="low")
    assert GAME.view(duel.state, 0)["crassus"]["row"] == duel["crassus"]["row"]


def test_C11_turns_alternate_with_the_human():
    duel = position(solo="low", row=["wild 4/0"], tiles={"A": PLACE_ONE}).place("HU-HC", "wild 2/2")
    assert (duel["active"], duel["turn"], len(duel["borders"])) == ("caesar", 22, 2)


# -- C12: the command deck ---------------------------------------------------------------------------------------------
DECKS = {
    ("low", False): "AAAABB", ("middle", False): "AAABBC", ("high", False): "AAAACC",
    ("low", True): "AAAABD", ("middle", True): "AABBCD", ("high", True): "AAAACE",
}  # fmt: skip


@pytest.mark.parametrize(("difficulty", "centurions"), DECKS)
def test_C12_the_command_deck_by_difficulty_and_centurions(difficulty, centurions):
    games = solo_games(solo=difficulty, modules=["centurions"] if centurions else [])
    deck = Counter(DECKS[difficulty, centurions])
    for game in games:
        left = Counter({tile: int(count) for tile, count in zip("ABCDE", game.deck, strict=True)})
        assert left + Counter("ABCDE"[game.tile]) == deck
    tiles = np.bincount(games["tile"], minlength=5)
    letters = sorted(deck)
    expected = [100 * deck[tile] for tile in letters]
    assert chi_square([tiles["ABCDE".index(tile)] for tile in letters], expected) < CHI_SQUARE_LIMIT[len(letters) - 1]


def test_C12_D9_the_deck_is_reshuffled_when_a_tile_is_needed_and_none_is_left():
    duel = crassus_turn(
        {}, ["wild 4/0", "wild 3/1"], deck="A", solo="middle", hands={"caesar": ["wild 2/2", "wild 4/0"]}
    )
    assert (duel["crassus"]["tile"], duel["crassus"]["deck"]) == ("A", {})
    duel.place("HU-HC", "wild 2/2")
    deck = Counter(duel["crassus"]["deck"])
    assert deck + Counter(duel["crassus"]["tile"]) == Counter("AABBCD")


def test_C12_tokens_are_drawn_to_the_right_end_then_the_leftmost_is_discarded():
    #   draw 2, place 1, discard 1: sword 6/0 wins the only province that can be won
    row = ["boat 3/3", "shield 6/0", "boat 4/2"]
    duel = before_crassus({"HU-MT": "caesar 6/0"}, row, tile=(2, 0, 1, 1))
    bag = Counter(duel.side("pompey")["bag"])
    duel.play("decline Tactics")
    assert chosen(duel) == (1, "HU", "HU-HC", "shield 6/0")
    first, *drawn = duel["crassus"]["row"]
    assert first == "boat 4/2"  # boat 3/3 was the leftmost left, and is in the bag
    assert len(drawn) == 2
    assert Counter(duel.side("pompey")["bag"]) == bag - Counter(drawn) + Counter(["boat 3/3"])


def test_C12_the_centurion_of_the_stack_comes_to_the_right_end_after_the_draw():
    row = ["boat 3/3", "shield 6/0"]
    duel = crassus_turn({"HU-MT": "caesar 6/0"}, row, tile=(1, 1, 1, 0), modules=["centurions"])
    left, drawn, centurion = duel["crassus"]["row"]
    assert (left, drawn in ORDINARY_TOKENS, centurion in CENTURIONS) == ("boat 3/3", True, True)
    assert duel.side("pompey")["centurions"] == [name for name in CENTURIONS if name != centurion]


def test_C12_the_centurion_stack_is_shuffled():
    tile = (0, 1, 1, 0)
    batch = copies(before_crassus({"HU-MT": "caesar 6/0"}, ["shield 6/0"], tile=tile, modules=["centurions"]), 3000)
    batch.step(np.full(3000, DECLINE))
    left = batch.records["centurion_tokens"][:, 1].sum(0)
    assert chi_square(3000.0 - left, [1000] * 3) < CHI_SQUARE_LIMIT[2]


def test_C12_placements_come_one_by_one():
    #   MT [C 0/6] HU [    ] HC: first HU is won with the 6; then the board is looked at anew
    duel = crassus_turn({"HU-MT": "caesar 6/0"}, ["sword 6/0", "shield 6/0"], tile=(0, 0, 2, 0), bonus={"HU": "wealth"})
    first, second = duel["crassus"]["log"]
    assert (first["step"], first["border"], first["token"]) == (1, "HU-HC", "shield 6/0")
    assert (second["step"], second["province"], second["border"], second["token"]) == (1, "HC", "HC-GA", "sword 6/0")
    assert (duel["crassus"]["row"], duel.control("HC")) == ([], "pompey")
    assert duel.border_markers() == {"HU-HC": "pompey"}


def test_C12_a_short_draw_takes_what_there_is_and_skips_the_discard():
    #   all his tokens but one lie in the row: of two only one can be drawn
    row = [name for name in dict.fromkeys(ORDINARY_TOKENS) if name != "shield 6/0"] + ["wild 2/2"]
    duel = before_crassus({}, row, tile=(2, 0, 1, 1))
    assert duel.side("pompey")["bag"] == {"shield 6/0": 1}
    duel.play("decline Tactics")
    assert duel.bag_size("pompey") == 0
    assert len(duel["crassus"]["row"]) == 15 + 1 - 1
    exact = crassus_turn({}, row, tile=(1, 0, 1, 1))
    assert (exact.bag_size("pompey"), len(exact["crassus"]["row"])) == (1, 14)


def test_D10_an_empty_centurion_stack_is_no_short_draw():
    row = ["shield 6/0", "boat 3/3", "boat 4/2"]
    duel = before_crassus(
        {"HU-MT": "caesar 6/0"}, row, tile=(0, 1, 1, 1), modules=["centurions"], centurions={"pompey": []}
    )
    bag = Counter(duel.side("pompey")["bag"])
    duel.play("decline Tactics")
    assert duel["crassus"]["row"] == ["boat 4/2"]
    assert Counter(duel.side("pompey")["bag"]) == bag + Counter(["boat 3/3"])


def test_D10_a_discard_from_an_empty_row_does_nothing():
    duel = crassus_turn({}, ["wild 4/0"], tile=(0, 0, 1, 1))
    assert (duel["crassus"]["row"], duel["decision"], duel.bag_size("pompey")) == ([], "place", 15)


# -- C13: the tiles ----------------------------------------------------------------------------------------------------
def test_C13_the_inferred_tiles_and_that_they_are_called_so():
    options = CaesarOptions(solo="low")
    assert options.tiles == {
        "A": (1, 0, 1, 0),
        "B": (2, 0, 1, 1),
        "C": (2, 0, 2, 0),
        "D": (1, 1, 1, 1),
        "E": (1, 1, 2, 0),
    }
    assert options.tiles_inferred
    assert not CaesarOptions(solo="low", tiles={"A": PLACE_ONE}).tiles_inferred
    assert "inferred" in GAME.ansi(new_duel(1, solo="low").state, 0)
    assert "inferred" not in GAME.ansi(new_duel(1, solo="low", tiles={"A": PLACE_ONE}).state, 0)


@pytest.mark.parametrize(("letter", "solo"), [("A", "low"), ("B", "low"), ("C", "middle"), ("D", "low"), ("E", "high")])
def test_C13_every_tile_does_what_it_shows(letter, solo):
    draw, centurion, place, discard = CaesarOptions(solo=solo).tiles[letter]
    row = ["boat 3/3", "boat 4/2", "boat 5/1"]
    duel = position({}, row=row, deck=letter, solo=solo, modules=["centurions"], effects=["tactics"])
    bag = duel.bag_size("pompey")
    duel.play("decline Tactics")
    assert duel["crassus"]["tile"] == letter
    assert len(duel["crassus"]["log"]) == len(duel["borders"]) == place
    assert len(duel["crassus"]["row"]) == 3 + draw + centurion - place - discard
    assert duel.bag_size("pompey") == bag - draw + discard
    assert len(duel.side("pompey")["centurions"]) == 3 - centurion


# -- C14: closed provinces in his turn ---------------------------------------------------------------------------------
def test_C14_crassus_wins_ties_in_his_turn():
    #   MT [C 2/4] HU [p 4/2] HC: 4 to 4
    duel = crassus_turn({"HU-MT": "caesar 4/2"}, ["shield 4/2"], bonus={"HU": "wealth"})
    assert (duel.control("HU"), duel.markers("pompey")) == ("pompey", 11)


def test_C14_ties_in_the_humans_turn_are_nobodys():
    duel = position(
        {"HU-MT": "pompey 3/3"}, solo="low", row=["wild 4/0"], hands={"caesar": ["shield 3/3"]}, bonus={"HU": "senate"}
    )
    assert duel.place("HU-HC", "3/3").control("HU") is None


def test_C14_his_senates_count_as_usual():
    duel = crassus_turn({"HU-MT": "caesar 4/2"}, ["shield 6/0"], bonus={"HU": "senate"}, senates={"pompey": 1})
    assert duel.side("pompey")["senates"] == 2
    assert (duel.side("pompey")["senate_markers"], duel.markers("pompey")) == (2, 12 - 1 - 2)
    lost = crassus_turn({"HU-MT": "caesar 6/0"}, ["shield 5/1"], bonus={"HU": "senate"})
    assert (lost.control("HU"), lost.side("pompey")["senates"], lost.markers("pompey")) == ("caesar", 1, 12)


def test_C14_his_poison_takes_a_token_of_the_humans_hand():
    hands = {"caesar": ["wild 2/2", "wild 3/1"]}
    duel = crassus_turn(
        {"HU-MT": "caesar 4/2"}, ["shield 6/0"], bonus={"HU": "poison"}, hands=hands, modules=["poison"]
    )
    assert duel.hand_size("caesar") == 2 + 1 - 1  # drawn at the end of his turn, returned
    assert sum(duel.side("caesar")["returned"].values()) == 1
    assert duel["spent"]["poison"] == 1


@pytest.mark.parametrize("harder", [False, True])
@pytest.mark.parametrize("bonus", ["tactics", "wealth", "might", "centurion", "senate", "poison"])
def test_C14_other_bonus_tokens_are_discarded_and_under_harder_a_marker_with_each(bonus, harder):
    tokens = {"HU-MT": "caesar 4/2", "IT-MD": "caesar 6/0"}
    modules = ["poison", "centurions"]
    duel = before_crassus(tokens, ["shield 6/0", "boat 3/3"], bonus={"HU": bonus}, modules=modules, harder=harder)
    spent, bag = duel["spent"].get(bonus, 0) + (bonus == "tactics"), duel.bag_size("pompey")
    duel.play("decline Tactics")
    discarded = int(harder and bonus not in ("senate", "poison"))
    assert duel.side("pompey")["markers_discarded"] == discarded
    assert duel.markers("pompey") == 12 - 1 - discarded - (bonus == "senate")
    assert duel["spent"].get(bonus, 0) == spent + (bonus != "senate")
    assert (duel["active"], duel["turn"], duel["decision"]) == ("caesar", 22, "place")  # no extra turn
    assert (duel.bag_size("pompey"), duel["crassus"]["row"]) == (bag, ["boat 3/3"])  # nothing drawn
    assert duel["borders"]["IT-MD"]["face"] == "up"
    assert duel.side("pompey")["centurions"] == CENTURIONS


def test_C14_D9_under_harder_the_last_marker_discarded_wins():
    tokens = {"HU-MT": "caesar 4/2"}
    duel = crassus_turn(tokens, ["shield 6/0"], bonus={"HU": "wealth"}, harder=True, markers={"pompey": 2})
    assert (duel["winner"], duel["end"], duel.side("pompey")["markers_discarded"]) == ("pompey", "markers", 1)
    assert crassus_turn(tokens, ["shield 6/0"], bonus={"HU": "wealth"}, markers={"pompey": 2})["winner"] is None


# -- C15: the steps ----------------------------------------------------------------------------------------------------
def test_C15_1_wins_control_with_the_smallest_value_that_suffices():
    #   MT [C 2/4] HU [    ] HC: 4 is enough, a tie is his
    duel = crassus_turn({"HU-MT": "caesar 4/2"}, ["shield 6/0", "shield 5/1", "shield 4/2", "shield 3/3"])
    assert chosen(duel) == (1, "HU", "HU-HC", "shield 4/2")
    assert placed(duel, "HU-HC", "HU") == 4
    assert duel.control("HU") == "pompey"


def test_C15_1_the_smaller_value_of_a_token_may_face_the_province():
    #   HU: Caesar 0; 0 suffices, by the far end of shield 6/0
    duel = crassus_turn({"HU-MT": "caesar 0/6"}, ["shield 5/1", "shield 6/0"])
    assert chosen(duel) == (1, "HU", "HU-HC", "shield 6/0")
    assert placed(duel, "HU-HC", "HU") == 0


def test_C15_1_comes_before_all_others():
    #   HU can be won; HC cannot, but could be closed; Italia is 12 behind
    tokens = {"HU-MT": "caesar 2/4", "IT-AC": "caesar 6/0", "IT-GC": "caesar 6/0"}
    assert chosen(crassus_turn(tokens, ["shield 3/3", "sword 5/1"]))[:2] == (1, "HU")


def test_C15_2_closes_with_the_smallest_value_though_the_human_takes_it():
    #   MT [C 0/6] HU [    ] HC: 6 cannot be reached
    duel = crassus_turn({"HU-MT": "caesar 6/0"}, ["shield 3/3", "shield 5/1"], bonus={"HU": "wealth"})
    assert chosen(duel) == (2, "HU", "HU-HC", "shield 5/1")
    assert placed(duel, "HU-HC", "HU") == 1
    assert duel.control("HU") == "caesar"
    assert duel["spent"]["wealth"] == 1


def test_C15_2_not_if_that_wins_the_human_the_game_but_step_3_does_not_care():
    #   D9: HU is also where he is furthest behind, and only step 2 spares him
    duel = crassus_turn({"HU-MT": "caesar 6/0"}, ["shield 3/3", "shield 5/1"], markers={"caesar": 1})
    assert chosen(duel) == (3, "HU", "HU-HC", "shield 5/1")
    assert placed(duel, "HU-HC", "HU") == 5
    assert duel["winner"] == "caesar"


@pytest.mark.parametrize(("markers", "step"), [(1, 3), (2, 3), (3, 2)])
def test_C15_2_D10_border_markers_count(markers, step):
    #   MT is Caesar's: closing HU gives him HU and the border HU-MT
    tokens = {"HU-MT": "caesar 6/0", "MT-SD": "caesar 5/1", "MT-NU": "caesar 6/0"}
    assert chosen(crassus_turn(tokens, ["shield 3/3"], markers={"caesar": markers}))[:2] == (step, "HU")


def test_C15_2_D10_no_border_marker_next_to_a_face_down_one():
    tokens = {"HU-MT": "caesar 6/0", "MT-SD": "caesar 5/1", "MT-NU": "caesar 6/0"}
    duel = crassus_turn(tokens, ["shield 3/3"], markers={"caesar": 2}, marker_down=["MT"])
    assert chosen(duel)[:2] == (2, "HU")
    assert duel.markers("caesar") == 1


@pytest.mark.parametrize(("markers", "step"), [(3, 3), (4, 2)])
def test_C15_2_D10_both_provinces_of_the_border_count_and_the_border_once(markers, step):
    #   MT [C 0/6] HU [    ] HC [C 6/0] GA
    tokens = {"HU-MT": "caesar 6/0", "HC-GA": "caesar 6/0"}
    duel = crassus_turn(tokens, ["shield 3/3"], markers={"caesar": markers})
    assert only_placement(duel)["step"] == step
    assert duel["winner"] == ("caesar" if step == 3 else None)


@pytest.mark.parametrize(("markers", "step"), [(2, 3), (3, 2)])
def test_C15_2_D10_italia_counts_twice(markers, step):
    tokens = {"IT-MD": "caesar 6/0", "IT-AC": "caesar 6/0", "IT-DM": "caesar 5/1", "SC-IT": "caesar 0/6"}
    duel = crassus_turn(tokens | {"IT-GC": "caesar 5/1"}, ["shield 3/3"], markers={"caesar": markers})
    assert chosen(duel)[:3] == (step, "IT", "SD-IT")


def test_C15_2_spares_one_province_but_closes_another():
    #   HU would hand over the game, by the border to MT; SY would not
    tokens = {"HU-MT": "caesar 6/0", "MT-SD": "caesar 5/1", "MT-NU": "caesar 6/0", "AG-SY": "caesar 1/5"}
    duel = crassus_turn(
        tokens, ["shield 3/3", "shield 4/2"], markers={"caesar": 2}, bonus={"HU": "senate", "SY": "wealth"}
    )
    assert chosen(duel)[:3] == (2, "SY", "AS-SY")


def test_C15_3_highest_value_where_he_is_furthest_behind():
    #   Italia -6, Dalmatia -5
    tokens = {"IT-MD": "caesar 6/0", "GC-DM": "caesar 1/5"}
    duel = crassus_turn(tokens, ["sword 5/1", "boat 6/0"])
    assert chosen(duel) == (3, "IT", "IT-DM", "boat 6/0")
    assert placed(duel, "IT-DM", "IT") == 6


def test_C15_3_the_difference_counts_not_the_humans_influence():
    #   Italia 6 to 5 for Caesar, Dalmatia 2 to 0
    tokens = {"IT-MD": "caesar 6/0", "IT-AC": "pompey 5/1", "MD-DM": "caesar 4/2"}
    duel = crassus_turn(tokens | {"AC-MD": "pompey 0/6"}, ["boat 6/0"])
    assert chosen(duel) == (3, "DM", "IT-DM", "boat 6/0")


def test_C15_3_D9_the_next_best_province_if_no_token_fits():
    #   Mauretania -6, but it has no shield border; Italia -5
    duel = crassus_turn({"MT-SD": "caesar 6/0", "IT-AC": "caesar 5/1"}, ["shield 3/3"])
    assert chosen(duel)[:2] == (3, "IT")


def test_C15_4_highest_value_where_he_is_nearest_to_control():
    #   behind nowhere; MT +6, IT +5, AC +1
    duel = crassus_turn({"MT-SD": "pompey 6/0", "IT-AC": "pompey 5/1"}, ["sword 3/3", "sword 4/2"])
    assert chosen(duel) == (4, "MT", "MT-NU", "sword 4/2")
    assert placed(duel, "MT-NU", "MT") == 4


def test_C15_4_D9_of_equal_leads_the_fewest_free_borders():
    #   SD [p 3/3] IT: both +3, but Sardinia has three free borders, Italia five
    duel = crassus_turn({"SD-IT": "pompey 3/3"}, ["boat 6/0"])
    assert chosen(duel) == (4, "SD", "SD-SC", "boat 6/0")
    assert only_placement(duel)["province_tie"] == "none"


def test_C15_4_D9_influence_is_a_sum_above_0():
    #   SD [p 0/6] IT: nothing in Sardinia; no shield fits Italia any more but by IT-MD
    duel = crassus_turn({"SD-IT": "pompey 0/6"}, ["shield 3/3"])
    assert chosen(duel) == (4, "IT", "IT-MD", "shield 3/3")


def test_C15_4_D9_a_tie_is_nearer_than_nothing_and_a_larger_lead_nearer_than_a_tie():
    #   SD [p 3/3] IT [C 3/3] AC [p 6/0] AF: Italia 3 to 3, Sardinia 3 to 0, nothing in Africa
    tokens = {"SD-IT": "pompey 3/3", "IT-AC": "caesar 3/3", "AC-MD": "caesar 0/6 turned", "AC-CR": "caesar 6/0 turned"}
    tokens["AF-AC"] = "pompey 0/6"
    duel = crassus_turn(tokens, ["shield 6/0"])  # Achaia is closed, and his
    assert chosen(duel)[:2] == (4, "SD")
    assert only_placement(duel)["province_tie"] == "none"


# Crassus controls Syria 6 to 4 without influence elsewhere:  AS [p 0/6] SY [C 4/0] AG
SYRIA = {"AS-SY": "pompey 0/6", "AG-SY": "caesar wild 0/4"}


def test_C15_5_highest_value_next_to_a_province_he_controls():
    #   Asia (shield, boat) and Aegyptus (boats, sword) are next to Syria: 5 can be placed in Asia, 3 in Aegyptus
    duel = crassus_turn(SYRIA, ["sword 3/3", "shield 5/1"])
    assert chosen(duel) == (5, "AS", "CR-AS", "shield 5/1")
    assert placed(duel, "CR-AS", "AS") == 5
    assert only_placement(duel)["province_tie"] == "none"
    duel = crassus_turn(SYRIA, ["sword 6/0", "shield 5/1"])
    assert chosen(duel) == (5, "AG", "CY-AG", "sword 6/0")


def test_C15_5_ties_by_C16():
    duel = crassus_turn(SYRIA, ["boat 6/0"], bonus={"AS": "wealth", "AG": "senate", "CR": "senate"})
    assert chosen(duel)[:2] == (5, "AG")
    assert only_placement(duel)["province_tie"] == "senate"


def test_C15_5_not_next_to_a_province_of_the_human():
    tokens = {"AS-SY": "caesar 0/6", "AG-SY": "pompey wild 0/4"}
    assert chosen(crassus_turn(tokens, ["boat 6/0"]))[:2] == (6, "IT")


def test_C15_6_a_central_province_italia_first():
    duel = crassus_turn({}, ["sword 5/1", "boat 6/0"])
    assert chosen(duel) == (6, "IT", "IT-AC", "boat 6/0")
    assert placed(duel, "IT-AC", "IT") == 6
    assert only_placement(duel)["province_tie"] == "italia"


# No shield of Italia is free:  SD [C 0/0] IT [C 0/0] MD, both turned by Might
NO_SHIELD_IN_ITALIA = {"SD-IT": "caesar 6/0 turned", "IT-MD": "caesar 5/1 turned"}


def test_C15_6_italia_only_if_among_the_best():
    duel = crassus_turn(
        NO_SHIELD_IN_ITALIA, ["boat 3/3", "shield 5/1"], bonus={"SD": "tactics", "AC": "tactics", "CR": "senate"}
    )
    assert chosen(duel)[:2] == (6, "CR")
    assert only_placement(duel)["province_tie"] == "senate"


# No sword fits a central province:  SC [C] IT [C] GC, AC [C] MD, all turned
NO_CENTRAL_SWORD = {"SC-IT": "caesar 6/0 turned", "IT-GC": "caesar 5/1 turned", "AC-MD": "caesar 4/2 turned"}


def test_C15_7_any_province_with_the_highest_value():
    duel = crassus_turn(NO_CENTRAL_SWORD, ["sword 3/3", "sword 5/1"], bonus={"DM": "senate"} | _no_senate("DM"))
    assert chosen(duel)[:2] == (7, "DM")
    assert (chosen(duel)[2], placed(duel, "MD-DM", "DM")) == ("MD-DM", 5)
    assert only_placement(duel)["province_tie"] == "senate"


# -- C16: ties between provinces ---------------------------------------------------------------------------------------
# GA and GC are both 3 behind:  GA [C 3/3] GC
GALLIA = {"GA-GC": "caesar 3/3"}


def province_choice(*arguments, **more):
    entry = only_placement(crassus_turn(*arguments, **more))
    return entry["province"], entry["province_tie"]


def test_C16_province_next_to_one_he_controls():
    #   SD [C 3/3] SC [p 0/6] NU: both are 3 behind; Numidia is his, its other borders hold turned tokens
    tokens = {"SD-SC": "caesar 3/3", "NU-SC": "pompey 6/0", "MT-NU": "pompey 6/0 turned", "NU-AF": "caesar 6/0 turned"}
    bonus = {"SD": "senate", "SC": "wealth"}
    assert province_choice(tokens, ["wild 4/0"], bonus=bonus) == ("SC", "controlled_neighbour")


def test_C16_province_with_a_senate():
    bonus = {"GA": "poison", "GC": "senate"}
    assert province_choice(GALLIA, ["shield 6/0"], bonus=bonus, modules=["poison"]) == ("GC", "senate")


def test_C16_province_with_a_poison():
    #   MT [C 3/3] SD: Sardinia is central, but Poison lies in Mauretania
    bonus = {"MT": "poison", "SD": "wealth"}
    duel = ({"MT-SD": "caesar 3/3"}, ["wild 4/0"])
    assert province_choice(*duel, bonus=bonus, modules=["poison"]) == ("MT", "poison")


def test_C16_province_central():
    bonus = {"MT": "wealth", "SD": "wealth"}
    assert province_choice({"MT-SD": "caesar 3/3"}, ["wild 4/0"], bonus=bonus) == ("SD", "central")


def test_C16_province_next_to_a_central_one():
    #   NU [C 2/4] MT.. Mauretania and HU can both be won; MT is next to Sardinia, HU next to no central province
    tokens = {"HU-MT": "caesar wild 2/2", "MT-SD": "caesar wild 0/4"}
    bonus = {"HU": "wealth", "MT": "wealth"}
    assert province_choice(tokens, ["wild 4/0"], bonus=bonus) == ("MT", "central_neighbour")


def test_C16_province_at_random():
    bonus = {"GA": "wealth", "GC": "wealth"}
    assert province_choice(GALLIA, ["shield 6/0"], bonus=bonus)[1] == "random"
    counts = choices(GALLIA, ["shield 6/0"], "province", bonus=bonus)
    expected = {PROVINCES.index("GA"): 1500, PROVINCES.index("GC"): 1500}
    assert set(counts) == set(expected)
    assert chi_square([counts[province] for province in expected], expected.values()) < CHI_SQUARE_LIMIT[1]


def test_C16_province_at_random_among_three():
    bonus = {"SD": "wealth", "AC": "wealth", "CR": "wealth"}
    counts = choices(NO_SHIELD_IN_ITALIA, ["shield 6/0"], "province", bonus=bonus)
    expected = [PROVINCES.index(name) for name in ("SD", "AC", "CR")]
    assert sorted(counts) == sorted(expected)
    assert chi_square([counts[province] for province in expected], [1000] * 3) < CHI_SQUARE_LIMIT[2]


def test_C16_a_criterion_nobody_meets_is_passed_over_and_one_all_meet_decides_nothing():
    #   both have a Senate, neither is central
    bonus = {"GA": "senate", "GC": "senate"}
    assert province_choice(GALLIA, ["shield 6/0"], bonus=bonus)[1] == "random"


# -- C16: ties between borders -----------------------------------------------------------------------------------------
def border_choice(*arguments, **more):
    entry = only_placement(crassus_turn(*arguments, **more))
    return entry["border"], entry["border_tie"]


def test_C16_border_towards_where_he_is_furthest_behind():
    #   Italia -6; by boat to Achaia (central, even) or Dalmatia (-4)
    tokens = {"IT-GC": "caesar 6/0", "MD-DM": "caesar 2/4"}
    assert border_choice(tokens, ["boat 6/0"]) == ("IT-DM", "behind")
    #   Achaia -5 and Dalmatia -4
    assert border_choice(tokens | {"AC-CR": "caesar 5/1"}, ["boat 6/0"]) == ("IT-AC", "behind")


def test_C16_border_towards_a_central_province():
    #   Italia -6, Achaia -5 and Dalmatia -5
    tokens = {"IT-GC": "caesar 6/0", "MD-DM": "caesar 1/5", "AC-CR": "caesar 5/1"}
    assert border_choice(tokens, ["boat 6/0"]) == ("IT-AC", "central")


def test_C16_D9_only_provinces_where_he_is_behind_count_as_behind():
    #   Italia -6; Achaia +5, Dalmatia even: neither is behind, Achaia is central
    tokens = {"IT-GC": "caesar 6/0", "AC-CR": "pompey 5/1"}
    assert border_choice(tokens, ["boat 6/0"]) == ("IT-AC", "central")


def test_C16_border_at_random():
    #   Gallia -6; by sword to HC or GC, neither central nor behind
    tokens = {"SD-GA": "caesar 0/6"}
    assert border_choice(tokens, ["sword 3/3"])[1] == "random"
    counts = choices(tokens, ["sword 3/3"], "border")
    assert set(counts) == {BORDERS.index("HC-GA"), BORDERS.index("GA-GC")}
    assert chi_square(counts.values(), [1500, 1500]) < CHI_SQUARE_LIMIT[1]


def test_C16_border_none_when_there_is_one():
    assert border_choice({"SD-GA": "caesar 0/6", "HC-GA": "pompey wild 4/0"}, ["sword 3/3"]) == ("GA-GC", "none")


def test_D9_the_value_is_settled_before_the_border():
    #   Italia -6; the shields lead to Sardinia, -5, but the highest value is the boat's
    tokens = {"IT-GC": "caesar 6/0", "SD-SC": "caesar 5/1"}
    duel = crassus_turn(tokens, ["shield 5/1", "boat 6/0"])
    assert chosen(duel) == (3, "IT", "IT-AC", "boat 6/0")


# -- C16: ties between tokens ------------------------------------------------------------------------------------------
def token_choice(*arguments, **more):
    entry = only_placement(crassus_turn(*arguments, **more))
    return entry["token"], entry["token_tie"]


# HU is closed by HU-HC:  MT [C 2/4] HU [    ] HC
HU = {"HU-MT": "caesar 4/2"}


def test_C16_token_not_wild():
    assert token_choice(HU, ["wild 4/0", "shield 4/2"]) == ("shield 4/2", "non_wild")


def test_C16_token_with_the_smaller_sum_when_seeking_the_smallest():
    centurion = "centurion shield-boat 4/4"
    assert token_choice(HU, [centurion, "shield 4/2"], modules=["centurions"]) == ("shield 4/2", "sum")


def test_C16_token_with_the_larger_sum_when_seeking_the_highest():
    #   Mauretania -6, by boat; both tokens have a 4
    centurion = "centurion shield-boat 4/4"
    choice = token_choice({"MT-NU": "caesar 6/0"}, ["boat 4/2", centurion], modules=["centurions"])
    assert choice == (centurion, "sum")


def test_C16_token_wild_ones_by_sum_too():
    row = ["centurion wild 3/3", "wild 3/1"]
    tokens = {"HU-MT": "caesar wild 3/1"}
    assert token_choice(tokens, row, modules=["centurions"]) == ("wild 3/1", "sum")
    assert token_choice({"MT-NU": "caesar 6/0"}, row[::-1], modules=["centurions"]) == (row[0], "sum")


def test_C16_token_leftmost():
    tokens = {"HU-MT": "caesar wild 2/2"}
    duel = crassus_turn(tokens, ["wild 2/2", "sword 3/3", "wild 2/2"])
    assert (only_placement(duel)["token"], only_placement(duel)["token_tie"]) == ("wild 2/2", "leftmost")
    assert duel["crassus"]["row"] == ["sword 3/3", "wild 2/2"]


def test_C16_token_none_when_there_is_one():
    assert token_choice(HU, ["wild 3/1", "shield 4/2"]) == ("shield 4/2", "none")


# -- C17, D1, D8 -------------------------------------------------------------------------------------------------------
def test_C17_crassus_never_places_face_down():
    batch = Batch(GAME, CaesarOptions(solo="high", modules=ALL_MODULES), 200, 1)
    seen = 0
    for _ in range(60):
        batch.step(batch.random_actions())
        on_spaces = batch.records["border_owner"][:, data.BORDER_CONTROL_SPACES] == 1
        faces = batch.records["border_face"][:, data.BORDER_CONTROL_SPACES]
        seen += on_spaces.sum()
        assert (faces[on_spaces] != 2).all()
    assert seen > 1000


def test_C17_poison_on_crassus_returns_a_random_token_of_his_row():
    row = ["sword 6/0", "boat 6/0", "wild 2/2", "wild 2/2"]
    start = position(
        {"HU-MT": "caesar 6/0"}, row=row, solo="low", modules=["poison"], bonus={"HU": "poison"},
        hands={"caesar": ["shield 3/3", "wild 2/2"]}, tiles={"A": (0, 0, 1, 0)},
    ).place("HU-HC", "3/3")  # fmt: skip
    assert start.legal == ["use Poison", "decline Poison"]
    batch = copies(start, 3000)
    bag = batch.records["bag"][0, 1].astype(int)
    batch.step(np.repeat(batch.legal_actions(0)[:1], 3000))
    returned = (batch.records["bag"][:, 1].astype(int) - bag).sum(0)
    kinds = [data.KIND_NAMES.index(name) for name in ("sword 6/0", "boat 6/0", "wild 2/2")]
    assert returned.sum() == returned[kinds].sum() == 3000
    assert chi_square(returned[kinds], [750, 750, 1500]) < CHI_SQUARE_LIMIT[2]
    start.play("use Poison")
    assert len(start["crassus"]["row"]) == 2  # one returned, one placed


def test_D4_poison_lapses_on_an_empty_row():
    duel = position(
        {"HU-MT": "caesar 6/0"}, solo="low", modules=["poison"], bonus={"HU": "poison"}, row=[],
        hands={"caesar": ["shield 3/3", "wild 2/2"]},
    ).place("HU-HC", "3/3")  # fmt: skip
    assert (duel["spent"]["poison"], duel["decision"], duel["turn"]) == (1, "place", 22)


@pytest.mark.parametrize(
    ("tokens", "aim"),
    [
        #   MT [C 0/6] HU [    ] HC [p 3/3] GA: he aims at HC
        ({"HU-MT": "caesar 6/0", "HC-GA": "pompey 3/3"}, "HC"),
        #   MT [p 3/3] HU [    ] HC [C 6/0] GA: he aims at HU
        ({"HU-MT": "pompey 3/3", "HC-GA": "caesar 6/0"}, "HU"),
    ],
)
def test_D1_the_province_he_aims_at_is_resolved_first(tokens, aim):
    duel = crassus_turn(tokens, ["shield 3/3"], markers={"caesar": 1, "pompey": 1})
    assert chosen(duel)[:3] == (1, aim, "HU-HC")
    assert (duel["winner"], duel.control(aim)) == ("pompey", "pompey")


def test_D9_only_step_2_spares_him_from_handing_over_the_game():
    #   MT [C 0/6] HU [    ] HC [p 3/3] GA: he wins HC, and by the same token Caesar wins HU and the game
    duel = crassus_turn({"HU-MT": "caesar 6/0", "HC-GA": "pompey 3/3"}, ["shield 3/3"], markers={"caesar": 1})
    assert chosen(duel)[:2] == (1, "HC")
    assert (duel["winner"], duel.control("HC")) == ("caesar", "pompey")


def test_D8_crassus_loses_if_nothing_fits_at_his_first_placement():
    duel = crassus_turn({}, [])
    assert (duel["winner"], duel["end"], duel["active"]) == ("caesar", "no_placement", "pompey")
    assert duel["crassus"]["log"] == []


def test_D8_also_if_his_tokens_fit_no_free_border():
    values = [f"{side} {numbers}" for side in SIDES for numbers in ("6/0", "5/1", "4/2")]
    values += [f"{side} wild {numbers}" for side in SIDES for numbers in ("4/0", "3/1")]
    tokens = dict(zip(BORDERS_BY_SYMBOL["shield"], [f"{value} turned" for value in values], strict=True))
    assert crassus_turn(tokens, ["shield 3/3"])["end"] == "no_placement"
    assert crassus_turn(tokens, ["shield 3/3", "boat 3/3"])["end"] is None


def test_D8_he_never_loses_before_his_draw():
    duel = crassus_turn({}, [], tile=(1, 0, 1, 0))
    assert (duel["winner"], len(duel["crassus"]["log"])) == (None, 1)


def test_D8_a_later_placement_without_a_fitting_token_is_skipped():
    duel = crassus_turn({}, ["wild 4/0"], tile=(0, 0, 2, 0))
    assert (duel["winner"], len(duel["crassus"]["log"]), duel["active"]) == (None, 1, "caesar")


# -- explanations ------------------------------------------------------------------------------------------------------
def test_explanations_tell_step_and_ties_in_words():
    def explanation(*arguments, **more):
        (text,) = explain_crassus(crassus_turn(*arguments, **more).state)
        return text

    assert explanation(HU, ["wild 4/0", "shield 4/2"]) == (
        "Crassus places shield 4/2 with 4 to HU and 2 to HC: step 1, he wins control of Hispania Ulterior "
        "(token: not a wild one)"
    )
    assert explanation({}, ["boat 6/0"]) == (
        "Crassus places boat 6/0 with 6 to IT and 0 to AC: step 6, Italia is a central province "
        "(province: Italia comes first; border: towards a central province)"
    )
    assert explanation({"IT-GC": "caesar 6/0", "MD-DM": "caesar 2/4"}, ["boat 6/0"]) == (
        "Crassus places boat 6/0 with 6 to IT and 0 to DM: step 3, he is furthest behind in Italia "
        "(border: towards where he is furthest behind)"
    )
    assert explanation({"HU-MT": "caesar 0/6"}, ["shield 6/0"]) == (
        "Crassus places shield 6/0 with 0 to HU and 6 to HC: step 1, he wins control of Hispania Ulterior"
    )
    phrases = {
        2: explanation({"HU-MT": "caesar 6/0"}, ["shield 3/3"]),
        4: explanation({"SD-IT": "pompey 3/3"}, ["boat 6/0"]),
        5: explanation(SYRIA, ["shield 5/1"]),
        7: explanation(NO_CENTRAL_SWORD, ["sword 5/1"]),
    }
    for step, words in {2: "he closes", 4: "he is nearest", 5: "is next to a province", 7: "takes his highest"}.items():
        assert f"step {step}, " in phrases[step] and words in phrases[step]


def test_explanations_come_one_a_placement():
    duel = crassus_turn({"HU-MT": "caesar 6/0"}, ["sword 6/0", "shield 6/0"], tile=(0, 0, 2, 0), bonus={"HU": "wealth"})
    assert len(explain_crassus(duel.state)) == 2


def _no_senate(*but):
    """Bonus tokens without a Senate for the provinces with a free sword in `NO_CENTRAL_SWORD`."""
    provinces = [name for name in ["HC", "GA", "MT", "NU", "GC", "AF", "MD", "DM", "CY", "AG", "SY"] if name not in but]
    supply = ["wealth"] * 4 + ["might"] * 4 + ["tactics"] * 3
    return dict(zip(provinces, supply, strict=False))
