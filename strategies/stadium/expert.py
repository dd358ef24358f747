"""Plans like `balanced`, and plays out alternatives before each placement."""

from __future__ import annotations

from eoc_sim.strategies.stadium.planning import (
    MEMORY as MEMORY,
    build as build,
    draft as draft,
    exchange as exchange,
    hire as hire,
    lose as lose,
    pay as pay,
    place as place,
    planner_parameters,
    playbook as playbook,
    propose as propose,
    search_parameters,
    star as star,
    train as train,
)

# The search parameters come first: numba confuses a record with one that begins with the same
# fields, and warns about it.
PARAMETERS = search_parameters() + planner_parameters(whim=0)
