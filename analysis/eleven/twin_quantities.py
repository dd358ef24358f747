"""Quantities from twins in Eleven: things had, resources by week."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.eleven.timing import GIVEN
from eoc_sim.analysis.eleven.worth import changes_of, has_worth, names_of
from eoc_sim.analysis.twin_means import changes

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run

COLUMNS = ("game", "what", "label", "wins", "score")


def rows(run: Run, batch: tuple[int, int]) -> pl.DataFrame:
    """List the gains of a batch's twins in the columns `COLUMNS`."""
    parts = []
    if has_worth(run):
        parts.append(
            changes_of(run, 0, batch)
            .with_columns(
                pl.col("thing").cast(pl.Int64), pl.format("the {} of", "off").alias("what")
            )
            .join(names_of(run), on="thing")
            .select(COLUMNS)
        )
    words = dict(enumerate(run.table_with("twin")["resource"].values))
    parts.append(
        changes(run, 0, batch, ["game", "twin", "month"], ["resource"])
        .with_columns(pl.col("twin").cast(pl.String))
        .filter(pl.col("twin") == GIVEN)
        .with_columns(
            pl.format(
                "one more {}",
                pl.col("resource").cast(pl.Int64).replace_strict(words, return_dtype=pl.String),
            ).alias("what"),
            pl.format("week {}", "month").alias("label"),
        )
        .select(COLUMNS)
    )
    return pl.concat(parts)
