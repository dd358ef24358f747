"""Epic: both halves of the season, and the winter tokens (EPI)."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis import cards
from eoc_sim.analysis.eleven.layer import EPIC_WEEKS, HALF, is_epic
from eoc_sim.analysis.eleven.matches import with_strategies
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import strategy_means, with_means

TOKENS = "winter"
"""The table of winter tokens."""
HALVES = ("first", "second")
"""Points in each half."""
STANDING = ("at_break", "at_end")
"""Positions in the league table."""
VALUES = (*HALVES, *STANDING, "last")
PREDICTIONS = ("same_rank", "leader_wins")
"""Percentages that show how well the first half predicts the end."""
LAST_ENTRY = 12
"""The first position that the VP table's last entry covers (EPI-10)."""
WEEK_COLUMNS = ("week", "points", "position", "score")


def by_strategy(run: Run) -> pl.DataFrame:
    """Return each strategy's results in both halves.

    Columns: strategy, label, games, then first and second (points of the halves), at_break and
    at_end (position) and last (how many managers in 100 end in the last entry of the VP table),
    each also with _low and _high.
    """
    return strategy_means(run, halves_statistic(run))


def measure_winter(run: Run) -> dict[str, tuple[float, float, float]]:
    """Return, as percentages with intervals, how much the first half decides.

    ``same_rank``: managers whose rank by points is the same at the Break and at the end.
    ``leader_wins``: games that the leader at the Break wins, of those with a sole leader then.
    """
    frame = with_means(run, run.total(games_statistic(run)), PREDICTIONS)
    row = frame.row(0, named=True)
    return {
        name: (row[name], row[f"{name}_low"], row[f"{name}_high"])
        for name in PREDICTIONS
        if row[f"{name}_low"] is not None
    }


def tokens(run: Run) -> pl.DataFrame:
    """Return one row per winter token, as `cards.card_table` does."""
    return cards.card_table(run, 0, run.declaration.tables[TOKENS])


def _both_halves(run: Run, batch: Batch) -> pl.DataFrame:
    """Pair each manager's last week before the Break with the final week."""
    rows = with_strategies(run, batch, "weeks", WEEK_COLUMNS)
    before = rows.filter(pl.col("week") == HALF)
    after = rows.filter(pl.col("week") == EPIC_WEEKS)
    return before.join(after, on=["game", "seat", "strategy"], suffix="_end").select(
        *("game", "seat", "strategy", "score_end"),
        first=pl.col("points").cast(pl.Float64),
        second=(pl.col("points_end") - pl.col("points")).cast(pl.Float64),
        at_break=pl.col("position").cast(pl.Float64),
        at_end=pl.col("position_end").cast(pl.Float64),
        last=100.0 * (pl.col("position_end") >= LAST_ENTRY),
    )


def halves_statistic(run: Run) -> Statistic:
    """Return the statistic of both halves by strategy."""
    return Statistic(
        "halves of Epic by strategy",
        ((run.declaration.tables["weeks"], 0), (run.table_with("win_share"), 0)),
        ("strategy",),
        VALUES,
        lambda batch: _both_halves(run, batch).select("game", "strategy", *VALUES),
    )


def games_statistic(run: Run) -> Statistic:
    """Return the statistic of ranks at the Break and at the end."""
    seats = run.table_with("win_share")

    def rows(batch: Batch) -> pl.DataFrame:
        shares = batch.read(seats, 0, ["game", "seat", "win_share"])
        total = pl.col("first") + pl.col("second")
        ranking = (
            _both_halves(run, batch)
            .join(shares, on=["game", "seat"], how="left")
            .with_columns(
                before=pl.col("first").rank("min", descending=True).over("game"),
                after=total.rank("min", descending=True).over("game"),
            )
            .with_columns(leaders=(pl.col("before") == 1).sum().over("game"))
        )
        leads = (pl.col("before") == 1) & (pl.col("leaders") == 1)
        return ranking.select(
            "game",
            pl.lit(0).alias("all"),
            (100.0 * (pl.col("before") == pl.col("after"))).alias("same_rank"),
            pl.when(leads).then(100.0 * pl.col("win_share")).alias("leader_wins"),
        )

    return Statistic(
        "ranks at the Break and at the end",
        ((run.declaration.tables["weeks"], 0), (seats, 0)),
        ("all",),
        PREDICTIONS,
        rows,
    )


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    if not is_epic(run):
        return []
    return [
        halves_statistic(run),
        games_statistic(run),
        *(cards.statistics(run, 0, run.declaration.tables[TOKENS]) if _has_tokens(run) else ()),
    ]


def _has_tokens(run: Run) -> bool:
    return run.has(run.declaration.tables[TOKENS], 0)
