"""A game's own share of its report: the game's part `report`.

It has ``SECTIONS``, all sections of the game's report in their order, or ``FIRST_SECTIONS``, which
stand before those that every game's report has; ``ANSWERS``, the first answers of a page whose run
asks for more than who wins; ``VERDICTS``, its findings in a run beside who wins; ``BASIS``, the
function of runs that writes the last lines of their first screen; ``QUESTIONS``, its questions
about the shape of play; ``BACKGROUND``, the ids of sections that only a run asks about (`folding`);
and ``SHORTER``, shorter words for long names of its tables. A game without the part has the shared
report. `games` has the attributes that make sections and findings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from eoc_sim.analysis import shape
from eoc_sim.analysis.own import own_part
from eoc_sim.analysis.tables import Run


def own_questions(run: Run) -> Callable[[Run], shape.ShapeQuestions]:
    """Find the function that asks about the shape of play in ``run``."""
    ask: Callable[[Run], shape.ShapeQuestions] = own(
        run, "QUESTIONS", lambda run: shape.ask(run, shape.askers())
    )
    return ask


def own_background(run: Run) -> Sequence[str]:
    """Find the ids of the game's sections that only runs ask about.

    These are runs of the current rules.
    """
    ids: Sequence[str] = own(run, "BACKGROUND", ())
    return ids


def own_short_names(run: Run) -> Sequence[tuple[str, str]]:
    """Find shorter names for the game's tables: patterns and words."""
    names: Sequence[tuple[str, str]] = own(run, "SHORTER", ())
    return names


def own(run: Run, name: str, shared: Any) -> Any:
    """Find an attribute of the game's part; ``shared`` if it lacks it."""
    return getattr(own_part(run, "report"), name, shared)
