"""Effects, clause by clause: their gains, costs and choices (EFF)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import codes, decisions, sources
from eoc_sim.simulator.eleven.cards import bring_staff, draw_tactic, fill_space, refresh, train
from eoc_sim.simulator.eleven.club import change_level, gain, gain_vp
from eoc_sim.simulator.eleven.conditions import (
    amount_of,
    depends_on_die,
    die_allows,
    is_due,
    place_of,
    roll_die,
)
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.events import END_EFFECT, SEASON_EFFECT
from eoc_sim.simulator.eleven.lasting import acts_at, is_idle_sponsor
from eoc_sim.simulator.eleven.ledger import note_gain, note_vp
from eoc_sim.simulator.eleven.match_gains import change_match
from eoc_sim.simulator.eleven.names import FITNESS, MONEY, OPERATION, WINTER_KINDS
from eoc_sim.simulator.eleven.naming import (
    CARDS_NAMED,
    MARKERS_NAMED,
    NOTHING,
    SWAPPED,
    WEAKENED,
    can_name,
    is_forced,
    max_named,
    naming_refusal,
    needs_owner,
    swapped_marker,
    target_kind,
)
from eoc_sim.simulator.eleven.pitch import LAST_JERSEY, MARKERS, SPARE_JERSEYS
from eoc_sim.simulator.eleven.referee_state import FREE, SILENT
from eoc_sim.simulator.eleven.scouting import expect
from eoc_sim.simulator.eleven.season_state import PART_EFFECTS, PARTS
from eoc_sim.simulator.eleven.sizes import CARDS, FIELD_PLACES, MAX_CLAUSES, OFFICE_STEPS, RESOURCES
from eoc_sim.simulator.eleven.state import ACTING
from eoc_sim.simulator.eleven.switches import ABILITIES, EPIC
from eoc_sim.simulator.eleven.tokens import heal, injure, suspend
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled, outlined
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value

CHEAP, STAND_IN = (WINTER_KINDS.index(kind) + 1 for kind in ("cheap", "stand-in"))
"""The winter tokens that change a card's costs (EPI-9)."""
MAX_QUESTIONS = 200
"""The maximum number of questions asked of a manager in a day (TER-1)."""
ALL_SOURCES = -1
"""The source of a frame that covers all of a seat's sources."""
TACTIC_OF_MATCH = sources.KINDS_HELD + 1
"""The last kind of source: tactic cards (EFF-2)."""


# --- Sources in play


@compiled
def has_ability(table, card):
    """PLA-1: check if a card has its ability, which may need training."""
    return (
        table.rule_abilities == ABILITIES.ON
        and table.refereed[card] & SILENT == 0
        and (table.card_trained_only[card] == 0 or table.is_trained[card] == 1)
    )


@compiled
def is_free(table, source, clause):
    """EFF-2, REF-6: check if a clause costs nothing, perhaps thanks to the referee."""
    return table.clause[clause].pay_kind < 0 or (
        source < CARDS and table.refereed[source] & FREE != 0
    )


# --- Costs


@compiled
def is_in_match(moment):
    """Check if a moment is in the match: reveal, before or match."""
    return moment == codes.REVEAL or moment == codes.BEFORE or moment == codes.MATCH


@compiled
def ability_cost(table, source, clause):
    """EFF-2, EPI-9: return a clause's cost, 1 less with a cheap token."""
    cost = table.clause[clause].pay_amount + 0
    return cost - 1 if source < CARDS and table.winter_token[source] == CHEAP else cost


@compiled
def can_pay(table, seat, source, clause):
    """EFF-2, MAT-5: check if a manager can pay for a clause."""
    facts = table.clause[clause]
    if is_free(table, source, clause):
        return True
    kind = facts.pay_kind + 0
    if source < CARDS:
        place = place_of(table, seat, source)
        stock = table.put[seat, place, kind] + 0
        if kind == FITNESS:
            stock += table.put_by_tactic[seat, place]
            if table.winter_token[source] == STAND_IN:
                stock += table.put[seat, place, OPERATION]
        return stock >= ability_cost(table, source, clause)
    return table.resources[seat, kind] >= facts.pay_amount


@compiled
def pay(state, seat, source, clause):
    """EFF-2, MAT-5: pay for a clause.

    A card's ability is paid for with the resources on it, first with those that a tactic card
    put there. With a stand-in token, operation replaces missing fitness (EPI-9).
    """
    table = state.table
    box = state.box
    facts = table.clause[clause]
    for resource in range(RESOURCES):
        box.effect_payment[resource] = 0
    if is_free(table, source, clause):
        return
    kind = facts.pay_kind + 0
    cost = ability_cost(table, source, clause)
    box.effect_payment[kind] = cost
    if source >= CARDS:
        table.resources[seat, kind] -= cost
        return
    place = place_of(table, seat, source)
    if kind == FITNESS:
        loan = min(cost, table.put_by_tactic[seat, place])
        table.put_by_tactic[seat, place] -= loan
        cost -= loan
        missing = max(0, cost - table.put[seat, place, FITNESS])
        table.put[seat, place, OPERATION] -= missing
        box.effect_payment[FITNESS] -= missing
        box.effect_payment[OPERATION] = missing
        cost -= missing
    table.put[seat, place, kind] -= cost


# --- Gains


@compiled
def row_of(target):
    """SET-8: return the row of the Transfer Area that a target names."""
    if target == codes.TARGET_PLAYERS:
        return sources.PLAYER_DECK
    return sources.STAFF_DECK if target == codes.TARGET_STAFF else sources.SPONSOR_DECK


@compiled
def note_brought(box, source):
    """Record a card that an effect brings; -1 is none."""
    if source < 0:
        return
    box.effect_cards[box.effect_card_count] = source
    box.effect_card_count += 1


@compiled
def change_club(state, seat, source, clause):
    """EFF-1: carry out a clause's gain for the club or its cards."""
    table = state.table
    box = state.box
    order = state.order
    facts = table.clause[clause]
    gain_kind = facts.gain + 0
    amount = amount_of(table, seat, clause)
    if gain_kind < RESOURCES:
        if facts.target == codes.ON_CARDS:
            for place in range(FIELD_PLACES):
                card = table.fielded[seat, place]
                if card >= 0:
                    table.put_by_tactic[seat, place] += order.chosen[card]
        else:
            note_gain(state, seat, source, gain_kind, gain(table, seat, gain_kind, amount))
    elif gain_kind == codes.VP:
        gain_vp(table, seat, PART_EFFECTS, amount)
        note_vp(state, seat, source, amount)
    elif gain_kind == codes.LEVEL:
        money = table.resources[seat, MONEY] + 0
        change_level(table, seat, facts.target - codes.BUDGET, amount)
        note_gain(state, seat, source, MONEY, table.resources[seat, MONEY] - money)
    elif gain_kind == codes.TACTIC:
        for _ in range(amount):
            note_brought(box, draw_tactic(state, seat))
    elif gain_kind == codes.BRING_STAFF:
        for _ in range(amount):
            note_brought(box, bring_staff(state, seat, facts.target - codes.FIRST_STAFF_NAME))
    elif gain_kind == codes.OFFICE:
        table.office[seat] = min(OFFICE_STEPS, table.office[seat] + amount)
    elif gain_kind == codes.SCOUT:
        table.scouted[seat] = 1
        expect(state, seat)  # The manager now sees which line-up comes next.
    elif gain_kind == codes.FLIP:
        train(state, source)
    elif gain_kind == codes.SUSPENSION:
        suspend(state, seat, source)
    elif gain_kind == codes.INJURY and facts.target == codes.NO_TARGET:
        injure(state, seat, source)
    else:
        change_cards(state, seat, gain_kind)


@compiled
def change_cards(state, seat, gain):
    """EFF-1: train, heal or injure the named cards, or give them experience."""
    table = state.table
    order = state.order
    for card in range(CARDS):
        times = order.chosen[card] + 0
        if times == 0:
            continue
        if gain == codes.EXPERIENCE or (gain == codes.TRAIN and table.card_spaces[card] > 0):
            for _ in range(times):
                fill_space(state, card)
        elif gain == codes.TRAIN:
            train(state, card)
        elif gain == codes.HEAL:
            heal(table, card)
        elif gain == codes.INJURY:
            injure(state, seat, card)


# --- One clause


@compiled
def earned_vp(table, seat):
    """Return the VP that a manager has gained, less those lost."""
    total = 0
    for part in range(PARTS):
        total += table.earned[seat, part]
    return total


@compiled
def carry_out(state, trace, seat, source, clause):
    """EFF-1, EFF-2: pay for a clause, roll its die and carry it out."""
    table = state.table
    box = state.box
    facts = table.clause[clause]
    gain = facts.gain + 0
    pay(state, seat, source, clause)
    for kind in range(RESOURCES):
        box.effect_before[kind] = table.resources[seat, kind]
        box.effect_before[RESOURCES + kind] = table.level[seat, kind]
    before = earned_vp(table, seat)
    amount = amount_of(table, seat, clause)
    box.effect_card_count = 0
    face = -1
    takes_effect = True
    if depends_on_die(table, clause):
        face = roll_die(state, seat, source)
        takes_effect = die_allows(table, clause, face)
    if takes_effect:
        if (
            codes.STRENGTH <= gain <= codes.GOAL
            or gain == codes.IGNORE_KEEPER
            or gain == codes.FEINT
        ):
            change_match(state, seat, source, clause)
        elif gain != codes.REFRESH:
            change_club(state, seat, source, clause)
    emit_effect(state, trace, seat, source, clause, face, earned_vp(table, seat) - before)
    if gain == codes.REFRESH:
        refresh(state, trace, row_of(facts.target + 0), amount)
    elif gain == codes.BRING_STAFF:
        for number in range(box.effect_card_count - 1, -1, -1):
            push_effects(state, seat, codes.NOW, box.effect_cards[number] + 0)


@compiled
def emit_effect(state, trace, seat, source, clause, face, vp):
    """Write to the trace how a clause was carried out."""
    if trace.position == 0:
        return
    table = state.table
    box = state.box
    event = END_EFFECT if table.clause[clause].when == codes.END else SEASON_EFFECT
    emit(trace, event, seat, source, clause - table.first_clause[source], face - 1, vp)
    emit_value(trace, RESOURCES)
    for kind in range(RESOURCES):
        emit_value(trace, box.effect_payment[kind])
    emit_named_cards(state, trace, clause)
    emit_named_markers(state, trace, seat, source, clause)
    emit_value(trace, RESOURCES)
    for kind in range(RESOURCES):
        emit_value(trace, table.resources[seat, kind] - box.effect_before[kind])
    emit_value(trace, RESOURCES)
    for kind in range(RESOURCES):
        emit_value(trace, table.level[seat, kind] - box.effect_before[RESOURCES + kind])


@compiled
def emit_named_cards(state, trace, clause):
    """Write the cards that the owner named, or that the effect brought.

    If strength is shifted, the cards that lose it come first.
    """
    box = state.box
    if target_kind(state.table, clause) != CARDS_NAMED:
        emit_list(trace, box.effect_cards, box.effect_card_count)
        return
    signs = state.order.chosen
    number = 0
    for card in range(CARDS):
        number += abs(signs[card])
    emit_value(trace, number)
    for card in range(CARDS):
        if signs[card] == WEAKENED:
            emit_value(trace, card)
    for card in range(CARDS):
        for _ in range(signs[card]):
            emit_value(trace, card)


@compiled
def emit_named_markers(state, trace, seat, source, clause):
    """Write the markers that the owner named."""
    order = state.order
    kind = target_kind(state.table, clause)
    if kind == SWAPPED:
        emit_value(trace, 2)
        emit_value(trace, swapped_marker(state.table, seat, source, order))
        emit_value(trace, order.other)
        return
    number = 0
    if kind == MARKERS_NAMED:
        for marker in range(MARKERS):
            number += order.named[marker]
    emit_value(trace, number)
    if number > 0:
        for marker in range(MARKERS):
            if order.named[marker] == 1:
                emit_value(trace, marker)


# --- The stack of effects


@outlined
def push_effects(state, seat, moment, source):
    """EFF-2: put the effects of one source, or of all, on the stack.

    Those pushed last happen first.
    """
    box = state.box
    top = box.frames
    box.frame_seat[top] = seat
    box.frame_moment[top] = moment
    box.frame_source[top] = source
    box.frame_kind[top] = 0
    box.frame_index[top] = 0
    box.frame_clause[top] = 0
    box.frames = top + 1


@compiled
def turns_of_cards(table):
    """EFF-2, EPI-9: count the turns of assigned cards, including those for spare jerseys."""
    return FIELD_PLACES + SPARE_JERSEYS if table.rule_epic == EPIC.ON else FIELD_PLACES


@compiled
def card_by_jersey(table, seat, turn):
    """EFF-2, EPI-9: return the assigned card whose turn it is, by jersey, or -1.

    A card with a spare jersey comes after all others, whichever marker it stands on.
    """
    if turn < FIELD_PLACES:
        card = table.fielded[seat, turn] + 0
        return card if card < 0 or table.card_jersey[card] <= LAST_JERSEY else -1
    for place in range(FIELD_PLACES):
        card = table.fielded[seat, place] + 0
        if card >= 0 and table.card_jersey[card] == LAST_JERSEY + 1 + turn - FIELD_PLACES:
            return card
    return -1


@compiled
def source_in_frame(state, top):
    """EFF-2: return the source reached by a frame, or -1 at its end.

    Directors, staff, sponsors and tokens come in order of arrival, then cards by jersey, then the
    tactic.
    """
    table = state.table
    box = state.box
    if box.frame_source[top] >= 0:
        return box.frame_source[top] + 0 if box.frame_index[top] == 0 else -1
    seat = box.frame_seat[top]
    moment = box.frame_moment[top] + 0
    in_match = codes.PREPARE <= moment <= codes.AFTER
    while True:
        kind = box.frame_kind[top]
        index = box.frame_index[top] + 0
        if kind < sources.KINDS_HELD and (table.moments_held[seat] >> moment) & 1 == 0:
            kind = sources.KINDS_HELD - 1
        elif kind < sources.KINDS_HELD:
            while index < table.held_count[seat, kind]:
                source = table.held[seat, kind, index] + 0
                if acts_at(table, source, moment) and not is_idle_sponsor(table, source):
                    box.frame_index[top] = index
                    return source
                index += 1
        elif not in_match or kind > TACTIC_OF_MATCH:
            return -1
        elif kind == TACTIC_OF_MATCH:
            if index == 0:
                if table.tactic[seat] >= 0:
                    return sources.TACTICS + table.tactic[seat]
                index = 1
                box.frame_index[top] = index
            if index == 1 and table.extra_tactic[seat] > 0:
                return sources.TACTICS + table.extra_tactic[seat] - 1
        else:
            while index < turns_of_cards(table):
                card = card_by_jersey(table, seat, index)
                if card >= 0 and acts_at(table, card, moment) and has_ability(table, card):
                    box.frame_index[top] = index
                    return card + 0
                index += 1
        box.frame_kind[top] = kind + 1
        box.frame_index[top] = 0


@compiled
def can_happen(state, seat, source, clause, moment):
    """EFF-2, EPI-6: check a clause's moment, conditions, cost and targets.

    A clause that adds goals never happens here: the match counts them (MAT-10).
    """
    table = state.table
    facts = table.clause[clause]
    if table.staff_idle == 1 and sources.STAFF <= source < sources.SPONSORS:
        return False
    return (
        (facts.when == moment or (moment == codes.NOW and facts.when == codes.WEEK))
        and facts.gain != codes.GOAL
        and not (table.half > 0 and has_happened(table, seat, source, clause))
        and is_due(state, seat, source, clause)
        and can_pay(table, seat, source, clause)
        and can_name(table, seat, source, clause)
    )


@compiled
def has_happened(table, seat, source, clause):
    """PVP-5: check if a clause has already happened automatically in this match."""
    number = MAX_CLAUSES + clause - table.first_clause[source]
    return (table.used[seat, source] >> number) & 1 == 1


@compiled
def needs_answer(table, clause, moment):
    """EFF-2, ACT-9: check if a clause needs its owner's answer.

    A manager who takes a free action accepts its cost, so only targets are asked for.
    """
    if moment == codes.ACTION:
        return target_kind(table, clause) != NOTHING
    return needs_owner(table, clause)


@compiled
def take_free_action(state, seat, source, number):
    """ACT-9: put one of a source's `action` clauses on the stack."""
    push_effects(state, seat, codes.ACTION, source)
    state.box.frame_clause[state.box.frames - 1] = number
    state.table.used[seat, source] |= 1 << number


@compiled
def run(state, trace):
    """EFF-1, EFF-2: let effects happen until one asks its owner, or all are done.

    In a match, managers are asked about their abilities elsewhere (MAT-6).
    """
    table = state.table
    box = state.box
    while box.frames > 0:
        top = box.frames - 1
        source = source_in_frame(state, top)
        if source < 0:
            box.frames = top
            continue
        if box.frame_clause[top] >= table.clauses_of[source]:
            box.frame_clause[top] = 0
            box.frame_index[top] += 1
            continue
        seat = box.frame_seat[top] + 0
        moment = box.frame_moment[top] + 0
        clause = table.first_clause[source] + box.frame_clause[top]
        # A free action is one clause of its source (ACT-9).
        box.frame_clause[top] += MAX_CLAUSES if moment == codes.ACTION else 1
        if not can_happen(state, seat, source, clause, moment):
            continue
        if not needs_answer(table, clause, moment):
            if table.half > 0:
                number = MAX_CLAUSES + clause - table.first_clause[source]
                table.used[seat, source] |= 1 << number
            carry_out(state, trace, seat, source, clause)
        elif not is_in_match(moment):
            record_question(table, seat, source, clause)
            return


@compiled
def record_question(table, seat, source, clause):
    """EFF-2: record the question for an effect's owner."""
    table.asked_source = source
    table.asked_clause = clause - table.first_clause[source]
    table.asked_amount = max(1, max_named(table, seat, source, clause))


@compiled
def go_on(state, trace, policies):
    """EFF-1, EFF-2: continue with the stack, up to the next question.

    If an effect is waiting for an answer, its owner is asked first. Return 0, or why the answer is
    refused.
    """
    if state.table.asked_amount > 0:
        refusal = choose(state, trace, policies)
        if refusal > 0:
            return refusal
    run(state, trace)
    return 0


@compiled
def is_asked_too_often(table):
    """TER-1: check if a manager has been asked too often in one day."""
    return table.phase == ACTING and table.asked_today >= MAX_QUESTIONS


@compiled
def choose(state, trace, policies):
    """EFF-2, TER-1: let the owner of an effect pay and choose, or decline.

    Return 0, or why the answer is refused.
    """
    table = state.table
    seat = state.box.frame_seat[state.box.frames - 1] + 0
    source = table.asked_source + 0
    clause = table.first_clause[source] + table.asked_clause
    answer = ask(state, policies, seat, decisions.ASK_CHOOSE)
    if is_asked_too_often(table):
        return decisions.TOO_LONG
    if answer == decisions.DECLINE:
        if is_forced(table, clause):
            return decisions.NAMED_FEWER
        stop_blaming(state)
        table.asked_today += 1
        table.asked_amount = 0
        return 0
    refusal = naming_refusal(table, seat, source, clause, state.order)
    if refusal > 0:
        return refusal
    stop_blaming(state)
    table.asked_today += 1
    table.asked_amount = 0
    carry_out(state, trace, seat, source, clause)
    return 0
