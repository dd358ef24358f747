"""Cells of tables that commands print: estimates with intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def estimate(row: Mapping[str, Any], name: str, digits: int = 1) -> str:
    """Format a value with half the width of its interval if symmetric.

    Otherwise use the ends, from NAME_low and NAME_high. Without them, return "?".
    """
    value, low, high = _ends(row, name)
    if value is None or low is None:
        return "?"
    if abs((value - low) - (high - value)) < 10.0**-digits / 2:
        return f"{value:.{digits}f} ±{(high - low) / 2:.{digits}f}"
    return f"{value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def within(row: Mapping[str, Any], name: str, digits: int = 1) -> str:
    """Format a value with the larger distance to its interval's ends."""
    value, low, high = _ends(row, name)
    if value is None or low is None:
        return "?"
    return f"{value:.{digits}f} ±{max(value - low, high - value):.{digits}f}"


def _ends(row: Mapping[str, Any], name: str) -> tuple[Any, Any, Any]:
    return row[name], row[f"{name}_low"], row[f"{name}_high"]
