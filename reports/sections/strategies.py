"""Win shares, and how each strategy plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from eoc_sim.analysis import points, seating, strategies
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.fair_share import adjusted_blocks, fair_block
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.heat import heat_block, heat_cells
from eoc_sim.reports.sections.points import automaton_note


def section(page: Findings, choices: Sequence[str] = ()) -> Section:
    """Show win shares and how each strategy plays.

    ``choices`` names columns whose values players choose; these are not luck.
    """
    text = f"Each strategy against the others at the table.{page.under}"
    return Section("strategies", "Who wins", text, _blocks(page, choices))


def _blocks(page: Findings, choices: Sequence[str]) -> Iterator[Block]:
    shares = points.without_scores(page.run, page.shares)
    yield fair_block(page, shares, "strategy", "Wins in 100 games by strategy")
    seats = page.run.table_with("win_share")
    covariates = [
        column
        for column in (*seats.roles("order"), *seats.roles("dealt"))
        if column.name not in choices
    ]
    if page.run.players > 1 and page.shares.height > 1:
        yield _against(page)
    habits = seats.roles("habit", "waste")
    if habits:
        scorers = points.scorers(page.run, page.shares)
        yield table(
            "Habits of each strategy",
            f"Means over games.{automaton_note(page, page.shares, scorers)}",
            strategies.habits(page.run).filter(pl.col("label").is_in(scorers["label"].to_list())),
            [
                Shown("label", "strategy", "", "text"),
                GAMES,
                *(
                    Shown(
                        column.name,
                        column.head,
                        "mean over games, with its 95 % t interval",
                        "estimate",
                    )
                    for column in habits
                ),
            ],
            collapsed=True,
        )
    yield from adjusted_blocks(page.run, seats.role("strategy"), covariates, "strategy")


def _against(page: Findings) -> Block:
    """Show how often each strategy ends ahead of another, pair by pair."""
    rows = seating.head_to_head(page.run)
    names = page.shares.sort("wins", descending=True)["label"].to_list()
    cells = {(row["label"], row["other_label"]): row for row in rows.iter_rows(named=True)}
    heading = "Strategy against strategy"
    return heat_block(
        page.charts,
        heading,
        "How often the row's strategy ends ahead of the column's in 100 games with both; 50 "
        "means that the two are equal.",
        ("strategy", names),
        names,
        heat_cells(cells, names, names, "ahead", ("ahead_low", "ahead_high")),
        middle=50.0,
        smallest=page.run.words.smallest["wins"],
        numbers=table(
            f"{heading}: numbers",
            "The strategy with the higher score is ahead or, if the scores are equal, the one with "
            "the larger share of the win. If both are equal, each strategy counts half.",
            rows,
            [
                Shown("label", "strategy", "", "text"),
                Shown("other_label", "against", "", "text"),
                GAMES,
                Shown(
                    "ahead",
                    "ahead in 100",
                    "share of games, with its 95 % Wilson interval",
                    "estimate",
                ),
            ],
        ),
    )
