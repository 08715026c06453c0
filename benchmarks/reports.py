"""What a program of the lab leaves behind: a folder with JSON, CSV, plots (PNG and SVG) and a Markdown page."""

import csv
import json
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks import machine

INFERRED = "Crassus's command tiles are inferred, not published."
LOOK: dict[Any, Any] = {"svg.hashsalt": "rome", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False}


def command_line(module: str, argv: Sequence[str]) -> str:
    """The command that makes a result again; where it was written is no part of it."""
    return shlex.join(["python", "-m", f"benchmarks.{module}", *(part for part in argv if part != "--write")])


def provenance(command: str, **more: Any) -> dict[str, Any]:
    """What every result carries: command, machine and versions, and what the program adds (seed, options, games)."""
    return {"command": command, **more, "machine": machine.describe()}


def source(about: dict[str, Any]) -> str:
    """The line of a page that says how and where its figures were made."""
    where = about["machine"]
    versions = ", ".join(f"{name} {number}" for name, number in where["versions"].items())
    place = f"{where['processor']}, {where['cores']} cores, load {where['load']}"
    return f"`{about['command']}` on {place}, Python {where['python']}, {versions}."


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[Any]], left: int = 1) -> str:
    """A table whose first columns are words and whose others are figures."""
    marks = ["---"] * left + ["---:"] * (len(header) - left)
    lines = [header, marks, *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def write_json(path: Path, value: Any) -> None:
    """Keep a value as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Keep a table as CSV."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def write_page(path: Path, *paragraphs: str) -> str:
    """Keep paragraphs as a Markdown page, and return its text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "\n\n".join(paragraph for paragraph in paragraphs if paragraph)
    path.write_text(text + "\n", encoding="utf-8")
    return text


def new_figure(width: float, height: float) -> tuple[Figure, Axes]:
    """An empty plot of so many inches."""
    with rc_context(LOOK):
        figure = Figure(figsize=(width, height), layout="constrained")
        return figure, figure.add_subplot()


def save_figure(figure: Figure, folder: Path, name: str) -> None:
    """Keep a plot as PNG and as SVG."""
    folder.mkdir(parents=True, exist_ok=True)
    with rc_context(LOOK):
        figure.savefig(folder / f"{name}.png", dpi=150)
        figure.savefig(folder / f"{name}.svg", metadata={"Date": None})


def heat_map(
    values: Sequence[Sequence[float]], rows: Sequence[str], columns: Sequence[str], title: str, label: str
) -> Figure:
    """Shares from 0 to 1 as coloured squares with their percentage; what is not a number stays white."""
    figure, axes = new_figure(2.5 + 0.75 * len(columns), 1.4 + 0.32 * len(rows))
    image = axes.imshow(values, vmin=0, vmax=1, cmap="RdYlGn", aspect="auto")
    axes.set_xticks(range(len(columns)), columns, rotation=30, ha="right")
    axes.set_yticks(range(len(rows)), rows)
    axes.set_title(title)
    for row, line in enumerate(values):
        for column, value in enumerate(line):
            if value == value:  # not NaN
                axes.text(column, row, f"{100 * value:.1f}", ha="center", va="center", fontsize=7)
    figure.colorbar(image, ax=axes, label=label)
    return figure
