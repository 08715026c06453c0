"""The command line: what it prints, how it ends, and that it starts without the heavy packages."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from boardkit.records import read
from rome.cli import FORWARDED, MISTAKE, app

ROOT = Path(__file__).parents[2]


@pytest.fixture
def rome(tmp_path, monkeypatch):
    """Runs `rome` with games in a folder of the test."""
    monkeypatch.setenv("ROME_GAMES", str(tmp_path / "games"))
    runner = CliRunner()
    return lambda *words, typed="": runner.invoke(app, [str(word) for word in words], input=typed)


def test_help_imports_nothing_heavy():
    program = (
        "import sys; sys.argv = ['rome', '--help']\n"
        "from rome.cli import main\n"
        "try: main()\n"
        "except SystemExit: print([name for name in ('numba', 'numpy', 'torch', 'fastapi') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert all(command in done.stdout for command in ("play", "serve", "watch", "replay", "agents", "info", "bench"))


def test_watch_keeps_a_record_that_replay_shows(rome, tmp_path):
    path = tmp_path / "game.jsonl"
    watched = rome("watch", "caesar", "random", "random", "--quiet", "--seed", 3, "--record", path)
    assert watched.exit_code == 0 and str(path) in watched.output.replace("\n", "")
    record = read(path)
    replayed = rome("replay", path)
    assert replayed.exit_code == 0
    assert record.moves[0].words in replayed.output and f'"winner": "{record.result["winner"]}"' in replayed.output
    assert "Caesar!  turn" in rome("replay", path, "--at", 4).output


def test_a_solo_duel_is_played_by_typing_numbers(rome, tmp_path):
    path = tmp_path / "game.jsonl"
    done = rome(
        "play",
        "caesar",
        "--solo",
        "low",
        "--seed",
        1,
        "--record",
        path,
        typed="h random\nh\nnonsense\nu\n" + "1\n" * 60,
    )
    assert done.exit_code == 0, done.output
    assert "random would" in done.output and "ismcts would" in done.output and "visits, value" in done.output
    assert "is none of 1 to" in done.output and "Crassus places" in done.output
    assert read(path).players == ("human",)


def test_a_game_that_was_left_goes_on(rome, tmp_path):
    path = tmp_path / "game.jsonl"
    left = rome("play", "trajan", "--seed", 1, "--record", path, typed="1\nq\n")
    assert left.exit_code == 0 and len(path.read_text().splitlines()) == 2
    assert rome("play", "--resume", path, typed="1\nq\n").exit_code == 0
    assert len(path.read_text().splitlines()) == 3


def test_the_end_of_input_ends_a_game_without_a_traceback(rome):
    done = rome("play", "caesar", typed="")
    assert done.exit_code == 130 and "Traceback" not in done.output


@pytest.mark.parametrize(
    "words",
    [
        ("play", "chess"),
        ("play", "caesar", "nobody"),
        ("play", "caesar", "--modules", "horses"),
        ("play", "caesar", "--solo", "easy"),
        ("play", "caesar", "--seat", 5),
        ("play", "trajan", "--players", 7),
        ("play", "trajan", "random", "random", "random"),
        ("play", "--resume", "missing.jsonl"),
        ("watch", "caesar", "human", "random"),
        ("replay", "missing.jsonl"),
        ("replay", ROOT / "README.md"),
        ("serve", "--port", 99_999),
        ("nonsense",),
    ],
    ids=lambda words: " ".join(str(word) for word in words[:4]),
)
def test_a_mistake_is_told_in_a_line_without_a_traceback(rome, words):
    done = rome(*words)
    assert done.exit_code == MISTAKE
    assert done.output.strip() and "Traceback" not in done.output


def test_an_existing_record_is_not_written_over(rome, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text("dear")
    assert rome("watch", "--record", path).exit_code == MISTAKE
    assert path.read_text() == "dear"


def test_agents_and_info_speak_json(rome):
    assert "random" in json.loads(rome("agents", "--json").output)
    assert {"python", "cores", "cache", "games", "packages"} <= set(json.loads(rome("info", "--json").output))
    assert "numba" in rome("info").output


def test_a_forwarded_command_shows_the_help_of_its_module(rome):
    done = rome("bench", "--help")
    assert done.exit_code == 0 and "rome bench" in done.output and "--seconds" in done.output


def test_commands_are_there_exactly_when_their_module_is():
    names = {command.name for command in app.registered_commands}
    for name, module, _ in FORWARDED:
        assert (name in names) == (ROOT / f"{module.replace('.', '/')}.py").is_file()
