"""The twins that tell what one place or card brings, and what others of its kind do."""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.stadium.components import Components
from eoc_sim.simulator.stadium.schedule import BOTH_OFF, Entry, Schedule, things_off

OUT_OF = 4
"""One in so many games has the twin of another thing, each of the thing that is asked about."""


def schedule_of(components: Components, number: str) -> dict[str, Any]:
    """Schedule the twins of a thing in every game, and of its like in some."""
    entries = [
        Entry(BOTH_OFF, source=one.source, share=OUT_OF if one.source == number else 1)
        for one in things_off(components)
        if one.kind == BOTH_OFF and one.source[0] == number[0]
    ]
    return Schedule(tuple(entries), out_of=OUT_OF).record()
