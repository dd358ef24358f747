"""Quantities from twins in Stadium: owned things, tokens by round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.stadium import spans
from eoc_sim.analysis.stadium.things import PARTS, changes_of, has_things, names_of
from eoc_sim.analysis.stadium.timing import GIVEN
from eoc_sim.analysis.twin_means import changes

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run

COLUMNS = ("game", "what", "label", "wins", "score")


def rows(run: Run, batch: tuple[int, int]) -> pl.DataFrame:
    """List the gains of a batch's twins in the columns `COLUMNS`."""
    parts = []
    if has_things(run):
        parts.append(
            changes_of(run, 0, batch)
            .filter(pl.col("off") == PARTS[-1])
            .with_columns(pl.col("thing").cast(pl.Int64), pl.lit("having it").alias("what"))
            .join(names_of(run), on=["kind", "thing"])
            .select(COLUMNS)
        )
    tokens = (
        changes(run, 0, batch, ["game", "twin", "month"], ["token"])
        .with_columns(pl.col("twin").cast(pl.String), spans.span("month").alias("round"))
        .filter(pl.col("twin") == GIVEN)
    )
    words = dict(enumerate(run.table_with("twin")["token"].values))
    parts.append(
        tokens.with_columns(
            pl.format(
                "one {} token",
                pl.col("token").cast(pl.Int64).replace_strict(words, return_dtype=pl.String),
            ).alias("what"),
            pl.col("round")
            .cast(pl.Int64)
            .replace_strict(dict(enumerate(spans.NAMES)), return_dtype=pl.String)
            .alias("label"),
        ).select(COLUMNS)
    )
    return pl.concat(parts)
