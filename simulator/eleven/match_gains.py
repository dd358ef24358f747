"""Gains for the match of the week: strength, gloves, places and sides (MAT-6)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import codes
from eoc_sim.simulator.eleven.conditions import is_pressing, place_of
from eoc_sim.simulator.eleven.naming import WEAKENED, swapped_marker
from eoc_sim.simulator.eleven.pairing import rival_of
from eoc_sim.simulator.eleven.pitch import MARKERS
from eoc_sim.simulator.eleven.sizes import CARDS
from eoc_sim.simulator.eleven.strength import BASIC_STRENGTH
from eoc_sim.simulator.eleven.switches import IGNORE_TOKEN
from eoc_sim.simulator.eleven.tokens import ignores
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def change_strength(table, seat, place, amount):
    """PLA-2: change the strength of the keeper or a marker for this match."""
    table.team_change[seat, place] += amount
    card = table.fielded[seat, place]
    strength = BASIC_STRENGTH
    if card >= 0:
        tokens = table.strength_tokens[card] - table.weakness_tokens[card]
        strength = table.side_strength[card] + tokens
    strength += table.team_change[seat, place]
    if place == 0:
        table.team_keeper[seat] = max(0, strength)
    else:
        table.team_strength[seat, place - 1] = max(0, strength)


@compiled
def gain_strength(table, seat, place, amount):
    """PLA-2, EPI-9: change a strength; an ignore token makes a loss 1 smaller."""
    card = table.fielded[seat, place]
    if amount < 0 and card >= 0 and ignores(table, card, IGNORE_TOKEN.WEAKNESS):
        amount += 1
    change_strength(table, seat, place, amount)


@compiled
def swap_markers(table, seat, first, second):
    """MAT-6: let two markers trade places."""
    cell = table.cell[seat, first] + 0
    table.cell[seat, first] = table.cell[seat, second]
    table.cell[seat, second] = cell


@compiled
def change_named_cards(table, order, seat, amount):
    """MAT-6: change the strength of the cards that the owner names."""
    for card in range(CARDS):
        if order.chosen[card] != 0:
            place = place_of(table, seat, card)
            if order.chosen[card] == WEAKENED:
                change_strength(table, seat, place, -amount)
            else:
                gain_strength(table, seat, place, order.chosen[card] * amount)


@compiled
def change_named_markers(table, order, seat, gain, target, amount):
    """MAT-6: change the markers that the owner names."""
    for marker in range(MARKERS):
        if order.named[marker] == 0:
            continue
        if gain == codes.FLIP_MARKER:
            table.turned[seat, marker] = 1
        elif target == codes.FACING_MARKERS and rival_of(table, seat) >= 0:
            gain_strength(table, rival_of(table, seat), marker + 1, amount)
        elif target == codes.FACING_MARKERS:
            strength = table.their_strength[seat, marker] + amount
            table.their_strength[seat, marker] = max(0, strength)
        else:
            gain_strength(table, seat, marker + 1, amount)


@compiled
def change_match(state, seat, source, clause):
    """EFF-1, MAT-6, MAT-10: carry out a clause's gain for the match."""
    table = state.table
    order = state.order
    facts = table.clause[clause]
    gain = facts.gain + 0
    target = facts.target + 0
    amount = facts.amount + 0
    if gain == codes.GLOVES:
        table.team_gloves[seat] += amount
    elif gain == codes.SWAP:
        swap_markers(table, seat, swapped_marker(table, seat, source, order), order.other + 0)
    elif gain == codes.IGNORE_KEEPER:
        table.team_ignores[seat, place_of(table, seat, source) - 1] = 1
    elif gain == codes.FEINT:
        table.team_feint[seat, place_of(table, seat, source) - 1] = 1
    elif gain == codes.SHIFT:
        change_named_cards(table, order, seat, 1)
    elif gain == codes.FLIP_MARKER or codes.SECTION_MARKERS <= target <= codes.FACING_MARKERS:
        change = -amount if gain == codes.WEAKNESS else amount
        change_named_markers(table, order, seat, gain, target, change)
    else:
        change = -amount if gain == codes.WEAKNESS else amount
        if target == codes.NO_TARGET:
            gain_strength(table, seat, place_of(table, seat, source), change)
        elif target == codes.PRESSING:
            for marker in range(MARKERS):
                if is_pressing(table, seat, marker):
                    gain_strength(table, seat, marker + 1, change)
        else:
            change_named_cards(table, order, seat, change)
