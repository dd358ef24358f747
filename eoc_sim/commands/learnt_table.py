"""A learnt table of factors, its learners, and its text."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from eoc_sim.analysis.learning import Factors
    from eoc_sim.simulator.kernel.data_tables import LoadedTable

COLUMNS = ("clause", "factor", "factor_low", "factor_high", "drafted")
"""The columns of a learnt table."""


@dataclass(frozen=True)
class LearningGroup:
    """Seats of a line-up, numbered from 0, that learn one table together.

    ``previous_table`` is the table before learning.
    """

    previous_table: LoadedTable
    seats: tuple[int, ...]


@dataclass(frozen=True)
class LearntTable:
    """A learnt table: its learners, clauses, factors and draft counts.

    ``is_own`` marks the factors learnt for this version; all other factors are those of the current
    rules.
    """

    group: LearningGroup
    names: tuple[str, ...]
    factors: Factors
    draft_counts: np.ndarray
    is_own: np.ndarray


def table_text(
    names: Sequence[str], factors: Factors, draft_counts: np.ndarray, previous_table: LoadedTable
) -> str:
    """Format learnt factors as a CSV table.

    Rows of ``previous_table`` for clauses from other decks are appended unchanged.
    """
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(COLUMNS)
    for index, name in enumerate(names):
        numbers = (array[index] for array in (factors.factor, factors.low, factors.high))
        lines.writerow([name, *(f"{number:.3f}" for number in numbers), int(draft_counts[index])])
    for row in previous_table.rows_except(names):
        lines.writerow([row.get(name, "") for name in COLUMNS])
    return text.getvalue()
