"""The same games in two versions: each seat's results in both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from eoc_sim.analysis.statistic import Batch
    from eoc_sim.analysis.tables import Run

METRICS = ("wins", "score")


def groups_of(run: Run) -> dict[str, tuple[str, ...]]:
    """Return the columns that group seats; solo games lack turn order."""
    by: dict[str, tuple[str, ...]] = {"strategy": ("strategy", "strategy_version")}
    if run.players > 1 and run.declares("order"):
        by["order"] = ("order",)
    return by


def pairs_of(run: Run, arm: int, batch: Batch) -> pl.DataFrame:
    """Pair every seat's results under the current rules and in the version."""
    return batch.make_once(f"pairs {arm}", lambda: _pairs_of(run, arm, batch))


def _pairs_of(run: Run, arm: int, batch: Batch) -> pl.DataFrame:
    seats = run.table_with("win_share")
    order = ["order"] if seats.roles("order") else []
    columns = ["game", "seat", *order, "strategy", "win_share", "score"]
    current = batch.read(seats, 0, columns)
    version = batch.read(seats, arm, columns).drop(order)
    keys = ["game", "seat"]
    if current.select(keys).equals(version.select(keys)):
        # The rows match unless the version has a different number of seats.
        row_pairs = current.hstack(version.drop(keys).select(pl.all().name.suffix("_version")))
    else:
        row_pairs = current.join(version, on=keys, suffix="_version")
    wins, score = 100 * pl.col("win_share"), pl.col("score").cast(pl.Float64)
    new_wins = 100 * pl.col("win_share_version")
    new_score = pl.col("score_version").cast(pl.Float64)
    return row_pairs.select(
        "game",
        "seat",
        *order,
        "strategy",
        "strategy_version",
        wins.alias("wins_current"),
        new_wins.alias("wins_version"),
        (new_wins - wins).alias("wins_change"),
        score.alias("score_current"),
        new_score.alias("score_version"),
        (new_score - score).alias("score_change"),
    )


def flag_differences(frame: pl.DataFrame) -> pl.DataFrame:
    """Add ``wins_differ`` and ``score_differ``: True where there is a change."""
    return frame.with_columns(
        (pl.col(f"{metric}_change").abs() > 1e-9).alias(f"{metric}_differ") for metric in METRICS
    )
