"""The worth of effects and things, measured in mid-season money."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven.strategy_api import (
    EPIC,
    FIRST_STAFF,
    FIRST_TOKEN,
    FIRST_VETERAN,
    OF_STAFF,
    OF_TOKENS,
    jersey_in_match,
    objective_count,
    unchecked,
)

MONEY, FANS, OPERATION, FITNESS, VP, LEVEL, TRAIN, EXPERIENCE = range(8)
OFFICE_STEP = 12
"""The numbers that identify gains.

The target of a `LEVEL` gain is `BUDGET` plus the resource's number.
"""
BUDGET = 7
UNIT_WORTHS = np.array(
    [
        *(1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.2, 2.5, 0.5, 1.0, 3.0, -3.0, 3.5, 0.5, 0.4),
        *(3.0, 0.25, 0.1, 1.2, -1.0, 0.7, 0.4, 0.2, 0.8, 0.4, 0.3, 0.3, 2.0, 0.1, -1.0),
        *(2.0, 0.5, 0.3, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    ]
)
"""The default worth of each gain, in money."""
MONDAY, ACTION = 1, 2
ONCE = np.array([1.0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.0, 1.0])
WEEKLY = np.array([0, 1.0, 0.7, 0.8, 0.2, 0.4, 1.2, 0.3, 0.3, 0.3, 0.3, 1.0, 0.5, 1.0, 0.0, 0.0])
"""The frequency of each moment: `ONCE` per game, `WEEKLY` per week."""
CHANCES = np.array([0.65, 0.2, 0.15, 0.2, 0.3, 0.5, 0.5, 0.4, 0.4, 0.5, 0.4, 0.5, 0.4, 0.4])
"""The chance that each condition holds."""
TYPICAL_COUNTS = np.array([5.0, 2.0, 4.0, 4.5, 3.0, 4.5, 4.0, 9.0, 4.0])
"""The typical result of each counter."""
PLAYERS_TRACK, STAFF_TRACK, STADIUM_TRACK = range(3)
"""Tracks of upkeep."""
STAFF_PLACE_WORTH = 2.0
"""The worth of a place for staff, in money."""
ENOUGH = 6
"""The amount beyond which money lies idle."""
YOUNGSTER_WORTH = 12.0
"""A trained youngster's worth apart from VP and strength, in money."""
YOUNGSTERS_AT_A_TIME = 2.0
"""The number of youngsters raised at a time, before adding ``youth_weight``."""
RESALE = 0.3
"""The present worth of 1 money from a card's later sale."""
BENCH_SHARE = 0.25
"""The share of its worth that a card keeps on the bench."""
TRAINED, YOUNGSTERS, HAS_MONEY, TOKENS, STAFF_COLOUR = 0, 1, 5, 6, 9
"""Measures of objectives."""


@unchecked
def weeks_left(table):
    """Return the number of weeks left, including the current one."""
    return table.rule_weeks - table.week + 1.0


@unchecked
def unit_worth(params, kind):
    """Return the worth of one unit of a gain, in money."""
    if kind == FANS:
        return params.fans_worth
    if kind == OPERATION:
        return params.operation_worth
    if kind == FITNESS:
        return params.fitness_worth
    if kind == OFFICE_STEP:
        return params.vp_worth + STAFF_PLACE_WORTH * params.staff_weight
    return params.vp_worth if kind == VP else UNIT_WORTHS[kind]


@unchecked
def objective_vp(table, objective, number):
    """Return an objective's VP, with a share for partial success."""
    threshold = table.objective_fulfilled[objective]
    beyond = max(1, table.objective_perfect[objective] - threshold)
    share = min(1.0, number / max(1, threshold))
    return table.rule_objective_vp * (share + max(0.0, min(1.0, (number - threshold) / beyond)))


@unchecked
def objective_for(table, me, measure):
    """Return the manager's objective that counts a measure, or -1.

    In Epic a manager has two objectives before the Winter Break.
    """
    objective = me.objective + 0
    if objective < 0 and table.rule_epic == EPIC.ON:
        for index in range(2):
            offer = me.offered[index] + 0
            if offer >= 0 and table.objective_measure[offer] == measure:
                objective = offer
    if objective >= 0 and table.objective_measure[objective] == measure:
        return objective
    return -1


@unchecked
def has_objective_for(table, me, measure):
    """Check if one of the manager's objectives counts a measure."""
    return objective_for(table, me, measure) >= 0


@unchecked
def objective_gain_worth(table, me, params, measure, gain):
    """Return what raising a measure is worth through the manager's objective.

    The measure rises by ``gain``.
    """
    objective = objective_for(table, me, measure)
    if objective < 0:
        return 0.0
    number = objective_count(table, me.seat, measure)
    vp = objective_vp(table, objective, number + gain) - objective_vp(table, objective, number)
    return params.objective_weight * params.vp_worth * vp


@unchecked
def money_worth_now(table, me, params):
    """Return the worth of 1 money, which fades towards the end.

    Idle money is worth less.
    """
    days = 3 * (table.rule_weeks - table.week) + max(0, 4 - table.day)
    idle = max(0, table.resources[me.seat, 0] - ENOUGH)
    worth = min(1.0, 0.15 + days / 8.0) / (1.0 + idle / 5.0)
    if table.week == table.rule_weeks:
        worth = max(worth, objective_gain_worth(table, me, params, HAS_MONEY, 1))
    return worth


@unchecked
def clause_worth(table, params, clause, weeks):
    """Return the worth of a clause in the weeks to come."""
    facts = table.clause[clause]
    unit = unit_worth(params, facts.gain + 0)
    if facts.gain == LEVEL:
        unit = unit_worth(params, facts.target - BUDGET) * max(0.0, weeks - 1)
    worth = facts.amount * unit
    if facts.counter >= 0:
        worth *= TYPICAL_COUNTS[facts.counter] / max(1, facts.per)
    if facts.pay_kind >= 0:
        worth -= facts.pay_amount * unit_worth(params, facts.pay_kind + 0)
    for index in range(2):
        if facts.condition[index] >= 0:
            worth *= CHANCES[facts.condition[index]]
    times = ONCE[facts.when] + WEEKLY[facts.when] * weeks
    if facts.when == MONDAY:
        times -= 1
    return max(0.0, times) * worth


@unchecked
def source_worth(table, params, source, weeks):
    """Return the worth of a source's effects in the weeks to come."""
    total = 0.0
    first = table.first_clause[source]
    for clause in range(first, first + table.clauses_of[source]):
        total += clause_worth(table, params, clause, weeks)
    return total


@unchecked
def upkeep_of(table, track, number):
    """Return the upkeep of a track for a number of things."""
    last = table.upkeep_end[track] - 1
    return table.upkeep[track, min(number, last)] + max(0, number - last)


@unchecked
def extra_upkeep(table, track, number):
    """Return the weekly upkeep that one more thing adds, on average.

    It is the mean over the next two things, since a track may rise only with every second one.
    """
    return (upkeep_of(table, track, number + 2) - upkeep_of(table, track, number)) / 2.0


@unchecked
def count_staff(table, seat, colour):
    """Count a manager's staff cards of a colour."""
    number = 0
    for index in range(table.held_count[seat, OF_STAFF]):
        if table.staff_colour[table.held[seat, OF_STAFF, index] - FIRST_STAFF] == colour:
            number += 1
    return number


@unchecked
def lost_set_worth(table, seat, params, card):
    """Return the worth that a set loses if a staff card leaves."""
    number = min(7, count_staff(table, seat, table.staff_colour[card - FIRST_STAFF] + 0))
    vp = table.staff_set_vp[number] - table.staff_set_vp[number - 1]
    return params.staff_weight * params.vp_worth * vp


@unchecked
def staff_worth(table, me, params, card, weeks):
    """Return the worth of a staff card: effects and sets, less upkeep."""
    seat = me.seat
    number = count_staff(table, seat, table.staff_colour[card - FIRST_STAFF] + 0)
    sets = table.staff_set_vp[min(7, number + 1)] - table.staff_set_vp[min(7, number)]
    future_sets = 0.5 if weeks > 2 else 0.0
    worth = params.staff_weight * params.vp_worth * (sets + future_sets)
    if has_objective_for(table, me, STAFF_COLOUR) and number == objective_count(
        table, seat, STAFF_COLOUR
    ):
        worth += objective_gain_worth(table, me, params, STAFF_COLOUR, 1)
    count = table.held_count[seat, OF_STAFF]
    return (
        worth
        + source_worth(table, params, card, weeks)
        - extra_upkeep(table, STAFF_TRACK, count) * weeks
    )


@unchecked
def token_worth(table, me, params, token, weeks):
    """Return a token's worth: its effects and VP, less upkeep."""
    vp = table.token_vp[token - FIRST_TOKEN]
    count = table.held_count[me.seat, OF_TOKENS]
    return (
        source_worth(table, params, token, weeks)
        + params.vp_worth * vp
        + objective_gain_worth(table, me, params, TOKENS, 1)
        - extra_upkeep(table, STADIUM_TRACK, count) * weeks
    )


@unchecked
def matches_left(table, card, weeks):
    """Count the matches that a card can still play."""
    if card >= FIRST_VETERAN and table.rule_veteran_matches > 0:
        return min(weeks, float(table.rule_veteran_matches - table.matches[card]))
    return weeks


@unchecked
def play_worth(table, seat, params, card, weeks):
    """Return the worth of fielding a card in the coming matches.

    The card replaces the one with its jersey, or stays on the bench if stronger cards use up the
    fitness.
    """
    strength = table.side_strength[card] + table.strength_tokens[card]
    replaced_strength = 1
    stronger = 0
    for index in range(table.squad_size[seat]):
        squad_card = table.squad[seat, index] + 0
        if squad_card == card:
            continue
        if jersey_in_match(table, squad_card) == jersey_in_match(table, card):
            replaced_strength = max(replaced_strength, table.side_strength[squad_card] + 0)
        elif table.side_strength[squad_card] >= table.side_strength[card]:
            stronger += 1
    gain = max(0.0, strength - replaced_strength)
    if stronger > table.level[seat, FITNESS]:
        gain = BENCH_SHARE * max(0, strength - 1)
    if jersey_in_match(table, card) == 1:
        gain += max(0, table.side_gloves[card] - 1)
    return params.strength_worth * gain * matches_left(table, card, weeks)


@unchecked
def later_sale_worth(table, card, weeks):
    """Return the present worth of a card's later sale."""
    if matches_left(table, card, weeks) <= 1:
        return 0.0
    return RESALE * (table.side_strength[card] + table.strength_tokens[card] + 2)


@unchecked
def youngster_worth(table, me, params, card, weeks):
    """Return the worth of raising a youngster from now on."""
    spaces = table.card_spaces[card] - table.experience[card]
    if spaces > weeks:
        return 0.0
    return (
        params.vp_worth * table.card_vp[card]
        + YOUNGSTER_WORTH
        + params.strength_worth * (2 * (weeks - spaces))
        + objective_gain_worth(table, me, params, TRAINED, 1)
    )


@unchecked
def training_worth(table, me, params, card, weeks):
    """Return the worth of one more step of training or experience."""
    spaces = table.card_spaces[card] - table.experience[card]
    if spaces > 0:
        return params.youth_weight * youngster_worth(table, me, params, card, weeks) / spaces
    improvement = me.trained[card] - table.side_strength[card]
    return improvement * (0.6 + params.strength_worth * matches_left(table, card, weeks))


@unchecked
def card_worth(table, me, params, card, weeks, size):
    """Return the worth of hiring a card, with its later sale."""
    seat = me.seat
    upkeep = extra_upkeep(table, PLAYERS_TRACK, size) * weeks
    worth = params.squad_weight * play_worth(table, seat, params, card, weeks)
    if table.card_spaces[card] == 0:
        return worth + later_sale_worth(table, card, weeks) - upkeep
    growing = 0
    for index in range(table.squad_size[seat]):
        squad_card = table.squad[seat, index]
        if table.card_spaces[squad_card] > 0:
            growing += 1 - table.is_trained[squad_card]
    growth = (
        youngster_worth(table, me, params, card, weeks)
        if growing < YOUNGSTERS_AT_A_TIME + params.youth_weight
        else 0.0
    )
    return (
        worth
        + params.youth_weight * growth
        + objective_gain_worth(table, me, params, YOUNGSTERS, 1)
        - upkeep
    )
