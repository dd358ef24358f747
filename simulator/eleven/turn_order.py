"""The order in which managers take their turns."""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def whose_turn(table):
    """Return the manager whose turn it is."""
    return (table.first_manager + table.turns_taken) % table.managers
