"""A season with modules of the leaflet between resting points (LAY-3).

The season's own code only goes to a module's phase; all else of a module is called from here, so
that a season without modules compiles none of it.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven import season_play
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def play_step(state, trace, policies):
    """Play on to the next resting point; return 0 or the refusal."""
    return season_play.play_step(state, trace, policies)
