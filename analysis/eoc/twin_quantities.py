"""Quantities from Envelopes of Cash's twins: cards paid for, EC, BB."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis import card_twins
from eoc_sim.analysis.eoc.timing import KINDS
from eoc_sim.analysis.twin_means import changes
from eoc_sim.analysis.twin_quantities import COLUMNS

if TYPE_CHECKING:
    from eoc_sim.analysis.statistic import Batch
    from eoc_sim.analysis.tables import Run


def rows(run: Run, batch: Batch) -> pl.DataFrame:
    """List the gains from a batch's twins, with the columns `COLUMNS`."""
    frames = []
    if card_twins.has_card_twins(run):
        names = run.dim(run.card_column.dim).select("id", pl.col("name").alias("label"))
        frames.append(
            card_twins.changes_of(run, 0, batch, card_twins.parts_off(run)[-1])
            .with_columns(pl.col("thing").cast(pl.Int64), pl.lit("once paid for").alias("what"))
            .join(names, left_on="thing", right_on="id")
            .select(COLUMNS)
        )
    gifts = (
        changes(run, 0, batch, ["game", "twin"], ["month"])
        .with_columns(pl.col("twin").cast(pl.String))
        .filter(pl.col("twin").is_in(KINDS))
    )
    months = dict(enumerate(run.words.round_names))
    frames.append(
        gifts.with_columns(
            pl.format("one {}", "twin").alias("what"),
            pl.col("month")
            .cast(pl.Int64)
            .replace_strict(months, return_dtype=pl.String)
            .alias("label"),
        ).select(COLUMNS)
    )
    return pl.concat(frames)
