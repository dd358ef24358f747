"""What a position is worth after an own turn: a sum of features, weighted as games have shown."""

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
    best_region,
    board_stars,
    end_card_stars,
    unchecked,
    unchecked_inlined,
)
from eoc_sim.simulator.eoc.strategy_api import WHEN_END
from eoc_sim.strategies.eoc.planning.outlook import look_ahead
from eoc_sim.strategies.eoc.planning.position_weights import WEIGHTS
from eoc_sim.strategies.eoc.planning.remembered import CALENDAR_CARDS, CANDIDATES, REACH
from eoc_sim.strategies.eoc.planning.routes import plan
from eoc_sim.strategies.eoc.planning.worth import (
    STAR,
    card_worth,
    effect_worth,
    price_worth,
)

FEATURES = 56


@unchecked_inlined
def _term(asked, month, number, feature):
    """A feature weighted, or the one that is asked for alone."""
    if asked < 0:
        return WEIGHTS[month, number] * feature
    if asked == number:
        return 1000.0 * feature
    return 0.0


@unchecked
def _judged(table, me, params, asked):
    seat = me.seat
    ended = 1 if table.phase == DEALING else 0
    month = table.month - ended
    me.looked_month = 0
    look_ahead(table, me, params)
    plan(table, me, params)
    left = 0
    for position in range(POSITIONS):
        left += me.position_left[position]
    worth = _term(asked, month, 0, 1.0)
    worth += _term(asked, month, 1, float(table.score[seat]))
    worth += _term(asked, month, 2, float(table.bucks[seat]))
    coming = 0
    crowd = 0.0
    weighted = 0.0
    for ahead in range(1, REACH + 1):
        if month + ahead > MONTHS:
            break
        total = 0
        for colour in range(COLOURS):
            total += table.calendar[seat, month + ahead, colour]
        worth += _term(asked, month, 2 + ahead, float(total))
        coming += total
        crowd += max(0, total - 8)
        weighted += total * me.ec_share[ahead - ended] / 100.0
    worth += _term(asked, month, 8, crowd)
    worth += _term(asked, month, 9, weighted)
    packages = 0
    useful = 0
    for spot in range(SPOTS):
        if table.spot_owner[spot] < 0:
            packages += table.package_size[seat, spot]
    worth += _term(asked, month, 10, float(packages))
    best = -1000
    second = -1000
    total_worth = 0.0
    for place in range(CANDIDATES):
        if me.candidate[place] >= 0:
            rank = me.candidate_rank[place] + 0
            total_worth += me.candidate_worth[place]
            if rank > best:
                second = best
                best = rank
            elif rank > second:
                second = rank
    worth += _term(asked, month, 11, max(-300.0, float(best)) / 10)
    worth += _term(asked, month, 12, max(-300.0, float(second)) / 10)
    worth += _term(asked, month, 13, total_worth / 10)
    cards = 0
    card_value = 0.0
    effects = 0.0
    price = 0
    for drafted in range(max(1, month - CALENDAR_CARDS + 1), month + 1):
        card = table.calendar_card[seat, drafted]
        if card >= 0:
            cards += 1
            full = card_worth(table, me, params, card) + price_worth(table, me, params, card)
            card_value += full
            price += table.card_price[card]
    lack = 0
    for colour in range(COLOURS):
        owed = 0
        for drafted in range(max(1, month - CALENDAR_CARDS + 1), month + 1):
            card = table.calendar_card[seat, drafted]
            if card >= 0:
                owed += table.card_cost[card, colour]
        for ahead in range(1, REACH + 1):
            if month + ahead <= MONTHS:
                owed -= table.calendar[seat, month + ahead, colour]
        lack += max(0, owed)
    expiring = month - CALENDAR_CARDS + 2
    old = 0.0
    for drafted in range(max(1, expiring), max(1, expiring + 2)):
        card = table.calendar_card[seat, drafted]
        if card >= 0:
            old += 1
    worth += _term(asked, month, 14, float(cards))
    worth += _term(asked, month, 15, card_value / 10)
    worth += _term(asked, month, 16, float(price))
    worth += _term(asked, month, 17, float(lack))
    worth += _term(asked, month, 18, old)
    signings = me.signings / 10
    for place in range(table.in_play_count[seat]):
        effects += effect_worth(table, params, seat, month, signings, table.in_play[seat, place])
    worth += _term(asked, month, 19, effects / 10)
    if table.coach[seat] >= 0:
        worth += _term(
            asked, month, 20,
            effect_worth(table, params, seat, month, signings, COACH_SOURCE + table.coach[seat])
            / 10,
        )
    ending = 0.0
    for place in range(table.active_count[seat, WHEN_END]):
        ending += end_card_stars(table, seat, table.active[seat, WHEN_END, place])
    worth += _term(asked, month, 21, ending)
    worth += _term(asked, month, 22, float(table.in_play_count[seat]))
    worth += _term(asked, month, 23, float(table.signed[seat]))
    unique = table.unique_positions[seat]
    worth += _term(asked, month, 24, float(POSITION_STARS[unique]))
    worth += _term(
        asked, month, 25, float(POSITION_STARS[min(POSITIONS, unique + 1)] - POSITION_STARS[unique])
    )
    region = min(10, best_region(table, seat))
    worth += _term(asked, month, 26, float(REGION_STARS[region]))
    worth += _term(asked, month, 27, float(REGION_STARS[min(10, region + 1)] - REGION_STARS[region]))
    worth += _term(asked, month, 28, float(board_stars(table, me)))
    missing = 0
    top = 0
    if me.board >= 0:
        for place in range(5):
            if table.signed_position[seat, me.board_position[place]] == 0:
                missing += 1
                if place < 3:
                    top += 1
    worth += _term(asked, month, 29, float(missing))
    worth += _term(asked, month, 30, float(top))
    worth += _term(asked, month, 31, float(left))
    new = 0
    for position in range(POSITIONS):
        if table.signed_position[seat, position] == 0 and me.position_left[position] > 0:
            new += 1
    worth += _term(asked, month, 32, float(new))
    stash = 0.0
    stash_best = 0.0
    for place in range(table.stash_size[seat]):
        value = max(0.0, float(card_worth(table, me, params, me.stash[place])))
        stash += value
        stash_best = max(stash_best, value)
    worth += _term(asked, month, 33, stash / 10)
    worth += _term(asked, month, 34, stash_best / 10)
    worth += _term(asked, month, 35, float(table.stash_size[seat]))
    spots = 0
    for colour in range(COLOURS):
        for number in range(1, 7):
            if table.bet[seat, colour, number] > 0:
                spots += 1
    worth += _term(asked, month, 36, float(table.bets[seat]))
    worth += _term(asked, month, 37, float(spots))
    rivals_coming = 0
    rivals_signed = 0
    for other in range(table.players):
        if other == seat:
            continue
        rivals_signed += table.signed[other]
        for ahead in range(1, REACH + 1):
            if month + ahead <= MONTHS:
                for colour in range(COLOURS):
                    rivals_coming += table.calendar[other, month + ahead, colour]
    worth += _term(asked, month, 38, float(rivals_coming))
    worth += _term(asked, month, 39, float(rivals_signed))
    turn = (seat - table.starter) % table.players
    worth += _term(asked, month, 40, 1.0 if turn == 0 else 0.0)
    worth += _term(asked, month, 41, 1.0 if turn == 1 else 0.0)
    worth += _term(asked, month, 42, 1.0 if turn == 2 else 0.0)
    focus = 0
    spread = 0
    for colour in range(COLOURS):
        number = 0
        for ahead in range(1, REACH + 1):
            if month + ahead <= MONTHS:
                number += table.calendar[seat, month + ahead, colour]
        if colour == me.focus_region:
            focus += number
        spread += 1 if number > 0 else 0
    worth += _term(asked, month, 43, float(focus))
    worth += _term(asked, month, 44, float(spread))
    covered = 0
    for colour in range(COLOURS):
        needed = 0
        for place in range(CANDIDATES):
            spot = me.candidate[place] + 0
            if spot >= 0:
                needed += max(0, table.spot_cost[spot, colour] - table.package[seat, spot, colour])
        for drafted in range(max(1, month - CALENDAR_CARDS + 1), month + 1):
            card = table.calendar_card[seat, drafted]
            if card >= 0:
                needed += table.card_cost[card, colour]
        have = 0
        for ahead in range(1, REACH + 1):
            if month + ahead <= MONTHS:
                have += table.calendar[seat, month + ahead, colour]
        covered += min(have, needed)
    worth += _term(asked, month, 45, float(covered))
    share = left / max(1.0, 10.0)
    worth += _term(asked, month, 46, coming * min(1.0, share))
    worth += _term(asked, month, 47, float(region))
    worth += _term(asked, month, 48, float(table.bucks[seat] ** 2) / 10)
    for kind in range(3):
        worth += _term(asked, month, 49 + kind, float(table.type_count[seat, kind]))
    return worth


def judge(table, me, params, order):
    """What the position is worth, in hundredths of a star."""
    return int(_judged(table, me, params, order.number - 1))
