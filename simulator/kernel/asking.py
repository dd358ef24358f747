"""Ask a strategy, and blame it for an illegal answer."""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.hooks import call


@compiled
def call_function(state: Any, policies: Any, row: Any, seat: Any, function: Any) -> Any:
    """Call one function of the function table for a seat."""
    box = state.box
    box.answering = 1
    answer = call(
        policies.functions,
        row,
        function,
        state.table,
        state.seats[seat],
        policies.params[box.entry[seat]],
        state.order,
    )
    box.answering = 0
    return answer


@compiled
def blame(state: Any, seat: Any, function: Any) -> None:
    """Blame the seat's strategy for any refusal until `stop_blaming` is called."""
    state.box.blamed_seat = seat
    state.box.function = function
    state.table.turn = seat


@compiled
def stop_blaming(state: Any) -> None:
    """Stop blaming the strategy: its answer has been accepted."""
    state.box.blamed_seat = -1


def asking(clear_order: Any) -> Any:
    """Make ``ask(state, policies, seat, function)``, which asks a seat's strategy.

    The strategy writes the details of its answer into ``state.order`` and is blamed for a refusal.
    """

    @compiled
    def ask(state: Any, policies: Any, seat: Any, function: Any) -> Any:
        clear_order(state.order)
        blame(state, seat, function)
        state.box.decisions += 1
        state.order.kind = call_function(state, policies, state.box.entry[seat], seat, function)
        return state.order.kind + 0

    return ask
