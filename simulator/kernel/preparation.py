"""Preparation of strategies for a version, before its first game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.kernel.records import field_of, make_records
from eoc_sim.simulator.kernel.requests import PREPARE as PREPARE_ENTRY
from eoc_sim.simulator.kernel.running import Running
from eoc_sim.simulator.kernel.strategy import PREPARE, Strategy
from eoc_sim.simulator.kernel.strategy_compiler import compile_functions

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.engine import GameEngine


def prepare_params(
    engine: GameEngine[Any], strategies: Sequence[Strategy], params: Sequence[Any]
) -> list[Any]:
    """Return strategies' parameters, with the numbers that each prepares.

    A strategy's function ``prepare`` is called once, sees a table before the deal and writes its
    own ``params``. A game with a decision of this name has no such function.

    Raises:
        StrategyError: the function cannot be compiled, or failed.
    """
    kernel = engine.kernel
    preparing = [
        PREPARE in strategy.functions and strategy.prepares_in(PREPARE) for strategy in strategies
    ]
    if not any(preparing):
        return list(params)
    functions: list[Any] = [
        compile_functions(strategy, strategy, (PREPARE,), kernel.strategy_records)[0]
        if prepares
        else 0
        for strategy, prepares in zip(strategies, preparing, strict=True)
    ]
    policies = kernel.policies(
        [[function] * len(kernel.functions) for function in functions], params
    )
    engine.wait_for_kernel()  # otherwise the first question would compile it here too
    states = make_records(kernel.state, 1)
    engine.write_version(states[0])
    kernel.compile()  # a first request compiles, which is no strategy's time
    for entry, strategy in enumerate(strategies):
        if not preparing[entry]:
            continue
        place = (
            f"strategy {strategy.name} ({strategy.file_of(PREPARE)}, line "
            f"{strategy.line_of(PREPARE)}, {PREPARE})"
        )
        try:
            with Running(lambda place=place: place):  # type: ignore[misc]
                kernel.ask(states, policies, kernel.requests(PREPARE_ENTRY, [{"seat": entry}]))
        except Exception as error:
            raise StrategyError(f"{place}: {type(error).__name__}: {error}") from error
    records = field_of(policies[0], "params")
    return [records[entry] for entry in range(len(strategies))]
