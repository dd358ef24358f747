"""Worth of resources, line-ups and actions by week, from a run's twins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import polars as pl

from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.analysis.twin_means import ALL, MEASURES, TwinMeans, changes

GIVEN, TOLD, PASSING, NO_EXTRA = "given", "line-up known", "no action", "no extra actions"
"""Kinds of twins, as named in the table of twins."""
VALUES = (*MEASURES, "margin")
GROUPS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "resources": (GIVEN, ("resource", "month")),
    "line_ups": (TOLD, ("month",)),
    "actions": (PASSING, ("month", "day")),
    "actions_by_day": (PASSING, ("day",)),
    "extra_actions": (NO_EXTRA, ("month",)),
}
"""Metric tables: their kind of twin, and the columns that group it."""
DAYS = ("Tuesday", "Wednesday", "Thursday")


def has_timing(run: Run, arm: int = 0) -> bool:
    """Return True if the run's twins give, tell or deny something."""
    entries = (run.record.get("twins") or {}).get("entries", ())
    kinds = {kind for kind, _ in GROUPS.values()}
    return any(kind in kinds for kind, *_ in entries) and run.has(run.table_with("twin"), arm)


class Timing:
    """The twins of one version of a run.

    Raises `MissingResults` if it has none. All frames have one row per strategy of the twin's seat,
    "all" first, with the columns strategy, games (with such a twin), and score, wins (in 100),
    margin (VP ahead of the best other), others_score and others_wins (the mean of all others). Each
    of these is the result with the thing minus that without, and has _low and _high, and _all_low
    and _all_high, which hold jointly for the rows of a strategy; verdict and more_games judge the
    wins by the latter.
    """

    def __init__(self, run: Run, arm: int = 0) -> None:
        if not has_timing(run, arm):
            raise MissingResults(
                "This run has no twins of resources and actions: eoc-sim timing plays some."
            )
        self._table = run.table_with("twin")
        run.require(self._table, arm=arm)
        self._run = run
        self._arm = arm

    @cached_property
    def _means(self) -> Mapping[str, TwinMeans]:
        """Sums from one pass, by name of their table."""
        means = {
            name: TwinMeans(self._run, by, VALUES, judged=True) for name, (_, by) in GROUPS.items()
        }
        for batch in self._run.batches():
            rows = changes(
                self._run,
                self._arm,
                batch,
                ["game", "twin", "month"],
                ["resource", "day", "margin"],
            ).with_columns(pl.col("twin").cast(pl.String))
            for name, (kind, _) in GROUPS.items():
                means[name].add(rows.filter(pl.col("twin") == kind))
        return means

    def frame(self, name: str) -> pl.DataFrame:
        """Return a table of `GROUPS`: resource, week and day come first.

        ``resources`` is one more of a resource as a week begins, ``line_ups`` knowing the coming
        line-up, ``actions`` the action of a day, and ``extra_actions`` all extra actions from a
        week on.
        """
        means = self._means[name]
        words: dict[str, Mapping[int, str]] = {
            "resource": dict(enumerate(self._table["resource"].values)),
            "day": dict(enumerate(DAYS, 1)),
        }
        return (
            means.frame()
            .sort(pl.col("strategy") != ALL, "strategy", *means.by, maintain_order=True)
            .with_columns(
                pl.col(column).cast(pl.Int64).replace_strict(words[column], return_dtype=pl.String)
                for column in means.by
                if column in words
            )
            .rename({"month": "week"} if "month" in means.by else {})
        )

    def tables(self) -> dict[str, pl.DataFrame]:
        """Return all metric tables by name, as they are written."""
        return {name: self.frame(name) for name in GROUPS}
