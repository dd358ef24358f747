"""Of many rows the strongest: what a chart shows where all would be too many."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

MOST = 20
"""Rows that a chart shows; its table has all."""


def strongest(rows: pl.DataFrame) -> tuple[pl.DataFrame, str]:
    """Those rows that a chart shows, with a sentence about it; all of them if they are few.

    Strength is how far the near end of a row's simultaneous interval (``all_low`` to
    ``all_high``) lies beyond 0, in the smallest change that matters (``smallest``), then that of
    its own interval, then the size of its ``change``. Few rows keep their order; of many the
    strongest come first.
    """
    import polars as pl

    if rows.height <= MOST:
        return rows, ""
    unit = pl.col("smallest").fill_null(1.0).replace(0.0, 1.0)
    near, own = (
        pl.max_horizontal(f"{of}low", -pl.col(f"{of}high"), pl.lit(0.0)).fill_nan(0.0)
        for of in ("all_", "")
    )
    size = pl.col("change").abs().fill_nan(0.0)
    shown = rows.sort(
        near / unit, own / unit, size / unit, descending=True, nulls_last=True,
        maintain_order=True,
    ).head(MOST)
    return shown, f" The {MOST} strongest of {rows.height}; all are in the table."
