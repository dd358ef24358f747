"""Rows of result tables, noted as a game is played."""

from __future__ import annotations

from eoc_sim.simulator.eleven.pitch import MARKERS, OTHER, OWN, SECTIONS
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def note_prepared(state, seat, expected):
    """Note the points expected of a manager's layout."""
    state.ledger.matches[seat, state.table.week - 1].expected = expected


@compiled
def note_match(state, seat, goals, against, by_tactic, points):
    """Note a match."""
    table = state.table
    box = state.box
    club = table.club_at[table.schedule[seat, table.week - 1]]
    row = state.ledger.matches[seat, table.week - 1]
    row.seat = seat
    row.week = table.week
    row.club = club
    row.colour = table.club_colour[club]
    row.deck = table.club_deck[club]
    row.line_up = table.line_up[seat]
    row.formation = table.formation[seat]
    row.tactic = table.tactic[seat]
    row.strength = 0
    for marker in range(MARKERS):
        row.strength += table.team_strength[seat, marker]
    row.goals = goals
    row.against = against
    row.tactic_goals = by_tactic
    row.points = points
    row.saves = box.saves[OWN]
    row.saves_against = box.saves[OTHER]
    for section in range(SECTIONS):
        row.shots[section] = box.shots_of[OWN, section]
        row.goals_of[section] = box.goals_of[OWN, section]
        row.shots_against[section] = box.shots_of[OTHER, section]
        row.goals_against_of[section] = box.goals_of[OTHER, section]


@compiled
def note_week(state, seat):
    """Note a manager's standing at the end of a week."""
    table = state.table
    row = state.ledger.weeks[seat, table.week - 1]
    row.seat = seat
    row.week = table.week
    row.order = (seat - table.first_manager) % table.managers
    row.points = table.points[seat]
    row.position = table.position[seat]
    row.score = table.score[seat]
