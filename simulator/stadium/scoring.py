"""Points, ranks and the win (SCO)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.ranking import ranking
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value
from eoc_sim.simulator.stadium import codes
from eoc_sim.simulator.stadium.events import FINAL

TIED = 4
"""The value of `deciding_step` if no step decides (SCO-3)."""


@compiled
def counts(table, source):
    """Check if a place's or card's points count.

    A twin may exclude them.
    """
    return table.inert[source] & codes.INERT_POINTS == 0


@compiled
def count_points(table, seat):
    """SCO-1, SCO-2, SCO-4: work out an owner's current score and its parts."""
    part = table.part[seat]
    for index in range(codes.PARTS):
        part[index] = 0
    for place in range(table.places):
        if table.block[seat, place] == 1 and counts(table, codes.PLACE_SOURCE + place):
            part[codes.PART_FIELD + table.place_level[place]] += table.place_points[place]
    if table.team_size[seat] > 0:
        for card in range(table.players):
            if counts(table, codes.PLAYER_SOURCE + card):
                part[codes.PART_PLAYERS] += table.team[seat, card] * table.player_points[card]
    if table.hired_count[seat] > 0:
        for card in range(table.employees):
            if counts(table, codes.EMPLOYEE_SOURCE + card):
                part[codes.PART_EMPLOYEES] += table.hired[seat, card] * table.employee_points[card]
    part[codes.PART_ENTERTAINMENT] = (
        table.tokens[seat, codes.ENTERTAINMENT] // table.rule_entertainment_per_point
    )
    part[codes.PART_POINT_TOKENS] = table.point_tokens[seat]
    part[codes.PART_BONUS_TILES] = table.bonus_tiles[seat]
    total = 0
    for index in range(codes.PARTS):
        total += part[index]
    table.score[seat] = total


@compiled
def deciding_step(table, first, second):
    """SCO-3: return the step that decides between two owners.

    It is 0 for points, 1 to 3 for tie-breaks, 4 for none. If the first owner is worse, it is -1
    minus the step: -1 for points.
    """
    if table.score[first] != table.score[second]:
        return 0 if table.score[first] > table.score[second] else -1
    first_tokens, second_tokens = table.tokens[first], table.tokens[second]
    if first_tokens[codes.ENTERTAINMENT] != second_tokens[codes.ENTERTAINMENT]:
        return 1 if first_tokens[codes.ENTERTAINMENT] > second_tokens[codes.ENTERTAINMENT] else -2
    if first_tokens[codes.WINS] != second_tokens[codes.WINS]:
        return 2 if first_tokens[codes.WINS] > second_tokens[codes.WINS] else -3
    if first_tokens[codes.MONEY] != second_tokens[codes.MONEY]:
        return 3 if first_tokens[codes.MONEY] > second_tokens[codes.MONEY] else -4
    return TIED


@compiled
def compare_owners(table, first, second):
    """SCO-3: return 1 if the first is better, -1 if worse, else 0."""
    step = deciding_step(table, first, second)
    if step == TIED:
        return 0
    return 1 if step >= 0 else -1


rank = ranking(compare_owners)


@compiled
def rank_owners(state):
    """SCO-3: rank owners, share the win and record the deciding step."""
    table = state.table
    box = state.box
    winner = rank(state, table.owners)
    box.tie_step = 0
    for rival in range(table.owners):
        if rival != winner:
            box.tie_step = max(box.tie_step, deciding_step(table, winner, rival))


@compiled
def final_scoring(state, trace):
    """SCO-1 to SCO-4: score the game at its end."""
    table = state.table
    box = state.box
    rank_owners(state)
    emit(trace, FINAL, -1, table.ended_by)
    emit_value(trace, table.owners)
    for seat in range(table.owners):
        emit_list(trace, table.part[seat], codes.PARTS)
        emit_value(trace, table.tokens[seat, codes.ENTERTAINMENT])
        emit_value(trace, table.tokens[seat, codes.WINS])
        emit_value(trace, table.tokens[seat, codes.MONEY])
        emit_value(trace, box.rank[seat])
        # Traces hold integers. `shares` is 1 for a seat that shares the win, and 0 otherwise, so
        # the value is k for a share of 1/k.
        emit_value(trace, box.sharers * box.shares[seat])
