"""Cells of the tables that commands print: estimates with their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def estimate(row: Mapping[str, Any], name: str, digits: int = 1) -> str:
    """Write a value with half the width of its interval if symmetric.

    Any other interval is written with its ends, NAME_low and NAME_high; "?" without them.
    """
    value, low, high = _ends(row, name)
    if value is None or low is None:
        return "?"
    if abs((value - low) - (high - value)) < 10.0**-digits / 2:
        return f"{value:.{digits}f} ±{(high - low) / 2:.{digits}f}"
    return f"{value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def within(row: Mapping[str, Any], name: str, digits: int = 1) -> str:
    """Write a value with the longer reach of its interval."""
    value, low, high = _ends(row, name)
    if value is None or low is None:
        return "?"
    return f"{value:.{digits}f} ±{max(value - low, high - value):.{digits}f}"


def _ends(row: Mapping[str, Any], name: str) -> tuple[Any, Any, Any]:
    return row[name], row[f"{name}_low"], row[f"{name}_high"]
