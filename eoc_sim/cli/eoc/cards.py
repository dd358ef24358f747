"""What ``eoc-sim cards`` says of Envelopes of Cash: by chance's deals, and by twins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from eoc_sim.analysis.card_order import ends

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

    from eoc_sim.analysis.tables import Run

NEEDED = ("win_share", "played_month")
"""Roles of the tables that the worth of cards needs."""
SHOWN = 8
"""Cards at either end of a table."""
FEW_TWINS = 50
"""Twins below which a card is not ranked, if the cards in the middle have twice as many."""
SELDOM = 2.0
"""Cards played in fewer of 100 games are named."""


def tell(run: Run, folder: Path) -> None:
    """Write the metric tables of a run into a folder, and print what they say."""
    from eoc_sim.analysis.card_twins import write_metrics
    from eoc_sim.cli.screen import say
    from eoc_sim.reports.findings import Findings
    from eoc_sim.reports.sections.cards import sentences

    found, twins = Findings(run).cards
    assert twins is not None  # the command has played them
    write_metrics(found, twins, folder)
    if "worth" in found.columns:
        _print_dealt(found)
    _print_twins(found)
    _print_seldom(found)
    for sentence in sentences(found):
        say(sentence)


def _print_dealt(found: pl.DataFrame) -> None:
    """The strongest and the weakest cards by what being dealt them does."""
    from eoc_sim.cli.screen import estimate, within

    _print_ends(
        found,
        "worth",
        "Being dealt the card rather than another one, wins in 100 (95 % intervals; the surest "
        "first and last; verdicts on all cards together):",
        (
            ("verdict", lambda row: row["worth_verdict"] or "?"),
            ("wins in 100", lambda row: within(row, "worth")),
            ("luck taken off", lambda row: estimate(row, "shrunk")),
            ("stars ahead", lambda row: within(row, "worth_score")),
            ("drafted", lambda row: within(row, "drafted", 0)),
            ("played", lambda row: f"{row['played_games']}"),
        ),
    )


def _print_twins(found: pl.DataFrame) -> None:
    """The cards that most surely bring most and least once they are paid for."""
    from eoc_sim.cli.screen import say, within

    known = found.drop_nulls("twin_both_wins")
    few = fewer_twins(known["twin_both_games"])
    _print_ends(
        known.filter(~few),
        "twin_both_wins",
        "Once paid for, what the card brings to whoever plays it, wins in 100 (games less the same "
        "without it; the surest first and last; its price and its place are not in it):",
        (
            ("with both", lambda row: within(row, "twin_both_wins")),
            ("its stars", lambda row: within(row, "twin_stars_wins")),
            ("its effect", lambda row: within(row, "twin_effect_wins")),
            ("in stars", lambda row: within(row, "twin_both_score")),
            ("others' stars", lambda row: within(row, "twin_both_others_score")),
            ("games", lambda row: f"{row['twin_both_games']}"),
        ),
    )
    if few.any():
        say(f"Too few twins to be ranked: {', '.join(known.filter(few)['label'])}.")


def fewer_twins(games: pl.Series) -> pl.Series:
    """Which cards have too few games with twins to be ranked with the others."""
    middle: Any = games.median()
    return games < min(FEW_TWINS, (middle or 0) / 2)


def _print_ends(
    found: pl.DataFrame,
    by: str,
    text: str,
    columns: Sequence[tuple[str, Callable[[dict[str, Any]], str]]],
) -> None:
    """A table of the cards that are most surely first and last by a column."""
    from eoc_sim.cli.screen import say, table

    first, last = ends(found, by, SHOWN)
    if not first.height:
        return
    say(text)
    between: list[dict[str, Any]] = [{}] if found.height > first.height + last.height else []
    shown = [*first.iter_rows(named=True), *between, *last.iter_rows(named=True)]
    table(
        ("card", *(head for head, _ in columns)),
        [
            (row["label"], *(cell(row) for _, cell in columns))
            if row
            else ("...", *("" for _ in columns))
            for row in shown
        ],
    )


def _print_seldom(found: pl.DataFrame) -> None:
    """How surely the usual cards are known; the others by name."""
    import polars as pl

    from eoc_sim.cli.screen import say
    from eoc_sim.commands.telling import count

    share = 100 * pl.col("played_games") / pl.col("games")
    never = found.filter(pl.col("played_games") == 0)
    seldom = found.filter((pl.col("played_games") > 0) & (share < SELDOM))
    usual = found.filter(share >= SELDOM)
    widest = usual.select(
        ((pl.col("twin_both_wins_high") - pl.col("twin_both_wins_low")) / 2).max()
    ).item()
    if widest is not None:
        say(
            f"Of the {count(usual.height)} cards played in {SELDOM:g} of 100 games or more, what "
            f"both bring is known to ±{widest:.1f} wins in 100 or better."
        )
    if seldom.height:
        say(f"Played more seldom, and known less surely: {', '.join(seldom['label'])}.")
    if never.height:
        say(f"Never played, so nothing is known of them: {', '.join(never['label'])}.")
