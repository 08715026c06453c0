"""Every variant of our games through every interface: conformance, copies, records, seeds, bad input."""

import copy
import importlib
import json
import pickle
import subprocess
import sys

import gymnasium
import jsonschema
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check_env
from pettingzoo.test import api_test, render_test, seed_test
from playing import MASKED, check_max_cycles, check_performance_benchmark, play_on
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env as sb3_check_env

import duel_env
from boardkit import records
from boardkit.agent import make_agent

MODULES = ("poison", "centurions", "border_control")
VARIANTS = {
    "duel": ("duel_env", {}),
    "duel-modules": ("duel_env", {"modules": MODULES, "skip_forced": False}),
    "duel-solo": ("duel_env", {"solo": "low", "human": "pompey", "modules": MODULES, "harder": True}),
    "trajan-2": ("trajan_env", {"players": 2}),
    "trajan-3": ("trajan_env", {"players": 3, "setup": "random", "skip_forced": False}),
    "trajan-4": ("trajan_env", {"players": 4, "time_track": 22, "reward": "rank"}),
}
IDENTITIES = [
    *("rome/Caesar-v1", "rome/CaesarPoison-v1", "rome/CaesarAllModules-v1"),
    *("rome/CaesarSoloLow-v1", "rome/CaesarSoloMiddle-v1", "rome/CaesarSoloHigh-v1"),
    *("rome/Trajan2-v1", "rome/Trajan3-v1", "rome/Trajan4-v1"),
]


@pytest.fixture(params=VARIANTS.values(), ids=VARIANTS.keys())
def variant(request):
    package, settings = request.param
    return importlib.import_module(package), settings


@pytest.mark.filterwarnings("error", *MASKED)
class TestConformance:
    def test_pettingzoo_api(self, variant):
        package, settings = variant
        api_test(package.env(**settings), num_cycles=200)
        api_test(package.raw_env(**settings), num_cycles=50)

    def test_pettingzoo_seed(self, variant):
        package, settings = variant
        seed_test(lambda: package.env(**settings))

    def test_pettingzoo_render(self, variant):
        package, settings = variant
        svg = {"svg": lambda drawing: drawing.startswith("<svg")}
        render_test(lambda render_mode: package.env(render_mode=render_mode, **settings), svg)

    def test_pettingzoo_performance_benchmark(self, variant, monkeypatch):
        package, settings = variant
        check_performance_benchmark(package.env(**settings), monkeypatch)

    def test_pettingzoo_max_cycles(self):
        check_max_cycles(duel_env.GAME, duel_env.CaesarOptions(solo="low"))

    def test_gymnasium_check_env(self, variant):
        package, settings = variant
        gymnasium_check_env(package.gym_env(illegal="replace", **settings), skip_render_check=True)

    def test_sb3_check_env(self, variant):
        package, settings = variant
        sb3_check_env(package.gym_env(illegal="replace", **settings))

    def test_maskable_ppo(self, variant):
        package, settings = variant
        environment = package.sb3_env(8, seed=1, **settings)
        tiny = {"n_steps": 16, "batch_size": 64, "n_epochs": 1, "seed": 1, "device": "cpu"}
        model = MaskablePPO("MlpPolicy", environment, policy_kwargs={"net_arch": [16]}, **tiny)
        model.learn(256)
        masks = environment.action_masks()
        actions, _ = model.predict(environment.reset(), action_masks=environment.action_masks())
        assert masks.shape == (8, package.GAME.num_actions)
        assert environment.action_masks()[np.arange(8), actions].all()


@pytest.mark.parametrize("identity", IDENTITIES)
def test_registries(identity):
    environment = pettingzoo.make("aec", identity)
    environment.reset(seed=1)
    environment.step(environment.sample_action())
    single = gymnasium.make(identity)
    single.reset(seed=1)
    many = gymnasium.make_vec(identity, num_envs=3)
    observations, _ = many.reset(seed=1)
    assert observations["action_mask"].shape[0] == 3
    assert observations["action_mask"].any(axis=1).all()


def test_vector_env_keeps_its_spaces_and_ends_games(variant):
    package, settings = variant
    environment = package.gym_vector_env(16, **settings)
    agent = make_agent("random", package.GAME, 3)
    observations, infos = environment.reset(seed=2)
    ended = 0
    for _ in range(200):
        assert observations in environment.observation_space
        view = type("Masks", (), {"masks": infos["action_mask"], "__len__": lambda self: len(self.masks)})()
        observations, rewards, terminated, truncated, infos = environment.step(agent.act(view))
        ended += int(terminated.sum())
        assert not truncated.any()
        assert (rewards[~terminated] == 0).all()
        assert (np.abs(rewards[terminated]) == 1).all() or len(environment.versus.batch.options.seats) > 2
    assert ended > 0


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_in_mid_game_play_on_identically(variant, duplicate):
    package, settings = variant
    environment = package.env(**settings)
    environment.reset(seed=11)
    play_on(environment, 9)
    twin = duplicate(environment)
    assert play_on(twin) == play_on(environment)
    assert twin.to_json() == environment.to_json()


def test_json_and_bytes_in_mid_game_play_on_identically(variant):
    package, settings = variant
    environment = package.env(**settings)
    environment.reset(seed=12)
    play_on(environment, 7)
    by_json, by_bytes = package.env(**settings), package.env(**settings)
    by_json.from_json(json.loads(json.dumps(environment.to_json())))
    by_bytes.load(environment.save())
    story = [step[1:] for step in play_on(environment)]
    assert [step[1:] for step in play_on(by_json)] == story
    assert [step[1:] for step in play_on(by_bytes)] == story


GAME_OF_A_SEED = """
import importlib, json, sys
package = importlib.import_module(sys.argv[1])
batch = package.batch(3, seed=5, **json.loads(sys.argv[2]))
for _ in range(60):
    batch.step(batch.random_actions())
print(json.dumps([package.GAME.to_json(s) for s in batch.states], sort_keys=True))
"""


def test_a_seed_gives_the_same_games_in_two_processes(variant):
    package, settings = variant
    command = [sys.executable, "-c", GAME_OF_A_SEED, package.__name__, json.dumps(settings)]
    stories = {subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)}
    assert len(stories) == 1


def test_a_record_replays_every_state_and_refuses_changes(variant, tmp_path):
    package, settings = variant
    path = tmp_path / "game.jsonl"
    options = package.GAME.options.of(**settings)
    environment = package.env(**settings)
    environment.reset(seed=21)
    states = [environment.game_state.tobytes()]
    names = ["random"] * len(options.seats)
    with records.Recorder(path, package.GAME, options, 21, names) as recorder:
        while not environment.terminations[environment.agent_selection]:
            action = environment.sample_action()
            recorder.add(action)
            environment.step(action)
            states.append(environment.game_state.tobytes())
    record = records.read(path)
    assert [state.tobytes() for state in records.replay(record)] == states
    assert record.result == package.GAME.result(environment.game_state[0])
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:-3]) + "\n")
    with pytest.raises(records.RecordError, match=f"line {len(lines) - 2}"):
        records.read(path)
    changed = lines.copy()
    changed[4] = changed[4].replace('"seat": 0', '"seat": 1') if '"seat": 0' in changed[4] else changed[4][:-9] + "0}"
    path.write_text("\n".join(changed) + "\n")
    with pytest.raises(records.RecordError, match="line 5"):
        records.read(path)


def test_illegal_actions_name_what_was_allowed_and_harm_nothing(variant):
    package, settings = variant
    environment = package.env(**settings)
    environment.reset(seed=2)
    before = environment.to_json()
    mask = environment.last()[0]["action_mask"]
    illegal = int(np.flatnonzero(mask == 0)[0])
    allowed = int(np.flatnonzero(mask)[0])
    with pytest.raises(ValueError, match="is illegal; allowed: ") as refusal:
        environment.step(illegal)
    assert f"{allowed} (" in str(refusal.value)
    with pytest.raises(TypeError, match="must give the number of an action"):
        environment.step(1.5)
    assert environment.to_json() == before
    batch = package.batch(2, seed=1, **settings)
    kept = batch.states.tobytes()
    with pytest.raises(ValueError, match=r"game 1: action .* is illegal"):
        batch.step(np.array([batch.legal_actions(0)[0], int(np.flatnonzero(batch.masks[1] == 0)[0])]))
    assert batch.states.tobytes() == kept


def test_unknown_settings_name_the_known_ones(variant):
    package, _ = variant
    with pytest.raises(TypeError, match=r"unknown setting 'colour'; options of .*: .*skip_forced"):
        package.env(colour="red")
    with pytest.raises(TypeError, match="give either options or skip_forced, not both"):
        package.env(options=package.GAME.options(), skip_forced=False)


WITHOUT_JIT = """
import importlib, json, sys
package = importlib.import_module(sys.argv[1])
batch = package.batch(1, seed=8, **json.loads(sys.argv[2]))
for _ in range(25):
    batch.step(batch.random_actions())
print(json.dumps(package.GAME.to_json(batch.states[0]), sort_keys=True), batch.observations.sum())
"""


def test_without_the_compiler_the_games_are_the_same(variant, monkeypatch):
    package, settings = variant
    command = [sys.executable, "-W", "error", "-c", WITHOUT_JIT, package.__name__, json.dumps(settings)]
    compiled = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == compiled


def test_json_gives_back_every_byte_of_a_state_whatever_game_was_played_in_it_before(variant):
    package, settings = variant
    batch = package.batch(16, seed=4, **settings)
    for _ in range(80):
        batch.step(batch.random_actions())
        for s, state in zip(batch.records, batch.states.reshape(-1, 1), strict=True):
            assert package.GAME.from_json(package.GAME.to_json(s)).tobytes() == state.tobytes()


def test_states_keep_to_their_schema(variant):
    package, settings = variant
    schema = importlib.import_module(f"{package.__name__}.schema").state_schema()
    checker = jsonschema.Draft202012Validator(schema)
    checker.check_schema(schema)
    batch = package.batch(2, seed=6, **settings)
    for step in range(300):
        batch.step(batch.random_actions())
        if step % 10 == 0:
            for s in batch.records:
                checker.validate(json.loads(json.dumps(package.GAME.to_json(s))))
    state = package.GAME.to_json(batch.records[0])
    del state["decision"]
    assert not checker.is_valid(state)
