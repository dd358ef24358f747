"""The turn order's consequences: compensation, order of picks, the Chain."""

from __future__ import annotations

from eoc_sim.simulator.eoc.effects import score
from eoc_sim.simulator.eoc.state import MONTHS, PART_ORDER_STARS
from eoc_sim.simulator.eoc.switches import CHAIN, PICK_ORDER
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def order_bucks(table, order):
    """SET-19: return the extra starting BB for a place in March's turn order."""
    return (
        table.rule_order_bucks_1,
        table.rule_order_bucks_2,
        table.rule_order_bucks_3,
        table.rule_order_bucks_4,
    )[order]


@compiled
def order_stars(table, order):
    """SET-19: return the starting stars for a place in March's turn order."""
    return (
        table.rule_order_stars_1,
        table.rule_order_stars_2,
        table.rule_order_stars_3,
        table.rule_order_stars_4,
    )[order]


@compiled
def compensate_turn_order(table):
    """SET-19: give BB and stars according to March's turn order.

    This happens as soon as the starting player is known.
    """
    for order in range(table.players):
        seat = (table.first + order) % table.players
        table.bucks[seat] += order_bucks(table, order)
        score(table, seat, PART_ORDER_STARS, order_stars(table, order))


@compiled
def picking_seat(table, turn):
    """DRA-9: return the seat that drafts, in turn order or in reverse."""
    order = turn % table.players
    if table.rule_pick_order == PICK_ORDER.REVERSED:
        order = table.players - 1 - order
    return (table.starter + order) % table.players


@compiled
def pass_chain(table):
    """END-4, END-6: choose the starting player of the next month."""
    if table.rule_chain == CHAIN.OFF:
        return
    if table.rule_chain == CHAIN.BACK_IN_FEBRUARY and table.month == MONTHS - 1:
        table.starter = table.first
        return
    table.starter = (table.starter + 1) % table.players
