"""What the formula alone says of a card, for the tool that learns what it should be multiplied by.
"""

from __future__ import annotations

from eoc_sim.strategies.eoc.planning.worth import card_worth, clause_worth, source_worth

A_TENTH = 10
"""Hundredths of a star."""


def appraise(table, me, params, order):
    """What the formula says that drafting ``order.card`` is worth, in hundredths of a star.

    ``order.number`` is one of the clauses of its effect, counted from 0, whatever was learnt about
    it; -1 is all but the effect: stars and price.
    """
    card = order.card
    if order.number < 0:
        rest = card_worth(table, me, params, card) - source_worth(table, me, params, card)
        return int(A_TENTH * rest)
    clause = table.source_first[card] + order.number
    return int(A_TENTH * clause_worth(table, me, params, clause))
