"""The sections of a page, once built."""

from __future__ import annotations

from dataclasses import dataclass

from eoc_sim.reports.blocks import Section


@dataclass(frozen=True)
class BuiltSections:
    """The sections of a page with their blocks, and the missing parts.

    ``headings_by_fault`` maps sentences that name missing tables to the headings of the sections
    that were shortened or left out.
    """

    sections: tuple[Section, ...]
    headings_by_fault: dict[str, list[str]]
