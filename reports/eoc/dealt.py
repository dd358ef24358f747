"""What chance deals: coaches only where they are not chosen."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from eoc_sim.analysis.tables import Run
from eoc_sim.reports.blocks import Section, note
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.sections import dealt as shared

CHOSEN = note("Coaches were chosen, not dealt: read their table as an observation.")


def chosen_columns(run: Run) -> tuple[str, ...]:
    """The columns of what is dealt that the players of a run choose."""
    rules = run.record.get("baseline", {}).get("rules", {})
    return () if str(rules.get("coach_choice", "random")) == "random" else ("coach",)


def section(page: Findings) -> Section:
    """The shared section, with a note where the players chose their coaches."""
    dealt = shared.section(page)
    if not chosen_columns(page.run):
        return dealt
    return replace(dealt, blocks=chain([CHOSEN], dealt.blocks))
