"""Each strategy's points and positions, week by week."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.analysis.eleven import weeks
from eoc_sim.analysis.eleven.layer import is_season
from eoc_sim.reports.blocks import Block, Section, fold
from eoc_sim.reports.by_round import estimates, lines_block
from eoc_sim.reports.eleven.results import MEAN
from eoc_sim.reports.findings import Findings

SEASON_COLUMNS = (
    ("money", "Money by week", "Money when the week is over and upkeep is paid.", "money"),
    ("fielded", "Cards fielded by week", "Cards assigned to the week's match.", "cards"),
    ("upkeep", "Upkeep by week", "Money due for cards, staff and stadium.", "money"),
    (
        "unpaid",
        "Upkeep not paid, by week",
        "Upkeep that is due but not paid; it costs VP.",
        "money",
    ),
    ("cards", "Cards held by week", "Cards in the squad when the week is over.", "cards"),
)
"""Columns of a season's week, each with heading, caption and unit."""
FOLDED_PARTS = ("score", "upkeep", "unpaid", "cards")


def section(page: Findings) -> Section:
    """Show how points and positions develop."""
    return Section(
        "weeks",
        "Week by week",
        "Each strategy's standing in the table at the end of each week. The table "
        f"always includes the clubs, even those that meet no manager that week.{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    frame = weeks.by_week(page.run)
    numbers = sorted(frame["week"].unique())
    words = page.run.words
    for value, heading, caption, unit in (
        ("points", "Points by week", "Points in the league so far.", "points"),
        (
            "position",
            "Position by week",
            "Position in the table; 1 is the best, so lower is better.",
            "position",
        ),
        *(SEASON_COLUMNS if is_season(page.run) else ()),
        (
            "score",
            f"{words.score[1]} by week",
            f"{words.score[1]} if the season ended with that week.",
            words.score[1],
        ),
    ):
        block = lines_block(
            page.charts,
            heading,
            f"{caption} Means over games, with 95 % intervals.",
            (words.round[0], [str(number) for number in numbers]),
            estimates(frame, "label", value, numbers, "week"),
            page.lines,
            unit,
            MEAN,
            digits=2 if value in ("position", "fielded", "unpaid") else 1,
        )
        yield fold(block) if value in FOLDED_PARTS else block
