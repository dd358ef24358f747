"""Rows of result tables, noted as a game is played."""

from __future__ import annotations

from eoc_sim.simulator.eleven.club import gain
from eoc_sim.simulator.eleven.columns import TABLES
from eoc_sim.simulator.eleven.outcomes import EARNED_EFFECTS, EARNED_VOTES
from eoc_sim.simulator.eleven.pitch import MARKERS, OTHER, OWN, SECTIONS
from eoc_sim.simulator.eleven.sizes import FIELDED, MAX_ACTIONS, RESOURCES
from eoc_sim.simulator.eleven.sources import OUTCOMES
from eoc_sim.simulator.eleven.switches import LAYER
from eoc_sim.simulator.kernel.branching import Block
from eoc_sim.simulator.kernel.compiled import compiled

MONEY = 0
clear_seat_row = Block(TABLES["seats"].ledger_dtype).clearer()


@compiled
def clear_ledger(state):
    """Begin the rows that count through a game."""
    for seat in range(state.table.managers):
        clear_seat_row(state.ledger.seats[seat])


@compiled
def earn(state, seat, money, source):
    """Give a manager money, and note where it comes from (EARNED_...)."""
    state.ledger.seats[seat].earned[source] += gain(state.table, seat, MONEY, money)


@compiled
def note_gain(state, seat, source, resource, amount):
    """Note money that an effect brings or takes."""
    if resource == MONEY:
        where = EARNED_VOTES if source >= OUTCOMES else EARNED_EFFECTS
        state.ledger.seats[seat].earned[where] += amount


@compiled
def spend(state, seat, money, use):
    """Take a manager's money, and note its use (SPENT_...)."""
    state.ledger.seats[seat].spent[use] -= gain(state.table, seat, MONEY, -money)


@compiled
def note_action(state, seat, done, extra, thing, price):
    """Note an action or a free action."""
    table = state.table
    box = state.box
    counts = state.ledger.seats[seat]
    counts.done[done] += 1
    counts.extra_actions += extra
    if box.actions_noted == MAX_ACTIONS:
        return
    row = state.ledger.actions[box.actions_noted]
    box.actions_noted += 1
    row.seat = seat
    row.week = table.week
    row.day = table.day
    row.kind = done
    row.extra = extra
    row.thing = thing
    row.price = price


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
    row.fielded = 0
    row.abilities = 0
    if table.rule_layer == LAYER.SEASON:
        row.abilities = table.abilities_used[seat]
        for place in range(FIELDED):
            row.fielded += 1 if table.fielded[seat, place] >= 0 else 0
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
    if table.rule_layer == LAYER.SEASON:
        for resource in range(RESOURCES):
            row.left[resource] = table.resources[seat, resource]
            row.levels[resource] = table.level[seat, resource]
