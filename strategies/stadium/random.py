"""Random play: every decision drawn uniformly from what is legal."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    BUILD_BLOCK,
    CASH_MONEY,
    CASH_POINTS,
    CHANGE,
    DRAFT_PLAYER,
    EMPLOYEE_SOURCE,
    HIRE_BOTH,
    HIRE_EMPLOYEES,
    HIRE_OPTION,
    HIRE_VP,
    LOSS_EMPLOYEE,
    MONEY,
    NOTHING,
    PLACE,
    PLACING,
    PLAY_BLOCK,
    SALARIES,
    SPACES,
    STOP,
    SWAP_PLAYER,
    TAKE_WIN,
    block_refusal,
    building_refusal,
    draft_refusal,
    draw,
    most_times,
    square_refusal,
    star_refusal,
    vps_due,
)


def place(table, me, params, order):
    """Any free bonus space; where that is allowed, an owner may also stop."""
    stops = 1 if table.rule_placing == PLACING.MAY_STOP else 0
    number = draw(me, table.free_spaces + stops)
    if number == table.free_spaces:
        return STOP
    for space in range(SPACES):
        for bonus in range(table.bonuses[space]):
            if table.vp_seat[space, bonus] < 0:
                if number == 0:
                    order.space = space
                    order.bonus = bonus
                    return PLACE
                number -= 1
    return PLACE


def star(table, me, params, order):
    """Any employee that may work, with any of its costs paid; or none."""
    seat = me.seat
    choices = 1
    for employee in range(table.employees):
        if star_refusal(table, seat, employee, 0) == 0:
            choices += 1
    number = draw(me, choices)
    if number == 0:
        return NOTHING
    for employee in range(table.employees):
        if star_refusal(table, seat, employee, 0) == 0:
            number -= 1
            if number == 0:
                order.employee = employee
                source = EMPLOYEE_SOURCE + employee
                clauses = table.source_last[source] - table.source_first[source]
                accept = draw(me, 1 << clauses)
                order.accept = accept if star_refusal(table, seat, employee, accept) == 0 else 0
                return 1
    return NOTHING


def train(table, me, params, order):
    """Any number of exchanges."""
    order.amount = draw(me, most_times(table, me.seat, table.train_clause) + 1)
    return 1


def _hire_any(table, me, order, money):
    """Any of the employees, in row order, as long as there is the money."""
    for employee in range(table.employees):
        for _ in range(me.face_down[employee]):
            cost = table.employee_cost[employee]
            if cost <= money and draw(me, 2) == 1:
                order.employees[employee] += 1
                money -= cost


def hire(table, me, params, order):
    """One more VP, or employees, or both where that is allowed, or nothing."""
    seat = me.seat
    money = table.tokens[seat, MONEY]
    vp = table.vps[seat] < table.vp_most[seat] and money >= table.rule_vp_price
    number = draw(me, 4)
    if number == HIRE_BOTH and (table.rule_hire_option == HIRE_OPTION.ONE or not vp):
        number = HIRE_EMPLOYEES
    if number == HIRE_VP and not vp:
        number = NOTHING
    if number == HIRE_BOTH:
        _hire_any(table, me, order, money - table.rule_vp_price)
    elif number == HIRE_EMPLOYEES:
        _hire_any(table, me, order, money)
    return number


def playbook(table, me, params, order):
    """A win, any square that can be taken, or nothing."""
    seat = me.seat
    squares = 0
    for place in range(table.buildings, table.places):
        if block_refusal(table, seat, place) == 0 and square_refusal(table, seat, place) == 0:
            squares += 1
    number = draw(me, squares + 2)
    if number == 0:
        return NOTHING
    if number == 1:
        return TAKE_WIN
    number -= 2
    for place in range(table.buildings, table.places):
        if block_refusal(table, seat, place) == 0 and square_refusal(table, seat, place) == 0:
            if number == 0:
                order.place = place
            number -= 1
    return PLAY_BLOCK


def build(table, me, params, order):
    """Any building that can be paid, any change, or nothing."""
    seat = me.seat
    buildings = 0
    for place in range(table.buildings):
        if block_refusal(table, seat, place) == 0 and building_refusal(table, seat, place) == 0:
            buildings += 1
    number = draw(me, buildings + 2)
    if number == 0:
        return NOTHING
    if number == 1:
        if table.build_clause < 0:
            return NOTHING
        order.amount = draw(me, most_times(table, seat, table.build_clause) + 1)
        return CHANGE
    number -= 2
    for place in range(table.buildings):
        if block_refusal(table, seat, place) == 0 and building_refusal(table, seat, place) == 0:
            if number == 0:
                order.place = place
            number -= 1
    return BUILD_BLOCK


def _any_card(me, cards, rows, number):
    """The row of the card of this number, all copies counted."""
    for card in range(rows):
        number -= cards[card]
        if number < 0:
            return card
    return 0


def draft(table, me, params, order):
    """Any of drafting, swapping and cashing in, with any cards; nothing if that is not legal."""
    seat = me.seat
    kind = draw(me, 5)
    if table.area_size > 0:
        order.card = _any_card(me, table.area, table.players, draw(me, table.area_size))
    if table.team_size[seat] > 0:
        order.give = _any_card(me, table.team[seat], table.players, draw(me, table.team_size[seat]))
    kinds = (NOTHING, DRAFT_PLAYER, SWAP_PLAYER, CASH_POINTS, CASH_MONEY)
    for one in kinds:
        if one == kind and draft_refusal(table, seat, kind, order.card, order.give) == 0:
            return kind
    return NOTHING


def exchange(table, me, params, order):
    """Any number of times that can be paid."""
    order.amount = draw(me, most_times(table, me.seat, table.effect_clause) + 1)
    return 1


def pay(table, me, params, order):
    """Salaries in any order, while the money lasts; each only perhaps, where that is allowed."""
    seat = me.seat
    money = table.tokens[seat, MONEY]
    may = table.rule_salaries == SALARIES.MAY
    while True:
        payable = 0
        vps = vps_due(table, seat) - order.vps
        if 0 < table.rule_vp_salary <= money:
            payable += vps
        for card in range(table.players):
            if 0 < table.player_salary[card] <= money:
                payable += table.team[seat, card] - order.players[card]
        for card in range(table.employees):
            if 0 < table.employee_salary[card] <= money:
                payable += table.hired[seat, card] - order.employees[card]
        if payable == 0 or (may and draw(me, 4) == 0):
            return 1
        number = draw(me, payable)
        if 0 < table.rule_vp_salary <= money:
            number -= vps
            if number < 0:
                order.vps += 1
                money -= table.rule_vp_salary
        for card in range(table.players):
            if number >= 0 and 0 < table.player_salary[card] <= money:
                number -= table.team[seat, card] - order.players[card]
                if number < 0:
                    order.players[card] += 1
                    money -= table.player_salary[card]
        for card in range(table.employees):
            if number >= 0 and 0 < table.employee_salary[card] <= money:
                number -= table.hired[seat, card] - order.employees[card]
                if number < 0:
                    order.employees[card] += 1
                    money -= table.employee_salary[card]


def lose(table, me, params, order):
    """Any card that may be lost."""
    seat = me.seat
    if table.space_loss[table.space] == LOSS_EMPLOYEE:
        number = draw(me, table.hired_count[seat])
        order.card = _any_card(me, table.hired[seat], table.employees, number)
    else:
        order.card = _any_card(
            me, table.team[seat], table.players, draw(me, table.team_size[seat])
        )
    return 1
