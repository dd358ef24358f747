"""Points and position of each strategy, week by week."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis import points
from eoc_sim.analysis.eleven.layer import is_season, weeks_of
from eoc_sim.analysis.eleven.matches import with_strategies
from eoc_sim.analysis.statistic import Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import strategy_means

STANDING = ("points", "position", "score")
CLUB_COLUMNS = ("money", "cards", "fielded", "upkeep", "unpaid")
"""Columns that only a season fills."""


def by_week(run: Run) -> pl.DataFrame:
    """Return each strategy's standing at the end of each week.

    Columns: strategy, label, week, games, then points, position, score (VP if the season ended with
    that week) and, in the season layer, `CLUB_COLUMNS`, each also with _low and _high.
    """
    return strategy_means(run, weeks_statistic(run))


def values_of(run: Run) -> tuple[str, ...]:
    """Return the columns of a week that the run's layer fills."""
    return (*STANDING, *CLUB_COLUMNS) if is_season(run) else STANDING


def weeks_statistic(run: Run) -> Statistic:
    """Return the statistic that `by_week` reads."""
    return Statistic(
        "standings by strategy and week",
        ((run.declaration.tables["weeks"], 0), (run.table_with("win_share"), 0)),
        ("strategy", "week"),
        values_of(run),
        lambda batch: with_strategies(run, batch, "weeks", ("week", *values_of(run))),
    )


def closeness(run: Run, arm: int = 0) -> pl.DataFrame:
    """Return `points.closeness` with a row for each share in `leads`.

    These are shares of games, by the week in which the lead is decided.
    """
    return points.closeness(run, arm, [LEADER], leads(run))


def games_statistic(run: Run, arm: int = 0) -> Statistic:
    """Return the statistic that `closeness` reads."""
    return points.games_statistic(run, arm, [LEADER], leads(run))


LEADER = "leader_week"


def leads(run: Run) -> dict[str, pl.Expr]:
    """Define shares of games by the time when the lead is decided."""
    return points.lead_shares(pl.col(LEADER), pl.lit(weeks_of(run)))


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return [weeks_statistic(run), games_statistic(run)]
