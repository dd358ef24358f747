"""Result tables have the declared types, and their files depend only on the rows."""

from __future__ import annotations

import io
from itertools import pairwise

import numpy as np
import polars as pl
import pytest

from eoc_sim.errors import EngineError
from eoc_sim.simulator.runs.game import Column, Table
from eoc_sim.simulator.runs.tables import (
    ROW_GROUP_ROWS,
    frame,
    narrow,
    narrowed_columns,
    parquet_bytes,
)

LABELS = ("red", "green", "blü")


def table_of(*kinds: str | tuple[str, ...]) -> Table:
    columns = [Column(f"column_{index}", kind, "", "game") for index, kind in enumerate(kinds)]
    return Table("things", "thing", tuple(columns), (columns[0].name,))


@pytest.mark.parametrize("rows", [0, 1, 700])
def test_records_become_columns_of_their_types(rows: int):
    table = table_of("Int8", "Int16", "Int32", LABELS, "Float64", "UInt8", "Int64")
    luck = np.random.default_rng(rows)
    lows, highs = (-128, -32768, -(2**31), 0, 0, 0, -9), (127, 32767, 2**31 - 1, 2, 1, 255, 9)
    records = np.zeros(rows, table.row_dtype)
    for column, low, high in zip(table, lows, highs, strict=True):
        records[column.name] = luck.integers(low, high, rows, endpoint=True)
        records[column.name][:1], records[column.name][1:2] = low, high
    columns = narrow(table, records)
    assert list(columns) == [column.name for column in table]
    for column in table:
        kind = "uint8" if isinstance(column.kind, tuple) else column.kind.lower()
        assert columns[column.name].dtype == np.dtype(kind)
        assert columns[column.name].tolist() == records[column.name].tolist()


@pytest.mark.parametrize(
    ("kind", "value", "message"),
    [
        ("Int8", 128, "128 is not between -128 and 127"),
        ("Int8", -129, "-129 is not between -128 and"),
        ("UInt8", -1, "-1 is not between 0 and 255"),
        ("Int16", 32768, "32768 is not between -32768"),
        ("UInt32", -5, "-5 is not between 0 and"),
        (LABELS, 3, "3 is not between 0 and 2"),
    ],
)
def test_a_value_out_of_range_is_reported(kind: str | tuple[str, ...], value: int, message: str):
    table = table_of("Int32", kind)
    rows = np.zeros(600, [(column.name, np.int32) for column in table])
    rows["column_1"][400] = value
    with pytest.raises(EngineError, match=f"table things, column column_1: the value {message}"):
        narrow(table, rows)


@pytest.mark.parametrize("rows", [1, 300, ROW_GROUP_ROWS, ROW_GROUP_ROWS + 1, 400_000])
@pytest.mark.parametrize("part", [7919, 100_000, ROW_GROUP_ROWS])
def test_equal_rows_in_any_parts_make_equal_bytes(rows: int, part: int):
    table = table_of("Int32", "Int8", LABELS, "Float64")
    game = np.arange(rows, dtype=np.int32)
    whole = dict(
        zip(
            (column.name for column in table),
            (game // 7, (game % 5 - 1).astype(np.int8), (game % 3).astype(np.uint8), game / 7),
            strict=True,
        )
    )
    ends = [0, 0, *range(part, rows, part), rows]
    parts = [
        {name: values[begin:end] for name, values in whole.items()} for begin, end in pairwise(ends)
    ]
    content = parquet_bytes(frame(table, 3, parts))
    assert content == parquet_bytes(frame(table, 3, [whole]))
    assert content == parquet_bytes(frame(table, 3, parts).rechunk())
    read_frame = pl.read_parquet(io.BytesIO(content))
    assert read_frame["arm"].unique().to_list() == [3]
    assert {
        name: values.tolist() for name, values in narrowed_columns(table, read_frame).items()
    } == {name: values.tolist() for name, values in whole.items()}
