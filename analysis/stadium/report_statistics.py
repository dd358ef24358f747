"""Statistics that are read only by reports of Stadium."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.stadium import decks, places, race, shape, spaces, vice_presidents

if TYPE_CHECKING:
    from eoc_sim.analysis.statistic import Statistic
    from eoc_sim.analysis.tables import Run


def statistics(run: Run) -> list[Statistic]:
    """List the statistics for the sections that only Stadium's report has."""
    return [
        *spaces.statistics(run),
        *places.statistics(run),
        *vice_presidents.statistics(run),
        *decks.statistics(run),
        *race.statistics(run),
        *shape.statistics(run),
    ]
