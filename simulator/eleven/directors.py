"""Before the first week: directors, levels and objectives (SET-5, SET-6)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions
from eoc_sim.simulator.eleven.club import HIGHEST_LEVEL, LOWEST_LEVEL, add_held
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.events import DRAFT, LEVELS, OBJECTIVE
from eoc_sim.simulator.eleven.ledger import note_draft, note_taken
from eoc_sim.simulator.eleven.sizes import (
    DIRECTORS_DEALT,
    MAX_DIRECTORS_HELD,
    OBJECTIVES_DEALT,
    RESOURCES,
)
from eoc_sim.simulator.eleven.sources import DIRECTORS, OF_DIRECTORS, OUT
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value


@compiled
def find_in_hand(table, seat, source):
    """SET-5: return a director's place in a manager's hand, or -1."""
    for index in range(DIRECTORS_DEALT):
        if source >= 0 and table.hand[seat, index] == source:
            return index
    return -1


@compiled
def draft(state, trace, policies):
    """SET-5: let all managers take a director and pass the others on.

    All are asked before any director is taken. Return 0, or why an answer is refused.
    """
    table = state.table
    box = state.box
    for seat in range(table.managers):
        ask(state, policies, seat, decisions.ASK_DIRECTOR)
        source = state.order.card + 0
        if find_in_hand(table, seat, source) < 0:
            return decisions.DIRECTOR_NOT_IN_HAND
        box.chosen_card[seat] = source
    stop_blaming(state)
    for seat in range(table.managers):
        source = box.chosen_card[seat] + 0
        table.hand[seat, find_in_hand(table, seat, source)] = -1
        add_held(state, seat, OF_DIRECTORS, source)
        note_taken(state, seat, OF_DIRECTORS, source - DIRECTORS, 0)
        note_draft(state, seat, source - DIRECTORS, table.draft_round + 0, 1)
        emit(trace, DRAFT, seat, table.draft_round, source)
    for index in range(DIRECTORS_DEALT):
        passed_card = table.hand[table.managers - 1, index] + 0
        for seat in range(table.managers - 1, 0, -1):
            table.hand[seat, index] = table.hand[seat - 1, index]
        table.hand[0, index] = passed_card
    table.draft_round += 1
    return 0


@compiled
def is_draft_over(table):
    """SET-5: check if all managers have their directors."""
    return table.draft_round > MAX_DIRECTORS_HELD


@compiled
def set_levels(state, trace):
    """SET-5, SOLO-1: set the levels from the directors kept; remove the other directors."""
    table = state.table
    for seat in range(table.managers):
        giver = (seat - 1) % table.managers
        for index in range(DIRECTORS_DEALT):
            director = table.hand[seat, index] + 0
            if director >= 0:
                note_draft(state, giver, director - DIRECTORS, MAX_DIRECTORS_HELD, 0)
                table.lies[director] = OUT
                table.hand[seat, index] = -1
        for statistic in range(RESOURCES):
            level = table.first_level[statistic] + 0
            for index in range(table.held_count[seat, OF_DIRECTORS]):
                director = table.held[seat, OF_DIRECTORS, index] - DIRECTORS
                level += table.director_shift[director, statistic]
            table.level[seat, statistic] = min(HIGHEST_LEVEL, max(LOWEST_LEVEL, level))
    if trace.position > 0:
        emit(trace, LEVELS, -1)
        emit_value(trace, table.managers)
        for seat in range(table.managers):
            emit_list(trace, table.level[seat], RESOURCES)


@compiled
def choose_objectives(state, trace, policies):
    """SET-6: let each manager keep one of their objectives.

    All are asked before any objective is kept. Return 0, or why an answer is refused.
    """
    table = state.table
    box = state.box
    for seat in range(table.managers):
        ask(state, policies, seat, decisions.ASK_OBJECTIVE)
        box.chosen_card[seat] = state.order.card
        dealt = False
        for index in range(OBJECTIVES_DEALT):
            offer = state.seats[seat].offered[index]
            dealt = dealt or (offer >= 0 and offer == box.chosen_card[seat])
        if not dealt:
            return decisions.OBJECTIVE_NOT_DEALT
    stop_blaming(state)
    for seat in range(table.managers):
        state.seats[seat].objective = box.chosen_card[seat]
        emit(trace, OBJECTIVE, seat, box.chosen_card[seat])
    return 0
