"""The rules of two-player play, C1 to C10 and D1 to D7: each sentence that can be broken has a test named after it.

Every position is played by the kernel and by the reference at once (see `positions`). In the drawings a border is
written with the values that face the provinces beside it, C Caesar's and p Pompey's: `HU [C 6/0] MT` turns 6 to HU.
"""

from collections import Counter

import numpy as np
import pytest

from boardkit.batch import Batch
from duel.positions import (
    ALL_MODULES,
    BORDERS,
    BORDERS_BY_SYMBOL,
    BORDERS_OF,
    CENTURIONS,
    CHI_SQUARE_LIMIT,
    ORDINARY_TOKENS,
    PROVINCES,
    SIDES,
    SYMBOL_OF,
    SYMBOLS_OF_WORD,
    chi_square,
    copies,
    full_board,
    new_duel,
    place_words,
    position,
)
from duel_env import data
from duel_env.game import GAME
from duel_env.options import CaesarOptions

SPACES = ("SD-GA", "AG-AS", "NU-AF")  # of Border Control

# Hispania's two provinces have two borders each, and share one: a token on HU-HC closes both.
#     MT [C 0/6] HU [     ] HC [C 6/0] GA
HISPANIA = {"HU-MT": "caesar 6/0", "HC-GA": "caesar 6/0"}


def new_games(count=2000, **options):
    return Batch(GAME, CaesarOptions(**options), count, 1, auto_reset=False).states


def close_hispania(bonus_hu, bonus_hc, **more):
    """Caesar closes HU and HC with one token, wins both, and resolves HU first."""
    more.setdefault("hands", {"caesar": ["shield 3/3", "wild 2/2"]})
    duel = position(HISPANIA, bonus={"HU": bonus_hu, "HC": bonus_hc}, **more)
    return duel.place("HU-HC", "3/3").play("resolve Hispania Ulterior first")


def close_hu(effect, tokens=(), **more):
    """Caesar closes HU and wins it: MT [C 0/6] HU [C 3/3] HC."""
    more["hands"] = {"caesar": ["shield 3/3", "wild 2/2"], **more.get("hands", {})}
    more["bonus"] = {"HU": effect, **more.get("bonus", {})}
    return position({"HU-MT": "caesar 6/0", **dict(tokens)}, **more).place("HU-HC", "3/3")


# -- data --------------------------------------------------------------------------------------------------------------
def test_data_is_that_of_the_rules():
    assert list(data.PROVINCES) == PROVINCES
    assert list(data.BORDERS) == BORDERS
    assert [data.SYMBOLS[symbol] for symbol in data.BORDER_SYMBOL] == ["shield"] * 10 + ["boat"] * 10 + ["sword"] * 10
    assert sorted(data.CENTRAL_PROVINCES) == ["AC", "CR", "IT", "SC", "SD"]
    assert [data.BORDERS[border] for border in data.BORDER_CONTROL_SPACES] == list(SPACES)
    assert list(data.KIND_NAMES) == list(dict.fromkeys(ORDINARY_TOKENS)) + CENTURIONS
    assert dict(zip(data.KIND_NAMES, data.KIND_COUNT, strict=True)) == {
        **Counter(ORDINARY_TOKENS),
        **dict.fromkeys(CENTURIONS, 0),
    }
    assert dict(zip(data.PROVINCES, data.NUM_BORDERS_OF, strict=True)) == {p: len(BORDERS_OF[p]) for p in PROVINCES}


def test_data_action_table_has_the_groups_of_the_contract():
    assert [(group.name, len(group)) for group in GAME.actions] == [
        ("place", 430), ("place_down", 27), ("resolve_first", 18), ("use", 1), ("decline", 1),
        ("might_token", 30), ("might_marker", 18), ("centurion", 3),
    ]  # fmt: skip


# -- C1: set-up --------------------------------------------------------------------------------------------------------
def test_C1_a_senate_on_italia_and_seventeen_others_one_a_province():
    for bonuses in new_games()["bonus"]:
        assert bonuses[PROVINCES.index("IT")] == data.SENATE
        assert np.bincount(bonuses, minlength=6).tolist() == [6, 4, 4, 4, 0, 0]


def test_C1_bonus_tokens_lie_at_random():
    laid = np.delete(new_games()["bonus"], PROVINCES.index("IT"), axis=1)
    for province in laid.T:
        observed = np.bincount(province, minlength=4)
        assert chi_square(observed, 2000 * np.array([5, 4, 4, 4]) / 17) < CHI_SQUARE_LIMIT[3]


@pytest.mark.parametrize("side", SIDES)
def test_C1_two_tokens_drawn_at_random_from_the_bag(side):
    games = new_games()
    hands, bags = games["hand"][:, SIDES.index(side)], games["bag"][:, SIDES.index(side)]
    assert (hands.sum(1) == 2).all()
    assert (hands + bags == data.KIND_COUNT).all()
    expected = 2000 * 2 * data.KIND_COUNT[:15] / 16
    assert chi_square(hands.sum(0)[:15], expected) < CHI_SQUARE_LIMIT[14]


def test_C1_hands_are_hidden_from_the_opponent():
    duel = new_duel()
    seen = GAME.view(duel.state, 1)
    assert "hand" not in seen["sides"]["caesar"] and "bag" not in seen["sides"]["caesar"]
    assert seen["sides"]["caesar"]["hand_size"] == 2
    assert seen["sides"]["pompey"]["hand"] == duel.side("pompey")["hand"]


def test_C1_caesar_begins_and_turns_alternate():
    duel = position(hands={"caesar": ["wild 4/0"], "pompey": ["wild 4/0"]})
    assert (new_duel()["active"], new_duel()["turn"]) == ("caesar", 1)
    duel.place("HU-HC", "wild 4/0")
    assert (duel["active"], duel["turn"]) == ("pompey", 21)
    duel.place("IT-MD", "wild 4/0")
    assert (duel["active"], duel["turn"]) == ("caesar", 22)


# -- C2: a turn --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("token", dict.fromkeys(ORDINARY_TOKENS + CENTURIONS))
def test_C2_a_token_fits_free_borders_of_its_symbol_either_way_round(token):
    word, values = token.rsplit(" ", 1)
    occupied = {"SD-IT": "pompey 6/0", "IT-AC": "pompey 6/0", "SC-IT": "pompey 6/0"}
    duel = position(occupied, hands={"caesar": [token]}, modules=["centurions"])
    assert set(duel.legal) == {
        place_words(border, f"{word} {turned}")
        for symbol in SYMBOLS_OF_WORD[word]
        for border in BORDERS_BY_SYMBOL[symbol]
        if border not in occupied
        for turned in (values, values[::-1])
    }


def test_C2_example_of_the_rulebook_5_to_sicilia_1_to_sardinia():
    #   SD [C 1/5] SC
    duel = position(hands={"caesar": ["boat 5/1"]}).place("SD-SC", "1/5")
    assert duel["borders"] == {
        "SD-SC": {"owner": "caesar", "token": "boat 5/1", "flip": 1, "face": "up", "marker": None}
    }
    caesar = duel.state.influence[0]
    assert (caesar[PROVINCES.index("SC")], caesar[PROVINCES.index("SD")], caesar.sum()) == (5, 1, 6)
    assert duel.state.influence[1].sum() == 0


def test_C2_only_tokens_of_the_own_hand():
    duel = position(hands={"caesar": ["boat 6/0", "shield 3/3"], "pompey": ["sword 6/0"]})
    assert {words.split(" with ")[0] for words in duel.legal} == {"place boat 6/0", "place shield 3/3"}


def test_C2_exactly_one_token_is_drawn_at_random_at_the_end():
    duel = position(hands={"caesar": ["boat 5/1", "sword 6/0", "sword 5/1"]})
    before = duel.side("caesar")
    duel.place("SD-SC", "5/1")
    assert (duel.hand_size("caesar"), duel.bag_size("caesar")) == (3, sum(before["bag"].values()) - 1)
    assert duel.side("pompey")["bag"] == position(hands={"caesar": ["boat 5/1"]}).side("pompey")["bag"]

    batch = copies(position(hands={"caesar": ["boat 5/1"]}), 4000)
    bag = batch.records[0].bag[0].copy()
    batch.step(np.repeat(batch.legal_actions(0)[:1], 4000))
    drawn = batch.records["hand"][:, 0].sum(0)
    kinds = np.flatnonzero(bag)
    assert len(kinds) == 14 and drawn.sum() == 4000
    assert chi_square(drawn[kinds], 4000.0 * bag[kinds] / bag.sum()) < CHI_SQUARE_LIMIT[13]


# -- C3, C4: closed provinces ------------------------------------------------------------------------------------------
def test_C3_a_province_is_closed_when_all_its_borders_hold_tokens():
    #   MT [C 2/2] HU [     ] HC: one border of HU, none of HC
    duel = position({"HU-MT": "caesar wild 2/2"}, hands={"caesar": ["shield 6/0"]}, bonus={"HU": "senate"})
    assert not duel["provinces"]["HU"]["closed"]
    duel.place("HU-HC", "6/0")
    assert duel["provinces"]["HU"] == {"bonus": None, "closed": True, "control": "caesar", "marker_down": False}
    assert not duel["provinces"]["HC"]["closed"] and duel["provinces"]["HC"]["bonus"] is not None
    assert duel.control("HC") is None


@pytest.mark.parametrize(
    ("token_on_mt", "winner"), [("pompey 6/0", "pompey"), ("pompey 3/3", None), ("caesar 6/0", "caesar")]
)
def test_C3_who_closes_takes_the_bonus_token_whoever_wins_control(token_on_mt, winner):
    #   MT [?] HU [C 3/3] HC
    duel = position({"HU-MT": token_on_mt}, hands={"caesar": ["shield 3/3"]}, bonus={"HU": "senate"})
    duel.place("HU-HC", "3/3")
    assert duel.control("HU") == winner
    assert duel["provinces"]["HU"]["bonus"] is None
    assert (duel.side("caesar")["senates"], duel.side("pompey")["senates"]) == (1, 0)


def test_C4_example_of_the_rulebook_pompey_closes_achaia_caesar_controls_it_8_to_4():
    #         IT [C 0/6]\       /[p 3/3] MD   <- the last one, Pompey's
    #                     Achaia
    #         AF [p 5/1]/       \[C 2/4] CR
    tokens = {"IT-AC": "caesar 0/6", "AF-AC": "pompey 5/1", "AC-CR": "caesar 2/4"}
    duel = position(tokens, active="pompey", hands={"pompey": ["sword 3/3"]}, bonus={"AC": "senate"})
    duel.place("AC-MD", "3/3")
    achaia = duel.state.influence[:, PROVINCES.index("AC")]
    assert achaia.tolist() == [8, 4]
    assert duel.control("AC") == "caesar"
    assert (duel.markers("caesar"), duel.markers("pompey")) == (11, 12)
    assert (duel.side("caesar")["senates"], duel.side("pompey")["senates"]) == (0, 1)


def test_C4_only_values_facing_the_province_count():
    #   MT [C 0/6] HU [p 1/5] HC: 0 + ... HU: Caesar 0, Pompey 1, although his 6 and Pompey's 5 lie near
    duel = position({"HU-MT": "caesar 0/6"}, active="pompey", hands={"pompey": ["shield 5/1"]}, bonus={"HU": "senate"})
    assert duel.place("HU-HC", "1/5").control("HU") == "pompey"


def test_C4_italia_takes_two_markers():
    #   five borders of Italia are Caesar's, SD-IT comes last
    tokens = {"IT-MD": "caesar 6/0", "IT-AC": "caesar 6/0", "IT-DM": "caesar 5/1", "SC-IT": "caesar 0/6"}
    duel = position(tokens | {"IT-GC": "caesar 5/1"}, hands={"caesar": ["shield 5/1"]}, bonus={"IT": "wealth"})
    duel.place("SD-IT", "1/5")
    assert duel.control("IT") == "caesar"
    assert duel.markers("caesar") == 10


def test_C4_a_tie_is_nobodys_for_the_rest_of_the_game():
    #   MT [p 3/3] HU [C 3/3] HC: 3 to 3
    tokens = {"HU-MT": "pompey 3/3", "HC-GA": "caesar 6/0"}
    duel = position(tokens, hands={"caesar": ["shield 3/3", "wild 3/1"]}, bonus={"HU": "senate", "HC": "senate"})
    duel.place("HU-HC", "3/3").play("resolve Hispania Ulterior first")
    assert (duel.control("HU"), duel.control("HC")) == (None, "caesar")
    assert duel.border_markers() == {}
    duel.place("IT-MD", "wild 2/2").place("IT-AC", "wild 3/1")
    assert duel.control("HU") is None
    assert duel.markers("pompey") == 12


# -- C5: border markers ------------------------------------------------------------------------------------------------
#   Syria is Pompey's (6 to 0), though Caesar's token lies on the border to Asia:
#       CR [p 0/6] Asia [C 6/0] Syria [p 0/6] AG
#                  Asia [     ] AG                  <- the last border of Asia
ASIA = {"AS-SY": "caesar 6/0", "AG-SY": "pompey 0/6", "CR-AS": "pompey 0/6"}


def test_C5_example_of_the_rulebook_pompeys_marker_covers_caesars_token_between_asia_and_syria():
    duel = position(
        ASIA, active="pompey", hands={"pompey": ["boat 5/1"]}, bonus={"AS": "senate"}, senates={"caesar": 1}
    )
    assert (duel.control("SY"), duel.markers("pompey")) == ("pompey", 11)
    duel.place("AG-AS", "1/5")
    assert duel.control("AS") == "pompey"
    assert duel["borders"]["AS-SY"] == {
        "owner": "caesar", "token": "shield 6/0", "flip": 0, "face": "up", "marker": "pompey",
    }  # fmt: skip
    assert duel.border_markers() == {"AS-SY": "pompey"}
    assert duel.markers("pompey") == 11 - 1 - 1 - 1  # Asia, the border, the Senate


def test_C5_no_marker_between_provinces_of_different_sides():
    duel = position(ASIA, hands={"caesar": ["boat 5/1"]}, bonus={"AS": "senate"})
    duel.place("AG-AS", "1/5")
    assert (duel.control("AS"), duel.control("SY")) == ("caesar", "pompey")
    assert duel.border_markers() == {}
    assert duel.markers("caesar") == 12 - 1 - 1  # Asia and the Senate


def test_C5_the_opponent_of_who_closes_gets_border_markers_too():
    duel = position(ASIA | {"AS-SY": "caesar 1/5"}, hands={"caesar": ["boat 3/3"]}, bonus={"AS": "senate"})
    duel.place("AG-AS", "3/3")  # Asia: Caesar 1 + 3, Pompey 6
    assert duel.border_markers() == {"AS-SY": "pompey"}
    assert (duel.markers("caesar"), duel.markers("pompey")) == (12, 12 - 1 - 1 - 1)


def test_C5_one_marker_on_every_border_between_own_provinces_also_older_ones():
    #   GA is Caesar's already:  MT [C 0/6] HU [     ] HC [C 5/1] GA
    tokens = {"HU-MT": "caesar 6/0", "HC-GA": "caesar 5/1", "SD-GA": "caesar 0/6", "GA-GC": "caesar 6/0"}
    duel = position(tokens, hands={"caesar": ["shield 3/3"]}, bonus={"HU": "wealth", "HC": "wealth"})
    duel.place("HU-HC", "3/3").play("resolve Hispania Ulterior first")
    assert duel.border_markers() == {"HU-HC": "caesar", "HC-GA": "caesar"}
    assert duel.markers("caesar") == 12 - 3 - 2


# -- C6: bonus effects -------------------------------------------------------------------------------------------------
def test_C6_effects_come_after_control_and_border_markers():
    duel = close_hispania("wealth", "might")
    assert duel["decision"] == "effect"
    assert (duel.control("HU"), duel.control("HC")) == ("caesar", "caesar")
    assert duel.border_markers() == {"HU-HC": "caesar"}
    assert duel.markers("caesar") == 9


@pytest.mark.parametrize("bonus", ["tactics", "wealth", "poison", "might", "centurion"])
def test_C6_D3_an_effect_may_be_declined_and_is_then_lost(bonus):
    pompey = {"IT-MD": "pompey 6/0"}
    duel = close_hu(bonus, pompey, modules=["poison", "centurions"], hands={"pompey": ["wild 2/2", "wild 4/0"]})
    bag, spent = duel.bag_size("caesar"), duel["spent"].get(bonus, 0)
    duel.play(f"decline {bonus.capitalize()}")
    assert (duel["active"], duel["decision"]) == ("pompey", "place")
    assert (duel.hand_size("caesar"), duel.bag_size("caesar")) == (2, bag - 1)
    assert (duel.hand_size("pompey"), duel["borders"]["IT-MD"]["face"]) == (2, "up")
    assert duel["spent"][bonus] == spent + 1
    duel.place("IT-AC", "wild 2/2")
    assert (duel["active"], duel["decision"]) == ("caesar", "place")


def test_C6_tactics_one_more_turn_after_this_one():
    duel = close_hu("tactics")
    assert duel.legal == ["use Tactics", "decline Tactics"]
    duel.play("use Tactics")
    assert (duel["active"], duel["decision"], duel["turn"]) == ("caesar", "place", 21)
    assert duel["pending"]["extra_turn"] is False
    duel.place("IT-MD", "wild 2/2")
    assert (duel["active"], duel["turn"]) == ("pompey", 22)


def test_C6_two_tactics_in_one_turn_give_one_more_turn():
    duel = close_hispania("tactics", "tactics").play("use Tactics")
    assert (duel["active"], duel["decision"], duel["turn"]) == ("caesar", "place", 21)
    assert duel["spent"]["tactics"] == 2
    assert duel.place("IT-MD", "wild 2/2")["active"] == "pompey"


def test_C6_tactics_gained_in_the_extra_turn_gives_another():
    #   MT [C 0/6] HU [C 3/3] HC  and  AG [C 0/6] SY [C 1/5] AS
    tokens = {"HU-MT": "caesar 6/0", "AG-SY": "caesar 0/6"}
    hands = {"caesar": ["shield 3/3", "shield 5/1", "wild 2/2"]}
    duel = position(tokens, hands=hands, bonus={"HU": "tactics", "SY": "tactics"})
    duel.place("HU-HC", "3/3").play("use Tactics").place("AS-SY", "1/5").play("use Tactics")
    assert (duel["active"], duel["turn"]) == ("caesar", 22)
    assert duel.place("IT-MD", "wild 2/2")["active"] == "pompey"


def test_C6_wealth_draws_at_once_and_the_hand_stays_larger():
    duel = close_hispania("wealth", "tactics")
    bag = duel.bag_size("caesar")
    assert duel.hand_size("caesar") == 1
    duel.play("use Wealth")
    assert (duel.effects(), duel.hand_size("caesar"), duel.bag_size("caesar")) == (["tactics"], 2, bag - 1)
    duel.play("decline Tactics")
    assert (duel.hand_size("caesar"), duel.bag_size("caesar")) == (3, bag - 2)
    duel.place("IT-MD", "wild 2/2").place("IT-AC", "wild 2/2")
    assert duel.hand_size("caesar") == 3


def test_C6_might_turns_an_opposing_token_which_then_counts_nothing():
    #   SY would be Pompey's:  AS [p 0/6] SY [     ] AG, were his 6 not turned face down
    hands = {"caesar": ["shield 3/3", "sword 3/3"]}
    tokens = {"HU-MT": "caesar 6/0", "AS-SY": "pompey 0/6"}
    duel = position(tokens, hands=hands, bonus={"HU": "might", "SY": "senate"}).place("HU-HC", "3/3")
    assert duel.legal == ["decline Might", "turn the token on AS-SY face down"]
    duel.play("turn the token on AS-SY face down")
    assert duel["borders"]["AS-SY"]["face"] == "turned"
    assert duel.state.influence[1].sum() == 0
    duel.place("IT-MD", "wild 2/2").place("AG-SY", "3/3")
    assert duel.control("SY") == "caesar"


def test_C6_a_token_counts_in_full_as_long_as_might_spares_it():
    tokens = {"HU-MT": "caesar 6/0", "AS-SY": "pompey 0/6"}
    duel = position(tokens, hands={"caesar": ["shield 3/3", "sword 3/3"]}, bonus={"HU": "might", "SY": "senate"})
    duel.place("HU-HC", "3/3").play("decline Might").place("IT-MD", "wild 2/2").place("AG-SY", "3/3")
    assert duel.control("SY") == "pompey"


# Pompey controls Syria and will close Asia:  CR [p 1/5] AS [p 3/3] SY [p 6/0] AG, AS [   ] AG
SYRIA = {"AG-SY": "pompey 0/6", "AS-SY": "pompey 3/3", "CR-AS": "pompey 1/5"}


@pytest.mark.parametrize(
    ("choice", "marked"), [("decline Might", True), ("turn the control marker in Syria face down", False)]
)
def test_C6_a_face_down_control_marker_forbids_border_markers(choice, marked):
    duel = close_hu("might", SYRIA, hands={"pompey": ["boat 3/3"]}, bonus={"AS": "senate"})
    duel.play(choice)
    assert duel["provinces"]["SY"]["marker_down"] is not marked
    assert duel.control("SY") == "pompey"
    duel.place("AG-AS", "3/3")
    assert duel.control("AS") == "pompey"
    assert duel.border_markers() == ({"AS-SY": "pompey"} if marked else {})
    assert duel.markers("pompey") == 12 - 1 - 1 - marked - 1


@pytest.mark.parametrize(
    ("tokens", "down", "last", "token"),
    [
        #   Syria's marker is down, Asia closes by AG-AS;  Asia's marker is down, Syria closes by AG-SY
        ({"AG-SY": "pompey 0/6", "AS-SY": "pompey 3/3", "CR-AS": "pompey 1/5"}, "SY", "AG-AS", "3/3"),
        ({"CR-AS": "pompey 1/5", "AG-AS": "pompey 3/3", "AS-SY": "pompey 3/3"}, "AS", "AG-SY", "3/3"),
    ],
)
def test_C6_whichever_end_of_the_border_the_face_down_marker_lies_at(tokens, down, last, token):
    hands = {"pompey": [f"{SYMBOL_OF[last]} 3/3"]}
    duel = position(tokens, marker_down=[down], active="pompey", hands=hands)
    duel.place(last, token)
    assert (duel.control("AS"), duel.control("SY")) == ("pompey", "pompey")
    assert duel.border_markers() == {}


def test_C6_a_border_marker_already_there_stays():
    tokens = {**SYRIA, "AG-AS": "pompey 3/3"}
    duel = close_hu("might", tokens)
    duel.play("turn the control marker in Asia face down")
    assert duel.border_markers() == {"AS-SY": "pompey"}
    assert duel.markers("pompey") == 9


def test_C6_might_never_turns_own_pieces():
    duel = close_hu("might", {"IT-MD": "caesar 6/0", "IT-AC": "pompey 6/0"})
    assert duel.legal == ["decline Might", "turn the token on IT-AC face down"]


def test_C6_example_of_the_rulebook_senates_1_then_none_then_3_markers():
    #   MT [C 0/6] HU [C 3/3] HC [C 6/0] GA      AS [C 5/1] SY [p 6/0] AG
    hands = {"caesar": ["shield 3/3", "shield 5/1", "sword 6/0"], "pompey": ["sword 6/0", "wild 2/2"]}
    duel = position({"HU-MT": "caesar 6/0"}, hands=hands, bonus={"HU": "senate", "SY": "senate", "HC": "senate"})
    spent = duel["spent"]

    duel.place("HU-HC", "3/3")  # the first Senate, with control: 1 marker
    assert (duel.side("caesar")["senates"], duel.side("caesar")["senate_markers"], duel.markers("caesar")) == (1, 1, 10)

    duel.place("AG-SY", "0/6").place("AS-SY", "5/1")  # the second, but Syria is Pompey's
    assert duel.control("SY") == "pompey"
    assert (duel.side("caesar")["senates"], duel.side("caesar")["senate_markers"], duel.markers("caesar")) == (2, 1, 10)

    duel.place("IT-MD", "wild 2/2").place("HC-GA", "6/0")  # the third, with control: 3 markers
    assert (duel.side("caesar")["senates"], duel.side("caesar")["senate_markers"]) == (3, 4)
    assert duel.markers("caesar") == 10 - 1 - 1 - 3  # HC, the border HU-HC, the Senate
    assert duel["spent"] == spent  # they are kept for good


def test_C6_a_senate_of_a_tied_province_is_kept_without_markers():
    duel = position({"HU-MT": "pompey 3/3"}, hands={"caesar": ["shield 3/3"]}, bonus={"HU": "senate"})
    duel.place("HU-HC", "3/3")
    assert (duel.side("caesar")["senates"], duel.side("caesar")["senate_markers"], duel.markers("caesar")) == (1, 0, 12)


# -- C7: the end -------------------------------------------------------------------------------------------------------
def test_C7_the_last_marker_wins_at_once():
    duel = close_hu("tactics", markers={"caesar": 1})
    assert (duel["decision"], duel["winner"], duel["end"]) == ("over", "caesar", "markers")
    assert duel.markers("caesar") == 0
    assert duel.legal == []
    assert duel["pending"] == {"border": None, "order": [], "effects": [], "extra_turn": False, "centurion": None}
    assert duel.hand_size("caesar") == 1  # nothing was drawn


def test_C7_also_on_the_opponents_turn():
    #   MT [C 0/6] HU [p 3/3] HC
    duel = position({"HU-MT": "caesar 6/0"}, active="pompey", hands={"pompey": ["shield 3/3"]}, markers={"caesar": 1})
    duel.place("HU-HC", "3/3")
    assert (duel["winner"], duel["end"], duel["active"]) == ("caesar", "markers", "pompey")


def test_C7_one_marker_is_enough_for_italia():
    tokens = {"IT-MD": "caesar 6/0", "IT-AC": "caesar 6/0", "IT-DM": "caesar 5/1", "SC-IT": "caesar 0/6"}
    tokens["IT-GC"] = "caesar 5/1"
    duel = position(tokens, hands={"caesar": ["shield 5/1"]}, markers={"caesar": 1})
    assert duel.place("SD-IT", "1/5")["winner"] == "caesar"


def test_C7_by_border_markers_and_under_a_senate():
    assert close_hispania("wealth", "wealth", markers={"caesar": 3})["winner"] == "caesar"
    assert close_hispania("wealth", "wealth", markers={"caesar": 4})["winner"] is None
    assert close_hu("senate", markers={"caesar": 2})["winner"] == "caesar"
    assert close_hu("senate", markers={"caesar": 3})["winner"] is None


def test_C7_no_token_in_hand_loses():
    duel = position(hands={"caesar": ["wild 2/2"], "pompey": []}).place("HU-HC", "wild 2/2")
    assert (duel["winner"], duel["end"], duel["active"], duel["turn"]) == ("caesar", "no_placement", "pompey", 21)


def test_C7_no_fitting_border_loses():
    #   all shield borders but one are taken, and Pompey holds nothing but shields
    free = "AS-SY"
    values = ["caesar 6/0", "caesar 5/1", "caesar 4/2"]
    values += [f"{side} wild {numbers}" for side in SIDES for numbers in ("4/0", "3/1", "2/2")]
    tokens = dict(zip((border for border in BORDERS_BY_SYMBOL["shield"] if border != free), values, strict=True))
    shields = [f"shield {numbers}" for numbers in ("6/0", "5/1", "4/2", "3/3")]
    for hand, winner in ((shields, "caesar"), ([*shields, "boat 6/0"], None)):
        duel = position(tokens, hands={"caesar": ["shield 3/3"], "pompey": hand})
        duel.place(free, "3/3")
        assert duel["winner"] == winner
    assert duel["active"] == "pompey"


# -- C8: Poison --------------------------------------------------------------------------------------------------------
def test_C8_three_poison_tokens_replace_three_random_ones_and_hands_have_three():
    games = new_games(modules=["poison"])
    base = np.array([6, 4, 4, 4, 0, 0])
    for bonuses, spent in zip(games["bonus"], games["spent"], strict=True):
        laid = np.bincount(bonuses, minlength=6)
        assert laid[data.POISON] == 3 and laid[data.CENTURION] == 0
        assert (laid[:4] + spent[:4] == base[:4]).all() and spent.sum() == 3
        assert bonuses[PROVINCES.index("IT")] == data.SENATE
    displaced = games["spent"].sum(0)[:4]
    assert chi_square(displaced, 6000 * np.array([5, 4, 4, 4]) / 17) < CHI_SQUARE_LIMIT[3]
    assert (games["hand"].sum(2) == 3).all()
    assert games["bank"].sum() == 0


def test_C8_the_opponent_returns_a_token_and_his_hand_stays_smaller():
    hands = {"pompey": ["wild 4/0", "wild 2/2"]}
    duel = close_hu("poison", modules=["poison"], hands=hands)
    hand, bag = Counter(duel.side("pompey")["hand"]), Counter(duel.side("pompey")["bag"])
    own_bag = duel.bag_size("caesar")
    duel.play("use Poison")
    returned = hand - Counter(duel.side("pompey")["hand"])
    assert sum(returned.values()) == 1
    assert Counter(duel.side("pompey")["bag"]) == bag + returned
    assert duel.side("pompey")["returned"] == dict(returned)  # both saw it
    assert (duel.hand_size("caesar"), duel.bag_size("caesar")) == (2, own_bag - 1)
    duel.play(next(words for words in duel.legal if "to IT" in words))
    assert duel.hand_size("pompey") == 1


def test_C8_the_returned_token_is_random():
    tokens = ["sword 6/0", "boat 6/0", "wild 2/2", "wild 2/2"]
    batch = copies(close_hu("poison", modules=["poison"], hands={"pompey": tokens}), 3000)
    batch.step(np.repeat(batch.legal_actions(0)[:1], 3000))
    returned = batch.records["returned"][:, 1].sum(0)
    kinds = [data.KIND_NAMES.index(name) for name in ("sword 6/0", "boat 6/0", "wild 2/2")]
    assert returned.sum() == returned[kinds].sum() == 3000
    assert chi_square(returned[kinds], [750, 750, 1500]) < CHI_SQUARE_LIMIT[2]


# -- C9: Centurions ----------------------------------------------------------------------------------------------------
def test_C9_three_centurion_tokens_replace_three_random_ones():
    games = new_games(modules=["centurions"])
    for bonuses, spent in zip(games["bonus"], games["spent"], strict=True):
        laid = np.bincount(bonuses, minlength=6)
        assert laid[data.CENTURION] == 3 and laid[data.POISON] == 0
        assert spent.sum() == 3 and bonuses[PROVINCES.index("IT")] == data.SENATE
    assert (games["hand"].sum(2) == 2).all()
    assert (games["centurion_tokens"] == 1).all()
    assert games["hand"][:, :, 15:].sum() == games["bag"][:, :, 15:].sum() == 0


@pytest.mark.parametrize("token", CENTURIONS)
def test_C9_a_centurion_of_choice_instead_of_the_draw(token):
    duel = close_hu("centurion", modules=["centurions"])
    bag = duel.side("caesar")["bag"]
    assert duel.legal == ["decline Centurion", *(f"take {name}" for name in CENTURIONS)]
    duel.play(f"take {token}")
    assert duel.side("caesar")["hand"] == {"wild 2/2": 1, token: 1}
    assert duel.side("caesar")["bag"] == bag
    assert duel.side("caesar")["centurions"] == [name for name in CENTURIONS if name != token]
    assert duel.side("pompey")["centurions"] == CENTURIONS
    assert duel["spent"]["centurion"] == 1


def test_C9_only_own_centurions_that_are_left():
    left = ["centurion sword 7/0"]
    tokens = {"IT-MD": "caesar centurion wild 3/3"}
    duel = close_hu("centurion", tokens, modules=["centurions"], hands={"caesar": ["shield 3/3", CENTURIONS[2]]})
    assert duel.legal == ["decline Centurion", *(f"take {name}" for name in left)]


# -- C10: Border Control -----------------------------------------------------------------------------------------------
def test_C10_the_six_displaced_tokens_are_the_bank():
    games = new_games(modules=ALL_MODULES)
    assert (games["bank"].sum(1) == 6).all() and games["spent"].sum() == 0
    for bonuses, bank in zip(games["bonus"], games["bank"], strict=True):
        assert (np.bincount(bonuses, minlength=6) + bank).tolist() == [6, 4, 4, 4, 3, 3]
        assert bank[4:].sum() == 0
    assert new_games(modules=["poison", "centurions"])["bank"].sum() == 0


def test_C10_D6_a_token_may_lie_face_down_on_the_three_spaces_if_it_fits():
    hands = {"caesar": ["shield 5/1", "boat 3/3", "wild 4/0", CENTURIONS[2]]}
    duel = position(hands=hands, modules=ALL_MODULES)
    assert [words for words in duel.legal if "face down" in words] == [
        "place shield 5/1 face down on SD-GA", "place boat 3/3 face down on AG-AS",
        "place wild 4/0 face down on SD-GA", "place wild 4/0 face down on AG-AS", "place wild 4/0 face down on NU-AF",
        "place centurion shield-boat 4/4 face down on SD-GA", "place centurion shield-boat 4/4 face down on AG-AS",
    ]  # fmt: skip
    without = position(hands=hands, modules=["poison", "centurions"])
    assert not [words for words in without.legal if "face down" in words]
    assert [words for words in duel.legal if "face down" not in words] == without.legal


def test_C10_a_space_that_is_taken_takes_no_token():
    duel = position({"SD-GA": "pompey 6/0"}, hands={"caesar": ["wild 4/0"]}, modules=ALL_MODULES)
    assert {words.split(" on ")[1] for words in duel.legal if "face down" in words} == {"AG-AS", "NU-AF"}


def test_C10_a_face_down_token_counts_0_0_and_brings_a_bank_token():
    #   HC [p 6/1] GA: the token on SD [C down] GA adds nothing to Caesar's influence
    hands = {"caesar": ["shield 6/0", "wild 2/2"]}
    duel = position({"HC-GA": "pompey 5/1"}, hands=hands, bank=["wealth"], modules=ALL_MODULES)
    duel.place_down("SD-GA", "6/0")
    assert duel["borders"]["SD-GA"] == {
        "owner": "caesar", "token": "shield 6/0", "flip": 0, "face": "down", "marker": None,
    }  # fmt: skip
    assert duel.state.influence[0].sum() == 0
    assert (duel.effects(), duel["bank"]) == (["wealth"], {})
    assert duel.legal == ["use Wealth", "decline Wealth"]
    duel.play("use Wealth")
    assert duel.hand_size("caesar") == 3
    assert duel["active"] == "pompey"


def test_C10_face_up_brings_none():
    duel = position(hands={"caesar": ["shield 6/0"]}, bank=["wealth"], modules=ALL_MODULES).place("SD-GA", "6/0")
    assert (duel["decision"], duel["active"], duel["bank"]) == ("place", "pompey", {"wealth": 1})


def test_C10_a_face_down_token_closes_provinces_and_the_face_up_ones_win():
    #   HC [C 5/1] GA [p 0/6] GC,  SD [p down] GA: Gallia 1 to 0
    tokens = {"HC-GA": "caesar 5/1", "GA-GC": "pompey 0/6"}
    duel = position(
        tokens, active="pompey", hands={"pompey": ["shield 3/3"]}, bonus={"GA": "senate"}, modules=ALL_MODULES
    )
    duel.place_down("SD-GA", "3/3")
    assert duel.control("GA") == "caesar"
    assert duel.side("pompey")["senates"] == 1


def test_C10_an_empty_bank_gives_nothing():
    duel = position(hands={"caesar": ["shield 6/0"]}, modules=ALL_MODULES).place_down("SD-GA", "6/0")
    assert (duel["decision"], duel["active"]) == ("place", "pompey")


def test_C10_the_bank_token_is_random():
    bank = ["senate", "tactics", "tactics", "wealth", "wealth", "wealth"]
    batch = copies(position(hands={"caesar": ["shield 6/0", "wild 2/2"]}, bank=bank, modules=ALL_MODULES), 3000)
    down = GAME.actions.number("place shield 6/0 face down on SD-GA")
    batch.step(np.full(3000, down))
    left = batch.records["bank"].sum(0)
    assert left.sum() == 5 * 3000
    assert chi_square(3000 * np.array([1, 2, 3]) - left[:3], [500, 1000, 1500]) < CHI_SQUARE_LIMIT[2]


# -- D1: the order of resolving ----------------------------------------------------------------------------------------
def test_D1_the_active_player_chooses_the_order_of_two_closed_provinces_always():
    #   MT [C 0/6] HU [C 3/3] HC [C 6/0] GA: even two equal tokens
    duel = position(HISPANIA, hands={"caesar": ["shield 3/3"]}, bonus={"HU": "senate", "HC": "senate"})
    duel.place("HU-HC", "3/3")
    assert (duel["decision"], duel["active"], duel["pending"]["order"]) == ("order", "caesar", ["HU", "HC"])
    assert duel.legal == ["resolve Hispania Ulterior first", "resolve Hispania Citerior first"]
    assert duel.control("HU") is None and duel["provinces"]["HU"]["bonus"] == "senate"


@pytest.mark.parametrize(
    ("first", "effects"), [("Hispania Ulterior", ["wealth", "tactics"]), ("Hispania Citerior", ["tactics", "wealth"])]
)
def test_D1_effects_come_in_the_chosen_order(first, effects):
    duel = position(HISPANIA, hands={"caesar": ["shield 3/3"]}, bonus={"HU": "wealth", "HC": "tactics"})
    duel.place("HU-HC", "3/3").play(f"resolve {first} first")
    assert duel.effects() == effects


@pytest.mark.parametrize(("first", "winner"), [("Hispania Ulterior", "caesar"), ("Hispania Citerior", "pompey")])
def test_D1_control_markers_come_in_the_chosen_order(first, winner):
    #   MT [C 0/6] HU [C 3/3] HC [p 6/0] GA: HU is Caesar's, HC Pompey's, and both have one marker left
    tokens = {"HU-MT": "caesar 6/0", "HC-GA": "pompey 6/0"}
    duel = position(tokens, hands={"caesar": ["shield 3/3"]}, markers={"caesar": 1, "pompey": 1})
    assert duel.place("HU-HC", "3/3").play(f"resolve {first} first")["winner"] == winner


def test_D1_all_control_markers_come_before_the_first_border_marker():
    #   MT [p 0/6] HU [C 3/3] HC [C 5/1] GA, and Gallia is Caesar's: HC and the border HC-GA would take his last two
    #   markers, but Pompey's last one goes to HU before that
    tokens = {"HU-MT": "pompey 6/0", "HC-GA": "caesar 5/1", "SD-GA": "caesar 0/6", "GA-GC": "caesar 6/0"}
    duel = position(tokens, hands={"caesar": ["shield 3/3"]}, markers={"caesar": 2, "pompey": 1})
    duel.place("HU-HC", "3/3").play("resolve Hispania Citerior first")
    assert duel["winner"] == "pompey"
    assert duel.border_markers() == {}


@pytest.mark.parametrize("active", SIDES)
def test_D1_border_markers_of_the_active_player_come_first(active):
    #   MT is Pompey's, GA Caesar's:  MT [p 1/5] HU [a 3/3] HC [C 5/1] GA
    #   each side gains one province and one border, and has two markers left
    tokens = {"HU-MT": "pompey 5/1", "MT-SD": "pompey 6/0", "MT-NU": "pompey 6/0"}
    tokens |= {"HC-GA": "caesar 5/1", "SD-GA": "caesar 0/6", "GA-GC": "caesar 6/0"}
    hands = {active: ["shield 3/3"]}
    duel = position(tokens, active=active, hands=hands, markers={"caesar": 2, "pompey": 2})
    duel.place("HU-HC", "3/3").play("resolve Hispania Ulterior first")
    assert duel["winner"] == active
    assert duel.border_markers() == ({"HC-GA": "caesar"} if active == "caesar" else {"HU-MT": "pompey"})


def test_D1_border_markers_go_in_the_order_of_the_table():
    #   three of Caesar's in a row: HU, HC, GA; his third marker is his last and goes to the shield, not to the sword
    tokens = {"HU-MT": "caesar 6/0", "HC-GA": "caesar 5/1", "SD-GA": "caesar 0/6", "GA-GC": "caesar 6/0"}
    duel = position(tokens, hands={"caesar": ["shield 3/3"]}, markers={"caesar": 3})
    duel.place("HU-HC", "3/3").play("resolve Hispania Citerior first")
    assert duel["winner"] == "caesar"
    assert duel.border_markers() == {"HU-HC": "caesar"}


def test_D1_the_bank_token_is_resolved_before_the_others():
    #   HC [C 1/5] GA [C 5/1] GC, SD [C down] GA: Gallia closes
    tokens = {"HC-GA": "caesar 1/5", "GA-GC": "caesar 6/0"}
    hands = {"caesar": ["shield 3/3", "wild 2/2"]}
    duel = position(tokens, hands=hands, bank=["wealth"], bonus={"GA": "tactics"}, modules=ALL_MODULES)
    duel.place_down("SD-GA", "3/3")
    assert duel.effects() == ["wealth", "tactics"]
    assert duel.control("GA") == "caesar"


def test_D1_two_senates_in_one_turn_place_1_and_then_2():
    duel = close_hispania("senate", "senate")
    assert (duel.side("caesar")["senates"], duel.side("caesar")["senate_markers"]) == (2, 3)
    assert duel.markers("caesar") == 12 - 2 - 1 - 3


def test_D1_a_senate_counts_from_the_moment_it_is_resolved():
    #   MT [p 0/6] HU [C 3/3] HC [C 6/0] GA: the Senate of HC is Caesar's with control, that of HU without
    tokens = {"HU-MT": "pompey 6/0", "HC-GA": "caesar 6/0"}
    for first, markers in (("Hispania Citerior", 1), ("Hispania Ulterior", 2)):
        duel = position(tokens, hands={"caesar": ["shield 3/3"]}, bonus={"HU": "senate", "HC": "senate"})
        duel.place("HU-HC", "3/3").play(f"resolve {first} first")
        assert (duel.side("caesar")["senates"], duel.side("caesar")["senate_markers"]) == (2, markers)


def test_D1_what_is_unresolved_at_the_end_is_dropped():
    duel = close_hispania("senate", "senate", markers={"caesar": 2})
    assert (duel["winner"], duel.border_markers()) == ("caesar", {})
    assert duel.side("caesar")["senates"] == 0
    assert duel["spent"]["senate"] == 2
    assert duel.effects() == []


def test_D1_markers_are_placed_one_at_a_time():
    duel = close_hispania("senate", "senate", markers={"caesar": 5})  # 2 control, 1 border, 1 Senate, and 1 of 2
    assert duel["winner"] == "caesar"
    assert (duel.side("caesar")["senates"], duel.side("caesar")["senate_markers"]) == (2, 12 - 5 + 2)


# -- D2 to D7 ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("token", "owner"), [("pompey 6/0", "pompey"), ("pompey 3/3", None)])
def test_D2_might_never_changes_a_closed_province(token, owner):
    #   HC is closed, GA open:  MT [C 3/3] HU [C 3/3] HC [p ?] GA
    tokens = {"HU-HC": "caesar 3/3", "HC-GA": token}
    duel = position(tokens, hands={"caesar": ["boat 3/3"]}, bonus={"HU": "might"}).place("HU-MT", "3/3")
    assert duel.control("HC") == owner
    markers = duel.markers("pompey")
    duel.play("turn the token on HC-GA face down")
    assert duel.control("HC") == owner
    assert duel.markers("pompey") == markers


def test_D3_border_and_senate_markers_are_no_decisions():
    duel = close_hispania("senate", "senate")
    assert (duel["decision"], duel["active"]) == ("place", "pompey")


def test_D4_a_second_tactics_lapses_after_one_used_but_not_after_one_declined():
    duel = close_hispania("tactics", "tactics").play("decline Tactics")
    assert (duel["decision"], duel.effects()) == ("effect", ["tactics"])
    duel.play("use Tactics")
    assert duel["active"] == "caesar"
    duel = close_hispania("tactics", "tactics").play("use Tactics")
    assert duel["decision"] == "place"


def test_D4_a_second_centurion_lapses_after_one_taken_but_not_after_one_declined():
    duel = close_hispania("centurion", "centurion", modules=["centurions"]).play("take centurion sword 7/0")
    assert (duel["decision"], duel["active"]) == ("place", "pompey")
    assert duel["spent"]["centurion"] == 2
    assert duel.side("caesar")["hand"] == {"wild 2/2": 1, "centurion sword 7/0": 1}
    duel = close_hispania("centurion", "centurion", modules=["centurions"]).play("decline Centurion")
    assert duel.legal == ["decline Centurion", *(f"take {name}" for name in CENTURIONS)]


def test_D4_centurion_lapses_when_none_is_left():
    duel = close_hu("centurion", modules=["centurions"], hands={"caesar": ["shield 3/3", *CENTURIONS]})
    assert (duel["decision"], duel["active"], duel["spent"]["centurion"]) == ("place", "pompey", 1)


def test_D4_D5_wealth_lapses_with_an_empty_bag_which_gives_nothing_at_the_end_either():
    duel = position({"HU-MT": "caesar 6/0"}, bags={"caesar": []}, bonus={"HU": "wealth"})
    assert duel.hand_size("caesar") == 15
    duel.place("HU-HC", "3/3")
    assert (duel["decision"], duel["active"]) == ("place", "pompey")
    assert duel.hand_size("caesar") == 14


def test_D4_poison_lapses_on_an_empty_hand():
    duel = close_hu("poison", modules=["poison"], hands={"pompey": []})
    assert duel["end"] == "no_placement"  # no decision came between
    assert duel.side("pompey")["returned"] == {}


def test_D4_might_lapses_without_a_target():
    spent = position({"HU-MT": "caesar 6/0"}, bonus={"HU": "might"})["spent"].get("might", 0)
    duel = close_hu("might", {"IT-MD": "caesar 6/0"})
    assert (duel["decision"], duel["active"], duel["spent"]["might"]) == ("place", "pompey", spent + 1)


def test_D4_might_targets():
    #   Caesar closes HU. Pompey's: AS-SY and AG-SY (Syria closed and his), CR-AS, AG-AS (Asia closed and his, covered
    #   by a border marker: AS-SY), face down on NU-AF, turned on IT-AC, face up on IT-DM
    tokens = {"AS-SY": "pompey 3/3", "AG-SY": "pompey 0/6", "CR-AS": "pompey 1/5", "AG-AS": "pompey 0/6"}
    tokens |= {"NU-AF": "pompey 3/3 down", "IT-AC": "pompey 5/1 turned", "IT-DM": "pompey 4/2"}
    duel = close_hu("might", tokens, modules=ALL_MODULES)
    assert duel.border_markers() == {"AS-SY": "pompey"}
    assert duel.legal == [
        "decline Might",
        "turn the token on CR-AS face down",  # CR is open
        "turn the token on IT-DM face down",
        "turn the token on AG-AS face down",  # AG is open
        "turn the token on AG-SY face down",
        "turn the control marker in Asia face down",
        "turn the control marker in Syria face down",
    ]


def test_D4_a_marker_already_down_is_no_target_nor_italias_second():
    #   Italia is Pompey's, one of its markers face down
    tokens = {"IT-MD": "pompey 6/0", "IT-AC": "pompey 6/0", "IT-DM": "pompey 5/1", "SC-IT": "pompey 0/6"}
    tokens |= {"IT-GC": "pompey 5/1", "SD-IT": "pompey 1/5"}
    assert "turn the control marker in Italia face down" in close_hu("might", tokens).legal
    assert not [words for words in close_hu("might", tokens, marker_down=["IT"]).legal if "marker" in words]


def test_D5_the_centurion_is_chosen_at_once_and_enters_the_hand_at_the_end():
    duel = close_hispania("centurion", "tactics", modules=["centurions"]).play("take centurion wild 3/3")
    assert duel["pending"]["centurion"] == "centurion wild 3/3"
    assert duel.side("caesar")["hand"] == {"wild 2/2": 1}
    assert duel.effects() == ["tactics"]
    duel.play("use Tactics")
    assert duel.side("caesar")["hand"] == {"wild 2/2": 1, "centurion wild 3/3": 1}
    assert duel.side("caesar")["hand_known"] == {"centurion wild 3/3": 1}
    assert (duel["active"], duel["pending"]["centurion"]) == ("caesar", None)
    bag = duel.bag_size("caesar")
    duel.place("IT-MD", "wild 2/2")  # the extra turn ends with an ordinary draw
    assert duel.bag_size("caesar") == bag - 1


def test_D5_wealth_adds_its_own_draw_to_a_centurion():
    duel = close_hispania("centurion", "wealth", modules=["centurions"])
    bag = duel.bag_size("caesar")
    duel.play("take centurion wild 3/3", "use Wealth")
    assert (duel.hand_size("caesar"), duel.bag_size("caesar")) == (3, bag - 1)


def test_D6_a_senate_of_the_bank_is_kept_and_counts_but_places_no_markers():
    #   HC [C 1/5] GA [C 6/0] GC, SD [C down] GA: the bank's Senate first, then Gallia's, which is the second: 2 markers
    tokens = {"HC-GA": "caesar 1/5", "GA-GC": "caesar 6/0"}
    duel = position(
        tokens, hands={"caesar": ["shield 3/3"]}, bank=["senate"], bonus={"GA": "wealth"}, modules=ALL_MODULES
    )
    duel.place_down("SD-GA", "3/3").play("decline Wealth")
    assert (duel.side("caesar")["senates"], duel.side("caesar")["senate_markers"], duel.markers("caesar")) == (1, 0, 11)
    duel = position(
        tokens, hands={"caesar": ["shield 3/3"]}, bank=["senate"], bonus={"GA": "senate"}, modules=ALL_MODULES
    )
    duel.place_down("SD-GA", "3/3")
    assert (duel.side("caesar")["senates"], duel.side("caesar")["senate_markers"], duel.markers("caesar")) == (2, 2, 9)


def test_D7_the_draw_comes_before_the_extra_turn():
    duel = position({"HU-MT": "caesar 6/0"}, hands={"caesar": ["shield 3/3"]}, bonus={"HU": "tactics"})
    duel.place("HU-HC", "3/3").play("use Tactics")
    assert (duel["active"], duel["decision"], duel.hand_size("caesar")) == ("caesar", "place", 1)


def test_D7_no_legal_placement_at_the_start_of_the_extra_turn_loses():
    #   HU-HC is the last free border of all
    tokens, control = full_board("HU-HC")
    bonus = {"HU": "tactics", "HC": "wealth"}
    duel = position(tokens, control=control, hands={"caesar": ["wild 3/1"]}, bonus=bonus).place("HU-HC", "wild 3/1")
    duel.play("resolve Hispania Ulterior first", "use Tactics", "decline Wealth")
    assert (duel["winner"], duel["end"], duel["active"]) == ("pompey", "no_placement", "caesar")


# -- decisions ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("skip_forced", "decision"), [(False, "place"), (True, "order")])
def test_a_decision_with_one_action_is_played_at_once_unless_asked_for(skip_forced, decision):
    #   Pompey closes SD-GA; then HU-HC is the last free border, and Caesar has one token with one way round
    tokens, control = full_board("SD-GA", "HU-HC")
    bonus = dict.fromkeys(("SD", "GA", "HU", "HC"), "senate")
    duel = position(tokens, control=control, active="pompey", bonus=bonus, skip_forced=skip_forced)
    duel.place("SD-GA", "wild 2/2").play("resolve Sardinia first")
    assert (duel["active"], duel["decision"]) == ("caesar", decision)
    assert len(duel.legal) == (2 if skip_forced else 1)
