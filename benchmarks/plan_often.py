"""The compiled loop whose speed `c_twin` measures.

The loop is in a module of its own, so that its machine code does not depend on what `c_twin`
imports.
"""

# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.eoc.state import MAX_PLAYERS
from eoc_sim.simulator.kernel.compiled import compiled_entry
from eoc_sim.strategies.eoc.balanced_0_1 import plan


@compiled_entry
def plan_often(tables: Any, seats: Any, params: Any, rounds: int) -> None:
    """Compute the plan of every seat at every table, ``rounds`` times."""
    for _ in range(rounds):
        for index in range(len(tables)):
            for seat in range(MAX_PLAYERS):
                plan(tables[index], seats[index, seat], params[seat])
