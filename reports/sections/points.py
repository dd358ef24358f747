"""Sources of points: the parts of the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from eoc_sim.analysis import points
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, chart, table
from eoc_sim.reports.charts.stacked import draw_stacked
from eoc_sim.reports.fair_share import score_column
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.style import part_swatch
from eoc_sim.simulator.runs.game import Column


def section(page: Findings, order: Sequence[str] = ()) -> Section | None:
    """Show the parts of the score, if it has any.

    ``order`` replaces the declared order of the parts.
    """
    columns = page.run.table_with("win_share").roles("part")
    if not columns:
        return None
    parts = sorted(
        columns, key=lambda part: order.index(part.name) if part.name in order else len(order)
    )
    unit = page.run.words.score[1]
    return Section(
        "points",
        "Where the points come from",
        f"Mean {unit} of each part of the final score.{page.under}",
        _blocks(page, parts),
    )


def _blocks(page: Findings, parts: Sequence[Column]) -> Iterator[Block]:
    unit = page.run.words.score[1]
    all_rows = points.parts(page.run)
    means = points.scorers(page.run, all_rows)
    drawn_parts = [part for part in parts if any(means[part.name])]
    title = f"{words.sentence_start(unit)} by part of the score"
    picture = page.charts.draw(
        draw_stacked(
            title,
            means["label"].to_list(),
            [part.head for part in parts],
            means.select(part.name for part in parts).rows(),
        )
    )
    negative_parts = [
        part.head for part in drawn_parts if any(mean < 0 for mean in means[part.name])
    ]
    tail = (
        f"; the bars for {words.join_words(negative_parts)} extend to the left of zero"
        if negative_parts
        else ""
    )
    numbers = table(
        "Parts of the score: numbers",
        "Means over games.",
        means,
        [
            Shown("label", "strategy", "", "text"),
            GAMES,
            score_column(page.run),
            *(
                Shown(part.name, part.head, f"mean {unit}, with its 95 % t interval", "estimate")
                for part in drawn_parts
            ),
        ],
    )
    yield chart(
        picture,
        f"{title}, mean over games{tail}.{automaton_note(page, all_rows, means)}",
        entries=[(part_swatch(parts.index(part)), part.head) for part in drawn_parts],
        numbers=numbers,
    )


def automaton_note(page: Findings, all_rows: pl.DataFrame, shown_rows: pl.DataFrame) -> str:
    """Return a note that an automaton without a score is left out.

    Return "" if none is left out.
    """
    if shown_rows.height == all_rows.height:
        return ""
    return f" {words.sentence_start(page.run.words.automaton_words)} never scores: it is left out."
