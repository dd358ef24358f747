"""A match of the season layer: cards, abilities and goals from effects (MAT-7 to MAT-11)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.codes import GOAL, MATCH
from eoc_sim.simulator.eleven.conditions import card_on, is_due
from eoc_sim.simulator.eleven.events import FIRST_GOAL, SEASON_MATCH
from eoc_sim.simulator.eleven.ledger import note_goals
from eoc_sim.simulator.eleven.match import resolve
from eoc_sim.simulator.eleven.match_day import (
    count_by_section,
    count_result,
    emit_cards,
    emit_match,
    line_up_teams,
)
from eoc_sim.simulator.eleven.names import WINTER_KINDS
from eoc_sim.simulator.eleven.pairing import rival_of
from eoc_sim.simulator.eleven.pitch import MARKERS, OTHER, OWN
from eoc_sim.simulator.eleven.season_state import GOALS_COLUMN, MARGIN_COLUMN
from eoc_sim.simulator.eleven.sources import TACTICS
from eoc_sim.simulator.eleven.state import WON
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit

FIRST_GOAL_TOKEN = WINTER_KINDS.index("first goal") + 1
GOAL_SCORED = len(WINTER_KINDS) + 1
"""A first-goal token whose card has already scored."""


@compiled
def goals_of_effects(state, seat):
    """MAT-10, REF-8: count the goals added by the tactic cards in the match."""
    table = state.table
    # In compiled code, adding 0 turns the field into a 64-bit integer, as - 1 does below.
    goals = goals_of_tactic(state, seat, table.tactic[seat] + 0)
    return goals + goals_of_tactic(state, seat, table.extra_tactic[seat] - 1)


@compiled
def goals_of_tactic(state, seat, tactic):
    """MAT-10: count the goals that a tactic card adds; card -1 adds none."""
    table = state.table
    goals = 0
    if tactic < 0:
        return goals
    source = TACTICS + tactic
    first = table.first_clause[source]
    for clause in range(first, first + table.clauses_of[source]):
        facts = table.clause[clause]
        if facts.when == MATCH and facts.gain == GOAL and is_due(state, seat, source, clause):
            goals += facts.amount
    return goals


@compiled
def play_match(state, trace, seat):
    """MAT-7 to MAT-11: play a manager's match, and count points and goals."""
    play_phases(state, seat)
    end_match(state, trace, seat)


@compiled
def play_phases(state, seat):
    """MAT-7 to MAT-9: play both phases of a manager's match."""
    table = state.table
    box = state.box
    line_up_teams(state, seat)
    for marker in range(MARKERS):
        box.strength[OTHER, marker] = table.their_strength[seat, marker]
    resolve(box)
    count_by_section(box)
    for marker in range(MARKERS):
        table.match_scored[seat, marker] = box.scored[OWN, marker]


@compiled
def end_match(state, trace, seat):
    """MAT-10, MAT-11: record the result with goals from effects, and update season figures."""
    table = state.table
    box = state.box
    effect_goals = goals_of_effects(state, seat)
    points = count_result(state, seat, effect_goals)
    goals = box.goals[OWN] + effect_goals
    against = box.goals[OTHER] + 0
    table.match_goals[seat] = goals
    table.match_against[seat] = against
    count_for_objectives(state, seat, goals, against)
    emit_season_match(state, trace, seat, effect_goals, points)
    reward_first_goals(state, trace, seat)


@compiled
def count_for_objectives(state, seat, goals, against):
    """SET-6, SOLO-2: count a match's results for objectives and solo scenarios."""
    table = state.table
    season_maxima = table.most_in_season[seat]
    for marker in range(MARKERS):
        card = card_on(table, seat, marker)
        if card >= 0:
            table.card_goals[card] += table.match_scored[seat, marker]
            note_goals(state, card, table.match_scored[seat, marker])
            table.most_card_goals[seat] = max(table.most_card_goals[seat], table.card_goals[card])
            season_maxima[GOALS_COLUMN] = max(
                season_maxima[GOALS_COLUMN], table.goals_before[card] + table.card_goals[card]
            )
    if state.box.result[seat] != WON:
        return
    table.largest_margin[seat] = max(table.largest_margin[seat], goals - against)
    season_maxima[MARGIN_COLUMN] = max(season_maxima[MARGIN_COLUMN], goals - against)
    if against == 0:
        table.clean_wins[seat] += 1
    if rival_of(table, seat) >= 0:
        return
    club = table.club_at[table.schedule[seat, table.week - 1]]
    table.beaten[seat, table.club_colour[club]] += 1


@compiled
def reward_first_goals(state, trace, seat):
    """EPI-9: strengthen each card whose winter token rewards its first goal."""
    table = state.table
    for marker in range(MARKERS):
        card = card_on(table, seat, marker)
        if (
            card >= 0
            and table.winter_token[card] == FIRST_GOAL_TOKEN
            and table.match_scored[seat, marker] > 0
        ):
            table.winter_token[card] = GOAL_SCORED
            table.strength_tokens[card] += 1
            emit(trace, FIRST_GOAL, seat, card)


@compiled
def emit_season_match(state, trace, seat, effect_goals, points):
    """Write a match to the trace, with the cards that scored."""
    if trace.position == 0:
        return
    emit_match(state, trace, SEASON_MATCH, seat, effect_goals, points)
    emit_cards(state.table, trace, seat)
