"""Playing, watching and replaying in a terminal."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from boardkit.records import read, replay
from rome.tables import Refused, Table

HELP = "a number plays it; u takes back, h or h AGENT gives a hint, b draws the board again, q leaves"


def play(table: Table, console: Console, adviser: str) -> None:
    """Play a table to its end or until the player leaves; the record stays either way."""
    drawn = -1
    while not table.over:
        if table.waits_for_agent:
            _agent_decides(table, console)
            continue
        if drawn != table.count:
            _show(table, console)
            drawn = table.count
        words = console.input("[bold]> [/]").strip()
        if words == "q":
            console.print(f"The game is kept: go on with  rome play --resume {table.path}")
            return
        drawn = -1 if words == "b" else drawn
        _obey(table, console, words, adviser)
    sys.stdout.write(table.game.ansi(table.state(), None) + "\n")
    console.print_json(data=table.game.result(table.state()))


def watch(table: Table, console: Console, pace: float, quiet: bool) -> None:
    """Let agents play and tell what they do."""
    while table.let_agent_play():
        _tell(table, console)
        if not quiet:
            sys.stdout.write(table.game.ansi(table.state(), None) + "\n")
            time.sleep(pace)
    sys.stdout.write(table.game.ansi(table.state(), None) + "\n")
    console.print_json(data=table.game.result(table.state()))


def show_record(path: Path, console: Console, at: int | None, step: bool) -> None:
    """Play a record again: its list of decisions, one position, or step by step."""
    record = read(path)
    names = [f"{seat}: {player}" for seat, player in zip(record.options.seats, record.players, strict=True)]
    console.print(f"[bold]{record.game.title}[/], {len(record.moves)} decisions; {escape(', '.join(names))}")
    if at is not None and not 0 <= at <= len(record.moves):
        raise ValueError(f"--at is {at}; this record has the positions 0 to {len(record.moves)}")
    for number, states in enumerate(replay(record)):
        move = record.moves[number - 1] if number else None
        if move is not None and (at is None or number == at):
            console.print(f"{number:4} {record.options.seats[move.seat]}: {escape(move.words)}")
        if number == at or step:
            sys.stdout.write(record.game.ansi(states[0], None) + "\n")
        if step and console.input("[dim]Enter for the next, q to leave[/] ").strip() == "q":
            return
    if at is None:
        console.print_json(data=record.result)


def _obey(table: Table, console: Console, words: str, adviser: str) -> None:
    """Do what was typed, or say what can be typed."""
    legal = table.legal()
    try:
        if words.isdigit() and 1 <= int(words) <= len(legal):
            table.play(legal[int(words) - 1])
            _tell(table, console)
        elif words == "u":
            table.undo()
        elif words.split()[:1] == ["h"]:
            _advise(table, console, words[1:].strip() or adviser)
        elif words != "b":
            console.print(f"[red]{escape(repr(words))} is none of 1 to {len(legal)}[/]; {HELP}")
    except ValueError as problem:
        console.print(f"[red]{escape(str(problem))}[/]")


def _advise(table: Table, console: Console, adviser: str) -> None:
    hint = table.hint(adviser)
    console.print(f"{escape(adviser)} would [bold]{escape(table.game.words(table.state(), hint.action))}[/]")
    for opinion in hint.opinions[:5]:
        value = "" if opinion.value is None else f", value {opinion.value:.2f}"
        visits = "" if opinion.visits is None else f", {opinion.visits} visits"
        words = escape(table.game.words(table.state(), opinion.action))
        console.print(f"  {100 * opinion.share:3.0f} %{visits}{value}  {words}")


def _agent_decides(table: Table, console: Console) -> None:
    if not table.let_agent_play():
        raise Refused(f"{table.players[table.to_move]} did not play")
    _tell(table, console)


def _tell(table: Table, console: Console) -> None:
    """The latest decision in words, as the people at this terminal may read it."""
    people = table.humans
    viewer = people[0] if len(people) == 1 else None if not people else table.to_move
    entry = table.log(viewer, table.count - 1)[0]
    console.print(f"[bold]{table.options.seats[entry['seat']]}[/]: {escape(entry['words'])}")
    for note in entry["notes"]:
        console.print(f"    [dim]{escape(note)}[/]")


def _show(table: Table, console: Console) -> None:
    """The board as the player to move sees it, and what can be done."""
    if len(table.humans) > 1:
        console.input(f"[bold]{table.options.seats[table.to_move]}[/], Enter when nobody else is looking ")
        console.clear()
    sys.stdout.write(table.game.ansi(table.state(), table.to_move) + "\n")
    for line in _numbered(table):
        console.print(line, highlight=False)
    console.print(f"[dim]{HELP}[/]")


def _numbered(table: Table) -> Iterator[str]:
    for place, action in enumerate(table.legal(), 1):
        yield f"[bold]{place:3}[/]  {escape(table.game.words(table.state(), action))}"
