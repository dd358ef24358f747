"""Repeated questions to a strategy, to check its answers and its speed."""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.kernel.compiled import compiled_entry
from eoc_sim.simulator.kernel.hooks import call


@compiled_entry
def ask_again(
    states: Any, policy_sets: Any, seat: int, function: int, times: int, memory: Any, order: Any
) -> int:
    """Ask a seat's strategy one question ``times`` times; return the last answer.

    ``memory`` receives the strategy's current memory, which is restored before each question.
    ``order`` is the state's order as bytes, cleared before each question.
    """
    state = states[0]
    me = state.seats[seat]
    entry = state.box.entry[seat]
    draws = me.draws + 0
    for index in range(len(memory)):
        memory[index] = me.memory[index]
    answer = 0
    for _ in range(times):
        for index in range(len(memory)):
            me.memory[index] = memory[index]
        me.draws = draws
        for index in range(len(order)):
            order[index] = 0
        answer = call(
            policy_sets[0].functions,
            entry,
            function,
            state.table,
            me,
            policy_sets[0].params[entry],
            state.order,
        )
    return answer
