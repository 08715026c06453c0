"""Dependencies point downward only."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

MAY_IMPORT = {
    "boardkit": set(),
    "duel_env": {"boardkit"},
    "trajan_env": {"boardkit"},
    "agents": {"boardkit", "duel_env", "trajan_env"},
    "benchmarks": {"boardkit", "duel_env", "trajan_env", "agents"},
    "training": {"boardkit", "duel_env", "trajan_env", "agents", "benchmarks"},
    "rome": {"boardkit", "duel_env", "trajan_env", "agents", "benchmarks", "training"},
}
OWN = {*MAY_IMPORT, "tests"}
EXTRAS = {"stable_baselines3", "sb3_contrib", "torch", "ray"}  # not among what the core needs
MAY_NEED_EXTRAS = {"boardkit/sb3.py"}


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Line and outermost package of everything a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name.partition(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module.partition(".")[0]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_packages_import_only_what_lies_below(package):
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for line, name in imports(path)
        if name in OWN - {package} - MAY_IMPORT[package]
    ]
    assert not wrong


@pytest.mark.parametrize("package", ["boardkit", "duel_env", "trajan_env"])
def test_environments_need_no_extras(package):
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in sorted((ROOT / package).rglob("*.py"))
        if path.relative_to(ROOT).as_posix() not in MAY_NEED_EXTRAS
        for line, name in imports(path)
        if name in EXTRAS
    ]
    assert not wrong
