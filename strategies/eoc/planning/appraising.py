"""The formula's value of a card, before learnt factors."""

from __future__ import annotations

from eoc_sim.strategies.eoc.planning.outlook import look_ahead
from eoc_sim.strategies.eoc.planning.worth import STAR, clause_worth, price_worth

HUNDREDTHS_PER_TENTH = 10
"""Hundredths of a star in a tenth, the unit of `worth`."""


def appraise(table, me, params, order):
    """Return the value of drafting ``order.card`` by the formula.

    The value is in hundredths of a star. An ``order.number`` of 0 or more requests that clause of
    the card's effect alone, without the learnt factor. -1 requests everything but the effect: stars
    and price.
    """
    card = order.card
    look_ahead(table, me, params)
    if order.number < 0:
        stars = STAR * table.card_stars[card]
        return int(HUNDREDTHS_PER_TENTH * (stars - price_worth(table, me, params, card)))
    clause = table.source_first[card] + order.number
    home = table.region[me.seat]
    worth = clause_worth(table, params, me.seat, home, table.month, me.signings / 10, clause)
    return int(HUNDREDTHS_PER_TENTH * worth)
