"""The strengths of cards, markers and keepers as a match begins (MAT-2, PLA-2)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.switches import LAYER
from eoc_sim.simulator.kernel.compiled import compiled

BASIC_STRENGTH = 1
BASIC_GLOVES = 1


@compiled
def card_strength(table, card):
    """PLA-2: return a card's strength with its tokens, at least 0."""
    tokens = table.strength_tokens[card] - table.weakness_tokens[card]
    return max(0, table.side_strength[card] + tokens)


@compiled
def starting_strength(table, seat, marker):
    """MAT-2: return a marker's strength before the changes in a match."""
    if table.rule_layer == LAYER.LEAGUE:
        return table.squad_strength[table.week - 1, marker] + 0
    card = table.fielded[seat, marker + 1]
    return card_strength(table, card) if card >= 0 else BASIC_STRENGTH


@compiled
def starting_keeper_strength(table, seat):
    """MAT-2: return a keeper's strength before the changes in a match."""
    if table.rule_layer == LAYER.LEAGUE:
        return table.squad_keeper[table.week - 1] + 0
    card = table.fielded[seat, 0]
    return card_strength(table, card) if card >= 0 else BASIC_STRENGTH


@compiled
def starting_gloves(table, seat):
    """MAT-2: return a keeper's gloves before the changes in a match."""
    if table.rule_layer == LAYER.LEAGUE:
        return table.squad_gloves[table.week - 1] + 0
    card = table.fielded[seat, 0]
    return table.side_gloves[card] + 0 if card >= 0 else BASIC_GLOVES
