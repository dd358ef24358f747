"""Test charts of cards, in which names must not overlap, and tables of cards."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from synthetic_orchard import orchard_run
from synthetic_runs import random_run

from eoc_sim.analysis.tables import MissingResults, Run
from eoc_sim.reports.blocks import Block
from eoc_sim.reports.canvas import Canvas
from eoc_sim.reports.charts.placing import place_names
from eoc_sim.reports.charts.rounds import rounds
from eoc_sim.reports.charts.scatter import Dot, scatter
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.pictures import FULL, NARROW, Chart
from eoc_sim.reports.sections import cards
from eoc_sim.reports.style import THEMED, Lines
from eoc_sim.reports.svg import Mark

DOTS = [
    Dot(f"00{n} Card", f"00{n}", 10.0 * n, n - 3.0, n - 4.0, n - 2.0, kind)
    for n, kind in enumerate(["above", "open", "ink", "below", "same", "accent", "open"])
]


def test_names_neither_overlap_nor_leave_the_picture() -> None:
    rng = np.random.default_rng(1)
    points = [(float(x), float(y)) for x, y in rng.uniform(0, 300, (12, 2))]
    sizes = [(90.0, 15.0)] * 12
    boxes = [box for box in place_names(points, sizes, (0, 0, 300, 300), points) if box is not None]
    assert len(boxes) >= 10
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    assert all(box[0] >= 0 and box[1] >= 0 and box[2] <= 300 and box[3] <= 300 for box in boxes)


def test_a_name_stands_to_the_right_unless_something_is_there() -> None:
    (free,) = place_names([(50, 50)], [(40, 15)], (0, 0, 200, 100))
    assert free == (58, 42.5, 98, 57.5)
    (left,) = place_names([(50, 50)], [(40, 15)], (0, 0, 200, 100), [(70, 50)])
    assert left == (2, 42.5, 42, 57.5)
    assert place_names([(50, 50)], [(300, 15)], (0, 0, 200, 100)) == [None]


def marks_of(chart: Chart, width: int) -> list[Mark]:
    """Return the marks in a chart drawn at a given width."""
    canvas = Canvas(width, THEMED)
    chart.draw(canvas)
    return canvas.marks()


def test_every_dot_has_a_tip_and_a_phone_shows_numbers_instead_of_names() -> None:
    chart = scatter("Cards", DOTS, list(range(7)), ("drafted", "wins"))
    for width, name_count in ((FULL, 7), (NARROW, 5)):
        marks = marks_of(chart, width)
        tips = [mark.tip for mark in marks if mark.tip]
        assert sorted(tips) == sorted(dot.tip for dot in DOTS)
        assert "001 Card: 10.0; −2.0 (−3.0 to −1.0)" in tips
        labels = [mark.text for mark in marks if mark.text.startswith("00")]
        assert len(labels) == name_count
        assert all(text.endswith("Card") == (width == FULL) for text in labels)


def test_rounds_without_known_values_have_no_mark() -> None:
    lines = Lines(["a"])
    chart = rounds(
        "EC",
        ("March", "April", "May"),
        [
            ("a", lines["a"], [(1.0, 0.5, 1.5), None, (3.0, 2.0, 4.0)]),
        ],
        "EC",
    )
    assert chart.description == "a 1.0, ?, 3.0"
    tips = [mark.tip for mark in marks_of(chart, NARROW) if mark.tip]
    assert tips == ["a, March: 1.0 (0.5 to 1.5)", "a, May: 3.0 (2.0 to 4.0)"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("runs")
    whole = random_run(folder / "whole", 200, keep=("games", "seats", "cards", "offers"))
    return {
        "whole": whole,
        "plain": random_run(folder / "plain", 100),
        "orchard": orchard_run(folder / "orchard", whole),
        # Each of 2 games has 32 of the 40 cards, so some are never drafted.
        "short": random_run(folder / "short", 2, keep=("games", "seats", "cards", "offers")),
    }


def make_blocks(path: Path) -> list[Block]:
    section = cards.section(Findings(Run(path)))
    assert section is not None
    blocks: list[Block] = []
    try:
        blocks.extend(section.blocks)
    except MissingResults as missing:  # the last block needs a table that the run lacks
        assert "did not keep offers" in str(missing)
    return blocks


def headings(blocks: list[Block]) -> list[str]:
    return [block.heading for block in blocks]


def test_cards_are_compared_by_worth_when_dealt_if_offers_are_kept(runs: dict[str, Path]) -> None:
    whole = headings(make_blocks(runs["whole"]))
    assert whole == [
        "How often cards are drafted, and their worth when dealt",
        "Strongest by worth when dealt",
        "Weakest by worth when dealt",
        "How often cards are drafted, and how their drafters do",
        "Every card",
        "The worth of every card",
        "Every card as drafted and played",
    ]
    assert headings(make_blocks(runs["orchard"])) == whole
    plain = headings(make_blocks(runs["plain"]))
    assert plain[1:4] == [
        "Strongest by the like-for-like comparison",
        "Weakest by the like-for-like comparison",
        "Every card",
    ]
    assert len(plain) == 6


def test_printed_facts_of_a_card_are_shown_if_the_run_has_them(tmp_path: Path) -> None:
    path = random_run(tmp_path / "run", 30)
    card_table = next(block for block in make_blocks(path) if block.heading == "Every card")
    assert "what it does" not in [column.head for column in card_table.columns]
    file = path / "dims" / "cards.parquet"
    pl.read_parquet(file).with_columns(
        pl.lit(3, pl.Int8).alias("price"), pl.lit("Take 1 BB.").alias("text")
    ).write_parquet(file)
    card_table = next(block for block in make_blocks(path) if block.heading == "Every card")
    heads = [column.head for column in card_table.columns]
    assert {row[heads.index("price, EC")].text for row in card_table.rows} == {"3"}
    assert {row[heads.index("what it does")].text for row in card_table.rows} == {"Take 1 BB."}


def test_a_card_that_nobody_drafts(runs: dict[str, Path]) -> None:
    card_table = next(
        block for block in make_blocks(runs["short"]) if block.heading == "Every card"
    )
    heads = [column.head for column in card_table.columns]
    assert card_table.frame is not None
    drafted = card_table.frame["drafted_games"].to_list()
    assert 0 < drafted.count(0) < len(drafted)
    column_index = heads.index("verdict")
    for row, games in zip(card_table.rows, drafted, strict=True):
        assert (row[column_index].text == "nobody drafts it") == (games == 0)
