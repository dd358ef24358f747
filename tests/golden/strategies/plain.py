"""A plain player for the golden games: no luck, no memory, no help from the packaged strategies.

It defines every function itself, because the packaged default supplies any that a strategy lacks.
It need not play well, but it should use everything in the rules and must not change.
"""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import (
    BET,
    COACH_SOURCE,
    COLOURS,
    DELAY,
    DICE_DRAFT,
    DICE_USE,
    DRAFT,
    END_TURN,
    FULL,
    HALF,
    MARKET,
    MARKETING_COST,
    MONTHS,
    MOVE,
    ON_CARDS,
    ON_MOVES,
    PLAY_CARD,
    RUNNER,
    SIGN,
    SOLO,
    SPOTS,
    TRADE,
    TRADE_FEE,
    TRIGGER,
    card_discount,
    card_shortfall,
    dice_limit,
    mat_total,
    parameter,
    recruit_shortfall,
    substitute_limit,
    trade_price,
    trigger_refusal,
)

PARAMETERS = [
    parameter("bets", default=0, low=0, high=6, help="bet tokens a month"),
    parameter("hurry", default=0, low=0, high=1, help="1: dice at half value, soon"),
    parameter("patience", default=0, low=0, high=1, help="1: delays a draft of poor cards"),
    parameter("campaign", default=1, low=0, high=30, help="most BB for a month's marketing"),
    parameter("bid", default=0, low=0, high=9, help="most BB bid for the Chain"),
]


# --- The draft.


def _bargain(table, card):
    """Return the printed stars less half the price, doubled to stay a whole number."""
    return 2 * table.card_stars[card] - table.card_price[card]


def keep(table, me, params, order):
    """Leave out the two poorest of the six dealt cards."""
    for place in range(6):
        order.keep[place] = 1
    for _ in range(2):
        worst = -1
        for place in range(6):
            if order.keep[place] == 1 and (
                worst < 0 or _bargain(table, me.hand[place]) < _bargain(table, me.hand[worst])
            ):
                worst = place
        order.keep[worst] = 0
    return 0


def pick(table, me, params, order):
    """Take the best bargain of the hand that was passed."""
    best = 0
    for place in range(1, table.hand_size[me.seat]):
        if _bargain(table, me.hand[place]) > _bargain(table, me.hand[best]):
            best = place
    return me.hand[best] + 0


def coach(table, me, params, order):
    """Take the first coach whose sheet is free; seats begin at different coaches."""
    for step in range(table.coaches):
        candidate = (3 * me.seat + step) % table.coaches
        free = True
        for seat in range(table.players):
            other = table.coach[seat]
            if other >= 0 and table.coach_sheet[other] == table.coach_sheet[candidate]:
                free = False
        if free:
            return candidate
    return -1


def draft(table, me, params, order):
    """Draft the best bargain; with patience, delay with the worst card while none is good."""
    seat = me.seat
    best = me.hand[0] + 0
    worst = me.hand[0] + 0
    for place in range(1, table.hand_size[seat]):
        if _bargain(table, me.hand[place]) > _bargain(table, best):
            best = me.hand[place] + 0
        if _bargain(table, me.hand[place]) < _bargain(table, worst):
            worst = me.hand[place] + 0
    for place in range(table.pool_size):
        if _bargain(table, table.pool[place]) > _bargain(table, best):
            best = table.pool[place] + 0
    if (
        params.patience > 0
        and table.rule_solo == SOLO.OFF
        and table.hand_size[seat] > 1
        and _bargain(table, best) < 4
    ):
        order.card = worst
        return DELAY
    for place in range(table.stash_size[seat]):
        if _bargain(table, me.stash[place]) > _bargain(table, best):
            best = me.stash[place] + 0
    order.card = best
    return DRAFT


# --- Dice and bets.


def bookie(table, me, params, order):
    """Shift the first die whose shift turns a lost bet into a won one."""
    for colour in range(COLOURS):
        number = table.dice[colour]
        if table.bet[me.seat, colour, number] == 0:
            for shift in range(-1, 2, 2):
                if table.bet[me.seat, colour, (number - 1 + shift) % 6 + 1] > 0:
                    order.colour = colour
                    return shift
    return 0


def _worth(table, seat, colour):
    """Return what a die gives; the home colour gives one more."""
    value = table.dice[colour] + (1 if colour == table.region[seat] else 0)
    if table.rule_dice_use == DICE_USE.STANDARD and table.month + table.dice[colour] - 1 > MONTHS:
        return value // 2
    return value + 0


def _place(table, params, order, which, colour):
    """Place a die at full value in its month.

    If the rules allow any month, place it in this month or the next, whichever is even. In a hurry,
    or if its month is after the last one, take half its value soon instead.
    """
    value = table.dice[colour]
    order.die[which] = colour
    order.mode[which] = FULL
    order.month[which] = table.month + value - 1
    if table.rule_dice_use == DICE_USE.ANY_MONTH:
        order.month[which] = table.month + table.month % 2
    elif params.hurry > 0 or table.month + value - 1 > MONTHS:
        order.mode[which] = HALF
        order.month[which] = min(table.month + which, MONTHS)


def dice(table, me, params, order):
    """Take the two most valuable dice, or in an exclusive draft the best one left."""
    seat = me.seat
    first = -1
    second = -1
    for colour in range(COLOURS):
        if table.rule_dice_draft == DICE_DRAFT.EXCLUSIVE:
            taken = 0
            for other in range(table.players):
                for which in range(2):
                    if table.die[other, which] == colour:
                        taken += 100 if other == seat else 1
            if taken >= dice_limit(table):
                continue
        if first < 0 or _worth(table, seat, colour) > _worth(table, seat, first):
            second = first
            first = colour
        elif second < 0 or _worth(table, seat, colour) > _worth(table, seat, second):
            second = colour
    if table.rule_dice_draft == DICE_DRAFT.EXCLUSIVE:
        return first
    _place(table, params, order, 0, first)
    _place(table, params, order, 1, second)
    return 0


def place(table, me, params, order):
    """Place the two dice of an exclusive draft."""
    for which in range(2):
        _place(table, params, order, which, table.die[me.seat, which])
    return 0


# --- A turn. The functions from _play to _runner that take an order fill it in; they return False
# if there is nothing to do.


def _play(table, seat, order):
    """Play the best bargain on the calendar; BB stand in for EC where a card allows it."""
    best = -1
    for month in range(1, table.month + 1):
        card = table.calendar_card[seat, month]
        if card < 0:
            continue
        allowed = 0
        if card_discount(table, seat, card) == 0:
            allowed = min(substitute_limit(table, seat, ON_CARDS, card, -1), table.bucks[seat] - 1)
        if card_shortfall(table, seat, card) <= max(0, allowed) and (
            best < 0 or _bargain(table, card) > _bargain(table, best)
        ):
            best = card + 0
    if best < 0:
        return False
    order.card = best
    if card_shortfall(table, seat, best) > 0:
        for colour in range(COLOURS):
            order.substitute[colour] = max(
                0, table.card_cost[best, colour] - table.mat[seat, colour]
            )
    return True


def _trigger(table, seat, order):
    """Trigger the coach or the first card that can be triggered."""
    for place in range(-1, table.in_play_count[seat]):
        source = table.coach[seat] + COACH_SOURCE
        if place >= 0:
            source = table.in_play[seat, place] + 0
        elif table.coach[seat] < 0:
            continue
        if trigger_refusal(table, seat, source) == 0:
            order.card = source
            return True
    return False


def _need(table, seat, spot, colour):
    """Return the EC of a colour that the mat has to keep for a recruit."""
    return max(0, table.spot_cost[spot, colour] - table.package[seat, spot, colour])


def _spare(table, seat, spot):
    """Return the EC on the mat that a recruit does not need."""
    spare = 0
    for colour in range(COLOURS):
        spare += max(0, table.mat[seat, colour] - _need(table, seat, spot, colour))
    return spare


def _goal(table, seat, gap_weight):
    """Return the recruit to aim for.

    Its value and a new position count in its favour; steps and missing EC count against it.
    """
    best = -1
    best_worth = 0
    for spot in range(SPOTS):
        if table.spot_owner[spot] >= 0:
            continue
        there = table.state_node[table.spot_state[spot]]
        steps = table.distance[table.node[seat], there]
        gap = recruit_shortfall(table, seat, spot)
        if gap_weight == 0 and (
            gap > 0 or steps - table.free_moves[seat] > _spare(table, seat, spot)
        ):
            continue
        worth = 100 + 2 * table.spot_base[spot] - steps - gap_weight * gap
        if table.signed_position[seat, table.spot_position[spot]] == 0:
            worth += 3
        if best < 0 or worth > best_worth:
            best = spot
            best_worth = worth + 0
    return best


def _sign(table, seat, order, spot):
    """Sign the recruit if the bus is there."""
    order.spot = spot
    return table.node[seat] == table.state_node[table.spot_state[spot]]


def _step(table, seat, order, spot):
    """Take a step on the way, and choose its payment.

    Pay a BB if a card allows it, otherwise one EC of the colour with the most to spare.
    """
    here = table.node[seat]
    there = table.state_node[table.spot_state[spot]]
    for place in range(table.neighbours[here]):
        node = table.neighbour[here, place]
        if table.node_hq[node] < 0 and table.distance[node, there] < table.distance[here, there]:
            order.node = node
            if table.free_moves[seat] > 0:
                return True
            if substitute_limit(table, seat, ON_MOVES, -1, -1) > 0 and table.bucks[seat] > 2:
                order.bucks = 1
                return True
            best = 0
            for colour in range(COLOURS):
                if table.mat[seat, colour] - _need(table, seat, spot, colour) > (
                    table.mat[seat, best] - _need(table, seat, spot, best)
                ):
                    best = colour
            order.give[best] = 1
            return table.mat[seat, best] > 0
    return False


def _trade(table, seat, order, spot):
    """Trade spare EC for the one that the recruit lacks."""
    price = trade_price(table, seat)
    if (
        recruit_shortfall(table, seat, spot) != 1
        or _spare(table, seat, spot) < price
        or (table.rule_trade_fee == TRADE_FEE.BB1 and table.bucks[seat] < 1)
        or (table.rule_trade_fee == TRADE_FEE.STARS2 and table.score[seat] < 20)
    ):
        return False
    lacking = 0
    for colour in range(COLOURS):
        need = _need(table, seat, spot, colour)
        order.give[colour] = min(price, max(0, table.mat[seat, colour] - need))
        price -= order.give[colour]
        if table.mat[seat, colour] < need:
            lacking = colour
    order.take[lacking] = 1
    return True


def _runner(table, seat, order, spot):
    """Send what the recruit can use, if that is two EC or more; any fee must leave a BB."""
    if table.free_runners[seat] == 0 and table.bucks[seat] < 2:
        return False
    sent = 0
    for colour in range(COLOURS):
        order.give[colour] = min(table.mat[seat, colour], _need(table, seat, spot, colour))
        sent += order.give[colour]
    order.spot = spot
    return sent > 1


def _clear(order):
    """Reset the fields that an abandoned decision has filled in."""
    order.bucks = 0
    for colour in range(COLOURS):
        order.give[colour] = 0
        order.take[colour] = 0


def act(table, me, params, order):
    """Choose the turn's next action.

    The first that is possible is chosen: play a card, trigger a benefit, sign a recruit in reach or
    move towards it, prepare to sign another recruit, market, bet.
    """
    seat = me.seat
    if _play(table, seat, order):
        return PLAY_CARD
    if _trigger(table, seat, order):
        return TRIGGER
    goal = _goal(table, seat, 0)
    if goal >= 0:
        if _sign(table, seat, order, goal):
            return SIGN
        if _step(table, seat, order, goal):
            return MOVE
        _clear(order)
    hope = _goal(table, seat, 3)
    if hope >= 0 and table.month < MONTHS:
        if _trade(table, seat, order, hope):
            return TRADE
        _clear(order)
        if table.free_moves[seat] > 0 and _step(table, seat, order, hope):
            return MOVE
        _clear(order)
        if _runner(table, seat, order, hope):
            return RUNNER
        _clear(order)
    if table.marketed[seat] == 0:
        budget = min(int(params.campaign), table.bucks[seat])
        while order.number < 8 and MARKETING_COST[order.number + 1] <= budget:
            order.number += 1
        if order.number > 0:
            return MARKET
    if table.free_bets[seat] > 0 or (
        table.month < MONTHS and table.bets[seat] < params.bets and mat_total(table, seat) > 0
    ):
        order.colour = (seat + table.month + table.bets[seat]) % COLOURS
        order.number = (2 * table.month + table.bets[seat]) % 6 + 1
        return BET
    return END_TURN


# --- The auction and the end.


def bid(table, me, params, order):
    """Bid one more than the highest bid, up to the strategy's limit."""
    highest = 0
    if table.top_bidder >= 0:
        highest = table.bid[table.top_bidder] + 0
    if highest + 1 > min(int(params.bid), table.bucks[me.seat]):
        return 0
    return highest + 1


def sell(table, me, params, order):
    """Sell the Chain if the highest bid is above the strategy's limit or the seat's BB."""
    highest = table.bid[table.top_bidder]
    return 1 if highest > min(int(params.bid), table.bucks[me.seat]) else 0


def final_campaign(table, me, params, order):
    """Buy as many stars as the BB can pay for, up to 8."""
    stars = 0
    while stars < 8 and MARKETING_COST[stars + 1] <= table.bucks[me.seat]:
        stars += 1
    return stars
