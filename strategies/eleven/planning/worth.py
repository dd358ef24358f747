"""The worth of effects and things, in money of mid-season."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven.strategy_api import FIRST_STAFF, FIRST_TOKEN, unchecked

LEVEL = 5
"""The gain of a level; its target names the statistic."""
BUDGET = 7
UNITS = np.array(
    [
        *(1.0, 0.9, 0.7, 1.3, 3.0, 0.0, 2.2, 2.5, 0.5, 1.0, 3.0, -3.0, 3.5, 0.5, 0.4),
        *(3.0, 0.7, 0.1, 1.2, -1.0, 0.7, 0.4, 0.2, 0.8, 0.4, 0.3, 0.3, 2.0, 0.1, -1.0),
        *(2.0, 0.5, 0.3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    ]
)
"""Money that one of each gain is worth."""
ONCE = np.array([1.0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.0])
WEEKLY = np.array([0, 1.0, 0.7, 0.4, 0.3, 0.4, 0.3, 0.3, 0.3, 0.3, 0.3, 0.5, 0.5, 1.0, 1.0, 0.0])
"""Times that a moment comes: once, and in each week."""
ENOUGH = 7
"""Money beyond which more of it lies idle."""
COUNTED = 2.0
"""Things that a counter finds, as a guess."""


@unchecked
def weeks_left(table):
    """Count the matches to come, with this week's."""
    return table.rule_weeks - table.week + 1.0


@unchecked
def money_now(table, seat):
    """Return the worth of a money, which fades at the end.

    Idle money is worth less.
    """
    days = 3 * (table.rule_weeks - table.week) + max(0, 4 - table.day)
    idle = max(0, table.resources[seat, 0] - ENOUGH)
    return min(1.0, 0.2 + days / 6.0) / (1.0 + idle / 8.0)


@unchecked
def clause_worth(table, params, clause, weeks):
    """Return the worth of a clause in the weeks to come."""
    phrase = table.clause[clause]
    unit = UNITS[phrase.gain]
    if phrase.gain == 4:
        unit = params.vp_worth
    if phrase.gain == LEVEL:
        unit = UNITS[phrase.target - BUDGET] * max(0.0, weeks - 1)
    each = phrase.amount * unit
    if phrase.counter >= 0:
        each *= COUNTED / max(1, phrase.per)
    if phrase.pay_kind >= 0:
        each -= phrase.pay_amount * UNITS[phrase.pay_kind]
    times = ONCE[phrase.when] + WEEKLY[phrase.when] * weeks
    if phrase.when == 1:
        times -= 1
    return max(0.0, times) * each


@unchecked
def source_worth(table, params, source, weeks):
    """Return the worth of a source's effects in the weeks to come."""
    total = 0.0
    first = table.first_clause[source]
    for clause in range(first, first + table.clauses_of[source]):
        total += clause_worth(table, params, clause, weeks)
    return total


@unchecked
def staff_worth(table, seat, params, card, weeks):
    """Return the worth of a staff card: effects and sets."""
    alike = 0
    for place in range(table.held_count[seat, 1]):
        other = table.held[seat, 1, place] - FIRST_STAFF
        if table.staff_colour[other] == table.staff_colour[card - FIRST_STAFF]:
            alike += 1
    sets = table.staff_set_vp[min(7, alike + 1)] - table.staff_set_vp[min(7, alike)]
    hoped = 0.5 if weeks > 2 else 0.0
    return (
        source_worth(table, params, card, weeks)
        + params.staff_weight * params.vp_worth * (sets + hoped)
        - 0.5 * weeks
    )


@unchecked
def token_worth(table, params, token, weeks):
    """Return what a token brings: its effects and VP."""
    vp = table.token_vp[token - FIRST_TOKEN]
    return source_worth(table, params, token, weeks) + params.vp_worth * vp - 0.5 * weeks


@unchecked
def strength_rank(table, seat, card):
    """Count a manager's other cards that are at least as strong."""
    stronger = 0
    for other in range(len(table.owner)):
        if (
            other != card
            and table.owner[other] == seat
            and table.side_strength[other] >= table.side_strength[card]
        ):
            stronger += 1
    return stronger


@unchecked
def play_worth(table, seat, params, card, weeks):
    """Return what fielding a card is worth in the matches to come."""
    fielded = 1 + table.level[seat, 3]
    each = params.strength_worth * max(0, table.side_strength[card] - 1)
    if strength_rank(table, seat, card) >= fielded:
        each *= 0.3
    return each * weeks


@unchecked
def card_worth(table, me, params, card, weeks):
    """Return the worth of hiring a card, with its later sale."""
    seat = me.seat
    worth = params.squad_weight * play_worth(table, seat, params, card, weeks)
    strength = table.side_strength[card]
    spaces = table.card_spaces[card]
    if spaces == 0:
        return worth + (0.6 * (strength + 2) if weeks > 1 else 0.0) - 0.4 * weeks
    growing = 0
    for other in range(len(table.owner)):
        if table.owner[other] == seat and table.card_spaces[other] > 0:
            growing += 1 - table.is_trained[other]
    if spaces > weeks or growing > 3:
        return worth
    grown = (
        params.vp_worth * table.card_vp[card]
        + 0.7 * 5
        + params.strength_worth * (2 * (weeks - spaces))
    )
    return worth + params.youth_weight * grown - 0.4 * weeks
