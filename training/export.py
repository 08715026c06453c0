"""Checkpoints as ONNX, for runtimes in other languages.

    python -m training.export runs/duel/latest.ckpt duel.onnx --game caesar

Input `observations`, float32 [positions, size]; outputs `logits` [positions, actions], of which illegal ones are to be
ignored, and `values` [positions], what the player to move may expect.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import duel_env  # noqa: F401 - makes the game known by name
import trajan_env  # noqa: F401
from agents.checkpoint import Checkpoint
from boardkit.game import find_game

OPSET = 13


def to_onnx(checkpoint: Checkpoint) -> onnx.ModelProto:
    """The network as an ONNX model: the last layer is cut into logits and value."""
    nodes, constants, source = [], [], "observations"
    for number, (weight, bias) in enumerate(checkpoint.layers):
        constants += [
            numpy_helper.from_array(weight, f"weight{number}"),
            numpy_helper.from_array(bias, f"bias{number}"),
        ]
        nodes.append(helper.make_node("Gemm", [source, f"weight{number}", f"bias{number}"], [f"layer{number}"]))
        source = f"layer{number}"
        if number < len(checkpoint.layers) - 1:
            nodes.append(helper.make_node("Relu", [source], [f"relu{number}"]))
            source = f"relu{number}"
    actions = checkpoint.game.num_actions
    constants += [
        numpy_helper.from_array(np.array([actions, 1], np.int64), "parts"),
        numpy_helper.from_array(np.array([1], np.int64), "columns"),
    ]
    nodes.append(helper.make_node("Split", [source, "parts"], ["logits", "value"], axis=1))
    nodes.append(helper.make_node("Squeeze", ["value", "columns"], ["values"]))
    graph = helper.make_graph(
        nodes,
        checkpoint.game.name,
        [helper.make_tensor_value_info("observations", TensorProto.FLOAT, ["positions", checkpoint.sizes[0]])],
        [
            helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["positions", actions]),
            helper.make_tensor_value_info("values", TensorProto.FLOAT, ["positions"]),
        ],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="rome")
    model.ir_version = 8  # what runtimes of the last years read
    onnx.checker.check_model(model)
    return model


def main() -> None:
    """Export as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m training.export", description="Write a checkpoint as ONNX.")
    parser.add_argument("checkpoint", type=Path, help="the file to read")
    parser.add_argument("target", type=Path, help="the file to write")
    parser.add_argument("--game", default="caesar", help="what the checkpoint plays (default: caesar)")
    arguments = parser.parse_args()
    onnx.save(to_onnx(Checkpoint.load(arguments.checkpoint, find_game(arguments.game))), arguments.target)


if __name__ == "__main__":
    main()
