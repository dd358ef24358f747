"""Effects of places and cards, clause by clause in their order (EFF)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list
from eoc_sim.simulator.stadium import codes, decisions, outcomes
from eoc_sim.simulator.stadium.cards import card_bonus
from eoc_sim.simulator.stadium.decisions import ask
from eoc_sim.simulator.stadium.events import EFFECT
from eoc_sim.simulator.stadium.ledger import gain, spend


@compiled
def times_owned(table, seat, source):
    """Count an owner's copies of a source (1 for the acting space).

    A source that is off in this game counts as 0.
    """
    if table.inert[source] >= codes.INERT_EFFECT:
        return 0
    if source >= codes.EMPLOYEE_SOURCE:
        return table.hired[seat, source - codes.EMPLOYEE_SOURCE] + 0
    if source >= codes.PLAYER_SOURCE:
        return table.team[seat, source - codes.PLAYER_SOURCE] + 0
    if source >= codes.PLACE_SOURCE:
        return table.block[seat, source - codes.PLACE_SOURCE] + 0
    return 1


@compiled
def most_times(table, seat, clause):
    """Return how many times an owner could pay for a clause now (EFF-2)."""
    price = table.clause_price[clause]
    if price == 0:
        return 1
    affordable = table.tokens[seat, table.clause_pay[clause]] // price
    return affordable if table.clause_repeats[clause] == 1 else min(1, affordable)


@compiled
def is_in_action_event(table, source, clause, space):
    """Check if a free clause is part of its action's event.

    Otherwise it has its own event. The action's event includes the gains of the action space itself
    on Equipment, Playbook, Sponsorship and Merchandising. It also includes these gains of places
    and cards (ACT-23): money on Tickets, wins on Train, and all tokens on Equipment, Sponsorship
    and Merchandising.
    """
    if table.clause_pay[clause] >= 0:
        return False
    token = table.clause_gain[clause]
    if space == codes.EQUIPMENT_SPACE or space == codes.SPONSORSHIP or space == codes.MERCHANDISING:
        return token != codes.GAIN_CARDS
    if source < codes.PLACE_SOURCE:
        return space == codes.PLAYBOOK and token != codes.GAIN_CARDS
    if space == codes.TRAIN:
        return token == codes.WINS
    return space == codes.TICKETS and token == codes.MONEY


@compiled
def sum_event_gains(state, seat, space):
    """EFF-1: add up an action's gains for its event, before they are given.

    Gains of the space itself go into ``box.gains``, those of the owner's places and cards into
    ``box.extra``.
    """
    table = state.table
    gains = state.box.gains
    extra = state.box.extra
    moment = codes.ACTION_MOMENT + space
    for token in range(codes.TOKENS):
        gains[token] = 0
        extra[token] = 0
    for index in range(table.acting_count[moment]):
        source = table.acting_sources[moment, index]
        times = times_owned(table, seat, source)
        if times == 0:
            continue
        for clause in range(table.source_first[source], table.source_last[source]):
            if table.clause_moment[clause] == moment and is_in_action_event(
                table, source, clause, space
            ):
                amount = times * table.clause_amount[clause]
                if source < codes.PLACE_SOURCE:
                    gains[table.clause_gain[clause]] += amount
                else:
                    extra[table.clause_gain[clause]] += amount


@compiled
def earned_column(moment):
    """Return the column of ``rounds`` for money earned from effects."""
    if moment == codes.FOOTBALL:
        return outcomes.EARNED_FOOTBALL
    if moment == codes.ACTION_MOMENT + codes.TICKETS:
        return outcomes.EARNED_TICKETS
    if moment == codes.ACTION_MOMENT + codes.SPONSORSHIP:
        return outcomes.EARNED_SPONSORSHIP
    if moment == codes.ACTION_MOMENT + codes.MERCHANDISING:
        return outcomes.EARNED_MERCHANDISING
    return outcomes.EARNED_EFFECTS


@compiled
def begin_effects(table, seat, moment):
    """EFF-1: start the effects of an owner's action or game time."""
    table.effect_seat = seat
    table.effect_moment = moment
    table.effect_place = 0
    table.effect_copy = 0
    table.effect_clause = -1
    table.effect_cards = 0


@compiled
def take_clause(state, trace, source, clause, times):
    """EFF-1, EFF-2: pay for a clause and gain from it ``times`` times."""
    table = state.table
    box = state.box
    seat = table.effect_seat
    moment = table.effect_moment
    token = table.clause_gain[clause]
    amount = times * table.clause_amount[clause]
    for kind in range(codes.TOKENS):
        box.gains[kind] = 0
        box.payments[kind] = 0
    if table.clause_pay[clause] >= 0:
        price = times * table.clause_price[clause]
        spend(state, seat, table.clause_pay[clause], price, outcomes.SPENT_EFFECTS)
        box.payments[table.clause_pay[clause]] = price
    if token != codes.GAIN_CARDS:
        gain(state, seat, token, amount, earned_column(moment))
        box.gains[token] = amount
    if moment == codes.FOOTBALL:
        for kind in range(codes.TOKENS):
            box.source_gains[source, kind] += box.gains[kind]
            box.source_costs[source, kind] += box.payments[kind]
        if token == codes.GAIN_CARDS:
            table.effect_cards += amount
        return
    if not is_in_action_event(table, source, clause, moment - codes.ACTION_MOMENT):
        emit(trace, EFFECT, seat, source)
        emit_list(trace, box.payments, codes.TOKENS)
        emit_list(trace, box.gains, codes.TOKENS)
    if token == codes.GAIN_CARDS:
        for _ in range(amount):
            card_bonus(state, trace, seat, 1)


@compiled
def run_effects(state, trace):
    """EFF-1: take free effects up to a clause whose cost can be paid.

    Returns 1 if there is such a clause.
    """
    table = state.table
    seat = table.effect_seat
    moment = table.effect_moment
    while table.effect_place < table.acting_count[moment]:
        source = table.acting_sources[moment, table.effect_place]
        times = times_owned(table, seat, source)
        # `effect_from` may limit the effects to the owner's or the space's; skip the other kind.
        if table.effect_from == (
            codes.OWNER_EFFECTS if source < codes.PLACE_SOURCE else codes.SPACE_EFFECTS
        ):
            times = 0
        while table.effect_copy < times:
            if table.effect_clause < 0:
                table.effect_clause = table.source_first[source]
            while table.effect_clause < table.source_last[source]:
                clause = table.effect_clause + 0
                if table.clause_moment[clause] == moment and table.clause_in_action[clause] == 0:
                    if table.clause_pay[clause] < 0:
                        take_clause(state, trace, source, clause, 1)
                    elif most_times(table, seat, clause) > 0:
                        return 1
                table.effect_clause += 1
            table.effect_clause = -1
            table.effect_copy += 1
        table.effect_copy = 0
        table.effect_place += 1
    return 0


@compiled
def exchange(state, trace, policies):
    """EFF-2: let an owner pay for a clause any allowed number of times.

    Returns 0 or a refusal code.
    """
    table = state.table
    seat = table.effect_seat + 0
    clause = table.effect_clause + 0
    ask(state, policies, seat, decisions.ASK_EXCHANGE)
    times = state.order.amount + 0
    if times < 0 or times > most_times(table, seat, clause):
        return decisions.EXCHANGE_AMOUNT
    stop_blaming(state)
    if times > 0:
        source = table.acting_sources[table.effect_moment, table.effect_place]
        take_clause(state, trace, source, clause, times)
    table.effect_clause += 1
    return 0
