"""What the formula alone says of a card, for the tool that learns what it should be multiplied by.
"""

from __future__ import annotations

from eoc_sim.strategies.eoc.planning.worth import clause_worth, worth_besides

A_TENTH = 10
"""Hundredths of a star."""


def appraise(table, me, params, order):
    """What the formula says that drafting ``order.card`` is worth, in hundredths of a star.

    ``order.number`` is one of the clauses of its effect, counted from 0, whatever was learnt about
    it; -1 is all but the effect: stars and price.
    """
    card = order.card
    if order.number < 0:
        return int(A_TENTH * worth_besides(table, params, card))
    clause = table.source_first[card] + order.number
    home = table.region[me.seat]
    worth = clause_worth(table, params, me.seat, home, table.month, clause)
    return int(A_TENTH * worth)
