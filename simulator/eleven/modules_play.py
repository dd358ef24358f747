"""A season with modules of the leaflet between resting points (LAY-3).

The season's own code only goes to a module's phase; all else of a module is called from here, so
that a season without modules compiles none of it.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven import deals, season_league_match, season_play
from eoc_sim.simulator.eleven.state import DEALING
from eoc_sim.simulator.eleven.switches import LEAGUE_MATCHES
from eoc_sim.simulator.kernel.asking import carried_out
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def play_step(state, trace, policies):
    """Play on to the next resting point; return 0 or the refusal."""
    table = state.table
    carried_out(state)
    if state.box.frames == 0 and table.phase == DEALING:
        return deals.play_deal(state, trace, policies)
    if (
        state.box.frames == 0
        and table.rule_league_matches == LEAGUE_MATCHES.ON
        and season_league_match.is_due(table)
    ):
        return season_league_match.play_step(state, trace, policies)
    return season_play.play_step(state, trace, policies)
