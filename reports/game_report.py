"""A game's own part of its report, declared as `report`.

All attributes are optional, and a game without the part gets the shared report:

- ``SECTIONS``: all sections of its report, in order;
- ``FIRST_SECTIONS``: without ``SECTIONS``, sections to put before the shared ones;
- ``ANSWERS``: answers from twins, which come first on the page;
- ``STANDING``: answers about the game's own things, for every first screen;
- ``VERDICTS``: findings of a run besides who wins;
- ``BASIS``: a function of runs that returns the last lines of their first screen;
- ``MARK``: a function of a run that returns the mark of its figures and findings, or "";
- ``QUESTIONS``: a function that asks about the shape of play;
- ``BACKGROUND``: ids of sections that are open only for plain runs (`folding`);
- ``FOLDED``: ids of sections that are folded for plain runs too;
- ``NARROW``: ids of sections that narrow screens fold for plain runs;
- ``SHORTER``: shorter words for long names of tables.

`games` reads the attributes that make sections and findings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from eoc_sim.analysis import shape
from eoc_sim.analysis.tables import Run


def own_questions(run: Run) -> Callable[[Run], shape.ShapeQuestions]:
    """Find the function that asks about the shape of play in ``run``."""
    ask: Callable[[Run], shape.ShapeQuestions] = report_part(
        run, "QUESTIONS", lambda run: shape.ask(run, shape.askers())
    )
    return ask


def own_background(run: Run) -> Sequence[str]:
    """Find the game's sections that are open only for plain runs."""
    ids: Sequence[str] = report_part(run, "BACKGROUND", ())
    return ids


def find_folded(run: Run) -> tuple[Sequence[str], Sequence[str]]:
    """Find the game's sections that plain runs fold, always and when narrow."""
    return report_part(run, "FOLDED", ()), report_part(run, "NARROW", ())


def own_short_names(run: Run) -> Sequence[tuple[str, str]]:
    """Find shorter names for the game's tables: patterns and words."""
    names: Sequence[tuple[str, str]] = report_part(run, "SHORTER", ())
    return names


def report_part(run: Run, name: str, default: Any) -> Any:
    """Find an attribute of the game's part, or return ``default``."""
    return getattr(run.parts.load("report"), name, default)
