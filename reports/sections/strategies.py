"""Who wins, and what each strategy does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eoc_sim.analysis import adjusting, strategies
from eoc_sim.reports import words
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.fair import fair_blocks
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
    adjusted = adjusting.adjusted(page.run, dealt)
    if not adjusted.is_empty():
        heads = words.listed([column.head for column in dealt])
        unit = page.run.words.score[1]
        tip = "regression on what was dealt less the table's mean of it, with its 95 % interval"
        yield table(
            "With the luck of the deal taken off",
            f"What each would have with average deals ({heads}), which chance deals. "
            "The same games tell it more sharply: as much as so many games more would.",
            adjusted,
            [
                Shown("label", "strategy", "", "text"), GAMES,
                Shown("wins", "wins in 100", f"win share, {tip}", "estimate"),
                Shown("score", unit, f"mean final score, {tip}", "estimate"),
                Shown("wins_saved", "games saved for wins, of 100", "variance explained", "plain"),
                Shown("score_saved", f"games saved for {unit}, of 100", "variance explained",
                      "plain"),
            ],
            collapsed=True,
        )
    habits = page.run.table_with("win_share").roles("habit")
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
