"""The agent that plays by a network, without torch."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from kalah import GAME, KalahOptions
from test_checkpoint import checkpoint

from agents.checkpoint import Checkpoint
from agents.network import NetworkAgent, draw_actions, evaluate_network, network_of, scratch_for
from boardkit.agent import ask, make_agent, register_agent, view_batch
from boardkit.batch import Batch
from boardkit.chance import new_generator
from boardkit.jit import kernel

SPEC = "agents.network:NetworkAgent"


def batch_in_play(games: int = 40) -> Batch:
    batch = Batch(GAME, KalahOptions(scatter=True), games, 3)
    for _ in range(9):
        batch.step(batch.random_actions())
    return batch


def test_the_compiled_network_equals_torch():
    torch = pytest.importorskip("torch")
    from training.ppo import PolicyValue

    for hidden in ((32,), (32, 16), (16, 24, 8)):
        model = PolicyValue(GAME.observation.size, hidden, GAME.num_actions)
        agent = NetworkAgent(GAME, Checkpoint(GAME, KalahOptions(), model.layers()))
        observations = np.random.default_rng(1).random((50, GAME.observation.size), np.float32)
        observations[observations < 0.5] = 0
        expected = model(torch.from_numpy(observations))[0].detach().numpy()
        np.testing.assert_allclose(agent.evaluate(observations), expected, atol=1e-5)


def test_a_network_without_hidden_layers_is_one_matrix():
    weight, bias = np.arange(6, dtype=np.float32).reshape(2, 3), np.array([1, 2, 3], np.float32)
    network = network_of(((weight, bias),))
    logits = np.zeros(3, np.float32)
    value = evaluate_network(network, np.array([1, 2], np.float32), scratch_for(network), logits)
    np.testing.assert_array_equal(logits, [7, 11, 15])
    assert value == 15


@kernel
def value_inside_a_kernel(network, observation, scratch, logits):
    return evaluate_network(network, observation, scratch, logits)


def test_a_search_can_ask_the_network_from_inside_a_kernel():
    agent = NetworkAgent(GAME, checkpoint())
    observation = batch_in_play().observations[0].copy()
    logits = np.zeros(GAME.num_actions + 1, np.float32)
    value = value_inside_a_kernel(agent.network, observation, scratch_for(agent.network), logits)
    np.testing.assert_array_equal(logits, agent.evaluate(observation[None])[0])
    assert value == logits[-1]


def test_the_agent_plays_the_best_legal_action():
    batch = batch_in_play()
    agent = NetworkAgent(GAME, checkpoint())
    actions = ask(agent, batch, np.arange(40), 1)
    logits = agent.evaluate(batch.observations)[:, :-1]
    np.testing.assert_array_equal(actions, np.where(batch.masks == 1, logits, -np.inf).argmax(1))
    assert (logits.argmax(1) != actions).any()  # the mask mattered


def test_a_sampling_agent_draws_legal_actions_and_repeats_with_its_seed():
    batch = batch_in_play()
    view = view_batch(batch, np.arange(40), 1, samples=False)
    agent = NetworkAgent(GAME, checkpoint(), seed=4, sample=True)
    first, second = agent.act(view), agent.act(view)
    assert (batch.masks[np.arange(40), first] == 1).all()
    assert (first != second).any()
    agent.reset(4)
    np.testing.assert_array_equal(agent.act(view), first)


def test_actions_are_drawn_with_the_probabilities_of_the_masked_policy():
    logits = np.tile(np.array([0.5, 9.0, -1.0, 1.5], np.float32), (20_000, 1))
    masks = np.tile(np.array([1, 0, 1, 1], np.int8), (20_000, 1))
    actions, logs = np.zeros(20_000, np.int64), np.zeros(20_000, np.float32)
    draw_actions(logits, masks, new_generator(5), actions, logs)
    policy = np.exp([0.5, -np.inf, -1.0, 1.5])
    policy /= policy.sum()
    found = np.bincount(actions, minlength=4)
    assert found[1] == 0
    legal = policy > 0
    assert ((found - 20_000 * policy)[legal] ** 2 / (20_000 * policy[legal])).sum() < 13.8  # chi-square, 0.001
    np.testing.assert_allclose(np.exp(logs), policy[actions], rtol=1e-5)


def test_an_agent_is_made_of_the_path_of_its_file(tmp_path):
    checkpoint().save(tmp_path / "net.ckpt")
    register_agent("network", NetworkAgent)
    agent = make_agent(f"network:{tmp_path / 'net.ckpt'}", GAME)
    assert agent.name == f"ppo:{tmp_path / 'net.ckpt'}"
    assert not agent.sample
    assert make_agent(f"{SPEC}:{tmp_path / 'net.ckpt'},sample=True", GAME).sample
    assert make_agent(f"{SPEC}:sample=True,path={tmp_path / 'net.ckpt'}", GAME).sample
    with pytest.raises(ValueError, match=r"'net\.ckpt' is not key=value"):
        make_agent(f"{SPEC}:sample=True,net.ckpt", GAME)
    with pytest.raises(ValueError, match="missing a required argument: 'path'"):
        make_agent(SPEC, GAME)


def test_playing_needs_no_torch():
    script = "import sys; sys.modules['torch'] = None; import agents.network, agents.checkpoint"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(__file__).parents[2])
