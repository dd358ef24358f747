"""Result tables: from the worker's records to files.

A shard has 50 000 games of one arm, by game number, so that a file's bytes depend only on the
games, not on the number of threads, chunks or interruptions.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl

from eoc_sim.errors import EngineError
from eoc_sim.simulator.runs.game import Column, Table

SHARD_GAMES = 50_000
ROW_GROUP_ROWS = 1 << 17
"""The rows of a group in a file.

It is the same on all machines, since it affects the file's bytes.
"""

_INTEGERS = ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64")


def narrow(table: Table, rows: np.ndarray) -> dict[str, np.ndarray]:
    """Convert the records' columns to file types, labels as numbers.

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
    # A column of records is scattered in memory; copying it first saves a third of the time.
    values = np.ascontiguousarray(values)
    if len(values) and not (low <= int(values.min()) and int(values.max()) <= high):
        wrong = int(values.max()) if int(values.max()) > high else int(values.min())
        raise EngineError(
            f"table {table}, column {column.name}: the value {wrong} is not within {low} to {high}"
        )
    return values.astype(kind)


def frame(table: Table, arm: int, parts: Sequence[Mapping[str, np.ndarray]]) -> pl.DataFrame:
    """Make one data frame of ``arm`` from narrowed parts, in game order.

    Its columns chain the parts' arrays without copies, so no table is in memory twice.
    """
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
    """Return a file's columns as `narrow` made them, for `frame`."""
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

    Their division into parts does not matter. Column statistics, which would take a third of the
    time, are left out, since readers know which files have which games. Higher compression levels
    take longer and save no space.
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
