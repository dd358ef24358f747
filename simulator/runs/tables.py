"""Result tables: from the worker's records to files.

A shard is 50 000 games of one arm, cut by game number, so that a file's bytes depend only on the
games: not on the number of threads, the chunks, or interruptions.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from eoc_sim.errors import EngineError
from eoc_sim.simulator.runs.game import Column, Table

if TYPE_CHECKING:
    import polars as pl

SHARD_GAMES = 50_000
ROW_GROUP_ROWS = 1 << 17
"""The rows of a group in a file, alike on all machines.

They are part of its bytes.
"""

_INTEGERS = ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64")


def narrow(table: Table, rows: np.ndarray) -> dict[str, np.ndarray]:
    """Convert the records' columns to file types; labels stay numbers.

    Raises:
        EngineError: a value does not fit its column.
    """
    return {column.name: _narrow(table.name, column, rows[column.name]) for column in table}


def _narrow(table: str, column: Column, values: np.ndarray) -> np.ndarray:
    if isinstance(column.kind, tuple):
        low, high = 0, len(column.kind) - 1
        kind = np.dtype(np.uint8)
    elif column.kind in _INTEGERS:
        kind = np.dtype(column.kind.lower())
        low, high = int(np.iinfo(kind).min), int(np.iinfo(kind).max)
    else:
        return np.ascontiguousarray(values, dtype=np.dtype(column.kind.lower()))
    # Records are scattered: after one copy, checking and narrowing takes two thirds of the time.
    values = np.ascontiguousarray(values)
    if len(values) and not (low <= int(values.min()) and int(values.max()) <= high):
        wrong = int(values.max()) if int(values.max()) > high else int(values.min())
        raise EngineError(
            f"table {table}, column {column.name}: the value {wrong} is not within {low} to {high}"
        )
    return values.astype(kind)


def frame(table: Table, arm: int, parts: Sequence[Mapping[str, np.ndarray]]) -> pl.DataFrame:
    """Make one data frame of ``arm`` from narrowed parts, in game order.

    Its columns chain the parts' arrays without copies: no table is in memory twice.
    """
    import polars as pl

    rows = sum(len(part[table.columns[0].name]) for part in parts)
    columns = [pl.Series("arm", np.full(rows, arm, dtype=np.int16))]
    for column in table:
        if isinstance(column.kind, tuple):
            labels = pl.Series(column.name, column.kind, dtype=pl.Enum(column.kind))
            series = [labels.gather(part[column.name]) for part in parts]
        else:
            series = [pl.Series(column.name, part[column.name]) for part in parts]
        columns.append(pl.concat(series, rechunk=False))
    return pl.DataFrame(columns)


def narrowed_columns(table: Table, data: pl.DataFrame) -> dict[str, np.ndarray]:
    """Return the columns of a file's rows as `narrow` made them.

    `frame` takes them.
    """
    import polars as pl

    return {
        column.name: (
            data[column.name].to_physical().cast(pl.UInt8)
            if isinstance(column.kind, tuple)
            else data[column.name]
        ).to_numpy()
        for column in table
    }


def parquet_bytes(data: pl.DataFrame) -> bytes:
    """Write the frame as parquet; the same rows make the same bytes.

    They may come in any parts. Column extremes, which would take a third of the time, are left out:
    readers of some games open the files that have them. Higher levels take longer and
    save nothing.
    """
    buffer = io.BytesIO()
    data.write_parquet(
        buffer,
        compression="zstd",
        compression_level=1,
        row_group_size=ROW_GROUP_ROWS,
        statistics=False,
    )
    return buffer.getvalue()
