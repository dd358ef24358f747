"""Matches between managers: halves, shoot-outs and results (PVP-5 to PVP-8)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import streams
from eoc_sim.simulator.eleven.codes import NO_TARGET
from eoc_sim.simulator.eleven.codes import SHOOTOUT as SHOOT_OUT_GAIN
from eoc_sim.simulator.eleven.events import HALF, LEAGUE_MATCH, SEASON_LEAGUE_MATCH, SHOOT_OUT
from eoc_sim.simulator.eleven.lasting import lasting_of, total_lasting
from eoc_sim.simulator.eleven.league_layouts import begin_half
from eoc_sim.simulator.eleven.ledger import note_league_match
from eoc_sim.simulator.eleven.match import resolve
from eoc_sim.simulator.eleven.match_day import (
    clear_shots,
    count_by_section,
    emit_cards,
    line_up_manager,
)
from eoc_sim.simulator.eleven.pairing import rival_of
from eoc_sim.simulator.eleven.pitch import MARKERS, OTHER, OWN, SECTIONS, TEAMS
from eoc_sim.simulator.eleven.rerolling import emit_rerolls
from eoc_sim.simulator.eleven.sizes import FACES, FIELD_PLACES
from eoc_sim.simulator.eleven.state import LOST, SHOOTING, WON
from eoc_sim.simulator.eleven.strength import (
    starting_gloves,
    starting_keeper_strength,
    starting_strength,
)
from eoc_sim.simulator.eleven.switches import ABILITIES, FRESH_GLOVES, LAYER
from eoc_sim.simulator.eleven.switches import SHOOTOUT as SHOOT_OUT_RULE
from eoc_sim.simulator.eleven.turn_order import whose_turn
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import draw_once
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value

HALVES = 2
MAX_ROUNDS = 20
"""The number of tied rounds after which the Visitor wins a shoot-out (PVP-7)."""
HOST, VISITOR = OWN, OTHER
"""The teams on the pitch."""


@compiled
def begin_match(state):
    """PVP-4: begin the match of the Host whose turn it is."""
    box = state.box
    for team in range(TEAMS):
        box.sum_goals[team] = 0
        box.sum_saves[team] = 0
        for section in range(SECTIONS):
            box.sum_shots[team, section] = 0
            box.sum_section_goals[team, section] = 0
        for marker in range(MARKERS):
            box.sum_marker_goals[team, marker] = 0
    state.table.shoot_round = 0
    state.table.rerolled = 0
    begin_half(state, 1)


@compiled
def seat_of(table, team):
    """PVP-3: return the seat of a team, the Host or the Visitor."""
    host = whose_turn(table)
    return host if team == HOST else rival_of(table, host)


# --- A half


@compiled
def play_half(state, trace):
    """PVP-5, PVP-6: play a half, then begin the next or a shoot-out.

    Returns True if the match is over.
    """
    table = state.table
    box = state.box
    clear_shots(box)
    for team in range(TEAMS):
        line_up_manager(state, team, seat_of(table, team))
    resolve(box)
    count_by_section(box)
    emit_half(state, trace)
    for team in range(TEAMS):
        box.sum_goals[team] += box.goals[team]
        box.sum_saves[team] += box.saves[team]
        for section in range(SECTIONS):
            box.sum_shots[team, section] += box.shots_of[team, section]
            box.sum_section_goals[team, section] += box.goals_of[team, section]
        for marker in range(MARKERS):
            box.sum_marker_goals[team, marker] += box.scored[team, marker]
    if table.half < HALVES:
        for team in range(TEAMS):
            restore_team(table, seat_of(table, team), box.saves[team] + 0)
        begin_half(state, HALVES)
        return False
    if box.sum_goals[HOST] != box.sum_goals[VISITOR]:
        return True
    begin_shoot_out(state)
    return False


@compiled
def restore_team(table, seat, saves):
    """PVP-5, PVP-6: undo the changes made in a half, and set the gloves.

    With ``fresh_gloves = off``, each of the ``saves`` costs the keeper a glove.
    """
    for marker in range(MARKERS):
        table.team_strength[seat, marker] = starting_strength(table, seat, marker)
        table.turned[seat, marker] = 0
        table.team_feint[seat, marker] = 0
        table.team_ignores[seat, marker] = 0
    for place in range(FIELD_PLACES):
        table.team_change[seat, place] = 0
    table.team_keeper[seat] = starting_keeper_strength(table, seat)
    gloves = starting_gloves(table, seat)
    if table.rule_fresh_gloves == FRESH_GLOVES.OFF:
        gloves = max(0, gloves - saves)
    table.team_gloves[seat] = gloves


@compiled
def emit_teams(trace, saves, shots, goals, team):
    """Write the saves, shots and goals of both teams, ``team`` first."""
    if trace.position == 0:
        return
    emit_value(trace, TEAMS)
    emit_value(trace, saves[team])
    emit_value(trace, saves[1 - team])
    emit_list(trace, shots[team], SECTIONS)
    emit_list(trace, goals[team], SECTIONS)
    emit_list(trace, shots[1 - team], SECTIONS)
    emit_list(trace, goals[1 - team], SECTIONS)


@compiled
def emit_scorers(trace, goals):
    """Write the markers that scored."""
    number = 0
    for marker in range(MARKERS):
        number += 1 if goals[marker] > 0 else 0
    emit_value(trace, number)
    for marker in range(MARKERS):
        if goals[marker] > 0:
            emit_value(trace, marker)


@compiled
def emit_half(state, trace):
    """Write a half to the trace."""
    table = state.table
    box = state.box
    host = whose_turn(table)
    goals, against = box.goals[HOST] + 0, box.goals[VISITOR] + 0
    emit(trace, HALF, host, table.half, rival_of(table, host), goals, against)
    emit_teams(trace, box.saves, box.shots_of, box.goals_of, HOST)
    emit_scorers(trace, box.scored[HOST])
    emit_scorers(trace, box.scored[VISITOR])


# --- A shoot-out


@compiled
def begin_shoot_out(state):
    """PVP-7: begin a shoot-out."""
    for team in range(TEAMS):
        state.box.shoot_rolls[seat_of(state.table, team)] = 0
    state.box.shoot_outs += 1
    begin_round(state)


@compiled
def begin_round(state):
    """PVP-7: let both managers roll."""
    table = state.table
    table.shoot_round += 1
    table.rerolled = 0
    table.declined = 0
    table.user = seat_of(table, HOST)
    for team in range(TEAMS):
        seat = seat_of(table, team)
        roll(state, seat)
        state.box.shoot_first[team] = table.shoot_face[seat]
    table.phase = SHOOTING


@compiled
def roll(state, seat):
    """PVP-7, RND-2: roll a manager's die with the next draw of their stream."""
    table = state.table
    box = state.box
    stream = streams.SHOOTOUT + 64 * table.week + seat
    table.shoot_face[seat] = draw_once(box, stream, box.shoot_rolls[seat] + 0, FACES) + 1
    box.shoot_rolls[seat] += 1


@compiled
def shoot_out_bonus(table, seat):
    """PVP-7: add up a manager's effects on shoot-outs."""
    if table.rule_layer == LAYER.LEAGUE:
        return 0
    bonus = total_lasting(table, seat, SHOOT_OUT_GAIN, NO_TARGET)
    for place in range(FIELD_PLACES):
        card = table.fielded[seat, place] + 0
        if (
            card >= 0
            and table.rule_abilities == ABILITIES.ON
            and (table.card_trained_only[card] == 0 or table.is_trained[card] == 1)
        ):
            bonus += lasting_of(table, card, SHOOT_OUT_GAIN, NO_TARGET)
    return bonus


@compiled
def shot_of(table, seat):
    """PVP-7: return the value of a manager's roll in a shoot-out."""
    rival = rival_of(table, seat)
    if table.rule_shootout == SHOOT_OUT_RULE.GLOVES:
        save = starting_gloves(table, rival)
    else:
        save = starting_keeper_strength(table, rival)
    return table.shoot_face[seat] + shoot_out_bonus(table, seat) - save


@compiled
def end_round(state, trace):
    """PVP-7: compare the rolls; begin the next round, or return True if decided."""
    table = state.table
    host = seat_of(table, HOST)
    visitor = seat_of(table, VISITOR)
    difference = shot_of(table, host) - shot_of(table, visitor)
    winner = host if difference > 0 else visitor
    if difference == 0 and table.shoot_round < MAX_ROUNDS:
        winner = -1
    emit(trace, SHOOT_OUT, host, table.shoot_round, visitor, winner)
    if trace.position > 0:
        emit_list(trace, state.box.shoot_first, TEAMS)
        emit_rerolls(state, trace)
        emit_value(trace, TEAMS)
        emit_value(trace, shot_of(table, host))
        emit_value(trace, shot_of(table, visitor))
    if winner >= 0:
        return True
    begin_round(state)
    return False


# --- The result


@compiled
def winner_of(state):
    """PVP-7: return the team that has won, by goals or rolls."""
    table = state.table
    goals = state.box.sum_goals
    if goals[HOST] != goals[VISITOR]:
        return HOST if goals[HOST] > goals[VISITOR] else VISITOR
    difference = shot_of(table, seat_of(table, HOST)) - shot_of(table, seat_of(table, VISITOR))
    return HOST if difference > 0 else VISITOR


@compiled
def end_match(state, trace):
    """PVP-7, PVP-8: count the result for both managers."""
    table = state.table
    box = state.box
    winner = winner_of(state)
    box.goals_of_game += box.sum_goals[HOST] + box.sum_goals[VISITOR]
    for team in range(TEAMS):
        seat = seat_of(table, team)
        result = WON if team == winner else LOST
        points = table.rule_win_points + 0 if team == winner else 0
        goals = box.sum_goals[team] + 0
        against = box.sum_goals[1 - team] + 0
        table.results[seat, result] += 1
        table.points[seat] += points
        table.goals_for[seat] += goals
        table.goals_against[seat] += against
        table.match_goals[seat] = goals
        table.match_against[seat] = against
        for marker in range(MARKERS):
            table.match_scored[seat, marker] = box.sum_marker_goals[team, marker]
        box.result[seat] = result
        note_league_match(state, seat, team, points, starting_gloves(table, seat))
    for team in range(TEAMS):
        emit_result(state, trace, team)
    table.half = 0
    table.shoot_round = 0


@compiled
def emit_result(state, trace, team):
    """Write a manager's match to the trace."""
    if trace.position == 0:
        return
    table = state.table
    box = state.box
    seat = seat_of(table, team)
    points = table.rule_win_points + 0 if box.result[seat] == WON else 0
    is_season = table.rule_layer == LAYER.SEASON
    event = SEASON_LEAGUE_MATCH if is_season else LEAGUE_MATCH
    is_host = 1 if team == HOST else 0
    goals, against = box.sum_goals[team] + 0, box.sum_goals[1 - team] + 0
    emit(trace, event, seat, rival_of(table, seat), is_host, goals, against, points)
    emit_teams(trace, box.sum_saves, box.sum_shots, box.sum_section_goals, team)
    emit_scorers(trace, box.sum_marker_goals[team])
    if is_season:
        emit_cards(table, trace, seat)
