"""The shape of play in Eleven: early decisions, idle cards, easy clubs.

The questions are like those of `eoc_sim.analysis.shape`. Their numbers are per 100 games or
matches, or points per match.
"""

from __future__ import annotations

import polars as pl

from eoc_sim.analysis import shape
from eoc_sim.analysis.eleven import opponents, pitch, weeks
from eoc_sim.analysis.eleven.matches import hyphenate
from eoc_sim.analysis.notable_findings import (
    ANY,
    GameMeasure,
    Question,
    ask_means,
    means,
    measures_statistic,
)
from eoc_sim.analysis.statistic import Statistic
from eoc_sim.analysis.tables import Run
from eoc_sim.analysis.total_columns import add_names, with_zeros

MAX_LED_BY_HALF = 50.0
"""Maximum percentage of games that should be decided by mid-season."""
MIN_MATCHES = 2.0
"""Minimum percentage of matches that should use a formation or card."""
SMALLEST_USE_CHANGE = 1.0
MAX_CLUB_POINTS = 2.5
"""Maximum points per match that managers should take against a club."""
MIN_CLUB_POINTS = 0.5
"""Minimum points per match that managers should take against a club."""
SMALLEST_POINTS_CHANGE = 0.1

CLUBS = "points against clubs"
"""Kind of the questions about clubs."""
IDLE = {"formation": "idle formations", "tactic card": "idle tactic cards"}
"""Kinds of the questions about use, by the thing used."""

LEADS = (
    GameMeasure(
        "by_half",
        "lead taken for good by the middle of the season",
        "In {} of 100 games, the winner takes the lead for good by the middle of the season",
        (0.0, MAX_LED_BY_HALF),
    ),
)


def ask(run: Run) -> shape.ShapeQuestions:
    """Ask all questions about a run of Eleven."""
    game_askers = [
        ("when the lead is decided", leads),
        ("idle formations", formations),
        ("idle tactic cards", tactics),
        ("easy and hard clubs", clubs),
    ]
    return shape.ask(run, [*shape.askers(), *game_askers])


def leads(run: Run) -> list[Question]:
    """Ask how early in the season games are decided, except in solo."""
    return ask_means(run, LEADS, leads_statistic(run)) if run.players > 1 else []


def leads_statistic(run: Run) -> Statistic:
    """Return the statistic that `leads` reads."""
    table, by_half = run.table_with("winner"), weeks.leads(run)["by_half"]
    return measures_statistic(
        "when a game of Eleven is decided",
        [table],
        LEADS,
        lambda batch: batch.read(table, 0, ["game"], [weeks.LEADER]).select(
            "game", (100.0 * by_half.cast(pl.Float64)).alias("by_half")
        ),
    )


def formations(run: Run) -> list[Question]:
    """Ask how often each formation is played."""
    total = run.total(pitch.formations_statistic(run))
    return _ask_played(run, total, hyphenate(total["formation"]), IDLE["formation"])


def tactics(run: Run) -> list[Question]:
    """Ask how often each tactic card is played."""
    total = run.total(pitch.tactics_statistic(run)).filter(pl.col("tactic") >= 0)
    labels = add_names(total, run.dim("tactics"), "tactic", "label")["label"]
    return _ask_played(run, total, list(labels), IDLE["tactic card"])


def _ask_played(run: Run, total: pl.DataFrame, labels: list[str], kind: str) -> list[Question]:
    frame = means(run, with_zeros(run, total, ["played"]), "played", (0.0, 100.0))
    return [
        Question(
            ("played", label),
            f"matches with {label}",
            f"{label} is played in {{}} of 100 matches",
            frame,
            row,
            (MIN_MATCHES, ANY),
            SMALLEST_USE_CHANGE,
            kind,
            label,
        )
        for row, label in enumerate(labels)
    ]


def clubs(run: Run) -> list[Question]:
    """Ask how many points per match managers take against each club."""
    total = run.total(opponents.clubs_statistic(run))
    frame = means(run, total, "points", (0.0, 3.0))
    labels = add_names(total.select("club"), run.dim("clubs"), "club", "label")["label"]
    return [
        Question(
            ("points", label),
            f"points per match against {label}",
            f"Managers take {{}} points per match against {label}",
            frame,
            row,
            (MIN_CLUB_POINTS, MAX_CLUB_POINTS),
            SMALLEST_POINTS_CHANGE,
            CLUBS,
            label,
        )
        for row, label in enumerate(labels)
    ]


def statistics(run: Run) -> list[Statistic]:
    """List the statistics that only these questions read."""
    return [leads_statistic(run)]
