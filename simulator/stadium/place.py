"""Step 1: placing VPs, and the bonuses that they earn (PLA, BON-1 to BON-7)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list
from eoc_sim.simulator.stadium import codes, decisions
from eoc_sim.simulator.stadium.cards import card_bonus
from eoc_sim.simulator.stadium.decisions import ask
from eoc_sim.simulator.stadium.events import BONUS, PLACED, STAR_USED, STOPPED
from eoc_sim.simulator.stadium.ledger import (
    gain,
    note_bonus,
    note_bonus_used,
    note_placement,
    note_star,
    spend,
)
from eoc_sim.simulator.stadium.outcomes import EARNED_BONUS, EARNED_STAR, SPENT_EFFECTS
from eoc_sim.simulator.stadium.state import MAX_OWNERS, SPACES
from eoc_sim.simulator.stadium.switches import BONUS_FOR, DRAFT_FIRST, PLACING

NOBODY = MAX_OWNERS
"""A stand-in owner that closes bonus spaces to a placement."""


@compiled
def next_placer(table):
    """PLA-1: return the next owner clockwise to place a VP, or -1."""
    if table.free_spaces == 0:
        return -1
    for _ in range(table.owners):
        seat = (table.commissioner + table.placer) % table.owners
        if table.to_place[seat] > 0:
            return seat
        table.placer += 1
    return -1


@compiled
def place_vp(state, trace, policies):
    """PLA-1, PLA-2: place the next VP and earn its bonus.

    Returns 0 or a refusal code.
    """
    table = state.table
    seat = next_placer(table)
    order = state.order
    answer = ask(state, policies, seat, decisions.ASK_PLACE)
    if moves_next_placement(state):
        answer = _ask_for_another_space(state, policies, seat, answer)
    if answer == decisions.STOP:
        if table.rule_placing == PLACING.MUST:
            return decisions.PLACING_IS_MANDATORY
        stop_blaming(state)
        table.to_place[seat] = 0
        table.placer += 1
        emit(trace, STOPPED, seat)
        return 0
    space = order.space + 0
    bonus = order.bonus + 0
    if space < 0 or space >= SPACES or bonus < 0 or bonus >= table.bonuses[space]:
        return decisions.NO_SUCH_SPACE
    if table.vp_seat[space, bonus] >= 0:
        return decisions.SPACE_TAKEN
    stop_blaming(state)
    table.to_place[seat] -= 1
    table.placer += 1
    table.placed += 1
    table.free_spaces -= 1
    table.vp_seat[space, bonus] = seat
    table.vp_turn[space, bonus] = table.placed
    table.placed_space = space
    table.placed_bonus = bonus
    emit(trace, PLACED, seat, space, bonus, min(codes.STACK, table.bonus_tokens[space]))
    note_placement(state, seat, space, bonus)
    earn_bonus(state, trace, seat, space, bonus)
    table.vps_on[space] += 1
    return 0


@compiled
def moves_next_placement(state):
    """Check if this twin moves the next placement."""
    intervention = state.interventions
    table = state.table
    return (
        intervention.moved > 0
        and intervention.round == table.round
        and intervention.moved == table.placed + 1
    )


@compiled
def _ask_for_another_space(state, policies, seat, answer):
    """Ask the owner again as if the space they chose were full."""
    table = state.table
    space = state.order.space + 0
    if answer == decisions.STOP or space < 0 or space >= SPACES:
        return answer
    free = 0
    for bonus in range(table.bonuses[space]):
        if table.vp_seat[space, bonus] < 0:
            free += 1
    if free == 0 or free == table.free_spaces:
        return answer
    for bonus in range(table.bonuses[space]):
        if table.vp_seat[space, bonus] < 0:
            table.vp_seat[space, bonus] = NOBODY
    vps_on_space = table.vps_on[space] + 0
    table.vps_on[space] += free
    table.free_spaces -= free
    answer = ask(state, policies, seat, decisions.ASK_PLACE)
    for bonus in range(table.bonuses[space]):
        if table.vp_seat[space, bonus] == NOBODY:
            table.vp_seat[space, bonus] = -1
    table.vps_on[space] = vps_on_space
    table.free_spaces += free
    if answer != decisions.STOP and state.order.space == space:
        state.order.space = -1
    return answer


@compiled
def earn_bonus(state, trace, seat, space, bonus):
    """BON-1 to BON-6: earn a bonus if the action space has a token."""
    table = state.table
    kind = table.bonus[space, bonus]
    earned = table.bonus_tokens[space] > codes.BARE and (
        table.rule_bonus_for == BONUS_FOR.EVERYONE or table.vps_on[space] == 0
    )
    if kind == codes.BONUS_FIRST and (earned or table.rule_draft_first == DRAFT_FIRST.ALWAYS):
        table.vp_first[space, bonus] = 1
    if not earned:
        return
    units = 2 if table.bonus_tokens[space] >= codes.DOUBLE and kind != codes.BONUS_FIRST else 1
    if kind < codes.TOKENS:
        gain(state, seat, kind, units, EARNED_BONUS)
        note_bonus(state, seat, space, kind, units, units, units)
        emit(trace, BONUS, seat, kind, units)
    elif kind == codes.BONUS_CARD:
        units_used = card_bonus(state, trace, seat, units)
        note_bonus(state, seat, space, kind, units, units_used, 0)
    elif kind == codes.BONUS_STAR:
        note_bonus(state, seat, space, kind, units, 0, 0)
        table.stars_left = units
    else:
        note_bonus(state, seat, space, kind, units, units, 0)


@compiled
def has_star(table, employee):
    """Check if an employee has a star effect (BON-5)."""
    source = codes.EMPLOYEE_SOURCE + employee
    if table.inert[source] >= codes.INERT_EFFECT:
        return False
    for clause in range(table.source_first[source], table.source_last[source]):
        if table.clause_moment[clause] == codes.STAR:
            return True
    return False


@compiled
def may_use_star(table, seat):
    """BON-5, BON-7: check for a hired employee that can still work.

    It must have a star and must not have worked this round.
    """
    if table.hired_count[seat] == 0:
        return False
    for employee in range(table.employees):
        if table.hired[seat, employee] > table.worked[seat, employee] and has_star(table, employee):
            return True
    return False


@compiled
def star_refusal(table, seat, employee, accept):
    """BON-5, EFF-2: return why an owner cannot use this star, or 0.

    Bit i of ``accept`` pays for the employee's clause i; a clause's gains may pay for later ones.
    """
    if employee < 0 or employee >= table.employees or table.hired[seat, employee] == 0:
        return decisions.STAR_EMPLOYEE
    if table.worked[seat, employee] >= table.hired[seat, employee]:
        return decisions.STAR_TWICE
    if not has_star(table, employee):
        return decisions.STAR_NO_EFFECT
    source = codes.EMPLOYEE_SOURCE + employee
    first = table.source_first[source]
    for clause in range(first, table.source_last[source]):
        pay = table.clause_pay[clause]
        if (
            table.clause_moment[clause] != codes.STAR
            or pay < 0
            or (accept >> (clause - first)) & 1 == 0
        ):
            continue
        available = table.tokens[seat, pay]
        for earlier in range(first, clause):
            if table.clause_moment[earlier] != codes.STAR:
                continue
            has_cost = table.clause_pay[earlier] >= 0
            if has_cost and (accept >> (earlier - first)) & 1 == 0:
                continue
            if table.clause_gain[earlier] == pay:
                available += table.clause_amount[earlier]
            if table.clause_pay[earlier] == pay:
                available -= table.clause_price[earlier]
        if available < table.clause_price[clause]:
            return decisions.STAR_COST
    return 0


@compiled
def use_star(state, trace, policies):
    """BON-5: use one unit of a star bonus, or let it lapse.

    An employee works, or the owner declines. Returns 0 or a refusal code.
    """
    table = state.table
    seat = table.vp_seat[table.placed_space, table.placed_bonus] + 0
    answer = ask(state, policies, seat, decisions.ASK_STAR)
    employee = state.order.employee + 0
    accept = state.order.accept + 0
    if answer != decisions.NOTHING:
        refusal = star_refusal(table, seat, employee, accept)
        if refusal > 0:
            return refusal
    stop_blaming(state)
    table.stars_left -= 1
    if answer != decisions.NOTHING:
        work(state, trace, seat, employee, accept)
    return 0


@compiled
def work(state, trace, seat, employee, accept):
    """BON-5, EFF-1: apply an employee's star effect.

    If every clause is declined, the employee does not count as having worked.
    """
    table = state.table
    box = state.box
    for token in range(codes.TOKENS):
        box.gains[token] = 0
        box.payments[token] = 0
    source = codes.EMPLOYEE_SOURCE + employee
    first = table.source_first[source]
    count = 0
    cards = 0
    for clause in range(first, table.source_last[source]):
        if table.clause_moment[clause] != codes.STAR:
            continue
        pay = table.clause_pay[clause]
        if pay >= 0:
            if (accept >> (clause - first)) & 1 == 0:
                continue
            spend(state, seat, pay, table.clause_price[clause], SPENT_EFFECTS)
            box.payments[pay] += table.clause_price[clause]
        count += 1
        token = table.clause_gain[clause]
        if token == codes.GAIN_CARDS:
            cards += table.clause_amount[clause]
        else:
            gain(state, seat, token, table.clause_amount[clause], EARNED_STAR)
            box.gains[token] += table.clause_amount[clause]
    if count == 0:
        return
    table.worked[seat, employee] += 1
    state.ledger.seats[seat].stars += 1
    total = 0
    for token in range(codes.TOKENS):
        total += box.gains[token]
    note_star(state, seat, employee, total)
    note_bonus_used(state, total)
    emit(trace, STAR_USED, seat, employee)
    emit_list(trace, box.payments, codes.TOKENS)
    emit_list(trace, box.gains, codes.TOKENS)
    for _ in range(cards):
        card_bonus(state, trace, seat, 1)
