"""Default decisions for strategies without their own function (INF-5).

They are plain and keep no memory, because ``me.memory`` belongs to the strategy.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven.strategy_api import (
    BET,
    CARDS,
    CHOOSE,
    DECLINE,
    DROP_OUT,
    END_DAY,
    GIVE_UP,
    HIDE,
    KEEP,
    LAYER,
    MARKERS,
    NO_TACTIC,
    PASS,
    REFUSE,
    ROWS,
    USE,
    best_bet,
    best_layout,
    best_turn,
    formations_of,
    league_formations,
    market_money,
    name_for,
    rival_of,
    stand_places,
    vp_of_objective,
    winter_token_refusal,
)

FANS = 1
EFFORT = 12
"""The number of random layouts to try in each formation."""
EFFORT_PER_HALF = 3
"""The number of random layouts to try per formation and half.

It is for matches between managers. Up to eight formations are tried for each half.
"""


def director(table, me, params, order):
    """Take the first director in the hand."""
    order.card = -1
    for index in range(4):
        if order.card < 0:
            order.card = table.hand[me.seat, index]
    return 1


def objective(table, me, params, order):
    """Keep the first objective."""
    order.card = me.offered[0]
    return 1


def unique_side(table, me, params, order):
    """Play the first card on its good side."""
    order.card = table.unique_cards[me.seat, 0]
    return 1


def winter_objective(table, me, params, order):
    """Set aside the objective worth more VP now; if tied, the first."""
    order.card = me.offered[0]
    # `+ 0` widens a field's int32 to int64, so that a function is compiled for one type only.
    vp = vp_of_objective(table, me.seat, me.offered[0] + 0)
    if vp_of_objective(table, me.seat, me.offered[1] + 0) > vp:
        order.card = me.offered[1]
    return 1


def winter_act(table, me, params, order):
    """Do nothing in the Break's market."""
    return PASS


def winter_pick(table, me, params, order):
    """Take the first winter token that is left."""
    while table.winter_shown[order.amount] < 0:
        order.amount += 1
    return 1


def winter_place(table, me, params, order):
    """Place each winter token on the strongest card without one."""
    for index in range(table.winter_held_count[me.seat]):
        maximum = -1
        for card in range(CARDS):
            strength = table.side_strength[card]
            is_candidate = strength > maximum
            for other in range(index):
                is_candidate = is_candidate and order.placed[other] != card + 1
            token = table.winter_held[me.seat, index] + 0
            if is_candidate and winter_token_refusal(table, me.seat, token, card) == 0:
                maximum = strength + 0
                order.placed[index] = card + 1
    return 1


def reroll(table, me, params, order):
    """Let the dice stand."""
    return KEEP


def colour(table, me, params, order):
    """Choose yellow: ``order.amount`` stays 0."""
    return 1


def act(table, me, params, order):
    """Do nothing all day."""
    return END_DAY


def propose(table, me, params, order):
    """Propose no candidate: a strategy without this function does not search."""
    return 0


def judge(table, me, params, order):
    """Return the VP in hundredths, as if the game ended now."""
    return 100 * table.score[me.seat]


def choose(table, me, params, order):
    """Take free effects, and name the best cards for them."""
    source = table.asked_source
    clause = table.first_clause[source] + table.asked_clause
    if table.clause[clause].pay_kind < 0 and name_for(table, me, order, source, table.asked_clause):
        return CHOOSE
    return DECLINE


def bet(table, me, params, order):
    """Put the supply's money on the best place."""
    best_bet(table, me, order, 0)
    return BET


def prepare(table, me, params, order):
    """Fill the stands, and choose a tactic card and a layout.

    Against another manager, no tactic card is played, and `layout` chooses the layout. In other
    matches, a tactic card is played only if no formation is possible without one: the first card
    that allows a formation. The layout is then the best one found with `EFFORT`.
    """
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


def extra_tactic(table, me, params, order):
    """Play no other tactic card."""
    return NO_TACTIC


def suspend(table, me, params, order):
    """Name the first card that may be named."""
    order.card = 0
    while table.owner[order.card] != me.seat or table.refereed[order.card] == 0:
        order.card += 1
    return 1


def layout(table, me, params, order):
    """Choose a good layout against the other manager."""
    order.formation = best_layout(table, me, league_formations(table, me), EFFORT_PER_HALF)
    for marker in range(MARKERS):
        order.cell[marker] = me.best[marker]
        order.side[marker] = table.team_side[me.seat, marker]
    return 1


def effect(table, me, params, order):
    """Turn the marker that helps most; in a season, use no effect."""
    if table.rule_layer == LAYER.SEASON:
        return PASS
    order.marker = best_turn(table, me)
    return USE if order.marker >= 0 else PASS


def bid(table, me, params, order):
    """Drop out of the auction."""
    return DROP_OUT


def show(table, me, params, order):
    """Show no card."""
    return HIDE


def offer(table, me, params, order):
    """Offer nothing, and pass."""
    return GIVE_UP


def answer(table, me, params, order):
    """Keep the manager's cards."""
    return REFUSE


def position(table, me, params, order):
    """Take the position that adds the most money."""
    order.amount = -1
    for row in range(ROWS):
        if (table.card_position[table.deal_card] >> row) & 1 == 1 and (
            order.amount < 0 or market_money(table, row) > market_money(table, order.amount)
        ):
            order.amount = row
    return 1
