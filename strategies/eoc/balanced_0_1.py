"""The planner of version 0.1, in one file.

A yardstick, made by scripts/freeze_planner.py from balanced; not to be changed.
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
DEALT = 6
POOL_CARDS, NEWEST_CARDS = (4, 3)
MEMORY = [
    memory("planned_month", help="the month that the plan is of; 0: plan anew"),
    memory("candidate", CANDIDATES, help="spots of the recruits most worth signing, -1 for none"),
    memory("candidate_worth", CANDIDATES, help="what signing each of these recruits is worth"),
    memory("candidate_rank", CANDIDATES, help="that worth less the way and the price"),
    memory("position_worth", POSITIONS, help="what a recruit of each position adds"),
    memory("focus_region", help="the region to recruit in"),
    memory("region_worth", help="what a recruit of that region adds"),
    memory("stock", COLOURS, help="EC of each colour on the mat, this month and next"),
    memory("need", COLOURS, help="EC of each colour that plan and cards lack"),
    memory("card_worth", CALENDAR_CARDS, help="of the card drafted in month m, at m % 6"),
    memory("own_month", help="the month of which own_best and the others are"),
    memory("own_best", help="the best card of hand and stash"),
    memory("own_worth", help="its worth"),
    memory("own_worst", help="the worst card of the hand"),
    memory("pool_month", help="the month of the last look over the pool"),
    memory("pool_best", POOL_CARDS, help="the best cards of the pool, counted from 1; 0 none"),
    memory("pool_worth", POOL_CARDS, help="their worth"),
    memory("pool_newest", NEWEST_CARDS, help="the last cards of the pool, counted from 1; 0 none"),
    memory("hand_worth", DEALT, help="worth of the cards dealt for the stash"),
    memory("month_weight", 6, help="worth of an EC in each month from now, in percent"),
    memory("die_gain", COLOURS, help="what taking each die is worth"),
    memory("die_mode", COLOURS, help="how it is best taken"),
    memory("die_month", COLOURS, help="and for which month"),
    memory("turn_month", help="the month of the turn begun"),
    memory("stage", help="how far the turn is: BUYING, SPENT, SENDING, DRIVING"),
    memory("target", help="the spot that the bus is going to, -1 none"),
    memory("closed_candidate", CANDIDATES, help="1: out of reach until EC come in"),
    memory("closed_card", CALENDAR_CARDS, help="1: out of reach until EC come in"),
    memory("bets_made", help="bets made in the game"),
    memory("choice", help="what is otherwise in the month of the choice, 0 nothing"),
    memory("choice_month", help="that month"),
    memory("choice_of", help="the card, spot or dice that it is about"),
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
def chosen(table, me, choice):
    """Whether this is otherwise than by the own plan in this month."""
    return me.choice == choice and me.choice_month == table.month


@unchecked
def reopen(me):
    """Look at all purchases again: EC have come in, or another plan is made."""
    for place in range(CANDIDATES):
        me.closed_candidate[place] = 0
    for place in range(CALENDAR_CARDS):
        me.closed_card[place] = 0


STAR = 10
LEAST_CARD_WORTH = 5
HOME_REGION_PERCENT, OTHER_REGION_PERCENT = (70, 25)
ABROAD_SLOWER = 3
USUAL_BET_WORTH = 4


def _by_code(numbers):
    """An array over codes 0, 1, 2, ... from a number for each."""
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
_OFTEN = _by_code(
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
    """In how many of 100 cases a condition of an effect is likely to hold after a month."""
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
    """The units that a clause gives when it acts, ten times over, its counter grown by then."""
    amount = 10 * table.clause_amount[clause]
    counter = table.clause_counter[clause]
    if counter > 0:
        growth = _GROWTH[counter] * (MONTHS - month)
        if counter == COUNTER_REGION_RECRUIT and table.clause_counter_detail[clause] != home:
            growth = growth // ABROAD_SLOWER
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
    """What one unit of a gain is worth; of a counted gain regardless of style."""
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
    """What the formula says that a clause is worth from a month on, for a home region."""
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
    often = _OFTEN[when] * (MONTHS - month)
    if when in (WHEN_BET_WON, WHEN_CRAP_OUT):
        often = often * params.bet_worth / USUAL_BET_WORTH
    for place in range(table.clause_conditions[clause]):
        percent = _condition_percent(
            month,
            home,
            table.clause_condition[clause, place],
            table.clause_condition_detail[clause, place],
        )
        often = often * percent / 100
    return value * often / 100


@unchecked
def _effect_worth(table, params, seat, home, month, card):
    """What the effect of a card is likely to be worth from a month on, for a home region."""
    worth = 0.0
    for clause in range(table.source_first[card], table.source_last[card]):
        worth += params.factor[clause] * clause_worth(table, params, seat, home, month, clause)
    return worth


@unchecked
def _hangs_on_the_game(table, card):
    """Whether the worth of an effect hangs on what is counted, or on particular months."""
    for clause in range(table.source_first[card], table.source_last[card]):
        if table.clause_counter[clause] != COUNTER_NONE:
            return True
        for place in range(table.clause_conditions[clause]):
            if table.clause_condition[clause, place] == CONDITION_MONTH:
                return True
    return False


def prepare(table, me, params, order):
    """Work out the cards whose worth is a number, and so much more for each month left."""
    for card in range(table.cards):
        if _hangs_on_the_game(table, card):
            continue
        params.card_known[card] = 1.0
        for home in range(COLOURS):
            at_end = _effect_worth(table, params, me.seat, home, MONTHS, card)
            before = _effect_worth(table, params, me.seat, home, MONTHS - 1, card)
            params.card_at_end[card, home] = worth_besides(table, params, card) + at_end
            params.card_a_month[card, home] = before - at_end
    return 0


@unchecked
def worth_besides(table, params, card):
    """What drafting a card is worth but for its effect: printed stars less its price."""
    return STAR * table.card_stars[card] - params.price_weight * table.card_price[card]


@unchecked
def card_worth(table, me, params, card):
    """What drafting a card is worth: printed stars and effect, less its price."""
    home = table.region[me.seat]
    if params.card_known[card] > 0:
        left = MONTHS - table.month
        return params.card_at_end[card, home] + left * params.card_a_month[card, home]
    effect = _effect_worth(table, params, me.seat, home, table.month, card)
    return worth_besides(table, params, card) + effect


@unchecked
def worth_once_drafted(table, params, card, worth):
    """What putting a card into play is worth, from what drafting it was: its price comes then."""
    price = params.price_weight * table.card_price[card]
    return int(max(LEAST_CARD_WORTH, worth + price))


@unchecked
def recall_cards(table, me, params):
    """Work out what cards on the calendar are worth where nothing is remembered of it.

    A game may be taken up in its middle, by a player whose memory is empty.
    """
    for month in range(max(1, table.month - CALENDAR_CARDS + 1), table.month + 1):
        card = table.calendar_card[me.seat, month]
        if card >= 0 and me.card_worth[month % CALENDAR_CARDS] == 0:
            me.card_worth[month % CALENDAR_CARDS] = worth_once_drafted(
                table, params, card, card_worth(table, me, params, card)
            )


@unchecked
def bucks_stand_in(table, seat):
    """Whether a card in play lets BB stand in for EC."""
    for place in range(table.active_count[seat, WHEN_ALWAYS]):
        if table.clause_gain[table.active[seat, WHEN_ALWAYS, place]] == GAIN_BUCKS_AS_EC:
            return True
    return False


@compiled
def name_substitutes(table, seat, order, card, spot):
    """Let BB stand in for what is lacking to play a card or sign a recruit, the other is -1.

    Returns:
        How many BB.
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
    lacking = np.zeros(COLOURS, np.int64)
    for colour in range(COLOURS):
        if card >= 0:
            lacking[colour] = table.card_cost[card, colour] - table.mat[seat, colour]
        else:
            lacking[colour] = table.spot_cost[spot, colour] - table.mat[seat, colour]
            lacking[colour] -= table.package[seat, spot, colour]
    for _ in range(number + relief):
        most = 0
        for colour in range(1, COLOURS):
            if lacking[colour] > lacking[most]:
                most = colour
        lacking[most] -= 1
        if relief > 0:
            relief -= 1
        else:
            order.substitute[most] += 1
    return number


@unchecked
def accept_upgrades(table, me, params, order, when, card, spot, node, spent):
    """Accept the cost of upgrades of a moment that give more than it: bits of ``order.accept``.

    ``card`` or ``spot`` is what is bought and ``node`` where the bus goes, else -1; ``spent`` are
    the BB that the action itself costs. What is left of them pays for upgrades, in their order.
    """
    seat = me.seat
    bucks = table.bucks[seat] - spent
    for place in range(table.active_count[seat, when]):
        clause = table.active[seat, when, place]
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
    """Which bit of ``order.accept`` is a source's: 0 the coach's, 1 + i that of card i in play."""
    if source >= COACH_SOURCE:
        return 0
    for place in range(table.in_play_count[seat]):
        if table.in_play[seat, place] == source:
            return place + 1
    return 0


LAST_PLANNING_MONTH = MONTHS - 2
LONGEST = 10
TOP_3_WORTH = 20
FAR_WEIGHT, STEP_WEIGHT = (9, 15)
EC_OF_PRICE, _routes_EC_LACKING = (5, 6)
AIM_EC_LACKING, AIM_STEP = (25, 4)
MOST_BASE = 5
SPARE_EC = 4
NOTHING = -1000


@unchecked
def _value_positions(table, me, params):
    """Note what a recruit of each position adds (SCO-3, SCO-5)."""
    seat = me.seat
    left = MONTHS - table.month
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
    for place in range(5):
        if table.signed_position[seat, me.board_position[place]] == 0:
            missing += 1
            if place < 3:
                missing_top += 1
    if missing == 0 or missing > left + 3:
        return
    bonus = params.board_worth / missing
    for place in range(5):
        position = me.board_position[place]
        if table.signed_position[seat, position] == 0:
            me.position_worth[position] += int(bonus)
            if place < 3:
                me.position_worth[position] += TOP_3_WORTH // missing_top


@unchecked
def _value_region(table, me, params):
    """Note the region to recruit in, and what a recruit of it adds (SCO-4)."""
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
    """EC of a colour that this player's package still lacks on a recruit."""
    if region < 0:
        return 0
    return table.spot_cost[spot, region] - table.package[seat, spot, region]


@unchecked
def plan(table, me, params):
    """Note the recruits most worth signing for this place and these EC."""
    seat = me.seat
    month = table.month
    _value_positions(table, me, params)
    _value_region(table, me, params)
    for colour in range(COLOURS):
        stock = table.mat[seat, colour] + table.calendar[seat, month, colour]
        if month < MONTHS:
            stock += table.calendar[seat, month + 1, colour]
        me.stock[colour] = stock
    for place in range(CANDIDATES):
        me.candidate[place] = -1
        me.candidate_worth[place] = 0
    focus = me.focus_region + 0
    region_worth = me.region_worth + 0
    here = table.node[seat]
    free = calendar_free_moves(table, month)
    if me.turn_month == month:
        free = table.free_moves[seat] + 0
    most = MOST_BASE * STAR
    for position in range(POSITIONS):
        most = max(most, MOST_BASE * STAR + me.position_worth[position])
    border_worth = int(params.border_worth)
    bar = NOTHING
    filled = 0
    worst = 0
    for number in range(STATES):
        steps = table.near_steps[here, number]
        cost = FAR_WEIGHT * steps + STEP_WEIGHT * max(0, steps - free)
        if region_worth + border_worth + most - cost <= bar:
            break
        state = table.near_state[here, number]
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        place_worth = region_worth if first == focus or second == focus else 0
        if second >= 0:
            place_worth += border_worth
        if place_worth + most - cost <= bar:
            continue
        for slot in range(2 if second >= 0 else 1):
            spot = table.state_spot[state, slot]
            if table.spot_owner[spot] >= 0:
                continue
            worth = place_worth + STAR * table.spot_base[spot]
            worth += me.position_worth[table.spot_position[spot]]
            unpaid = table.spot_price[spot] - table.package_size[seat, spot]
            rank = worth - cost - EC_OF_PRICE * unpaid
            if rank <= bar:
                continue
            lack = max(0, due(table, seat, spot, first) - me.stock[first])
            if second >= 0:
                lack += max(0, due(table, seat, spot, second) - me.stock[second])
            rank -= _routes_EC_LACKING * lack
            if rank <= bar or has_sign_ban(table, seat, spot):
                continue
            me.candidate[worst] = spot
            me.candidate_worth[worst] = worth
            me.candidate_rank[worst] = rank
            worst += 1
            if filled < CANDIDATES:
                filled += 1
            if filled == CANDIDATES:
                worst = 0
                for place in range(1, CANDIDATES):
                    if me.candidate_rank[place] < me.candidate_rank[worst]:
                        worst = place
                bar = me.candidate_rank[worst] + 0
    me.planned_month = month
    reopen(me)


@unchecked
def choose_aim(table, me, params):
    """Note the recruit to drive towards: worth most after steps and the EC still lacking."""
    seat = me.seat
    me.target = -1
    best = float(NOTHING)
    here = table.node[seat]
    for place in range(CANDIDATES):
        spot = me.candidate[place] + 0
        if spot < 0 or table.spot_owner[spot] >= 0:
            continue
        state = table.spot_state[spot]
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        next_month = min(MONTHS, table.month + 1)
        lack = max(0, due(table, seat, spot, first) - table.calendar[seat, next_month, first])
        if second >= 0:
            lack += max(
                0, due(table, seat, spot, second) - table.calendar[seat, next_month, second]
            )
        worth = me.candidate_worth[place] - AIM_EC_LACKING * lack
        worth -= AIM_STEP * table.distance[here, table.state_node[state]]
        if spot == me.choice_of and chosen(table, me, AIM_AT):
            worth -= NOTHING
        if worth > best:
            best = worth
            me.target = spot


@unchecked
def go_and_sign(table, me, params, order):
    """One step towards the target, paid with EC that its price can spare; there, sign it."""
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
        most = NOTHING
        for candidate in range(COLOURS):
            if table.mat[seat, candidate] > 0:
                owed = table.spot_cost[spot, candidate] - table.package[seat, spot, candidate]
                spare = table.mat[seat, candidate] - max(0, owed)
                if spare > most:
                    most = spare
                    order.colour = candidate
        order.give[order.colour] = 1
    accept_upgrades(table, me, params, order, WHEN_MOVE, -1, -1, order.node, 0)
    if table.active_count[seat, WHEN_MOVE] > 0:
        reopen(me)
    return MOVE


@unchecked
def _forget(table, me, params):
    """Take a target that is about to be signed out of the plan; with EC left, plan anew."""
    spot = me.target + 0
    me.target = -1
    if mat_total(table, me.seat) > table.spot_price[spot] + SPARE_EC:
        me.planned_month = 0
        return
    position = table.spot_position[spot]
    for place in range(CANDIDATES):
        other = me.candidate[place] + 0
        if other >= 0 and table.spot_position[other] == position:
            me.candidate_worth[place] -= me.position_worth[position]


ENOUGH_EC = 8
REACH = 5


@unchecked
def month_weight(params, month):
    """What an EC is worth in a month, in percent of one in July."""
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
    """Note by colour how many EC the plan and the calendar's cards cost beyond what will come."""
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
    for place in range(CANDIDATES):
        spot = me.candidate[place] + 0
        if spot >= 0:
            state = table.spot_state[spot]
            first = table.state_region[state, 0]
            second = table.state_region[state, 1]
            me.need[first] += due(table, seat, spot, first)
            if second >= 0:
                me.need[second] += due(table, seat, spot, second)


@unchecked
def _weigh_months(table, me, params):
    """Note what an EC is worth in each month in reach, in permille: not too many at once."""
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
    """The month in reach in which an EC is worth most, the later of equals."""
    best = table.month + 0
    for month in range(table.month + 1, min(MONTHS, table.month + REACH) + 1):
        if me.month_weight[month - table.month] >= me.month_weight[best - table.month]:
            best = month
    return best


@unchecked
def _gain(table, me, params, colour, mode, month):
    """What a die is worth if it is taken so."""
    number = die_worth(table, colour, mode)
    needed = min(number, max(0, me.need[colour]))
    count = params.any_ec * number + (10 - params.any_ec) * needed
    return int(count * me.month_weight[month - table.month])


@unchecked
def _dice_rate(table, me, params, colour, best_month):
    """Note the best way to take a die: what it is worth, its mode and its month."""
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
    """Order a die that is rated, in the best way."""
    order.die[which] = colour
    order.mode[which] = me.die_mode[colour]
    order.month[which] = me.die_month[colour]


@unchecked
def die_open(table, seat, colour):
    """Whether this seat may still take a die in an exclusive draft (CUT-2)."""
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
    """Note what each die is worth, and how it is best taken."""
    plan(table, me, params)
    _note_needs(table, me)
    _weigh_months(table, me, params)
    best_month = _best_month(table, me)
    for colour in range(COLOURS):
        _dice_rate(table, me, params, colour, best_month)


def dice(table, me, params, order):
    """Take the two dice worth most; in an exclusive draft return the one picked."""
    exclusive = table.rule_dice_draft == DICE_DRAFT.EXCLUSIVE
    rate_dice(table, me, params)
    if chosen(table, me, DICE_TAKEN):
        _take(me, order, 0, me.choice_of // COLOURS)
        _take(me, order, 1, me.choice_of % COLOURS)
        return 0
    if chosen(table, me, DIE_PICKED) and die_open(table, me.seat, me.choice_of):
        return me.choice_of + 0
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
    """Choose mode and month of the two dice picked in an exclusive draft (CUT-5)."""
    _weigh_months(table, me, params)
    best_month = _best_month(table, me)
    for which in range(2):
        colour = table.die[me.seat, which] + 0
        _dice_rate(table, me, params, colour, best_month)
        _take(me, order, which, colour)
    return 0


KEPT = 4
STASH_CAN_WAIT = 16
BANNED = 100000
GONE = -1000000


def keep(table, me, params, order):
    """Keep the four most useful of the six dealt cards (SET-8)."""
    for place in range(DEALT):
        me.hand_worth[place] = int(card_worth(table, me, params, me.hand[place]))
        if has_play_ban(table, me.seat, me.hand[place]):
            me.hand_worth[place] -= BANNED
        order.keep[place] = 1
    for _ in range(DEALT - KEPT):
        worst = -1
        for place in range(DEALT):
            if order.keep[place] == 1 and (
                worst < 0 or me.hand_worth[place] < me.hand_worth[worst]
            ):
                worst = place
        order.keep[worst] = 0
    return 0


@unchecked
def _worth(table, me, params, card, ban):
    """What drafting a card from where it is would be worth, with a whim."""
    worth = card_worth(table, me, params, card)
    most = int(params.whim)
    if most > 0:
        worth += draw(me, 2 * most + 1) - most
    if has_draft_ban(table, me.seat, card, ban):
        worth -= BANNED
    return int(worth)


@unchecked
def _look_over_own(table, me, params):
    """Note the best card of hand and stash, and the worst of the hand."""
    seat = me.seat
    me.own_month = table.month
    me.own_best = -1
    me.own_worth = GONE
    worst_worth = 0
    for place in range(table.hand_size[seat]):
        worth = _worth(table, me, params, me.hand[place], BAN_HAND)
        if worth > me.own_worth:
            me.own_best = me.hand[place]
            me.own_worth = worth
        if place == 0 or worth <= worst_worth:
            me.own_worst = me.hand[place]
            worst_worth = worth
    waiting = STASH_CAN_WAIT if MONTHS - table.month >= table.stash_size[seat] else 0
    for place in range(table.stash_size[seat]):
        worth = _worth(table, me, params, me.stash[place], BAN_STASH) - waiting
        if worth > me.own_worth:
            me.own_best = me.stash[place]
            me.own_worth = worth


@unchecked
def _look_over_pool(table, me, params):
    """Note the best cards of the pool: of those best at the last look, and of all since then.

    Returns:
        The place in ``me.pool_best`` of the best one; its worth is GONE if there is none.
    """
    first_new = 0
    for place in range(table.pool_size - 1, -1, -1):
        for newest in range(NEWEST_CARDS):
            if table.pool[place] + 1 == me.pool_newest[newest]:
                first_new = max(first_new, place + 1)
        if first_new > 0:
            break
    stays = me.pool_month == table.month
    me.pool_month = table.month
    for slot in range(POOL_CARDS):
        card = me.pool_best[slot] - 1
        if first_new == 0 or card < 0 or table.card_place[card] != POOL:
            me.pool_worth[slot] = GONE
        elif not stays or me.pool_worth[slot] == GONE:
            me.pool_worth[slot] = _worth(table, me, params, card, BAN_POOL)
    for place in range(first_new, table.pool_size):
        worth = _worth(table, me, params, table.pool[place], BAN_POOL)
        least = 0
        for slot in range(1, POOL_CARDS):
            if me.pool_worth[slot] < me.pool_worth[least]:
                least = slot
        if worth > me.pool_worth[least]:
            me.pool_worth[least] = worth
            me.pool_best[least] = table.pool[place] + 1
    for newest in range(NEWEST_CARDS):
        place = table.pool_size - 1 - newest
        me.pool_newest[newest] = table.pool[place] + 1 if place >= 0 else 0
    best = 0
    for slot in range(1, POOL_CARDS):
        if me.pool_worth[slot] > me.pool_worth[best]:
            best = slot
    return best


@unchecked
def _others_still_draft(table, me):
    """Whether another player has yet to place this month's card."""
    waiting = 0
    for seat in range(table.players):
        if seat != me.seat:
            waiting += 1 - table.drafted[seat]
    return waiting > 0


def draft(table, me, params, order):
    """Draft the most useful card of hand, pool and stash (DRA-2).

    While the best card is in the own hand or stash it is safe: then the worst of the hand is
    discarded, and what others discard meanwhile may be better still.
    """
    seat = me.seat
    if chosen(table, me, CARD_DRAFTED):
        order.card = me.choice_of
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


MOST_TRADES = 3
OUT_OF_REACH = -1.0
FIRST = 1000000.0
EASIER = 0.3
FAVOUR = 2.0


class Means(NamedTuple):
    """What a seat can pay its purchases with at this moment, and what trades and steps count."""

    total: int
    "EC on the mat."
    steps: int
    "Steps that it may pay, at most."
    trades: int
    "EC that trades may add to a purchase."
    surcharge: int
    "EC that a trade costs beyond the one that it gives."
    bucks: int
    "BB that may stand in for EC, where a card lets them."
    card_relief: int
    "EC by which prices of cards may fall, at most."
    recruit_relief: int
    "EC by which prices of recruits may fall, at most."
    trade_cost: float
    "Tenths of a star that an EC by trade takes off a purchase."
    step_price: float
    "EC that a step counts."
    card_favour: float
    "How much cards are preferred to recruits of the same worth."


@unchecked
def _trades_left(table, seat):
    """How many trades the fee allows (ACT-3, CUT-3)."""
    if has_ban(table, seat, BAN_TRADE):
        return 0
    if table.rule_trade_fee == TRADE_FEE.BB1:
        return table.bucks[seat] + 0
    if table.rule_trade_fee == TRADE_FEE.STARS2:
        return table.score[seat] // 2
    return 99


@unchecked
def count_means(table, me, params):
    """The seat's `Means` now: worked out once for all that it could buy."""
    seat = me.seat
    total = mat_total(table, seat)
    trade_cost = params.trade_cost
    step_price = params.step_price
    if chosen(table, me, MORE_TRADES):
        trade_cost *= EASIER
    if chosen(table, me, MORE_STEPS):
        step_price *= EASIER
    bucks = 0
    card_relief = 0
    recruit_relief = 0
    for place in range(table.active_count[seat, WHEN_ALWAYS]):
        clause = table.active[seat, WHEN_ALWAYS, place]
        gain = table.clause_gain[clause]
        if gain == GAIN_BUCKS_AS_EC:
            bucks = table.bucks[seat] + 0
        elif gain == GAIN_DISCOUNT and table.clause_detail[clause] == ON_CARDS:
            card_relief += table.clause_amount[clause]
        elif gain == GAIN_DISCOUNT and table.clause_detail[clause] == ON_RECRUITS:
            recruit_relief += table.clause_amount[clause]
    card_favour = params.card_favour
    if chosen(table, me, MORE_CARDS):
        card_favour *= FAVOUR
    if chosen(table, me, MORE_RECRUITS):
        card_favour /= FAVOUR
    return Means(
        total,
        0 if has_ban(table, seat, BAN_PAID_MOVE) else total,
        min(MOST_TRADES, _trades_left(table, seat)),
        trade_price(table, seat) - 1,
        bucks,
        card_relief,
        recruit_relief,
        trade_cost,
        step_price,
        card_favour,
    )


@unchecked_inlined
def _purchases_rate(params, means, worth, cost, lacking, instead, steps):
    """Worth for each EC of a purchase, and how many EC trades have to add to it.

    The worth is OUT_OF_REACH if trades, BB and EC do not suffice.

    Args:
        means: what the seat has.
        worth: of the purchase, in tenths of a star.
        cost: EC that it costs after discounts.
        lacking: EC of its colours that the mat lacks after discounts.
        instead: EC that BB may stand in for (PAY-3).
        steps: steps to it beyond the free moves.
    """
    paid = cost
    if instead > 0:
        instead = min(lacking, instead, means.bucks)
        lacking -= instead
        paid -= instead
    if lacking > 0:
        if lacking > means.trades:
            return (OUT_OF_REACH, 0)
        paid += lacking * means.surcharge
    if paid + steps > means.total:
        return (OUT_OF_REACH, 0)
    worth -= means.trade_cost * lacking + params.buck_worth * instead
    return (worth / (paid + means.step_price * steps + params.rate_offset), lacking)


@unchecked_inlined
def _cannot_beat(best_rate, params, worth, price):
    """Whether the `_rate` of a purchase is no better, however near it is and whatever is at hand.

    ``price`` is the least that may have to be paid.
    """
    return worth <= best_rate * (max(0, price) + params.rate_offset)


@unchecked_inlined
def card_rate(table, seat, params, means, card, worth):
    """`_rate` of putting a card of the calendar into play."""
    lacking = 0
    for colour in range(COLOURS):
        lacking += max(0, table.card_cost[card, colour] - table.mat[seat, colour])
    cost = table.card_price[card] + 0
    instead = 0
    if means.card_relief > 0:
        discount = card_discount(table, seat, card)
        cost = max(0, cost - discount)
        lacking = max(0, lacking - discount)
    if means.bucks > 0 and lacking > 0:
        instead = substitute_limit(table, seat, ON_CARDS, card, -1)
    return _purchases_rate(params, means, means.card_favour * worth, cost, lacking, instead, 0)


@unchecked_inlined
def recruit_rate(table, me, params, means, place):
    """`_rate` of signing a candidate; it is closed if it is far out of reach."""
    seat = me.seat
    spot = me.candidate[place] + 0
    state = table.spot_state[spot]
    there = table.state_node[state]
    steps = max(0, table.distance[table.node[seat], there] - table.free_moves[seat])
    if steps > means.steps:
        return (OUT_OF_REACH, 0)
    first = table.state_region[state, 0]
    second = table.state_region[state, 1]
    cost = due(table, seat, spot, first)
    lacking = max(0, cost - table.mat[seat, first])
    if second >= 0:
        cost_second = due(table, seat, spot, second)
        cost += cost_second
        lacking += max(0, cost_second - table.mat[seat, second])
    if lacking > means.trades + means.recruit_relief + means.bucks:
        me.closed_candidate[place] = 1
        return (OUT_OF_REACH, 0)
    instead = 0
    if means.recruit_relief > 0:
        discount = recruit_discount(table, seat, spot)
        cost = max(0, cost - discount)
        lacking = max(0, lacking - discount)
    if means.bucks > 0 and lacking > 0:
        instead = substitute_limit(table, seat, ON_RECRUITS, -1, spot)
    worth = float(me.candidate_worth[place])
    return _purchases_rate(params, means, worth, cost, lacking, instead, steps)


@unchecked
def _trade(table, me, params, order):
    """Order a trade of surplus EC for one that ``order.card`` or ``order.spot`` lacks (else -1)."""
    seat = me.seat
    card = order.card + 0
    spot = order.spot + 0
    left = trade_price(table, seat)
    take = -1
    for colour in range(COLOURS):
        owed = 0
        if card >= 0:
            owed = table.card_cost[card, colour] + 0
        if spot >= 0:
            owed = table.spot_cost[spot, colour] - table.package[seat, spot, colour]
        surplus = table.mat[seat, colour] - max(0, owed)
        if surplus > 0:
            give = min(left, surplus)
            order.give[colour] = give
            left -= give
        elif surplus < 0 and take < 0:
            take = colour
    order.take[take] = 1
    fee = 1 if table.rule_trade_fee == TRADE_FEE.BB1 else 0
    accept_upgrades(table, me, params, order, WHEN_TRADE, -1, -1, -1, fee)
    return TRADE


@unchecked
def buy(table, me, params, order):
    """The purchase worth most for its EC, as an action, or the target noted; 0 if there is none.

    One that lacks EC may be completed by trades, and by BB where a card lets them stand in. What
    is out of reach is noted as closed, until EC come in: within a turn they only become fewer.
    """
    seat = me.seat
    best_rate = params.least_rate
    means = count_means(table, me, params)
    trades = 0
    order.card = -1
    order.spot = -1
    for month in range(max(1, table.month - CALENDAR_CARDS + 1), table.month + 1):
        card = table.calendar_card[seat, month]
        place = month % CALENDAR_CARDS
        if card < 0 or me.closed_card[place] == 1 or has_play_ban(table, seat, card):
            continue
        if card == me.choice_of and chosen(table, me, CARD_LATER):
            continue
        worth = float(me.card_worth[place])
        if card != me.choice_of and _cannot_beat(
            best_rate,
            params,
            means.card_favour * worth,
            table.card_price[card] - means.card_relief - means.bucks,
        ):
            continue
        rate, lacking = card_rate(table, seat, params, means, card, worth)
        if rate >= 0 and card == me.choice_of and chosen(table, me, CARD_FIRST):
            rate += FIRST
        if rate < 0:
            me.closed_card[place] = 1
        elif rate > best_rate:
            best_rate = rate
            trades = lacking
            order.card = card
    for place in range(CANDIDATES):
        spot = me.candidate[place] + 0
        if me.closed_candidate[place] == 1 or spot < 0 or table.spot_owner[spot] >= 0:
            continue
        if spot == me.choice_of and chosen(table, me, RECRUIT_LATER):
            continue
        if spot != me.choice_of and _cannot_beat(
            best_rate,
            params,
            me.candidate_worth[place],
            table.spot_price[spot]
            - table.package_size[seat, spot]
            - means.recruit_relief
            - means.bucks,
        ):
            continue
        rate, lacking = recruit_rate(table, me, params, means, place)
        if rate >= 0 and spot == me.choice_of and chosen(table, me, RECRUIT_FIRST):
            rate += FIRST
        if rate > best_rate:
            best_rate = rate
            trades = lacking
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
    lookup("card_a_month", key="card", numbers=COLOURS),
]
_PARAMETERS = (
    ("april", 13.8, 0, 200, "percent that an EC of April is worth"),
    ("may", 97.1, 0, 200, "percent that an EC of May is worth"),
    ("june", 127.0, 0, 200, "percent that an EC of June is worth"),
    ("august", 157.0, 0, 200, "percent that an EC of August is worth"),
    ("september", 132.0, 0, 200, "percent that an EC of September is worth"),
    ("october", 121.0, 0, 200, "percent that an EC of October is worth"),
    ("november", 105.0, 0, 200, "percent that an EC of November is worth"),
    ("december", 92.3, 0, 200, "percent that an EC of December is worth"),
    ("january", 15.9, 0, 200, "percent that an EC of January is worth"),
    ("february", 3.05, 0, 200, "percent that an EC of February is worth"),
    (
        "crowding",
        0.19,
        0,
        10,
        "percent by which each EC beyond the eighth of a month makes them worth less",
    ),
    ("wait_percent", 0.0, -20, 30, "percent that EC lose for each month they come later"),
    ("any_ec", 7.98, 0, 10, "tenths of its worth that an EC of a die has whatever its colour"),
    ("buck_worth", 6.63, 0, 40, "tenths of a star that a BB is worth when drafting cards"),
    ("bet_worth", 11.3, 0, 40, "tenths of a star that a free bet is worth when drafting cards"),
    ("ec_worth", 8.6, 0, 40, "tenths of a star that an EC is worth when drafting cards"),
    ("price_weight", 7.0, 0, 20, "tenths of a star that an EC of a card's price counts"),
    (
        "patience",
        23.5,
        0,
        100,
        "tenths of a star that a card of the pool must be better to be had before others have discarded; 0 never waits",  # noqa: E501
    ),
    ("whim", 15, 0, 1000, "tenths of a star by which drafting errs, at most, either way"),
    ("card_favour", 1.41, 0.2, 4, "how much cards are preferred to recruits of the same worth"),
    ("rate_offset", 0.157, 0.1, 20, "EC that every purchase counts more, in favour of dear ones"),
    ("least_rate", 0.562, 0, 20, "worth for an EC below which nothing is bought"),
    ("trade_cost", 33.6, 0, 60, "tenths of a star that each EC by trade takes off a purchase"),
    ("step_price", 3.0, 0, 4, "EC that a step beyond the free moves counts"),
    ("new_position", 23.3, 0, 150, "tenths of a star that a new position is worth at least"),
    ("region_recruit", 81.2, 0, 400, "tenths of a star that a recruit of the region is worth"),
    ("border_worth", 0.0, 0, 150, "tenths of a star that a border recruit is worth more"),
    (
        "board_worth",
        7.69,
        0,
        300,
        "tenths of a star that the Recruiting Board is worth, shared by the positions missing",
    ),
    ("runner_least", 5.6, 1, 9, "fewest EC that are worth a runner's BB"),
    ("market_early", 0, 0, 1, "1: a campaign every month, before BB go to runners"),
    ("bet_first", 1, 0, 1, "1: leftover EC become bets before they become steps"),
)


def planner_parameters(**defaults):
    """The parameters of a strategy that uses this planner, with its own defaults."""
    return [
        parameter(name, default=defaults.get(name, default), low=low, high=high, help=text)
        for name, default, low, high, text in _PARAMETERS
    ]


BUYING, SPENT, SENDING, DRIVING = range(4)
_triggers_EC_LACKING = 20


@unchecked
def _benefit(table, me, params, source):
    """What triggering a once-a-month benefit now is worth, 0 if nothing or not at this time.

    While the turn buys, only what can be spent is taken; benefits that are stars, or cost EC, wait
    until the purchases are made.
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
    """The next once-a-month benefit to use, in ``order.card``; 0 if there is none."""
    seat = me.seat
    source = -1
    for place in range(table.active_count[seat, WHEN_MONTH]):
        last = source
        source = table.clause_source[table.active[seat, WHEN_MONTH, place]] + 0
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
    """The colour of which one more EC helps the most worthy purchase that lacks some."""
    seat = me.seat
    best_colour = table.region[seat] + 0
    best_worth = NOTHING
    for month in range(max(1, table.month - 5), table.month + 1):
        card = table.calendar_card[seat, month]
        if card >= 0:
            lack = 0
            colour = 0
            for candidate in range(COLOURS):
                short = table.card_cost[card, candidate] - table.mat[seat, candidate]
                if short > 0:
                    lack += short
                    colour = candidate
            worth = me.card_worth[month % CALENDAR_CARDS] - _triggers_EC_LACKING * lack
            if lack > 0 and worth > best_worth:
                best_worth = worth
                best_colour = colour
    for place in range(CANDIDATES):
        spot = me.candidate[place] + 0
        if spot >= 0 and table.spot_owner[spot] < 0:
            state = table.spot_state[spot]
            first = table.state_region[state, 0]
            second = table.state_region[state, 1]
            lack = max(0, due(table, seat, spot, first) - table.mat[seat, first])
            colour = first + 0
            if second >= 0:
                short = max(0, due(table, seat, spot, second) - table.mat[seat, second])
                lack += short
                if short > 0:
                    colour = second + 0
            worth = me.candidate_worth[place] - _triggers_EC_LACKING * lack
            if lack > 0 and worth > best_worth:
                best_worth = worth
                best_colour = colour
    return best_colour


CARRIED_EC = 25
TO_TARGET = 13
TO_CHOSEN = 200
FEW_EC = 2
MOST_STARS = 8
LOW_NUMBERS = 3


@unchecked
def _send_runner(table, me, params, order):
    """Send leftover EC to the recruit that can use most of them; 0 if it is not worth the fee."""
    seat = me.seat
    best = -1
    best_worth = 0.0
    least = 1 if table.free_runners[seat] > 0 else params.runner_least
    if chosen(table, me, MORE_RUNNERS) or chosen(table, me, AIM_AT):
        least = FEW_EC
    if chosen(table, me, NO_RUNNERS):
        return 0
    for place in range(CANDIDATES):
        spot = me.candidate[place] + 0
        if spot < 0 or table.spot_owner[spot] >= 0:
            continue
        state = table.spot_state[spot]
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        carried = min(table.mat[seat, first], due(table, seat, spot, first))
        if second >= 0:
            carried += min(table.mat[seat, second], due(table, seat, spot, second))
        worth = CARRIED_EC * carried + me.candidate_worth[place] / 4
        if spot == me.target:
            worth += TO_TARGET
            if chosen(table, me, AIM_AT):
                worth += TO_CHOSEN
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
    """Whether this month's campaign comes before runners."""
    return int(params.market_early) > 0 or chosen(table, me, EARLY_CAMPAIGN)


@unchecked
def _campaign(table, me, params, order):
    """Order this month's marketing if BB cannot be spent better later; 0 if they can (ACT-8)."""
    seat = me.seat
    bucks = table.bucks[seat]
    campaigns = MONTHS - table.month + 2
    early = _markets_early(table, me, params) or table.active_count[seat, WHEN_MARKET] > 0
    if table.marketed[seat] == 1 or bucks < 1 or (bucks < campaigns and (not early)):
        return 0
    stars = 1
    while (
        stars < MOST_STARS
        and MARKETING_COST[stars + 1] + (campaigns - 1) * MARKETING_COST[stars] <= bucks
    ):
        stars += 1
    order.number = stars
    accept_upgrades(table, me, params, order, WHEN_MARKET, -1, -1, -1, MARKETING_COST[stars])
    return MARKET


@unchecked
def _bet(table, me, order):
    """Bet a third of what is left on a low number of the colour most needed next month (ACT-9)."""
    best = 0
    for colour in range(1, COLOURS):
        if me.need[colour] > me.need[best]:
            best = colour
    order.colour = best
    order.number = 1 + me.bets_made % LOW_NUMBERS
    left = mat_total(table, me.seat) + table.free_bets[me.seat]
    order.tokens = (left + LOW_NUMBERS - 1) // LOW_NUMBERS
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
    """The next benefit, campaign or purchase while the turn buys; 0 if there is none."""
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
    """A runner, a step or a bet with EC and moves that are left; 0 if there is none."""
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
    steps_first = int(params.bet_first) == 0 or chosen(table, me, STEPS_BEFORE_BETS)
    drive = table.free_moves[seat] > 0 or (pays and (steps_first or not bets))
    if drive and spot >= 0 and (table.node[seat] != table.state_node[table.spot_state[spot]]):
        return go_and_sign(table, me, params, order)
    if bets and total + table.free_bets[seat] > 0:
        return _bet(table, me, order)
    return 0


def act(table, me, params, order):
    """The next action of this turn."""
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
