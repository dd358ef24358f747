"""Asking a seat's strategy for a decision (INF-4)."""

from __future__ import annotations

from typing import Any, NamedTuple

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


class Policies(NamedTuple):
    """Who plays: for each entry of the line-up its functions and parameters.

    ``functions[entry, function]`` is what `hooks.call` calls, ``params[entry]`` a record.
    """

    functions: Any
    params: Any


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
def ask(state, policies, seat, function):
    """The seat's answer: what its function returns, with the details in ``state.order``.

    From here until `carried_out` the seat's strategy is to blame for a refusal.
    """
    box = state.box
    order = state.order
    clear_order(order)
    box.blamed = seat
    box.asked = function
    box.answering = 1
    box.decisions += 1
    state.table.turn = seat
    entry = box.entry[seat]
    order.kind = call(
        policies.functions, entry, function, state.table, state.seats[seat],
        policies.params[entry], order,
    )
    box.answering = 0
    return order.kind + 0


@compiled
def carried_out(state):
    """What was asked for has been done: what is refused from now on is no strategy's fault."""
    state.box.blamed = -1
