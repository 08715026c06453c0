"""Every choice on the board: the places that actions name are in the drawing that their player sees."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from duel_env.options import CaesarOptions
from rome.tables import CAESAR, TRAJAN, Table
from trajan_env.options import TrajanOptions

# Actions that concern nothing on the board: buttons beside it.
BUTTONS = {
    "use", "decline", "take_effect", "decline_effect", "decline_action", "stop_playing", "decline_extra",
}  # fmt: skip


def elements(root, selector):
    """What a selector such as "#a, #b" or "#forum .space .bread" finds."""
    found = []
    for alternative in selector.split(", "):
        name, *classes = alternative.split(" ")
        inside = [element for element in root.iter() if f"#{element.get('id')}" == name]
        for wanted in classes:
            inside = [
                part
                for element in inside
                for part in element.iter()
                if part is not element and wanted[1:] in part.get("class", "").split()
            ]
        found += inside
    return found


@pytest.mark.parametrize(
    "game, options, decisions",
    [
        (CAESAR, CaesarOptions(modules=("poison", "centurions", "border_control")), 30),
        (CAESAR, CaesarOptions(solo="middle", human="pompey", modules=("poison", "centurions")), 12),
        (TRAJAN, TrajanOptions(players=2), 250),
        (TRAJAN, TrajanOptions(players=4), 400),
    ],
    ids=["duel", "solo", "trajan for two", "trajan for four"],
)
def test_every_place_of_a_legal_action_is_in_the_drawing(tmp_path, game, options, decisions):
    table = Table.begin(tmp_path / "game.jsonl", game, options, 2, ["human"] * len(options.seats))
    rng = np.random.default_rng(4)
    seen = set()
    while not table.over and table.count < decisions:
        groups = {game.actions.group_of(choice["action"]).name for choice in table.choices()}
        if table.count % 11 == 0 or not groups <= seen:
            root = ElementTree.fromstring(game.svg(table.state(), table.to_move))
            for choice in table.choices():
                assert choice["places"] or game.actions.group_of(choice["action"]).name in BUTTONS, choice
                assert all(elements(root, place) for place in choice["places"]), choice
        seen |= groups
        table.play(int(rng.choice(table.legal())))
    assert len(seen) > 3 or options.seats == ("pompey",)
