"""Worth of resources, line-ups and actions by week, from a run's twins."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from eoc_sim.analysis.component_twins import has_twins
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.timing_twins import TimingTwins

RESOURCE_GIVEN, LINE_UP_KNOWN, NO_ACTION, NO_EXTRA_ACTIONS = (
    "given",
    "line-up known",
    "no action",
    "no extra actions",
)
KINDS = (RESOURCE_GIVEN, LINE_UP_KNOWN, NO_ACTION, NO_EXTRA_ACTIONS)
"""Kinds of twins, as named in the table of twins."""
GROUPS = {
    name: (pl.col("twin") == kind, by)
    for name, kind, by in (
        ("resources", RESOURCE_GIVEN, ("resource", "round")),
        ("line_ups", LINE_UP_KNOWN, ("round",)),
        ("actions", NO_ACTION, ("round", "day")),
        ("actions_by_day", NO_ACTION, ("day",)),
        ("extra_actions", NO_EXTRA_ACTIONS, ("round",)),
    )
}
"""For each metric table, which twins count and which columns group them."""
DAYS = ("Tuesday", "Wednesday", "Thursday")


def has_timing(run: Run, arm: int = 0) -> bool:
    """Return True if the run's twins give, show or deny something."""
    return has_twins(run, KINDS, arm)


class Timing(TimingTwins):
    """The twins of resources, line-ups and actions in a version."""

    KINDS = KINDS
    SUBJECT = "resources and actions"
    COLUMNS = ("resource", "day")
    GROUPS = GROUPS

    def words(self) -> Mapping[str, Mapping[int, str]]:
        """Return the names of resources and days."""
        return {
            "resource": dict(enumerate(self._table["resource"].values)),
            "day": dict(enumerate(DAYS, 1)),
        }

    def frame(self, name: str) -> pl.DataFrame:
        """Return one of the tables in `GROUPS`.

        The columns resource, week and day come first. ``resources`` has the worth of one more unit
        of a resource as a week begins, ``line_ups`` that of knowing the coming line-up, ``actions``
        that of the action on a day of a week, ``actions_by_day`` the same over all weeks, and
        ``extra_actions`` that of all extra actions from a week onwards.
        """
        frame = self._name_rows(name)
        return frame.rename({"round": "week"} if "round" in frame.columns else {})

    def tables(self) -> dict[str, pl.DataFrame]:
        """Return all metric tables by the names of their files."""
        return {name: self.frame(name) for name in self.GROUPS}
