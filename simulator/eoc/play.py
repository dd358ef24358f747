"""A whole game, and many of them: the loop over months that the compiled kernel runs (TIM)."""

from __future__ import annotations

from eoc_sim.simulator.eoc.actions import take_turn
from eoc_sim.simulator.eoc.auction import hold_auction
from eoc_sim.simulator.eoc.dice import dice_phase
from eoc_sim.simulator.eoc.draft import draft_phase
from eoc_sim.simulator.eoc.month import end_month
from eoc_sim.simulator.eoc.scoring import final_scoring
from eoc_sim.simulator.eoc.setup import key_strategy_streams, set_up
from eoc_sim.simulator.eoc.solo import BUBBA_SEAT, bubba_recruits
from eoc_sim.simulator.eoc.state import MONTHS
from eoc_sim.simulator.eoc.tables import write_rows
from eoc_sim.simulator.eoc.trace import MONTH, emit
from eoc_sim.simulator.kernel.compiled import compiled, compiled_entry


@compiled
def play_month(table, box, trace, private, params, functions, order):
    """TIM-1 to TIM-5: one month, in order; 0 or why a decision is refused."""
    key_strategy_streams(table, box, private)
    emit(trace, MONTH, -1, table.month, table.starter, 0, 0, 0)
    refusal = draft_phase(table, box, trace, private, params, functions, order)
    if refusal > 0:
        return refusal
    refusal = dice_phase(table, box, trace, private, params, functions, order)
    if refusal > 0:
        return refusal
    for turn in range(table.players):
        seat = (table.starter + turn) % table.players
        refusal = take_turn(table, box, trace, private, params, functions, order, seat)
        if refusal > 0:
            return refusal
    if table.rule_solo == 1:
        bubba_recruits(table, box, trace)
    refusal = end_month(table, box, trace)
    if refusal > 0 or table.month == MONTHS:
        return refusal
    if table.rule_auction == 1:
        return hold_auction(table, box, trace, private, params, functions, order)
    table.starter = (table.starter + 1) % table.players  # END-4
    return 0


@compiled
def play_game(table, box, trace, private, params, functions, order, seed, game):
    """A game from set-up to final scoring; 0 or why a decision is refused."""
    refusal = set_up(table, box, trace, private, params, functions, order, seed, game)
    if refusal > 0:
        return refusal
    for month in range(1, MONTHS + 1):
        table.month = month
        refusal = play_month(table, box, trace, private, params, functions, order)
        if refusal > 0:
            return refusal
    return final_scoring(table, box, trace, private, params, functions, order)


@compiled_entry
def play_games(
    tables, boxes, trace, private, params, functions, orders, seed, first_game, number, rotate,
    games, seats, cards, offers, dice, months, signings, filled,
):
    """Play games ``first_game`` and on, and write their rows; 0 or the refusal that ended it.

    Game g seats the line-up shifted by g modulo players when ``rotate`` is 1. ``filled`` counts
    the rows written of each table. A refused decision leaves its game on the table.
    """
    table = tables[0]
    box = boxes[0]
    order = orders[0]
    for game in range(first_game, first_game + number):
        box.entry[BUBBA_SEAT] = BUBBA_SEAT
        for seat in range(table.players):
            box.entry[seat] = (seat - game) % table.players if rotate == 1 else seat
        refusal = play_game(
            table, box, trace, private, params, functions, order, seed, game
        )
        if refusal > 0:
            return refusal
        write_rows(
            table, box, private, games, seats, cards, offers, dice, months, signings, filled
        )
    return 0
