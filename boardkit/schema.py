"""Words to write JSON schemas with: what the games describe the notation of their states in."""

from collections.abc import Sequence
from typing import Any

Schema = dict[str, Any]

NUMBER: Schema = {"type": "integer", "minimum": 0}
YES_NO: Schema = {"type": "boolean"}
BIG_NUMBER: Schema = {"type": "string", "pattern": "^[0-9]+$", "description": "64 bits, in decimal"}


def one_of(names: Sequence[Any], none: bool = False) -> Schema:
    return {"enum": [*names, None] if none else list(names)}


def record(properties: dict[str, Schema], optional: Sequence[str] = ()) -> Schema:
    """An object with exactly these properties."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def counts(names: Sequence[str]) -> Schema:
    """How many there are of each; zeros are left out."""
    some = {"type": "integer", "minimum": 1}
    return {"type": "object", "properties": {name: some for name in names}, "additionalProperties": False}


def array(items: Schema, most: int | None = None) -> Schema:
    return {"type": "array", "items": items} | ({} if most is None else {"maxItems": most})


def state(title: str, properties: dict[str, Schema]) -> Schema:
    """The schema of a whole state."""
    return record(properties) | {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}
