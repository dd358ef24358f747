"""Stadium's figures on a strategy's card (`strategies show`)."""

from __future__ import annotations

from eoc_sim.analysis.card_figures import CardFigures

HABITS = (
    "field_blocks",
    "level_1_blocks",
    "level_2_blocks",
    "level_3_blocks",
    "vps",
    "placements",
    "stars",
    "hired",
    "drafted",
    "salaries_paid",
    "losses",
)
"""Columns of the seats table that show how a strategy plays."""
FIGURES = CardFigures(("seats",), HABITS)
