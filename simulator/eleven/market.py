"""Transfer cards: the money from a sale depends on the player's position (MKT)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions, streams
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.events import MARKET
from eoc_sim.simulator.eleven.pitch import ROWS
from eoc_sim.simulator.eleven.switches import MARKET as MARKET_RULE
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import draw_once
from eoc_sim.simulator.kernel.tracing import emit

NO_ROW = -1


@compiled
def has_market(table):
    """MKT-1: check if transfer cards change sales."""
    return table.rule_market == MARKET_RULE.ON


@compiled
def cut_pile(state, trace):
    """MKT-1, RND-1: cut the pile of transfer cards at a random place."""
    table = state.table
    table.transfer_place = draw_once(state.box, streams.TRANSFERS, 0, table.transfers)
    emit(trace, MARKET, -1, table.transfer_id[table.transfer_place])


@compiled
def move_pile(table):
    """MKT-2: put the active transfer card under the pile."""
    table.transfer_place = (table.transfer_place + 1) % table.transfers


@compiled
def market_money(table, row):
    """MKT-2: return the active card's amount for a sale, 0 for keepers."""
    if not has_market(table) or row == NO_ROW:
        return 0
    return table.transfer_money[table.transfer_place, row] + 0


@compiled
def only_row(table, card):
    """MKT-2: return the only row of a card, or -1."""
    found_row = NO_ROW
    for row in range(ROWS):
        if (table.card_position[card] >> row) & 1 == 1:
            if found_row != NO_ROW:
                return NO_ROW
            found_row = row
    return found_row


@compiled
def has_several_rows(table, card):
    """MKT-2: check if a card's seller may choose among positions."""
    return table.card_position[card] > 0 and only_row(table, card) == NO_ROW


@compiled
def choose_row(state, policies, seat, card):
    """MKT-2: let the seller choose the position whose amount counts.

    Returns the row, or the negated refusal.
    """
    table = state.table
    ask(state, policies, seat, decisions.ASK_POSITION)
    row = state.order.amount + 0
    if row < 0 or row >= ROWS or (table.card_position[card] >> row) & 1 == 0:
        return -decisions.POSITION_NOT_OWN
    stop_blaming(state)
    return row
