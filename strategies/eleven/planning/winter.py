"""The Winter Break of Epic: objectives, deals and tokens by their worth (EPI-4 to EPI-9)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import (
    BALL,
    CARDS,
    HIRE,
    PASS,
    SELL,
    SHIELD,
    WINTER_KINDS,
    ability_cost,
    card_strength,
    hire_price,
    jersey_in_match,
    unchecked,
    vp_of_objective,
    winter_act_refusal,
    winter_objective_refusal,
    winter_token_refusal,
)
from eoc_sim.strategies.eleven.planning.day import EXPECTED_VP, option_worth
from eoc_sim.strategies.eleven.planning.deals import assess_today
from eoc_sim.strategies.eleven.planning.worth import FITNESS, matches_left, unit_worth, weeks_left

CHEAP, NUMBER_12, NUMBER_13, ANY_SECTION, STAND_IN, STRENGTH_3, BALL_SECTION = range(7)
FIRST_GOAL, SHIELD_SECTION, IGNORE = range(7, len(WINTER_KINDS))
HALF_SEASON_SHARE = 0.06
"""The share of `EXPECTED_VP` that an objective brings in half a season."""
USES = 0.5
"""Expected uses of each ability of a card in a match."""
FORWARD_SCORING_CHANCE = 0.6
"""The chance that a good forward scores within a few matches."""
LITTLE = 0.1
"""A small gain in strength, for tokens that are of little use."""


def winter_objective(table, me, params, order):
    """Choose the objective to lay aside, with both halves in mind.

    The objective laid aside scores now, if fulfilled. The other counts in the second half.
    """
    order.card = me.offered[0]
    advantage = vp_of_objective(table, me.seat, me.offered[0] + 0) - vp_of_objective(
        table, me.seat, me.offered[1] + 0
    )
    advantage -= HALF_SEASON_SHARE * (
        EXPECTED_VP[table.objective_measure[me.offered[0]]]
        - EXPECTED_VP[table.objective_measure[me.offered[1]]]
    )
    if advantage < 0:
        order.card = me.offered[1]
    if winter_objective_refusal(table, me, order.card + 0) > 0:
        order.card = me.offered[0] + me.offered[1] - order.card
    return 1


@unchecked
def weigh_deal(table, me, params, order, kind, card, best_worth, today):
    """Keep a legal deal that is worth more than ``best_worth``."""
    price = hire_price(table, me.seat, card) if kind == HIRE else 0
    worth = option_worth(table, me, params, kind, card, 0, price, today)
    if worth <= best_worth:
        return best_worth
    original = order.card + 0
    order.card = card
    if winter_act_refusal(table, me.seat, kind, order) > 0:
        order.card = original
        return best_worth
    order.kind = kind
    return worth


def winter_act(table, me, params, order):
    """Make the deal that is worth most, if it covers its cost."""
    order.kind = PASS
    if params.spends == 0:
        return PASS
    today = assess_today(table, me, params)
    maximum = 0.0
    for row in range(2):
        for index in range(table.area_count[row]):
            card = table.area[row, index] + 0
            maximum = weigh_deal(table, me, params, order, HIRE, card, maximum, today)
    for card in range(CARDS):
        if table.owner[card] == me.seat:
            maximum = weigh_deal(table, me, params, order, SELL, card, maximum, today)
    return order.kind


@unchecked
def is_replaceable(table, seat, card):
    """Check if another card has the same jersey and no less strength.

    Only other cards of the same manager are rivals for its place.
    """
    for rival_card in range(CARDS):
        if (
            rival_card != card
            and table.owner[rival_card] == seat
            and jersey_in_match(table, rival_card) == jersey_in_match(table, card)
            and card_strength(table, rival_card) >= card_strength(table, card)
        ):
            return True
    return False


@unchecked
def saving_of(table, params, card):
    """Return a `CHEAP` token's saving on a card, in money per match."""
    saving = 0.0
    for clause in range(
        table.first_clause[card], table.first_clause[card] + table.clauses_of[card]
    ):
        facts = table.clause[clause]
        if facts.pay_kind >= 0 and ability_cost(table, card, clause) > 0:
            saving += USES * unit_worth(params, facts.pay_kind + 0)
    return saving


@unchecked
def gain_of(table, me, params, kind, card):
    """Return a token's worth on a card in a match, in money."""
    strength = card_strength(table, card)
    gain = LITTLE
    if kind == STRENGTH_3:
        gain = max(0.0, 3.0 - strength)
    elif kind == FIRST_GOAL:
        gain = FORWARD_SCORING_CHANCE if table.card_side[card] == BALL and strength > 1 else LITTLE
    elif kind == NUMBER_12 or kind == NUMBER_13:
        gain = max(LITTLE, strength - 1.0) if is_replaceable(table, me.seat, card) else LITTLE
    elif kind == CHEAP:
        return saving_of(table, params, card)
    elif kind == STAND_IN:
        return 0.5 * unit_worth(params, FITNESS) + LITTLE * strength
    elif kind == ANY_SECTION:
        gain = LITTLE * strength
    elif kind == BALL_SECTION or kind == SHIELD_SECTION:
        side = BALL if kind == BALL_SECTION else SHIELD
        gain = LITTLE * strength if table.card_side[card] != side else 0.0
    return params.strength_worth * gain


@unchecked
def best_card(table, me, params, order, token, number_placed):
    """Find the best card for a token, and return the token's worth.

    The card is stored in ``order.card``. Cards with one of the first ``number_placed`` tokens are
    left out.
    """
    maximum = 0.0
    order.card = -1
    weeks = weeks_left(table)
    for card in range(CARDS):
        free = winter_token_refusal(table, me.seat, token, card) == 0
        for placed in range(number_placed):
            free = free and order.placed[placed] != card + 1
        if not free:
            continue
        worth = gain_of(table, me, params, table.winter_kind[token] + 0, card)
        worth *= matches_left(table, card, weeks)
        if worth > maximum:
            maximum = worth
            order.card = card
    return maximum


def winter_pick(table, me, params, order):
    """Take the winter token that is worth most on the manager's cards."""
    maximum = -1.0
    for index in range(table.winter_shown_count):
        if table.winter_shown[index] < 0:
            continue
        worth = best_card(table, me, params, order, table.winter_shown[index] + 0, 0)
        if worth > maximum:
            maximum = worth
            order.amount = index
    return 1


def winter_place(table, me, params, order):
    """Place each winter token where it is worth most."""
    for index in range(table.winter_held_count[me.seat]):
        best_card(table, me, params, order, table.winter_held[me.seat, index] + 0, index)
        order.placed[index] = order.card + 1
    return 1
