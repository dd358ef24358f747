"""Step 3: the actions, space by space (ACT)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list
from eoc_sim.simulator.stadium import codes, decisions, outcomes
from eoc_sim.simulator.stadium.blocks import (
    block_refusal,
    building_refusal,
    place_block,
    square_refusal,
)
from eoc_sim.simulator.stadium.cards import remove_player, take_player
from eoc_sim.simulator.stadium.decisions import ask
from eoc_sim.simulator.stadium.effects import most_times, sum_event_gains
from eoc_sim.simulator.stadium.events import (
    CASHED,
    CHANGED,
    DRAFTED,
    EQUIPMENT_GAINED,
    HIRED,
    IDLE_ACTION,
    MERCHANDISED,
    SPONSORED,
    SWAPPED,
    TICKETS_SOLD,
    TRAINED,
    VP_BOUGHT,
    WIN_TAKEN,
)
from eoc_sim.simulator.stadium.interventions import record_acquisition
from eoc_sim.simulator.stadium.ledger import gain, note_done, note_hired, note_player_in, spend
from eoc_sim.simulator.stadium.state import SPACES
from eoc_sim.simulator.stadium.switches import (
    CASHED_PLAYER,
    HIRE_OPTION,
    ORDER_IN_SPACE,
    TRAINING_BONUS,
)

FIVE_MILLION = 5


@compiled
def comes_before(table, space, first, second):
    """ACT-0, BON-6: check if one bonus space's VP acts before another's.

    ``first`` and ``second`` are bonus spaces of the same action space.
    """
    if table.vp_first[space, first] != table.vp_first[space, second]:
        return table.vp_first[space, first] == 1
    by_placement = table.rule_order_in_space == ORDER_IN_SPACE.PLACED
    if by_placement or table.vp_first[space, first] == 1:
        return table.vp_turn[space, first] < table.vp_turn[space, second]
    return first < second


@compiled
def find_actor(table):
    """ACT-0: set ``table.space`` and ``table.actor`` to the next VP to act.

    Returns False if all VPs have acted.
    """
    while table.space < SPACES:
        space = table.space
        best = -1
        for bonus in range(table.bonuses[space]):
            if table.vp_seat[space, bonus] < 0 or table.vp_acted[space, bonus] == 1:
                continue
            if best < 0 or comes_before(table, space, bonus, best):
                best = bonus
        if best >= 0:
            table.actor = best
            return True
        table.space += 1
    return False


@compiled
def gain_tokens(state, trace, seat, space):
    """ACT-2, ACT-21, ACT-22: gain the tokens of Equipment, Sponsorship or Merchandising."""
    sum_event_gains(state, seat, space)
    gains = state.box.gains
    total = 0
    for token in range(codes.TOKENS):
        total += gains[token] + state.box.extra[token]
    event = MERCHANDISED
    if space == codes.EQUIPMENT_SPACE:
        event = EQUIPMENT_GAINED
    elif space == codes.SPONSORSHIP:
        event = SPONSORED
    emit(trace, event, seat)
    emit_list(trace, gains, codes.TOKENS)
    emit_list(trace, state.box.extra, codes.TOKENS)
    note_done(state, space, state.table.actor, outcomes.DONE_GAIN, total)
    return 0


@compiled
def pay_for_clause(state, seat, clause, times, use):
    """Pay for an action's own clause and take its gain.

    ``box.payments`` and ``box.gains`` record what was paid and gained.
    """
    table = state.table
    box = state.box
    for token in range(codes.TOKENS):
        box.payments[token] = 0
        box.gains[token] = 0
    if times == 0:
        return
    price = times * table.clause_price[clause]
    amount = times * table.clause_amount[clause]
    spend(state, seat, table.clause_pay[clause], price, use)
    gain(state, seat, table.clause_gain[clause], amount, outcomes.EARNED_EFFECTS)
    box.payments[table.clause_pay[clause]] = price
    box.gains[table.clause_gain[clause]] = amount


@compiled
def train(state, trace, policies, seat):
    """ACT-3, ACT-4: exchange equipment for wins, and add other gains on Train.

    A switch decides whether these other gains also come without an exchange.
    """
    table = state.table
    clause = table.train_clause
    times = 0
    if clause >= 0:
        maximum = most_times(table, seat, clause)
        if maximum > 0:
            if ask(state, policies, seat, decisions.ASK_TRAIN) != decisions.NOTHING:
                times = state.order.amount + 0
            if times < 0 or times > maximum:
                return decisions.TRAIN_AMOUNT
    stop_blaming(state)
    converting = table.rule_training_bonus == TRAINING_BONUS.CONVERTING
    sum_event_gains(state, seat, codes.TRAIN)
    extra = state.box.extra[codes.WINS] + 0
    if converting and times == 0:
        table.effect_from = codes.SPACE_EFFECTS
        extra = 0
    pay_for_clause(state, seat, clause, times, outcomes.SPENT_EFFECTS)
    if times > 0 or extra > 0:
        wins = state.box.gains[codes.WINS] + 0
        emit(trace, TRAINED, seat, times, wins, extra)
        emit_list(trace, state.box.payments, codes.TOKENS)
        note_done(state, codes.TRAIN, table.actor, outcomes.DONE_TRAIN, wins + extra)
    else:
        do_nothing(state, trace, seat, codes.TRAIN)
    return 0


@compiled
def do_nothing(state, trace, seat, space):
    """ACT-1: record an action without a result."""
    emit(trace, IDLE_ACTION, seat, space)
    note_done(state, space, state.table.actor, outcomes.DONE_NOTHING, 0)


@compiled
def hire_refusal(state, seat, kind):
    """ACT-5, ACT-6: return why an owner cannot hire this way, or 0."""
    table = state.table
    order = state.order
    me = state.seats[seat]
    if kind < decisions.NOTHING or kind > decisions.HIRE_BOTH:
        return decisions.HIRE_KIND
    if kind == decisions.HIRE_BOTH and table.rule_hire_option == HIRE_OPTION.ONE:
        return decisions.HIRE_ONE
    cost = 0
    if kind == decisions.HIRE_VP or kind == decisions.HIRE_BOTH:
        if table.vps[seat] >= table.vp_most[seat]:
            return decisions.VP_LIMIT
        cost = table.rule_vp_price
        if cost > table.tokens[seat, codes.MONEY]:
            return decisions.VP_COST
    if kind == decisions.HIRE_EMPLOYEES or kind == decisions.HIRE_BOTH:
        for card in range(len(order.employees)):
            number = order.employees[card]
            if number < 0 or number > me.face_down[card]:
                return decisions.HIRE_CARD
            cost += number * table.employee_cost[card]
    if cost > table.tokens[seat, codes.MONEY]:
        return decisions.HIRE_COST
    return 0


@compiled
def hire(state, trace, policies, seat):
    """ACT-5, ACT-6: hire face-down employees or take one more VP."""
    table = state.table
    kind = ask(state, policies, seat, decisions.ASK_HIRE)
    refusal = hire_refusal(state, seat, kind)
    if refusal > 0:
        return refusal
    stop_blaming(state)
    outcome = outcomes.DONE_NOTHING
    hires = 0
    if kind == decisions.HIRE_VP or kind == decisions.HIRE_BOTH:
        buy_vp(state, trace, seat)
        outcome = outcomes.DONE_VP
    if kind == decisions.HIRE_EMPLOYEES or kind == decisions.HIRE_BOTH:
        for card in range(table.employees):
            for _ in range(state.order.employees[card]):
                hire_employee(state, trace, seat, card)
                hires += 1
        if hires > 0:
            outcome = outcomes.DONE_HIRE_BOTH if outcome == outcomes.DONE_VP else outcomes.DONE_HIRE
    if outcome == outcomes.DONE_NOTHING:
        do_nothing(state, trace, seat, codes.HIRE)
    else:
        note_done(state, codes.HIRE, table.actor, outcome, hires)
        state.ledger.seats[seat].hired += hires
    return 0


@compiled
def buy_vp(state, trace, seat):
    """ACT-6: buy one more VP, active from the next round."""
    table = state.table
    spend(state, seat, codes.MONEY, table.rule_vp_price, outcomes.SPENT_VP)
    table.vps[seat] += 1
    table.new_vps[seat] += 1
    emit(trace, VP_BOUGHT, seat, table.rule_vp_price)
    row = state.ledger.seats[seat]
    # A VP that left (GAM-5) may be bought again; only the first purchase is recorded.
    if table.vps[seat] == 3 and row.vp3_round == 0:
        row.vp3_round = table.round
    if table.vps[seat] == 4 and row.vp4_round == 0:
        row.vp4_round = table.round


@compiled
def hire_employee(state, trace, seat, card):
    """ACT-5: pay for an employee and turn it face up.

    Its star can be used from step 1 of the next round onwards.
    """
    table = state.table
    cost = table.employee_cost[card]
    spend(state, seat, codes.MONEY, cost, outcomes.SPENT_HIRE)
    state.seats[seat].face_down[card] -= 1
    table.face_down_count[seat] -= 1
    table.hired[seat, card] += 1
    table.hired_count[seat] += 1
    record_acquisition(state, seat, codes.EMPLOYEE_SOURCE + card)
    note_hired(state, seat, card)
    emit(trace, HIRED, seat, card, cost)


@compiled
def playbook(state, trace, policies, seat):
    """ACT-7 to ACT-10: take a win or place a block on the field."""
    table = state.table
    kind = ask(state, policies, seat, decisions.ASK_PLAYBOOK)
    if kind == decisions.PLAY_BLOCK:
        place = state.order.place + 0
        if place < table.buildings or place >= table.places:
            return decisions.NO_SUCH_SQUARE
        refusal = block_refusal(table, seat, place)
        if refusal == 0:
            refusal = square_refusal(table, seat, place)
        if refusal > 0:
            return refusal
        stop_blaming(state)
        table.effect_from = codes.OWNER_EFFECTS
        place_block(state, trace, seat, place)
        note_done(
            state, codes.PLAYBOOK, table.actor, outcomes.DONE_FIELD, table.place_points[place]
        )
        return 0
    if kind != decisions.TAKE_WIN and kind != decisions.NOTHING:
        return decisions.PLAYBOOK_KIND
    stop_blaming(state)
    if kind == decisions.NOTHING:
        table.effect_from = codes.OWNER_EFFECTS
        do_nothing(state, trace, seat, codes.PLAYBOOK)
        return 0
    sum_event_gains(state, seat, codes.PLAYBOOK)
    gain = 0
    for token in range(codes.TOKENS):
        gain += state.box.gains[token]
    emit(trace, WIN_TAKEN, seat)
    emit_list(trace, state.box.gains, codes.TOKENS)
    note_done(state, codes.PLAYBOOK, table.actor, outcomes.DONE_WIN, gain)
    return 0


@compiled
def build(state, trace, policies, seat):
    """ACT-11 to ACT-14: turn money into construction, or place a block."""
    table = state.table
    kind = ask(state, policies, seat, decisions.ASK_BUILD)
    if kind == decisions.BUILD_BLOCK:
        place = state.order.place + 0
        if place < 0 or place >= table.buildings:
            return decisions.NO_SUCH_BUILDING
        refusal = block_refusal(table, seat, place)
        if refusal == 0:
            refusal = building_refusal(table, seat, place)
        if refusal > 0:
            return refusal
        stop_blaming(state)
        table.effect_from = codes.OWNER_EFFECTS
        place_block(state, trace, seat, place)
        note_done(state, codes.BUILD, table.actor, outcomes.DONE_BUILD, table.place_points[place])
        return 0
    if kind != decisions.CHANGE and kind != decisions.NOTHING:
        return decisions.BUILD_KIND
    amount = state.order.amount + 0 if kind == decisions.CHANGE else 0
    clause = table.build_clause
    if amount < 0 or (amount > 0 and clause < 0):
        return decisions.CHANGE_AMOUNT
    if amount > 0 and amount > most_times(table, seat, clause):
        return decisions.CHANGE_AMOUNT
    stop_blaming(state)
    if kind == decisions.NOTHING:
        table.effect_from = codes.OWNER_EFFECTS
    if amount == 0:
        do_nothing(state, trace, seat, codes.BUILD)
        return 0
    pay_for_clause(state, seat, clause, amount, outcomes.SPENT_CHANGE)
    emit(trace, CHANGED, seat, amount)
    emit_list(trace, state.box.payments, codes.TOKENS)
    emit_list(trace, state.box.gains, codes.TOKENS)
    note_done(state, codes.BUILD, table.actor, outcomes.DONE_CHANGE, amount)
    return 0


@compiled
def ticket_money(table, seat):
    """ACT-15: return the money for an owner's wins at Tickets."""
    wins = table.tokens[seat, codes.WINS]
    money = min(wins, table.ticket_most_by_wins)
    for step in range(table.ticket_steps):
        if wins >= table.ticket_wins[step]:
            money = table.ticket_money[step]
    return money


@compiled
def tickets(state, trace, seat):
    """ACT-15, ACT-16: gain money for wins, and from places and cards."""
    table = state.table
    money = ticket_money(table, seat)
    sum_event_gains(state, seat, codes.TICKETS)
    gain(state, seat, codes.MONEY, money, outcomes.EARNED_TICKETS)
    extra = state.box.extra[codes.MONEY]
    emit(trace, TICKETS_SOLD, seat, money, extra)
    note_done(state, codes.TICKETS, table.actor, outcomes.DONE_TICKETS, money + extra)
    state.ledger.seats[seat].tickets_money += money + extra
    return 0


@compiled
def draft_refusal(table, seat, kind, card, give):
    """ACT-17 to ACT-19: return why an owner cannot draft, swap or cash in, or 0."""
    if kind < decisions.NOTHING or kind > decisions.CASH_MONEY:
        return decisions.DRAFT_KIND
    if kind == decisions.DRAFT_PLAYER or kind == decisions.SWAP_PLAYER:
        if card < 0 or card >= table.players or table.area[card] == 0:
            return decisions.DRAFT_CARD
    if (
        kind == decisions.DRAFT_PLAYER
        and table.player_signing[card] > table.tokens[seat, codes.MONEY]
    ):
        return decisions.DRAFT_COST
    if kind >= decisions.SWAP_PLAYER:
        if give < 0 or give >= table.players or table.team[seat, give] == 0:
            return decisions.DRAFT_GIVE
    if kind == decisions.CASH_POINTS and table.point_tokens_left == 0:
        return decisions.NO_POINT_TOKEN
    if kind == decisions.CASH_MONEY and table.five_million_left == 0:
        return decisions.NO_MONEY_TOKEN
    return 0


@compiled
def put_in_area(table, card):
    """ACT-18, ACT-20: put a player card in the draft area, open to all owners."""
    table.area[card] += 1
    table.area_size += 1


@compiled
def draft(state, trace, policies, seat):
    """ACT-17 to ACT-20: draft, swap or cash in a player."""
    table = state.table
    row = state.ledger.seats[seat]
    kind = ask(state, policies, seat, decisions.ASK_DRAFT)
    card = state.order.card + 0
    give = state.order.give + 0
    refusal = draft_refusal(table, seat, kind, card, give)
    if refusal > 0:
        return refusal
    stop_blaming(state)
    if kind == decisions.NOTHING:
        do_nothing(state, trace, seat, codes.DRAFT)
    elif kind == decisions.DRAFT_PLAYER:
        signing = table.player_signing[card]
        spend(state, seat, codes.MONEY, signing, outcomes.SPENT_DRAFT)
        take_player(table, seat, card)
        record_acquisition(state, seat, codes.PLAYER_SOURCE + card)
        note_player_in(state, seat, card, outcomes.JOINED_BY_DRAFT, signing)
        emit(trace, DRAFTED, seat, card, signing)
        note_done(state, codes.DRAFT, table.actor, outcomes.DONE_DRAFT, signing)
        row.drafted += 1
    elif kind == decisions.SWAP_PLAYER:
        remove_player(state, seat, give, outcomes.OUT_SWAPPED)
        take_player(table, seat, card)
        record_acquisition(state, seat, codes.PLAYER_SOURCE + card)
        put_in_area(table, give)
        note_player_in(state, seat, card, outcomes.JOINED_BY_SWAP, 0)
        emit(trace, SWAPPED, seat, card, give)
        note_done(state, codes.DRAFT, table.actor, outcomes.DONE_SWAP, 0)
        row.swapped += 1
    else:
        cash_in(state, trace, seat, kind, give)
        row.cashed += 1
    return 0


@compiled
def cash_in(state, trace, seat, kind, give):
    """ACT-19: cash in a player for a point token or 5 money.

    The 5 money is also a token; both kinds come from the draft area.
    """
    table = state.table
    remove_player(state, seat, give, outcomes.OUT_CASHED)
    if table.rule_cashed_player == CASHED_PLAYER.DISCARD:
        table.discarded_players[give] += 1
    else:
        put_in_area(table, give)
    points = 0
    money = 0
    outcome = outcomes.DONE_CASH_MONEY
    if kind == decisions.CASH_POINTS:
        outcome = outcomes.DONE_CASH_POINTS
        points = table.point_token_value[table.point_token_count - table.point_tokens_left]
        table.point_tokens_left -= 1
        table.point_tokens[seat] += points
    else:
        money = FIVE_MILLION
        table.five_million_left -= 1
        gain(state, seat, codes.MONEY, money, outcomes.EARNED_CASHED)
    emit(trace, CASHED, seat, give, points, money)
    note_done(state, codes.DRAFT, table.actor, outcome, points + money)


@compiled
def do_action(state, trace, policies):
    """ACT-0: do the action of the VP whose turn it is.

    Returns 0 or a refusal code.
    """
    table = state.table
    space = table.space + 0
    seat = table.vp_seat[space, table.actor] + 0
    if space == codes.TRAIN:
        return train(state, trace, policies, seat)
    if space == codes.HIRE:
        return hire(state, trace, policies, seat)
    if space == codes.PLAYBOOK:
        return playbook(state, trace, policies, seat)
    if space == codes.BUILD:
        return build(state, trace, policies, seat)
    if space == codes.TICKETS:
        return tickets(state, trace, seat)
    if space == codes.DRAFT:
        return draft(state, trace, policies, seat)
    return gain_tokens(state, trace, seat, space)


@compiled
def action_moment(table):
    """Return the moment at which the acting space's effects happen."""
    return codes.ACTION_MOMENT + table.space
