"""The sections and findings of a report, including the game's own.

See `report_part` for the attributes of the game's part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from eoc_sim.analysis.tables import Run
from eoc_sim.errors import InputError
from eoc_sim.reports.blocks import Section
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.game_report import report_part
from eoc_sim.reports.plain_twins import gifts_answers, worth_answers
from eoc_sim.reports.sections import SECTIONS
from eoc_sim.reports.verdict import Verdict

Sections = Sequence[Callable[[Findings], Section | None]]
Verdicts = Sequence[Callable[[Findings], list[Verdict]]]


def own_sections(run: Run) -> Sections:
    """Find the sections of a run's report, in order."""
    return _sections(run, "SECTIONS", (*_sections(run, "FIRST_SECTIONS", ()), *SECTIONS))


def _sections(run: Run, name: str, shared_sections: Sections) -> Sections:
    sections: Any = report_part(run, name, shared_sections)
    if callable(sections):
        raise InputError(f"{name} should be a tuple, ({sections.__name__},).")
    return cast(Sections, sections)


def own_answers(run: Run) -> Verdicts:
    """Find the game's answers from the twins of a run."""
    answers: Verdicts = report_part(run, "ANSWERS", (worth_answers, gifts_answers))
    return answers


def basis_of(runs: Sequence[Run]) -> list[Verdict]:
    """Return the game's lines at the end of every first screen."""
    basis: Callable[[Sequence[Run]], list[Verdict]] | None = report_part(runs[0], "BASIS", None)
    return [] if basis is None else basis(runs)


def own_verdicts(run: Run) -> Verdicts:
    """Find the game's own verdicts on a run of the current rules."""
    verdicts: Verdicts = report_part(run, "VERDICTS", ())
    return verdicts
