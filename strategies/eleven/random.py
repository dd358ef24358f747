"""Random play: any legal action, any tactic card, any formation, any layout."""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import (
    ACCEPT,
    ADD_TACTIC,
    AS_USUAL,
    BET,
    BET_FILES,
    BET_LINES,
    BID,
    BUILD,
    BY_AUCTION,
    CARDS,
    CHOOSE,
    DECLINE,
    DROP_OUT,
    END_DAY,
    FIRST_TACTIC,
    FIRST_TOKEN,
    FOR_MONEY,
    FORMATION_COUNT,
    FREE,
    FROM_AREA,
    GIVE_UP,
    HIDE,
    HIRE,
    KEEP,
    LAYER,
    MARKERS,
    NEGOTIATE,
    NO_BET,
    NO_TACTIC,
    OFFER,
    OFFICE,
    PASS,
    REFUSE,
    REROLL,
    ROWS,
    SEE,
    SELL,
    SHOW,
    SMALL,
    SPONSOR,
    SPONSOR_ROW,
    STAFF,
    STAFF_ROW,
    USE,
    WINTER_KINDS,
    action_refusal,
    best_layout,
    discount,
    draw,
    field_refusal,
    formations_of,
    hire_refusal,
    is_forced,
    jersey_in_match,
    league_formations,
    least_bid,
    max_stake,
    may_add,
    name_for,
    next_ability,
    offer_refusal,
    printed_price,
    rival_of,
    stand_places,
    step_refusal,
    try_cards,
    winter_act_refusal,
    winter_objective_refusal,
    winter_token_refusal,
)

FANS, OPERATION, FITNESS = 1, 2, 3
STAND_IN = WINTER_KINDS.index("stand-in") + 1
SPONSORS_ON_OFFER = 3
"""The number of sponsors on offer: the oldest ones in the row (SET-8)."""
FREE_ACTION = 2
"""The moment of effects that are free actions."""


def director(table, me, params, order):
    """Take any director from the hand."""
    count = 0
    for index in range(4):
        count += 1 if table.hand[me.seat, index] >= 0 else 0
    number = draw(me, max(1, count))
    for index in range(4):
        if table.hand[me.seat, index] >= 0:
            if number == 0:
                order.card = table.hand[me.seat, index]
            number -= 1
    return 1


def objective(table, me, params, order):
    """Keep any objective."""
    order.card = me.offered[0]
    if me.offered[1] >= 0 and draw(me, 2) == 1:
        order.card = me.offered[1]
    return 1


def unique_side(table, me, params, order):
    """Play either unique card on its good side."""
    order.card = table.unique_cards[me.seat, draw(me, 2)]
    return 1


def winter_objective(table, me, params, order):
    """Lay aside any objective that is allowed."""
    objective(table, me, params, order)
    if winter_objective_refusal(table, me, order.card + 0) > 0:
        order.card = me.offered[0] + me.offered[1] - order.card
    return 1


def winter_act(table, me, params, order):
    """Hire, sell or negotiate in any legal way, or pass."""
    count = 1
    order.kind = PASS
    for row in range(2):
        for index in range(table.area_count[row]):
            count = _deal(table, me, order, HIRE, table.area[row, index] + 0, 0, count)
    for card in range(CARDS):
        for way in range(AS_USUAL, BY_AUCTION + 1):
            count = _deal(table, me, order, SELL, card, way, count)
    count = _deal(table, me, order, NEGOTIATE, 0, 0, count)
    if order.kind == SELL and order.way == BY_AUCTION:
        order.amount = draw(me, 8)
    return order.kind


def _deal(table, me, order, kind, card, way, count):
    """Consider one more deal, with equal chances for all legal ones."""
    kept_card, kept_way = order.card + 0, order.way + 0
    order.card = card
    order.way = way
    legal = winter_act_refusal(table, me.seat, kind, order) == 0
    if legal and draw(me, count + 1) == 0:
        order.kind = kind
    else:
        order.card = kept_card
        order.way = kept_way
    return count + 1 if legal else count


def winter_pick(table, me, params, order):
    """Take any winter token that is left."""
    order.amount = draw(me, table.winter_shown_count)
    while table.winter_shown[order.amount] < 0:
        order.amount = (order.amount + 1) % table.winter_shown_count
    return 1


def winter_place(table, me, params, order):
    """Place some winter tokens on any cards that may have them."""
    for index in range(table.winter_held_count[me.seat]):
        count = 1
        for card in range(CARDS):
            free = (
                winter_token_refusal(table, me.seat, table.winter_held[me.seat, index] + 0, card)
                == 0
            )
            for other in range(index):
                free = free and order.placed[other] != card + 1
            if free:
                if draw(me, count + 1) == 0:
                    order.placed[index] = card + 1
                count += 1
    return 1


def reroll(table, me, params, order):
    """Roll the first die again at times, if fans and money remain."""
    if table.resources[me.seat, FANS] > 0 and table.resources[me.seat, 0] > 0:
        if table.rerolled < 3 and draw(me, 4) == 0:
            return REROLL
    return KEEP


def colour(table, me, params, order):
    """Choose one of the three colours, with equal chances.

    All are legal, because each has one director's vote (BOA-2).
    """
    order.amount = draw(me, 3)
    return 1


def _option(table, me, order, kind, card, way, count):
    """Consider one more action, with equal chances for all legal ones."""
    kept_card, kept_way = order.card, order.way  # `act` sets the source and clause again
    order.card = card
    order.source = card if kind == FREE else 0
    order.clause = way if kind == FREE else 0
    order.way = way
    if step_refusal(table, me.seat, kind, order) > 0:
        order.card = kept_card
        order.way = kept_way
        return count
    if draw(me, count + 1) > 0:
        order.card = kept_card
        order.way = kept_way
    else:
        order.kind = kind
    return count + 1


def _purchase(table, me, order, kind, card, reduction, count):
    """Consider a purchase as `_option` does, if it is affordable."""
    price = printed_price(table, me.seat, card)
    if max(1, min(price, price - reduction)) > table.resources[me.seat, 0]:
        return count
    return _option(table, me, order, kind, card, 0, count)


def _options(table, me, order):
    """Choose one of the legal actions, and count them."""
    count = 0
    for row in range(SPONSOR_ROW):
        kind = STAFF if row == STAFF_ROW else HIRE
        reduction = discount(table, me.seat, table.area[row, 0] + 0)
        for index in range(table.area_count[row]):
            count = _purchase(table, me, order, kind, table.area[row, index] + 0, reduction, count)
    for index in range(min(SPONSORS_ON_OFFER, table.area_count[SPONSOR_ROW])):
        for way in range(FOR_MONEY, SMALL + 1):
            count = _option(table, me, order, SPONSOR, table.area[SPONSOR_ROW, index], way, count)
    auction_is_legal = True  # until one auction is refused
    for index in range(table.squad_size[me.seat]):
        card = table.squad[me.seat, index] + 0
        count = _option(table, me, order, SELL, card, AS_USUAL, count)
        if auction_is_legal:
            before = count
            count = _option(table, me, order, SELL, card, BY_AUCTION, count)
            auction_is_legal = count > before
    count = _option(table, me, order, NEGOTIATE, 0, 0, count)
    reduction = discount(table, me.seat, OFFICE)
    for token in range(FIRST_TOKEN, FIRST_TACTIC):
        count = _purchase(table, me, order, BUILD, token, reduction, count)
    count = _purchase(table, me, order, BUILD, OFFICE, reduction, count)
    return count


def _free_options(table, me, order, count):
    """Add the free actions to the options; return the new count."""
    if (table.moments_held[me.seat] >> FREE_ACTION) & 1 == 0:
        return count
    for kind in range(4):
        source = _find_next(table, me.seat, kind, -1)
        while source >= 0:
            for number in range(table.clauses_of[source]):
                if table.clause[table.first_clause[source] + number].when == FREE_ACTION:
                    count = _option(table, me, order, FREE, source, number, count)
            source = _find_next(table, me.seat, kind, source)
    return count


def _find_next(table, seat, kind, last):
    """Return a manager's next source of a free action, or -1."""
    following = -1
    for index in range(table.held_count[seat, kind]):
        source = table.held[seat, kind, index] + 0
        if source > last and (following < 0 or source < following):
            if (table.moments[source] >> FREE_ACTION) & 1 == 1:
                following = source
    return following


def act(table, me, params, order):
    """Take any legal action, or else pass or end the day."""
    count = 0
    order.kind = END_DAY
    order.card = 0
    if action_refusal(table, me.seat) == 0:
        count = _options(table, me, order)
    if table.free_taken == 0:
        count = _free_options(table, me, order, count)
    if order.kind == SELL and order.way == BY_AUCTION:
        order.amount = draw(me, 10)
    if order.kind == FREE:
        order.source = order.card
        order.clause = order.way
    if order.kind == END_DAY and table.actions_taken == 0:
        return PASS
    return order.kind


def choose(table, me, params, order):
    """Take free effects, and sometimes paid ones.

    `name_for` names the cards or markers for each effect.
    """
    source = table.asked_source
    named = name_for(table, me, order, source, table.asked_clause)
    clause = table.first_clause[source] + table.asked_clause
    free = table.clause[clause].pay_kind < 0 or is_forced(table, clause)
    if named and (free or draw(me, 2) == 0):
        return CHOOSE
    return DECLINE


def bet(table, me, params, order):
    """Bet up to 9 money on any place, or do not bet."""
    if draw(me, 3) == 0:
        return NO_BET
    order.line = draw(me, BET_LINES)
    order.file = draw(me, BET_FILES)
    order.stake = draw(me, 1 + min(9, max_stake(table, me.seat)))
    return BET


def extra_tactic(table, me, params, order):
    """Play any other tactic card, or none."""
    count = 0
    for tactic in range(table.tactics):
        if may_add(table, me.seat, tactic):
            count += 1
            if draw(me, count) == 0:
                order.tactic = tactic
    return NO_TACTIC if draw(me, count + 1) == 0 else ADD_TACTIC


def suspend(table, me, params, order):
    """Name any card that may be named."""
    count = 0
    for card in range(CARDS):
        if table.owner[card] == me.seat and table.refereed[card] != 0:
            count += 1
            if draw(me, count) == 0:
                order.card = card
    return 1


def _field(table, me, order):
    """Assign random cards that fitness and operation can pay for.

    Stand-ins cost operation, and all other cards fitness.
    """
    seat = me.seat
    stock = table.resources[seat, FITNESS] + 0
    operation = table.resources[seat, OPERATION] + 0
    jerseys_taken = 0
    for index in range(table.squad_size[seat]):
        card = table.squad[seat, index] + 0
        jersey = jersey_in_match(table, card)
        if field_refusal(table, seat, card) > 0 or (jerseys_taken >> jersey) & 1 == 1:
            continue
        if operation > 0 and table.winter_token[card] == STAND_IN and draw(me, 2) == 0:
            order.fielded[card] = 2
            jerseys_taken |= 1 << jersey
            operation -= 1
        elif stock > 0 and draw(me, 4) > 0:
            order.fielded[card] = 1
            jerseys_taken |= 1 << jersey
            stock -= 1


def _take_off(table, order):
    """Take the first assigned card off the team again."""
    for card in range(CARDS):
        if order.fielded[card] != 0:
            order.fielded[card] = 0
            return


def _put(table, me, order):
    """Put single resources on randomly chosen assigned cards while stocks last."""
    for resource in range(FITNESS + 1):
        stock = table.resources[me.seat, resource] + 0
        if resource == FANS:
            stock -= order.fans
        for index in range(table.squad_size[me.seat]):
            card = table.squad[me.seat, index] + 0
            if resource == FITNESS and order.fielded[card] == 1:
                stock -= 1
            if resource == OPERATION and order.fielded[card] == 2:
                stock -= 1
        for index in range(table.squad_size[me.seat]):
            card = table.squad[me.seat, index] + 0
            if stock > 0 and order.fielded[card] != 0 and draw(me, 3) == 0:
                order.put[card, resource] = 1
                stock -= 1


def prepare(table, me, params, order):
    """Play any allowed tactic card and formation, laid out at random."""
    if table.rule_layer == LAYER.SEASON:
        maximum = min(table.resources[me.seat, FANS], stand_places(table, me.seat))
        order.fans = draw(me, maximum + 1)
        _field(table, me, order)
    if rival_of(table, me.seat) >= 0:
        order.tactic = -1
        try_cards(table, me, order)
        while league_formations(table, me) == 0:
            _take_off(table, order)
            try_cards(table, me, order)
        _put(table, me, order)
        return 1
    options = 0
    for tactic in range(-1, table.tactics):
        formations = formations_of(table, me.seat, tactic)
        for formation in range(FORMATION_COUNT):
            options += (formations >> formation) & 1
    remaining = draw(me, options)
    for tactic in range(-1, table.tactics):
        formations = formations_of(table, me.seat, tactic)
        for formation in range(FORMATION_COUNT):
            if (formations >> formation) & 1:
                if remaining == 0:
                    order.tactic = tactic
                    order.formation = formation
                remaining -= 1
    if table.rule_layer == LAYER.SEASON:
        try_cards(table, me, order)
    while best_layout(table, me, 1 << order.formation, 1) < 0:
        _take_off(table, order)
        try_cards(table, me, order)
    for marker in range(MARKERS):
        order.cell[marker] = me.best[marker]
        order.side[marker] = table.team_side[me.seat, marker]
    if table.rule_layer == LAYER.SEASON:
        _put(table, me, order)
    return 1


def layout(table, me, params, order):
    """Lay out the team at random, in any formation."""
    formations = league_formations(table, me)
    order.formation = draw(me, FORMATION_COUNT)
    while (formations >> order.formation) & 1 == 0:
        order.formation = draw(me, FORMATION_COUNT)
    best_layout(table, me, 1 << order.formation, 1)
    for marker in range(MARKERS):
        order.cell[marker] = me.best[marker]
        order.side[marker] = table.team_side[me.seat, marker]
    return 1


def effect(table, me, params, order):
    """Turn any marker, use the first possible effect, or do neither."""
    if table.rule_layer == LAYER.SEASON:
        if draw(me, 2) == 0 or next_ability(table, me, order, 0) < 0:
            return PASS
        return USE
    order.marker = draw(me, MARKERS + 1)
    if order.marker == MARKERS or table.turned[me.seat, order.marker] == 1:
        return PASS
    return USE


def bid(table, me, params, order):
    """Bid at times: the least possible, or a little more."""
    minimum = least_bid(table)
    order.amount = minimum + draw(me, min(3, table.resources[me.seat, 0] - minimum + 1))
    return DROP_OUT if draw(me, 3) == 0 else BID


def show(table, me, params, order):
    """Show a card at times."""
    return SHOW if draw(me, 2) == 0 else HIDE


def offer(table, me, params, order):
    """Offer money, see a card, hire from the area or give up."""
    answer = SEE if draw(me, 4) == 0 else OFFER
    order.amount = 1 + draw(me, max(1, min(12, table.resources[me.seat, 0])))
    count = 0
    offer_card = -1
    for card in range(CARDS):
        if offer_refusal(table, me, answer, card, order.amount + 0) == 0:
            count += 1
            if draw(me, count) == 0:
                offer_card = card
    if offer_card < 0 or draw(me, 8) == 0:
        answer = GIVE_UP
        for row in range(2):
            for index in range(table.area_count[row]):
                card = table.area[row, index]
                if hire_refusal(table, me.seat, card) == 0 and draw(me, 2) == 0:
                    answer = FROM_AREA
                    offer_card = card
    order.card = offer_card
    return answer


def answer(table, me, params, order):
    """Take an offer at times."""
    return ACCEPT if draw(me, 2) == 0 else REFUSE


def position(table, me, params, order):
    """Take any position of the card."""
    count = 0
    for row in range(ROWS):
        if (table.card_position[table.deal_card] >> row) & 1 == 1:
            count += 1
            if draw(me, count) == 0:
                order.amount = row
    return 1
