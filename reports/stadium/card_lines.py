"""The worth of places, players and employees, as lines for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.stadium import part_twins
from eoc_sim.reports.printed_cells import within
from eoc_sim.reports.stadium.part_twins import BOTH_WINS, sentences
from eoc_sim.reports.worth_of_components import tabulate_ends
from eoc_sim.simulator.runs.text_table import TextTable

if TYPE_CHECKING:
    from pathlib import Path

    from eoc_sim.reports.findings import Findings

ROLES = ("win_share",)
"""The roles of the columns that `lines` needs."""
MAX_SHOWN = 8
"""The number of places and cards at either end of the table."""


def write_metrics(page: Findings, folder: Path) -> None:
    """Write the table of places and cards to a folder."""
    part_twins.write_metrics(page.result_of(part_twins.by_component), folder)


def lines(page: Findings) -> Iterator[str | TextTable]:
    """Rank places and cards, and count those with a verdict."""
    rows = part_twins.side_by_side(page.result_of(part_twins.by_component))
    yield from tabulate_ends(rows, BOTH_WINS, MAX_SHOWN, "a place or card", COLUMNS)
    yield from sentences(rows)
    unjudged = rows.filter(rows["both_verdict"].is_null())
    if unjudged.height:
        yield f"Too few twins for a verdict: {', '.join(unjudged['label'])}."


def _part(part: str) -> Callable[[Mapping[str, Any]], str]:
    """Return a function that formats the wins from a part."""
    return lambda row: within(row, f"{part}_wins") if row[f"{part}_games"] else "–"


COLUMNS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "place or card": itemgetter("label"),
    "verdict": lambda row: row["both_verdict"] or "?",
    "wins in 100": lambda row: within(row, "both_wins"),
    "its points": _part("points"),
    "its effect": _part("effect"),
    "points ahead": lambda row: within(row, "both_margin"),
    "twins": lambda row: str(row["both_games"]),
}
"""The columns of the printed table."""
