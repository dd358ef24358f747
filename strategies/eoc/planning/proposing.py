"""Candidates for a search, each a change to the month's plan."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import (
    ACTING,
    BAN_HAND,
    BAN_POOL,
    BAN_STASH,
    COLOURS,
    DICE_DRAFT,
    DRAFTING,
    MONTHS,
    has_draft_ban,
    parameter,
    unchecked,
)
from eoc_sim.strategies.eoc.planning.dice import die_open, rate_dice
from eoc_sim.strategies.eoc.planning.outlook import look_ahead
from eoc_sim.strategies.eoc.planning.purchases import card_rate, means_of_payment, recruit_rate
from eoc_sim.strategies.eoc.planning.remembered import (
    AIM_AT,
    CALENDAR_CARDS,
    CANDIDATES,
    CARD_DRAFTED,
    CARD_FIRST,
    CARD_LATER,
    DICE_TAKEN,
    DIE_PICKED,
    EARLY_CAMPAIGN,
    MORE_CARDS,
    MORE_RECRUITS,
    MORE_RUNNERS,
    MORE_STEPS,
    MORE_TRADES,
    NO_RUNNERS,
    RECRUIT_FIRST,
    RECRUIT_LATER,
    STEPS_BEFORE_BETS,
)
from eoc_sim.strategies.eoc.planning.routes import plan
from eoc_sim.strategies.eoc.planning.worth import card_worth, value_cards

NOTHING_LEFT = -1e9
LEANINGS = (
    MORE_TRADES,
    MORE_STEPS,
    MORE_RUNNERS,
    NO_RUNNERS,
    EARLY_CAMPAIGN,
    STEPS_BEFORE_BETS,
    MORE_CARDS,
    MORE_RECRUITS,
)
DRAFT_SHARE, OTHER_SHARE = 0.2, 0.3
"""The shares of ``rollouts`` per draft decision and per other decision.

A month has two draft decisions on average, one choice of dice and one turn.
"""


def search_parameters():
    """List the parameters of a planner that searches."""
    return [
        parameter(
            "rollouts",
            default=75,
            low=0,
            high=5000,
            help="games played out per month, shared among its drafts, dice and turn; "
            "with 0, the strategy never searches",
        ),
        parameter(
            "caution",
            default=1,
            low=0,
            high=10,
            help="standard errors by which a change must be better than the plan",
        ),
        parameter(
            "horizon",
            default=2,
            low=0,
            high=12,
            help="the strategy's own turns that are played before the position is judged; "
            "0 plays to the end",
        ),
    ]


@unchecked
def _choose(table, me, choice, subject):
    """Record a change to this month's plan, and return 1."""
    me.choice = choice
    me.choice_month = table.month
    me.choice_subject = subject
    return 1


@unchecked
def _propose_turn(table, me, params, number):
    """Propose candidate ``number`` for the turn, or return 0.

    Numbers start at 1. The function returns 0 if there are fewer candidates than ``number``. Each
    purchase in reach gives two candidates: to make it first, and to put it off. Leanings follow,
    then each recruit to drive to.
    """
    seat = me.seat
    value_cards(table, me, params)
    if me.planned_month != table.month:
        plan(table, me, params)
    means = means_of_payment(table, me, params)
    for month in range(max(1, table.month - CALENDAR_CARDS + 1), table.month + 1):
        card = table.calendar_card[seat, month]
        worth = float(me.card_worth[month % CALENDAR_CARDS])
        if card >= 0 and card_rate(table, seat, params, means, card, worth)[0] >= 0:
            if number <= 2:
                return _choose(table, me, CARD_FIRST if number == 1 else CARD_LATER, card)
            number -= 2
    for index in range(CANDIDATES):
        spot = me.candidate[index] + 0
        if spot < 0 or table.spot_owner[spot] >= 0:
            continue
        if recruit_rate(table, me, params, means, index)[0] >= 0:
            if number <= 2:
                return _choose(table, me, RECRUIT_FIRST if number == 1 else RECRUIT_LATER, spot)
            number -= 2
    if number <= len(LEANINGS):
        return _choose(table, me, LEANINGS[number - 1], -1)
    number -= len(LEANINGS)
    if table.month == MONTHS:
        return 0
    for index in range(CANDIDATES):
        if me.candidate[index] >= 0:
            if number == 1:
                return _choose(table, me, AIM_AT, me.candidate[index])
            number -= 1
    return 0


@unchecked
def _propose_card(table, me, params, number):
    """Propose drafting the card of rank ``number`` by worth, or return 0.

    The best card has rank 1.
    """
    look_ahead(table, me, params)
    seat = me.seat
    last = 1e9
    last_card = -1
    for _ in range(number):
        best = -1
        best_worth = NOTHING_LEFT
        for index in range(table.hand_size[seat] + table.stash_size[seat] + table.pool_size):
            if index < table.hand_size[seat]:
                card = me.hand[index] + 0
                ban = BAN_HAND
            elif index < table.hand_size[seat] + table.stash_size[seat]:
                card = me.stash[index - table.hand_size[seat]] + 0
                ban = BAN_STASH
            else:
                card = table.pool[index - table.hand_size[seat] - table.stash_size[seat]] + 0
                ban = BAN_POOL
            if has_draft_ban(table, seat, card, ban):
                continue
            worth = float(card_worth(table, me, params, card))
            if worth > last or (worth == last and card <= last_card):
                continue
            if worth > best_worth or (worth == best_worth and card < best):
                best = card
                best_worth = worth
        if best < 0:
            return 0
        last = best_worth
        last_card = best
    return _choose(table, me, CARD_DRAFTED, last_card)


@unchecked
def _propose_pick(table, me, number):
    """Propose the open die of rank ``number`` by worth, or return 0.

    Rank 0 is the plan's own die, which is never proposed.
    """
    for colour in range(COLOURS):
        if not die_open(table, me.seat, colour):
            continue
        better = 0
        for other in range(COLOURS):
            if die_open(table, me.seat, other) and (
                me.die_gain[other] > me.die_gain[colour]
                or (me.die_gain[other] == me.die_gain[colour] and other < colour)
            ):
                better += 1
        if better == number:
            return _choose(table, me, DIE_PICKED, colour)
    return 0


@unchecked
def _propose_dice(table, me, params, number):
    """Propose the two dice of rank ``number`` by worth, or return 0.

    Rank 0 is the plan's own pair, which is never proposed.
    """
    rate_dice(table, me, params)
    if table.rule_dice_draft == DICE_DRAFT.EXCLUSIVE:
        return _propose_pick(table, me, number)
    last = 1e9
    last_pair = -1
    for _ in range(number + 1):
        best = -1
        best_worth = NOTHING_LEFT
        for first in range(COLOURS):
            for second in range(first + 1, COLOURS):
                pair = first * COLOURS + second
                worth = float(me.die_gain[first] + me.die_gain[second])
                if worth > last or (worth == last and pair <= last_pair):
                    continue
                if worth > best_worth:
                    best = pair + 0
                    best_worth = worth
        if best < 0:
            return 0
        last = best_worth
        last_pair = best
    return _choose(table, me, DICE_TAKEN, last_pair)


def propose(table, me, params, order):
    """Record candidate ``order.candidate`` in the memory."""
    order.caution = int(100 * params.caution)
    order.horizon = int(params.horizon)
    if table.phase == DRAFTING:
        order.rollouts = int(DRAFT_SHARE * params.rollouts)
        return _propose_card(table, me, params, order.candidate)
    order.rollouts = int(OTHER_SHARE * params.rollouts)
    if table.phase == ACTING:
        return _propose_turn(table, me, params, order.candidate)
    return _propose_dice(table, me, params, order.candidate)
