"""The league: clubs' results, the table and positions (LEA)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import streams
from eoc_sim.simulator.eleven.events import CLUBS, TABLE
from eoc_sim.simulator.eleven.season_state import PART_LEAGUE
from eoc_sim.simulator.eleven.sizes import CLUBS_IN_DECK, FACES, POSITIONS
from eoc_sim.simulator.eleven.state import DRAWN, LOST, RESULTS
from eoc_sim.simulator.eleven.switches import CLUB_DICE, FACING, LEAGUE_TIES
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import draw_once
from eoc_sim.simulator.kernel.tracing import emit, emit_value

WIN_NUMBER = 3
"""The number on a club's die that means a win."""
LAST_PROMOTED_POSITION = 2
"""The last position that brings promotion (LEA-5)."""
MAX_TEAMS_BELOW_RELEGATED = 1
"""The maximum number of teams with fewer points than a relegated team (LEA-5)."""


@compiled
def find_opponent(table, place):
    """LEA-3, LEA-4: return the seat whose result counts for a club, or -1."""
    for turn in range(table.managers):
        seat = (table.first_manager + turn) % table.managers
        if table.schedule[seat, table.week - 1] == place:
            return seat
    return -1


@compiled
def play_clubs(state, trace):
    """LEA-4: give every club its points for the week."""
    table = state.table
    box = state.box
    if trace.position > 0:
        emit(trace, CLUBS, -1)
        emit_value(trace, table.clubs)
    for deck in range(table.clubs // CLUBS_IN_DECK):
        for number in range(CLUBS_IN_DECK):
            place = box.deck_order[deck, number]
            opponent = find_opponent(table, place)
            face = -1
            points = 0
            if opponent >= 0 and table.rule_facing == FACING.MIRROR:
                points = points_against(table, box.result[opponent])
            elif opponent >= 0 or table.rule_club_dice == CLUB_DICE.ON:
                opponent = -1
                stream = streams.CLUB_DIE + 64 * table.week + CLUBS_IN_DECK * deck + number
                face = draw_once(box, stream, 0, FACES)
                points = points_for_face(table, place, face)
            table.club_met[place] = opponent
            table.club_result[place] = points
            table.club_points[place] += points
            if trace.position > 0:
                emit_value(trace, table.club_at[place])
                emit_value(trace, opponent)
                emit_value(trace, face)
                emit_value(trace, points)


@compiled
def points_against(table, result):
    """LEA-4: return the points of a club whose opponent has this result."""
    if result == LOST:
        return table.rule_win_points + 0
    return 1 if result == DRAWN else 0


@compiled
def points_for_face(table, place, face):
    """LEA-4: return the points for a face of a club's die."""
    number = table.die[table.club_colour[table.club_at[place]], face] + 0
    return table.rule_win_points + 0 if number == WIN_NUMBER else number


@compiled
def update_positions(table):
    """LEA-5, SCO-1: determine every manager's current position and VP."""
    for seat in range(table.managers):
        own_points = table.points[seat]
        position = 1
        for rival in range(table.managers):
            if table.points[rival] > own_points:
                position += 1
        for index in range(table.clubs):
            points = table.club_points[index]
            if points > own_points or (
                points == own_points and table.rule_league_ties == LEAGUE_TIES.AGAINST
            ):
                position += 1
        table.position[seat] = position
        table.part[seat, PART_LEAGUE] = table.position_vp[min(position, POSITIONS) - 1]
        table.score[seat] = table.part[seat, PART_LEAGUE]


@compiled
def is_relegated(table, seat):
    """LEA-5: check if at most one team has fewer points."""
    return teams_below(table, seat) <= MAX_TEAMS_BELOW_RELEGATED


@compiled
def teams_below(table, seat):
    """LEA-5, SOLO-2: count the teams with fewer points than a manager."""
    number = 0
    for rival in range(table.managers):
        if table.points[rival] < table.points[seat]:
            number += 1
    for index in range(table.clubs):
        if table.club_points[index] < table.points[seat]:
            number += 1
    return number


@compiled
def best_club_points(table):
    """Return the points of the best club."""
    best = 0
    for index in range(table.clubs):
        best = max(best, table.club_points[index])
    return best


@compiled
def emit_table(state, trace):
    """Write the league table to the trace."""
    if trace.position == 0:
        return
    table = state.table
    emit(trace, TABLE, -1, table.week)
    emit_value(trace, table.managers)
    for seat in range(table.managers):
        emit_value(trace, table.points[seat])
        for result in range(RESULTS):
            emit_value(trace, table.results[seat, result])
        emit_value(trace, table.goals_for[seat])
        emit_value(trace, table.goals_against[seat])
        emit_value(trace, table.position[seat])
        emit_value(trace, table.score[seat])
    emit_value(trace, table.clubs)
    for deck in range(table.clubs // CLUBS_IN_DECK):
        for number in range(CLUBS_IN_DECK):
            place = state.box.deck_order[deck, number]
            emit_value(trace, table.club_at[place])
            emit_value(trace, table.club_points[place])
