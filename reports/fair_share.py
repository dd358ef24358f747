"""Win shares compared with the fair share: chart, table and words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis import adjusting
from eoc_sim.analysis.stats import BY_CONSTRUCTION, CHANGES, NO_CHANGE, UNDECIDED
from eoc_sim.analysis.tables import Run
from eoc_sim.reports import words
from eoc_sim.reports.blocks import FAIR_STATES, Block, Shown, chart, fold_to_sentence, table
from eoc_sim.reports.charts.intervals import SHARE, intervals, point
from eoc_sim.reports.findings import GAMES, Findings, state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eoc_sim.simulator.runs.game import Column

CERTAIN = "certain"
WINS = Shown(
    "wins",
    "wins in 100",
    "win share, with its 95 % Wilson interval",
    "estimate",
    low="low",
    high="high",
)
JOINT_WINS = Shown(
    "wins",
    "wins in 100",
    "win share, with an interval that holds jointly with those of all questions on this page",
    "estimate",
    low="all_low",
    high="all_high",
)
AGAINST_FAIR = Shown(
    "verdict",
    "against fair share",
    "verdict from the intervals that hold jointly for all questions on this page",
    "verdict",
)


def score_column(run: Run) -> Shown:
    """Return the column of the mean score, headed by its unit."""
    return Shown(
        "score", run.words.score[1], "mean final score, with its 95 % t interval", "estimate"
    )


def fair_verdict(run: Run, row: dict[str, Any]) -> str:
    """Judge one group against the fair share, in a few words."""
    assert run.fair is not None
    if row["verdict"] == BY_CONSTRUCTION:
        return f"{BY_CONSTRUCTION}: it holds every seat"
    if row["verdict"] == NO_CHANGE:
        return f"fair, within {words.smallest(run, 'wins')}"
    if row["verdict"] == CHANGES:
        return "above fair" if row["wins"] > 100 * run.fair else "below fair"
    return UNDECIDED


def fair_block(
    page: Findings,
    frame: pl.DataFrame,
    head: str,
    caption: str,
    *,
    ranked: bool = True,
    always_open: bool = True,
    note: str = "",
) -> Block:
    """Chart win shares against the fair share, with their numbers.

    ``head`` names the rows. A single row gets only the table. If no row is decided, the chart is
    folded under a heading that says so, unless it is ``always_open``. ``note`` is a sentence at the
    end of the caption.
    """
    fair = None if page.run.fair is None else 100 * page.run.fair
    wins = WINS if fair is None else JOINT_WINS
    rows = frame.sort("wins", descending=True) if ranked else frame
    points = [
        point(
            row["label"],
            row["wins"],
            row[wins.low],
            row[wins.high],
            state(row.get("verdict")),
            within=SHARE,
        )
        for row in rows.iter_rows(named=True)
    ]
    columns = [GAMES, wins, score_column(page.run), *([] if fair is None else [AGAINST_FAIR])]
    columns = [
        replace(column, exact=CERTAIN)
        if column.name == "wins"
        else replace(column, reference=fair)
        if column.kind == "verdict"
        else column
        for column in columns
    ]
    text = (
        ""
        if fair is None or rows.height < 2
        else (
            f"These tests against the fair share ({words.number(fair)} in 100) form one family "
            f"with all questions on this page: {words.PROMISE}"
        )
    )
    numbers = table(
        f"{caption}: numbers" if rows.height > 1 else "",
        text,
        _in_words(page.run, _certain(rows)),
        [Shown("label", head, "", "text"), *columns],
    )
    if rows.height < 2:
        return numbers
    joint_words = "" if fair is None else " that hold jointly for all questions on this page"
    picture = intervals(caption, points, fair, "" if fair is None else f"fair {words.number(fair)}")
    block = chart(
        page.charts.draw(picture),
        " ".join(filter(None, (f"With 95 % intervals{joint_words}.", note))),
        heading=caption,
        entries=() if fair is None else FAIR_STATES,
        numbers=numbers,
    )
    if always_open or fair is None or any(dot.state != "open" for dot in points):
        return block
    ends = [words.decimal(end(dot.value for dot in points)) for end in (min, max)]
    wins_range = ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"
    return fold_to_sentence(block, f"{wins_range}, none decided")


def adjusted_blocks(
    run: Run, group: Column, covariates: Sequence[Column], head: str
) -> list[Block]:
    """Tabulate wins and scores adjusted for other luck, if there is any.

    Raises:
        MissingResults: neither the table of seats nor the products of its columns were kept.
    """
    frame = adjusting.adjust(run, group, covariates)
    if frame.is_empty():
        return []
    unit = run.words.score[1]
    tip = "adjusted by regression on everything else that was dealt, with its 95 % interval"
    saved_tip = (
        "how many of 100 games the adjustment saves: the percentage of the variance explained by "
        "everything else that was dealt"
    )
    columns = [
        Shown("label", head, "", "text"),
        GAMES,
        Shown("wins", "wins in 100", f"win share, {tip}", "estimate"),
        Shown("score", unit, f"mean final score, {tip}", "estimate"),
        Shown(
            "wins_saved",
            "games saved in 100 (wins)",
            saved_tip,
            "plain",
        ),
        Shown(
            "score_saved",
            f"games saved in 100 ({unit})",
            saved_tip,
            "plain",
        ),
    ]
    text = (
        "Each result is adjusted as if everything else that was dealt "
        f"({words.join_words([column.head for column in covariates])}) were average, which narrows "
        "the intervals."
    )
    return [table(f"By {head}, adjusted for other luck", text, frame, columns, collapsed=True)]


def _certain(frame: pl.DataFrame) -> pl.DataFrame:
    """Add a column that marks wins known without an interval."""
    if "verdict" not in frame.columns:
        return frame.with_columns(pl.lit(False).alias(CERTAIN))
    return frame.with_columns((pl.col("verdict") == BY_CONSTRUCTION).alias(CERTAIN))


def _in_words(run: Run, frame: pl.DataFrame) -> pl.DataFrame:
    """Put the verdicts of the rows into words."""
    if run.fair is None:
        return frame
    verdicts = [fair_verdict(run, row) for row in frame.iter_rows(named=True)]
    return frame.with_columns(pl.Series("verdict", verdicts, dtype=pl.String))
