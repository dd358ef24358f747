"""A whole game, and many of them: from one resting point to the next (TIM).

Where a game stands is part of its state (``table.phase``), so that it can be copied there and
played on. It rests before a month's deal, each draft decision, each choice of dice, each action,
each bid, the sale of the Chain and the final scoring.
"""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eoc.actions import acting_seat, next_action, start_turn
from eoc_sim.simulator.eoc.asking import carried_out
from eoc_sim.simulator.eoc.auction import (
    bidders_left,
    may_keep,
    next_bid,
    open_auction,
    sell_or_keep,
    set_sale_price,
    settle,
)
from eoc_sim.simulator.eoc.dice import choose_dice, pick_die, place_dice, roll_dice, vegas_check
from eoc_sim.simulator.eoc.draft import all_drafted, deal_phase, next_draft
from eoc_sim.simulator.eoc.hidden import redeal
from eoc_sim.simulator.eoc.interventions import give
from eoc_sim.simulator.eoc.month import end_month
from eoc_sim.simulator.eoc.scoring import final_scoring
from eoc_sim.simulator.eoc.setup import key_strategy_streams, set_up
from eoc_sim.simulator.eoc.solo import bubba_recruits
from eoc_sim.simulator.eoc.state import (
    ACTING,
    BIDDING,
    CHOOSING_DICE,
    DEALING,
    DRAFTING,
    GAME_OVER,
    MONTHS,
    PLACING_DICE,
    SCORING,
    SELLING,
    copy_intervention,
    copy_state,
    interventions_dtype,
)
from eoc_sim.simulator.eoc.switches import AUCTION, DICE_DRAFT, SOLO
from eoc_sim.simulator.eoc.tables import write_rows
from eoc_sim.simulator.eoc.trace import MONTH, emit
from eoc_sim.simulator.kernel.compiled import compiled, compiled_entry


@compiled
def begin_month(state, trace):
    """TIM-1: the month's cards are dealt; 0 or why they cannot be."""
    table = state.table
    key_strategy_streams(state)
    give(state)
    emit(trace, MONTH, -1, table.month, table.starter, 0, 0, 0)
    table.draft_turn = 0
    table.phase = DRAFTING
    return deal_phase(state, trace)


@compiled
def draft(state, trace, policies):
    """TIM-1, TIM-2: the next draft decision; after the last the roll and the bets."""
    table = state.table
    refusal = next_draft(state, trace, policies)
    if refusal > 0 or not all_drafted(table):
        return refusal
    roll_dice(state, trace)
    refusal = vegas_check(state, trace, policies)
    if refusal == 0:
        table.phase = CHOOSING_DICE
    return refusal


@compiled
def take_dice(state, trace, policies):
    """TIM-3: all choose their dice; in an exclusive draft the next picks one (CUT-2)."""
    table = state.table
    if table.rule_dice_draft == DICE_DRAFT.EXCLUSIVE:
        refusal = pick_die(state, trace, policies)
        if table.dice_picks == 2 * table.players:
            table.phase = PLACING_DICE
        return refusal
    refusal = choose_dice(state, trace, policies)
    if refusal == 0:
        begin_turns(state)
    return refusal


@compiled
def take_places(state, trace, policies):
    """TIM-3, CUT-5: modes and months of the dice of an exclusive draft."""
    refusal = place_dice(state, trace, policies)
    if refusal == 0:
        begin_turns(state)
    return refusal


@compiled
def begin_turns(state):
    """TIM-4: the starting player's turn comes first."""
    table = state.table
    table.turns_over = 0
    table.phase = ACTING
    start_turn(state, acting_seat(table))


@compiled
def take_action(state, trace, policies):
    """TIM-4: the next action; after a turn's last the next turn, after the last turn TIM-5."""
    table = state.table
    turns_over = table.turns_over + 0
    refusal = next_action(state, trace, policies)
    if refusal > 0 or table.turns_over == turns_over:
        return refusal
    if table.turns_over < table.players:
        start_turn(state, acting_seat(table))
        return 0
    carried_out(state)
    if table.rule_solo == SOLO.ON:
        bubba_recruits(state, trace)
    refusal = end_month(state, trace)
    if refusal > 0:
        return refusal
    if table.month == MONTHS:
        table.phase = SCORING
    elif table.rule_auction == AUCTION.ON:
        open_auction(table)
        table.phase = BIDDING
    else:
        table.starter = (table.starter + 1) % table.players  # END-4
        next_month(table)
    return 0


@compiled
def next_month(table):
    """TIM-5: the next month, before its cards are dealt."""
    table.month += 1
    table.phase = DEALING


@compiled
def bid(state, trace, policies):
    """AUC-1 to AUC-5: the next bid; after the last the Auctioneer has the choice, or none."""
    table = state.table
    refusal = next_bid(state, trace, policies)
    if refusal > 0 or bidders_left(table):
        return refusal
    set_sale_price(table)
    if may_keep(table):
        table.phase = SELLING
    else:
        settle(table, trace, 1 if table.top_bidder >= 0 else 0)  # AUC-3, AUC-5
        next_month(table)
    return 0


@compiled
def sell(state, trace, policies):
    """AUC-2: the Auctioneer sells the Chain or keeps it."""
    refusal = sell_or_keep(state, trace, policies)
    if refusal == 0:
        next_month(state.table)
    return refusal


@compiled
def play_step(state, trace, policies):
    """Play on to the next resting point; 0 or why a decision is refused."""
    table = state.table
    carried_out(state)
    if table.phase == ACTING:
        return take_action(state, trace, policies)
    if table.phase == DEALING:
        return begin_month(state, trace)
    if table.phase == DRAFTING:
        return draft(state, trace, policies)
    if table.phase == CHOOSING_DICE:
        return take_dice(state, trace, policies)
    if table.phase == PLACING_DICE:
        return take_places(state, trace, policies)
    if table.phase == BIDDING:
        return bid(state, trace, policies)
    if table.phase == SELLING:
        return sell(state, trace, policies)
    refusal = final_scoring(state, trace, policies)
    if refusal == 0:
        table.phase = GAME_OVER
    return refusal


@compiled
def play_on(state, trace, policies):
    """Play a game to its end from wherever it stands; 0 or why a decision is refused."""
    while state.table.phase != GAME_OVER:
        refusal = play_step(state, trace, policies)
        if refusal > 0:
            return refusal
    return 0


@compiled
def play_game(state, trace, policies, seed, game, rotate):
    """A game from set-up to final scoring; 0 or why a decision is refused."""
    refusal = set_up(state, trace, policies, seed, game, rotate)
    if refusal > 0:
        return refusal
    return play_on(state, trace, policies)


@compiled
def play_games(
    state, trace, policies, asked, games, seats, cards, offers, dice, months, signings, filled
):
    """Play games from ``asked.game`` on, and write their rows; 0 or the refusal that ended it."""
    for game in range(asked.game, asked.game + asked.games):
        refusal = play_game(state, trace, policies, asked.seed, game, asked.rotate)
        if refusal > 0:
            return refusal
        write_rows(state, games, seats, cards, offers, dice, months, signings, filled)
    return 0


@compiled
def play_and_keep(
    state, months, trace, policies, asked,
    games, seats, cards, offers, dice, months_table, signings, filled,
):
    """Play a game, keep a copy of it before each month's deal, and write its rows."""
    refusal = set_up(state, trace, policies, asked.seed, asked.game, asked.rotate)
    while refusal == 0 and state.table.phase != GAME_OVER:
        if state.table.phase == DEALING:
            copy_state(months[state.table.month - 1], state)
        refusal = play_step(state, trace, policies)
    if refusal == 0:
        write_rows(state, games, seats, cards, offers, dice, months_table, signings, filled)
    return refusal


@compiled
def play_twins(
    state, months, trace, policies, asked, ends,
    games, seats, cards, offers, dice, months_table, signings, filled,
):
    """Play twins, each from its month's copy with its intervention; ``ends`` counts their rows."""
    for twin in range(len(asked)):
        copy_state(state, months[asked[twin].month - 1])
        copy_intervention(state.interventions, asked[twin].intervention)
        refusal = play_on(state, trace, policies)
        if refusal > 0:
            return refusal
        write_rows(state, games, seats, cards, offers, dice, months_table, signings, filled)
        for table in range(len(filled)):
            ends[twin, table] = filled[table]
    return 0


@compiled
def play_until(state, trace, policies, phase, month):
    """Play on until the game rests in a phase of a month, or is over; 0 or why not."""
    table = state.table
    while table.phase != GAME_OVER and (table.phase != phase or table.month < month):
        refusal = play_step(state, trace, policies)
        if refusal > 0:
            return refusal
    return 0


asked_dtype = np.dtype(
    [
        ("what", np.int32),      # PLAY_GAMES, SET_UP_GAME ...
        ("game", np.int64),      # the first game
        ("games", np.int64),
        ("seed", np.int64),
        ("rotate", np.int32),
        ("seat", np.int32),
        ("key", np.int64),       # of a redeal
        ("phase", np.int32),
        ("month", np.int32),
        ("intervention", interventions_dtype),
    ]
)
"""What the kernel is asked to do, with the numbers that it needs for it."""

(
    PLAY_GAMES, PLAY_AND_KEEP, PLAY_TWINS, SET_UP_GAME, STEP, PLAY_UNTIL, COPY, REDEAL, WRITE_ROWS,
) = range(9)


@compiled_entry
def serve(
    states, others, traces, players, requests, ends,
    games, seats, cards, offers, dice, months, signings, filled,
):
    """Do what ``requests[0]`` asks with the game in ``states[0]``; 0 or why it is refused.

    The one door of the kernel for Python, since every door is compiled with all that lies behind
    it. ``others`` are further states: the one that COPY copies, or those before each month. Rows
    go into the arrays of the tables, of which an empty one is not kept; ``filled`` counts them. A
    refused decision leaves its game as it is.
    """
    state = states[0]
    trace = traces[0]
    policies = players[0]
    asked = requests[0]
    if asked.what == PLAY_GAMES:
        return play_games(
            state, trace, policies, asked,
            games, seats, cards, offers, dice, months, signings, filled,
        )
    if asked.what == PLAY_AND_KEEP:
        return play_and_keep(
            state, others, trace, policies, asked,
            games, seats, cards, offers, dice, months, signings, filled,
        )
    if asked.what == PLAY_TWINS:
        return play_twins(
            state, others, trace, policies, requests, ends,
            games, seats, cards, offers, dice, months, signings, filled,
        )
    if asked.what == SET_UP_GAME:
        return set_up(state, trace, policies, asked.seed, asked.game, asked.rotate)
    if asked.what == STEP:
        return play_step(state, trace, policies)
    if asked.what == PLAY_UNTIL:
        return play_until(state, trace, policies, asked.phase, asked.month)
    if asked.what == COPY:
        copy_state(state, others[0])
    elif asked.what == REDEAL:
        redeal(state, asked.seat, asked.key)
    else:
        write_rows(state, games, seats, cards, offers, dice, months, signings, filled)
    return 0
