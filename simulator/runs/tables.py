"""Result tables: from the worker's records to files.

A shard is 50 000 games of one arm, cut by game number, so that a file's bytes depend only on what
was played: not on how many threads played it, in which chunks, or how often it was interrupted.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.errors import EngineError
from eoc_sim.simulator.runs.game import Column, Table

if TYPE_CHECKING:
    import polars as pl

SHARD_GAMES = 50_000
ROW_GROUP_ROWS = 1 << 17
"""Rows of a group within a file: part of its bytes, so it never depends on the machine."""

_INTEGERS = ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64")
_WORD = np.dtype(np.int32)


def narrow(table: Table, rows: np.ndarray) -> dict[str, np.ndarray]:
    """The records' columns in the types of the file; labels stay numbers.

    Raises:
        EngineError: a value does not fit its column.
    """
    words = _narrow_words(table, rows)
    return {
        column.name: words[column.name] if column.name in words
        else _narrow(table.name, column, rows[column.name])
        for column in table
    }


@dataclass(frozen=True)
class _Words:
    """The columns of a table that have 32 bits in records and no more in files.

    ``places`` are their words in a record, ``types`` those of the file, ``sizes`` the bytes of
    these, ``limits`` the least and the greatest that each may hold.
    """

    columns: tuple[Column, ...]
    places: np.ndarray
    types: tuple[np.dtype[Any], ...]
    sizes: np.ndarray
    limits: np.ndarray


@cache
def _words(table: Table, record: np.dtype[Any]) -> _Words:
    fields: Mapping[str, Any] = record.fields or {}
    columns = tuple(
        column for column in table
        if record.itemsize % _WORD.itemsize == 0
        and fields[column.name][0] == _WORD and fields[column.name][1] % _WORD.itemsize == 0
        and (type_ := _integer_type(column)) is not None and type_.itemsize <= _WORD.itemsize
    )
    types = tuple(type_ for one in columns if (type_ := _integer_type(one)) is not None)
    return _Words(
        columns, np.array([fields[one.name][1] // _WORD.itemsize for one in columns], np.int64),
        types, np.array([one.itemsize for one in types], np.int64),
        np.array([_limits(one) for one in columns], np.int64).reshape(-1, 2),
    )


def _narrow_words(table: Table, rows: np.ndarray) -> dict[str, np.ndarray]:
    """The columns that are whole words in the records, of which each is looked at once.

    Raises:
        EngineError: a value does not fit its column.
    """
    from eoc_sim.simulator.kernel.narrowing import BLOCK_ROWS, narrow_words

    words = _words(table, rows.dtype)
    if len(rows) == 0 or not words.columns:
        return {}
    # So that every column begins at a whole number of its own size.
    begins = np.cumsum([0, *(-(-len(rows) * words.sizes // 4) * 4)])
    room = np.empty(int(begins[-1]), np.uint8)
    extremes = np.empty((len(words.columns), 2), _WORD)
    narrow_words(
        np.ascontiguousarray(rows).view(_WORD).reshape(len(rows), -1), words.places, words.sizes,
        begins[:-1] // words.sizes, room, room.view(np.uint16), room.view(np.uint32),
        np.empty(BLOCK_ROWS, _WORD), extremes,
    )
    fits = (words.limits[:, 0] <= extremes[:, 0]) & (extremes[:, 1] <= words.limits[:, 1])
    for number in np.flatnonzero(~fits):
        _check(table.name, words.columns[number], *map(int, extremes[number]))
    return {
        column.name: room[begin : begin + len(rows) * type_.itemsize].view(type_)
        for column, type_, begin in zip(words.columns, words.types, begins, strict=False)
    }


def _narrow(table: str, column: Column, values: np.ndarray) -> np.ndarray:
    type_ = _integer_type(column)
    if type_ is None:
        return np.ascontiguousarray(values, dtype=np.dtype(str(column.kind).lower()))
    if len(values):
        _check(table, column, int(values.min()), int(values.max()))
    return values.astype(type_)


def _integer_type(column: Column) -> np.dtype[Any] | None:
    """The type of a column of whole numbers, or of the numbers of labels."""
    if isinstance(column.kind, tuple):
        return np.dtype(np.uint8)
    return np.dtype(column.kind.lower()) if column.kind in _INTEGERS else None


def _limits(column: Column) -> tuple[int, int]:
    """The least and the greatest that a column of whole numbers or labels may hold."""
    if isinstance(column.kind, tuple):
        return 0, len(column.kind) - 1
    limits = np.iinfo(column.kind.lower())
    return int(limits.min), int(limits.max)


def _check(table: str, column: Column, least: int, greatest: int) -> None:
    """Raise EngineError if values do not fit their column."""
    low, high = _limits(column)
    if not (low <= least and greatest <= high):
        wrong = greatest if greatest > high else least
        raise EngineError(
            f"table {table}, column {column.name}: the value {wrong} is not within {low} to {high}"
        )


def frame(
    table: Table, arm: int, parts: Sequence[Mapping[str, np.ndarray]]
) -> pl.DataFrame:
    """One data frame of ``arm`` from narrowed parts in the order of their games."""
    import polars as pl

    rows = sum(len(part[table.columns[0].name]) for part in parts)
    series = [pl.Series("arm", np.full(rows, arm, dtype=np.int16))]
    for column in table:
        values = np.concatenate([part[column.name] for part in parts])
        if isinstance(column.kind, tuple):
            labels = pl.Series(column.name, column.kind, dtype=pl.Enum(column.kind))
            series.append(labels.gather(values))
        else:
            series.append(pl.Series(column.name, values))
    return pl.DataFrame(series)


def narrowed_columns(table: Table, data: pl.DataFrame) -> dict[str, np.ndarray]:
    """The columns of a file's rows as `narrow` made them: what `frame` takes."""
    import polars as pl

    return {
        column.name: (
            data[column.name].to_physical().cast(pl.UInt8)
            if isinstance(column.kind, tuple) else data[column.name]
        ).to_numpy()
        for column in table
    }


def parquet_bytes(data: pl.DataFrame) -> bytes:
    """The frame as a parquet file: the same rows always make the same bytes.

    Without the extremes of every column, which take a third of the time: whoever wants some games
    opens the files that have them. Higher levels take longer and save nothing.
    """
    buffer = io.BytesIO()
    data.rechunk().write_parquet(
        buffer, compression="zstd", compression_level=1, row_group_size=ROW_GROUP_ROWS,
        statistics=False,
    )
    return buffer.getvalue()
