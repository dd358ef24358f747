"""Result tables as Parquet files, from the narrow columns that wait in memory.

A general writer takes four times as long: it looks for repeated values and for the different ones
that there are. Here every column is of small whole numbers, so that its dictionary is all numbers
from the least to the greatest of a row group, and what is kept of a row is how far it is above the
least, in as few bits as hold that; zstd finds what repeats. The format is that of
https://parquet.apache.org/docs/file-format/: one page a column and row group, with the columns'
types as polars describes them.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import zstandard

from eoc_sim.simulator.kernel.packing import MOST_BITS, pack_bits

Kind = str | tuple[str, ...]
"""What is in a column: the name of a polars type, or labels (`game.Column.kind`)."""

ROW_GROUP_ROWS = 1 << 17
"""Rows of a group within a file: part of its bytes, so it never depends on the machine."""
COMPRESSION_LEVEL = 1
"""Of zstd: higher levels take longer and save nothing."""
_FEW_VALUES = 256
"""So many values may have a dictionary in any case; of more, two rows for each pay for it."""

# The numbers of parquet.thrift.
_INT32, _INT64, _FLOAT, _DOUBLE, _BYTE_ARRAY = 1, 2, 4, 5, 6
_OPTIONAL = 1
_PLAIN, _RLE, _RLE_DICTIONARY = 0, 3, 8
_ZSTD = 6
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_UTF8 = 0
_TYPES = {"Int32": _INT32, "Int64": _INT64, "Float32": _FLOAT, "Float64": _DOUBLE}
"""The types that Parquet has as such."""
_CONVERTED = {"UInt8": 11, "UInt16": 12, "UInt32": 13, "UInt64": 14, "Int8": 15, "Int16": 16}
"""Those that are stored as Int32 or Int64, and so marked."""
_STRING_TYPE, _INTEGER_TYPE = 1, 10


def parquet_file(kinds: Mapping[str, Kind], parts: Sequence[Mapping[str, np.ndarray]]) -> bytes:
    """The content of a file with the rows of all parts, one after the other.

    ``kinds`` are those of its columns, by name. Each part has equally many values of each column,
    in its type; of a column of labels their numbers, as uint8. The same rows make the same bytes
    in whatever parts they come.
    """
    return _Writer(kinds).file(parts)


# --- Thrift's compact protocol, in which headers and the footer are written.


def _varint(number: int) -> bytes:
    """An unsigned number, seven bits a byte."""
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    written.append(number)
    return bytes(written)


class _Field(NamedTuple):
    """The value of a field, in bytes, and the code of its type."""

    kind: int
    content: bytes


_STRUCT = 12
_TRUE, _FALSE = _Field(1, b""), _Field(2, b"")


def _byte(number: int) -> _Field:
    return _Field(3, bytes([number]))


def _i32(number: int) -> _Field:
    return _Field(5, _varint(2 * number))  # none is negative


def _i64(number: int) -> _Field:
    return _Field(6, _varint(2 * number))


def _binary(content: bytes) -> _Field:
    return _Field(8, _varint(len(content)) + content)


def _list(items: Sequence[_Field]) -> _Field:
    """A list of items of one type; an empty one is of records."""
    kind = items[0].kind if items else _STRUCT
    size = len(items)
    head = bytes([size << 4 | kind]) if size < 15 else bytes([0xF0 | kind]) + _varint(size)
    return _Field(9, head + b"".join(item.content for item in items))


def _struct(fields: Mapping[int, _Field]) -> _Field:
    """A record; its fields by their numbers, in rising order."""
    written, before = bytearray(), 0
    for number, field in fields.items():
        written.append((number - before) << 4 | field.kind)
        written += field.content
        before = number
    return _Field(_STRUCT, bytes(written) + b"\0")


# --- The file.


class _Page(NamedTuple):
    """A page with its head, and the bytes of both before it was compressed."""

    content: bytes
    uncompressed: int


_NO_PAGE = _Page(b"", 0)


class _Writer:
    """Writes one file; what is alike in its pages is made once."""

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        self._kinds = kinds
        self._compressor = zstandard.ZstdCompressor(level=COMPRESSION_LEVEL)
        self._gathered = np.zeros(8 * ROW_GROUP_ROWS, np.uint8)
        self._packed = np.zeros(MOST_BITS // 8 * ROW_GROUP_ROWS + 16, np.uint8)
        self._dictionaries: dict[tuple[Any, ...], _Page] = {}

    def file(self, parts: Sequence[Mapping[str, np.ndarray]]) -> bytes:
        first = next(iter(self._kinds))
        ends = [int(end) for end in np.cumsum([len(part[first]) for part in parts])]
        rows = ends[-1] if ends else 0
        pieces, groups, place = [b"PAR1"], [], 4
        for begin in range(0, rows, ROW_GROUP_ROWS):
            size = min(ROW_GROUP_ROWS, rows - begin)
            within = [
                (part, slice(max(0, begin - start), begin + size - start))
                for part, start, end in zip(parts, (0, *ends), ends, strict=False)
                if start < begin + size and end > begin
            ]
            chunks, total = [], 0
            for name, kind in self._kinds.items():
                values = self._gather([part[name][some] for part, some in within], size)
                dictionary, data = self._pages(kind, values, size)
                chunks.append(_chunk(name, kind, dictionary, data, size, place))
                pieces += (dictionary.content, data.content)
                place += len(dictionary.content) + len(data.content)
                total += dictionary.uncompressed + data.uncompressed
            groups.append(_struct({1: _list(chunks), 2: _i64(total), 3: _i64(size)}))
        footer = self._footer(rows, groups)
        return b"".join((*pieces, footer, len(footer).to_bytes(4, "little"), b"PAR1"))

    def _gather(self, slices: Sequence[np.ndarray], size: int) -> np.ndarray:
        """Values in one array whose room is used again; it is filled up to a multiple of eight."""
        values = self._gathered.view(slices[0].dtype)[: -(-size // 8) * 8]
        np.concatenate(slices, out=values[:size])
        values[size:] = values[0]
        return values

    def _pages(self, kind: Kind, values: np.ndarray, size: int) -> tuple[_Page, _Page]:
        """The dictionary, if there is one, and the data of ``size`` values, which are filled up."""
        defined = _varint(size << 1) + b"\1"  # a run: no value is missing
        levels = len(defined).to_bytes(4, "little") + defined
        if isinstance(kind, tuple):
            least, greatest = 0, len(kind) - 1
        elif values.dtype.kind == "f":
            return _NO_PAGE, self._data_page(levels + _plain(values[:size]), size, _PLAIN)
        else:
            least, greatest = int(values.min()), int(values.max())
            if greatest - least >= min(1 << MOST_BITS, max(size // 2, _FEW_VALUES)):
                return _NO_PAGE, self._data_page(levels + _plain(values[:size]), size, _PLAIN)
        width = max(1, (greatest - least).bit_length())
        if least == greatest:
            numbers = _varint(size << 1) + b"\0"
        else:
            numbers = _varint(len(values) // 8 << 1 | 1) + self._bits(values, least, width)
        return (
            self._dictionary_page(kind, values.dtype, least, greatest),
            self._data_page(levels + bytes([width]) + numbers, size, _RLE_DICTIONARY),
        )

    def _bits(self, values: np.ndarray, least: int, width: int) -> bytes:
        """How far values are above the least, in so many bits each."""
        if values.itemsize > 2:
            values, least = (values - values.dtype.type(least)).astype(np.uint16), 0
        pack_bits(values.view(f"u{values.itemsize}"), least, width, self._packed)
        return self._packed[: len(values) // 8 * width].tobytes()

    def _data_page(self, content: bytes, values: int, encoding: int) -> _Page:
        head = {1: _i32(values), 2: _i32(encoding), 3: _i32(_RLE), 4: _i32(_RLE)}
        return self._page(_DATA_PAGE, content, 5, head)

    def _dictionary_page(
        self, kind: Kind, dtype: np.dtype[Any], least: int, greatest: int
    ) -> _Page:
        """All values that a column may have in a row group."""
        key = kind if isinstance(kind, tuple) else (dtype, least, greatest)
        if key not in self._dictionaries:
            if isinstance(kind, tuple):
                texts = [label.encode() for label in kind]
                content = b"".join(len(one).to_bytes(4, "little") + one for one in texts)
            else:
                content = _plain(np.arange(greatest - least + 1).astype(dtype) + dtype.type(least))
            head = {1: _i32(greatest - least + 1), 2: _i32(_PLAIN)}
            self._dictionaries[key] = self._page(_DICTIONARY_PAGE, content, 7, head)
        return self._dictionaries[key]

    def _page(
        self, page: int, content: bytes, field: int, described: Mapping[int, _Field]
    ) -> _Page:
        compressed = self._compressor.compress(content)
        head = _struct({
            1: _i32(page), 2: _i32(len(content)), 3: _i32(len(compressed)),
            field: _struct(described),
        }).content
        return _Page(head + compressed, len(head) + len(content))

    def _footer(self, rows: int, groups: Sequence[_Field]) -> bytes:
        root = _struct({4: _binary(b"root"), 5: _i32(len(self._kinds))})
        elements = [_schema_element(name, kind) for name, kind in self._kinds.items()]
        described = [
            _struct({1: _binary(key.encode()), 2: _binary(text.encode())})
            for key, text in _polars_schema(tuple(self._kinds.items())).items()
        ]
        return _struct({
            1: _i32(1), 2: _list([root, *elements]), 3: _i64(rows), 4: _list(groups),
            5: _list(described), 6: _binary(b"eoc-sim"),
        }).content


def _plain(values: np.ndarray) -> bytes:
    """Numbers one after the other, whole ones in 4 or 8 bytes."""
    size = max(4, values.itemsize)
    return values.astype(f"<{values.dtype.kind}{size}", copy=False).tobytes()


def _physical(kind: Kind) -> int:
    """The type in which Parquet stores a column."""
    if isinstance(kind, tuple):
        return _BYTE_ARRAY
    return _TYPES["Int64" if kind == "UInt64" else "Int32" if kind in _CONVERTED else kind]


def _schema_element(name: str, kind: Kind) -> _Field:
    """What the footer says of a column."""
    fields = {1: _i32(_physical(kind)), 3: _i32(_OPTIONAL), 4: _binary(name.encode())}
    if isinstance(kind, tuple):
        fields[6] = _i32(_UTF8)
        fields[10] = _struct({_STRING_TYPE: _struct({})})
    elif kind in _CONVERTED:
        signed = _FALSE if kind.startswith("U") else _TRUE
        fields[6] = _i32(_CONVERTED[kind])
        fields[10] = _struct({
            _INTEGER_TYPE: _struct({1: _byte(int(kind.lstrip("UInt"))), 2: signed})
        })
    return _struct(fields)


def _chunk(
    name: str, kind: Kind, dictionary: _Page, data: _Page, size: int, place: int
) -> _Field:
    """What the footer says of the pages of a column in a row group, which begin at ``place``."""
    data_place = place + len(dictionary.content)
    encodings = (_PLAIN, _RLE, _RLE_DICTIONARY) if dictionary.content else (_PLAIN, _RLE)
    fields = {
        1: _i32(_physical(kind)),
        2: _list([_i32(encoding) for encoding in encodings]),
        3: _list([_binary(name.encode())]),
        4: _i32(_ZSTD),
        5: _i64(size),
        6: _i64(dictionary.uncompressed + data.uncompressed),
        7: _i64(data_place - place + len(data.content)),
        9: _i64(data_place),
    }
    if dictionary.content:
        fields[11] = _i64(place)
    return _struct({2: _i64(0), 3: _struct(fields)})


@cache
def _polars_schema(kinds: tuple[tuple[str, Kind], ...]) -> Mapping[str, str]:
    """What polars adds to a file, so that columns of labels are read as such."""
    import polars as pl

    file = io.BytesIO()
    schema = {
        name: pl.Enum(kind) if isinstance(kind, tuple) else getattr(pl, kind)
        for name, kind in kinds
    }
    pl.DataFrame(schema=schema).write_parquet(file)
    file.seek(0)
    return pl.read_parquet_metadata(file)
