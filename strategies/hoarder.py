"""The long game: full-value dice early, EC clustered into one or two months in mid-season.

The first dice go at full value towards the blow-out month, cards are drafted for it whatever they
cost, and then many cards and recruits come in one turn.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.strategy_files import parameter
from eoc_sim.strategies.planning import (
    BET_FIRST,
    BET_WORTH,
    BLOWOUT_MONTH,
    BUCK_WORTH,
    MARKET_EARLY,
    PRICE_WEIGHT,
    RUNNER_LEAST,
    STEP_WEIGHT,
    WAIT_PERCENT,
    choose_dice,
    draft_best,
    keep_best,
    place_dice,
    take_turn,
)

PARAMETERS = [
    parameter(
        "blowout_month", default=5, low=3, high=9,
        help="month towards which EC are gathered, 1 March to 12 February; the next one counts too",
    ),
]


def _style(me, blowout_month):
    """Note how this strategy plays."""
    me.memory[BUCK_WORTH] = 11
    me.memory[BET_WORTH] = 4
    me.memory[PRICE_WEIGHT] = 3
    me.memory[WAIT_PERCENT] = 0
    me.memory[BLOWOUT_MONTH] = blowout_month
    me.memory[STEP_WEIGHT] = 6
    me.memory[RUNNER_LEAST] = 2
    me.memory[MARKET_EARLY] = 0
    me.memory[BET_FIRST] = 0


def keep(table, me, params, order):
    """Keep the four most useful of the six dealt cards."""
    _style(me, int(params.blowout_month))
    return keep_best(table, me, order)


def draft(table, me, params, order):
    """Draft the most useful card."""
    _style(me, int(params.blowout_month))
    return draft_best(table, me, order)


def dice(table, me, params, order):
    """Take the two dice worth most."""
    return choose_dice(table, me, order)


def place(table, me, params, order):
    """Place the two dice of an exclusive draft."""
    return place_dice(table, me, order)


def act(table, me, params, order):
    """The next action of the month's plan."""
    return take_turn(table, me, order)
