"""Records of games, and all the ways in which one can be wrong."""

import json

import numpy as np
import pytest
from kalah import GAME, KalahOptions

from boardkit.batch import Batch
from boardkit.records import Recorder, RecordError, _link, read, replay

OPTIONS = KalahOptions(scatter=True)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "game.jsonl"


@pytest.fixture
def states(path):
    """Record a random game; returns every state of it."""
    batch = Batch(GAME, OPTIONS, 1, np.array([2**63 + 5], np.uint64), auto_reset=False)
    states = [batch.states]
    with Recorder(path, GAME, OPTIONS, 2**63 + 5, ["random", "someone"]) as recorder:
        while not batch.terminated[0]:
            action = batch.random_actions()
            recorder.add(int(action[0]))
            batch.step(action)
            states.append(batch.states)
    return states


def test_a_record_replays_every_state(path, states):
    record = read(path)
    assert record.game is GAME
    assert (record.options, record.seed, record.players) == (OPTIONS, 2**63 + 5, ("random", "someone"))
    assert len(record.actions) == len(states) - 1
    assert record.moves[0].words == GAME.actions.words[record.actions[0]]
    assert record.result == GAME.result(states[-1][0])
    assert [state.tobytes() for state in replay(record)] == [state.tobytes() for state in states]


def rewrite(path, change, *, forge: bool = False) -> None:
    """Change the lines of a record; a forger also makes the chain fit again."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    change(lines)
    if forge:
        chain = ""
        for line in lines:
            line.pop("chain")
            line["chain"] = chain = _link(chain, line)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_every_line_that_is_changed_is_found(path, states):
    text = path.read_text()
    for number in range(len(states) + 1):
        rewrite(path, lambda lines, number=number: lines[number].update(note="x"))
        with pytest.raises(RecordError, match=f"game.jsonl, line {number + 1}: was changed"):
            read(path)
        path.write_text(text)


def test_every_line_that_is_lost_is_found(path, states):
    text = path.read_text()
    for number in range(1, len(states)):
        rewrite(path, lambda lines, number=number: lines.pop(number))
        with pytest.raises(RecordError, match=f"line {number + 1}: "):
            read(path)
        path.write_text(text)


def test_a_record_cut_off_is_refused(path, states):
    text = path.read_text()
    lines = text.splitlines(keepends=True)
    path.write_text("".join(lines[:-1]))
    with pytest.raises(RecordError, match=f"line {len(lines)}: is missing: the record is cut off"):
        read(path)
    path.write_text(text[:-20])
    with pytest.raises(RecordError, match=f"line {len(lines)}: is not a line of a record"):
        read(path)
    path.write_text("")
    with pytest.raises(RecordError, match="line 1: is not the header"):
        read(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[1].update(action=9), "line 2: action 9 is illegal; allowed"),
        (lambda lines: lines[1].update(action="1"), "line 2: has '1' for action, expected int"),
        (lambda lines: lines[1].update(seat=1), "line 2: says .* but the game says"),
        (lambda lines: lines[1].update(words="sow nothing"), "line 2: says"),
        (lambda lines: lines[1].update(number=7), "line 2: has number 7, expected 1"),
        (lambda lines: lines[1].pop("seat"), "line 2: has .*; expected number, seat"),
        (lambda lines: lines[-1].update(returns=[0.5, 0.5]), "says the game ended otherwise"),
        (lambda lines: lines[-1].update(state="0"), "says the game ended otherwise"),
        (lambda lines: lines[-1].update(result={}), "says the game ended otherwise"),
        (lambda lines: lines.pop(-2), "says the game ended, but it goes on"),
        (lambda lines: lines[0].update(game="chess"), "line 1: no game is called 'chess'"),
        (lambda lines: lines[0].update(game_version=9), "line 1: is of version 9 of Kalah; this is version 1"),
        (lambda lines: lines[0].update(version=9), "line 1: is not the header"),
        (lambda lines: lines[0]["options"].update(seeds=9), "line 1: seeds is 9; allowed"),
        (lambda lines: lines[0]["options"].update(stones=9), "line 1: unknown option 'stones'"),
    ],
)
def test_a_forged_record_is_refused(path, states, change, message):
    rewrite(path, change, forge=True)
    with pytest.raises(RecordError, match=message):
        read(path)


def test_the_recorder_refuses_what_cannot_be_played(path):
    with Recorder(path, GAME, OPTIONS, 5, ["one", "two"]) as recorder:
        before = path.read_text()
        with pytest.raises(ValueError, match="action 6 is illegal"):
            recorder.add(6)
        assert path.read_text() == before
    with pytest.raises(ValueError, match="1 players named; there are 2 seats"):
        Recorder(path, GAME, OPTIONS, 5, ["one"])
