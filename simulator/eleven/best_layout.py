"""A good layout against the line-ups that may come (INF-6).

An exchange changes two sections at most; only these are looked at again.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven.contest import AT_LEAST, NONE, STRONGEST, goals, shots
from eoc_sim.simulator.eleven.layout import (
    count_cells,
    draw_layout,
    order_by_freedom,
)
from eoc_sim.simulator.eleven.pitch import (
    BALL,
    FACING,
    MARKERS,
    PLACES_IN_ROW,
    ROOM,
    SECTION,
    SECTIONS,
)
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import draw

EXCHANGES = 3
"""Exchanges of the best layout for each random one."""
ELSEWHERE = 2
"""Other places in a marker's row."""
POINT = 1024
"""The value of a point, beside a goal of difference."""
AGAINST = 1 << 16
"""The shots of the other team, counted with the own."""


@compiled
def search_layout(me, layout, formations, effort, win_points):
    """Find a good layout of several formations, and leave it in ``layout.best``.

    ``formations`` is a bit for each. It returns the formation, or -1 if none has room for all
    cards. Each has ``effort`` random layouts, and from 2 on three times as many exchanges of the
    best, kept when not worse.
    """
    order_by_freedom(layout)
    layout.best_value = 0
    found = -1
    for formation in range(8):
        if not (formations >> formation) & 1:
            continue
        begun = False
        for _ in range(effort):
            if not draw_layout(me, layout, formation):
                break
            judge(layout, win_points)
            if not begun or layout.value > layout.start_value:
                begun = True
                layout.start_value = layout.value
                for marker in range(MARKERS):
                    layout.start[marker] = layout.cell[marker]
        if not begun:
            continue
        for marker in range(MARKERS):
            layout.cell[marker] = layout.start[marker]
        judge(layout, win_points)
        count_cells(layout)
        if effort > 1:
            for _ in range(EXCHANGES * effort):
                exchange(me, layout, win_points)
        if found < 0 or layout.value > layout.best_value:
            found = formation
            layout.best_value = layout.value
            for marker in range(MARKERS):
                layout.best[marker] = layout.cell[marker]
    return found


@compiled
def judge(layout, win_points):
    """Judge a whole layout against all line-ups, in ``layout.value``."""
    for section in range(SECTIONS):
        layout.balls[section] = NONE
        layout.shields[section] = NONE
    for marker in range(MARKERS):
        section = SECTION[layout.cell[marker]]
        own = AT_LEAST[min(layout.strength[marker], STRONGEST)]
        if layout.side[marker] == BALL:
            layout.balls[section] += own
        else:
            layout.shields[section] += own
    for line_up in range(layout.line_ups):
        layout.counted[line_up] = 0
        for section in range(SECTIONS):
            layout.shots[line_up, section] = shots_of(layout, line_up, section)
            layout.counted[line_up] += layout.shots[line_up, section]
    layout.value = value_of(layout, win_points)


@compiled
def shots_of(layout, line_up, section):
    """Count the shots of both teams in a section and the one that it faces."""
    facing = FACING[section]
    own = shots(
        layout.balls[section], layout.their_shields[line_up, facing], layout.their_keeper[line_up]
    )
    against = shots(layout.their_balls[line_up, facing], layout.shields[section], layout.keeper)
    return own + against * AGAINST


@compiled
def value_of(layout, win_points):
    """Add up points and goal differences over the line-ups."""
    value = 0
    for line_up in range(layout.line_ups):
        counted = layout.counted[line_up]
        difference = goals(counted & (AGAINST - 1), layout.their_gloves[line_up]) - goals(
            counted >> 16, layout.gloves
        )
        value += difference
        if difference > 0:
            value += win_points * POINT
        elif difference == 0:
            value += POINT
    return value


@compiled
def exchange(me, layout, win_points):
    """Try an exchange of two markers, or of one and an empty place of its row."""
    one = draw(me, MARKERS)
    other = draw(me, MARKERS - 1 + ELSEWHERE)
    cell = layout.cell[one] + 0
    row = cell // PLACES_IN_ROW
    if other < MARKERS - 1:
        if other >= one:
            other += 1
        to = layout.cell[other] + 0
        other_row = to // PLACES_IN_ROW
        if (
            to == cell
            or not (layout.rows[one] >> other_row) & 1
            or not (layout.rows[other] >> row) & 1
        ):
            return
    else:
        to = PLACES_IN_ROW * row + (cell + 1 + other - (MARKERS - 1)) % PLACES_IN_ROW
        other = -1
        if layout.in_cell[to] >= ROOM[to % PLACES_IN_ROW]:
            return
    before = layout.value
    move(layout, one, cell, to)
    if other >= 0:
        move(layout, other, to, cell)
    judge_sections(layout, SECTION[cell], SECTION[to], win_points)
    if layout.value < before:
        move(layout, one, to, cell)
        if other >= 0:
            move(layout, other, cell, to)
        restore(layout, SECTION[cell], SECTION[to])
        layout.value = before


@compiled
def move(layout, marker, cell, to):
    """Move a marker to another cell, in the words of both sections."""
    own = AT_LEAST[min(layout.strength[marker], STRONGEST)]
    layout.cell[marker] = to
    layout.in_cell[cell] -= 1
    layout.in_cell[to] += 1
    if layout.side[marker] == BALL:
        layout.balls[SECTION[cell]] -= own
        layout.balls[SECTION[to]] += own
    else:
        layout.shields[SECTION[cell]] -= own
        layout.shields[SECTION[to]] += own


@compiled
def judge_sections(layout, one, other, win_points):
    """Judge a layout that has changed in one or two sections."""
    for line_up in range(layout.line_ups):
        layout.before[line_up, 0] = layout.shots[line_up, one]
        layout.before[line_up, 1] = layout.shots[line_up, other]
        layout.counted[line_up] -= layout.shots[line_up, one]
        layout.shots[line_up, one] = shots_of(layout, line_up, one)
        layout.counted[line_up] += layout.shots[line_up, one]
        if other != one:
            layout.counted[line_up] -= layout.shots[line_up, other]
            layout.shots[line_up, other] = shots_of(layout, line_up, other)
            layout.counted[line_up] += layout.shots[line_up, other]
    layout.value = value_of(layout, win_points)


@compiled
def restore(layout, one, other):
    """Restore the shots of two sections after an exchange that was worse."""
    for line_up in range(layout.line_ups):
        layout.counted[line_up] += layout.before[line_up, 0] - layout.shots[line_up, one]
        layout.shots[line_up, one] = layout.before[line_up, 0]
        if other != one:
            layout.counted[line_up] += layout.before[line_up, 1] - layout.shots[line_up, other]
            layout.shots[line_up, other] = layout.before[line_up, 1]
