"""The worth of a position after the player's turn, from weighted features.

The weights, by month, are in ``position_weights``, which ``scripts/learn_positions.py`` writes.
That script fits them to predict the final stars from the position after each turn.
"""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import (
    COACH_SOURCE,
    COLOURS,
    DEALING,
    MONTHS,
    POSITION_STARS,
    POSITIONS,
    REGION_STARS,
    SPOTS,
    WHEN_END,
    best_region,
    board_stars,
    end_card_stars,
    unchecked,
    unchecked_inlined,
)
from eoc_sim.strategies.eoc.planning import position_features as features
from eoc_sim.strategies.eoc.planning.outlook import look_ahead
from eoc_sim.strategies.eoc.planning.position_weights import WEIGHTS
from eoc_sim.strategies.eoc.planning.remembered import CALENDAR_CARDS, CANDIDATES, REACH
from eoc_sim.strategies.eoc.planning.routes import MAX_REGION_RECRUITS, plan
from eoc_sim.strategies.eoc.planning.worth import STAR, card_worth, effect_worth, price_worth

THOUSANDTHS_PER_UNIT = 1000.0
"""The scale of a feature that is requested alone."""
CROWD = 8
"""The monthly number of EC beyond which further EC count as crowded."""
LOWEST = -300
"""The rank that a missing recruit counts as.

Lower ranks are raised to it.
"""
MANY_LEFT = 10.0
"""The number of recruits left at which all EC find a use."""
TYPES, TURNS = 3, 3
"""The numbers of card types, and of turn-order places that count.

Places after the third count 0.
"""


@unchecked_inlined
def _term(only, month, number, feature):
    """Return a feature times its weight, or in thousandths if requested alone.

    If another feature was requested, this one counts 0.
    """
    if only < 0:
        return WEIGHTS[number, month] * feature
    return THOUSANDTHS_PER_UNIT * feature if only == number else 0.0


@unchecked
def _player_worth(table, me, only, month):
    """Return the worth of stars, BB, bets and place in turn order."""
    seat = me.seat
    bucks = table.bucks[seat]
    different_bets = 0
    for colour in range(COLOURS):
        for number in range(1, 7):
            if table.bet[seat, colour, number] > 0:
                different_bets += 1
    worth = _term(only, month, features.ALWAYS, 1.0)
    worth += _term(only, month, features.SCORE, float(table.score[seat]))
    worth += _term(only, month, features.BUCKS, float(bucks))
    worth += _term(only, month, features.BUCKS_SQUARED, bucks * bucks / 10)
    worth += _term(only, month, features.BETS, float(table.bets[seat]))
    worth += _term(only, month, features.DIFFERENT_BETS, float(different_bets))
    turn = (seat - table.starter) % table.players
    if turn < TURNS:
        worth += _term(only, month, features.TURN_ORDER + turn, 1.0)
    return worth


@unchecked
def _calendar_cards_cost(table, seat, month, colour):
    """Return how many EC of a colour the calendar's cards cost."""
    ec_due = 0
    for draft_month in range(max(1, month - CALENDAR_CARDS + 1), month + 1):
        card = table.calendar_card[seat, draft_month]
        if card >= 0:
            ec_due += table.card_cost[card, colour]
    return ec_due


@unchecked
def _envelopes_worth(table, me, only, month, recruits_left):
    """Return the worth of the EC to come and of packages.

    The worth depends on the EC's months and on the purchases that their colours can pay for.
    ``recruits_left`` counts the recruits left on the map.
    """
    seat = me.seat
    age = table.month - month
    last = min(MONTHS, month + REACH)
    worth = 0.0
    coming = 0
    excess = 0
    share = 0.0
    for ahead in range(1, last - month + 1):
        total = 0
        for colour in range(COLOURS):
            total += table.calendar[seat, month + ahead, colour]
        worth += _term(only, month, features.EC_AHEAD + ahead - 1, float(total))
        coming += total
        excess += max(0, total - CROWD)
        share += total * me.ec_share[ahead - age] / 100.0
    worth += _term(only, month, features.EC_CROWDED, float(excess))
    worth += _term(only, month, features.EC_SHARED, share)
    worth += _term(
        only, month, features.EC_BY_RECRUITS_LEFT, coming * min(1.0, recruits_left / MANY_LEFT)
    )
    focus = 0
    colours = 0
    coverage = 0
    shortage = 0
    for colour in range(COLOURS):
        number = 0
        for ahead in range(1, last - month + 1):
            number += table.calendar[seat, month + ahead, colour]
        if colour == me.focus_region:  # a colour has the same number as its region
            focus = number
        if number > 0:
            colours += 1
        ec_due = _calendar_cards_cost(table, seat, month, colour)
        shortage += max(0, ec_due - number)
        for index in range(CANDIDATES):
            spot = me.candidate[index] + 0
            if spot >= 0:
                ec_due += max(0, table.spot_cost[spot, colour] - table.package[seat, spot, colour])
        coverage += min(number, ec_due)
    worth += _term(only, month, features.EC_OF_FOCUS, float(focus))
    worth += _term(only, month, features.EC_COLOURS, float(colours))
    worth += _term(only, month, features.EC_COVERED, float(coverage))
    worth += _term(only, month, features.CARDS_COMING_SHORTAGE, float(shortage))
    packages = 0
    for spot in range(SPOTS):
        if table.spot_owner[spot] < 0:
            packages += table.package_size[seat, spot]
    return worth + _term(only, month, features.PACKAGES, float(packages))


@unchecked
def _cards_worth(table, me, params, only, month):
    """Return the worth of coach, stash, calendar and cards in play."""
    seat = me.seat
    cards = 0
    cost = 0
    value = 0.0
    expiring = 0
    first_expiring = max(1, month - CALENDAR_CARDS + 2)
    for draft_month in range(max(1, month - CALENDAR_CARDS + 1), month + 1):
        card = table.calendar_card[seat, draft_month]
        if card >= 0:
            cards += 1
            cost += table.card_price[card]
            value += card_worth(table, me, params, card) + price_worth(table, me, params, card)
            if first_expiring <= draft_month < max(1, month - CALENDAR_CARDS + 4):
                expiring += 1
    worth = _term(only, month, features.CARDS_COMING, float(cards))
    worth += _term(only, month, features.CARDS_COMING_COST, float(cost))
    worth += _term(only, month, features.CARDS_COMING_WORTH, value / STAR)
    worth += _term(only, month, features.CARDS_EXPIRING_SOON, float(expiring))
    signings = me.signings / 10
    effects = 0.0
    for index in range(table.in_play_count[seat]):
        effects += effect_worth(table, params, seat, month, signings, table.in_play[seat, index])
    worth += _term(only, month, features.CARD_EFFECTS, effects / STAR)
    worth += _term(only, month, features.CARDS_IN_PLAY, float(table.in_play_count[seat]))
    for kind in range(TYPES):
        worth += _term(
            only, month, features.CARDS_OF_TYPE + kind, float(table.type_count[seat, kind])
        )
    if table.coach[seat] >= 0:
        source = COACH_SOURCE + table.coach[seat]
        effects = effect_worth(table, params, seat, month, signings, source)
        worth += _term(only, month, features.COACH_EFFECTS, effects / STAR)
    ending = 0
    for index in range(table.active_count[seat, WHEN_END]):
        ending += end_card_stars(table, seat, table.active[seat, WHEN_END, index])
    worth += _term(only, month, features.END_CARDS, float(ending))
    stash = 0.0
    best = 0.0
    for index in range(table.stash_size[seat]):
        value = max(0.0, float(card_worth(table, me, params, me.stash[index])))
        stash += value
        best = max(best, value)
    worth += _term(only, month, features.STASH_WORTH, stash / STAR)
    worth += _term(only, month, features.STASH_BEST, best / STAR)
    return worth + _term(only, month, features.STASH_SIZE, float(table.stash_size[seat]))


@unchecked
def _recruits_worth(table, me, only, month, recruits_left):
    """Return the worth of the recruits signed and of the next candidates."""
    seat = me.seat
    unique = table.unique_positions[seat]
    region = min(MAX_REGION_RECRUITS, best_region(table, seat))
    worth = _term(only, month, features.SIGNED, float(table.signed[seat]))
    worth += _term(only, month, features.POSITION_NOW, float(POSITION_STARS[unique]))
    step = POSITION_STARS[min(POSITIONS, unique + 1)] - POSITION_STARS[unique]
    worth += _term(only, month, features.POSITION_NEXT, float(step))
    worth += _term(only, month, features.REGION_DEPTH, float(region))
    worth += _term(only, month, features.REGION_NOW, float(REGION_STARS[region]))
    step = REGION_STARS[min(MAX_REGION_RECRUITS, region + 1)] - REGION_STARS[region]
    worth += _term(only, month, features.REGION_NEXT, float(step))
    worth += _term(only, month, features.BOARD, float(board_stars(table, me)))
    missing = 0
    top = 0
    if me.board >= 0:
        for index in range(5):
            if table.signed_position[seat, me.board_position[index]] == 0:
                missing += 1
                if index < 3:
                    top += 1
    worth += _term(only, month, features.BOARD_MISSING, float(missing))
    worth += _term(only, month, features.TOP_MISSING, float(top))
    new = 0
    for position in range(POSITIONS):
        if table.signed_position[seat, position] == 0 and me.position_left[position] > 0:
            new += 1
    worth += _term(only, month, features.NEW_POSITIONS, float(new))
    worth += _term(only, month, features.RECRUITS_LEFT, float(recruits_left))
    first = LOWEST
    second = LOWEST
    total = 0
    for index in range(CANDIDATES):
        if me.candidate[index] >= 0:
            total += me.candidate_worth[index]
            rank = me.candidate_rank[index] + 0
            if rank > first:
                second = first
                first = rank
            elif rank > second:
                second = rank
    worth += _term(only, month, features.FIRST_BEST, first / STAR)
    worth += _term(only, month, features.SECOND_BEST, second / STAR)
    return worth + _term(only, month, features.CANDIDATES_WORTH, total / STAR)


@unchecked
def _rivals_worth(table, me, only, month):
    """Return the worth of the rivals' recruits and EC to come."""
    coming = 0
    number = 0
    for rival in range(table.players):
        if rival == me.seat:
            continue
        number += table.signed[rival]
        for later in range(month + 1, min(MONTHS, month + REACH) + 1):
            for colour in range(COLOURS):
                coming += table.calendar[rival, later, colour]
    worth = _term(only, month, features.RIVALS_EC, float(coming))
    return worth + _term(only, month, features.RIVALS_RECRUITS, float(number))


def judge(table, me, params, order):
    """Return the position's worth after a turn, in hundredths of a star.

    ``order.number`` is 0 in games. A higher number n requests feature n - 1 alone, in thousandths.
    """
    # After the last turn of a month the game has already moved to the next month.
    month = table.month - 1 if table.phase == DEALING else table.month + 0
    only = order.number - 1
    me.looked_month = 0
    look_ahead(table, me, params)
    plan(table, me, params)
    recruits_left = 0
    for position in range(POSITIONS):
        recruits_left += me.position_left[position]
    worth = _player_worth(table, me, only, month)
    worth += _envelopes_worth(table, me, only, month, recruits_left)
    worth += _cards_worth(table, me, params, only, month)
    worth += _recruits_worth(table, me, only, month, recruits_left)
    worth += _rivals_worth(table, me, only, month)
    return int(worth)
