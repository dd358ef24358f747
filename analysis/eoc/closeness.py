"""Close games, and games decided early, in Envelopes of Cash."""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis import points
from eoc_sim.analysis.statistic import Statistic
from eoc_sim.analysis.tables import Run

AUGUST = 6
FINAL_SCORING = 13
"""The month number that stands for the final scoring."""


def closeness(run: Run, arm: int = 0) -> pl.DataFrame:
    """Extend `points.closeness` with games decided early or at the very end.

    ``by_august`` are games in which the winner takes the lead for good by the end of August,
    ``final_scoring`` those decided only by the final scoring.
    """
    return points.closeness(run, arm, ["leader_month"], shares())


def games_statistic(run: Run, arm: int = 0) -> Statistic:
    """Return the statistic that `closeness` reads."""
    return points.games_statistic(run, arm, ["leader_month"], shares())


def shares() -> dict[str, pl.Expr]:
    """Define shares of games by the time when the lead is decided."""
    # `lead_shares` splits a game at half its length, so twice `AUGUST` puts the split at the end
    # of August.
    led = points.lead_shares(pl.col("leader_month"), pl.lit(2 * AUGUST))
    return {"by_august": led["by_half"], "final_scoring": led["never_led"]}
