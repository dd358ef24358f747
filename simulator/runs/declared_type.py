"""Check that values read from JSON have their declared types."""

from __future__ import annotations

import sys
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints


def has_type(value: Any, kind: Any) -> bool:
    """Check if a value read from JSON has the declared type.

    >>> has_type([1, 2.5], list[float]), has_type([1, "2"], list[float]), has_type(None, str | None)
    (True, False, True)
    """
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return isinstance(value, dict) and all(
            attribute.name in value and has_type(value[attribute.name], hints[attribute.name])
            for attribute in fields(kind)
        )
    inner = get_args(kind)
    if get_origin(kind) is list:
        return isinstance(value, list) and all(has_type(item, inner[0]) for item in value)
    if inner:
        return any(has_type(value, option) for option in inner)
    if isinstance(value, bool) or kind is not float:
        return type(value) is kind
    # Infinite numbers are refused, as are whole numbers that are too large for a float.
    return isinstance(value, (int, float)) and abs(value) <= sys.float_info.max
