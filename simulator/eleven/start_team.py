"""The points that a team without cards scores against a deck's clubs (MAT-2, INF-6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from eoc_sim.simulator.eleven.components import Club, Components
from eoc_sim.simulator.eleven.contest import AT_LEAST
from eoc_sim.simulator.eleven.mean_points import mean_points
from eoc_sim.simulator.eleven.pitch import ANY_ROW, BALL, MARKERS, SECTION, SHIELD
from eoc_sim.simulator.eleven.state import Private
from eoc_sim.simulator.kernel.records import field_of, make_records, set_field

EFFORT = 12
"""The number of random layouts that a search tries for each formation."""
REPEATS = 16
"""The number of searches for each club and each basic tactic."""


def start_team_points(components: Components, deck: int) -> float:
    """Return a starting team's mean points per match against a deck's clubs.

    The manager knows which club is the opponent, and searches for the best layout in the formations
    of each basic tactic.
    """
    clubs = [club for club in components.clubs if club.deck == deck]
    managers = make_records(Private.dtype, len(clubs))
    for manager, club in zip(managers, clubs, strict=True):
        _fill_manager(manager, club)
    formations = np.array(
        [
            sum(1 << code for code in tactic.formations)
            for tactic in components.tactics
            if tactic.basic and not tactic.absent
        ]
    )
    return float(mean_points(managers, formations, EFFORT, REPEATS))


def _fill_manager(manager: Any, club: Club) -> None:
    """Write a team without cards and the club's line-ups to a record."""
    for name, value in (("keeper", 1), ("gloves", 1), ("line_ups", len(club.line_ups))):
        set_field(manager, name, value)
    field_of(manager, "rows")[:] = [ANY_ROW] * MARKERS
    field_of(manager, "strength")[:] = [1] * MARKERS
    field_of(manager, "side")[:] = [SHIELD] * (MARKERS // 2) + [BALL] * (MARKERS // 2)
    for number, line_up in enumerate(club.line_ups):
        field_of(manager, "their_keeper")[number] = line_up.keeper_strength
        field_of(manager, "their_gloves")[number] = line_up.gloves
        for cell, side, strength in line_up.markers:
            counts = field_of(manager, "their_balls" if side == BALL else "their_shields")
            # This adds 1 to the digit of each strength up to the marker's own.
            counts[SECTION[cell], number] += AT_LEAST[strength]
