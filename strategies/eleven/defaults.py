"""Default decisions for strategies without their own function (INF-5).

They are plain and keep no memory, because ``me.memory`` belongs to the strategy.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import (
    DECLINE,
    END_DAY,
    KEEP,
    MARKERS,
    PASS,
    USE,
    best_layout,
    best_turn,
    formations_of,
)

EFFORT = 12
"""Random layouts that are tried in each formation."""


def director(table, me, params, order):
    """Take the first director of the hand."""
    order.card = -1
    for place in range(4):
        if order.card < 0:
            order.card = table.hand[me.seat, place]
    return 1


def objective(table, me, params, order):
    """Keep the first objective."""
    order.card = me.offered[0]
    return 1


def reroll(table, me, params, order):
    """Let the dice stand."""
    return KEEP


def colour(table, me, params, order):
    """Take the colour of money."""
    return 1


def act(table, me, params, order):
    """Do nothing all day."""
    return END_DAY


def choose(table, me, params, order):
    """Decline."""
    return DECLINE


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
