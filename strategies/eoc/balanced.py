"""A sound all-round planner: cards, recruits, positions, region and board together."""

from __future__ import annotations

from eoc_sim.strategies.eoc.planning import (
    MEMORY as MEMORY,
    TABLES as TABLES,
    act as act,
    appraise as appraise,
    coach as coach,
    dice as dice,
    draft as draft,
    keep as keep,
    pick as pick,
    place as place,
    planner_parameters,
    prepare as prepare,
)

PARAMETERS = planner_parameters()
