"""Records: structured arrays when compiled, else objects with the same fields.

``np.record`` is eight times slower than a plain object, so the pure-Python mode uses plain objects.
Their int32 fields refuse a value that does not fit: numpy raises OverflowError for arrays, the
plain record for single numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from eoc_sim.simulator.kernel.compiled import COMPILED

_LOW, _HIGH = -(2**31), 2**31 - 1


class PlainRecord:
    """A record in pure-Python mode: attributes for fields, initially zero."""

    _integers: frozenset[str]

    def __init__(self, dtype: np.dtype) -> None:
        assert dtype.fields is not None
        integers = set()
        for name, (field, *_) in dtype.fields.items():
            if field.base.fields is not None:
                object.__setattr__(self, name, _nested_record(field))
            elif field.shape:
                object.__setattr__(self, name, _array(field))
            elif field == np.int32:
                integers.add(name)
                object.__setattr__(self, name, 0)
            else:
                object.__setattr__(self, name, 0.0 if field == np.float64 else 0)
        object.__setattr__(self, "_integers", frozenset(integers))

    def __setattr__(self, name: str, value: Any) -> None:
        fields = self.__dict__
        if name in self._integers:
            value = int(value)
            if not _LOW <= value <= _HIGH:
                raise OverflowError(f"{value} does not fit into the field {name!r}")
        elif name not in fields:
            raise AttributeError(f"the record has no field {name!r}")
        elif isinstance(fields[name], (np.ndarray, list, PlainRecord)):
            raise AttributeError(f"the field {name!r} is not a single number: set its entries")
        fields[name] = value


def _array(field: np.dtype) -> Any:
    """Make an array of zeros.

    64-bit words are Python integers, since numpy would warn when they wrap.
    """
    if field.base != np.uint64:
        return np.zeros(field.shape, field.base)
    return [0] * field.shape[0] if len(field.shape) == 1 else np.zeros(field.shape, object)


def _nested_record(field: np.dtype) -> Any:
    """Make the plain form of a nested record or array of records.

    Rows of a result table stay in an array, since there are many and they are seldom written. Their
    first field is ``game``.
    """
    assert field.base.fields is not None
    if not field.shape:
        return PlainRecord(field.base)
    if field.base.names and field.base.names[0] == "game":
        return np.zeros(field.shape, field.base).view(np.recarray)
    return [PlainRecord(field.base) for _ in range(field.shape[0])]


def make_records(dtype: np.dtype, count: int) -> Any:
    """Make ``count`` zeroed records: a structured array, or plain ones."""
    return np.zeros(count, dtype) if COMPILED else [PlainRecord(dtype) for _ in range(count)]


@cache
def _parts_between(
    dtype: np.dtype, start: int, end: int
) -> tuple[tuple[str, np.dtype | None, int], ...]:
    """List the fields between two byte offsets: name, nested dtype, offset."""
    assert dtype.fields is not None
    return tuple(
        (name, None if field.base.fields is None else field.base, offset)
        for name, (field, offset, *_) in dtype.fields.items()
        if offset + field.itemsize > start and offset < end
    )


def _fields_between(
    record: PlainRecord, dtype: np.dtype, start: int, end: int
) -> Iterator[tuple[PlainRecord, str]]:
    """List a plain record's fields between two byte offsets, including nested ones."""
    for name, inner, offset in _parts_between(dtype, start, end):
        if inner is None:
            yield record, name
            continue
        value = record.__dict__[name]
        if isinstance(value, np.ndarray):
            yield record, name
            continue
        for index, entry in enumerate(value if isinstance(value, list) else [value]):
            entry_offset = offset + index * inner.itemsize
            yield from _fields_between(entry, inner, start - entry_offset, end - entry_offset)


def copy_fields(
    target: PlainRecord, source: PlainRecord, dtype: np.dtype, start: int, end: int
) -> None:
    """Copy the fields between two offsets from one plain record to another."""
    pairs = zip(
        _fields_between(target, dtype, start, end),
        _fields_between(source, dtype, start, end),
        strict=True,
    )
    for (target_part, name), (source_part, _) in pairs:
        value = source_part.__dict__[name]
        if isinstance(value, (np.ndarray, list)):
            target_part.__dict__[name][:] = value
        else:
            target_part.__dict__[name] = value


def clear_fields(record: PlainRecord | np.record, dtype: np.dtype, start: int, end: int) -> None:
    """Set the fields of a record between two byte offsets to zero.

    In a row of a result table, all fields are set to zero.
    """
    if isinstance(record, np.record):
        for name in dtype.names or ():
            record[name] = 0
        return
    for holder, name in _fields_between(record, dtype, start, end):
        value = holder.__dict__[name]
        if isinstance(value, np.ndarray):
            value.fill(0)
        elif isinstance(value, list):
            value[:] = [0] * len(value)
        else:
            holder.__dict__[name] = 0


def field_of(record: Any, name: str) -> Any:
    """Return a field of a record."""
    return record[name] if isinstance(record, np.void) else getattr(record, name)


def set_field(record: Any, name: str, value: Any) -> None:
    """Set a scalar field, or the leading part of an array field."""
    if isinstance(value, np.ndarray):
        target = field_of(record, name)
        target[tuple(slice(0, length) for length in value.shape)] = value
    elif isinstance(record, PlainRecord):
        setattr(record, name, value)
    else:
        record[name] = value


def set_record(record: Any, name: str, source: Any, dtype: np.dtype) -> None:
    """Copy a record into the nested record ``name``."""
    if COMPILED:
        record[name] = source
    else:
        copy_fields(getattr(record, name), source, dtype, 0, dtype.itemsize)


def fill_records(records: Any, name: str, values: np.ndarray) -> None:
    """Fill each record's nested record ``name`` from a row of ``values``."""
    if COMPILED:
        records[name] = values
        return
    for record, row in zip(records, values, strict=True):
        part = field_of(record, name)
        for field in values.dtype.names or ():
            set_field(part, field, int(row[field]))


def set_words(record: Any, name: str, values: Sequence[int]) -> None:
    """Set the leading entries of a field of 64-bit words."""
    target = field_of(record, name)
    target[: len(values)] = values
