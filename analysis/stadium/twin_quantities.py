"""Quantities from twins in Stadium: owned things, tokens by round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.stadium import spans
from eoc_sim.analysis.stadium.part_twins import PARTS, changes_of, has_part_twins, names_of
from eoc_sim.analysis.stadium.timing import GIFT
from eoc_sim.analysis.twin_quantities import COLUMNS, gifts

if TYPE_CHECKING:
    from eoc_sim.analysis.statistic import Batch
    from eoc_sim.analysis.tables import Run


def rows(run: Run, batch: Batch) -> pl.DataFrame:
    """List the gains from a batch's twins, with the columns `COLUMNS`."""
    span = (
        spans.span("round")
        .cast(pl.Int64)
        .replace_strict(dict(enumerate(spans.NAMES)), return_dtype=pl.String)
    )
    tokens = gifts(run, batch, GIFT, "token", "one {} token", span)
    if not has_part_twins(run):
        return tokens
    components = (
        changes_of(run, 0, batch)
        .filter(pl.col("off") == PARTS[-1])
        .with_columns(pl.col("thing").cast(pl.Int64), pl.lit("having it").alias("what"))
        .join(names_of(run), on=["kind", "thing"])
        .select(COLUMNS)
    )
    return pl.concat([components, tokens])
