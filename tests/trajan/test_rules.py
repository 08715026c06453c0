"""The rules, chapter by chapter: data, set-up and the first steps of a turn, T1 to T11, with R8, R9 and R13.

The actions follow in `test_rules_actions`, the ends of round, quarter and game in `test_rules_ends`.
"""

from collections import Counter

import numpy as np
import pytest

from boardkit.batch import Batch
from trajan.positions import (
    ACTIONS,
    BONUSES,
    BORDERS,
    BUILDINGS,
    CHI_SQUARE_LIMIT,
    COLOURS,
    COMMODITIES,
    CONSTRUCTION_TILES,
    DEMANDS,
    EXTRA,
    FORUM_TILES,
    GREEN_SPACES,
    PROVINCES,
    STACKS,
    TIME_TRACK,
    TRAJAN_ROWS,
    TRAJAN_TILES,
    chi_square,
    copies,
    new_table,
    position,
    position_json,
)
from trajan_env import data
from trajan_env.game import GAME
from trajan_env.options import TrajanOptions

EVERY_NUMBER_OF_PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


def new_games(count=2000, **options):
    return Batch(GAME, TrajanOptions(**options), count, 1, auto_reset=False)


def after_markers(count=2000, **options):
    """New games in which all markers are placed: the first cards are to be taken."""
    batch = new_games(count, skip_forced=False, **options)
    for _ in range(12 * batch.options.players):
        batch.step(batch.random_actions())
    return batch


def at_random(observed, weights=None):
    """Whether counts fit equal chances, or chances in proportion to weights."""
    observed = np.asarray(observed)
    shares = np.ones(len(observed)) if weights is None else np.asarray(weights, float)
    limit = CHI_SQUARE_LIMIT[len(observed) - 1]
    return chi_square(observed, observed.sum() * shares / shares.sum()) < limit


# -- data --------------------------------------------------------------------------------------------------------------
def test_data_54_trajan_tiles():
    assert len(data.TRAJAN_TILES) == len(TRAJAN_TILES) == 54
    assert list(data.TRAJAN_TILES) == TRAJAN_TILES
    for tile, (stack, effect, vp, pair) in enumerate(TRAJAN_ROWS):
        assert data.STACKS[data.TILE_STACK[tile]] == stack == STACKS[tile // 9]
        assert data.TILE_VP[tile] == vp
        if stack == "demand":
            assert DEMANDS[data.TILE_DEMAND[tile]] == effect
        else:
            assert (data.TILE_SIZE[tile], data.TILE_DEMAND[tile]) == (effect, -1)
        letters = "".join(data.COLOUR_LETTERS[c] * data.TILE_COLOURS[tile, c] for c in range(6))
        assert sorted(letters) == sorted(pair)


def test_data_checksums_of_the_trajan_tiles():
    assert data.TILE_COLOURS.sum(0).tolist() == [18] * 6
    assert data.TILE_VP.sum() == 219
    assert np.bincount(data.TILE_STACK).tolist() == [9] * 6


def test_data_70_forum_tiles_and_12_extra_action_tiles():
    assert dict(zip(data.FORUM_KINDS, data.FORUM_TILES.tolist(), strict=True)) == FORUM_TILES
    assert data.FORUM_TILES.sum() == 70
    assert 6 * data.EXTRA_TILES_OF_AN_ACTION == 12 == 4 * data.YELLOW_SPACES


def test_data_15_demand_tiles():
    assert 3 * data.DEMAND_TILES_OF_A_KIND == 15 == 3 + 4 * data.DEMANDS_A_QUARTER


def test_data_20_construction_tiles():
    assert list(data.CONSTRUCTION_TILES) == CONSTRUCTION_TILES
    assert len(CONSTRUCTION_TILES) == 20 == data.SITE_ROWS * data.SITE_COLUMNS
    granted = [data.ACTIONS[action] for action in data.GRANTED_ACTION]
    assert dict(zip(data.CONSTRUCTION_KINDS, granted, strict=True)) == BUILDINGS


def test_data_12_bonus_tiles():
    assert list(data.BONUSES) == BONUSES
    assert len(BONUSES) == 12


def test_data_60_commodity_cards():
    assert list(data.COMMODITIES) == COMMODITIES
    assert data.NUM_CARDS == 60 == 12 * data.CARDS_OF_A_KIND


def test_data_provinces_and_borders():
    assert dict(zip(data.PROVINCES, data.PROVINCE_VP.tolist(), strict=True)) == PROVINCES
    assert data.PROVINCE_VP.sum() == 65
    places = [*PROVINCES, "camp"]
    found = {(places[i], places[j]) for i, j in np.argwhere(data.IS_ADJACENT)}
    assert found == {*BORDERS, *((b, a) for a, b in BORDERS)}
    assert len(BORDERS) == 20


def test_data_tracks_and_ships():
    assert data.SENATE_VOTES.tolist() == [0, 2, 3, 4, 5, 6, 7, 8]
    assert data.TIME_TRACK == TIME_TRACK
    assert data.SHIP_VP.tolist() == [
        [[0, 2, 6, 12, 20], [0, 0, 1, 7, 15]],
        [[0, 5, 10, 15, 0], [0, 1, 6, 11, 0]],
        [[0, 2, 4, 6, 8], [0, 0, 1, 3, 5]],
    ]


def test_data_action_table_has_the_groups_of_the_contract():
    assert [len(group) for group in GAME.actions] == [
        6, 3, 6, 6, 6, 1, 1, 6, 1, 1, 2, 12, 3, 17, 1, 10, 1, 6, 1, 1, 20, 24, 12, 1, 12, 1, 1, 1, 1, 1, 2,
    ]  # fmt: skip
    assert len(GAME.actions) == 167


# -- set-up ------------------------------------------------------------------------------------------------------------
@EVERY_NUMBER_OF_PLAYERS
def test_T1_seat_0_starts_and_its_disc_is_at_the_bottom(players):
    table = new_table(players=players)
    assert len(table["players"]) == players
    assert table["senate"] == {"position": [0] * players, "order": [*range(players)]}
    assert table.decision == (0, "setup_marker")
    begun = new_table(players=players, setup="random")
    assert (begun["active"], begun["turn"], begun["quarter"], begun["round"], begun["time"]) == (0, 1, 1, 1, 0)
    assert begun.decision == (0, "tray")


@pytest.mark.parametrize("players", [1, 5, True, "2"])
def test_T1_two_three_or_four_players(players):
    with pytest.raises(ValueError, match="players is .*; allowed are 2, 3, 4"):
        TrajanOptions(players=players)


def test_T1_one_token_in_each_camp_13_on_the_mat():
    for mat in new_table(players=4)["players"]:
        assert (mat["mat"], mat["military_camp"], mat["worker_camp"], mat["leader"]) == (13, 1, 1, None)
        assert mat["vp"] == 0


def test_T2_two_markers_of_any_colours_into_each_tray():
    table = new_table(players=2)
    assert table.legal == [f"place a {colour} marker" for colour in COLOURS]
    table.play("place a pink marker", "place a pink marker")
    assert table.mat()["trays"] == [["pink", "pink"], [], [], [], [], []]
    assert "place a pink marker" not in table.legal
    table.play("place a white marker", "place a blue marker", "place a blue marker", "place a white marker")
    assert table.mat()["trays"][1:3] == [["blue", "white"], ["blue", "white"]]
    table.play(*["place a green marker"] * 2, *["place a orange marker"] * 2)
    assert table.decision == (1, "setup_marker")  # the last two are yellow: no choice
    assert table.mat()["trays"][3:] == [["green"] * 2, ["orange"] * 2, ["yellow"] * 2]
    assert table.mat(1)["trays"] == [[]] * 6


def test_T2_the_arch_stands_at_slot_I():
    assert [mat["arch"] for mat in new_table(players=3)["players"]] == [0, 0, 0]


def test_T3_trajan_stacks_are_shuffled_and_only_their_top_is_visible():
    batch = after_markers()
    tops = batch.records["stack_top"]
    for stack in range(6):
        assert at_random(np.bincount(tops[:, stack] - 9 * stack, minlength=9))
    seen = GAME.view(batch.records[0], 0)
    assert [stack["rest"] for stack in seen["stacks"]] == [
        [tile for tile in TRAJAN_TILES[9 * k : 9 * k + 9] if tile != stack["top"]]
        for k, stack in enumerate(seen["stacks"])
    ]  # as a set: their order is nobody's knowledge


def test_T3_demand_tiles_come_at_random_and_three_are_never_seen():
    batch = new_games(400, players=2, setup="random")
    first = np.full(400, -1)
    while not batch.terminated.all():
        going = np.flatnonzero(~batch.terminated)
        batch.step(batch.random_actions(going), going)
        first = np.where(first < 0, batch.records["demands"][:, 0], first)
    assert at_random(np.bincount(first, minlength=3))
    assert (batch.records["demand_pile"].sum(1) == 3).all()
    assert (batch.records["demands_gone"].sum(1) == 12).all()


@EVERY_NUMBER_OF_PLAYERS
def test_T4_forum_tiles_in_provinces_and_forum(players):
    table = new_table(players=players)
    green = [tile for tile in table["forum"] if tile]
    assert len(green) == len(table["forum"]) == GREEN_SPACES[players] == {2: 6, 3: 9, 4: 12}[players]
    provinces = [province["tile"] for province in table["provinces"].values()]
    assert None not in provinces and len(provinces) == 10
    pile = Counter(FORUM_TILES)
    pile.subtract(green + provinces)
    assert table["forum_pile"] == {kind: count for kind, count in pile.items() if count}


def test_T4_three_extra_action_tiles_on_the_yellow_spaces():
    table = new_table()
    assert len(table["yellow"]) == 3 and set(table["yellow"]) <= set(EXTRA.values())
    left = Counter(dict.fromkeys(ACTIONS, 2)) - Counter(tile.removeprefix("extra ") for tile in table["yellow"])
    assert table["extra_pile"] == dict(left)


def test_T4_twenty_construction_tiles_on_the_site():
    assert sorted(new_table()["site"]["tiles"]) == sorted(CONSTRUCTION_TILES)


def test_T4_all_of_it_at_random():
    games = new_games(players=2).records
    weights = np.array(list(FORUM_TILES.values()))
    assert at_random(np.bincount(games["forum"][:, 3], minlength=17), weights)
    assert at_random(np.bincount(games["province_tile"][:, 9], minlength=17), weights)
    assert at_random(np.bincount(games["forum"][:, 13] - 11, minlength=6))
    for space in (0, 19):
        assert at_random(np.bincount(games["site_tile"][:, space], minlength=20))


@EVERY_NUMBER_OF_PLAYERS
def test_T5_a_yellow_bonus_tile_each_and_two_at_the_senate(players):
    batch = after_markers(players=players)
    bonus, senate = batch.records["bonus"][:, :players], batch.records["senate_bonus"]
    assert ((bonus > 0).sum(2) == 1).all()
    assert (bonus.max(2) == data.YELLOW).all()
    assert (batch.records["bonus_pile"].sum(1) == 10 - players).all()
    assert at_random(np.bincount(bonus[:, 1].argmax(1), minlength=12))
    assert at_random(np.bincount(senate[:, 1], minlength=12))


def test_T6_one_card_starts_each_discard_pile():
    batch = after_markers()
    assert (batch.records["pile_size"] == 1).all()
    assert (batch.records["deck"].sum(1) == 58).all()
    for pile in range(2):
        assert at_random(np.bincount(batch.records["pile"][:, pile, 0], minlength=12))


def setup_cards(players=2, seed=1):
    """A game in which the first card is to be taken."""
    table = new_table(seed, players=players)
    while table["decision"] == "setup_marker":
        table.play(table.legal[0])
    return table


def test_T6_three_cards_in_player_order_from_deck_or_piles():
    table = setup_cards(players=3)
    for seat in range(3):
        for taken in range(3):
            assert table.decision == (seat, "setup_card")
            assert table.hand_size(seat) == taken
            assert table.legal == [
                "start with a card from the deck", "start with the left card", "start with the right card",
            ]  # fmt: skip
            table.play(table.legal[taken])
    assert [table.hand_size(seat) for seat in range(3)] == [3, 3, 3]
    assert table.decision == (0, "setup_tile")


def test_T6_a_card_from_a_pile_is_known_one_from_the_deck_is_not():
    table = setup_cards()
    left = table["piles"][0][0]
    table.play("start with a card from the deck")
    assert table.mat()["hand_known"] == {}
    table.play("start with the left card")
    assert table.mat()["hand_known"] == {left: 1}


def test_T6_an_empty_pile_is_refilled_from_the_deck_at_once():
    table = setup_cards()
    table.play("start with the right card")
    assert [len(pile) for pile in table["piles"]] == [1, 1]
    assert sum(table["deck"].values()) == 57


def test_T7_the_top_tiles_of_three_different_stacks_onto_II_IV_and_VI():
    table = setup_cards(players=2)
    table.play(*["start with a card from the deck"] * 6)
    tops = [stack["top"] for stack in table["stacks"]]
    assert table.legal == [f"start with the {stack.replace('_', ' ')} tile" for stack in STACKS]
    table.play("start with the plus two tile")
    assert "start with the plus two tile" not in table.legal and len(table.legal) == 5
    table.play("start with the cards tile", "start with the demand tile")
    assert table.mat()["slots"] == [None, tops[4], None, tops[0], None, tops[5]]
    assert table["stacks"][0]["top"] != tops[0] and len(table["stacks"][0]["rest"]) == 7
    assert table.decision == (1, "setup_tile") and len(table.legal) == 6
    table.play("start with the plus two tile", "start with the points tile", "start with the workers tile")
    assert table.mat(1)["slots"][3] == tops[1]
    assert table.decision == (0, "tray") and table["turn"] == 1


def test_R13_three_rounds_seat_after_seat():
    table = new_table(players=2, skip_forced=False)
    story = []
    while table["decision"].startswith("setup"):
        story.append(table.decision)
        table.play(table.legal[0])
    assert story == [
        (seat, decision)
        for decision, steps in (("setup_marker", 12), ("setup_card", 3), ("setup_tile", 3))
        for seat in range(2)
        for _ in range(steps)
    ]


def test_R13_stacks_bonus_tiles_and_cards_are_laid_out_after_the_markers():
    table = new_table(players=2)
    while table["decision"] == "setup_marker":
        assert [stack["top"] for stack in table["stacks"]] == [None] * 6
        assert table["senate_bonus"] == [None, None] and table["piles"] == [[], []]
        assert [mat["bonus"] for mat in table["players"]] == [[], []]
        assert len(table["bonus_pile"]) == 12 and sum(table["deck"].values()) == 60
        table.play(table.legal[-1])
    assert None not in [stack["top"] for stack in table["stacks"]] and None not in table["senate_bonus"]


def test_R13_random_set_up_deals_markers_cards_and_tiles():
    batch = new_games(players=3, setup="random")
    games = batch.records
    assert (games["trays"][:, :3].sum(3) == 2).all() and (games["trays"][:, :3].sum(2) == 2).all()
    assert (games["hand"][:, :3].sum(2) == 3).all() and not games["hand_known"].any()
    assert ((games["slots"][:, :3] >= 0) == [False, True, False, True, False, True]).all()
    for seat in range(3):
        assert at_random(games["trays"][:, seat, 2].sum(0))
        assert at_random(games["hand"][:, seat].sum(0))
        stacks = games["slots"][:, seat][:, [1, 3, 5]] // 9
        assert all(len(set(row)) == 3 for row in stacks.tolist())
        assert at_random(np.bincount(stacks[:, 2], minlength=6))
    assert (batch.to_move == 0).all() and (games["turn"] == 1).all()


# -- T8, T9: markers and time ------------------------------------------------------------------------------------------
def test_T8_example_of_the_rulebook_two_markers_from_the_trajan_tray_end_at_seaport():
    #   V Trajan: P W  ->  VI construction: +P, I seaport: +W (the target tray)
    table = position({"trays": "BY BG GO OP PW YW"}).sow("trajan", "PW")
    assert table.mat()["trays"] == [
        ["blue", "yellow", "white"], ["blue", "green"], ["green", "orange"], ["orange", "pink"], [],
        ["yellow", "pink", "white"],
    ]  # fmt: skip
    assert table["pending"]["target"] == "seaport"
    assert "draw two cards" in table.legal
    assert table["time"] == 2


def test_T8_any_own_tray_that_is_not_empty():
    table = position({"trays": "BBYY - GGOO - PPWW -"}, {"trays": "- BBYYGGOOPPWW - - - -"})
    assert table.legal == ["empty the seaport tray", "empty the military tray", "empty the trajan tray"]


def test_T8_the_colour_is_chosen_each_time():
    table = position({"trays": "BBYG - GYOO - PPWW -"}).play("empty the seaport tray")
    assert table.legal == ["sow blue", "sow yellow", "sow green"]
    table.play("sow blue")
    assert table.legal == ["sow blue", "sow yellow", "sow green"]
    table.play("sow green")
    assert table.legal == ["sow blue", "sow yellow"]
    assert table["pending"]["next_tray"] == "senate"
    table.play("sow blue", "sow yellow")
    assert table.mat()["trays"] == [
        [], ["blue"], ["yellow", "green", "green", "orange", "orange"], ["blue"],
        ["yellow", "pink", "pink", "white", "white"], [],
    ]  # fmt: skip
    assert table["pending"]["target"] == "trajan"


def test_T8_more_than_six_markers_go_round_again_and_into_the_emptied_tray():
    #   I: B B Y Y G G O O -> II B, III B, IV Y, V Y, VI G, I G, II O, III O
    table = position({"trays": "BBYYGGOO P P W W -"}).sow("seaport", "BBYYGGOO")
    assert table.mat()["trays"] == [
        ["green"], ["blue", "orange", "pink"], ["blue", "orange", "pink"], ["yellow", "white"], ["yellow", "white"],
        ["green"],
    ]  # fmt: skip
    assert table["pending"]["target"] == "military" and table["time"] == 8


def test_T8_all_twelve_markers_in_one_tray():
    table = position({"trays": "- - - BBYYGGOOPPWW - -"}).sow("senate", "BYGOPWBYGOPW")
    assert all(len(tray) == 2 for tray in table.mat()["trays"])
    assert table["pending"]["target"] == "senate"


@pytest.mark.parametrize(("trays", "moved"), [("B BYGGOOP P W W Y", 1), ("BYG BYG OOPPWW - - -", 3)])
def test_T9_time_advances_by_the_markers_taken(trays, moved):
    table = position({"trays": trays}, time=4).play("empty the seaport tray")
    assert (table["time"], table["pending"]["round_ended"]) == (4 + moved, False)


# -- T10: complete a Trajan tile ---------------------------------------------------------------------------------------
def complete(tile, trays="BY BG GO OP PW YW", **more):
    """Seat 0 sows yellow into II and blue into III, where the tile lies: III then holds B, G, O."""
    mat = {"trays": trays, "slots": {"military": tile}, **more.pop("mat", {})}
    return position(mat, **more).sow("seaport", "YB")


def test_T10_example_of_the_rulebook_5_points_and_one_worker():
    #   III military: G O, with the tile "B G: 5 points, one worker"; the last marker is blue
    table = complete("workers 5")
    assert table.gain("trajan") == 5
    assert table.decision == (0, "effect")
    assert table.legal == ["take the effect", "decline the effect"]
    table.play("take the effect")
    assert (table.mat()["worker_camp"], table.mat()["mat"]) == (2, 12)
    assert table.mat()["slots"] == [None] * 6 and table["trajan_gone"] == ["workers 5"]
    assert table.decision == (0, "action") and "recruit a legionnaire" in table.legal


def test_T10_the_effect_may_be_declined():
    table = complete("workers 5").play("decline the effect")
    assert table.gain("trajan") == 5 and table.mat()["worker_camp"] == 1
    assert table.decision == (0, "action")


@pytest.mark.parametrize("tile", ["points 2", "legionnaires 2", "cards 4", "points 4"])  # BB, YB, YG, GG
def test_T10_both_colours_are_needed_and_a_double_colour_twice(tile):
    table = complete(tile)
    assert table.decision == (0, "action") and table.vp() == 0
    assert table.mat()["slots"][2] == tile


def test_T10_a_double_colour_with_two_markers():
    table = complete("points 2", trays="BY YG BG OO PP WW")
    assert table.gain("trajan") == 9
    assert table.decision == (0, "action")


def test_T10_the_second_marker_may_have_lain_there_before_and_others_do_not_matter():
    assert complete("points 4", trays="BY BP GGO OP W YW").gain("trajan") == 9


def test_T10_only_the_tile_at_the_target_tray():
    table = position({"trays": "BY BG GO OP PW YW", "slots": {"forum": "workers 5", "senate": "plus_two 4"}})
    table.sow("seaport", "YB")  # II holds Y, B, G; but III is the target
    assert table.decision == (0, "action") and table.vp() == 0


@pytest.mark.parametrize(("effect", "drawn"), [("take", 2), ("decline", 0)])
def test_T10_cards_effect_draws_two(effect, drawn):
    table = complete("cards 2", trays="BY YG BG OO PP WW").play(f"{effect} the effect")
    assert table.gain("trajan") == 3 and table.hand_size() == drawn and table.mat()["hand_known"] == {}


@pytest.mark.parametrize(("tile", "vp", "camp"), [("legionnaires 5", 5, 2), ("legionnaires 9", 2, 3)])
def test_T10_legionnaires_effect(tile, vp, camp):
    table = complete(tile).play("take the effect")
    assert table.gain("trajan") == vp
    assert (table.mat()["military_camp"], table.mat()["worker_camp"]) == (camp, 1)


def test_T10_workers_effect_of_two():
    table = complete("workers 8", trays="BY PG YG OO PB WW")
    assert table.gain("trajan") == 2
    assert table.play("take the effect").mat()["worker_camp"] == 3


@pytest.mark.parametrize("action", ACTIONS)
def test_T10_a_plus_two_marker_goes_on_one_of_the_six_actions(action):
    table = complete("plus_two 6", trays="BY BG PO OG PW YW")
    assert table.gain("trajan") == 4
    assert table.legal == ["decline the effect", *(f"put [+2] on {each}" for each in ACTIONS)]
    table.play(f"put [+2] on {action}")
    assert table.mat()["plus_two"] == [each == action for each in ACTIONS]
    assert table.decision == (0, "action")


def test_T10_a_plus_two_marker_may_be_declined_and_there_is_one_for_an_action_at_most():
    table = complete("plus_two 6", trays="BY BG PO OG PW YW", mat={"plus_two": ["forum"]})
    assert "put [+2] on forum" not in table.legal and len(table.legal) == 6
    assert table.play("decline the effect").mat()["plus_two"] == [False, True, False, False, False, False]


def test_T10_points_tiles_do_nothing_more():
    table = complete("points 2", trays="BY YG BG OO PP WW")
    assert table.decision == (0, "action") and table["trajan_gone"] == ["points 2"]


def test_T10_a_demand_tile_stays_on_the_mat():
    table = complete("demand 9", trays="BY BG OG PO PW YW")  # BO: fire
    assert table.gain("trajan") == 1
    assert table.mat()["permanent"] == ["demand 9"] and table["trajan_gone"] == []
    assert table.mat()["slots"] == [None] * 6 and table.decision == (0, "action")


def test_T10_the_arch_moves_from_the_centre_to_the_freed_slot():
    slots = dict(zip(ACTIONS, ["cards 1", "cards 2", "workers 5", "cards 3", "cards 4", "cards 5"], strict=True))
    table = position({"slots": slots})
    assert table.mat()["arch"] is None
    assert table.sow("seaport", "YB").mat()["arch"] == 2


def test_T10_the_arch_stays_where_it_is_outside_the_centre():
    table = position({"slots": {"military": "workers 5"}, "arch": 4}).sow("seaport", "YB")
    assert table.mat()["arch"] == 4


# -- T11 ---------------------------------------------------------------------------------------------------------------
FIRST_OPTION = {
    "seaport": "draw two cards",
    "forum": "take bread from the forum",
    "military": "recruit a legionnaire",
    "senate": "advance in the senate",
    "trajan": "take the cards tile",
    "construction": "recruit a worker",
}


@pytest.mark.parametrize("tray", range(6))
def test_T11_the_action_of_the_target_tray_may_be_taken_or_declined(tray):
    trays = ["BBYY", "GG", "OO", "PP", "W", "W"]
    mat = {"trays": " ".join(trays[(k - tray) % 6] for k in range(6))}
    for option in (FIRST_OPTION[ACTIONS[(tray + 4) % 6]], "decline the action"):
        table = position(mat, forum=["bread"]).sow(ACTIONS[tray], "BBYY")
        target = ACTIONS[(tray + 4) % 6]
        assert table["pending"]["main_action"] == target
        assert table.legal[:2] == ["decline the action", FIRST_OPTION[target]]
        table.play(option)
    assert table.decision == (1, "tray") and table["turn"] == 26 and table.vp() == 0


def test_T11_turns_go_round():
    table = position(players=3, active=2)
    assert table.end_turn()["active"] == 0
    assert table.end_turn()["active"] == 1


# -- rulings on tiles --------------------------------------------------------------------------------------------------
def test_R8_camp_effects_move_as_many_tokens_as_are_left():
    table = complete("legionnaires 9", mat={"worker_camp": 13}).play("take the effect")
    assert (table.mat()["mat"], table.mat()["military_camp"]) == (0, 2)


@pytest.mark.parametrize(("tile", "vp"), [("legionnaires 9", 2), ("workers 5", 5)])
def test_R8_R9_no_token_left_the_points_are_scored_and_the_effect_lapses(tile, vp):
    table = complete(tile, mat={"worker_camp": 14})
    assert table.gain("trajan") == vp and table.decision == (0, "action")
    assert "recruit a legionnaire" not in table.legal


def test_R8_R9_all_plus_two_spaces_taken_no_marker():
    table = complete("plus_two 6", trays="BY BG PO OG PW YW", mat={"plus_two": ACTIONS})
    assert table.gain("trajan") == 4 and table.decision == (0, "action")


@pytest.mark.parametrize(("deck", "decision"), [([], "action"), (["wine"], "effect")])
def test_R9_no_card_to_draw_the_effect_lapses(deck, decision):
    table = complete("cards 2", trays="BY YG BG OO PP WW", deck=deck)
    assert table.gain("trajan") == 3 and table.decision == (0, decision)
    if decision == "effect":
        assert table.play("take the effect").mat()["hand"] == {"wine": 1}


def test_T10_drawn_cards_come_at_random():
    values = position_json({"trays": "BY YG BG OO PP WW", "slots": {"military": "cards 2"}})
    batch = copies(values, 2000)
    for words in ("empty the seaport tray", "sow yellow", "sow blue", "take the effect"):
        batch.step(np.full(2000, GAME.actions.words.index(words)))
    drawn = batch.records["hand"][:, 0].sum(0)
    assert drawn.sum() == 4000
    assert at_random(drawn, [5] * 11 + [3])
