"""Learnt factors of clauses.

A strategy may value clauses by a formula, and multiply each value by a factor learnt from games.
The factors are a data table with the key ``clause`` and the column ``factor``. A clause without a
factor in the table, such as a changed one, keeps the formula's value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.data_tables import LoadedTable
    from eoc_sim.simulator.kernel.strategy import Strategy

KEY, COLUMN = "clause", "factor"


def learnt_table(strategy: Strategy) -> LoadedTable | None:
    """Return the table of a strategy's learnt factors, or None."""
    for sheet in strategy.tables:
        if sheet.key == KEY and COLUMN in sheet.columns:
            return sheet
    return None


def with_factors(strategy: Strategy, factors: Mapping[str, float]) -> Strategy:
    """Make a strategy play with these factors instead of its table's."""
    sheet = learnt_table(strategy)
    assert sheet is not None  # a strategy with learnt factors has a table of them
    table = sheet.with_numbers(COLUMN, factors)
    return replace(
        strategy, tables=tuple(table if other is sheet else other for other in strategy.tables)
    )
