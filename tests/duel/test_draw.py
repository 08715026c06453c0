"""Drawings: well formed in every position, complete, and blind for what a seat cannot know."""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from boardkit import play
from boardkit.batch import Batch
from boardkit.raster import rgb_array
from duel.positions import ALL_MODULES, BORDERS, MODULE_CHOICES, PROVINCES, SIDES, place_words, position
from duel_env.game import GAME
from duel_env.options import CaesarOptions

WIDEST = 110
VARIANTS = [CaesarOptions(modules=modules, solo=solo) for modules in MODULE_CHOICES for solo in (None, "middle")]


def name_of(options):
    return "-".join([*options.modules, options.solo or "two"])


def without_colours(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def viewers(options):
    return [None, *range(len(options.seats))]


def some_states(options, count=6, every=5):
    """States of a few games, from the first to the last."""
    batch = Batch(GAME, options, count, 9, auto_reset=False)
    step = 0
    while not batch.terminated.all():
        if step % every == 0:
            yield from batch.states
        going = np.flatnonzero(~batch.terminated)
        batch.step(batch.random_actions(going), going)
        step += 1
    yield from batch.states


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_svg_is_well_formed_and_ansi_is_narrow_at_every_decision(options):
    decisions = set()
    for s in some_states(options):
        decisions.add(int(s.decision))
        for viewer in viewers(options):
            root = ElementTree.fromstring(GAME.svg(s, viewer))
            assert root.tag.endswith("svg") and root.get("viewBox")
            lines = without_colours(GAME.ansi(s, viewer)).splitlines()
            assert len(lines) > 20
            assert max(map(len, lines)) <= WIDEST
    assert {0, 3} <= decisions  # to place, over


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_a_seat_sees_the_same_drawing_of_what_it_cannot_tell_apart(options):
    changed = 0
    for number, s in enumerate(some_states(options, every=7)):
        for player in range(len(options.seats)):
            states = np.array([s], GAME.state)
            play.redraw(states, np.array([player]), np.array([number], np.uint64))
            assert GAME.svg(states[0], player) == GAME.svg(s, player)
            assert GAME.ansi(states[0], player) == GAME.ansi(s, player)
            changed += GAME.ansi(states[0], None) != GAME.ansi(s, None)
    assert changed > 0 or options.solo


# -- what a drawing shows ----------------------------------------------------------------------------------------------
def drawn(duel, viewer):
    """The elements of the drawing that have an id, by id."""
    root = ElementTree.fromstring(GAME.svg(duel.state, viewer))
    return {element.get("id"): element for element in root.iter() if element.get("id")}


def words_in(element):
    return " ".join(" ".join(element.itertext()).split())


HIDDEN = {
    "tokens": {"SD-GA": "pompey 3/3 down", "NU-AF": "caesar 3/3 down", "IT-MD": "pompey 4/2"},
    "hands": {"caesar": ["boat 5/1"], "pompey": ["sword 6/0", "centurion sword 7/0"]},
    "known": {"pompey": {"centurion sword 7/0": 1}},
}


def test_svg_has_every_province_and_border():
    parts = drawn(position(), None)
    assert {f"province-{name}" for name in PROVINCES} <= set(parts)
    assert {f"border-{name}" for name in BORDERS} <= set(parts)
    assert {f"panel-{side}" for side in SIDES} <= set(parts)


def test_svg_tells_control_and_markers():
    #   MT [C 0/6] HU [C 3/3] HC [C 6/0] GA: HU and HC are Caesar's, with a marker on their border
    tokens = {"HU-MT": "caesar 6/0", "HC-GA": "caesar 6/0", "HU-HC": "caesar 3/3"}
    with_marker, without = drawn(position(tokens), None), drawn(position(tokens, control={"HC": None}), None)
    for part in ("province-HC", "border-HU-HC", "panel-caesar"):
        assert ElementTree.tostring(with_marker[part]) != ElementTree.tostring(without[part])
    assert ElementTree.tostring(with_marker["province-SY"]) == ElementTree.tostring(without["province-SY"])


@pytest.mark.parametrize(("viewer", "own", "other"), [(0, "NU-AF", "SD-GA"), (1, "SD-GA", "NU-AF")])
def test_svg_names_face_down_tokens_to_their_owner_only(viewer, own, other):
    duel = position(modules=ALL_MODULES, **HIDDEN)
    parts = drawn(duel, viewer)
    assert "3/3" in words_in(parts[f"border-{own}"])
    assert "3/3" not in words_in(parts[f"border-{other}"])
    assert all("3/3" in words_in(drawn(duel, None)[f"border-{border}"]) for border in (own, other))


def test_hands_show_to_their_owner_and_known_tokens_to_all():
    duel = position(modules=ALL_MODULES, **HIDDEN)
    for viewer, seen, unseen in (
        (0, ["caesar-boat-5-1"], ["pompey-sword-6-0"]),
        (1, ["pompey-sword-6-0"], ["caesar-boat-5-1"]),
    ):
        parts = set(drawn(duel, viewer))
        assert {f"hand-{name}" for name in [*seen, "pompey-centurion-sword-7-0"]} <= parts
        assert not {f"hand-{name}" for name in unseen} & parts
    texts = [without_colours(GAME.ansi(duel.state, viewer)) for viewer in (None, 0, 1)]
    assert ["hand sword 6/0, centurion sword 7/0" in text for text in texts] == [True, False, True]
    assert ["hand centurion sword 7/0, face down" in text for text in texts] == [False, True, False]
    assert ["hand boat 5/1" in text for text in texts] == [True, True, False]


@pytest.mark.parametrize("human", ["caesar", "pompey"])
def test_the_human_of_the_solo_game_sees_his_own_hand(human):
    duel = position(solo="low", human=human, row=["wild 4/0"], hands={human: ["boat 5/1"]})
    assert "hand boat 5/1" in without_colours(GAME.ansi(duel.state, 0))
    assert f"hand-{human}-boat-5-1" in drawn(duel, 0)


def test_ansi_tells_what_lies_on_the_board():
    #   MT [C 0/6] HU [C 3/3] HC: HU is closed
    duel = position({"HU-MT": "caesar 6/0", "HU-HC": "caesar 3/3", "IT-MD": "pompey 4/2"}, bonus={"IT": "senate"})
    lines = {line[:2]: line for line in without_colours(GAME.ansi(duel.state, None)).splitlines()}
    assert re.search(r"Hispania Ulterior CAESAR +HC C3 +MT C6", lines["HU"])
    assert re.search(r"Italia +senate +0:4 .*MD P4", lines["IT"])
    assert re.search(r"Macedonia .* 0:2 +IT P2", lines["MD"])


def test_ansi_tells_the_pending_decision_and_the_end():
    hands = {"caesar": ["shield 3/3", "wild 2/2"]}
    duel = position({"HU-MT": "caesar 6/0"}, hands=hands, bonus={"HU": "tactics"})
    seen = [without_colours(GAME.ansi(duel.state, 0)).splitlines()[1]]
    seen.append(without_colours(GAME.ansi(duel.place("HU-HC", "3/3").state, 0)).splitlines()[1])
    assert seen[0] != seen[1] and "Tactics" in seen[1]
    over = position({"HU-MT": "caesar 6/0"}, hands=hands, markers={"caesar": 1}).play(place_words("HU-HC", "3/3"))
    assert "Caesar" in without_colours(GAME.ansi(over.state, 0)).splitlines()[1]
    assert "Pompey" not in without_colours(GAME.ansi(over.state, 0)).splitlines()[1]


def test_pixels():
    pytest.importorskip("resvg_py")
    duel = position({"IT-MD": "pompey 4/2"})
    pixels = rgb_array(GAME.svg(duel.state, 0), width=300)
    assert pixels.dtype == np.uint8 and pixels.ndim == 3
    assert pixels.shape[1:] == (300, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 50
    assert not np.array_equal(pixels, rgb_array(GAME.svg(position().state, 0), width=300))
