"""The game's part of a search: deciding seats, random streams and goal (INF-2, RND-1).

The method is in `kernel.search`.
"""

from __future__ import annotations

from eoc_sim.simulator.eoc import streams
from eoc_sim.simulator.eoc.actions import acting_seat
from eoc_sim.simulator.eoc.dice import next_pick
from eoc_sim.simulator.eoc.draft import next_undrafted_turn
from eoc_sim.simulator.eoc.state import ACTING, CHOOSING_DICE, DRAFTING
from eoc_sim.simulator.eoc.switches import DICE_DRAFT
from eoc_sim.simulator.eoc.turn_order import picking_seat
from eoc_sim.simulator.kernel.compiled import compiled


@compiled
def deciding_seat(state, number):
    """Return the ``number``-th of the seats that decide next, or -1.

    ``number`` is 0 for the first of them. A search runs before a draft decision, a choice of dice
    or a turn.
    """
    table = state.table
    if table.phase == CHOOSING_DICE and table.rule_dice_draft != DICE_DRAFT.EXCLUSIVE:
        return number if number < table.players else -1
    if number > 0:
        return -1
    if table.phase == ACTING and table.actions == 0:
        return acting_seat(table)
    if table.phase == DRAFTING:
        return picking_seat(table, next_undrafted_turn(table, table.draft_turn))
    if table.phase == CHOOSING_DICE:
        turn, _ = next_pick(table)
        return picking_seat(table, turn)
    return -1


@compiled
def stream(table, seat):
    """Return the stream number of a seat's rollouts (RND-2)."""
    number = streams.SEARCH + 16 * seat + table.month
    return number + 64 * table.phase + 1024 * table.draft_turn


@compiled
def stars(state, seat):
    """Return a search's goal: the seat's final stars."""
    return state.table.score[seat]


@compiled
def turns_taken(table, seat):
    """Count the turns that a seat has had."""
    turns = table.month - 1
    if table.phase >= ACTING and (seat - table.starter) % table.players < table.turns_over:
        turns += 1
    return turns
