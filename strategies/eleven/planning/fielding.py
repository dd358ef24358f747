"""The cards for a match, its stands and its effects (MAT-4 to MAT-10)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import (
    CARDS,
    PASS,
    RESOURCES,
    USE,
    WINTER_KINDS,
    ability_cost,
    best_ability,
    card_strength,
    field_refusal,
    jersey_in_match,
    stand_places,
    try_cards,
    unchecked,
)
from eoc_sim.strategies.eleven.planning.worth import (
    FANS,
    FITNESS,
    OPERATION,
    unit_worth,
    weeks_left,
)

STAND_IN = WINTER_KINDS.index("stand-in") + 1
POINT = 1024.0
"""The value of an ability that is worth one league point."""
FIRST_OF_MATCH, LAST_OF_MATCH = 8, 10
"""The first and last moments of a match's abilities: `reveal` and `match`."""


@unchecked
def fill_stands(table, me, order):
    """Put as many fans in the stands as there is room for."""
    order.fans = min(table.resources[me.seat, FANS], stand_places(table, me.seat))


@unchecked
def match_worth(table, params, card):
    """Return a card's worth in this match: strength, gloves and experience."""
    worth = params.strength_worth * (card_strength(table, card) - 1)
    if jersey_in_match(table, card) == 1:
        worth += params.strength_worth * (table.side_gloves[card] - 1)
    spaces = table.card_spaces[card] - table.experience[card]
    if table.is_trained[card] == 0 and 0 < spaces <= weeks_left(table):
        worth += params.youth_weight * (0.5 + 1.0 / spaces)
    return worth


@unchecked
def field_cards(table, me, params, order, max_cards):
    """Assign the best cards while fitness lasts; return their number.

    At most ``max_cards`` cards are assigned. Cards with a stand-in token cost operation instead,
    as long as there is any.
    """
    seat = me.seat
    jerseys_taken = 0
    number = 0
    for card in range(CARDS):
        order.fielded[card] = 0
    fitness = table.resources[seat, FITNESS] + 0
    operation = table.resources[seat, OPERATION] + 0
    while number < max_cards:
        best = -1
        best_worth = 0.0
        for index in range(table.squad_size[seat]):
            card = table.squad[seat, index] + 0
            by_operation = operation > 0 and table.winter_token[card] == STAND_IN
            if (
                order.fielded[card] > 0
                or (fitness == 0 and not by_operation)
                or (jerseys_taken >> jersey_in_match(table, card)) & 1 == 1
                or field_refusal(table, seat, card) > 0
            ):
                continue
            worth = match_worth(table, params, card)
            if worth > best_worth:
                best = card
                best_worth = worth
        if best < 0:
            break
        if operation > 0 and table.winter_token[best] == STAND_IN:
            order.fielded[best] = 2
            operation -= 1
        else:
            order.fielded[best] = 1
            fitness -= 1
        jerseys_taken |= 1 << jersey_in_match(table, best)
        number += 1
    try_cards(table, me, order)
    return number


@unchecked
def put_resources(table, me, order):
    """Put the remaining resources on the cards whose abilities need them.

    Resources that no ability uses come back.
    """
    seat = me.seat
    for kind in range(1, RESOURCES):
        stock = table.resources[seat, kind] + 0
        if kind == FANS:
            stock -= order.fans
        for index in range(table.squad_size[seat]):
            card = table.squad[seat, index] + 0
            if (kind == FITNESS and order.fielded[card] == 1) or (
                kind == OPERATION and order.fielded[card] == 2
            ):
                stock -= 1
        for index in range(table.squad_size[seat]):
            card = table.squad[seat, index] + 0
            if order.fielded[card] == 0:
                continue
            if table.card_trained_only[card] == 1 and table.is_trained[card] == 0:
                continue
            first = table.first_clause[card] + 0
            for clause in range(first, first + table.clauses_of[card]):
                facts = table.clause[clause]
                resource = facts.pay_kind + 0
                if resource == FITNESS and table.winter_token[card] == STAND_IN:
                    resource = OPERATION
                cost = ability_cost(table, card, clause)
                if (
                    resource == kind
                    and FIRST_OF_MATCH <= facts.when <= LAST_OF_MATCH
                    and cost <= stock
                ):
                    order.put[card, kind] += cost
                    stock -= cost


@unchecked
def effect(table, me, params, order):
    """Use the ability that helps most, if it is worth its cost."""
    worth = best_ability(table, me, order) / POINT * params.point_worth
    if worth <= 0:
        return PASS
    clause = table.first_clause[order.source] + order.clause
    resource = table.clause[clause].pay_kind + 0
    cost = ability_cost(table, order.source + 0, clause)
    if resource >= 0 and worth < cost * unit_worth(params, resource):
        return PASS
    return USE
