"""The order of a page's sections, and which of them are folded."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from eoc_sim.reports.blocks import Section
from eoc_sim.reports.findings import Findings


@dataclass(frozen=True)
class Layout:
    """A page's first sections and its folded ones, by id.

    The ``folded`` ones are last. Narrow screens also fold the ``narrow`` ones.
    """

    first: Collection[str] = ()
    folded: Collection[str] = ()
    narrow: Collection[str] = ()


BACKGROUND = ("findings", "closeness", "points", "scores", "seating")
"""Sections that every command in `LAYOUTS` folds; games add more."""
GIST = ("strategies", "chance")
"""Sections whose gist is in the verdict."""
VERSIONS = Layout(("redesign",), BACKGROUND, GIST)
FOLDED = (*BACKGROUND, *GIST, "cards")
LAYOUTS = {
    **dict.fromkeys(("demo", "sweep", "compare", "watch"), VERSIONS),
    "cards": Layout(("things", "cards"), (*BACKGROUND, *GIST)),
    "timing": Layout(("timing",), FOLDED),
    "variants": Layout(("variants",), FOLDED),
    "first-player": Layout(("turn-order",), FOLDED),
    "restrict": Layout(("restricting",), FOLDED),
}
"""The layout of a page by its run's command.

A game adds its own background. Runs of other commands have the layout that the game declares.
"""


def arrange(page: Findings, sections: Iterable[Section]) -> tuple[Section, ...]:
    """Put sections that answer the command's question first, folded ones last."""
    layout, report = LAYOUTS.get(page.command), page.report
    if layout is None:
        layout = Layout((), report.folded, report.narrow)
    else:
        layout = replace(layout, folded=(*layout.folded, *report.background))
    return tuple(
        sorted(
            (
                replace(
                    section,
                    is_folded=section.id in layout.folded,
                    is_folded_narrow=section.id in layout.narrow,
                )
                for section in sections
            ),
            key=lambda section: (section.id not in layout.first, section.is_folded),
        )
    )
