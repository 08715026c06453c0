"""Every code block and every command of the README and the documentation runs, and every link leads somewhere.

A page is followed from top to bottom in an empty folder, as a reader would: what one command writes, the next reads.
Commands that train or measure get small sizes; those that would wait for a visitor or take minutes are parsed only.
"""

import argparse
import importlib
import importlib.util
import re
import runpy
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from typer.testing import CliRunner

from rome.cli import app

ROOT = Path(__file__).parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^ *```(\w*)[^\n]*\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`((?:python -m|rome|make) [^`]+)`")
PROGRAM = re.compile(r"^(python -m|rome|make) ")

SMALL_TRAINING = "--games 8 --steps 8 --decisions 128 --hidden 8 --evaluate-games 4 --threads 1"
SMALL_RUN = "--games 4 --jobs 1"
SMALL = {  # what makes a command short enough for a test
    "training.ppo": SMALL_TRAINING,
    "training.sb3": SMALL_TRAINING,
    "benchmarks.matches": SMALL_RUN,
    "benchmarks.ladder": SMALL_RUN,
}
PARSED_ONLY = {  # these take long, need what a test has not, or are what a test is run by
    "benchmarks.crassus",
    "benchmarks.studies",
    "benchmarks.throughput",
    "benchmarks.tune",
    "docs.screenshots",
    "docs.pictures",
    "pytest",
    "ruff",
    "mypy",
    "pip",
    "venv",
    "build",
    "mkdocs",
    "ray",
}
TYPED = "q\n"  # who is asked in the terminal leaves the table


class Parsed(Exception):
    """The arguments of a command were understood."""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def followed(page: Path) -> Iterator[tuple[str, str]]:
    """The code of a page in its order: ("python", block) and ("command", line)."""
    text = page.read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(text))
    inline = INLINE.finditer(BLOCK.sub(lambda block: " " * len(block[0]), text))
    for found in sorted([*blocks, *inline], key=lambda found: found.start()):
        if found.re is INLINE:
            yield "command", found[1]
        elif found[1] == "python":
            yield "python", re.sub(r"^ {4}", "", found[2], flags=re.MULTILINE) if found[0][0] == " " else found[2]
        else:
            for line in found[2].replace("\\\n", " ").splitlines():
                if PROGRAM.match(line.strip()):
                    yield "command", line.strip()


def run_command(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a command of the documentation, shortened where it would take long."""
    words = shlex.split(line, comments=True)
    if any(re.fullmatch(r"[A-Z]+|\.\.\.|…", word) for word in words):
        words = [*words[: 3 if words[0] == "python" else 2], "--help"]  # FILE and the like stand for something
    if words[0] == "make":
        assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text(), re.MULTILINE), line
    elif words[0] == "rome":
        run_rome(words[1:])
    else:
        run_module(words[2], words[3:], monkeypatch)


def run_rome(words: list[str]) -> None:
    if words[0] in {"serve", "bench", "crassus"}:
        words = [words[0], "--help"]
    elif words[0] == "watch":
        words = [*words, "--quiet", "--pace", "0"]
    elif words[0] == "train":
        words = [*words, *SMALL_TRAINING.split()]
    done = CliRunner().invoke(app, words, input=TYPED)
    assert done.exit_code == 0, f"rome {' '.join(words)}: {done.output}"


def run_module(name: str, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", [name, *words, *SMALL.get(name, "").split()])
    if "--help" in words or name in PARSED_ONLY:
        parse_only(name, monkeypatch)
        return
    module = importlib.import_module(name)
    if hasattr(module, "main"):
        module.main()
    else:
        runpy.run_module(name, run_name="__main__")


def parse_only(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only see that the program exists and takes these flags."""
    spec = importlib.util.find_spec(name)
    assert spec is not None, f"there is no module {name}"
    module = importlib.import_module(name) if name.startswith(("benchmarks.", "training.")) else None
    if module is None:
        return
    parse_args = argparse.ArgumentParser.parse_args

    def stop(parser, *arguments, **options):
        parse_args(parser, *arguments, **options)
        raise Parsed

    with monkeypatch.context() as patched:
        patched.setattr(argparse.ArgumentParser, "parse_args", stop)
        if "--help" in sys.argv:
            with pytest.raises(SystemExit) as ended:
                module.main()
            assert ended.value.code == 0
        else:
            with pytest.raises(Parsed):
                getattr(module, "main", getattr(module, "read_arguments", None))()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_a_page_says_can_be_done(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROME_GAMES", str(tmp_path / "games"))
    torch.set_num_threads(1)  # two are many times slower while other tests run
    for kind, code in followed(page):
        if kind == "python":
            exec(compile(code, f"{name_of(page)}: {code.strip().splitlines()[0]}", "exec"), {"__name__": "example"})
        else:
            run_command(code, monkeypatch)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in target and not target.startswith("mailto:"):
            assert (page.parent / target).exists(), f"{name_of(page)} links to {target}"
