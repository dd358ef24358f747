"""Cells of tables that commands print: estimates with intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eoc_sim.reports.interval_ends import end_columns
from eoc_sim.reports.words import decimal


def estimate(row: Mapping[str, Any], name: str, digits: int = 1) -> str:
    """Format a value with its interval.

    The interval, from `end_columns`, is given as ± half its width if it is symmetric, and by both
    ends otherwise. Without an interval, return "?".

    >>> estimate({"a": -0.01, "a_low": -0.61, "a_high": 0.59}, "a")
    '0.0 ±0.6'
    """
    value, low, high = _ends(row, name)
    if value is None or low is None:
        return "?"
    if abs((value - low) - (high - value)) < 10.0**-digits / 2:
        return f"{decimal(value, digits)} ±{decimal((high - low) / 2, digits)}"
    return f"{decimal(value, digits)} ({decimal(low, digits)} to {decimal(high, digits)})"


def within(row: Mapping[str, Any], name: str, digits: int = 1) -> str:
    """Format a value ± the distance to its interval's farther end."""
    value, low, high = _ends(row, name)
    if value is None or low is None:
        return "?"
    return f"{decimal(value, digits)} ±{decimal(max(value - low, high - value), digits)}"


def _ends(row: Mapping[str, Any], name: str) -> tuple[Any, Any, Any]:
    low, high = end_columns(name, row)
    return row[name], row[low], row[high]
