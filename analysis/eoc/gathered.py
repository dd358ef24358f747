"""Statistics that only the report of an Envelopes of Cash run reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.eoc import closeness, shape

if TYPE_CHECKING:
    from eoc_sim.analysis.statistic import Statistic
    from eoc_sim.analysis.tables import Run


def statistics(run: Run) -> list[Statistic]:
    """List the statistics of a run's page that no other game has."""
    return [closeness.of_games(run), *shape.statistics(run)]
