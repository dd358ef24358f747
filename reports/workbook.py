"""The tables of a report as a workbook: an index, a sheet a table, and the cards to edit.

Numbers are numbers, and an interval is two columns beside its value. A workbook is written whole or
not at all, and never in the place of one that somebody else wrote or has saved since.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.errors import InputError
from eoc_sim.reports.blocks import Block, Section
from eoc_sim.reports.findings import Verdict
from eoc_sim.reports.sections.cards import BESIDE
from eoc_sim.reports.sheet_columns import SheetColumn, sheet_columns, write_columns
from eoc_sim.simulator.runs.card_sheet import RESULT, CardSheet, fill, fill_lines, put

if TYPE_CHECKING:
    from openpyxl import Workbook

SUFFIX = ".xlsx"
CREATOR = "eoc-sim report"
"""What the workbook's properties name as its author."""
INDEX, CARDS, RULES = "index", "cards", "rules"
"""Sheets whose names no table takes."""
LONGEST_NAME = 31
"""Letters that a sheet's name may have."""
LEAST_HEAD = 8
"""Letters that are left of a name before its last comma, if what follows is to be kept."""
_CORE = "docProps/core.xml"
_UNSEALED = "0" * 64
_DAY = datetime(2000, 1, 1)
"""When a workbook was made whose run does not say when it was begun."""


@dataclass(frozen=True)
class Told:
    """What a page tells, as the page itself gets it; ``facts`` are what was played."""

    title: str
    verdicts: Sequence[Verdict]
    sections: Sequence[Section]
    facts: Mapping[str, Any]


@dataclass(frozen=True)
class _Listed:
    """A line of the index."""

    sheet: str
    section: str
    table: str
    text: str
    rows: int


def check_target(target: Path) -> None:
    """Check that a workbook may be written to ``target``, without touching anything.

    Raises:
        InputError: it is no name of a workbook, or what is there must not be lost.
    """
    if target.suffix.lower() != SUFFIX:
        raise InputError(f"--xlsx {target} should end in {SUFFIX}.")
    if target.is_dir():
        raise InputError(f"--xlsx {target} is a folder; name a file in it.")
    if not target.parent.is_dir():
        raise InputError(f"--xlsx {target} cannot be written: there is no folder {target.parent}.")
    if not target.exists():
        return
    try:
        sealed = _seal_of(target)
    except OSError as error:
        raise InputError(f"{target} cannot be read: {error.strerror or error}.") from None
    if sealed is None:
        raise InputError(
            f"{target} was not written by eoc-sim, so it is not replaced; give another name."
        )
    if not sealed:
        raise InputError(
            f"{target} was saved by another program since eoc-sim wrote it, and what you changed "
            "there would be lost; give another name, or move it away."
        )


def write(target: Path, told: Told, cards: CardSheet | None = None) -> None:
    """Write the workbook, all of it or nothing.

    Raises:
        InputError: it cannot be written, or what is there must not be lost.
    """
    check_target(target)
    content = _content(told, cards)
    # Under a temporary name first: a full disk leaves what was there before.
    partial = target.with_name(f".{target.name}.part")
    try:
        try:
            partial.write_bytes(content)
            os.replace(partial, target)
        except OSError:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)
            raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{target} cannot be written: {reason}.") from None


def _content(told: Told, cards: CardSheet | None) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    index = book.active
    index.title = INDEX
    listed = _tables(book, told)
    if told.facts["rules"]:
        listed.append(_rules(book, told.facts["rules"]))
    if cards is not None:
        listed.append(_cards(book, told, cards))
    _index(index, told, listed)
    book.properties.creator = CREATOR
    book.properties.title = told.title
    book.properties.identifier = _UNSEALED
    begun = _begun(str(told.facts["started"]))
    book.properties.created = begun
    written = io.BytesIO()
    book.save(written)
    return _sealed(written.getvalue(), begun)


def _tables(book: Workbook, told: Told) -> list[_Listed]:
    """A sheet for every table of the page, in the page's order."""
    taken = {INDEX, CARDS, RULES, "history"}
    found = [
        (section, heading, block)
        for section in told.sections for heading, block in _headed_tables(section)
    ]
    headings = [heading for _, heading, _ in found]
    listed = []
    for section, heading, block in found:
        full = f"{section.heading}, {heading}"
        several = headings.count(heading) > 1 and len(full) <= LONGEST_NAME
        name = sheet_name(full if several else heading, taken)
        taken.add(name.lower())
        grid = book.create_sheet(name)
        write_columns(grid, sheet_columns(block), 1)
        grid.freeze_panes = "B2"
        grid.auto_filter.ref = grid.dimensions
        text = " ".join(filter(None, (block.text, section.text)))
        listed.append(_Listed(name, section.heading, heading, text, len(block.rows)))
    return listed


def _headed_tables(section: Section) -> Iterator[tuple[str, Block]]:
    """The tables of a section; one without a heading stands under that of the picture before it."""
    heading = section.heading
    for block in section.blocks:
        heading = block.heading or heading
        if block.kind == "table":
            yield heading, block


def sheet_name(text: str, taken: set[str]) -> str:
    """A name that a sheet may have and none of ``taken`` (in small letters) is.

    >>> sheet_name("Wins: before/after: numbers", set())
    'Wins, before-after'
    >>> sheet_name("For those who hold the changed card: wins in 100", set())
    'For those who hold, wins in 100'
    >>> sheet_name("The seats that hold the changed card", {"the seats that hold the changed"})
    'The seats that hold the 2'
    """
    # On the page a table says so beside its chart; a sheet has numbers only.
    plain = text.removesuffix(": numbers").replace(":", ",").replace("/", "-")
    plain = " ".join(re.sub(r"[\[\]*?\\]", " ", plain).split()).strip("'") or "table"
    number = 1
    while True:
        end = "" if number == 1 else f" {number}"
        room = LONGEST_NAME - len(end)
        name = _shortened(plain, room) + end
        if name.lower() not in taken:
            return name
        number += 1


def _shortened(text: str, room: int) -> str:
    """A text cut between words; what follows its last comma is what tells it from others."""
    if len(text) <= room:
        return text
    head, comma, tail = text.rpartition(", ")
    left = room - len(comma + tail)
    if comma and left >= LEAST_HEAD:
        return _shortened(head, left) + comma + tail
    return (text[: room + 1].rpartition(" ")[0] or text[:room]).rstrip(" ,")


def _rules(book: Workbook, rules: Sequence[Mapping[str, str]]) -> _Listed:
    """The rules as they were resolved."""
    heads = {"name": "switch", "value": "value", "standard": "", "sentence": "what it says"}
    columns = [
        SheetColumn(
            head or "standard value", "",
            [rule[name].removeprefix("standard: ") for rule in rules],
        )
        for name, head in heads.items()
    ]
    grid = book.create_sheet(RULES)
    write_columns(grid, columns, 1)
    grid.freeze_panes = "B2"
    return _Listed(RULES, "What was played", "Rules, as resolved", "", len(rules))


def _cards(book: Workbook, told: Told, cards: CardSheet) -> _Listed:
    """The cards as they were played, to be edited, and beside them what they did."""
    grid = book.create_sheet(CARDS)
    fill(grid, cards.columns, cards.rows, key=cards.key, choices=cards.choices)
    columns = _beside(told.sections, cards)
    write_columns(grid, columns, len(cards.columns) + 1)
    grid.auto_filter.ref = grid.dimensions
    if cards.help_lines:
        fill_lines(book.create_sheet(cards.help_title), cards.help_lines)
    beside = f" Columns that begin with '{RESULT}' are never read." if columns else ""
    return _Listed(
        CARDS, "To be edited", "The cards under the current rules",
        f"Change some cells, save the workbook, then: eoc-sim sweep --cards FILE{SUFFIX}.{beside}",
        len(cards.rows),
    )


def _beside(sections: Sequence[Section], cards: CardSheet) -> list[SheetColumn]:
    """The columns of results, a row a card of the sheet."""
    blocks = [
        block for section in sections for block in section.blocks
        if block.frame is not None and {cards.key, "card"} <= set(block.frame.columns)
    ]
    found: list[SheetColumn] = []
    for name in BESIDE:
        for block in blocks:
            shown = tuple(one for one in block.columns if one.name == name)
            if shown:
                assert block.frame is not None
                found += _by_card(block, sheet_columns(block, shown[:1]), cards)
                break
    return found


def _by_card(
    block: Block, columns: Sequence[SheetColumn], cards: CardSheet
) -> list[SheetColumn]:
    assert block.frame is not None
    places = {str(number): row for row, number in enumerate(block.frame[cards.key])}
    rows = [places.get(row[cards.key]) for row in cards.rows]
    return [
        SheetColumn(
            f"{RESULT}{one.head}", one.tip,
            [None if row is None else one.values[row] for row in rows], one.format, is_result=True,
        )
        for one in columns
    ]


def _index(grid: Any, told: Told, listed: Sequence[_Listed]) -> None:
    """What was played, what was found, and where every table is."""
    from openpyxl.styles import Alignment, Font
    from openpyxl.worksheet.hyperlink import Hyperlink

    facts = told.facts
    lines = [
        ("games", facts["games"]), ("seats", f"{facts['seats']} ({facts['seating']})"),
        ("seed", facts["seed"]), ("the same games again", facts["command"]),
        *(("version", change) for change in facts["changes"]),
        ("program", f"eoc-sim {facts['package']}, rules {facts['rules_version']}"),
        ("started", facts["started"]),
        *((verdict.about or "verdict", line) for verdict in told.verdicts
          for line in verdict.lines),
    ]
    put(grid.cell(1, 1), told.title)
    grid.cell(1, 1).font = Font(bold=True, size=14)
    wrapped = Alignment(wrap_text=True, vertical="top")
    row = 2
    for head, value in lines:
        if value in ("", None):
            continue
        put(grid.cell(row, 1), head)
        put(grid.cell(row, 2), value)
        grid.cell(row, 2).alignment = Alignment(horizontal="left")
        row += 1
    row += 1
    for place, head in enumerate(("sheet", "section", "table", "what it says", "rows"), start=1):
        put(grid.cell(row, place), head)
        grid.cell(row, place).font = Font(bold=True)
    for one in listed:
        row += 1
        values = (one.sheet, one.section, one.table, one.text, one.rows)
        for place, cell_value in enumerate(values, start=1):
            put(grid.cell(row, place), cell_value)
            grid.cell(row, place).alignment = wrapped
        link = grid.cell(row, 1)
        quoted = one.sheet.replace("'", "''")
        link.hyperlink = Hyperlink(ref=link.coordinate, location=f"'{quoted}'!A1")
        link.font = Font(color="0563C1", underline="single")
    for letter, width in zip("ABCDE", (32, 30, 34, 90, 8), strict=True):
        grid.column_dimensions[letter].width = width


def _begun(text: str) -> datetime:
    """When the run was begun, without its time zone, which a workbook cannot say."""
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None, microsecond=0)
    except ValueError:
        return _DAY


def _sealed(content: bytes, begun: datetime) -> bytes:
    """The workbook with a digest of all its parts, the same bytes for the same tables."""
    parts = _parts(content)
    core = parts[_CORE].decode("utf-8").replace(_UNSEALED, _digest(parts))
    stamp = f"{begun.isoformat()}Z"
    core = re.sub(r"(<dcterms:modified[^>]*>)[^<]*", rf"\g<1>{stamp}", core)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in {**parts, _CORE: core.encode("utf-8")}.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, part)
    return written.getvalue()


def _seal_of(path: Path) -> bool | None:
    """Whether a file is as `_sealed` made it; None if it is none of ours."""
    try:
        parts = _parts(path.read_bytes())
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError):
        return None
    core = parts.get(_CORE, b"").decode("utf-8", "replace")
    if f">{CREATOR}<" not in core:
        return None
    return f">{_digest(parts)}<" in core


def _parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _digest(parts: Mapping[str, bytes]) -> str:
    """A digest of all parts but the one that has it."""
    digest = hashlib.sha256()
    for name in sorted(parts):
        if name != _CORE:
            digest.update(f"{name}\0{len(parts[name])}\0".encode())
            digest.update(parts[name])
    return digest.hexdigest()
