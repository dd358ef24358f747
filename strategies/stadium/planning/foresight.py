"""The simulation of a round for all of an owner's VPs.

Spaces act one after another.
"""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    BUILD,
    CATEGORIES,
    CONSTRUCTION,
    DRAFT,
    EQUIPMENT,
    EQUIPMENT_SPACE,
    FIELD,
    HIRE,
    HIRE_OPTION,
    LEVEL_1,
    LEVEL_2,
    MONEY,
    PLAYBOOK,
    SPACES,
    TRAIN,
    WINS,
    salaries_due,
    unchecked,
)
from eoc_sim.strategies.stadium.planning.blocks import (
    best_building,
    best_square,
    building_worth,
    ending_worth,
    exchange_count,
    open_category,
    square_worth,
)
from eoc_sim.strategies.stadium.planning.hiring import staff_gain, vp_gain
from eoc_sim.strategies.stadium.planning.purse import (
    construction_worth,
    equipment_worth,
    money_worth,
)
from eoc_sim.strategies.stadium.planning.remembered import PLAYERS_CONSIDERED, THOUSAND
from eoc_sim.strategies.stadium.planning.standing import money_to_come, vps_on_space


@unchecked
def win_worth(table, me):
    """Return the worth of Playbook without a block (ACT-7)."""
    worth = 0
    for clause in range(table.source_first[PLAYBOOK], table.source_last[PLAYBOOK]):
        token = table.clause_gain[clause]
        if table.clause_in_action[clause] == 1 and token < len(me.worth):
            worth += table.clause_amount[clause] * me.worth[token]
    return worth / THOUSAND


@unchecked
def times_to_train(table, me, params, equipment):
    """Choose how many times to exchange on Train.

    Only equipment that no square needs is used, unless the gain is worth more than the equipment.
    """
    clause = table.train_clause
    if clause < 0 or table.clause_pay[clause] != EQUIPMENT:
        return 0
    price = max(1, table.clause_price[clause])
    gain = table.clause_amount[clause] * me.worth[table.clause_gain[clause]]
    stock = equipment
    if gain <= price * me.worth[EQUIPMENT]:
        stock = equipment - me.needed_equipment
        if gain <= price * me.worth[EQUIPMENT] * params.equipment_beyond:
            return 0
    times = max(0, stock) // price
    return min(1, times) if table.clause_repeats[clause] == 0 else times


@unchecked
def _block_worth(table, me, params, worth, blocks, place):
    """Return a block's worth; for the last block, include ending the game."""
    if blocks > 1:
        return worth
    return worth + ending_worth(table, me, params, table.place_points[place])


@unchecked
def round_worth(table, me, params, standing_vps):
    """Return the worth of this round for a given placement of VPs.

    ``standing_vps`` counts the owner's VPs by space, with three bits for each space. The worth
    includes their actions and the tokens left after them. Spaces act in order (ACT-0), each with
    the tokens that earlier ones leave.
    """
    seat = me.seat
    tokens = table.tokens[seat]
    money = tokens[MONEY] + 0
    equipment = tokens[EQUIPMENT] + 0
    construction = tokens[CONSTRUCTION] + 0
    wins = tokens[WINS] + 0
    blocks = table.blocks_left[seat] + 0
    to_come = money_to_come(me, standing_vps, 0)
    due = salaries_due(table, seat) - me.income[MONEY]
    places_taken_mask = 0
    category = open_category(table, seat)
    bottom = table.blocks_at[seat, FIELD] + table.blocks_at[seat, LEVEL_1]
    second = table.blocks_at[seat, LEVEL_2] + 0
    staff_taken_mask = 0
    purchases = 0
    worth = 0.0
    for space in range(SPACES):
        number = vps_on_space(standing_vps, space)
        if number == 0:
            continue
        worth += number * me.visit_worth[space] / THOUSAND
        money += number * me.visit_money[space]
        to_come -= number * me.visit_money[space]
        if space == EQUIPMENT_SPACE:
            equipment += number * me.visit_equipment
        elif space == TRAIN:
            times = times_to_train(table, me, params, equipment)
            if times > 0:
                clause = table.train_clause
                equipment -= times * table.clause_price[clause]
                gain = table.clause_gain[clause]
                worth += times * table.clause_amount[clause] * me.worth[gain] / THOUSAND
                if gain == WINS:
                    wins += times * table.clause_amount[clause]
        elif space == HIRE:
            for _ in range(number):
                vp = vp_gain(table, me, params, money, money + to_come - due, purchases)
                spare = min(money, money + to_come - due)
                staff, cost, mask = staff_gain(table, me, params, spare, staff_taken_mask)
                allows_both = table.rule_hire_option == HIRE_OPTION.BOTH
                if vp > 0 and (vp >= staff or allows_both):
                    worth += me.vp_worth / THOUSAND
                    money -= table.rule_vp_price
                    purchases += 1
                    if allows_both:
                        spare -= table.rule_vp_price
                        staff, cost, mask = staff_gain(table, me, params, spare, staff_taken_mask)
                    else:
                        staff = 0.0
                if staff > 0:
                    worth += staff + cost * me.worth[MONEY] / THOUSAND
                    money -= cost
                    staff_taken_mask = mask
        elif space == PLAYBOOK:
            win = win_worth(table, me)
            for _ in range(number):
                place = -1
                if blocks > 0 and category < CATEGORIES:
                    place = best_square(table, me, category, wins, equipment, money)
                if place >= 0:
                    gain = square_worth(table, me, place, wins, equipment, money)
                    if _block_worth(table, me, params, gain, blocks, place) > win:
                        worth += _block_worth(
                            table, me, params, me.place_worth[place] / THOUSAND, blocks, place
                        )
                        money -= table.place_price[place, MONEY]
                        equipment -= table.place_price[place, EQUIPMENT]
                        construction -= table.place_price[place, CONSTRUCTION]
                        blocks -= 1
                        bottom += 1
                        category += 1
                        continue
                worth += win
                wins += 1
        elif space == BUILD:
            for index in range(number):
                exchanges, building = _plan_build(
                    table,
                    me,
                    params,
                    places_taken_mask,
                    bottom,
                    second,
                    money,
                    construction,
                    equipment,
                    blocks,
                    money + to_come - due,
                    number - index - 1,
                )
                if exchanges > 0:
                    clause = table.build_clause
                    money -= exchanges * table.clause_price[clause]
                    construction += exchanges * table.clause_amount[clause]
                elif building >= 0:
                    worth += _block_worth(
                        table, me, params, me.place_worth[building] / THOUSAND, blocks, building
                    )
                    money -= table.place_price[building, MONEY]
                    equipment -= table.place_price[building, EQUIPMENT]
                    construction -= table.place_price[building, CONSTRUCTION]
                    blocks -= 1
                    places_taken_mask |= 1 << building
                    if table.place_level[building] == LEVEL_1:
                        bottom += 1
                    elif table.place_level[building] == LEVEL_2:
                        second += 1
        elif space == DRAFT:
            before = table.vps_on[DRAFT] - vps_on_space(me.standing, DRAFT)
            for index in range(before, min(before + number, PLAYERS_CONSIDERED)):
                worth += (me.offered[index] + me.offered_price[index] * me.worth[MONEY]) / THOUSAND
                money -= me.offered_price[index]
    worth += money_worth(table, me, params, money - due)
    worth += equipment_worth(me, params, equipment)
    return worth + construction_worth(me, construction)


@unchecked
def _plan_build(
    table,
    me,
    params,
    places_taken_mask,
    bottom,
    second,
    money,
    construction,
    equipment,
    blocks,
    spare,
    later_vps,
):
    """Plan a VP on Build: a building, or money exchanged for construction.

    ``later_vps`` is the number of the owner's VPs that act on Build after it. ``spare`` is the
    money left after salaries if this VP spends none.

    Returns:
        The number of exchanges, and the building or -1. With a building there are no exchanges.
    """
    exchanges = exchange_count(table, me, money, spare, construction, 0)
    if blocks == 0:
        return 0, -1
    place = best_building(
        table, me, places_taken_mask, bottom, second, money, construction, equipment
    )
    worth = 0.0
    if place >= 0:
        worth = building_worth(table, me, place, bottom, second, money, construction, equipment)
        worth = _block_worth(table, me, params, worth, blocks, place)
    if later_vps > 0 and place < 0 and table.build_clause >= 0:
        clause = table.build_clause
        bought = money // max(1, table.clause_price[clause]) * table.clause_amount[clause]
        target = best_building(
            table, me, places_taken_mask, bottom, second, money, construction + bought, equipment
        )
        if target >= 0:
            shortage = table.place_price[target, CONSTRUCTION] - construction
            return exchange_count(table, me, money, spare, construction, max(0, shortage)), -1
    gain = exchanges * (me.worth[CONSTRUCTION] - me.worth[MONEY]) / THOUSAND
    if place >= 0 and worth > gain:
        return 0, place
    return exchanges, -1


@unchecked
def plan_build(table, me, params, standing_vps):
    """Plan the VP that acts on Build now, as in `_plan_build`."""
    seat = me.seat
    tokens = table.tokens[seat]
    money = tokens[MONEY] + 0
    spare = money + money_to_come(me, standing_vps, BUILD + 1) + me.income[MONEY]
    spare -= salaries_due(table, seat)
    bottom = table.blocks_at[seat, FIELD] + table.blocks_at[seat, LEVEL_1]
    return _plan_build(
        table,
        me,
        params,
        0,  # no building is excluded
        bottom,
        table.blocks_at[seat, LEVEL_2] + 0,
        money,
        tokens[CONSTRUCTION] + 0,
        tokens[EQUIPMENT] + 0,
        table.blocks_left[seat] + 0,
        spare,
        max(0, vps_on_space(standing_vps, BUILD) - 1),
    )
