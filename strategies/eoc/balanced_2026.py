"""The planner of early 2026, in one file.

A yardstick, made by scripts/freeze_planner.py from the balanced of that time. Its play must never
change.
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eoc.strategy_api import (
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
    PLAY_CARD,
    POSITION_STARS,
    POSITIONS,
    REGION_STARS,
    RUNNER,
    SIGN,
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
    clause_amount,
    clause_count,
    compiled,
    conditions_hold,
    dice_limit,
    die_worth,
    mat_total,
    memory,
    parameter,
    recruit_discount,
    trade_price,
    trigger_refusal,
)

CANDIDATES = 7
CALENDAR_CARDS = 6
CARDS_DEALT = 6
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
    memory("hand_worth", CARDS_DEALT, help="worth of the cards dealt for the stash"),
    memory("month_weight", 6, help="worth of an EC in each month from now, in percent"),
    memory("die_gain", COLOURS, help="what taking each die is worth"),
    memory("die_mode", COLOURS, help="the best mode for it"),
    memory("die_month", COLOURS, help="the best month for it"),
    memory("turn_month", help="the month of the current turn"),
    memory("stage", help="the stage of the turn: BUYING, SPENT, SENDING, DRIVING"),
    memory("target", help="the spot that the bus is going to, -1 none"),
    memory("closed_candidate", CANDIDATES, help="1: out of reach until EC come in"),
    memory("closed_card", CALENDAR_CARDS, help="1: out of reach until EC come in"),
    memory("bets_made", help="bet tokens placed in the game"),
]


@compiled
def reopen(me):
    """Reopen all purchases, because EC came in or the plan changed."""
    for index in range(CANDIDATES):
        me.closed_candidate[index] = 0
    for index in range(CALENDAR_CARDS):
        me.closed_card[index] = 0


STAR = 10
NEWEST_OF_POOL = 6
CARDS_TO_KEEP = 4
MIN_CARD_WORTH = 5
WAITING_DEDUCTION = 4
EC_COST, BUCK_COST = (6, 10)
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
        GAIN_MOVES: 5,
        GAIN_FREE_BETS: 4,
        GAIN_FREE_RUNNERS: 8,
        GAIN_VALUE: 32,
        GAIN_DISCOUNT: 5,
        GAIN_BUCKS_AS_EC: 3,
        GAIN_USE_AGAIN: 12,
        GAIN_SHIFT_DIE: 3,
    }
)
_FREQUENCY = _by_code(
    {
        WHEN_MONTH: 9,
        WHEN_PLAY: 7,
        WHEN_SIGN: 11,
        WHEN_MARKET: 8,
        WHEN_TRADE: 3,
        WHEN_MOVE: 25,
        WHEN_BET_WON: 2,
        WHEN_CRAP_OUT: 3,
        WHEN_ALWAYS: 10,
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


@compiled
def _condition_percent(table, home, condition, detail):
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
        for month in range(table.month + 1, MONTHS + 1):
            percent += 100 * (detail >> month & 1)
        return percent // max(1, MONTHS - table.month)
    return _PERCENT[condition]


@compiled
def _tenths_gained(table, me, clause):
    """Estimate a clause's gain in tenths, with the growth of its counter."""
    amount = 10 * table.clause_amount[clause]
    counter = table.clause_counter[clause]
    if counter > 0:
        growth = _GROWTH[counter] * (MONTHS - table.month)
        if (
            counter == COUNTER_REGION_RECRUIT
            and table.clause_counter_detail[clause] != table.region[me.seat]
        ):
            growth = growth // SLOWER_ABROAD
        if table.clause_when[clause] != WHEN_END:
            growth = growth // 2
        number = 10 * clause_count(table, me.seat, clause) + growth
        amount = table.clause_amount[clause] * number // table.clause_per[clause]
        amount = min(amount, 10 * table.clause_up_to[clause])
    elif table.clause_gain[clause] == GAIN_VALUE:
        amount -= 10
    return amount


@compiled
def _unit_worth(params, gain, counter):
    """Return the worth of one unit of a gain.

    The parameters have no influence on a gain that a counter multiplies.
    """
    if counter == COUNTER_NONE:
        if gain == GAIN_BUCKS:
            return int(params.buck_worth)
        if gain == GAIN_FREE_BETS:
            return int(params.bet_worth)
    return UNIT_WORTH[gain]


@compiled
def source_worth(table, me, params, source):
    """Estimate the worth of a card's or coach's effect until the end."""
    months = MONTHS - table.month
    home = table.region[me.seat]
    worth = 0
    for clause in range(table.source_first[source], table.source_last[source]):
        gain = table.clause_gain[clause]
        when = table.clause_when[clause]
        unit = _unit_worth(params, gain, table.clause_counter[clause])
        value = _tenths_gained(table, me, clause) * unit
        value -= 10 * EC_COST * table.clause_pay_ec[clause]
        value -= 10 * BUCK_COST * table.clause_pay_bucks[clause]
        if value <= 0:
            continue
        if when == WHEN_END:
            worth += value // 10
            continue
        frequency = _FREQUENCY[when] * months
        if when in (WHEN_BET_WON, WHEN_CRAP_OUT):
            frequency = frequency * int(params.bet_worth) // USUAL_BET_WORTH
        for index in range(table.clause_conditions[clause]):
            percent = _condition_percent(
                table,
                home,
                table.clause_condition[clause, index],
                table.clause_condition_detail[clause, index],
            )
            frequency = frequency * percent // 100
        worth += value * frequency // 100
    return worth


@compiled
def card_worth(table, me, params, card):
    """Return the worth of drafting a card: stars and effect minus price."""
    home = table.region[me.seat]
    worth = STAR * table.card_stars[card] + source_worth(table, me, params, card)
    abroad = table.card_price[card] - table.card_cost[card, home]
    return worth - int(params.price_weight) * table.card_price[card] - abroad


def keep(table, me, params, order):
    """Keep the four most useful of the six dealt cards (SET-8)."""
    for index in range(CARDS_DEALT):
        me.hand_worth[index] = card_worth(table, me, params, me.hand[index])
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


def draft(table, me, params, order):
    """Draft the most useful card from hand, pool and stash (DRA-2)."""
    seat = me.seat
    best = -1
    best_worth = 0
    for index in range(table.hand_size[seat]):
        worth = card_worth(table, me, params, me.hand[index])
        if best < 0 or worth > best_worth:
            best = me.hand[index]
            best_worth = worth
    for index in range(max(0, table.pool_size - NEWEST_OF_POOL), table.pool_size):
        worth = card_worth(table, me, params, table.pool[index])
        if best < 0 or worth > best_worth:
            best = table.pool[index]
            best_worth = worth
    waiting = WAITING_DEDUCTION if MONTHS - table.month >= table.stash_size[seat] else 0
    for index in range(table.stash_size[seat]):
        worth = card_worth(table, me, params, me.stash[index]) - waiting
        if best < 0 or worth > best_worth:
            best = me.stash[index]
            best_worth = worth
    order.card = best
    me.card_worth[table.month % CALENDAR_CARDS] = _worth_once_drafted(
        table, params, best, best_worth
    )
    return DRAFT


@compiled
def _worth_once_drafted(table, params, card, worth):
    """Return the worth of playing a drafted card, without its price.

    ``worth`` is the worth of drafting the card, with its price already deducted.
    """
    price = int(params.price_weight) * table.card_price[card]
    return max(MIN_CARD_WORTH, worth + price)


@compiled
def recall_cards(table, me, params):
    """Work out the worth of calendar cards missing from the memory.

    A game may be resumed midway by a player whose memory is empty.
    """
    for month in range(max(1, table.month - CALENDAR_CARDS + 1), table.month + 1):
        card = table.calendar_card[me.seat, month]
        if card >= 0 and me.card_worth[month % CALENDAR_CARDS] == 0:
            me.card_worth[month % CALENDAR_CARDS] = _worth_once_drafted(
                table, params, card, card_worth(table, me, params, card)
            )


LAST_PLANNING_MONTH = MONTHS - 2
LONGEST = 10
NEW_POSITION, REGION_RECRUIT = (40, 25)
BOARD_LAST, BOARD_SHARED, BOARD_EACH = (100, 60, 10)
TOP_3_LAST, TOP_3_EACH = (50, 10)
STEP_COST = 6
EC_OF_PRICE, ROUTES_MISSING_EC = (3, 5)
MAX_BASE = 5
AIM_MISSING_EC = 10
SPARE_EC = 4
POSITION_DOUBLE = 40
LOWEST_WORTH = -1000


@compiled
def _value_positions(table, me):
    """Record what a recruit of each position adds (SCO-3, SCO-5)."""
    seat = me.seat
    months = MONTHS - table.month
    unique = table.unique_positions[seat]
    step = POSITION_STARS[min(unique + 1, POSITIONS)] - POSITION_STARS[unique]
    new = STAR * step
    if table.month <= LAST_PLANNING_MONTH:
        new = max(new, NEW_POSITION)
    for position in range(POSITIONS):
        me.position_worth[position] = 0 if table.signed_position[seat, position] > 0 else new
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
    bonus = BOARD_LAST if missing == 1 else BOARD_SHARED // missing + BOARD_EACH
    for index in range(5):
        position = me.board_position[index]
        if table.signed_position[seat, position] == 0:
            me.position_worth[position] += bonus
            if index < 3:
                me.position_worth[position] += TOP_3_LAST if missing_top == 1 else TOP_3_EACH


@compiled
def _value_region(table, me):
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
        me.region_worth = max(REGION_RECRUIT, STAR * step)


@compiled
def due(table, seat, spot, region):
    """Return the EC of a colour that the player's package still lacks."""
    if region < 0:
        return 0
    return table.spot_cost[spot, region] - table.package[seat, spot, region]


@compiled
def plan(table, me, params):
    """Record the recruits most worth signing from the current position.

    The EC at hand are taken into account.
    """
    seat = me.seat
    month = table.month
    _value_positions(table, me)
    _value_region(table, me)
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
    step_weight = int(params.step_weight)
    maximum = MAX_BASE * STAR
    for position in range(POSITIONS):
        maximum = max(maximum, MAX_BASE * STAR + me.position_worth[position])
    bar = LOWEST_WORTH
    count = 0
    worst = 0
    for state in range(STATES):
        steps = table.distance[here, table.state_node[state]]
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        state_worth = region_worth if first == focus or second == focus else 0
        cost = STEP_COST * steps + step_weight * max(0, steps - free)
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
            if rank <= bar:
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


@compiled
def choose_aim(table, me):
    """Choose the recruit to drive towards, by worth, steps and missing EC."""
    seat = me.seat
    me.target = -1
    best = LOWEST_WORTH
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
        worth -= STEP_COST * table.distance[here, table.state_node[state]]
        if worth > best:
            best = worth
            me.target = spot


@compiled
def go_and_sign(table, me, order):
    """Step towards the target; once there, sign it.

    A step that is not free costs an EC of the colour with the most to spare.
    """
    seat = me.seat
    spot = me.target + 0
    here = table.node[seat]
    goal = table.state_node[table.spot_state[spot]]
    if here == goal:
        order.spot = spot
        _forget(table, me)
        return SIGN
    nearest = 1000
    for index in range(table.neighbours[here]):
        there = table.neighbour[here, index]
        if table.node_hq[there] < 0 and table.distance[there, goal] < nearest:
            nearest = table.distance[there, goal] + 0
            order.node = there
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
    return MOVE


@compiled
def _forget(table, me):
    """Drop a target about to be signed.

    If many EC remain, plan again; if not, other recruits of its position become worth less.
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
            me.candidate_worth[index] -= POSITION_DOUBLE


REACH = 5
ANY_EC, NEEDED_EC = (4, 6)
HALF_LATER_FROM = 9
BLOWOUT_PERCENT = 25
ENOUGH_EC = 8


@compiled
def _note_needs(table, me):
    """Record how many EC of each colour the plan and cards lack."""
    seat = me.seat
    last = min(MONTHS, table.month + REACH)
    for colour in range(COLOURS):
        coming = table.mat[seat, colour]
        for month in range(table.month, last + 1):
            coming += table.calendar[seat, month, colour]
        me.need[colour] = -coming
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


@compiled
def _weigh_months(table, me, wait, blowout):
    """Record an EC's worth in each month in reach, in percent.

    Later months count less. Up to the month ``blowout``, that month and the next count more. After
    it, or if it is 0, months that already have many EC count less.
    """
    last = min(MONTHS, table.month + REACH)
    for month in range(table.month, last + 1):
        weight = 100 - wait * (month - table.month)
        if blowout > 0 and table.month <= blowout:
            if month == blowout or month == blowout + 1:
                weight += BLOWOUT_PERCENT
        else:
            total = 0
            for colour in range(COLOURS):
                total += table.calendar[me.seat, month, colour]
            weight -= max(0, total - ENOUGH_EC)
        me.month_weight[month - table.month] = max(1, weight)


@compiled
def _rate(table, me, colour):
    """Record the best way to take a die: worth, mode and month."""
    best_gain = -1
    best_mode = FULL
    best_month = 0
    need = me.need[colour]
    for month in range(table.month, min(MONTHS, table.month + REACH) + 1):
        mode = HALF
        full = month == table.month + table.dice[colour] - 1
        if full or table.rule_dice_use == DICE_USE.ANY_MONTH:
            mode = FULL
        elif month > table.month and month < HALF_LATER_FROM:
            continue
        number = die_worth(table, colour, mode)
        needed = min(number, max(0, need))
        gain = (ANY_EC * number + NEEDED_EC * needed) * me.month_weight[month - table.month]
        if gain > best_gain or (gain == best_gain and mode >= best_mode):
            best_gain = gain
            best_mode = mode
            best_month = month
    me.die_gain[colour] = best_gain
    me.die_mode[colour] = best_mode
    me.die_month[colour] = best_month


@compiled
def _take(me, order, which, colour):
    """Order a die, with the mode and month that `_rate` found best."""
    order.die[which] = colour
    order.mode[which] = me.die_mode[colour]
    order.month[which] = me.die_month[colour]


@compiled
def _die_open(table, seat, colour):
    """Check if a seat may take a die in an exclusive draft (CUT-2)."""
    taken = 0
    for other in range(table.players):
        for which in range(2):
            if table.die[other, which] == colour:
                taken += 1
                if other == seat:
                    return False
    return taken < dice_limit(table)


def dice(table, me, params, order):
    """Take the two best dice, or pick one in an exclusive draft."""
    exclusive = table.rule_dice_draft == DICE_DRAFT.EXCLUSIVE
    plan(table, me, params)
    _note_needs(table, me)
    _weigh_months(table, me, int(params.wait_percent), int(params.blowout_month))
    for colour in range(COLOURS):
        _rate(table, me, colour)
    first = -1
    for which in range(2):
        best = -1
        for colour in range(COLOURS):
            if colour == first:
                continue
            if exclusive and (not _die_open(table, me.seat, colour)):
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
    _weigh_months(table, me, int(params.wait_percent), int(params.blowout_month))
    for which in range(2):
        colour = table.die[me.seat, which] + 0
        _rate(table, me, colour)
        _take(me, order, which, colour)
    return 0


_PARAMETERS = (
    ("buck_worth", 10, 0, 40, "tenths of a star that a BB is worth when drafting cards"),
    ("bet_worth", 4, 0, 40, "tenths of a star that a free bet is worth when drafting cards"),
    ("price_weight", 5, 0, 20, "tenths of a star that an EC of a card's price counts as"),
    ("wait_percent", 3, 0, 40, "percent of its worth that an EC loses per month of delay"),
    (
        "blowout_month",
        0,
        0,
        9,
        "first of the two months for which EC are saved up, counted from 1 for March; 0: none",
    ),
    ("step_weight", 6, 0, 30, "tenths of a star that a step beyond the free moves counts as"),
    ("runner_least", 2, 1, 9, "fewest EC that are worth a runner's BB"),
    ("market_early", 0, 0, 1, "1: a campaign every month, before BB go to runners"),
    ("bet_first", 0, 0, 1, "1: leftover EC become bets before they become steps"),
)


def planner_parameters(**defaults):
    """List the parameters of this planner, with a strategy's own defaults."""
    return [
        parameter(name, default=defaults.get(name, default), low=low, high=high, help=text)
        for name, default, low, high, text in _PARAMETERS
    ]


MAX_TRADES = 2
USUAL_TRADE_PRICE = 3
MAX_DISCOUNT = 3
TRADED_EC = 12
RATE = 16


@compiled
def _trades_left(table, seat):
    """Count the trades that the fee allows (ACT-3, CUT-3)."""
    if table.rule_trade_fee == TRADE_FEE.BB1:
        return table.bucks[seat] + 0
    if table.rule_trade_fee == TRADE_FEE.STARS2:
        return table.score[seat] // 2
    return 99


@compiled
def _trade(table, me, order):
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
    return TRADE


@compiled
def buy(table, me, order):
    """Fill in the order for the next action of the best purchase.

    The best purchase has the most worth per EC. The function returns the action, or 0 if there is
    no purchase. A chosen recruit becomes the target. A purchase that lacks one or two EC may be
    completed by trades. Purchases out of reach stay closed until EC come in, since until then the
    mat only empties.
    """
    seat = me.seat
    total = mat_total(table, seat)
    free = table.free_moves[seat]
    standing_effects = table.active_count[seat, WHEN_ALWAYS]
    trades = min(MAX_TRADES, _trades_left(table, seat))
    price = USUAL_TRADE_PRICE
    if standing_effects > 0 or table.rule_trade_fee == TRADE_FEE.EC2:
        price = trade_price(table, seat)
    best_rate = 0
    best_shortage = 0
    first_month = max(1, table.month - 5) if total > 0 else 100
    for month in range(first_month, table.month + 1):
        card = table.calendar_card[seat, month]
        if card < 0 or me.closed_card[month % CALENDAR_CARDS] == 1:
            continue
        cost = table.card_price[card] + 0
        shortage = 0
        for colour in range(COLOURS):
            shortage += max(0, table.card_cost[card, colour] - table.mat[seat, colour])
        if standing_effects > 0:
            discount = card_discount(table, seat, card)
            shortage = max(0, shortage - discount)
            cost = max(0, cost - discount)
        if shortage > trades or total - cost + shortage < shortage * price:
            me.closed_card[month % CALENDAR_CARDS] = 1
            continue
        worth = me.card_worth[month % CALENDAR_CARDS] - TRADED_EC * shortage
        rate = RATE * worth // (cost - shortage + shortage * price + 1)
        if rate > best_rate:
            best_rate = rate
            order.card = card
            order.spot = -1
            best_shortage = shortage
    here = table.node[seat]
    for index in range(CANDIDATES):
        spot = me.candidate[index] + 0
        if me.closed_candidate[index] == 1 or spot < 0 or table.spot_owner[spot] >= 0:
            continue
        state = table.spot_state[spot]
        steps = max(0, table.distance[here, table.state_node[state]] - free)
        if steps > total:
            continue
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        cost = due(table, seat, spot, first)
        shortage = max(0, cost - table.mat[seat, first])
        if second >= 0:
            cost_second = due(table, seat, spot, second)
            cost += cost_second
            shortage += max(0, cost_second - table.mat[seat, second])
        if shortage > trades + MAX_DISCOUNT:
            me.closed_candidate[index] = 1
            continue
        if standing_effects > 0:
            discount = recruit_discount(table, seat, spot)
            shortage = max(0, shortage - discount)
            cost = max(0, cost - discount)
        if shortage > trades or total - cost + shortage < shortage * price + steps:
            continue
        worth = me.candidate_worth[index] - TRADED_EC * shortage
        rate = RATE * worth // (cost - shortage + shortage * price + steps + 1)
        if rate > best_rate:
            best_rate = rate
            order.card = -1
            order.spot = spot
            best_shortage = shortage
    if best_rate <= 0:
        return 0
    if best_shortage > 0:
        return _trade(table, me, order)
    if order.card >= 0:
        if table.active_count[seat, WHEN_PLAY] > 0:
            reopen(me)
        return PLAY_CARD
    me.target = order.spot
    return go_and_sign(table, me, order)


BUYING, SPENT, SENDING, DRIVING = range(4)
TRIGGERS_MISSING_EC = 20


@compiled
def _benefit(table, me, params, source):
    """Return the worth of triggering a benefit now, or 0.

    It is 0 if the benefit must wait. During purchases, only gains that can be spent are taken.
    Benefits that bring stars or cost EC wait until after the purchases.
    """
    seat = me.seat
    buying = me.stage == BUYING
    worth = 0
    for clause in range(table.source_first[source], table.source_last[source]):
        if table.clause_when[clause] != WHEN_MONTH:
            continue
        gain = table.clause_gain[clause]
        pays = table.clause_pay_bucks[clause]
        if buying and (gain == GAIN_STARS or table.clause_pay_ec[clause] > 0):
            return 0
        unit = UNIT_WORTH[gain]
        if gain == GAIN_FREE_BETS:
            unit = int(params.bet_worth)
        if gain == GAIN_EC and pays > 0:
            colour = table.clause_detail[clause]
            if not buying or colour < 0 or me.need[colour] <= 0:
                return 0
        if gain == GAIN_FREE_BETS and pays > 0 and (table.month == MONTHS):
            return 0
        worth += unit * clause_amount(table, seat, clause) - STAR * pays
    return worth


@compiled
def next_trigger(table, me, params, order):
    """Order the next once-a-month benefit as ``order.card``, or return 0."""
    seat = me.seat
    for index in range(-1, table.in_play_count[seat]):
        source = table.coach[seat] + COACH_SOURCE
        if index >= 0:
            source = table.in_play[seat, index] + 0
        elif table.coach[seat] < 0:
            continue
        if table.card_monthly[source] == 0 or table.used[source] > 1:
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


@compiled
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


CARRIED_EC_WORTH = 12
TARGET_BONUS = 8
MAX_STARS = 8
LOW_NUMBERS = 3


@compiled
def _send_runner(table, me, params, order):
    """Send leftover EC to the recruit that they serve best.

    The result is 0 if too few EC can be sent to be worth the fee.
    """
    seat = me.seat
    best = -1
    best_worth = 0
    least = 1 if table.free_runners[seat] > 0 else int(params.runner_least)
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
        worth = CARRIED_EC_WORTH * carried + me.candidate_worth[index] // 4
        if spot == me.target:
            worth += TARGET_BONUS
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


@compiled
def _campaign(table, params, order, seat):
    """Order this month's marketing unless keeping the BB is better (ACT-8).

    The result is 0 if there is no campaign.
    """
    bucks = table.bucks[seat]
    campaigns = MONTHS - table.month + 2
    early = int(params.market_early) > 0 or table.active_count[seat, WHEN_MARKET] > 0
    if table.marketed[seat] == 1 or bucks < 1 or (bucks < campaigns and (not early)):
        return 0
    stars = 1
    while (
        stars < MAX_STARS
        and MARKETING_COST[stars + 1] + (campaigns - 1) * MARKETING_COST[stars] <= bucks
    ):
        stars += 1
    order.number = stars
    return MARKET


@compiled
def _bet(table, me, order):
    """Bet an EC on a low number (ACT-9).

    The colour is the one that the plan and the calendar's cards lack most.
    """
    best = 0
    for colour in range(1, COLOURS):
        if me.need[colour] > me.need[best]:
            best = colour
    order.colour = best
    order.number = 1 + me.bets_made % LOW_NUMBERS
    me.bets_made += 1
    me.need[best] -= 1
    return BET


@compiled
def _begin(table, me, params):
    """Start the turn of a new month."""
    if me.turn_month == 0:
        recall_cards(table, me, params)
    me.turn_month = table.month
    me.stage = BUYING
    me.target = -1
    reopen(me)


@compiled
def _spend(table, me, params, order):
    """Order the next benefit, campaign or purchase, or return 0."""
    if me.target >= 0:
        return go_and_sign(table, me, order)
    if me.planned_month != table.month:
        plan(table, me, params)
    action = next_trigger(table, me, params, order)
    if action > 0:
        return action
    if int(params.market_early) > 0:
        action = _campaign(table, params, order, me.seat)
        if action > 0:
            return action
    return buy(table, me, order)


@compiled
def _use_leftovers(table, me, params, order):
    """Order a runner, step or bet with leftovers, or return 0."""
    seat = me.seat
    total = mat_total(table, seat)
    if me.stage == SENDING and total > 0 and (table.bucks[seat] + table.free_runners[seat] > 0):
        action = _send_runner(table, me, params, order)
        if action > 0:
            return action
    me.stage = DRIVING
    spot = me.target
    drive = table.free_moves[seat] > 0 or (total > 0 and int(params.bet_first) == 0)
    if drive and spot >= 0 and (table.node[seat] != table.state_node[table.spot_state[spot]]):
        return go_and_sign(table, me, order)
    if total + table.free_bets[seat] > 0:
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
            choose_aim(table, me)
    if table.month < MONTHS:
        action = _use_leftovers(table, me, params, order)
        if action > 0:
            return action
    action = _campaign(table, params, order, me.seat)
    if action > 0:
        return action
    return END_TURN


PARAMETERS = planner_parameters(buck_worth=8, bet_worth=7, runner_least=3, bet_first=1)
