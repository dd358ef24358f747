"""The set-up of a season with modules of the leaflet (LAY-3)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import season_set_up
from eoc_sim.simulator.eleven.market import cut_pile, has_market
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def set_up(state, trace, policies, seed, game, seating):
    """SET-9, MKT-1: set up the season, then what modules add; return 0."""
    season_set_up.set_up(state, trace, policies, seed, game, seating)
    if has_market(state.table):
        cut_pile(state, trace)
    return 0
