"""Statistics that only reports of Eleven read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.eleven import opponents, pitch, shape, table, weeks

if TYPE_CHECKING:
    from eoc_sim.analysis.statistic import Statistic
    from eoc_sim.analysis.tables import Run


def statistics(run: Run) -> list[Statistic]:
    """List the statistics for the sections that only Eleven's report has."""
    return [
        *table.statistics(run),
        *weeks.statistics(run),
        *pitch.statistics(run),
        *opponents.statistics(run),
        *shape.statistics(run),
    ]
