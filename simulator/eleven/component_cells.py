"""The cells of all components by keys, ``SHEET.ID.COLUMN`` (SWI).

opponent.O12.keeper      profile.steady3.balls      tactic.T10.effect
club.dice_red.value      club.position_vp_standard  opponent.O12.absent
"""

from __future__ import annotations

from eoc_sim.simulator.eleven.components import Components
from eoc_sim.simulator.runs.component_cells import ComponentCells

CELLS = ComponentCells(Components.keys(), Components.with_changes)
normal_key, changed, differences = CELLS.normal_key, CELLS.changed, CELLS.differences
