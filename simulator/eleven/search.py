"""Eleven's part of a search: its deciding seats, random streams and goal (INF-2, INF-5).

The method is in `kernel.search`.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven import streams
from eoc_sim.simulator.eleven.state import ACTING
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def deciding_seat(state, index):
    """Return the manager who decides on an action next, or -1 (WEE-2).

    ``index`` counts the managers who decide at the same time. Only one does, so the
    answer is -1 for every index but 0.
    """
    table = state.table
    if index > 0 or table.phase != ACTING or table.day_over == 1 or state.box.frames > 0:
        return -1
    return (table.first_manager + table.turns_taken) % table.managers


@compiled
def stream(table, seat):
    """Return the stream number of a seat's rollouts (RND-2)."""
    day = 4 * table.week + table.day
    return streams.SEARCH + 2048 * day + 8 * table.asked_today + seat


@compiled
def value(state, seat):
    """Return a search's goal: the final VP."""
    return state.table.score[seat] + 0


@compiled
def completed_weeks(table, seat):
    """Count the completed weeks."""
    return table.week - 1
