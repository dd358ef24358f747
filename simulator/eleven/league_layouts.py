"""Layouts of matches between managers, half by half (PVP-3, PVP-4, PVP-6)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions, pitch
from eoc_sim.simulator.eleven.best_layout import copy_team
from eoc_sim.simulator.eleven.contest import AT_LEAST, NONE, STRONGEST
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.events import LAYOUT
from eoc_sim.simulator.eleven.layout import IN_ROW, draw_layout, order_by_freedom
from eoc_sim.simulator.eleven.pairing import rival_of
from eoc_sim.simulator.eleven.prepare import (
    FORMATION_COUNT,
    cells_refusal,
    league_match_formations,
    spare_refusal,
)
from eoc_sim.simulator.eleven.scouting import ARRANGEMENTS
from eoc_sim.simulator.eleven.sizes import FIELD_PLACES
from eoc_sim.simulator.eleven.state import ANSWERING, SHOWING
from eoc_sim.simulator.eleven.switches import BASIC_SIDE, LAYER
from eoc_sim.simulator.eleven.turn_order import whose_turn
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import draw
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value


@compiled
def first_of_half(table):
    """PVP-4, PVP-6: return who shows their formation first: Host, or Visitor in half 2."""
    host = whose_turn(table)
    return host if table.half == 1 else rival_of(table, host)


# --- Room for the cards


@compiled
def rows_in_match(table, seat, marker):
    """MAT-4: return the rows in which a marker may stand, as bits."""
    if table.rule_layer == LAYER.LEAGUE or table.fielded[seat, marker + 1] < 0:
        return pitch.ANY_ROW
    return table.card_rows[table.fielded[seat, marker + 1]] + 0


@compiled
def has_room(rows, formation):
    """PVP-3, MAT-4: check if a formation has room for markers that need these rows.

    It has room if every group of rows can hold the markers confined to it (Hall's theorem).
    """
    for group in range(1, pitch.ANY_ROW):
        room = 0
        for row in range(pitch.ROWS):
            if (group >> row) & 1 == 1:
                room += IN_ROW[formation, row]
        for marker in range(pitch.MARKERS):
            if rows[marker] | group == group:
                room -= 1
        if room < 0:
            return False
    return True


@compiled
def formations_with_room(rows, formations):
    """PVP-3: return which of the formations have room, a bit for each."""
    fitting = 0
    for formation in range(FORMATION_COUNT):
        if (formations >> formation) & 1 == 1 and has_room(rows, formation):
            fitting |= 1 << formation
    return fitting


@compiled
def league_formations(table, me):
    """PVP-3: return a seat's formations against another manager, a bit for each.

    They have room for its assigned cards, or for those tried in `prepare`.
    """
    copy_team(table, me)
    return formations_with_room(me.rows, league_match_formations(table, me.seat))


# --- A manager's expectations


@compiled
def expect_rival(table, me, formations):
    """PVP-4: assume that the rival uses random layouts of the given formations.

    ``formations`` has a bit for each. The layouts are drawn from the seat's stream for the week.
    """
    rival = rival_of(table, me.seat)
    for marker in range(pitch.MARKERS):
        me.rows[marker] = rows_in_match(table, rival, marker)
    order_by_freedom(me)
    possible = formations_with_room(me.rows, formations)
    me.line_ups = 0
    if possible == 0:
        return
    while me.line_ups < ARRANGEMENTS:
        formation = draw(me, FORMATION_COUNT)
        if (possible >> formation) & 1 == 1 and draw_layout(me, formation):
            add_layout(table, me, rival)


@compiled
def add_layout(table, me, rival):
    """Add the layout in ``me.cell`` to those expected of the rival."""
    number = me.line_ups
    for section in range(pitch.SECTIONS):
        me.their_balls[section, number] = NONE
        me.their_shields[section, number] = NONE
    for marker in range(pitch.MARKERS):
        section = pitch.SECTION[me.cell[marker]]
        strength = AT_LEAST[min(table.team_strength[rival, marker], STRONGEST)]
        if table.team_side[rival, marker] == pitch.BALL:
            me.their_balls[section, number] += strength
        else:
            me.their_shields[section, number] += strength
    me.their_keeper[number] = table.team_keeper[rival]
    me.their_gloves[number] = table.team_gloves[rival]
    me.line_ups = number + 1


# --- The two layouts of a half


@compiled
def begin_half(state, half):
    """PVP-4, PVP-6: begin a half with the manager who shows their formation first."""
    table = state.table
    table.half = half
    host = whose_turn(table)
    rival = rival_of(table, host)
    table.formation[host] = -1
    table.formation[rival] = -1
    first = first_of_half(table)
    other_manager = rival_of(table, first)
    expect_rival(table, state.seats[first], league_match_formations(table, other_manager))
    table.phase = SHOWING


@compiled
def half_refusal(table, seat, order):
    """PVP-3, MAT-1 to MAT-4: return why a half's layout is illegal, or 0."""
    if order.formation < 0 or order.formation >= FORMATION_COUNT:
        return decisions.NO_SUCH_FORMATION
    if (league_match_formations(table, seat) >> order.formation) & 1 == 0:
        return decisions.FORMATION_NOT_HELD
    refusal = spare_refusal(order)
    if refusal == 0:
        refusal = cells_refusal(order.formation, order.cell)
    if refusal > 0:
        return refusal
    for marker in range(pitch.MARKERS):
        row = order.cell[marker] // pitch.PLACES_IN_ROW
        if (rows_in_match(table, seat, marker) >> row) & 1 == 0:
            return decisions.FIELD_ROW
        if has_free_sides(table) and (
            order.side[marker] != pitch.SHIELD and order.side[marker] != pitch.BALL
        ):
            return decisions.NO_SUCH_SIDE
    return 0


@compiled
def has_free_sides(table):
    """MAT-2: check if managers choose the sides of markers without a card."""
    return table.rule_layer == LAYER.SEASON and table.rule_basic_side == BASIC_SIDE.FREE


@compiled
def ask_layout(state, policies, seat):
    """PVP-4: ask for a layout for a half; return 0 or the refusal."""
    table = state.table
    if table.rule_layer == LAYER.SEASON:
        for place in range(FIELD_PLACES):
            state.seats[seat].tried[place] = table.fielded[seat, place] + 1
    ask(state, policies, seat, decisions.ASK_LAYOUT)
    refusal = half_refusal(table, seat, state.order)
    if refusal == 0:
        stop_blaming(state)
    return refusal


@compiled
def show(state, policies):
    """PVP-4: let the half's first manager lay out their team; show the formation.

    Returns 0 or the refusal.
    """
    table = state.table
    box = state.box
    seat = first_of_half(table)
    refusal = ask_layout(state, policies, seat)
    if refusal > 0:
        return refusal
    order = state.order
    table.formation[seat] = order.formation
    for marker in range(pitch.MARKERS):
        box.laid_cell[marker] = order.cell[marker]
        box.laid_side[marker] = order.side[marker]
    expect_rival(table, state.seats[rival_of(table, seat)], 1 << order.formation)
    table.phase = ANSWERING
    return 0


@compiled
def answer(state, trace, policies):
    """PVP-4: let the other manager lay out their team, and show both layouts.

    Returns 0 or the refusal.
    """
    table = state.table
    box = state.box
    first = first_of_half(table)
    seat = rival_of(table, first)
    refusal = ask_layout(state, policies, seat)
    if refusal > 0:
        return refusal
    order = state.order
    table.formation[seat] = order.formation
    for marker in range(pitch.MARKERS):
        place_marker(table, first, marker, box.laid_cell[marker] + 0, box.laid_side[marker] + 0)
        place_marker(table, seat, marker, order.cell[marker] + 0, order.side[marker] + 0)
    emit_layout(state, trace, first)
    emit_layout(state, trace, seat)
    return 0


@compiled
def place_marker(table, seat, marker, cell, side):
    """MAT-2, PVP-4: put a marker where its manager has laid it out."""
    table.cell[seat, marker] = cell
    if has_free_sides(table) and table.fielded[seat, marker + 1] < 0:
        table.team_side[seat, marker] = side


@compiled
def emit_layout(state, trace, seat):
    """Write a manager's layout for a half to the trace."""
    if trace.position == 0:
        return
    table = state.table
    is_first = 1 if seat == first_of_half(table) else 0
    rival = rival_of(table, seat)
    emit(trace, LAYOUT, seat, table.half, rival, is_first, table.formation[seat])
    emit_list(trace, table.cell[seat], pitch.MARKERS)
    emit_value(trace, pitch.MARKERS if has_free_sides(table) else 0)
    if has_free_sides(table):
        for marker in range(pitch.MARKERS):
            emit_value(trace, table.team_side[seat, marker])


# --- Things that a manager cannot see


@compiled
def redeal_layout(state, viewer):
    """INF-2, PVP-4: redeal a hidden layout, and redraw the layouts that other managers expect."""
    table = state.table
    if table.phase != SHOWING and table.phase != ANSWERING:
        return
    first = first_of_half(table)
    rival = rival_of(table, first)
    if viewer != first:
        expect_rival(table, state.seats[first], league_match_formations(table, rival))
        if table.phase == ANSWERING:
            redraw_layout(state, first)
    if viewer != rival and table.phase == ANSWERING:
        expect_rival(table, state.seats[rival], 1 << table.formation[first])


@compiled
def redraw_layout(state, seat):
    """PVP-4: lay out a team at random in the formation shown."""
    table = state.table
    box = state.box
    me = state.seats[seat]
    for marker in range(pitch.MARKERS):
        me.rows[marker] = rows_in_match(table, seat, marker)
    order_by_freedom(me)
    while not draw_layout(me, table.formation[seat]):
        pass
    for marker in range(pitch.MARKERS):
        box.laid_cell[marker] = me.cell[marker]
        box.laid_side[marker] = draw(me, 2) if has_free_sides(table) else 0
