"""VPs on Train, Playbook, Build and Draft, and payments for effects (ACT, EFF-2)."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    BUILD_BLOCK,
    CATEGORIES,
    CHANGE,
    DRAFT,
    DRAFT_PLAYER,
    EQUIPMENT,
    MONEY,
    NOTHING,
    PLAY_BLOCK,
    SWAP_PLAYER,
    TAKE_WIN,
    WINS,
    most_times,
    salaries_due,
)
from eoc_sim.strategies.stadium.planning.blocks import (
    best_square,
    ending_worth,
    open_category,
    square_worth,
)
from eoc_sim.strategies.stadium.planning.cards import player_worth
from eoc_sim.strategies.stadium.planning.clauses import clause_worth
from eoc_sim.strategies.stadium.planning.drafting import (
    PRICELESS,
    cash_worth,
    least_valuable_player,
)
from eoc_sim.strategies.stadium.planning.foresight import plan_build, times_to_train, win_worth
from eoc_sim.strategies.stadium.planning.outlook import look
from eoc_sim.strategies.stadium.planning.remembered import THOUSAND
from eoc_sim.strategies.stadium.planning.standing import count_standing, money_to_come


def train(table, me, params, order):
    """Choose how many times to train.

    If training costs equipment, `times_to_train` decides how much of it to spend. Otherwise, train
    as often as possible if that is worthwhile.
    """
    look(table, me, params)
    clause = table.train_clause
    times = most_times(table, me.seat, clause)
    if table.clause_pay[clause] == EQUIPMENT:
        times = min(times, times_to_train(table, me, params, table.tokens[me.seat, EQUIPMENT] + 0))
    elif clause_worth(table, me, params, clause) <= 0:
        times = 0
    order.amount = times
    return 1 if times > 0 else NOTHING


def playbook(table, me, params, order):
    """Take the best square if it is worth more than a win."""
    look(table, me, params)
    seat = me.seat
    category = open_category(table, seat)
    if category == CATEGORIES or table.blocks_left[seat] == 0:
        return TAKE_WIN
    wins = table.tokens[seat, WINS]
    equipment = table.tokens[seat, EQUIPMENT]
    money = table.tokens[seat, MONEY]
    place = best_square(table, me, category, wins, equipment, money)
    if place < 0:
        return TAKE_WIN
    worth = square_worth(table, me, place, wins, equipment, money)
    if table.blocks_left[seat] == 1:
        worth += ending_worth(table, me, params, table.place_points[place])
    if worth <= win_worth(table, me):
        return TAKE_WIN
    order.place = place
    return PLAY_BLOCK


def build(table, me, params, order):
    """Build the best building, or turn spare money into construction."""
    look(table, me, params)
    standing_vps = count_standing(table, me.seat)
    exchanges, place = plan_build(table, me, params, standing_vps)
    if place >= 0:
        order.place = place
        return BUILD_BLOCK
    order.amount = (
        min(exchanges, most_times(table, me.seat, table.build_clause)) if exchanges > 0 else 0
    )
    return CHANGE if order.amount > 0 else NOTHING


def draft(table, me, params, order):
    """Draft, swap or cash in, if one of these is worthwhile.

    A swap or cash-in gives away the owner's least valuable player.
    """
    look(table, me, params)
    seat = me.seat
    rounds = me.rounds_left / THOUSAND
    worst = least_valuable_player(table, me, params, rounds)
    least_worth = PRICELESS
    action = NOTHING
    maximum = 0.0
    if worst >= 0:
        order.give = worst
        least_worth = player_worth(table, me, params, worst, rounds)
        kind, worth = cash_worth(table, me)
        if worth > least_worth:
            action = kind
            maximum = worth - least_worth
    if table.area_size == 0:
        return action
    spare = table.tokens[seat, MONEY] + money_to_come(me, count_standing(table, seat), DRAFT + 1)
    spare += me.income[MONEY] - salaries_due(table, seat)
    for card in range(table.players):
        if table.area[card] == 0:
            continue
        worth = player_worth(table, me, params, card, rounds)
        signing = table.player_signing[card]
        draft_gain = worth - signing * me.worth[MONEY] / THOUSAND
        draft_gain -= params.unpaid_cost * max(0, signing - max(0, spare))
        if signing <= table.tokens[seat, MONEY] and draft_gain > maximum:
            action = DRAFT_PLAYER
            maximum = draft_gain
            order.card = card
        if worth - least_worth > maximum:
            action = SWAP_PLAYER
            maximum = worth - least_worth
            order.card = card
    return action


def exchange(table, me, params, order):
    """Exchange as often as salaries allow, if the clause is profitable."""
    look(table, me, params)
    clause = table.effect_clause
    if clause_worth(table, me, params, clause) <= 0:
        return NOTHING
    times = most_times(table, me.seat, clause)
    if table.clause_pay[clause] == MONEY and table.clause_price[clause] > 0:
        standing_vps = count_standing(table, me.seat)
        spare = table.tokens[me.seat, MONEY] + money_to_come(me, standing_vps, 0)
        spare -= salaries_due(table, me.seat)
        times = min(times, max(0, spare) // table.clause_price[clause])
    order.amount = times
    return 1
