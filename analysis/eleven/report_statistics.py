"""Statistics that are read only by reports of Eleven."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.eleven import (
    actions,
    bets,
    club_holdings,
    deals,
    league_matches,
    meetings,
    opponents,
    pitch,
    referees,
    shape,
    solo,
    table,
    unique_cards,
    weeks,
    winter,
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
        *deals.statistics(run),
        *bets.statistics(run),
        *referees.statistics(run),
        *winter.statistics(run),
        *solo.statistics(run),
        *unique_cards.statistics(run),
        *(
            statistic
            for module in (actions, meetings, club_holdings)
            if is_season(run)
            for statistic in module.statistics(run)
        ),
    ]
