"""What a game's report has of its own: the module of this folder that has the game's name.

The module says ``SECTIONS``, all sections of the game's report in their order, ``ANSWERS``, what
the page says first of a run that was played to know more than who wins, ``VERDICTS``, what it finds
in a run beside who wins, ``QUESTIONS``, what it asks of the shape of play, and ``BACKGROUND``, the
ids of sections that a run alone asks about (`folding`), and ``SHORTER``, how long names of its
tables are said in fewer words. A game without a module has what all share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis import shape
from eoc_sim.analysis.tables import Run

if TYPE_CHECKING:
    from eoc_sim.reports.blocks import Section
    from eoc_sim.reports.findings import Findings, Verdict


def own_sections(run: Run) -> Sequence[Callable[[Findings], Section | None]]:
    """The sections of the report of ``run``, in their order."""
    from eoc_sim.reports.sections import SECTIONS

    found: Sequence[Callable[[Findings], Section | None]] = getattr(_own(run), "SECTIONS", SECTIONS)
    return found


def own_questions(run: Run) -> Callable[[Run], shape.Asked]:
    """What asks of the shape of play in ``run``."""
    asked: Callable[[Run], shape.Asked] = getattr(
        _own(run), "QUESTIONS", lambda run: shape.asked(run, shape.askers())
    )
    return asked


def own_answers(run: Run) -> Sequence[Callable[[Findings], list[Verdict]]]:
    """What the game says of the twins of a run: nothing of a run without them."""
    found: Sequence[Callable[[Findings], list[Verdict]]] = getattr(_own(run), "ANSWERS", ())
    return found


def own_verdicts(run: Run) -> Sequence[Callable[[Findings], list[Verdict]]]:
    """What the game itself finds in a run of the current rules."""
    found: Sequence[Callable[[Findings], list[Verdict]]] = getattr(_own(run), "VERDICTS", ())
    return found


def own_background(run: Run) -> Sequence[str]:
    """The game's own sections that only a run of the current rules asks about, by id."""
    found: Sequence[str] = getattr(_own(run), "BACKGROUND", ())
    return found


def own_short_names(run: Run) -> Sequence[tuple[str, str]]:
    """How the names of the game's own tables are said in fewer words: patterns and words."""
    found: Sequence[tuple[str, str]] = getattr(_own(run), "SHORTER", ())
    return found


def _own(run: Run) -> Any:
    game = str(run.record["game"])
    name = f"eoc_sim.reports.{game}"
    return import_module(name) if game.isidentifier() and find_spec(name) is not None else None
