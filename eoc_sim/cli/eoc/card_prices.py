"""The sweep that plays cards with one EC less and one EC more in their price."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from eoc_sim.cli.options import GameOptions, RunOptions
from eoc_sim.errors import InputError

if TYPE_CHECKING:
    from eoc_sim.simulator.eoc.components import Card
    from eoc_sim.simulator.eoc.versions import Version


def price_sweep(
    version: Version, text: str, asked: GameOptions, how: RunOptions
) -> tuple[str, list[str]]:
    """The command line of a sweep over the prices of the cards in ``text``, with commas between.

    Of each card the EC of its dearest colour (of several the first), less one and more one; by
    all other options the same games. With it a sentence for each price that no card may have.

    Raises:
        InputError: there is no such card, or it is named twice, or the options set its price.
    """
    from eoc_sim.simulator.eoc.component_rows import COST_COLUMNS, MOST_EC, MOST_EC_OF_A_COLOUR

    numbers = [one.strip() for one in text.split(",")]
    if not all(numbers):
        raise InputError(f'--price "{text}" should be card numbers with commas, such as 038,063.')
    found: list[Card] = []
    for number in numbers:
        card = version.components.card(number)
        if card in found:
            raise InputError(f"--price names card {card.number} twice.")
        found.append(card)
    words, left_out = ["eoc-sim", "sweep"], []
    for card in found:
        dearest = max(range(len(card.cost)), key=lambda colour: card.cost[colour])
        ec, column = card.cost[dearest], COST_COLUMNS[dearest]
        if f"card.{card.number}.{column}" in version.fixed:
            raise InputError(
                f"--price {card.number} varies card.{card.number}.{column}, which is set for all "
                "versions; give one of the two."
            )
        fewer = ec - 1 if sum(card.cost) > 1 else None
        more = ec + 1 if ec < MOST_EC_OF_A_COLOUR and sum(card.cost) < MOST_EC else None
        if fewer is None:
            left_out.append(
                f"Card {card.number} is not played cheaper: a card costs 1 EC at least."
            )
        if more is None:
            left_out.append(
                f"Card {card.number} is not played dearer: it costs {sum(card.cost)} EC, and a "
                f"card costs {MOST_EC} at most."
            )
        values = ",".join(str(one) for one in (fewer, more) if one is not None)
        words += ["--vary", f"card.{card.number}.{column}={values}"]
    return shlex.join([*words, *_options(asked, how)]), left_out


def _options(asked: GameOptions, how: RunOptions) -> list[str]:
    """The options that make the same games."""
    values: list[tuple[str, Any]] = [
        ("--seats", asked.seats), ("--players", asked.players), ("--rules", asked.rules),
        *(("--set", one) for one in asked.settings), ("--data", asked.data),
        *(("--card", one) for one in asked.card),
        *(("--change", one) for one in asked.change), ("--seed", asked.seed),
        ("--seating", asked.seating), ("--games", how.games),
    ]
    return [word for name, value in values if value is not None for word in (name, str(value))]
