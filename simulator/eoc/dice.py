"""Dice and Vegas: the roll, the bets, and what players take (DIC, CUT-2, CUT-5, FAM-3)."""

from __future__ import annotations

from eoc_sim.simulator.eoc import decisions
from eoc_sim.simulator.eoc.asking import ask
from eoc_sim.simulator.eoc.effect_codes import GAIN_SHIFT_DIE, WHEN_BET_WON, WHEN_CRAP_OUT
from eoc_sim.simulator.eoc.effects import fire
from eoc_sim.simulator.eoc.events import (
    BOOKIE,
    CRAP_OUT,
    DIE,
    INCOME,
    PICK_DIE,
    ROLL,
    TRIGGERED,
    VEGAS,
)
from eoc_sim.simulator.eoc.interventions import switch_die_mode
from eoc_sim.simulator.eoc.payment import modifier_total, note_standing_use
from eoc_sim.simulator.eoc.seat_bans import has_mode_ban
from eoc_sim.simulator.eoc.state import COLOURS, FULL, HALF, MONTHS
from eoc_sim.simulator.eoc.streams import DICE
from eoc_sim.simulator.eoc.switches import DICE_ORDER, DICE_USE
from eoc_sim.simulator.eoc.turn_order import picking_seat
from eoc_sim.simulator.kernel.compiled import compiled, compiled_checked
from eoc_sim.simulator.kernel.random_streams import draw_once
from eoc_sim.simulator.kernel.tracing import emit, emit_list


@compiled
def roll_dice(state, trace):
    """DIC-1: roll six dice, one per colour; any may be taken.

    The starting player rolls.
    """
    table = state.table
    box = state.box
    for seat in range(table.players):
        table.die[seat, 0] = -1
        table.die[seat, 1] = -1
    table.dice_picks = 0
    for colour in range(COLOURS):
        table.dice[colour] = draw_once(box, DICE + table.month, colour, 6) + 1
    if trace.position > 0:
        emit(trace, ROLL, -1, table.month)
        emit_list(trace, table.dice, COLOURS)


@compiled
def vegas_check(state, trace, policies):
    """DIC-2, DIC-3, CAR-7: let Bookies act in turn order, then pay bets and remove tokens."""
    table = state.table
    box = state.box
    for turn in range(table.players):
        seat = (table.starter + turn) % table.players
        table.crapped_out[seat] = 0
        table.used_fundraising[seat] = 0
        box.chosen[seat, 0] = -1
        if table.bets[seat] > 0 and modifier_total(table, seat, GAIN_SHIFT_DIE, -1, -1, -1) > 0:
            refusal = _bookie(state, trace, policies, seat)
            if refusal > 0:
                return refusal
    for turn in range(table.players):
        seat = (table.starter + turn) % table.players
        if table.bets[seat] > 0:
            _pay_bets(state, trace, seat)
    return 0


@compiled
def shift_number(number, shift):
    """CAR-7: return a die's number after a shift; 6 and 1 are adjacent."""
    return (number - 1 + shift) % 6 + 1


@compiled
def _bookie(state, trace, policies, seat):
    """CAR-7: let a Bookie's owner shift one die for their own bets."""
    table = state.table
    box = state.box
    order = state.order
    shift = ask(state, policies, seat, decisions.ASK_BOOKIE)
    if shift == 0:
        return 0
    if shift < -1 or shift > 1 or order.colour < 0 or order.colour >= COLOURS:
        return decisions.BOOKIE_SHIFT
    number = table.dice[order.colour]
    box.chosen[seat, 0] = order.colour
    box.chosen[seat, 1] = shift_number(number, shift)
    note_standing_use(table, seat, GAIN_SHIFT_DIE, -1, -1, -1)
    emit(trace, BOOKIE, seat, order.colour, number, shift_number(number, shift))
    return 0


@compiled
def _pay_bets(state, trace, seat):
    """DIC-2: pay 1 BB and 2 EC per winning token.

    DIC-3: a player without a winning token is Crapped Out.
    """
    table = state.table
    box = state.box
    tokens_won = 0
    for colour in range(COLOURS):
        number = table.dice[colour]
        if box.chosen[seat, 0] == colour:
            number = box.chosen[seat, 1]
        tokens = table.bet[seat, colour, number]
        for other in range(1, 7):
            table.bet[seat, colour, other] = 0
        if tokens > 0:
            tokens_won += tokens
            table.bucks[seat] += tokens
            table.mat[seat, colour] += 2 * tokens
            state.ledger.months[seat, table.month].received[colour] += 2 * tokens
            emit(trace, VEGAS, seat, colour, number, tokens)
    table.bets[seat] = 0
    state.ledger.seats[seat].bets_won += tokens_won
    if tokens_won == 0:
        table.crapped_out[seat] = 1
        emit(trace, CRAP_OUT, seat)
        _fire(state, trace, seat, WHEN_CRAP_OUT)
    for _ in range(tokens_won):
        _fire(state, trace, seat, WHEN_BET_WON)


@compiled
def _fire(state, trace, seat, when):
    """Fire the Vegas check's upgrades, but only those that cost nothing.

    An upgrade with a cost cannot fire, since no order is given here that could accept the cost.
    """
    table = state.table
    box = state.box
    order = state.order
    order.accept = 0
    for colour in range(COLOURS):
        box.named_colours[colour] = 0
    reacting_count = table.active_count[seat, when]
    fire(state, trace, seat, when, TRIGGERED, -1, -1, -1, reacting_count)


@compiled
def die_envelopes(table, colour, mode):
    """Return a die's EC at full or half value (DIC-5, DIC-6, DIC-10).

    A Bookie's shift does not change the number of EC.
    """
    value = table.dice[colour]
    if mode == HALF:
        return max(1, value // 2)
    return value


@compiled_checked
def die_worth(table, colour, mode):
    """Return a die's EC, or 0 if ``table.turn`` may not take it (DIC-5, DIC-6, DIC-10).

    The seat ``table.turn`` may be banned from the mode. A Bookie's shift does not change the number
    of EC.
    """
    if has_mode_ban(table, table.turn, mode):
        return 0
    return die_envelopes(table, colour, mode)


@compiled
def placing_refusal(table, colour, mode, month):
    """Return why a die may not be taken this way, or 0 (DIC-5, DIC-6, FAM-3).

    Bans on ``table.turn``, the seat that decides, count too. At half value the EC may also go on
    the month that full value would give (DIC-9).
    """
    if has_mode_ban(table, table.turn, mode):
        return decisions.DICE_BANNED
    return refusal_without_bans(table, colour, mode, month)


@compiled
def refusal_without_bans(table, colour, mode, month):
    """DIC-5, DIC-6, FAM-3: return why a die may not be placed, bans aside, or 0."""
    if mode != FULL and mode != HALF:
        return decisions.DICE_MODE
    in_reach = month >= table.month and month <= min(table.month + 5, MONTHS)
    if table.rule_dice_use == DICE_USE.ANY_MONTH:
        if mode != FULL or not in_reach:
            return decisions.DICE_ANY_MONTH
        return 0
    if mode == FULL:
        if table.month + table.dice[colour] - 1 > MONTHS:
            return decisions.DICE_FULL_LATE
        return 0
    return 0 if in_reach else decisions.DICE_HALF_MONTH


@compiled
def _record_placing(state, seat):
    """Check and record the order's modes and months for the chosen dice.

    They are kept in ``box.chosen``. Returns 0 or a refusal.
    """
    table = state.table
    box = state.box
    order = state.order
    for die_index in range(2):
        colour = box.chosen[seat, die_index]
        mode = order.mode[die_index]
        month = order.month[die_index]
        refusal = refusal_without_bans(table, colour, mode, month)
        if refusal > 0:
            return refusal
        if mode == FULL and table.rule_dice_use == DICE_USE.STANDARD:
            month = table.month + table.dice[colour] - 1
        box.chosen[seat, 2 + die_index] = mode
        box.chosen[seat, 4 + die_index] = month
    switch_die_mode(state, seat)
    return 0


@compiled
def choose_dice(state, trace, policies):
    """DIC-4, DIC-8, INF-3: let every seat choose two dice and their months.

    A seat's two dice must differ. All seats choose before any dice take effect.
    """
    table = state.table
    box = state.box
    order = state.order
    for seat in range(table.players):
        ask(state, policies, seat, decisions.ASK_DICE)
        first = order.die[0]
        second = order.die[1]
        if first == second or min(first, second) < 0 or max(first, second) >= COLOURS:
            return decisions.DICE_COLOURS
        box.chosen[seat, 0] = first
        box.chosen[seat, 1] = second
        refusal = _record_placing(state, seat)
        if refusal > 0:
            return refusal
    _receive(state, trace)
    return 0


@compiled
def dice_limit(table):
    """CUT-2: return how many seats may draft the same die.

    Only an exclusive draft has this limit.
    """
    if table.rule_dice_repeats > 0:
        return table.rule_dice_repeats
    return 2 if table.players == 4 else 1


@compiled
def next_pick(table):
    """CUT-2: return the next picker's place in turn order, and which die.

    Both are numbered from 0; die 0 is a player's first, die 1 their second.
    """
    pick = table.dice_picks
    if table.rule_dice_order == DICE_ORDER.TOGETHER:
        return pick // 2, pick % 2
    turn = pick % table.players
    die_index = pick // table.players
    if table.rule_dice_order == DICE_ORDER.SNAKE and die_index == 1:
        turn = table.players - 1 - turn
    return turn, die_index


@compiled
def pick_die(state, trace, policies):
    """CUT-2, DRA-9: let a seat pick the next die of an exclusive draft.

    Returns 0 or a refusal.
    """
    table = state.table
    turn, die_index = next_pick(table)
    seat = picking_seat(table, turn)
    colour = ask(state, policies, seat, decisions.ASK_DICE)
    if colour < 0 or colour >= COLOURS:
        return decisions.DICE_COLOURS
    count = 0
    for rival in range(table.players):
        for die in range(2):
            if table.die[rival, die] == colour:
                count += 1
    if count >= dice_limit(table) or table.die[seat, 0] == colour:
        return decisions.DICE_TAKEN
    table.die[seat, die_index] = colour
    table.dice_picks += 1
    emit(trace, PICK_DIE, seat, colour, table.dice[colour])
    return 0


@compiled
def place_dice(state, trace, policies):
    """CUT-5, INF-3: let every seat choose modes and months for its dice."""
    table = state.table
    box = state.box
    for seat in range(table.players):
        ask(state, policies, seat, decisions.ASK_PLACE)
        box.chosen[seat, 0] = table.die[seat, 0]
        box.chosen[seat, 1] = table.die[seat, 1]
        refusal = _record_placing(state, seat)
        if refusal > 0:
            return refusal
    _receive(state, trace)
    return 0


@compiled
def _apply_dice(state, trace, seat):
    """Put the EC of the chosen dice on the calendar."""
    table = state.table
    box = state.box
    for die_index in range(2):
        colour = box.chosen[seat, die_index]
        mode = box.chosen[seat, 2 + die_index]
        month = box.chosen[seat, 4 + die_index]
        envelopes = die_envelopes(table, colour, mode)
        table.die[seat, die_index] = colour
        table.die_mode[seat, die_index] = mode
        table.die_month[seat, die_index] = month
        table.calendar[seat, month, colour] += envelopes
        row = state.ledger.dice[seat, table.month, die_index]
        row.colour = colour
        row.value = table.dice[colour]
        row.mode = mode
        row.target_month = month
        row.ec = envelopes
        emit(trace, DIE, seat, colour, table.dice[colour], mode, envelopes, month)


@compiled
def _income(state, trace, seat):
    """DIC-7: move this month's EC from the calendar to the mat."""
    table = state.table
    total = 0
    for colour in range(COLOURS):
        total += table.calendar[seat, table.month, colour]
    if total == 0:
        return
    if trace.position > 0:
        emit(trace, INCOME, seat)
        emit_list(trace, table.calendar[seat, table.month], COLOURS)
    for colour in range(COLOURS):
        envelopes = table.calendar[seat, table.month, colour]
        table.mat[seat, colour] += envelopes
        state.ledger.months[seat, table.month].received[colour] += envelopes
        table.calendar[seat, table.month, colour] = 0


@compiled
def _receive(state, trace):
    """TIM-3: place the EC of all dice, then collect this month's EC."""
    table = state.table
    for turn in range(table.players):
        _apply_dice(state, trace, (table.starter + turn) % table.players)
    for turn in range(table.players):
        _income(state, trace, (table.starter + turn) % table.players)
