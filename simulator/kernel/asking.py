"""The question to a strategy, and the blame for its answer."""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.hooks import call


def asking(clear_order: Any) -> tuple[Any, Any, Any]:
    """Make ``ask``, ``answer_of`` and ``carried_out`` of a game.

    ``ask(state, policies, seat, function)`` asks the seat's strategy function, which leaves details
    in ``state.order``. From there until ``carried_out(state)`` the strategy is to blame for a
    refusal. ``answer_of(state, policies, row, seat, function)`` asks a row of the function table,
    and blames nobody.
    """

    @compiled
    def answer_of(state: Any, policies: Any, row: Any, seat: Any, function: Any) -> Any:
        order = state.order
        clear_order(order)
        state.box.answering = 1
        order.kind = call(
            policies.functions,
            row,
            function,
            state.table,
            state.seats[seat],
            policies.params[state.box.entry[seat]],
            order,
        )
        state.box.answering = 0
        return order.kind + 0

    @compiled
    def ask(state: Any, policies: Any, seat: Any, function: Any) -> Any:
        box = state.box
        box.blamed = seat
        box.asked = function
        box.decisions += 1
        state.table.turn = seat
        return answer_of(state, policies, box.entry[seat], seat, function)

    @compiled
    def carried_out(state: Any) -> Any:
        state.box.blamed = -1

    return ask, answer_of, carried_out
