"""Which sections of a page lie open: what its command asks about; the rest is a click away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from eoc_sim.analysis.tables import Run
from eoc_sim.reports.blocks import Section

ASIDE = frozenset({
    "findings", "closeness", "points", "scores", "seating", "spots", "envelopes", "spaces", "board",
    "vice-presidents",
})
"""Sections that only a run of the current rules asks about."""
ASIDE_WHEN_NARROW = frozenset({"strategies", "chance"})
"""Sections that a phone folds too where versions are compared: the verdict has the gist of them."""
OF_ONE_QUESTION = ASIDE | ASIDE_WHEN_NARROW | {"cards"}
FOLDED = {
    "demo": ASIDE, "sweep": ASIDE, "compare": ASIDE, "watch": ASIDE,
    "cards": OF_ONE_QUESTION - {"cards"}, "timing": OF_ONE_QUESTION, "variants": OF_ONE_QUESTION,
    "first-player": OF_ONE_QUESTION, "restrict": OF_ONE_QUESTION,
}
"""Ids of the sections that are folded, by the command; a run's page has all of them open."""


def folded(run: Run, sections: Iterable[Section]) -> tuple[Section, ...]:
    """Fold the sections that the command of a run does not ask about, and put them last."""
    aside = FOLDED.get(str(run.record.get("command")), frozenset())
    found = [
        replace(
            one, is_folded=one.id in aside,
            is_folded_narrow=aside is ASIDE and one.id in ASIDE_WHEN_NARROW,
        )
        for one in sections
    ]
    return tuple(sorted(found, key=lambda one: one.is_folded))
