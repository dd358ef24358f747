"""The pitch and the two teams on it (MAT-1, MAT-2)."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.kernel.fields import Array, Record, field

MARKERS = 10
"""The number of a team's outfield markers, jerseys 2 to 11."""

LAST_JERSEY = MARKERS + 1
SPARE_JERSEYS = 2
"""The number of spare jerseys, 12 and 13 (MAT-2, EPI-9).

Winter tokens give these jerseys to cards.
"""
MARKERS_OF_COLOUR = MARKERS + 3
"""The number of outfield markers of one colour (MAT-2).

A team uses ten. The other three never stand on the pitch: a card with a spare jersey takes over one
of the ten.
"""

FIRST_BALL = 5
"""The first ball in a team without cards: jersey 7 (MAT-2)."""

DEFENDERS, MIDFIELDERS, FORWARDS = range(3)
ROWS = 3
LEFT, CENTRE, RIGHT = range(3)
PLACES_IN_ROW = 3
CELLS = ROWS * PLACES_IN_ROW
"""The number of cells.

A cell's own number is three times its row, plus its column.
"""
OFF_PITCH = -1
"""The cell of a spare marker (MAT-2)."""
ROOM = np.array([1, 3, 1], np.int32)
"""The maximum number of markers in each cell of a row (MAT-1)."""
ANY_ROW = (1 << ROWS) - 1
"""The rows of a marker without a card, a bit for each (MAT-4)."""

LEFT_WING, RIGHT_WING, ATTACK, MIDFIELD, DEFENCE = range(5)
SECTIONS = 5
SECTION = np.array(
    [
        *(LEFT_WING, DEFENCE, RIGHT_WING),
        *(LEFT_WING, MIDFIELD, RIGHT_WING),
        *(LEFT_WING, ATTACK, RIGHT_WING),
    ],
    np.int32,
)
"""The section of each cell."""
FACING = np.array([RIGHT_WING, LEFT_WING, DEFENCE, MIDFIELD, ATTACK], np.int32)
"""The other team's section that each section faces (MAT-7)."""

SHIELD, BALL = 0, 1

OWN, OTHER = 0, 1
TEAMS = 2


class Teams(Record):
    """The two teams of the match that is being played.

    Team 0 is the manager's own, or the Host; marker 0 has jersey 2.
    """

    cell: Array = field("where the marker stands", TEAMS, MARKERS, by="team, marker")
    side: Array = field("SHIELD or BALL", TEAMS, MARKERS, by="team, marker")
    strength: Array = field("its strength now", TEAMS, MARKERS, by="team, marker")
    feint: Array = field(
        "1: only a shield of greater strength stops it", TEAMS, MARKERS, by="team, marker"
    )
    ignores_keeper: Array = field("1: no keeper saves its shot", TEAMS, MARKERS, by="team, marker")
    shot: Array = field("1: a ball that is not stopped (MAT-8)", TEAMS, MARKERS, by="team, marker")
    scored: Array = field("the marker's goals (MAT-9)", TEAMS, MARKERS, by="team, marker")
    keeper: Array = field("strength of the keeper", TEAMS, by="team")
    gloves: Array = field("shots that the keeper may save", TEAMS, by="team")
    saves: Array = field("shots that the keeper saved", TEAMS, by="team")
    goals: Array = field("goals so far", TEAMS, by="team")
