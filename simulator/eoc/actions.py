"""The actions of a turn (ACT).

In a turn, a player may play or trigger cards, trade, move, send runners, sign recruits, market and
bet, in any order, and then ends the turn. BB pay for runners, trades and marketing, and for
anything else only if a card says so (ACT-14).
"""

from __future__ import annotations

from eoc_sim.simulator.eoc import decisions, streams
from eoc_sim.simulator.eoc import effect_codes as codes
from eoc_sim.simulator.eoc.asking import ask, replace_answer
from eoc_sim.simulator.eoc.effects import (
    activate,
    check_costs,
    fire,
    grant_standing,
    name_colours,
    score,
    stars_of,
    start_turn_effects,
    trigger,
)
from eoc_sim.simulator.eoc.events import (
    BET_PLACED,
    BONUS,
    END_OF_TURN,
    LOST_PACKAGE,
    MARKETED,
    MARKETED_AT_END,
    MOVED,
    PLAYED,
    REFUND,
    RUNNER_SENT,
    SIGNED,
    TRADED,
    TRIGGERED,
)
from eoc_sim.simulator.eoc.interventions import switch_off
from eoc_sim.simulator.eoc.payment import (
    MARKETING_COST,
    give_any,
    least_of,
    note_purchase,
    note_standing_use,
    pay,
    substitute_limit,
    take_from_mat,
    trade_price,
    work_out_payment,
)
from eoc_sim.simulator.eoc.state import (
    BAN_MARKET,
    CALENDAR,
    COACH_SOURCE,
    COLOURS,
    FUNDRAISING,
    IN_PLAY,
    MONTHS,
    PART_CARDS,
    PART_MARKETING,
    PART_RECRUITS,
    PART_TRADE_FEES,
    SPOTS,
)
from eoc_sim.simulator.eoc.switches import FREE_MOVES, PACKAGES, TRADE_FEE, VMD
from eoc_sim.simulator.kernel.compiled import compiled, compiled_checked
from eoc_sim.simulator.kernel.random_streams import draw_once
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value

MAX_ACTIONS = 400
CALENDAR_FREE_MOVES = (0, 3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0)
"""The calendar's free moves by month (ACT-4)."""
VMD_FACES = (0, 0, 0, 0, 1, 1, 1, -1, -1, -1, 2, -2)
"""The faces of the Value Modifier Die (ACT-7)."""


@compiled_checked
def calendar_free_moves(table, month):
    """Return the calendar's free moves in a month (ACT-4, CUT-4, FAM-4, SOLO-3)."""
    if table.rule_free_moves == FREE_MOVES.PRINTED:
        return CALENDAR_FREE_MOVES[month]
    return 3 if table.rule_free_moves == FREE_MOVES.THREE else 0


@compiled
def start_turn(state, seat):
    """Set the turn's free moves, bets, runners and second uses."""
    table = state.table
    table.actions = 0
    table.free_moves[seat] = calendar_free_moves(table, table.month)
    table.free_bets[seat] = 0
    table.free_runners[seat] = 0
    table.use_again_left[seat] = 0
    table.marketed[seat] = table.banned[seat, BAN_MARKET]
    start_turn_effects(state, seat)


@compiled
def play_card(state, trace, seat):
    """ACT-1: pay for a calendar card and put it into play.

    Its stars are scored immediately.
    """
    table = state.table
    box = state.box
    order = state.order
    card = order.card
    if (
        card < 0
        or card >= table.cards
        or table.card_place[card] != CALENDAR
        or table.card_owner[card] != seat
    ):
        return decisions.CARD_NOT_ON_CALENDAR
    refusal = work_out_payment(state, seat, card, -1)
    if refusal == 0:
        refusal = name_colours(state)
    if refusal == 0:
        substitutes = 0
        for colour in range(COLOURS):
            substitutes += box.substitutions[colour]
        refusal = check_costs(table, order, seat, codes.WHEN_PLAY, card, -1, -1, substitutes)
    if refusal > 0:
        return refusal
    note_purchase(state, seat, card, -1)
    payment = pay(state, seat, -1)
    state.ledger.months[seat, table.month].ec_spent_cards += payment
    box.card_payment[card] = payment
    for colour in range(COLOURS):
        box.card_payment[card] += box.substitutions[colour]
    for month in range(1, MONTHS + 1):
        if table.calendar_card[seat, month] == card:
            table.calendar_card[seat, month] = -1
    table.card_place[card] = IN_PLAY
    table.in_play[seat, table.in_play_count[seat]] = card
    table.in_play_count[seat] += 1
    table.type_count[seat, table.card_type[card]] += 1
    if table.card_type[card] == FUNDRAISING:
        table.fundraising_count[seat, table.card_region[card]] += 1
    box.card_played_month[card] = table.month
    switch_off(state, card)
    score(table, seat, PART_CARDS, stars_of(table, card))
    if trace.position > 0:
        emit(trace, PLAYED, seat, card, stars_of(table, card))
        emit_list(trace, box.from_mat, COLOURS)
        emit_list(trace, box.substitutions, COLOURS)
        emit_list(trace, box.discounts, COLOURS)
    reacting_count = table.active_count[seat, codes.WHEN_PLAY]
    standing_before = table.active_count[seat, codes.WHEN_ALWAYS]
    activate(table, seat, card)
    used_fundraising = table.used_fundraising[seat]
    for index in range(standing_before, table.active_count[seat, codes.WHEN_ALWAYS]):
        grant_standing(state, seat, table.active[seat, codes.WHEN_ALWAYS, index])
    table.used_fundraising[seat] = used_fundraising  # CAR-4: entering play is not a use
    fire(state, trace, seat, codes.WHEN_PLAY, TRIGGERED, card, -1, -1, reacting_count)
    return 0


@compiled
def trade(state, trace, seat):
    """ACT-3: trade 3 EC and the fee for 1 EC (CUT-3, PAY-1, PAY-4).

    The EC may be of any colours.
    """
    table = state.table
    box = state.box
    order = state.order
    number = trade_price(table, seat)
    count = 0
    for colour in range(COLOURS):
        if order.take[colour] < 0:
            return decisions.NEGATIVE
        count += order.take[colour]
    if count > 1:
        return decisions.TRADE_TAKE
    bucks = 1 if table.rule_trade_fee == TRADE_FEE.BB1 else 0
    stars = 2 if table.rule_trade_fee == TRADE_FEE.STARS2 else 0
    if table.bucks[seat] < bucks:
        return decisions.TRADE_BUCKS
    if table.score[seat] < stars:
        return decisions.TRADE_SCORE
    refusal = give_any(state, seat, number)
    if refusal == 0:
        refusal = check_costs(table, order, seat, codes.WHEN_TRADE, -1, -1, -1, bucks)
    if refusal > 0:
        return refusal
    if number < (5 if table.rule_trade_fee == TRADE_FEE.EC2 else 3):
        note_standing_use(table, seat, codes.GAIN_DISCOUNT, codes.ON_TRADES, -1, -1)
    take_from_mat(state, seat)
    wish = least_of(table, seat)
    for colour in range(COLOURS):
        box.ec_gains[colour] = order.take[colour]
        box.named_colours[colour] = 0
        if order.take[colour] > 0:
            wish = colour
    box.ec_gains[wish] = 1
    table.mat[seat, wish] += 1
    table.bucks[seat] -= bucks
    score(table, seat, PART_TRADE_FEES, -stars)
    state.ledger.months[seat, table.month].ec_spent_trades += number
    state.ledger.seats[seat].trades += 1
    if trace.position > 0:
        envelopes = 2 if table.rule_trade_fee == TRADE_FEE.EC2 else 0
        emit(trace, TRADED, seat, bucks, stars, envelopes)
        emit_list(trace, box.from_mat, COLOURS)
        emit_list(trace, box.ec_gains, COLOURS)
    reacting_count = table.active_count[seat, codes.WHEN_TRADE]
    fire(state, trace, seat, codes.WHEN_TRADE, TRIGGERED, -1, -1, -1, reacting_count)
    return 0


@compiled_checked
def are_neighbours(table, here, there):
    """Check if two places of the map are one step apart (ACT-4)."""
    for index in range(table.neighbours[here]):  # noqa: SIM110 - no generators when compiled
        if table.neighbour[here, index] == there:
            return True
    return False


@compiled
def move(state, trace, seat):
    """ACT-4: move one step along a connection.

    The step uses a free move if one is left, and otherwise costs 1 EC of any colour (ACT-13).
    """
    table = state.table
    box = state.box
    order = state.order
    origin = table.node[seat]
    destination = order.node
    if (
        destination < 0
        or destination >= table.nodes
        or not are_neighbours(table, origin, destination)
    ):
        return decisions.NOT_CONNECTED
    if table.node_hq[destination] >= 0:
        return decisions.ENTER_HQ
    free = table.free_moves[seat] > 0
    if order.bucks < 0 or order.bucks > 1:
        return decisions.SUBSTITUTE_NAMED
    number = 0 if free or order.bucks == 1 else 1
    if order.bucks == 1 and (
        free or table.bucks[seat] < 1 or substitute_limit(table, seat, codes.ON_MOVES, -1, -1) < 1
    ):
        return decisions.SUBSTITUTE_NAMED
    refusal = give_any(state, seat, number)
    if refusal == 0:
        refusal = name_colours(state)
    if refusal == 0:
        refusal = check_costs(table, order, seat, codes.WHEN_MOVE, -1, -1, destination, order.bucks)
    if refusal > 0:
        return refusal
    take_from_mat(state, seat)
    if order.bucks == 1:
        table.bucks[seat] -= 1
        note_standing_use(table, seat, codes.GAIN_BUCKS_AS_EC, 2, -1, -1)
    if free:
        table.free_moves[seat] -= 1
        state.ledger.seats[seat].moves_free += 1
    else:
        state.ledger.months[seat, table.month].ec_spent_moves += number
        state.ledger.seats[seat].moves_paid += 1
    table.node[seat] = destination
    if trace.position > 0:
        emit(trace, MOVED, seat, origin, destination, 1 if free else 0, order.bucks)
        emit_list(trace, box.from_mat, COLOURS)
    reacting_count = table.active_count[seat, codes.WHEN_MOVE]
    if reacting_count > 0:
        fire(state, trace, seat, codes.WHEN_MOVE, TRIGGERED, -1, -1, destination, reacting_count)
    return 0


@compiled
def send_runner(state, trace, seat):
    """ACT-5: send EC to an unsigned recruit for 1 BB.

    The EC sent to a recruit form a package, which never exceeds the recruit's printed cost. EC
    leave a package only when its recruit is signed (ACT-15).
    """
    table = state.table
    order = state.order
    spot = order.spot
    if spot < 0 or spot >= SPOTS or table.spot_owner[spot] >= 0:
        return decisions.RUNNER_SPOT
    ec_sent = 0
    for colour in range(COLOURS):
        number = order.give[colour]
        if number < 0:
            return decisions.NEGATIVE
        if number > table.mat[seat, colour]:
            return decisions.GIVE_NAMED
        if table.package[seat, spot, colour] + number > table.spot_cost[spot, colour]:
            return decisions.RUNNER_EXCESS
        ec_sent += number
    if ec_sent == 0:
        return decisions.RUNNER_EMPTY
    fee = 0 if table.free_runners[seat] > 0 else 1
    if table.bucks[seat] < fee:
        return decisions.RUNNER_FEE
    table.free_runners[seat] -= 1 - fee
    table.bucks[seat] -= fee
    for colour in range(COLOURS):
        table.mat[seat, colour] -= order.give[colour]
        table.package[seat, spot, colour] += order.give[colour]
    table.package_size[seat, spot] += ec_sent
    state.ledger.months[seat, table.month].ec_sent += ec_sent
    state.ledger.seats[seat].runners += 1
    if trace.position > 0:
        emit(trace, RUNNER_SENT, seat, spot, fee)
        emit_list(trace, order.give, COLOURS)
    return 0


@compiled
def sign(state, trace, seat):
    """ACT-6: sign a recruit where the bus is.

    The seat pays, rolls the VMD, scores, and takes the token and the position.
    """
    table = state.table
    box = state.box
    order = state.order
    spot = order.spot
    if spot < 0 or spot >= SPOTS or table.spot_owner[spot] >= 0:
        return decisions.SIGN_SPOT
    spot_state = table.spot_state[spot]
    if table.state_node[spot_state] != table.node[seat]:
        return decisions.SIGN_PLACE
    refusal = work_out_payment(state, seat, -1, spot)
    if refusal == 0:
        refusal = name_colours(state)
    if refusal == 0:
        substitutes = 0
        for colour in range(COLOURS):
            substitutes += box.substitutions[colour]
        refusal = check_costs(table, order, seat, codes.WHEN_SIGN, -1, spot, -1, substitutes)
    if refusal > 0:
        return refusal
    note_purchase(state, seat, -1, spot)
    state.ledger.months[seat, table.month].ec_spent_recruits += pay(state, seat, spot)
    vmd = 0
    if table.rule_vmd == VMD.ON:
        vmd = VMD_FACES[draw_once(box, streams.VMD + spot, 0, 12)]
    value = max(1, table.spot_base[spot] + vmd)  # CAR-9: no minimum after this
    box.event_value = value
    for colour in range(COLOURS):
        state.ledger.signings[spot].package_ec += box.from_package[colour]
    if trace.position > 0:
        base = table.spot_base[spot]
        emit(trace, SIGNED, seat, spot, table.spot_position[spot], base, vmd, value)
        emit_list(trace, box.from_package, COLOURS)
        emit_list(trace, box.from_mat, COLOURS)
        emit_list(trace, box.substitutions, COLOURS)
        emit_list(trace, box.discounts, COLOURS)
        emit_list(trace, box.lost_ec, COLOURS)
    score(table, seat, PART_RECRUITS, value)
    stars_before = table.score[seat]
    table.spot_owner[spot] = seat
    table.spot_month[spot] = table.month
    table.spot_vmd[spot] = vmd
    credit_recruit(table, seat, spot)
    reacting_count = table.active_count[seat, codes.WHEN_SIGN]
    fire(state, trace, seat, codes.WHEN_SIGN, BONUS, -1, spot, -1, reacting_count)
    state.ledger.signings[spot].stars = value + table.score[seat] - stars_before
    lose_packages(state, trace, seat, spot)
    return 0


@compiled
def credit_recruit(table, seat, spot):
    """Count a signed recruit towards position, region and state (SCO-3, SCO-4)."""
    spot_state = table.spot_state[spot]
    position = table.spot_position[spot]
    table.signed[seat] += 1
    table.signed_state[seat, spot_state] += 1
    table.signed_region[seat, table.state_region[spot_state, 0]] += 1
    if table.state_region[spot_state, 1] >= 0:
        table.signed_border[seat] += 1
        table.signed_region[seat, table.state_region[spot_state, 1]] += 1
    if table.signed_position[seat, position] == 0:
        table.unique_positions[seat] += 1
    table.signed_position[seat, position] += 1


@compiled
def lose_packages(state, trace, signer, spot):
    """ACT-6, SOLO-8: remove the other players' packages on a signed recruit.

    The packages are lost, or refunded (FAM-5).
    """
    table = state.table
    for turn in range(table.players):
        seat = (table.starter + turn) % table.players
        if seat == signer or table.package_size[seat, spot] == 0:
            continue
        state.ledger.signings[spot].rivals += 1
        still_to_come = turn > (signer - table.starter) % table.players
        month = 0 if still_to_come else table.month + 1
        refunded = table.rule_packages == PACKAGES.REFUNDED and month <= MONTHS
        if trace.position > 0:
            if refunded:
                emit(trace, REFUND, seat, spot, month)
            else:
                emit(trace, LOST_PACKAGE, seat, spot)
            emit_list(trace, table.package[seat, spot], COLOURS)
        if not refunded:
            state.ledger.seats[seat].packages_lost += table.package_size[seat, spot]
        for colour in range(COLOURS):
            if refunded and month == 0:
                table.mat[seat, colour] += table.package[seat, spot, colour]
            elif refunded:
                table.calendar[seat, month, colour] += table.package[seat, spot, colour]
            table.package[seat, spot, colour] = 0
        table.package_size[seat, spot] = 0


@compiled
def market(state, trace, seat):
    """ACT-8: run the month's one campaign, at a price from the marketing table."""
    table = state.table
    order = state.order
    if table.marketed[seat] == 1:
        return decisions.MARKET_TWICE
    stars = order.number
    if stars < 1 or stars > 8:
        return decisions.MARKET_STARS
    if table.bucks[seat] < MARKETING_COST[stars]:
        return decisions.MARKET_BUCKS
    refusal = name_colours(state)
    if refusal == 0:
        refusal = check_costs(
            table, order, seat, codes.WHEN_MARKET, -1, -1, -1, MARKETING_COST[stars]
        )
    if refusal > 0:
        return refusal
    table.marketed[seat] = 1
    campaign(state, trace, seat, stars, PART_MARKETING)
    return 0


@compiled
def campaign(state, trace, seat, stars, part):
    """Pay for a campaign, score its stars and fire its upgrades (SCO-2)."""
    table = state.table
    table.bucks[seat] -= MARKETING_COST[stars]
    score(table, seat, part, stars)
    event = MARKETED if part == PART_MARKETING else MARKETED_AT_END
    emit(trace, event, seat, MARKETING_COST[stars], stars)
    reacting_count = table.active_count[seat, codes.WHEN_MARKET]
    fire(state, trace, seat, codes.WHEN_MARKET, BONUS, -1, -1, -1, reacting_count)


@compiled
def bet(state, trace, seat):
    """ACT-9: bet on one of 36 spots in Vegas.

    Each token costs 1 EC of any colour, or is free (CAR-6).
    """
    table = state.table
    box = state.box
    order = state.order
    colour = order.colour
    number = order.number
    if colour < 0 or colour >= COLOURS or number < 1 or number > 6:
        return decisions.BET_SPOT
    if order.tokens < 0:
        return decisions.NEGATIVE
    tokens = max(1, order.tokens)
    free = min(tokens, table.free_bets[seat])
    refusal = give_any(state, seat, tokens - free)
    if refusal > 0:
        return refusal
    table.free_bets[seat] -= free
    take_from_mat(state, seat)
    state.ledger.months[seat, table.month].ec_spent_bets += tokens - free
    table.bet[seat, colour, number] += tokens
    table.bets[seat] += tokens
    state.ledger.seats[seat].bets += tokens
    if trace.position > 0:
        for _ in range(free):
            _emit_bet(trace, seat, colour, number, -1)
        for paid_with in range(COLOURS):
            for _ in range(box.from_mat[paid_with]):
                _emit_bet(trace, seat, colour, number, paid_with)
    return 0


@compiled
def _emit_bet(trace, seat, colour, number, paid_with):
    """Emit one bet token; ``paid_with`` is a colour, or -1 if free."""
    emit(trace, BET_PLACED, seat, colour, number, 1 if paid_with < 0 else 0)
    emit_value(trace, COLOURS)
    for other in range(COLOURS):
        emit_value(trace, 1 if other == paid_with else 0)


@compiled
def act(state, trace, seat, kind):
    """ACT-0: carry out an action other than ending the turn.

    Returns 0 or a refusal. No action undoes another (ACT-11) or moves what belongs to other players
    (SET-16), except the packages on a signed recruit (ACT-6).
    """
    if kind == decisions.PLAY_CARD:
        return play_card(state, trace, seat)
    if kind == decisions.TRIGGER:
        return trigger(state, trace, seat)
    if kind == decisions.TRADE:
        return trade(state, trace, seat)
    if kind == decisions.MOVE:
        return move(state, trace, seat)
    if kind == decisions.RUNNER:
        return send_runner(state, trace, seat)
    if kind == decisions.SIGN:
        return sign(state, trace, seat)
    if kind == decisions.MARKET:
        return market(state, trace, seat)
    if kind == decisions.BET:
        return bet(state, trace, seat)
    return decisions.NO_SUCH_ACTION


@compiled
def _emit_snapshot(trace, table, seat):
    """Emit a player's possessions at the end of their turn."""
    for month in range(1, MONTHS + 1):
        emit_list(trace, table.calendar[seat, month], COLOURS)
    emit_list(trace, table.calendar_card[seat, 1:], MONTHS)
    emit_list(trace, table.in_play[seat], table.in_play_count[seat])
    packages = 0
    for spot in range(SPOTS):
        if table.package_size[seat, spot] > 0:
            packages += 1
    emit_value(trace, packages)
    for spot in range(SPOTS):
        if table.package_size[seat, spot] > 0:
            emit_value(trace, spot)
            emit_list(trace, table.package[seat, spot], COLOURS)


@compiled
def end_turn(state, trace, seat):
    """ACT-10: lose all EC on the mat and end the turn.

    The marks on once-a-month cards and on the coach are removed. Unused free moves, bets, runners
    and second uses are lost.
    """
    table = state.table
    state.ledger.months[seat, table.month].bucks_end = table.bucks[seat]
    if trace.position > 0:
        emit(trace, END_OF_TURN, seat, table.bucks[seat], table.score[seat], table.node[seat])
        emit_list(trace, table.mat[seat], COLOURS)
        _emit_snapshot(trace, table, seat)
    for colour in range(COLOURS):
        state.ledger.months[seat, table.month].wasted[colour] += table.mat[seat, colour]
        table.mat[seat, colour] = 0
    for index in range(table.in_play_count[seat]):
        table.used[table.in_play[seat, index]] = 0
    if table.coach[seat] >= 0:
        table.used[COACH_SOURCE + table.coach[seat]] = 0
    table.free_moves[seat] = 0
    table.free_bets[seat] = 0
    table.free_runners[seat] = 0
    table.use_again_left[seat] = 0


@compiled
def acting_seat(table):
    """TIM-4: return the seat whose turn it is, clockwise from the starter."""
    return (table.starter + table.turns_over) % table.players


@compiled
def next_action(state, trace, policies):
    """TIM-4, ACT-12: take the turn's next action; nobody else acts.

    Returns 0 or a refusal. If the order of a restricted seat is refused, the default function
    answers instead: a default function may have taken one of the turn's earlier actions, and so
    made the order illegal.
    """
    seat = acting_seat(state.table)
    refusal = _take_action(state, trace, seat, ask(state, policies, seat, decisions.ASK_ACT))
    if refusal > 0 and state.table.restricted[seat] == 1:
        kind = replace_answer(state, policies, seat, decisions.ASK_ACT)
        refusal = _take_action(state, trace, seat, kind)
    return refusal


@compiled
def _take_action(state, trace, seat, kind):
    """Take an action or end the turn; return 0 or a refusal."""
    table = state.table
    if kind == decisions.END_TURN:
        end_turn(state, trace, seat)
        table.turns_over += 1
        return 0
    if table.actions == MAX_ACTIONS:
        return decisions.TOO_MANY_ACTIONS
    refusal = act(state, trace, seat, kind)
    if refusal == 0:
        table.actions += 1
    return refusal
