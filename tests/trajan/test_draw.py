"""Drawings: well formed in every position, narrow enough for a terminal, and blind for what a seat cannot know."""

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter

import numpy as np
import pytest

from boardkit import play
from boardkit.batch import Batch
from trajan.positions import DECISIONS, position
from trajan_env.draw import ansi, svg
from trajan_env.game import GAME
from trajan_env.options import TrajanOptions

WIDEST = 120
VARIANTS = [TrajanOptions(players=players, skip_forced=False) for players in (2, 3, 4)]


def name_of(options):
    return f"{options.players} players"


def without_colours(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def some_states(options, count=10, every=45):
    """States of a few games: regular ones from the first to the last, and every decision at least twice."""
    batch = Batch(GAME, options, count, 9, auto_reset=False)
    seen, step = Counter(), 0
    while not batch.terminated.all():
        for s in batch.states if step % every == 0 else batch.states[:2]:
            decision = int(s.decision)
            seen[decision] += 1
            if step % every == 0 or seen[decision] <= 2:
                yield s
        going = np.flatnonzero(~batch.terminated)
        batch.step(batch.random_actions(going), going)
        step += 1
    yield from batch.states[:2]


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_svg_is_well_formed_and_ansi_is_narrow_at_every_decision(options):
    decisions = set()
    for number, s in enumerate(some_states(options)):
        decisions.add(DECISIONS[s.decision])
        viewer = [None, *range(options.players)][number % (options.players + 1)]
        root = ElementTree.fromstring(svg(s, viewer))
        assert root.tag.endswith("svg") and root.get("viewBox")
        ids = Counter(element.get("id") for element in root.iter() if element.get("id"))
        assert not [name for name, times in ids.items() if times > 1]
        lines = without_colours(ansi(s, viewer)).splitlines()
        assert len(lines) > 15
        assert max(map(len, lines)) <= WIDEST
    assert decisions >= set(DECISIONS) - {"extra"}


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_a_seat_sees_the_same_drawing_of_what_it_cannot_tell_apart(options):
    changed = 0
    for number, s in enumerate(some_states(options, count=4, every=70)):
        player = number % options.players
        states = np.array([s], GAME.state)
        play.redraw(states, np.array([player]), np.array([number], np.uint64))
        assert svg(states[0], player) == svg(s, player)
        assert ansi(states[0], player) == ansi(s, player)
        changed += ansi(states[0], None) != ansi(s, None)
    assert changed > 0


def test_the_extra_decision_is_drawn_as_well():
    table = position({"tiles": ["extra senate"]}, action="senate").play("advance in the senate")
    assert table.decision == (0, "extra")
    for viewer in (None, 0, 1):
        ElementTree.fromstring(svg(table.state, viewer))
        assert max(map(len, without_colours(ansi(table.state, viewer)).splitlines())) <= WIDEST


def test_a_drawing_shows_the_own_hand_and_not_that_of_others():
    one = position({"hand": ["oil"]}, {"hand": ["gems"]})
    other = position({"hand": ["oil"]}, {"hand": ["cattle"]})
    for draw in (svg, ansi):
        assert draw(one.state, 0) == draw(other.state, 0)
        assert draw(one.state, 1) != draw(other.state, 1)
        assert draw(one.state, None) != draw(other.state, None)


def test_drawings_tell_positions_apart():
    """What lies open is in the picture: any change of it changes the drawing."""
    base = position(forum=["bread"])
    others = [
        position(forum=["fire"]),
        position(forum=["bread"], time=3),
        position(forum=["bread"], provinces={"belgica": "votes 3"}),
        position(forum=["bread"], votes=[3, 0]),
        position(forum=["bread"], ships=["gray", "coloured", "coloured"]),
        position(forum=["bread"], legionnaires={"alpes": [1]}),
        position(forum=["bread"], demands=["fire"]),
        position({"leader": "raetia"}, forum=["bread"]),
        position({"workers": [(2, 2)]}, forum=["bread"]),
        position({"slots": {"senate": "cards 1"}}, forum=["bread"]),
        position({"tiles": ["wild demand"]}, forum=["bread"]),
        position({"plus_two": ["forum"]}, forum=["bread"]),
        position({"bonus": {"yellow": "gray"}}, forum=["bread"]),
        position({"tableau": ["oil"]}, forum=["bread"]),
        position({"permanent": ["demand 1"]}, forum=["bread"]),
        position({"trays": "YW BG GO OP PW BY"}, forum=["bread"]),
        position({"gains": {"senate": 5}}, forum=["bread"]),
        position({}, {"military_camp": 4}, forum=["bread"]),
        position({}, {"worker_camp": 4}, forum=["bread"]),
    ]
    for draw in (svg, ansi):
        drawings = {draw(table.state, 0) for table in (base, *others)}
        assert len(drawings) == len(others) + 1
