"""Asking an owner's strategy for a decision (DEC)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.hooks import call
from eoc_sim.simulator.stadium.decisions import DECISIONS
from eoc_sim.simulator.stadium.state import clear_order

FUNCTIONS = tuple(one.name for one in DECISIONS)
"""The functions of a strategy, in the order of the function table."""

(
    ASK_PLACE,
    ASK_STAR,
    ASK_TRAIN,
    ASK_HIRE,
    ASK_PLAYBOOK,
    ASK_BUILD,
    ASK_DRAFT,
    ASK_EXCHANGE,
    ASK_PAY,
    ASK_LOSE,
    ASK_PROPOSE,
    ASK_JUDGE,
) = range(len(FUNCTIONS))


@compiled
def ask(state, policies, seat, function):
    """Ask the seat's strategy function, which leaves details in ``state.order``.

    From here until `carried_out` the seat's strategy is to blame for a refusal.
    """
    box = state.box
    order = state.order
    clear_order(order)
    box.blamed = seat
    box.asked = function
    box.decisions += 1
    state.table.turn = seat
    entry = box.entry[seat]
    box.answering = 1
    order.kind = call(
        policies.functions,
        entry,
        function,
        state.table,
        state.seats[seat],
        policies.params[entry],
        order,
    )
    box.answering = 0
    return order.kind + 0


@compiled
def carried_out(state):
    """End the strategy's blame: its answer has been carried out."""
    state.box.blamed = -1
