"""Managers' actions, by kind, week and strategy (ACT)."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.eleven.matches import add_strategy
from eoc_sim.analysis.exact_sums import count_rows
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_labels, with_means, with_zeros

NUMBER = "number"


def by_week(run: Run) -> pl.DataFrame:
    """Return how often a manager takes each kind of action, by week.

    Columns: kind, week, games, and number with _low and _high (per manager, averaged over games).
    """
    total = with_zeros(run, run.total(weeks_statistic(run)), [NUMBER])
    return with_means(run, total, [NUMBER]).drop(f"{NUMBER}_n")


def weeks_statistic(run: Run) -> Statistic:
    """Return the statistic of actions per manager, by kind and week."""
    table = run.declaration.tables["actions"]
    return Statistic(
        "actions by kind and week",
        ((table, 0),),
        ("kind", "week"),
        (NUMBER,),
        lambda batch: batch.read(table, 0, ["game"], ["kind", "week"]).with_columns(
            pl.lit(1.0 / run.players).alias(NUMBER)
        ),
        added=True,
    )


def by_strategy(run: Run) -> pl.DataFrame:
    """Return how often each strategy takes each action in a season.

    Columns: strategy, label, kind, games, and number with _low and _high, over the games in which
    the strategy takes such an action at all.
    """
    frame = with_means(run, run.total(strategies_statistic(run)), [NUMBER]).drop(f"{NUMBER}_n")
    return add_labels(run, frame, run.column("strategy"), "strategy")


def strategies_statistic(run: Run) -> Statistic:
    """Return the statistic of a season's actions, by strategy and kind."""
    table = run.declaration.tables["actions"]

    def rows(batch: Batch) -> pl.DataFrame:
        actions = batch.read(table, 0, ["game", "seat"], ["kind"])
        return add_strategy(run, batch, count_rows(actions, ("seat", "kind"), NUMBER))

    return Statistic(
        "actions by strategy and kind",
        ((table, 0), (run.table_with("win_share"), 0)),
        ("strategy", "kind"),
        (NUMBER,),
        rows,
    )


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return [weeks_statistic(run), strategies_statistic(run)]
