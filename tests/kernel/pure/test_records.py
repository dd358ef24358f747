"""Records without compilation: plain objects that behave like compiled ones."""

from __future__ import annotations

import numpy as np
import pytest

from eoc_sim.simulator.eoc.columns import TABLES
from eoc_sim.simulator.eoc.state import Box, Order, Private, Table
from eoc_sim.simulator.kernel.branching import Block
from eoc_sim.simulator.kernel.hooks import function_table, invoke
from eoc_sim.simulator.kernel.records import (
    PlainRecord,
    clear_fields,
    copy_fields,
    make_records,
    set_field,
    set_words,
)

DTYPES = {
    "table": Table.dtype,
    "me": Private.dtype,
    "order": Order.dtype,
    "box": Box.dtype,
}


@pytest.mark.parametrize("name", DTYPES)
def test_every_field_is_there_and_zero(name):
    record = PlainRecord(DTYPES[name])
    for field in DTYPES[name].names:
        value = getattr(record, field)
        assert not np.any(value) and not callable(value)
        shape = DTYPES[name].fields[field][0].shape
        assert np.shape(value) == shape


def test_fields_may_have_the_names_of_array_methods():
    """A field may have the name of an array method."""
    dtype = np.dtype([(name, np.int32) for name in ("round", "max", "min", "copy", "item", "size")])
    record = PlainRecord(dtype)
    for number, name in enumerate(dtype.names):
        setattr(record, name, number)
    assert [getattr(record, name) for name in dtype.names] == list(range(6))


@pytest.mark.parametrize("table", TABLES)
def test_columns_of_rows_are_written_by_name(table):
    """The kernel writes ``row.NAME``; without compilation, rows are numpy's own records."""
    dtype = TABLES[table].ledger_dtype
    rows = np.zeros(2, dtype).view(np.recarray)
    row = rows[1]
    for number, name in enumerate(dtype.names, start=1):
        setattr(row, name, number)
    for number, name in enumerate(dtype.names, start=1):
        assert (rows[name][1] == number).all() and not rows[name][0].any()


def test_a_record_refuses_unknown_fields_and_values_that_do_not_fit():
    record = PlainRecord(Order.dtype)
    with pytest.raises(AttributeError, match="no field 'cards'"):
        record.cards = 3
    with pytest.raises(AttributeError, match="is not a single number"):
        record.give = 3
    with pytest.raises(OverflowError):
        record.card = 2**31
    with pytest.raises(OverflowError):
        record.give[0] = 2**31
    with pytest.raises(IndexError):
        record.give[6] = 1
    record.card = np.int64(5)
    assert record.card == 5 and type(record.card) is int


def test_make_set_and_clear():
    records = make_records(Private.dtype, 2)
    set_field(records[0], "hand", np.array([4, 5, 6]))
    set_field(records[0], "board", 3)
    set_words(records[0], "key", [2**64 - 1, 7])
    assert list(records[0].hand[:4]) == [4, 5, 6, 0]
    assert (records[0].board, records[0].key[0]) == (3, 2**64 - 1)
    assert not records[1].hand.any()
    clear_fields(records[0], Private.dtype, 0, Private.dtype.itemsize)
    assert not records[0].hand.any() and records[0].board == 0 and records[0].key == [0, 0]


INNER = np.dtype([("x", np.int32), ("y", np.int32, 3)])
NESTED = np.dtype(
    [
        ("before", np.int32),
        ("one", INNER),
        ("three", INNER, 3),
        ("words", np.uint64, 2),
        ("after", np.int32),
    ]
)


def nested_record(start):
    """Make a nested record whose numbers count up."""
    record = PlainRecord(NESTED)
    record.before, record.after = start, start + 1
    for index, inner in enumerate((record.one, *record.three)):
        inner.x = start + 10 * index
        inner.y[:] = start + 10 * index + np.arange(1, 4)
    record.words[:] = [2**64 - start, start]
    return record


def numbers(record):
    inner = [[part.x, *part.y.tolist()] for part in (record.one, *record.three)]
    return [record.before, inner, record.words, record.after]


def test_nested_records_are_copied_and_cleared_between_two_fields():
    """Copying and clearing cover the whole block, nested records included, and nothing else."""
    assert isinstance(PlainRecord(NESTED).one, PlainRecord) and len(PlainRecord(NESTED).three) == 3
    with pytest.raises(AttributeError):
        PlainRecord(NESTED).one = PlainRecord(INNER)
    block = Block(NESTED, first="one.y", last="words")
    assert (block.start, block.size) == (8, 12 + 48 + 16)
    source, target = nested_record(100), nested_record(500)
    copy_fields(target, source, NESTED, block.start, block.start + block.size)
    assert target.before == 500 and target.after == 501 and target.one.x == 500
    assert target.one.y.tolist() == [101, 102, 103]
    assert numbers(target)[1][1:] == numbers(source)[1][1:] and target.words == source.words
    source.three[0].y[0] = 7
    source.words[0] = 7
    assert target.three[0].y[0] == 111 and target.words[0] == 2**64 - 100
    block.clearer()(target)
    assert numbers(target) == [500, [[500, 0, 0, 0], *[[0] * 4] * 3], [0, 0], 501]


def test_plain_functions_are_checked_like_compiled_ones():
    """Non-int answers, divisions by zero and overflows are errors here too."""
    table = function_table([[max, min], [abs, len]])
    assert table[1, 0] is abs
    assert invoke(lambda *_: np.int32(3), 0, 0, 0, 0) == 3
    assert invoke(lambda *_: np.bool_(True), 0, 0, 0, 0) == 1
    for answer in (0.0, None, "1"):
        with pytest.raises(TypeError, match="should return an int"):
            invoke(lambda *_, answer=answer: answer, 0, 0, 0, 0)
    with pytest.raises(ZeroDivisionError):
        invoke(lambda *_: np.int32(3) // np.int32(0), 0, 0, 0, 0)
    with pytest.raises(OverflowError):
        invoke(lambda *_: np.int32(2**30) * np.int32(4), 0, 0, 0, 0)
