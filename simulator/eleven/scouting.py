"""Scouting: the line-ups that a manager may face (INF-3)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import streams
from eoc_sim.simulator.eleven.contest import AT_LEAST, NONE, STRONGEST
from eoc_sim.simulator.eleven.layout import IN_ROW, draw_cells
from eoc_sim.simulator.eleven.pitch import BALL, MARKERS, PLACES_IN_ROW, ROWS, SECTION, SECTIONS
from eoc_sim.simulator.eleven.set_up import find_opponents_place
from eoc_sim.simulator.eleven.sizes import CLUBS_IN_DECK
from eoc_sim.simulator.eleven.switches import SCOUTING
from eoc_sim.simulator.kernel.compiled import compiled, outlined
from eoc_sim.simulator.kernel.random_streams import draw, draw_once

ARRANGEMENTS = 8
"""The number of random arrangements tried for a reported line-up."""
FIRST_ARRANGEMENT_DRAW = 1 << 20
"""The first draw for arrangements, after all draws of strategies."""


@compiled
def draw_line_up(state, seat):
    """MAT-6, RND-2: draw the line-up of the club that a manager meets this week."""
    table = state.table
    place = find_opponents_place(state, seat, table.week)
    if place < 0:
        return
    club = table.club_at[place]
    stream = streams.LINE_UP + 64 * table.week + seat
    number = draw_once(state.box, stream, 0, table.line_ups_of[club])
    state.box.coming_line_up[seat] = table.line_up_of[club, number]


@outlined
def expect(state, seat):
    """INF-3: write the line-ups that a manager may face."""
    table = state.table
    me = state.seats[seat]
    place = find_opponents_place(state, seat, table.week)
    me.line_ups = 0
    if place < 0:
        return
    if table.rule_scouting == SCOUTING.CARD or table.scouted[seat] == 1:
        add_line_up(state, me, state.box.coming_line_up[seat])
    elif table.rule_scouting == SCOUTING.REPORT:
        add_arrangements(state, me, seat)
    elif table.rule_scouting == SCOUTING.CLUB:
        add_club(state, me, table.club_at[place])
    else:
        first = place - place % CLUBS_IN_DECK
        for place_in_deck in range(first, first + CLUBS_IN_DECK):
            add_club(state, me, table.club_at[place_in_deck])


@compiled
def add_club(state, me, club):
    """Add all of a club's line-ups to those expected."""
    for number in range(state.table.line_ups_of[club]):
        add_line_up(state, me, state.table.line_up_of[club, number])


@compiled
def add_line_up(state, me, line_up):
    """Add a line-up to those expected."""
    number = me.line_ups
    for section in range(SECTIONS):
        me.their_balls[section, number] = state.box.line_up_balls[line_up, section]
        me.their_shields[section, number] = state.box.line_up_shields[line_up, section]
    me.their_keeper[number] = state.table.line_up_keeper[line_up]
    me.their_gloves[number] = state.table.line_up_gloves[line_up]
    me.line_ups = number + 1


@compiled
def add_arrangements(state, me, seat):
    """INF-3: expect the coming line-up with its markers anywhere in their rows."""
    table = state.table
    line_up = state.box.coming_line_up[seat]
    formation = table.line_up_formation[line_up]
    draws = me.draws
    me.draws = FIRST_ARRANGEMENT_DRAW  # so that reports leave the draws of strategies unchanged
    for number in range(ARRANGEMENTS):
        add_line_up(state, me, line_up)
        for section in range(SECTIONS):
            me.their_balls[section, number] = NONE
            me.their_shields[section, number] = NONE
        draw_cells(me, formation)
        first = 0
        for row in range(ROWS):
            slots_left = IN_ROW[formation, row]
            for marker in range(MARKERS):
                if table.line_up_cell[line_up, marker] // PLACES_IN_ROW == row:
                    slot = first + draw(me, slots_left)
                    add_marker(table, me, number, line_up, marker, me.free[slot])
                    slots_left -= 1
                    me.free[slot] = me.free[first + slots_left]
            first += IN_ROW[formation, row]
    me.draws = draws


@compiled
def add_marker(table, me, number, line_up, marker, cell):
    """Add a line-up's marker to a section of an arrangement."""
    word = AT_LEAST[min(table.line_up_strength[line_up, marker], STRONGEST)]
    if table.line_up_side[line_up, marker] == BALL:
        me.their_balls[SECTION[cell], number] += word
    else:
        me.their_shields[SECTION[cell], number] += word


@compiled
def expect_revealed(state, seat):
    """MAT-6: expect only the revealed line-up."""
    me = state.seats[seat]
    me.line_ups = 0
    add_line_up(state, me, state.table.line_up[seat])
