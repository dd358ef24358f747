"""The cards and markers that an effect's owner names (EFF-2)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import codes, decisions
from eoc_sim.simulator.eleven.conditions import (
    amount_after_payment,
    card_on,
    place_of,
    rows_of,
    section_of,
    strength_at,
)
from eoc_sim.simulator.eleven.facing import their_cell
from eoc_sim.simulator.eleven.pitch import ATTACK, FACING, MARKERS, PLACES_IN_ROW, SECTION
from eoc_sim.simulator.eleven.sizes import CARDS
from eoc_sim.simulator.kernel.compiled import compiled, outlined

NOTHING, CARDS_NAMED, MARKERS_NAMED, SWAPPED = range(4)
"""The kinds of targets that a clause's owner names."""
WEAKENED = -1
"""The mark in ``order.chosen`` of a card from which strength is taken."""


@compiled
def target_kind(table, clause):
    """EFF-2: return the kind of targets that a clause's owner names."""
    gain = table.clause[clause].gain + 0
    target = table.clause[clause].target + 0
    if gain == codes.SWAP:
        return SWAPPED
    if gain == codes.FLIP_MARKER or codes.SECTION_MARKERS <= target <= codes.FACING_MARKERS:
        return MARKERS_NAMED
    if codes.TRAIN <= gain <= codes.HEAL or gain == codes.SHIFT:
        return CARDS_NAMED
    if target == codes.OTHERS or target == codes.ANY_CARD or target == codes.ON_CARDS:
        return CARDS_NAMED
    return NOTHING


@compiled
def needs_owner(table, clause):
    """EFF-2: check if a clause has a cost or needs its owner's choice."""
    return table.clause[clause].pay_kind >= 0 or target_kind(table, clause) != NOTHING


@compiled
def is_forced(table, clause):
    """EFF-2, ACT-9: check if a clause with a choice cannot be declined.

    A manager who takes a free action has already decided.
    """
    facts = table.clause[clause]
    return facts.when == codes.ACTION or (facts.gain == codes.INJURY and facts.pay_kind < 0)


@compiled
def max_named(table, seat, source, clause):
    """EFF-2: return the maximum number of cards or markers to name."""
    facts = table.clause[clause]
    gain = facts.gain
    if (
        codes.TRAIN <= gain <= codes.HEAL
        or gain == codes.SHIFT
        or gain == codes.FLIP_MARKER
        or facts.target == codes.ON_CARDS
    ):
        return amount_after_payment(table, seat, source, clause)
    return facts.target_number + 0


@outlined
def may_name_card(table, seat, source, clause, card):
    """EFF-2: check if a clause's owner may name a card."""
    if table.owner[card] != seat:
        return False
    facts = table.clause[clause]
    gain = facts.gain
    if gain == codes.TRAIN:
        return table.is_trained[card] == 0
    if gain == codes.EXPERIENCE:
        return table.is_trained[card] == 0 and table.card_spaces[card] > 0
    if gain == codes.HEAL:
        return table.injured_until[card] > 0 or table.suspended_until[card] > 0
    if gain == codes.INJURY and facts.when != codes.AFTER:
        return True
    return place_of(table, seat, card) >= 0 and (facts.target != codes.OTHERS or card != source)


@outlined
def may_name_marker(table, seat, source, clause, marker):
    """EFF-2: check if a clause's owner may name a marker."""
    facts = table.clause[clause]
    if facts.gain == codes.FLIP_MARKER:
        return card_on(table, seat, marker) < 0 and table.turned[seat, marker] == 0
    if facts.target == codes.FORWARD_MARKERS:
        return section_of(table, seat, marker) == ATTACK
    own_marker = place_of(table, seat, source) - 1
    if own_marker < 0:
        return False
    if facts.target == codes.SECTION_MARKERS:
        return section_of(table, seat, marker) == section_of(table, seat, own_marker)
    return SECTION[their_cell(table, seat, marker)] == FACING[section_of(table, seat, own_marker)]


@compiled
def may_swap(table, seat, first, second):
    """MAT-4, EFF-2: check if two markers may trade places."""
    if first < 0 or second < 0 or first >= MARKERS or second >= MARKERS:
        return False
    cell, other_cell = table.cell[seat, first], table.cell[seat, second]
    return (
        cell != other_cell
        and (rows_of(table, seat, first) >> other_cell // PLACES_IN_ROW) & 1 == 1
        and (rows_of(table, seat, second) >> cell // PLACES_IN_ROW) & 1 == 1
    )


@outlined
def count_targets(table, seat, source, clause, maximum):
    """EFF-2: count the targets that the owner may choose, up to ``maximum``."""
    kind = target_kind(table, clause)
    number = 0
    if kind == CARDS_NAMED:
        for index in range(table.squad_size[seat]):
            if may_name_card(table, seat, source, clause, table.squad[seat, index] + 0):
                number += 1
                if number == maximum:
                    break
        return number
    if kind == MARKERS_NAMED:
        for marker in range(MARKERS):
            if may_name_marker(table, seat, source, clause, marker):
                number += 1
                if number == maximum:
                    break
        return number
    own_marker = place_of(table, seat, source) - 1
    for first in range(MARKERS):
        if source < CARDS and first != own_marker:
            continue
        for second in range(MARKERS):
            if may_swap(table, seat, first, second):
                number += 1
                if number == maximum:
                    return number
    return number


@outlined
def can_name(table, seat, source, clause):
    """EFF-2: check if there is a target for a clause that needs one."""
    kind = target_kind(table, clause)
    if kind == NOTHING:
        return True
    if amount_after_payment(table, seat, source, clause) <= 0:
        return False
    if kind != SWAPPED and max_named(table, seat, source, clause) <= 0:
        return False
    if table.clause[clause].gain == codes.SHIFT:
        return can_shift(table, seat)
    return count_targets(table, seat, source, clause, 1) > 0


@compiled
def can_shift(table, seat):
    """EFF-2: check if strength can be moved between two assigned cards."""
    number_assigned = 0
    number_strong = 0
    for index in range(MARKERS + 1):
        if table.fielded[seat, index] >= 0:
            number_assigned += 1
            if strength_at(table, seat, index) > 0:
                number_strong += 1
    return number_assigned > 1 and number_strong > 0


@compiled
def times_refusal(table, seat, source, clause, card, times):
    """EFF-2: return why a card cannot be named this many times, or 0."""
    if not may_name_card(table, seat, source, clause, card):
        return decisions.NAMED_CARD
    facts = table.clause[clause]
    if facts.gain == codes.SHIFT:
        if times < WEAKENED or times > 1:
            return decisions.NAMED_CARD
        if times == WEAKENED and strength_at(table, seat, place_of(table, seat, card)) < 1:
            return decisions.NAMED_WEAK
        return 0
    maximum = 1
    if facts.gain == codes.EXPERIENCE:
        maximum = table.card_spaces[card] - table.experience[card]
    elif facts.target == codes.ON_CARDS:
        maximum = facts.amount + 0
    return decisions.NAMED_CARD if times < 0 or times > maximum else 0


@compiled
def cards_refusal(table, seat, source, clause, order):
    """EFF-2: return why the cards in an order cannot be named, or 0."""
    number = 0
    number_weakened = 0
    for card in range(CARDS):
        times = order.chosen[card] + 0
        if times == 0:
            continue
        refusal = times_refusal(table, seat, source, clause, card, times)
        if refusal > 0:
            return refusal
        if times == WEAKENED:
            number_weakened += 1
        else:
            number += times
    if number == 0:
        return decisions.NAMED_NOTHING
    maximum = max_named(table, seat, source, clause)
    if number > maximum:
        return decisions.NAMED_MORE
    if table.clause[clause].gain == codes.SHIFT and number_weakened != number:
        return decisions.NAMED_UNEVEN
    if table.clause[clause].gain == codes.INJURY and number < count_targets(
        table, seat, source, clause, maximum
    ):
        return decisions.NAMED_FEWER
    return 0


@compiled
def markers_refusal(table, seat, source, clause, order):
    """EFF-2: return why the markers in an order cannot be named, or 0."""
    number = 0
    for marker in range(MARKERS):
        if order.named[marker] == 0:
            continue
        is_named_once = order.named[marker] == 1
        if not is_named_once or not may_name_marker(table, seat, source, clause, marker):
            return decisions.NAMED_MARKER
        number += 1
    if number == 0:
        return decisions.NAMED_NOTHING
    return decisions.NAMED_MORE if number > max_named(table, seat, source, clause) else 0


@compiled
def swapped_marker(table, seat, source, order):
    """EFF-2: return a swap's first marker: the source's own, or the named one."""
    if source < CARDS:
        return place_of(table, seat, source) - 1
    return order.marker + 0


@compiled
def naming_refusal(table, seat, source, clause, order):
    """EFF-2: return why an order's cards or markers cannot be named, or 0."""
    kind = target_kind(table, clause)
    if kind == CARDS_NAMED:
        return cards_refusal(table, seat, source, clause, order)
    if kind == MARKERS_NAMED:
        return markers_refusal(table, seat, source, clause, order)
    if kind == SWAPPED and not may_swap(
        table, seat, swapped_marker(table, seat, source, order), order.other + 0
    ):
        return decisions.SWAP_IMPOSSIBLE
    return 0
