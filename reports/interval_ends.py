"""The columns that hold a value's interval."""

from __future__ import annotations

from collections.abc import Container


def end_columns(name: str, columns: Container[str]) -> tuple[str, str]:
    """Return the names of the columns that hold a value's interval.

    If the value also has an interval that holds jointly with those of other rows, that
    interval's columns are returned, so that all tables, pictures and printed lines show the same
    ends.

    >>> end_columns("wins", {"wins_low", "wins_high"})
    ('wins_low', 'wins_high')
    """
    joint_ends = f"{name}_all_low", f"{name}_all_high"
    return joint_ends if joint_ends[0] in columns else (f"{name}_low", f"{name}_high")
