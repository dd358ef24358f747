"""Changes in twins: something turned off, given, shown or denied (TWI).

``state.interventions`` holds the change, or all zeros if there is none. Strategies do not
know the change in advance: a thing is as printed until it first comes to a manager. From then on a
switched-off effect has no clauses in ``table.clauses_of``.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven.sources import SOURCES
from eoc_sim.simulator.eleven.state import CARD_OFF, EFFECT_OFF, copy_intervention
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.played_game import FROM_SET_UP

EXTRA_ACTIONS, ALL_ACTIONS = 1, 2
"""Values of ``table.denied``: the actions that a manager cannot take."""


@compiled
def intervene(state, intervention, week):
    """TWI: make this game a twin from a week onwards; 0 is set-up."""
    copy_intervention(state.interventions, intervention)
    state.interventions.week = week


@compiled
def clear_changes(state):
    """TWI-1: begin with everything as printed."""
    table = state.table
    table.barred = -1
    table.worthless = -1
    for source in range(SOURCES):
        table.clauses_of[source] = state.box.printed_clauses[source]


@compiled
def record_arrival(state, seat, source):
    """TWI-1: record that a manager gets a thing.

    If this twin turns it off, it is off from then on.
    """
    box = state.box
    change = state.interventions
    if box.first_owner[source] == 0:
        box.first_owner[source] = seat + 1
        box.owned_week[source] = state.table.week
    if change.off == 0 or change.source != source:
        return
    if change.off == EFFECT_OFF:
        state.table.clauses_of[source] = 0
    elif change.off == CARD_OFF:
        state.table.barred = source
    else:
        state.table.worthless = source


@compiled
def begin_change(state):
    """TWI-2: make the change for the week that is beginning.

    A manager gets something, or has no extra actions from now on.
    """
    change = state.interventions
    table = state.table
    if change.off > 0 or change.week != table.week:
        return
    seat = change.seat + 0
    table.resources[seat, change.resource] += change.amount
    if change.denied > 0:
        table.denied[seat] = EXTRA_ACTIONS


@compiled
def knows_line_up(state, seat):
    """TWI-2: check if this twin shows a manager the coming line-up."""
    change = state.interventions
    return change.known > 0 and change.seat == seat and change.week == state.table.week


@compiled
def deny_actions_today(state, seat):
    """TWI-2: deny a manager the actions of this day, if the twin does."""
    change = state.interventions
    table = state.table
    if change.day == 0 or change.seat != seat:
        return
    is_day = change.day == table.day and change.week == table.week
    table.denied[seat] = ALL_ACTIONS if is_day else 0


@compiled
def parting_round(state, intervention):
    """TWI-3: return the week in which a twin departs from the original game.

    The kernel calls a week a round. The function returns 0 if the twin never differs, and
    FROM_SET_UP if it is played from set-up, because the thing that is off came to a manager before
    the first week.
    """
    if intervention.off > 0:
        if state.box.first_owner[intervention.source] == 0:
            return 0
        week = state.box.owned_week[intervention.source] + 0
        return week if week > 0 else FROM_SET_UP
    changes = intervention.amount + intervention.denied + intervention.known + intervention.day
    if changes == 0 or intervention.week > state.table.week:
        return 0
    return intervention.week + 0
