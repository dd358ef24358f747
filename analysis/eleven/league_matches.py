"""Matches between managers: Host and Visitor, shoot-outs and gloves (PVP)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.eleven.matches import ALL_MATCHES, with_strategies
from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import group_means, strategy_means

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.columns import Table

COLUMNS = ("week", "rival", "host", "shootout", "gloves", "points", "goals", "against")
SHARES = ("won", "won_as_host", "won_as_visitor", "level", "won_shoot_outs")
"""Shares per 100 matches or, for the last one, per 100 shoot-outs.

The shares as Host and as Visitor are per 100 matches in that role.
"""
VALUES = (*SHARES, "goals", "against")
STRATEGY = {"strategy": pl.col("strategy")}


def is_on(run: Run) -> bool:
    """Check if managers meet each other in a run's games (PVP-1)."""
    return run.rules.get("league_matches") == "on"


def by_strategy(run: Run) -> pl.DataFrame:
    """Tabulate each strategy's matches against other managers.

    Columns: strategy, label, games, and `VALUES`, each with _low and _high.
    """
    return strategy_means(run, strategies_statistic(run))


def all_matches(run: Run) -> pl.DataFrame:
    """Tabulate the values of `by_strategy` over all matches, in one row."""
    return group_means(run, all_statistic(run))


def by_gloves(run: Run) -> pl.DataFrame:
    """Tabulate shoot-outs by the difference between the keepers' gloves.

    Columns: ahead (the difference), games (with such a shoot-out), and won (per 100 such
    shoot-outs) with _low and _high.
    """
    return group_means(run, gloves_statistic(run)).sort("ahead")


def strategies_statistic(run: Run) -> Statistic:
    """Return the statistic that `by_strategy` reads."""
    return _statistic(run, "matches between managers by strategy", STRATEGY)


def all_statistic(run: Run) -> Statistic:
    """Return the statistic that `all_matches` reads."""
    return _statistic(run, "matches between managers", ALL_MATCHES)


def gloves_statistic(run: Run) -> Statistic:
    """Return the statistic that `by_gloves` reads."""

    def read(batch: Batch) -> pl.DataFrame:
        matches = _matches(run, batch)
        rivals = matches.select("game", "week", pl.col("seat").alias("rival"), "gloves")
        return (
            matches.filter(pl.col("level") > 0)
            .join(rivals, on=["game", "week", "rival"], how="left", maintain_order="left")
            .select("game", (pl.col("gloves") - pl.col("gloves_right")).alias("ahead"), "won")
        )

    return Statistic("shoot-outs by gloves", _tables(run), ("ahead",), ("won",), read)


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return (
        [strategies_statistic(run), all_statistic(run), gloves_statistic(run)] if is_on(run) else []
    )


def _statistic(run: Run, name: str, groups: dict[str, pl.Expr]) -> Statistic:
    def read(batch: Batch) -> pl.DataFrame:
        return _matches(run, batch).select(
            "game",
            *(group.alias(name) for name, group in groups.items()),
            *(pl.col(value).cast(pl.Float64) for value in VALUES),
        )

    return Statistic(name, _tables(run), tuple(groups), VALUES, read)


def _matches(run: Run, batch: Batch) -> pl.DataFrame:
    """Read the matches between managers, one row per manager."""

    def rows() -> pl.DataFrame:
        wins = 100.0 * (pl.col("points") > 0)
        level = 100.0 * (pl.col("shootout") > 0)
        return (
            with_strategies(run, batch, "matches", COLUMNS)
            .filter(pl.col("rival") >= 0)
            .with_columns(
                wins.alias("won"),
                level.alias("level"),
                pl.when(pl.col("host") == 1).then(wins).alias("won_as_host"),
                pl.when(pl.col("host") == 0).then(wins).alias("won_as_visitor"),
                pl.when(pl.col("shootout") > 0).then(wins).alias("won_shoot_outs"),
            )
        )

    return batch.make_once("matches between managers", rows)


def _tables(run: Run) -> tuple[tuple[Table, int], ...]:
    return ((run.declaration.tables["matches"], 0), (run.table_with("win_share"), 0))
