"""Planning for scripted strategies: what things are worth, and how to spend a month well.

Worth is counted in tenths of a star. A strategy says how it plays by ten whole numbers, its
*style*; the functions here turn a style into decisions. The plan of a month is made once and kept
in ``me.memory``, whose places are named below; the actions of a turn then only carry it out.

EC die at the end of the turn, so a turn asks what the EC on the mat buy best, not whether to
save: first cards and recruits in order of worth for each EC, then packages, steps towards the next
recruit, and bets.
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eoc.conditions import clause_amount, conditions_hold, counted
from eoc_sim.simulator.eoc.dice import dice_limit
from eoc_sim.simulator.eoc.effect_codes import (
    CONDITION_MONTH,
    CONDITION_POSITION,
    CONDITION_REGION,
    COUNTER_REGION_RECRUIT,
    GAIN_BUCKS,
    GAIN_EC,
    GAIN_FREE_BETS,
    GAIN_STARS,
    GAIN_VALUE,
    WHEN_ALWAYS,
    WHEN_BET_WON,
    WHEN_CRAP_OUT,
    WHEN_END,
    WHEN_MARKET,
    WHEN_MONTH,
    WHEN_PLAY,
)
from eoc_sim.simulator.eoc.effects import trigger_refusal
from eoc_sim.simulator.eoc.payment import (
    MARKETING_COST,
    card_discount,
    mat_total,
    recruit_discount,
    trade_price,
)
from eoc_sim.simulator.eoc.state import (
    BET,
    COACH_SOURCE,
    COLOURS,
    DRAFT,
    END_TURN,
    FULL,
    HALF,
    MARKET,
    MONTHS,
    MOVE,
    PLAY_CARD,
    POSITIONS,
    RUNNER,
    SIGN,
    STATES,
    TRADE,
    TRIGGER,
)
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.strategy_files import Parameter, parameter

# --- Where the plan lies in me.memory.
PLANNED, TURN, STAGE, TARGET, BETS_MADE, FOCUS, REGION_WORTH, CLOSED = range(8)
STYLE = 8
(
    BUCK_WORTH,     # a BB
    BET_WORTH,      # a free bet
    PRICE_WEIGHT,   # an EC of a card's price, when drafting
    STEP_WEIGHT,    # a step beyond the free moves, when choosing recruits
    RUNNER_LEAST,   # fewest EC worth a runner
    MARKET_EARLY,   # 1: a campaign every month, before BB go to runners
    BET_FIRST,      # 1: leftover EC become bets before they become steps
) = range(STYLE, STYLE + 7)
CANDIDATE = 17      # the spots most worth signing
CANDIDATES = 7
CANDIDATE_WORTH = 24
CARD_WORTH = 31     # of the card drafted in month m, at m % 6: older ones have expired
CALENDAR_CARDS = 6
NEED = 37           # EC of each colour that the plan lacks
STOCK = 43          # EC of each colour now and next month; later the weights of the months
POSITION_WORTH = 49
CANDIDATE_RANK = 57
RATING = 57         # of the dice, when the plan is made

STAR = 10
NEWEST_OF_POOL = 6

_PARAMETERS = (
    ("buck_worth", 10, 0, 40, "tenths of a star that a BB is worth when drafting cards"),
    ("bet_worth", 4, 0, 40, "tenths of a star that a free bet is worth when drafting cards"),
    ("price_weight", 5, 0, 20, "tenths of a star that an EC of a card's price counts in drafting"),
    ("wait_percent", 3, 0, 40, "percent that a die's EC lose for each month they come later"),
    ("blowout_month", 0, 0, 9, "month, 1 March to 12 February, towards which and the next EC are "
     "gathered; 0 nowhere"),
    ("step_weight", 6, 0, 30, "tenths of a star that a step beyond the free moves counts"),
    ("runner_least", 2, 1, 9, "fewest EC that are worth a runner's BB"),
    ("market_early", 0, 0, 1, "1: a campaign every month, before BB go to runners"),
    ("bet_first", 0, 0, 1, "1: leftover EC become bets before they become steps"),
)


def planner_parameters(**defaults: float) -> list[Parameter]:
    """The parameters of a strategy that uses this planner, with its own defaults."""
    return [
        parameter(name, default=defaults.get(name, default), low=low, high=high, help=text)
        for name, default, low, high, text in _PARAMETERS
    ]


@compiled
def set_style(me, params):
    """Note the style that the parameters ask for."""
    me.memory[BUCK_WORTH] = int(params.buck_worth)
    me.memory[BET_WORTH] = int(params.bet_worth)
    me.memory[PRICE_WEIGHT] = int(params.price_weight)
    me.memory[STEP_WEIGHT] = int(params.step_weight)
    me.memory[RUNNER_LEAST] = int(params.runner_least)
    me.memory[MARKET_EARLY] = int(params.market_early)
    me.memory[BET_FIRST] = int(params.bet_first)


# --- Cards and coaches.

_UNIT = np.array([10, 10, 7, 5, 4, 8, 32, 5, 3, 12, 3])
"""What one unit of each gain is worth, in the order of the gains; BB and bets go by style."""
_OFTEN = np.array([9, 7, 11, 8, 3, 25, 2, 3, 10, 0])
"""How often each moment comes in a month, in tenths, in the order of the moments."""
_PERCENT = np.array([40, 8, 50, 13, 40, 50, 50, 50, 30, 0, 30, 25])
"""In how many of 100 cases each condition holds, in their order; positions count one by one."""
_GROWTH = np.array([0, 4, 1, 7, 11, 5, 4, 2, 5, 1, 3, 5])
"""What each counter grows by in a month, in tenths, in the order of the counters."""


@compiled
def source_worth(table, me, source):
    """What the effect of a card or coach is likely to be worth from now to the end."""
    memory = me.memory
    left = MONTHS - table.month
    home = table.region[me.seat]
    worth = 0
    for clause in range(table.source_first[source], table.source_last[source]):
        gain = table.clause_gain[clause]
        when = table.clause_when[clause]
        amount = 10 * table.clause_amount[clause]
        unit = _UNIT[gain]
        counter = table.clause_counter[clause]
        if counter > 0:
            growth = _GROWTH[counter] * left
            if counter == COUNTER_REGION_RECRUIT and table.clause_counter_detail[clause] != home:
                growth = growth // 3
            if when != WHEN_END:
                growth = growth // 2
            number = 10 * counted(table, me.seat, clause) + growth
            amount = table.clause_amount[clause] * number // table.clause_per[clause]
            amount = min(amount, 10 * table.clause_up_to[clause])
        elif gain == GAIN_VALUE:
            amount -= 10
        elif gain == GAIN_BUCKS:
            unit = memory[BUCK_WORTH]
        elif gain == GAIN_FREE_BETS:
            unit = memory[BET_WORTH]
        value = amount * unit - 60 * table.clause_pay_ec[clause]
        value -= 100 * table.clause_pay_bucks[clause]
        if value <= 0:
            continue
        if when == WHEN_END:
            worth += value // 10
            continue
        often = _OFTEN[when] * left
        if when in (WHEN_BET_WON, WHEN_CRAP_OUT):
            often = often * memory[BET_WORTH] // 4
        for place in range(table.clause_conditions[clause]):
            condition = table.clause_condition[clause, place]
            detail = table.clause_condition_detail[clause, place]
            percent = _PERCENT[condition]
            if condition == CONDITION_REGION:
                percent = 70 if (detail >> home) & 1 == 1 else 25
            elif condition == CONDITION_POSITION:
                percent = 0
                while detail > 0:
                    percent += _PERCENT[CONDITION_POSITION] * (detail & 1)
                    detail = detail >> 1
            elif condition == CONDITION_MONTH:
                for month in range(table.month + 1, MONTHS + 1):
                    percent += 100 * ((detail >> month) & 1)
                percent = percent // max(1, left)
            often = often * percent // 100
        worth += value * often // 100
    return worth


@compiled
def card_worth(table, me, card):
    """What drafting a card is worth: printed stars and effect, less its price."""
    home = table.region[me.seat]
    worth = STAR * table.card_stars[card] + source_worth(table, me, card)
    abroad = table.card_price[card] - table.card_cost[card, home]
    return worth - me.memory[PRICE_WEIGHT] * table.card_price[card] - abroad


def keep(table, me, params, order):
    """Keep the four most useful of the six dealt cards (SET-8)."""
    set_style(me, params)
    memory = me.memory
    for place in range(6):
        memory[STOCK + place] = card_worth(table, me, me.hand[place])
        order.keep[place] = 1
    for _ in range(2):
        worst = -1
        for place in range(6):
            if order.keep[place] == 1 and (
                worst < 0 or memory[STOCK + place] < memory[STOCK + worst]
            ):
                worst = place
        order.keep[worst] = 0
    return 0


def draft(table, me, params, order):
    """Draft the most useful card of hand, pool and stash (DRA-2)."""
    set_style(me, params)
    seat = me.seat
    best = -1
    best_worth = 0
    for place in range(table.hand_size[seat]):
        worth = card_worth(table, me, me.hand[place])
        if best < 0 or worth > best_worth:
            best = me.hand[place]
            best_worth = worth
    # Older pool cards have been passed over by the whole table, and by this planner.
    for place in range(max(0, table.pool_size - NEWEST_OF_POOL), table.pool_size):
        worth = card_worth(table, me, table.pool[place])
        if best < 0 or worth > best_worth:
            best = table.pool[place]
            best_worth = worth
    # A stash card can wait while the months left outnumber the stash.
    waiting = 4 if MONTHS - table.month >= table.stash_size[seat] else 0
    for place in range(table.stash_size[seat]):
        worth = card_worth(table, me, me.stash[place]) - waiting
        if best < 0 or worth > best_worth:
            best = me.stash[place]
            best_worth = worth
    order.card = best
    price = me.memory[PRICE_WEIGHT] * table.card_price[best]
    me.memory[CARD_WORTH + table.month % CALENDAR_CARDS] = max(5, best_worth + price)
    return DRAFT


# --- Recruits.


@compiled
def _value_goals(table, me):
    """Note what a new position, by position, and a recruit of the best region are worth now."""
    seat = me.seat
    memory = me.memory
    left = MONTHS - table.month
    unique = table.unique_positions[seat]
    # The next step of the track (SCO-3), or an even share of the whole while there is time.
    step = 1
    if unique >= 7:
        step = 8
    elif unique >= 5:
        step = 6
    elif unique >= 3:
        step = 4
    elif unique >= 2:
        step = 2
    new = STAR * step
    if left >= 2:
        new = max(new, 40)
    for position in range(POSITIONS):
        memory[POSITION_WORTH + position] = 0 if table.signed_position[seat, position] > 0 else new
    if me.board >= 0 and table.rule_boards == 0:
        missing = 0
        missing_top = 0
        for place in range(5):
            if table.signed_position[seat, me.board_position[place]] == 0:
                missing += 1
                if place < 3:
                    missing_top += 1
        if missing > 0 and missing <= left + 3:
            bonus = 100 if missing == 1 else 60 // missing + 10
            for place in range(5):
                position = me.board_position[place]
                if table.signed_position[seat, position] == 0:
                    memory[POSITION_WORTH + position] += bonus
                    if place < 3:
                        memory[POSITION_WORTH + position] += 50 if missing_top == 1 else 10
    # The best region (SCO-4): home, unless another has grown well beyond it.
    focus = table.region[seat]
    for region in range(COLOURS):
        if table.signed_region[seat, region] > table.signed_region[seat, focus] + 1:
            focus = region
    memory[FOCUS] = focus
    depth = table.signed_region[seat, focus]
    step = 0
    if depth < 3:
        step = 1
    elif depth < 5:
        step = 2
    elif depth < 10:
        step = depth - 2
    memory[REGION_WORTH] = STAR * step
    if left >= 2:
        memory[REGION_WORTH] = max(25, STAR * step)


@compiled
def _due(table, seat, spot, region):
    """EC of a colour that this player's package still lacks on a recruit."""
    if region < 0:
        return 0
    return table.spot_cost[spot, region] - table.package[seat, spot, region]


@compiled
def _usual_moves(table):
    """The calendar's free moves of this month (ACT-4)."""
    if table.rule_free_moves == 0:
        return 3 - (table.month - 1) // 3
    return 3 if table.rule_free_moves == 1 else 0


@compiled
def plan(table, me):
    """Note the recruits most worth signing, best first, for this place and these EC."""
    seat = me.seat
    memory = me.memory
    month = table.month
    _value_goals(table, me)
    for colour in range(COLOURS):
        stock = table.mat[seat, colour] + table.calendar[seat, month, colour]
        if month < MONTHS:
            stock += table.calendar[seat, month + 1, colour]
        memory[STOCK + colour] = stock
    for place in range(CANDIDATES):
        memory[CANDIDATE + place] = -1
        memory[CANDIDATE_WORTH + place] = 0
    focus = memory[FOCUS] + 0
    region_worth = memory[REGION_WORTH] + 0
    here = table.node[seat]
    free = table.free_moves[seat] if memory[TURN] == month else _usual_moves(table)
    step_weight = memory[STEP_WEIGHT] + 0
    most = 5 * STAR
    for position in range(POSITIONS):
        most = max(most, 5 * STAR + memory[POSITION_WORTH + position])
    bar = -1000
    filled = 0
    worst = 0
    for state in range(STATES):
        steps = table.distance[here, table.state_node[state]]
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        place_worth = region_worth if first == focus or second == focus else 0
        cost = 6 * steps + step_weight * max(0, steps - free)
        if place_worth + most - cost <= bar:
            continue
        for slot in range(2 if second >= 0 else 1):
            spot = table.state_spot[state, slot]
            if table.spot_owner[spot] >= 0:
                continue
            worth = place_worth + STAR * table.spot_base[spot]
            worth += memory[POSITION_WORTH + table.spot_position[spot]]
            rank = worth - cost - 3 * (table.spot_price[spot] - table.package_size[seat, spot])
            if rank <= bar:
                continue
            lack = max(0, _due(table, seat, spot, first) - memory[STOCK + first])
            if second >= 0:
                lack += max(0, _due(table, seat, spot, second) - memory[STOCK + second])
            rank -= 5 * lack
            if rank <= bar:
                continue
            # It takes the place of the worst; RATING holds the ranks meanwhile.
            memory[CANDIDATE + worst] = spot
            memory[CANDIDATE_WORTH + worst] = worth
            memory[CANDIDATE_RANK + worst] = rank
            worst += 1
            if filled < CANDIDATES:
                filled += 1
            if filled == CANDIDATES:
                worst = 0
                for place in range(1, CANDIDATES):
                    if memory[CANDIDATE_RANK + place] < memory[CANDIDATE_RANK + worst]:
                        worst = place
                bar = memory[CANDIDATE_RANK + worst] + 0
    memory[PLANNED] = month
    memory[CLOSED] = 0


# --- Dice.


@compiled
def _note_needs(table, me):
    """Note by colour how many EC the plan and the calendar's cards cost beyond what will come."""
    seat = me.seat
    memory = me.memory
    last = min(MONTHS, table.month + 5)
    for colour in range(COLOURS):
        coming = table.mat[seat, colour]
        for month in range(table.month, last + 1):
            coming += table.calendar[seat, month, colour]
        memory[NEED + colour] = -coming
    for month in range(max(1, table.month - 5), table.month + 1):
        card = table.calendar_card[seat, month]
        if card >= 0:
            for colour in range(COLOURS):
                memory[NEED + colour] += table.card_cost[card, colour]
    for place in range(CANDIDATES):
        spot = memory[CANDIDATE + place] + 0
        if spot >= 0:
            state = table.spot_state[spot]
            first = table.state_region[state, 0]
            second = table.state_region[state, 1]
            memory[NEED + first] += _due(table, seat, spot, first)
            if second >= 0:
                memory[NEED + second] += _due(table, seat, spot, second)


@compiled
def _weigh_months(table, me, wait, blowout):
    """Note what an EC is worth in each month in reach, in percent: soon, and not all at once."""
    last = min(MONTHS, table.month + 5)
    for month in range(table.month, last + 1):
        weight = 100 - wait * (month - table.month)
        if blowout > 0 and table.month <= blowout:
            if month == blowout or month == blowout + 1:
                weight += 25
        else:
            total = 0
            for colour in range(COLOURS):
                total += table.calendar[me.seat, month, colour]
            weight -= max(0, total - 8)
        me.memory[STOCK + month - table.month] = max(1, weight)


@compiled
def rate_die(table, me, colour):
    """The best way to take a die, packed as gain x 64 + mode x 16 + month."""
    value = table.dice[colour]
    best = -1
    need = me.memory[NEED + colour]
    for month in range(table.month, min(MONTHS, table.month + 5) + 1):
        number = max(1, value // 2)
        mode = HALF
        if table.rule_dice_use == 1 or month == table.month + value - 1:
            number = value + 0
            mode = FULL
        elif month > table.month and month < 9:
            continue
        needed = min(number, max(0, need))
        gain = (4 * number + 6 * needed) * me.memory[STOCK + month - table.month]
        best = max(best, max(0, gain) * 64 + mode * 16 + month)
    return best


@compiled
def _die_open(table, seat, colour):
    """Whether this seat may still take a die in an exclusive draft (CUT-2)."""
    taken = 0
    for other in range(table.players):
        for which in range(2):
            if table.die[other, which] == colour:
                taken += 1
                if other == seat:
                    return False
    return taken < dice_limit(table)


def dice(table, me, params, order):
    """Take the two dice worth most; in an exclusive draft return the one picked."""
    memory = me.memory
    plan(table, me)
    _note_needs(table, me)
    _weigh_months(table, me, int(params.wait_percent), int(params.blowout_month))
    for colour in range(COLOURS):
        memory[RATING + colour] = rate_die(table, me, colour)
    for which in range(2):
        best = -1
        for colour in range(COLOURS):
            if which == 1 and order.die[0] == colour:
                continue
            if table.rule_dice_draft == 1 and not _die_open(table, me.seat, colour):
                continue
            packed = memory[RATING + colour] + 0
            if packed // 64 > best // 64:
                best = packed
                order.die[which] = colour
        order.mode[which] = best // 16 % 4
        order.month[which] = best % 16
        if table.rule_dice_draft == 1:
            return order.die[0] + 0
    return 0


def place(table, me, params, order):
    """Choose mode and month of the two dice picked in an exclusive draft (CUT-5)."""
    _weigh_months(table, me, int(params.wait_percent), int(params.blowout_month))
    for which in range(2):
        packed = rate_die(table, me, table.die[me.seat, which] + 0)
        order.mode[which] = packed // 16 % 4
        order.month[which] = packed % 16
    return 0


# --- The turn.


@compiled
def _trades_left(table, seat):
    """How many trades the fee allows (ACT-3, CUT-3)."""
    if table.rule_trade_fee == 0:
        return table.bucks[seat] + 0
    if table.rule_trade_fee == 1:
        return table.score[seat] // 2
    return 99


@compiled
def _benefit(table, me, source):
    """What triggering a once-a-month benefit now is worth, 0 if nothing or not at this time.

    While the turn buys, only what can be spent is taken; benefits that are stars, or cost EC, wait
    until the purchases are made.
    """
    seat = me.seat
    buying = me.memory[STAGE] < 2
    worth = 0
    for clause in range(table.source_first[source], table.source_last[source]):
        if table.clause_when[clause] != WHEN_MONTH:
            continue
        gain = table.clause_gain[clause]
        pays = table.clause_pay_bucks[clause]
        if buying and (gain == GAIN_STARS or table.clause_pay_ec[clause] > 0):
            return 0
        unit = _UNIT[gain]
        if gain == GAIN_FREE_BETS:
            unit = me.memory[BET_WORTH]
        if gain == GAIN_EC and pays > 0:
            # BB into EC: only for EC that are needed, and before the purchases.
            colour = table.clause_detail[clause]
            if not buying or colour < 0 or me.memory[NEED + colour] <= 0:
                return 0
        if gain == GAIN_FREE_BETS and pays > 0 and table.month == MONTHS:
            return 0
        worth += unit * clause_amount(table, seat, clause) - STAR * pays
    return worth


@compiled
def _next_trigger(table, me, order):
    """The next once-a-month benefit to use, in ``order.card``; 0 if there is none."""
    seat = me.seat
    for place in range(-1, table.in_play_count[seat]):
        source = table.coach[seat] + COACH_SOURCE
        if place >= 0:
            source = table.in_play[seat, place] + 0
        elif table.coach[seat] < 0:
            continue
        if table.card_monthly[source] == 0 or table.used[source] > 1:
            continue
        if table.used[source] == 1 and table.use_again_left[seat] < 1:
            continue
        if trigger_refusal(table, order, seat, source) > 0:
            continue
        if _benefit(table, me, source) <= 0:
            continue
        order.card = source
        me.memory[CLOSED] = 0
        for clause in range(table.source_first[source], table.source_last[source]):
            if (
                table.clause_gain[clause] == GAIN_EC
                and table.clause_detail[clause] < 0
                and table.clause_when[clause] == WHEN_MONTH
                and conditions_hold(table, seat, clause, -1, -1, -1)
            ):
                order.take[_wanted_colour(table, me)] += clause_amount(table, seat, clause)
        return TRIGGER
    return 0


@compiled
def _wanted_colour(table, me):
    """The colour of which one more EC helps the most worthy purchase that lacks some."""
    seat = me.seat
    best_colour = table.region[seat] + 0
    best_worth = -1000
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
            worth = me.memory[CARD_WORTH + month % CALENDAR_CARDS] - 20 * lack
            if lack > 0 and worth > best_worth:
                best_worth = worth
                best_colour = colour
    for place in range(CANDIDATES):
        spot = me.memory[CANDIDATE + place] + 0
        if spot >= 0 and table.spot_owner[spot] < 0:
            state = table.spot_state[spot]
            first = table.state_region[state, 0]
            second = table.state_region[state, 1]
            lack = max(0, _due(table, seat, spot, first) - table.mat[seat, first])
            colour = first + 0
            if second >= 0:
                short = max(0, _due(table, seat, spot, second) - table.mat[seat, second])
                lack += short
                if short > 0:
                    colour = second + 0
            worth = me.memory[CANDIDATE_WORTH + place] - 20 * lack
            if lack > 0 and worth > best_worth:
                best_worth = worth
                best_colour = colour
    return best_colour


@compiled
def _trade(table, me, order):
    """Order a trade of surplus EC for one that ``order.card`` or ``order.spot`` lacks (else -1)."""
    seat = me.seat
    card = order.card + 0
    spot = order.spot + 0
    left = trade_price(table, seat)
    take = -1
    for colour in range(COLOURS):
        due = 0
        if card >= 0:
            due = table.card_cost[card, colour] + 0
        if spot >= 0:
            due = table.spot_cost[spot, colour] - table.package[seat, spot, colour]
        surplus = table.mat[seat, colour] - max(0, due)
        if surplus > 0:
            give = min(left, surplus)
            order.give[colour] = give
            left -= give
        elif surplus < 0 and take < 0:
            take = colour
    order.take[take] = 1
    return TRADE


@compiled
def _buy(table, me, order):
    """The purchase worth most for its EC, as an action, or the target noted; 0 if there is none.

    A purchase that lacks an EC or two may be completed by trades. What is out of reach is noted as
    closed, until EC come in: within a turn they only become fewer.
    """
    seat = me.seat
    memory = me.memory
    total = mat_total(table, seat)
    free = table.free_moves[seat]
    standing_effects = table.active_count[seat, WHEN_ALWAYS]
    trades = min(2, _trades_left(table, seat))
    price = 3
    if standing_effects > 0 or table.rule_trade_fee == 2:
        price = trade_price(table, seat)
    best_rate = 0
    best_short = 0
    closed = memory[CLOSED] + 0
    first_month = max(1, table.month - 5) if total > 0 else 100
    for month in range(first_month, table.month + 1):
        card = table.calendar_card[seat, month]
        bit = 1 << (CANDIDATES + month % CALENDAR_CARDS)
        if card < 0 or closed & bit > 0:
            continue
        due = table.card_price[card] + 0
        short = 0
        for colour in range(COLOURS):
            short += max(0, table.card_cost[card, colour] - table.mat[seat, colour])
        if standing_effects > 0:
            discount = card_discount(table, seat, card)
            short = max(0, short - discount)
            due = max(0, due - discount)
        if short > trades or total - due + short < short * price:
            closed |= bit
            continue
        worth = memory[CARD_WORTH + month % CALENDAR_CARDS] - 12 * short
        rate = 16 * worth // (due - short + short * price + 1)
        if rate > best_rate:
            best_rate = rate
            order.card = card
            order.spot = -1
            best_short = short
    here = table.node[seat]
    for place in range(CANDIDATES):
        spot = memory[CANDIDATE + place] + 0
        if closed >> place & 1 == 1 or spot < 0 or table.spot_owner[spot] >= 0:
            continue
        state = table.spot_state[spot]
        steps = max(0, table.distance[here, table.state_node[state]] - free)
        if steps > total:
            continue
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        due = _due(table, seat, spot, first)
        short = max(0, due - table.mat[seat, first])
        if second >= 0:
            due_second = _due(table, seat, spot, second)
            due += due_second
            short += max(0, due_second - table.mat[seat, second])
        if short > trades + 3:
            closed |= 1 << place
            continue
        if standing_effects > 0:
            discount = recruit_discount(table, seat, spot)
            short = max(0, short - discount)
            due = max(0, due - discount)
        if short > trades or total - due + short < short * price + steps:
            continue
        worth = memory[CANDIDATE_WORTH + place] - 12 * short
        rate = 16 * worth // (due - short + short * price + steps + 1)
        if rate > best_rate:
            best_rate = rate
            order.card = -1
            order.spot = spot
            best_short = short
    memory[CLOSED] = closed
    if best_rate <= 0:
        return 0
    if best_short > 0:
        return _trade(table, me, order)
    if order.card >= 0:
        # Upgrades on cards put into play may bring EC.
        if table.active_count[seat, WHEN_PLAY] > 0:
            memory[CLOSED] = 0
        return PLAY_CARD
    memory[TARGET] = order.spot
    return _go_and_sign(table, me, order)


@compiled
def _forget(table, me):
    """Take a target that is about to be signed out of the plan; with EC left, plan anew."""
    memory = me.memory
    spot = memory[TARGET] + 0
    memory[TARGET] = -1
    if mat_total(table, me.seat) > table.spot_price[spot] + 4:
        memory[PLANNED] = 0
        return
    position = table.spot_position[spot]
    for place in range(CANDIDATES):
        other = memory[CANDIDATE + place] + 0
        if other >= 0 and table.spot_position[other] == position:
            memory[CANDIDATE_WORTH + place] -= 40


@compiled
def _go_and_sign(table, me, order):
    """One step towards the target, paid with EC that its price can spare; there, sign it."""
    seat = me.seat
    spot = me.memory[TARGET] + 0
    here = table.node[seat]
    goal = table.state_node[table.spot_state[spot]]
    if here == goal:
        order.spot = spot
        _forget(table, me)
        return SIGN
    nearest = 1000
    for place in range(table.neighbours[here]):
        there = table.neighbour[here, place]
        if table.node_hq[there] < 0 and table.distance[there, goal] < nearest:
            nearest = table.distance[there, goal] + 0
            order.node = there
    if table.free_moves[seat] < 1:
        most = -1000
        for candidate in range(COLOURS):
            if table.mat[seat, candidate] > 0:
                due = table.spot_cost[spot, candidate] - table.package[seat, spot, candidate]
                spare = table.mat[seat, candidate] - max(0, due)
                if spare > most:
                    most = spare
                    order.colour = candidate
        order.give[order.colour] = 1
    return MOVE


@compiled
def _choose_aim(table, me):
    """Note the recruit to drive towards: worth most after steps and the EC still lacking."""
    seat = me.seat
    memory = me.memory
    memory[TARGET] = -1
    best = -1000
    here = table.node[seat]
    for place in range(CANDIDATES):
        spot = memory[CANDIDATE + place] + 0
        if spot < 0 or table.spot_owner[spot] >= 0:
            continue
        state = table.spot_state[spot]
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        next_month = min(MONTHS, table.month + 1)
        lack = max(0, _due(table, seat, spot, first) - table.calendar[seat, next_month, first])
        if second >= 0:
            lack += max(
                0, _due(table, seat, spot, second) - table.calendar[seat, next_month, second]
            )
        worth = memory[CANDIDATE_WORTH + place] - 10 * lack
        worth -= 6 * table.distance[here, table.state_node[state]]
        if worth > best:
            best = worth
            memory[TARGET] = spot


@compiled
def _send_runner(table, me, order):
    """Send leftover EC to the recruit that can use most of them; 0 if it is not worth the fee."""
    seat = me.seat
    memory = me.memory
    best = -1
    best_worth = 0
    least = 1 if table.free_runners[seat] > 0 else memory[RUNNER_LEAST] + 0
    for place in range(CANDIDATES):
        spot = memory[CANDIDATE + place] + 0
        if spot < 0 or table.spot_owner[spot] >= 0:
            continue
        state = table.spot_state[spot]
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        carried = min(table.mat[seat, first], _due(table, seat, spot, first))
        if second >= 0:
            carried += min(table.mat[seat, second], _due(table, seat, spot, second))
        worth = 12 * carried + memory[CANDIDATE_WORTH + place] // 4
        if spot == memory[TARGET]:
            worth += 8
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
def _campaign(table, me, order):
    """Order this month's marketing if BB cannot be spent better later; 0 if they can (ACT-8)."""
    seat = me.seat
    bucks = table.bucks[seat]
    campaigns = MONTHS - table.month + 2
    early = me.memory[MARKET_EARLY] > 0 or table.active_count[seat, WHEN_MARKET] > 0
    if table.marketed[seat] == 1 or bucks < 1 or (bucks < campaigns and not early):
        return 0
    stars = 1
    while stars < 8 and (
        MARKETING_COST[stars + 1] + (campaigns - 1) * MARKETING_COST[stars] <= bucks
    ):
        stars += 1
    order.number = stars
    return MARKET


@compiled
def _bet(table, me, order):
    """Bet an EC on a low number of the colour most needed next month (ACT-9)."""
    memory = me.memory
    best = 0
    for colour in range(1, COLOURS):
        if memory[NEED + colour] > memory[NEED + best]:
            best = colour
    order.colour = best
    order.number = 1 + memory[BETS_MADE] % 3
    # The next token goes on the next number, and sooner or later on another colour.
    memory[BETS_MADE] += 1
    memory[NEED + best] -= 1
    return BET


def act(table, me, params, order):
    """The next action of this turn."""
    seat = me.seat
    memory = me.memory
    month = table.month
    if memory[TURN] != month:
        memory[TURN] = month
        memory[STAGE] = 0
        memory[TARGET] = -1
        memory[CLOSED] = 0
    if memory[STAGE] < 2:
        if memory[TARGET] >= 0:
            return _go_and_sign(table, me, order)
        if memory[PLANNED] != month:
            plan(table, me)
        action = _next_trigger(table, me, order)
        if action > 0:
            return action
        if memory[MARKET_EARLY] > 0:
            action = _campaign(table, me, order)
            if action > 0:
                return action
        action = _buy(table, me, order)
        if action > 0:
            return action
        memory[STAGE] = 2
    if memory[STAGE] == 2:
        action = _next_trigger(table, me, order)
        if action > 0:
            return action
        memory[STAGE] = 3
        memory[TARGET] = -1
        if month < MONTHS:
            _choose_aim(table, me)
    total = mat_total(table, seat)
    if month < MONTHS:
        if memory[STAGE] == 3 and total > 0 and table.bucks[seat] + table.free_runners[seat] > 0:
            action = _send_runner(table, me, order)
            if action > 0:
                return action
        memory[STAGE] = 4
        spot = memory[TARGET]
        drive = table.free_moves[seat] > 0 or (total > 0 and memory[BET_FIRST] == 0)
        if drive and spot >= 0 and table.node[seat] != table.state_node[table.spot_state[spot]]:
            return _go_and_sign(table, me, order)
        if total + table.free_bets[seat] > 0:
            return _bet(table, me, order)
    action = _campaign(table, me, order)
    if action > 0:
        return action
    return END_TURN
