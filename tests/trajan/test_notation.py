"""Trajan's JSON refuses what no game can come to, takes all that games come to, and what it takes can be played."""

import copy
import json
import random

import numpy as np
import pytest

from boardkit import play
from boardkit.batch import Batch
from trajan.positions import new_table, position, position_json
from trajan.test_state import VARIANTS, games, name_of, play_through, recount
from trajan_env import notation
from trajan_env.data import ACTIONS, COMMODITIES, TRAJAN_TILES
from trajan_env.game import GAME
from trajan_env.options import TrajanOptions
from trajan_env.state import DECISIONS


def written(state):
    return json.loads(json.dumps(notation.to_json(state)))


# -- all that games come to --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_no_state_of_a_game_is_refused_nor_one_its_mover_thinks_possible(options):
    batch, chance = games(options, 30, seed=8), random.Random(8)
    for step, going in enumerate(play_through(batch)):
        if step % 3:
            continue
        game = chance.choice(going.tolist())
        state = batch.get_states(np.array([game]))
        assert notation.from_json(written(state[0])).tobytes() == state.tobytes()
        play.redraw(state, batch.to_move[[game]], np.array([chance.getrandbits(60)], np.uint64))
        assert notation.from_json(written(state[0])).tobytes() == state.tobytes()


# -- what no game can come to ------------------------------------------------------------------------------------------
FULL_CIRCLE = dict(zip(ACTIONS, ["cards 1", "cards 2", "workers 5", "cards 3", "cards 4", "cards 5"], strict=True))
ELECTED = {"demands": ["fire"] * 3, "votes": [2, 3], "pending": {"election": [1, 0]}, "decision": "consul"}
ALL_EXTRA_GONE = {f"extra {action}": 2 for action in ACTIONS}
SET_SAIL = {"hand": ["oil", "oil", "fish"]}
BASES = {
    "tray": lambda: position_json(),
    "circle": lambda: position_json({"slots": FULL_CIRCLE}),
    "sow": lambda: position().play("empty the forum tray").now,
    "sown": lambda: position().play("empty the forum tray", "sow blue").now,
    "effect": lambda: position({"slots": {"military": "workers 5"}, "arch": 4}).sow("seaport", "YB").now,
    "senate": lambda: position_json(action="senate"),
    "seaport": lambda: position_json(SET_SAIL, action="seaport"),
    "discard": lambda: position(action="seaport").play("draw two cards").now,
    "second": lambda: position(SET_SAIL, action="seaport").play("play oil").now,
    "pairs": lambda: position(SET_SAIL, action="seaport").play("ship pairs").now,
    "identical": lambda: position(SET_SAIL, action="seaport").play("ship identical", "load oil").now,
    "granted": lambda: position(action="construction", site={(2, 3): "door 4"}).play("place worker row 2 column 3").now,
    "extra": lambda: position({"tiles": ["extra senate"]}, action="senate").play("advance in the senate").now,
    "consul": lambda: position_json(**ELECTED),
    "markers": lambda: new_table(players=2, skip_forced=False).now,
    "cards": lambda: at_decision("setup_card"),
    "tiles": lambda: at_decision("setup_tile"),
    "over": lambda: at_decision("over"),
}


def at_decision(decision):
    """The first state of a random game that stands at a decision, its second step in the set-up."""
    batch = games(TrajanOptions(players=2, skip_forced=False), 1, seed=3)
    while DECISIONS[batch.records[0].decision] != decision:
        batch.step(batch.random_actions())
    if decision.startswith("setup"):
        batch.step(batch.random_actions())
    return written(batch.records[0])


def changed(values, changes):
    values = copy.deepcopy(values)
    for path, value in changes.items():
        *parents, last = [int(part) if part.isdigit() else part for part in path.split("/")]
        place = values
        for name in parents:
            place = place[name]
        place[last] = value
    return values


IMPOSSIBLE = [
    ("circle", {"players/0/arch": 2}, r"players\[0\].arch is 2; allowed is null: no slot is free"),
    ("effect", {"players/0/arch": None}, r"players\[0\].arch is null; allowed is a free slot, one of \[0, 1, 2"),
    ("tray", {"decision": "over", "ranking": [0, 1], "senate_rank": [0, 1], "winner": 0}, "quarter is 1; allowed is 4"),
    (
        "tray",
        {"decision": "consul", "pending/election": [1, 0], "to_move": 1},
        "round is 1; allowed is 4 at the consul",
    ),
    ("consul", {"pending/election": [0, 1], "to_move": 0}, r"election is \[0, 1\]; allowed is \[1, 0\]"),
    ("consul", {"pending/round_ended": True}, "round_ended is set at the decision 'consul'"),
    ("consul", {"pending/setup_step": 1}, "setup_step is 1; allowed is 0 after the set-up"),
    ("tray", {"turn": 0}, "turn is 0; allowed is 1 or more"),
    ("tray", {"turn": 26}, "turn is 26 with seat 0 to play; allowed is a turn of that seat"),
    ("consul", {"turn": 3}, "turn is 3; allowed is enough turns for 4 rounds"),
    ("tray", {"quarter": 2}, "demands_gone is 0; allowed is 3 for each of 1"),
    ("tray", {"extra_pile": {}, "gone": ALL_EXTRA_GONE}, "extra_pile is 0; allowed is 9 or more"),
    ("tray", {"senate_bonus": [None, None]}, "bonus tiles: 0 of"),
    ("tray", {"pending/target": "forum"}, "target is set at the decision 'tray'"),
    ("tray", {"pending/tile_spent": True}, "tile_spent is set at the decision 'tray'"),
    ("tray", {"pending/load_wilds": 1}, "load_wilds is set at the decision 'tray'"),
    ("tray", {"players/0/gains/final_hand": 3, "players/0/vp": 3}, "final_hand is 3; allowed is 0 before the end"),
    ("tray", {"players/0/gains/ships": -3, "players/0/vp": -3}, "gains.ships is -3; allowed is 0 to 999"),
    ("tray", {"players/0/gains/demands": 3, "players/0/vp": 3}, "gains.demands is 3; allowed is -60 to 0"),
    ("sow", {"pending/sowing": {}, "players/0/trays/1": ["blue", "green"]}, "sowing is null at the decision 'sow'"),
    ("sow", {"pending/next_tray": "senate"}, "the military tray is not empty; allowed is an empty tray"),
    ("sown", {"pending/target": "forum"}, "target is 'forum'; allowed is null or 'military'"),
    ("sown", {"decision": "tray", "pending/next_tray": None, "pending/target": None}, "sowing is set at the decision"),
    ("effect", {"pending/effect_tile": "points 1"}, "'points 1'; allowed is a tile with an effect"),
    ("effect", {"pending/effect_tile": "workers 6"}, "allowed is a tile of state.trajan_gone"),
    ("effect", {"pending/effect_tile": None}, "effect_tile is null at the decision 'effect'"),
    ("effect", {"pending/target": "construction"}, "allowed is a tile whose colours lie in the target tray"),
    ("effect", {"players/0/mat": 0, "players/0/worker_camp": 14}, "allowed is a tile whose effect would do something"),
    ("senate", {"pending/main_action": "forum"}, "main_action is 'forum'; allowed is 'senate'"),
    ("senate", {"pending/target": None}, "target is null; allowed is the tray of the last marker"),
    ("senate", {"pending/granted_action": "forum"}, "only construction grants an action"),
    ("senate", {"pending/main_repeats": 1}, "main_repeats is 1; allowed is 0 unless an extra-action tile was spent"),
    ("senate", {"pending/tile_spent": True}, "allowed is false: no extra-action tile is gone"),
    ("granted", {"pending/granted_action": "construction"}, "allowed is one of forum, senate, seaport, trajan"),
    ("granted", {"pending/granted_action": "trajan"}, "seat 0 has 0 tiles of the kind that grants it"),
    ("granted", {"pending/granted_repeats": 1}, "granted_repeats is 1; allowed is 0 unless"),
    ("extra", {"pending/tile_spent": True, "gone": {"extra senate": 1}, "players/0/tiles": {}}, "allowed is false at"),
    ("extra", {"gone": {"extra senate": 1}, "players/0/tiles": {}}, "that repeat senate is 0; allowed is 1 or more"),
    ("extra", {"senate/position": [7, 0]}, "no 'extra': senate cannot be repeated"),
    ("senate", {"decision": "discard"}, "the action at the decision 'discard' is 'senate'; allowed is 'seaport'"),
    ("seaport", {"decision": "second_card", "pending/first_card": "wine"}, "'wine'; allowed is a card in the tableau"),
    ("seaport", {"decision": "load"}, "ship is null at the decision 'load'"),
    ("second", {"pending/first_card": None}, "first_card is null at the decision 'second_card'"),
    (
        "pairs",
        {"players/0/hand": {"fish": 1}, "players/0/tableau": {"oil": 2}},
        "a load that the ship 'pairs' takes",
    ),
    ("pairs", {"pending/load_wilds": 1}, "load_wilds is 1; allowed is 0 to 0, the tiles gone"),
    (
        "identical",
        {"players/0/hand": {"oil": 1}, "players/0/load": {"oil": 1, "fish": 1}},
        "allowed is a load that the ship 'identical' takes",
    ),
    ("markers", {"options/setup": "random"}, "no set-up decision with a random set-up"),
    ("markers", {"pending/setup_step": 2}, "the trays of seat 0 is .*; allowed is .* markers"),
    ("markers", {"turn": 1}, "turn is 1; allowed is 0 at this decision"),
    ("cards", {"pending/setup_step": 3}, "setup_step is 3; allowed is 0 to 2 at 'setup_card'"),
    ("cards", {"pending/setup_step": 2}, "the hand of seat 0 is 1; allowed is 2 cards"),
    ("cards", {"time": 3}, "time is 3; allowed is 0 in the set-up"),
    ("tiles", {"pending/setup_stacks": []}, r"setup_stacks is \[\]; allowed is \["),
    ("over", {"quarter": 3}, "quarter is 3; allowed is 4 in a finished game"),
    ("over", {"senate/position": [1, 0]}, r"senate.position is \[1, 0\]; allowed is 0 for every disc"),
]


@pytest.mark.parametrize(("base", "changes", "message"), IMPOSSIBLE)
def test_an_impossible_context_is_refused_by_name(base, changes, message):
    values = BASES[base]()
    notation.from_json(values)
    with pytest.raises(ValueError, match=message):
        notation.from_json(changed(values, changes))


def test_an_empty_hand_has_nothing_to_discard():
    values = BASES["discard"]()
    for commodity, cards in values["players"][0]["hand"].items():
        values["deck"][commodity] = values["deck"].get(commodity, 0) + cards
    values["deck"] = {name: values["deck"][name] for name in COMMODITIES if name in values["deck"]}
    values["players"][0]["hand"] = {}
    with pytest.raises(ValueError, match="the hand of seat 0 is empty; allowed is a card or more to discard"):
        notation.from_json(values)


def test_a_finished_game_is_ranked_by_its_points():
    values = BASES["over"]()
    values["ranking"].reverse()
    values["winner"] = values["ranking"][0]
    with pytest.raises(ValueError, match="state.ranking is .*; allowed is .*, by points"):
        notation.from_json(values)


# -- what is taken can be played ---------------------------------------------------------------------------------------
def corrupted(values, chance):
    """A state with the decision or one or two fields of the context changed at random."""
    values, pending = copy.deepcopy(values), values["pending"]
    seat = chance.randrange(len(values["players"]))
    choices = {
        "decision": DECISIONS,
        "quarter": range(1, 5),
        "turn": range(60),
        "active": range(len(values["players"])),
        f"players/{seat}/arch": [None, *range(6)],
        f"players/{seat}/leader": [None, "alpes", "britannia"],
        "pending/setup_step": range(3),
        "pending/effect_tile": [None, *TRAJAN_TILES],
        "pending/load_wilds": range(3),
        **{f"pending/{name}": [None, *ACTIONS] for name in ("next_tray", "target", "main_action", "granted_action")},
        **{f"pending/{name}": range(2) for name in ("main_repeats", "granted_repeats")},
        **{f"pending/{name}": [False, True] for name in ("tile_spent", "round_ended")},
        "pending/ship": [None, "identical", "pairs", "different"],
        "pending/first_card": [None, *COMMODITIES],
    }
    assert set(pending) >= {path.removeprefix("pending/") for path in choices if path.startswith("pending/")}
    return changed(values, {path: chance.choice(choices[path]) for path in chance.sample(list(choices), 2)})


def accepted(values):
    try:
        return notation.from_json(values)
    except ValueError:
        return None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_corrupted_state_is_refused_or_can_be_played_to_its_end(players):
    options, chance = TrajanOptions(players=players, skip_forced=False), random.Random(players)
    source, taken = games(options, 20, seed=players), []
    for going in play_through(source):
        state = accepted(corrupted(written(source.records[chance.choice(going)]), chance))
        if state is not None:
            taken.append(state)
    batch = Batch(GAME, options, len(taken), 1, auto_reset=False)
    batch.set_states(np.concatenate(taken))
    over = batch.records["decision"] == DECISIONS.index("over")
    assert len(taken) > 20 and ((batch.counts > 0) == ~over).all()
    for _ in play_through(batch):
        assert ((batch.counts > 0) == ~batch.terminated).all()
    recount(batch.records, players)
