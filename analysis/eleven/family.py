"""Findings from Eleven's twins, to test across the data family."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.eleven.timing import Timing, has_timing
from eoc_sim.analysis.eleven.worth import has_worth, worth
from eoc_sim.analysis.twin_findings import win_findings

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run

WORDS = {
    "resources": ("one more {}, week {}", ("resource", "week")),
    "line_ups": ("knowing the line-up, week {}", ("week",)),
    "actions_by_day": ("the action on a {}", ("day",)),
    "extra_actions": ("extra actions, from week {} onwards", ("week",)),
}
"""Words for the rows of each timing table.

The named columns of the table fill the placeholders.
"""


def findings(run: Run) -> list[pl.DataFrame]:
    """List the wins gained from things, resources, line-ups and actions."""
    frames = []
    if has_worth(run):
        frames.append(
            win_findings(worth(run), pl.format("{}, {}", "label", "off"), "its first manager")
        )
    if has_timing(run):
        timing = Timing(run)
        frames += [
            win_findings(timing.frame(name), pl.format(words, *columns), "its manager")
            for name, (words, columns) in WORDS.items()
        ]
    return [frame for frame in frames if frame.height]
