"""Blocks on squares and buildings (ACT-8 to ACT-14), and an owner's last block (END-2)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list
from eoc_sim.simulator.stadium import codes, decisions
from eoc_sim.simulator.stadium.events import BONUS_TILE, BUILDING_BLOCK, FIELD_BLOCK
from eoc_sim.simulator.stadium.interventions import record_acquisition
from eoc_sim.simulator.stadium.ledger import note_block, spend
from eoc_sim.simulator.stadium.outcomes import SPENT_BUILDINGS, SPENT_FIELD
from eoc_sim.simulator.stadium.switches import PLACES


@compiled
def can_pay(table, seat, place):
    """ACT-8, ACT-12: check if an owner has the tokens for a place."""
    for token in range(codes.TOKENS):
        if table.place_price[place, token] > table.tokens[seat, token]:
            return False
    return True


@compiled
def block_refusal(table, seat, place):
    """SET-2, ACT-10: return why a place cannot take an owner's block, or 0.

    The owner's tokens are not checked.
    """
    if table.place_absent[place] == 1:
        return decisions.PLACE_ABSENT
    if table.blocks_left[seat] == 0:
        return decisions.NO_BLOCK_LEFT
    shared = table.rule_places == PLACES.SHARED
    if table.place_level[place] != codes.FIELD:
        shared = table.rule_places != PLACES.EXCLUSIVE
    if not shared and table.blocks_on[place] > 0 and table.block[seat, place] == 0:
        return decisions.PLACE_FULL
    return 0


@compiled
def square_refusal(table, seat, place):
    """ACT-8, ACT-9: return why an owner cannot take a square, or 0."""
    category = table.place_category[place]
    if table.category_taken[seat, category] == 1:
        return decisions.SQUARE_ORDER
    if category > codes.SEASON and table.category_taken[seat, category - 1] == 0:
        return decisions.SQUARE_ORDER
    if table.tokens[seat, codes.WINS] < table.place_wins[place]:
        return decisions.SQUARE_WINS
    if not can_pay(table, seat, place):
        return decisions.SQUARE_COST
    return 0


@compiled
def building_refusal(table, seat, place):
    """ACT-12 to ACT-14: return why an owner cannot take a building, or 0."""
    if table.block[seat, place] == 1:
        return decisions.BUILDING_TWICE
    level = table.place_level[place]
    blocks = table.blocks_at[seat]
    if level == codes.LEVEL_2 and blocks[codes.FIELD] + blocks[codes.LEVEL_1] < 1:
        return decisions.BUILDING_LEVEL_2
    if level == codes.LEVEL_3 and blocks[codes.LEVEL_2] < 2:
        return decisions.BUILDING_LEVEL_3
    if not can_pay(table, seat, place):
        return decisions.BUILDING_COST
    return 0


@compiled
def place_block(state, trace, seat, place):
    """ACT-8, ACT-12, END-2: pay for and place a block, which may end the game."""
    table = state.table
    box = state.box
    level = table.place_level[place]
    on_field = level == codes.FIELD
    for token in range(codes.TOKENS):
        price = table.place_price[place, token]
        box.payments[token] = price
        if price > 0:
            spend(state, seat, token, price, SPENT_FIELD if on_field else SPENT_BUILDINGS)
    table.block[seat, place] = 1
    table.blocks_on[place] += 1
    table.blocks_at[seat, level] += 1
    table.blocks_left[seat] -= 1
    record_acquisition(state, seat, codes.PLACE_SOURCE + place)
    if on_field:
        table.category_taken[seat, table.place_category[place]] = 1
    emit(trace, FIELD_BLOCK if on_field else BUILDING_BLOCK, seat, place, table.place_points[place])
    emit_list(trace, box.payments, codes.TOKENS)
    note_block(
        state, seat, place, table.place_points[place], table.rule_blocks - table.blocks_left[seat]
    )
    take_tile(state, trace, seat, place)
    if table.blocks_left[seat] == 0 and table.ended == 0:
        table.ended = 1
        box.ender = seat


@compiled
def take_tile(state, trace, seat, place):
    """SCO-5: take a bonus tile for a first block.

    There is one tile for the first block in the bowl and one for the first block on level 3.
    """
    table = state.table
    tile = -1
    if table.place_category[place] == codes.BOWL:
        tile = 0
    elif table.place_level[place] == codes.LEVEL_3:
        tile = 1
    if tile >= 0 and table.tiles_left[tile] == 1:
        table.tiles_left[tile] = 0
        table.bonus_tiles[seat] += table.bonus_tile_points
        emit(trace, BONUS_TILE, seat, place, table.bonus_tile_points)
