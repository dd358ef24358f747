"""A report's tables as a workbook: an index, sheets, and editable cards.

Numbers are stored as numbers, and an interval as two columns next to its value. A workbook never
replaces one that another program wrote or has saved since (`workbook_file`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eoc_sim.reports.blocks import Block, PageContent, Section
from eoc_sim.reports.sections.cards import RESULT_NAMES
from eoc_sim.reports.sheet_columns import SheetColumn, sheet_columns, write_columns
from eoc_sim.reports.workbook_file import SUFFIX, check_target, put_workbook
from eoc_sim.simulator.kernel.sheets import RESULT
from eoc_sim.simulator.runs.sheet_writing import CardSheet, fill, fill_lines, put

if TYPE_CHECKING:
    from openpyxl import Workbook

INDEX, RULES = "index", "rules"
"""Sheet names that tables may not use."""
LONGEST_NAME = 31
"""The maximum number of characters in a sheet's name."""
SHORTENINGS = (
    ("in 100 games", "in 100"),
    ("two together", "pairs"),
    (r" \(.*?\)", ""),
    ("adjusted for other luck", "adjusted"),
    (" in a game", ""),
    ("both answers", "both"),
    ("mean of the seats", "mean"),
    ("round by round", "by round"),
    (" by (strategy|turn order), ", ", "),
    ("Wins in 100, ", "Wins, "),
)
"""Patterns that shorten a long name, tried in order."""
MIN_HEAD = 8
"""The minimum length of the part before a shortened name's last comma.

If there is less room, the end is cut instead.
"""


@dataclass(frozen=True)
class _IndexLine:
    """A line of the index."""

    sheet: str
    section: str
    table: str
    text: str
    rows: int


def write(target: Path, content: PageContent, cards: CardSheet | None = None) -> None:
    """Write the workbook completely or not at all.

    Raises:
        InputError: it cannot be written, or a file there must not be replaced.
    """
    from openpyxl import Workbook

    check_target(target)
    book = Workbook()
    index = book.active
    index.title = INDEX
    sheets = () if cards is None else cards.sheets
    entries = _tables(book, content, {sheet.title for sheet in sheets})
    if content.facts["rules"]:
        entries.append(_rules(book, content.facts["rules"]))
    entries += [_cards(book, content, sheet) for sheet in sheets]
    if cards is not None and cards.help_lines:
        fill_lines(book.create_sheet(cards.help_title), cards.help_lines)
    for position, sheet in enumerate(sheets):
        # The editable sheets come first, and the first of them is active.
        book.move_sheet(sheet.title, position - book.index(book[sheet.title]))
    book.active = 0
    _index(
        index,
        content,
        [*entries[len(entries) - len(sheets) :], *entries[: len(entries) - len(sheets)]],
    )
    put_workbook(target, book, content.full_title, str(content.facts["started"]))


def _tables(book: Workbook, content: PageContent, titles: set[str]) -> list[_IndexLine]:
    """Write a sheet for every table, in the page's order.

    No sheet may have one of the ``titles``.
    """
    names_in_use = {INDEX, RULES, "history", *titles}
    tables = [
        (section, heading, block)
        for section in content.built.sections
        for heading, block in _headed_tables(section)
    ]
    headings = [heading for _, heading, _ in tables]
    entries = []
    for section, heading, block in tables:
        qualified = f"{section.heading}, {heading}"
        use_qualified = headings.count(heading) > 1 and len(qualified) <= LONGEST_NAME
        name = sheet_name(qualified if use_qualified else heading, names_in_use, block.sheet)
        names_in_use.add(name.lower())
        grid = book.create_sheet(name)
        write_columns(grid, sheet_columns(block), 1)
        grid.freeze_panes = "B2"
        grid.auto_filter.ref = grid.dimensions
        text = " ".join(filter(None, (block.text, section.text)))
        entries.append(_IndexLine(name, section.heading, heading, text, len(block.rows)))
    return entries


def _headed_tables(section: Section) -> Iterator[tuple[str, Block]]:
    """Find a section's tables with their headings.

    A table without a heading takes the nearest heading above it.
    """
    heading = section.heading
    for block in section.blocks:
        heading = block.heading or heading
        if block.kind == "table":
            yield heading, block
        elif block.numbers is not None:
            yield (
                block.numbers.heading or heading,
                block.numbers.on_sheet(block.sheet or block.numbers.sheet),
            )


def sheet_name(text: str, titles: set[str], short: str = "") -> str:
    """Find a valid sheet name that is not yet in ``titles``.

    The names in ``titles`` are in lower case. If there is a ``short`` name, it replaces a long one.

    >>> sheet_name("Wins: before/after: numbers", set())
    'Wins, before-after'
    >>> sheet_name("For those who hold the changed card: wins in 100", set(), "Holders, wins")
    'Holders, wins'
    >>> sheet_name("The seats that hold the changed card", {"the seats that hold the changed"})
    'The seats that hold the 2'
    """
    plain = _allowed(text)
    if short and len(plain) > LONGEST_NAME:
        plain = _allowed(short)
    for long, brief in SHORTENINGS:
        if len(plain) > LONGEST_NAME:
            plain = re.sub(long, brief, plain)
    number = 1
    while True:
        end = "" if number == 1 else f" {number}"
        room = LONGEST_NAME - len(end)
        name = _shorten(plain, room) + end
        if name.lower() not in titles:
            return name
        number += 1


def _allowed(text: str) -> str:
    """Replace the characters that a sheet's name may not have."""
    # On the page, "numbers" distinguishes the table from its chart; a sheet has only the table.
    plain = text.removesuffix(": numbers").removesuffix(", numbers")
    plain = plain.replace(":", ",").replace("/", "-")
    return " ".join(re.sub(r"[\[\]*?\\]", " ", plain).split()).strip("'") or "table"


def _shorten(text: str, room: int) -> str:
    """Shorten a string between words; keep what follows its last comma.

    That part distinguishes it from other strings.
    """
    if len(text) <= room:
        return text
    head, comma, tail = text.rpartition(", ")
    room_for_head = room - len(comma + tail)
    if comma and room_for_head >= MIN_HEAD:
        return _shorten(head, room_for_head) + comma + tail
    return (text[: room + 1].rpartition(" ")[0] or text[:room]).rstrip(" ,")


def _rules(book: Workbook, rules: Sequence[Mapping[str, str]]) -> _IndexLine:
    """Write the resolved rules."""
    heads = {"name": "switch", "value": "value", "standard": "", "sentence": "meaning"}
    columns = [
        SheetColumn(
            head or "standard value",
            "",
            [rule[name].removeprefix("standard: ") for rule in rules],
        )
        for name, head in heads.items()
    ]
    grid = book.create_sheet(RULES)
    write_columns(grid, columns, 1)
    grid.freeze_panes = "B2"
    return _IndexLine(RULES, "The games played", "Rules, as resolved", "", len(rules))


def _cards(book: Workbook, content: PageContent, cards: CardSheet) -> _IndexLine:
    """Write the editable cards, as played, next to their results."""
    grid = book.create_sheet(cards.title)
    fill(grid, cards)
    edits = content.edits(cards.key)
    columns = [
        *(
            []
            if edits is None or not _count_shared(edits, cards)
            else _by_card(edits, sheet_columns(edits), cards)
        ),
        *_result_columns(content.built.sections, cards),
    ]
    write_columns(grid, columns, len(cards.columns) + 1)
    grid.auto_filter.ref = grid.dimensions
    warning = f" Columns that begin with '{RESULT}' are never read." if columns else ""
    return _IndexLine(
        cards.title,
        "To edit",
        f"The {cards.title} under the current rules",
        f"Change some cells, save the workbook, then: eoc-sim sweep --cards FILE{SUFFIX}.{warning}",
        len(cards.rows),
    )


def _result_columns(sections: Sequence[Section], cards: CardSheet) -> list[SheetColumn]:
    """Return the columns of results, one row per card of the sheet."""

    def covers_cards(block: Block) -> bool:
        if block.frame is None or cards.key not in block.frame.columns:
            return False
        shared_cards = _count_shared(block, cards)
        return 2 * shared_cards >= len(cards.rows) or (
            shared_cards > 0 and "thing" in block.frame.columns
        )

    blocks = [block for section in sections for block in section.blocks if covers_cards(block)]
    columns: list[SheetColumn] = []
    for name in RESULT_NAMES:
        for block in blocks:
            own_columns = tuple(column for column in block.columns if column.name == name)
            if own_columns:
                assert block.frame is not None
                columns += _by_card(block, sheet_columns(block, own_columns[:1]), cards)
                break
    return columns


def _count_shared(block: Block, cards: CardSheet) -> int:
    """Count the rows of a sheet that a table covers."""
    assert block.frame is not None
    ids = {str(identifier) for identifier in block.frame[cards.key]}
    return len(ids & {row[cards.key] for row in cards.rows})


def _by_card(block: Block, columns: Sequence[SheetColumn], cards: CardSheet) -> list[SheetColumn]:
    assert block.frame is not None
    row_by_id = {str(number): row for row, number in enumerate(block.frame[cards.key])}
    rows = [row_by_id.get(row[cards.key]) for row in cards.rows]
    return [
        SheetColumn(
            f"{RESULT}{column.head}",
            column.tip,
            [None if row is None else column.values[row] for row in rows],
            column.format,
            is_result=True,
        )
        for column in columns
    ]


def _index(grid: Any, content: PageContent, entries: Sequence[_IndexLine]) -> None:
    """Write the index: facts, findings, and all tables."""
    from openpyxl.styles import Alignment, Font
    from openpyxl.worksheet.hyperlink import Hyperlink

    facts = content.facts
    lines = [
        ("games", "; ".join(filter(None, (facts["games"], facts["looks"])))),
        ("seats", f"{facts['seats']} ({facts['seating']})"),
        ("seed", facts["seed"]),
        ("the same games again", facts["command"]),
        *(("version", change) for change in facts["changes"]),
        ("program", f"eoc-sim {facts['package']}, rules {facts['rules_version']}"),
        ("started", facts["started"]),
        *(
            ("verdict", line.strip())
            for verdict in content.verdicts
            for line in verdict.terminal_lines()
        ),
    ]
    put(grid.cell(1, 1), content.full_title)
    grid.cell(1, 1).font = Font(bold=True, size=14)
    wrapped_text = Alignment(wrap_text=True, vertical="top")
    row = 2
    for head, value in lines:
        if value in ("", None):
            continue
        put(grid.cell(row, 1), head)
        put(grid.cell(row, 2), value)
        grid.cell(row, 2).alignment = Alignment(horizontal="left")
        row += 1
    row += 1
    for index, head in enumerate(("sheet", "section", "table", "text", "rows"), start=1):
        put(grid.cell(row, index), head)
        grid.cell(row, index).font = Font(bold=True)
    for entry in entries:
        row += 1
        values = (entry.sheet, entry.section, entry.table, entry.text, entry.rows)
        for index, cell_value in enumerate(values, start=1):
            put(grid.cell(row, index), cell_value)
            grid.cell(row, index).alignment = wrapped_text
        link = grid.cell(row, 1)
        quoted_name = entry.sheet.replace("'", "''")
        link.hyperlink = Hyperlink(ref=link.coordinate, location=f"'{quoted_name}'!A1")
        link.font = Font(color="0563C1", underline="single")
    for letter, width in zip("ABCDE", (32, 30, 34, 90, 8), strict=True):
        grid.column_dimensions[letter].width = width
