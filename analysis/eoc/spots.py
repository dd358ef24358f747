"""Signings of recruits on the map: their number, month and competition."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import share_columns, with_means, with_shares


def spot_table(run: Run, arm: int = 0) -> pl.DataFrame:
    """Tabulate signings by spot, with their month and competition.

    Columns: spot, label, games, signed (in 100 games), signed_games, month, stars, package_ec,
    rivals (packages that other players lost) and contested (how many of 100 signings cost another
    player such a package); each value also has _low and _high. Recruits are placed on spots at
    random, so differences between spots are causal.
    """
    table = run.table_with("place")
    values = ("month", "stars", "package_ec", "rivals")

    def read(batch: Batch) -> pl.DataFrame:
        rows = batch.read(table, arm, ["game"], ["spot", *values])
        return rows.with_columns((pl.col("rivals") > 0).alias("contested"))

    name, by = f"signings by spot, version {arm}", ("spot",)
    total = run.total(Statistic(name, ((table, arm),), by, (*values, "contested"), read))
    signings = with_shares(run, with_means(run, total, values), ["contested"])
    signings = signings.drop(f"{value}_n" for value in (*values, "contested")).rename(
        {"games": "signed_games"}
    )
    frame = run.dim("spots").select(pl.col("id").alias("spot"), pl.col("name").alias("label"))
    frame = frame.join(signings.with_columns(pl.col("spot").cast(pl.Int64)), on="spot", how="left")
    frame = frame.with_columns(
        pl.col("signed_games").fill_null(0), pl.lit(run.games, dtype=pl.Int64).alias("games")
    )
    return frame.with_columns(share_columns(run, "signed", frame["signed_games"], frame["games"]))
