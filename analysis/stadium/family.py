"""Findings from Stadium's twins, to check in the data family."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.stadium.things import has_things, things
from eoc_sim.analysis.stadium.timing import Timing, has_timing
from eoc_sim.analysis.stats import CHANGES
from eoc_sim.analysis.twin_means import ALL

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run


def findings(run: Run) -> list[pl.DataFrame]:
    """List the wins gained by things, tokens, placements and VPs.

    Wins are over all strategies together. Columns include those of
    `eoc_sim.analysis.family.findings`. A row is a finding if its verdict says that wins change.
    """
    rounds = (
        pl.when(pl.col("round") == ALL)
        .then(pl.lit("all rounds"))
        .otherwise(pl.format("round {}", "round"))
    )
    frames = []
    if has_things(run):
        frames.append(
            things(run)
            .filter(pl.col("off") == "both")
            .with_columns(pl.col("label").alias("what"), pl.lit("its first owner").alias("label"))
        )
    if has_timing(run):
        timing = Timing(run)
        frames += [
            timing.tokens().with_columns(
                pl.format("one {} more, {}", "token", rounds).alias("what"),
                pl.lit("its owner").alias("label"),
            ),
            timing.placements("spaces").with_columns(
                pl.format("a VP on {}, not on the next choice", "space").alias("what"),
                pl.lit("its owner").alias("label"),
            ),
            timing.vps().with_columns(
                pl.format("VP {} bought, {}", "vp", rounds).alias("what"),
                pl.lit("its owner").alias("label"),
            ),
        ]
    return [
        frame.filter(pl.col("strategy") == ALL).with_columns(
            pl.lit("wins").alias("metric"),
            pl.col("wins").alias("value"),
            pl.col("wins_low").alias("low"),
            pl.col("wins_high").alias("high"),
            (pl.col("verdict") == CHANGES).alias("reported"),
        )
        for frame in frames
        if frame.height
    ]
