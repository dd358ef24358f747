"""Who wins, and what each strategy does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eoc_sim.analysis import strategies
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.fair import adjusted_blocks, fair_blocks
from eoc_sim.reports.findings import GAMES, Findings


def section(page: Findings, chosen: Sequence[str] = ()) -> Section:
    """Who wins, and what each strategy does; ``chosen`` are dealt columns that players choose."""
    text = f"Each strategy against the others at the table.{page.under}"
    return Section("strategies", "Who wins", text, _blocks(page, chosen))


def _blocks(page: Findings, chosen: Sequence[str]) -> Iterator[Block]:
    yield from fair_blocks(page, page.shares, "strategy", "Wins in 100 games by strategy")
    seats = page.run.table_with("win_share")
    dealt = [
        column for column in (*seats.roles("order"), *seats.roles("dealt"))
        if column.name not in chosen
    ]
    yield from adjusted_blocks(page.run, seats.role("strategy"), dealt, "strategy")
    habits = seats.roles("habit", "waste")
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
