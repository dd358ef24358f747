"""Stopping rules for sequential runs: decided, or precise enough.

All rows of a question form one family: their intervals hold jointly, at all looks. A row with too
few games has no interval yet, so it is open. For a row in which hardly any game
differs between the versions, the interval comes from a bound on the share of games that may differ.
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from eoc_sim.analysis.compare import effects
from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.stats import BY_CONSTRUCTION, UNDECIDED
from eoc_sim.analysis.strata import label_holders, main_strata
from eoc_sim.analysis.strategies import by_strategy
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import shares_of


def changes(
    run: Run, *, scores: bool, verdicts: Mapping[str, pl.DataFrame] | None = None
) -> pl.DataFrame:
    """Return each version's changes for every strategy and for holders.

    Holders are the seats that have a changed thing. The intervals hold jointly as in
    `compare.effects` and on the run's page. Without ``scores``, only rows of wins are returned.
    Columns: arm, label, metric, games, differ (games that differ), current and version (means),
    change with low and high (jointly for all rows), smallest (the smallest change that matters),
    verdict. A strategy that holds every seat wins a fixed share, so it has no row for wins.
    ``verdicts`` is the result of `compare.effects`, if it is already known.
    """
    by_group = effects(run) if verdicts is None else verdicts
    frames = [by_group["strategy"].filter(pl.col("verdict").ne_missing(BY_CONSTRUCTION))]
    if by_group["holders"].height:
        holders = main_strata(by_group["holders"])
        frames.insert(0, holders.with_columns(label_holders().alias("label")))
    rows = pl.concat(
        frame.select(
            "arm",
            "label",
            "metric",
            "games",
            "differ",
            "current",
            "version",
            "change",
            pl.col("all_low").alias("low"),
            pl.col("all_high").alias("high"),
            "smallest",
            "verdict",
        )
        for frame in frames
    )
    return rows if scores else rows.filter(pl.col("metric") == METRICS[0])


def shares(run: Run) -> pl.DataFrame:
    """Return wins under the current rules, as rows of one family.

    There is one row per strategy: label, games, wins in 100 with low and high (jointly for all
    rows). A strategy that holds every seat has no row, as it wins a fixed share.
    """
    total = by_strategy(run, 0, ["win_share", "score"])
    if total.height == 1 and run.players > 1:
        total = total.clear()
    now, _ = shares_of(total, "win_share")
    low, high = now.interval_at(run.look, tests=max(total.height, 1))
    return total.select(
        "label",
        pl.col("win_share_n").alias("games"),
        (100 * pl.col("win_share_sum") / pl.col("win_share_n")).alias("wins"),
        pl.Series("low", 100 * low, nan_to_null=True),
        pl.Series("high", 100 * high, nan_to_null=True),
    )


def is_decided(rows: pl.DataFrame) -> bool:
    """Return True if no row of `changes` is undecided."""
    return rows.is_empty() or bool((rows["verdict"] != UNDECIDED).all())


def is_known(rows: pl.DataFrame, precision: float, value: str) -> bool:
    """Return True if every ``value`` is known to +-``precision``.

    ``precision`` is in the unit of the interval.
    """
    return largest_reach(rows, value) <= precision


def largest_reach(rows: pl.DataFrame, value: str) -> float:
    """Return the largest distance from ``value`` to an interval's end.

    The result is inf if an end is unknown, and 0 if there are no rows.
    """
    if rows.is_empty():
        return 0.0
    reach = pl.max_horizontal(pl.col(value) - pl.col("low"), pl.col("high") - pl.col(value))
    is_unknown = pl.col("low").is_null() | pl.col("high").is_null()
    return float(rows.select(pl.when(is_unknown).then(float("inf")).otherwise(reach).max()).item())
