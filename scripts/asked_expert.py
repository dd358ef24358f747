"""The expert, extended to report how its formula values cards.

``scripts/distil_drafts.py`` calls ``judge``, which answers in hundredths of a star. If
``order.number`` is 1, the answer is the worth of the stars of ``order.card``, minus its price and
the cost of the missing colours; from 2 onwards, each number asks for one clause of the card's
effect. The expert itself calls it with 0, to judge a position.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import table as data_table
from eoc_sim.strategies.eoc.planning import (
    MEMORY as MEMORY,
    act as act,
    appraise,
    coach as coach,
    dice as dice,
    draft as draft,
    keep as keep,
    pick as pick,
    place as place,
    planner_parameters,
    prepare as prepare,
    propose as propose,
    search_parameters,
)
from eoc_sim.strategies.eoc.planning import TABLES as PLANNING_TABLES
from eoc_sim.strategies.eoc.planning import judge as judge_position
from eoc_sim.strategies.eoc.planning.appraising import HUNDREDTHS_PER_TENTH
from eoc_sim.strategies.eoc.planning.drafting import missing_colours_cost, note_supply

PARAMETERS = planner_parameters() + search_parameters()

_SELF_PLAY = "learnt/self_play.csv"
TABLES = [
    data_table(_SELF_PLAY, key="clause", neutral=1.0, columns=("factor",), partial=True),
    *PLANNING_TABLES[1:],
]
"""A planner's tables, with factors from self-play."""


def judge(table, me, params, order):
    """Return the worth of the position, or of a part of ``order.card``."""
    if order.number == 0:
        return judge_position(table, me, params, order)
    order.number -= 2
    worth = appraise(table, me, params, order)
    if order.number < 0:
        note_supply(table, me)
        worth -= int(HUNDREDTHS_PER_TENTH * missing_colours_cost(table, me, params, order.card))
    return worth
