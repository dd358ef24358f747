"""Spans of rounds for tables and pictures.

Most games are over after a dozen rounds, so later rounds, which few games reach, are combined.
"""

from __future__ import annotations

from itertools import pairwise

import polars as pl

STARTS = (*range(1, 14), 17, 21, 31)
"""The first round of each span."""
NAMES = (
    *(
        str(first) if next_first == first + 1 else f"{first} to {next_first - 1}"
        for first, next_first in pairwise(STARTS)
    ),
    f"{STARTS[-1]}+",
)
NEVER = -1
"""The span of round 0, which stands for never."""


def span(column: str) -> pl.Expr:
    """Return each round's index in `NAMES`, or `NEVER` for 0.

    >>> import polars as pl
    >>> pl.DataFrame({"round": [0, 1, 13, 16, 17, 40]}).select(span("round"))["round"].to_list()
    [-1, 0, 12, 12, 13, 15]
    """
    starts = pl.lit(pl.Series(STARTS, dtype=pl.Int64))
    number = starts.search_sorted(pl.col(column).cast(pl.Int64), side="right")
    return (number.cast(pl.Int64) - 1).alias(column)
