"""The columns that hold a value's interval."""

from __future__ import annotations

from collections.abc import Container, Iterable

import polars as pl

FEWEST_DIGITS = 9
"""Digits after the point in which numbers of one quantity agree."""


def end_columns(name: str, columns: Container[str]) -> tuple[str, str]:
    """Name the columns of a value's interval.

    They are those of the interval that holds together with other rows, if there is one, so that all
    tables, pictures and printed lines show the same.

    >>> end_columns("wins", {"wins_low", "wins_high"})
    ('wins_low', 'wins_high')
    """
    together = f"{name}_all_low", f"{name}_all_high"
    return together if together[0] in columns else (f"{name}_low", f"{name}_high")


def with_same_ends(
    frame: pl.DataFrame,
    name: str,
    known: Iterable[tuple[float, float, float]],
    columns: tuple[str, str] | None = None,
) -> pl.DataFrame:
    """Give values the intervals of known numbers that are the same.

    ``known`` has each number with its ends. Shares of 0 and 100 are too common to be known by their
    value. ``columns`` are those of the ends, by default NAME_low and NAME_high.
    """
    low, high = columns or (f"{name}_low", f"{name}_high")
    ends = {round(value, FEWEST_DIGITS): (least, most) for value, least, most in known}
    found = [
        ends.get(round(value, FEWEST_DIGITS)) if value not in (None, 0.0, 100.0) else None
        for value in frame[name]
    ]
    return frame.with_columns(
        pl.Series(
            column,
            [
                old if one is None else one[end]
                for old, one in zip(frame[column], found, strict=True)
            ],
            pl.Float64,
        )
        for end, column in enumerate((low, high))
    )
