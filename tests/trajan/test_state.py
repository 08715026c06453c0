"""Invariants, hidden information, long and rare games, notation, rewards and options of Trajan."""

import copy
import json
import random

import numpy as np
import pytest
from reference.trajan import TrajanReference

from boardkit import play
from boardkit.batch import Batch
from trajan.playing import choose
from trajan.positions import (
    ALL_FORUM_TILES,
    CHI_SQUARE_LIMIT,
    COMMODITIES,
    DECISIONS,
    FORUM_KINDS,
    GREEN_SPACES,
    chi_square,
    new_table,
    position,
    position_json,
    table_of,
)
from trajan_env import notation
from trajan_env.game import GAME
from trajan_env.options import TrajanOptions
from trajan_env.state import STATE

VARIANTS = [
    TrajanOptions(skip_forced, players, setup)
    for players in (2, 3, 4)
    for setup in ("decisions", "random")
    for skip_forced in (True, False)
]


def name_of(options):
    return f"{options.players}-{options.setup}{'' if options.skip_forced else '-forced'}"


def games(options, count, seed=1, **more):
    return Batch(GAME, options, count, seed, auto_reset=False, **more)


def play_through(batch):
    """Step all games at random until they are over; after each step the games still going."""
    yield np.arange(batch.num_games)
    while not batch.terminated.all():
        going = np.flatnonzero(~batch.terminated)
        batch.step(batch.random_actions(going), going)
        yield going


# -- invariants --------------------------------------------------------------------------------------------------------
def tally(places, kinds):
    """How often each kind lies on places that hold one piece or none, game by game."""
    flat = places.reshape(len(places), -1)
    return (flat[:, :, None] == np.arange(kinds)).sum(1)


def recount(g, players):
    """Count every piece of many games anew: each is in exactly one place, and what must hold between them holds."""
    own = slice(0, players)
    over = g["decision"] == DECISIONS.index("over")
    placing = g["decision"] == DECISIONS.index("setup_marker")
    # 60 cards
    in_pile = np.arange(60) < g["pile_size"][:, :, None]
    cards = g["deck"] + g["load"] + g["hand"].sum(1) + g["tableau"].sum(1)
    assert (cards + tally(np.where(in_pile, g["pile"], -1), 12) == 5).all()
    assert (g["hand_known"] <= g["hand"]).all()
    # 12 markers a player
    markers = g["trays"][:, own].sum(2)
    markers[np.arange(len(g)), g["active"]] += g["sowing"]
    assert (markers[~placing] == 2).all() and (markers <= 2).all()
    # 15 tokens a player
    on_site = (g["workers"][:, own, None] >> np.arange(20) & 1).sum(2)
    tokens = g["mat"][:, own] + g["military_camp"][:, own] + g["worker_camp"][:, own]
    assert (tokens + on_site + g["legionnaires"][:, own].sum(2) == 15).all()
    # 54 Trajan tiles
    trajan = tally(g["stack_top"], 54) + tally(g["slots"], 54) + g["trajan_gone"]
    trajan += g["stack_rest"].reshape(len(g), 54)
    trajan[:, 45:] += g["permanent"].sum(1)
    assert (trajan == 1).all()
    # 70 forum tiles and 12 extra-action tiles
    forum = g["forum_pile"] + g["gone"] + g["tiles"].sum(1) + tally(g["forum"], 17) + tally(g["province_tile"], 17)
    forum[:, 11:] += g["extra_pile"]
    assert (forum == [ALL_FORUM_TILES[kind] for kind in FORUM_KINDS]).all()
    assert (g["extra_pile"].sum(1) == 12 - 3 * g["quarter"]).all()
    assert (g["forum"][:, GREEN_SPACES[players] : 12] == -1).all()
    # 15 demand tiles
    assert (g["demand_pile"] + g["demands_gone"] + tally(g["demands"], 3) == 5).all()
    assert ((g["demands"] >= 0).sum(1) == g["demands_revealed"]).all()
    assert (g["demands_gone"].sum(1) == np.where(over, 12, 3 * (g["quarter"] - 1))).all()
    # 20 construction tiles
    built = g["construction"].reshape(len(g), 4, 20).sum(1)
    assert (built + tally(g["site_tile"], 20) == 1).all()
    # 12 bonus tiles
    assert (g["bonus_pile"] + (g["bonus"] > 0).sum(1) + tally(g["senate_bonus"], 12) == 1).all()
    assert (g["bonus_pile"].sum(1) == np.where(placing, 12, 12 - players - 2 * g["quarter"])).all()
    recount_ranges(g, players)


def recount_ranges(g, players):
    """Arch, senate, time and points are where they can be; the places of absent seats are empty."""
    own = slice(0, players)
    free = g["slots"][:, own] < 0
    arch = g["arch"][:, own]
    assert ((arch == -1) == ~free.any(2)).all()
    at_arch = np.take_along_axis(free, np.maximum(arch, 0)[:, :, None].astype(int), 2)[:, :, 0]
    assert (at_arch | (arch == -1)).all() and (arch < 6).all()
    assert (np.sort(g["senate_order"][:, own]) == np.arange(players)).all()
    assert ((g["senate_position"] >= 0) & (g["senate_position"] <= 7)).all()
    assert ((g["time"] >= 0) & (g["time"] < g["time_track"])).all()
    assert ((g["quarter"] >= 1) & (g["quarter"] <= 4) & (g["demands_revealed"] <= 3)).all()
    assert (g["vp"] == g["gains"].sum(2)).all()
    assert ((g["gains"] >= 0).all(2) | (g["gains"][:, :, 5] < 0)).all() and (g["gains"][:, :, 5] <= 0).all()
    assert (g["stack_rest"].sum(2)[g["stack_top"] < 0] % 9 == 0).all()  # a stack shows a tile while it has one
    for name in ("deck", "forum_pile", "hand", "tiles", "trays", "mat", "military_camp", "worker_camp", "gone"):
        assert (g[name] >= 0).all()
    for name in ("trays", "hand", "tiles", "vp", "bonus", "construction", "workers", "legionnaires"):
        assert not g[name][:, players:].any()


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_every_piece_is_in_one_place_after_every_step(options):
    batch = games(options, 60)
    for going in play_through(batch):
        recount(batch.records[going], options.players)
        over = batch.records["decision"] == DECISIONS.index("over")
        assert ((batch.counts == 0) == over).all() and (over == batch.terminated).all()
        assert (batch.counts <= 24).all()
        assert (batch.counts != 1).all() or not options.skip_forced
        assert (batch.masks.sum(1) == batch.counts).all()


@pytest.mark.parametrize("policy", ["cards", "leaders", "slow", "fast", "builders", "ships"])
def test_every_piece_is_in_one_place_in_biased_games(policy):
    batch, chance = games(TrajanOptions(), 1), random.Random(policy)
    for seed in range(4):
        batch.reset(np.array([seed], np.uint64))
        while not batch.terminated[0]:
            batch.step(np.array([choose(policy, batch.records[0], batch.legal_actions(0).tolist(), chance)]))
            recount(batch.records, 4)


def test_observations_keep_to_their_bounds():
    low, high = GAME.full_observation.bounds()
    for options in VARIANTS:
        batch = games(options, 40, full_observation=True)
        for _ in play_through(batch):
            assert (batch.observations >= low).all() and (batch.observations <= high).all()


def test_a_state_takes_at_most_4_KB():
    assert STATE.itemsize <= 4096


# -- how long games are ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("players", "turns"), [(2, 63.8), (3, 92.4), (4, 121.0)])
def test_random_games_last_about_31_turns_a_player(players, turns):
    batch = games(TrajanOptions(players=players, setup="random"), 1500, seed=players)
    for _ in play_through(batch):
        pass
    played = batch.records["turn"]
    assert abs(played.mean() - turns) < 0.8
    assert played.min() >= 21 * players and played.max() <= 46 * players
    assert 1 < played.std() < 8


# -- games that reach the rare rulings, found by search and kept -------------------------------------------------------
RESHUFFLED = [(2, "cards", 0), (3, "cards", 0), (4, "cards", 1)]  # players, policy, seed
RUN_OUT = [(4, "leaders", seed) for seed in (1, 3, 4, 5, 6)]


def replayed(players, policy, seed):
    """The states of a game, the reference agreeing after every action."""
    batch = games(TrajanOptions(players=players), 1, np.array([seed], np.uint64))
    twin = TrajanReference(seed, players=players)
    chance = random.Random(seed)
    while True:
        now = notation.to_json(batch.records[0])
        legal = batch.legal_actions(0).tolist()
        assert now == twin.to_json() and legal == twin.legal()
        yield now
        if not legal:
            return
        action = choose(policy, batch.records[0], legal, chance)
        batch.step(np.array([action]))
        twin.apply(action)


@pytest.mark.parametrize(("players", "policy", "seed"), RESHUFFLED)
def test_R2_games_in_which_the_commodity_deck_is_shuffled_anew(players, policy, seed):
    sizes = [sum(now["deck"].values()) for now in replayed(players, policy, seed)]
    assert any(after > before for before, after in zip(sizes, sizes[1:], strict=False))


@pytest.mark.parametrize(("players", "policy", "seed"), RUN_OUT)
def test_R3_games_in_which_the_forum_pile_runs_out(players, policy, seed):
    states = list(replayed(players, policy, seed))
    refilled = [b for a, b in zip(states, states[1:], strict=False) if a["quarter"] < b["quarter"]]
    assert [None in now["forum"] for now in refilled] == [False, False, True]
    assert not refilled[-1]["forum_pile"] and None not in refilled[-1]["yellow"]


# -- what a seat knows -------------------------------------------------------------------------------------------------
def redrawn(states, player, first_key=1):
    again = states.copy()
    play.redraw(again, np.full(len(again), player), np.arange(len(again), dtype=np.uint64) + np.uint64(first_key))
    return again


def assert_seat_cannot_tell(options, states, others, player):
    """View, observation and (on its move) legal actions are the same in both."""
    one, other = games(options, len(states)), games(options, len(states))
    one.set_states(states)
    other.set_states(others)
    every, seats = np.arange(len(states)), np.full(len(states), player)
    np.testing.assert_array_equal(one.observe(every, seats), other.observe(every, seats))
    np.testing.assert_array_equal(one.to_move, other.to_move)
    mine = one.to_move == player
    np.testing.assert_array_equal(one.masks[mine], other.masks[mine])
    for game in every[:3]:
        assert notation.view(states[game], player) == notation.view(others[game], player)


def without_hidden(states, player):
    """All bytes but other hands, the deck, seed and generator; of other hands the size."""
    kept = states.copy()
    sizes = kept["hand"].sum(2)
    kept["hand"][:, np.arange(4) != player] = 0
    kept["deck"] = kept["rng"] = kept["seed"] = 0
    return kept.tobytes(), sizes.tobytes()


@pytest.mark.parametrize("options", VARIANTS[::2], ids=name_of)
def test_determinize_never_changes_what_a_seat_knows(options):
    batch = games(options, 20, seed=6)
    changed = 0
    for step, _ in enumerate(play_through(batch)):
        if step % 40 == 0:
            for player in range(options.players):
                states = batch.states
                others = redrawn(states, player)
                assert_seat_cannot_tell(options, states, others, player)
                assert without_hidden(states, player) == without_hidden(others, player)
                recount(others, options.players)
                assert not (states["rng"] == others["rng"]).any() and not others["seed"].any()
                changed += (states["hand"] != others["hand"]).any((1, 2)).sum()
    assert changed > 100


def swapped(values, seat, given, taken, place="deck"):
    """The same position with a card of a hand and one of the deck, or of another hand, exchanged."""
    values = copy.deepcopy(values)
    other = values["deck"] if place == "deck" else values["players"][place]["hand"]
    for counts, lost, gained in ((values["players"][seat]["hand"], given, taken), (other, taken, given)):
        counts[lost] -= 1
        counts[gained] = counts.get(gained, 0) + 1
        ordered = {name: counts[name] for name in COMMODITIES if counts.get(name)}
        counts.clear()
        counts.update(ordered)
    return values


HANDS = [
    {"hand": ["oil", "wine"]},
    {"hand": ["fish", "gems", "gems"], "hand_known": ["fish"]},
    {"hand": ["cattle", "furs"]},
]


@pytest.mark.parametrize(("seat", "given", "taken", "place"), [(1, "gems", "oil", "deck"), (2, "furs", "gems", 1)])
def test_no_view_shows_which_cards_others_hold(seat, given, taken, place):
    values = position_json(*HANDS)
    others = swapped(values, seat, given, taken, place)
    one, other = table_of(values), table_of(others)
    assert one.now != other.now
    assert_seat_cannot_tell(one.batch.options, one.batch.states, other.batch.states, 0)
    assert notation.view(one.state, seat) != notation.view(other.state, seat)
    full = [games(one.batch.options, 1, full_observation=True) for _ in range(2)]
    for batch, table in zip(full, (one, other), strict=True):
        batch.set_states(table.batch.states)
    assert not np.array_equal(full[0].observations, full[1].observations)  # for critics


def test_a_seat_sees_its_own_hand_and_the_known_cards_of_others():
    values = position_json(*HANDS)
    one, other = table_of(values), table_of(swapped(values, 0, "oil", "wheat"))
    assert notation.view(one.state, 0) != notation.view(other.state, 0)
    assert not np.array_equal(one.batch.observations, other.batch.observations)
    seen = notation.view(one.state, 0)
    assert seen["players"][0]["hand"] == {"oil": 1, "wine": 1} and "hand" not in seen["players"][1]
    assert seen["players"][1]["hand_size"] == 3 and seen["players"][1]["hand_known"] == {"fish": 1}
    unseen = {**dict.fromkeys(COMMODITIES, 5), "oil": 4, "wine": 4, "fish": 4, "wheat": 3}
    assert seen["unseen"] == unseen


def test_no_view_shows_seed_generator_or_deck():
    values = position_json(*HANDS)
    one, other = table_of(values), table_of({**values, "rng": "77", "seed": "78"})
    assert_seat_cannot_tell(one.batch.options, one.batch.states, other.batch.states, 0)
    for seat in range(3):
        seen = notation.view(one.state, seat)
        assert not {"rng", "seed", "deck"} & set(seen)
        assert "rng" not in json.dumps(seen)


def test_determinize_deals_hidden_cards_in_proportion_to_the_unseen_ones():
    table = position(*HANDS)
    states = redrawn(np.repeat(table.batch.states, 4000), 0)
    unseen = np.array([5, 5, 5, 4, 5, 5, 4, 4, 5, 5, 5, 3])
    for seat, hidden in ((1, 2), (2, 2)):
        dealt = states["hand"][:, seat] - states["hand_known"][:, seat]
        assert (dealt.sum(1) == hidden).all() and (dealt >= 0).all()
        expected = 4000 * hidden * unseen / unseen.sum()
        assert chi_square(dealt.sum(0), expected) < CHI_SQUARE_LIMIT[11]
    assert (states["hand"][:, 1, COMMODITIES.index("fish")] >= 1).all()  # the known card stays
    assert (states["hand"][:, 0] == table.state.hand[0]).all()
    np.testing.assert_array_equal(states["hand"].sum(2), np.repeat(table.batch.states, 4000)["hand"].sum(2))
    again = redrawn(np.repeat(table.batch.states, 4000), 0)
    np.testing.assert_array_equal(states["hand"], again["hand"])  # by its key


def test_determinize_of_two_who_know_each_other_changes_nothing_but_the_future():
    known = [{"hand": ["oil"], "hand_known": ["oil"]}, {"hand": ["fish", "gems"], "hand_known": ["fish", "gems"]}]
    states = position(*known).batch.states
    again = redrawn(states, 0)
    np.testing.assert_array_equal(states["hand"], again["hand"])
    np.testing.assert_array_equal(states["deck"], again["deck"])
    assert states["rng"] != again["rng"]


def test_a_known_card_is_known_until_it_leaves_the_hand():
    mat = {"hand": ["oil", "oil"], "hand_known": ["oil"]}
    table = position(mat, action="seaport").play("play oil")
    assert table.mat()["hand_known"] == {} and table.mat()["hand"] == {"oil": 1}
    table = position(mat, action="seaport").play("ship different", "load oil")
    assert table.mat()["hand_known"] == {}
    table = position(mat, action="seaport", deck=["fish"] * 2).play("draw two cards", "discard fish to the left pile")
    assert table.mat()["hand_known"] == {"oil": 1}


def test_every_seat_sees_itself_in_the_same_place():
    """With the seats turned round, what a seat observes of itself and of its neighbours is the same."""
    mats = [{"hand": ["oil"], "tiles": ["bread"]}, {"leader": "alpes"}, {"worker_camp": 3}]
    one = position(*mats, active=0)
    other = position(*mats[-1:], *mats[:2], active=1, order=[1, 2, 0])
    np.testing.assert_array_equal(one.batch.observations, other.batch.observations)
    np.testing.assert_array_equal(one.batch.masks, other.batch.masks)


# -- notation ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_json_round_trip_at_every_decision(options):
    batch, decisions = games(options, 4, seed=5), set()
    for step, going in enumerate(play_through(batch)):
        for game in going:
            decision = DECISIONS[batch.records[game].decision]
            if step % 25 and decision in decisions:
                continue
            decisions.add(decision)
            values = notation.to_json(batch.records[game])
            states = notation.from_json(json.loads(json.dumps(values)))
            assert states.tobytes() == batch.records[[game]].tobytes()
    assert decisions >= {"tray", "sow", "effect", "action", "discard", "second_card", "load", "consul", "over"}


def broken(path, value):
    """A state with one value changed; None takes it away."""
    values = position_json(*HANDS, forum=["bread"], demands=["fire"])
    *parents, last = [int(part) if part.isdigit() else part for part in path.split("/")]
    place = values
    for name in parents:
        place = place[name]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return values


REFUSED = [
    ("game", "chess", "not a state of 'trajan'"),
    ("version", 2, "not a state of 'trajan'"),
    ("options", 3, "allowed is an object of options"),
    ("options/players", 5, "players is 5; allowed are 2, 3, 4"),
    ("options/players", 2, "state.forum is .*; allowed is a list of 6 values"),
    ("options/speed", 3, "unknown option 'speed'"),
    ("decision", "sleep", "state.decision is 'sleep'"),
    ("decision", "sow", "next_tray is null at the decision 'sow'"),
    ("decision", "action", "main_action is null"),
    ("decision", "load", "main_action is null"),
    ("decision", None, "has no 'decision'"),
    ("rng", 5, "state.rng is 5"),
    ("rng", str(2**64), "state.rng"),
    ("quarter", 5, "a whole number from 1 to 4"),
    ("quarter", True, "state.quarter is True"),
    ("time", 16, "a whole number from 0 to 15"),
    ("round", 3, "state.round is 3; the rest of the state makes it 2"),
    ("active", 3, "state.active is 3"),
    ("to_move", 1, "state.to_move is 1; the rest of the state makes it 0"),
    ("demands", ["fire"] * 4, "state.demands"),
    ("demands", ["water"], "'water'"),
    ("demand_pile", {"bread": 5, "helmet": 5, "fire": 5}, "demand tiles: 6 of 'fire'"),
    ("deck", {"oil": 5}, "commodity cards: .* of 'columns'"),
    ("deck/oil", -1, "state.deck.oil"),
    ("deck/silk", 1, "silk"),
    ("forum", ["bread"], "state.forum"),
    ("forum/0", "votes 2", "forum tiles: 13 of 'bread'"),
    ("yellow/0", "extra senate", "forum tiles: 4 of 'extra senate'"),
    ("provinces/alpes/legionnaires", [5], "state.provinces.alpes.legionnaires"),
    ("provinces/alpes/legionnaires", [0], "tokens of seat 0: 16"),
    ("site/tiles/0", "roof 5", "construction tiles"),
    ("site/workers/0", [1], "tokens of seat 1: 16"),
    ("stacks/0/top", "points 1", "state.stacks\\[0\\].top"),
    ("stacks/0/top", "cards 2", "Trajan tiles"),
    ("trajan_gone", ["cards 1"], "Trajan tiles: 2 of 'cards 1'"),
    ("trajan_gone", ["cards 0"], "'cards 0'"),
    ("bonus_pile", ["bread"], "bonus tiles: 2 of 'bread'"),
    ("ships/1", "blue", "state.ships\\[1\\] is 'blue'"),
    ("piles", [["wheat"]], "state.piles"),
    ("senate/position", [0, 8, 0], "state.senate.position"),
    ("senate/order", [0, 0, 1], "state.senate.order"),
    ("players/0/arch", 6, "state.players\\[0\\].arch"),
    ("players/0/vp", 4, "points of seat 0: 4"),
    ("players/0/gains/luck", 4, "unknown 'luck'"),
    ("players/0/mat", 12, "tokens of seat 0: 14"),
    ("players/0/trays/0", ["blue"], "markers of seat 0: 1 of 'yellow'"),
    ("players/0/trays/0", ["red"], "'red'"),
    ("players/0/leader", "gallia", "'gallia'"),
    ("players/0/tiles", {"votes 2": 4}, "forum tiles"),
    ("players/0/bonus", [{"tile": "fire", "side": "blue"}], "'blue'"),
    ("players/0/hand_known", {"fish": 1}, "hand_known names cards that are not in the hand"),
    ("players/1/load", {"oil": 1}, "state.players\\[1\\].load"),
    ("players/0/plus_two", [1] * 6, "plus_two"),
    ("pending/main_repeats", 2, "pending.main_repeats"),
    ("pending/granted_action", "senate", "granted_action is set"),
    ("pending/election", [0, 1, 2], "pending.election"),
    ("winner", 0, "state.winner is 0"),
    ("colour", "red", "unknown 'colour'"),
    ("players", None, "has no 'players'"),
    ("players/2", None, "state.players"),
]


@pytest.mark.parametrize(("path", "value", "message"), REFUSED)
def test_from_json_refuses_broken_states(path, value, message):
    with pytest.raises(ValueError, match=message):
        notation.from_json(broken(path, value))


@pytest.mark.parametrize("values", [None, [], "{}", 5, {}])
def test_from_json_refuses_what_is_no_state(values):
    with pytest.raises(ValueError):
        notation.from_json(values)


# -- rewards and options -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("reward", ["win", "rank", "margin", "vp"])
def test_rewards_of_whole_games(players, reward):
    batch = games(TrajanOptions(players=players, reward=reward), 60)
    earned = np.zeros((60, players))
    for going in play_through(batch):
        earned[going] += batch.rewards[going]
        if reward != "vp":
            assert not batch.rewards[going][~batch.terminated[going]].any()
    vp, ranking = batch.records["vp"][:, :players], batch.records["ranking"][:, :players]
    best = np.take_along_axis(earned, ranking.astype(int), 1)
    if reward == "vp":
        np.testing.assert_array_equal(earned, vp)
        return
    np.testing.assert_allclose(earned.sum(1), 0, atol=1e-5)
    if reward == "win":
        np.testing.assert_allclose(best, [[1, *[-1 / (players - 1)] * (players - 1)]] * 60, atol=1e-6)
    elif reward == "rank":
        np.testing.assert_allclose(best, [np.linspace(1, -1, players)] * 60, atol=1e-6)
    else:
        mean = (vp.sum(1, keepdims=True) - vp) / (players - 1)
        np.testing.assert_allclose(earned, (vp - mean) / 100, atol=1e-5)


def test_a_tie_is_rewarded_by_the_senate():
    """Equal points: the higher disc wins all of it; the margin is none."""
    for reward, expected in (("win", [-1, 1]), ("rank", [-1, 1]), ("margin", [0, 0])):
        mats = [{"tiles": ["bread", "helmet", "fire"]}] * 2
        board = {"demands": ["bread", "helmet", "fire"], "demands_gone": dict.fromkeys(["bread", "helmet", "fire"], 3)}
        table = position(
            *mats, action="senate", pending={"round_ended": True}, quarter=4, votes=[3, 5], reward=reward,
            senate_bonus=["workers", "legionnaires"], **board,
        ).end_quarter()  # fmt: skip
        assert table.vp(0) == table.vp(1) and table["ranking"] == [1, 0]
        assert table.batch.rewards[0].tolist() == expected


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("players", 5, "2, 3, 4"),
        ("players", 2.0, "2, 3, 4"),
        ("setup", "chess", "'decisions', 'random'"),
        ("reward", None, "'win', 'rank', 'margin', 'vp'"),
        ("time_track", 0, "None and whole numbers from 1 to 100"),
        ("time_track", 101, "None and whole numbers from 1 to 100"),
        ("time_track", "11", "None and whole numbers from 1 to 100"),
        ("skip_forced", 1, "False, True"),
    ],
)
def test_options_outside_their_range_are_refused(option, value, allowed):
    with pytest.raises(ValueError, match=f"{option} is {value!r}; allowed are {allowed}"):
        TrajanOptions(**{option: value})


def test_unknown_options_name_the_known_ones():
    with pytest.raises(ValueError, match="unknown option 'speed'; the options are skip_forced, players, setup"):
        TrajanOptions.of(speed=3)


@pytest.mark.parametrize(("players", "track"), [(2, 11), (3, 16), (4, 21)])
def test_the_time_track_follows_the_number_of_players(players, track):
    assert TrajanOptions(players=players).time_track == track
    assert new_table(players=players, time_track=track + 1)["options"]["time_track"] == track + 1


@pytest.mark.parametrize("track", [1, 5, 100])
def test_games_on_unusual_time_tracks_end(track):
    batch = games(TrajanOptions(players=2, setup="random", time_track=track), 20)
    for going in play_through(batch):
        recount(batch.records[going], 2)
    assert (batch.records["turn"] >= 16).all()
