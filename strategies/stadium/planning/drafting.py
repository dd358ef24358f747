"""Draft: which player to take, to swap or to cash in (ACT-17 to ACT-19)."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    CASH_MONEY,
    CASH_POINTS,
    DRAFT_PLAYER,
    MONEY,
    NOTHING,
    SWAP_PLAYER,
    unchecked,
)
from eoc_sim.strategies.stadium.planning.cards import player_worth
from eoc_sim.strategies.stadium.planning.outlook import look
from eoc_sim.strategies.stadium.planning.remembered import OFFERED, THOUSAND

DEAR = 1e6
"""More than any player is worth."""
FIVE_MILLION = 5


@unchecked
def least_player(table, me, params):
    """The own player that is worth least, -1 if there is none."""
    seat = me.seat
    least = -1
    if table.team_size[seat] == 0:
        return least
    worth = DEAR
    for card in range(table.players):
        if table.team[seat, card] > 0:
            here = player_worth(table, me, params, card)
            if here < worth:
                least = card
                worth = here
    return least


@unchecked
def cash_worth(table, me):
    """Points of the better token of the draft area, and what taking it is."""
    kind = NOTHING
    worth = 0.0
    if table.point_tokens_left > 0:
        kind = CASH_POINTS
        worth += table.point_token_value[table.point_token_count - table.point_tokens_left]
    money = FIVE_MILLION * me.worth[MONEY] / THOUSAND
    if table.five_million_left > 0 and money > worth:
        kind = CASH_MONEY
        worth = money
    return kind, worth


@unchecked
def _list(me, worth):
    """Put a worth in its place among the best ones on offer."""
    number = int(THOUSAND * worth)
    for place in range(OFFERED):
        if number > me.offered[place]:
            number, me.offered[place] = me.offered[place] + 0, number


@unchecked
def list_offered(table, me, params, money):
    """Note what the best players on offer are worth to whoever has so much money for them."""
    for place in range(OFFERED):
        me.offered[place] = 0
    least = least_player(table, me, params)
    least_worth = DEAR
    if least >= 0:
        least_worth = player_worth(table, me, params, least)
        _list(me, max(0.0, cash_worth(table, me)[1] - least_worth))
    if table.area_size == 0:
        return
    for card in range(table.players):
        if table.area[card] == 0:
            continue
        price = least_worth
        if table.player_signing[card] <= money:
            price = min(price, table.player_signing[card] * me.worth[MONEY] / THOUSAND)
        worth = player_worth(table, me, params, card) - price
        for _ in range(table.area[card]):
            _list(me, max(0.0, worth))


def draft(table, me, params, order):
    """What is worth most: to draft a player, to swap or to cash in the least of one's own."""
    look(table, me, params)
    seat = me.seat
    least = least_player(table, me, params)
    least_worth = DEAR
    action = NOTHING
    most = 0.0
    if least >= 0:
        order.give = least
        least_worth = player_worth(table, me, params, least)
        kind, worth = cash_worth(table, me)
        if worth > least_worth:
            action = kind
            most = worth - least_worth
    if table.area_size == 0:
        return action
    for card in range(table.players):
        if table.area[card] == 0:
            continue
        worth = player_worth(table, me, params, card)
        signing = table.player_signing[card]
        drafted = worth - signing * me.worth[MONEY] / THOUSAND
        if signing <= table.tokens[seat, MONEY] and drafted > most:
            action = DRAFT_PLAYER
            most = drafted
            order.card = card
        if worth - least_worth > most:
            action = SWAP_PLAYER
            most = worth - least_worth
            order.card = card
    return action
