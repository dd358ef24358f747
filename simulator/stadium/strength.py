"""Twins that compare one place or card with others of its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eoc_sim.simulator.stadium.schedule import BOTH_OFF, Entry, Schedule, things_off

if TYPE_CHECKING:
    from eoc_sim.simulator.stadium.versions import Version

OUT_OF = 4
"""One game in this many has the twin of any other thing.

Every game has the twin of the thing that is measured.
"""


def schedule_of(version: Version, number: str) -> dict[str, Any]:
    """Schedule a thing's twins in every game, and its like in some."""
    entries = [
        Entry(BOTH_OFF, source=one.source, share=OUT_OF if one.source == number else 1)
        for one in things_off(version.components)
        if one.kind == BOTH_OFF and one.source[0] == number[0]
    ]
    return Schedule(tuple(entries), out_of=OUT_OF).record()
