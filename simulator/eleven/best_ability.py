"""The ability that improves a match most, once the line-up is known (MAT-6, MAT-10)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import codes
from eoc_sim.simulator.eleven.abilities import use_refusal
from eoc_sim.simulator.eleven.best_layout import has_shot, judge
from eoc_sim.simulator.eleven.conditions import place_of
from eoc_sim.simulator.eleven.facing import (
    change_opponent,
    copy_opponent,
    side_now,
    their_strength_now,
)
from eoc_sim.simulator.eleven.naming import (
    CARDS_NAMED,
    MARKERS_NAMED,
    SWAPPED,
    WEAKENED,
    max_named,
    may_name_card,
    may_name_marker,
    may_swap,
    target_kind,
)
from eoc_sim.simulator.eleven.pitch import MARKERS, SECTION
from eoc_sim.simulator.eleven.sizes import CARDS, FIELD_PLACES
from eoc_sim.simulator.eleven.sources import KINDS_HELD, TACTICS
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def copy_match(table, me):
    """Copy the revealed match with all changes so far, and judge it."""
    seat = me.seat
    for marker in range(MARKERS):
        me.strength[marker] = table.team_strength[seat, marker]
        me.side[marker] = side_now(table, seat, marker)
        me.cell[marker] = table.cell[seat, marker]
    me.keeper = table.team_keeper[seat]
    me.gloves = table.team_gloves[seat]
    copy_opponent(table, me, False)
    judge(me, table.rule_win_points)


@compiled
def change_place(me, place, amount):
    """Change the strength of the keeper or a marker in the copy."""
    if place == 0:
        me.keeper += amount
    else:
        me.strength[place - 1] += amount


@compiled
def change_one(table, me, clause, number, sign):
    """Apply or undo a clause's change to a place or marker."""
    facts = table.clause[clause]
    amount = sign * facts.amount
    if facts.gain == codes.FLIP_MARKER:
        me.side[number] = 1 - me.side[number]
    elif facts.gain == codes.WEAKNESS:
        before = their_strength_now(table, me.seat, number)
        after = max(0, before - facts.amount)
        change_opponent(table, me, number, before, sign < 0)
        change_opponent(table, me, number, after, sign > 0)
    elif target_kind(table, clause) == MARKERS_NAMED:
        change_place(me, number + 1, amount)
    else:
        change_place(me, number, amount)


@compiled
def may_change(table, me, order, source, clause, number):
    """EFF-2: check if a clause may name a card's place or a marker."""
    seat = me.seat
    if target_kind(table, clause) == MARKERS_NAMED:
        return (
            number < MARKERS
            and order.named[number] == 0
            and may_name_marker(table, seat, source, clause, number)
        )
    card = table.fielded[seat, number] + 0
    return (
        card >= 0 and order.chosen[card] == 0 and may_name_card(table, seat, source, clause, card)
    )


@compiled
def name_best(table, me, order, source, clause):
    """Name cards or markers one by one, the most valuable each time."""
    for _ in range(max_named(table, me.seat, source, clause)):
        best = -1
        maximum = me.value + 0
        start = me.value + 0
        for number in range(FIELD_PLACES):
            if not may_change(table, me, order, source, clause, number):
                continue
            change_one(table, me, clause, number, 1)
            judge(me, table.rule_win_points)
            if me.value > maximum:
                best = number
                maximum = me.value + 0
            change_one(table, me, clause, number, -1)
        me.value = start
        if best < 0:
            return
        change_one(table, me, clause, best, 1)
        me.value = maximum
        if target_kind(table, clause) == MARKERS_NAMED:
            order.named[best] = 1
        else:
            order.chosen[table.fielded[me.seat, best]] = 1


@compiled
def name_shifts(table, me, order, source, clause):
    """Name the pairs of cards between which shifting strength gains most."""
    seat = me.seat
    for _ in range(max_named(table, seat, source, clause)):
        best_from = -1
        best_to = -1
        start = me.value + 0
        maximum = me.value + 0
        for index in range(FIELD_PLACES):
            card = table.fielded[seat, index] + 0
            strength = me.keeper + 0 if index == 0 else me.strength[index - 1] + 0
            if card < 0 or order.chosen[card] != 0 or strength < 1:
                continue
            for other in range(FIELD_PLACES):
                taker = table.fielded[seat, other] + 0
                if other == index or taker < 0 or order.chosen[taker] != 0:
                    continue
                change_place(me, index, -1)
                change_place(me, other, 1)
                judge(me, table.rule_win_points)
                if me.value > maximum:
                    best_from = index
                    best_to = other
                    maximum = me.value + 0
                change_place(me, index, 1)
                change_place(me, other, -1)
        me.value = start
        if best_from < 0:
            return
        change_place(me, best_from, -1)
        change_place(me, best_to, 1)
        me.value = maximum
        order.chosen[table.fielded[seat, best_from]] = WEAKENED
        order.chosen[table.fielded[seat, best_to]] = 1


@compiled
def name_swap(table, me, order, source):
    """Name the two markers whose swap brings the most value."""
    seat = me.seat
    own_marker = place_of(table, seat, source) - 1 if source < CARDS else -1
    maximum = me.value + 0
    for index in range(MARKERS):
        if own_marker >= 0 and index != own_marker:
            continue
        for other in range(MARKERS):
            if not may_swap(table, seat, index, other):
                continue
            cell = me.cell[index] + 0
            me.cell[index] = me.cell[other]
            me.cell[other] = cell
            judge(me, table.rule_win_points)
            if me.value > maximum:
                maximum = me.value + 0
                order.marker = index
                order.other = other
            me.cell[other] = me.cell[index]
            me.cell[index] = cell
    me.value = maximum


@compiled
def judge_own_change(table, me, source, clause):
    """Judge the match with a clause that needs no named target."""
    facts = table.clause[clause]
    place = place_of(table, me.seat, source)
    if facts.gain == codes.GLOVES:
        me.gloves += facts.amount
    elif facts.gain == codes.FEINT:
        change_place(me, place, 1)
    elif facts.gain == codes.IGNORE_KEEPER:
        # The copy treats an unsavable shot as if the opponent had one glove fewer.
        if place > 0 and has_shot(me, SECTION[me.cell[place - 1]]):
            me.their_gloves[0] = max(0, me.their_gloves[0] - 1)
    else:
        change_place(me, place, facts.amount)
    judge(me, table.rule_win_points)


@compiled
def gain_of_clause(table, me, order, source, clause):
    """Name targets for a clause and return its gain for the match."""
    for card in range(CARDS):
        order.chosen[card] = 0
    for marker in range(MARKERS):
        order.named[marker] = 0
    copy_match(table, me)
    before = me.value + 0
    kind = target_kind(table, clause)
    if table.clause[clause].gain == codes.SHIFT:
        name_shifts(table, me, order, source, clause)
    elif kind == SWAPPED:
        name_swap(table, me, order, source)
    elif kind == CARDS_NAMED or kind == MARKERS_NAMED:
        name_best(table, me, order, source, clause)
    else:
        judge_own_change(table, me, source, clause)
    return me.value - before


@compiled
def best_of_source(table, me, order, source, best_gain):
    """Note a source's best usable clause if it gains more than ``best_gain``.

    Returns the larger of the two gains.
    """
    for number in range(table.clauses_of[source]):
        clause = table.first_clause[source] + number
        if use_refusal(table, me.seat, source, clause) > 0:
            continue
        value = gain_of_clause(table, me, order, source, clause)
        if value > best_gain:
            best_gain = value
            order.source = source
            order.clause = number
    return best_gain


@compiled
def best_ability(table, me, order):
    """MAT-6: find the clause that helps most, and name its targets.

    Fills in ``order`` and returns the clause's gain, or 0 if no clause helps. The gain is the
    increase in the goal difference plus 1 024 times the increase in the points.
    """
    seat = me.seat
    maximum = 0
    for kind in range(KINDS_HELD):
        for index in range(table.held_count[seat, kind]):
            source = table.held[seat, kind, index] + 0
            maximum = best_of_source(table, me, order, source, maximum)
    for place in range(FIELD_PLACES):
        card = table.fielded[seat, place] + 0
        if card >= 0:
            maximum = best_of_source(table, me, order, card, maximum)
    if table.tactic[seat] >= 0:
        maximum = best_of_source(table, me, order, TACTICS + table.tactic[seat], maximum)
    if table.extra_tactic[seat] > 0:
        extra = table.extra_tactic[seat] - 1
        maximum = best_of_source(table, me, order, TACTICS + extra, maximum)
    if maximum > 0:
        clause = table.first_clause[order.source] + order.clause
        gain_of_clause(table, me, order, order.source + 0, clause)
    copy_opponent(table, me, True)
    return maximum
