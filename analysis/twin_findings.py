"""Changes in wins, measured by twins, as findings for a data family."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.stats import CHANGES
from eoc_sim.analysis.twin_means import ALL


def win_findings(frame: pl.DataFrame, about: pl.Expr, label: str) -> pl.DataFrame:
    """Turn a table of twins into findings about wins.

    The wins are those of all strategies together. Columns include those of
    `eoc_sim.analysis.family.findings`: ``what`` is the expression ``about``, and ``label`` says
    whose wins change. ``reported`` is True if the row's verdict says that wins change.
    """
    return frame.filter(pl.col("strategy") == ALL).with_columns(
        about.alias("what"),
        pl.lit(label).alias("label"),
        pl.lit("wins").alias("metric"),
        pl.col("wins").alias("value"),
        pl.col("wins_low").alias("low"),
        pl.col("wins_high").alias("high"),
        (pl.col("verdict") == CHANGES).alias("reported"),
    )
