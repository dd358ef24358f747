"""The choices that are allowed in the Winter Break (EPI-4 to EPI-9)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions
from eoc_sim.simulator.eleven.actions import can_auction, hire_refusal, sell_refusal
from eoc_sim.simulator.eleven.jerseys import KEEPER
from eoc_sim.simulator.eleven.names import CONCEDED, WINTER_KINDS
from eoc_sim.simulator.eleven.season_scoring import objective_count
from eoc_sim.simulator.eleven.sizes import CARDS, OBJECTIVES_DEALT, WINTER_PICKS
from eoc_sim.simulator.kernel.compiled import compiled

ANY_SECTION, BALL_SECTION, SHIELD_SECTION = map(
    WINTER_KINDS.index, ("any section", "ball", "shield")
)


@compiled
def is_fulfilled(table, seat, objective):
    """EPI-4: check if a manager has fulfilled an objective."""
    sign = -1 if table.objective_measure[objective] == CONCEDED else 1
    number = objective_count(table, seat, table.objective_measure[objective] + 0)
    return sign * number >= sign * table.objective_fulfilled[objective]


@compiled
def winter_objective_refusal(table, me, objective):
    """EPI-4: return why a manager cannot lay an objective aside, or 0."""
    dealt = False
    fulfilled = False
    for index in range(OBJECTIVES_DEALT):
        dealt = dealt or (objective >= 0 and me.offered[index] == objective)
        fulfilled = fulfilled or is_fulfilled(table, me.seat, me.offered[index] + 0)
    if not dealt:
        return decisions.WINTER_OBJECTIVE_NOT_DEALT
    if fulfilled and not is_fulfilled(table, me.seat, objective):
        return decisions.WINTER_OBJECTIVE_OPEN
    return 0


@compiled
def winter_act_refusal(table, seat, kind, order):
    """EPI-5, EPI-6: return why a manager cannot take this action, or 0.

    The order names the card and, for a sale, how the card is sold and the asking price.
    """
    card = order.card + 0
    if kind == decisions.PASS:
        return 0
    if kind == decisions.HIRE:
        return hire_refusal(table, seat, card)
    if kind == decisions.NEGOTIATE:
        can_negotiate = can_auction(table) and table.rule_refusals > 0
        return 0 if can_negotiate else decisions.NEGOTIATE_OFF
    if kind != decisions.SELL:
        return decisions.NO_SUCH_WINTER_ACT
    return sell_refusal(table, seat, card, order.way + 0, order.amount + 0)


@compiled
def pick_refusal(table, index):
    """EPI-7: return why nobody can take the token at an index, or 0."""
    is_shown = 0 <= index < table.winter_shown_count and table.winter_shown[index] >= 0
    return 0 if is_shown else decisions.NO_SUCH_WINTER_PICK


@compiled
def winter_token_refusal(table, seat, token, card):
    """EPI-8, EPI-9: return why a card cannot have a winter token, or 0.

    ``token`` is the token's row in its sheet, as in ``table.winter_held``.
    """
    if card < 0 or card >= CARDS or table.owner[card] != seat:
        return decisions.WINTER_PLACE_NOT_OWN
    kind = table.winter_kind[token]
    is_outfield_only = kind == ANY_SECTION or kind == BALL_SECTION or kind == SHIELD_SECTION
    if is_outfield_only and table.card_side[card] == KEEPER:
        return decisions.WINTER_PLACE_KEEPER
    return 0


@compiled
def placing_refusal(table, seat, order):
    """EPI-8: return why a manager cannot place winter tokens this way, or 0."""
    for index in range(WINTER_PICKS):
        card = order.placed[index] - 1
        if card == -1:
            continue
        if index >= table.winter_held_count[seat]:
            return decisions.WINTER_TOKEN_NOT_HELD
        refusal = winter_token_refusal(table, seat, table.winter_held[seat, index] + 0, card)
        if refusal > 0:
            return refusal
        for other in range(index):
            if order.placed[other] == card + 1:
                return decisions.WINTER_PLACE_TWICE
    return 0
