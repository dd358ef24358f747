"""Findings by line-up, one picture each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis import who_plays
from eoc_sim.analysis.who_plays import DIRECTION, EVERY_LINE_UP, OPEN, SIZE, MarkedQuantity
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, chart, fold, note, table
from eoc_sim.reports.charts.intervals import CHANGE_OF_SHARE, SHARE, intervals, point
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.pictures import Charts
from eoc_sim.reports.who_plays import NOTHING_TO_CHECK, name, rank_marks, unit

if TYPE_CHECKING:
    from eoc_sim.simulator.runs.game import Words

OPEN_PICTURES, MAX_PICTURES = 2, 6
"""The maximum number of pictures that are open, and of all pictures."""


def section(page: Findings) -> Section | None:
    """Show the findings by line-up; None if only one played."""
    if not page.marks and not who_plays.has_other_line_ups(page.run):
        return None
    return section_of(page.marks, page.charts, page.run.words)


def section_of(marks: Sequence[MarkedQuantity], charts: Charts, game: Words) -> Section:
    """Make the section from ``marks``."""
    return Section(
        "who-plays",
        "Does it hold in every line-up?",
        "Several line-ups answer the same question with the same luck. The intervals hold jointly "
        "for the whole section. A finding holds in every line-up if each decides it in the "
        "same direction. Its direction depends on who plays if two line-ups decide it in opposite "
        "directions. Otherwise, its size depends on who plays if two line-ups certainly differ by "
        "more than the smallest change that matters.",
        _blocks(marks, charts, game),
    )


def _blocks(marks: Sequence[MarkedQuantity], charts: Charts, game: Words) -> Iterator[Block]:
    if not marks:
        yield note(NOTHING_TO_CHECK)
        return
    score = game.score[1]
    charted = [
        marked for marked in rank_marks(marks) if marked.mark in (DIRECTION, SIZE, EVERY_LINE_UP)
    ]
    pictures = [_picture(marked, charts, score) for marked in charted[:MAX_PICTURES]]
    yield from pictures[:OPEN_PICTURES]
    yield from map(fold, pictures[OPEN_PICTURES:])
    if not charted:
        number = len(marks)
        findings = {1: "the finding", 2: "both findings"}.get(
            number, f"all {words.count(number)} findings"
        )
        yield note(f"The table below lists {findings}.")
    yield _table(marks, score)


def _picture(marked: MarkedQuantity, charts: Charts, score: str) -> Block:
    fair = marked.quantity.fair
    share = SHARE if fair else CHANGE_OF_SHARE if marked.quantity.metric == "wins" else None
    points = [
        point(
            answer.words,
            answer.value + fair,
            answer.low + fair,
            answer.high + fair,
            "changed"
            if answer.side
            else "same"
            if answer.is_small(marked.quantity.smallest)
            else "open",
            sign=not fair,
            within=share,
        )
        # The most skilled line-up comes first.
        for answer in reversed(marked.answers)
    ]
    heading = words.typeset(f"{words.sentence_start(unit(marked, score))}: {name(marked)}")
    return chart(
        charts.draw(
            intervals(heading, points, fair, f"fair {words.number(fair)}" if fair else "no change")
        ),
        f"{words.sentence_start(marked.mark)}. Intervals hold jointly for the whole section.",
        heading=heading,
    )


def _table(marks: Sequence[MarkedQuantity], score: str) -> Block:
    frame = pl.DataFrame(
        [
            {
                "finding": name(marked),
                "unit": unit(marked, score),
                "line_up": answer.words,
                "games": answer.games,
                "value": answer.value,
                "low": answer.low,
                "high": answer.high,
                "mark": marked.mark,
            }
            for marked in rank_marks(marks)
            for answer in marked.answers
        ]
    )
    return table(
        "All findings by line-up",
        "Differences from fair or from the current rules, with intervals that hold jointly for the "
        "whole section.",
        frame,
        [
            Shown("finding", "finding", "", "text"),
            Shown("unit", "in", "", "text"),
            Shown("line_up", "line-up", "the least skilled first", "text"),
            Shown(
                "value",
                "difference",
                "with an interval that holds jointly with all others",
                "change",
                low="low",
                high="high",
            ),
            GAMES,
            Shown("mark", "mark", "", "text"),
        ],
        collapsed=any(marked.mark != OPEN for marked in marks),
    )
