"""A designer's own columns, which have no effect on the game.

A sheet may have such columns for notes, for example. Wherever the sheet is written back, they keep
their position and heading. Columns whose heading begins with `RESULT` were written by a report;
they are left out on reading.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eoc_sim.errors import InputError, nearest
from eoc_sim.simulator.kernel.sheets import RESULT, TextSheet

MIN_SIMILARITY = 0.8
"""The minimum similarity of a misspelling to an existing column."""


@dataclass(frozen=True)
class OwnColumns:
    """The designer's own columns of one sheet.

    ``order`` lists the headings of all columns of the sheet, including the game's. ``cells`` has
    the text of the designer's columns, by row number and heading. ``has_result_columns`` is
    true if result columns were left out.
    """

    source: str
    order: tuple[str, ...]
    cells: Mapping[str, Mapping[str, str]]
    has_result_columns: bool = False

    @property
    def heads(self) -> tuple[str, ...]:
        """The headings of the designer's columns."""
        names = {head for row in self.cells.values() for head in row}
        return tuple(head for head in self.order if head in names)

    def sentences(self) -> list[str]:
        """List sentences about the designer's columns and about result columns."""
        sentences = []
        if self.heads:
            names = ", ".join(f"'{head}'" for head in self.heads)
            sentences.append(
                f"{self.source}: the columns {names} are your own; they are kept, but have no "
                "effect on the game"
                if len(self.heads) > 1
                else f"{self.source}: the column {names} is your own; it is kept, but has no "
                "effect on the game"
            )
        if self.has_result_columns:
            sentences.append(
                f"{self.source}: the columns that begin with '{RESULT}' are not read: they show "
                "results of earlier runs"
            )
        return sentences

    def columns_and_rows(
        self, rows: Sequence[Mapping[str, str]]
    ) -> tuple[tuple[str, ...], list[dict[str, str]]]:
        """Return columns and rows with the designer's columns in their positions."""
        return self.order, [
            {**row, **dict.fromkeys(self.heads, ""), **self.cells.get(row["number"], {})}
            for row in rows
        ]

    def record(self) -> dict[str, Any]:
        """Return plain values that `restore` reads back."""
        return {
            "source": self.source,
            "order": list(self.order),
            "cells": {number: dict(row) for number, row in self.cells.items()},
        }

    @classmethod
    def restore(cls, record: Mapping[str, Any]) -> OwnColumns:
        """Restore what `record` returned."""
        return cls(str(record["source"]), tuple(record["order"]), dict(record["cells"]))


def own_columns(
    sheet: TextSheet, expected_columns: Sequence[str], number: Callable[[str], str]
) -> OwnColumns | None:
    """Find the columns that are not among ``expected_columns``.

    ``number`` normalises a row's number. The result is None if the sheet has no such columns and no
    result columns were left out.

    Raises:
        InputError: a column of the game is missing or has a faulty cell, or another column looks
            like a misspelling of one.
    """
    unknown_columns = [column for column in sheet.columns if column not in expected_columns]
    missing = [column for column in expected_columns if column not in sheet.columns]
    for column in unknown_columns:
        suggestion = _suggest(column, expected_columns, missing)
        if suggestion:
            raise InputError(
                f'{sheet.location(column)}: the column "{sheet.heads[column]}" is unknown; the '
                f"columns are {', '.join(expected_columns)}.{suggestion} A column of your own "
                "needs a name that is less similar to these."
            )
    if len(missing) == len(expected_columns):
        heads = ", ".join(sheet.heads.values())
        raise InputError(
            f'{sheet.name}, row {sheet.header_row}: "{heads}" should be the names of the columns: '
            f"{', '.join(expected_columns)}; remove any title above them."
        )
    if missing:
        raise InputError(
            f'{sheet.name}: the column "{missing[0]}" is missing; the columns are '
            f"{', '.join(expected_columns)}."
        )
    for (_, column), text in sorted(sheet.faults.items()):
        if column in expected_columns:
            raise InputError(text)
    if not unknown_columns and not sheet.has_result_columns:
        return None
    return OwnColumns(
        sheet.name,
        tuple(sheet.heads[name] if name in unknown_columns else name for name in sheet.columns),
        {
            number(row["number"]): {sheet.heads[column]: row[column] for column in unknown_columns}
            for _, row in sheet.rows
        }
        if unknown_columns
        else {},
        sheet.has_result_columns,
    )


def _suggest(column: str, expected_columns: Sequence[str], missing_columns: Sequence[str]) -> str:
    """Suggest the column probably meant; return "" if there is none.

    The suggestion is a sentence of an error message. Some similarity to a missing column is enough.
    A misspelling of a column that is present must be almost identical: "old price" next to "price"
    is not a misspelling.
    """
    if suggestion := nearest(column, missing_columns):
        return suggestion
    similar_columns = difflib.get_close_matches(
        column, expected_columns, n=1, cutoff=MIN_SIMILARITY
    )
    if not similar_columns or re.search(rf"(^|_){re.escape(similar_columns[0])}(_|$)", column):
        return ""
    return nearest(column, similar_columns)
