"""The cards of a match, its stands and its effects (MAT-4 to MAT-6)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import (
    CARDS,
    PASS,
    USE,
    card_strength,
    field_refusal,
    next_ability,
    stand_places,
    try_cards,
    unchecked,
)
from eoc_sim.strategies.eleven.planning.worth import weeks_left

FANS, FITNESS = 1, 3


@unchecked
def fill_stands(table, me, order):
    """Put as many fans on the stands as they hold."""
    order.fans = min(table.resources[me.seat, FANS], stand_places(table, me.seat))


@unchecked
def match_worth(table, params, card):
    """Return a card's worth in this match: strength, gloves and experience."""
    worth = params.strength_worth * (card_strength(table, card) - 1)
    if table.card_jersey[card] == 1:
        worth += params.strength_worth * (table.side_gloves[card] - 1)
    left = table.card_spaces[card] - table.experience[card]
    if table.is_trained[card] == 0 and 0 < left <= weeks_left(table):
        worth += params.youth_weight * (1.0 + 2.0 / left)
    return worth


@unchecked
def field_cards(table, me, params, order, most):
    """Assign the best cards as far as fitness lasts; return their number.

    They are at most ``most``.
    """
    seat = me.seat
    taken = 0
    number = 0
    for card in range(CARDS):
        order.fielded[card] = 0
    while number < min(most, table.resources[seat, FITNESS]):
        best = -1
        worth = 0.0
        for card in range(CARDS):
            if (
                order.fielded[card] == 1
                or (taken >> table.card_jersey[card]) & 1 == 1
                or field_refusal(table, seat, card) > 0
            ):
                continue
            rank = match_worth(table, params, card)
            if rank > worth:
                best = card
                worth = rank
        if best < 0:
            break
        order.fielded[best] = 1
        taken |= 1 << table.card_jersey[best]
        number += 1
    try_cards(table, me, order)
    return number


@unchecked
def effect(table, me, params, order):
    """Use every effect that costs nothing."""
    source = next_ability(table, me, order, 0)
    while source >= 0:
        clause = table.first_clause[source] + order.clause
        if table.clause[clause].pay_kind < 0:
            return USE
        for card in range(CARDS):
            order.chosen[card] = 0
        for marker in range(len(order.named)):
            order.named[marker] = 0
        source = next_ability(table, me, order, source + 1)
    return PASS
