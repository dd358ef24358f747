"""Plans like `balanced`, and plays out alternatives before drafts, dice and turns."""

from __future__ import annotations

from eoc_sim.strategies.eoc.planning import (
    MEMORY as MEMORY,
    TABLES as TABLES,
    act as act,
    coach as coach,
    dice as dice,
    draft as draft,
    judge as judge,
    keep as keep,
    pick as pick,
    place as place,
    planner_parameters,
    prepare as prepare,
    propose as propose,
    search_parameters,
)

PARAMETERS = planner_parameters() + search_parameters()
