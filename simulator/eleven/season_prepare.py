"""Preparing for a match of the season layer: stands, cards, resources, layout (MAT-4, MAT-5)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions, pitch
from eoc_sim.simulator.eleven.best_layout import copy_team, expected_points, judge
from eoc_sim.simulator.eleven.club import gain, stand_places
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.effects import STAND_IN
from eoc_sim.simulator.eleven.events import SEASON_PREPARED, STANDS
from eoc_sim.simulator.eleven.jerseys import find_place, is_spare, jersey_in_match
from eoc_sim.simulator.eleven.ledger import earn, note_prepared
from eoc_sim.simulator.eleven.names import FANS, FITNESS, OPERATION
from eoc_sim.simulator.eleven.outcomes import EARNED_STANDS
from eoc_sim.simulator.eleven.prepare import layout_refusal, spare_refusal
from eoc_sim.simulator.eleven.season_state import FANS_COLUMN
from eoc_sim.simulator.eleven.sizes import CARDS, FIELD_PLACES, RESOURCES
from eoc_sim.simulator.eleven.strength import BASIC_GLOVES, BASIC_STRENGTH, card_strength
from eoc_sim.simulator.eleven.switches import BASIC_SIDE
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value

FOR_OPERATION = 2
"""The value of ``order.fielded`` for a card paid for with operation (EPI-9)."""


@compiled
def field_refusal(table, seat, card):
    """PLA-3, MAT-5: return why a manager cannot assign a card, or 0."""
    if table.owner[card] != seat:
        return decisions.FIELD_NOT_OWN
    if table.barred == card:
        return decisions.FIELD_BARRED
    if table.injured_until[card] > 0:
        return decisions.FIELD_INJURED
    return decisions.FIELD_SUSPENDED if table.suspended_until[card] > 0 else 0


@compiled
def form_basic_team(table, seat):
    """MAT-2: give a manager the basic team, which has no cards."""
    for marker in range(pitch.MARKERS):
        table.team_strength[seat, marker] = BASIC_STRENGTH
        table.team_side[seat, marker] = pitch.BALL if marker >= pitch.FIRST_BALL else pitch.SHIELD
        table.cell[seat, marker] = -1
        table.turned[seat, marker] = 0
    table.team_keeper[seat] = BASIC_STRENGTH
    table.team_gloves[seat] = BASIC_GLOVES
    table.tactic[seat] = -1
    for place in range(FIELD_PLACES):
        table.fielded[seat, place] = -1
        table.put_by_tactic[seat, place] = 0
        for resource in range(RESOURCES):
            table.put[seat, place, resource] = 0


@compiled
def assign_refusal(table, seat, order):
    """MAT-4, PLA-3, EPI-9: return why these cards cannot be assigned, or 0."""
    jerseys_worn = 0
    places_taken = 0
    for card in range(CARDS):
        if order.fielded[card] == 0:
            continue
        refusal = field_refusal(table, seat, card)
        if refusal > 0:
            return refusal
        if order.fielded[card] == FOR_OPERATION and table.winter_token[card] != STAND_IN:
            return decisions.FIELD_STAND_IN
        place = find_place(table, order, card)
        if place < 0:
            return decisions.FIELD_SPARE
        jersey = jersey_in_match(table, card)
        if (jerseys_worn >> jersey) & 1 == 1:
            return decisions.FIELD_JERSEY
        # Different jerseys share a place only if one of them is spare.
        if (places_taken >> place) & 1 == 1:
            return decisions.FIELD_SPARE
        jerseys_worn |= 1 << jersey
        places_taken |= 1 << place
    return 0


@compiled
def rows_refusal(table, seat, order):
    """MAT-4: return why assigned cards cannot stand in these cells, or 0."""
    for number in range(table.squad_size[seat]):
        # In compiled code, adding 0 turns the field into a 64-bit integer.
        card = table.squad[seat, number] + 0
        if order.fielded[card] == 0:
            continue
        place = find_place(table, order, card)
        if place > 0 and (
            (table.card_rows[card] >> order.cell[place - 1] // pitch.PLACES_IN_ROW) & 1 == 0
        ):
            return decisions.FIELD_ROW
    return 0


@compiled
def cost_refusal(table, seat, order):
    """CLU-3, MAT-5: return why a manager cannot pay for their preparation, or 0."""
    if order.fans < 0 or order.fans > table.resources[seat, FANS]:
        return decisions.STANDS_FANS
    if order.fans > stand_places(table, seat):
        return decisions.STANDS_FULL
    number_fielded = 0
    for_operation = 0
    for number in range(table.squad_size[seat]):
        card = table.squad[seat, number]
        if order.fielded[card] == FOR_OPERATION:
            for_operation += 1
        elif order.fielded[card] != 0:
            number_fielded += 1
    if number_fielded > table.resources[seat, FITNESS]:
        return decisions.FIELD_FITNESS
    if count_misplaced(order) > 0:
        return decisions.PUT_NOT_ASSIGNED
    for resource in range(RESOURCES):
        need = 0
        if resource == FANS:
            need = order.fans + 0
        elif resource == FITNESS:
            need = number_fielded
        elif resource == OPERATION:
            need = for_operation
        for number in range(table.squad_size[seat]):
            need += int(order.put[table.squad[seat, number], resource])
        if need > table.resources[seat, resource]:
            return decisions.PUT_COST
    return 0


@compiled
def count_misplaced(order):
    """MAT-5: count negative amounts, and resources on cards that are not assigned."""
    number_misplaced = 0
    for card in range(CARDS):
        is_unassigned = int(order.fielded[card] == 0)
        for resource in range(RESOURCES):
            put = order.put[card, resource]
            number_misplaced += int(put < 0) + int(put > 0) * is_unassigned
    return number_misplaced


@compiled
def prepare_refusal(table, seat, order):
    """MAT-1 to MAT-5, CLU-3: return why a manager cannot prepare in this way, or 0."""
    refusal = spare_refusal(order)
    if refusal == 0:
        refusal = layout_refusal(table, seat, order.tactic, order.formation, order.cell)
    if refusal == 0:
        refusal = assign_refusal(table, seat, order)
    if refusal == 0:
        refusal = rows_refusal(table, seat, order)
    if refusal == 0:
        refusal = cost_refusal(table, seat, order)
    return refusal if refusal > 0 else sides_refusal(table, order)


@compiled
def sides_refusal(table, order):
    """MAT-2: return why markers cannot show these sides, or 0."""
    if table.rule_basic_side == BASIC_SIDE.FREE:
        for marker in range(pitch.MARKERS):
            if order.side[marker] != pitch.SHIELD and order.side[marker] != pitch.BALL:
                return decisions.NO_SUCH_SIDE
    return 0


@compiled
def prepare(state, policies):
    """MAT-5, INF-4: let all managers prepare, then pay and lay out their teams.

    Returns 0 or the refusal.
    """
    table = state.table
    begin_preparing(state)
    for seat in range(table.managers):
        ask(state, policies, seat, decisions.ASK_PREPARE)
        refusal = prepare_refusal(table, seat, state.order)
        if refusal > 0:
            return refusal
        note_order(state, seat)
    stop_blaming(state)
    for seat in range(table.managers):
        lay_out(state, seat)
    return 0


@compiled
def begin_preparing(state):
    """MAT-5: give every manager the basic team, and forget the cards tried."""
    for seat in range(state.table.managers):
        form_basic_team(state.table, seat)
        for place in range(FIELD_PLACES):
            state.seats[seat].tried[place] = 0


@compiled
def note_order(state, seat):
    """INF-4: hold a manager's preparation back until all have prepared."""
    box = state.box
    order = state.order
    box.chosen_tactic[seat] = order.tactic
    box.chosen_formation[seat] = order.formation
    box.chosen_fans[seat] = order.fans
    for marker in range(pitch.MARKERS):
        box.chosen_cell[seat, marker] = order.cell[marker]
        box.chosen_side[seat, marker] = order.side[marker]
    box.chosen_operation[seat] = 0
    for place in range(FIELD_PLACES):
        box.chosen_fielded[seat, place] = -1
    for number in range(state.table.squad_size[seat]):
        card = state.table.squad[seat, number] + 0
        if order.fielded[card] != 0:
            place = find_place(state.table, order, card)
            box.chosen_fielded[seat, place] = card
            if order.fielded[card] == FOR_OPERATION:
                box.chosen_operation[seat] |= 1 << place
            for resource in range(RESOURCES):
                box.chosen_put[seat, place, resource] = order.put[card, resource]


@compiled
def lay_out(state, seat):
    """MAT-5: pay for a manager's preparation and lay out their markers."""
    table = state.table
    box = state.box
    me = state.seats[seat]
    table.tactic[seat] = box.chosen_tactic[seat]
    table.formation[seat] = box.chosen_formation[seat]
    for marker in range(pitch.MARKERS):
        table.cell[seat, marker] = box.chosen_cell[seat, marker]
        if table.rule_basic_side == BASIC_SIDE.FREE:
            table.team_side[seat, marker] = box.chosen_side[seat, marker]
    fill_stands_and_assign(state, seat)
    copy_team(table, me)
    for marker in range(pitch.MARKERS):
        me.cell[marker] = table.cell[seat, marker]
    judge(me, table.rule_win_points)
    note_prepared(state, seat, expected_points(me))


@compiled
def fill_stands_and_assign(state, seat):
    """MAT-5, CLU-3: fill a manager's stands and assign their cards."""
    table = state.table
    box = state.box
    me = state.seats[seat]
    fans = box.chosen_fans[seat] + 0
    table.stand_fans[seat] = fans
    table.most_stand_fans[seat] = max(table.most_stand_fans[seat], fans)
    season_maxima = table.most_in_season[seat]
    season_maxima[FANS_COLUMN] = max(season_maxima[FANS_COLUMN], fans)
    gain(table, seat, FANS, -fans)
    earn(state, seat, fans, EARNED_STANDS)
    table.for_operation[seat] = box.chosen_operation[seat]
    for place in range(FIELD_PLACES):
        card = box.chosen_fielded[seat, place] + 0
        me.tried[place] = card + 1
        table.fielded[seat, place] = card
        if card >= 0:
            assign(state, seat, place, card)


@compiled
def assign(state, seat, place, card):
    """MAT-2, MAT-5: let a card take over its marker, for 1 fitness or operation."""
    table = state.table
    for_operation = (table.for_operation[seat] >> place) & 1
    gain(table, seat, OPERATION if for_operation == 1 else FITNESS, -1)
    for resource in range(RESOURCES):
        put = state.box.chosen_put[seat, place, resource] + 0
        table.put[seat, place, resource] = put
        gain(table, seat, resource, -put)
    if place == 0:
        table.team_keeper[seat] = card_strength(table, card)
        table.team_gloves[seat] = table.side_gloves[card]
    else:
        table.team_strength[seat, place - 1] = card_strength(table, card)
        table.team_side[seat, place - 1] = table.card_side[card]


@compiled
def emit_prepared(state, trace, seat):
    """Write a manager's stands and preparation to the trace."""
    if trace.position == 0:
        return
    table = state.table
    emit(trace, STANDS, seat, table.stand_fans[seat])
    tactic, formation = table.tactic[seat] + 0, table.formation[seat] + 0
    for_operation = count_for_operation(table, seat)
    number = count_fielded(table, seat) - for_operation
    emit(trace, SEASON_PREPARED, seat, tactic, formation, number, for_operation)
    emit_list(trace, table.cell[seat], pitch.MARKERS)
    emit_fielded(table, trace, seat)
    free = table.rule_basic_side == BASIC_SIDE.FREE
    emit_list(trace, table.team_side[seat], pitch.MARKERS if free else 0)
    emit_taken(table, trace, seat)


@compiled
def count_fielded(table, seat):
    """Count the cards that a manager has assigned."""
    number = 0
    for place in range(FIELD_PLACES):
        number += 1 if table.fielded[seat, place] >= 0 else 0
    return number


@compiled
def count_for_operation(table, seat):
    """EPI-9: count the cards that are paid for with operation instead of fitness."""
    number = 0
    for place in range(FIELD_PLACES):
        number += (table.for_operation[seat] >> place) & 1
    return number


@compiled
def emit_fielded(table, trace, seat):
    """Write a manager's assigned cards, and the resources on each."""
    number = count_fielded(table, seat)
    emit_value(trace, number)
    for place in range(FIELD_PLACES):
        if table.fielded[seat, place] >= 0:
            emit_value(trace, table.fielded[seat, place])
    emit_value(trace, number)
    for place in range(FIELD_PLACES):
        if table.fielded[seat, place] >= 0:
            emit_list(trace, table.put[seat, place], RESOURCES)


@compiled
def emit_taken(table, trace, seat):
    """EPI-9: write the markers that cards with spare jerseys take over."""
    number = 0
    for place in range(1, FIELD_PLACES):
        card = table.fielded[seat, place] + 0
        number += 1 if card >= 0 and is_spare(table, card) else 0
    emit_value(trace, number)
    for jersey in range(pitch.LAST_JERSEY + 1, pitch.LAST_JERSEY + 1 + pitch.SPARE_JERSEYS):
        for place in range(1, FIELD_PLACES):
            card = table.fielded[seat, place] + 0
            if card >= 0 and table.card_jersey[card] == jersey:
                emit_value(trace, place - 1)
