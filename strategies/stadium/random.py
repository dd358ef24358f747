"""Random play: draws every decision from the legal options.

Each building, amount, player and set of employees is one option. Where the rules allow it, an owner
may stop placing VPs and leave salaries unpaid. Otherwise an owner does nothing only if nothing else
is legal, because passive owners would hardly ever place their blocks. Almost every game with four
owners would then run to its last round, which says nothing about the rules.
"""

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

MAX_HIRED = 20
"""The maximum number of employees that one hiring considers."""
TRIES = 200
"""Draws among options that may be illegal, before the last resort."""
KINDS = (DRAFT_PLAYER, SWAP_PLAYER, CASH_POINTS, CASH_MONEY)
"""The possible actions on Draft."""


def place(table, me, params, order):
    """Choose any free bonus space, or stop where the rules allow it."""
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
    """Use a random employee's star, paying for a random set of clauses.

    If that set cannot be paid for, no clause is paid for.
    """
    seat = me.seat
    choices = 0
    for employee in range(table.employees):
        if star_refusal(table, seat, employee, 0) == 0:
            choices += 1
    if choices == 0:
        return NOTHING
    number = draw(me, choices)
    for employee in range(table.employees):
        if star_refusal(table, seat, employee, 0) == 0:
            number -= 1
            if number < 0:
                order.employee = employee
                source = EMPLOYEE_SOURCE + employee
                clauses = table.source_last[source] - table.source_first[source]
                accept = draw(me, 1 << clauses)
                order.accept = accept if star_refusal(table, seat, employee, accept) == 0 else 0
                return 1
    return NOTHING


def train(table, me, params, order):
    """Make any number of exchanges, one or more."""
    order.amount = 1 + draw(me, most_times(table, me.seat, table.train_clause))
    return 1


def _affordable(table, me, money, subset):
    """Check if a subset of the face-down employees is affordable.

    Bit i stands for the i-th of them in row order.
    """
    cost = 0
    number = 0
    for employee in range(table.employees):
        for _ in range(me.face_down[employee]):
            if (subset >> number) & 1 == 1:
                cost += table.employee_cost[employee]
            number += 1
    return cost <= money


def _name_subset(table, me, order, subset):
    """Write the employees of a subset into the order."""
    number = 0
    for employee in range(table.employees):
        for _ in range(me.face_down[employee]):
            order.employees[employee] += (subset >> number) & 1
            number += 1


def hire(table, me, params, order):
    """Buy a VP, hire any affordable employees, or both where allowed.

    Employees beyond the first twenty wait.
    """
    seat = me.seat
    money = table.tokens[seat, MONEY] + 0
    can_buy_vp = table.vps[seat] < table.vp_most[seat] and money >= table.rule_vp_price
    allows_both = can_buy_vp and table.rule_hire_option == HIRE_OPTION.BOTH
    subsets = 1 << min(table.face_down_count[seat], MAX_HIRED)
    # Draw among all options until one is legal, so that all legal ones have the same chance.
    for _ in range(TRIES):
        number = draw(me, 2 * subsets if allows_both else subsets + 1)
        with_vp = number >= subsets
        subset = number % subsets
        if with_vp and not can_buy_vp:
            continue
        money_left = money - table.rule_vp_price if with_vp else money
        if (with_vp or subset > 0) and _affordable(table, me, money_left, subset):
            _name_subset(table, me, order, subset)
            if with_vp:
                return HIRE_BOTH if subset > 0 else HIRE_VP
            return HIRE_EMPLOYEES
    return HIRE_VP if can_buy_vp else NOTHING


def playbook(table, me, params, order):
    """Take a win, or any possible square."""
    seat = me.seat
    squares = 0
    for place in range(table.buildings, table.places):
        if block_refusal(table, seat, place) == 0 and square_refusal(table, seat, place) == 0:
            squares += 1
    number = draw(me, squares + 1)
    if number == squares:
        return TAKE_WIN
    for place in range(table.buildings, table.places):
        if block_refusal(table, seat, place) == 0 and square_refusal(table, seat, place) == 0:
            if number == 0:
                order.place = place
            number -= 1
    return PLAY_BLOCK


def build(table, me, params, order):
    """Choose any affordable building or exchange, or nothing if there is none."""
    seat = me.seat
    buildings = 0
    for index in range(table.buildings):
        if block_refusal(table, seat, index) == 0 and building_refusal(table, seat, index) == 0:
            buildings += 1
    amounts = 0
    if table.build_clause >= 0:
        amounts = most_times(table, seat, table.build_clause)
    if buildings + amounts == 0:
        return NOTHING
    number = draw(me, buildings + amounts)
    if number >= buildings:
        order.amount = 1 + number - buildings
        return CHANGE
    for index in range(table.buildings):
        if block_refusal(table, seat, index) == 0 and building_refusal(table, seat, index) == 0:
            if number == 0:
                order.place = index
            number -= 1
    return BUILD_BLOCK


def draft(table, me, params, order):
    """Choose any draft, swap or cash-in, or nothing if there is none.

    A drafted player must be affordable. Any of the owner's players may be swapped, or cashed in for
    points or money.
    """
    seat = me.seat
    options = 0
    remaining = -1
    # Go through the options twice: to count them, and to find the one that was drawn.
    for counting in (True, False):
        if not counting:
            if options == 0:
                return NOTHING
            remaining = draw(me, options)
            options = 0
        for kind in KINDS:
            cards = table.players if kind == DRAFT_PLAYER or kind == SWAP_PLAYER else 1
            gives = 1 if kind == DRAFT_PLAYER else table.players
            for card in range(cards):
                for give in range(gives):
                    if draft_refusal(table, seat, kind, card, give) > 0:
                        continue
                    if options == remaining:
                        order.card = card
                        order.give = give
                        return kind
                    options += 1
    return NOTHING


def _row_of_copy(copies, rows, number):
    """Return the row of the card whose copy has this number.

    ``copies`` has the number of copies in each row.
    """
    for card in range(rows):
        number -= copies[card]
        if number < 0:
            return card
    return 0


def exchange(table, me, params, order):
    """Exchange any affordable number of times, once or more."""
    order.amount = 1 + draw(me, most_times(table, me.seat, table.effect_clause))
    return 1


def pay(table, me, params, order):
    """Pay salaries in random order while the money lasts.

    Where the rules allow it, some may stay unpaid.
    """
    seat = me.seat
    money = table.tokens[seat, MONEY]
    is_optional = table.rule_salaries == SALARIES.MAY
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
        if payable == 0 or (is_optional and draw(me, 4) == 0):
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
    """Lose any card that may be lost."""
    seat = me.seat
    if table.space_loss[table.space] == LOSS_EMPLOYEE:
        number = draw(me, table.hired_count[seat])
        order.card = _row_of_copy(table.hired[seat], table.employees, number)
    else:
        order.card = _row_of_copy(table.team[seat], table.players, draw(me, table.team_size[seat]))
    return 1
