"""How the rest of the game looks: recruits still to be had, and what EC of each month are worth."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import (
    COLOURS,
    MONTHS,
    POSITIONS,
    SPOTS,
    unchecked,
)
from eoc_sim.strategies.eoc.planning.remembered import REACH

MOST_SIGNINGS = 13
"""Tenths of a recruit that a player signs in a month, at most."""


@unchecked
def look_ahead(table, me, params):
    """Note once a month how many recruits are still to be had, and how fast they go.

    Recruits are taken from the map as the EC of all players come in. Those on calendars are known;
    more will be placed on them, the more the later the month.
    """
    if me.looked_month == table.month + 1:
        return
    me.looked_month = table.month + 1
    left = 0.0
    for position in range(POSITIONS):
        me.position_left[position] = 0
    for spot in range(SPOTS):
        if table.spot_owner[spot] < 0:
            me.position_left[table.spot_position[spot]] += 1
            left += 1
    most = MOST_SIGNINGS * (MONTHS - table.month)
    me.signings = int(min(most, 10 * left / table.players))
    for ahead in range(REACH + 1):
        month = table.month + ahead
        share = 100.0
        if params.plenty > 0:
            share = min(share, 100 * left / params.plenty)
        me.ec_share[ahead] = int(params.ec_for_cards + (100 - params.ec_for_cards) * share / 100)
        if month < 1 or month > MONTHS:
            continue
        coming = ahead * params.yet_to_come * table.players
        for seat in range(table.players):
            for colour in range(COLOURS):
                coming += table.calendar[seat, month, colour]
        left = max(0.0, left - coming / params.ec_a_recruit)
