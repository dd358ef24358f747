"""Statistics that are read only by reports of Envelopes of Cash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.eoc import closeness, shape

if TYPE_CHECKING:
    from eoc_sim.analysis.statistic import Statistic
    from eoc_sim.analysis.tables import Run


def statistics(run: Run) -> list[Statistic]:
    """List the statistics for sections that only this game's report has."""
    return [closeness.games_statistic(run), *shape.statistics(run)]
