"""Everything also runs as plain Python, under NUMBA_DISABLE_JIT=1, and plays the same games."""

import json
import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]


def play_everything() -> list:
    """A little of each adapter; what comes out is the same with and without the compiler."""
    from kalah import GAME, KalahOptions

    from boardkit.aec import BoardAEC
    from boardkit.batch import Batch
    from boardkit.gym import BoardEnv, BoardVectorEnv
    from boardkit.records import state_digest

    options = KalahOptions(scatter=True)
    batch = Batch(GAME, options, 3, 5)
    for _ in range(45):
        batch.step(batch.random_actions())
    outcomes = [state_digest(batch.states), batch.observations.tolist(), batch.masks.tolist()]
    env = BoardAEC(GAME, options)
    env.reset(seed=5)
    while env.agents:
        env.step(env.sample_action())
    env.reset()
    outcomes += [env.to_json(), env.view(3).sample(0, 4)["rng"].tolist()]
    vector = BoardVectorEnv(GAME, options, 3, illegal="replace")
    vector.reset(seed=5)
    for _ in range(25):
        _, rewards, *_ = vector.step([0, 1, 2])
        outcomes.append(rewards.tolist())
    solo = BoardEnv(GAME, KalahOptions(scatter=True, solo=True), illegal="replace")
    solo.reset(seed=5)
    outcomes.append(solo.step(2)[0]["observation"].tolist())
    return outcomes


def test_plain_python_plays_the_same_games():
    paths = os.pathsep.join(map(str, (TESTS.parent, TESTS, Path(__file__).parent)))
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths, "PYTHONWARNINGS": "error"}
    code = "import json, test_without_jit; print(json.dumps(test_without_jit.play_everything()))"
    output = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True).stdout
    assert json.loads(output) == json.loads(json.dumps(play_everything()))
