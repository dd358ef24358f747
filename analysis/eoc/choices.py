"""Things that players choose under some rules and are dealt under others."""

from __future__ import annotations

from eoc_sim.analysis.tables import Run


def chosen_columns(run: Run) -> tuple[str, ...]:
    """Return the columns of things that a run's players choose."""
    rules = run.record.get("baseline", {}).get("rules", {})
    return () if str(rules.get("coach_choice", "random")) == "random" else ("coach",)
