"""The worth of things, measured with twins: sentences, pictures and printed tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis.card_order import MeasuredColumn, by_distance, ends
from eoc_sim.analysis.stats import CHANGES, NO_CHANGE, UNDECIDED
from eoc_sim.reports import commands
from eoc_sim.reports.blocks import Shown
from eoc_sim.reports.charts.intervals import intervals, point
from eoc_sim.reports.commands import HelpfulCommand
from eoc_sim.reports.findings import Findings, state
from eoc_sim.reports.number_lists import list_values
from eoc_sim.reports.printed_cells import within
from eoc_sim.simulator.runs.text_table import TextTable

if TYPE_CHECKING:
    from eoc_sim.reports.pictures import Picture

UNKNOWN = "too few games"
"""The words shown instead of a missing verdict."""
TWIN_MEAN = "mean over games with this twin, with a t interval that holds jointly for all rows"


def sentences(
    rows: pl.DataFrame, measure: MeasuredColumn, verdict: str, kinds: Sequence[str], noun: str
) -> list[str]:
    """State each kind's surest gain, the surest loss, and counts of verdicts.

    If no gain is shown, state the highest value instead; if no loss is shown, the lowest.
    ``verdict`` is the column with the verdict on the ``measure``, the wins of the first holder;
    ``noun`` names all rows.
    """
    effects = by_distance(rows.filter(rows[verdict] == CHANGES), measure)
    gains, losses = (
        effects.filter(effects[measure.name] > 0),
        effects.filter(effects[measure.name] < 0),
    )
    best_of_kinds = [
        gains.filter(gains["kind"] == kind).row(0, named=True)
        for kind in kinds
        if kind in gains["kind"]
    ]
    result = []
    if best_of_kinds:
        result.append(
            f"Most certain to gain wins, by kind: {list_values(best_of_kinds, measure)} wins "
            "in 100 for the first holder, once paid for."
        )
    complete = rows.drop_nulls([measure.name, measure.low, measure.high]).sort(measure.name)
    if not best_of_kinds and complete.height:
        best = list_values([complete.row(-1, named=True)], measure)
        result.append(f"None of the {noun} is shown to gain wins; highest: {best} wins in 100.")
    if losses.height:
        result.append(
            f"Most certain to cost wins: {list_values([losses.row(0, named=True)], measure)} wins "
            "in 100."
        )
    elif complete.height:
        lowest = list_values([complete.row(0, named=True)], measure)
        result.append(f"None of the {noun} is shown to cost wins; lowest: {lowest} wins in 100.")
    counts = {
        word: rows.filter(rows[verdict] == word).height for word in (CHANGES, NO_CHANGE, UNDECIDED)
    }
    number_unknown = rows.height - sum(counts.values())
    result.append(
        f"Wins of the first holder: a change for {counts[CHANGES]} of {rows.height} {noun}, "
        f"no difference that matters for {counts[NO_CHANGE]}, not decided for {counts[UNDECIDED]}"
        f"{f', {UNKNOWN} for {number_unknown}' if number_unknown else ''}."
    )
    return result


def steps(
    page: Findings, rows: pl.DataFrame, measure: MeasuredColumn, verdict: str, keys: Sequence[str]
) -> tuple[HelpfulCommand, ...]:
    """Suggest a command that brings the surest outlier to an average worth.

    ``keys`` has the key of each row, such as card.038, or "" for a row without one. The result is
    empty if no row with a key has a certain gain or loss.
    """
    effects = rows.with_columns(pl.Series("key", keys)).filter(
        (pl.col(verdict) == CHANGES) & (pl.col("key") != "")
    )
    if effects.is_empty():
        return ()
    surest = by_distance(effects, measure).row(0, named=True)
    return (commands.average(page.run, surest["key"], surest["label"]),)


def shown_results(unit: str, games: str, verdict: str, wins: MeasuredColumn) -> list[Shown]:
    """Return the columns for a table of things.

    ``unit`` is that of the score; ``games`` explains the number of games, and
    ``verdict`` explains the interval of the wins and the verdict on them.
    """
    return [
        Shown("games", "games", games, "count"),
        Shown("verdict", "verdict", f"on the wins: {verdict}", "verdict"),
        Shown("wins", "wins in 100", verdict, "change", low=wins.low, high=wins.high),
        Shown("score", unit, TWIN_MEAN, "change"),
        Shown("margin", f"{unit} ahead of the best other seat", TWIN_MEAN, "change"),
        Shown(
            "others_score", f"{unit} of the others", f"mean of all others: {TWIN_MEAN}", "change", 2
        ),
    ]


def picture(
    page: Findings, heading: str, rows: pl.DataFrame, measure: MeasuredColumn, verdict: str
) -> Picture:
    """Draw the gain from each thing, with its verdict."""
    points = [
        point(
            row["label"],
            row[measure.name],
            row[measure.low],
            row[measure.high],
            state(row[verdict]),
            sign=True,
        )
        for row in rows.iter_rows(named=True)
    ]
    return page.charts.draw(intervals(heading, points, 0.0, "nothing"))


def tabulate_ends(
    rows: pl.DataFrame,
    measure: MeasuredColumn,
    max_per_end: int,
    noun: str,
    columns: Mapping[str, Callable[[Mapping[str, Any]], str]],
) -> Iterator[str | TextTable]:
    """Yield a table of the most certain gains and losses.

    ``columns`` maps headings to functions that return the text of a row's cell; ``noun`` names one
    thing.
    """
    first, last = ends(rows, measure.name, max_per_end, measure.low, measure.high)
    if not first.height:
        return
    yield (
        f"Gain from {noun} for its first holder, once paid for: games minus their twins (95 % "
        "intervals and verdicts hold jointly; the most certain gains at the top, losses at the "
        "bottom):"
    )
    gap = rows.height > first.height + last.height
    lines = [*first.iter_rows(named=True), *([None] if gap else []), *last.iter_rows(named=True)]
    yield TextTable(
        tuple(columns),
        [
            ("...", *[""] * (len(columns) - 1))
            if row is None
            else tuple(text(row) for text in columns.values())
            for row in lines
        ],
    )


def tabulate_gifts(
    rows: pl.DataFrame, column: str, by: str, caption: str, score: str
) -> Iterator[str | TextTable]:
    """Yield tables of the score and wins that gifts bring, by moment.

    A gift is one more of a resource. ``column`` and ``by`` name the columns of the kind and the
    moment. ``caption`` begins the sentence above each table, and ``score`` is the unit of the
    score.
    """
    cells = {(row[column], row[by]): row for row in rows.iter_rows(named=True)}
    kinds, moments = (rows[name].unique(maintain_order=True).to_list() for name in (column, by))
    if rows[by].dtype.is_integer():
        moments.sort()  # a kind may lack some of them
    for measure, unit, digits in (("score", score, 2), ("wins", "wins in 100", 1)):
        yield (
            f"{caption}, in {unit}, averaged over all strategies (95 % intervals that hold "
            "jointly):"
        )
        yield TextTable(
            (by, *kinds),
            [
                (
                    str(moment),
                    *(
                        within(cells[kind, moment], measure, digits)
                        if (kind, moment) in cells
                        else ""
                        for kind in kinds
                    ),
                )
                for moment in moments
            ],
        )
