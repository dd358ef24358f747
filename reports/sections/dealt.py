"""What chance deals: turn order, what a seat is dealt, the seat itself."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.analysis import dealt
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section
from eoc_sim.reports.fair import fair_blocks
from eoc_sim.reports.findings import Findings


def section(page: Findings) -> Section:
    """Wins by all that chance deals to a seat."""
    columns = dealt.groups(page.run)
    # The seat goes without saying, unless nothing else is dealt.
    heads = [one.head for one in columns if one.role != "seat"] or [one.head for one in columns]
    said = words.sentence_start(words.listed(heads))
    text = (
        f"{said} are dealt at random, so a difference between them is their own doing."
        if len(heads) > 1 else f"{said} is dealt at random, so a difference is its own doing."
    )
    return Section("chance", "What chance deals", f"{text}{page.under}", _blocks(page))


def _blocks(page: Findings) -> Iterator[Block]:
    for column in dealt.groups(page.run):
        if column.name in page.groups:
            in_order = column.role == "order"
            yield from fair_blocks(
                page, page.groups[column.name], "place" if in_order else column.head,
                f"Wins in 100 games by {column.head}", ranked=not in_order, collapsed=True,
            )
