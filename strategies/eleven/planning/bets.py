"""Bets on the results of the week (BET)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import BET, NO_BET, best_bet, max_stake

NEVER, FREE, STAKE, HALF = range(4)
"""The styles of betting: the values of `params.bet`."""
USUAL_STAKE = 3
POINT = 3
"""The value of `params.bet_shape` for a point, where four spaces meet."""


def bet(table, me, params, order):
    """Bet on the highest return; spend money only for a gain."""
    if params.bet == NEVER:
        return NO_BET
    shape = 4 if params.bet_shape == POINT else int(params.bet_shape)
    payout = best_bet(table, me, order, shape)
    if params.bet != FREE and payout > 1:
        stake = USUAL_STAKE if params.bet == STAKE else table.resources[me.seat, 0] // 2
        order.stake = min(stake, max_stake(table, me.seat))
    return BET
