"""Set-up (SET): the table, the decks, the commissioner and the draft area."""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.line_up import begin_game
from eoc_sim.simulator.kernel.random_streams import draw_once, key_strategies
from eoc_sim.simulator.kernel.tracing import emit, emit_value
from eoc_sim.simulator.stadium import streams
from eoc_sim.simulator.stadium.cards import (
    draw_employee,
    shuffle_employees,
    shuffle_players,
    turn_up_player,
)
from eoc_sim.simulator.stadium.codes import BARE, BEGINNING, MONEY, SINGLE
from eoc_sim.simulator.stadium.events import SETUP
from eoc_sim.simulator.stadium.names import VPS_WITH_MORE_OWNERS, VPS_WITH_TWO_OWNERS
from eoc_sim.simulator.stadium.state import SPACES, clear_seat_rows, clear_state
from eoc_sim.simulator.stadium.switches import ARROWS, BONUS_TILES


@compiled
def key_strategy_streams(state):
    """Give every seat its own random stream for the round (RND-2).

    A seat cannot see other seats' streams (INF-2).
    """
    table = state.table
    key_strategies(state, table.owners, streams.STRATEGY + table.round, 128)


@compiled
def clear_table(state):
    """SET: reset everything that games change."""
    clear_state(state)
    clear_seat_rows(state)
    state.box.ender = -1


@compiled
def equip_owners(table):
    """SET-2: give each owner money, blocks and VPs."""
    vps = table.rule_vps_start
    if vps == 0:
        vps = VPS_WITH_TWO_OWNERS if table.owners == 2 else VPS_WITH_MORE_OWNERS
    for seat in range(table.owners):
        table.tokens[seat, MONEY] = table.rule_start_money
        table.blocks_left[seat] = table.rule_blocks
        table.vps[seat] = vps
        table.vp_most[seat] = table.rule_vp_max


@compiled
def lay_tokens(table):
    """SET-3, SET-6, SCO-5: lay out bonus tokens, draft area tokens and tiles."""
    for space in range(SPACES):
        arrow = table.rule_arrows == ARROWS.ON and table.space_arrow[space] == 1
        table.bonus_tokens[space] = SINGLE if arrow else BARE
    table.five_million_left = table.rule_five_million_tokens
    table.point_tokens_left = table.point_token_count
    for tile in range(2):
        table.tiles_left[tile] = 1 if table.rule_bonus_tiles == BONUS_TILES.FIRSTS else 0


@compiled
def deal(state, trace):
    """SET-7, RND-3: turn up players and deal employees before round 1.

    Switches set the numbers of both.
    """
    table = state.table
    if trace.position > 0:
        emit(trace, SETUP, -1)
        emit_value(trace, table.players_left)
        for index in range(table.players_left - 1, -1, -1):
            emit_value(trace, state.box.player_deck[index])
        emit_value(trace, table.employees_left)
        for index in range(table.employees_left - 1, -1, -1):
            emit_value(trace, state.box.employee_deck[index])
    for _ in range(table.rule_draft_area_start):
        turn_up_player(state, trace)
    for _ in range(table.rule_employees_start):
        for turn in range(table.owners):
            draw_employee(state, trace, (table.first + turn) % table.owners)
    if trace.position > 0:
        emit_cards(trace, table.area, table.players)
        emit_value(trace, table.owners)
        for seat in range(table.owners):
            emit_cards(trace, state.seats[seat].face_down, table.employees)


@compiled
def emit_cards(trace, cards, rows):
    """Write the row of every card, given the copies per row."""
    number = 0
    for card in range(rows):
        number += cards[card]
    emit_value(trace, number)
    for card in range(rows):
        for _ in range(cards[card]):
            emit_value(trace, card)


@compiled
def set_up(state, trace, policies, seed, game, seating):
    """SET-1 to SET-8: set up a game; always return 0.

    No strategy is asked.
    """
    clear_table(state)
    table = state.table
    begin_game(state, table.owners, seed, game, seating, streams.SEARCH)
    table.first = draw_once(state.box, streams.FIRST_OWNER, 0, table.owners)
    table.commissioner = table.first
    equip_owners(table)
    lay_tokens(table)
    shuffle_players(state)
    shuffle_employees(state)
    deal(state, trace)
    table.round = 1
    table.phase = BEGINNING
    return 0
