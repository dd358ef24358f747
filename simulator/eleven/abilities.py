"""Abilities used one at a time between reveal and match (MAT-6, MAT-10)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions
from eoc_sim.simulator.eleven.club import has_source
from eoc_sim.simulator.eleven.codes import BEFORE, MATCH, REVEAL
from eoc_sim.simulator.eleven.conditions import is_due_before_result, place_of
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.effects import (
    ALL_SOURCES,
    can_pay,
    carry_out,
    has_ability,
    push_effects,
    run,
)
from eoc_sim.simulator.eleven.lasting import acts_at, is_idle_sponsor
from eoc_sim.simulator.eleven.naming import can_name, naming_refusal, needs_owner
from eoc_sim.simulator.eleven.pairing import rival_of
from eoc_sim.simulator.eleven.pitch import MARKERS
from eoc_sim.simulator.eleven.sizes import CARDS, FIELD_PLACES
from eoc_sim.simulator.eleven.sources import KINDS_HELD, OUTCOMES, TACTICS
from eoc_sim.simulator.eleven.state import CALLING_REFEREE, PLAYING, USING
from eoc_sim.simulator.eleven.switches import REFEREES
from eoc_sim.simulator.eleven.turn_order import whose_turn
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled

PASSED = -1
"""Returned when a manager uses no more abilities at this moment."""


@compiled
def begin(state):
    """MAT-6: begin the use of abilities at the reveal, with the first manager."""
    table = state.table
    for seat in range(table.managers):
        line_up = table.line_up[seat]
        table.abilities_used[seat] = 0
        for marker in range(MARKERS):
            if line_up >= 0:
                table.their_strength[seat, marker] = table.line_up_strength[line_up, marker]
            table.team_feint[seat, marker] = 0
            table.team_ignores[seat, marker] = 0
        for place in range(FIELD_PLACES):
            table.team_change[seat, place] = 0
        for place in range(FIELD_PLACES + 2):
            table.rolled_die[seat, place] = 0
    table.turns_taken = 0
    table.moment = REVEAL - 1
    table.phase = USING


@compiled
def use_refusal(table, seat, source, clause):
    """MAT-6, EFF-2: return why a manager cannot use a clause now, or 0."""
    number = clause - table.first_clause[source]
    facts = table.clause[clause]
    if (
        facts.when != table.moment
        or not needs_owner(table, clause)
        or is_idle_sponsor(table, source)
    ):
        return decisions.NO_SUCH_EFFECT
    if source < CARDS and not has_ability(table, source):
        return decisions.NO_SUCH_EFFECT
    if (table.used[seat, source] >> number) & 1 == 1:
        return decisions.EFFECT_TWICE
    if not is_due_before_result(table, seat, source, clause):
        return decisions.EFFECT_CONDITION
    if not can_pay(table, seat, source, clause):
        return decisions.EFFECT_COST
    return 0 if can_name(table, seat, source, clause) else decisions.NO_SUCH_EFFECT


@compiled
def is_usable(state, seat, source):
    """MAT-6: check if a manager can use one of a source's clauses now."""
    table = state.table
    if not acts_at(table, source, table.moment):
        return False
    first = table.first_clause[source] + 0
    for clause in range(first, first + table.clauses_of[source]):
        if use_refusal(table, seat, source, clause) == 0:
            return True
    return False


@compiled
def is_in_play(table, seat, source):
    """MAT-6: check if a source is in play in a manager's match."""
    if source < CARDS:
        return place_of(table, seat, source) >= 0
    if source >= TACTICS:
        tactic = source - TACTICS
        return table.tactic[seat] == tactic or table.extra_tactic[seat] == tactic + 1
    return has_source(table, seat, source)


@compiled
def has_usable_ability(state, seat):
    """MAT-6: check if a manager can use an ability now."""
    table = state.table
    for kind in range(KINDS_HELD):
        for index in range(table.held_count[seat, kind]):
            if is_usable(state, seat, table.held[seat, kind, index] + 0):
                return True
    for place in range(FIELD_PLACES):
        card = table.fielded[seat, place] + 0
        if card >= 0 and is_usable(state, seat, card):
            return True
    tactic = table.tactic[seat] + 0
    if tactic >= 0 and is_usable(state, seat, TACTICS + tactic):
        return True
    extra = table.extra_tactic[seat] - 1
    return extra >= 0 and is_usable(state, seat, TACTICS + extra)


@compiled
def awaits_referee(table):
    """REF-1, REF-2: check if a regular match still needs its referee."""
    seat = whose_turn(table)
    return (
        table.rule_referees == REFEREES.ON
        and table.referee[seat] == 0
        and rival_of(table, seat) < 0
    )


@compiled
def go_to_ability(state, trace):
    """MAT-6: go on to the referee, the next usable ability, or the matches.

    At each moment, effects that need no decision come first.
    """
    table = state.table
    while True:
        table.moment += 1
        if table.moment == BEFORE and awaits_referee(table):
            table.phase = CALLING_REFEREE
            return
        if table.moment > MATCH:
            table.moment = REVEAL
            table.turns_taken += 1
            if table.turns_taken == table.managers:
                table.turns_taken = 0
                table.phase = PLAYING
                return
        seat = whose_turn(table)
        if rival_of(table, seat) >= 0:  # the seat's effects take place in the match itself (PVP-4)
            continue
        push_effects(state, seat, table.moment + 0, ALL_SOURCES)
        run(state, trace)
        if has_usable_ability(state, seat):
            return


@compiled
def use(state, trace, policies):
    """MAT-6, MAT-10: let a manager use an ability, or pass at this moment.

    Return 0, or why the answer is refused.
    """
    table = state.table
    if table.moment < REVEAL:
        go_to_ability(state, trace)
        return 0
    seat = whose_turn(table)
    answer = use_ability(state, trace, policies, seat)
    if answer > 0:
        return answer
    if answer == PASSED or not has_usable_ability(state, seat):
        go_to_ability(state, trace)
    return 0


@compiled
def use_ability(state, trace, policies, seat):
    """MAT-6, MAT-10: let a manager use one ability.

    Return 0, PASSED, or why the answer is refused.
    """
    table = state.table
    if ask(state, policies, seat, decisions.ASK_EFFECT) == decisions.PASS:
        stop_blaming(state)
        return PASSED
    source = state.order.source + 0
    if source < 0 or source >= OUTCOMES or not is_in_play(table, seat, source):
        return decisions.NO_SUCH_EFFECT
    number = state.order.clause + 0
    if number < 0 or number >= table.clauses_of[source]:
        return decisions.NO_SUCH_EFFECT
    clause = table.first_clause[source] + number
    refusal = use_refusal(table, seat, source, clause)
    if refusal > 0:
        return refusal
    refusal = naming_refusal(table, seat, source, clause, state.order)
    if refusal > 0:
        return refusal
    stop_blaming(state)
    table.used[seat, source] |= 1 << number
    if source < CARDS:
        table.abilities_used[seat] += 1
        state.ledger.seats[seat].abilities_used += 1
    carry_out(state, trace, seat, source, clause)
    return 0
