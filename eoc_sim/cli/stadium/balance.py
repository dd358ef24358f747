"""How ``eoc-sim balance --for`` measures what is not dealt by chance: by twins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.stadium.strength import measure
from eoc_sim.simulator.stadium.strength import schedule_of

if TYPE_CHECKING:
    from eoc_sim.analysis.average import Measure

AVERAGE = "an average {kind} of its price"
"""What a thing is compared with."""
METRIC = "score"
"""What it is measured in."""


def measured(version: Any, number: str) -> tuple[Measure, dict[str, Any]]:
    """The measure of a thing by its number, and the schedule of twins that it needs."""
    return measure(number), schedule_of(version.components, number)
