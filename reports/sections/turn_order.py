"""Turn order as one question, in a ``first-player`` report."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis import first_player
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import who_plays, words
from eoc_sim.reports.blocks import Block, Section, Shown, chart, note, table
from eoc_sim.reports.charts.intervals import SHARE, intervals, point
from eoc_sim.reports.fair_share import JOINT_WINS, WINS, score_column
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.standing_questions import order_kind
from eoc_sim.reports.turn_order import (
    answer,
    explain_single_changes,
    last_round_line,
    length_words,
    starters,
)

MECHANISMS = (
    Shown("what", "version", "what differs from the current rules", "text"),
    Shown("sentence", "change to the rules", "", "text"),
    Shown("label", "place", "", "text"),
    Shown(
        "change",
        "change",
        "mean paired difference, with an interval that holds for all places of all versions",
        "change",
        low="low",
        high="high",
    ),
    Shown("verdict", "wins", "verdict on the version, by the intervals of its places", "text"),
    Shown("version", "this version", "wins in 100, with the 95 % Wilson interval", "estimate"),
    Shown(
        "gap",
        "largest gap left",
        "difference in wins in 100 games between two places in this version, with an "
        "interval that holds for all pairs of places in all versions",
        "estimate",
    ),
    GAMES,
)
"""The columns of a table of `first_player.mechanisms`."""


def section(page: Findings) -> Section | None:
    """Show whether and why going first matters, in runs of ``first-player``."""
    run = page.run
    if run.record.get("command") != first_player.COMMAND or run.fair is None:
        return None
    return Section(
        "turn-order",
        "Does it matter who goes first?",
        "The wins of one game add up to one, so all places are tested together: one question with "
        "one answer.",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    run = page.run
    line_up_family = first_player.family(run)
    verdict = first_player.turn_order_verdict(run, family_size=line_up_family.line_ups)
    sentence = answer(verdict.row(0, named=True))
    yield note(who_plays.mark_headline(sentence, run, page.marks, order_kind(run)))
    order = page.groups[run.column("order").name]
    fair = 100 * (run.fair or 0)
    heading = f"Wins in 100 games by {run.column('order').head}"
    points = [
        point(row["label"], row["wins"], row["all_low"], row["all_high"], within=SHARE)
        for row in order.iter_rows(named=True)
    ]
    yield chart(
        page.charts.draw(intervals(heading, points, fair, f"fair {words.number(fair)}")),
        "With 95 % intervals that hold jointly for all questions on this page.",
        heading=heading,
        numbers=table(
            f"{heading}: numbers",
            f"Fair is {words.number(fair)} in 100.",
            order,
            [Shown("label", "place", "", "text"), GAMES, JOINT_WINS, score_column(run)],
        ),
    )
    if page.sweep:
        yield table(
            "Effect of each mechanism",
            explain_single_changes(run),
            first_player.mechanisms(run, line_up_family.versions),
            MECHANISMS,
        )
    if first_player.has_last_round(run):
        yield note(last_round_line(run, first_player.last_round(run)))
    if run.words.length:
        yield length_table(run, first_player.by_length(run))


def length_table(run: Run, lengths: pl.DataFrame) -> Block:
    """Show wins by place and by who started an extra round."""
    rows = lengths.with_columns(
        pl.col("starters")
        .map_elements(lambda labels: starters(labels, run.words.round[0]), return_dtype=pl.String)
        .alias("started")
    )
    return table(
        "Wins by the length of the game",
        length_words(run),
        rows,
        [
            Shown("started", "who started", "", "text"),
            Shown("label", "place", "", "text"),
            WINS,
            GAMES,
        ],
        collapsed=True,
    )
