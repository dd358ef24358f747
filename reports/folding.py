"""Fold the sections that do not answer the page's command."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from eoc_sim.reports.blocks import Section
from eoc_sim.reports.findings import Findings

BACKGROUND = frozenset({"findings", "closeness", "points", "scores", "seating"})
"""Sections that are open only for a plain run; games add more."""
GIST = frozenset({"strategies", "chance"})
"""Sections whose gist is in the verdict.

Narrow screens fold them if versions are compared.
"""
CARDS = frozenset({"cards"})
VERSION_COMMANDS = ("demo", "sweep", "compare", "watch")
FOLDED_SECTIONS = {
    **dict.fromkeys(VERSION_COMMANDS, BACKGROUND),
    "cards": BACKGROUND | GIST,
    **dict.fromkeys(("timing", "variants", "first-player", "restrict"), BACKGROUND | GIST | CARDS),
}
"""Ids of the folded sections, by command.

For plain runs a game declares its own.
"""


def fold_sections(page: Findings, sections: Iterable[Section]) -> tuple[Section, ...]:
    """Fold sections that do not answer the command, and put them last."""
    command = str(page.run.record.get("command"))
    if command in FOLDED_SECTIONS:
        folded_ids = FOLDED_SECTIONS[command] | frozenset(page.report.background)
        narrow: Collection[str] = GIST if command in VERSION_COMMANDS else ()
    else:
        folded_ids, narrow = frozenset(page.report.folded), page.report.narrow
    result = [
        replace(section, is_folded=section.id in folded_ids, is_folded_narrow=section.id in narrow)
        for section in sections
    ]
    return tuple(sorted(result, key=lambda section: section.is_folded))
