"""Fields of states as JSON, and the tables that documentation is made of."""

import json

import jsonschema
import numpy as np
import pytest
from kalah import GAME, KalahOptions

from boardkit.actions import ActionTable
from boardkit.batch import Batch
from boardkit.game import find_game
from boardkit.notation import fields_schema
from boardkit.pieces import Piece, Pieces


def test_state_to_json_and_back_is_exact():
    batch = Batch(GAME, KalahOptions(scatter=True), 5, 1)
    for _ in range(40):
        batch.step(batch.random_actions())
        for state in batch.states:
            text = json.dumps(GAME.to_json(state))
            assert GAME.from_json(json.loads(text)).tobytes() == state.tobytes()


def test_json_fits_its_schema():
    schema = fields_schema(GAME.state, ("player", "over", "board", "rng", "seed"))
    values = GAME.to_json(Batch(GAME, KalahOptions(), 1, 1).states[0])
    jsonschema.validate(values, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**values, "board": [1]}, schema)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"board": [1, 2]}, r"board has shape \(2,\), expected \(14,\)"),
        ({"board": [300] + [0] * 13}, "board has 300, expected whole numbers from 0 to 255"),
        ({"player": True}, "player has True"),
        ({"player": 0.5}, "player has 0.5"),
        ({"rng": -1}, "rng has -1"),
    ],
)
def test_wrong_values_are_refused(change, message):
    values = GAME.to_json(Batch(GAME, KalahOptions(), 1, 1).states[0])
    with pytest.raises(ValueError, match=message):
        GAME.from_json({**values, **change})


def test_action_table():
    table = ActionTable([("sow", "move", ["a", "b"]), ("pass", "move", ["nothing"])])
    assert (table.first("pass"), table.number("b"), table.group_of(2).name, len(table)) == (2, 1, "pass", 3)
    assert "| 0–1 | move | sow | a … b |" in table.table()
    with pytest.raises(ValueError, match="no action is called 'c'"):
        table.number("c")
    with pytest.raises(ValueError, match="same words"):
        ActionTable([("sow", "move", ["a", "a"])])


def test_pieces():
    pieces = Pieces([Piece("board", (2, 3), "seeds"), Piece("lead", (1,), "lead", low=-1)])
    assert (pieces.size, pieces.first("lead")) == (7, 6)
    parts = pieces.split(np.arange(14).reshape(2, 7))
    assert parts["board"].shape == (2, 2, 3)
    assert parts["lead"].tolist() == [[6], [13]]
    assert "| 6 | lead | 1 | -1 to 1 | lead |" in pieces.table()


def test_games_by_name():
    assert find_game("kalah") is GAME
    with pytest.raises(ValueError, match="no game is called 'chess'"):
        find_game("chess")
