"""Drawings: well formed in every position, complete, and blind for what a seat cannot know."""

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from boardkit import play
from boardkit.batch import Batch
from boardkit.raster import rgb_array
from duel.positions import ALL_MODULES, BORDERS, MODULE_CHOICES, PROVINCES, close_examples, duel_of, position
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
