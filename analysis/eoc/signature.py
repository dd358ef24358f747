"""Traits of a strategy: its use of dice, and its spending."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_labels, with_means

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Table

EARLY = range(1, 6)
"""Months 1 to 5 (March to July).

EC received in these months can still be spent on anything.
"""


def full_dice(run: Run, months: Sequence[int] = range(1, 13)) -> pl.DataFrame:
    """Return the percentage of dice taken at full value, by strategy.

    Columns: strategy, label, games, full with _low and _high.
    """
    return _by_strategy(
        run,
        f"full dice in months {list(months)}",
        run.table_with("target_round"),
        ["mode"],
        ["strategy"],
        "full",
        lambda rows: rows.filter(pl.col("month").is_in(list(months))).with_columns(
            (100.0 * (pl.col("mode").cast(pl.String) == "full")).alias("full")
        ),
    )


def spending(run: Run) -> pl.DataFrame:
    """Return the EC paid for cards and recruits, by strategy and month.

    Columns: strategy, label, month, games, spent with _low and _high.
    """
    return _by_strategy(
        run,
        "spending by month",
        run.declaration.tables["months"],
        SPENDING_COLUMNS,
        ["strategy", "month"],
        "spent",
        _add_spending,
    )


def early_spending(run: Run, months: Sequence[int] = EARLY) -> pl.DataFrame:
    """Return the share of spending in these months, by strategy.

    The share is per 100 EC paid for cards and recruits. Columns: strategy, label, games, early with
    _low and _high.
    """
    spending = pl.col("spent").sum()
    early = pl.col("spent").filter(pl.col("month").is_in(list(months))).sum()
    return _by_strategy(
        run,
        f"spending in months {list(months)}",
        run.declaration.tables["months"],
        SPENDING_COLUMNS,
        ["strategy"],
        "early",
        lambda rows: (
            _add_spending(rows)
            .group_by("game", "seat", "strategy")
            .agg(pl.when(spending > 0).then(100.0 * early / spending).alias("early"))
        ),
    )


SPENDING_COLUMNS = ("ec_spent_cards", "ec_spent_recruits")


def _add_spending(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(pl.sum_horizontal(SPENDING_COLUMNS).cast(pl.Float64).alias("spent"))


def peak(spending: pl.DataFrame, label: str) -> dict[str, float]:
    """Return the `spending` row for a strategy's most expensive month.

    Ties go to the earliest month.
    """
    months = spending.filter(pl.col("label") == label).sort(
        "spent", "month", descending=[True, False]
    )
    return dict(months.row(0, named=True))


def _by_strategy(
    run: Run,
    name: str,
    table: Table,
    columns: Sequence[str],
    by: Sequence[str],
    value: str,
    measure: Callable[[pl.DataFrame], pl.DataFrame],
) -> pl.DataFrame:
    """Average ``value`` over games, grouped by the columns ``by``.

    ``measure`` receives a batch's rows of ``table`` (game, seat, month, strategy and ``columns``)
    and returns rows with ``value``.
    """
    seats = run.table_with("win_share")

    def rows(batch: Batch) -> pl.DataFrame:
        owners = batch.read(seats, 0, ["game", "seat", "strategy"])
        months = batch.read(table, 0, ["game", "seat"], ["month", *columns])
        return measure(months.join(owners, on=["game", "seat"]))

    total = run.total(Statistic(name, ((table, 0), (seats, 0)), tuple(by), (value,), rows))
    frame = with_means(run, total, [value])
    return add_labels(run, frame, seats.role("strategy"), "strategy")
