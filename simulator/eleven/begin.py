"""The set-up of a game, in either layer (SET, LAY-1)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.events import SETUP
from eoc_sim.simulator.eleven.season_set_up import clear_season, set_up_season
from eoc_sim.simulator.eleven.set_up import clear_table, deal_league, emit_dealt
from eoc_sim.simulator.eleven.state import BEGINNING
from eoc_sim.simulator.eleven.switches import LAYER
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit


@compiled
def emit_set_up(state, trace):
    """Write the set-up of layer league into the trace."""
    if trace.position > 0:
        emit(trace, SETUP, -1)
        emit_dealt(state, trace)


@compiled
def set_up(state, trace, policies, seed, game, seating):
    """SET-9: set up a game; always return 0.

    No strategy is asked anything.
    """
    table = state.table
    clear_table(state)
    if table.rule_layer == LAYER.SEASON:
        clear_season(state)
        deal_league(state, seed, game, seating)
        set_up_season(state, trace)
        return 0
    deal_league(state, seed, game, seating)
    emit_set_up(state, trace)
    table.week = 1
    table.phase = BEGINNING
    return 0
