"""Fields of a state as JSON and back, exactly: what a game's own notation is made of where it adds no words."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from boardkit.game import State


def fields_to_json(s: State, names: Iterable[str]) -> dict[str, Any]:
    """Fields of a state as plain numbers and lists."""
    return {name: s[name].tolist() for name in names}


def fields_from_json(s: State, values: Mapping[str, Any], names: Iterable[str]) -> None:
    """Write fields of a state from plain numbers and lists; wrong shapes and numbers out of range are refused."""
    checked = {}
    for name in names:
        if name not in values:
            raise ValueError(f"{name} is missing")
        checked[name] = _checked(name, values[name], s.dtype[name])
    for name, value in checked.items():
        s[name] = value


def fields_schema(dtype: np.dtype, names: Iterable[str]) -> dict[str, Any]:
    """The JSON schema of fields as `fields_to_json` writes them."""
    names = list(names)
    properties = {name: _schema(dtype[name].base, dtype[name].shape) for name in names}
    return {"type": "object", "properties": properties, "required": names}


def _checked(name: str, value: Any, field: np.dtype) -> np.ndarray:
    numbers = np.array(value, dtype=object)
    if numbers.shape != field.shape:
        raise ValueError(f"{name} has shape {numbers.shape}, expected {field.shape}")
    for number in numbers.flat:
        if not _fits(number, field.base):
            raise ValueError(f"{name} has {number!r}, expected {_range_words(field.base)}")
    return numbers.astype(field.base)


def _fits(number: Any, base: np.dtype) -> bool:
    if base.kind == "b":
        return isinstance(number, bool)
    if base.kind == "f":
        return isinstance(number, int | float) and not isinstance(number, bool)
    limits = np.iinfo(base)
    return isinstance(number, int) and not isinstance(number, bool) and limits.min <= number <= limits.max


def _range_words(base: np.dtype) -> str:
    if base.kind in "iu":
        return f"whole numbers from {np.iinfo(base).min} to {np.iinfo(base).max}"
    return "true or false" if base.kind == "b" else "numbers"


def _schema(base: np.dtype, shape: tuple[int, ...]) -> dict[str, Any]:
    if shape:
        return {"type": "array", "minItems": shape[0], "maxItems": shape[0], "items": _schema(base, shape[1:])}
    if base.kind in "iu":
        return {"type": "integer", "minimum": int(np.iinfo(base).min), "maximum": int(np.iinfo(base).max)}
    return {"type": "boolean" if base.kind == "b" else "number"}
