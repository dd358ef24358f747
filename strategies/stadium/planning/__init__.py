"""Planning for scripted strategies: values, and where VPs earn most.

Worth is counted in points. A strategy's parameters, its *style*, say how it plays; the functions
here turn a style into decisions. Once per round, an owner works out these values: the rounds left,
from the blocks of all owners; the worth of tokens, from the squares and buildings in reach; and the
worth of places and cards, from points and clauses. Each placement then simulates the rest of the
round, and every later decision uses the same values.

Numba reads the integers of records as 32-bit; ``+ 0`` converts them to 64-bit.
"""

from __future__ import annotations

from eoc_sim.strategies.stadium.planning.acting import (
    build as build,
    draft as draft,
    exchange as exchange,
    playbook as playbook,
    train as train,
)
from eoc_sim.strategies.stadium.planning.hiring import hire as hire
from eoc_sim.strategies.stadium.planning.paying import lose as lose, pay as pay
from eoc_sim.strategies.stadium.planning.placing import place as place, star as star
from eoc_sim.strategies.stadium.planning.proposing import (
    propose as propose,
    search_parameters as search_parameters,
)
from eoc_sim.strategies.stadium.planning.remembered import MEMORY as MEMORY
from eoc_sim.strategies.stadium.planning.style import planner_parameters as planner_parameters
