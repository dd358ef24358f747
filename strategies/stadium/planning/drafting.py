"""Draft: choosing a player to take, swap or cash in (ACT-17 to ACT-19)."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    CASH_MONEY,
    CASH_POINTS,
    MONEY,
    NOTHING,
    unchecked,
)
from eoc_sim.strategies.stadium.planning.cards import player_worth
from eoc_sim.strategies.stadium.planning.remembered import PLAYERS_CONSIDERED, THOUSAND, THRESHOLDS

PRICELESS = 1e6
"""More than any player is worth."""
FIVE_MILLION = 5


@unchecked
def least_valuable_player(table, me, params, rounds):
    """Return the owner's least valuable player, or -1 if there is none.

    Players are compared by their worth over the next ``rounds`` rounds.
    """
    seat = me.seat
    worst = -1
    if table.team_size[seat] == 0:
        return worst
    worth = PRICELESS
    for card in range(table.players):
        if table.team[seat, card] > 0:
            later_worth = player_worth(table, me, params, card, rounds)
            if later_worth < worth:
                worst = card
                worth = later_worth
    return worst


@unchecked
def cash_worth(table, me):
    """Return the better way to cash in a player, and its worth."""
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
def _rank_offer(me, worth, price):
    """Insert a player into the ranking of those on offer."""
    number = int(THOUSAND * worth)
    for index in range(PLAYERS_CONSIDERED):
        if number > me.offered[index]:
            number, me.offered[index] = me.offered[index] + 0, number
            price, me.offered_price[index] = me.offered_price[index] + 0, price


@unchecked
def list_offered(table, me, params, money):
    """Record the worth of the best players on offer, given this money."""
    for index in range(PLAYERS_CONSIDERED):
        me.offered[index] = 0
        me.offered_price[index] = 0
    rounds = me.rounds_left / THOUSAND
    worst = least_valuable_player(table, me, params, rounds)
    worst_worth = PRICELESS
    if worst >= 0:
        worst_worth = player_worth(table, me, params, worst, rounds)
        _rank_offer(me, max(0.0, cash_worth(table, me)[1] - worst_worth), 0)
    if table.area_size == 0:
        return
    for card in range(table.players):
        if table.area[card] == 0:
            continue
        worth_given_up = worst_worth
        price = 0
        signing = table.player_signing[card] + 0
        if signing <= money and signing * me.worth[MONEY] / THOUSAND < worth_given_up:
            worth_given_up = signing * me.worth[MONEY] / THOUSAND
            price = signing
        worth = player_worth(table, me, params, card, rounds) - worth_given_up
        for _ in range(table.area[card]):
            _rank_offer(me, max(0.0, worth), price)


@unchecked
def turned_up_worth(me, before):
    """Return the worth that one more turned-up player has for a VP.

    ``before`` is the number of VPs that draft before this one. Unknown players count only to
    the extent that they are worth more than the player that the VP would otherwise draft.
    """
    next_best = me.offered[before] if before < PLAYERS_CONSIDERED else 0
    step = 1
    while step < len(THRESHOLDS) - 1 and next_best > THOUSAND * THRESHOLDS[step]:
        step += 1
    low = THOUSAND * THRESHOLDS[step - 1]
    share = min(1.0, (next_best - low) / (THOUSAND * THRESHOLDS[step] - low))
    worth = me.turned_up[step - 1] + share * (me.turned_up[step] - me.turned_up[step - 1])
    return worth / THOUSAND
