"""The parts of a season's score (SCO-1 to SCO-6)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.codes import END
from eoc_sim.simulator.eleven.codes import VP as VP_GAIN
from eoc_sim.simulator.eleven.conditions import amount_of
from eoc_sim.simulator.eleven.lasting import is_idle_sponsor
from eoc_sim.simulator.eleven.names import CONCEDED, MEASURES, MONEY
from eoc_sim.simulator.eleven.season_state import (
    FANS_COLUMN,
    GOALS_COLUMN,
    MARGIN_COLUMN,
    PART_EFFECTS,
    PART_LEAGUE,
    PART_MONEY,
    PART_OBJECTIVE,
    PART_STADIUM,
    PART_STAFF,
    PART_YOUNGSTERS,
    PARTS,
)
from eoc_sim.simulator.eleven.sizes import STAFF_COLOURS, STAFF_SETS
from eoc_sim.simulator.eleven.sources import KINDS_HELD, OF_STAFF, OF_TOKENS, STAFF, TOKENS
from eoc_sim.simulator.eleven.state import WON
from eoc_sim.simulator.kernel.compiled import compiled, outlined

MONEY_STEP = 5
"""The amount of money that brings `money_vp` VP (SCO-6)."""
LOYAL_MATCHES = 3
"""The number of matches that makes a card loyal (SET-6)."""
BEAT_RED = MEASURES.index("beat red")
TRAINED_YOUNGSTERS, YOUNGSTERS, WINS, MARGIN, CLEAN_WINS, MONEY_HELD, TOKENS_HELD = range(7)
LOYAL_CARDS, STAND_FANS, STAFF_COLOUR, GOALS, CARD_GOALS, EXTRA_ACTIONS = range(7, BEAT_RED)


@outlined
def count_staff_with_colour(table, seat, colour):
    """CLU-8: count a manager's staff cards of one colour."""
    number = 0
    for index in range(table.held_count[seat, OF_STAFF]):
        if table.staff_colour[table.held[seat, OF_STAFF, index] - STAFF] == colour:
            number += 1
    return number


@compiled
def vp_of_youngsters(table, seat):
    """SCO-2: count the VP for trained youngsters that a manager holds."""
    vp = 0
    for index in range(table.squad_size[seat]):
        card = table.squad[seat, index]
        if table.is_trained[card] == 1 and table.vp_sold[card] == 0:
            vp += table.card_vp[card]
    return vp


@compiled
def vp_of_stadium(table, seat):
    """SCO-3: count the VP for tokens and for the office."""
    vp = table.office_vp[table.office[seat]] + 0
    for index in range(table.held_count[seat, OF_TOKENS]):
        source = table.held[seat, OF_TOKENS, index]
        if source != table.worthless:
            vp += table.token_vp[source - TOKENS]
    return vp


@compiled
def vp_of_staff(table, seat):
    """SCO-4: count the VP for staff sets."""
    vp = 0
    for colour in range(STAFF_COLOURS):
        vp += table.staff_set_vp[min(STAFF_SETS - 1, count_staff_with_colour(table, seat, colour))]
    return vp


@compiled
def count_youngsters(table, seat):
    """SET-6: count a manager's youngsters, trained or not."""
    number = 0
    for index in range(table.squad_size[seat]):
        number += 1 if table.card_spaces[table.squad[seat, index]] > 0 else 0
    return number


@compiled
def count_loyal(table, seat, half_only):
    """SET-6, EPI-3: count a manager's loyal cards.

    If ``half_only`` is true, only the matches of this half of the season count.
    """
    number = 0
    for index in range(table.squad_size[seat]):
        card = table.squad[seat, index]
        matches = table.matches[card] + 0
        if half_only:
            matches -= table.matches_before[card]
        number += 1 if matches >= LOYAL_MATCHES else 0
    return number


@compiled
def season_count(table, seat, measure):
    """SET-6: return a measure's count in the whole season."""
    if measure == TRAINED_YOUNGSTERS:
        return table.youngsters_trained[seat] + 0
    if measure == YOUNGSTERS:
        return count_youngsters(table, seat)
    if measure == LOYAL_CARDS:
        return count_loyal(table, seat, False)
    if measure == WINS:
        return table.results[seat, WON] + 0
    if measure == MARGIN:
        return table.most_in_season[seat, MARGIN_COLUMN] + 0
    if measure == CLEAN_WINS:
        return table.clean_wins[seat] + 0
    if measure == MONEY_HELD:
        return table.resources[seat, MONEY] + 0
    if measure == TOKENS_HELD:
        return table.held_count[seat, OF_TOKENS] + 0
    if measure == STAND_FANS:
        return table.most_in_season[seat, FANS_COLUMN] + 0
    if measure == STAFF_COLOUR:
        maximum = 0
        for colour in range(STAFF_COLOURS):
            maximum = max(maximum, count_staff_with_colour(table, seat, colour))
        return maximum
    if measure == GOALS:
        return table.goals_for[seat] + 0
    if measure == CARD_GOALS:
        return table.most_in_season[seat, GOALS_COLUMN] + 0
    if measure == EXTRA_ACTIONS:
        return table.extra_actions[seat] + 0
    if measure == CONCEDED:
        return table.goals_against[seat] + 0
    return table.beaten[seat, measure - BEAT_RED] + 0


@compiled
def objective_count(table, seat, measure):
    """SET-6, EPI-3: return an objective's count; in Epic, for this half only."""
    if measure == LOYAL_CARDS:
        return count_loyal(table, seat, True)
    if measure == MARGIN:
        return table.largest_margin[seat] + 0
    if measure == STAND_FANS:
        return table.most_stand_fans[seat] + 0
    if measure == CARD_GOALS:
        return table.most_card_goals[seat] + 0
    return season_count(table, seat, measure) - table.before_break[seat, measure]


@compiled
def vp_of_objective(table, seat, objective):
    """SCO-5: count an objective's VP, double if perfect; 0 for objective -1."""
    return table.rule_objective_vp * judge_objective(table, seat, objective)


@compiled
def judge_objective(table, seat, objective):
    """SCO-5: return an objective's state: 2 perfect, 1 fulfilled, 0 missed."""
    if objective < 0:
        return 0
    measure = table.objective_measure[objective] + 0
    sign = -1 if measure == CONCEDED else 1
    number = sign * objective_count(table, seat, measure)
    if number >= sign * table.objective_perfect[objective]:
        return 2
    return 1 if number >= sign * table.objective_fulfilled[objective] else 0


@compiled
def vp_at_end(table, seat):
    """SCO-6: count the VP of free `end` effects in the current state."""
    vp = 0
    for kind in range(KINDS_HELD):
        for index in range(table.held_count[seat, kind]):
            source = table.held[seat, kind, index] + 0
            if is_idle_sponsor(table, source):
                continue
            first = table.first_clause[source] + 0
            for clause in range(first, first + table.clauses_of[source]):
                facts = table.clause[clause]
                if facts.when == END and facts.gain == VP_GAIN and facts.pay_kind < 0:
                    vp += amount_of(table, seat, clause)
    return vp


@compiled
def count_season_score(state, seat, is_over):
    """Compute each part of a manager's score as it stands now.

    Until an objective is scored, the public record leaves out its VP (INF-2).
    """
    table = state.table
    parts = state.box.parts_now[seat]
    for part in range(PARTS):
        parts[part] = table.earned[seat, part]
    parts[PART_LEAGUE] = table.part[seat, PART_LEAGUE]
    parts[PART_YOUNGSTERS] += vp_of_youngsters(table, seat)
    parts[PART_STADIUM] += vp_of_stadium(table, seat)
    parts[PART_STAFF] += vp_of_staff(table, seat)
    parts[PART_OBJECTIVE] += vp_of_objective(table, seat, state.seats[seat].objective + 0)
    parts[PART_MONEY] += table.rule_money_vp * (table.resources[seat, MONEY] // MONEY_STEP)
    if not is_over:
        parts[PART_EFFECTS] += vp_at_end(table, seat)
    table.score[seat] = 0
    for part in range(PARTS):
        table.part[seat, part] = parts[part]
        if part == PART_OBJECTIVE and not is_over:
            table.part[seat, part] = table.earned[seat, part]
        table.score[seat] += table.part[seat, part]
