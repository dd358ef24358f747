"""Placing the next VP: action space and bonus space (PLA, BON)."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    BARE,
    BONUS_CARD,
    BONUS_FIRST,
    BONUS_FOR,
    BONUS_STAR,
    DOUBLE,
    DRAFT,
    DRAFT_FIRST,
    EMPLOYEE_SOURCE,
    LOSS_EMPLOYEE,
    LOSS_PLAYER,
    MAX_BONUSES,
    MONEY,
    NOTHING,
    PLACE,
    SPACES,
    STACK,
    STAR,
    TICKETS,
    TOKENS,
    draw,
    star_refusal,
    tokens_if_idle,
    unchecked,
)
from eoc_sim.strategies.stadium.planning.cards import employee_worth, player_worth
from eoc_sim.strategies.stadium.planning.clauses import card_bonus_worth, clause_worth, star_worth
from eoc_sim.strategies.stadium.planning.drafting import (
    least_valuable_player,
    list_offered,
    turned_up_worth,
)
from eoc_sim.strategies.stadium.planning.foresight import round_worth
from eoc_sim.strategies.stadium.planning.outlook import look
from eoc_sim.strategies.stadium.planning.remembered import PAIRS, PLAYERS_CONSIDERED, THOUSAND
from eoc_sim.strategies.stadium.planning.standing import BITS, count_standing, vps_on_space

WHIMS = 1000
USE_STAR = 1
"""The answer of `star` if an employee's star is used."""
SECOND_SHARE = 0.6
"""The share of a second turned-up player's worth that counts."""
NO_CEILING = 1e9
"""More than any placement is worth."""
BONUS_PREFERENCE = 1e-4
"""The weight of a bonus that is not earned.

It only decides between the bonus spaces of an action space.
"""


@unchecked
def least_valuable_employee(table, me, params):
    """Return the hired employee worth least after this round, and that worth."""
    seat = me.seat
    least_valuable = -1
    worth = 0.0
    rounds = me.rounds_left / THOUSAND - 1
    colleagues = table.hired_count[seat] - 1
    for card in range(table.employees):
        if table.hired[seat, card] > 0:
            later_worth = employee_worth(table, me, params, card, colleagues, rounds)
            if least_valuable < 0 or later_worth < worth:
                least_valuable = card
                worth = later_worth
    return least_valuable, worth


@unchecked
def _best_stars(table, me, params, units):
    """Return the worth of the best one or two stars still usable."""
    seat = me.seat
    if table.hired_count[seat] == 0:
        return 0.0
    first = 0.0
    second = 0.0
    for card in range(table.employees):
        if table.hired[seat, card] > table.worked[seat, card]:
            worth = star_worth(table, me, params, EMPLOYEE_SOURCE + card)
            if worth > first:
                second = first
                first = worth
            elif worth > second:
                second = worth
    return first if units == 1 else first + second


@unchecked
def _bonus_worth(table, me, params, kind, units, turned_up):
    """Return the worth of several units of a bonus (BON-3 to BON-6).

    ``turned_up`` is the worth of a player that a card bonus turns up.
    """
    if kind < TOKENS:
        return units * me.worth[kind] / THOUSAND
    if kind == BONUS_CARD:
        return units * card_bonus_worth(me, params) + (1 + (units - 1) * SECOND_SHARE) * turned_up
    if kind == BONUS_STAR:
        return params.star_weight * _best_stars(table, me, params, units)
    return 0.0


@unchecked
def _averted_loss(table, me, params, space):
    """Return the worth of the loss that a VP here averts (LOS-1)."""
    if tokens_if_idle(table, table.bonus_tokens[space] + 0) < STACK or table.vps_on[space] > 0:
        return 0.0
    loss = table.space_loss[space]
    seat = me.seat
    if loss == LOSS_EMPLOYEE:
        if table.hired_count[seat] == 0:
            return 0.0
        return params.avert * max(0.0, least_valuable_employee(table, me, params)[1])
    if loss == LOSS_PLAYER:
        rounds = me.rounds_left / THOUSAND - 1
        worst = least_valuable_player(table, me, params, rounds)
        if worst < 0:
            return 0.0
        return params.avert * max(0.0, player_worth(table, me, params, worst, rounds))
    if table.tokens[seat, loss] == 0:
        return 0.0
    return params.avert * me.worth[loss] / THOUSAND


@unchecked
def _has_room(table, space):
    """Check if an action space has room for a VP (PLA-2)."""
    return table.vps_on[space] < table.bonuses[space]


@unchecked
def _weigh_spaces(table, me, params):
    """Record the round's worth with the next VP on each free space.

    Some gains need two VPs: for example, one exchanges money for construction and another builds.
    Such gains count for both spaces while the owner has another VP to place. A pair that names one
    space twice counts even if only one bonus space is free there.
    """
    for space in range(SPACES):
        if _has_room(table, space):
            standing_vps = me.standing + (1 << (BITS * space))
            me.space_worth[space] = int(THOUSAND * round_worth(table, me, params, standing_vps))
    if table.to_place[me.seat] < 2 or params.pairs == 0:
        return
    current_worth = int(THOUSAND * round_worth(table, me, params, me.standing))
    for pair in range(len(PAIRS)):
        first, second = PAIRS[pair]
        if not _has_room(table, first) or not _has_room(table, second):
            continue
        standing_vps = me.standing + (1 << (BITS * first)) + (1 << (BITS * second))
        together = int(THOUSAND * round_worth(table, me, params, standing_vps)) + current_worth
        together -= me.space_worth[first] + me.space_worth[second]
        me.gained_together[pair] = max(0, together)
    for pair in range(len(PAIRS)):
        first, second = PAIRS[pair]
        if _has_room(table, first) and _has_room(table, second):
            gain = int(params.pairs * me.gained_together[pair])
            me.space_worth[first] += gain
            if second != first:
                me.space_worth[second] += gain


@unchecked
def weigh_placements(table, me, params):
    """Work out the values that `next_placement` needs."""
    look(table, me, params)
    seat = me.seat
    me.standing = count_standing(table, seat)
    tickets = vps_on_space(me.standing, TICKETS) * me.visit_money[TICKETS]
    list_offered(table, me, params, table.tokens[seat, MONEY] + tickets)
    _weigh_spaces(table, me, params)


@unchecked
def _turned_up(table, me, params, before):
    """Return the worth of a player that a card bonus turns up.

    ``before`` is the number of other owners' VPs on Draft.

    Returns:
        The worth for a card bonus anywhere, and for one on Draft, where the VP placed also drafts a
        player.
    """
    own_vps = vps_on_space(me.standing, DRAFT)
    anywhere = params.card_chance * turned_up_worth(me, before)
    if own_vps > 0:
        anywhere = max(anywhere, params.card_draft * turned_up_worth(me, before + own_vps - 1))
    return anywhere, max(anywhere, params.card_draft * turned_up_worth(me, before + own_vps))


@unchecked
def next_placement(table, me, params, order, ceiling, last):
    """Set the order to the next best free bonus space.

    Bonus spaces worth less than ``ceiling`` are considered, and also those that are worth exactly
    ``ceiling`` and have a number above ``last``. If there is none, the order is left alone.

    Returns:
        The number of the bonus space, or -1, and its worth.
    """
    before = table.vps_on[DRAFT] - vps_on_space(me.standing, DRAFT)
    anywhere, on_draft = _turned_up(table, me, params, before)
    maximum = 0.0
    best = -1
    for space in range(SPACES):
        if not _has_room(table, space):
            continue
        worth = me.space_worth[space] / THOUSAND
        worth += _averted_loss(table, me, params, space)
        if params.whim > 0:
            worth += params.whim * (2 * draw(me, WHIMS + 1) / WHIMS - 1)
        tokens = table.bonus_tokens[space]
        earned = tokens > BARE and (
            table.rule_bonus_for == BONUS_FOR.EVERYONE or table.vps_on[space] == 0
        )
        turned_up = on_draft if space == DRAFT else anywhere
        units = 2 if tokens >= DOUBLE else 1
        weight = params.bonus_weight if earned else BONUS_PREFERENCE
        for bonus in range(table.bonuses[space]):
            if table.vp_seat[space, bonus] >= 0:
                continue
            kind = table.bonus[space, bonus]
            bonus_gain = weight * _bonus_worth(table, me, params, kind, units, turned_up)
            if (
                kind == BONUS_FIRST
                and 0 < before < PLAYERS_CONSIDERED
                and (earned or table.rule_draft_first == DRAFT_FIRST.ALWAYS)
            ):
                bonus_gain += (me.offered[0] - me.offered[before]) / THOUSAND
            placement_worth = worth + bonus_gain
            number = space * MAX_BONUSES + bonus
            if placement_worth > ceiling or (placement_worth == ceiling and number <= last):
                continue
            if best < 0 or placement_worth > maximum:
                best = number
                maximum = placement_worth
                order.space = space
                order.bonus = bonus
    return best, maximum


def place(table, me, params, order):
    """Take the search's choice, or else the best bonus space."""
    space = (me.choice - 1) // MAX_BONUSES
    bonus = (me.choice - 1) % MAX_BONUSES
    if (
        me.choice > 0
        and me.choice_round == table.round
        and me.choice_turn == table.placed
        and table.vp_seat[space, bonus] < 0
    ):
        order.space = space
        order.bonus = bonus
    else:
        weigh_placements(table, me, params)
        next_placement(table, me, params, order, NO_CEILING, -1)
    me.visited[order.space] += 1
    return PLACE


def star(table, me, params, order):
    """Use the best employee star, with clauses that are worth their cost."""
    look(table, me, params)
    maximum = 0.0
    action = NOTHING
    for employee in range(table.employees):
        if table.hired[me.seat, employee] <= table.worked[me.seat, employee]:
            continue
        source = EMPLOYEE_SOURCE + employee
        worth = star_worth(table, me, params, source)
        if worth <= maximum:
            continue
        first = table.source_first[source]
        accept = 0
        free = 0.0
        for clause in range(first, table.source_last[source]):
            gain = clause_worth(table, me, params, clause)
            if table.clause_moment[clause] == STAR and gain > 0:
                if table.clause_pay[clause] >= 0:
                    accept |= 1 << (clause - first)
                else:
                    free += gain
        if star_refusal(table, me.seat, employee, accept) > 0:
            accept = 0
            worth = free
            if worth <= maximum or star_refusal(table, me.seat, employee, accept) > 0:
                continue
        maximum = worth
        order.employee = employee
        order.accept = accept
        action = USE_STAR
    return action
