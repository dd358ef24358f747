"""Effects of cards and coaches (CAR): standing effects, upgrades, once-a-month benefits."""

from __future__ import annotations

from eoc_sim.simulator.eoc import decisions
from eoc_sim.simulator.eoc import effect_codes as codes
from eoc_sim.simulator.eoc.conditions import clause_amount, conditions_hold
from eoc_sim.simulator.eoc.events import TRIGGERED
from eoc_sim.simulator.eoc.payment import least_of, mat_total, most_of
from eoc_sim.simulator.eoc.state import (
    BAN_TRIGGER,
    COACH_SOURCE,
    COLOURS,
    FUNDRAISING,
    IN_PLAY,
    INERT_EFFECT,
    INERT_STARS,
    MAX_CARDS,
    MAX_SOURCES,
    PART_CARD_EFFECTS,
    PART_COACH_EFFECTS,
)
from eoc_sim.simulator.eoc.switches import FREE_MOVES
from eoc_sim.simulator.kernel.compiled import compiled, compiled_checked
from eoc_sim.simulator.kernel.tracing import emit, emit_list


@compiled
def score(table, seat, part, stars):
    """Score stars immediately, under their part of the score (CAR-5, SCO-8)."""
    table.score[seat] += stars
    table.part[seat, part] += stars


@compiled_checked
def stars_of(table, card):
    """Return a card's printed stars, or 0 while they are off (``table.inert``)."""
    return 0 if table.inert[card] & INERT_STARS else table.card_stars[card]


@compiled_checked
def acts(table, source):
    """Check if the effect of a card or coach is on (``table.inert``)."""
    return source >= COACH_SOURCE or table.inert[source] & INERT_EFFECT == 0


@compiled
def activate(table, seat, source):
    """Put a source's clauses into play (CAR-6, CAR-8).

    Coaches enter at set-up, cards when paid for.
    """
    if not acts(table, source):
        return
    for clause in range(table.source_first[source], table.source_last[source]):
        when = table.clause_when[clause]
        table.active[seat, when, table.active_count[seat, when]] = clause
        table.active_count[seat, when] += 1


@compiled_checked
def source_in_play(table, seat, source):
    """Check if a card or coach is in play for this player."""
    if source < 0 or source >= MAX_SOURCES:
        return False
    if source >= COACH_SOURCE:
        return table.coach[seat] == source - COACH_SOURCE
    return (
        source < table.cards
        and table.card_place[source] == IN_PLAY
        and table.card_owner[source] == seat
    )


@compiled
def _clear(box):
    for kind in range(6):
        box.gains[kind] = 0
    for colour in range(COLOURS):
        box.ec_gains[colour] = 0
        box.from_mat[colour] = 0


@compiled
def name_colours(state):
    """Record the order's colours for EC of "any colour" (PAY-4).

    Returns 0 or a refusal.
    """
    box = state.box
    order = state.order
    for colour in range(COLOURS):
        if order.take[colour] < 0:
            return decisions.NEGATIVE
        box.named_colours[colour] = order.take[colour]
    return 0


@compiled
def _any_colour(state, seat):
    """Choose the colour of an EC of any colour.

    It is the first colour still named, or else the colour with the fewest EC on the mat.
    """
    box = state.box
    colour = -1
    for candidate in range(COLOURS):
        if colour < 0 and box.named_colours[candidate] > 0:
            colour = candidate
    if colour < 0:
        return least_of(state.table, seat)
    box.named_colours[colour] -= 1
    return colour


@compiled
def _gain(state, seat, clause, amount):
    """Give a clause's gain and record it (CAR-5, CAR-9).

    EC are recorded in ``box.ec_gains``, other gains in ``box.gains``. The supply is unlimited
    (SET-16).
    """
    table = state.table
    box = state.box
    source = table.clause_source[clause]
    gain = table.clause_gain[clause]
    if gain == codes.GAIN_VALUE:
        # CAR-9: a doubling adds the recruit's value once more; nothing multiplies a bonus.
        amount = box.event_value * (amount - 1)
        gain = codes.GAIN_STARS
    if gain == codes.GAIN_EC:
        for _ in range(amount):
            colour = table.clause_detail[clause]
            if colour < 0:
                colour = _any_colour(state, seat)
            table.mat[seat, colour] += 1
            box.ec_gains[colour] += 1
            state.ledger.months[seat, table.month].received[colour] += 1
    elif gain == codes.GAIN_STARS:
        part = PART_COACH_EFFECTS if source >= COACH_SOURCE else PART_CARD_EFFECTS
        score(table, seat, part, amount)
        box.effect_stars[source] += amount
        box.gains[codes.GAIN_STARS] += amount
    elif gain == codes.GAIN_BUCKS:
        table.bucks[seat] += amount
        box.gains[codes.GAIN_BUCKS] += amount
    elif gain == codes.GAIN_MOVES:
        if table.rule_free_moves != FREE_MOVES.NONE_AT_ALL:  # CUT-4: none_at_all voids them
            table.free_moves[seat] += amount
            box.gains[codes.GAIN_MOVES] += amount
    elif gain == codes.GAIN_FREE_BETS:
        table.free_bets[seat] += amount
        box.gains[codes.GAIN_FREE_BETS] += amount
    elif gain == codes.GAIN_FREE_RUNNERS:
        table.free_runners[seat] += amount
        box.gains[codes.GAIN_FREE_RUNNERS] += amount
    if source < MAX_CARDS and table.card_type[source] == FUNDRAISING:
        table.used_fundraising[seat] = 1  # CAR-4


@compiled
def _pay_colour(state, seat, colour, number):
    """Take EC of one colour off the mat, noting them in ``box.from_mat``."""
    table = state.table
    box = state.box
    table.mat[seat, colour] -= number
    box.from_mat[colour] += number
    state.ledger.months[seat, table.month].ec_spent_cards += number


@compiled
def _pay_any(state, seat, number):
    """Pay EC of any colour (PAY-4).

    The colours still named come first, then the colour with the most EC on the mat.
    """
    table = state.table
    order = state.order
    for _ in range(number):
        colour = -1
        for candidate in range(COLOURS):
            if colour < 0 and order.give[candidate] > 0 and table.mat[seat, candidate] > 0:
                colour = candidate
        if colour < 0:
            colour = most_of(table, seat)
        else:
            order.give[colour] -= 1
        _pay_colour(state, seat, colour, 1)


@compiled
def _pay_cost(state, seat, clause):
    """Pay a clause's cost if possible; return whether it was paid (ACT-2)."""
    table = state.table
    bucks = table.clause_pay_bucks[clause]
    number = table.clause_pay_ec[clause]
    colour = table.clause_pay_colour[clause]
    available = mat_total(table, seat) if colour < 0 else table.mat[seat, colour]
    if table.bucks[seat] < bucks or available < number:
        return False
    table.bucks[seat] -= bucks
    if colour < 0:
        _pay_any(state, seat, number)
    else:
        _pay_colour(state, seat, colour, number)
    return True


@compiled
def _emit_gains(state, trace, seat, event, source, bucks):
    box = state.box
    if trace.position > 0:
        emit(trace, event, seat, source, bucks)
        emit_list(trace, box.from_mat, COLOURS)
        emit_list(trace, box.gains, 6)
        emit_list(trace, box.ec_gains, COLOURS)


@compiled
def accepts_cost(table, order, seat, source):
    """Check if the order accepts the cost of this upgrade (CAR-3)."""
    if source >= COACH_SOURCE:
        return order.accept & 1 == 1
    for index in range(table.in_play_count[seat]):
        if table.in_play[seat, index] == source:
            return (order.accept >> (index + 1)) & 1 == 1
    return False


@compiled
def has_cost(table, clause):
    """Check if a clause has a cost (ACT-2)."""
    return table.clause_pay_bucks[clause] > 0 or table.clause_pay_ec[clause] > 0


@compiled
def check_costs(table, order, seat, when, card, spot, node, bucks_spent):
    """Refuse an order whose accepted upgrade costs exceed the seat's BB.

    The ``bucks_spent`` BB that the order itself spends are not available for these costs.
    """
    bucks = bucks_spent
    for index in range(table.active_count[seat, when]):
        clause = table.active[seat, when, index]
        if (
            has_cost(table, clause)
            and accepts_cost(table, order, seat, table.clause_source[clause])
            and conditions_hold(table, seat, clause, card, spot, node)
        ):
            bucks += table.clause_pay_bucks[clause]
            if bucks > table.bucks[seat]:
                return decisions.ACCEPT_COST
    return 0


@compiled
def fire(state, trace, seat, when, event, card, spot, node, reacting_count):
    """Fire the upgrades of one event, coach first, then oldest first (CAR-8).

    An upgrade without a cost always takes effect. An upgrade with a cost takes effect if the order
    accepts the cost and the player can pay it (CAR-3). Only the first ``reacting_count`` clauses
    of ``when`` react: a card does not react to its own entry (CAR-1). ``event`` is the trace's
    BONUS or TRIGGERED.
    """
    table = state.table
    box = state.box
    order = state.order
    for index in range(reacting_count):
        clause = table.active[seat, when, index]
        if not conditions_hold(table, seat, clause, card, spot, node):
            continue
        _clear(box)
        source = table.clause_source[clause]
        if has_cost(table, clause):
            if not accepts_cost(table, order, seat, source):
                continue
            if not _pay_cost(state, seat, clause):
                continue
        _gain(state, seat, clause, clause_amount(table, seat, clause))
        box.triggers[source] += 1
        _emit_gains(state, trace, seat, event, source, table.clause_pay_bucks[clause])


@compiled
def trigger_refusal(table, seat, source):
    """Return why a once-a-month benefit may not be triggered, or 0 (ACT-2, CAR-2)."""
    if table.banned[seat, BAN_TRIGGER] == 1:
        return decisions.TRIGGER_BANNED
    if not source_in_play(table, seat, source):
        return decisions.TRIGGER_SOURCE
    if table.card_monthly[source] == 0 or not acts(table, source):
        return decisions.TRIGGER_NOT_MONTHLY
    if table.used[source] > 0 and (
        # CAR-3: a card's text may raise the limit for once-a-month cards, never for a coach.
        source >= COACH_SOURCE or table.used[source] > 1 or table.use_again_left[seat] < 1
    ):
        return decisions.TRIGGER_USED
    holds = False
    bucks = 0
    envelopes = 0
    for clause in range(table.source_first[source], table.source_last[source]):
        if _is_triggered(table, seat, clause):
            holds = True
            bucks += table.clause_pay_bucks[clause]
            envelopes += table.clause_pay_ec[clause]
    if bucks > table.bucks[seat] or envelopes > mat_total(table, seat):
        return decisions.TRIGGER_COST
    if envelopes > 0:
        for colour in range(COLOURS):
            if _colour_cost(table, seat, source, colour) > table.mat[seat, colour]:
                return decisions.TRIGGER_COST
    return 0 if holds else decisions.TRIGGER_CONDITION


@compiled
def _costs_envelopes(table, source):
    """Check if a benefit of this source costs EC; most do not (ACT-2)."""
    total = 0
    for clause in range(table.source_first[source], table.source_last[source]):
        total += table.clause_pay_ec[clause]
    return total > 0


@compiled
def _colour_cost(table, seat, source, colour):
    """Return the number of EC of a colour that triggering costs now.

    A colour of -1 stands for EC of any colour.
    """
    total = 0
    for clause in range(table.source_first[source], table.source_last[source]):
        if table.clause_pay_colour[clause] == colour and _is_triggered(table, seat, clause):
            total += table.clause_pay_ec[clause]
    return total


@compiled
def _is_triggered(table, seat, clause):
    """Check if this clause acts when its source is triggered now."""
    return table.clause_when[clause] == codes.WHEN_MONTH and conditions_hold(
        table, seat, clause, -1, -1, -1
    )


@compiled
def trigger(state, trace, seat):
    """ACT-2: trigger a once-a-month benefit of a card or coach in play.

    Returns 0 or a refusal.
    """
    table = state.table
    box = state.box
    order = state.order
    source = order.card
    refusal = trigger_refusal(table, seat, source)
    if refusal > 0:
        return refusal
    refusal = name_colours(state)
    if refusal > 0:
        return refusal
    gain = 0
    for clause in range(table.source_first[source], table.source_last[source]):
        if (
            table.clause_gain[clause] == codes.GAIN_EC
            and table.clause_detail[clause] < 0
            and _is_triggered(table, seat, clause)
        ):
            gain += clause_amount(table, seat, clause)
    pays = _costs_envelopes(table, source)
    payable = _colour_cost(table, seat, source, -1) if pays else 0
    any_colour = payable
    for colour in range(COLOURS):
        gain -= order.take[colour]
        payable -= order.give[colour]
        if order.give[colour] < 0:
            return decisions.NEGATIVE
        need = order.give[colour]
        if pays:
            need += _colour_cost(table, seat, source, colour)
        if need > table.mat[seat, colour] or payable < 0:
            return decisions.GIVE_NAMED
    if gain < 0:
        return decisions.TAKE_NAMED
    _clear(box)
    bucks = 0
    for clause in range(table.source_first[source], table.source_last[source]):
        if _is_triggered(table, seat, clause):
            bucks += table.clause_pay_bucks[clause]
    table.bucks[seat] -= bucks
    if pays:
        for colour in range(COLOURS):
            _pay_colour(state, seat, colour, _colour_cost(table, seat, source, colour))
        _pay_any(state, seat, any_colour)
    # CAR-10: one clause does not count what another of the same trigger gives.
    first = table.source_first[source]
    for clause in range(first, table.source_last[source]):
        box.amount[clause - first] = -1
        if _is_triggered(table, seat, clause):
            box.amount[clause - first] = clause_amount(table, seat, clause)
    for clause in range(first, table.source_last[source]):
        if box.amount[clause - first] >= 0:
            _gain(state, seat, clause, box.amount[clause - first])
    _emit_gains(state, trace, seat, TRIGGERED, source, bucks)
    box.triggers[source] += 1
    if table.used[source] > 0:
        table.use_again_left[seat] -= 1
    table.used[source] += 1
    return 0


@compiled
def grant_standing(state, seat, clause):
    """Add one standing clause's gain to a player's turn.

    The gain may be free moves, free bets, free runners or second uses.
    """
    table = state.table
    gain = table.clause_gain[clause]
    amount = table.clause_amount[clause]
    if not conditions_hold(table, seat, clause, -1, -1, -1):
        return
    if gain == codes.GAIN_USE_AGAIN:
        table.use_again_left[seat] += amount
    elif gain == codes.GAIN_MOVES and table.rule_free_moves == FREE_MOVES.NONE_AT_ALL:
        return  # CUT-4: void gains do not take effect
    elif (
        gain == codes.GAIN_MOVES or gain == codes.GAIN_FREE_BETS or gain == codes.GAIN_FREE_RUNNERS
    ):
        _gain(state, seat, clause, amount)


@compiled
def start_turn_effects(state, seat):
    """Give the gains of standing effects as a player's turn starts (CAR-6)."""
    table = state.table
    for index in range(table.active_count[seat, codes.WHEN_ALWAYS]):
        grant_standing(state, seat, table.active[seat, codes.WHEN_ALWAYS, index])


@compiled
def end_card_stars(table, seat, clause):
    """SCO-1: return an end-of-game clause's stars; no switch changes them (FAM-7)."""
    if table.clause_when[clause] != codes.WHEN_END:
        return 0
    if not conditions_hold(table, seat, clause, -1, -1, -1):
        return 0
    return clause_amount(table, seat, clause)
