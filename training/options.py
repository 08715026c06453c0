"""Flags of training programs: dataclasses whose fields become command-line flags, and options of games as text."""

import argparse
import dataclasses
import json
from collections.abc import Sequence
from typing import Any

from boardkit.game import Game, Options


def flag(default: Any, meaning: str) -> Any:
    """A field of a dataclass that is a flag with its help."""
    return dataclasses.field(default=default, metadata={"help": meaning})


def add_flags(parser: argparse.ArgumentParser, config: type) -> None:
    """Give a parser a flag for every field; flags that are not given stay out of the result."""
    for field in dataclasses.fields(config):
        default: Any = field.default
        many = isinstance(default, tuple)
        kind = type((*default, "")[0]) if many else type(default)
        shown = " ".join(map(str, default)) if many else default
        parser.add_argument(
            f"--{field.name.replace('_', '-')}",
            type=kind,
            nargs="*" if many else None,
            default=argparse.SUPPRESS,
            metavar=kind.__name__.upper(),
            help=f"{field.metadata['help']} (default: {shown if shown != '' else 'none'})",
        )


def with_tuples(values: dict[str, Any]) -> dict[str, Any]:
    """Flags as JSON and argparse keep them, with lists, as the dataclasses have them."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def parse_options(game: Game, pairs: Sequence[str]) -> Options:
    """The options of a game from "name=value" texts; a value that is not JSON is text."""
    values: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise ValueError(f"option {pair!r} is not name=value")
        try:
            values[name] = json.loads(text)
        except ValueError:
            values[name] = text
    return game.options.from_json(values)
