"""The records that matches between managers add to the state (PVP)."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven.pitch import MARKERS, SECTIONS, TEAMS
from eoc_sim.simulator.eleven.sizes import MAX_MANAGERS, MAX_WEEKS
from eoc_sim.simulator.kernel.fields import Array, Record, field


class LeagueMatch(Record):
    """Matches between managers."""

    rivals: Array = field(
        "seat of the manager whom this seat meets in a week, -1 none",
        MAX_MANAGERS,
        MAX_WEEKS,
        by="seat, week - 1",
        kind=np.int8,
    )
    half: int = field("half of the current match: 1 or 2, 0 none", kind=np.int16)
    user: int = field(
        "the seat whose turn it is to use an effect or roll again in this match", kind=np.int16
    )
    passed: Array = field(
        "1: the seat uses no more effects at this moment", MAX_MANAGERS, by="seat", kind=np.int8
    )
    shoot_round: int = field("round of the shoot-out, 0 none", kind=np.int16)
    shoot_face: Array = field(
        "faces rolled in the shoot-out", MAX_MANAGERS, by="seat", kind=np.int8
    )
    declined: int = field(
        "number of managers who have just declined to roll again: 0, 1 or 2", kind=np.int16
    )


class HiddenMatch(Record):
    """The layout not yet shown, and the sums over both halves.

    Team 0 is the Host.
    """

    laid_cell: Array = field("", MARKERS, kind=np.int8)
    laid_side: Array = field("", MARKERS, kind=np.int8)
    shoot_first: Array = field("first faces of the round", TEAMS)
    shoot_rolls: Array = field("number of draws from a seat's stream for shoot-outs", MAX_MANAGERS)
    sum_shots: Array = field("", TEAMS, SECTIONS)
    sum_section_goals: Array = field("", TEAMS, SECTIONS)
    sum_goals: Array = field("", TEAMS)
    sum_saves: Array = field("", TEAMS)
    sum_marker_goals: Array = field("", TEAMS, MARKERS)
    shoot_outs: int = field("shoot-outs in the game")
