"""Agents: what they are shown, and how they are found by name."""

import numpy as np
import pytest
from kalah import GAME, KalahOptions

from boardkit.agent import Agent, View, agent_names, ask, make_agent, register_agent, view_batch, view_states
from boardkit.batch import Batch


class LastLegal(Agent):
    """Plays the legal action with the highest number, or `offset` legal ones before it."""

    name = "last"

    def __init__(self, game, *, seed: int = 0, offset: int = 0, label: str = "") -> None:
        super().__init__(game, seed=seed)
        self.offset = offset
        self.label = label

    def reset(self, seed: int) -> None:
        self.seed = seed

    def act(self, view: View) -> np.ndarray:
        return np.array([np.flatnonzero(mask)[-1 - self.offset] for mask in view.masks])


def batch_in_play() -> Batch:
    batch = Batch(GAME, KalahOptions(scatter=True), 6, 3, full_observation=True)
    for _ in range(5):
        batch.step(batch.random_actions())
    return batch


def everything_reachable(start: object) -> list[object]:
    """All objects that attributes, items, closures and array bases lead to, short of modules and classes."""
    found, waiting = {}, [start]
    while waiting:
        thing = waiting.pop()
        if id(thing) in found or isinstance(thing, type | str | int | float):
            continue
        found[id(thing)] = thing
        waiting += getattr(thing, "__dict__", {}).values()
        waiting += [getattr(thing, name) for name in getattr(type(thing), "__slots__", ()) if hasattr(thing, name)]
        waiting += [cell.cell_contents for cell in getattr(thing, "__closure__", None) or ()]
        waiting += list(thing.values()) if isinstance(thing, dict) else []
        waiting += list(thing) if isinstance(thing, list | tuple | set) else []
        waiting += [thing.base] if isinstance(thing, np.ndarray) and thing.base is not None else []
        waiting += [thing.__self__] if hasattr(thing, "__self__") else []
    return list(found.values())


def test_a_view_leads_to_no_true_state():
    batch = batch_in_play()
    view = view_batch(batch, np.array([1, 3]), key=8)
    secrets = [int(number).to_bytes(8, "little") for field in ("rng", "seed") for number in batch.states[field]]
    arrays = [thing for thing in everything_reachable(view) if isinstance(thing, np.ndarray)]
    assert any(array is view.masks for array in arrays)
    assert not any(secret in array.tobytes() for array in arrays for secret in secrets)


def test_a_view_shows_what_the_player_knows():
    batch = batch_in_play()
    games = np.array([1, 3])
    view = view_batch(batch, games, key=8)
    assert len(view) == 2
    assert view.options == batch.options
    np.testing.assert_array_equal(view.players, batch.to_move[games])
    np.testing.assert_array_equal(view.masks, batch.masks[games])
    assert view.observations.shape == (2, GAME.observation.size)
    assert view.json(1) == GAME.view(batch.states[3], int(batch.to_move[3]))


def test_samples_differ_in_their_future_only():
    batch = batch_in_play()
    view = view_states(GAME, batch.states, key=8)
    one, same, other = view.sample(2, 5), view.sample(2, 5), view.sample(2, 6)
    assert one.tobytes() == same.tobytes()
    assert one["rng"] != other["rng"]
    assert one[0].board.tolist() == batch.states[2].board.tolist()


def test_an_agent_that_does_not_sample_is_given_no_states():
    view = view_batch(batch_in_play(), np.array([0]), key=8, samples=False)
    with pytest.raises(RuntimeError, match="samples = True"):
        view.sample(0, 1)


def test_agents_by_name():
    register_agent("last", LastLegal)
    assert "random" in agent_names()
    assert make_agent("random", GAME).name == "random"
    agent = make_agent("last:offset=1,label=a b", GAME, seed=7)
    assert (agent.seed, agent.offset, agent.label) == (7, 1, "a b")
    assert make_agent(agent, GAME) is agent
    by_path = make_agent(f"{LastLegal.__module__}:LastLegal:offset=2", GAME)
    assert by_path.offset == 2
    assert type(make_agent("agents.random:RandomAgent", GAME)).__name__ == "RandomAgent"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nobody", "no agent is called 'nobody'; there are .*random"),
        ("nobody:depth=3", "no agent is called 'nobody'"),
        ("agents.random:Nobody", "no agent at 'agents.random:Nobody'"),
        ("random:depth=3", "unexpected keyword argument 'depth'"),
        ("random:depth", "'depth' is not key=value"),
    ],
)
def test_wrong_names_are_refused(spec, message):
    with pytest.raises(ValueError, match=message):
        make_agent(spec, GAME)


def test_random_agent_is_uniform_and_repeats_with_its_seed():
    batch = Batch(GAME, KalahOptions(), 6000, 3)
    agent = make_agent("random", GAME, seed=1)
    games = np.arange(6000)
    actions = ask(agent, batch, games, 0)
    assert ((np.bincount(actions, minlength=6) - 1000) ** 2 / 1000).sum() < 20.5  # chi-square, 0.001
    agent.reset(1)
    np.testing.assert_array_equal(actions, ask(agent, batch, games, 0))


def test_an_agent_that_answers_too_little_is_named():
    class Lazy(LastLegal):
        def act(self, view):
            return super().act(view)[:1]

    with pytest.raises(ValueError, match="last was asked for 2 actions and gave 1"):
        ask(Lazy(GAME), batch_in_play(), np.array([0, 1]), 0)
