"""Strategies' wins by turn order, by seat, and by previous player."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from eoc_sim.analysis import seating
from eoc_sim.reports.blocks import Block, Section, Shown, fold, table
from eoc_sim.reports.fair_share import WINS, score_column
from eoc_sim.reports.findings import GAMES, Findings
from eoc_sim.reports.heat import heat_block, heat_cells


def section(page: Findings) -> Section | None:
    """Show strategies' wins by place, seat and neighbour.

    Return None for a solo game, or if all play the same strategy.
    """
    run = page.run
    if run.players == 1 or run.dim(run.column("strategy").dim).height < 2:
        return None
    text = f"Each strategy's wins in 100 games.{page.under}"
    return Section("seating", "Who sits where", text, _blocks(page))


def _blocks(page: Findings) -> Iterator[Block]:
    run = page.run
    seat = run.table_with("win_share").role("seat").head
    if run.declares("order"):
        head = run.column("order").head
        yield _wins(page, f"Each strategy by {head}", "", seating.by_order(run), "place", head)
    yield _wins(
        page,
        f"Each strategy by {seat}",
        "In order of play round the table.",
        seating.by_seat(run),
        "place",
        seat,
    )
    yield fold(
        _wins(
            page,
            "Each strategy by its neighbour",
            "Columns: the strategy in the previous seat, which acts just before.",
            seating.by_neighbour(run),
            "before_label",
            "after",
        )
    )


def _wins(
    page: Findings, heading: str, caption: str, frame: pl.DataFrame, by: str, head: str
) -> Block:
    """Draw strategies' wins by the column ``by`` as a heat map.

    The table behind it also has games and scores.
    """
    rows, columns = (frame[name].unique(maintain_order=True).to_list() for name in ("label", by))
    columns = [name for name in rows if name in columns] or columns
    cells = {(row["label"], row[by]): row for row in frame.iter_rows(named=True)}
    fair = page.run.fair
    return heat_block(
        page.charts,
        heading,
        caption,
        ("strategy", rows),
        columns,
        heat_cells(cells, rows, columns, "wins", ("low", "high")),
        middle=None if fair is None else 100 * fair,
        smallest=page.run.words.smallest["wins"],
        numbers=table(
            f"{heading}: numbers",
            "Each interval holds on its own.",
            frame,
            [
                Shown("label", "strategy", "", "text"),
                Shown(by, head, "", "text"),
                GAMES,
                WINS,
                score_column(page.run),
            ],
        ),
    )
