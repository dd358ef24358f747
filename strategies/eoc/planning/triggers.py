"""Once-a-month benefits: which to use, and when in the turn."""

from __future__ import annotations

from eoc_sim.simulator.eoc.strategy_api import (
    COLOURS,
    GAIN_EC,
    GAIN_FREE_BETS,
    GAIN_STARS,
    MONTHS,
    TRIGGER,
    WHEN_MONTH,
    clause_amount,
    conditions_hold,
    trigger_refusal,
    unchecked,
)
from eoc_sim.strategies.eoc.planning.remembered import CALENDAR_CARDS, CANDIDATES, reopen
from eoc_sim.strategies.eoc.planning.routes import LOWEST_WORTH, due
from eoc_sim.strategies.eoc.planning.worth import STAR, UNIT_WORTH

BUYING, SPENT, SENDING, DRIVING = range(4)
"""The stages of a turn (``me.stage``).

First come cards and recruits, then the benefits that are left, then runners, then steps and bets.
"""
MISSING_EC_PRICE = 20
"""The price of each EC that a purchase lacks, for choosing colours."""


@unchecked
def _benefit(table, me, params, source):
    """Return the worth of triggering a benefit now, or 0.

    It is 0 if the benefit must wait. During purchases, only gains that can be spent are taken.
    Benefits that bring stars or cost EC wait until after the purchases.
    """
    seat = me.seat
    buying = me.stage == BUYING
    worth = 0.0
    for clause in range(table.source_first[source], table.source_last[source]):
        if table.clause_when[clause] != WHEN_MONTH:
            continue
        gain = table.clause_gain[clause]
        pays = table.clause_pay_bucks[clause]
        if buying and (gain == GAIN_STARS or table.clause_pay_ec[clause] > 0):
            return 0
        unit = float(UNIT_WORTH[gain])
        if gain == GAIN_FREE_BETS:
            unit = params.bet_worth
        if gain == GAIN_EC and pays > 0:
            # BB are turned only into EC that are needed, and only during the purchases.
            colour = table.clause_detail[clause]
            if not buying or colour < 0 or me.need[colour] <= 0:
                return 0
        if gain == GAIN_FREE_BETS and pays > 0 and table.month == MONTHS:
            return 0
        worth += unit * clause_amount(table, seat, clause) - STAR * pays
    return worth


@unchecked
def next_trigger(table, me, params, order):
    """Order the next once-a-month benefit as ``order.card``, or return 0."""
    seat = me.seat
    source = -1
    for index in range(table.active_count[seat, WHEN_MONTH]):
        last = source
        source = table.clause_source[table.active[seat, WHEN_MONTH, index]] + 0
        if source == last or table.used[source] > 1:
            continue
        if table.used[source] == 1 and table.use_again_left[seat] < 1:
            continue
        if trigger_refusal(table, seat, source) > 0:
            continue
        if _benefit(table, me, params, source) <= 0:
            continue
        order.card = source
        reopen(me)
        for clause in range(table.source_first[source], table.source_last[source]):
            if (
                table.clause_gain[clause] == GAIN_EC
                and table.clause_detail[clause] < 0
                and table.clause_when[clause] == WHEN_MONTH
                and conditions_hold(table, seat, clause, -1, -1, -1)
            ):
                order.take[_wanted_colour(table, me)] += clause_amount(table, seat, clause)
        return TRIGGER
    return 0


@unchecked
def _wanted_colour(table, me):
    """Find a colour of EC that the best incomplete purchase lacks.

    If no purchase lacks EC, return the colour of the player's region.
    """
    seat = me.seat
    best_colour = table.region[seat] + 0
    best_worth = LOWEST_WORTH
    for month in range(max(1, table.month - 5), table.month + 1):
        card = table.calendar_card[seat, month]
        if card >= 0:
            total_shortage = 0
            colour = 0
            for candidate in range(COLOURS):
                shortage = table.card_cost[card, candidate] - table.mat[seat, candidate]
                if shortage > 0:
                    total_shortage += shortage
                    colour = candidate
            worth = me.card_worth[month % CALENDAR_CARDS] - MISSING_EC_PRICE * total_shortage
            if total_shortage > 0 and worth > best_worth:
                best_worth = worth
                best_colour = colour
    for index in range(CANDIDATES):
        spot = me.candidate[index] + 0
        if spot >= 0 and table.spot_owner[spot] < 0:
            state = table.spot_state[spot]
            first = table.state_region[state, 0]
            second = table.state_region[state, 1]
            total_shortage = max(0, due(table, seat, spot, first) - table.mat[seat, first])
            colour = first + 0
            if second >= 0:
                shortage = max(0, due(table, seat, spot, second) - table.mat[seat, second])
                total_shortage += shortage
                if shortage > 0:
                    colour = second + 0
            worth = me.candidate_worth[index] - MISSING_EC_PRICE * total_shortage
            if total_shortage > 0 and worth > best_worth:
                best_worth = worth
                best_colour = colour
    return best_colour
