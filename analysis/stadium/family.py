"""Findings from Stadium's twins, to test across the data family."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from eoc_sim.analysis.stadium.part_twins import by_component, has_part_twins
from eoc_sim.analysis.stadium.timing import Timing, has_timing
from eoc_sim.analysis.twin_findings import win_findings
from eoc_sim.analysis.twin_means import ALL

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run


def findings(run: Run) -> list[pl.DataFrame]:
    """List the wins gained by components, tokens, placements and VPs."""
    rounds = (
        pl.when(pl.col("round") == ALL)
        .then(pl.lit("all rounds"))
        .otherwise(pl.format("round {}", "round"))
    )
    frames = []
    if has_part_twins(run):
        components_off = by_component(run).filter(pl.col("off") == "both")
        frames.append(win_findings(components_off, pl.col("label"), "its first owner"))
    if has_timing(run):
        timing = Timing(run)
        frames += [
            win_findings(frame, label, "its owner")
            for frame, label in (
                (timing.tokens(), pl.format("one more {}, {}", "token", rounds)),
                (
                    timing.placements("spaces"),
                    pl.format("a VP on {}, not on the second choice", "space"),
                ),
                (timing.vps(), pl.format("VP {} bought, {}", "vp", rounds)),
            )
        ]
    return [frame for frame in frames if frame.height]
