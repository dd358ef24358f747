"""A week: production, the end of the week and upkeep (WEE-1, WEE-4, CLU-7)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import codes, sources
from eoc_sim.simulator.eleven.cards import discard, refresh
from eoc_sim.simulator.eleven.club import gain, gain_vp, remove_held
from eoc_sim.simulator.eleven.events import LOSS, PRODUCTION, RECOVER, UPKEEP, WEEK_END
from eoc_sim.simulator.eleven.lasting import total_lasting
from eoc_sim.simulator.eleven.leaflet_state import UPKEEP_COLUMNS
from eoc_sim.simulator.eleven.ledger import earn, note_produced, note_upkeep, spend
from eoc_sim.simulator.eleven.names import MONEY
from eoc_sim.simulator.eleven.outcomes import EARNED_BUDGET, EARNED_WEEKLY, SPENT_UPKEEP
from eoc_sim.simulator.eleven.season_state import PART_PENALTIES, PARTS
from eoc_sim.simulator.eleven.sizes import RESOURCES, UPKEEP_TRACKS
from eoc_sim.simulator.eleven.switches import KEEP, REFRESH, UNPAID
from eoc_sim.simulator.eleven.switches import UPKEEP as UPKEEP_RULE
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value

INJURY, SUSPENSION = range(2)
"""The tokens on a card, as numbered in their event."""


@compiled
def produce(state, trace, seat):
    """WEE-1: give a manager their production and sponsor money."""
    table = state.table
    weekly = 0
    for index in range(table.held_count[seat, sources.OF_SPONSORS]):
        sponsor = table.held[seat, sources.OF_SPONSORS, index] - sources.SPONSORS
        if table.way[sponsor] == sources.FOR_MONEY or table.way[sponsor] == sources.SHIRT:
            weekly += table.sponsor_weekly[sponsor]
    for resource in range(RESOURCES):
        if resource != MONEY:
            gain(table, seat, resource, table.level[seat, resource] + 0)
    earn(state, seat, table.level[seat, MONEY] + 0, EARNED_BUDGET)
    earn(state, seat, weekly, EARNED_WEEKLY)
    note_produced(state, seat)
    emit(trace, PRODUCTION, seat, weekly)
    if trace.position > 0:
        emit_list(trace, table.level[seat], RESOURCES)


@compiled
def recover(state, trace, seat):
    """PLA-3, WEE-4: remove expired tokens from a manager's cards."""
    table = state.table
    for index in range(table.squad_size[seat]):
        card = table.squad[seat, index] + 0
        if 0 < table.injured_until[card] <= table.week:
            table.injured_until[card] = 0
            emit(trace, RECOVER, seat, card, INJURY)
        if 0 < table.suspended_until[card] <= table.week:
            table.suspended_until[card] = 0
            emit(trace, RECOVER, seat, card, SUSPENSION)


@compiled
def upkeep_due(table, seat, track):
    """CLU-7, EXT-1: return a track's upkeep for a manager, at least 0."""
    number = table.held_count[seat, sources.OF_TOKENS] + 0
    target = codes.TARGET_STADIUM
    if track == 0:
        number = table.squad_size[seat] + 0
        target = codes.TARGET_PLAYERS
    elif track == 1:
        number = table.held_count[seat, sources.OF_STAFF] + 0
        target = codes.TARGET_STAFF
    number = max(0, number + table.board_change[seat, UPKEEP_COLUMNS])
    last = table.upkeep_end[track] - 1
    due = table.upkeep[track, min(number, last)] + max(0, number - last)
    return max(0, due + total_lasting(table, seat, codes.UPKEEP, target))


@compiled
def most_expensive_staff(table, seat):
    """CLU-7: find a manager's most expensive staff card, the first if tied."""
    best = -1
    for index in range(table.held_count[seat, sources.OF_STAFF]):
        source = table.held[seat, sources.OF_STAFF, index] + 0
        if (
            best < 0
            or table.staff_price[source - sources.STAFF] > table.staff_price[best - sources.STAFF]
        ):
            best = source
    return best


@compiled
def pay_upkeep(state, trace, seat):
    """CLU-7: make a manager pay upkeep; any unpaid remainder costs VP or staff."""
    table = state.table
    if table.rule_upkeep == UPKEEP_RULE.OFF:
        return
    due = 0
    for track in range(UPKEEP_TRACKS):
        state.box.upkeep_due[track] = upkeep_due(table, seat, track)
        due += state.box.upkeep_due[track]
    payment = min(due, table.resources[seat, MONEY])
    spend(state, seat, payment, SPENT_UPKEEP)
    note_upkeep(state, seat, due, payment)
    vp = 0
    leaver = -1
    if payment < due:
        if table.rule_unpaid == UNPAID.VP:
            vp = payment - due
            gain_vp(table, seat, PART_PENALTIES, vp)
        else:
            leaver = most_expensive_staff(table, seat)
            if leaver >= 0:
                remove_held(table, seat, sources.OF_STAFF, leaver)
                discard(table, leaver)
    emit(trace, UPKEEP, seat, payment, vp, leaver)
    if trace.position > 0:
        emit_list(trace, state.box.upkeep_due, UPKEEP_TRACKS)


@compiled
def lose_resources(table, trace, seat):
    """CLU-1: take all resources except money, if only money is kept."""
    total = 0
    for resource in range(RESOURCES):
        if resource != MONEY:
            total += table.resources[seat, resource]
    if total == 0 or table.rule_keep == KEEP.ALL:
        return
    emit(trace, LOSS, seat)
    emit_value(trace, RESOURCES)
    for resource in range(RESOURCES):
        loss = 0
        if resource != MONEY:
            loss = table.resources[seat, resource] + 0
            table.resources[seat, resource] = 0
        emit_value(trace, loss)


@compiled
def renew_area(state, trace):
    """WEE-4: discard the oldest player card and staff card, and fill their rows."""
    if state.table.rule_refresh == REFRESH.ON:
        refresh(state, trace, sources.PLAYER_DECK, 1)
        refresh(state, trace, sources.STAFF_DECK, 1)


@compiled
def emit_week_end(state, trace, seat):
    """Trace a manager's club at the end of a week."""
    if trace.position == 0:
        return
    table = state.table
    vp = 0
    score = 0
    for part in range(PARTS):
        vp += table.earned[seat, part]
        score += state.box.parts_now[seat, part]
    emit(trace, WEEK_END, seat, vp, score)
    emit_list(trace, table.resources[seat], RESOURCES)
    emit_list(trace, table.level[seat], RESOURCES)
    emit_list(trace, table.squad[seat], table.squad_size[seat])
    for kind in range(sources.OF_STAFF, sources.KINDS_HELD):
        emit_list(trace, table.held[seat, kind], table.held_count[seat, kind])
