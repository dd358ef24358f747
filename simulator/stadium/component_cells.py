"""Find, set and compare cells of components by key, ``SHEET.ID.COLUMN`` (SWI-2).

    space.8.effect           building.B07.construction   field.F01.wins
    player.P15.salary        employee.E01.effect         board.point_tokens.value

A value of the board may be written without its column: ``board.point_tokens``.
"""

from __future__ import annotations

from eoc_sim.simulator.runs.component_cells import ComponentCells
from eoc_sim.simulator.stadium.components import Components

CELLS = ComponentCells(Components.keys(), Components.with_changes)
normal_key, change, differences = CELLS.normal_key, CELLS.change, CELLS.differences
