"""Upgrades with a cost: which of them to pay for, when something sets them off (CAR-3)."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import (
    COACH_SOURCE,
    clause_amount,
    conditions_hold,
    has_cost,
    unchecked,
)
from eoc_sim.strategies.eoc.planning.worth import unit_worth


@unchecked
def accept_upgrades(table, me, params, order, when, card, spot, node, spent):
    """Accept the cost of upgrades of a moment that give more than it: bits of ``order.accept``.

    ``card`` or ``spot`` is what is bought and ``node`` where the bus goes, else -1; ``spent`` are
    the BB that the action itself costs. What is left of them pays for upgrades, in their order.
    """
    seat = me.seat
    bucks = table.bucks[seat] - spent
    for place in range(table.active_count[seat, when]):
        clause = table.active[seat, when, place]
        if not has_cost(table, clause):
            continue
        if not conditions_hold(table, seat, clause, card, spot, node):
            continue
        gain = table.clause_gain[clause]
        worth = clause_amount(table, seat, clause) * unit_worth(params, gain, 0)
        worth -= params.buck_worth * table.clause_pay_bucks[clause]
        worth -= params.ec_worth * table.clause_pay_ec[clause]
        if worth <= 0 or table.clause_pay_bucks[clause] > bucks:
            continue
        bucks -= table.clause_pay_bucks[clause]
        bit = _bit_of(table, seat, table.clause_source[clause])
        if (order.accept >> bit) & 1 == 0:
            order.accept += 1 << bit


@unchecked
def _bit_of(table, seat, source):
    """Which bit of ``order.accept`` is a source's: 0 the coach's, 1 + i that of card i in play."""
    if source >= COACH_SOURCE:
        return 0
    for place in range(table.in_play_count[seat]):
        if table.in_play[seat, place] == source:
            return place + 1
    return 0
