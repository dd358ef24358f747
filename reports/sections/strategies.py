"""Who wins, and what each strategy does."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.analysis import strategies
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.fair import fair_blocks
from eoc_sim.reports.findings import GAMES, Findings


def section(page: Findings) -> Section:
    """Who wins, and what each strategy does."""
    text = f"Each strategy against the others at the table.{page.under}"
    return Section("strategies", "Who wins", text, _blocks(page))


def _blocks(page: Findings) -> Iterator[Block]:
    yield from fair_blocks(page, page.shares, "strategy", "Wins in 100 games by strategy")
    habits = page.run.table_with("win_share").roles("habit", "waste")
    if habits:
        yield table(
            "What each strategy does in a game", "Means over games.",
            strategies.habits(page.run),
            [
                Shown("label", "strategy", "", "text"), GAMES,
                *(
                    Shown(column.name, column.head, "mean over games, with its 95 % t interval",
                          "estimate")
                    for column in habits
                ),
            ],
            collapsed=True,
        )
