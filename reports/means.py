"""A table of means by group, for a game's own sections."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.statistic import Batch, Statistic
from eoc_sim.analysis.tables import labelled, with_means
from eoc_sim.errors import InputError, nearest
from eoc_sim.reports.blocks import Block, Shown, table
from eoc_sim.reports.findings import GAMES, Findings

if TYPE_CHECKING:
    from collections.abc import Sequence


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
    """Tabulate the means of columns by another column.

    The means have 95 % intervals over games.

    Args:
        page: the findings of the run.
        name: the result table.
        by: the column of whole numbers to group by, such as an id or a round.
        values: columns of numbers. A game's rows of one group count once, with their mean.
        heading: the table's heading.
        text: a sentence under it.
        digits: digits after the decimal point.
        arm: the version's index in ``page.run.arms``; 0 for the current rules.

    Raises:
        MissingResults: the table was not kept.
        InputError: there is no such table or column.
    """
    tables = page.run.declaration.tables
    known = [one.name for one in tables.get(name, ())]
    for one, among in ((name, tables), *((column, known) for column in (by, *values))):
        if one not in among:
            raise InputError(f'"{one}" is not one of {", ".join(among)}.{nearest(one, among)}')
    columns = tables[name]

    def rows(batch: Batch) -> pl.DataFrame:
        return batch.read(columns, arm, ["game"], [by, *values])

    called = f"{name} by {by}, version {arm}"
    statistic = Statistic(called, ((columns, arm),), (by,), tuple(values), rows)
    means = with_means(page.run, page.run.total(statistic), values)
    return table(
        heading,
        text,
        labelled(page.run, means, columns[by], by),
        [
            Shown("label", columns[by].head, "", "text"),
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
