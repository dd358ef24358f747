"""Preparing a season's match between managers: stands, cards and resources (PVP-3)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions
from eoc_sim.simulator.eleven.codes import PREPARE
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.effects import ALL_SOURCES, push_effects
from eoc_sim.simulator.eleven.events import LEAGUE_MATCH_PREPARED, STANDS
from eoc_sim.simulator.eleven.jerseys import find_place
from eoc_sim.simulator.eleven.league_layouts import league_formations
from eoc_sim.simulator.eleven.pairing import rival_of
from eoc_sim.simulator.eleven.prepare import tactic_refusal
from eoc_sim.simulator.eleven.season_prepare import (
    assign_refusal,
    begin_preparing,
    cost_refusal,
    count_fielded,
    count_for_operation,
    emit_fielded,
    emit_taken,
    fill_stands_and_assign,
    lay_out,
    note_order,
    prepare_refusal,
)
from eoc_sim.simulator.eleven.sizes import FIELD_PLACES
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit


@compiled
def league_match_refusal(table, me, order):
    """PVP-3: return why a preparation against another manager is refused, or 0."""
    seat = me.seat + 0
    refusal = tactic_refusal(table, seat, order.tactic)
    if refusal == 0:
        refusal = assign_refusal(table, seat, order)
    if refusal == 0:
        refusal = cost_refusal(table, seat, order)
    if refusal > 0:
        return refusal
    try_order(table, me, order)
    return decisions.NO_ROOM if league_formations(table, me) == 0 else 0


@compiled
def try_order(table, me, order):
    """PVP-3, EPI-9: try an order's cards on the markers that it names."""
    for place in range(FIELD_PLACES):
        me.tried[place] = 0
    for number in range(table.squad_size[me.seat]):
        card = table.squad[me.seat, number] + 0
        if order.fielded[card] != 0:
            me.tried[find_place(table, order, card)] = card + 1


@compiled
def prepare(state, policies):
    """MAT-5, PVP-3, INF-4: let all managers prepare, against clubs or each other.

    Returns 0 or the refusal.
    """
    table = state.table
    begin_preparing(state)
    for seat in range(table.managers):
        ask(state, policies, seat, decisions.ASK_PREPARE)
        order = state.order
        if rival_of(table, seat) >= 0:
            refusal = league_match_refusal(table, state.seats[seat], order)
        else:
            refusal = prepare_refusal(table, seat, order)
        if refusal > 0:
            return refusal
        note_order(state, seat)
    stop_blaming(state)
    for seat in range(table.managers):
        if rival_of(table, seat) >= 0:
            fill_stands_and_assign(state, seat)
        else:
            lay_out(state, seat)
    return 0


@compiled
def show_prepared(state, trace, seat):
    """PVP-3: show what a manager has prepared against another.

    The effects of preparing follow.
    """
    table = state.table
    emit(trace, STANDS, seat, table.stand_fans[seat])
    rival = rival_of(table, seat)
    for_operation = count_for_operation(table, seat)
    fitness = count_fielded(table, seat) - for_operation
    emit(trace, LEAGUE_MATCH_PREPARED, seat, rival, fitness, for_operation)
    if trace.position > 0:
        emit_fielded(table, trace, seat)
        emit_taken(table, trace, seat)
    push_effects(state, seat, PREPARE, ALL_SOURCES)
