"""A game's mark on figures and findings that rest on guesses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from eoc_sim.reports.blocks import Block, Section
from eoc_sim.reports.comparisons import NOT_DECIDED
from eoc_sim.reports.robust_findings import OTHER_DATA
from eoc_sim.reports.verdict import Verdict


def mark_section(section: Section, mark: str) -> Section:
    """Add a ``mark`` to the text of each block except notes."""
    return replace(section, blocks=_blocks(section.blocks, mark)) if mark else section


def _blocks(blocks: Iterable[Block], mark: str) -> Iterator[Block]:
    for block in blocks:
        is_figure = block.kind != "note"
        yield replace(block, text=append_mark(block.text, mark)) if is_figure else block


def mark_verdicts(verdicts: Iterable[Verdict], mark: str) -> list[Verdict]:
    """Add a ``mark`` to each line that states a number.

    Lines about other data, and counts of undecided rows, get none.
    """
    return [
        verdict
        if verdict.about in (OTHER_DATA, NOT_DECIDED)
        else replace(
            verdict, lines=_add_mark(verdict.lines, mark), details=_add_mark(verdict.details, mark)
        )
        for verdict in verdicts
    ]


def _add_mark(lines: Iterable[str], mark: str) -> tuple[str, ...]:
    return tuple(append_mark(line, mark) if re.search(r"\d", line) else line for line in lines)


def append_mark(text: str, mark: str) -> str:
    """Append a mark to text, unless the mark is empty.

    >>> append_mark("Means over games.", "Guessed.")
    'Means over games. Guessed.'
    """
    return f"{text} {mark}".strip()
