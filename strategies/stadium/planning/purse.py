"""The worth of an owner's tokens after a round's actions."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import CONSTRUCTION, EQUIPMENT, MONEY, unchecked
from eoc_sim.strategies.stadium.planning.remembered import THOUSAND

SURPLUS_CONSTRUCTION_SHARE = 0.3
"""The share of its worth that surplus construction keeps."""


@unchecked
def money_worth(table, me, params, spare):
    """Return the worth of money after salaries; a shortfall is negative.

    Money is first saved for a further VP, if that VP is worth its price.
    """
    if spare <= 0:
        return params.unpaid_cost * spare
    unit_worth = me.worth[MONEY] / THOUSAND
    worth = 0.0
    price = table.rule_vp_price
    if table.vps[me.seat] < table.vp_most[me.seat] and price > 0:
        saving_worth = max(unit_worth, params.vp_saving * me.vp_worth / THOUSAND / price)
        worth += saving_worth * min(spare, price)
        spare -= min(spare, price)
    worth += unit_worth * min(float(spare), params.money_enough)
    return worth + unit_worth * params.money_beyond * max(0.0, spare - params.money_enough)


@unchecked
def equipment_worth(me, params, equipment):
    """Return the worth of equipment: what squares need, and the rest."""
    need = min(equipment, me.needed_equipment)
    surplus = params.equipment_beyond * (equipment - need)
    return me.worth[EQUIPMENT] / THOUSAND * (need + surplus)


@unchecked
def construction_worth(me, construction):
    """Return the worth of construction: what buildings need, and the rest."""
    need = min(construction, me.needed_construction)
    surplus = SURPLUS_CONSTRUCTION_SHARE * (construction - need)
    return me.worth[CONSTRUCTION] / THOUSAND * (need + surplus)
