"""Output of the ``data`` command about a game's components."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from eoc_sim.simulator.kernel.checked_rows import OWN, PROVENANCE, SOURCES
from eoc_sim.simulator.kernel.own_columns import OwnColumns
from eoc_sim.simulator.kernel.phrases import Word
from eoc_sim.simulator.runs.text_table import TextTable

Lines = Iterator[str | TextTable]


@dataclass(frozen=True)
class Provenance:
    """Counts of a kind of component: printed, partly printed, reconstructed."""

    component: str
    printed: int
    partial: int
    reconstructed: int


@dataclass(frozen=True)
class PrintedCells:
    """Counts for one column, by whether its cells are printed."""

    component: str
    column: str
    printed: int
    rows: int
    unknown: int = 0
    """Partly printed rows whose printed columns are unknown."""
    reported: int = 0
    """Rows whose cell was reported by the game's owners or publisher."""
    reconstructed: int = 0
    """Rows whose cell is neither printed nor reported."""


def heading(text: str) -> Lines:
    """Yield a heading, with a blank line above."""
    yield ""
    yield text


def origin_lines(provenance: Mapping[str, str], own: Mapping[str, OwnColumns]) -> Lines:
    """Yield each file's origin, and the columns that do not affect play."""
    yield "Where the components come from"
    yield TextTable(("file", "read from"), sorted(provenance.items()), left=2)
    for own_columns in own.values():
        for sentence in own_columns.sentences():
            yield f"{sentence}."


def word_tables(max_clauses: str, form: str, words: Iterable[Word]) -> Lines:
    """Yield the words of an effect language.

    ``max_clauses`` is the maximum number of clauses in an effect, in words.
    """
    yield f"An effect is up to {max_clauses} clauses joined by semicolons, each of this form:"
    yield ""
    yield f"  {form}"
    yield ""
    part = ""
    rows: list[tuple[str, str, str, str]] = []
    for word in words:
        rows.append(
            (word.part if word.part != part else "", word.spelling, word.meaning, word.goes_with)
        )
        part = word.part
    yield TextTable(("part", "words", "meaning", "goes with"), rows, left=4)


def count_sources(entries: Mapping[str, Sequence[str]]) -> list[Provenance]:
    """Count the rows of each kind of component by source."""
    return [
        Provenance(component, *(sources.count(word) for word in SOURCES))
        for component, sources in entries.items()
    ]


def count_cells(sheets: Iterable[tuple[str, Sequence[str], Sequence[Any]]]) -> list[PrintedCells]:
    """Count the printed cells of each sheet's columns.

    A sheet is given as its name, columns and rows.
    """
    return [
        _count_cells(component, column, rows)
        for component, columns, rows in sheets
        for column in columns
        if column not in PROVENANCE
    ]


def _count_cells(component: str, column: str, rows: Sequence[Any]) -> PrintedCells:
    printed_rows = [row for row in rows if column in row.printed_columns]
    other_rows = [row for row in rows if column not in row.printed_columns]
    reported_rows = sum(column in getattr(row, "reported_columns", ()) for row in other_rows)
    return PrintedCells(
        component,
        column,
        sum(row.source != OWN for row in printed_rows),
        len(rows),
        sum(row.source == "partial" and not row.printed_columns for row in rows),
        reported_rows,
        len(other_rows) - reported_rows,
    )


def source_table(entries: Sequence[Provenance]) -> Lines:
    """Yield the table of printed and reconstructed components."""
    yield from heading("Printed and reconstructed components")
    yield TextTable(
        ("component", "printed", "partly printed", "reconstructed"),
        [(p.component, str(p.printed), str(p.partial), str(p.reconstructed)) for p in entries],
    )


def cell_table(entries: Sequence[PrintedCells]) -> Lines:
    """Yield the table of printed cells per column, and notes.

    If any cell is reported, the table also counts reported and reconstructed cells.
    """
    yield from heading("How many cells of each column are printed")
    has_reported = any(entry.reported for entry in entries)
    yield TextTable(
        (
            "component",
            "column",
            "printed",
            *(("reported", "reconstructed") if has_reported else ()),
            "of",
        ),
        [
            (
                entry.component,
                entry.column,
                str(entry.printed),
                *((str(entry.reported), str(entry.reconstructed)) if has_reported else ()),
                str(entry.rows),
            )
            for entry in entries
        ],
        left=2,
    )
    unknown_rows = {entry.component: entry.unknown for entry in entries if entry.unknown}
    for component, number in unknown_rows.items():
        rows, their = ("row", "its") if number == 1 else ("rows", "their")
        yield (
            f'In {number} {rows} of {component}, the column "source" says only "partial"; to have '
            f"{their} cells counted, write the names of the printed columns into that column "
            'instead, such as "number name price".'
        )


def examples(rows: Sequence[Any], moments: Sequence[str]) -> Lines:
    """Yield the component with the longest effect for each moment."""
    yield ""
    yield "Examples:"
    for when, name in enumerate(moments):
        fitting = [row for row in rows if any(clause.when == when for clause in row.clauses)]
        if fitting:
            example = max(fitting, key=lambda row: (len(row.effect), str(row.number)))
            yield f"  {name}: {example.number} {example.name}: {example.effect}"


def last_lines(remarks: Sequence[str]) -> Lines:
    """Yield the last lines of a check, with its remarks."""
    yield ""
    yield "Everything can be played." + (" Worth a look:" if remarks else "")
    for remark in remarks:
        yield f"- {remark}"
