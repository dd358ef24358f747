"""Whole phases of a month, from one resting point to the next: each is 0 or a refusal."""

from __future__ import annotations

from typing import Any

from eoc_sim.simulator.eoc import actions, auction, dice, draft, play, scoring
from eoc_sim.simulator.eoc.state import BIDDING, DEALING, SCORING, SELLING
from eoc_sim.simulator.eoc.switches import DICE_DRAFT


def draft_phase(state: Any, trace: Any, policies: Any) -> int:
    """The deal, and all draft decisions."""
    state.table.draft_turn = 0
    refusal = draft.deal_phase(state, trace)
    while refusal == 0 and not draft.all_drafted(state.table):
        refusal = draft.next_draft(state, trace, policies)
    return refusal


def dice_phase(state: Any, trace: Any, policies: Any) -> int:
    """The roll, the bets, and all dice."""
    table = state.table
    dice.roll_dice(state, trace)
    refusal = dice.vegas_check(state, trace, policies)
    if refusal == 0 and table.rule_dice_draft == DICE_DRAFT.SHARED:
        return dice.choose_dice(state, trace, policies)
    while refusal == 0 and table.dice_picks < 2 * table.players:
        refusal = dice.pick_die(state, trace, policies)
    return refusal or dice.place_dice(state, trace, policies)


def take_turn(state: Any, trace: Any, policies: Any, seat: int) -> int:
    """The whole turn of a seat."""
    table = state.table
    table.turns_over = (seat - table.starter) % table.players
    turns_over = table.turns_over
    actions.start_turn(state, seat)
    refusal = 0
    while refusal == 0 and table.turns_over == turns_over:
        refusal = actions.next_action(state, trace, policies)
    return refusal


def play_month(state: Any, trace: Any, policies: Any) -> int:
    """The whole month that stands on the table; it is left before its next one begins."""
    table = state.table
    table.phase = DEALING
    month = table.month
    refusal = play.play_step(state, trace, policies)
    while refusal == 0 and table.month == month and table.phase != SCORING:
        refusal = play.play_step(state, trace, policies)
    table.month = month
    return refusal


def final_scoring(state: Any, trace: Any, policies: Any) -> int:
    """End-of-game cards, last campaigns and all that comes after them."""
    scoring.score_end_cards(state, trace)
    return scoring.final_scoring(state, trace, policies)


def hold_auction(state: Any, trace: Any, policies: Any) -> int:
    """The whole auction at the end of the month that stands on the table."""
    table = state.table
    month = table.month
    auction.open_auction(table)
    table.phase = BIDDING
    refusal = 0
    while refusal == 0 and table.phase in (BIDDING, SELLING):
        refusal = play.play_step(state, trace, policies)
    table.month = month
    return refusal
