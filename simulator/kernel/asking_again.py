"""Repeated questions to a strategy, to check its answers and its speed."""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.kernel.compiled import compiled_entry
from eoc_sim.simulator.kernel.hooks import call


@compiled_entry
def ask_again(
    states: Any, players: Any, seat: int, function: int, times: int, memory: Any, order: Any
) -> int:
    """Ask a seat's strategy the same ``times`` times; return the last answer.

    Each time its memory is first restored to its present state, which ``memory`` receives.
    ``order`` is the first state's order as bytes, all 0 whenever it is asked.
    """
    state = states[0]
    me = state.seats[seat]
    entry = state.box.entry[seat]
    draws = me.draws + 0
    for place in range(len(memory)):
        memory[place] = me.memory[place]
    answer = 0
    for _ in range(times):
        for place in range(len(memory)):
            me.memory[place] = memory[place]
        me.draws = draws
        for place in range(len(order)):
            order[place] = 0
        answer = call(
            players[0].functions,
            entry,
            function,
            state.table,
            me,
            players[0].params[entry],
            state.order,
        )
    return answer
