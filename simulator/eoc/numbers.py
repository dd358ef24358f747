"""The editable numbers of Envelopes of Cash: cards, coaches and rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from eoc_sim.simulator.eoc.component_rows import CARDS, COST_COLUMNS, MAX_EC, MAX_EC_OF_COLOUR, Card
from eoc_sim.simulator.eoc.effect_codes import COUNTER_NONE, GAIN_NAMES
from eoc_sim.simulator.eoc.effect_language import NO_LIMIT, Clause, parse, phrase
from eoc_sim.simulator.eoc.switches import ORDER_WORDS
from eoc_sim.simulator.eoc.versions import Version
from eoc_sim.simulator.runs.component_numbers import EffectNumbers, switch_numbers, whole_number
from eoc_sim.simulator.runs.numbers import Number

STARS_PER_EC = 2.0
"""The rough value of an EC in stars.

It only affects which numbers are tried first.
"""
STARS_PER_BUCK = 1.2
"""The rough value of a BB in stars, for the same use."""
PARTS = {
    "amount": "{} of the effect",
    "pay_bucks": "BB to pay for {}",
    "pay_ec": "EC to pay for {}",
    "per": "things counted for {}",
    "up_to": "limit of {}",
}
"""The fields of a clause that may hold a number, in words."""


def numbers(version: Version) -> tuple[Number, ...]:
    """List every editable number of the version with its alternatives.

    These are the stars and prices of the cards in the deck, the numbers in the effects of cards and
    coaches, and the numeric switches that have an effect.
    """
    components = version.components
    cards = [card for card in components.cards if card.copies > 0]
    coaches = components.coaches if version.rules["coaches"] == "on" else ()
    return (
        *_card_numbers(cards),
        *_EFFECTS.numbers("card", "cards", cards, cards),
        *_EFFECTS.numbers("coach", "coaches", coaches, [*cards, *coaches]),
        *switch_numbers(version, _by_order),
    )


def _card_numbers(cards: Sequence[Card]) -> Iterator[Number]:
    prices = [float(ec) for card in cards for ec in card.cost if ec]
    for card in cards:
        yield from CARDS.numbers([card], cards)
        for column, ec in zip(COST_COLUMNS, card.cost, strict=True):
            other_ec = sum(card.cost) - ec
            minimum, maximum = int(not other_ec), min(MAX_EC - other_ec, MAX_EC_OF_COLOUR)
            yield whole_number(
                f"card.{card.number}.{column}",
                CARDS.label(card),
                column,
                ec,
                range(minimum, maximum + 1),
                prices,
                worth=-STARS_PER_EC,
                group=f"card.{card.number}.cost",
                dim="cards",
                row=card.number,
            )


def _used_fields(clause: Clause) -> list[str]:
    """List the fields of a clause that hold its numbers."""
    return [
        part
        for part in PARTS
        if part == "amount"
        or (
            0 < getattr(clause, part) < NO_LIMIT
            and not (part == "per" and clause.counter == COUNTER_NONE)
        )
    ]


_EFFECTS = EffectNumbers(PARTS, _used_fields, lambda clause: GAIN_NAMES[clause.gain], parse, phrase)


def _by_order(name: str) -> dict[str, Any]:
    """Describe a turn-order switch: what it gives in March, and its worth (SET-19)."""
    match = re.fullmatch(r"order_(bucks|stars)_([1-4])", name)
    if match is None:
        return {}
    worth = 1.0 if match[1] == "stars" else STARS_PER_BUCK
    order = int(match[2])
    gift = ("Booster Buck", "Booster Bucks") if match[1] == "bucks" else ("star", "stars")
    return {
        "order": order - 1,
        "worth": worth,
        "gift": (f"the {ORDER_WORDS[order - 1]} player starts with", *gift),
    }
