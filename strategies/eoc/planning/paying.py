"""BB replacing EC, where a card allows it (PAY-3)."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eoc.strategy_api import (
    COLOURS,
    GAIN_BUCKS_AS_EC,
    ON_CARDS,
    ON_RECRUITS,
    WHEN_ALWAYS,
    card_discount,
    card_shortfall,
    compiled,
    recruit_discount,
    recruit_shortfall,
    substitute_limit,
    unchecked,
)


@unchecked
def bucks_stand_in(table, seat):
    """Check for a card in play that lets BB replace EC."""
    for index in range(table.active_count[seat, WHEN_ALWAYS]):
        if table.clause_gain[table.active[seat, WHEN_ALWAYS, index]] == GAIN_BUCKS_AS_EC:
            return True
    return False


@compiled
def choose_substitutes(table, seat, order, card, spot):
    """Let BB replace the EC missing for a card or a recruit.

    Either ``card`` or ``spot`` is -1.

    Returns:
        The number of BB that replace EC.
    """
    if not bucks_stand_in(table, seat):
        return 0
    if card >= 0:
        number = card_shortfall(table, seat, card)
        number = min(number, substitute_limit(table, seat, ON_CARDS, card, -1))
        relief = card_discount(table, seat, card)
    else:
        number = recruit_shortfall(table, seat, spot)
        number = min(number, substitute_limit(table, seat, ON_RECRUITS, -1, spot))
        relief = recruit_discount(table, seat, spot)
    if number == 0:
        return 0
    shortage = np.zeros(COLOURS, np.int64)
    for colour in range(COLOURS):
        if card >= 0:
            shortage[colour] = table.card_cost[card, colour] - table.mat[seat, colour]
        else:
            shortage[colour] = table.spot_cost[spot, colour] - table.mat[seat, colour]
            shortage[colour] -= table.package[seat, spot, colour]
    # The discount first covers the colour with the largest shortage (PAY-2); BB pay for the rest.
    for _ in range(number + relief):
        scarcest = 0
        for colour in range(1, COLOURS):
            if shortage[colour] > shortage[scarcest]:
                scarcest = colour
        shortage[scarcest] -= 1
        if relief > 0:
            relief -= 1
        else:
            order.substitute[scarcest] += 1
    return number
