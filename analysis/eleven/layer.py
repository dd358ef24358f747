"""The layer of a run, which decides what its tables hold (LAY-1)."""

from __future__ import annotations

from eoc_sim.analysis.tables import Run


def is_season(run: Run) -> bool:
    """Return True for a run of the whole season."""
    return bool(run.record["baseline"]["rules"]["layer"] == "season")
