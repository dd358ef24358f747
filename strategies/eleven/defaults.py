"""Default decisions for strategies without their own function (INF-5).

They are plain and keep no memory, because ``me.memory`` belongs to the strategy.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import (
    MARKERS,
    PASS,
    USE,
    best_layout,
    best_turn,
    formations_of,
)

EFFORT = 12
"""Random layouts that are tried in each formation."""


def prepare(table, me, params, order):
    """Play the first tactic card that is allowed, with a good layout."""
    order.tactic = -1
    while formations_of(table, me.seat, order.tactic) == 0:
        order.tactic += 1
    order.formation = best_layout(table, me, formations_of(table, me.seat, order.tactic), EFFORT)
    for marker in range(MARKERS):
        order.cell[marker] = me.best[marker]
    return 1


def effect(table, me, params, order):
    """Turn the marker whose turn helps most against the revealed line-up."""
    order.marker = best_turn(table, me)
    return USE if order.marker >= 0 else PASS
