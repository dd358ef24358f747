"""Effects, phrase by phrase: their gains, costs and choices (EFF)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions
from eoc_sim.simulator.eleven.asking import ask
from eoc_sim.simulator.eleven.cards import (
    bring_staff,
    draw_tactic,
    fill_experience,
    refresh_row,
    train,
)
from eoc_sim.simulator.eleven.codes import (
    AFTER,
    BEFORE,
    BRING_STAFF,
    BUDGET,
    EXPERIENCE,
    FEINT,
    FIRST_STAFF_NAME,
    FLIP,
    FLIP_MARKER,
    GLOVES,
    GOAL,
    HEAL,
    IGNORE_KEEPER,
    INJURY,
    LEVEL,
    MATCH,
    NO_TARGET,
    OF_SPONSORS,
    OF_STAFF,
    OFFICE,
    ON_CARDS,
    NOW,
    PREPARE,
    REFRESH,
    REVEAL,
    SCOUT,
    STRENGTH,
    SUSPENSION,
    TACTIC,
    TRAIN,
    VP,
)
from eoc_sim.simulator.eleven.conditions import (
    amount_of,
    asks_die,
    die_allows,
    is_due,
    place_of,
    roll_die,
)
from eoc_sim.simulator.eleven.directors import change_level
from eoc_sim.simulator.eleven.events import SEASON_EFFECT
from eoc_sim.simulator.eleven.match_gains import change_match
from eoc_sim.simulator.eleven.naming import (
    CARDS_NAMED,
    MARKERS_NAMED,
    SWAPPED,
    TAKEN,
    asks_for,
    can_name,
    count_to_name,
    is_forced,
    is_owners,
    most_named,
    naming_refusal,
    swapped,
)
from eoc_sim.simulator.eleven.pitch import MARKERS
from eoc_sim.simulator.eleven.scouting import expect
from eoc_sim.simulator.eleven.season_state import PART_EFFECTS, PARTS
from eoc_sim.simulator.eleven.sizes import CARDS, FIELDED, MAX_FRAMES, OFFICE_STEPS, RESOURCES
from eoc_sim.simulator.eleven.sources import (
    KINDS_HELD,
    OF_STAFF as STAFF_HELD,
    TACTICS,
)
from eoc_sim.simulator.eleven.tokens import heal, injure, suspend
from eoc_sim.simulator.kernel.asking import carried_out
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value

ALL_SOURCES = -1
"""The source of a frame that looks at everything a seat has in play."""
CARDS_OF_MATCH = KINDS_HELD
TACTIC_OF_MATCH = KINDS_HELD + 1
"""The kinds of sources behind those that a club holds (EFF-2)."""


# --- Sources in play


@compiled
def is_in_play(table, source):
    """PLA-1: check if a source has its ability: a card may need training."""
    if source >= CARDS:
        return True
    return table.rule_abilities == ABILITIES.ON and (
        table.card_trained_only[source] == 0 or table.is_trained[source] == 1
    )


@compiled
def acts_at(table, clause, moment):
    """Check if a clause acts at a moment."""
    return table.clause[clause].when == moment


# --- Costs


@compiled
def is_of_match(moment):
    """Check if abilities of that moment are paid with what lies on the card."""
    return moment == REVEAL or moment == BEFORE or moment == MATCH


@compiled
def can_pay(table, seat, source, clause):
    """EFF-2, MAT-5: check if a manager can pay for a clause."""
    phrase = table.clause[clause]
    if phrase.pay_kind < 0:
        return True
    kind = phrase.pay_kind + 0
    if source < CARDS:
        place = place_of(table, seat, source)
        held = table.put[seat, place, kind] + 0
        if kind == FITNESS:
            held += table.put_by_tactic[seat, place]
        return held >= phrase.pay_amount
    return table.resources[seat, kind] >= phrase.pay_amount


@compiled
def pay(state, seat, source, clause):
    """EFF-2, MAT-5: pay for a clause.

    A card's ability is paid with what lies on it, first with what a tactic put there.
    """
    table = state.table
    phrase = table.clause[clause]
    if phrase.pay_kind < 0:
        return
    kind = phrase.pay_kind + 0
    left = phrase.pay_amount + 0
    if source >= CARDS:
        table.resources[seat, kind] -= left
        return
    place = place_of(table, seat, source)
    if kind == FITNESS:
        lent = min(left, table.put_by_tactic[seat, place])
        table.put_by_tactic[seat, place] -= lent
        left -= lent
    table.put[seat, place, kind] -= left


# --- Gains


@compiled
def change_resource(table, seat, kind, amount):
    """EFF-1: give a resource, or take it as far as there is some."""
    table.resources[seat, kind] = max(0, table.resources[seat, kind] + amount)


@compiled
def bring(box, source):
    """Note a card that an effect brings, for its event."""
    box.brought[box.brought_count] = source
    box.brought_count += 1


@compiled
def change_club(state, trace, seat, source, clause):
    """EFF-1: carry out a clause's gain for the club or its cards."""
    table = state.table
    box = state.box
    order = state.order
    phrase = table.clause[clause]
    gain = phrase.gain + 0
    amount = amount_of(table, seat, clause)
    if gain < RESOURCES:
        if phrase.target == ON_CARDS:
            for place in range(FIELDED):
                card = table.fielded[seat, place]
                if card >= 0:
                    table.put_by_tactic[seat, place] += order.chosen[card]
        else:
            change_resource(table, seat, gain, amount)
    elif gain == VP:
        table.earned[seat, PART_EFFECTS] += amount
    elif gain == LEVEL:
        change_level(state, seat, phrase.target - BUDGET, amount)
    elif gain == TACTIC:
        for _ in range(amount):
            card = draw_tactic(state, seat)
            if card >= 0:
                bring(box, TACTICS + card)
    elif gain == BRING_STAFF:
        for _ in range(amount):
            card = bring_staff(state, seat, phrase.target - FIRST_STAFF_NAME)
            if card >= 0:
                bring(box, card)
    elif gain == OFFICE:
        table.office[seat] = min(OFFICE_STEPS, table.office[seat] + amount)
    elif gain == SCOUT:
        table.scouted[seat] = 1
        expect(state, seat)
    elif gain == FLIP:
        train(state, seat, source)
    elif gain == SUSPENSION:
        suspend(table, source)
    elif gain == INJURY and phrase.target == NO_TARGET:
        injure(table, seat, source)
    else:
        change_cards(state, seat, gain)


@compiled
def change_cards(state, seat, gain):
    """EFF-1: train, heal or injure the cards that the owner has named."""
    table = state.table
    order = state.order
    for card in range(CARDS):
        times = order.chosen[card] + 0
        if times == 0:
            continue
        if gain == EXPERIENCE or (gain == TRAIN and table.card_spaces[card] > 0):
            fill_experience(state, seat, card, times)
        elif gain == TRAIN:
            train(state, seat, card)
        elif gain == HEAL:
            heal(table, card)
        elif gain == INJURY:
            injure(table, seat, card)


# --- One phrase


@compiled
def earned_vp(table, seat):
    """Return the VP that a manager has gained in play less those lost."""
    total = 0
    for part in range(PARTS):
        total += table.earned[seat, part]
    return total


@compiled
def happen(state, trace, seat, source, clause):
    """EFF-1, EFF-2: pay for a phrase, roll its die and carry it out."""
    table = state.table
    box = state.box
    phrase = table.clause[clause]
    gain = phrase.gain + 0
    pay(state, seat, source, clause)
    for kind in range(RESOURCES):
        box.before_effect[kind] = table.resources[seat, kind]
        box.before_effect[RESOURCES + kind] = table.level[seat, kind]
    before = earned_vp(table, seat)
    box.brought_count = 0
    face = -1
    does = True
    if asks_die(table, clause):
        face = roll_die(state, seat, source)
        does = die_allows(table, clause, face)
    if does:
        if STRENGTH <= gain <= GOAL or gain == IGNORE_KEEPER or gain == FEINT:
            change_match(state, seat, source, clause)
        elif gain != REFRESH:
            change_club(state, trace, seat, source, clause)
    emit_effect(state, trace, seat, source, clause, face, earned_vp(table, seat) - before)
    if gain == REFRESH:
        refresh_row(state, trace, row_of(phrase.target + 0), phrase.amount + 0)
    elif gain == BRING_STAFF:
        for number in range(box.brought_count - 1, -1, -1):
            add_effects(state, seat, NOW, box.brought[number] + 0)


@compiled
def emit_effect(state, trace, seat, source, clause, face, vp):
    """Write a phrase that happened into the trace."""
    if trace.position == 0:
        return
    table = state.table
    box = state.box
    phrase = table.clause[clause]
    emit(trace, SEASON_EFFECT, seat, source, clause - table.first_clause[source], face - 1, vp)
    emit_value(trace, RESOURCES)
    for kind in range(RESOURCES):
        emit_value(trace, phrase.pay_amount + 0 if phrase.pay_kind == kind else 0)
    emit_named_cards(state, trace, clause)
    emit_named_markers(state, trace, seat, source, clause)
    emit_value(trace, RESOURCES)
    for kind in range(RESOURCES):
        emit_value(trace, table.resources[seat, kind] - box.before_effect[kind])
    emit_value(trace, RESOURCES)
    for kind in range(RESOURCES):
        emit_value(trace, table.level[seat, kind] - box.before_effect[RESOURCES + kind])


@compiled
def emit_named_cards(state, trace, clause):
    """Write the cards that the owner named, or that came.

    Of a shift those come first from which strength is taken.
    """
    box = state.box
    if asks_for(state.table, clause) != CARDS_NAMED:
        emit_list(trace, box.brought, box.brought_count)
        return
    chosen = state.order.chosen
    number = 0
    for card in range(CARDS):
        number += abs(chosen[card])
    emit_value(trace, number)
    for card in range(CARDS):
        if chosen[card] == TAKEN:
            emit_value(trace, card)
    for card in range(CARDS):
        for _ in range(chosen[card]):
            emit_value(trace, card)


@compiled
def emit_named_markers(state, trace, seat, source, clause):
    """Write the markers that the owner named."""
    order = state.order
    asked = asks_for(state.table, clause)
    if asked == SWAPPED:
        emit_value(trace, 2)
        emit_value(trace, swapped(state.table, seat, source, order))
        emit_value(trace, order.other)
        return
    number = 0
    if asked == MARKERS_NAMED:
        for marker in range(MARKERS):
            number += order.named[marker]
    emit_value(trace, number)
    if number > 0:
        for marker in range(MARKERS):
            if order.named[marker] == 1:
                emit_value(trace, marker)


# --- The stack of effects


@compiled
def add_effects(state, seat, moment, source):
    """EFF-2: put effects on the stack, of one source or of all of a seat.

    The last that came are the next to happen.
    """
    box = state.box
    top = box.frames
    box.frame_seat[top] = seat
    box.frame_moment[top] = moment
    box.frame_source[top] = source
    box.frame_kind[top] = 0
    box.frame_place[top] = 0
    box.frame_clause[top] = 0
    box.frames = top + 1


@compiled
def source_in_frame(state, top):
    """EFF-2: return the source that a frame has reached, -1 at its end.

    Directors, staff, sponsors and tokens come as they came, then cards by jersey, then the tactic.
    """
    table = state.table
    box = state.box
    if box.frame_source[top] >= 0:
        return box.frame_source[top] + 0 if box.frame_place[top] == 0 else -1
    seat = box.frame_seat[top]
    in_match = PREPARE <= box.frame_moment[top] <= AFTER
    while True:
        kind = box.frame_kind[top]
        place = box.frame_place[top] + 0
        if kind < KINDS_HELD:
            if place < table.held_count[seat, kind]:
                return table.held[seat, kind, place] + 0
        elif not in_match or kind > TACTIC_OF_MATCH:
            return -1
        elif kind == TACTIC_OF_MATCH:
            if place == 0 and table.tactic[seat] >= 0:
                return TACTICS + table.tactic[seat]
        else:
            while place < FIELDED:
                card = table.fielded[seat, place]
                if card >= 0 and is_in_play(table, card):
                    box.frame_place[top] = place
                    return card + 0
                place += 1
        box.frame_kind[top] = kind + 1
        box.frame_place[top] = 0


@compiled
def run_effects(state, trace):
    """EFF-1, EFF-2: let effects happen until one asks its owner.

    It returns True if the game rests there.
    """
    table = state.table
    box = state.box
    while box.frames > 0:
        top = box.frames - 1
        source = source_in_frame(state, top)
        if source < 0:
            box.frames = top
            continue
        first = table.first_clause[source]
        if box.frame_clause[top] >= table.clauses_of[source]:
            box.frame_clause[top] = 0
            box.frame_place[top] += 1
            continue
        seat = box.frame_seat[top] + 0
        moment = box.frame_moment[top]
        clause = first + box.frame_clause[top]
        if acts_at(table, clause, moment) and happens_at_all(state, seat, source, clause):
            if is_owners(table, clause):
                if not is_of_match(moment):
                    table.asked_source = source
                    table.asked_clause = clause - first
                    table.asked_amount = most_named(table, seat, clause)
                    return True
            else:
                box.frame_clause[top] += 1
                happen(state, trace, seat, source, clause)
                continue
        box.frame_clause[top] += 1
    table.asked_source = -1
    return False


@compiled
def happens_at_all(state, seat, source, clause):
    """EFF-2: check a clause's conditions, its cost and its targets.

    Goals are counted in the match (MAT-10).
    """
    table = state.table
    return (
        table.clause[clause].gain != GOAL
        and is_due(state, seat, source, clause)
        and can_pay(table, seat, source, clause)
        and can_name(table, seat, source, clause)
    )


@compiled
def chooser(state):
    """EFF-2: return the seat whose effect waits for a choice, or -1."""
    box = state.box
    return box.frame_seat[box.frames - 1] + 0 if box.frames > 0 else -1


@compiled
def choose(state, trace, policies):
    """EFF-2: let the owner of an effect pay and choose, or decline.

    It returns 0 or the refusal.
    """
    table = state.table
    box = state.box
    top = box.frames - 1
    seat = box.frame_seat[top] + 0
    source = table.asked_source + 0
    clause = table.first_clause[source] + table.asked_clause
    answer = ask(state, policies, seat, decisions.ASK_CHOOSE)
    if answer == decisions.DECLINE:
        if is_forced(table, clause):
            return decisions.NAMED_FEWER
        carried_out(state)
        box.frame_clause[top] += 1
        return 0
    refusal = naming_refusal(table, seat, source, clause, state.order)
    if refusal > 0:
        return refusal
    carried_out(state)
    box.frame_clause[top] += 1
    happen(state, trace, seat, source, clause)
    return 0
