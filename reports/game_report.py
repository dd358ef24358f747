"""A game's own part of its report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Generic, TypeVar

from eoc_sim.analysis import shape
from eoc_sim.analysis.tables import Run
from eoc_sim.errors import InputError, misspelt_name, nearest
from eoc_sim.reports.blocks import Section
from eoc_sim.reports.verdict import Verdict

Page = TypeVar("Page")
Sections = Sequence[Callable[[Page], Section | None]]
Verdicts = Sequence[Callable[[Page], list[Verdict]]]


def _ask_shared(run: Run) -> shape.ShapeQuestions:
    return shape.ask(run, shape.askers())


@dataclass(frozen=True)
class GameReport(Generic[Page]):
    """The `report` part of a game: its own sections, answers and findings.

    A game without this part has the shared report. ``Page`` is `Findings`.

    Attributes:
        sections: all sections of its report, in order, instead of the shared ones.
        first_sections: sections to put before the shared ones.
        answers: answers from twins, which come first on the page, instead of the shared ones.
        standing: answers about the game's own things, shown on the first screen of every report.
        verdicts: findings of a run, apart from who wins.
        basis: returns the last lines of the first screen, for one or more runs.
        mark: returns a short caveat to show with a run's figures and findings, or "".
        questions: returns the questions about the shape of play.
        background: ids of further sections to fold for a command in `layout.LAYOUTS`.
        folded: ids of sections to fold for any other command, such as a plain run.
        narrow: ids of sections that narrow screens also fold for those other commands.
    """

    sections: Sections[Page] = ()
    first_sections: Sections[Page] = ()
    answers: Verdicts[Page] = ()
    standing: Verdicts[Page] = ()
    verdicts: Verdicts[Page] = ()
    basis: Callable[[Sequence[Run]], list[Verdict]] = lambda runs: []
    mark: Callable[[Run], str] = lambda run: ""
    questions: Callable[[Run], shape.ShapeQuestions] = _ask_shared
    background: Sequence[str] = ()
    folded: Sequence[str] = ()
    narrow: Sequence[str] = ()


def read_report(part: Any) -> GameReport[Any]:
    """Read the `report` part of a game.

    The part is a `GameReport`, a module or None. A module, for instance the game's file, has some
    of the attributes in capitals, such as FIRST_SECTIONS.

    Raises:
        InputError: an attribute is of the wrong type or misspelt.
    """
    if part is None:
        return GameReport()
    if isinstance(part, GameReport):
        return part
    attributes = {field.name.upper(): field for field in fields(GameReport)}
    values = {}
    for name in filter(str.isupper, dir(part)):
        value = getattr(part, name)
        if name in attributes:
            _check_type(name, value, is_tuple=attributes[name].default == ())
            values[attributes[name].name] = value
        elif misspelt_name(name, attributes) and _has_functions(value):
            raise InputError(f"A report has no {name}.{nearest(name, attributes)}")
    return GameReport(**values)


def _check_type(name: str, value: Any, *, is_tuple: bool) -> None:
    """Refuse a tuple without its comma, and other wrong types."""
    if is_tuple and not isinstance(value, tuple | list):
        element = getattr(value, "__name__", repr(value))
        raise InputError(f"{name} should be a tuple, such as ({element},).")
    if not is_tuple and not callable(value):
        raise InputError(f"{name} should be a function, not {value!r}.")


def _has_functions(value: Any) -> bool:
    """Return True for a function, and for a tuple of functions."""
    values = value if isinstance(value, tuple | list) else (value,)
    return bool(values) and all(
        callable(function) and not isinstance(function, type) for function in values
    )
