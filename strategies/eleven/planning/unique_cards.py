"""Unique cards: the side on which a planner plays each of them."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven.strategy_api import FIRST_UNIQUE, unchecked
from eoc_sim.strategies.eleven.planning.worth import source_worth

GOOD, BAD = 0, 1
CONSEQUENCES = 2
"""The subject number of cards that change consequences."""
UNIT_WORTHS = np.array([2.0, -8.0, 0.0, 2.0, 0.3, -0.7, 0.0, -2.0])
"""The worth of one unit over a season, in money, by subject.

The subject of a unique card is what it changes, by a number of units.
"""
CONSEQUENCES_WORTH = np.array([3.0, -4.0])
"""A card that changes consequences is worth this much money, by side."""


@unchecked
def side_worth(table, params, card, side):
    """Return the money that a unique card's side is worth."""
    subject = table.unique_subject[card]
    if subject == CONSEQUENCES:
        return CONSEQUENCES_WORTH[side]
    effects = source_worth(table, params, FIRST_UNIQUE + 2 * card + side, float(table.rule_weeks))
    return UNIT_WORTHS[subject] * table.unique_adds[card, side] + effects


def unique_side(table, me, params, order):
    """Choose the card whose good side makes the better pair."""
    card, other_card = table.unique_cards[me.seat, 0] + 0, table.unique_cards[me.seat, 1] + 0
    first = side_worth(table, params, card, GOOD) + side_worth(table, params, other_card, BAD)
    second = side_worth(table, params, other_card, GOOD) + side_worth(table, params, card, BAD)
    order.card = card if first >= second else other_card
    return 1
