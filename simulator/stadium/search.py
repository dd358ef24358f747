"""The search's rules: seats, moments and goal (INF-2, RND-1).

The method is in `kernel.search`.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.leading import lead
from eoc_sim.simulator.stadium import streams
from eoc_sim.simulator.stadium.codes import PLACING
from eoc_sim.simulator.stadium.place import next_placer


@compiled
def deciding_seat(state, index):
    """Return the owner about to place a VP, or -1 (PLA-1).

    A search runs only before a placement, and only one owner decides then.
    """
    if state.table.phase == PLACING and index == 0:
        return next_placer(state.table)
    return -1


@compiled
def stream(table, seat):
    """Return the stream number for a seat's rollouts (RND-2)."""
    return streams.SEARCH + 1024 * table.placed + 8 * table.round + seat


@compiled
def value(state, seat):
    """Return the goal of a search: the owner's lead in points."""
    return lead(state.table, state.table.owners, seat)


@compiled
def rounds_over(table, seat):
    """Count the rounds that are over."""
    return table.round - 1
