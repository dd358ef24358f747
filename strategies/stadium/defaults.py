"""Default decisions for strategies without their own function (DEC).

They are plain and keep no memory, because ``me.memory`` belongs to the strategy.
"""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    BUILD_BLOCK,
    CHANGE,
    DRAFT_PLAYER,
    EMPLOYEE_SOURCE,
    FOOTBALL,
    HIRE_EMPLOYEES,
    HIRE_VP,
    LOSS_EMPLOYEE,
    MAX_BONUSES,
    MONEY,
    NOTHING,
    PLACE,
    PLAY_BLOCK,
    PLAYER_SOURCE,
    SPACES,
    STAR,
    TAKE_WIN,
    WINS,
    block_refusal,
    building_refusal,
    most_times,
    salaries_due,
    square_refusal,
    star_refusal,
    vps_due,
)


def _gains(table, source, moment, kind):
    """Add up a source's free gains of one kind at a moment.

    A ``kind`` of -1 stands for all kinds.
    """
    total = 0
    for clause in range(table.source_first[source], table.source_last[source]):
        if table.clause_moment[clause] == moment and table.clause_pay[clause] < 0:
            if kind < 0 or table.clause_gain[clause] == kind:
                total += table.clause_amount[clause]
    return total


def place(table, me, params, order):
    """Place a VP on the action space with the most bonus tokens."""
    best = -1
    for space in range(SPACES):
        if table.vps_on[space] < table.bonuses[space] and (
            best < 0 or table.bonus_tokens[space] > table.bonus_tokens[best]
        ):
            best = space
    order.space = best
    for bonus in range(MAX_BONUSES):
        if bonus < table.bonuses[best] and table.vp_seat[best, bonus] < 0:
            order.bonus = bonus
            return PLACE
    return PLACE


def _star_worth(table, seat, employee, accept):
    """Return the tokens that a star brings, minus its clauses' cost."""
    source = EMPLOYEE_SOURCE + employee
    first = table.source_first[source]
    total = 0
    for clause in range(first, table.source_last[source]):
        if table.clause_moment[clause] == STAR:
            if table.clause_pay[clause] < 0:
                total += table.clause_amount[clause]
            elif (accept >> (clause - first)) & 1 == 1:
                total += table.clause_amount[clause] - table.clause_price[clause]
    return total


def _accept_clauses(table, seat, employee):
    """Return the mask that accepts all clauses of a star if allowed.

    Otherwise, the mask accepts only the free clauses.
    """
    source = EMPLOYEE_SOURCE + employee
    every = (1 << (table.source_last[source] - table.source_first[source])) - 1
    return every if star_refusal(table, seat, employee, every) == 0 else 0


def star(table, me, params, order):
    """Use the star that brings the most tokens, among unused employees."""
    seat = me.seat
    best = -1
    maximum = 0
    for employee in range(table.employees):
        if table.hired[seat, employee] == 0:
            continue
        accept = _accept_clauses(table, seat, employee)
        if star_refusal(table, seat, employee, accept) > 0:
            continue
        worth = _star_worth(table, seat, employee, accept)
        if best < 0 or worth > maximum:
            best = employee
            maximum = worth
            order.accept = accept
    order.employee = max(0, best)
    return NOTHING if best < 0 else 1


def train(table, me, params, order):
    """Make all exchanges that the owner can afford."""
    order.amount = most_times(table, me.seat, table.train_clause)
    return 1


def hire(table, me, params, order):
    """Buy a VP if possible, else hire employees, the cheapest first."""
    seat = me.seat
    money = table.tokens[seat, MONEY]
    if table.vps[seat] < table.vp_most[seat] and money >= table.rule_vp_price:
        return HIRE_VP
    while True:
        cheapest = -1
        for employee in range(table.employees):
            if me.face_down[employee] > order.employees[employee] and (
                cheapest < 0 or table.employee_cost[employee] < table.employee_cost[cheapest]
            ):
                cheapest = employee
        if cheapest < 0 or table.employee_cost[cheapest] > money:
            return HIRE_EMPLOYEES
        order.employees[cheapest] += 1
        money -= table.employee_cost[cheapest]


def playbook(table, me, params, order):
    """Take the square with the most points, else a win."""
    seat = me.seat
    best = -1
    for place in range(table.buildings, table.places):
        if block_refusal(table, seat, place) == 0 and square_refusal(table, seat, place) == 0:
            if best < 0 or table.place_points[place] > table.place_points[best]:
                best = place
    order.place = max(0, best)
    return TAKE_WIN if best < 0 else PLAY_BLOCK


def build(table, me, params, order):
    """Build for the most points, else turn spare money into construction.

    The money for the salaries due is kept.
    """
    seat = me.seat
    best = -1
    for index in range(table.buildings):
        if block_refusal(table, seat, index) == 0 and building_refusal(table, seat, index) == 0:
            if best < 0 or table.place_points[index] > table.place_points[best]:
                best = index
    if best >= 0:
        order.place = best
        return BUILD_BLOCK
    clause = table.build_clause
    if clause < 0:
        return NOTHING
    maximum = most_times(table, seat, clause)
    if table.clause_pay[clause] == MONEY:
        spare = table.tokens[seat, MONEY] - salaries_due(table, seat)
        maximum = min(maximum, max(0, spare) // max(1, table.clause_price[clause]))
    order.amount = maximum
    return CHANGE


def draft(table, me, params, order):
    """Draft the affordable player with the most wins relative to salary."""
    best = -1
    for card in range(table.players):
        if table.area[card] == 0 or table.player_signing[card] > table.tokens[me.seat, MONEY]:
            continue
        wins = _gains(table, PLAYER_SOURCE + card, FOOTBALL, WINS)
        if best < 0:
            best = card
            continue
        best_wins = _gains(table, PLAYER_SOURCE + best, FOOTBALL, WINS)
        if wins * (1 + table.player_salary[best]) > best_wins * (1 + table.player_salary[card]):
            best = card
    order.card = max(0, best)
    return NOTHING if best < 0 else DRAFT_PLAYER


def exchange(table, me, params, order):
    """Exchange as often as the owner can afford to."""
    order.amount = most_times(table, me.seat, table.effect_clause)
    return 1


def _player_worth(table, card):
    """Return a player's points plus gains per round."""
    return table.player_points[card] + _gains(table, PLAYER_SOURCE + card, FOOTBALL, -1)


def _employee_worth(table, card):
    """Return an employee's points plus gains per round."""
    return table.employee_points[card] + _gains(table, EMPLOYEE_SOURCE + card, FOOTBALL, -1)


def pay(table, me, params, order):
    """Pay VPs first, then cards by points and gains per salary."""
    seat = me.seat
    money = table.tokens[seat, MONEY]
    if table.rule_vp_salary > 0:
        order.vps = min(vps_due(table, seat), money // table.rule_vp_salary)
        money -= order.vps * table.rule_vp_salary
    while True:
        best = -1
        is_player = True
        best_worth = 0
        best_salary = 1
        for card in range(table.players):
            salary = table.player_salary[card]
            if 0 < salary <= money and table.team[seat, card] > order.players[card]:
                if best < 0 or _player_worth(table, card) * best_salary > best_worth * salary:
                    best = card
                    best_worth = _player_worth(table, card)
                    best_salary = salary
        for card in range(table.employees):
            salary = table.employee_salary[card]
            if 0 < salary <= money and table.hired[seat, card] > order.employees[card]:
                if best < 0 or _employee_worth(table, card) * best_salary > best_worth * salary:
                    best = card
                    is_player = False
                    best_worth = _employee_worth(table, card)
                    best_salary = salary
        if best < 0:
            return 1
        money -= best_salary
        if is_player:
            order.players[best] += 1
        else:
            order.employees[best] += 1


def lose(table, me, params, order):
    """Lose the card with the fewest points, breaking ties by fewest gains."""
    seat = me.seat
    best = -1
    if table.space_loss[table.space] == LOSS_EMPLOYEE:
        for card in range(table.employees):
            if table.hired[seat, card] > 0 and (
                best < 0 or _has_less(table, EMPLOYEE_SOURCE, table.employee_points, card, best)
            ):
                best = card
    else:
        for card in range(table.players):
            if table.team[seat, card] > 0 and (
                best < 0 or _has_less(table, PLAYER_SOURCE, table.player_points, card, best)
            ):
                best = card
    order.card = best
    return 1


def _has_less(table, first, points, card, other_card):
    """Check if a card has fewer points, or fewer gains if tied."""
    if points[card] != points[other_card]:
        return points[card] < points[other_card]
    gains = _gains(table, first + card, FOOTBALL, -1) + _gains(table, first + card, STAR, -1)
    other_gains = _gains(table, first + other_card, FOOTBALL, -1) + _gains(
        table, first + other_card, STAR, -1
    )
    return gains < other_gains


def propose(table, me, params, order):
    """Propose no candidate: a strategy without this function does not search."""
    return 0


def judge(table, me, params, order):
    """Return the current score, in hundredths of a point."""
    return 100 * table.score[me.seat]
