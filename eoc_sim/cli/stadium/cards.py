"""What ``eoc-sim cards`` says of Stadium: what places, players and employees bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.analysis.card_order import ends

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

    from eoc_sim.analysis.tables import Run

NEEDED = ("win_share",)
"""Roles of the tables that the worth of places and cards needs."""
SHOWN = 8
"""Places and cards at either end of the table."""


def tell(run: Run, folder: Path) -> None:
    """Write the metric table of a run into a folder, and print what it says."""
    from eoc_sim.analysis.stadium.things import side_by_side, things, write_metrics

    found = things(run)
    write_metrics(found, folder)
    every = side_by_side(found)
    _print_ends(every)
    _print_verdicts(every)


def _print_ends(found: pl.DataFrame) -> None:
    """The places and cards that most surely bring most and least once they are paid for."""
    from eoc_sim.cli.screen import say, table, within

    first, last = ends(found, "both_wins", SHOWN, "both_wins_all_low", "both_wins_all_high")
    if not first.height:
        return
    say(
        "Once paid for, what a place or card brings to whoever has it first, games less their "
        "twins (95 % intervals; the surest first and last; verdicts on all of them together):"
    )
    rest = found.height > first.height + last.height
    shown = [*first.iter_rows(named=True), *([None] if rest else []), *last.iter_rows(named=True)]
    table(
        (
            "place or card",
            "verdict",
            "wins in 100",
            "its points",
            "its effect",
            "points ahead",
            "twins",
        ),
        [
            ("...", *[""] * 6)
            if row is None
            else (
                row["label"],
                row["both_verdict"] or "?",
                within(row, "both_wins"),
                *(
                    within(row, f"{part}_wins") if row[f"{part}_games"] else "–"
                    for part in ("points", "effect")
                ),
                within(row, "both_margin"),
                str(row["both_games"]),
            )
            for row in shown
        ],
    )


def _print_verdicts(found: pl.DataFrame) -> None:
    """What is surest to bring much, and how many are decided."""
    from eoc_sim.cli.screen import say
    from eoc_sim.reports.stadium.things import sentences

    for sentence in sentences(found):
        say(sentence)
    few = found.filter(found["both_verdict"].is_null())
    if few.height:
        say(f"Too few twins to say anything: {', '.join(few['label'])}.")
