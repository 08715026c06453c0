"""The cache of compiled kernels: quick when it can be, never wrong. Every test runs processes of its own."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

PLAY = """
import json, sys
import numpy as np
from kalah import GAME, KalahOptions
from boardkit import jit, play
from boardkit.chance import new_generator

directory = jit.cache_directory()
if "lose" in sys.argv:
    directory.rmdir()
wins = np.zeros(2)
legal = np.zeros(GAME.num_actions, np.int16)
games, decisions = play.rollout(GAME.blank(KalahOptions()), 50, 10**9, new_generator(1), legal, wins)
hits, misses = (sum(counts.values()) for counts in play.rollout.stats[1:])
print(json.dumps([decisions, wins.tolist(), hits, misses, str(directory)]))
"""


def start(cache: Path, *arguments: str, paths: tuple[Path, ...] = (TESTS.parent, TESTS), **environment: str):
    variables = {**os.environ, "ROME_CACHE_DIR": str(cache), "PYTHONPATH": os.pathsep.join(map(str, paths))}
    return subprocess.Popen(
        [sys.executable, "-c", PLAY, *arguments], env={**variables, **environment}, stdout=subprocess.PIPE, cwd="/"
    )


def finish(process) -> list:
    output, _ = process.communicate()
    assert process.returncode == 0
    return json.loads(output)


def run(*arguments, **settings) -> list:
    return finish(start(*arguments, **settings))


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """A cache that two processes filled at the same time, and what they played."""
    cache = tmp_path_factory.mktemp("cache")
    return cache, [finish(process) for process in [start(cache), start(cache)]]


def test_two_processes_on_a_cold_cache_both_play(warm):
    cache, (one, other) = warm
    assert one[:2] == other[:2]
    assert one[2] + one[3] == 1
    assert [path.suffix for path in cache.iterdir()] == [".nbc"]


def test_the_next_process_compiles_nothing(warm):
    cache, (before, _) = warm
    assert run(cache) == [*before[:2], 1, 0, str(cache)]


def test_an_edited_rule_is_never_answered_with_old_code(warm, tmp_path):
    cache, (before, _) = warm
    shutil.copytree(TESTS / "kalah", tmp_path / "kalah")
    paths = (tmp_path, TESTS.parent)
    assert run(cache, paths=paths)[2] == 1, "the same sources elsewhere are the same game"
    rules = tmp_path / "kalah" / "rules.py"
    source = rules.read_text()
    assert source.count("if last != STORES[s.player]:") == 1
    rules.write_text(source.replace("if last != STORES[s.player]:", "if True:"))
    after = run(cache, paths=paths)
    assert after[:2] != before[:2]
    assert after[3] == 1


def test_a_damaged_file_is_compiled_anew(warm, tmp_path):
    cache, (before, _) = warm
    damaged = tmp_path / "cache"
    shutil.copytree(cache, damaged)
    for path in damaged.iterdir():
        path.write_bytes(path.read_bytes()[:1000])
    assert run(damaged)[:4] == [*before[:2], 0, 1]


def test_a_cache_that_cannot_be_made_is_made_elsewhere(warm, tmp_path):
    _, (before, _) = warm
    occupied = tmp_path / "file"
    occupied.write_text("no directory")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    played = run(occupied, TMPDIR=str(elsewhere))
    assert played[:2] == before[:2]
    assert Path(played[4]).parent == elsewhere


def test_a_disk_that_refuses_to_write_costs_only_time(warm, tmp_path):
    _, (before, _) = warm
    assert run(tmp_path / "lost", "lose")[:4] == [*before[:2], 0, 1]


def test_a_read_only_install_plays_and_stays_as_it_is(warm, tmp_path):
    cache, (before, _) = warm
    install = tmp_path / "install"
    skip = shutil.ignore_patterns("__pycache__")
    shutil.copytree(TESTS.parent / "boardkit", install / "boardkit", ignore=skip)
    shutil.copytree(TESTS / "kalah", install / "kalah", ignore=skip)
    files = sorted(install.rglob("*"))
    for path in [install, *files]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        assert run(cache, paths=(install,), PYTHONDONTWRITEBYTECODE="1")[:3] == [*before[:2], 1]
        assert sorted(install.rglob("*")) == files
    finally:
        for path in [install, *files]:
            path.chmod(0o755)
