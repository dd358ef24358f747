"""Figures of Envelopes of Cash on a strategy's card (`strategies show`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.card_figures import CardFigures, Figure
from eoc_sim.analysis.eoc.signature import EARLY, early_spending, full_dice, peak, spending

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run

HABITS = (
    "recruits_signed",
    "unique_positions",
    "cards_played",
    "runners",
    "bets",
    "trades",
    "ec_received",
    "ec_wasted",
)
"""Columns of the seats table that show how a strategy plays."""


def figures(run: Run, strategy: str) -> Iterator[Figure]:
    """Measure a strategy's dice and spending in its run."""

    def row_of(frame: Any) -> Mapping[str, Any]:
        return dict(next(row for row in frame.iter_rows(named=True) if row["label"] == strategy))

    names = run.words.round_names
    july = names[EARLY[-1]]
    yield f"full-value dice by {july} (%)", row_of(full_dice(run, EARLY)), "full"
    yield f"EC spent by {july} (%)", row_of(early_spending(run)), "early"
    peak_month = peak(spending(run), strategy)
    yield "most EC spent in", names[int(peak_month["month"])], ""
    yield "  EC spent then", peak_month, "spent"


FIGURES = CardFigures(("seats", "dice", "months"), HABITS, figures)
