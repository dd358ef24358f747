"""All statistics of a run's report, computed together in one pass.

A game's own statistics come from its function in `Parts.statistics`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis import (
    adjusting,
    cards,
    compare,
    dealt_cards,
    first_player,
    luck_of_the_deal,
    points,
    rescoring,
    seating,
    shape,
    strategies,
)

if TYPE_CHECKING:
    from eoc_sim.analysis.statistic import Statistic
    from eoc_sim.analysis.tables import Run


def statistics(run: Run) -> list[Statistic]:
    """List the statistics for a run's report page.

    The statistics cover the current rules, and the difference that each version makes.
    """
    result = [
        *strategies.statistics(run),
        *points.statistics(run),
        *seating.statistics(run),
        *luck_of_the_deal.statistics(run),
        *adjusting.statistics(run),
        *first_player.statistics(run),
        *cards.statistics(run),
        *dealt_cards.statistics(run),
        *rescoring.statistics(run),
        *shape.statistics(run),
        *compare.statistics(run),
        *_game_statistics(run),
    ]
    return list({statistic.name: statistic for statistic in result}.values())


def _game_statistics(run: Run) -> list[Statistic]:
    """List the statistics of the run's own game."""
    statistics_of = run.parts.load("statistics")
    result: list[Statistic] = [] if statistics_of is None else statistics_of(run)
    return result
