"""The turn: benefits and purchases, then runners, steps, bets and marketing."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import (
    BAN_BET,
    BAN_PAID_MOVE,
    BAN_RUNNER,
    BET,
    COLOURS,
    END_TURN,
    MARKET,
    MARKETING_COST,
    MONTHS,
    RUNNER,
    WHEN_MARKET,
    has_ban,
    mat_total,
    unchecked,
)
from eoc_sim.strategies.eoc.planning.purchases import buy
from eoc_sim.strategies.eoc.planning.remembered import (
    AIM_AT,
    CANDIDATES,
    EARLY_CAMPAIGN,
    MORE_RUNNERS,
    NO_RUNNERS,
    STEPS_BEFORE_BETS,
    is_chosen,
    reopen,
)
from eoc_sim.strategies.eoc.planning.routes import choose_aim, due, go_and_sign, plan
from eoc_sim.strategies.eoc.planning.triggers import BUYING, DRIVING, SENDING, SPENT, next_trigger
from eoc_sim.strategies.eoc.planning.upgrades import accept_upgrades
from eoc_sim.strategies.eoc.planning.worth import value_cards

CARRIED_EC_WORTH = 25
"""The worth of an EC that a runner carries."""
TARGET_BONUS = 13
"""The bonus for a package on the target."""
CHOICE_BONUS = 200
"""The further bonus if a search chose the target."""
FEW_EC = 2
"""The minimum EC per runner if MORE_RUNNERS or AIM_AT is chosen."""
MAX_STARS = 8
"""The most stars that one campaign can buy (ACT-8)."""
LOW_NUMBERS = 3
"""The highest number bet on; bets cycle through 1 to this number."""


@unchecked
def _send_runner(table, me, params, order):
    """Send leftover EC to the recruit that they serve best.

    The result is 0 if too few EC can be sent to be worth the fee.
    """
    seat = me.seat
    best = -1
    best_worth = 0.0
    minimum = 1 if table.free_runners[seat] > 0 else params.runner_least
    if is_chosen(table, me, MORE_RUNNERS) or is_chosen(table, me, AIM_AT):
        minimum = FEW_EC
    if is_chosen(table, me, NO_RUNNERS):
        return 0
    for index in range(CANDIDATES):
        spot = me.candidate[index] + 0
        if spot < 0 or table.spot_owner[spot] >= 0:
            continue
        state = table.spot_state[spot]
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        carried_ec = min(table.mat[seat, first], due(table, seat, spot, first))
        if second >= 0:
            carried_ec += min(table.mat[seat, second], due(table, seat, spot, second))
        worth = CARRIED_EC_WORTH * carried_ec + me.candidate_worth[index] / 4
        if spot == me.target:
            worth += TARGET_BONUS
            if is_chosen(table, me, AIM_AT):
                worth += CHOICE_BONUS
        if carried_ec >= minimum and worth > best_worth:
            best_worth = worth
            best = spot + 0
    if best < 0:
        return 0
    order.spot = best
    for colour in range(COLOURS):
        order.give[colour] = min(
            table.mat[seat, colour],
            table.spot_cost[best, colour] - table.package[seat, best, colour],
        )
    return RUNNER


@unchecked
def _markets_early(table, me, params):
    """Check if this month's campaign comes before purchases and runners."""
    return int(params.market_early) > 0 or is_chosen(table, me, EARLY_CAMPAIGN)


@unchecked
def _campaign(table, me, params, order):
    """Order this month's marketing unless keeping the BB is better (ACT-8).

    The result is 0 if there is no campaign.
    """
    seat = me.seat
    bucks = table.bucks[seat]
    campaigns = MONTHS - table.month + 2
    early = _markets_early(table, me, params) or table.active_count[seat, WHEN_MARKET] > 0
    if table.marketed[seat] == 1 or bucks < 1 or (bucks < campaigns and not early):
        return 0
    stars = 1
    while stars < MAX_STARS and (
        MARKETING_COST[stars + 1] + (campaigns - 1) * MARKETING_COST[stars] <= bucks
    ):
        stars += 1
    order.number = stars
    accept_upgrades(table, me, params, order, WHEN_MARKET, -1, -1, -1, MARKETING_COST[stars])
    return MARKET


@unchecked
def _bet(table, me, order):
    """Bet a third of the leftovers on a low number (ACT-9).

    The colour is the one that the plan and the calendar's cards still need most.
    """
    best = 0
    for colour in range(1, COLOURS):
        if me.need[colour] > me.need[best]:
            best = colour
    order.colour = best
    order.number = 1 + me.bets_made % LOW_NUMBERS
    stock = mat_total(table, me.seat) + table.free_bets[me.seat]
    order.tokens = (stock + LOW_NUMBERS - 1) // LOW_NUMBERS
    # Later tokens go on the next number, and sooner or later on another colour.
    me.bets_made += 1
    me.need[best] -= order.tokens
    return BET


@unchecked
def _begin(table, me, params):
    """Start the turn of a new month."""
    value_cards(table, me, params)
    me.turn_month = table.month
    me.stage = BUYING
    me.target = -1
    reopen(me)


@unchecked
def _spend(table, me, params, order):
    """Order the next step, signing, benefit, campaign or purchase, or return 0."""
    if me.target >= 0:
        return go_and_sign(table, me, params, order)
    if me.planned_month != table.month:
        plan(table, me, params)
    action = next_trigger(table, me, params, order)
    if action > 0:
        return action
    if _markets_early(table, me, params):
        action = _campaign(table, me, params, order)
        if action > 0:
            return action
    return buy(table, me, params, order)


@unchecked
def _use_leftovers(table, me, params, order):
    """Order a runner, step or bet with leftovers, or return 0."""
    seat = me.seat
    total = mat_total(table, seat)
    can_send = total > 0 and not has_ban(table, seat, BAN_RUNNER)
    can_bet = not has_ban(table, seat, BAN_BET)
    if me.stage == SENDING and can_send and table.bucks[seat] + table.free_runners[seat] > 0:
        action = _send_runner(table, me, params, order)
        if action > 0:
            return action
    me.stage = DRIVING
    spot = me.target
    can_pay_step = total > 0 and not has_ban(table, seat, BAN_PAID_MOVE)
    steps_first = int(params.bet_first) == 0 or is_chosen(table, me, STEPS_BEFORE_BETS)
    can_drive = table.free_moves[seat] > 0 or (can_pay_step and (steps_first or not can_bet))
    if can_drive and spot >= 0 and table.node[seat] != table.state_node[table.spot_state[spot]]:
        return go_and_sign(table, me, params, order)
    if can_bet and total + table.free_bets[seat] > 0:
        return _bet(table, me, order)
    return 0


def act(table, me, params, order):
    """Choose the next action of this turn."""
    if me.turn_month != table.month:
        _begin(table, me, params)
    if me.stage == BUYING:
        action = _spend(table, me, params, order)
        if action > 0:
            return action
        me.stage = SPENT
    if me.stage == SPENT:
        action = next_trigger(table, me, params, order)
        if action > 0:
            return action
        me.stage = SENDING
        me.target = -1
        if table.month < MONTHS:
            choose_aim(table, me, params)
    if table.month < MONTHS:
        action = _use_leftovers(table, me, params, order)
        if action > 0:
            return action
    action = _campaign(table, me, params, order)
    if action > 0:
        return action
    return END_TURN
