"""What the card of a strategy of Stadium is played with and prints."""

from __future__ import annotations

from eoc_sim.cli.card_figures import CardFigures

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
"""Columns of the seats table that tell how somebody plays."""
FIGURES = CardFigures("balanced", ("seats",), HABITS)
