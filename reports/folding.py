"""Which sections of a page lie open: what its command asks about; the rest is a click away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from eoc_sim.analysis.tables import Run
from eoc_sim.reports.blocks import Section
from eoc_sim.reports.games import own_background

BACKGROUND = frozenset({"findings", "closeness", "points", "scores", "seating"})
"""Sections that a run alone asks about; a game has more (`own_background`)."""
GIST = frozenset({"strategies", "chance"})
"""Sections of which the verdict has the gist: a phone folds them where versions are compared."""
CARDS = frozenset({"cards"})
OF_VERSIONS = ("demo", "sweep", "compare", "watch")
FOLDED = {
    **dict.fromkeys(OF_VERSIONS, BACKGROUND),
    "cards": BACKGROUND | GIST,
    **dict.fromkeys(("timing", "variants", "first-player", "restrict"), BACKGROUND | GIST | CARDS),
}
"""Ids of the sections that are folded, by the command; a run's page has all of them open."""


def folded(run: Run, sections: Iterable[Section]) -> tuple[Section, ...]:
    """Fold the sections that the command of a run does not ask about, and put them last."""
    command = str(run.record.get("command"))
    if command not in FOLDED:
        return tuple(sections)
    aside = FOLDED[command] | frozenset(own_background(run))
    found = [
        replace(
            one,
            is_folded=one.id in aside,
            is_folded_narrow=command in OF_VERSIONS and one.id in GIST,
        )
        for one in sections
    ]
    return tuple(sorted(found, key=lambda one: one.is_folded))
