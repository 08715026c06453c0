"""The search that a network helps: its policy as priors, its value where walks are cut off."""

from collections.abc import Callable

import numpy as np
import pytest
from kalah import GAME as KALAH
from kalah import KalahOptions
from playing import random_positions

from agents import tree
from agents.checkpoint import Checkpoint
from agents.ismcts import IsmctsAgent
from agents.network import NetworkAgent
from boardkit.agent import View, make_agent, view_states
from boardkit.batch import Batch
from boardkit.game import Game, Options, copy_states
from duel_env import GAME as CAESAR
from duel_env import CaesarOptions
from trajan_env import GAME as TRAJAN
from trajan_env import TrajanOptions

GAMES = {
    "kalah": (KALAH, KalahOptions()),
    "caesar": (CAESAR, CaesarOptions()),
    "trajan": (TRAJAN, TrajanOptions(players=3)),
}


def some_network(game: Game, options: Options, hidden: int = 8) -> Checkpoint:
    """A network of random weights, with a policy that is far from even and values that are small."""
    random = np.random.default_rng(5)
    sizes = [game.observation.size, hidden, game.num_actions + 1]
    layers = tuple(
        (random.normal(size=shape).astype(np.float32), random.normal(size=shape[1]).astype(np.float32))
        for shape in zip(sizes, sizes[1:], strict=False)
    )
    for array in layers[-1]:
        array[..., -1] /= 500  # values that stay between -1 and 1
    return Checkpoint(game, options, layers)


def advice_of(game: Game, options: Options, logits: dict[int, float], value: float = 0.0) -> Checkpoint:
    """A network that says the same of every position."""
    weight = np.zeros((game.observation.size, game.num_actions + 1), np.float32)
    bias = np.zeros(game.num_actions + 1, np.float32)
    for action, logit in logits.items():
        bias[action] = logit
    bias[-1] = value
    return Checkpoint(game, options, ((weight, bias),))


def one_position(game: Game, options: Options, late: int = 20) -> View:
    """A view of a position with a real choice."""
    for number, states in enumerate(random_positions(game, options, 1, seed=7)):
        view = view_states(game, states, key=2)
        if number >= late and view.masks[0].sum() > 2:
            return view
    raise AssertionError("no such position")


def children_of_root(agent: IsmctsAgent) -> dict[int, np.void]:
    """The nodes below the root by action, of a tree that was not kept."""
    nodes = agent._trees[0].nodes
    found, child = {}, int(nodes[0]["first_child"])
    while child != tree.NO_NODE:
        found[int(nodes[child]["action"])] = nodes[child]
        child = int(nodes[child]["sibling"])
    return found


@pytest.mark.parametrize("name", GAMES)
def test_priors_are_the_probabilities_of_the_network_and_no_illegal_action_has_any(name):
    game, options = GAMES[name]
    checkpoint = some_network(game, options)
    view = one_position(game, options)
    agent = IsmctsAgent(game, seed=1, sims=40, network=checkpoint)
    agent.act(view)
    outputs = NetworkAgent(game, checkpoint).evaluate(view.observations)[0].astype(float)
    legal = np.flatnonzero(view.masks[0])
    expected = np.exp(outputs[legal] - outputs[legal].max())
    expected /= expected.sum()
    children = children_of_root(agent)
    assert sorted(children) == legal.tolist()
    np.testing.assert_allclose([children[action]["weight"] for action in legal], expected, rtol=1e-5)
    for node in children.values():
        assert node["guess"] == pytest.approx(outputs[-1], abs=1e-5)


def test_a_small_search_finds_the_move_the_network_knows():
    view = one_position(CAESAR, CaesarOptions())
    legal = np.flatnonzero(view.masks[0]).tolist()
    for known in legal:
        network = advice_of(CAESAR, CaesarOptions(), {known: 8.0})
        assert IsmctsAgent(CAESAR, seed=1, sims=10, network=network).act(view)[0] == known


def greedy_value(game: Game, options: Options) -> Checkpoint:
    """A network for Kalah that expects much of a full store (the seventh pit, as the player to move sees it)."""
    network = advice_of(game, options, {})
    weight = network.layers[0][0]
    weight[6, -1], weight[13, -1] = 0.02, -0.02
    return network


def test_the_value_of_the_network_decides_where_walks_are_cut_off():
    network = greedy_value(KALAH, KalahOptions())
    seen = 0
    for states in list(random_positions(KALAH, KalahOptions(), 8, seed=3))[4:20]:
        for k in range(len(states)):
            view = view_states(KALAH, copy_states(states, np.array([k])), key=1)
            gains = {int(action): gain_of(view, int(action)) for action in np.flatnonzero(view.masks[0])}
            agent = IsmctsAgent(KALAH, seed=1, sims=len(gains), network=network, exploration=1000.0)
            agent.act(view)
            for thought in agent.report[0]:
                assert thought.value == pytest.approx(gains[thought.action], abs=1e-5)
            seen += len(set(gains.values())) > 1
    assert seen > 20


def gain_of(view: View, action: int) -> float:
    """What `greedy_value` says of the position after an action, from the side of who played it."""
    batch = Batch(view.game, view.options, 1, 0, auto_reset=False)
    batch.set_states(view.worlds)
    batch.step(np.array([action]))
    if batch.terminated[0]:
        return float(np.sign(batch.rows.totals[0, view.players[0]]))
    board = batch.observations[0]
    value = 0.02 * float(board[6] - board[13])
    return value if batch.to_move[0] == view.players[0] else -value


def test_values_of_more_than_two_seats_add_up_to_nothing():
    options = TrajanOptions(players=3)
    agent = IsmctsAgent(TRAJAN, seed=1, sims=30, network=some_network(TRAJAN, options))
    agent.act(one_position(TRAJAN, options))
    values = agent._trees[0].scratch.values
    assert values.sum() == pytest.approx(0, abs=1e-9)
    assert np.abs(values).max() > 0


@pytest.mark.parametrize("settings", [{}, {"turns": "end"}, {"turns": 1, "priors": "none"}], ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_hidden_changes_nothing(name, settings):
    game, options = GAMES[name]
    states = list(random_positions(game, options, 6, seed=4))[12]
    others = view_states(game, states, key=99).worlds
    assert others.tobytes() != states.tobytes()
    network = some_network(game, options)
    answers = []
    for worlds in (states, others):
        agent = IsmctsAgent(game, seed=3, sims=30, network=network, **settings)
        answers.append(agent.act(view_states(game, worlds, key=7)).tolist())
    assert answers[0] == answers[1]


@pytest.mark.parametrize("name", GAMES)
def test_a_network_is_named_by_its_file(name, tmp_path):
    game, options = GAMES[name]
    path = tmp_path / "some.network"
    checkpoint = some_network(game, options)
    checkpoint.save(path)
    view = one_position(game, options)
    read = make_agent(f"ismcts:sims=20,network={path}", game, seed=1)
    given = IsmctsAgent(game, sims=20, network=checkpoint, seed=1)
    assert read.act(view) == given.act(view)
    assert read.report == given.report


def of_points(tmp_path) -> str:
    path = tmp_path / "points.network"
    some_network(TRAJAN, TrajanOptions(reward="vp")).save(path)
    return f"ismcts:network={path}"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (lambda _: "ismcts:priors=network", "priors=network needs a network: give network=PATH"),
        (lambda _: "ismcts:turns=0,judge=network", "judge=network needs a network"),
        (lambda path: f"ismcts:network={path}/none", "none: cannot be read"),
        (of_points, "trained to expect points"),
        (lambda path: of_points(path) + ",judge=oracle", "judge is 'oracle'; allowed are 'legate', 'network'"),
    ],
)
def test_networks_that_are_missing_or_do_not_fit_are_refused(spec: Callable, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        make_agent(spec(tmp_path), TRAJAN)
