"""Solo: the scenarios won, and their goals (SOLO)."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis.statistic import Statistic
from eoc_sim.analysis.strategies import win_shares
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_names, with_means

VALUES = ("met", "value")
"""Games in 100 that met a goal, and the mean measured value."""


def is_solo(run: Run) -> bool:
    """Return True for games with one manager."""
    return run.players == 1


def scenario(run: Run) -> tuple[str, list[str]]:
    """Return the current rules' scenario, and its goals."""
    dim = run.dim("goals").filter(pl.col("name") != "")
    number = f"{run.rules['scenario']} "
    goals = dim.filter(pl.col("scenario").str.starts_with(number))
    return str(goals["scenario"][0]), goals["name"].to_list()


def wins_by_version(run: Run) -> pl.DataFrame:
    """Return how often the manager wins in each version.

    Columns: label (the version's) and games; wins (in 100 games) and score, each with _low and
    _high.
    """
    frames = []
    for arm in run.arms:
        frame = win_shares(run, arm.id).filter(pl.col("label") != run.words.automaton)
        label = arm.sentence if arm.changes else run.current
        frames.append(frame.with_columns(pl.lit(label).alias("label")))
    frame = pl.concat(frames).rename({"low": "wins_low", "high": "wins_high"})
    return frame.select(
        *("label", "games", "wins", "wins_low", "wins_high", "score", "score_low", "score_high")
    )


def goals_statistic(run: Run, arm: int) -> Statistic:
    """Return the statistic of the goals in a version's scenario."""
    table = run.declaration.tables["goals"]
    return Statistic(
        f"goals of the scenario, version {arm}",
        ((table, arm),),
        ("goal",),
        VALUES,
        lambda batch: batch.read(table, arm, ["game"], ["goal", *VALUES]).with_columns(
            (100.0 * pl.col("met")).alias("met"), pl.col("value").cast(pl.Float64)
        ),
    )


def goals(run: Run) -> pl.DataFrame:
    """Return how often each goal is met.

    Versions whose table of goals was not kept are left out. Columns: label (the goal), scenario and
    games; `VALUES`, each with _low and _high.
    """
    available = [statistic for statistic in statistics(run) if run.has_tables(statistic)]
    if not available:
        return pl.DataFrame()
    frames = [with_means(run, run.total(statistic), VALUES) for statistic in available]
    frame = pl.concat(frames).drop(f"{value}_n" for value in VALUES)
    dim = run.dim("goals")
    return add_names(frame, dim, "goal", "label").join(
        dim.select(pl.col("id").alias("goal"), "scenario"), on="goal", how="left"
    )


def statistics(run: Run) -> list[Statistic]:
    """List all statistics that this module reads."""
    return [goals_statistic(run, arm.id) for arm in run.arms] if is_solo(run) else []
