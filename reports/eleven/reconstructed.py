"""The mark of figures that rest on reconstructed numbers (LAY-2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import wraps

from eoc_sim.analysis.eleven.layer import is_season
from eoc_sim.reports.blocks import Block, Section
from eoc_sim.reports.findings import Findings
from eoc_sim.reports.verdict import Verdict

MARK = "Reconstructed."
"""The last word of the caption of such a figure."""
Make = Callable[[Findings], Section | None]


def marked(make: Make) -> Make:
    """Mark the figures of a section under layer season.

    They rest on prices, incomes or cards, most of which are guesses.
    """

    @wraps(make)
    def section(page: Findings) -> Section | None:
        made = make(page)
        if made is None or not is_season(page.run):
            return made
        return replace(made, blocks=_blocks(made.blocks))

    return section


def _blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        said = f"{block.text} {MARK}".strip()
        yield block if block.kind == "note" else replace(block, text=said)


def marked_verdicts(
    make: Callable[[Findings], list[Verdict]],
) -> Callable[[Findings], list[Verdict]]:
    """Mark the findings of a season likewise."""

    @wraps(make)
    def verdicts(page: Findings) -> list[Verdict]:
        made = make(page)
        if not is_season(page.run):
            return made
        return [replace(one, lines=(*one.lines[:-1], f"{one.lines[-1]} {MARK}")) for one in made]

    return verdicts
