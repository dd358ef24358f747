"""What clauses of effects are worth."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    ACTION_MOMENT,
    FOOTBALL,
    GAIN_CARDS,
    SPACES,
    STAR,
    unchecked,
)
from eoc_sim.strategies.stadium.planning.remembered import THOUSAND

USUAL_CARDS = 3.0
"""Rounds before the end in which a drawn card has lost half its worth."""


@unchecked
def card_bonus_worth(me, params):
    """Points that a card bonus is worth now."""
    later = me.rounds_left / THOUSAND - 1
    return params.card_worth * later / (later + USUAL_CARDS)


@unchecked
def clause_worth(table, me, params, clause):
    """Points of a clause each time it acts; 0 of one that costs more than it gives."""
    token = table.clause_gain[clause]
    if token == GAIN_CARDS:
        worth = table.clause_amount[clause] * card_bonus_worth(me, params)
    else:
        worth = table.clause_amount[clause] * me.worth[token] / THOUSAND
    pay = table.clause_pay[clause]
    if pay >= 0:
        worth -= table.clause_price[clause] * me.worth[pay] / THOUSAND
    return max(0.0, worth)


@unchecked
def star_worth(table, me, params, source):
    """Points of an employee's star each time it is used (BON-5)."""
    worth = 0.0
    for clause in range(table.source_first[source], table.source_last[source]):
        if table.clause_moment[clause] == STAR:
            worth += clause_worth(table, me, params, clause)
    return worth


@unchecked
def standing_worth(table, me, params, source, rounds):
    """Points of what a source gives in so many rounds, at game time and on visits."""
    a_round = 0.0
    for clause in range(table.source_first[source], table.source_last[source]):
        moment = table.clause_moment[clause]
        if moment == FOOTBALL:
            a_round += clause_worth(table, me, params, clause)
        elif moment >= ACTION_MOMENT:
            often = params.visits * table.vps[me.seat] / SPACES
            a_round += often * clause_worth(table, me, params, clause)
    return rounds * a_round
