"""What is the same in all games of an engine: in its states, and what strategies work out of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.eoc.asking import FUNCTIONS
from eoc_sim.simulator.eoc.bans import write_bans
from eoc_sim.simulator.eoc.entry import PREPARE as PREPARE_ENTRY
from eoc_sim.simulator.eoc.facts import write_facts
from eoc_sim.simulator.eoc.serving import RowArrays, ask_kernel, make_requests
from eoc_sim.simulator.eoc.state import (
    MAX_PLAYERS,
    order_dtype,
    private_dtype,
    state_dtype,
    table_dtype,
)
from eoc_sim.simulator.kernel.hooks import function_table
from eoc_sim.simulator.kernel.policies import make_policies
from eoc_sim.simulator.kernel.records import field_of, make_records, set_field
from eoc_sim.simulator.kernel.strategy_files import PREPARE, Strategy, compile_functions
from eoc_sim.simulator.kernel.tracing import trace_dtype

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.engine import Engine


def write_version(state: Any, engine: Engine) -> None:
    """Write what no game of an engine changes into a new state."""
    table, box = field_of(state, "table"), field_of(state, "box")
    write_facts(table, box, engine.components, engine.rules)
    set_field(table, "players", engine.players)
    # In solo the entry behind the line-up is Bubba (SOLO-9).
    ids = [*engine.strategy_ids, engine.bubba_id]
    set_field(box, "strategy", np.array(ids[:MAX_PLAYERS], np.int32))
    if any(engine.bans):
        write_bans(box, engine.components, engine.bans)


def prepared_params(
    engine: Engine, strategies: Sequence[Strategy], params: Sequence[Any]
) -> list[Any]:
    """The parameters of strategies, one a strategy, with the numbers that each prepares.

    Its function ``prepare`` sees a table on which nothing has been dealt, and writes its own
    ``params``; it is called once.

    Raises:
        StrategyError: it cannot be compiled, or failed.
    """
    preparing = [PREPARE in strategy.functions for strategy in strategies]
    if not any(preparing):
        return list(params)
    dtypes = (table_dtype, private_dtype, order_dtype)
    functions: list[Any] = [
        compile_functions(strategy, strategy, (PREPARE,), dtypes)[0] if prepares else 0
        for strategy, prepares in zip(strategies, preparing, strict=True)
    ]
    policies = make_policies(
        function_table([[function] * len(FUNCTIONS) for function in functions]), params,
        MAX_PLAYERS,
    )
    states, others = make_records(state_dtype, 1), make_records(state_dtype, 1)
    write_version(states[0], engine)
    for entry, strategy in enumerate(strategies):
        if not preparing[entry]:
            continue
        try:
            ask_kernel(
                states, others, make_records(trace_dtype, 1), policies,
                make_requests(PREPARE_ENTRY, [{"seat": entry}]), RowArrays(),
                np.zeros((1, 1), np.int64),
            )
        except Exception as error:
            raise StrategyError(
                f"strategy {strategy.name} ({strategy.file_of(PREPARE)}, line "
                f"{strategy.line_of(PREPARE)}, {PREPARE}): {type(error).__name__}: {error}"
            ) from error
    prepared = field_of(policies[0], "params")
    return [prepared[entry] for entry in range(len(strategies))]
