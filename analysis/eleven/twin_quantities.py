"""Quantities from twins in Eleven: things held, and resources by week."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.eleven.timing import RESOURCE_GIVEN
from eoc_sim.analysis.eleven.worth import changes_of, has_worth, names_of
from eoc_sim.analysis.twin_quantities import components_off, gifts

if TYPE_CHECKING:
    from eoc_sim.analysis.statistic import Batch
    from eoc_sim.analysis.tables import Run


def rows(run: Run, batch: Batch) -> pl.DataFrame:
    """List the gains from a batch's twins as quantities."""
    resources = gifts(
        run, batch, RESOURCE_GIVEN, "resource", "one more {}", pl.format("week {}", "round")
    )
    if not has_worth(run):
        return resources
    return pl.concat([components_off(changes_of(run, 0, batch), names_of(run)), resources])
