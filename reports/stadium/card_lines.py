"""The worth of places, players and employees in printed lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.card_order import ends
from eoc_sim.analysis.stadium import things
from eoc_sim.reports.printed import within
from eoc_sim.reports.stadium.things import sentences
from eoc_sim.simulator.runs.text_table import TextTable

if TYPE_CHECKING:
    from pathlib import Path

    from eoc_sim.reports.findings import Findings

NEEDED = ("win_share",)
"""Roles of the tables that the worth of places and cards needs."""
SHOWN = 8
"""Number of places and cards at either end of the table."""


def write_metrics(page: Findings, folder: Path) -> None:
    """Write the table of places and cards into a folder."""
    things.write_metrics(page.own(things.things), folder)


def lines(page: Findings) -> Iterator[str | TextTable]:
    """Rank places and cards, and count decided ones."""
    rows = things.side_by_side(page.own(things.things))
    yield from _ends(rows)
    yield from sentences(rows)
    few = rows.filter(rows["both_verdict"].is_null())
    if few.height:
        yield f"Too few twins for a verdict: {', '.join(few['label'])}."


def _ends(frame: pl.DataFrame) -> Iterator[str | TextTable]:
    """Tabulate those that certainly gain most and least once paid for."""
    first, last = ends(frame, "both_wins", SHOWN, "both_wins_all_low", "both_wins_all_high")
    if not first.height:
        return
    yield (
        "Once paid for, the gain of a place or card for whoever has it first, games minus their "
        "twins (95 % intervals; the most certain at the top and bottom; verdicts on all together):"
    )
    rest = frame.height > first.height + last.height
    shown = [*first.iter_rows(named=True), *([None] if rest else []), *last.iter_rows(named=True)]
    yield TextTable(
        (
            "place or card",
            "verdict",
            "wins in 100",
            "its points",
            "its effect",
            "points ahead",
            "twins",
        ),
        [
            ("...", *[""] * 6)
            if row is None
            else (
                row["label"],
                row["both_verdict"] or "?",
                within(row, "both_wins"),
                *(
                    within(row, f"{part}_wins") if row[f"{part}_games"] else "–"
                    for part in ("points", "effect")
                ),
                within(row, "both_margin"),
                str(row["both_games"]),
            )
            for row in shown
        ],
    )
