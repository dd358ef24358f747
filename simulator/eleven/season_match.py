"""A match of layer season: cards, abilities and goals of effects (MAT-7 to MAT-11)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.codes import GOAL, MATCH
from eoc_sim.simulator.eleven.conditions import card_on, is_due
from eoc_sim.simulator.eleven.events import SEASON_MATCH
from eoc_sim.simulator.eleven.ledger import note_goals
from eoc_sim.simulator.eleven.match import resolve
from eoc_sim.simulator.eleven.match_day import (
    count_by_section,
    count_result,
    emit_cards,
    emit_match,
    line_up_teams,
)
from eoc_sim.simulator.eleven.pairing import rival_of
from eoc_sim.simulator.eleven.pitch import MARKERS, OTHER, OWN
from eoc_sim.simulator.eleven.sources import TACTICS
from eoc_sim.simulator.eleven.state import WON
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def goals_of_effects(state, seat):
    """MAT-10: count the goals that the tactic card played adds."""
    table = state.table
    goals = 0
    if table.tactic[seat] < 0:
        return goals
    source = TACTICS + table.tactic[seat]
    first = table.first_clause[source]
    for clause in range(first, first + table.clauses_of[source]):
        phrase = table.clause[clause]
        if phrase.when == MATCH and phrase.gain == GOAL and is_due(state, seat, source, clause):
            goals += phrase.amount
    return goals


@compiled
def play_match(state, trace, seat):
    """MAT-7 to MAT-11: play a manager's match, and count points and goals."""
    table = state.table
    box = state.box
    line_up_teams(state, seat)
    for marker in range(MARKERS):
        box.strength[OTHER, marker] = table.their_strength[seat, marker]
    resolve(box)
    count_by_section(box)
    by_effects = goals_of_effects(state, seat)
    points = count_result(state, seat, by_effects)
    goals = box.goals[OWN] + by_effects
    against = box.goals[OTHER] + 0
    table.match_goals[seat] = goals
    table.match_against[seat] = against
    for marker in range(MARKERS):
        table.match_scored[seat, marker] = box.scored[OWN, marker]
    count_season(state, seat, goals, against)
    emit_season_match(state, trace, seat, by_effects, points)


@compiled
def count_season(state, seat, goals, against):
    """SET-6: count what objectives look at in a match."""
    table = state.table
    for marker in range(MARKERS):
        card = card_on(table, seat, marker)
        if card >= 0:
            table.card_goals[card] += table.match_scored[seat, marker]
            note_goals(state, card, table.match_scored[seat, marker])
            table.most_card_goals[seat] = max(table.most_card_goals[seat], table.card_goals[card])
    if state.box.result[seat] != WON:
        return
    table.largest_margin[seat] = max(table.largest_margin[seat], goals - against)
    if against == 0:
        table.clean_wins[seat] += 1
    if rival_of(table, seat) >= 0:
        return
    club = table.club_at[table.schedule[seat, table.week - 1]]
    table.beaten[seat, table.club_colour[club]] += 1


@compiled
def emit_season_match(state, trace, seat, by_effects, points):
    """Write a match into the trace, with its cards that scored."""
    if trace.position == 0:
        return
    emit_match(state, trace, SEASON_MATCH, seat, by_effects, points)
    emit_cards(state.table, trace, seat)
