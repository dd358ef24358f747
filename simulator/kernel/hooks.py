"""How the compiled kernel calls a strategy: by the address of its compiled function.

Strategies are compiled apart from the kernel, so that editing one recompiles nothing else. The
kernel gets a table of functions, ``functions[seat, hook]``: machine addresses when compiled, the
Python functions themselves otherwise. This is the only file that touches numba's internals; its
public alternative, first-class function types, plays about 15 % fewer games a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.compiled import COMPILED, compiled

if COMPILED:
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic
    def _invoke(typing_context, address, table, me, params, order):
        """Call the compiled function at ``address``; its exceptions pass through."""
        arguments = (table, me, params, order)
        signature = types.int64(address, *arguments)

        def generate(context, builder, signature, values):
            convention = context.call_conv
            function_type = convention.get_function_type(types.int64, arguments)
            pointer = builder.inttoptr(values[0], function_type.as_pointer())
            status, result = convention.call_function(
                builder, pointer, types.int64, arguments, values[1:]
            )
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return result

        return signature, generate

else:

    def _invoke(function, table, me, params, order):
        return int(function(table, me, params, order))


@compiled
def call(functions, seat, hook, table, me, params, order):
    """Ask the strategy of ``seat`` its function number ``hook``."""
    return _invoke(functions[seat, hook], table, me, params, order)


def address_of(dispatcher: Any, argument_types: tuple[Any, ...]) -> int:
    """The machine address of a function compiled for ``argument_types``, valid in this process."""
    result = dispatcher.overloads[argument_types]
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


def function_table(rows: Sequence[Sequence[Any]]) -> np.ndarray:
    """The table ``functions[seat, hook]`` for `call`: addresses, or Python functions."""
    table = np.zeros((len(rows), len(rows[0])), np.int64 if COMPILED else object)
    for seat, row in enumerate(rows):
        for hook, function in enumerate(row):
            table[seat, hook] = function
    return table
