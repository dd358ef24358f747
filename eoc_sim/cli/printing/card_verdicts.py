"""Dead and dominating cards, for ``eoc-sim data check``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from eoc_sim.analysis.worth import (
    DEAD,
    DOMINATING,
    MAX_PLAYS_OF_DEAD_CARD,
    MIN_DRAFTS_OF_DOMINATING_CARD,
)
from eoc_sim.cli.screen import say, table
from eoc_sim.commands.card_verdicts import PLAYED_OF_OFFERED
from eoc_sim.commands.options import DEFAULT_SEED
from eoc_sim.counts import count, plural

if TYPE_CHECKING:
    from collections.abc import Mapping

    from eoc_sim.commands.check_data import CardUse


def print_card_use(use: CardUse) -> None:
    """Print the cards that stand out in games of the default line-up."""
    say()
    sample = f"{plural(use.games, 'game')} of {', '.join(use.line_up)}, seed {DEFAULT_SEED}"
    say(f"How {use.players} use the cards: {sample}")
    _print(use.cards)


def _print(cards: pl.DataFrame) -> None:
    """Print the cards that dominate, strongest first, then the dead ones."""
    meanings = {
        DOMINATING: "it is certain that being dealt this card adds enough wins to matter, and "
        f"that it is drafted in at least {MIN_DRAFTS_OF_DOMINATING_CARD:g} of 100 games in which "
        "it is offered.",
        DEAD: "it is certain that the card is played in at most "
        f"{MAX_PLAYS_OF_DEAD_CARD:g} of 100 games in which it is offered.",
    }
    notable_cards = cards.filter(pl.col("worth_verdict").is_in(list(meanings)))
    if notable_cards.is_empty():
        number = count(cards["worth_verdict"].count())
        say(f"None of the {number} cards is dead, and none dominates.")
    for verdict, meaning in meanings.items():
        say(f"{verdict.capitalize()}: {meaning}")
        rows = notable_cards.filter(pl.col("worth_verdict") == verdict)
        if not rows.is_empty():
            _print_cards(rows.sort("worth", descending=True))
        elif not notable_cards.is_empty():
            say("  none")
    if not notable_cards.is_empty():
        say(
            "In brackets: 95 % intervals; those for wins hold jointly for all cards, the others "
            "card by card."
        )


def _print_cards(cards: pl.DataFrame) -> None:
    """Print a row per card; narrow terminals get a line per number."""
    table(
        ("card", "wins in 100 if dealt", "drafted of 100 offered", "played of 100 offered"),
        [
            (
                row["label"],
                _estimate(row, "worth", "worth_all", "+"),
                _estimate(row, "taken", "taken"),
                _estimate(row, PLAYED_OF_OFFERED, PLAYED_OF_OFFERED),
            )
            for row in cards.iter_rows(named=True)
        ],
        stacked=True,
    )


def _estimate(row: Mapping[str, Any], name: str, ends: str, sign: str = "") -> str:
    """Format a value with its interval, as ``+2.9 (+1.7 to +4.0)``.

    A second decimal is added where one would hide the interval: ``0.00 (0.00 to 0.04)``.
    """
    low, high = row[f"{ends}_low"], row[f"{ends}_high"]
    form = f"{sign}.{1 if round(low, 1) < round(high, 1) else 2}f"
    return f"{row[name]:{form}} ({low:{form}} to {high:{form}})"
