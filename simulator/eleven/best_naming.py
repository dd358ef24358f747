"""Simple choices of an effect's targets, made for its owner (EFF-2)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.abilities import is_in_play, use_refusal
from eoc_sim.simulator.eleven.best_layout import best_turn
from eoc_sim.simulator.eleven.codes import EXPERIENCE, FLIP_MARKER, INJURY, SHIFT, WEAKNESS
from eoc_sim.simulator.eleven.facing import their_strength_now
from eoc_sim.simulator.eleven.naming import (
    CARDS_NAMED,
    MARKERS_NAMED,
    NOTHING,
    max_named,
    may_name_card,
    may_name_marker,
    target_kind,
)
from eoc_sim.simulator.eleven.pitch import BALL, MARKERS
from eoc_sim.simulator.eleven.sources import OUTCOMES
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def rank_of_card(table, me, gain, card):
    """Rank a card that an effect may name."""
    strength = table.side_strength[card] + table.strength_tokens[card]
    if gain == INJURY:
        return 100 - strength
    if gain == EXPERIENCE:
        return 100 + 10 * int(table.experience[card]) - int(table.card_spaces[card])
    return 100 + 10 * max(0, me.trained[card] - strength) + strength


@compiled
def name_cards(table, me, order, source, clause):
    """Name the best cards for a clause; return False if none."""
    gain = table.clause[clause].gain + 0
    if gain == SHIFT:
        return False
    number = 0
    for _ in range(max_named(table, me.seat, source, clause)):
        best = -1
        maximum = 0
        for index in range(table.squad_size[me.seat]):
            card = table.squad[me.seat, index] + 0
            room = 1
            if gain == EXPERIENCE:
                room = table.card_spaces[card] - table.experience[card]
            if order.chosen[card] >= room or not may_name_card(
                table, me.seat, source, clause, card
            ):
                continue
            rank = rank_of_card(table, me, gain, card)
            if best < 0 or rank > maximum:
                best = card
                maximum = rank
        if best < 0:
            break
        order.chosen[best] += 1
        number += 1
    return number > 0


@compiled
def name_markers(table, me, order, source, clause):
    """Name the best markers for a clause; return False if none."""
    seat = me.seat
    if table.clause[clause].gain == FLIP_MARKER:
        flipped = best_turn(table, me)
        if flipped < 0 or not may_name_marker(table, seat, source, clause, flipped):
            return False
        order.named[flipped] = 1
        return True
    weakens = table.clause[clause].gain == WEAKNESS
    number = 0
    for _ in range(max_named(table, seat, source, clause)):
        best = -1
        maximum = 0
        for marker in range(MARKERS):
            if order.named[marker] == 1 or not may_name_marker(table, seat, source, clause, marker):
                continue
            rank = table.team_strength[seat, marker] + 0
            if weakens:
                rank = their_strength_now(table, seat, marker)
            elif table.team_side[seat, marker] == BALL:
                rank += 10
            if best < 0 or rank > maximum:
                best = marker
                maximum = rank
        if best < 0:
            break
        order.named[best] = 1
        number += 1
    return number > 0


@compiled
def name_for(table, me, order, source, number):
    """EFF-2: name cards or markers for one of a source's clauses.

    It fills in ``order.chosen`` or ``order.named``. It returns False if the clause needs targets
    and there are none. For swaps and shifts it always returns False.
    """
    clause = table.first_clause[source] + number
    kind = target_kind(table, clause)
    if kind == NOTHING:
        return True
    if kind == CARDS_NAMED:
        return name_cards(table, me, order, source, clause)
    return kind == MARKERS_NAMED and name_markers(table, me, order, source, clause)


@compiled
def next_ability(table, me, order, first):
    """MAT-6: find a usable clause, and name its targets.

    It checks the sources from ``first`` onwards, fills in ``order`` and returns the source, or -1.
    """
    for source in range(first, OUTCOMES):
        if table.clauses_of[source] == 0 or not is_in_play(table, me.seat, source):
            continue
        for number in range(table.clauses_of[source]):
            clause = table.first_clause[source] + number
            if use_refusal(table, me.seat, source, clause) == 0 and name_for(
                table, me, order, source, number
            ):
                order.source = source
                order.clause = number
                return source
    return -1
