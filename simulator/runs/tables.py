"""Result tables: from the worker's records to files.

A shard is one file with a fixed range of one arm's game numbers, so that its bytes depend only on
the games, not on the number of threads, chunks or interruptions.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import polars as pl

from eoc_sim.errors import EngineError
from eoc_sim.simulator.runs.game import Table

ROW_GROUP_ROWS = 1 << 17
"""The number of rows in a row group of a file.

It is the same on all machines, since it affects the file's bytes.
"""

WORD = np.int32
"""The type of whole numbers in records.

Other numbers take two words (`Column.number`).
"""
_INTEGERS = ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64")


def narrow(table: Table, rows: np.ndarray) -> dict[str, np.ndarray]:
    """Convert the records' columns to file types, with labels as numbers.

    Raises:
        EngineError: a value does not fit its column.
    """
    words = _words(rows)
    minimum, maximum = (end(words, axis=1, initial=0) for end in (np.min, np.max))
    fields: Mapping[str, Any] = rows.dtype.fields or {}
    columns = {}
    for column in table:
        kind, limits = _file_type(column.kind)
        if limits is None:
            columns[column.name] = np.ascontiguousarray(rows[column.name], dtype=kind)
            continue
        low, high = limits
        word = fields[column.name][1] // words.itemsize
        if not low <= minimum[word] <= maximum[word] <= high:
            wrong = maximum[word] if maximum[word] > high else minimum[word]
            raise EngineError(
                f"table {table.name}, column {column.name}: the value {wrong} is not between "
                f"{low} and {high}"
            )
        columns[column.name] = words[word].astype(kind)
    return columns


def _words(rows: np.ndarray) -> np.ndarray:
    """Copy the words of records, one row per word.

    Columns of records are scattered in memory. Copying all of them together, and finding their
    least and largest values together, takes a quarter of the time needed column by column.
    """
    words = rows.dtype.itemsize // np.dtype(WORD).itemsize
    return np.ascontiguousarray(rows).view(WORD).reshape(len(rows), words).T.copy()


@cache
def _file_type(kind: str | tuple[str, ...]) -> tuple[np.dtype[Any], tuple[int, int] | None]:
    """Return a column's type in files, and the limits of whole numbers."""
    if isinstance(kind, tuple):
        return np.dtype(np.uint8), (0, len(kind) - 1)
    number = np.dtype(kind.lower())
    if kind not in _INTEGERS:
        return number, None
    return number, (int(np.iinfo(number).min), int(np.iinfo(number).max))


def no_rows(table: Table) -> dict[str, np.ndarray]:
    """Return narrowed columns without rows."""
    return {column.name: np.empty(0, dtype=_file_type(column.kind)[0]) for column in table}


def frame(table: Table, arm: int, parts: Sequence[Mapping[str, np.ndarray]]) -> pl.DataFrame:
    """Make one data frame for ``arm`` from narrowed parts, in game order.

    Its columns chain the parts' arrays without copying, so no table is in memory twice.
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
    """Return the frame as Parquet; the same rows give the same bytes.

    The division of the rows into parts does not matter. Column statistics, which would take a third
    of the time, are left out, since readers know which files have which games. Higher compression
    levels take longer and save no space.
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
