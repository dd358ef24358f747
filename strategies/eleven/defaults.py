"""Default decisions for strategies without their own function (INF-5).

They are plain and keep no memory, because ``me.memory`` belongs to the strategy.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import (
    CHOOSE,
    DECLINE,
    DROP_OUT,
    END_DAY,
    GIVE_UP,
    HIDE,
    KEEP,
    LAYER,
    MARKERS,
    PASS,
    REFUSE,
    ROWS,
    USE,
    best_layout,
    best_turn,
    formations_of,
    league_formations,
    market_money,
    name_for,
    rival_of,
    stand_places,
)

FANS = 1
EFFORT = 12
"""Random layouts that are tried in each formation."""
HALF_EFFORT = 3
"""The same against a manager, with up to eight formations."""


def director(table, me, params, order):
    """Take the first director of the hand."""
    order.card = -1
    for place in range(4):
        if order.card < 0:
            order.card = table.hand[me.seat, place]
    return 1


def objective(table, me, params, order):
    """Keep the first objective."""
    order.card = me.offered[0]
    return 1


def reroll(table, me, params, order):
    """Let the dice stand."""
    return KEEP


def colour(table, me, params, order):
    """Take the colour of money."""
    return 1


def act(table, me, params, order):
    """Do nothing all day."""
    return END_DAY


def choose(table, me, params, order):
    """Take what costs nothing, for the best cards."""
    source = table.asked_source
    clause = table.first_clause[source] + table.asked_clause
    if table.clause[clause].pay_kind < 0 and name_for(table, me, order, source, table.asked_clause):
        return CHOOSE
    return DECLINE


def prepare(table, me, params, order):
    """Fill the stands; play the first tactic card with a good layout."""
    if table.rule_layer == LAYER.SEASON:
        order.fans = min(table.resources[me.seat, FANS], stand_places(table, me.seat))
    order.tactic = -1
    if rival_of(table, me.seat) >= 0:
        return 1
    while formations_of(table, me.seat, order.tactic) == 0:
        order.tactic += 1
    order.formation = best_layout(table, me, formations_of(table, me.seat, order.tactic), EFFORT)
    for marker in range(MARKERS):
        order.cell[marker] = me.best[marker]
        order.side[marker] = table.team_side[me.seat, marker]
    return 1


def layout(table, me, params, order):
    """Lay out well against the other manager."""
    order.formation = best_layout(table, me, league_formations(table, me), HALF_EFFORT)
    for marker in range(MARKERS):
        order.cell[marker] = me.best[marker]
        order.side[marker] = table.team_side[me.seat, marker]
    return 1


def effect(table, me, params, order):
    """Turn the marker that helps most; in a season use nothing."""
    if table.rule_layer == LAYER.SEASON:
        return PASS
    order.marker = best_turn(table, me)
    return USE if order.marker >= 0 else PASS


def bid(table, me, params, order):
    """Bid nothing."""
    return DROP_OUT


def show(table, me, params, order):
    """Show no card."""
    return HIDE


def offer(table, me, params, order):
    """Offer nothing, and pass."""
    return GIVE_UP


def answer(table, me, params, order):
    """Keep the own cards."""
    return REFUSE


def position(table, me, params, order):
    """Take the position that adds most money."""
    order.amount = -1
    for row in range(ROWS):
        if (table.card_rows[table.deal_card] >> row) & 1 == 1 and (
            order.amount < 0 or market_money(table, row) > market_money(table, order.amount)
        ):
            order.amount = row
    return 1
