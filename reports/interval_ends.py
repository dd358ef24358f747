"""The columns that hold a value's interval."""

from __future__ import annotations

from collections.abc import Container, Iterable

import polars as pl

DIGITS = 9
"""Decimal places to which two numbers agree if they measure the same."""


def end_columns(name: str, columns: Container[str]) -> tuple[str, str]:
    """Name the columns of a value's interval.

    They are those of the interval that holds jointly with other rows, if there is one, so that all
    tables, pictures and printed lines show the same.

    >>> end_columns("wins", {"wins_low", "wins_high"})
    ('wins_low', 'wins_high')
    """
    joint_ends = f"{name}_all_low", f"{name}_all_high"
    return joint_ends if joint_ends[0] in columns else (f"{name}_low", f"{name}_high")


def with_same_ends(
    frame: pl.DataFrame,
    name: str,
    known_ends: Iterable[tuple[str, float, float, float]],
    columns: tuple[str, str] | None = None,
    label: str = "",
) -> pl.DataFrame:
    """Replace intervals with those already stated elsewhere for their values.

    ``known_ends`` has each stated number's words, the number and its ends. Shares of 0 and 100 are
    too common to be recognized by their value. ``columns`` are those of the ends, by default
    NAME_low and NAME_high; with the column ``label``, the words must contain it.
    """
    low, high = columns or (f"{name}_low", f"{name}_high")
    by_value: dict[float, list[tuple[str, float, float]]] = {}
    for words, value, minimum, maximum in known_ends:
        by_value.setdefault(round(value, DIGITS), []).append((words, minimum, maximum))
    intervals: dict[str, list[float | None]] = {low: [], high: []}
    for row in frame.iter_rows(named=True):
        value = row[name]
        matching_ends = [
            (minimum, maximum)
            for words, minimum, maximum in by_value.get(round(value or 0.0, DIGITS), ())
            if value not in (None, 0.0, 100.0) and (not label or row[label] in words)
        ]
        ends = matching_ends[0] if matching_ends else (row[low], row[high])
        intervals[low].append(ends[0])
        intervals[high].append(ends[1])
    return frame.with_columns(
        pl.Series(column, values, pl.Float64) for column, values in intervals.items()
    )
