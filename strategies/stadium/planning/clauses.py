"""The worth of effect clauses."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    ACTION_MOMENT,
    FOOTBALL,
    GAIN_CARDS,
    MONEY,
    SPACES,
    STAR,
    WINS,
    unchecked,
)
from eoc_sim.strategies.stadium.planning.remembered import EXTRA_WINS, THOUSAND

IMAGINED_ROUNDS = 2.0
"""The number of imagined rounds that count beside the real ones.

In these rounds visits are spread evenly over the spaces.
"""
CARD_HALVING_ROUNDS = 3.0
"""With this number of later rounds, a drawn card is worth half.

Later rounds are those after the current one. The full worth is ``params.card_worth``; a card is
worth nearly that much while the end of the game is still far off.
"""


@unchecked
def card_bonus_worth(me, params):
    """Return the points that a card bonus is worth now."""
    later = me.rounds_left / THOUSAND - 1
    return params.card_worth * later / (later + CARD_HALVING_ROUNDS)


@unchecked
def clause_worth(table, me, params, clause):
    """Return the points that a clause gains each time, at least 0."""
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
    """Return the worth of one use of an employee's star (BON-5)."""
    worth = 0.0
    for clause in range(table.source_first[source], table.source_last[source]):
        if table.clause_moment[clause] == STAR:
            worth += clause_worth(table, me, params, clause)
    return worth


@unchecked
def _field_worth(me, wins):
    """Return the field's worth with ``wins`` more wins than expected."""
    step = 1
    while step < len(EXTRA_WINS) - 1 and wins > EXTRA_WINS[step]:
        step += 1
    low = EXTRA_WINS[step - 1]
    share = min(1.0, (wins - low) / (EXTRA_WINS[step] - low))
    return me.promise[step - 1] + share * (me.promise[step] - me.promise[step - 1])


@unchecked
def wins_worth(me, params, wins, rounds):
    """Return the total worth of ``wins`` wins in each of ``rounds`` rounds.

    They count for squares and at Tickets. Wins at the last game time come too late for a square.
    """
    gain = (_field_worth(me, wins * max(0.0, rounds - 1)) - _field_worth(me, 0.0)) / THOUSAND
    worth = params.win_weight * params.field_weight * gain
    worth += params.win_tickets * wins * rounds * max(0.0, rounds - 1)
    if me.few_wins > 0:
        worth += params.first_wins * wins * me.worth[MONEY] / THOUSAND
    return worth


@unchecked
def usual_visits(table, me, params, space):
    """Estimate an owner's visits to an action space per round.

    Each VP placed there is a visit. The estimate starts equal for all spaces and approaches the
    rate so far.
    """
    any_space = IMAGINED_ROUNDS * table.vps[me.seat] / SPACES
    rounds = IMAGINED_ROUNDS + table.round - 1
    return params.visits * (me.visited[space] + any_space) / rounds


@unchecked
def standing_worth(table, me, params, source, rounds):
    """Return the worth of a source's gains over several rounds.

    They come at game time and on visits to action spaces.
    """
    per_round = 0.0
    wins = 0
    for clause in range(table.source_first[source], table.source_last[source]):
        moment = table.clause_moment[clause]
        if moment == FOOTBALL:
            if table.clause_gain[clause] == WINS and table.clause_pay[clause] < 0:
                wins += table.clause_amount[clause]
            else:
                per_round += clause_worth(table, me, params, clause)
        elif moment >= ACTION_MOMENT:
            visits = usual_visits(table, me, params, moment - ACTION_MOMENT)
            per_round += visits * clause_worth(table, me, params, clause)
    worth = rounds * per_round
    if wins > 0 and rounds > 0:
        worth += wins_worth(me, params, wins, rounds)
    return worth
