"""The worth of blocks, and of ending the game."""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    CATEGORIES,
    CONSTRUCTION,
    ENTERTAINMENT,
    EQUIPMENT,
    LEVEL_2,
    LEVEL_3,
    MONEY,
    block_refusal,
    unchecked,
)
from eoc_sim.strategies.stadium.planning.remembered import THOUSAND

WORTHLESS = -1e6
"""Less than any block is worth."""
MAX_LEAD = 30.0
"""The largest lead in points that counts for ending the game."""
BLOCKS_FOR_LEVEL_3 = 2
"""The blocks that an owner needs on level 2 for level 3 (ACT-13)."""


@unchecked
def open_category(table, seat):
    """Return the category of an owner's next square (ACT-9).

    It is CATEGORIES if the owner has a block in every category.
    """
    for category in range(CATEGORIES):
        if table.category_taken[seat, category] == 0:
            return category
    return CATEGORIES


@unchecked
def points_now(table, seat):
    """Return an owner's points as if the game ended now (SCO-1)."""
    points = table.point_tokens[seat] + table.bonus_tiles[seat]
    points += table.tokens[seat, ENTERTAINMENT] // table.rule_entertainment_per_point
    for place in range(table.places):
        points += table.block[seat, place] * table.place_points[place]
    if table.team_size[seat] > 0:
        for card in range(table.players):
            points += table.team[seat, card] * table.player_points[card]
    if table.hired_count[seat] > 0:
        for card in range(table.employees):
            points += table.hired[seat, card] * table.employee_points[card]
    return points


@unchecked
def ending_worth(table, me, params, points):
    """Return the worth of ending the game with a block (END-2).

    The block brings ``points``. The worth is positive if the owner would then lead by more than
    ``end_lead``, and negative if by less.
    """
    if table.ended == 1:
        return 0.0
    best = 0
    for seat in range(table.owners):
        if seat != me.seat:
            best = max(best, points_now(table, seat))
    lead = points_now(table, me.seat) + points - best - params.end_lead
    return params.end_weight * max(-MAX_LEAD, min(MAX_LEAD, lead))


@unchecked
def price_worth(table, me, place):
    """Return the worth of the tokens in a place's price."""
    price = table.place_price[place]
    worth = price[EQUIPMENT] * me.worth[EQUIPMENT] + price[MONEY] * me.worth[MONEY]
    worth += price[CONSTRUCTION] * me.worth[CONSTRUCTION]
    return (worth + price[ENTERTAINMENT] * me.worth[ENTERTAINMENT]) / THOUSAND


@unchecked
def square_worth(table, me, place, wins, equipment, money):
    """Return the worth of a block on a square, minus its price.

    The result is WORTHLESS if a block there adds nothing, or if the owner may not or cannot place
    one.
    """
    price = table.place_price[place]
    if table.place_wins[place] > wins or price[EQUIPMENT] > equipment or price[MONEY] > money:
        return WORTHLESS
    if me.place_worth[place] == 0 or block_refusal(table, me.seat, place) > 0:
        return WORTHLESS
    return me.place_worth[place] / THOUSAND - price_worth(table, me, place)


@unchecked
def best_square(table, me, category, wins, equipment, money):
    """Return the best square of a category, or -1 (ACT-8)."""
    best = -1
    maximum = WORTHLESS
    for place in range(table.buildings, table.places):
        if table.place_category[place] == category:
            worth = square_worth(table, me, place, wins, equipment, money)
            if worth > maximum:
                best = place
                maximum = worth
    return best


@unchecked
def building_worth(table, me, place, bottom, second, money, construction, equipment):
    """Return the worth of a block on a building, minus its price.

    The result is WORTHLESS if a block there adds nothing, or if the owner may not or cannot place
    one. ``bottom`` and ``second`` count the owner's blocks on the bottom level and on level 2.
    """
    level = table.place_level[place]
    if me.place_worth[place] == 0 or table.block[me.seat, place] == 1:
        return WORTHLESS
    if block_refusal(table, me.seat, place) > 0:
        return WORTHLESS
    if (level == LEVEL_2 and bottom < 1) or (level == LEVEL_3 and second < BLOCKS_FOR_LEVEL_3):
        return WORTHLESS
    price = table.place_price[place]
    if price[CONSTRUCTION] > construction or price[EQUIPMENT] > equipment:
        return WORTHLESS
    if price[MONEY] > money or price[ENTERTAINMENT] > table.tokens[me.seat, ENTERTAINMENT]:
        return WORTHLESS
    return me.place_worth[place] / THOUSAND - price_worth(table, me, place)


@unchecked
def best_building(table, me, places_taken_mask, bottom, second, money, construction, equipment):
    """Return the best building that is not taken, or -1 (ACT-12).

    ``places_taken_mask`` has a bit for each building that an earlier VP on Build takes.
    """
    best = -1
    maximum = WORTHLESS
    for index in range(table.buildings):
        if (places_taken_mask >> index) & 1 == 0:
            worth = building_worth(table, me, index, bottom, second, money, construction, equipment)
            if worth > maximum:
                best = index
                maximum = worth
    return best


@unchecked
def exchange_count(table, me, money, spare, construction, construction_short):
    """Choose how many times to exchange money for construction.

    Only spare money is exchanged, unless more is needed for ``construction_short``: the
    construction missing for a building on which the next VP on Build may place a block, or 0.
    """
    clause = table.build_clause
    if clause < 0 or table.clause_pay[clause] != MONEY:
        return 0
    price = max(1, table.clause_price[clause])
    gain = max(1, table.clause_amount[clause])
    if table.clause_gain[clause] != CONSTRUCTION:
        return 0
    count = 0
    if gain * me.worth[CONSTRUCTION] > price * me.worth[MONEY]:
        count = max(0, (me.needed_construction - construction + gain - 1) // gain)
        count = min(count, max(0, spare) // price)
    count = max(count, (construction_short + gain - 1) // gain)
    maximum = money // price
    if table.clause_repeats[clause] == 0:
        maximum = min(1, maximum)
    return min(maximum, count)
