"""The rest of the game: recruits left and the worth of EC."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import COLOURS, MONTHS, POSITIONS, SPOTS, unchecked
from eoc_sim.strategies.eoc.planning.remembered import REACH

MAX_SIGNINGS = 13
"""The most recruits that a player signs per month, in tenths."""


@unchecked
def look_ahead(table, me, params):
    """Record, once a month, the recruits left and how EC lose value.

    EC lose value as recruits leave the map. The more EC the players receive, the more recruits
    leave. The EC on calendars are known. Players will place further EC there, more of them in
    later months.
    """
    if me.looked_month == table.month + 1:
        return
    me.looked_month = table.month + 1
    recruits = 0.0
    for position in range(POSITIONS):
        me.position_left[position] = 0
    for spot in range(SPOTS):
        if table.spot_owner[spot] < 0:
            me.position_left[table.spot_position[spot]] += 1
            recruits += 1
    maximum = MAX_SIGNINGS * (MONTHS - table.month)
    me.signings = int(min(maximum, 10 * recruits / table.players))
    for ahead in range(REACH + 1):
        month = table.month + ahead
        share = 100.0
        if params.plenty > 0:
            share = min(share, 100 * recruits / params.plenty)
        me.ec_share[ahead] = int(params.ec_for_cards + (100 - params.ec_for_cards) * share / 100)
        if month < 1 or month > MONTHS:
            continue
        coming = ahead * params.yet_to_come * table.players
        for seat in range(table.players):
            for colour in range(COLOURS):
                coming += table.calendar[seat, month, colour]
        recruits = max(0.0, recruits - coming / params.ec_a_recruit)
