"""Finds what a game's report has of its own: the part `report` of the game.

It has ``SECTIONS``, all sections of the game's report in their order, or ``FIRST_SECTIONS``, which
stand before those that every game's report has; ``ANSWERS``, what the page says first of a run that
was played to know more than who wins; ``VERDICTS``, what it finds in a run beside who wins;
``QUESTIONS``, what it asks of the shape of play; ``BACKGROUND``, the ids of sections that a run
alone asks about (`folding`); and ``SHORTER``, how long names of its tables are said in fewer words.
A game without the part has what all share.
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
    """Find what asks of the shape of play in ``run``."""
    asked: Callable[[Run], shape.Asked] = _own(
        run, "QUESTIONS", lambda run: shape.asked(run, shape.askers())
    )
    return asked


def own_answers(run: Run) -> Verdicts:
    """Find what the game says of the twins of a run."""
    found: Verdicts = _own(run, "ANSWERS", ())
    return found


def own_verdicts(run: Run) -> Verdicts:
    """Find what the game itself says of a run of the current rules."""
    found: Verdicts = _own(run, "VERDICTS", ())
    return found


def own_background(run: Run) -> Sequence[str]:
    """Find the game's own sections that only a run of the current rules asks about, by id."""
    found: Sequence[str] = _own(run, "BACKGROUND", ())
    return found


def own_short_names(run: Run) -> Sequence[tuple[str, str]]:
    """Find how names of the game's tables are said in fewer words: patterns and words."""
    found: Sequence[tuple[str, str]] = _own(run, "SHORTER", ())
    return found


def _own(run: Run, name: str, shared: Any) -> Any:
    return getattr(own_part(run, "report"), name, shared)
