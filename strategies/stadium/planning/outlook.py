"""An owner's view of the round: rounds left, income, token values, needs.

It is worked out once per round.
"""

from __future__ import annotations

from eoc_sim.simulator.stadium.strategy_api import (
    ACTION_MOMENT,
    BOWL,
    CATEGORIES,
    CONSTRUCTION,
    ENTERTAINMENT,
    EQUIPMENT,
    EQUIPMENT_SPACE,
    FIELD,
    FOOTBALL,
    GAIN_CARDS,
    LEVEL_2,
    LEVEL_3,
    MERCHANDISING,
    MONEY,
    PLACE_SOURCE,
    PLAYBOOK,
    SPACES,
    TICKETS,
    TOKENS,
    WINS,
    block_refusal,
    ticket_money,
    times_owned,
    unchecked,
)
from eoc_sim.strategies.stadium.planning.blocks import (
    BLOCKS_FOR_LEVEL_3,
    ending_worth,
    open_category,
)
from eoc_sim.strategies.stadium.planning.cards import player_worth
from eoc_sim.strategies.stadium.planning.clauses import clause_worth, standing_worth
from eoc_sim.strategies.stadium.planning.horizon import rounds_left
from eoc_sim.strategies.stadium.planning.remembered import EXTRA_WINS, THOUSAND, THRESHOLDS


@unchecked
def _count_income(table, me):
    """Count the tokens that each game time brings for free (GAM-1)."""
    for token in range(TOKENS):
        me.income[token] = 0
    for index in range(table.acting_count[FOOTBALL]):
        source = table.acting_sources[FOOTBALL, index]
        times = times_owned(table, me.seat, source)
        if times == 0:
            continue
        for clause in range(table.source_first[source], table.source_last[source]):
            token = table.clause_gain[clause]
            free = table.clause_pay[clause] < 0 and token != GAIN_CARDS
            if table.clause_moment[clause] == FOOTBALL and free:
                me.income[token] += times * table.clause_amount[clause]


@unchecked
def _reach(params, wins, need):
    """Return the chance of ``need`` wins if ``wins`` are expected."""
    return min(1.0, max(0.0, (wins - need) / params.win_spread + 0.5))


@unchecked
def _field_prospect(table, seat, params, wins):
    """Return the points to expect from open categories, given wins (ACT-9)."""
    total = 0.0
    chain = 1.0
    for category in range(CATEGORIES):
        if table.category_taken[seat, category] == 1:
            continue
        best = 0.0
        likely = 0.0
        for place in range(table.buildings, table.places):
            if table.place_category[place] == category:
                reach = _reach(params, wins, table.place_wins[place])
                worth = reach * table.place_points[place]
                worth -= reach * params.equipment_worth * table.place_price[place, EQUIPMENT]
                best = max(best, worth)
                likely = max(likely, reach)
        total += chain * best
        chain *= likely
    return total


@unchecked
def _look_at_field(table, me, params, wins):
    """Record the points to expect from each category's best square.

    The equipment that these squares need is recorded, too.

    Returns:
        The points that one equipment token adds, compared with the best squares that need none.
    """
    seat = me.seat
    me.needed_equipment = 0
    gain = 0.0
    chain = 1.0
    for category in range(CATEGORIES):
        me.better_square[category] = 0
        if table.category_taken[seat, category] == 1:
            continue
        best = 0.0
        plain = 0.0
        likely = 0.0
        need = 0
        for place in range(table.buildings, table.places):
            if table.place_category[place] == category:
                reach = _reach(params, wins, table.place_wins[place])
                worth = reach * table.place_points[place]
                likely = max(likely, reach)
                if worth > best:
                    best = worth
                    need = table.place_price[place, EQUIPMENT] + 0
                if table.place_price[place, EQUIPMENT] == 0:
                    plain = max(plain, worth)
        me.better_square[category] = int(THOUSAND * best)
        me.needed_equipment += need
        if need > 0:
            gain += chain * (best - plain)
        chain *= likely
    return gain / me.needed_equipment if me.needed_equipment > 0 else 0.0


@unchecked
def _look_at_buildings(table, me):
    """Record the construction that the remaining buildings need, at the mean price."""
    seat = me.seat
    number = 0
    total = 0
    for index in range(table.buildings):
        if table.block[seat, index] == 0 and table.place_level[index] >= LEVEL_2:
            number += 1
            total += table.place_price[index, CONSTRUCTION]
    open_squares = 0
    for category in range(CATEGORIES):
        if me.better_square[category] > 0:
            open_squares += 1
    blocks = min(max(0, table.blocks_left[seat] - open_squares), number)
    me.needed_construction = 0 if number == 0 else (blocks * total + number - 1) // number


@unchecked
def _share_left(halving_rounds, later):
    """Return the fraction of a slow gain's worth that remains.

    Such a gain needs time to become points.
    """
    return later / (later + halving_rounds)


@unchecked
def _weigh_tokens(table, me, params, rounds):
    """Record the worth of each kind of token now."""
    seat = me.seat
    later = max(0.0, rounds - 1)
    wins = table.tokens[seat, WINS] + later * (me.income[WINS] + params.more_wins)
    for index in range(len(EXTRA_WINS)):
        me.promise[index] = int(
            THOUSAND * _field_prospect(table, seat, params, wins + EXTRA_WINS[index])
        )
    gain = (me.promise[1] - me.promise[0]) / (EXTRA_WINS[1] - EXTRA_WINS[0])
    field_points = _look_at_field(table, me, params, wins)
    worth = me.worth
    worth[MONEY] = int(THOUSAND * params.money_worth * _share_left(params.money_fades, later))
    worth[WINS] = int(
        params.win_weight * params.field_weight * gain + THOUSAND * params.win_tickets * later
    )
    wins_soon = table.tokens[seat, WINS] + me.income[WINS]
    me.few_wins = 1 if wins_soon < table.ticket_most_by_wins else 0
    if me.few_wins == 1 and later > 0:
        worth[WINS] += int(params.first_wins * worth[MONEY])
    worth[CONSTRUCTION] = int(
        THOUSAND * params.construction_worth * _share_left(params.construction_fades, later)
    )
    token_worth = (
        params.equipment_worth + params.equipment_squares * params.field_weight * field_points
    )
    worth[EQUIPMENT] = int(THOUSAND * token_worth * min(1.0, later))
    worth[ENTERTAINMENT] = int(
        THOUSAND * params.entertainment_weight / table.rule_entertainment_per_point
    )


@unchecked
def _weigh_places(table, me, params, rounds):
    """Record the worth of a block on each place, without its price.

    It is 0 where the owner can place none.
    """
    seat = me.seat
    share_left = _share_left(1.0, rounds - 1)
    blocks = table.blocks_left[seat]
    blocks_to_come = params.blocks_a_round * rounds
    scarce = params.scarce_block * max(0.0, 1 - blocks / max(1.0, blocks_to_come))
    bottom = table.blocks_at[seat, FIELD] + table.blocks_at[seat, FIELD + 1]
    second = table.blocks_at[seat, LEVEL_2]
    for place in range(table.places):
        me.place_worth[place] = 0
        if table.block[seat, place] == 1 or block_refusal(table, seat, place) > 0:
            continue
        level = table.place_level[place]
        points = float(table.place_points[place])
        category = table.place_category[place]
        if level == FIELD:
            if table.category_taken[seat, category] == 1:
                continue
            better_points = me.better_square[category] / THOUSAND
            points -= params.wait * share_left * max(0.0, better_points - points)
            points *= params.field_weight
        else:
            points *= params.building_weight
        effects = standing_worth(table, me, params, PLACE_SOURCE + place, rounds)
        worth = points * (1 - params.delay * share_left) + params.effect_weight * effects
        if level <= FIELD + 1 and bottom == 0:
            worth += params.unlock * share_left
        if level == LEVEL_2 and second < BLOCKS_FOR_LEVEL_3:
            worth += params.unlock * share_left
        if table.rule_bonus_tiles == 1 and (
            (category == BOWL and table.tiles_left[0] == 1)
            or (level == LEVEL_3 and table.tiles_left[1] == 1)
        ):
            worth += table.bonus_tile_points
        me.place_worth[place] = int(THOUSAND * (worth + params.any_block - scarce))


@unchecked
def _favour_last_block(table, me, params):
    """Raise the worth of tokens needed for an owner's last block.

    The last block takes several placements to prepare, each of little worth on its own.
    """
    seat = me.seat
    tokens = table.tokens[seat]
    if table.blocks_left[seat] != 1 or table.ended == 1:
        return
    bottom = table.blocks_at[seat, FIELD] + table.blocks_at[seat, FIELD + 1]
    second = table.blocks_at[seat, LEVEL_2]
    category = open_category(table, seat)
    for place in range(table.places):
        level = table.place_level[place]
        if me.place_worth[place] == 0:
            continue
        if (level == LEVEL_2 and bottom < 1) or (level == LEVEL_3 and second < BLOCKS_FOR_LEVEL_3):
            continue
        if level == FIELD and table.place_category[place] != category:
            continue
        worth = me.place_worth[place]
        worth += int(THOUSAND * ending_worth(table, me, params, table.place_points[place]))
        missing_wins = max(0, table.place_wins[place] - tokens[WINS])
        price = table.place_price[place]
        missing_equipment = max(0, price[EQUIPMENT] - tokens[EQUIPMENT])
        missing_construction = max(0, price[CONSTRUCTION] - tokens[CONSTRUCTION])
        missing = max(1, missing_wins + missing_equipment + missing_construction)
        token_worth = int(params.last_block * worth) // missing
        if missing_wins > 0:
            me.worth[WINS] = max(me.worth[WINS], token_worth)
        if missing_equipment > 0:
            me.worth[EQUIPMENT] = max(me.worth[EQUIPMENT], token_worth)
            me.needed_equipment = max(me.needed_equipment, price[EQUIPMENT])
        if price[CONSTRUCTION] > 0:
            me.needed_construction = max(me.needed_construction, price[CONSTRUCTION])
        if missing_construction > 0:
            me.worth[CONSTRUCTION] = max(me.worth[CONSTRUCTION], token_worth)
            if missing_construction > tokens[MONEY]:
                me.worth[MONEY] = max(me.worth[MONEY], token_worth // 2)


@unchecked
def _weigh_visits(table, me, params):
    """Record each space's gains that need no choice: money and other worth.

    The win of Playbook is a choice; the equipment of the Equipment space is counted separately.
    """
    seat = me.seat
    me.visit_equipment = 0
    for space in range(SPACES):
        money = 0
        worth = 0.0
        for clause in range(table.source_first[space], table.source_last[space]):
            token = table.clause_gain[clause]
            is_own = table.clause_in_action[clause] == 1
            if is_own and (table.clause_pay[clause] >= 0 or space == PLAYBOOK):
                continue
            if table.clause_pay[clause] < 0 and token == MONEY:
                money += table.clause_amount[clause]
            elif is_own and space == EQUIPMENT_SPACE and token == EQUIPMENT:
                me.visit_equipment += table.clause_amount[clause]
            else:
                worth += clause_worth(table, me, params, clause)
        moment = ACTION_MOMENT + space
        for index in range(table.acting_count[moment]):
            source = table.acting_sources[moment, index]
            if source < PLACE_SOURCE:
                continue
            times = times_owned(table, seat, source)
            if times == 0:
                continue
            for clause in range(table.source_first[source], table.source_last[source]):
                if table.clause_moment[clause] != moment:
                    continue
                if table.clause_gain[clause] == MONEY and table.clause_pay[clause] < 0:
                    money += times * table.clause_amount[clause]
                else:
                    worth += times * clause_worth(table, me, params, clause)
        if space == TICKETS:
            money += ticket_money(table, seat)
            worth += (params.tickets_weight - 1) * money * me.worth[MONEY] / THOUSAND
        if space == MERCHANDISING:
            worth *= params.merchandising_weight
        me.visit_money[space] = money
        me.visit_worth[space] = int(THOUSAND * worth)


@unchecked
def _weigh_deck(table, me, params, rounds):
    """Record by how much the deck's players exceed certain values, on average."""
    for index in range(len(THRESHOLDS)):
        me.turned_up[index] = 0
    number = 0
    for card in range(table.players):
        copies = table.player_copies[card] - table.area[card] - table.discarded_players[card]
        for seat in range(table.owners):
            copies -= table.team[seat, card]
        if copies <= 0:
            continue
        number += copies
        worth = THOUSAND * player_worth(table, me, params, card, rounds)
        worth -= table.player_signing[card] * me.worth[MONEY]
        for index in range(len(THRESHOLDS)):
            gain = worth - THOUSAND * THRESHOLDS[index]
            if gain > 0:
                me.turned_up[index] += copies * int(gain)
    for index in range(len(THRESHOLDS)):
        me.turned_up[index] //= max(1, number)


@unchecked
def look(table, me, params):
    """Work out the owner's view of this round, once."""
    if me.planned_round == table.round:
        return
    me.planned_round = table.round
    rounds = rounds_left(table, params)
    me.rounds_left = int(THOUSAND * rounds)
    _count_income(table, me)
    _weigh_tokens(table, me, params, rounds)
    _look_at_buildings(table, me)
    _weigh_places(table, me, params, rounds)
    _favour_last_block(table, me, params)
    _weigh_visits(table, me, params)
    _weigh_deck(table, me, params, rounds)
    later = max(0.0, rounds - 1)
    salary = params.salary_share * table.rule_vp_salary * me.worth[MONEY] / THOUSAND
    me.vp_worth = int(THOUSAND * later * (params.vp_placement - salary))
