"""The referees of matches: dice, effects and goals (REF)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import abilities, codes, decisions, rerolling, season_match, streams
from eoc_sim.simulator.eleven.club import gain, gain_vp
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.effects import ALL_SOURCES, push_effects
from eoc_sim.simulator.eleven.events import REFEREE, REFEREE_EFFECT, REFEREE_TACTIC
from eoc_sim.simulator.eleven.ledger import earn, note_referee, note_referee_goals
from eoc_sim.simulator.eleven.match_gains import gain_strength
from eoc_sim.simulator.eleven.names import MONEY
from eoc_sim.simulator.eleven.outcomes import EARNED_EFFECTS
from eoc_sim.simulator.eleven.pitch import BALL, OTHER, OWN, SHIELD
from eoc_sim.simulator.eleven.referee_state import (
    FREE,
    GAINS_NO_EXPERIENCE,
    HALVES,
    INJURY_INSTEAD,
    MATCHING,
    SILENT,
    TAG_ROWS,
    TAGS_IN_ROW,
)
from eoc_sim.simulator.eleven.season_state import PART_EFFECTS
from eoc_sim.simulator.eleven.sizes import CARDS, FACES, FIELD_PLACES, MAX_CONDITIONS, RESOURCES
from eoc_sim.simulator.eleven.sources import TACTICS
from eoc_sim.simulator.eleven.state import (
    ADDING_TACTIC,
    ENDING_MATCH,
    REFEREED,
    REFEREEING,
    SUSPENDING,
    USING,
)
from eoc_sim.simulator.eleven.switches import IGNORE_TOKEN
from eoc_sim.simulator.eleven.switches import TACTICS as TACTICS_RULE
from eoc_sim.simulator.eleven.tokens import ignores, injure, suspend
from eoc_sim.simulator.eleven.turn_order import whose_turn
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import draw_once
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value

DICE = 2
"""The number of dice: the row's d12 and the referee's d6."""
INJURY_LAID, SUSPENSION_LAID, WEAKNESS_LAID = range(3)
"""Tokens, as numbered in the event."""


# --- The referee of a match


@compiled
def clear(table):
    """REF-2: remove all referees, as each week has its own."""
    for seat in range(table.managers):
        table.referee[seat] = 0
        table.referee_row[seat] = 0
        table.extra_tactic[seat] = 0
        table.harsher[seat] = 0
    for card in range(CARDS):
        table.refereed[card] = 0


@compiled
def stream_of(table, seat):
    """RND-2: return the d12's stream; the d6's stream is the next.

    The stream after these two is for the dice of affected cards.
    """
    return streams.REFEREE + 64 * table.week + 8 * seat


@compiled
def call_referee(state):
    """REF-2: roll the d12 and the d6 for the match's referee."""
    table = state.table
    seat = whose_turn(table)
    rerolling.roll_dice(state, stream_of(table, seat), DICE, TAG_ROWS, FACES)
    table.phase = REFEREEING


@compiled
def reroll(state, trace, policies):
    """CLU-1, REF-8: let a manager re-roll; return 0 or the refusal."""
    answer = rerolling.reroll(state, policies, whose_turn(state.table), DICE)
    if answer != rerolling.FINAL:
        return answer
    begin_refereeing(state, trace)
    return 0


@compiled
def has_tag(table, row, card):
    """REF-2: check if a card's tag is in a row."""
    for index in range(TAGS_IN_ROW):  # noqa: SIM110 - no generators when compiled
        if table.row_tags[row, index] == table.card_tag[card]:
            return True
    return False


@compiled
def begin_refereeing(state, trace):
    """REF-1, REF-2: let the referee act on cards that match the rolled row."""
    table = state.table
    seat = whose_turn(table)
    row = table.dice[0] - 1
    table.referee_row[seat] = row + 1
    table.referee[seat] = table.dice[1]
    number = 0
    for place in range(FIELD_PLACES):
        card = table.fielded[seat, place] + 0
        if card >= 0 and has_tag(table, row, card):
            table.refereed[card] = MATCHING
            number += 1
    note_referee(state, seat, number)
    emit_referee(state, trace, seat, number)
    table.phase = REFEREED
    if number > 0:
        act_before(state, trace, seat)


@compiled
def emit_referee(state, trace, seat, number):
    """Write a referee and the matching cards to the trace."""
    if trace.position == 0:
        return
    table = state.table
    emit(trace, REFEREE, seat, table.referee_row[seat] - 1, table.referee[seat] - 1)
    emit_value(trace, DICE)
    emit_value(trace, state.box.dice_first[0])
    emit_value(trace, state.box.dice_first[1])
    rerolling.emit_rerolls(state, trace)
    emit_value(trace, number)
    for place in range(FIELD_PLACES):
        card = table.fielded[seat, place] + 0
        if card >= 0 and table.refereed[card] != 0:
            emit_value(trace, card)


@compiled
def effect_of(table, seat):
    """REF-2: return a referee's effect, from the half that the row selects."""
    half = table.row_half[table.referee_row[seat] - 1] + 0
    return table.referee_clause[HALVES * (table.referee[seat] - 1) + half]


# --- Before the match


@compiled
def is_targeted(table, card, target):
    """REF-4, REF-6: check if a card matches and has the targeted side."""
    if table.refereed[card] == 0:
        return False
    if target == codes.EACH_BALL:
        return table.card_side[card] == BALL
    return target != codes.EACH_SHIELD or table.card_side[card] == SHIELD


@compiled
def act_before(state, trace, seat):
    """REF-4 to REF-8: carry out an effect that comes before the match."""
    table = state.table
    effect = effect_of(table, seat)
    gain = effect.gain + 0
    if gain == codes.IGNORE_EFFECTS:
        mark(table, seat, SILENT)
    elif gain == codes.FREE_EFFECTS:
        mark(table, seat, FREE)
    elif gain == codes.NO_EXPERIENCE:
        mark(table, seat, GAINS_NO_EXPERIENCE)
    elif gain == codes.HARSHER:
        table.harsher[seat] = INJURY_INSTEAD + table.rule_inexperienced
    elif gain == codes.IGNORE_KEEPER:
        for place in range(1, FIELD_PLACES):
            card = table.fielded[seat, place] + 0
            if card >= 0 and table.refereed[card] != 0:
                table.team_ignores[seat, place - 1] = 1
    elif gain == codes.STRENGTH:
        change_cards(state, trace, seat, effect.target + 0, effect.amount + 0)
    elif gain == codes.WEAKNESS and effect.target != codes.ON_ONE:
        change_cards(state, trace, seat, effect.target + 0, -effect.amount)
    elif gain == codes.EXTRA_TACTIC and has_another_tactic(table, seat):
        table.phase = ADDING_TACTIC


@compiled
def mark(table, seat, flag):
    """REF-3 to REF-6: put a mark on the manager's matching cards."""
    for place in range(FIELD_PLACES):
        card = table.fielded[seat, place] + 0
        if card >= 0 and table.refereed[card] != 0:
            table.refereed[card] |= flag


@compiled
def change_cards(state, trace, seat, target, amount):
    """REF-4, REF-6: strengthen or weaken the targeted cards for the match."""
    table = state.table
    box = state.box
    box.affected_count = 0
    for place in range(FIELD_PLACES):
        card = table.fielded[seat, place] + 0
        if card >= 0 and is_targeted(table, card, target):
            gain_strength(table, seat, place, amount)
            box.affected_cards[box.affected_count] = card
            box.affected_count += 1
    if box.affected_count > 0:
        emit_effect(state, trace, seat, amount, 0, 0)


# --- The additional tactic card


@compiled
def may_add(table, seat, tactic):
    """REF-7, REF-8: check if a manager may add this tactic card."""
    return (
        0 <= tactic < table.tactics
        and table.holds[seat, tactic] == 1
        and tactic != table.tactic[seat]
    )


@compiled
def has_another_tactic(table, seat):
    """REF-7, REF-8: check if a manager holds another tactic card."""
    if table.rule_tactics == TACTICS_RULE.OFF:
        return False
    for tactic in range(table.tactics):  # noqa: SIM110 - no generators when compiled
        if may_add(table, seat, tactic):
            return True
    return False


@compiled
def add_tactic(state, trace, policies):
    """REF-7, REF-8: let a manager play another tactic card.

    Returns 0 or the refusal. The card gives its effect but not its formation; an effect whose
    moment is `prepare` happens immediately.
    """
    table = state.table
    seat = whose_turn(table)
    if ask(state, policies, seat, decisions.ASK_EXTRA_TACTIC) == decisions.ADD_TACTIC:
        tactic = state.order.tactic + 0
        if not may_add(table, seat, tactic):
            return decisions.NO_SUCH_EXTRA_TACTIC
        stop_blaming(state)
        table.extra_tactic[seat] = tactic + 1
        emit(trace, REFEREE_TACTIC, seat, tactic)
        push_effects(state, seat, codes.PREPARE, TACTICS + tactic)
    stop_blaming(state)
    table.phase = REFEREED
    return 0


@compiled
def go_on(state, trace):
    """MAT-6: go on to the effects before the match."""
    table = state.table
    table.phase = USING
    table.moment -= 1
    abilities.go_to_ability(state, trace)


# --- Goals


@compiled
def allows(effect, face):
    """REF-3: check if an effect applies to a die's face."""
    for number in range(MAX_CONDITIONS):
        kind = effect.condition[number]
        limit = effect.least[number]
        if (kind == codes.IF_DIE_MOST and face > limit) or (
            kind == codes.IF_DIE_LEAST and face < limit
        ):
            return False
    return True


@compiled
def needs_goal(effect):
    """REF-7: check if an effect applies only to cards that scored."""
    for number in range(MAX_CONDITIONS):  # noqa: SIM110 - no generators when compiled
        if effect.condition[number] == codes.IF_SCORED:
            return True
    return False


@compiled
def has_scored(table, seat, place):
    """REF-7: check if the card at a place scored; a keeper never does."""
    return place > 0 and table.match_scored[seat, place - 1] > 0


@compiled
def add_goals(state, trace, seat):
    """REF-3, REF-7, REF-8: add the referee's goals before the result is final."""
    table = state.table
    box = state.box
    if table.referee[seat] == 0:
        return
    effect = effect_of(table, seat)
    gain = effect.gain + 0
    if gain != codes.GOAL and gain != codes.OPPONENT_GOAL:
        return
    goals = 0
    against = 0
    box.affected_count = 0
    for place in range(FIELD_PLACES):
        card = table.fielded[seat, place] + 0
        if card < 0 or table.refereed[card] == 0:
            continue
        if gain == codes.OPPONENT_GOAL:
            item = box.source_item[card]
            face = draw_once(box, stream_of(table, seat) + DICE, item, FACES) + 1
            box.affected_dice[box.affected_count] = face
            against += effect.amount if allows(effect, face) else 0
        elif needs_goal(effect) and not has_scored(table, seat, place):
            continue
        else:
            goals += effect.amount
            if place > 0:
                table.match_scored[seat, place - 1] += effect.amount
        box.affected_cards[box.affected_count] = card
        box.affected_count += 1
    box.goals[OWN] += goals
    box.goals[OTHER] += against
    if box.affected_count > 0:
        emit_effect(state, trace, seat, 0, goals, against)


# --- After the match


@compiled
def play_match(state, trace, seat):
    """MAT-10, REF-8: play a match with the referee's goals, then carry out later effects."""
    table = state.table
    season_match.play_phases(state, seat)
    goals_before = state.box.goals[OWN] + 0
    against_before = state.box.goals[OTHER] + 0
    add_goals(state, trace, seat)
    season_match.end_match(state, trace, seat)
    referee_goals = state.box.goals[OWN] - goals_before
    note_referee_goals(state, seat, referee_goals, state.box.goals[OTHER] - against_before)
    if act_after(state, trace, seat):
        table.phase = SUSPENDING
    else:
        push_effects(state, seat, codes.AFTER, ALL_SOURCES)


@compiled
def act_after(state, trace, seat):
    """REF-3, REF-7: act after the match; return True if a card must be named."""
    table = state.table
    box = state.box
    if table.referee[seat] == 0:
        return False
    effect = effect_of(table, seat)
    gain_kind = effect.gain + 0
    box.affected_count = 0
    for place in range(FIELD_PLACES):
        card = table.fielded[seat, place] + 0
        if card < 0 or table.refereed[card] == 0:
            continue
        if (
            effect.target == codes.ON_ONE
            or has_scored(table, seat, place)
            or not needs_goal(effect)
        ):
            box.affected_cards[box.affected_count] = card
            box.affected_count += 1
    if box.affected_count == 0:
        return False
    if effect.target == codes.ON_ONE:
        return True
    amount = box.affected_count * effect.amount
    if gain_kind == codes.VP:
        gain_vp(table, seat, PART_EFFECTS, amount)
        emit_after(state, trace, seat, -1, -1, 0, amount)
    elif gain_kind == MONEY:
        earn(state, seat, amount, EARNED_EFFECTS)
        emit_after(state, trace, seat, -1, gain_kind, amount, 0)
    elif gain_kind < RESOURCES:
        emit_after(state, trace, seat, -1, gain_kind, gain(table, seat, gain_kind, amount), 0)
    return False


@compiled
def place_referee_token(state, trace, policies, seat):
    """REF-3: place the referee's token on a card that the manager names.

    Returns 0 or the refusal.
    """
    table = state.table
    box = state.box
    ask(state, policies, seat, decisions.ASK_SUSPEND)
    card = state.order.card + 0
    if card < 0 or card >= CARDS or table.owner[card] != seat or table.refereed[card] == 0:
        return decisions.SUSPEND_OTHER
    stop_blaming(state)
    effect = effect_of(table, seat)
    gain = effect.gain + 0
    token = -1
    if gain == codes.SUSPENSION:
        suspend(state, seat, card)
        token = SUSPENSION_LAID if table.suspended_until[card] > 0 else -1
    elif gain == codes.INJURY:
        injure(state, seat, card)
        token = INJURY_LAID if table.injured_until[card] > 0 else -1
    else:
        reduction = 1 if ignores(table, card, IGNORE_TOKEN.WEAKNESS) else 0
        tokens = max(0, effect.amount - reduction)
        table.weakness_tokens[card] += tokens
        token = WEAKNESS_LAID if tokens > 0 else -1
    box.affected_count = 1
    box.affected_cards[0] = card
    emit_after(state, trace, seat, token, -1, 0, 0)
    table.phase = ENDING_MATCH
    push_effects(state, seat, codes.AFTER, ALL_SOURCES)
    return 0


# --- Events


@compiled
def emit_effect(state, trace, seat, strength, goals, against):
    """Write the referee's goals or changes in strength to the trace."""
    if trace.position == 0:
        return
    box = state.box
    emit(trace, REFEREE_EFFECT, seat, strength, goals, against, -1, 0)
    emit_list(trace, box.affected_cards, box.affected_count)
    rolled = effect_of(state.table, seat).gain == codes.OPPONENT_GOAL
    emit_list(trace, box.affected_dice, box.affected_count if rolled else 0)
    emit_gains(trace, -1, 0)


@compiled
def emit_after(state, trace, seat, token, resource, amount, vp):
    """Write the referee's effect after the match to the trace."""
    if trace.position == 0:
        return
    emit(trace, REFEREE_EFFECT, seat, 0, 0, 0, token, vp)
    emit_list(trace, state.box.affected_cards, state.box.affected_count)
    emit_value(trace, 0)
    emit_gains(trace, resource, amount)


@compiled
def emit_gains(trace, resource, amount):
    """Write the change in one resource; -1 stands for no resource."""
    emit_value(trace, RESOURCES)
    for index in range(RESOURCES):
        emit_value(trace, amount if index == resource else 0)
