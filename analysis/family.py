"""Which findings of a run hold over its data family, where much of the data is a guess.

A finding is an interval that does not reach the value of nothing: a version that changes a
strategy's wins or score, a strategy or a place in turn order that wins more or less than its fair
share. It holds in a member of the family if its interval there lies on the same side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis import dealt, strategies
from eoc_sim.analysis.compare import effects
from eoc_sim.analysis.tables import Run
from eoc_sim.simulator.runs.family import ENOUGH, member_folders
from eoc_sim.simulator.runs.run_directory import RUN_FILE

if TYPE_CHECKING:
    import polars as pl

ROBUST, NOT_ROBUST = "robust", "not robust"
COLUMNS = (
    "what", "label", "metric", "games", "value", "low", "high", "members", "holds", "reversed",
    "least", "most", "verdict",
)
"""Columns of `robustness`: ``least`` and ``most`` are the values in the members."""


def was_asked(run: Run) -> bool:
    """Whether a run has been played again in members of its data family."""
    return bool(member_folders(run.path))


def enough(run: Run) -> float:
    """In how many of 100 members a finding has to hold to be robust, as the run says."""
    return float(run.record[ENOUGH])


def findings(run: Run) -> pl.DataFrame:
    """What a run says with an interval, as differences from nothing.

    Columns: what (a version, or what wins are looked at by), label, metric (wins in 100, score),
    games, value, low, high (95 %, each by itself).
    """
    import polars as pl

    parts = []
    if len(run.arms) > 1:
        for frame in effects(run).values():
            if frame.height:
                parts.append(
                    frame.select(
                        "what", "label", "metric", "games", pl.col("change").alias("value"), "low",
                        "high",
                    )
                )
    elif run.fair is not None:
        fair = 100 * run.fair
        frames = {"wins by strategy": strategies.win_shares(run)}
        if run.declares("order"):
            order = run.column("order")
            frames[f"wins by {order.head}"] = dealt.win_shares(run)[order.name]
        for what, frame in frames.items():
            parts.append(
                frame.select(
                    pl.lit(what).alias("what"), "label", pl.lit("wins").alias("metric"), "games",
                    *((pl.col(name) - fair).alias(end) for name, end in (
                        ("wins", "value"), ("low", "low"), ("high", "high"),
                    )),
                )
            )
    return pl.concat(parts) if parts else pl.DataFrame()


def robustness(run: Run) -> pl.DataFrame:
    """Every finding of a run, and in how many members of its data family it holds.

    Columns as `COLUMNS`, a row a finding. ``verdict`` is robust where it holds in `enough` of 100
    members at least and in none the other way round.
    """
    import polars as pl

    mine = findings(run)
    if not mine.height:
        return pl.DataFrame(schema=dict.fromkeys(COLUMNS, pl.String))
    mine = mine.filter((pl.col("low") > 0) | (pl.col("high") < 0))
    keys = ["what", "label", "metric"]
    others = [
        findings(Run(folder)).select(
            *keys, pl.col("value").alias("member_value"), pl.col("low").alias("member_low"),
            pl.col("high").alias("member_high"),
        )
        for folder in member_folders(run.path) if (folder / RUN_FILE).exists()
    ]
    beside = mine.join(pl.concat(others), on=keys, how="left", maintain_order="left")
    up = pl.col("value") > 0
    above, below = pl.col("member_low") > 0, pl.col("member_high") < 0
    found = beside.group_by([*keys, "games", "value", "low", "high"], maintain_order=True).agg(
        pl.col("member_value").count().alias("members"),
        pl.when(up).then(above).otherwise(below).sum().alias("holds"),
        pl.when(up).then(below).otherwise(above).sum().alias("reversed"),
        pl.col("member_value").min().alias("least"), pl.col("member_value").max().alias("most"),
    )
    robust = (pl.col("reversed") == 0) & (100 * pl.col("holds") >= enough(run) * pl.col("members"))
    return found.with_columns(
        pl.when((pl.col("members") > 0) & robust).then(pl.lit(ROBUST))
        .otherwise(pl.lit(NOT_ROBUST)).alias("verdict")
    ).select(COLUMNS)
