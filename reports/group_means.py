"""Tables and charts of means by group, for a game's own sections."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.total_columns import add_labels, with_means
from eoc_sim.errors import InputError, nearest
from eoc_sim.reports.blocks import Block, Shown, chart, table
from eoc_sim.reports.charts.intervals import intervals, point
from eoc_sim.reports.findings import GAMES, Findings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eoc_sim.simulator.kernel.columns import Column, Table


def means_table(
    page: Findings,
    name: str,
    by: str,
    values: Sequence[str],
    heading: str,
    text: str = "",
    digits: int = 2,
    arm: int = 0,
) -> Block:
    """Tabulate the means of columns, grouped by another column.

    The means have 95 % intervals over games.

    Args:
        page: the findings of the run.
        name: the result table.
        by: the column of whole numbers to group by, such as an id or a round. A table with seats
            can also be grouped by a column of the seats' own table, such as ``strategy``.
        values: columns of numbers. A game counts once per group, with the mean of its rows.
        heading: the table's heading.
        text: a sentence under it.
        digits: digits after the decimal point.
        arm: the version's index in ``page.run.arms``; 0 for the current rules.

    Raises:
        MissingResults: the table was not kept.
        InputError: there is no such table or column.
    """
    means, columns, group_column = _means(page, name, by, values, arm)
    return table(
        heading,
        text,
        means,
        [
            Shown("label", group_column.head, "", "text"),
            GAMES,
            *(
                Shown(
                    value,
                    columns[value].head,
                    "mean over games, with its 95 % t interval",
                    "estimate",
                    digits,
                )
                for value in values
            ),
        ],
    )


def means_chart(
    page: Findings,
    name: str,
    by: str,
    value: str,
    heading: str,
    text: str = "",
    digits: int = 2,
    arm: int = 0,
) -> Block:
    """Draw the means of a column, grouped by another column.

    The arguments are those of `means_table`, except that ``value`` is a single column. A table of
    the numbers is collapsed under the chart.
    """
    means, columns, _ = _means(page, name, by, [value], arm)
    points = [
        point(row["label"], *(row[value + end] for end in ("", "_low", "_high")), digits=digits)
        for row in means.iter_rows(named=True)
    ]
    caption = text or f"Means of {columns[value].head}, with 95 % intervals over games."
    return chart(
        page.charts.draw(intervals(f"{heading}. {caption}", points)),
        caption,
        heading=heading,
        numbers=means_table(page, name, by, [value], f"{heading}, numbers", "", digits, arm),
    )


def _means(
    page: Findings, name: str, by: str, values: Sequence[str], arm: int
) -> tuple[pl.DataFrame, Table, Column]:
    """Compute the means of columns, grouped by another column."""
    tables = page.run.declaration.tables
    names = [column.name for column in tables.get(name, ())]
    standings = page.run.declaration.standings
    seats = [column.name for column in tables.get(name, ()) if "seat" in (column.role, column.name)]
    joins_standings = by not in names and bool(seats)
    groups = [standing.name for standing in standings] if joins_standings else names
    for word, known_names in ((name, tables), (by, groups), *((value, names) for value in values)):
        if word not in known_names:
            raise InputError(
                f'"{word}" is not one of {", ".join(known_names)}.{nearest(word, known_names)}'
            )
    columns = tables[name]
    group_column = (standings if joins_standings else columns)[by]

    def rows(batch: Batch) -> pl.DataFrame:
        if not joins_standings:
            return batch.read(columns, arm, ["game"], [by, *values])
        value_rows = batch.read(columns, arm, ["game"], [seats[0], *values])
        seat_groups = batch.read(standings, arm, ["game", "seat"], [by])
        return value_rows.join(seat_groups, left_on=["game", seats[0]], right_on=["game", "seat"])

    title = f"{', '.join(values)} of {name} by {by}, version {arm}"
    read = ((columns, arm), (standings, arm))[: 1 + joins_standings]
    statistic = Statistic(title, read, (by,), tuple(values), rows)
    means = with_means(page.run, page.run.total(statistic), values)
    return add_labels(page.run, means, group_column, by), columns, group_column
