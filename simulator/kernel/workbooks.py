"""Workbooks, read within limits that a file cannot evade.

A file of a megabyte may unpack to gigabytes, and one cell or merged range may expand to a million
cells. So parts are unpacked piece by piece, their XML elements are counted before they are read,
and rows are streamed rather than laid out as a grid.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import IO, Any, Literal, Protocol
from xml.parsers import expat

from eoc_sim.counts import count
from eoc_sim.errors import InputError

MAX_BYTES = 50_000_000
"""The limit for a file, its unpacked content and its cells' text."""
_MEGABYTES = MAX_BYTES // 1_000_000
MAX_ROWS = 20_000
MAX_CELLS = 1_000_000
"""The limit for a file's cells and for a workbook's XML elements.

These elements are cells, values and formats.
"""
_MAX_PARTS = 10_000
"""The maximum number of parts in a workbook.

Empty parts would escape the limit on bytes.
"""
_LAST_ROW = 1_048_576
"""The format's last row; formatted but empty rows may reach it."""
_CHUNK = 1 << 20
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The format's compression methods; other methods could unpack pieces of any size."""


@dataclass(frozen=True)
class Worksheet:
    """The cells of a worksheet, row by row; ``rows[0]`` is row 1.

    Rows may have different lengths; the last row is the last one with a value.
    """

    title: str
    rows: tuple[tuple[Any, ...], ...]

    @property
    def is_filled(self) -> bool:
        """True if it has more than one cell.

        A single cell may be a heading.
        """
        return len(self.rows) > 1 or any(len(row) > 1 for row in self.rows)


def too_many_rows(name: str) -> InputError:
    """Make the error for a sheet with too many rows."""
    return InputError(
        f"{name} has more than {count(MAX_ROWS)} rows, the most that a sheet may have; delete "
        "those that are not needed."
    )


def too_many_cells(name: str) -> InputError:
    """Make the error for a file with too many cells."""
    return InputError(
        f"{name} has more than {count(MAX_CELLS)} cells, values and formats together, the most "
        "that a file may have; delete those that are not needed."
    )


class Readable(Protocol):
    """A file on disk or inside the package."""

    def open(self, mode: Literal["rb"], /) -> IO[bytes]:
        """Open the file for reading."""


def read_bytes(file: Readable, name: str) -> bytes:
    """Read the content of a file, at most `MAX_BYTES`.

    Raises:
        InputError: it cannot be read, or is larger.
    """
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror or error}.") from error
    if len(content) > MAX_BYTES:
        raise InputError(f"{name} is larger than {_MEGABYTES} MB, the maximum for a file.")
    return content


def parts(content: bytes, name: str) -> dict[str, bytes]:
    """Unpack the parts of a workbook's file, by name.

    Raises:
        InputError: there are too many of them, or together they are larger than `MAX_BYTES`.
        Exception: the file is damaged; each kind of damage has its own error.
    """
    contents = {}
    budget = MAX_BYTES
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = archive.infolist()
        if len(entries) > _MAX_PARTS:
            raise InputError(
                f"{name} has {count(len(entries))} parts; the maximum for a workbook is "
                f"{count(_MAX_PARTS)}."
            )
        if sum(entry.file_size for entry in entries) > budget:
            raise _too_large(name)
        for entry in entries:
            if entry.compress_type not in _METHODS:
                raise zipfile.BadZipFile(
                    f"{entry.filename} is compressed by an unsupported method."
                )
            pieces = []
            # The archive's directory may lie: only the unpacked bytes count.
            with archive.open(entry) as file:
                while piece := file.read(_CHUNK):
                    budget -= len(piece)
                    if budget < 0:
                        raise _too_large(name)
                    pieces.append(piece)
            contents[entry.filename] = b"".join(pieces)
    return contents


@lru_cache(2)
def worksheets(content: bytes, name: str, *, values: bool = False) -> tuple[Worksheet, ...]:
    """Read the worksheets of a workbook.

    With ``values``, a formula's cell has the value that was last saved. The last two
    results are cached, since the sheets of a workbook are requested one by one.

    Raises:
        InputError: it is larger than the limits.
        Exception: the file is damaged; each kind of damage has its own error.
    """
    from openpyxl import load_workbook

    contents = parts(content, name)
    _check_elements(contents, name)
    # Only the unpacked bytes are read: a part of the file may hold more than it declares.
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for part, text in contents.items():
            archive.writestr(part, text)
    book = load_workbook(buffer, read_only=True, data_only=values, keep_links=False)
    room = _Room(name)
    sheets = []
    for sheet in book.worksheets:
        # Some programs write wrong dimensions, and cells beyond them would be skipped.
        sheet.reset_dimensions()
        sheets.append(Worksheet(sheet.title, tuple(_rows(sheet, room))))
    return tuple(sheets)


class _Room:
    """The cells and text that may still be read from a workbook."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._cells, self._letters = MAX_CELLS, MAX_BYTES

    def take(self, row: tuple[Any, ...]) -> None:
        """Count a row's cells and text, including text that several cells share."""
        self._cells -= len(row)
        self._letters -= sum(len(cell.value) for cell in row if isinstance(cell.value, str))
        if self._cells < 0:
            raise too_many_cells(self.name)
        if self._letters < 0:
            raise _too_large(self.name)


def _rows(sheet: Any, room: _Room) -> Iterator[tuple[Any, ...]]:
    blank = 0
    for number, row in enumerate(sheet.iter_rows(), start=1):
        if number > _LAST_ROW:
            raise too_many_rows(room.name)
        if not row or all(cell.value is None for cell in row):
            blank += 1
            continue
        if number > MAX_ROWS:
            raise too_many_rows(room.name)
        room.take(row)
        yield from ((),) * blank
        yield row
        blank = 0


def _check_elements(contents: dict[str, bytes], name: str) -> None:
    """Refuse XML whose tree would be too large for memory."""
    budget = MAX_CELLS
    rows = 0

    def begin(tag: str, _attributes: object) -> None:
        nonlocal budget, rows
        budget -= 1
        if budget < 0:
            raise too_many_cells(name)
        rows += tag.rpartition(":")[2] == "row"
        if rows > MAX_ROWS:
            raise too_many_rows(name)

    def declare(*_: object) -> None:
        # A document type declaration, which the format never uses, could define entities that
        # expand a few letters to any length.
        raise InputError(f"{name} is not a readable XLSX workbook: it declares a document type.")

    for text in contents.values():
        rows = 0
        parser = expat.ParserCreate()
        parser.StartElementHandler = begin
        parser.StartDoctypeDeclHandler = declare
        try:
            parser.Parse(text, True)
        except expat.ExpatError:
            continue  # a picture or a damaged part, where any reader stops too


def _too_large(name: str) -> InputError:
    return InputError(f"{name} unpacks to more than {_MEGABYTES} MB, the maximum for a workbook.")
