"""The opponents: points against each club, colour and line-up."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis.eleven import opponents
from eoc_sim.analysis.eleven.shape import CLUBS
from eoc_sim.reports.blocks import Block, Section, Shown, fold, table
from eoc_sim.reports.eleven.results import (
    EXPECTED_COLUMN,
    GOALS,
    MEAN,
    PLAY_COLUMN,
    POINTS,
    label_columns,
    points_block,
    points_map,
)
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.verdict import Verdict
from eoc_sim.reports.words import between, decimal

MAX_DRAWN = 10
"""The maximum number of line-ups in the picture."""


def section(page: Findings) -> Section:
    """Show which clubs and line-ups are hard to beat."""
    return Section(
        "opponents",
        "The opponents",
        "Chance decides when a manager meets each club of a deck, and which line-up the club "
        "fields, so differences within a deck come from the clubs. The lower deck comes first, "
        f"while squads are still weaker, so decks are not compared like for like.{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    clubs = page.with_intervals(
        opponents.clubs(page.run), "points", lambda row: ("points", row["label"])
    )
    yield points_block(
        page,
        "Points against each club",
        "All managers' points per match: means over games, with 95 % intervals that hold jointly "
        "for all questions on this page. The hardest club comes first.",
        clubs,
        [
            *label_columns("club"),
            POINTS,
            EXPECTED_COLUMN,
            *GOALS,
            *(
                Shown(
                    outcome,
                    f"{outcome}, of 100",
                    f"managers' matches against the club: {MEAN}",
                    "estimate",
                )
                for outcome in opponents.OUTCOMES
            ),
            PLAY_COLUMN,
            Shown("deck", "deck", "", "text"),
            Shown(
                "colour", "colour", "decides which die the club rolls if it has no opponent", "text"
            ),
        ],
        names=[
            f"{row['label']}, {row['colour']}, deck {row['deck']}"
            for row in clubs.iter_rows(named=True)
        ],
    )
    yield from _line_ups(page, clubs)


def _colours(page: Findings, clubs: pl.DataFrame) -> Block:
    sole_clubs = {
        (f"deck {deck}", colour): labels[0]
        for deck, colour, labels in clubs.group_by("deck", "colour").agg("label").iter_rows()
        if len(labels) == 1
    }
    frame = page.with_intervals(
        opponents.colours(page.run),
        "points",
        lambda row: ("points", sole_clubs.get((row["deck"], row["colour"]), "")),
    )
    decks, colours = (
        frame[name].unique(maintain_order=True).to_list() for name in ("deck", "colour")
    )
    return points_map(
        page,
        "Points by deck and colour",
        "Managers' points per match against the clubs of a colour.",
        frame,
        ("deck", "deck", decks),
        ("colour", colours),
        [Shown("deck", "deck", "", "text"), Shown("colour", "colour", "", "text"), GAMES],
    )


def _line_ups(page: Findings, clubs: pl.DataFrame) -> Iterator[Block]:
    frame = opponents.line_ups(page.run)
    hardest = frame.head(MAX_DRAWN)
    heading = "The hardest line-ups"
    yield points_block(
        page,
        heading,
        f"Managers' points per match against the {hardest.height} hardest of {frame.height} "
        f"line-ups met, with 95 % intervals that hold jointly for all {frame.height}. If two "
        "intervals overlap, the order of these line-ups is unknown.",
        hardest,
        [*_columns(frame.height)],
        names=[f"{row['number']} {row['label']}" for row in hardest.iter_rows(named=True)],
    )
    yield fold(_colours(page, clubs))
    yield table(
        "Every line-up", "The hardest come first.", frame, [*_columns(frame.height)], collapsed=True
    )


def _columns(line_up_count: int) -> list[Shown]:
    tip = f"mean over games, with an interval that holds jointly for all {line_up_count} line-ups"
    return [
        *label_columns("line-up"),
        *(
            Shown(column.name, column.head, f"{column.head}: {tip}", column.kind, column.digits)
            for column in (POINTS, EXPECTED_COLUMN, *GOALS, PLAY_COLUMN)
        ),
        Shown("number", "number", "", "text"),
        Shown("formation", "formation", "", "text"),
        Shown("keeper", "keeper", "strength x gloves", "text"),
    ]


def verdicts(page: Findings) -> list[Verdict]:
    """State the hardest and easiest clubs, with the page's joint intervals."""
    club_findings = sorted(
        (finding for finding in page.headlines.shape if finding.kind == CLUBS),
        key=lambda finding: finding.size,
    )
    if len(club_findings) < 2:
        return []
    hard, easy = (
        f"{finding.name}, {decimal(finding.size, 2)} ({between(finding.low, finding.high, 2)})"
        for finding in (club_findings[0], club_findings[-1])
    )
    line = f"Managers take the fewest points per match against {hard}, the most against {easy}."
    return [Verdict("Clubs", (line,), is_background=True, section="opponents")]
