"""The set-up of the league layer (SET, LAY-1)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.events import SETUP
from eoc_sim.simulator.eleven.set_up import clear_table, deal_league, emit_dealt
from eoc_sim.simulator.eleven.state import BEGINNING
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit


@compiled
def set_up(state, trace, policies, seed, game, seating):
    """SET-9: set up a league; always return 0.

    No strategy is asked anything.
    """
    clear_table(state)
    deal_league(state, seed, game, seating)
    if trace.position > 0:
        emit(trace, SETUP, -1)
        emit_dealt(state, trace)
    state.table.week = 1
    state.table.phase = BEGINNING
    return 0
