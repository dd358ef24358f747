"""Planning for scripted strategies: values, and how to spend a month well.

Worth is counted in tenths of a star. A strategy's parameters, its *style*, say how it plays; the
functions here turn a style into decisions. A month's plan, the recruits most worth signing, is
remembered. It is made again only if enough EC remain after a signing.

EC are lost at the end of the turn, so the planner saves none. It spends the mat's EC where they are
worth most: first on cards and recruits in order of worth per EC, then on packages, then on bets or
steps towards the next recruit.

Numba reads the integers of records as 32-bit; ``+ 0`` converts them to 64-bit.
"""

from __future__ import annotations

from eoc_sim.strategies.eoc.planning.appraising import appraise as appraise
from eoc_sim.strategies.eoc.planning.dice import dice as dice, place as place
from eoc_sim.strategies.eoc.planning.drafting import (
    coach as coach,
    draft as draft,
    keep as keep,
    pick as pick,
)
from eoc_sim.strategies.eoc.planning.judging import judge as judge
from eoc_sim.strategies.eoc.planning.proposing import (
    propose as propose,
    search_parameters as search_parameters,
)
from eoc_sim.strategies.eoc.planning.remembered import MEMORY as MEMORY
from eoc_sim.strategies.eoc.planning.style import (
    TABLES as TABLES,
    planner_parameters as planner_parameters,
)
from eoc_sim.strategies.eoc.planning.turn import act as act
from eoc_sim.strategies.eoc.planning.worth import prepare as prepare
