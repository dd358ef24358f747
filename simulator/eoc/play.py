"""Play a game from resting point to resting point (TIM).

The position of a game is part of its state (``table.phase``), so a game at rest can be copied, and
play can continue from the copy. A game rests before a month's deal, each draft decision, the bets,
the choice of dice (each pick and then the placing, if they are drafted), each action, each bid, the
sale of the Chain, the scoring and the last campaigns.
"""

from __future__ import annotations

from eoc_sim.simulator.eoc.actions import acting_seat, next_action, start_turn
from eoc_sim.simulator.eoc.auction import (
    has_bidders_left,
    may_keep,
    next_bid,
    open_auction,
    sell_or_keep,
    set_sale_price,
    settle,
)
from eoc_sim.simulator.eoc.dice import choose_dice, pick_die, place_dice, roll_dice, vegas_check
from eoc_sim.simulator.eoc.draft import deal_phase, have_all_drafted, next_draft
from eoc_sim.simulator.eoc.events import MONTH
from eoc_sim.simulator.eoc.interventions import give_gifts
from eoc_sim.simulator.eoc.month import end_month
from eoc_sim.simulator.eoc.scoring import final_scoring, score_end_cards
from eoc_sim.simulator.eoc.setup import key_strategy_streams
from eoc_sim.simulator.eoc.solo import bubba_recruits
from eoc_sim.simulator.eoc.state import (
    ACTING,
    BIDDING,
    CHECKING_BETS,
    CHOOSING_DICE,
    DEALING,
    DRAFTING,
    GAME_OVER,
    LAST_CAMPAIGNS,
    MONTHS,
    PLACING_DICE,
    SCORING,
    SELLING,
)
from eoc_sim.simulator.eoc.switches import AUCTION, DICE_DRAFT, SOLO
from eoc_sim.simulator.eoc.turn_order import pass_chain
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit


@compiled
def begin_month(state, trace):
    """TIM-1: deal the month's cards; return 0 or a refusal."""
    table = state.table
    key_strategy_streams(state)
    give_gifts(state)
    emit(trace, MONTH, -1, table.month, table.starter)
    table.draft_turn = 0
    table.phase = DRAFTING
    return deal_phase(state, trace)


@compiled
def draft(state, trace, policies):
    """TIM-1, TIM-2: take the next draft decision; roll the dice after the last."""
    table = state.table
    refusal = next_draft(state, trace, policies)
    if refusal == 0 and have_all_drafted(table):
        roll_dice(state, trace)
        table.phase = CHECKING_BETS
    return refusal


@compiled
def check_bets(state, trace, policies):
    """TIM-2: let Bookies shift dice, then pay all bets."""
    refusal = vegas_check(state, trace, policies)
    if refusal == 0:
        state.table.phase = CHOOSING_DICE
    return refusal


@compiled
def take_dice(state, trace, policies):
    """TIM-3: let every seat choose its dice, or the next seat pick one.

    Seats pick one at a time in an exclusive draft (CUT-2).
    """
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
def place_drafted_dice(state, trace, policies):
    """TIM-3, CUT-5: let every seat choose modes and months for drafted dice."""
    refusal = place_dice(state, trace, policies)
    if refusal == 0:
        begin_turns(state)
    return refusal


@compiled
def begin_turns(state):
    """TIM-4: begin the starting player's turn."""
    table = state.table
    table.turns_over = 0
    table.phase = ACTING
    start_turn(state, acting_seat(table))


@compiled
def take_action(state, trace, policies):
    """TIM-4: take the next action, then move on if the turn is over.

    After the last turn comes the end of the month (TIM-5).
    """
    table = state.table
    turns_over = table.turns_over + 0
    refusal = next_action(state, trace, policies)
    if refusal > 0 or table.turns_over == turns_over:
        return refusal
    if table.turns_over < table.players:
        start_turn(state, acting_seat(table))
        return 0
    stop_blaming(state)
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
        pass_chain(table)
        next_month(table)
    return 0


@compiled
def next_month(table):
    """TIM-5: go to the next month, before its cards are dealt."""
    table.month += 1
    table.phase = DEALING


@compiled
def bid(state, trace, policies):
    """AUC-1 to AUC-5: take the next bid; after the last, end the auction.

    If the Auctioneer may keep the Chain, their choice comes first.
    """
    table = state.table
    refusal = next_bid(state, trace, policies)
    if refusal > 0 or has_bidders_left(table):
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
    """AUC-2: let the Auctioneer sell the Chain or keep it."""
    refusal = sell_or_keep(state, trace, policies)
    if refusal == 0:
        next_month(state.table)
    return refusal


@compiled
def finish(state, trace, policies):
    """SCO-2 to SCO-7: play the last campaigns and finish scoring."""
    refusal = final_scoring(state, trace, policies)
    if refusal == 0:
        state.table.phase = GAME_OVER
    return refusal


@compiled
def play_step(state, trace, policies):
    """Play to the next resting point; return 0 or a refusal."""
    table = state.table
    stop_blaming(state)
    if table.phase == ACTING:
        return take_action(state, trace, policies)
    if table.phase == DEALING:
        return begin_month(state, trace)
    if table.phase == DRAFTING:
        return draft(state, trace, policies)
    if table.phase == CHECKING_BETS:
        return check_bets(state, trace, policies)
    if table.phase == CHOOSING_DICE:
        return take_dice(state, trace, policies)
    if table.phase == PLACING_DICE:
        return place_drafted_dice(state, trace, policies)
    if table.phase == BIDDING:
        return bid(state, trace, policies)
    if table.phase == SELLING:
        return sell(state, trace, policies)
    if table.phase == SCORING:
        score_end_cards(state, trace)
        table.phase = LAST_CAMPAIGNS
        return 0
    if table.phase == LAST_CAMPAIGNS:
        return finish(state, trace, policies)
    return 0
