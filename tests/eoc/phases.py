"""Functions that play a whole phase, turn or month; each returns 0 or a refusal."""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.eoc import actions, auction, dice, draft, play, scoring
from eoc_sim.simulator.eoc.state import BIDDING, DEALING, SCORING, SELLING
from eoc_sim.simulator.eoc.switches import DICE_DRAFT


def draft_phase(state: Any, trace: Any, policies: Any) -> int:
    """Play the deal and all draft decisions."""
    state.table.draft_turn = 0
    refusal = draft.deal_phase(state, trace)
    while refusal == 0 and not draft.have_all_drafted(state.table):
        refusal = draft.next_draft(state, trace, policies)
    return refusal


def dice_phase(state: Any, trace: Any, policies: Any) -> int:
    """Play the roll, the bets and all dice."""
    table = state.table
    dice.roll_dice(state, trace)
    refusal = dice.vegas_check(state, trace, policies)
    if refusal == 0 and table.rule_dice_draft == DICE_DRAFT.SHARED:
        return dice.choose_dice(state, trace, policies)
    while refusal == 0 and table.dice_picks < 2 * table.players:
        refusal = dice.pick_die(state, trace, policies)
    return refusal or dice.place_dice(state, trace, policies)


def take_turn(state: Any, trace: Any, policies: Any, seat: int) -> int:
    """Play the whole turn of a seat."""
    table = state.table
    table.turns_over = (seat - table.starter) % table.players
    turns_over = table.turns_over
    actions.start_turn(state, seat)
    refusal = 0
    while refusal == 0 and table.turns_over == turns_over:
        refusal = actions.next_action(state, trace, policies)
    return refusal


def play_month(state: Any, trace: Any, policies: Any) -> int:
    """Play the current month from its deal, but keep ``table.month``."""
    table = state.table
    table.phase = DEALING
    month = table.month
    refusal = play.play_step(state, trace, policies)
    while refusal == 0 and table.month == month and table.phase != SCORING:
        refusal = play.play_step(state, trace, policies)
    table.month = month
    return refusal


def final_scoring(state: Any, trace: Any, policies: Any) -> int:
    """Play the end-of-game cards, the final campaigns and the final scoring."""
    scoring.score_end_cards(state, trace)
    return scoring.final_scoring(state, trace, policies)


def hold_auction(state: Any, trace: Any, policies: Any) -> int:
    """Play the whole auction after the current month, but keep ``table.month``."""
    table = state.table
    month = table.month
    auction.open_auction(table)
    table.phase = BIDDING
    refusal = 0
    while refusal == 0 and table.phase in (BIDDING, SELLING):
        refusal = play.play_step(state, trace, policies)
    table.month = month
    return refusal
