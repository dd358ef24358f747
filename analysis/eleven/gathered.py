"""Statistics that only reports of Eleven read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.eleven import (
    actions,
    league_matches,
    meetings,
    opponents,
    pitch,
    shape,
    table,
    things,
    weeks,
)
from eoc_sim.analysis.eleven.layer import is_season

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
        *league_matches.statistics(run),
        *shape.statistics(run),
        *(
            one
            for of in (actions, meetings, things)
            if is_season(run)
            for one in of.statistics(run)
        ),
    ]
