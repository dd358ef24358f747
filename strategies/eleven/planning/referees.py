"""Referees: the worth of their effects, their dice and their tokens (REF)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import BALL, CARDS, KEEP, REROLL, SHIELD, unchecked
from eoc_sim.strategies.eleven.planning.fielding import match_worth
from eoc_sim.strategies.eleven.planning.worth import FANS, unit_worth

UNJUST, METICULOUS, INEXPERIENCED, FRIENDLY, GOAL_EAGER, PERFECTIONIST = range(6)
UPPER = 0
"""The upper half of a referee's card, as in `table.row_half`."""
SIXTH = 1 / 6
GOAL_POINTS = 0.6
"""Points that a goal is worth, on average."""
BALL_CARD_GOALS = 0.4
"""The mean number of goals by a ball card in a match."""


@unchecked
def fits(table, card, row):
    """Check if a card's tag is in a row."""
    tag = table.card_tag[card]
    return (
        table.row_tags[row, 0] == tag
        or table.row_tags[row, 1] == tag
        or table.row_tags[row, 2] == tag
    )


@unchecked
def least_match_worth(table, me, params, row):
    """Return the least match worth of fielded cards that fit a row."""
    minimum = 1e9
    for index in range(11):
        card = table.fielded[me.seat, index]
        if card >= 0 and fits(table, card, row):
            minimum = min(minimum, match_worth(table, params, card))
    return minimum if minimum < 1e9 else 0.0


@unchecked
def effect_on_card(table, params, card, referee, acting_half):
    """Estimate a referee's effect on a matching card, in money.

    ``acting_half`` is the half of the referee's card that acts.
    """
    ball = table.card_side[card] == BALL
    goal = GOAL_POINTS * params.point_worth
    if referee == UNJUST:
        return 0.0 if acting_half == UPPER else -SIXTH * goal
    if referee == METICULOUS:
        if acting_half == UPPER:
            return -0.1 * params.point_worth
        return -0.14 * params.point_worth if table.card_side[card] == SHIELD else 0.0
    if referee == INEXPERIENCED:
        untrained = table.card_spaces[card] > 0 and table.is_trained[card] == 0
        return -1.0 if acting_half != UPPER and untrained else 0.0
    if referee == FRIENDLY:
        return 0.1 * params.point_worth if acting_half != UPPER or ball else 0.0
    if referee == GOAL_EAGER:
        if not ball:
            return 0.0
        return (
            BALL_CARD_GOALS * unit_worth(params, FANS)
            if acting_half == UPPER
            else BALL_CARD_GOALS * goal
        )
    return 0.05 * params.point_worth


@unchecked
def referee_worth(table, me, params, row, referee):
    """Estimate a referee's effect on a match, in money."""
    acting_half = table.row_half[row]
    total = 0.0
    for index in range(11):
        card = table.fielded[me.seat, index]
        if card >= 0 and fits(table, card, row):
            total += effect_on_card(table, params, card, referee, acting_half)
    if referee == UNJUST and acting_half == UPPER:
        total -= least_match_worth(table, me, params, row)
    return total


@unchecked
def reroll_referee(table, me, params, order, price):
    """Re-roll the more promising die, if that is worth its cost."""
    if price > params.referee_reroll:
        return KEEP
    row = table.dice[0] - 1
    referee = table.dice[1] - 1
    now = referee_worth(table, me, params, row, referee)
    by_row = -now
    for roll in range(12):
        by_row += referee_worth(table, me, params, roll, referee) / 12
    by_referee = -now
    for roll in range(6):
        by_referee += referee_worth(table, me, params, row, roll) / 6
    if max(by_row, by_referee) <= price:
        return KEEP
    order.die = 0 if by_row > by_referee else 1
    return REROLL


def suspend(table, me, params, order):
    """Name the matching card that is worth least on the field."""
    minimum = 1e9
    for card in range(CARDS):
        if table.owner[card] == me.seat and table.refereed[card] != 0:
            worth = match_worth(table, params, card)
            if worth < minimum:
                minimum = worth
                order.card = card
    return 1
