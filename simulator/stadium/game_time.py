"""Step 4: game time, with football gains and then salaries (GAM)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value
from eoc_sim.simulator.stadium import codes, decisions
from eoc_sim.simulator.stadium.cards import card_bonus, discard_employee, discard_player
from eoc_sim.simulator.stadium.decisions import ask
from eoc_sim.simulator.stadium.effects import begin_effects
from eoc_sim.simulator.stadium.events import FOOTBALL_GAINS, SALARIES_PAID
from eoc_sim.simulator.stadium.ledger import (
    note_employee_gains,
    note_employee_salaries,
    note_player_gains,
    note_player_salaries,
    spend,
)
from eoc_sim.simulator.stadium.names import MAX_KINDS
from eoc_sim.simulator.stadium.outcomes import EMPLOYEE_UNPAID, OUT_UNPAID, SPENT_SALARIES
from eoc_sim.simulator.stadium.switches import SALARIES, UNPAID_VP, VP_SALARY_DUE


@compiled
def begin_football(state):
    """GAM-1: begin to apply the next owner's football symbols.

    Owners take their turns clockwise, starting with the commissioner.
    """
    table = state.table
    box = state.box
    for index in range(table.acting_count[codes.FOOTBALL]):
        source = table.acting_sources[codes.FOOTBALL, index]
        for token in range(codes.TOKENS):
            box.source_gains[source, token] = 0
            box.source_costs[source, token] = 0
    seat = (table.commissioner + table.football_turn) % table.owners
    begin_effects(table, seat, codes.FOOTBALL)


@compiled
def finish_football(state, trace):
    """GAM-1: emit the gains of an owner's symbols, then draw cards.

    The gains are listed by source.
    """
    table = state.table
    box = state.box
    seat = table.effect_seat
    sources = 0
    for index in range(table.acting_count[codes.FOOTBALL]):
        source = table.acting_sources[codes.FOOTBALL, index]
        tokens = 0
        for token in range(codes.TOKENS):
            tokens += box.source_gains[source, token] + box.source_costs[source, token]
        if tokens == 0:
            continue
        sources += 1
        _note_gains(state, seat, source)
    if sources > 0 and trace.position > 0:
        emit(trace, FOOTBALL_GAINS, seat)
        emit_value(trace, sources)
        for index in range(table.acting_count[codes.FOOTBALL]):
            source = table.acting_sources[codes.FOOTBALL, index]
            tokens = 0
            for token in range(codes.TOKENS):
                tokens += box.source_gains[source, token] + box.source_costs[source, token]
            if tokens > 0:
                emit_value(trace, source)
                emit_list(trace, box.source_gains[source], codes.TOKENS)
                emit_list(trace, box.source_costs[source], codes.TOKENS)
    for _ in range(table.effect_cards):
        card_bonus(state, trace, seat, 1)
    table.football_turn += 1


@compiled
def _note_gains(state, seat, source):
    """Record the gains that each copy of a player or employee brings."""
    table = state.table
    gains = state.box.source_gains[source]
    if source >= codes.EMPLOYEE_SOURCE:
        card = source - codes.EMPLOYEE_SOURCE
        total = 0
        for token in range(codes.TOKENS):
            total += gains[token]
        note_employee_gains(state, seat, card, total // table.hired[seat, card])
    elif source >= codes.PLAYER_SOURCE:
        card = source - codes.PLAYER_SOURCE
        copies = table.team[seat, card]
        note_player_gains(
            state, seat, card, gains[codes.WINS] // copies, gains[codes.ENTERTAINMENT] // copies
        )


@compiled
def vps_due(table, seat):
    """GAM-2: count an owner's VPs with a salary due."""
    if table.rule_vp_salary == 0:
        return 0
    if table.rule_vp_salary_due == VP_SALARY_DUE.ALL:
        return table.vps[seat] + 0
    return table.vps[seat] - table.new_vps[seat] - table.away[seat]


@compiled
def salaries_due(table, seat):
    """GAM-2: add up the money that an owner owes at game time."""
    due = vps_due(table, seat) * table.rule_vp_salary
    if table.team_size[seat] > 0:
        for card in range(table.players):
            due += table.team[seat, card] * table.player_salary[card]
    if table.hired_count[seat] > 0:
        for card in range(table.employees):
            due += table.hired[seat, card] * table.employee_salary[card]
    return due


@compiled
def pay_refusal(table, seat, vps, players, employees):
    """GAM-3: return why an owner cannot pay these salaries, or 0.

    ``players`` and ``employees`` have the number of copies to pay, by card. A card without a salary
    is neither paid nor unpaid.
    """
    if vps < 0 or vps > vps_due(table, seat):
        return decisions.PAY_UNKNOWN
    cost = vps * table.rule_vp_salary
    for card in range(MAX_KINDS):
        if players[card] < 0 or players[card] > table.team[seat, card]:
            return decisions.PAY_UNKNOWN
        if employees[card] < 0 or employees[card] > table.hired[seat, card]:
            return decisions.PAY_UNKNOWN
        cost += players[card] * table.player_salary[card]
        cost += employees[card] * table.employee_salary[card]
    money_left = table.tokens[seat, codes.MONEY] - cost
    if money_left < 0:
        return decisions.PAY_TOO_MUCH
    if table.rule_salaries == SALARIES.MAY:
        return 0
    if vps < vps_due(table, seat) and money_left >= table.rule_vp_salary:
        return decisions.PAY_MORE
    for card in range(MAX_KINDS):
        salary = table.player_salary[card]
        if players[card] < table.team[seat, card] and 0 < salary <= money_left:
            return decisions.PAY_MORE
        salary = table.employee_salary[card]
        if employees[card] < table.hired[seat, card] and 0 < salary <= money_left:
            return decisions.PAY_MORE
    return 0


@compiled
def must_choose(table, seat):
    """GAM-3: check if an owner must choose the salaries to pay.

    They must choose if they cannot pay them all, or if the rules let them pay only some.
    """
    due = salaries_due(table, seat)
    is_optional = table.rule_salaries == SALARIES.MAY
    return due > 0 and (is_optional or due > table.tokens[seat, codes.MONEY])


@compiled
def choose_pay(state, policies, seat):
    """GAM-3, INF-3: let an owner choose the salaries to pay.

    The choice goes into the box. Returns 0 or a refusal code.
    """
    table = state.table
    box = state.box
    order = state.order
    if must_choose(table, seat):
        ask(state, policies, seat, decisions.ASK_PAY)
        refusal = pay_refusal(table, seat, order.vps, order.players, order.employees)
        if refusal > 0:
            return refusal
        stop_blaming(state)
        box.chosen_vps[seat] = order.vps
        for card in range(MAX_KINDS):
            box.chosen_players[seat, card] = order.players[card]
            box.chosen_employees[seat, card] = order.employees[card]
        return 0
    box.chosen_vps[seat] = vps_due(table, seat)
    for card in range(MAX_KINDS):
        box.chosen_players[seat, card] = table.team[seat, card]
        box.chosen_employees[seat, card] = table.hired[seat, card]
    return 0


@compiled
def pay_salaries(state, trace, policies):
    """GAM-2 to GAM-5: let all owners choose, then let all pay.

    Returns 0 or a refusal code.
    """
    table = state.table
    for turn in range(table.owners):
        refusal = choose_pay(state, policies, (table.commissioner + turn) % table.owners)
        if refusal > 0:
            return refusal
    for turn in range(table.owners):
        _pay(state, trace, (table.commissioner + turn) % table.owners)
    return 0


@compiled
def _pay(state, trace, seat):
    """GAM-2, GAM-4: pay an owner's chosen salaries and remove the unpaid."""
    table = state.table
    box = state.box
    row = state.ledger.seats[seat]
    due = salaries_due(table, seat)
    if due == 0:
        return
    vps = box.chosen_vps[seat]
    cost = vps * table.rule_vp_salary
    unpaid_cards = 0
    for card in range(table.players):
        cost += box.chosen_players[seat, card] * table.player_salary[card]
        if table.player_salary[card] > 0:
            unpaid_cards += table.team[seat, card] - box.chosen_players[seat, card]
    unpaid_players = unpaid_cards
    for card in range(table.employees):
        cost += box.chosen_employees[seat, card] * table.employee_salary[card]
        if table.employee_salary[card] > 0:
            unpaid_cards += table.hired[seat, card] - box.chosen_employees[seat, card]
    spend(state, seat, codes.MONEY, cost, SPENT_SALARIES)
    row.salaries_paid += cost
    row.cards_unpaid += unpaid_cards
    emit(trace, SALARIES_PAID, seat, due, cost, vps_due(table, seat) - vps)
    _discard_unpaid_players(state, trace, seat, unpaid_players)
    _discard_unpaid_employees(state, trace, seat, unpaid_cards - unpaid_players)
    note_player_salaries(state, seat)
    note_employee_salaries(state, seat)
    dismiss_unpaid_vps(state, seat, vps_due(table, seat) - vps)


@compiled
def _discard_unpaid_players(state, trace, seat, number):
    """GAM-4: put the unpaid players on the discard pile."""
    table = state.table
    if trace.position > 0:
        emit_value(trace, number)
    for card in range(table.players):
        if table.player_salary[card] == 0:
            continue
        for _ in range(table.team[seat, card] - state.box.chosen_players[seat, card]):
            if trace.position > 0:
                emit_value(trace, card)
            discard_player(state, seat, card, OUT_UNPAID)


@compiled
def _discard_unpaid_employees(state, trace, seat, number):
    """GAM-4: put the unpaid employees on the discard pile."""
    table = state.table
    if trace.position > 0:
        emit_value(trace, number)
    for card in range(table.employees):
        if table.employee_salary[card] == 0:
            continue
        for _ in range(table.hired[seat, card] - state.box.chosen_employees[seat, card]):
            if trace.position > 0:
                emit_value(trace, card)
            discard_employee(state, seat, card, EMPLOYEE_UNPAID)


@compiled
def dismiss_unpaid_vps(state, seat, number):
    """GAM-5: apply the rule for unpaid VPs.

    Depending on ``unpaid_vp``, they leave for a round or for good, or they stay. VPs that are
    already away are the first to count as unpaid.
    """
    table = state.table
    if number == 0 or table.rule_unpaid_vp == UNPAID_VP.STAYS:
        return
    if table.rule_unpaid_vp == UNPAID_VP.LEAVES:
        table.vps[seat] -= number
        return
    number_away = number
    if table.rule_vp_salary_due == VP_SALARY_DUE.ALL:
        number_away = max(0, number - table.away[seat])
    table.away_next[seat] = number_away
    state.ledger.seats[seat].vacations += number_away
