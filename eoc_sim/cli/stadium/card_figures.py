"""What the card of a strategy of Stadium is played with and tells besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run

AGAINST, EDITION = "balanced", ""
"""Who holds the other seats, and the edition of the components: the package's own."""
TABLES = ("seats",)
HABITS = (
    "field_blocks", "level_1_blocks", "level_2_blocks", "level_3_blocks", "vps", "placements",
    "stars", "hired", "drafted", "salaries_paid", "losses",
)
"""Columns of the seats table that tell how somebody plays."""


def figures(run: Run, own: str) -> Iterator[tuple[str, Mapping[str, Any] | str, str]]:
    """Nothing besides wins, points and habits."""
    return iter(())
