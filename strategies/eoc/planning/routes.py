"""The choice of recruits to sign, and the route to them."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import (
    BOARDS,
    COLOURS,
    COUNTER_BASE_RECRUIT,
    COUNTER_BORDER_RECRUIT,
    COUNTER_NONE,
    COUNTER_POSITION_RECRUIT,
    COUNTER_RECRUIT,
    COUNTER_REGION,
    COUNTER_REGION_RECRUIT,
    COUNTER_UNIQUE_POSITION,
    GAIN_VALUE,
    MONTHS,
    MOVE,
    ON_MOVES,
    POSITION_STARS,
    POSITIONS,
    REGION_STARS,
    SIGN,
    STATES,
    WHEN_END,
    WHEN_MOVE,
    WHEN_SIGN,
    calendar_free_moves,
    clause_amount,
    clause_count,
    conditions_hold,
    has_sign_ban,
    mat_total,
    recruit_shortfall,
    substitute_limit,
    unchecked,
)
from eoc_sim.strategies.eoc.planning.outlook import look_ahead
from eoc_sim.strategies.eoc.planning.paying import choose_substitutes
from eoc_sim.strategies.eoc.planning.remembered import AIM_AT, CANDIDATES, is_chosen, reopen
from eoc_sim.strategies.eoc.planning.upgrades import accept_upgrades
from eoc_sim.strategies.eoc.planning.worth import STAR, unit_worth

LAST_PLANNING_MONTH = MONTHS - 2
"""The last month in which the later steps of a track count.

Until then, each step is worth at least an even share of the whole track's stars; later, only its
own.
"""
MAX_REGION_RECRUITS = 10
"""The number of recruits in a region beyond which more bring nothing (SCO-4)."""
TOP_3_WORTH = 20
"""The worth of a board's Top 3, shared among its missing positions."""
STEP_PRICE, PAID_STEP_SURCHARGE = 9, 15
"""The price of each step, and the surcharge on each paid step."""
UNCOVERED_EC_PRICE, MISSING_EC_PRICE = 5, 6
"""Prices of EC that no package covers, and of EC still missing."""
AIM_MISSING_EC_PRICE, AIM_STEP_PRICE = 25, 4
"""Prices, for a target, per missing EC and per step."""
MAX_BASE = 5
SPARE_EC = 4
"""A signing that leaves more EC than this causes replanning."""
LOWEST_WORTH = -1000


@unchecked
def _value_positions(table, me, params):
    """Record what a recruit of each position adds (SCO-3, SCO-5)."""
    seat = me.seat
    months = MONTHS - table.month
    unique = table.unique_positions[seat]
    # Count the track's next step; while there is time, at least an even share of the whole track.
    step = POSITION_STARS[min(unique + 1, POSITIONS)] - POSITION_STARS[unique]
    new = float(STAR * step)
    if table.month <= LAST_PLANNING_MONTH:
        new = max(float(new), params.new_position)
    look_ahead(table, me, params)
    for position in range(POSITIONS):
        me.position_worth[position] = 0
        if table.signed_position[seat, position] == 0:
            rare = params.rarity / max(1, me.position_left[position])
            me.position_worth[position] = int(new * (1 + rare))
    if me.board < 0 or table.rule_boards != BOARDS.ON:
        return
    missing = 0
    missing_top = 0
    for index in range(5):
        if table.signed_position[seat, me.board_position[index]] == 0:
            missing += 1
            if index < 3:
                missing_top += 1
    if missing == 0 or missing > months + 3:
        return
    bonus = params.board_worth / missing
    for index in range(5):
        position = me.board_position[index]
        if table.signed_position[seat, position] == 0:
            me.position_worth[position] += int(bonus)
            if index < 3:
                me.position_worth[position] += TOP_3_WORTH // missing_top


@unchecked
def _value_region(table, me, params):
    """Record the region to recruit in and each recruit's bonus there (SCO-4)."""
    seat = me.seat
    # The home region, unless another one has at least two more recruits.
    focus = table.region[seat]
    for region in range(COLOURS):
        if table.signed_region[seat, region] > table.signed_region[seat, focus] + 1:
            focus = region
    me.focus_region = focus
    depth = min(table.signed_region[seat, focus], MAX_REGION_RECRUITS)
    step = REGION_STARS[min(depth + 1, MAX_REGION_RECRUITS)] - REGION_STARS[depth]
    me.region_worth = STAR * step
    if table.month <= LAST_PLANNING_MONTH:
        me.region_worth = max(int(params.region_recruit), STAR * step)


@unchecked
def due(table, seat, spot, region):
    """Return the EC of a colour that the player's package still lacks."""
    if region < 0:
        return 0
    return table.spot_cost[spot, region] - table.package[seat, spot, region]


@unchecked
def _raises_counter(table, seat, clause, spot):
    """Check if a recruit would raise a clause's counter."""
    counter = table.clause_counter[clause]
    detail = table.clause_counter_detail[clause]
    state = table.spot_state[spot]
    first = table.state_region[state, 0]
    second = table.state_region[state, 1]
    if counter == COUNTER_RECRUIT:
        return True
    if counter == COUNTER_BORDER_RECRUIT:
        return second >= 0
    if counter == COUNTER_REGION_RECRUIT:
        return detail in (first, second)
    if counter == COUNTER_POSITION_RECRUIT:
        return (detail >> table.spot_position[spot]) & 1 == 1
    if counter == COUNTER_UNIQUE_POSITION:
        return table.signed_position[seat, table.spot_position[spot]] == 0
    if counter == COUNTER_REGION:
        return table.signed_region[seat, first] == 0 or (
            second >= 0 and table.signed_region[seat, second] == 0
        )
    if counter == COUNTER_BASE_RECRUIT:
        return table.spot_base[spot] >= detail
    return False


@unchecked
def _bonus(table, me, params, spot):
    """Return the worth that cards and the coach add to a recruit.

    Part of it comes on signing, part at the end of the game.
    """
    seat = me.seat
    worth = 0.0
    for index in range(table.active_count[seat, WHEN_SIGN]):
        clause = table.active[seat, WHEN_SIGN, index]
        if not conditions_hold(table, seat, clause, -1, spot, -1):
            continue
        gain = table.clause_gain[clause]
        if gain == GAIN_VALUE:
            worth += STAR * table.spot_base[spot] * (table.clause_amount[clause] - 1)
        else:
            worth += unit_worth(params, gain, COUNTER_NONE) * clause_amount(table, seat, clause)
    for index in range(table.active_count[seat, WHEN_END]):
        clause = table.active[seat, WHEN_END, index]
        if table.clause_counter[clause] != COUNTER_NONE and _raises_counter(
            table, seat, clause, spot
        ):
            amount = table.clause_amount[clause] * clause_count(table, seat, clause)
            if amount < table.clause_up_to[clause] * table.clause_per[clause]:
                worth += STAR * table.clause_amount[clause] / table.clause_per[clause]
    return worth


@unchecked
def plan(table, me, params):
    """Record the recruits most worth signing from the current position.

    The EC at hand are taken into account.
    """
    seat = me.seat
    month = table.month
    _value_positions(table, me, params)
    _value_region(table, me, params)
    for colour in range(COLOURS):
        stock = table.mat[seat, colour] + table.calendar[seat, month, colour]
        if month < MONTHS:
            stock += table.calendar[seat, month + 1, colour]
        me.stock[colour] = stock
    for index in range(CANDIDATES):
        me.candidate[index] = -1
        me.candidate_worth[index] = 0
    focus = me.focus_region + 0
    region_worth = me.region_worth + 0
    node = table.node[seat]
    free = calendar_free_moves(table, month)
    if me.turn_month == month:
        free = table.free_moves[seat] + 0
    maximum = MAX_BASE * STAR
    for position in range(POSITIONS):
        maximum = max(maximum, MAX_BASE * STAR + me.position_worth[position])
    border_worth = int(params.border_worth)
    bar = LOWEST_WORTH
    count = 0
    worst = 0
    for number in range(STATES):
        steps = table.near_steps[node, number]
        cost = STEP_PRICE * steps + PAID_STEP_SURCHARGE * max(0, steps - free)
        if region_worth + border_worth + maximum - cost <= bar:
            break  # all remaining states are at least as far
        state = table.near_state[node, number]
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        state_worth = region_worth if first == focus or second == focus else 0
        if second >= 0:
            state_worth += border_worth
        if state_worth + maximum - cost <= bar:
            continue
        for slot in range(2 if second >= 0 else 1):
            spot = table.state_spot[state, slot]
            if table.spot_owner[spot] >= 0:
                continue
            worth = state_worth + STAR * table.spot_base[spot]
            worth += me.position_worth[table.spot_position[spot]]
            unpaid_ec = table.spot_price[spot] - table.package_size[seat, spot]
            rank = worth - cost - UNCOVERED_EC_PRICE * unpaid_ec
            if rank <= bar:
                continue
            shortage = max(0, due(table, seat, spot, first) - me.stock[first])
            if second >= 0:
                shortage += max(0, due(table, seat, spot, second) - me.stock[second])
            rank -= MISSING_EC_PRICE * shortage
            if rank <= bar or has_sign_ban(table, seat, spot):
                continue
            # The recruit fills a free place or replaces the worst candidate.
            me.candidate[worst] = spot
            me.candidate_worth[worst] = worth
            me.candidate_rank[worst] = rank
            worst += 1
            if count < CANDIDATES:
                count += 1
            if count == CANDIDATES:
                worst = 0
                for index in range(1, CANDIDATES):
                    if me.candidate_rank[index] < me.candidate_rank[worst]:
                        worst = index
                bar = me.candidate_rank[worst] + 0
    if table.active_count[seat, WHEN_SIGN] + table.active_count[seat, WHEN_END] > 0:
        for index in range(CANDIDATES):
            if me.candidate[index] >= 0:
                bonus = _bonus(table, me, params, me.candidate[index])
                me.candidate_worth[index] += int(params.own_cards * bonus)
    me.planned_month = month
    reopen(me)


@unchecked
def choose_aim(table, me, params):
    """Choose the recruit to drive towards, by worth, steps and missing EC."""
    seat = me.seat
    me.target = -1
    best = float(LOWEST_WORTH)
    node = table.node[seat]
    for index in range(CANDIDATES):
        spot = me.candidate[index] + 0
        if spot < 0 or table.spot_owner[spot] >= 0:
            continue
        state = table.spot_state[spot]
        first = table.state_region[state, 0]
        second = table.state_region[state, 1]
        next_month = min(MONTHS, table.month + 1)
        shortage = max(0, due(table, seat, spot, first) - table.calendar[seat, next_month, first])
        if second >= 0:
            shortage += max(
                0, due(table, seat, spot, second) - table.calendar[seat, next_month, second]
            )
        worth = me.candidate_worth[index] - AIM_MISSING_EC_PRICE * shortage
        worth -= AIM_STEP_PRICE * table.distance[node, table.state_node[state]]
        if spot == me.choice_subject and is_chosen(table, me, AIM_AT):
            worth -= LOWEST_WORTH
        if worth > best:
            best = worth
            me.target = spot


@unchecked
def _pays_step_with_buck(table, seat, spot):
    """Check if a BB should pay for a step to a recruit.

    A card must allow it, and the BB must not be needed more elsewhere.
    """
    if table.bucks[seat] <= MONTHS - table.month or recruit_shortfall(table, seat, spot) > 0:
        return False
    return substitute_limit(table, seat, ON_MOVES, -1, -1) > 0


@unchecked
def go_and_sign(table, me, params, order):
    """Step towards the target; once there, sign it.

    A step that is not free costs a BB, or an EC of the colour with the most to spare.
    """
    seat = me.seat
    spot = me.target + 0
    node = table.node[seat]
    goal = table.state_node[table.spot_state[spot]]
    if node == goal:
        order.spot = spot
        cost = choose_substitutes(table, seat, order, -1, spot)
        accept_upgrades(table, me, params, order, WHEN_SIGN, -1, spot, -1, cost)
        _forget(table, me, params)
        if table.active_count[seat, WHEN_SIGN] > 0:
            reopen(me)  # upgrades may bring EC
        return SIGN
    order.node = table.way[node, goal]
    bucks = 0
    if table.free_moves[seat] < 1 and _pays_step_with_buck(table, seat, spot):
        order.bucks = 1
        bucks = 1
    elif table.free_moves[seat] < 1:
        maximum = LOWEST_WORTH
        for candidate in range(COLOURS):
            if table.mat[seat, candidate] > 0:
                ec_due = table.spot_cost[spot, candidate] - table.package[seat, spot, candidate]
                spare = table.mat[seat, candidate] - max(0, ec_due)
                if spare > maximum:
                    maximum = spare
                    order.colour = candidate
        order.give[order.colour] = 1
    accept_upgrades(table, me, params, order, WHEN_MOVE, -1, -1, order.node, bucks)
    if table.active_count[seat, WHEN_MOVE] > 0:
        reopen(me)
    return MOVE


@unchecked
def _forget(table, me, params):
    """Drop a target about to be signed.

    If many EC remain, plan again; if not, other recruits of its position lose the position's worth.
    """
    spot = me.target + 0
    me.target = -1
    if mat_total(table, me.seat) > table.spot_price[spot] + SPARE_EC:
        me.planned_month = 0
        return
    position = table.spot_position[spot]
    for index in range(CANDIDATES):
        candidate_spot = me.candidate[index] + 0
        if candidate_spot >= 0 and table.spot_position[candidate_spot] == position:
            me.candidate_worth[index] -= me.position_worth[position]
