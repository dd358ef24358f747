"""Match day: every manager's match against a club (MAT-7 to MAT-11)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import pitch
from eoc_sim.simulator.eleven.events import MATCH
from eoc_sim.simulator.eleven.facing import side_now
from eoc_sim.simulator.eleven.ledger import note_match
from eoc_sim.simulator.eleven.match import resolve
from eoc_sim.simulator.eleven.sizes import MAX_CLAUSES
from eoc_sim.simulator.eleven.state import (
    CONDITIONS,
    DRAWN,
    IF_CARDS,
    IF_OPPONENT_ABOVE,
    IF_QUIET_CENTRE,
    IF_SHIELDS_BACK,
    LOST,
    WON,
)
from eoc_sim.simulator.eleven.switches import LAYER
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value


@compiled
def line_up_manager(state, team, seat):
    """MAT-2, MAT-6, MAT-10: put a manager's team on the pitch, as changed by abilities."""
    table = state.table
    box = state.box
    for marker in range(pitch.MARKERS):
        box.cell[team, marker] = table.cell[seat, marker]
        box.strength[team, marker] = table.team_strength[seat, marker]
        box.side[team, marker] = side_now(table, seat, marker)
        box.feint[team, marker] = table.team_feint[seat, marker]
        box.ignores_keeper[team, marker] = table.team_ignores[seat, marker]
    box.keeper[team] = table.team_keeper[seat]
    box.gloves[team] = table.team_gloves[seat]


@compiled
def line_up_teams(state, seat):
    """MAT-2, MAT-6: put a manager's team and its opponent's on the pitch."""
    table = state.table
    box = state.box
    clear_shots(box)
    line_up_manager(state, pitch.OWN, seat)
    line_up = table.line_up[seat]
    for marker in range(pitch.MARKERS):
        box.cell[pitch.OTHER, marker] = table.line_up_cell[line_up, marker]
        box.strength[pitch.OTHER, marker] = table.line_up_strength[line_up, marker]
        box.side[pitch.OTHER, marker] = table.line_up_side[line_up, marker]
        box.feint[pitch.OTHER, marker] = 0
        box.ignores_keeper[pitch.OTHER, marker] = 0
    tactic = table.tactic[seat]
    if tactic >= 0 and table.rule_layer == LAYER.LEAGUE:
        box.gloves[pitch.OWN] += table.tactic_gloves[tactic]
    box.keeper[pitch.OTHER] = table.line_up_keeper[line_up]
    box.gloves[pitch.OTHER] = table.line_up_gloves[line_up]


@compiled
def clear_shots(box):
    """MAT-8: clear the shots, saves and goals before a match or half."""
    for team in range(pitch.TEAMS):
        box.saves[team] = 0
        box.goals[team] = 0
        for marker in range(pitch.MARKERS):
            box.shot[team, marker] = 0
            box.scored[team, marker] = 0


@compiled
def count_by_section(box):
    """Count the shots and goals of both teams by section."""
    for team in range(pitch.TEAMS):
        for section in range(pitch.SECTIONS):
            box.shots_of[team, section] = 0
            box.goals_of[team, section] = 0
        for marker in range(pitch.MARKERS):
            section = pitch.SECTION[box.cell[team, marker]]
            box.shots_of[team, section] += box.shot[team, marker]
            box.goals_of[team, section] += box.scored[team, marker]


@compiled
def is_met(state, seat, tactic, clause, condition):
    """MAT-10: check a tactic card's condition after the second phase."""
    table = state.table
    box = state.box
    kind = table.tactic_if[tactic, clause, condition]
    if kind == IF_OPPONENT_ABOVE:
        place = table.schedule[seat, table.week - 1]
        return table.club_points[place] > table.points[seat]
    if kind == IF_SHIELDS_BACK:
        shields = 0
        for marker in range(pitch.MARKERS):
            if (
                box.side[pitch.OWN, marker] == pitch.SHIELD
                and box.cell[pitch.OWN, marker] // pitch.PLACES_IN_ROW == pitch.DEFENDERS
            ):
                shields += 1
        return shields >= table.tactic_least[tactic, clause, condition]
    if kind == IF_QUIET_CENTRE:
        return box.goals_of[pitch.OTHER, pitch.ATTACK] == 0
    return kind != IF_CARDS


@compiled
def goals_of_tactic(state, seat):
    """MAT-10: count the goals added by a manager's tactic card."""
    table = state.table
    tactic = table.tactic[seat]
    goals = 0
    if tactic < 0:
        return goals
    for clause in range(MAX_CLAUSES):
        if table.tactic_goals[tactic, clause] == 0:
            continue
        met = True
        for condition in range(CONDITIONS):
            met = met and is_met(state, seat, tactic, clause, condition)
        if met:
            goals += table.tactic_goals[tactic, clause]
    return goals


@compiled
def count_result(state, seat, tactic_goals):
    """MAT-11: count a manager's result and goals; return the points."""
    table = state.table
    box = state.box
    goals = box.goals[pitch.OWN] + tactic_goals
    against = box.goals[pitch.OTHER] + 0
    result = WON if goals > against else DRAWN if goals == against else LOST
    points = table.rule_win_points if result == WON else 1 if result == DRAWN else 0
    table.results[seat, result] += 1
    table.points[seat] += points
    table.goals_for[seat] += goals
    table.goals_against[seat] += against
    box.result[seat] = result
    box.goals_of_game += goals + against
    note_match(state, seat, goals, against, tactic_goals, points)
    return points


@compiled
def play_match(state, trace, seat):
    """MAT-7 to MAT-11: play a manager's match and count the points."""
    line_up_teams(state, seat)
    resolve(state.box)
    count_by_section(state.box)
    tactic_goals = goals_of_tactic(state, seat)
    points = count_result(state, seat, tactic_goals)
    emit_match(state, trace, MATCH, seat, tactic_goals, points)


@compiled
def emit_match(state, trace, event, seat, tactic_goals, points):
    """Write a match to the trace."""
    if trace.position == 0:
        return
    table = state.table
    box = state.box
    club = table.club_at[table.schedule[seat, table.week - 1]]
    goals = box.goals[pitch.OWN] + tactic_goals
    emit(trace, event, seat, club, goals, box.goals[pitch.OTHER], tactic_goals, points)
    emit_list(trace, box.saves, pitch.TEAMS)
    for team in range(pitch.TEAMS):
        emit_list(trace, box.shots_of[team], pitch.SECTIONS)
        emit_list(trace, box.goals_of[team], pitch.SECTIONS)
    number = 0
    for marker in range(pitch.MARKERS):
        number += box.scored[pitch.OWN, marker]
    emit_value(trace, number)
    for marker in range(pitch.MARKERS):
        if box.scored[pitch.OWN, marker] > 0:
            emit_value(trace, marker)


@compiled
def emit_cards(table, trace, seat):
    """Write the cards that scored, and the number of abilities used."""
    number = 0
    for marker in range(pitch.MARKERS):
        if table.fielded[seat, marker + 1] >= 0 and table.match_scored[seat, marker] > 0:
            number += 1
    emit_value(trace, number)
    for marker in range(pitch.MARKERS):
        if table.fielded[seat, marker + 1] >= 0 and table.match_scored[seat, marker] > 0:
            emit_value(trace, table.fielded[seat, marker + 1])
    emit_value(trace, table.abilities_used[seat])
