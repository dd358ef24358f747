"""Result files: whatever numbers they hold, they are read as they were written."""

from __future__ import annotations

import io
from itertools import accumulate

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eoc_sim.errors import EngineError
from eoc_sim.simulator.kernel.compiled import COMPILED
from eoc_sim.simulator.kernel.packing import MOST_BITS, pack_bits
from eoc_sim.simulator.runs.game import Column, Table
from eoc_sim.simulator.runs.parquet_file import ROW_GROUP_ROWS, parquet_file
from eoc_sim.simulator.runs.tables import narrow

INTEGERS = ("Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64")
LABELS = ("red", "green", "blü")


def table_of(*kinds: str | tuple[str, ...]) -> Table:
    columns = [Column(f"column_{at}", kind, "", "game") for at, kind in enumerate(kinds)]
    return Table("things", "thing", tuple(columns), (columns[0].name,))


def read(content: bytes) -> pl.DataFrame:
    return pl.read_parquet(io.BytesIO(content))


@pytest.mark.parametrize("width", range(1, MOST_BITS + 1))
def test_packed_numbers_have_their_bits_one_behind_the_other(width: int):
    luck = np.random.default_rng(width)
    values = luck.integers(0, 1 << width, 64)
    kind = np.uint8 if width <= 8 else np.uint16
    packed = np.zeros(64 * 2 + 16, np.uint8)
    pack_bits(values.astype(kind), 0, width, packed)
    found = int.from_bytes(packed[: 8 * width].tobytes(), "little")
    assert [found >> at * width & (1 << width) - 1 for at in range(64)] == values.tolist()


@pytest.mark.parametrize("kind", INTEGERS)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_whole_numbers_are_read_as_they_were_written(kind: str, data: st.DataObject):
    limits = np.iinfo(kind.lower())
    spread = data.draw(st.sampled_from((0, 1, 2, 100, 255, 256, 1000, 65535, 65536, 2**31)))
    least = data.draw(st.integers(int(limits.min), int(limits.max)))
    greatest = min(least + spread, int(limits.max))
    values = data.draw(st.lists(st.integers(least, greatest), min_size=1, max_size=40))
    column = np.array(values, dtype=kind.lower())
    rows = read(parquet_file({"number": kind}, [{"number": column}]))
    assert rows.schema == {"number": getattr(pl, kind)}
    assert rows["number"].to_list() == values


def test_labels_are_read_as_such_even_those_that_never_occur():
    numbers = np.array([0, 2, 2, 0, 2, 0, 0, 0, 2], np.uint8)
    rows = read(parquet_file({"label": LABELS}, [{"label": numbers}]))
    assert rows.schema == {"label": pl.Enum(LABELS)}
    assert rows["label"].to_list() == [LABELS[number] for number in numbers]


@pytest.mark.parametrize("kind", ["Float32", "Float64"])
def test_fractions_keep_every_bit(kind: str):
    values = np.array([0.5, -0.0, 1 / 3, np.inf, np.nan], kind.lower())
    found = read(parquet_file({"share": kind}, [{"share": values}]))["share"].to_numpy()
    assert found.dtype == values.dtype and found.tobytes() == values.tobytes()


@pytest.mark.parametrize("rows", [
    0, 1, 7, 8, 9, 300,
    *((ROW_GROUP_ROWS, ROW_GROUP_ROWS + 1, 2 * ROW_GROUP_ROWS + 5) if COMPILED else ()),
])
def test_the_same_rows_make_the_same_bytes_in_whatever_parts_they_come(rows: int):
    kinds = {"game": "Int32", "seat": "Int8", "label": LABELS, "share": "Float64"}
    game = np.arange(rows, dtype=np.int32)
    whole = {
        "game": game, "seat": (game % 5 - 1).astype(np.int8), "label": (game % 3).astype(np.uint8),
        "share": game / 7,
    }
    cuts = [0, *accumulate((rows // 3, 0, rows // 3)), rows]
    parts = [
        {name: values[begin:end] for name, values in whole.items()}
        for begin, end in zip(cuts, cuts[1:], strict=False)
    ]
    content = parquet_file(kinds, parts)
    assert content == parquet_file(kinds, [whole])
    assert read(content).equals(pl.DataFrame({
        **whole, "label": pl.Series([LABELS[number] for number in whole["label"]],
                                    dtype=pl.Enum(LABELS)),
    }))
    later = pl.scan_parquet(io.BytesIO(content)).filter(pl.col("game") >= rows // 2).collect()
    assert later["game"].to_list() == list(range(rows // 2, rows))


@pytest.mark.parametrize("record", [np.int32, np.int64])
@pytest.mark.parametrize("rows", [1, 255, 256, 257, 700])
def test_records_become_columns_of_their_types(record: type, rows: int):
    table = table_of("Int8", "Int16", "Int32", LABELS, "Float64", "UInt8", "Int64")
    luck = np.random.default_rng(rows)
    lows, highs = (-128, -32768, -2**31, 0, 0, 0, -9), (127, 32767, 2**31 - 1, 2, 1, 255, 9)
    dtype = [(one.name, np.float64 if one.kind == "Float64" else record) for one in table]
    records = np.zeros(rows, dtype)
    for column, low, high in zip(table, lows, highs, strict=True):
        records[column.name] = luck.integers(low, high, rows, endpoint=True)
        records[column.name][0], records[column.name][-1] = low, high
    found = narrow(table, records)
    assert list(found) == [column.name for column in table]
    for column in table:
        kind = "uint8" if isinstance(column.kind, tuple) else column.kind.lower()
        assert found[column.name].dtype == np.dtype(kind)
        assert found[column.name].tolist() == records[column.name].tolist()


@pytest.mark.parametrize("record", [np.int32, np.int64])
@pytest.mark.parametrize(("kind", "value", "said"), [
    ("Int8", 128, "128 is not within -128 to 127"), ("Int8", -129, "-129 is not within -128"),
    ("UInt8", -1, "-1 is not within 0 to 255"), ("Int16", 32768, "32768 is not within -32768"),
    ("UInt32", -5, "-5 is not within 0 to"), (LABELS, 3, "3 is not within 0 to 2"),
])
def test_a_value_that_does_not_fit_is_told(
    record: type, kind: str | tuple[str, ...], value: int, said: str
):
    table = table_of("Int32", kind)
    rows = np.zeros(600, [(column.name, record) for column in table])
    rows["column_1"][400] = value
    with pytest.raises(EngineError, match=f"table things, column column_1: the value {said}"):
        narrow(table, rows)
