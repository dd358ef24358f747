"""Unique cards: which sides are played, and the score with each card."""

from __future__ import annotations

from collections.abc import Iterator

from eoc_sim.analysis.eleven import unique_cards
from eoc_sim.reports.blocks import Block, Section, Shown
from eoc_sim.reports.eleven.results import MEAN, points_block
from eoc_sim.reports.findings import GAMES, Findings


def section(page: Findings) -> Section | None:
    """Show unique cards, if there are any."""
    if not unique_cards.is_on(page.run):
        return None
    return Section(
        "unique",
        "Unique cards",
        "Each manager is dealt two, and plays one on its positive and one on its negative side. "
        "Chance decides which two a manager gets, and the manager chooses the sides. The amounts "
        "on the cards are reconstructed."
        f"{page.under}",
        _blocks(page),
    )


def _blocks(page: Findings) -> Iterator[Block]:
    yield points_block(
        page,
        "VP of managers with each unique card",
        "Mean final VP of the managers who were dealt the card, with 95 % intervals.",
        unique_cards.cards(page.run),
        [
            Shown("label", "card", "", "text"),
            GAMES,
            Shown("score", "VP", f"of its manager: {MEAN}", "estimate"),
            *(
                Shown(
                    side,
                    f"{side} side",
                    f"per 100 times that the card was played: {MEAN}",
                    "estimate",
                )
                for side in unique_cards.SIDES
            ),
        ],
        value="score",
    )
