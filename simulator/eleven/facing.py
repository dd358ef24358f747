"""The other team in a manager's match: a club or another manager."""

from __future__ import annotations

from eoc_sim.simulator.eleven.contest import AT_LEAST, NONE, STRONGEST
from eoc_sim.simulator.eleven.pairing import rival_of
from eoc_sim.simulator.eleven.pitch import BALL, MARKERS, SECTION, SECTIONS
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def side_now(table, seat, marker):
    """Return a marker's side, after any effect that turned it (MAT-6)."""
    side = table.team_side[seat, marker] + 0
    return 1 - side if table.turned[seat, marker] == 1 else side


@compiled
def their_cell(table, seat, marker):
    """MAT-7, PVP-5: return an opposing marker's cell, as its team sees the pitch."""
    rival = rival_of(table, seat)
    if rival >= 0:
        return table.cell[rival, marker] + 0
    return table.line_up_cell[table.line_up[seat], marker] + 0


@compiled
def their_side(table, seat, marker):
    """MAT-2, PVP-5: return the side of an opposing marker."""
    rival = rival_of(table, seat)
    if rival >= 0:
        return side_now(table, rival, marker)
    return table.line_up_side[table.line_up[seat], marker] + 0


@compiled
def their_strength_now(table, seat, marker):
    """PLA-2, PVP-5: return the current strength of an opposing marker."""
    rival = rival_of(table, seat)
    if rival >= 0:
        return table.team_strength[rival, marker] + 0
    return table.their_strength[seat, marker] + 0


@compiled
def their_keeper_now(table, seat):
    """MAT-9, PVP-5: return the strength of the other team's keeper."""
    rival = rival_of(table, seat)
    if rival >= 0:
        return table.team_keeper[rival] + 0
    return table.line_up_keeper[table.line_up[seat]] + 0


@compiled
def their_gloves_now(table, seat):
    """MAT-9, PVP-5: return the gloves of the other team's keeper."""
    rival = rival_of(table, seat)
    if rival >= 0:
        return table.team_gloves[rival] + 0
    return table.line_up_gloves[table.line_up[seat]] + 0


@compiled
def their_points(table, seat):
    """MAT-10, PVP-5: return the other team's points in the league table."""
    rival = rival_of(table, seat)
    if rival >= 0:
        return table.points[rival] + 0
    return table.club_points[table.schedule[seat, table.week - 1]] + 0


@compiled
def copy_opponent(table, me, as_shown):
    """Set the expected line-ups to the other team's current line-up.

    With ``as_shown`` a club's line-up is the revealed one, without changes.
    """
    seat = me.seat
    for section in range(SECTIONS):
        me.their_balls[section, 0] = NONE
        me.their_shields[section, 0] = NONE
    for marker in range(MARKERS):
        strength = their_strength_now(table, seat, marker)
        if as_shown and rival_of(table, seat) < 0:
            strength = table.line_up_strength[table.line_up[seat], marker] + 0
        change_opponent(table, me, marker, strength, True)
    me.line_ups = 1
    me.their_keeper[0] = their_keeper_now(table, seat)
    me.their_gloves[0] = their_gloves_now(table, seat)


@compiled
def change_opponent(table, me, marker, strength, adding):
    """Add or remove an opponent's marker in its section."""
    section = SECTION[their_cell(table, me.seat, marker)]
    counts = me.their_shields
    if their_side(table, me.seat, marker) == BALL:
        counts = me.their_balls
    if adding:
        counts[section, 0] += AT_LEAST[min(strength, STRONGEST)]
    else:
        counts[section, 0] -= AT_LEAST[min(strength, STRONGEST)]
