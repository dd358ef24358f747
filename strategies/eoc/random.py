"""Random play: draws every decision but the coach from the legal options that are not banned."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import (
    BAN_BET,
    BAN_BID,
    BAN_BOOKIE,
    BAN_DELAY,
    BAN_FINAL_MARKET,
    BAN_HAND,
    BAN_PAID_MOVE,
    BAN_POOL,
    BAN_RUNNER,
    BAN_STASH,
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
    PLAY_CARD,
    RUNNER,
    SIGN,
    SOLO,
    SPOTS,
    TRADE,
    TRADE_FEE,
    TRIGGER,
    card_shortfall,
    dice_limit,
    draw,
    has_ban,
    has_draft_ban,
    mat_total,
    memory,
    placing_refusal,
    recruit_shortfall,
    trade_price,
    trigger_refusal,
)

# The last of these draws is taken even if it is banned, since all options may be banned.
MAX_DRAWS = 100
# A card that gives free bets or BB again and again could make a turn exceed the engine's limit.
MAX_ACTIONS = 300

MEMORY = [
    memory("turn_month", help="the month of the current turn"),
    memory("actions", help="actions in that turn"),
]


def keep(table, me, params, order):
    """Leave out two of the six dealt cards."""
    first = draw(me, 6)
    second = (first + 1 + draw(me, 5)) % 6
    for index in range(6):
        if index != first and index != second:
            order.keep[index] = 1
    return 0


def pick(table, me, params, order):
    """Take any card from the current hand."""
    return me.hand[draw(me, table.hand_size[me.seat])]


def draft(table, me, params, order):
    """Draft any card from hand, stash or pool, or delay.

    To delay, discard a random card from the hand.
    """
    hand = table.hand_size[me.seat]
    stash = table.stash_size[me.seat]
    delays = hand if hand > 1 and table.rule_solo == SOLO.OFF else 0
    if has_ban(table, me.seat, BAN_DELAY):
        delays = 0
    for attempt in range(MAX_DRAWS):
        last = attempt == MAX_DRAWS - 1
        number = draw(me, hand + stash + table.pool_size + delays)
        source = BAN_HAND
        if number < hand:
            order.card = me.hand[number]
        elif number < hand + stash:
            order.card = me.stash[number - hand]
            source = BAN_STASH
        elif number < hand + stash + table.pool_size:
            order.card = table.pool[number - hand - stash]
            source = BAN_POOL
        else:
            order.card = me.hand[number - hand - stash - table.pool_size]
            return DELAY
        if last or not has_draft_ban(table, me.seat, order.card, source):
            return DRAFT
    return DRAFT


def bookie(table, me, params, order):
    """Shift any die up or down, or none."""
    if has_ban(table, me.seat, BAN_BOOKIE):
        return 0
    number = draw(me, 2 * COLOURS + 1)
    order.colour = number // 2 % COLOURS
    if number == 2 * COLOURS:
        return 0
    return 1 if number % 2 == 1 else -1


def _place_die(table, me, order, die_index, colour):
    """Draw among the legal ways to take a die, all equally likely.

    If full value is not possible, half value is drawn even if it is banned.
    """
    months = min(5, MONTHS - table.month) + 1
    order.die[die_index] = colour
    if table.rule_dice_use == DICE_USE.ANY_MONTH:
        order.mode[die_index] = FULL
        order.month[die_index] = table.month + draw(me, months)
        return
    full = 1 if placing_refusal(table, colour, FULL, 0) == 0 else 0
    halves = months if full == 0 or placing_refusal(table, colour, HALF, table.month) == 0 else 0
    number = draw(me, halves + full)
    order.mode[die_index] = HALF if number < halves else FULL
    order.month[die_index] = table.month + number % months


def dice(table, me, params, order):
    """Take any two dice; in an exclusive draft, any one still open."""
    if table.rule_dice_draft == DICE_DRAFT.EXCLUSIVE:
        seat = me.seat
        while True:
            colour = draw(me, COLOURS)
            count = 0
            for other in range(table.players):
                for die_index in range(2):
                    if table.die[other, die_index] == colour:
                        count += 100 if other == seat else 1
            if count < dice_limit(table):
                return colour
    first = draw(me, COLOURS)
    second = (first + 1 + draw(me, COLOURS - 1)) % COLOURS
    _place_die(table, me, order, 0, first)
    _place_die(table, me, order, 1, second)
    return 0


def place(table, me, params, order):
    """Place the two dice of an exclusive draft anywhere."""
    for die_index in range(2):
        _place_die(table, me, order, die_index, table.die[me.seat, die_index])
    return 0


def act(table, me, params, order):
    """Take any legal action, each with the same chance.

    A runner carries one EC, and where EC of any colour will do, the rules' default chooses the
    colours; otherwise the legal payments of one action would outnumber all other actions. Actions
    are drawn from a list of all legal ones and some illegal ones, until a legal one is drawn. The
    turn ends after 300 actions.
    """
    seat = me.seat
    month = table.month
    if me.turn_month != month:
        me.turn_month = month
        me.actions = 0
    me.actions += 1
    if me.actions > MAX_ACTIONS:
        return END_TURN
    total = mat_total(table, seat)
    node = table.node[seat]
    cards = min(6, month)
    sources = table.in_play_count[seat] + 1
    can_pay_fee = (
        (table.rule_trade_fee == TRADE_FEE.BB1 and table.bucks[seat] > 0)
        or (table.rule_trade_fee == TRADE_FEE.STARS2 and table.score[seat] > 1)
        or table.rule_trade_fee > TRADE_FEE.STARS2
    )
    trades = COLOURS if can_pay_fee and total >= trade_price(table, seat) else 0
    payable = 0 if has_ban(table, seat, BAN_PAID_MOVE) else total
    moves = table.neighbours[node] if payable + table.free_moves[seat] > 0 else 0
    runners = 0
    if total > 0 and table.bucks[seat] + table.free_runners[seat] > 0:
        runners = 0 if has_ban(table, seat, BAN_RUNNER) else 2 * SPOTS
    signs = 2 if table.node_state[node] >= 0 else 0
    campaigns = 0
    if table.marketed[seat] == 0:
        while campaigns < 8 and MARKETING_COST[campaigns + 1] <= table.bucks[seat]:
            campaigns += 1
    bets = 6 * COLOURS if total + table.free_bets[seat] > 0 else 0
    if has_ban(table, seat, BAN_BET):
        bets = 0
    actions = 1 + cards + sources + trades + moves + runners + signs + campaigns + bets
    while True:
        number = draw(me, actions)
        if number < bets:
            order.colour = number // 6
            order.number = number % 6 + 1
            return BET
        number -= bets
        if number < runners:
            spot = number // 2
            colour = table.state_region[table.spot_state[spot], number % 2]
            if (
                table.spot_owner[spot] < 0
                and colour >= 0
                and table.mat[seat, colour] > 0
                and table.package[seat, spot, colour] < table.spot_cost[spot, colour]
            ):
                order.spot = spot
                order.give[colour] = 1
                return RUNNER
            continue
        number -= runners
        if number < cards:
            card = table.calendar_card[seat, month - number]
            if card >= 0 and card_shortfall(table, seat, card) == 0:
                order.card = card
                return PLAY_CARD
            continue
        number -= cards
        if number < moves:
            neighbour = table.neighbour[node, number]
            if table.node_hq[neighbour] < 0:
                order.node = neighbour
                return MOVE
            continue
        number -= moves
        if number < sources:
            source = table.coach[seat] + COACH_SOURCE
            if number > 0:
                source = table.in_play[seat, number - 1] + 0
            elif table.coach[seat] < 0:
                continue
            if table.card_monthly[source] == 1 and trigger_refusal(table, seat, source) == 0:
                order.card = source
                return TRIGGER
            continue
        number -= sources
        if number < signs:
            spot = table.state_spot[table.node_state[node], number]
            if (
                spot >= 0
                and table.spot_owner[spot] < 0
                and recruit_shortfall(table, seat, spot) == 0
            ):
                order.spot = spot
                return SIGN
            continue
        number -= signs
        if number < trades:
            order.take[number] = 1
            return TRADE
        number -= trades
        if number < campaigns:
            order.number = number + 1
            return MARKET
        return END_TURN


def bid(table, me, params, order):
    """Pass, or bid any amount that the BB allow."""
    highest = 0
    if table.top_bidder >= 0:
        highest = max(0, table.bid[table.top_bidder])
    if has_ban(table, me.seat, BAN_BID):
        return 0
    number = draw(me, max(0, table.bucks[me.seat] - highest) + 1)
    return highest + number if number > 0 else 0


def sell(table, me, params, order):
    """Sell or keep the Starting Player Chain.

    It is always sold if the BB cannot match the bid.
    """
    if table.bucks[me.seat] < table.bid[table.top_bidder]:
        return 1
    return draw(me, 2)


def final_campaign(table, me, params, order):
    """Buy any number of stars that the BB can pay for."""
    stars = 0
    if has_ban(table, me.seat, BAN_FINAL_MARKET):
        return 0
    while stars < 8 and MARKETING_COST[stars + 1] <= table.bucks[me.seat]:
        stars += 1
    return draw(me, stars + 1)
