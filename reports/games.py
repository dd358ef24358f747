"""A game's own share of its report: the game's part `report`.

It has ``SECTIONS``, all sections of the game's report in their order, or ``FIRST_SECTIONS``, which
stand before those that every game's report has; ``ANSWERS``, the first answers of a page whose run
asks for more than who wins; ``VERDICTS``, its findings in a run beside who wins; ``QUESTIONS``, its
questions about the shape of play; ``BACKGROUND``, the ids of sections that only a run asks about
(`folding`); and ``SHORTER``, shorter words for long names of its tables. A game without the part
has the shared report.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis import shape
from eoc_sim.analysis.own import own_part
from eoc_sim.analysis.tables import Run

if TYPE_CHECKING:
    from eoc_sim.reports.blocks import Section
    from eoc_sim.reports.findings import Findings, Verdict

    Sections = Sequence[Callable[[Findings], Section | None]]
    Verdicts = Sequence[Callable[[Findings], list[Verdict]]]


def own_sections(run: Run) -> Sections:
    """Find the sections of the report of ``run``, in their order."""
    from eoc_sim.reports.sections import SECTIONS

    first: Sections = _own(run, "FIRST_SECTIONS", ())
    found: Sections = _own(run, "SECTIONS", (*first, *SECTIONS))
    return found


def own_questions(run: Run) -> Callable[[Run], shape.Asked]:
    """Find the function that asks about the shape of play in ``run``."""
    asked: Callable[[Run], shape.Asked] = _own(
        run, "QUESTIONS", lambda run: shape.asked(run, shape.askers())
    )
    return asked


def own_answers(run: Run) -> Verdicts:
    """Find the game's answers about the twins of a run."""
    found: Verdicts = _own(run, "ANSWERS", ())
    return found


def own_verdicts(run: Run) -> Verdicts:
    """Find the game's own verdicts on a run of the current rules."""
    found: Verdicts = _own(run, "VERDICTS", ())
    return found


def own_background(run: Run) -> Sequence[str]:
    """Find the ids of the game's sections that only runs ask about.

    These are runs of the current rules.
    """
    found: Sequence[str] = _own(run, "BACKGROUND", ())
    return found


def own_short_names(run: Run) -> Sequence[tuple[str, str]]:
    """Find shorter names for the game's tables: patterns and words."""
    found: Sequence[tuple[str, str]] = _own(run, "SHORTER", ())
    return found


def _own(run: Run, name: str, shared: Any) -> Any:
    return getattr(own_part(run, "report"), name, shared)
