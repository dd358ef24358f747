"""The stadium board, coloured by how often each place is taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl

from eoc_sim.analysis.stadium import places
from eoc_sim.counts import plural
from eoc_sim.reports.blocks import Block, Section, Shown, chart, fold, fold_to_sentence, table
from eoc_sim.reports.charts.shades import estimate_text, shade_values
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.flat_pictures import MIN_DIFFERENCE, value_of_all
from eoc_sim.reports.pictures import Chart
from eoc_sim.reports.stadium.board import BoardStrip, board
from eoc_sim.reports.words import join_words

MEAN = "mean over games, with its 95 % t interval"
SHARE = "share of games, with an interval that holds for all questions on this page"


def section(page: Findings) -> Section:
    """Show the board, and the table of its places."""
    return Section(
        "board",
        "The stadium board",
        "Where and when owners place blocks on squares and buildings. Owners choose, so a place "
        "that is rarely taken may be expensive, available only late, or overlooked by these "
        f"strategies.{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    frame = page.with_intervals(
        places.place_table(page.run), "taken", lambda row: ("taken", row["label"])
    )
    # As in the stadium, with the field at the bottom.
    rows = [
        row
        for level in reversed(frame["level"].unique(maintain_order=True))
        for row in frame.filter(frame["level"] == level).iter_rows(named=True)
    ]
    common_value = value_of_all([row["taken"] for row in rows], 0, MIN_DIFFERENCE)
    uptake = chart(
        page.charts.draw(
            _board(
                "How often squares and buildings are taken",
                rows,
                "Games in 100",
                "taken",
                [_place_tip(row) for row in rows],
                "{} in 100",
                is_full_width=True,
            )
        ),
        "Percentage of games in which any owner has a block there; deeper blue means more. Point "
        f"at a place, or tap it, for more. {_list_untaken(page, frame)}",
        heading="How often squares and buildings are taken",
    )
    yield fold_to_sentence(uptake, f"{common_value} (of 100 games)") if common_value else uptake
    yield fold(
        chart(
            page.charts.draw(
                _board(
                    "Where the blocks stand",
                    rows,
                    "Blocks per 100",
                    "blocks",
                    [
                        f"{row['label']}: {estimate_text(row, 'blocks')} of 100 blocks"
                        for row in rows
                    ],
                    "{} in 100",
                    digits=1,
                )
            ),
            "Blocks on each place per 100 blocks of a game.",
            heading="Where the blocks stand",
        )
    )
    yield fold(
        chart(
            page.charts.draw(
                _board(
                    "When places are taken",
                    rows,
                    "Mean round",
                    "round",
                    [f"{row['label']}: round {estimate_text(row, 'round')}" for row in rows],
                    "round {}",
                    digits=1,
                )
            ),
            "Mean round of the blocks there; deeper blue means later.",
            heading="When places are taken",
        )
    )
    yield _every_place(frame)


def _board(
    title: str,
    rows: list[dict[str, Any]],
    measure: str,
    name: str,
    tips: list[str],
    unit: str,
    *,
    digits: int = 0,
    is_full_width: bool = False,
) -> Chart:
    shades, description, ends = shade_values(measure, rows, name, tips, unit, digits)
    strips: dict[str, list[str]] = {}
    for row in rows:
        head = f"field: {row['category']}" if row["category"] else row["level"]
        strips.setdefault(head, []).append(row["label"])
    boxes = [BoardStrip(head, tuple(names)) for head, names in strips.items()]
    return board(title, description, boxes, shades, ends, is_full_width=is_full_width)


def _place_tip(row: dict[str, Any]) -> str:
    """Return the text of a place's tip.

    >>> needs = dict(wins=0, equipment=2, construction=0, money=0, entertainment=0)
    >>> _place_tip(dict(needs, label="F01", points=1, taken=None, round=None))
    'F01 (1 point; costs 2 equipment): taken in ? of 100 games'
    """
    start = (
        f"{row['label']} ({plural(row['points'], 'point')}; {requirements(row)}): taken in "
        f"{estimate_text(row, 'taken')} of 100 games"
    )
    if row["round"] is None:
        return start
    return (
        f"{start}; {estimate_text(row, 'blocks')} of 100 blocks; "
        f"round {estimate_text(row, 'round')}"
    )


def requirements(row: dict[str, Any]) -> str:
    """State a place's requirements and costs.

    >>> requirements(dict(wins=7, equipment=2, construction=0, money=0, entertainment=0))
    'needs 7 wins, costs 2 equipment'
    >>> requirements(dict(wins=1, equipment=0, construction=0, money=0, entertainment=0))
    'needs 1 win'
    """
    tokens = ("construction", "money", "equipment", "entertainment")
    costs = [f"{row[token]} {token}" for token in tokens if row[token]]
    parts = [f"needs {plural(row['wins'], 'win')}"] if row["wins"] else []
    parts += [f"costs {join_words(costs)}"] if costs else []
    return ", ".join(parts) or "free"


def _list_untaken(page: Findings, frame: pl.DataFrame) -> str:
    """List the places never taken, with a limit on their true frequency."""
    untaken = frame.filter(pl.col("taken_games") == 0)
    if untaken.is_empty():
        return "Every place is taken in at least one game."
    maximum = max(map(float, untaken["taken_high"]))
    subject, frequency = (
        ("This place is", "Its true frequency")
        if untaken.height == 1
        else ("These places are", "The true frequency of each")
    )
    return (
        f"{subject} never taken in these games: {join_words(untaken['label'].to_list())}. "
        f"{frequency} is at most {maximum:.2g} in 100 games."
    )


def _every_place(frame: pl.DataFrame) -> Block:
    rows = list(frame.iter_rows(named=True))
    group = pl.when(pl.col("category") != "").then(pl.col("category")).otherwise(pl.col("level"))
    return table(
        "Every square and building",
        "The places taken least often come first. Points are those of one block there.",
        frame.with_columns(
            group.alias("where"), pl.Series("needs", [requirements(row) for row in rows], pl.String)
        ).sort("taken", maintain_order=True),
        [
            Shown("label", "place", "", "text"),
            Shown("where", "where", "", "text"),
            GAMES,
            Shown("points", "points per block", "on the board", "number"),
            Shown("taken", "taken in 100 games", SHARE, "estimate"),
            Shown("owners", "owners in 100 with a block", MEAN, "estimate"),
            Shown("blocks", "of 100 blocks", MEAN, "estimate"),
            Shown(
                "round",
                "round",
                "mean over the games in which it is taken, with its 95 % t interval",
                "estimate",
            ),
            Shown("needs", "requirements", "", "text"),
            Shown("source", "source", "how much of it is printed in the published rules", "text"),
        ],
        collapsed=True,
    )
