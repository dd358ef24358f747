"""A strategy's losses under bans: games with and without each ban.

A ban denies the strategy an option; the strategy is not tuned again. The unit is the game.
Formulas and their known bias: docs/reference/metrics.md.
"""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis import compare
from eoc_sim.analysis.pairs import METRICS
from eoc_sim.analysis.strategies import seats_statistic
from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.total_columns import with_means
from eoc_sim.simulator.runs.restriction import Restriction

COUNTS = ("corrected", "gave_way")
"""Columns' roles: how many times a ban took effect, or gave way."""
SIGN_CHANGES = (
    ("change", "lost"),
    ("high", "low"),
    ("low", "high"),
    ("all_high", "all_low"),
    ("all_low", "all_high"),
)
"""Columns of a change, each paired with a column of the loss.

The loss's column is the negative of the change's.
"""


def restriction_of(run: Run) -> Restriction | None:
    """Return the run's restricted strategy and bans; None if it has none."""
    record = run.record.get("restriction")
    return None if record is None else Restriction.from_record(record)


def losses(run: Run, group_totals: dict[str, pl.DataFrame] | None = None) -> pl.DataFrame:
    """Return the restricted strategy's losses by ban.

    ``group_totals`` is the result of `compare.totals`, if it is already known. There is one row per
    metric ("wins" in 100, then "score") and ban, in the order requested. Columns: arm, ban, forbids
    (in words), metric, games, differ (games that differ), current and version (the strategy's
    means) with intervals, lost with low and high (for the row alone) and all_low and all_high
    (jointly for all rows of the metric), smallest (the smallest loss that matters), verdict,
    more_games, reduction (of the variance); corrected (banned orders per game that a default
    replaced) and gave_way (decisions per game in which the ban gave way), each a mean with an
    interval, plus the largest number in any one game (suffix _most). Every metric is a family of
    its own.

    Raises:
        MissingResults: the run has no bans, or no finished games.
    """
    restriction = restriction_of(run)
    if restriction is None:
        raise MissingResults("This run has no ban on a strategy, so there is no loss to show.")
    groups = compare.totals(run) if group_totals is None else group_totals
    total = groups["strategy"].filter(pl.col("label") == restriction.name)
    effects = compare.judge_totals(run, total).with_columns(
        (-pl.col(old)).alias(new) for old, new in SIGN_CHANGES
    )
    bans = pl.DataFrame(
        [
            {"place": index, "arm": ban.arm, "ban": ban.name, "forbids": ban.words}
            for index, ban in enumerate(restriction.bans)
        ]
    )
    return (
        bans.join(effects.drop("change", "what", "label"), on="arm", how="left")
        .join(_counts(run, restriction), on="arm", how="left")
        .sort(pl.col("metric") != METRICS[0], "place", maintain_order=True)
        .drop("place")
    )


def _counts(run: Run, restriction: Restriction) -> pl.DataFrame:
    """Average how many times each ban applies per game."""
    frames = []
    for arm in sorted({ban.arm for ban in restriction.bans}):
        total = run.total(seats_statistic(run, arm, COUNTS))
        total = total.filter(pl.col("strategy") == restriction.strategy)
        maxima = [total[f"{role}_most"].alias(f"{role}_most") for role in COUNTS]
        frames.append(
            with_means(run, total, COUNTS)
            .select(
                pl.lit(arm, dtype=pl.Int64).alias("arm"),
                *(pl.col(f"{role}{end}") for role in COUNTS for end in ("", "_low", "_high")),
            )
            .with_columns(maxima)
        )
    return pl.concat(frames)
