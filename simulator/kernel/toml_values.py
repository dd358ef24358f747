"""Read TOML files of components and check their values."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.workbooks import Readable, read_bytes


def read_toml(file: Readable, name: str) -> dict[str, Any]:
    """Read the keys of a TOML file, or raise an InputError."""
    try:
        return tomllib.loads(read_bytes(file, name).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is not UTF-8 text.") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is not valid TOML: {error}.") from error


def shown_value(value: Any) -> str:
    """Format a value for an error message, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def check_table(
    value: Any, where: str, required_keys: Sequence[str], optional_keys: Sequence[str] = ()
) -> Mapping[str, Any]:
    """Check a TOML table for missing and unknown keys, and return it."""
    if not isinstance(value, Mapping):
        raise InputError(f"{where} should be a table of keys, not {shown_value(value)}.")
    names = (*required_keys, *optional_keys)
    for key in value:
        if key not in names:
            raise InputError(
                f'{where}: the key "{key}" is unknown; the keys are {", ".join(names)}.'
                f"{nearest(str(key), names)}"
            )
    for key in required_keys:
        if key not in value:
            raise InputError(f'{where}: the key "{key}" is missing.')
    return value


def word_of(value: Any, where: str, words: Sequence[str]) -> str:
    """Read one of the allowed words, ignoring case."""
    if isinstance(value, str):
        for word in words:
            if value.strip().lower() == word.lower():
                return word
    raise InputError(
        f"{where}: {shown_value(value)} is not one of "
        f"{', '.join(words)}.{nearest(str(value), words)}"
    )


def whole_number(value: Any, where: str, low: int, high: int) -> int:
    """Check that a value is a whole number from ``low`` to ``high``."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(
            f"{where}: a whole number from {low} to {high} is needed, not {shown_value(value)}."
        )
    return value
