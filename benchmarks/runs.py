"""Long runs in pieces: every finished piece is kept at once, so a run that was stopped goes on where it stood.

A ledger is a file with one line of JSON a piece: its key and its result. A piece is done once for a key; who needs
another result changes the key. Lines are written by the process that started the run, so two jobs never mix theirs.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

Json = Any
Piece = TypeVar("Piece")
Report = Callable[[int], None]  # told how many pieces were just finished


class Ledger:
    """The finished pieces of a run, in memory and, when there is a path, in a file."""

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = None if path is None else Path(path)
        self._done: dict[str, Json] = {}
        if self.path is not None and self.path.exists():
            self._read(self.path)

    def __contains__(self, key: Json) -> bool:
        return _text(key) in self._done

    def __getitem__(self, key: Json) -> Json:
        return self._done[_text(key)]

    def __len__(self) -> int:
        return len(self._done)

    def keys(self) -> list[Json]:
        """The keys of all finished pieces."""
        return [json.loads(key) for key in self._done]

    def add(self, key: Json, result: Json) -> None:
        """Keep a finished piece."""
        line = json.dumps({"key": key, "result": result}, separators=(",", ":"))
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(line + "\n")
        self._done[_text(key)] = json.loads(line)["result"]  # as it will be read again

    def _read(self, path: Path) -> None:
        """Take over what the file holds; a last line that was cut off by the end of its process is dropped."""
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(path, whole)
        for number, text in enumerate(data[:whole].decode("utf-8").splitlines(), 1):
            try:
                line = json.loads(text)
                self._done[_text(line["key"])] = line["result"]
            except (ValueError, TypeError, KeyError):
                raise ValueError(f"{path}, line {number}: is not a finished piece of a run") from None


def _text(key: Json) -> str:
    return json.dumps(key, sort_keys=True, separators=(",", ":"))


def run(
    pieces: Iterable[tuple[Json, Piece]],
    work: Callable[[Piece], Json],
    ledger: Ledger,
    jobs: int | None = None,
    report: Report | None = None,
) -> list[Json]:
    """Do the pieces that the ledger lacks, `jobs` at a time (None: one a core), and return the results of all.

    `work` must be a function of a module, and pieces must be picklable: with two jobs or more they go to processes.
    """
    planned = list(pieces)
    missing = {_text(key): (key, piece) for key, piece in planned if key not in ledger}
    if report is not None:
        report(len(planned) - len(missing))
    for key, result in _work_off(list(missing.values()), work, jobs or os.cpu_count() or 1):
        ledger.add(key, result)
        if report is not None:
            report(1)
    return [ledger[key] for key, _ in planned]


def _work_off(
    pieces: list[tuple[Json, Piece]], work: Callable[[Piece], Json], jobs: int
) -> Iterator[tuple[Json, Json]]:
    if jobs == 1 or len(pieces) < 2:
        for key, piece in pieces:
            yield key, work(piece)
        return
    with _processes(min(jobs, len(pieces))) as executor:
        waiting = {executor.submit(work, piece): key for key, piece in pieces}
        for finished in as_completed(waiting):
            yield waiting[finished], finished.result()


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    """Processes that have a core each; what waits is dropped when the run is stopped."""
    executor = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_use_one_core)
    try:
        yield executor
    finally:
        executor.shutdown(cancel_futures=True)


def _use_one_core() -> None:
    """Before any library is loaded that would start a thread a core."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Report]:
    """A progress bar of so many pieces."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns) as progress:
        task = progress.add_task(title, total=total)
        yield lambda pieces: progress.advance(task, pieces)
