"""Epic's Winter Break, between the two halves of the season (EPI-3 to EPI-8)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions, winter_tokens
from eoc_sim.simulator.eleven.actions import begin_sale, hire, open_deal, take_action
from eoc_sim.simulator.eleven.cards import refresh
from eoc_sim.simulator.eleven.club import LOWEST_LEVEL, gain, gain_vp
from eoc_sim.simulator.eleven.deal_steps import AUCTION_DEAL, OFFER_DEAL
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.events import LEVELS, PRODUCTION, WINTER_BREAK, WINTER_OBJECTIVE
from eoc_sim.simulator.eleven.interventions import deny_actions_today
from eoc_sim.simulator.eleven.ledger import earn
from eoc_sim.simulator.eleven.names import MEASURES, MONEY
from eoc_sim.simulator.eleven.outcomes import DID_PASS, EARNED_BUDGET
from eoc_sim.simulator.eleven.season_play import go_to
from eoc_sim.simulator.eleven.season_scoring import season_count, vp_of_objective
from eoc_sim.simulator.eleven.season_state import PART_OBJECTIVE
from eoc_sim.simulator.eleven.sizes import CARDS, OBJECTIVES_DEALT, RESOURCES
from eoc_sim.simulator.eleven.sources import AS_USUAL, BY_AUCTION, PLAYER_DECK, YOUNGSTER_DECK
from eoc_sim.simulator.eleven.state import (
    BEGINNING,
    BREAKING,
    WINTER_ACTING,
    WINTER_OBJECTIVES,
    WINTER_PICKING,
    WINTER_PLACING,
)
from eoc_sim.simulator.eleven.switches import AUCTION_BONUS, OBJECTIVES, WINTER_INCOME
from eoc_sim.simulator.eleven.turn_order import whose_turn
from eoc_sim.simulator.eleven.winter_choices import winter_act_refusal, winter_objective_refusal
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value

NOT_RESTARTED = sum(
    1 << MEASURES.index(name) for name in ("youngsters", "money", "staff_colour", "loyal_cards")
)
"""Measures whose count does not restart with the second half, as bits (EPI-3).

Loyal cards need no restart: each card's matches are counted from ``table.matches_before``.
"""


@compiled
def play_step(state, trace, policies):
    """EPI-4 to EPI-8: play a step in the Winter Break; return 0 or the refusal."""
    table = state.table
    stop_blaming(state)
    if table.phase == BREAKING:
        begin(state, trace)
        return 0
    if table.phase == WINTER_OBJECTIVES:
        return lay_aside(state, trace, policies)
    if table.phase == WINTER_ACTING:
        return act(state, trace, policies)
    if table.phase == WINTER_PICKING:
        refusal = winter_tokens.take(state, trace, policies)
        if winter_tokens.are_taken(table):
            go_to(table, WINTER_PLACING)
        return refusal
    refusal = winter_tokens.place(state, trace, policies)
    if refusal == 0:
        end(table)
    return refusal


@compiled
def begin(state, trace):
    """EPI-1, EPI-6: begin the Break, in which staff and meetings have no effect."""
    table = state.table
    table.staff_idle = 1
    for seat in range(table.managers):
        table.outcome[seat] = -1
        deny_actions_today(state, seat)
    emit(trace, WINTER_BREAK, -1, table.first_manager)
    if table.rule_objectives == OBJECTIVES.ON:
        go_to(table, WINTER_OBJECTIVES)
    else:
        open_window(state, trace)


@compiled
def lay_aside(state, trace, policies):
    """EPI-4: let all managers score a fulfilled objective, or discard one.

    Returns 0 or the refusal.
    """
    table = state.table
    box = state.box
    for seat in range(table.managers):
        ask(state, policies, seat, decisions.ASK_WINTER_OBJECTIVE)
        box.chosen_card[seat] = state.order.card
        refusal = winter_objective_refusal(table, state.seats[seat], state.order.card + 0)
        if refusal > 0:
            return refusal
    stop_blaming(state)
    for seat in range(table.managers):
        me = state.seats[seat]
        objective = box.chosen_card[seat] + 0
        vp = vp_of_objective(table, seat, objective)
        gain_vp(table, seat, PART_OBJECTIVE, vp)
        table.laid_aside[seat] = objective + 1
        for index in range(OBJECTIVES_DEALT):
            if me.offered[index] != objective:
                me.objective = me.offered[index]
        emit(trace, WINTER_OBJECTIVE, seat, objective, vp)
    open_window(state, trace)
    return 0


@compiled
def begin_half(table):
    """EPI-3: restart the counts of wins, goals, tokens and matches."""
    for card in range(CARDS):
        table.matches_before[card] = table.matches[card]
        table.goals_before[card] += table.card_goals[card]
        table.card_goals[card] = 0
    for seat in range(table.managers):
        table.largest_margin[seat] = 0
        table.most_stand_fans[seat] = 0
        table.most_card_goals[seat] = 0
        for measure in range(len(MEASURES)):
            if (NOT_RESTARTED >> measure) & 1 == 0:
                table.before_break[seat, measure] = season_count(table, seat, measure)


@compiled
def open_window(state, trace):
    """EPI-4, EPI-5: lower the levels, deal players and youngsters again, give income."""
    table = state.table
    begin_half(table)
    for seat in range(table.managers):
        for statistic in range(RESOURCES):
            level = table.level[seat, statistic] - table.rule_winter_drop
            table.level[seat, statistic] = max(LOWEST_LEVEL, level)
    if trace.position > 0:
        emit(trace, LEVELS, -1)
        emit_value(trace, table.managers)
        for seat in range(table.managers):
            emit_list(trace, table.level[seat], RESOURCES)
    refresh(state, trace, PLAYER_DECK, table.area_count[PLAYER_DECK] + 0)
    refresh(state, trace, YOUNGSTER_DECK, table.area_count[YOUNGSTER_DECK] + 0)
    for turn in range(table.managers):
        give_income(state, trace, (table.first_manager + turn) % table.managers)
    go_to(table, WINTER_ACTING)


@compiled
def give_income(state, trace, seat):
    """EPI-5: give a manager money, or all resources, according to their levels."""
    table = state.table
    earn(state, seat, table.level[seat, MONEY] + 0, EARNED_BUDGET)
    gives_all = table.rule_winter_income == WINTER_INCOME.ALL
    emit(trace, PRODUCTION, seat, 0)
    if trace.position > 0:
        emit_value(trace, RESOURCES)
    for resource in range(RESOURCES):
        income = table.level[seat, resource] + 0 if gives_all or resource == MONEY else 0
        if resource != MONEY:
            gain(table, seat, resource, income)
        if trace.position > 0:
            emit_value(trace, income)


@compiled
def act(state, trace, policies):
    """EPI-5, EPI-6: let a manager sell, hire, negotiate or pass.

    After the last turn, go on to the winter tokens instead. Returns 0 or the refusal.
    """
    table = state.table
    if table.turns_taken == table.managers * table.rule_winter_rounds:
        winter_tokens.shuffle(state)
        go_to(table, WINTER_PICKING)
        return 0
    seat = whose_turn(table)
    kind = ask(state, policies, seat, decisions.ASK_WINTER_ACT)
    order = state.order
    refusal = winter_act_refusal(table, seat, kind, order)
    if refusal > 0:
        return refusal
    stop_blaming(state)
    table.turns_taken += 1
    table.actions_taken = 0
    table.asked_today = 0
    card = order.card + 0
    if kind == decisions.HIRE:
        hire(state, trace, seat, card)
    elif kind == decisions.NEGOTIATE:
        open_deal(table, OFFER_DEAL, seat, -1, 0, 0, 0)
    elif kind == decisions.SELL and order.way == BY_AUCTION:
        # An auction in the Break has no bonus, and its seller must accept (EPI-6).
        bonus = AUCTION_BONUS.NONE
        open_deal(table, AUCTION_DEAL, seat, card, order.amount + 0, bonus, 0)
    elif kind == decisions.SELL:
        begin_sale(state, trace, seat, card, AS_USUAL, 0)
    else:
        take_action(state, trace, seat, DID_PASS, -1, 0, 0, 0)
    return 0


@compiled
def end(table):
    """EPI-1: go on to the first week after the Break."""
    table.staff_idle = 0
    table.week += 1
    go_to(table, BEGINNING)
