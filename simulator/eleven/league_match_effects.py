"""Effects and re-rolls in a match between managers, who act in turn (PVP-4 to PVP-7)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions
from eoc_sim.simulator.eleven.abilities import PASSED, has_usable_ability, use_ability
from eoc_sim.simulator.eleven.codes import MATCH, REVEAL
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.effects import ALL_SOURCES, push_effects, run
from eoc_sim.simulator.eleven.facing import copy_opponent
from eoc_sim.simulator.eleven.league_layouts import first_of_half
from eoc_sim.simulator.eleven.league_matches import HALVES, HOST, VISITOR, roll
from eoc_sim.simulator.eleven.pairing import rival_of
from eoc_sim.simulator.eleven.rerolling import can_reroll, note_reroll, pay
from eoc_sim.simulator.eleven.sizes import MAX_REROLLS
from eoc_sim.simulator.eleven.state import ALTERNATING, PLAYING_HALF
from eoc_sim.simulator.eleven.switches import SECOND_HALF_EFFECTS
from eoc_sim.simulator.eleven.turn_order import whose_turn
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def begin_effects(state, trace):
    """PVP-4, PVP-6: begin the effects of a half, once both layouts are shown."""
    table = state.table
    table.phase = ALTERNATING
    table.moment = REVEAL - 1
    is_second = table.half == HALVES
    if is_second and table.rule_second_half_effects == SECOND_HALF_EFFECTS.OFF:
        table.moment = MATCH - 1
    begin_moment(state, trace)
    go_to_effect(state, trace)


@compiled
def begin_moment(state, trace):
    """PVP-4, PVP-5: begin the next moment by applying the effects that need no decision."""
    table = state.table
    table.moment += 1
    host = whose_turn(table)
    table.passed[host] = 0
    table.passed[rival_of(table, host)] = 0
    # The Host begins the `match` effects; the half's first manager begins the earlier ones.
    table.user = host if table.moment == MATCH else first_of_half(table)
    first = table.user + 0
    push_effects(state, first, table.moment + 0, ALL_SOURCES)
    run(state, trace)
    push_effects(state, rival_of(table, first), table.moment + 0, ALL_SOURCES)
    run(state, trace)


@compiled
def go_to_effect(state, trace):
    """PVP-4: go on to the next usable effect; without one, play the half."""
    table = state.table
    while True:
        seat = table.user + 0
        rival = rival_of(table, seat)
        if table.passed[seat] == 0:
            if has_usable_ability(state, seat):
                copy_opponent(table, state.seats[seat], False)
                return
            table.passed[seat] = 1
        if table.passed[rival] == 0:
            table.user = rival
        elif table.moment == MATCH:
            table.phase = PLAYING_HALF
            return
        else:
            begin_moment(state, trace)


@compiled
def use_in_turn(state, trace, policies):
    """PVP-4, PVP-5: let a manager use one effect, or pass.

    Returns 0 or the refusal.
    """
    table = state.table
    seat = table.user + 0
    answer = use_ability(state, trace, policies, seat)
    if answer > 0:
        return answer
    rival = rival_of(table, seat)
    if answer == PASSED:
        table.passed[seat] = 1
    elif table.moment != MATCH and table.passed[rival] == 0:
        table.user = rival
    go_to_effect(state, trace)
    return 0


@compiled
def reroll_or_decline(state, policies):
    """PVP-7: let a manager roll their die again, or decline.

    Returns 0 or the refusal.
    """
    table = state.table
    seat = table.user + 0
    can_repeat = can_reroll(table, seat) and table.rerolled < MAX_REROLLS
    if can_repeat and ask(state, policies, seat, decisions.ASK_REROLL) == decisions.REROLL:
        if state.order.die != 0:
            return decisions.NO_SUCH_DIE
        stop_blaming(state)
        pay(table, seat)
        roll(state, seat)
        team = HOST if seat == whose_turn(table) else VISITOR
        note_reroll(state, seat, team, table.shoot_face[seat])
        table.declined = 0
    else:
        stop_blaming(state)
        table.declined += 1
    table.user = rival_of(table, seat)
    return 0
