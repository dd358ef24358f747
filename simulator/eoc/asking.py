"""Asking a seat's strategy for a decision (INF-4)."""

from __future__ import annotations

from eoc_sim.simulator.eoc.state import COLOURS
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.hooks import call

FUNCTIONS = (
    "keep", "pick", "coach", "draft", "bookie", "dice", "place", "act", "bid", "sell",
    "final_campaign",
)
"""The functions of a strategy, in the order of the function table."""

(
    ASK_KEEP, ASK_PICK, ASK_COACH, ASK_DRAFT, ASK_BOOKIE, ASK_DICE, ASK_PLACE, ASK_ACT, ASK_BID,
    ASK_SELL, ASK_FINAL_CAMPAIGN,
) = range(len(FUNCTIONS))


@compiled
def clear_order(order):
    """Set an order to zero."""
    order.kind = 0
    order.card = 0
    order.spot = 0
    order.node = 0
    order.colour = 0
    order.number = 0
    order.bucks = 0
    order.accept = 0
    for colour in range(COLOURS):
        order.give[colour] = 0
        order.take[colour] = 0
        order.discount[colour] = 0
        order.substitute[colour] = 0
    for place in range(8):
        order.keep[place] = 0
    for place in range(2):
        order.die[place] = 0
        order.mode[place] = 0
        order.month[place] = 0


@compiled
def ask(table, box, private, params, functions, order, seat, function):
    """The seat's answer: what its function returns, with the details in ``order``."""
    clear_order(order)
    box.fault_seat = seat
    box.fault_hook = function
    box.decisions += 1
    table.turn = seat
    entry = box.entry[seat]
    answer = call(functions, entry, function, table, private[seat], params[entry], order)
    order.kind = answer
    return answer
