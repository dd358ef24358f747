"""Points per match by group, as intervals or a map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import polars as pl

from eoc_sim.reports.blocks import Block, Shown, chart, table
from eoc_sim.reports.charts.heat import HeatCell
from eoc_sim.reports.charts.intervals import Point, interval_text, intervals
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.heat import heat_block, heat_cells

MEAN = "mean over games, with its 95 % t interval"
SHARE = "share of games, with its 95 % Wilson interval"
POINTS = Shown("points", "points per match", f"of the manager: {MEAN}", "estimate", 2)
EXPECTED_COLUMN = Shown(
    "expected",
    "points expected",
    f"of the layout before the reveal, averaged over the possible line-ups: {MEAN}",
    "estimate",
    2,
)
GOALS = (
    Shown("goals", "goals", f"the manager's goals per match: {MEAN}", "estimate", 2),
    Shown("against", "goals against", f"the opponent's goals per match: {MEAN}", "estimate", 2),
)
PLAY_COLUMN = Shown("played", "of 100 matches", f"how often it is played: {MEAN}", "estimate")
DIGITS = 2


def label_columns(label: str) -> tuple[Shown, Shown]:
    """Return the first columns of a table of groups."""
    return Shown("label", label, "", "text"), GAMES


def points_block(
    page: Findings,
    heading: str,
    caption: str,
    frame: pl.DataFrame,
    columns: Iterable[Shown],
    *,
    names: Sequence[str] | None = None,
    note: str = "",
    value: str = "points",
) -> Block:
    """Draw each group's points per match, or another ``value``, one row each.

    ``columns`` are those of the table; ``names`` has longer names of the groups for the picture.
    """
    labels = list(frame["label"]) if names is None else list(names)
    ends = frame.select(value, f"{value}_low", f"{value}_high").iter_rows()
    rows = [
        Point(label, mean, low, high, interval_text(mean, low, high, digits=DIGITS), "ink")
        for label, (mean, low, high) in zip(labels, ends, strict=True)
    ]
    return chart(
        page.charts.draw(intervals(heading, rows)),
        caption,
        heading=heading,
        numbers=table(f"{heading}: numbers", note, frame, list(columns)),
    )


def points_map(
    page: Findings,
    heading: str,
    caption: str,
    frame: pl.DataFrame,
    rows: tuple[str, str, Sequence[str]],
    columns: tuple[str, Sequence[str]],
    leading_columns: Iterable[Shown],
) -> Block:
    """Draw the points for each pair of groups as a map.

    ``rows`` has the heading of the rows, their column and its values in order; ``columns`` has the
    same without a heading. ``leading_columns`` are the first columns of the table.
    """
    head, row_column, row_names = rows
    column, names = columns
    cells = {(row[row_column], row[column]): row for row in frame.iter_rows(named=True)}
    return heat_block(
        page.charts,
        heading,
        caption,
        (head, row_names),
        names,
        heat_cells(cells, row_names, names, "points", ("points_low", "points_high")),
        digits=DIGITS,
        middle=None,
        numbers=table(
            f"{heading}: numbers",
            "",
            frame,
            [*leading_columns, PLAY_COLUMN, POINTS, EXPECTED_COLUMN, *GOALS],
        ),
    )


def estimate_cells(frame: pl.DataFrame, names: Sequence[str]) -> Callable[[int, int], HeatCell]:
    """Read the cells of a heat map from a table's estimates."""
    rows = list(frame.iter_rows(named=True))

    def cell(row: int, column: int) -> HeatCell:
        return HeatCell(*(rows[row][f"{names[column]}{end}"] for end in ("", "_low", "_high")))

    return cell


def shares_map(
    page: Findings,
    heading: str,
    caption: str,
    frame: pl.DataFrame,
    shares: Mapping[str, str],
    tip: str,
    further_columns: Iterable[Shown] = (),
) -> Block:
    """Draw each strategy's shares as a map, with a table.

    ``shares`` maps columns to their words; ``further_columns`` are further columns of the table.
    """
    return heat_block(
        page.charts,
        heading,
        caption,
        ("strategy", frame["label"].to_list()),
        list(shares.values()),
        estimate_cells(frame, list(shares)),
        digits=0,
        middle=None,
        numbers=table(
            f"{heading}: numbers",
            "",
            frame,
            [
                *label_columns("strategy"),
                *(Shown(name, words, tip, "estimate") for name, words in shares.items()),
                *further_columns,
            ],
        ),
    )


def rest_in_table(undrawn_rows: int) -> str:
    """Return a sentence that counts the rows that only the table has."""
    if undrawn_rows == 0:
        return ""
    rows = "row is" if undrawn_rows == 1 else f"{undrawn_rows} rows are"
    return f"The other {rows} in the table. "
