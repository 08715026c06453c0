"""A checkpoint as ONNX gives what the network gives."""

import numpy as np
import pytest
from kalah import GAME, KalahOptions

from agents.checkpoint import Checkpoint


@pytest.mark.parametrize("hidden", [(32,), (32, 16)])
def test_onnx_equals_torch(hidden):
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    onnxruntime = pytest.importorskip("onnxruntime")
    from training.export import to_onnx
    from training.ppo import PolicyValue

    model = PolicyValue(GAME.observation.size, hidden, GAME.num_actions)
    exported = to_onnx(Checkpoint(GAME, KalahOptions(), model.layers()))
    session = onnxruntime.InferenceSession(exported.SerializeToString(), providers=["CPUExecutionProvider"])
    observations = np.random.default_rng(1).random((20, GAME.observation.size), np.float32)
    logits, values = session.run(["logits", "values"], {"observations": observations})
    expected = model(torch.from_numpy(observations))[0].detach().numpy()
    np.testing.assert_allclose(logits, expected[:, :-1], atol=1e-5)
    np.testing.assert_allclose(values, expected[:, -1], atol=1e-5)
