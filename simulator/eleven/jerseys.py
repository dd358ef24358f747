"""Cards and the markers that they take over (MAT-2, EPI-9)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.names import CARD_SIDES
from eoc_sim.simulator.eleven.pitch import LAST_JERSEY, MARKERS
from eoc_sim.simulator.kernel.compiled import compiled

KEEPER = CARD_SIDES.index("keeper")


@compiled
def is_spare(table, card):
    """EPI-9: check if an outfield card has jersey 12 or 13."""
    return table.card_jersey[card] > LAST_JERSEY and table.card_side[card] != KEEPER


@compiled
def jersey_in_match(table, card):
    """MAT-4: return a card's jersey in a match, unique in its team.

    Keepers have 1.
    """
    return 1 if table.card_side[card] == KEEPER else table.card_jersey[card] + 0


@compiled
def find_place(table, order, card):
    """MAT-2, EPI-9: return a card's place, 0 for a keeper, -1 for none.

    A card with jersey 12 or 13 takes over the marker that the order names.
    """
    if table.card_side[card] == KEEPER:
        return 0
    jersey = table.card_jersey[card] + 0
    if jersey <= LAST_JERSEY:
        return jersey - 1
    place = order.taken[jersey - LAST_JERSEY - 1] + 0
    return place if 1 <= place <= MARKERS else -1
