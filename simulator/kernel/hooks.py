"""Calls from the kernel to strategies' compiled functions, by address.

Strategies are compiled separately from the kernel, so that editing one recompiles nothing else. The
kernel gets a table of functions, with a row for each entry of the line-up: machine addresses when
compiled, the Python functions themselves otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.compiled import COMPILED, compiled

if COMPILED:
    from eoc_sim.simulator.kernel.numba_internals import invoke
else:

    def invoke(function: Any, table: Any, me: Any, params: Any, order: Any) -> int:
        """Call the Python function, as strictly as if it were compiled.

        A division by zero raises an error, as in compiled code. An overflow does too, although
        compiled code, whose numbers are wider, has none. An answer that is not a whole number is
        refused, as it is by the compiler.
        """
        try:
            # The numbers in records are numpy's, which by default only warn.
            with np.errstate(divide="raise", over="raise"):
                answer = function(table, me, params, order)
        except FloatingPointError as error:
            kind = ZeroDivisionError if "divide" in str(error) else OverflowError
            raise kind(str(error)) from error
        if not isinstance(answer, (int, np.integer, np.bool_)):
            raise TypeError(f"returned {answer!r}; it should return an int on every path")
        return int(answer)


@compiled
def call(functions: Any, row: int, hook: int, table: Any, me: Any, params: Any, order: Any) -> int:
    """Call function number ``hook`` in row ``row`` of the table."""
    return invoke(functions[row, hook], table, me, params, order)


def function_table(rows: Sequence[Sequence[Any]]) -> np.ndarray:
    """Build a table of addresses or Python functions from its rows."""
    table = np.zeros((len(rows), len(rows[0])), np.int64 if COMPILED else object)
    for row, functions in enumerate(rows):
        for hook, function in enumerate(functions):
            table[row, hook] = function
    return table
