"""The report page for ``balance``: edits, and fresh games to test them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.targets import CARD, MISSED, MISSED_AS_MEASURED, PLAYS
from eoc_sim.reports import words
from eoc_sim.reports.average import average_lines, steps, unit_of
from eoc_sim.reports.blocks import Block, Section, Shown, chart, table
from eoc_sim.reports.charts.intervals import CHANGE_OF_SHARE, SHARE, Point, intervals, point
from eoc_sim.reports.pictures import Charts
from eoc_sim.reports.targets import standing_lines
from eoc_sim.reports.verdict import Verdict

if TYPE_CHECKING:
    from eoc_sim.analysis.folders import Folder

TABLES = ("target", "average")
MAX_FIGURES = 16
"""The maximum number of figures in a picture.

Those furthest out of range are chosen.
"""
JOINT_TIP = (
    "with an interval that holds jointly for all figures of all proposals that the search may test "
    "on fresh games"
)
LEGEND = (("changed", "out of its range"), ("same", "in its range"))
"""The legend of the picture."""
FIGURES = (
    Shown("kind", "kind", "", "text"),
    Shown("label", "figure", "", "text"),
    Shown("range", "should be", "the target", "text"),
    Shown(
        "value_before",
        "current rules",
        JOINT_TIP,
        "estimate",
        low="low_before",
        high="high_before",
    ),
    Shown("value", "with the edits", JOINT_TIP, "estimate", low="low", high="high"),
    Shown("state", "target", "whether the figure and its whole interval are in the range", "text"),
)


def title(folder: Folder) -> str:
    """Return the heading of the page."""
    average = folder.table("average")
    if average is not None:
        return f"{folder.words.title}: edits that make {average['name'][0]} average"
    return f"{folder.words.title}: edits that bring it into balance"


def verdicts(folder: Folder) -> list[Verdict]:
    """State the edits, their test on fresh games, and the starting state."""
    average = folder.table("average")
    if average is not None:
        return [
            Verdict(
                average["name"][0],
                tuple(average_lines(average, folder.words)),
                steps=steps(average, folder.run(next(iter(folder.runs)))),
                section="average",
            )
        ]
    edits, outcome, target = (folder.table(name) for name in ("edits", "said", "target"))
    # The table "said" contains sentences about the outcome on fresh games.
    assert edits is not None and outcome is not None and target is not None
    figures_before = target.select(
        "kind",
        "label",
        "least",
        "most",
        value="value_before",
        low="low_before",
        high="high_before",
        state="state_before",
    )
    return [
        Verdict("Proposed edits", tuple(edits["sentence"])),
        Verdict(
            "On fresh games", (*outcome["sentence"], standing_lines(target, "With the edits")[0])
        ),
        Verdict(
            "Before the edits",
            tuple(map(str.strip, standing_lines(figures_before, "Under the current rules"))),
        ),
    ]


def sections(folder: Folder) -> Iterator[Section]:
    """Show the target's figures before and after, and the search's trials.

    After ``balance --for``, show the worth after each edit instead.
    """
    average = folder.table("average")
    if average is not None:
        yield Section(
            "average",
            "Number by number",
            "Each edit on its own, on fresh games that influenced no choice, compared with "
            f"{average['average'][0]}.",
            _average(folder, average),
        )
        return
    yield Section(
        "target",
        "The target",
        f"Both versions on fresh games that influenced no choice, with {folder.words.same_luck}. "
        f"Wins in 100 games{_explain_cards(folder)}.",
        _figures(folder),
    )
    trials = folder.table("played")
    if trials is not None:
        yield Section(
            "search",
            "The search",
            'All combinations that were played, in order. The column "outside" sums the figures\' '
            "distances from their ranges, as measured in the search's own games.",
            [
                table(
                    "Edits that were played",
                    "",
                    trials,
                    (
                        Shown("edits", "edits", "", "text"),
                        Shown("number", "how many", "", "count"),
                        Shown(
                            "outside", "outside", "wins in 100, summed over all figures", "plain"
                        ),
                    ),
                )
            ],
        )


def _average(folder: Folder, rows: pl.DataFrame) -> Iterator[Block]:
    """Show a thing's worth as it is, and after each edit.

    The column ``said`` of ``rows`` describes each edit in words.
    """
    points = [
        point(
            row["said"],
            row["value"],
            row["low"],
            row["high"],
            "open" if row["low"] <= 0 <= row["high"] else "changed",
            sign=True,
        )
        for row in rows.filter(rows["value"].is_not_nan()).iter_rows(named=True)
    ]
    unit = words.sentence_start(unit_of(rows, folder.words))
    average = rows["average"][0]
    heading = f"{unit} compared with {average}"
    yield chart(
        Charts().draw(intervals(heading, points, 0.0, average, is_full_width=True)),
        "With 95 % intervals that hold jointly.",
        heading=heading,
        numbers=table(
            f"{heading}: numbers",
            "",
            rows,
            (
                Shown("said", "edit", "", "text"),
                Shown("settings", "as typed", "", "text"),
                Shown("value", heading, JOINT_TIP, "change", low="low", high="high"),
            ),
        ),
    )


def _figures(folder: Folder) -> Iterator[Block]:
    target = folder.table("target")
    assert target is not None
    distance = pl.max_horizontal(
        pl.col("least") - pl.col("value_before"),
        pl.col("value_before") - pl.col("most"),
        pl.col("least") - pl.col("value"),
        pl.col("value") - pl.col("most"),
    )
    missed_states = [MISSED, MISSED_AS_MEASURED]
    figures = target.filter(
        (pl.col("state_before").is_in(missed_states) | pl.col("state").is_in(missed_states))
        & (pl.col("kind") != PLAYS)
    ).sort(distance, descending=True)
    charts = Charts()
    for is_card, heading in ((False, "Wins in 100 games"), (True, "Being dealt a card")):
        rows = figures.filter((pl.col("kind") == CARD) == is_card).head(MAX_FIGURES)
        points = [point for row in rows.iter_rows(named=True) for point in _points(row)]
        if points:
            middles = {*((rows["least"] + rows["most"]) / 2)}
            middle = middles.pop() if len(middles) == 1 else None
            picture = charts.draw(intervals(heading, points, middle, "middle of the range"))
            yield chart(
                picture,
                "Each figure under the current rules, and with the edits.",
                heading=heading,
                entries=LEGEND,
            )
    rows_in_words = target.sort(distance, descending=True).with_columns(
        pl.struct("least", "most").map_elements(_range, pl.String).alias("range")
    )
    yield table("All figures", "", rows_in_words, FIGURES, collapsed=True)


def _explain_cards(folder: Folder) -> str:
    """Explain the figures for cards, if there are any."""
    target = folder.table("target")
    if target is None or CARD not in target["kind"]:
        return ""
    return "; for cards, the gain from being dealt the card rather than another"


def _points(row: dict[str, object]) -> Iterator[Point]:
    for name, label in (("_before", str(row["label"])), ("", "with the edits")):
        value, low, high = (float(row[f"{end}{name}"]) for end in ("value", "low", "high"))  # type: ignore[arg-type]
        is_out = row[f"state{name}"] in (MISSED, MISSED_AS_MEASURED)
        yield point(
            label,
            value,
            low,
            high,
            "changed" if is_out else "same",
            within=CHANGE_OF_SHARE if row["kind"] == CARD else SHARE,
        )


def _range(row: dict[str, float]) -> str:
    if row["most"] == float("inf"):
        return f"more than {row['least']:g}"
    return f"{row['least']:.3g} to {row['most']:.3g}"
