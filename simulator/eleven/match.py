"""One match: sections, shots, saves and goals (MAT-7 to MAT-9, RND-3)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.pitch import BALL, FACING, MARKERS, SECTION, SECTIONS, SHIELD, TEAMS
from eoc_sim.simulator.kernel.compiled import compiled

ALL_MARKERS = (1 << MARKERS) - 1


@compiled
def resolve(pitch):
    """Play both phases for both teams (MAT-8, MAT-9)."""
    for team in range(TEAMS):
        balls = markers_of(pitch, team, BALL)
        shields = markers_of(pitch, 1 - team, SHIELD)
        for section in range(SECTIONS):
            stop_balls(
                pitch, team, in_section(balls, section), in_section(shields, FACING[section])
            )
        save_shots(pitch, team)


@compiled
def markers_of(pitch, team, side):
    """Return a team's shields or balls as bits, section by section."""
    markers = 0
    for marker in range(MARKERS):
        if pitch.side[team, marker] == side:
            section = int(SECTION[pitch.cell[team, marker]])
            markers |= 1 << MARKERS * section + marker
    return markers


@compiled
def in_section(markers, section):
    """Return the markers in a section as bits."""
    return (markers >> MARKERS * int(section)) & ALL_MARKERS


@compiled
def stop_balls(pitch, team, balls, shields):
    """Stop a section's balls with the shields that it faces (MAT-8).

    As many balls as possible are stopped. Balls that ignore the keeper are tried before the others;
    within each group, the strongest comes first and, in a tie, the one with the lowest number. A
    ball is stopped if the shields suffice for it and for those stopped before.
    """
    for marker in range(MARKERS):
        if (balls >> marker) & 1:
            pitch.shot[team, marker] = 1
    tried_balls = 0
    while shields != 0 and tried_balls != balls:
        first = -1
        for marker in range(MARKERS):
            if ((balls & ~tried_balls) >> marker) & 1 and (
                first < 0 or is_tried_before(pitch, team, marker, first)
            ):
                first = marker
        tried_balls |= 1 << first
        pitch.shot[team, first] = 0
        if not shields_suffice(pitch, team, balls, shields):
            pitch.shot[team, first] = 1


@compiled
def is_tried_before(pitch, team, marker, other):
    """Check if a ball is tried before another with a lower number (MAT-8)."""
    if pitch.ignores_keeper[team, marker] != pitch.ignores_keeper[team, other]:
        return pitch.ignores_keeper[team, marker] == 1
    return pitch.strength[team, marker] > pitch.strength[team, other]


@compiled
def shields_suffice(pitch, team, balls, shields):
    """Check if each stopped ball can have its own shield.

    This is so if, for every stopped ball, the number of shields strong enough for it is at least
    the number of stopped balls that need a shield that strong or stronger (Hall's theorem for
    nested sets).
    """
    for marker in range(MARKERS):
        if not (balls >> marker) & 1 or pitch.shot[team, marker] == 1:
            continue
        need = pitch.strength[team, marker] + pitch.feint[team, marker]
        surplus = 0
        for other in range(MARKERS):
            if (shields >> other) & 1 and pitch.strength[1 - team, other] >= need:
                surplus += 1
            if (
                (balls >> other) & 1
                and pitch.shot[team, other] == 0
                and pitch.strength[team, other] + pitch.feint[team, other] >= need
            ):
                surplus -= 1
        if surplus < 0:
            return False
    return True


@compiled
def save_shots(pitch, team):
    """Let the other team's keeper save shots, and count the goals (MAT-9).

    With each glove, the keeper saves the strongest shot that he can; in a tie, the one with the
    highest number.
    """
    for _ in range(pitch.gloves[1 - team]):
        best = -1
        for marker in range(MARKERS):
            if (
                pitch.shot[team, marker] == 1
                and pitch.scored[team, marker] == 0
                and pitch.ignores_keeper[team, marker] == 0
                and pitch.strength[team, marker] <= pitch.keeper[1 - team]
                and (best < 0 or pitch.strength[team, marker] >= pitch.strength[team, best])
            ):
                best = marker
        if best >= 0:
            pitch.scored[team, best] = SAVED
            pitch.saves[1 - team] += 1
    for marker in range(MARKERS):
        if pitch.scored[team, marker] == SAVED:
            pitch.scored[team, marker] = 0
        elif pitch.shot[team, marker] == 1:
            pitch.scored[team, marker] += 1
            pitch.goals[team] += 1


SAVED = -1
"""Marks a saved shot until the goals are counted."""
