"""Who sits where: the strategies by seat, and by who acts before them."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.analysis import seating
from eoc_sim.reports.blocks import Block, Section, Shown, table
from eoc_sim.reports.fair import WINS, score_column
from eoc_sim.reports.findings import GAMES, Findings

STRATEGY = Shown("label", "strategy", "", "text")


def section(page: Findings) -> Section | None:
    """Wins of each strategy by its seat and its neighbour; None where all play the same."""
    run = page.run
    if run.players == 1 or run.dim(run.column("strategy").dim).height < 2:
        return None
    text = f"Each strategy by its {_seat(page)}, and by who acts just before it.{page.under}"
    return Section("seating", "Who sits where", text, _blocks(page))


def _seat(page: Findings) -> str:
    """What the game calls a seat."""
    return page.run.table_with("win_share").role("seat").head


def _blocks(page: Findings) -> Iterator[Block]:
    seat = _seat(page)
    numbers = [GAMES, WINS, score_column(page.run)]
    yield table(
        f"Each strategy by {seat}", "In the order of play round the table.",
        seating.by_seat(page.run),
        [STRATEGY, Shown("place", seat, "", "text"), *numbers],
        collapsed=True,
    )
    yield table(
        "Each strategy by its neighbour",
        "Behind a strategy: the next to act after it.",
        seating.by_neighbour(page.run),
        [STRATEGY, Shown("before_label", "behind", "", "text"), *numbers],
        collapsed=True,
    )
