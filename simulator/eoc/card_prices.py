"""Versions in which cards cost one EC less or one EC more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.errors import InputError
from eoc_sim.simulator.eoc.component_rows import COST_COLUMNS, MAX_EC
from eoc_sim.simulator.runs.arms import Vary

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.component_rows import Card
    from eoc_sim.simulator.eoc.versions import Version


def price_versions(version: Version, text: str) -> tuple[list[Vary], list[str]]:
    """Vary the prices of the cards in ``text``, a comma-separated list.

    Each price is lowered and raised by one EC in the card's most expensive colour, the first if
    tied. The second list explains each price that is left out.

    Raises:
        InputError: a card does not exist, is named twice, or has a price that the options set.
    """
    numbers = [part.strip() for part in text.split(",")]
    if not all(numbers):
        raise InputError(
            f'--price "{text}" should be card numbers separated by commas, such as 038,063.'
        )
    cards: list[Card] = []
    for number in numbers:
        card = version.components.card(number)
        if card in cards:
            raise InputError(f"--price names card {card.number} twice.")
        cards.append(card)
    changes, left_out = [], []
    for card in cards:
        main_colour = max(range(len(card.cost)), key=lambda colour: card.cost[colour])
        ec, column = card.cost[main_colour], COST_COLUMNS[main_colour]
        if f"card.{card.number}.{column}" in version.set_keys:
            raise InputError(
                f"--price {card.number} varies card.{card.number}.{column}, which is set for all "
                "versions; leave out one of the two settings."
            )
        lower = ec - 1 if sum(card.cost) > 1 else None
        higher = ec + 1 if sum(card.cost) < MAX_EC else None
        if lower is None:
            left_out.append(
                f"Card {card.number} is not played at a lower price: a card costs at least 1 EC."
            )
        if higher is None:
            left_out.append(
                f"Card {card.number} is not played at a higher price: it costs {sum(card.cost)} "
                f"EC, and a card costs at most {MAX_EC}."
            )
        values = tuple(str(price) for price in (lower, higher) if price is not None)
        changes.append(Vary(f"card.{card.number}.{column}", values))
    return changes, left_out
