"""Effects of places and cards, clause by clause in their order (EFF)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list
from eoc_sim.simulator.stadium.asking import ASK_EXCHANGE, ask, carried_out
from eoc_sim.simulator.stadium.cards import card_bonus
from eoc_sim.simulator.stadium.ledger import gain, spend
from eoc_sim.simulator.stadium.outcomes import (
    EARNED_EFFECTS,
    EARNED_FOOTBALL,
    EARNED_MERCHANDISING,
    EARNED_SPONSORSHIP,
    EARNED_TICKETS,
    SPENT_EFFECTS,
)
from eoc_sim.simulator.stadium.refusals import EXCHANGE_AMOUNT
from eoc_sim.simulator.stadium.state import (
    ACTION_MOMENT,
    EMPLOYEE_SOURCE,
    EQUIPMENT_SPACE,
    FOOTBALL,
    GAIN_CARDS,
    INERT_EFFECT,
    MERCHANDISING,
    MONEY,
    PLACE_SOURCE,
    PLAYBOOK,
    PLAYER_SOURCE,
    SPACE_ALONE,
    SPONSORSHIP,
    TICKETS,
    TOKENS,
    TRAIN,
    WINS,
    WITHOUT_SPACE,
)
from eoc_sim.simulator.stadium.trace import EFFECT


@compiled
def times_owned(table, seat, source):
    """How often an owner has a source of effects: 1 for an action space that its VP acts on.

    What is off in this game is nobody's.
    """
    if table.inert[source] >= INERT_EFFECT:
        return 0
    if source >= EMPLOYEE_SOURCE:
        return table.hired[seat, source - EMPLOYEE_SOURCE] + 0
    if source >= PLAYER_SOURCE:
        return table.team[seat, source - PLAYER_SOURCE] + 0
    if source >= PLACE_SOURCE:
        return table.block[seat, source - PLACE_SOURCE] + 0
    return 1


@compiled
def most_times(table, seat, clause):
    """How often an owner could pay for a clause now (EFF-2)."""
    price = table.clause_price[clause]
    if price == 0:
        return 1
    affordable = table.tokens[seat, table.clause_pay[clause]] // price
    return affordable if table.clause_repeats[clause] == 1 else min(1, affordable)


@compiled
def is_told(table, source, clause, space):
    """Whether a free clause is told with its action, and by no event of its own.

    Of the action space itself: what Equipment, Playbook, Sponsorship and Merchandising give; of
    places and cards (ACT-23): money on Tickets, wins on Train, and all tokens on Equipment,
    Sponsorship and Merchandising.
    """
    if table.clause_pay[clause] >= 0:
        return False
    token = table.clause_gain[clause]
    if space == EQUIPMENT_SPACE or space == SPONSORSHIP or space == MERCHANDISING:
        return token != GAIN_CARDS
    if source < PLACE_SOURCE:
        return space == PLAYBOOK and token != GAIN_CARDS
    if space == TRAIN:
        return token == WINS
    return space == TICKETS and token == MONEY


@compiled
def sum_told(state, seat, space):
    """EFF-1: what an action is going to give, as its event tells it before it is given.

    What the space itself gives goes into ``box.got``, what places and cards of the owner add into
    ``box.extra``.
    """
    table = state.table
    got = state.box.got
    extra = state.box.extra
    moment = ACTION_MOMENT + space
    for token in range(TOKENS):
        got[token] = 0
        extra[token] = 0
    for place in range(table.acting_count[moment]):
        source = table.acting_sources[moment, place]
        times = times_owned(table, seat, source)
        if times == 0:
            continue
        for clause in range(table.source_first[source], table.source_last[source]):
            if table.clause_moment[clause] == moment and is_told(table, source, clause, space):
                amount = times * table.clause_amount[clause]
                if source < PLACE_SOURCE:
                    got[table.clause_gain[clause]] += amount
                else:
                    extra[table.clause_gain[clause]] += amount


@compiled
def earned_by(moment):
    """Where money of an effect came from, for the table of rounds."""
    if moment == FOOTBALL:
        return EARNED_FOOTBALL
    if moment == ACTION_MOMENT + TICKETS:
        return EARNED_TICKETS
    if moment == ACTION_MOMENT + SPONSORSHIP:
        return EARNED_SPONSORSHIP
    if moment == ACTION_MOMENT + MERCHANDISING:
        return EARNED_MERCHANDISING
    return EARNED_EFFECTS


@compiled
def begin_effects(table, seat, moment):
    """EFF-1: the effects of an owner's action or game time come next, in their order."""
    table.effect_seat = seat
    table.effect_moment = moment
    table.effect_place = 0
    table.effect_copy = 0
    table.effect_clause = -1
    table.effect_cards = 0


@compiled
def take_clause(state, trace, source, clause, times):
    """EFF-1, EFF-2: a clause is paid for and its gain taken ``times`` times."""
    table = state.table
    box = state.box
    seat = table.effect_seat
    moment = table.effect_moment
    token = table.clause_gain[clause]
    amount = times * table.clause_amount[clause]
    for kind in range(TOKENS):
        box.got[kind] = 0
        box.paid[kind] = 0
    if table.clause_pay[clause] >= 0:
        price = times * table.clause_price[clause]
        spend(state, seat, table.clause_pay[clause], price, SPENT_EFFECTS)
        box.paid[table.clause_pay[clause]] = price
    if token != GAIN_CARDS:
        gain(state, seat, token, amount, earned_by(moment))
        box.got[token] = amount
    if moment == FOOTBALL:
        for kind in range(TOKENS):
            box.source_got[source, kind] += box.got[kind]
            box.source_paid[source, kind] += box.paid[kind]
        if token == GAIN_CARDS:
            table.effect_cards += amount
        return
    if not is_told(table, source, clause, moment - ACTION_MOMENT):
        emit(trace, EFFECT, seat, source, 0, 0, 0, 0)
        emit_list(trace, box.paid, TOKENS)
        emit_list(trace, box.got, TOKENS)
    if token == GAIN_CARDS:
        for _ in range(amount):
            card_bonus(state, trace, seat, 1)


@compiled
def run_effects(state, trace):
    """EFF-1: take what costs nothing, up to a clause that may be paid for; 1 if there is one."""
    table = state.table
    seat = table.effect_seat
    moment = table.effect_moment
    while table.effect_place < table.acting_count[moment]:
        source = table.acting_sources[moment, table.effect_place]
        times = times_owned(table, seat, source)
        if table.effect_from == (WITHOUT_SPACE if source < PLACE_SOURCE else SPACE_ALONE):
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
    """EFF-2: an owner pays for a clause as often as it likes, or declines; 0 or why not."""
    table = state.table
    seat = table.effect_seat + 0
    clause = table.effect_clause + 0
    ask(state, policies, seat, ASK_EXCHANGE)
    times = state.order.amount + 0
    if times < 0 or times > most_times(table, seat, clause):
        return EXCHANGE_AMOUNT
    carried_out(state)
    if times > 0:
        source = table.acting_sources[table.effect_moment, table.effect_place]
        take_clause(state, trace, source, clause, times)
    table.effect_clause += 1
    return 0
