"""Upgrades with a cost: which ones to pay for (CAR-3)."""

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
def accept_upgrades(table, me, params, order, trigger, card, spot, node, cost):
    """Write into ``order.accept`` the upgrades worth more than they cost.

    ``trigger`` is when the upgrades act, such as `WHEN_SIGN`. ``card`` or ``spot`` is the purchase,
    and ``node`` the bus's destination; those that do not apply are -1. ``cost`` is the number of BB
    that the action itself costs. The remaining BB pay for upgrades, first come first served.
    """
    seat = me.seat
    bucks = table.bucks[seat] - cost
    for index in range(table.active_count[seat, trigger]):
        clause = table.active[seat, trigger, index]
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
    """Return a source's bit in ``order.accept``.

    It is 0 for the coach and 1 + i for card i in play.
    """
    if source >= COACH_SOURCE:
        return 0
    for index in range(table.in_play_count[seat]):
        if table.in_play[seat, index] == source:
            return index + 1
    return 0
