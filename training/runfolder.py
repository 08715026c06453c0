"""The folder of a training run: what was asked for, what was measured, and the files to play with and go on from.

options.json      the flags, versions, git commit and command
metrics.csv       one line an iteration; the same goes to tensorboard/ where TensorBoard is installed
latest.ckpt       the network as an agent plays it: ppo:runs/NAME/latest.ckpt
snapshots/        earlier ones, by iteration: the league plays against them
records/          sample games
state.bin         all that resuming needs
"""

import csv
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from agents.checkpoint import CheckpointError, read_arrays, write_arrays
from benchmarks import machine

STATE_FORMAT = "rome-training-state"
STATE_VERSION = 1


class RunFolder:
    """A run on disk. A new run refuses a folder that holds one already; a resumed run needs one."""

    def __init__(self, path: str | Path, options: Mapping[str, Any], *, resume: bool = False) -> None:
        self.path = Path(path)
        self.state = self.path / "state.bin"
        self.latest = self.path / "latest.ckpt"
        self.metrics = self.path / "metrics.csv"
        if resume != (self.path / "options.json").exists():
            problem = "holds no run to resume" if resume else "holds a run already: resume it or name another folder"
            raise CheckpointError(f"{self.path} {problem}")
        for folder in ("snapshots", "records"):
            (self.path / folder).mkdir(parents=True, exist_ok=True)
        about = {"options": options, "command": command(), "commit": git_commit(), "machine": machine.describe()}
        (self.path / "options.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
        self._board = _tensorboard(self.path / "tensorboard")

    def snapshot(self, iteration: int) -> Path:
        """Where the snapshot of an iteration lies."""
        return self.path / "snapshots" / f"{iteration:06}.ckpt"

    def record(self, iteration: int) -> Path:
        """Where the sample game of an iteration lies."""
        return self.path / "records" / f"{iteration:06}.jsonl"

    def save_state(self, values: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> None:
        """Keep what resuming needs."""
        write_arrays(self.state, STATE_FORMAT, STATE_VERSION, {"values": values}, arrays)

    def load_state(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """What `save_state` kept; the lines of metrics that were written after it are taken back."""
        manifest, arrays = read_arrays(self.state, STATE_FORMAT, STATE_VERSION)
        self._forget_metrics_after(manifest["values"]["iteration"])
        return manifest["values"], arrays

    def write_metrics(self, row: Mapping[str, Any]) -> None:
        """Append one line; `None` is left empty."""
        columns = self._columns(list(row))
        with self.metrics.open("a", newline="", encoding="utf-8") as file:
            csv.DictWriter(file, columns).writerow(row)
        if self._board is not None:
            for name, value in row.items():
                if value is not None:
                    self._board.add_scalar(name, value, row["decisions"])

    def close(self) -> None:
        """Finish writing."""
        if self._board is not None:
            self._board.close()

    def _columns(self, needed: list[str]) -> list[str]:
        """The columns of the metrics; where some are missing, the file is written anew with them."""
        present: list[str] = []
        rows: list[dict[str, str]] = []
        if self.metrics.exists():
            with self.metrics.open(newline="", encoding="utf-8") as file:
                reader = csv.DictReader(file)
                present = list(reader.fieldnames or [])
                if set(needed) <= set(present):
                    return present
                rows = list(reader)
        columns = [*present, *(name for name in needed if name not in present)]
        with self.metrics.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, columns)
            writer.writeheader()
            writer.writerows(rows)
        return columns

    def _forget_metrics_after(self, iteration: int) -> None:
        if self.metrics.exists():
            header, *lines = self.metrics.read_text(encoding="utf-8").splitlines(keepends=True)
            kept = [line for line in lines if int(line.partition(",")[0]) <= iteration]
            self.metrics.write_text("".join([header, *kept]), encoding="utf-8", newline="")


def read_options(path: str | Path) -> dict[str, Any]:
    """The flags a run was started with."""
    try:
        return json.loads((Path(path) / "options.json").read_text(encoding="utf-8"))["options"]
    except (OSError, ValueError, KeyError) as problem:
        raise CheckpointError(f"{path} holds no run to resume: {problem}") from problem


def command() -> str:
    """The command line of this process, without the folders that differ from machine to machine."""
    return " ".join([Path(sys.argv[0]).name, *sys.argv[1:]])


def git_commit() -> str | None:
    """The commit this code is of, where it is a git checkout."""
    try:
        ran = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return ran.stdout.strip()


def _tensorboard(path: Path) -> Any:
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(str(path))
