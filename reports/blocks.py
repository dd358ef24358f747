"""The parts of a report page: sections, charts, tables, notes."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis.stats import rule_of_three
from eoc_sim.reports import words
from eoc_sim.reports.interval_ends import end_columns

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run
    from eoc_sim.reports.pictures import Picture
    from eoc_sim.reports.verdict import Verdict


@dataclass(frozen=True)
class Shown:
    """A column of a table: its values, heading and format.

    ``kind`` is text, verdict (with the number of further games that would decide it), count,
    number, plain (rounded), p (a p-value), times (a number of games, or "> 1000 games"), differ (a
    count, with the rule of three if it is 0), estimate or change (with their intervals in the
    columns ``low`` and ``high``, by default `end_columns`). ``tip`` explains the heading. If the
    column named by ``exact`` is true, the value has no interval. A verdict with a ``reference`` is
    qualified where only the row's own interval (low to high), and not the joint one (all_low to
    all_high), excludes that number.
    """

    name: str
    head: str
    tip: str
    kind: str
    digits: int = 1
    low: str = ""
    high: str = ""
    exact: str = ""
    reference: float | None = None

    def ends(self, columns: Container[str]) -> tuple[str, str]:
        """Return the names of the columns that hold the value's interval."""
        low, high = end_columns(self.name, columns)
        return self.low or low, self.high or high

    @property
    def is_words(self) -> bool:
        """True if its cells are words, which align left."""
        return self.kind in ("text", "verdict")


def judged_columns(name: str, head: str, tip: str, digits: int = 1) -> tuple[Shown, Shown]:
    """Return columns for a change, its joint interval, and its verdict."""
    return (
        Shown(
            name,
            head,
            f"{tip}, with an interval that holds jointly with those of all rows",
            "change",
            digits,
            low="all_low",
            high="all_high",
        ),
        Shown(
            "verdict",
            "verdict",
            "from the intervals that hold jointly for all rows of this table",
            "verdict",
            reference=0.0,
        ),
    )


@dataclass(frozen=True)
class TableCell:
    """One cell: its text, small text under it, and its sort key."""

    text: str
    small: str = ""
    value: str = ""


@dataclass(frozen=True)
class Block:
    """One part of a section; ``kind`` is chart, table, lines or note.

    ``entries`` are the legend of a chart, or sentences with their small print. ``numbers`` is the
    table behind a chart, folded under it; ``collapsed`` folds the chart or table itself. ``frame``
    has a table's numbers, including those of intervals. ``sheet`` names the sheet of a workbook if
    the heading is too long.
    """

    kind: str
    text: str = ""
    heading: str = ""
    picture: Picture | None = None
    entries: tuple[tuple[str, str], ...] = ()
    columns: tuple[Shown, ...] = ()
    rows: tuple[tuple[TableCell, ...], ...] = ()
    collapsed: bool = False
    numbers: Block | None = None
    frame: pl.DataFrame | None = field(default=None, compare=False, repr=False)
    sheet: str = ""

    def on_sheet(self, name: str) -> Block:
        """Name the block's sheet, for a heading that is too long."""
        return replace(self, sheet=name)

    @property
    def words_classes(self) -> str:
        """CSS classes for a table's columns of words, such as "words-2 words-5"."""
        return " ".join(
            f"words-{index}"
            for index, column in enumerate(self.columns, 1)
            if index > 1 and column.is_words
        )


MAX_NARROW_COLUMNS = 3
"""The maximum number of columns that fit in half a page."""


@dataclass(frozen=True)
class Section:
    """A section of the page.

    ``blocks`` are made when the page needs them. A block whose table is missing raises
    `MissingResults`: the section ends there, and the page lists the message under "Not shown".
    """

    id: str
    heading: str
    text: str
    blocks: Iterable[Block]
    is_folded: bool = False
    """True if only the heading shows until the section is opened (`layout`)."""
    is_folded_narrow: bool = False
    """True if only narrow screens fold the section."""

    @property
    def is_small(self) -> bool:
        """True if half a wide page suffices for its chart or table."""
        blocks = list(self.blocks) if isinstance(self.blocks, Sequence) else []
        if len(blocks) != 1 or self.is_folded:
            return False
        block = blocks[0]
        if block.picture is not None:
            return not block.picture.kind
        return block.kind == "table" and len(block.columns) <= MAX_NARROW_COLUMNS


@dataclass(frozen=True)
class BuiltSections:
    """The sections of a page with their blocks, and the missing parts.

    ``headings_by_fault`` maps sentences that name missing tables to the headings of the sections
    that were shortened or left out.
    """

    sections: tuple[Section, ...]
    headings_by_fault: dict[str, list[str]]


@dataclass(frozen=True)
class PageContent:
    """The content of a page and its workbook.

    ``run`` is the run that they show, or the first of several with the same rules. ``facts``
    describe what was played, ``fair`` is the fair share, and ``smallest_change`` explains which
    changes matter. ``caption_end`` is the end of the caption of the first screen's picture: the
    number of versions shown, if not all are, and the mark of the run's figures.
    """

    run: Run
    title: str
    verdicts: Sequence[Verdict]
    built: BuiltSections
    facts: Mapping[str, Any]
    versions: int
    fair: str | None
    picture: Picture | None
    smallest_change: str
    caption_end: str = ""
    edits: Callable[[str], Block | None] = lambda key: None
    """A function from a key column to the workbook's table of edits."""

    @property
    def full_title(self) -> str:
        """The title, beginning with the name of the game."""
        game = self.run.words.title
        return self.title if self.title.startswith(game) else f"{game}, {self.title}"


STATES = (("changed", "changes"), ("same", "no change that matters"), ("open", "not decided"))
"""The legend of a chart of changes."""
FAIR_STATES = (("changed", "not fair"), ("same", "fair"), ("open", "not decided"))
"""The legend of a chart against the fair share."""


def chart(
    picture: Picture,
    caption: str,
    *,
    heading: str = "",
    entries: Sequence[tuple[str, str]] = (),
    numbers: Block | None = None,
) -> Block:
    """Make a chart with its caption and its legend.

    ``entries`` are the legend: the CSS class of each swatch, and its words. Every chart needs a
    table: ``numbers``, or one that the section shows after it.
    """
    return Block(
        "chart",
        text=caption,
        heading=heading,
        picture=picture,
        entries=tuple(entries),
        numbers=numbers,
    )


def fold(block: Block) -> Block:
    """Fold a chart or table, so that only its heading shows."""
    return replace(block, collapsed=True)


def fold_to_sentence(block: Block, sentence: str) -> Block:
    """Fold a chart; a ``sentence`` in its heading sums it up."""
    return replace(block, heading=f"{block.heading}: {sentence}", collapsed=True)


def fold_undecided(block: Block, rows: int) -> Block:
    """Fold a chart none of whose ``rows`` is decided."""
    return fold_to_sentence(block, "not decided" if rows == 1 else f"none of {rows} decided")


def lines(text: str, entries: Sequence[tuple[str, str]]) -> Block:
    """List sentences with their small print, after an introductory ``text``."""
    return Block("lines", text=text, entries=tuple(entries))


def note(text: str) -> Block:
    """Make a block that is only a sentence."""
    return Block("note", text=text)


def table(
    heading: str,
    text: str,
    frame: pl.DataFrame,
    columns: Sequence[Shown],
    *,
    collapsed: bool = False,
) -> Block:
    """Make a sortable table of a frame's rows."""
    rows = tuple(
        tuple(_cell(column, row) for column in columns) for row in frame.iter_rows(named=True)
    )
    return Block(
        "table",
        text=text,
        heading=heading,
        columns=tuple(columns),
        rows=rows,
        collapsed=collapsed,
        frame=frame,
    )


UNCONFIRMED = "its own interval excludes {}, but the joint interval for all rows does not yet"
"""Explains why a row that looks decided is not."""


def is_unconfirmed(row: Mapping[str, Any], reference: float) -> bool:
    """Return True if only the row's own interval excludes ``reference``.

    The interval that holds jointly for all rows includes it.
    """
    ends: list[Any] = [row.get(name) for name in ("low", "high", "all_low", "all_high")]
    if any(end is None or math.isnan(end) for end in ends):
        return False
    low, high, all_low, all_high = ends
    return not low <= reference <= high and all_low <= reference <= all_high


def _cell(column: Shown, row: dict[str, Any]) -> TableCell:
    value = row[column.name]
    if column.kind == "text":
        return TableCell("" if value is None else words.typeset(str(value)))
    if column.kind == "verdict":
        games_needed = row.get("more_games")
        remarks = [] if games_needed is None else [f"about {words.count(games_needed)} more games"]
        if column.reference is not None and is_unconfirmed(row, column.reference):
            remarks.append(UNCONFIRMED.format(words.number(column.reference)))
        return TableCell(str(value), words.typeset("; ".join(remarks)))
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return TableCell("–")
    sort_key = f"{value:.6g}"
    if column.kind == "count":
        return TableCell(words.typeset(words.count(value)), value=sort_key)
    if column.kind == "p":
        return TableCell("< 0.001" if value < 0.001 else f"{value:.3f}", value=sort_key)
    if column.kind == "plain":
        return TableCell(f"{value:.0f}", value=sort_key)
    if column.kind == "number":
        return TableCell(f"{value:g}", value=sort_key)
    if column.kind == "times":
        return TableCell(f"{value:.1f} games" if value < 1000 else "> 1000 games", value=sort_key)
    if column.kind == "differ":
        needs_limit = not value and row["games"]
        small = (
            f"at most {100 * float(rule_of_three(row['games'])):.2g} in 100" if needs_limit else ""
        )
        return TableCell(words.typeset(words.count(value)), small, sort_key)
    sort_key, sign = f"{value:.4g}", column.kind == "change"
    ends = [words.decimal(row[end], column.digits, sign) for end in column.ends(row)]
    interval = "?" if ends == ["?", "?"] else f"{ends[0]} to {ends[1]}"
    return TableCell(
        words.decimal(value, column.digits, sign).replace("-", "−"),
        "" if column.exact and row[column.exact] else interval.replace("-", "−"),
        sort_key,
    )
