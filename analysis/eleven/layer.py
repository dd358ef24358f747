"""The layer of a run, which decides what its tables hold (LAY-1)."""

from __future__ import annotations

from eoc_sim.analysis.tables import Run


def is_season(run: Run) -> bool:
    """Return True for a run of the entire season."""
    return bool(run.rules["layer"] == "season")


EPIC_WEEKS = 10
"""Number of weeks in Epic (EPI-1)."""
HALF = 5
"""Number of weeks in Epic before the Winter Break (EPI-1)."""


def is_epic(run: Run) -> bool:
    """Return True for a run of Epic."""
    return run.rules.get("epic") == "on"


def weeks_of(run: Run) -> int:
    """Return the number of weeks (SET-1, EPI-1)."""
    return EPIC_WEEKS if is_epic(run) else int(run.rules["weeks"])
