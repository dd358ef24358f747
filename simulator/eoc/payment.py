"""Prices, discounts and payment (PAY)."""

from __future__ import annotations

from eoc_sim.simulator.eoc import decisions
from eoc_sim.simulator.eoc.conditions import conditions_hold
from eoc_sim.simulator.eoc.effect_codes import (
    GAIN_BUCKS_AS_EC,
    GAIN_DISCOUNT,
    ON_CARDS,
    ON_RECRUITS,
    ON_TRADES,
    WHEN_ALWAYS,
)
from eoc_sim.simulator.eoc.seat_bans import OUT_OF_REACH, has_play_ban, has_sign_ban
from eoc_sim.simulator.eoc.state import BAN_SUBSTITUTES, BAN_TRADE, COLOURS, FUNDRAISING, MAX_CARDS
from eoc_sim.simulator.eoc.switches import TRADE_FEE
from eoc_sim.simulator.kernel.compiled import compiled, compiled_checked

MARKETING_COST = (0, 1, 3, 5, 8, 12, 18, 24, 30)
"""BB for 0 to 8 stars in one campaign (ACT-8)."""


@compiled_checked
def modifier_total(table, seat, gain, detail, card, spot):
    """Add up modifiers: the ``always`` clauses with this gain and detail.

    ``card`` or ``spot`` is the purchase; -1 means no such purchase (PAY-1, PAY-5).
    """
    total = 0
    for index in range(table.active_count[seat, WHEN_ALWAYS]):
        clause = table.active[seat, WHEN_ALWAYS, index]
        if table.clause_gain[clause] != gain or table.clause_detail[clause] != detail:
            continue
        if conditions_hold(table, seat, clause, card, spot, -1):
            total += table.clause_amount[clause]
    return total


@compiled_checked
def card_discount(table, seat, card):
    """Return a player's EC discount on this card, uncapped (PAY-1).

    The price caps it later.
    """
    return modifier_total(table, seat, GAIN_DISCOUNT, ON_CARDS, card, -1)


@compiled_checked
def recruit_discount(table, seat, spot):
    """Return a player's EC discount on this recruit, uncapped (PAY-1).

    The price caps it later.
    """
    return modifier_total(table, seat, GAIN_DISCOUNT, ON_RECRUITS, -1, spot)


@compiled_checked
def trade_price(table, seat):
    """Return the EC that 1 EC costs in trades, 99 if banned (ACT-3, CUT-3, PAY-1)."""
    if table.banned[seat, BAN_TRADE] == 1:
        return OUT_OF_REACH
    price = 5 if table.rule_trade_fee == TRADE_FEE.EC2 else 3
    return max(0, price - modifier_total(table, seat, GAIN_DISCOUNT, ON_TRADES, -1, -1))


@compiled_checked
def card_shortfall(table, seat, card):
    """Return the EC still needed to play this card, 99 if banned."""
    if has_play_ban(table, seat, card):
        return OUT_OF_REACH
    missing = 0
    for colour in range(COLOURS):
        lack = table.card_cost[card, colour] - table.mat[seat, colour]
        if lack > 0:
            missing += lack
    if missing > 0:
        missing -= card_discount(table, seat, card)
    return max(0, missing)


@compiled_checked
def recruit_shortfall(table, seat, spot):
    """Return the EC still needed to sign this recruit, 99 if banned.

    EC in the package and on the mat both count.
    """
    if has_sign_ban(table, seat, spot):
        return OUT_OF_REACH
    missing = 0
    for colour in range(COLOURS):
        lack = (
            table.spot_cost[spot, colour]
            - table.package[seat, spot, colour]
            - table.mat[seat, colour]
        )
        if lack > 0:
            missing += lack
    if missing > 0:
        missing -= recruit_discount(table, seat, spot)
    return max(0, missing)


@compiled_checked
def substitute_limit(table, seat, detail, card, spot):
    """Return the BB that may replace EC in one purchase or step (PAY-3)."""
    if table.banned[seat, BAN_SUBSTITUTES] == 1:
        return 0
    return modifier_total(table, seat, GAIN_BUCKS_AS_EC, detail, card, spot)


@compiled_checked
def most_of(table, seat):
    """Return the mat's commonest EC colour, the first if tied (PAY-4)."""
    best = 0
    for colour in range(1, COLOURS):
        if table.mat[seat, colour] > table.mat[seat, best]:
            best = colour
    return best


@compiled_checked
def least_of(table, seat):
    """Return the mat's rarest EC colour, the first if tied (PAY-4)."""
    best = 0
    for colour in range(1, COLOURS):
        if table.mat[seat, colour] < table.mat[seat, best]:
            best = colour
    return best


@compiled_checked
def mat_total(table, seat):
    """Count all EC on this player's mat."""
    total = 0
    for colour in range(COLOURS):
        total += table.mat[seat, colour]
    return total


@compiled
def work_out_payment(state, seat, card, spot):
    """Work out the payment for a card or a recruit.

    Returns 0 or a refusal. Either ``card`` or ``spot`` is -1. The parts of the payment go into
    the box: ``discounts``, ``substitutions``, ``from_package``, ``from_mat`` and ``lost_ec`` (the
    package's EC that are not needed); nothing else changes (PAY-1 to PAY-3).
    """
    table = state.table
    box = state.box
    order = state.order
    total = 0
    for colour in range(COLOURS):
        box.due[colour] = (
            table.card_cost[card, colour] if card >= 0 else table.spot_cost[spot, colour]
        )
        total += box.due[colour]
        box.discounts[colour] = 0
        if order.discount[colour] < 0 or order.substitute[colour] < 0:
            return decisions.NEGATIVE
    detail = ON_CARDS if card >= 0 else ON_RECRUITS
    discount_left = min(total, modifier_total(table, seat, GAIN_DISCOUNT, detail, card, spot))
    for colour in range(COLOURS):
        number = order.discount[colour]
        if number > box.due[colour] or number > discount_left:
            return decisions.DISCOUNT_NAMED
        discount_left -= number
        box.due[colour] -= number
        box.discounts[colour] = number
    for _ in range(discount_left):
        colour = _next_discount(state, seat, spot)
        box.due[colour] -= 1
        box.discounts[colour] += 1
    substitutes = 0
    for colour in range(COLOURS):
        substitutes += order.substitute[colour]
    if substitutes > 0:
        if substitutes > table.bucks[seat] or substitutes > substitute_limit(
            table, seat, detail, card, spot
        ):
            return decisions.SUBSTITUTE_NAMED
    for colour in range(COLOURS):
        if order.substitute[colour] > box.due[colour]:
            return decisions.SUBSTITUTE_NAMED
        box.substitutions[colour] = order.substitute[colour]
        box.due[colour] -= order.substitute[colour]
        box.from_package[colour] = 0
        box.lost_ec[colour] = 0
        if spot >= 0:
            box.from_package[colour] = min(box.due[colour], table.package[seat, spot, colour])
            box.lost_ec[colour] = table.package[seat, spot, colour] - box.from_package[colour]
        box.from_mat[colour] = box.due[colour] - box.from_package[colour]
        if box.from_mat[colour] > table.mat[seat, colour]:
            return decisions.CANNOT_PAY
    return 0


@compiled
def _next_discount(state, seat, spot):
    """Choose the colour whose EC is discounted next by default (PAY-2)."""
    table = state.table
    box = state.box
    best = -1
    best_lack = 0
    best_exceeds_package = False
    for colour in range(COLOURS):
        if box.due[colour] <= 0:
            continue
        package = table.package[seat, spot, colour] if spot >= 0 else 0
        lack = box.due[colour] - package - table.mat[seat, colour]
        exceeds_package = box.due[colour] > package
        better = best < 0 or (exceeds_package and not best_exceeds_package)
        if exceeds_package == best_exceeds_package and lack > best_lack:
            better = True
        if better:
            best = colour
            best_lack = lack
            best_exceeds_package = exceeds_package
    return best


@compiled
def pay(state, seat, spot):
    """Pay what `work_out_payment` worked out; return the EC taken from the mat.

    The seat pays from package, mat and BB.
    """
    table = state.table
    box = state.box
    payment = 0
    for colour in range(COLOURS):
        table.mat[seat, colour] -= box.from_mat[colour]
        payment += box.from_mat[colour]
        table.bucks[seat] -= box.substitutions[colour]
        if spot >= 0:
            table.package[seat, spot, colour] = 0
    if spot >= 0:
        table.package_size[seat, spot] = 0
    return payment


@compiled
def note_standing_use(table, seat, gain, detail, card, spot):
    """CAR-4: record the use of a Fundraising card's standing effect.

    A discount or substitute that takes effect is a use.
    """
    for index in range(table.active_count[seat, WHEN_ALWAYS]):
        clause = table.active[seat, WHEN_ALWAYS, index]
        source = table.clause_source[clause]
        if (
            source < MAX_CARDS
            and table.card_type[source] == FUNDRAISING
            and table.clause_gain[clause] == gain
            and table.clause_detail[clause] == detail
            and conditions_hold(table, seat, clause, card, spot, -1)
        ):
            table.used_fundraising[seat] = 1


@compiled
def note_purchase(state, seat, card, spot):
    """Record whether a purchase uses a Fundraising card's effect (CAR-4)."""
    table = state.table
    box = state.box
    detail = ON_CARDS if card >= 0 else ON_RECRUITS
    discount = 0
    substitutes = 0
    for colour in range(COLOURS):
        discount += box.discounts[colour]
        substitutes += box.substitutions[colour]
    if discount > 0:
        note_standing_use(table, seat, GAIN_DISCOUNT, detail, card, spot)
    if substitutes > 0:
        note_standing_use(table, seat, GAIN_BUCKS_AS_EC, detail, card, spot)


@compiled
def give_any(state, seat, number):
    """Choose the EC that pay a cost in EC of any colours (PAY-4).

    Named colours come first, the rest one at a time from the colour with the most EC on the mat.
    The chosen EC go into ``box.from_mat``; nothing else changes. Returns 0 or a refusal.
    """
    table = state.table
    box = state.box
    order = state.order
    ec_due = number
    for colour in range(COLOURS):
        named_ec = order.give[colour]
        if named_ec < 0:
            return decisions.NEGATIVE
        if named_ec > ec_due or named_ec > table.mat[seat, colour]:
            return decisions.GIVE_NAMED
        ec_due -= named_ec
        box.from_mat[colour] = named_ec
    for _ in range(ec_due):
        best = 0
        for colour in range(1, COLOURS):
            if (
                table.mat[seat, colour] - box.from_mat[colour]
                > table.mat[seat, best] - box.from_mat[best]
            ):
                best = colour
        if table.mat[seat, best] <= box.from_mat[best]:
            return decisions.GIVE_SHORT
        box.from_mat[best] += 1
    return 0


@compiled
def take_from_mat(state, seat):
    """Take ``box.from_mat`` off the mat."""
    table = state.table
    box = state.box
    for colour in range(COLOURS):
        table.mat[seat, colour] -= box.from_mat[colour]
