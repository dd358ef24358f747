"""Search for managers' best layouts in compiled code, and average their points.

This module does not import any module that reads components. Those modules have many imports, and
an edit to any of their imports would make it necessary to compile this module again.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven.best_layout import POINT, search_layout
from eoc_sim.simulator.kernel.compiled import compiled_entry

WIN_POINTS = 3


@compiled_entry
def mean_points(managers, formations, effort, repeats):
    """Search for every manager's best layouts, and return their mean points."""
    points = 0.0
    for index in range(len(managers)):
        me = managers[index]
        for card in range(len(formations)):
            for _ in range(repeats):
                search_layout(me, formations[card], effort, WIN_POINTS)
                points += ((me.best_value + POINT // 2) // POINT) / me.line_ups
    return points / (len(managers) * len(formations) * repeats)
