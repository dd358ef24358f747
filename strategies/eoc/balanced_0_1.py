"""The planner of version 0.1, in one file.

A yardstick, made by scripts/freeze_planner.py from balanced. Its play must never change.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from eoc_sim.simulator.eoc.strategy_api import (
    BAN_BET,
    BAN_HAND,
    BAN_PAID_MOVE,
    BAN_POOL,
    BAN_RUNNER,
    BAN_STASH,
    BAN_TRADE,
    BET,
    BOARDS,
    COACH_SOURCE,
    COLOURS,
    CONDITION_BASE_AT_LEAST,
    CONDITION_BASE_AT_MOST,
    CONDITION_BORDER,
    CONDITION_CRAPPED_OUT,
    CONDITION_FUNDRAISING_REGION,
    CONDITION_MONTH,
    CONDITION_POSITION,
    CONDITION_REGION,
    CONDITION_SAME_STATE,
    CONDITION_SINGLE,
    CONDITION_TYPE,
    CONDITION_USED_FUNDRAISING,
    COUNTER_BASE_RECRUIT,
    COUNTER_BORDER_RECRUIT,
    COUNTER_BUCKS,
    COUNTER_CARD,
    COUNTER_FUNDRAISING_REGION,
    COUNTER_NONE,
    COUNTER_POSITION_RECRUIT,
    COUNTER_RECRUIT,
    COUNTER_REGION,
    COUNTER_REGION_RECRUIT,
    COUNTER_TYPE,
    COUNTER_UNIQUE_POSITION,
    DELAY,
    DICE_DRAFT,
    DICE_USE,
    DRAFT,
    END_TURN,
    FULL,
    GAIN_BUCKS,
    GAIN_BUCKS_AS_EC,
    GAIN_DISCOUNT,
    GAIN_EC,
    GAIN_FREE_BETS,
    GAIN_FREE_RUNNERS,
    GAIN_MOVES,
    GAIN_SHIFT_DIE,
    GAIN_STARS,
    GAIN_USE_AGAIN,
    GAIN_VALUE,
    HALF,
    MARKET,
    MARKETING_COST,
    MONTHS,
    MOVE,
    ON_CARDS,
    ON_RECRUITS,
    PLAY_CARD,
    POOL,
    POSITION_STARS,
    POSITIONS,
    REGION_STARS,
    RUNNER,
    SIGN,
    SOLO,
    STATES,
    TRADE,
    TRADE_FEE,
    TRIGGER,
    WHEN_ALWAYS,
    WHEN_BET_WON,
    WHEN_CRAP_OUT,
    WHEN_END,
    WHEN_MARKET,
    WHEN_MONTH,
    WHEN_MOVE,
    WHEN_PLAY,
    WHEN_SIGN,
    WHEN_TRADE,
    calendar_free_moves,
    card_discount,
    card_shortfall,
    clause_amount,
    clause_count,
    compiled,
    conditions_hold,
    dice_limit,
    die_worth,
    draw,
    has_ban,
    has_cost,
    has_draft_ban,
    has_play_ban,
    has_sign_ban,
    lookup,
    mat_total,
    memory,
    parameter,
    recruit_discount,
    recruit_shortfall,
    substitute_limit,
    table,
    trade_price,
    trigger_refusal,
    unchecked,
    unchecked_inlined,
)

CANDIDATES = 7
CALENDAR_CARDS = 6
CARDS_DEALT = 6
POOL_CARDS, NEWEST_CARDS = (4, 3)
MEMORY = [
    memory("planned_month", help="the month of the plan; 0: plan again"),
    memory("candidate", CANDIDATES, help="spots of the recruits most worth signing, -1 for none"),
    memory("candidate_worth", CANDIDATES, help="what signing each of these recruits is worth"),
    memory("candidate_rank", CANDIDATES, help="that worth minus travel and price"),
    memory("position_worth", POSITIONS, help="what a recruit of each position adds"),
    memory("focus_region", help="the region to recruit in"),
    memory("region_worth", help="what a recruit of that region adds"),
    memory("stock", COLOURS, help="EC of each colour on the mat, this month and next"),
    memory("need", COLOURS, help="EC of each colour that plan and cards lack"),
    memory("card_worth", CALENDAR_CARDS, help="worth of the card drafted in month m, at m % 6"),
    memory("own_month", help="the month of own_best, own_worth and own_worst"),
    memory("own_best", help="the best card of hand and stash"),
    memory("own_worth", help="its worth"),
    memory("own_worst", help="the worst card in the hand"),
    memory("pool_month", help="the month of the last look over the pool"),
    memory("pool_best", POOL_CARDS, help="the best cards of the pool, counted from 1; 0 none"),
    memory("pool_worth", POOL_CARDS, help="their worth"),
    memory("pool_newest", NEWEST_CARDS, help="the last cards of the pool, counted from 1; 0 none"),
    memory("hand_worth", CARDS_DEALT, help="worth of the cards dealt for the stash"),
    memory("month_weight", 6, help="worth of an EC in each month from now, in permille"),
    memory("die_gain", COLOURS, help="what taking each die is worth"),
    memory("die_mode", COLOURS, help="the best mode for it"),
    memory("die_month", COLOURS, help="the best month for it"),
    memory("turn_month", help="the month of the current turn"),
    memory("stage", help="the stage of the turn: BUYING, SPENT, SENDING, DRIVING"),
    memory("target", help="the spot that the bus is going to, -1 none"),
    memory("closed_candidate", CANDIDATES, help="1: out of reach until EC come in"),
    memory("closed_card", CALENDAR_CARDS, help="1: out of reach until EC come in"),
    memory("bets_made", help="bets made in the game"),
    memory("choice", help="the change, 0 none"),
    memory("choice_month", help="the month of the change"),
    memory("choice_subject", help="the card, spot or dice of the change"),
]
(
    CARD_FIRST,
    RECRUIT_FIRST,
    CARD_LATER,
    RECRUIT_LATER,
    AIM_AT,
    MORE_TRADES,
    MORE_STEPS,
    MORE_RUNNERS,
    NO_RUNNERS,
    EARLY_CAMPAIGN,
    STEPS_BEFORE_BETS,
    MORE_CARDS,
    MORE_RECRUITS,
    CARD_DRAFTED,
    DICE_TAKEN,
    DIE_PICKED,
) = range(1, 17)


@unchecked
def is_chosen(table, me, choice):
    """Check if this change to the plan applies this month."""
    return me.choice == choice and me.choice_month == table.month


@unchecked
def reopen(me):
    """Reopen all purchases, because EC came in or the plan changed."""
    for index in range(CANDIDATES):
        me.closed_candidate[index] = 0
    for index in range(CALENDAR_CARDS):
        me.closed_card[index] = 0


STAR = 10
MIN_CARD_WORTH = 5
HOME_REGION_PERCENT, OTHER_REGION_PERCENT = (70, 25)
SLOWER_ABROAD = 3
USUAL_BET_WORTH = 4


def _by_code(numbers):
    """Build an array over the codes 0, 1, 2 and so on."""
    return np.array([numbers[code] for code in range(len(numbers))])


UNIT_WORTH = _by_code(
    {
        GAIN_STARS: STAR,
        GAIN_BUCKS: 10,
        GAIN_EC: 7,
        GAIN_MOVES: 2,
        GAIN_FREE_BETS: 4,
        GAIN_FREE_RUNNERS: 2,
        GAIN_VALUE: 10,
        GAIN_DISCOUNT: 8,
        GAIN_BUCKS_AS_EC: 2,
        GAIN_USE_AGAIN: 4,
        GAIN_SHIFT_DIE: 12,
    }
)
_FREQUENCY = _by_code(
    {
        WHEN_MONTH: 5,
        WHEN_PLAY: 2,
        WHEN_SIGN: 4,
        WHEN_MARKET: 3,
        WHEN_TRADE: 6,
        WHEN_MOVE: 8,
        WHEN_BET_WON: 2,
        WHEN_CRAP_OUT: 1,
        WHEN_ALWAYS: 8,
        WHEN_END: 0,
    }
)
_PERCENT = _by_code(
    {
        CONDITION_TYPE: 40,
        CONDITION_FUNDRAISING_REGION: 8,
        CONDITION_REGION: 50,
        CONDITION_POSITION: 13,
        CONDITION_BASE_AT_LEAST: 40,
        CONDITION_BASE_AT_MOST: 50,
        CONDITION_BORDER: 50,
        CONDITION_SINGLE: 50,
        CONDITION_SAME_STATE: 30,
        CONDITION_MONTH: 0,
        CONDITION_USED_FUNDRAISING: 30,
        CONDITION_CRAPPED_OUT: 25,
    }
)
_GROWTH = _by_code(
    {
        COUNTER_NONE: 0,
        COUNTER_TYPE: 4,
        COUNTER_FUNDRAISING_REGION: 1,
        COUNTER_CARD: 7,
        COUNTER_RECRUIT: 11,
        COUNTER_BORDER_RECRUIT: 5,
        COUNTER_REGION_RECRUIT: 4,
        COUNTER_POSITION_RECRUIT: 2,
        COUNTER_UNIQUE_POSITION: 5,
        COUNTER_BUCKS: 1,
        COUNTER_REGION: 3,
        COUNTER_BASE_RECRUIT: 5,
    }
)


@unchecked_inlined
def _condition_percent(month_now, home, condition, detail):
    """Estimate the chance that a condition holds after this month, in percent."""
    if condition == CONDITION_REGION:
        return HOME_REGION_PERCENT if detail >> home & 1 == 1 else OTHER_REGION_PERCENT
    if condition == CONDITION_POSITION:
        percent = 0
        while detail > 0:
            percent += _PERCENT[CONDITION_POSITION] * (detail & 1)
            detail = detail >> 1
        return percent
    if condition == CONDITION_MONTH:
        percent = 0
        for month in range(month_now + 1, MONTHS + 1):
            percent += 100 * (detail >> month & 1)
        return percent // max(1, MONTHS - month_now)
    return _PERCENT[condition]


@unchecked_inlined
def _tenths_gained(table, seat, home, month, clause):
    """Estimate a clause's gain in tenths, with the growth of its counter."""
    amount = 10 * table.clause_amount[clause]
    counter = table.clause_counter[clause]
    if counter > 0:
        growth = _GROWTH[counter] * (MONTHS - month)
        if counter == COUNTER_REGION_RECRUIT and table.clause_counter_detail[clause] != home:
            growth = growth // SLOWER_ABROAD
        if table.clause_when[clause] != WHEN_END:
            growth = growth // 2
        number = 10 * clause_count(table, seat, clause) + growth
        amount = table.clause_amount[clause] * number // table.clause_per[clause]
        amount = min(amount, 10 * table.clause_up_to[clause])
    elif table.clause_gain[clause] == GAIN_VALUE:
        amount -= 10
    return amount


@unchecked_inlined
def unit_worth(params, gain, counter):
    """Return the worth of one unit of a gain.

    The parameters have no influence on a gain that a counter multiplies.
    """
    if counter == COUNTER_NONE:
        if gain == GAIN_BUCKS:
            return params.buck_worth
        if gain == GAIN_FREE_BETS:
            return params.bet_worth
        if gain == GAIN_EC:
            return params.ec_worth
    return float(UNIT_WORTH[gain])


@unchecked_inlined
def clause_worth(table, params, seat, home, month, clause):
    """Return the formula's worth of a clause after ``month``, for a home region."""
    gain = table.clause_gain[clause]
    when = table.clause_when[clause]
    unit = unit_worth(params, gain, table.clause_counter[clause])
    value = _tenths_gained(table, seat, home, month, clause) * unit
    value -= 10 * params.ec_worth * table.clause_pay_ec[clause]
    value -= 10 * params.buck_worth * table.clause_pay_bucks[clause]
    if value <= 0:
        return 0.0
    if when == WHEN_END:
        return value / 10
    frequency = _FREQUENCY[when] * (MONTHS - month)
    if when in (WHEN_BET_WON, WHEN_CRAP_OUT):
        frequency = frequency * params.bet_worth / USUAL_BET_WORTH
    for index in range(table.clause_conditions[clause]):
        percent = _condition_percent(
            month,
            home,
            table.clause_condition[clause, index],
            table.clause_condition_detail[clause, index],
        )
        frequency = frequency * percent / 100
    return value * frequency / 100


@unchecked
def _effect_worth(table, params, seat, home, month, card):
    """Estimate the worth of a card's effect after ``month``, for a home region."""
    worth = 0.0
    for clause in range(table.source_first[card], table.source_last[card]):
        worth += params.factor[clause] * clause_worth(table, params, seat, home, month, clause)
    return worth


@unchecked
def _depends_on_the_game(table, card):
    """Check if an effect's worth depends on counters or particular months."""
    for clause in range(table.source_first[card], table.source_last[card]):
        if table.clause_counter[clause] != COUNTER_NONE:
            return True
        for index in range(table.clause_conditions[clause]):
            if table.clause_condition[clause, index] == CONDITION_MONTH:
                return True
    return False


def prepare(table, me, params, order):
    """Prepare the cards whose worth depends only on the months left."""
    for card in range(table.cards):
        if _depends_on_the_game(table, card):
            continue
        params.card_known[card] = 1.0
        for home in range(COLOURS):
            at_end = _effect_worth(table, params, me.seat, home, MONTHS, card)
            before = _effect_worth(table, params, me.seat, home, MONTHS - 1, card)
            params.card_at_end[card, home] = worth_besides(table, params, card) + at_end
            params.card_per_month[card, home] = before - at_end
    return 0


@unchecked
def worth_besides(table, params, card):
    """Return the worth of a card's printed stars minus that of its price."""
    return STAR * table.card_stars[card] - params.price_weight * table.card_price[card]


@unchecked
def card_worth(table, me, params, card):
    """Return the worth of drafting a card: stars and effect minus price."""
    home = table.region[me.seat]
    if params.card_known[card] > 0:
        months = MONTHS - table.month
        return params.card_at_end[card, home] + months * params.card_per_month[card, home]
    effect = _effect_worth(table, params, me.seat, home, table.month, card)
    return worth_besides(table, params, card) + effect


@unchecked
def worth_once_drafted(table, params, card, worth):
    """Return the worth of playing a drafted card, without its price.

    ``worth`` is the worth of drafting the card, with its price already deducted.
    """
    price = params.price_weight * table.card_price[card]
    return int(max(MIN_CARD_WORTH, worth + price))


@unchecked
def recall_cards(table, me, params):
    """Work out the worth of calendar cards missing from the memory.

    A game may be resumed midway by a player whose memory is empty.
    """
    for month in range(max(1, table.month - CALENDAR_CARDS + 1), table.month + 1):
        card = table.calendar_card[me.seat, month]
        if card >= 0 and me.card_worth[month % CALENDAR_CARDS] == 0:
            me.card_worth[month % CALENDAR_CARDS] = worth_once_drafted(
                table, params, card, card_worth(table, me, params, card)
            )


@unchecked
def bucks_stand_in(table, seat):
    """Check for a card in play that lets BB replace EC."""
    for index in range(table.active_count[seat, WHEN_ALWAYS]):
        if table.clause_gain[table.active[seat, WHEN_ALWAYS, index]] == GAIN_BUCKS_AS_EC:
            return True
    return False


@compiled
def name_substitutes(table, seat, order, card, spot):
    """Let BB replace the EC missing for a card or a recruit.

    Either ``card`` or ``spot`` is -1.

    Returns:
        The number of BB that replace EC.
    """
    if not bucks_stand_in(table, seat):
        return 0
    if card >= 0:
        number = card_shortfall(table, seat, card)
        number = min(number, substitute_limit(table, seat, ON_CARDS, card, -1))
        relief = card_discount(table, seat, card)
    else:
        number = recruit_shortfall(table, seat, spot)
        number = min(number, substitute_limit(table, seat, ON_RECRUITS, -1, spot))
        relief = recruit_discount(table, seat, spot)
    if number == 0:
        return 0
    shortage = np.zeros(COLOURS, np.int64)
    for colour in range(COLOURS):
        if card >= 0:
            shortage[colour] = table.card_cost[card, colour] - table.mat[seat, colour]
        else:
            shortage[colour] = table.spot_cost[spot, colour] - table.mat[seat, colour]
            shortage[colour] -= table.package[seat, spot, colour]
    for _ in range(number + relief):
        maximum = 0
        for colour in range(1, COLOURS):
            if shortage[colour] > shortage[maximum]:
                maximum = colour
        shortage[maximum] -= 1
        if relief > 0:
            relief -= 1
        else:
            order.substitute[maximum] += 1
    return number


@unchecked
def accept_upgrades(table, me, params, order, when, card, spot, node, cost):
    """Write into ``order.accept`` the upgrades worth more than they cost.

    ``card`` or ``spot`` is the purchase, and ``node`` the bus's destination; those that do not
    apply are -1. ``cost`` is the number of BB that the action itself costs. The remaining BB pay
    for upgrades, first come first served.
    """
    seat = me.seat
    bucks = table.bucks[seat] - cost
    for index in range(table.active_count[seat, when]):
        clause = table.active[seat, when, index]
        if not has_cost(table, clause):
            continue
        if not conditions_hold(table, seat, clause, card, spot, node):
            continue
        gain = table.clause_gain[clause]
        worth = clause_amount(table, seat, clause) * unit_worth(params, gain, 0)
        worth -= params.buck_worth * table.clause_pay_bucks[clause]
        worth -= params.ec_worth * table.clause_pay_ec[clause]
        if worth <= 0 or table.clause_pay_bucks[clause] > bucks:
            continue
        bucks -= table.clause_pay_bucks[clause]
        bit = _bit_of(table, seat, table.clause_source[clause])
        if order.accept >> bit & 1 == 0:
            order.accept += 1 << bit


@unchecked
def _bit_of(table, seat, source):
    """Return a source's bit in ``order.accept``.

    It is 0 for the coach and 1 + i for card i in play.
    """
    if source >= COACH_SOURCE:
        return 0
    for index in range(table.in_play_count[seat]):
        if table.in_play[seat, index] == source:
            return index + 1
    return 0


LAST_PLANNING_MONTH = MONTHS - 2
LONGEST = 10
TOP_3_WORTH = 20
FAR_WEIGHT, STEP_WEIGHT = (9, 15)
EC_OF_PRICE, ROUTES_MISSING_EC = (5, 6)
AIM_MISSING_EC, AIM_STEP = (25, 4)
MAX_BASE = 5
SPARE_EC = 4
LOWEST_WORTH = -1000


@unchecked
def _value_positions(table, me, params):
    """Record what a recruit of each position adds (SCO-3, SCO-5)."""
    seat = me.seat
    months = MONTHS - table.month
    unique = table.unique_positions[seat]
    step = POSITION_STARS[min(unique + 1, POSITIONS)] - POSITION_STARS[unique]
    new = float(STAR * step)
    if table.month <= LAST_PLANNING_MONTH:
        new = max(float(new), params.new_position)
    for position in range(POSITIONS):
        me.position_worth[position] = 0 if table.signed_position[seat, position] > 0 else int(new)
    if me.board < 0 or table.rule_boards != BOARDS.ON:
        return
    missing = 0
    missing_top = 0
    for index in range(5):
        if table.signed_position[seat, me.board_position[index]] == 0:
            missing += 1
            if index < 3:
                missing_top += 1
    if missing == 0 or missing > months + 3:
        return
    bonus = params.board_worth / missing
    for index in range(5):
        position = me.board_position[index]
        if table.signed_position[seat, position] == 0:
            me.position_worth[position] += int(bonus)
            if index < 3:
                me.position_worth[position] += TOP_3_WORTH // missing_top


@unchecked
def _value_region(table, me, params):
    """Record the region to recruit in and each recruit's bonus there (SCO-4)."""
    seat = me.seat
    focus = table.region[seat]
    for region in range(COLOURS):
        if table.signed_region[seat, region] > table.signed_region[seat, focus] + 1:
            focus = region
    me.focus_region = focus
    depth = min(table.signed_region[seat, focus], LONGEST)
    step = REGION_STARS[min(depth + 1, LONGEST)] - REGION_STARS[depth]
    me.region_worth = STAR * step
    if table.month <= LAST_PLANNING_MONTH:
        me.region_worth = max(int(params.region_recruit), STAR * step)


@unchecked
def due(table, seat, spot, region):
    """Return the EC of a colour that the player's package still lacks."""
    if region < 0:
        return 0
    return table.spot_cost[spot, region] - table.package[seat, spot, region]


@unchecked
def plan(table, me, params):
    """Record the recruits most worth signing from the current position.

    The EC at hand are taken into account.
    """
    seat = me.seat
    month = table.month
    _value_positions(table, me, params)
    _value_region(table, me, params)
    for colour in range(COLOURS):
        stock = table.mat[seat, colour] + table.calendar[seat, month, colour]
        if month < MONTHS:
            stock += table.calendar[seat, month + 1, colour]
        me.stock[colour] = stock
    for index in range(CANDIDATES):
        me.candidate[index] = -1
        me.candidate_worth[index] = 0
    focus = me.focus_region + 0
    region_worth = me.region_worth + 0
    here = table.node[seat]
    free = calendar_free_moves(table, month)
    if me.turn_month == month:
        free = table.free_moves[seat] + 0
    maximum = MAX_BASE * STAR
    for position in range(POSITIONS):
        maximum = max(maximum, MAX_BASE * STAR + me.position_worth[position])
    border_worth = int(params.border_worth)
    bar = LOWEST_WORTH
    count = 0
    worst = 0
    for number in range(STATES):
        steps = table.near_steps[here, number]
        cost = FAR_WEIGHT * steps + STEP_WEIGHT * max(0, steps - free)
        if region_worth + border_worth + maximum - cost <= bar:
            break
        state = table.near_state[here, number]
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        state_worth = region_worth if first == focus or second == focus else 0
        if second >= 0:
            state_worth += border_worth
        if state_worth + maximum - cost <= bar:
            continue
        for slot in range(2 if second >= 0 else 1):
            spot = table.state_spot[state, slot]
            if table.spot_owner[spot] >= 0:
                continue
            worth = state_worth + STAR * table.spot_base[spot]
            worth += me.position_worth[table.spot_position[spot]]
            unpaid = table.spot_price[spot] - table.package_size[seat, spot]
            rank = worth - cost - EC_OF_PRICE * unpaid
            if rank <= bar:
                continue
            shortage = max(0, due(table, seat, spot, first) - me.stock[first])
            if second >= 0:
                shortage += max(0, due(table, seat, spot, second) - me.stock[second])
            rank -= ROUTES_MISSING_EC * shortage
            if rank <= bar or has_sign_ban(table, seat, spot):
                continue
            me.candidate[worst] = spot
            me.candidate_worth[worst] = worth
            me.candidate_rank[worst] = rank
            worst += 1
            if count < CANDIDATES:
                count += 1
            if count == CANDIDATES:
                worst = 0
                for index in range(1, CANDIDATES):
                    if me.candidate_rank[index] < me.candidate_rank[worst]:
                        worst = index
                bar = me.candidate_rank[worst] + 0
    me.planned_month = month
    reopen(me)


@unchecked
def choose_aim(table, me, params):
    """Choose the recruit to drive towards, by worth, steps and missing EC."""
    seat = me.seat
    me.target = -1
    best = float(LOWEST_WORTH)
    here = table.node[seat]
    for index in range(CANDIDATES):
        spot = me.candidate[index] + 0
        if spot < 0 or table.spot_owner[spot] >= 0:
            continue
        state = table.spot_state[spot]
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        next_month = min(MONTHS, table.month + 1)
        shortage = max(0, due(table, seat, spot, first) - table.calendar[seat, next_month, first])
        if second >= 0:
            shortage += max(
                0, due(table, seat, spot, second) - table.calendar[seat, next_month, second]
            )
        worth = me.candidate_worth[index] - AIM_MISSING_EC * shortage
        worth -= AIM_STEP * table.distance[here, table.state_node[state]]
        if spot == me.choice_subject and is_chosen(table, me, AIM_AT):
            worth -= LOWEST_WORTH
        if worth > best:
            best = worth
            me.target = spot


@unchecked
def go_and_sign(table, me, params, order):
    """Step towards the target; once there, sign it.

    A step that is not free costs an EC of the colour with the most to spare.
    """
    seat = me.seat
    spot = me.target + 0
    here = table.node[seat]
    goal = table.state_node[table.spot_state[spot]]
    if here == goal:
        order.spot = spot
        spent = name_substitutes(table, seat, order, -1, spot)
        accept_upgrades(table, me, params, order, WHEN_SIGN, -1, spot, -1, spent)
        _forget(table, me, params)
        if table.active_count[seat, WHEN_SIGN] > 0:
            reopen(me)
        return SIGN
    order.node = table.way[here, goal]
    if table.free_moves[seat] < 1:
        maximum = LOWEST_WORTH
        for candidate in range(COLOURS):
            if table.mat[seat, candidate] > 0:
                ec_due = table.spot_cost[spot, candidate] - table.package[seat, spot, candidate]
                spare = table.mat[seat, candidate] - max(0, ec_due)
                if spare > maximum:
                    maximum = spare
                    order.colour = candidate
        order.give[order.colour] = 1
    accept_upgrades(table, me, params, order, WHEN_MOVE, -1, -1, order.node, 0)
    if table.active_count[seat, WHEN_MOVE] > 0:
        reopen(me)
    return MOVE


@unchecked
def _forget(table, me, params):
    """Drop a target about to be signed.

    If many EC remain, plan again; if not, other recruits of its position lose the position's worth.
    """
    spot = me.target + 0
    me.target = -1
    if mat_total(table, me.seat) > table.spot_price[spot] + SPARE_EC:
        me.planned_month = 0
        return
    position = table.spot_position[spot]
    for index in range(CANDIDATES):
        other = me.candidate[index] + 0
        if other >= 0 and table.spot_position[other] == position:
            me.candidate_worth[index] -= me.position_worth[position]


ENOUGH_EC = 8
REACH = 5


@unchecked
def month_weight(params, month):
    """Return an EC's worth in a month, as a percentage of July's."""
    if month <= 6:
        if month == 2:
            return params.april
        if month == 3:
            return params.may
        if month == 4:
            return params.june
        if month == 6:
            return params.august
        return 100.0
    if month == 7:
        return params.september
    if month == 8:
        return params.october
    if month == 9:
        return params.november
    if month == 10:
        return params.december
    if month == 11:
        return params.january
    return params.february


@unchecked
def _note_needs(table, me):
    """Record how many EC of each colour the plan and cards lack."""
    seat = me.seat
    last = min(MONTHS, table.month + REACH)
    for colour in range(COLOURS):
        me.need[colour] = -table.mat[seat, colour]
    for month in range(table.month, last + 1):
        for colour in range(COLOURS):
            me.need[colour] -= table.calendar[seat, month, colour]
    for month in range(max(1, table.month - 5), table.month + 1):
        card = table.calendar_card[seat, month]
        if card >= 0:
            for colour in range(COLOURS):
                me.need[colour] += table.card_cost[card, colour]
    for index in range(CANDIDATES):
        spot = me.candidate[index] + 0
        if spot >= 0:
            state = table.spot_state[spot]
            first = table.state_region[state, 0]
            second = table.state_region[state, 1]
            me.need[first] += due(table, seat, spot, first)
            if second >= 0:
                me.need[second] += due(table, seat, spot, second)


@unchecked
def _weigh_months(table, me, params):
    """Record an EC's worth in each month in reach, in permille.

    An EC is worth less in a month that already has many.
    """
    last = min(MONTHS, table.month + REACH)
    for month in range(table.month, last + 1):
        weight = 10 * month_weight(params, month)
        weight *= 1 - params.wait_percent * (month - table.month) / 100
        total = 0
        for colour in range(COLOURS):
            total += table.calendar[me.seat, month, colour]
        weight -= 10 * params.crowding * max(0, total - ENOUGH_EC)
        me.month_weight[month - table.month] = max(1, int(weight))


@unchecked
def _best_month(table, me):
    """Find the month in reach where an EC is worth most.

    The later month wins a tie.
    """
    best = table.month + 0
    for month in range(table.month + 1, min(MONTHS, table.month + REACH) + 1):
        if me.month_weight[month - table.month] >= me.month_weight[best - table.month]:
            best = month
    return best


@unchecked
def _gain(table, me, params, colour, mode, month):
    """Return the worth of taking a die in this mode and month."""
    number = die_worth(table, colour, mode)
    needed = min(number, max(0, me.need[colour]))
    count = params.any_ec * number + (10 - params.any_ec) * needed
    return int(count * me.month_weight[month - table.month])


@unchecked
def _dice_rate(table, me, params, colour, best_month):
    """Record the best way to take a die: worth, mode and month."""
    any_month = table.rule_dice_use == DICE_USE.ANY_MONTH
    mode = FULL if any_month else HALF
    me.die_mode[colour] = mode
    me.die_month[colour] = best_month
    me.die_gain[colour] = _gain(table, me, params, colour, mode, best_month)
    month = table.month + table.dice[colour] - 1
    if any_month or month > MONTHS:
        return
    gain = _gain(table, me, params, colour, FULL, month)
    if gain > me.die_gain[colour]:
        me.die_mode[colour] = FULL
        me.die_month[colour] = month
        me.die_gain[colour] = gain


@unchecked
def _take(me, order, which, colour):
    """Order a die, with the mode and month that `_dice_rate` found best."""
    order.die[which] = colour
    order.mode[which] = me.die_mode[colour]
    order.month[which] = me.die_month[colour]


@unchecked
def die_open(table, seat, colour):
    """Check if a seat may take a die in an exclusive draft (CUT-2)."""
    taken = 0
    for other in range(table.players):
        for which in range(2):
            if table.die[other, which] == colour:
                taken += 1
                if other == seat:
                    return False
    return taken < dice_limit(table)


@unchecked
def rate_dice(table, me, params):
    """Record each die's worth and the best way to take it."""
    plan(table, me, params)
    _note_needs(table, me)
    _weigh_months(table, me, params)
    best_month = _best_month(table, me)
    for colour in range(COLOURS):
        _dice_rate(table, me, params, colour, best_month)


def dice(table, me, params, order):
    """Take the two best dice, or pick one in an exclusive draft."""
    exclusive = table.rule_dice_draft == DICE_DRAFT.EXCLUSIVE
    rate_dice(table, me, params)
    if is_chosen(table, me, DICE_TAKEN):
        _take(me, order, 0, me.choice_subject // COLOURS)
        _take(me, order, 1, me.choice_subject % COLOURS)
        return 0
    if is_chosen(table, me, DIE_PICKED) and die_open(table, me.seat, me.choice_subject):
        return me.choice_subject + 0
    first = -1
    for which in range(2):
        best = -1
        for colour in range(COLOURS):
            if colour == first:
                continue
            if exclusive and (not die_open(table, me.seat, colour)):
                continue
            if best < 0 or me.die_gain[colour] > me.die_gain[best]:
                best = colour
        if exclusive:
            return best
        _take(me, order, which, best)
        first = best
    return 0


def place(table, me, params, order):
    """Choose the modes and months of the dice of an exclusive draft (CUT-5)."""
    _weigh_months(table, me, params)
    best_month = _best_month(table, me)
    for which in range(2):
        colour = table.die[me.seat, which] + 0
        _dice_rate(table, me, params, colour, best_month)
        _take(me, order, which, colour)
    return 0


CARDS_TO_KEEP = 4
WAITING_DEDUCTION = 16
BAN_COST = 100000
WORTH_OF_NONE = -1000000


def keep(table, me, params, order):
    """Keep the four most useful of the six dealt cards (SET-8)."""
    for index in range(CARDS_DEALT):
        me.hand_worth[index] = int(card_worth(table, me, params, me.hand[index]))
        if has_play_ban(table, me.seat, me.hand[index]):
            me.hand_worth[index] -= BAN_COST
        order.keep[index] = 1
    for _ in range(CARDS_DEALT - CARDS_TO_KEEP):
        worst = -1
        for index in range(CARDS_DEALT):
            if order.keep[index] == 1 and (
                worst < 0 or me.hand_worth[index] < me.hand_worth[worst]
            ):
                worst = index
        order.keep[worst] = 0
    return 0


@unchecked
def _worth(table, me, params, card, ban):
    """Return the worth of drafting a card, with a random error."""
    worth = card_worth(table, me, params, card)
    maximum = int(params.whim)
    if maximum > 0:
        worth += draw(me, 2 * maximum + 1) - maximum
    if has_draft_ban(table, me.seat, card, ban):
        worth -= BAN_COST
    return int(worth)


@unchecked
def _look_over_own(table, me, params):
    """Record the best card in hand and stash, and the hand's worst."""
    seat = me.seat
    me.own_month = table.month
    me.own_best = -1
    me.own_worth = WORTH_OF_NONE
    worst_worth = 0
    for index in range(table.hand_size[seat]):
        worth = _worth(table, me, params, me.hand[index], BAN_HAND)
        if worth > me.own_worth:
            me.own_best = me.hand[index]
            me.own_worth = worth
        if index == 0 or worth <= worst_worth:
            me.own_worst = me.hand[index]
            worst_worth = worth
    waiting = WAITING_DEDUCTION if MONTHS - table.month >= table.stash_size[seat] else 0
    for index in range(table.stash_size[seat]):
        worth = _worth(table, me, params, me.stash[index], BAN_STASH) - waiting
        if worth > me.own_worth:
            me.own_best = me.stash[index]
            me.own_worth = worth


@unchecked
def _look_over_pool(table, me, params):
    """Record the pool's best cards, old and new.

    Returns:
        The index in ``me.pool_best`` of the best one. If there is none, ``me.pool_worth`` is
        WORTH_OF_NONE at this index.
    """
    first_new = 0
    for index in range(table.pool_size - 1, -1, -1):
        for newest in range(NEWEST_CARDS):
            if table.pool[index] + 1 == me.pool_newest[newest]:
                first_new = max(first_new, index + 1)
        if first_new > 0:
            break
    stays = me.pool_month == table.month
    me.pool_month = table.month
    for slot in range(POOL_CARDS):
        card = me.pool_best[slot] - 1
        if first_new == 0 or card < 0 or table.card_place[card] != POOL:
            me.pool_worth[slot] = WORTH_OF_NONE
        elif not stays or me.pool_worth[slot] == WORTH_OF_NONE:
            me.pool_worth[slot] = _worth(table, me, params, card, BAN_POOL)
    for index in range(first_new, table.pool_size):
        worth = _worth(table, me, params, table.pool[index], BAN_POOL)
        least = 0
        for slot in range(1, POOL_CARDS):
            if me.pool_worth[slot] < me.pool_worth[least]:
                least = slot
        if worth > me.pool_worth[least]:
            me.pool_worth[least] = worth
            me.pool_best[least] = table.pool[index] + 1
    for newest in range(NEWEST_CARDS):
        index = table.pool_size - 1 - newest
        me.pool_newest[newest] = table.pool[index] + 1 if index >= 0 else 0
    best = 0
    for slot in range(1, POOL_CARDS):
        if me.pool_worth[slot] > me.pool_worth[best]:
            best = slot
    return best


@unchecked
def _others_still_draft(table, me):
    """Check if another player has yet to place this month's card."""
    waiting = 0
    for seat in range(table.players):
        if seat != me.seat:
            waiting += 1 - table.drafted[seat]
    return waiting > 0


def draft(table, me, params, order):
    """Draft the most useful card from hand, pool and stash (DRA-2).

    The cards in the player's hand and stash are safe. Unless a card in the pool is better than all
    of them by more than ``patience``, the player discards the worst card of their hand and waits,
    as long as other players, who may discard something better, have yet to draft.
    """
    seat = me.seat
    if is_chosen(table, me, CARD_DRAFTED):
        order.card = me.choice_subject
        me.card_worth[table.month % CALENDAR_CARDS] = worth_once_drafted(
            table, params, order.card, card_worth(table, me, params, order.card)
        )
        return DRAFT
    if me.own_month != table.month:
        _look_over_own(table, me, params)
    best = me.own_best + 0
    best_worth = me.own_worth + 0
    slot = _look_over_pool(table, me, params)
    if me.pool_worth[slot] > best_worth:
        best = me.pool_best[slot] - 1
        best_worth = me.pool_worth[slot] + 0
    waits = params.patience > 0 and best_worth <= me.own_worth + params.patience
    if (
        waits
        and table.rule_solo == SOLO.OFF
        and (table.hand_size[seat] > 1)
        and _others_still_draft(table, me)
    ):
        order.card = me.own_worst
        if table.hand_size[seat] > 2:
            me.own_month = 0
        return DELAY
    order.card = best
    if params.whim > 0:
        best_worth = int(card_worth(table, me, params, best))
    me.card_worth[table.month % CALENDAR_CARDS] = worth_once_drafted(
        table, params, best, best_worth
    )
    return DRAFT


MAX_TRADES = 3
OUT_OF_REACH = -1.0
FIRST = 1000000.0
EASIER = 0.3
FAVOUR = 2.0


class Means(NamedTuple):
    """A seat's means of payment and its prices for trades and steps."""

    total: int
    """EC on the mat."""
    steps: int
    """The maximum number of steps that the seat may pay for."""
    trades: int
    """The maximum number of EC that trades may add to a purchase."""
    surcharge: int
    """EC that a trade costs beyond the one that it gives."""
    bucks: int
    """BB that may replace EC, where a card lets them."""
    card_relief: int
    """The maximum number of EC by which card prices may fall."""
    recruit_relief: int
    """The maximum number of EC by which recruit prices may fall."""
    trade_cost: float
    """Tenths of a star by which a traded EC lowers worth."""
    step_price: float
    """The number of EC that a step counts as."""
    card_favour: float
    """The preference for cards over recruits of the same worth."""


@unchecked
def _trades_left(table, seat):
    """Count the trades that the fee allows (ACT-3, CUT-3)."""
    if has_ban(table, seat, BAN_TRADE):
        return 0
    if table.rule_trade_fee == TRADE_FEE.BB1:
        return table.bucks[seat] + 0
    if table.rule_trade_fee == TRADE_FEE.STARS2:
        return table.score[seat] // 2
    return 99


@unchecked
def count_means(table, me, params):
    """Work out the seat's `Means`, once for all possible purchases."""
    seat = me.seat
    total = mat_total(table, seat)
    trade_cost = params.trade_cost
    step_price = params.step_price
    if is_chosen(table, me, MORE_TRADES):
        trade_cost *= EASIER
    if is_chosen(table, me, MORE_STEPS):
        step_price *= EASIER
    bucks = 0
    card_relief = 0
    recruit_relief = 0
    for index in range(table.active_count[seat, WHEN_ALWAYS]):
        clause = table.active[seat, WHEN_ALWAYS, index]
        gain = table.clause_gain[clause]
        if gain == GAIN_BUCKS_AS_EC:
            bucks = table.bucks[seat] + 0
        elif gain == GAIN_DISCOUNT and table.clause_detail[clause] == ON_CARDS:
            card_relief += table.clause_amount[clause]
        elif gain == GAIN_DISCOUNT and table.clause_detail[clause] == ON_RECRUITS:
            recruit_relief += table.clause_amount[clause]
    card_favour = params.card_favour
    if is_chosen(table, me, MORE_CARDS):
        card_favour *= FAVOUR
    if is_chosen(table, me, MORE_RECRUITS):
        card_favour /= FAVOUR
    return Means(
        total,
        0 if has_ban(table, seat, BAN_PAID_MOVE) else total,
        min(MAX_TRADES, _trades_left(table, seat)),
        trade_price(table, seat) - 1,
        bucks,
        card_relief,
        recruit_relief,
        trade_cost,
        step_price,
        card_favour,
    )


@unchecked_inlined
def _purchases_rate(params, means, worth, cost, shortage, replaceable, steps):
    """Return a purchase's worth per EC and the EC to trade for.

    The worth per EC is OUT_OF_REACH if trades, BB and EC do not suffice.

    Args:
        params: the strategy's parameters.
        means: the means of the seat.
        worth: the purchase's worth, in tenths of a star.
        cost: EC that it costs after discounts.
        shortage: EC of its colours that the mat lacks after discounts.
        replaceable: EC that BB may replace (PAY-3).
        steps: steps to it beyond the free moves.
    """
    price = cost
    if replaceable > 0:
        replaceable = min(shortage, replaceable, means.bucks)
        shortage -= replaceable
        price -= replaceable
    if shortage > 0:
        if shortage > means.trades:
            return (OUT_OF_REACH, 0)
        price += shortage * means.surcharge
    if price + steps > means.total:
        return (OUT_OF_REACH, 0)
    worth -= means.trade_cost * shortage + params.buck_worth * replaceable
    return (worth / (price + means.step_price * steps + params.rate_offset), shortage)


@unchecked_inlined
def _cannot_beat(best_rate, params, worth, price):
    """Check that no possible `_purchases_rate` of a purchase beats ``best_rate``.

    ``price`` is a lower bound on the EC that the purchase costs after discounts and BB.
    """
    return worth <= best_rate * (max(0, price) + params.rate_offset)


@unchecked_inlined
def card_rate(table, seat, params, means, card, worth):
    """Return the `_purchases_rate` of putting a calendar card into play."""
    shortage = 0
    for colour in range(COLOURS):
        shortage += max(0, table.card_cost[card, colour] - table.mat[seat, colour])
    cost = table.card_price[card] + 0
    replaceable = 0
    if means.card_relief > 0:
        discount = card_discount(table, seat, card)
        cost = max(0, cost - discount)
        shortage = max(0, shortage - discount)
    if means.bucks > 0 and shortage > 0:
        replaceable = substitute_limit(table, seat, ON_CARDS, card, -1)
    return _purchases_rate(params, means, means.card_favour * worth, cost, shortage, replaceable, 0)


@unchecked_inlined
def recruit_rate(table, me, params, means, index):
    """Return the `_purchases_rate` of signing a candidate.

    A candidate is closed if more EC are missing than trades, discounts and BB can cover.
    """
    seat = me.seat
    spot = me.candidate[index] + 0
    state = table.spot_state[spot]
    there = table.state_node[state]
    steps = max(0, table.distance[table.node[seat], there] - table.free_moves[seat])
    if steps > means.steps:
        return (OUT_OF_REACH, 0)
    first = table.state_region[state, 0]
    second = table.state_region[state, 1]
    cost = due(table, seat, spot, first)
    shortage = max(0, cost - table.mat[seat, first])
    if second >= 0:
        cost_second = due(table, seat, spot, second)
        cost += cost_second
        shortage += max(0, cost_second - table.mat[seat, second])
    if shortage > means.trades + means.recruit_relief + means.bucks:
        me.closed_candidate[index] = 1
        return (OUT_OF_REACH, 0)
    replaceable = 0
    if means.recruit_relief > 0:
        discount = recruit_discount(table, seat, spot)
        cost = max(0, cost - discount)
        shortage = max(0, shortage - discount)
    if means.bucks > 0 and shortage > 0:
        replaceable = substitute_limit(table, seat, ON_RECRUITS, -1, spot)
    worth = float(me.candidate_worth[index])
    return _purchases_rate(params, means, worth, cost, shortage, replaceable, steps)


@unchecked
def _trade(table, me, params, order):
    """Trade surplus EC for one that the purchase lacks.

    The purchase is ``order.card`` or ``order.spot``; the other is -1.
    """
    seat = me.seat
    card = order.card + 0
    spot = order.spot + 0
    price_left = trade_price(table, seat)
    take = -1
    for colour in range(COLOURS):
        ec_due = 0
        if card >= 0:
            ec_due = table.card_cost[card, colour] + 0
        if spot >= 0:
            ec_due = table.spot_cost[spot, colour] - table.package[seat, spot, colour]
        surplus = table.mat[seat, colour] - max(0, ec_due)
        if surplus > 0:
            give = min(price_left, surplus)
            order.give[colour] = give
            price_left -= give
        elif surplus < 0 and take < 0:
            take = colour
    order.take[take] = 1
    fee = 1 if table.rule_trade_fee == TRADE_FEE.BB1 else 0
    accept_upgrades(table, me, params, order, WHEN_TRADE, -1, -1, -1, fee)
    return TRADE


@unchecked
def buy(table, me, params, order):
    """Fill in the order for the next action of the best purchase.

    The best purchase has the most worth per EC. The function returns the action, or 0 if there is
    no purchase. A chosen recruit becomes the target. A purchase that lacks EC may be completed by
    trades, and by BB where a card lets them replace EC. Purchases out of reach stay closed until EC
    come in, since until then the mat only empties.
    """
    seat = me.seat
    best_rate = params.least_rate
    means = count_means(table, me, params)
    trades = 0
    order.card = -1
    order.spot = -1
    for month in range(max(1, table.month - CALENDAR_CARDS + 1), table.month + 1):
        card = table.calendar_card[seat, month]
        index = month % CALENDAR_CARDS
        if card < 0 or me.closed_card[index] == 1 or has_play_ban(table, seat, card):
            continue
        if card == me.choice_subject and is_chosen(table, me, CARD_LATER):
            continue
        worth = float(me.card_worth[index])
        if card != me.choice_subject and _cannot_beat(
            best_rate,
            params,
            means.card_favour * worth,
            table.card_price[card] - means.card_relief - means.bucks,
        ):
            continue
        rate, shortage = card_rate(table, seat, params, means, card, worth)
        if rate >= 0 and card == me.choice_subject and is_chosen(table, me, CARD_FIRST):
            rate += FIRST
        if rate < 0:
            me.closed_card[index] = 1
        elif rate > best_rate:
            best_rate = rate
            trades = shortage
            order.card = card
    for index in range(CANDIDATES):
        spot = me.candidate[index] + 0
        if me.closed_candidate[index] == 1 or spot < 0 or table.spot_owner[spot] >= 0:
            continue
        if spot == me.choice_subject and is_chosen(table, me, RECRUIT_LATER):
            continue
        if spot != me.choice_subject and _cannot_beat(
            best_rate,
            params,
            me.candidate_worth[index],
            table.spot_price[spot]
            - table.package_size[seat, spot]
            - means.recruit_relief
            - means.bucks,
        ):
            continue
        rate, shortage = recruit_rate(table, me, params, means, index)
        if rate >= 0 and spot == me.choice_subject and is_chosen(table, me, RECRUIT_FIRST):
            rate += FIRST
        if rate > best_rate:
            best_rate = rate
            trades = shortage
            order.card = -1
            order.spot = spot
    if order.card < 0 and order.spot < 0:
        return 0
    if trades > 0:
        return _trade(table, me, params, order)
    if order.spot >= 0:
        me.target = order.spot
        return go_and_sign(table, me, params, order)
    spent = name_substitutes(table, seat, order, order.card, -1)
    accept_upgrades(table, me, params, order, WHEN_PLAY, order.card, -1, -1, spent)
    reopen(me)
    return PLAY_CARD


TABLES = [
    table("learnt/balanced_0_1.csv", key="clause", neutral=1.0, columns=("factor",), partial=True),
    lookup("card_known", key="card"),
    lookup("card_at_end", key="card", numbers=COLOURS),
    lookup("card_per_month", key="card", numbers=COLOURS),
]
_PARAMETERS = (
    ("april", 13.8, 0, 200, "worth of an EC in April, as a percentage of one in July"),
    ("may", 97.1, 0, 200, "worth of an EC in May, as a percentage of one in July"),
    ("june", 127.0, 0, 200, "worth of an EC in June, as a percentage of one in July"),
    ("august", 157.0, 0, 200, "worth of an EC in August, as a percentage of one in July"),
    ("september", 132.0, 0, 200, "worth of an EC in September, as a percentage of one in July"),
    ("october", 121.0, 0, 200, "worth of an EC in October, as a percentage of one in July"),
    ("november", 105.0, 0, 200, "worth of an EC in November, as a percentage of one in July"),
    ("december", 92.3, 0, 200, "worth of an EC in December, as a percentage of one in July"),
    ("january", 15.9, 0, 200, "worth of an EC in January, as a percentage of one in July"),
    ("february", 3.05, 0, 200, "worth of an EC in February, as a percentage of one in July"),
    (
        "crowding",
        0.19,
        0,
        10,
        "percent by which each EC beyond the eighth in a month lowers the worth of all",
    ),
    ("wait_percent", 0.0, -20, 30, "percent of its worth that an EC loses per month of delay"),
    (
        "any_ec",
        7.98,
        0,
        10,
        "tenths of its worth that a die's EC keeps if its colour is not needed",
    ),
    ("buck_worth", 6.63, 0, 40, "tenths of a star that a BB is worth when drafting cards"),
    ("bet_worth", 11.3, 0, 40, "tenths of a star that a free bet is worth when drafting cards"),
    ("ec_worth", 8.6, 0, 40, "tenths of a star that an EC is worth when drafting cards"),
    ("price_weight", 7.0, 0, 20, "tenths of a star that an EC of a card's price counts as"),
    (
        "patience",
        23.5,
        0,
        100,
        "tenths of a star by which a card in the pool must be better to be taken "
        "before others have discarded; 0 never waits",
    ),
    ("whim", 15, 0, 1000, "tenths of a star by which drafting errs, at most, either way"),
    ("card_favour", 1.41, 0.2, 4, "how much cards are preferred to recruits of the same worth"),
    ("rate_offset", 0.157, 0.1, 20, "EC added to every price, which favours expensive purchases"),
    ("least_rate", 0.562, 0, 20, "worth per EC below which nothing is bought"),
    ("trade_cost", 33.6, 0, 60, "tenths of a star by which a traded EC lowers a purchase's worth"),
    ("step_price", 3.0, 0, 4, "EC that a step beyond the free moves counts as"),
    ("new_position", 23.3, 0, 150, "minimum worth of a new position, in tenths of a star"),
    (
        "region_recruit",
        81.2,
        0,
        400,
        "minimum worth of a recruit of the region, in tenths of a star",
    ),
    ("border_worth", 0.0, 0, 150, "extra tenths of a star that a border recruit is worth"),
    (
        "board_worth",
        7.69,
        0,
        300,
        "tenths of a star that the Recruiting Board is worth, shared by its missing positions",
    ),
    ("runner_least", 5.6, 1, 9, "fewest EC that are worth a runner's BB"),
    ("market_early", 0, 0, 1, "1: a campaign every month, before BB go to runners"),
    ("bet_first", 1, 0, 1, "1: leftover EC become bets before they become steps"),
)


def planner_parameters(**defaults):
    """List the parameters of this planner, with a strategy's own defaults."""
    return [
        parameter(name, default=defaults.get(name, default), low=low, high=high, help=text)
        for name, default, low, high, text in _PARAMETERS
    ]


BUYING, SPENT, SENDING, DRIVING = range(4)
TRIGGERS_MISSING_EC = 20


@unchecked
def _benefit(table, me, params, source):
    """Return the worth of triggering a benefit now, or 0.

    It is 0 if the benefit must wait. During purchases, only gains that can be spent are taken.
    Benefits that bring stars or cost EC wait until after the purchases.
    """
    seat = me.seat
    buying = me.stage == BUYING
    worth = 0.0
    for clause in range(table.source_first[source], table.source_last[source]):
        if table.clause_when[clause] != WHEN_MONTH:
            continue
        gain = table.clause_gain[clause]
        pays = table.clause_pay_bucks[clause]
        if buying and (gain == GAIN_STARS or table.clause_pay_ec[clause] > 0):
            return 0
        unit = float(UNIT_WORTH[gain])
        if gain == GAIN_FREE_BETS:
            unit = params.bet_worth
        if gain == GAIN_EC and pays > 0:
            colour = table.clause_detail[clause]
            if not buying or colour < 0 or me.need[colour] <= 0:
                return 0
        if gain == GAIN_FREE_BETS and pays > 0 and (table.month == MONTHS):
            return 0
        worth += unit * clause_amount(table, seat, clause) - STAR * pays
    return worth


@unchecked
def next_trigger(table, me, params, order):
    """Order the next once-a-month benefit as ``order.card``, or return 0."""
    seat = me.seat
    source = -1
    for index in range(table.active_count[seat, WHEN_MONTH]):
        last = source
        source = table.clause_source[table.active[seat, WHEN_MONTH, index]] + 0
        if source == last or table.used[source] > 1:
            continue
        if table.used[source] == 1 and table.use_again_left[seat] < 1:
            continue
        if trigger_refusal(table, seat, source) > 0:
            continue
        if _benefit(table, me, params, source) <= 0:
            continue
        order.card = source
        reopen(me)
        for clause in range(table.source_first[source], table.source_last[source]):
            if (
                table.clause_gain[clause] == GAIN_EC
                and table.clause_detail[clause] < 0
                and (table.clause_when[clause] == WHEN_MONTH)
                and conditions_hold(table, seat, clause, -1, -1, -1)
            ):
                order.take[_wanted_colour(table, me)] += clause_amount(table, seat, clause)
        return TRIGGER
    return 0


@unchecked
def _wanted_colour(table, me):
    """Find the colour of EC that helps the best incomplete purchase most."""
    seat = me.seat
    best_colour = table.region[seat] + 0
    best_worth = LOWEST_WORTH
    for month in range(max(1, table.month - 5), table.month + 1):
        card = table.calendar_card[seat, month]
        if card >= 0:
            total_shortage = 0
            colour = 0
            for candidate in range(COLOURS):
                shortage = table.card_cost[card, candidate] - table.mat[seat, candidate]
                if shortage > 0:
                    total_shortage += shortage
                    colour = candidate
            worth = me.card_worth[month % CALENDAR_CARDS] - TRIGGERS_MISSING_EC * total_shortage
            if total_shortage > 0 and worth > best_worth:
                best_worth = worth
                best_colour = colour
    for index in range(CANDIDATES):
        spot = me.candidate[index] + 0
        if spot >= 0 and table.spot_owner[spot] < 0:
            state = table.spot_state[spot]
            first = table.state_region[state, 0]
            second = table.state_region[state, 1]
            total_shortage = max(0, due(table, seat, spot, first) - table.mat[seat, first])
            colour = first + 0
            if second >= 0:
                shortage = max(0, due(table, seat, spot, second) - table.mat[seat, second])
                total_shortage += shortage
                if shortage > 0:
                    colour = second + 0
            worth = me.candidate_worth[index] - TRIGGERS_MISSING_EC * total_shortage
            if total_shortage > 0 and worth > best_worth:
                best_worth = worth
                best_colour = colour
    return best_colour


CARRIED_EC_WORTH = 25
TARGET_BONUS = 13
CHOICE_BONUS = 200
FEW_EC = 2
MAX_STARS = 8
LOW_NUMBERS = 3


@unchecked
def _send_runner(table, me, params, order):
    """Send leftover EC to the recruit that they serve best.

    The result is 0 if too few EC can be sent to be worth the fee.
    """
    seat = me.seat
    best = -1
    best_worth = 0.0
    least = 1 if table.free_runners[seat] > 0 else params.runner_least
    if is_chosen(table, me, MORE_RUNNERS) or is_chosen(table, me, AIM_AT):
        least = FEW_EC
    if is_chosen(table, me, NO_RUNNERS):
        return 0
    for index in range(CANDIDATES):
        spot = me.candidate[index] + 0
        if spot < 0 or table.spot_owner[spot] >= 0:
            continue
        state = table.spot_state[spot]
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        carried = min(table.mat[seat, first], due(table, seat, spot, first))
        if second >= 0:
            carried += min(table.mat[seat, second], due(table, seat, spot, second))
        worth = CARRIED_EC_WORTH * carried + me.candidate_worth[index] / 4
        if spot == me.target:
            worth += TARGET_BONUS
            if is_chosen(table, me, AIM_AT):
                worth += CHOICE_BONUS
        if carried >= least and worth > best_worth:
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
    if table.marketed[seat] == 1 or bucks < 1 or (bucks < campaigns and (not early)):
        return 0
    stars = 1
    while (
        stars < MAX_STARS
        and MARKETING_COST[stars + 1] + (campaigns - 1) * MARKETING_COST[stars] <= bucks
    ):
        stars += 1
    order.number = stars
    accept_upgrades(table, me, params, order, WHEN_MARKET, -1, -1, -1, MARKETING_COST[stars])
    return MARKET


@unchecked
def _bet(table, me, order):
    """Bet a third of the leftovers on a low number (ACT-9).

    The colour is the one that the plan and the calendar's cards lack most.
    """
    best = 0
    for colour in range(1, COLOURS):
        if me.need[colour] > me.need[best]:
            best = colour
    order.colour = best
    order.number = 1 + me.bets_made % LOW_NUMBERS
    stock = mat_total(table, me.seat) + table.free_bets[me.seat]
    order.tokens = (stock + LOW_NUMBERS - 1) // LOW_NUMBERS
    me.bets_made += 1
    me.need[best] -= order.tokens
    return BET


@unchecked
def _begin(table, me, params):
    """Start the turn of a new month."""
    if me.turn_month == 0:
        recall_cards(table, me, params)
    me.turn_month = table.month
    me.stage = BUYING
    me.target = -1
    reopen(me)


@unchecked
def _spend(table, me, params, order):
    """Order the next benefit, campaign or purchase, or return 0."""
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
    sends = total > 0 and (not has_ban(table, seat, BAN_RUNNER))
    bets = not has_ban(table, seat, BAN_BET)
    if me.stage == SENDING and sends and (table.bucks[seat] + table.free_runners[seat] > 0):
        action = _send_runner(table, me, params, order)
        if action > 0:
            return action
    me.stage = DRIVING
    spot = me.target
    pays = total > 0 and (not has_ban(table, seat, BAN_PAID_MOVE))
    steps_first = int(params.bet_first) == 0 or is_chosen(table, me, STEPS_BEFORE_BETS)
    drive = table.free_moves[seat] > 0 or (pays and (steps_first or not bets))
    if drive and spot >= 0 and (table.node[seat] != table.state_node[table.spot_state[spot]]):
        return go_and_sign(table, me, params, order)
    if bets and total + table.free_bets[seat] > 0:
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


PARAMETERS = planner_parameters()
