"""Redealing what a seat cannot see of a season with modules (INF-2)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import season_hidden
from eoc_sim.simulator.eleven.league_layouts import redeal_layout
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def redeal(state, viewer, key):
    """INF-2: redeal a season with `season_hidden.redeal`, and also what modules hide."""
    season_hidden.redeal(state, viewer, key)
    redeal_layout(state, viewer)
