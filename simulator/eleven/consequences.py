"""After a match: unused resources, experience, veterans and consequences (MAT-12, PLA)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import rerolling, streams
from eoc_sim.simulator.eleven.cards import fill_space, lose_card
from eoc_sim.simulator.eleven.club import gain
from eoc_sim.simulator.eleven.events import CONSEQUENCE, EXPERIENCE, LEAVE, UNUSED
from eoc_sim.simulator.eleven.leaflet_state import CHANGED_LINES
from eoc_sim.simulator.eleven.ledger import note_fielded, note_gain, note_left
from eoc_sim.simulator.eleven.names import CONSEQUENCES as CONSEQUENCE_NAMES
from eoc_sim.simulator.eleven.names import RESOURCES as RESOURCE_NAMES
from eoc_sim.simulator.eleven.outcomes import LEFT_GAME
from eoc_sim.simulator.eleven.referee_state import (
    GAINS_NO_EXPERIENCE,
    INJURY_INSTEAD,
    SUSPENSION_INSTEAD,
)
from eoc_sim.simulator.eleven.sizes import FACES, FIELD_PLACES, RESOURCES
from eoc_sim.simulator.eleven.sources import VETERANS
from eoc_sim.simulator.eleven.switches import CONSEQUENCES
from eoc_sim.simulator.eleven.switches import UNUSED as UNUSED_RULE
from eoc_sim.simulator.eleven.tokens import injure, suspend
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_value

NUMBERS = 12
"""The number of faces on the die for the jersey number (MAT-12)."""
DICE = 2
CHANGED_EVERY = 3
"""The distance between the two faces that a unique card changes."""
INJURED, SUSPENDED = map(CONSEQUENCE_NAMES.index, ("injury", "suspension"))
FIRST_GAIN = CONSEQUENCE_NAMES.index(RESOURCE_NAMES[0])
"""The first resource among the consequences."""
NO_SOURCE = -1
"""The source of a consequence's gain, which comes from no card."""


@compiled
def end_match(state, trace, seat):
    """MAT-5, PLA-4, PLA-5, MAT-12: end a manager's match and roll for consequences."""
    return_unused(state, trace, seat)
    give_experience(state, trace, seat)
    let_veterans_leave(state, trace, seat)
    if state.table.rule_consequences == CONSEQUENCES.ON:
        stream = streams.CONSEQUENCE + 64 * state.table.week + 8 * seat
        rerolling.roll_dice(state, stream, DICE, FACES, NUMBERS)


@compiled
def return_unused(state, trace, seat):
    """MAT-5: give back the resources on cards, unless abilities used them.

    Fitness that a tactic card put there never comes back.
    """
    table = state.table
    box = state.box
    total = 0
    for kind in range(RESOURCES):
        box.unused[kind] = 0
        for place in range(FIELD_PLACES):
            box.unused[kind] += table.put[seat, place, kind]
            table.put[seat, place, kind] = 0
        total += box.unused[kind]
    for place in range(FIELD_PLACES):
        table.put_by_tactic[seat, place] = 0
    if total == 0 or table.rule_unused == UNUSED_RULE.LOST:
        return
    emit(trace, UNUSED, seat)
    emit_value(trace, RESOURCES)
    for kind in range(RESOURCES):
        gain(table, seat, kind, box.unused[kind] + 0)
        emit_value(trace, box.unused[kind])


@compiled
def give_experience(state, trace, seat):
    """PLA-4: fill a space for each assigned youngster, and count the cards' matches."""
    table = state.table
    for place in range(FIELD_PLACES):
        card = table.fielded[seat, place] + 0
        if card < 0:
            continue
        table.matches[card] += 1
        note_fielded(state, seat, card)
        learns = table.refereed[card] & GAINS_NO_EXPERIENCE == 0
        if learns and table.card_spaces[card] > 0 and table.is_trained[card] == 0:
            fill_space(state, card)
            emit(trace, EXPERIENCE, seat, card, table.experience[card], table.is_trained[card])


@compiled
def let_veterans_leave(state, trace, seat):
    """PLA-5: let veterans leave the game after their last match."""
    table = state.table
    if table.rule_veteran_matches == 0:
        return
    for place in range(FIELD_PLACES):
        card = table.fielded[seat, place] + 0
        if card >= VETERANS and table.matches[card] >= table.rule_veteran_matches:
            note_left(state, card, LEFT_GAME, 0, 0)
            lose_card(state, card)
            emit(trace, LEAVE, seat, card)


@compiled
def settle(state, trace, policies, seat):
    """MAT-12: let a manager re-roll, or carry out the consequence.

    Return `rerolling.FINAL` once the consequence has been carried out, 0 after a re-roll, or why
    the answer is refused.
    """
    table = state.table
    if table.rule_consequences == CONSEQUENCES.OFF:
        return rerolling.FINAL
    answer = rerolling.reroll(state, policies, seat, DICE)
    if answer == rerolling.FINAL:
        carry_out_consequence(state, trace, seat)
    return answer


@compiled
def card_hit(table, seat, number):
    """MAT-12, PLA-5: return the card that a number hits, or -1."""
    for place in range(FIELD_PLACES):
        card = table.fielded[seat, place] + 0
        if card >= 0 and table.card_jersey[card] == number and table.owner[card] == seat:
            return card
    return -1


@compiled
def carry_out_consequence(state, trace, seat):
    """MAT-12, REF-5, EXT-1: carry out the consequence for the result and the die."""
    table = state.table
    result = state.box.result[seat]
    face = table.dice[0] - 1
    kind = table.consequence[result, face] + 0
    amount = table.consequence_amount[result, face] + 0
    side = table.board_change[seat, CHANGED_LINES] - 1
    if side >= 0 and face % CHANGED_EVERY == 0:
        kind = table.unique_line[side, face // CHANGED_EVERY] + 0
        amount = table.unique_line_amount[side, face // CHANGED_EVERY] + 0
    token = kind + 0
    if kind == SUSPENDED and table.harsher[seat] == INJURY_INSTEAD:
        token = INJURED
    elif kind == INJURED and table.harsher[seat] == SUSPENSION_INSTEAD:
        token = SUSPENDED
    hit = card_hit(table, seat, table.dice[1])
    token_card = -1
    resource = -1
    total = 0
    if kind >= FIRST_GAIN:
        resource = kind - FIRST_GAIN
        total = gain(table, seat, resource, amount)
        note_gain(state, seat, NO_SOURCE, resource, total)
    elif hit >= 0 and token == INJURED:
        injure(state, seat, hit)
        token_card = hit if table.injured_until[hit] > 0 else -1
    elif hit >= 0 and token == SUSPENDED:
        suspend(state, seat, hit)
        token_card = hit if table.suspended_until[hit] > 0 else -1
    if trace.position == 0:
        return
    emit(trace, CONSEQUENCE, seat, kind, amount, token_card)
    emit_value(trace, DICE)
    emit_value(trace, state.box.dice_first[0])
    emit_value(trace, state.box.dice_first[1])
    rerolling.emit_rerolls(state, trace)
    emit_value(trace, RESOURCES)
    for index in range(RESOURCES):
        emit_value(trace, total if index == resource else 0)
