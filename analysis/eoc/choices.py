"""What players choose that chance deals under other rules."""

from __future__ import annotations

from eoc_sim.analysis.tables import Run


def chosen_columns(run: Run) -> tuple[str, ...]:
    """The columns of what is dealt that the players of a run choose."""
    rules = run.record.get("baseline", {}).get("rules", {})
    return () if str(rules.get("coach_choice", "random")) == "random" else ("coach",)
