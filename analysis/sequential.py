"""Whether a sequential run has answered its question: decided, or known precisely enough.

All rows that a question asks about are one family: their intervals hold together, at all looks.
A row with too few games has no interval yet, so it is not answered; of one of which hardly any
games differ, it is the share that may differ which is bounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.analysis.compare import bound_of_changes, largest_change, of_pairs, strategies_named
from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.stats import UNDECIDED, looked_at, verdicts
from eoc_sim.analysis.strategies import by_strategy
from eoc_sim.analysis.tables import Arm, Run, paired_of, shares_of

if TYPE_CHECKING:
    import polars as pl


def changes(run: Run, *, scores: bool) -> pl.DataFrame:
    """What every version changes for every strategy: the rows of one family.

    One row a version, strategy and metric ("wins" in 100 and, with ``scores``, "score"): arm,
    label, metric, games, differ (games that differ), current and version (means), change with low
    and high (all rows of the frame together), smallest (the smallest change that matters),
    verdict. A strategy that holds every seat wins the same by construction: it has no row for wins.
    """
    import polars as pl

    totals = [_total(run, arm) for arm in run.arms[1:]]
    frames = {"score": pl.concat(totals)} if scores else {}
    contested = [total for total in totals if run.players == 1 or total.height > 1]
    frames |= {"wins": pl.concat(contested)} if contested else {}
    tests = sum(frame.height for frame in frames.values())
    parts = [
        _rows(run, frames[metric], metric, tests) for metric in METRICS if metric in frames
    ]
    return pl.concat(parts) if parts else pl.DataFrame()


def _total(run: Run, arm: Arm) -> pl.DataFrame:
    import polars as pl

    total = run.total(of_pairs(run, arm.id, "strategy"))
    return strategies_named(run, total).with_columns(pl.lit(arm.id).alias("arm"))


def _rows(run: Run, total: pl.DataFrame, metric: str, tests: int) -> pl.DataFrame:
    import polars as pl

    now, _ = paired_of(
        total, f"{metric}_change", largest_change(run, total, metric), f"{metric}_differ",
        bound_of_changes(run, total, metric),
    )
    low, high = looked_at(run.look, now, tests=tests)
    smallest = np.full(total.height, float(run.words.smallest[metric]))
    games = pl.col(f"{metric}_change_n")
    return total.select(
        "arm", "label",
        pl.lit(metric).alias("metric"),
        games.alias("games"),
        pl.col(f"{metric}_differ_sum").cast(pl.Int64).alias("differ"),
        *((pl.col(f"{metric}_{side}_sum") / games).alias(side)
          for side in ("current", "version", "change")),
        pl.Series("low", low, nan_to_null=True),
        pl.Series("high", high, nan_to_null=True),
        pl.Series("smallest", smallest),
        pl.Series("verdict", verdicts(low, high, smallest), dtype=pl.String),
    )


def shares(run: Run) -> pl.DataFrame:
    """Who wins how often under the current rules: the rows of one family.

    One row a strategy: label, games, wins in 100 with low and high (all rows together). A strategy
    that holds every seat is known by construction: it has no row.
    """
    import polars as pl

    total = by_strategy(run, 0, ["win_share", "score"])
    if total.height == 1 and run.players > 1:
        total = total.clear()
    now, _ = shares_of(total, "win_share")
    low, high = now.looked_at(run.look, tests=max(total.height, 1))
    return total.select(
        "label",
        pl.col("win_share_n").alias("games"),
        (100 * pl.col("win_share_sum") / pl.col("win_share_n")).alias("wins"),
        pl.Series("low", 100 * low, nan_to_null=True),
        pl.Series("high", 100 * high, nan_to_null=True),
    )


def is_decided(rows: pl.DataFrame) -> bool:
    """Whether every row of `changes` has a verdict."""
    return rows.is_empty() or bool((rows["verdict"] != UNDECIDED).all())


def is_known(rows: pl.DataFrame, precision: float, value: str) -> bool:
    """Whether every row's ``value`` is known to +-``precision``, in the unit of its interval."""
    return worst(rows, value) <= precision


def worst(rows: pl.DataFrame, value: str) -> float:
    """How far the end of an interval is away from its ``value`` at most; inf if one is unknown."""
    import polars as pl

    if rows.is_empty():
        return 0.0
    reach = pl.max_horizontal(pl.col(value) - pl.col("low"), pl.col("high") - pl.col(value))
    unknown = pl.col("low").is_null() | pl.col("high").is_null()
    return float(
        rows.select(pl.when(unknown).then(float("inf")).otherwise(reach).max()).item()
    )
