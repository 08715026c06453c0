"""The agent that plays by a trained network: `ppo:PATH`. The forward pass is compiled; nothing here needs torch.

A network inside compiled code is a `Network`, two flat arrays, so a kernel compiles once for networks of every size.
Weights lie [inputs, outputs] and inputs that are zero are passed over: observations and hidden layers are mostly zero,
and the inner loop runs over neighbouring numbers.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from agents.checkpoint import Checkpoint
from boardkit.agent import Agent, View
from boardkit.chance import new_generator, next_bits
from boardkit.game import Game
from boardkit.jit import kernel, rule

TO_UNIT = 2.0**-53  # makes of 53 random bits a number from 0 up to 1


class Network(NamedTuple):
    """A network as kernels take it."""

    sizes: np.ndarray  # int64 [layers + 1], from the inputs to the outputs; the last output is the value
    values: np.ndarray  # float32, layer after layer: weights [inputs, outputs], then the bias


def network_of(layers: tuple[tuple[np.ndarray, np.ndarray], ...]) -> Network:
    """The layers of a checkpoint as kernels take them."""
    sizes = [layers[0][0].shape[0], *(weight.shape[1] for weight, _ in layers)]
    flat = [np.ravel(array) for layer in layers for array in layer]
    return Network(np.array(sizes, np.int64), np.concatenate(flat).astype(np.float32))


def scratch_for(network: Network) -> np.ndarray:
    """Room for the hidden layers, float32 [2, widest], which `evaluate_network` overwrites."""
    return np.zeros((2, int(network.sizes.max())), np.float32)


@rule
def apply_layer(values, first, inputs, outputs, source, target, last):
    """One layer from `source` to `target`, with a ReLU unless it is the last; returns where the next layer begins."""
    bias = first + inputs * outputs
    for j in range(outputs):
        target[j] = values[bias + j]
    for i in range(inputs):
        x = source[i]
        if x != 0:
            row = values[first + i * outputs : first + (i + 1) * outputs]
            for j in range(outputs):
                target[j] += x * row[j]
    if not last:
        for j in range(outputs):
            target[j] = max(target[j], np.float32(0))
    return bias + outputs


@rule
def evaluate_network(network, observation, scratch, logits):
    """Write the logits of all actions and return the value that the player to move may expect.

    `logits` has one place more than there are actions; `scratch` is what `scratch_for` gives.
    """
    sizes = network.sizes
    layers = len(sizes) - 1
    first = apply_layer(network.values, 0, sizes[0], sizes[1], observation, scratch[0], layers == 1)
    for layer in range(1, layers - 1):
        source, target = scratch[(layer - 1) % 2], scratch[layer % 2]
        first = apply_layer(network.values, first, sizes[layer], sizes[layer + 1], source, target, False)
    if layers == 1:
        for j in range(sizes[1]):
            logits[j] = scratch[0, j]
    else:
        source = scratch[layers % 2]
        apply_layer(network.values, first, sizes[layers - 1], sizes[layers], source, logits, True)
    return logits[sizes[layers] - 1]


@rule
def best_legal(logits, mask):
    """The legal action with the highest logit; -1 when none is legal."""
    best = -1
    for action in range(len(mask)):
        if mask[action] and (best < 0 or logits[action] > logits[best]):
            best = action
    return best


@rule
def draw_legal(logits, mask, generator):
    """A legal action drawn from the masked policy, and the logarithm of its probability."""
    best = best_legal(logits, mask)
    total = 0.0
    for action in range(len(mask)):
        if mask[action]:
            total += np.exp(np.float64(logits[action] - logits[best]))
    left = (next_bits(generator) >> np.uint64(11)) * TO_UNIT * total
    chosen = best
    for action in range(len(mask)):
        if mask[action]:
            chosen = action
            left -= np.exp(np.float64(logits[action] - logits[best]))
            if left < 0:
                break
    return chosen, np.float64(logits[chosen] - logits[best]) - np.log(total)


@kernel
def evaluate_positions(network, observations, scratch, outputs):
    """Write the logits of all actions, and behind them the value, for each observation."""
    for k in range(len(observations)):
        evaluate_network(network, observations[k], scratch, outputs[k])


@kernel
def draw_actions(outputs, masks, generator, actions, log_probabilities):
    """Draw an action for each row of logits, with the logarithm of its probability."""
    for k in range(len(masks)):
        actions[k], log_probabilities[k] = draw_legal(outputs[k], masks[k], generator)


@kernel
def best_actions(outputs, masks, actions):
    """The most probable action for each row of logits."""
    for k in range(len(masks)):
        actions[k] = best_legal(outputs[k], masks[k])


class NetworkAgent(Agent):
    """Plays what a trained network thinks best, or with `sample` draws from its policy."""

    bare = "path"

    def __init__(self, game: Game, path: str | Path | Checkpoint, *, seed: int = 0, sample: bool = False) -> None:
        super().__init__(game, seed=seed)
        self.checkpoint = path if isinstance(path, Checkpoint) else Checkpoint.load(path, game)
        self.name = "ppo" if isinstance(path, Checkpoint) else f"ppo:{path}"
        self.network = network_of(self.checkpoint.layers)
        self.sample = sample

    def reset(self, seed: int) -> None:
        self._generator = new_generator(seed)

    def act(self, view: View) -> np.ndarray:
        outputs = self.evaluate(view.observations)
        actions = np.empty(len(view), np.int64)
        if self.sample:
            draw_actions(outputs, view.masks, self._generator, actions, np.empty(len(view), np.float32))
        else:
            best_actions(outputs, view.masks, actions)
        return actions

    def evaluate(self, observations: np.ndarray) -> np.ndarray:
        """The logits of all actions and, in the last column, the value, for each observation."""
        outputs = np.empty((len(observations), int(self.network.sizes[-1])), np.float32)
        evaluate_positions(self.network, np.ascontiguousarray(observations), scratch_for(self.network), outputs)
        return outputs
