"""States: invariants after every step, determinism, JSON, and what a player can and cannot know."""

import copy
import hashlib
import json
import os
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from boardkit import play
from boardkit.batch import Batch
from duel.positions import (
    ALL_MODULES,
    BORDERS,
    BORDERS_OF,
    CENTURIONS,
    CHI_SQUARE_LIMIT,
    MODULE_CHOICES,
    ORDINARY_TOKENS,
    PROVINCES,
    SIDES,
    SYMBOL_OF,
    SYMBOLS_OF_WORD,
    chi_square,
    duel_of,
    influence,
    position,
)
from duel_env import notation
from duel_env.data import KIND_NAMES
from duel_env.game import GAME
from duel_env.options import CaesarOptions

TESTS = Path(__file__).parents[1]
VARIANTS = [
    CaesarOptions(modules=modules, **more)
    for modules in MODULE_CHOICES
    for more in ({}, {"solo": "low"}, {"solo": "high", "human": "pompey", "harder": True}, {"skip_forced": False})
]


def name_of(options):
    """A short name of a variant, for the list of tests."""
    words = [*options.modules, options.solo or "two", options.human, "harder" * options.harder]
    return "-".join(filter(None, [*words, "" if options.skip_forced else "forced"]))


EVERYTHING = CaesarOptions(modules=ALL_MODULES)


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
def recount(s):
    """Count every piece anew from the notation, and check what must hold between them."""
    now = notation.to_json(s)
    over, solo = now["decision"] == "over", now["options"]["solo"]
    crassus = SIDES[1 - SIDES.index(now["options"]["human"])] if solo else None
    recount_tokens(now, crassus)
    recount_bonuses(now)
    for side in SIDES:
        recount_markers(now, side, over)
    recount_board(s, now, over)
    assert over == (now["winner"] is not None) == (now["end"] is not None)
    if now["end"] == "markers":
        assert now["sides"][now["winner"]]["markers"] == 0
    if now["end"] == "no_placement":
        assert now["winner"] != now["active"]
    if not over:
        assert now["active"] != crassus
        assert bool(now["pending"]["effects"]) == (now["decision"] == "effect")
        assert bool(now["pending"]["order"]) == (now["decision"] == "order")
        assert now["decision"] == "place" or now["pending"]["border"] in now["borders"]


def recount_tokens(now, crassus):
    supply = Counter(ORDINARY_TOKENS + (CENTURIONS if "centurions" in now["options"]["modules"] else []))
    for side in SIDES:
        own = now["sides"][side]
        tokens = Counter(own["hand"]) + Counter(own["bag"]) + Counter(own["centurions"])
        tokens += Counter(border["token"] for border in now["borders"].values() if border["owner"] == side)
        if side == crassus:
            tokens += Counter(now["crassus"]["row"])
            assert not own["hand"] and not own["hand_known"] and not own["loose"]
            assert not own["returned"] and own["fresh"] == 0
        assert tokens == supply
        assert not Counter(own["hand_known"]) - Counter(own["hand"])
        face_down = [b["token"] for b in now["borders"].values() if b["owner"] == side and b["face"] == "down"]
        assert all(name in own["hand"] or name in face_down for name in own["loose"])
        missing = Counter(own["returned"]) - Counter(own["bag"])
        assert sum(missing.values()) <= own["fresh"]
        assert own["returned"] or own["fresh"] == 0


def recount_bonuses(now):
    modules = now["options"]["modules"]
    expected = Counter(senate=6, tactics=4, wealth=4, might=4)
    expected += Counter(poison=3 * ("poison" in modules), centurion=3 * ("centurions" in modules))
    seen = Counter(now["bank"]) + Counter(now["spent"])
    seen += Counter(province["bonus"] for province in now["provinces"].values() if province["bonus"])
    seen += Counter(effect["bonus"] for effect in now["pending"]["effects"])
    seen["senate"] += sum(now["sides"][side]["senates"] for side in SIDES)
    assert seen == expected


def recount_markers(now, side, over):
    own = now["sides"][side]
    on_board = sum(2 if name == "IT" else 1 for name in PROVINCES if now["provinces"][name]["control"] == side)
    on_board += sum(border["marker"] == side for border in now["borders"].values())
    total = own["markers"] + on_board + own["senate_markers"] + own["markers_discarded"]
    italia_half = over and own["markers"] == 0 and now["provinces"]["IT"]["control"] == side
    assert total == 12 or (total == 13 and italia_half)
    assert over or own["markers"] > 0
    assert own["senate_markers"] <= own["senates"] * (own["senates"] + 1) // 2
    assert own["markers_discarded"] == 0 or now["options"]["harder"]


def recount_board(s, now, over):
    unresolved = set(now["pending"]["order"])
    if over:  # the second of two closed provinces may be dropped
        unresolved = {name for name in PROVINCES if now["provinces"][name]["bonus"]}
    for index, name in enumerate(PROVINCES):
        province = now["provinces"][name]
        free = [border for border in BORDERS_OF[name] if border not in now["borders"]]
        assert s.free_borders[index] == len(free)
        assert province["closed"] == (not free)
        assert (province["bonus"] is None) == (not free) or name in unresolved
        assert province["control"] is None or not free
        assert province["control"] is not None or not province["marker_down"]
        assert s.influence[:, index].tolist() == [influence(now, side, name) for side in SIDES]
    for name, border in now["borders"].items():
        assert SYMBOL_OF[name] in SYMBOLS_OF_WORD[border["token"].rsplit(" ", 1)[0]]
        assert border["face"] != "down" or ("border_control" in now["options"]["modules"] and name in SPACES)
        ends = [now["provinces"][province] for province in name.split("-")]
        owner = ends[0]["control"] if ends[0]["control"] == ends[1]["control"] else None
        if border["marker"] is None:
            assert over or owner is None or any(end["marker_down"] for end in ends)
        else:
            assert border["marker"] == owner


SPACES = ("SD-GA", "AG-AS", "NU-AF")


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_every_piece_is_in_one_place_after_every_step(options):
    batch = games(options, 12)
    for going in play_through(batch):
        for game in going:
            s = batch.records[game]
            notation.audit(s)
            recount(s)
            legal = batch.legal_actions(game)
            assert (len(legal) == 0) == (s.winner >= 0) == bool(batch.terminated[game])
            assert len(legal) != 1 or not options.skip_forced
            assert (np.diff(legal) > 0).all()
            assert np.flatnonzero(batch.masks[game]).tolist() == legal.tolist()


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_observations_keep_to_their_bounds(options):
    batch = games(options, 30, full_observation=True)
    low, high = GAME.full_observation.bounds()
    for _ in play_through(batch):
        assert (batch.observations >= low).all()
        assert (batch.observations <= high).all()


def in_other_colours(values):
    """The same position with the sides exchanged."""
    other = {None: None, "caesar": "pompey", "pompey": "caesar"}
    values = copy.deepcopy(values)
    values["active"], values["winner"] = other[values["active"]], other[values["winner"]]
    values["sides"] = {side: values["sides"][other[side]] for side in SIDES}
    for border in values["borders"].values():
        border["owner"], border["marker"] = other[border["owner"]], other[border["marker"]]
    for province in values["provinces"].values():
        province["control"] = other[province["control"]]
    return values


@pytest.mark.parametrize("options", [o for o in VARIANTS if not o.solo], ids=name_of)
def test_a_player_sees_itself_in_the_same_place_whatever_its_colour(options):
    batch, mirrored = games(options, 10, seed=8), games(options, 10, seed=8)
    caesar = GAME.observation.first("i_am_caesar")
    for step, _ in enumerate(play_through(batch)):
        if step % 6 == 0:
            states = [notation.from_json(in_other_colours(notation.to_json(s))) for s in batch.records]
            mirrored.set_states(np.concatenate(states))
            np.testing.assert_array_equal(mirrored.masks, batch.masks)
            np.testing.assert_array_equal(mirrored.to_move, 1 - batch.to_move)
            differing = np.flatnonzero((mirrored.observations != batch.observations).any(0))
            assert differing.tolist() == [caesar]


def test_what_an_observation_tells():
    #   MT [C 0/6] HU [C 3/3] HC: HU is Caesar's; Pompey's token on IT-MD, one face down on SD-GA
    tokens = {"HU-MT": "caesar 6/0", "HU-HC": "caesar 3/3", "IT-MD": "pompey 4/2", "SD-GA": "pompey 6/0 down"}
    hands = {"caesar": ["sword 6/0"], "pompey": ["wild 2/2", "centurion wild 3/3"]}
    known = {"pompey": {"centurion wild 3/3": 1}}
    duel = position(tokens, modules=ALL_MODULES, hands=hands, known=known, bank=["might"], bonus={"IT": "senate"})
    seen = GAME.observation.split(duel.batch.observations[0])
    borders, provinces = seen["borders"], seen["provinces"]
    assert borders[BORDERS.index("HU-MT")].tolist() == pytest.approx([1, 0, 6 / 7, 0, 0, 0, 0, 0])
    assert borders[BORDERS.index("IT-MD")].tolist() == pytest.approx([0, 1, 4 / 7, 2 / 7, 0, 0, 0, 0])
    assert borders[BORDERS.index("SD-GA")].tolist() == [0, 1, 0, 0, 1, 0, 0, 0]
    assert provinces[PROVINCES.index("HU")].tolist() == pytest.approx([9 / 20, 0, 0, 1] + [0] * 9)
    assert provinces[PROVINCES.index("IT")].tolist() == pytest.approx([0, 4 / 20, 5 / 6, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0])
    assert seen["decision"].tolist() == [1, 0, 0, 0]
    assert seen["my_hand"].tolist() == [1.0] + [0] * 17
    assert seen["their_known"].tolist() == [0] * 15 + [1, 0, 0]
    unseen = Counter(ORDINARY_TOKENS + CENTURIONS[:1]) - Counter(["shield 4/2"])
    assert seen["their_unseen"].tolist() == [unseen[name] for name in KIND_NAMES]
    assert seen["markers"].tolist() == pytest.approx([11 / 12, 1])
    assert seen["hand_sizes"].tolist() == pytest.approx([1 / 19, 2 / 19])
    assert seen["bank"].tolist() == pytest.approx([0, 0, 0, 1 / 6, 0, 0])
    assert seen["modules"].tolist() == [1, 1, 1]
    assert seen["i_am_caesar"].tolist() == [1]


# -- determinism and copies --------------------------------------------------------------------------------------------
def digest(options):
    """A digest of all that happens in some games."""
    batch = games(CaesarOptions.from_json(options), 20, seed=4)
    seen = hashlib.sha256()
    for _ in play_through(batch):
        for part in (batch.masks, batch.observations, batch.rewards):
            seen.update(part.tobytes())
        seen.update(json.dumps([notation.to_json(s) for s in batch.records]).encode())
    return seen.hexdigest()


def test_same_seed_same_games_in_two_processes():
    variants = [options.to_json() for options in VARIANTS[::7]]
    paths = os.pathsep.join(map(str, (TESTS, *sys.path)))
    code = (
        "import json, sys; from duel.test_state import digest; print(json.dumps([*map(digest, json.load(sys.stdin))]))"
    )
    output = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "7"},
        input=json.dumps(variants).encode(), check=True, capture_output=True,
    ).stdout  # fmt: skip
    here = [digest(options) for options in variants]
    assert json.loads(output) == here == [digest(options) for options in variants]
    assert len(set(here)) == len(here)


def test_other_seeds_play_other_games():
    one, other = games(EVERYTHING, 50, seed=1).states, games(EVERYTHING, 50, seed=2).states
    assert len({state.bonus.tobytes() for state in (*one, *other)}) > 95


def by_json(batch):
    twin = batch.copy()
    twin.set_states(np.concatenate([notation.from_json(notation.to_json(s)) for s in batch.records]))
    return twin


@pytest.mark.parametrize(
    "duplicate",
    [copy.copy, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b)), lambda b: Batch.load(b.save()), by_json],
    ids=["copy", "deepcopy", "pickle", "save", "json"],
)
@pytest.mark.parametrize("options", VARIANTS[-4:], ids=name_of)
def test_copies_in_mid_game_play_on_the_same_way(options, duplicate):
    batch = games(options, 10, seed=3)
    for _ in range(12):
        going = np.flatnonzero(~batch.terminated)
        batch.step(batch.random_actions(going), going)
    twin = duplicate(batch)
    before = twin.states.tobytes()
    while not batch.terminated.all():
        going = np.flatnonzero(~batch.terminated)
        actions = batch.random_actions(going)
        np.testing.assert_array_equal(actions, twin.random_actions(going))
        batch.step(actions, going)
        assert twin.states.tobytes() == before  # they share nothing
        twin.step(actions, going)
        before = twin.states.tobytes()
        np.testing.assert_array_equal(batch.observations, twin.observations)
        np.testing.assert_array_equal(batch.masks, twin.masks)
    assert [notation.to_json(s) for s in twin.records] == [notation.to_json(s) for s in batch.records]


# -- JSON --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_json_round_trip_at_every_decision(options):
    batch, again = games(options, 6, seed=5), games(options, 6, seed=5)
    decisions = set()
    for going in play_through(batch):
        for game in going:
            values = notation.to_json(batch.records[game])
            decisions.add(values["decision"])
            states = notation.from_json(json.loads(json.dumps(values)))
            assert notation.to_json(states[0]) == values
            again.set_states(states, np.array([game]))
        np.testing.assert_array_equal(again.masks[going], batch.masks[going])
        np.testing.assert_array_equal(again.observations[going], batch.observations[going])
    assert decisions >= ({"place", "over"} if options.solo else {"place", "effect", "over"})


def broken(path, value, solo=False):
    """A state with one value changed; None as the value takes it away."""
    tokens = {"HU-MT": "caesar 6/0", "IT-MD": "pompey 6/0", "HU-HC": "caesar 6/0"}
    options = {"solo": "low", "row": ["wild 4/0"]} if solo else {"modules": ALL_MODULES}
    values = position(tokens, **options).now
    *parents, last = path.split("/")
    place = values
    for name in parents:
        place = place[name]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return values


REFUSED = [
    ("game", "chess", "not a state of 'caesar' version 1: game is 'chess'"),
    ("version", 2, "version 2"),
    *(
        (key, None, f"lacks '{key}'")
        for key in ("options", "seed", "turn", "borders", "sides", "spent", "pending", "end")
    ),
    ("crassus", None, "do not belong to it or contradict"),
    ("sides/caesar/markers", None, "lacks 'markers'"),
    ("sides/caesar/loose", None, "lacks 'loose'"),
    ("sides/caesar", None, "caesar has"),
    ("provinces/SY", None, "impossible state"),
    ("borders/HU-MT/owner", None, "lacks 'owner'"),
    ("active", "brutus", "'brutus' is none of caesar, pompey"),
    ("decision", "sleep", "'sleep' is none of place, order, effect, over"),
    ("borders/HU-IT", {"owner": "caesar"}, "'HU-IT' is none of HU-HC, SD-GA"),
    ("borders/HU-MT/token", "boat 9/0", "'boat 9/0' is none of sword 6/0"),
    ("borders/HU-MT/face", "sideways", "'sideways' is none of up, turned, down"),
    ("borders/HU-MT/token", "boat 5/1", "caesar has 0 tokens boat 6/0"),
    ("borders/HU-MT/marker", "caesar", "caesar has 13 control markers"),
    ("provinces/HU/control", "pompey", "control markers"),
    ("provinces/SY/bonus", "gold", "'gold' is none of senate"),
    ("provinces/SY/closed", True, "contradict"),
    ("provinces/SY/marker_down", True, "SY has no marker to turn down"),
    ("sides/caesar/markers", 9, "caesar has 10 control markers"),
    ("sides/caesar/markers", -1, "wrong kind"),
    ("sides/caesar/hand", {"wild 2/2": 3}, "caesar has 4 tokens wild 2/2"),
    ("sides/caesar/hand", {"wild 2/2": 0}, "the count of wild 2/2 is 0; it must be a whole number from 1 to 99"),
    ("sides/caesar/hand", ["wild 2/2"], "wrong kind"),
    ("sides/caesar/hand_known", {"sword 6/0": 1}, "known to hold what he does not hold"),
    ("sides/caesar/centurions", [], "caesar has 0 tokens centurion wild 3/3"),
    ("sides/caesar/senates", 7, "there are 13 bonus tokens senate"),
    ("sides/caesar/gold", 3, "do not belong to it"),
    ("bank", {"senate": 1}, "there are 7 bonus tokens senate"),
    ("spent", {}, "there are . bonus tokens"),
    ("turn", -1, "wrong kind"),
    ("turn", 1.5, "contradict"),
    ("seed", "many", "many"),
    ("rng", str(2**64), "wrong kind"),
    ("winner", "caesar", "over exactly when it has a winner"),
    ("decision", "effect", "effects are pending exactly at an effect decision"),
    ("decision", "order", "no border was placed on"),
    ("pending/effects", [{"bonus": "might", "controlled": False}], "bonus tokens might"),
    ("options/solo", "easy", "solo is 'easy'; allowed are None, 'low', 'middle', 'high'"),
    ("options/speed", 3, "unknown option 'speed'; the options are"),
    ("options/modules", ["poison"], "caesar has 1 tokens centurion wild 3/3"),
    ("colour", "red", "do not belong to it"),
    ("borders/HU-MT/flip", 2, "the token on HU-MT is flipped 2 times"),
    ("borders/HU-MT/face", "down", "HU-MT is no Border Control space"),
    ("end", "markers", "over exactly when it has ended"),
    ("sides/caesar/loose", ["centurion wild 3/3"], "a loose Centurion that is neither in hand nor face down"),
    ("sides/caesar/fresh", 3, "counts draws since no token was given back"),
    ("sides/caesar/returned", {"sword 6/0": 2}, "caesar gave back a token that has been seen since"),
    ("sides/caesar/returned", {"wild 2/2": 2}, "more returned tokens in hand than he drew since"),
    ("pending/centurion", "wild 2/2", "the Centurion chosen is not beside the board"),
    ("borders", [], "wrong kind"),
]
REFUSED_SOLO = [
    ("crassus/row", [], "pompey has 0 tokens wild 4/0"),
    ("crassus/row", ["wild 4/0"] * 20, "too long"),
    ("crassus/tile", "Z", "'Z' is none of A, B, C, D, E"),
    ("crassus/log", [{"step": 9}], "9 is none of"),
    ("active", "pompey", "Crassus never waits for a decision"),
    ("crassus/deck", {"A": 5}, "the command deck holds too many of a tile"),
]


@pytest.mark.parametrize(("path", "value", "message"), REFUSED)
def test_from_json_refuses_broken_states(path, value, message):
    with pytest.raises(ValueError, match=message):
        notation.from_json(broken(path, value))


@pytest.mark.parametrize(("path", "value", "message"), REFUSED_SOLO)
def test_from_json_refuses_broken_solo_states(path, value, message):
    with pytest.raises(ValueError, match=message):
        notation.from_json(broken(path, value, solo=True))


def test_from_json_refuses_a_token_on_a_border_it_does_not_fit():
    values = position({"HU-MT": "caesar 6/0"}).now
    values["borders"]["HU-MT"]["token"] = "shield 6/0"
    bag = values["sides"]["caesar"]["bag"]
    bag["boat 6/0"] = bag.pop("shield 6/0")
    values["sides"]["caesar"]["bag"] = {name: bag[name] for name in KIND_NAMES if name in bag}
    with pytest.raises(ValueError, match="shield 6/0 does not fit HU-MT"):
        notation.from_json(values)


# -- what a player knows -----------------------------------------------------------------------------------------------
def redrawn(states, player, first_key=1):
    again = states.copy()
    play.redraw(again, np.full(len(again), player), np.arange(len(again), dtype=np.uint64) + np.uint64(first_key))
    return again


def without_hidden(s, player):
    """Everything but what a player cannot know."""
    now = notation.to_json(s)
    del now["seed"], now["rng"]
    if not now["options"]["solo"]:
        them = SIDES[1 - player]
        del now["sides"][them]["hand"], now["sides"][them]["bag"]
        for border in now["borders"].values():
            if border["owner"] == them and border["face"] == "down":
                del border["token"]
    return now


def assert_player_cannot_tell(options, states, others, player):
    """View, observation and (on his move) legal actions are the same in both."""
    one, other = games(options, len(states)), games(options, len(states))
    one.set_states(states)
    other.set_states(others)
    every, seats = np.arange(len(states)), np.full(len(states), player)
    np.testing.assert_array_equal(one.observe(every, seats), other.observe(every, seats))
    np.testing.assert_array_equal(one.to_move, other.to_move)
    own = one.to_move == player
    np.testing.assert_array_equal(one.masks[own], other.masks[own])
    for game in every:
        assert notation.view(states[game], player) == notation.view(others[game], player)


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_determinize_never_changes_what_a_player_knows(options):
    batch = games(options, 20, seed=6)
    for step, _ in enumerate(play_through(batch)):
        if step % 4 == 0:
            for player in range(len(options.seats)):
                states = batch.states
                others = redrawn(states, player)
                assert_player_cannot_tell(options, states, others, player)
                for s, again in zip(states[:5], others[:5], strict=True):
                    assert without_hidden(s, player) == without_hidden(again, player)
                    notation.audit(again)
                    recount(again)
                assert not (states["rng"] == others["rng"]).any()
                assert not others["seed"].any()


def test_determinize_changes_what_a_player_does_not_know():
    batch = games(EVERYTHING, 300, seed=6)
    for _ in range(15):
        batch.step(batch.random_actions())
    for player in range(2):
        states = batch.states
        others = redrawn(states, player)
        them = 1 - player
        changed = (states["hand"][:, them] != others["hand"][:, them]).any(1)
        assert changed.mean() > 0.7
        np.testing.assert_array_equal(states["hand"][:, player], others["hand"][:, player])
        np.testing.assert_array_equal(states["bag"][:, player], others["bag"][:, player])
        assert not np.array_equal(redrawn(states, player, 1)["hand"], redrawn(states, player, 1000)["hand"])
        np.testing.assert_array_equal(redrawn(states, player, 1)["hand"], others["hand"])


def test_determinize_leaves_the_solo_game_but_its_future():
    batch = games(CaesarOptions(solo="high", modules=ALL_MODULES), 20)
    others = redrawn(batch.states, 0)
    for s, again in zip(batch.states, others, strict=True):
        assert without_hidden(s, 0) == without_hidden(again, 0)
        assert s.rng != again.rng


def swapped(duel, hand_token, bag_token):
    """The same position with one token of Pompey's hand and one of his bag exchanged."""
    values = duel.now
    pompey = values["sides"]["pompey"]
    for pile, lost, gained in (("hand", hand_token, bag_token), ("bag", bag_token, hand_token)):
        counts = Counter(pompey[pile]) - Counter([lost]) + Counter([gained])
        pompey[pile] = {name: counts[name] for name in KIND_NAMES if counts[name]}
    return values


def assert_caesar_cannot_tell(duel, values):
    other = duel_of(values)
    assert duel.now != other.now
    assert_player_cannot_tell(duel.batch.options, duel.batch.states, other.batch.states, 0)
    everything = [games(duel.batch.options, 1, full_observation=True) for _ in range(2)]
    for batch, each in zip(everything, (duel, other), strict=True):
        batch.set_states(each.batch.states)
    assert notation.view(duel.state, 1) != notation.view(other.state, 1)
    return everything


def test_no_view_shows_which_tokens_the_opponent_holds():
    duel = position({"IT-MD": "pompey 6/0"}, hands={"pompey": ["sword 6/0", "wild 2/2"]})
    one, other = assert_caesar_cannot_tell(duel, swapped(duel, "sword 6/0", "boat 3/3"))
    assert not np.array_equal(one.observations, other.observations)  # the full observation shows it


def test_no_view_shows_what_lies_face_down():
    #   Pompey's token on SD-GA is shield 3/3 or shield 6/0, the other one is in his hand
    hands = {"pompey": ["shield 6/0"]}
    duel = position({"SD-GA": "pompey 3/3 down"}, hands=hands, modules=ALL_MODULES)
    values = duel.now
    values["borders"]["SD-GA"]["token"] = "shield 6/0"
    values["sides"]["pompey"]["hand"] = {"shield 3/3": 1}
    one, other = assert_caesar_cannot_tell(duel, values)
    assert not np.array_equal(one.observations, other.observations)


def test_no_view_shows_seed_or_generator():
    duel = position()
    values = {**duel.now, "rng": "5", "seed": "6"}
    assert_player_cannot_tell(duel.batch.options, duel.batch.states, duel_of(values).batch.states, 0)
    assert "rng" not in json.dumps(notation.view(duel.state, 0))
    assert "seed" not in json.dumps(notation.view(duel.state, 0))


def test_the_view_shows_all_that_is_open():
    duel = position({"SD-GA": "pompey 3/3 down", "NU-AF": "caesar 3/3 down"}, modules=ALL_MODULES)
    seen = notation.view(duel.state, 0)
    assert seen["borders"]["SD-GA"]["token"] is None
    assert seen["borders"]["NU-AF"]["token"] == "sword 3/3"
    assert seen["sides"]["caesar"]["hand"] == {"wild 2/2": 1}
    pompey = seen["sides"]["pompey"]
    assert pompey["hand_size"] == 1
    assert Counter(pompey["unseen"]) == Counter(ORDINARY_TOKENS)
    assert seen["bank"] == duel["bank"]


def redraws(duel, count=4000):
    """Many redraws of what Caesar cannot know in one position."""
    return redrawn(np.repeat(duel.batch.states, count), 0)


def test_redrawn_hands_are_uniform_over_unseen_tokens():
    #   Pompey has 5 tokens in hand, and sword 6/0 on the board: 15 unseen
    hands = {"pompey": ["boat 6/0", "boat 5/1", "boat 4/2", "boat 3/3", "wild 4/0"]}
    states = redraws(position({"IT-GC": "pompey 6/0"}, hands=hands))
    drawn = states["hand"][:, 1].sum(0)
    unseen = np.array([Counter(ORDINARY_TOKENS)[name] for name in KIND_NAMES]) - (np.arange(18) == 0)
    kinds = np.flatnonzero(unseen)
    assert drawn[0] == 0 and drawn.sum() == 5 * 4000
    # hands are drawn without replacement: kinds vary less than independent draws would, by (15 - 5) / (15 - 1)
    statistic = chi_square(drawn[kinds], 5 * 4000 * unseen[kinds] / 15) * 14 / 10
    assert 3 < statistic < CHI_SQUARE_LIMIT[13]


def test_redrawn_hands_keep_known_centurions():
    hands = {"pompey": ["centurion wild 3/3", "wild 2/2"]}
    duel = position(modules=["centurions"], hands=hands, known={"pompey": {"centurion wild 3/3": 1}})
    states = redraws(duel, 500)
    assert (states["hand"][:, 1, 15] == 1).all()
    assert (states["hand"][:, 1].sum(1) == 2).all()
    assert (states["hand"][:, 1, 16:] == 0).all()  # the others lie beside the board
    assert len({state.hand[1].tobytes() for state in states}) > 10


def test_redrawn_face_down_tokens_fit_and_vary():
    duel = position({"SD-GA": "pompey 3/3 down", "NU-AF": "pompey 3/3 down"}, modules=ALL_MODULES)
    states = redraws(duel, 2000)
    for border, symbol in (("SD-GA", "shield"), ("NU-AF", "sword")):
        kinds = set(states["border_kind"][:, BORDERS.index(border)].tolist())
        expected = {KIND_NAMES.index(name) for name in ORDINARY_TOKENS if name.startswith((symbol, "wild"))}
        assert kinds == expected


def test_redrawn_loose_centurions_are_in_hand_or_face_down():
    #   Pompey was known to hold two Centurions and placed one token face down where either would fit
    hands = {"pompey": [*CENTURIONS[::2], "wild 4/0"]}
    known = {"pompey": {CENTURIONS[0]: 1, CENTURIONS[2]: 1}}
    duel = position(active="pompey", modules=ALL_MODULES, hands=hands, known=known)
    duel.place_down("SD-GA", "wild 4/0")
    assert duel.side("pompey")["loose"] == CENTURIONS[::2]
    states = redraws(duel, 2000)
    down = states["border_kind"][:, BORDERS.index("SD-GA")]
    for kind in (15, 17):
        assert (states["bag"][:, 1, kind] == 0).all()
        assert ((states["hand"][:, 1, kind] == 1) | (down == kind)).all()
        assert (down == kind).any()
    assert (down < 15).any()
    assert (states["bag"][:, 1, 16] + states["hand"][:, 1, 16] == 0).all() and (down != 16).all()


def returned_position(returned, fresh):
    values = position(modules=["poison"], hands={"pompey": ["boat 6/0", "boat 5/1", "boat 4/2"]}).now
    values["sides"]["pompey"] |= {"returned": dict.fromkeys(returned, 1), "fresh": fresh}
    return duel_of(values)


@pytest.mark.parametrize("fresh", [0, 1, 2])
def test_redrawn_hands_hold_no_more_returned_tokens_than_were_drawn_since(fresh):
    returned = ["sword 6/0", "sword 5/1"]
    states = redraws(returned_position(returned, fresh))
    held = states["hand"][:, 1, :2].sum(1)
    assert held.max() == fresh
    assert (states["hand"][:, 1].sum(1) == 3).all()


# -- what everybody can deduce -----------------------------------------------------------------------------------------
def test_a_centurion_is_known_until_it_is_placed():
    hands = {"caesar": ["centurion wild 3/3", "wild 2/2"]}
    known = {"caesar": {"centurion wild 3/3": 1}}
    duel = position(modules=["centurions"], hands=hands, known=known)
    assert notation.view(duel.state, 1)["sides"]["caesar"]["hand_known"] == {"centurion wild 3/3": 1}
    assert duel.place("IT-MD", "centurion wild 3/3").side("caesar")["hand_known"] == {}


@pytest.mark.parametrize(("border", "loose"), [("SD-GA", [0, 2]), ("NU-AF", [0, 1]), ("AG-AS", [0, 2])])
def test_a_token_face_down_may_be_any_known_centurion_that_fits(border, loose):
    known = dict.fromkeys(CENTURIONS, 1)
    duel = position(modules=ALL_MODULES, hands={"caesar": [*CENTURIONS, "wild 2/2"]}, known={"caesar": known})
    duel.place_down(border, "wild 2/2")
    caesar = duel.side("caesar")
    assert caesar["loose"] == [CENTURIONS[centurion] for centurion in loose]
    assert caesar["hand_known"] == {name: 1 for name in CENTURIONS if name not in caesar["loose"]}


def test_a_loose_centurion_that_shows_up_is_loose_no_more():
    known = {"caesar": {CENTURIONS[0]: 1}}
    duel = position(modules=ALL_MODULES, hands={"caesar": [CENTURIONS[0], "wild 2/2"]}, known=known)
    duel.place_down("SD-GA", "wild 2/2").place("IT-MD", "wild 2/2")
    assert duel.side("caesar")["loose"] == [CENTURIONS[0]]
    assert duel.place("IT-AC", "centurion wild 3/3").side("caesar")["loose"] == []


def test_returned_tokens_are_remembered_with_the_draws_since():
    #   Caesar closes HU, then SY, each with a Poison; Pompey, with three different tokens, places one in between
    hands = {"caesar": ["shield 3/3", "shield 5/1", "wild 2/2"], "pompey": ["boat 6/0", "wild 3/1", "wild 4/0"]}
    bonus = {"HU": "poison", "SY": "poison"}
    duel = position({"HU-MT": "caesar 6/0", "AG-SY": "caesar 0/6"}, hands=hands, bonus=bonus, modules=["poison"], rng=3)
    duel.place("HU-HC", "3/3").play("use Poison")
    first = duel.side("pompey")["returned"]
    assert sum(first.values()) == 1 and duel.side("pompey")["fresh"] == 0
    duel.play(next(words for words in duel.legal if "to IT and" in words))
    assert (duel.side("pompey")["returned"], duel.side("pompey")["fresh"]) == (first, 1)
    duel.place("AS-SY", "1/5").play("use Poison")
    assert (sum(duel.side("pompey")["returned"].values()), duel.side("pompey")["fresh"]) == (1, 0)


def test_a_returned_token_seen_again_is_forgotten():
    values = position(modules=["poison"], hands={"caesar": ["wild 4/0", "wild 2/2"]}).now
    values["sides"]["caesar"] |= {"returned": {"wild 4/0": 1}, "fresh": 2}
    duel = duel_of(values).place("IT-MD", "wild 4/0")
    assert (duel.side("caesar")["returned"], duel.side("caesar")["fresh"]) == ({}, 0)
    duel = duel_of(values).place("IT-MD", "wild 2/2")
    assert (duel.side("caesar")["returned"], duel.side("caesar")["fresh"]) == ({"wild 4/0": 1}, 3)


# -- sanity anchors ----------------------------------------------------------------------------------------------------
def final_states(options, count):
    batch = games(options, count, seed=11)
    for _ in play_through(batch):
        pass
    return batch.states


def margin(share, count):
    """Four standard deviations of a share measured in so many games."""
    return 4 * (share * (1 - share) / count) ** 0.5


def test_random_play_is_as_two_independent_simulations_found_it():
    count = 20_000
    ends = final_states(CaesarOptions(), count)
    wins = (ends["winner"] == 0).mean()
    assert 0.53 - margin(0.53, count) < wins < 0.55 + margin(0.55, count)
    placements = (ends["border_owner"] >= 0).sum(1).mean()
    assert 25.5 < placements < 26.5
    unplaced = (ends["end"] == 2).mean()
    assert 0.025 - margin(0.03, count) < unplaced < 0.035 + margin(0.03, count)
    ties = ((ends["free_borders"] == 0) & (ends["control"] == -1) & (ends["bonus"] < 0)).sum(1).mean()
    assert 0.75 < ties < 0.85


def test_random_play_practically_never_beats_crassus():
    for human in SIDES:
        ends = final_states(CaesarOptions(solo="low", human=human), 20_000)
        assert (ends["winner"] == SIDES.index(human)).mean() < 0.002
        assert (ends["winner"] >= 0).all()


def test_from_json_refuses_what_is_no_object():
    with pytest.raises(ValueError, match="a state is a JSON object, not list"):
        notation.from_json([1])
