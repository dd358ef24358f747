"""Conditions and counters of effects: ``if`` and ``per`` in the effect language."""

from __future__ import annotations

from eoc_sim.simulator.eoc import effect_codes as codes
from eoc_sim.simulator.eoc.state import COLOURS, FUNDRAISING, POSITIONS, SPOTS
from eoc_sim.simulator.kernel.compiled import compiled, compiled_checked


@compiled
def _condition_holds_in_state(table, condition, detail, state):
    """Check a condition on a state: region (CAR-12), border or single."""
    if state < 0:
        return False
    first = table.state_region[state, 0]
    second = table.state_region[state, 1]
    if condition == codes.CONDITION_BORDER:
        return second >= 0
    if condition == codes.CONDITION_SINGLE:
        return second < 0
    return (detail >> first) & 1 == 1 or (second >= 0 and (detail >> second) & 1 == 1)


@compiled
def _condition_holds(table, seat, condition, detail, card, spot, node):
    """Check one condition on the card, spot or place of an event.

    Crapped Out refers to this month, whenever the card came into play (CAR-11).
    """
    if condition == codes.CONDITION_TYPE:
        return card >= 0 and table.card_type[card] == detail
    if condition == codes.CONDITION_FUNDRAISING_REGION:
        return (
            card >= 0 and table.card_type[card] == FUNDRAISING and table.card_region[card] == detail
        )
    if condition == codes.CONDITION_MONTH:
        return (detail >> table.month) & 1 == 1
    if condition == codes.CONDITION_USED_FUNDRAISING:
        return table.used_fundraising[seat] == 1
    if condition == codes.CONDITION_CRAPPED_OUT:
        return table.crapped_out[seat] == 1
    if (
        condition == codes.CONDITION_REGION
        or condition == codes.CONDITION_BORDER
        or (condition == codes.CONDITION_SINGLE)
    ):
        state = table.spot_state[spot] if spot >= 0 else -1
        if node >= 0:
            state = table.node_state[node]
        return _condition_holds_in_state(table, condition, detail, state)
    if spot < 0:
        return False
    if condition == codes.CONDITION_POSITION:
        return (detail >> table.spot_position[spot]) & 1 == 1
    if condition == codes.CONDITION_BASE_AT_LEAST:
        return table.spot_base[spot] >= detail
    if condition == codes.CONDITION_BASE_AT_MOST:
        return table.spot_base[spot] <= detail
    if condition == codes.CONDITION_SAME_STATE:
        # CAR-10: only earlier recruits count, not the one signed in this event.
        this_recruit = 1 if table.spot_owner[spot] == seat else 0
        return table.signed_state[seat, table.spot_state[spot]] > this_recruit
    return False


@compiled_checked
def conditions_hold(table, seat, clause, card, spot, node):
    """Check if all conditions of a clause hold for an event.

    ``card``, ``spot`` and ``node`` are -1 where the event has none.
    """
    for index in range(table.clause_conditions[clause]):
        if not _condition_holds(
            table,
            seat,
            table.clause_condition[clause, index],
            table.clause_condition_detail[clause, index],
            card,
            spot,
            node,
        ):
            return False
    return True


@compiled_checked
def clause_count(table, seat, clause):
    """Evaluate a clause's counter at this moment (CAR-1, CAR-10, CAR-12)."""
    counter = table.clause_counter[clause]
    detail = table.clause_counter_detail[clause]
    if counter == codes.COUNTER_TYPE:
        return table.type_count[seat, detail]
    if counter == codes.COUNTER_FUNDRAISING_REGION:
        return table.fundraising_count[seat, detail]
    if counter == codes.COUNTER_CARD:
        return table.in_play_count[seat]
    if counter == codes.COUNTER_RECRUIT:
        return table.signed[seat]
    if counter == codes.COUNTER_BORDER_RECRUIT:
        return table.signed_border[seat]
    if counter == codes.COUNTER_REGION_RECRUIT:
        return table.signed_region[seat, detail]
    if counter == codes.COUNTER_UNIQUE_POSITION:
        return table.unique_positions[seat]
    if counter == codes.COUNTER_BUCKS:
        return table.bucks[seat]
    total = 0
    if counter == codes.COUNTER_POSITION_RECRUIT:
        for position in range(POSITIONS):
            if (detail >> position) & 1 == 1:
                total += table.signed_position[seat, position]
    elif counter == codes.COUNTER_REGION:
        for region in range(COLOURS):
            if table.signed_region[seat, region] > 0:
                total += 1
    elif counter == codes.COUNTER_BASE_RECRUIT:
        for spot in range(SPOTS):
            if table.spot_owner[spot] == seat and table.spot_base[spot] >= detail:
                total += 1
    return total


@compiled_checked
def clause_amount(table, seat, clause):
    """Return the amount that a clause gives now, counter and limit included.

    With a counter, that is ``table.clause_amount`` for every ``table.clause_per`` things counted.
    It never exceeds ``table.clause_up_to``.
    """
    amount = table.clause_amount[clause]
    if table.clause_counter[clause] > 0:
        amount = amount * (clause_count(table, seat, clause) // table.clause_per[clause])
    return min(amount, table.clause_up_to[clause])
