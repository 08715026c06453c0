"""Options: every combination the rules allow, and clear words about the others."""

import itertools
import json

import pytest

from duel.positions import MODULE_CHOICES, SIDES
from duel_env.data import DIFFICULTIES, INFERRED_TILES
from duel_env.game import GAME
from duel_env.options import MODULES, CaesarOptions

TABLES = (None, {"A": (0, 0, 1, 0)}, {tile: (4, 4, 4, 4) for tile in "ABCDE"})
LEGAL = [
    CaesarOptions(modules=modules, skip_forced=skip_forced)
    for modules, skip_forced in itertools.product(MODULE_CHOICES, (False, True))
] + [
    CaesarOptions(modules=modules, solo=solo, human=human, harder=harder, tiles=tiles, skip_forced=skip_forced)
    for modules, solo, human, harder, tiles, skip_forced in itertools.product(
        MODULE_CHOICES, DIFFICULTIES, SIDES, (False, True), TABLES, (False, True)
    )
]


def test_all_legal_combinations_are_accepted_different_and_hashable():
    assert len(LEGAL) == 5 * 2 + 5 * 3 * 2 * 2 * 3 * 2
    assert len(set(LEGAL)) == len(LEGAL)
    assert len({str(options) for options in LEGAL}) == len(LEGAL)


def test_options_go_through_json_state_and_print_unchanged():
    for options in LEGAL:
        assert CaesarOptions.from_json(json.loads(json.dumps(options.to_json()))) == options
        assert CaesarOptions.read(GAME.blank(options)[0]) == options
        assert eval(repr(options), {"CaesarOptions": CaesarOptions}) == options


def test_json_of_options():
    assert CaesarOptions(modules=["centurions", "poison"], solo="high", human="pompey", harder=True).to_json() == {
        "modules": ["poison", "centurions"],
        "solo": "high",
        "human": "pompey",
        "harder": True,
        "tiles": {"A": [1, 0, 1, 0], "B": [2, 0, 1, 1], "C": [2, 0, 2, 0], "D": [1, 1, 1, 1], "E": [1, 1, 2, 0]},
        "skip_forced": True,
    }


def test_modules_in_any_order_and_collection_are_the_same():
    chosen = [CaesarOptions(modules=collection) for collection in (("poison", "centurions"), ["centurions", "poison"])]
    chosen.append(CaesarOptions(modules={"poison", "centurions"}))
    assert len(set(chosen)) == 1
    assert chosen[0].modules == ("poison", "centurions")


def test_tiles_left_out_show_the_default():
    options = CaesarOptions(solo="low", tiles={"B": [0, 0, 1, 0]})
    assert options.tiles == {**INFERRED_TILES, "B": (0, 0, 1, 0)}
    assert not options.tiles_inferred
    assert CaesarOptions(solo="low", tiles=INFERRED_TILES) == CaesarOptions(solo="low")


def test_seats():
    assert CaesarOptions().seats == ("caesar", "pompey")
    assert CaesarOptions(solo="low").seats == ("caesar",)
    assert CaesarOptions(solo="low", human="pompey").seats == ("pompey",)


def test_options_cannot_be_changed():
    with pytest.raises(AttributeError):
        CaesarOptions().solo = "low"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"modules": ["gold"]}, "module is 'gold'; allowed are 'poison', 'centurions', 'border_control'"),
        ({"modules": "poison"}, "modules is the string 'poison'; give a list"),
        ({"modules": ["border_control"]}, "'border_control' needs 'poison' and 'centurions'"),
        ({"modules": ["border_control", "poison"]}, "'border_control' needs 'poison' and 'centurions'"),
        ({"modules": ["border_control", "centurions"]}, "'border_control' needs 'poison' and 'centurions'"),
        ({"modules": ["border_control", "poison"], "solo": "low"}, "needs 'poison' and 'centurions'"),
        ({"solo": "easy"}, "solo is 'easy'; allowed are None, 'low', 'middle', 'high'"),
        ({"solo": True}, "solo is True; allowed are None, 'low', 'middle', 'high'"),
        ({"solo": "low", "human": "crassus"}, "human is 'crassus'; allowed are 'caesar', 'pompey'"),
        ({"solo": "low", "harder": 1}, "harder is 1; allowed are False, True"),
        ({"skip_forced": "no"}, "skip_forced is 'no'; allowed are True, False"),
        ({"human": "pompey"}, "human is for the solo game: set solo to one of low, middle, high"),
        ({"harder": True}, "harder is for the solo game"),
        ({"tiles": {"A": (0, 0, 1, 0)}}, "tiles is for the solo game"),
        ({"solo": "low", "tiles": {"F": (0, 0, 1, 0)}}, "tile is 'F'; allowed are 'A', 'B', 'C', 'D', 'E'"),
        ({"solo": "low", "tiles": {"A": (0, 0, 1)}}, "give four numbers: draw, centurion, place, discard"),
        ({"solo": "low", "tiles": {"A": (0, 0, 0, 0)}}, "tile A: place is 0; allowed are 1 to 4"),
        ({"solo": "low", "tiles": {"A": (5, 0, 1, 0)}}, "tile A: draw is 5; allowed are 0 to 4"),
        ({"solo": "low", "tiles": {"A": (-1, 0, 1, 0)}}, "tile A: draw is -1; allowed are 0 to 4"),
        ({"solo": "low", "tiles": {"A": (0, 0, 1, 0.5)}}, "tile A: discard is 0.5; allowed are 0 to 4"),
        ({"solo": "low", "tiles": {"A": (0, True, 1, 0)}}, "tile A: centurion is True; allowed are 0 to 4"),
        ({"speed": 3}, "unknown option 'speed'; the options are skip_forced, modules, solo, human, harder, tiles"),
    ],
)
def test_others_are_refused_with_what_is_allowed(values, message):
    with pytest.raises(ValueError, match=message):
        CaesarOptions.of(**values)


def test_module_names():
    assert MODULES == ("poison", "centurions", "border_control")
