"""A compiled function that asks the `random` strategy for its decisions.

It has its own file so that its machine code does not depend on the many imports of the tests.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import COMPILED, compiled_entry
from eoc_sim.simulator.kernel.memory import with_names
from eoc_sim.strategies.eoc.random import MEMORY, act

if COMPILED:
    from numba import njit

    act = njit(act)
else:
    act = with_names(act, MEMORY)


@compiled_entry
def ask_repeatedly(tables, private, orders, answers, same_turn):
    """Ask the `random` strategy once per row of ``answers``."""
    table, me, order = tables[0], private[0], orders[0]
    for number in range(len(answers)):
        if not same_turn:
            me.memory[1] = 0
        order.card, order.spot, order.node, order.colour, order.number = -1, -1, -1, -1, -1
        for colour in range(6):
            order.give[colour] = 0
            order.take[colour] = 0
        answers[number, 0] = act(table, me, order, order)
        answers[number, 1] = order.spot
        answers[number, 2] = order.node
        answers[number, 3] = order.colour
        answers[number, 4] = order.number
        for colour in range(6):
            if order.give[colour] > 0 or order.take[colour] > 0:
                answers[number, 5] = colour
