"""The sections of a page, once they are made."""

from __future__ import annotations

from dataclasses import dataclass

from eoc_sim.reports.blocks import Section


@dataclass(frozen=True)
class Made:
    """The sections of a page with their blocks, and the missing parts.

    ``lacking`` has the headings of shortened or omitted sections, by the sentence that names the
    tables they need.
    """

    sections: tuple[Section, ...]
    lacking: dict[str, list[str]]
