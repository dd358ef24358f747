"""The mark for figures based on reconstructed numbers (LAY-2)."""

from __future__ import annotations

from eoc_sim.analysis.eleven.layer import is_season
from eoc_sim.analysis.tables import Run


def mark(run: Run) -> str:
    """Return the caveat to show with a season's figures and findings.

    They depend on prices, incomes or cards, most of which are guesses.
    """
    return "Reconstructed." if is_season(run) else ""
