"""A season with modules of the leaflet between resting points (LAY-3).

The season's own code only goes to a module's phase; all else of a module is called from here, so
that a season without modules compiles none of it.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven import deals, season_play, solo, unique_cards
from eoc_sim.simulator.eleven.state import (
    BEGINNING,
    CHOOSING_SIDES,
    DEALING,
    FINISHING,
    PLAYING,
    SETTLING,
)
from eoc_sim.simulator.eleven.switches import SOLO, UNIQUE_CARDS
from eoc_sim.simulator.kernel.asking import carried_out
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def play_unique_cards(state, trace, policies):
    """EXT-1, SET-9: let all play their unique cards; return 0 or the refusal."""
    carried_out(state)
    refusal = unique_cards.choose_sides(state, trace, policies)
    if refusal == 0:
        season_play.begin_season(state.table)
    return refusal


@compiled
def play_step(state, trace, policies):
    """Play on to the next resting point; return 0 or the refusal."""
    table = state.table
    phase = table.phase + 0
    rests = state.box.frames == 0
    if rests and phase == DEALING:
        carried_out(state)
        return deals.play_deal(state, trace, policies)
    if rests and phase == CHOOSING_SIDES:
        return play_unique_cards(state, trace, policies)
    if rests and table.rule_solo == SOLO.ON:
        if phase == FINISHING:
            carried_out(state)
            solo.finish(state, trace)
            return 0
        if phase == BEGINNING:
            solo.look_after_week(state, trace)
    refusal = season_play.play_step(state, trace, policies)
    if rests and phase == PLAYING and table.phase == SETTLING:
        if table.rule_unique_cards == UNIQUE_CARDS.ON:
            unique_cards.happen_after_match(state, season_play.whose_turn(table))
    return refusal
