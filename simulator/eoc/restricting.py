"""Judge a restricted seat's answers against its bans (``table.banned``).

A ban only narrows what is legal; the rest of an answer is checked where it is carried out. If all
options of a decision are banned, the ban gives way: as few banned things as possible are then
allowed.
"""

from __future__ import annotations

from eoc_sim.simulator.eoc.decisions import (
    BET,
    DELAY,
    DRAFT,
    MARKET,
    MOVE,
    PLAY_CARD,
    RUNNER,
    SIGN,
    TRADE,
    TRIGGER,
)
from eoc_sim.simulator.eoc.effect_codes import (
    WHEN_MARKET,
    WHEN_MOVE,
    WHEN_PLAY,
    WHEN_SIGN,
    WHEN_TRADE,
)
from eoc_sim.simulator.eoc.effects import accepts_cost, has_cost
from eoc_sim.simulator.eoc.seat_bans import has_draft_ban, has_mode_ban, has_play_ban, has_sign_ban
from eoc_sim.simulator.eoc.state import (
    BAN_BET,
    BAN_BID,
    BAN_BOOKIE,
    BAN_DELAY,
    BAN_FINAL_MARKET,
    BAN_HAND,
    BAN_MARKET,
    BAN_PAID_MOVE,
    BAN_POOL,
    BAN_RUNNER,
    BAN_STASH,
    BAN_SUBSTITUTES,
    BAN_TRADE,
    BAN_TRIGGER,
    BAN_UPGRADES,
    COLOURS,
    FULL,
    HALF,
    MONTHS,
    SPOTS,
)
from eoc_sim.simulator.eoc.switches import DICE_USE, SOLO
from eoc_sim.simulator.kernel.compiled import compiled

KEPT, GAVE_WAY, BROKEN = range(3)
"""Verdicts on an answer: bans are kept, give way or are broken.

A ban gives way if the seat cannot avoid what it bans.
"""
DEALT, STASHED = 6, 4
"""The numbers of cards dealt for a stash, and kept (SET-8)."""


@compiled
def _judge(number_banned, number_unavoidable):
    """Judge an answer with this number of banned things.

    The seat could not avoid ``number_unavoidable`` of them.
    """
    if number_banned == 0:
        return KEPT
    return BROKEN if number_banned > number_unavoidable else GAVE_WAY


@compiled
def judge_keep(state, seat):
    """SET-8: check that banned cards are kept only if necessary.

    Keeping one is necessary if fewer than four of the cards dealt are not banned.
    """
    table = state.table
    me = state.seats[seat]
    banned_dealt = 0
    banned_kept = 0
    for index in range(DEALT):
        if (table.banned_card[me.hand[index]] >> seat) & 1 == 1:
            banned_dealt += 1
            if state.order.keep[index] != 0:
                banned_kept += 1
    return _judge(banned_kept, max(0, STASHED - (DEALT - banned_dealt)))


@compiled
def judge_pick(state, seat, card):
    """SET-12: check that a banned card is picked only if all are banned."""
    table = state.table
    me = state.seats[seat]
    pick_ban = 0
    minimum = 1
    for index in range(table.hand_size[seat]):
        banned = (table.banned_card[me.hand[index]] >> seat) & 1
        minimum = min(minimum, banned)
        if me.hand[index] == card:
            pick_ban = banned
    return _judge(pick_ban, minimum)


@compiled
def may_delay(table, seat):
    """DRA-3, SOLO-6: check if this seat may delay, given its bans."""
    return (
        table.hand_size[seat] > 1
        and table.rule_solo == SOLO.OFF
        and table.banned[seat, BAN_DELAY] == 0
    )


@compiled
def judge_draft(state, seat, answer):
    """DRA-2: check that a banned card is drafted only if unavoidable.

    It is unavoidable if all cards in reach are banned and the seat may not delay.
    """
    table = state.table
    me = state.seats[seat]
    card = state.order.card
    minimum = 0 if may_delay(table, seat) else 1
    draft_ban = 0
    for index in range(table.hand_size[seat]):
        banned = 1 if has_draft_ban(table, seat, me.hand[index], BAN_HAND) else 0
        minimum = min(minimum, banned)
        if me.hand[index] == card:
            draft_ban = banned
    for index in range(table.stash_size[seat]):
        banned = 1 if has_draft_ban(table, seat, me.stash[index], BAN_STASH) else 0
        minimum = min(minimum, banned)
        if me.stash[index] == card:
            draft_ban = banned
    for index in range(table.pool_size):
        banned = 1 if has_draft_ban(table, seat, table.pool[index], BAN_POOL) else 0
        minimum = min(minimum, banned)
        if table.pool[index] == card:
            draft_ban = banned
    if answer == DRAFT:
        return _judge(draft_ban, minimum)
    return BROKEN if answer == DELAY and table.banned[seat, BAN_DELAY] == 1 else KEPT


@compiled
def _can_take(table, seat, colour):
    """Check if a die can be taken in a permitted way (DIC-5, DIC-6)."""
    any_month = table.rule_dice_use == DICE_USE.ANY_MONTH
    in_time = any_month or table.month + table.dice[colour] - 1 <= MONTHS
    full = in_time and not has_mode_ban(table, seat, FULL)
    return full or (not any_month and not has_mode_ban(table, seat, HALF))


@compiled
def judge_dice(state, seat):
    """DIC-4: check that banned modes are chosen only if unavoidable.

    They are unavoidable if fewer than two dice can be taken in a permitted way.
    """
    table = state.table
    order = state.order
    open_dice = 0
    for colour in range(COLOURS):
        if _can_take(table, seat, colour):
            open_dice += 1
    number_banned = 0
    for die_index in range(2):
        if has_mode_ban(table, seat, order.mode[die_index]):
            number_banned += 1
    return _judge(number_banned, max(0, 2 - open_dice))


@compiled
def judge_place(state, seat):
    """CUT-5: check that banned modes of picked dice are chosen only if unavoidable."""
    table = state.table
    number_banned = 0
    minimum = 0
    for die_index in range(2):
        if has_mode_ban(table, seat, state.order.mode[die_index]):
            number_banned += 1
        if not _can_take(table, seat, table.die[seat, die_index]):
            minimum += 1
    return _judge(number_banned, minimum)


@compiled
def _pays_for_upgrade(state, seat, when):
    """Check if the order accepts the cost of an upgrade at ``when`` (CAR-3)."""
    table = state.table
    for index in range(table.active_count[seat, when]):
        clause = table.active[seat, when, index]
        if has_cost(table, clause) and accepts_cost(
            table, state.order, seat, table.clause_source[clause]
        ):
            return True
    return False


@compiled
def _upgrade_moment_of(kind):
    """Return the moment at which an action's upgrades fire, or -1."""
    if kind == PLAY_CARD:
        return WHEN_PLAY
    if kind == TRADE:
        return WHEN_TRADE
    if kind == MOVE:
        return WHEN_MOVE
    if kind == SIGN:
        return WHEN_SIGN
    if kind == MARKET:
        return WHEN_MARKET
    return -1


@compiled
def _ban_of(kind):
    """Return the ban on all actions of a kind, or -1."""
    if kind == BET:
        return BAN_BET
    if kind == RUNNER:
        return BAN_RUNNER
    if kind == TRADE:
        return BAN_TRADE
    if kind == MARKET:
        return BAN_MARKET
    if kind == TRIGGER:
        return BAN_TRIGGER
    return -1


@compiled
def judge_act(state, seat, kind):
    """ACT-0: judge an action; no ban gives way.

    Ending the turn is never banned.
    """
    table = state.table
    order = state.order
    ban = _ban_of(kind)
    if ban >= 0 and table.banned[seat, ban] == 1:
        return BROKEN
    if kind == MOVE and table.free_moves[seat] < 1 and table.banned[seat, BAN_PAID_MOVE] == 1:
        return BROKEN
    if kind == PLAY_CARD and 0 <= order.card < table.cards:
        if has_play_ban(table, seat, order.card):
            return BROKEN
    if kind == SIGN and 0 <= order.spot < SPOTS:
        if has_sign_ban(table, seat, order.spot):
            return BROKEN
    if table.banned[seat, BAN_SUBSTITUTES] == 1:
        if kind == MOVE and order.bucks > 0:
            return BROKEN
        for colour in range(COLOURS):
            if (kind == PLAY_CARD or kind == SIGN) and order.substitute[colour] > 0:
                return BROKEN
    when = _upgrade_moment_of(kind)
    if when >= 0 and table.banned[seat, BAN_UPGRADES] == 1 and _pays_for_upgrade(state, seat, when):
        return BROKEN
    return KEPT


@compiled
def judge_final_campaign(state, seat, stars):
    """SCO-2: judge a final campaign; having none is always allowed."""
    banned = state.table.banned[seat, BAN_FINAL_MARKET] == 1
    if state.table.banned[seat, BAN_UPGRADES] == 1 and _pays_for_upgrade(state, seat, WHEN_MARKET):
        banned = True
    return BROKEN if banned and stars > 0 else KEPT


@compiled
def judge_shift(state, seat, shift):
    """CAR-7: judge a Bookie's shift; not shifting is always allowed."""
    return BROKEN if shift != 0 and state.table.banned[seat, BAN_BOOKIE] == 1 else KEPT


@compiled
def judge_bid(state, seat, bid):
    """AUC-1: judge a bid; passing is always allowed."""
    return BROKEN if bid > 0 and state.table.banned[seat, BAN_BID] == 1 else KEPT
