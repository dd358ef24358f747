"""Preparing for a match: tactic card, formation and layout (MAT-1 to MAT-5)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions, pitch
from eoc_sim.simulator.eleven.best_layout import copy_team, expected_points, judge
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.events import PREPARED, REVEALED
from eoc_sim.simulator.eleven.layout import ALL_FORMATIONS, IN_ROW
from eoc_sim.simulator.eleven.ledger import note_prepared
from eoc_sim.simulator.eleven.names import FORMATIONS as FORMATION_NAMES
from eoc_sim.simulator.eleven.pairing import rival_of
from eoc_sim.simulator.eleven.scouting import expect_revealed
from eoc_sim.simulator.eleven.set_up import find_opponents_place
from eoc_sim.simulator.eleven.switches import FORMATIONS, PVP_FORMATIONS, TACTICS
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list

FORMATION_COUNT = len(FORMATION_NAMES)


@compiled
def formations_of(table, seat, tactic):
    """MAT-3: return a tactic card's formations, a bit for each.

    ``tactic`` is -1 for no card. The result is 0 if the card may not be played.
    """
    if tactic_refusal(table, seat, tactic) > 0:
        return 0
    if rival_of(table, seat) >= 0:
        return league_match_formations(table, seat)
    if table.rule_tactics == TACTICS.OFF or table.rule_formations == FORMATIONS.FREE:
        return ALL_FORMATIONS
    return table.tactic_formations[tactic] + 0


@compiled
def league_match_formations(table, seat):
    """PVP-3: return a manager's formations against another manager, a bit for each."""
    if table.rule_pvp_formations == PVP_FORMATIONS.ANY or table.rule_tactics == TACTICS.OFF:
        return ALL_FORMATIONS
    formations = 0
    for tactic in range(table.tactics):
        if table.holds[seat, tactic] == 1:
            formations |= table.tactic_formations[tactic]
    return formations


@compiled
def tactic_refusal(table, seat, tactic):
    """MAT-3: return why a manager cannot play a tactic card, or 0."""
    if tactic < -1 or tactic >= table.tactics:
        return decisions.NO_SUCH_TACTIC
    if rival_of(table, seat) >= 0:
        return decisions.TACTIC_LEAGUE_MATCH if tactic >= 0 else 0
    if table.rule_tactics == TACTICS.OFF:
        return decisions.TACTIC_OFF if tactic >= 0 else 0
    if tactic < 0:
        return decisions.TACTIC_NEEDED if table.rule_formations == FORMATIONS.CARDS else 0
    return decisions.TACTIC_NOT_HELD if table.holds[seat, tactic] == 0 else 0


@compiled
def layout_refusal(table, seat, tactic, formation, cell):
    """MAT-1, MAT-3: return why a manager's layout is illegal, or 0."""
    refusal = tactic_refusal(table, seat, tactic)
    if refusal > 0:
        return refusal
    if formation < 0 or formation >= FORMATION_COUNT:
        return decisions.NO_SUCH_FORMATION
    if (formations_of(table, seat, tactic) >> formation) & 1 == 0:
        return decisions.FORMATION_NOT_OFFERED
    return cells_refusal(formation, cell)


@compiled
def spare_refusal(order):
    """MAT-2: return why an order's spare markers are illegal, or 0."""
    for spare in range(pitch.MARKERS, pitch.MARKERS_OF_COLOUR):
        if order.cell[spare] != pitch.OFF_PITCH:
            return decisions.TOO_MANY_MARKERS
    return 0


@compiled
def cells_refusal(formation, cell):
    """MAT-1, MAT-3: return why a formation cannot use these cells, or 0."""
    for marker in range(pitch.MARKERS):
        if cell[marker] < 0 or cell[marker] >= pitch.CELLS:
            return decisions.NO_SUCH_CELL
    for index in range(pitch.CELLS):
        if markers_in(cell, index, index + 1) > pitch.ROOM[index % pitch.PLACES_IN_ROW]:
            return decisions.CELL_FULL
    for row in range(pitch.ROWS):
        first = pitch.PLACES_IN_ROW * row
        if markers_in(cell, first, first + pitch.PLACES_IN_ROW) != IN_ROW[formation, row]:
            return decisions.ROW_MISMATCH
    return 0


@compiled
def markers_in(cell, first, end):
    """Count a layout's markers from cell ``first`` up to but excluding ``end``."""
    number = 0
    for marker in range(pitch.MARKERS):
        if first <= cell[marker] < end:
            number += 1
    return number


@compiled
def prepare(state, trace, policies):
    """MAT-5, INF-4: let managers prepare for matches against clubs, then reveal the line-ups.

    The managers lay out their markers before the first line-up is revealed. Returns 0 or the
    refusal.
    """
    table = state.table
    box = state.box
    for seat in range(table.managers):
        if rival_of(table, seat) >= 0:
            continue
        ask(state, policies, seat, decisions.ASK_PREPARE)
        order = state.order
        refusal = spare_refusal(order)
        if refusal == 0:
            refusal = layout_refusal(table, seat, order.tactic, order.formation, order.cell)
        if refusal > 0:
            return refusal
        box.chosen_tactic[seat] = order.tactic
        box.chosen_formation[seat] = order.formation
        for marker in range(pitch.MARKERS):
            box.chosen_cell[seat, marker] = order.cell[marker]
    stop_blaming(state)
    for seat in range(table.managers):
        if rival_of(table, seat) < 0:
            lay_out(state, trace, seat)
    for turn in range(table.managers):
        reveal(state, trace, (table.first_manager + turn) % table.managers)
    return 0


@compiled
def lay_out(state, trace, seat):
    """MAT-5: lay out a manager's markers as chosen."""
    table = state.table
    box = state.box
    me = state.seats[seat]
    table.tactic[seat] = box.chosen_tactic[seat]
    table.formation[seat] = box.chosen_formation[seat]
    copy_team(table, me)
    for marker in range(pitch.MARKERS):
        table.cell[seat, marker] = box.chosen_cell[seat, marker]
        table.turned[seat, marker] = 0
        me.cell[marker] = box.chosen_cell[seat, marker]
    judge(me, table.rule_win_points)
    note_prepared(state, seat, expected_points(me))
    emit(trace, PREPARED, seat, table.tactic[seat], table.formation[seat])
    if trace.position > 0:
        emit_list(trace, table.cell[seat], pitch.MARKERS)


@compiled
def reveal(state, trace, seat):
    """MAT-6: reveal the line-up of a manager's opponent."""
    table = state.table
    place = find_opponents_place(state, seat, table.week)
    if place < 0:
        return
    table.schedule[seat, table.week - 1] = place
    table.line_up[seat] = state.box.coming_line_up[seat]
    expect_revealed(state, seat)
    emit(trace, REVEALED, seat, table.club_at[place], table.line_up[seat])
