"""The dims tables, which explain the ids in result tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.kernel.columns import Table
from eoc_sim.simulator.runs.sheets import ComponentSheet

if TYPE_CHECKING:
    import polars as pl


def max_copies_rows(versions: Sequence[Any], sheet: ComponentSheet[Any]) -> list[dict[str, Any]]:
    """List a sheet's dims rows; copies are the maximum over the versions."""
    decks = [version.components.sheet(sheet.name) for version in versions]
    return [
        {**sheet.dim_row(rows[0]), "copies": max(row.copies for row in rows)}
        for rows in zip(*decks, strict=True)
    ]


def dims_frames(
    tables: Mapping[str, Table], rows: Mapping[str, Sequence[Mapping[str, Any]]]
) -> dict[str, pl.DataFrame]:
    """Make the dims tables; a row's index is its ``id``."""
    import polars as pl

    return {
        name: pl.DataFrame(
            [{"id": index, **row} for index, row in enumerate(table)],
            {column.name: getattr(pl, str(column.kind)) for column in tables[name]},
        )
        for name, table in rows.items()
    }
