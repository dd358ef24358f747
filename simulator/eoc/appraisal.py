"""Card values by a strategy's own formula.

A strategy that drafts by a formula with learnt factors has the function ``appraise``. It is called
in pure Python, in a separate process, on freshly set-up games: once for each home region, month,
card and clause.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.errors import InputError, StrategyError
from eoc_sim.simulator.eoc.learnt_factors import KEY
from eoc_sim.simulator.eoc.setup import CLOCKWISE_REGIONS
from eoc_sim.simulator.eoc.state import COLOURS, MONTHS, Order, clear_order
from eoc_sim.simulator.eoc.versions import Version, engines, record, restore
from eoc_sim.simulator.kernel.memory import with_names
from eoc_sim.simulator.kernel.records import field_of, make_records
from eoc_sim.simulator.kernel.vouching import reading_result

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from eoc_sim.simulator.eoc.engine import Engine
    from eoc_sim.simulator.kernel.strategy import Strategy

    Floats = NDArray[np.float64]

FUNCTION = "appraise"
HUNDREDTHS = 100.0
MAX_SET_UPS = 200
"""The maximum number of games set up to find every home region."""


@dataclass(frozen=True)
class Appraisal:
    """Card values in stars by home region and month.

    Months run from 1 to 12; index 0 is unused. ``base_values[card, region, month]`` is the value of
    a card without its effect: stars and price. ``clauses[clause, region, month]`` is the value of a
    clause. Clauses are numbered as in the game; those of a card are ``first_clause[card]`` to
    ``end_clause[card]`` - 1.
    """

    base_values: Floats
    clauses: Floats
    first_clause: NDArray[np.int64]
    end_clause: NDArray[np.int64]


def check_can_be_asked(strategy: Strategy) -> None:
    """Raise a StrategyError if a strategy has no function ``appraise``."""
    if FUNCTION not in strategy.functions:
        raise StrategyError(
            f"The strategy {strategy.name} has no function {FUNCTION}, which values a card by the "
            f"strategy's formula alone, so there is nothing to learn ({strategy.file})."
        )


def appraise(version: Version, entry: int = 0) -> Appraisal:
    """Ask a strategy in a separate process to value all cards.

    ``entry`` is the strategy's position in the line-up, from 0.

    Raises:
        StrategyError: the strategy has no function ``appraise``, or the function failed.
    """
    strategy = version.strategies()[entry]
    check_can_be_asked(strategy)
    seats = (version.seats[entry], *version.seats[:entry], *version.seats[entry + 1 :])
    plain_version = replace(version, seats=seats, banned=(), learnt=())
    process = subprocess.run(
        [sys.executable, "-P", "-m", "eoc_sim.simulator.eoc.appraisal"],
        input=json.dumps(record(plain_version)),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    if process.returncode != 0:
        lines = process.stderr.strip().splitlines() or ["it ended without a message"]
        raise StrategyError(f"The strategy {strategy.name} failed in pure Python: {lines[-1]}.")
    answer = json.loads(process.stdout)
    if "error" in answer:
        raise StrategyError(answer["error"])
    return Appraisal(
        np.array(answer["base_values"]) / HUNDREDTHS,
        np.array(answer["clauses"]) / HUNDREDTHS,
        np.array(answer["first"]),
        np.array(answer["end"]),
    )


def _appraise_here(version: Version) -> dict[str, Any]:
    """Compute the values in hundredths of a star, in this process."""
    engine = engines([version], seed=1, seating="fixed")[0]
    (order,) = make_records(Order.dtype, 1)
    strategy = version.strategies()[0]
    function = with_names(strategy.functions[FUNCTION], strategy.memory)
    params = strategy.named_parameters(strategy.parameter_record(engine.printed_ids))
    workers = _workers_by_home(engine)
    table = field_of(workers[0].state, "table")
    cards = int(table.cards)
    first = [int(source) for source in table.source_first[:cards]]
    end = [int(source) for source in table.source_last[:cards]]
    base_values = np.zeros((cards, COLOURS, MONTHS + 1), np.int64)
    clauses = np.zeros((len(engine.printed_ids[KEY]), COLOURS, MONTHS + 1), np.int64)
    for region, worker in workers.items():
        table, me = worker.part("table"), worker.part("seats")[0]
        for month in range(1, MONTHS + 1):
            table.month = month
            for card in range(cards):
                for number in range(-1, end[card] - first[card]):
                    clear_order(order)
                    order.card, order.number = card, number
                    worth = _ask(function, strategy, table, me, params, order)
                    if number < 0:
                        base_values[card, region, month] = worth
                    else:
                        clauses[first[card] + number, region, month] = worth
    return {
        "base_values": base_values.tolist(),
        "clauses": clauses.tolist(),
        "first": first,
        "end": end,
    }


def _ask(function: Any, strategy: Strategy, table: Any, me: Any, params: Any, order: Any) -> int:
    try:
        answer = function(table, me, params, order)
        return int(answer.__index__())
    except Exception as error:
        raise StrategyError(
            f"The strategy {strategy.name} ({strategy.file_of(FUNCTION)}, line "
            f"{strategy.line_of(FUNCTION)}, {FUNCTION}): {type(error).__name__}: {error}"
        ) from error


def _workers_by_home(engine: Engine) -> dict[int, Any]:
    """Set up a game for every home region of the first seat.

    Returns the games' workers by region.
    """
    workers: dict[int, Any] = {}
    worker = engine.worker()
    for game in range(MAX_SET_UPS):
        worker.set_up(game)
        region = int(worker.part("table").region[0])
        if region not in workers:
            workers[region] = worker
            worker = engine.worker()
        if len(workers) == len(CLOCKWISE_REGIONS):
            break
    return dict(sorted(workers.items()))


def _answer(request: Mapping[str, Any]) -> dict[str, Any]:
    try:
        # Only the answer goes to stdout, even if the strategy prints. The record comes from the
        # calling process, which has already vouched for the strategy.
        with redirect_stdout(sys.stderr), reading_result(announce=lambda sentence: None):
            return _appraise_here(restore(request))
    except InputError as error:
        return {"error": str(error)}


if __name__ == "__main__":
    print(json.dumps(_answer(json.load(sys.stdin))))
