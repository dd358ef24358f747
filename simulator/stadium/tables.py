"""Result tables: the rows that the kernel writes after a game."""

from __future__ import annotations

from numba import literal_unroll

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.stadium.state import (
    BLOCK_NTH,
    BLOCK_PAID,
    BLOCK_PLACE,
    BLOCK_POINTS,
    BLOCK_ROUND,
    BLOCK_SEAT,
    BONUS_ROW_BONUS,
    BONUS_ROW_GAINED,
    BONUS_ROW_ROUND,
    BONUS_ROW_SEAT,
    BONUS_ROW_SPACE,
    BONUS_ROW_UNITS,
    BONUS_ROW_USED,
    CONSTRUCTION,
    COUNT_CASHED,
    COUNT_DRAFTED,
    COUNT_DRAWN,
    COUNT_HIRED,
    COUNT_LOSSES,
    COUNT_PLACEMENTS,
    COUNT_SALARIES,
    COUNT_STARS,
    COUNT_SWAPPED,
    COUNT_TICKETS,
    COUNT_UNPAID,
    COUNT_VACATIONS,
    COUNT_VP3,
    COUNT_VP4,
    EARNED_NAMES,
    EMPLOYED_CARD,
    EMPLOYED_COST,
    EMPLOYED_DRAWN,
    EMPLOYED_GAINS,
    EMPLOYED_HIRED,
    EMPLOYED_OUT,
    EMPLOYED_SALARIES,
    EMPLOYED_SEAT,
    EMPLOYED_STARS,
    EMPLOYEE_KEPT,
    ENTERTAINMENT,
    EQUIPMENT,
    FIELD,
    LEVEL_1,
    LEVEL_2,
    LEVEL_3,
    MONEY,
    OUT_KEPT,
    PART_BONUS_TILES,
    PART_EMPLOYEES,
    PART_ENTERTAINMENT,
    PART_FIELD,
    PART_LEVEL_1,
    PART_LEVEL_2,
    PART_LEVEL_3,
    PART_PLAYERS,
    PART_POINT_TOKENS,
    PLACEMENT_AMOUNT,
    PLACEMENT_BONUS,
    PLACEMENT_DONE,
    PLACEMENT_ROUND,
    PLACEMENT_SEAT,
    PLACEMENT_SPACE,
    PLACEMENT_STATE,
    PLACEMENT_TURN,
    ROUND_BLOCKS,
    ROUND_EARNED,
    ROUND_ENTERTAINMENT,
    ROUND_LOST,
    ROUND_POINTS,
    ROUND_VPS,
    ROUND_WINS,
    SPACE_HIT,
    SPACE_IDLE,
    SPACE_STATE,
    SPACE_VPS,
    SPACES,
    SPENT_NAMES,
    STAY_CARD,
    STAY_ENTERTAINMENT,
    STAY_FROM,
    STAY_HOW,
    STAY_OUT,
    STAY_SALARIES,
    STAY_SEAT,
    STAY_SIGNING,
    STAY_TO,
    STAY_WINS,
    TOKEN_NAMES,
    WINS,
)

(
    GAMES,
    SEATS,
    PLACEMENTS,
    BONUSES,
    BLOCKS,
    PLAYERS,
    EMPLOYEES,
    ROUNDS,
    SPACES_TABLE,
    TWINS,
) = range(10)
MONEY_COLUMNS = tuple(f"money_from_{name}" for name in EARNED_NAMES) + tuple(
    f"money_for_{name}" for name in SPENT_NAMES
)
"""Columns of ``rounds`` from the ledger, in order from ``ROUND_EARNED`` on."""
PAID_COLUMNS = tuple(f"paid_{token}" for token in TOKEN_NAMES)


@compiled
def write_game(state, rows, filled):
    """Write one row of ``games``."""
    table = state.table
    box = state.box
    if len(rows) == 0:
        return
    row = rows[filled[GAMES]]
    filled[GAMES] += 1
    row.game = table.game
    row.owners = table.owners
    row.first_seat = table.first
    row.rounds = table.round
    row.end = table.ended_by
    row.ender_seat = box.ender
    row.winner_seat = box.winner
    row.margin = 0
    row.leader_round = 0
    row.tie_step = box.tie_step
    if box.winner >= 0:
        best = -10000
        for seat in range(table.owners):
            if seat != box.winner:
                best = max(best, table.score[seat])
        row.margin = table.score[box.winner] - best
        row.leader_round = table.round + 1
        if box.leader == box.winner and box.leader_round > 0:
            row.leader_round = box.leader_round
    row.lead_changes = box.lead_changes
    row.decisions = box.decisions
    row.reshuffles = box.player_reshuffles + box.employee_reshuffles


@compiled
def write_seat(state, rows, filled, seat):
    """Write one row of ``seats``."""
    table = state.table
    box = state.box
    row = rows[filled[SEATS]]
    filled[SEATS] += 1
    part = table.part[seat]
    count = box.count[seat]
    tokens = table.tokens[seat]
    row.game = table.game
    row.seat = seat
    row.order = (seat - table.first) % table.owners
    row.strategy = box.strategy[box.entry[seat]]
    row.score = table.score[seat]
    row.rank = box.rank[seat]
    row.win_share = box.shares[seat] / max(1, box.sharers)  # no one's during the game
    row.field = part[PART_FIELD]
    row.level_1 = part[PART_LEVEL_1]
    row.level_2 = part[PART_LEVEL_2]
    row.level_3 = part[PART_LEVEL_3]
    row.players = part[PART_PLAYERS]
    row.employees = part[PART_EMPLOYEES]
    row.entertainment = part[PART_ENTERTAINMENT]
    row.point_tokens = part[PART_POINT_TOKENS]
    row.bonus_tiles = part[PART_BONUS_TILES]
    row.money_left = tokens[MONEY]
    row.equipment_left = tokens[EQUIPMENT]
    row.wins_left = tokens[WINS]
    row.entertainment_left = tokens[ENTERTAINMENT]
    row.construction_left = tokens[CONSTRUCTION]
    row.field_blocks = table.blocks_at[seat, FIELD]
    row.level_1_blocks = table.blocks_at[seat, LEVEL_1]
    row.level_2_blocks = table.blocks_at[seat, LEVEL_2]
    row.level_3_blocks = table.blocks_at[seat, LEVEL_3]
    row.vps = table.vps[seat]
    row.vp3_round = count[COUNT_VP3]
    row.vp4_round = count[COUNT_VP4]
    row.placements = count[COUNT_PLACEMENTS]
    row.vacations = count[COUNT_VACATIONS]
    row.stars = count[COUNT_STARS]
    row.cards_drawn = count[COUNT_DRAWN]
    row.hired = count[COUNT_HIRED]
    row.drafted = count[COUNT_DRAFTED]
    row.swapped = count[COUNT_SWAPPED]
    row.cashed = count[COUNT_CASHED]
    row.tickets_money = count[COUNT_TICKETS]
    row.salaries_paid = count[COUNT_SALARIES]
    row.cards_unpaid = count[COUNT_UNPAID]
    row.losses = count[COUNT_LOSSES]


@compiled
def write_placements(state, rows, filled):
    """Write the rows of ``placements``, one per VP placed."""
    if len(rows) == 0:
        return
    for number in range(state.box.placements):
        noted = state.ledger.placement[number]
        row = rows[filled[PLACEMENTS]]
        filled[PLACEMENTS] += 1
        row.game = state.table.game
        row.seat = noted[PLACEMENT_SEAT]
        row.round = noted[PLACEMENT_ROUND]
        row.turn = noted[PLACEMENT_TURN]
        row.space = noted[PLACEMENT_SPACE]
        row.bonus = noted[PLACEMENT_BONUS] + 1
        row.state = noted[PLACEMENT_STATE]
        row.done = noted[PLACEMENT_DONE]
        row.amount = noted[PLACEMENT_AMOUNT]


@compiled
def write_bonuses(state, rows, filled):
    """Write the rows of ``bonuses``, one per bonus earned."""
    if len(rows) == 0:
        return
    for number in range(state.box.bonus_rows):
        noted = state.ledger.bonus[number]
        row = rows[filled[BONUSES]]
        filled[BONUSES] += 1
        row.game = state.table.game
        row.seat = noted[BONUS_ROW_SEAT]
        row.round = noted[BONUS_ROW_ROUND]
        row.space = noted[BONUS_ROW_SPACE]
        row.bonus = noted[BONUS_ROW_BONUS]
        row.units = noted[BONUS_ROW_UNITS]
        row.used = noted[BONUS_ROW_USED]
        row.tokens = noted[BONUS_ROW_GAINED]


@compiled
def write_blocks(state, rows, filled):
    """Write the rows of ``blocks``, one per block placed."""
    if len(rows) == 0:
        return
    for number in range(state.box.block_rows):
        noted = state.ledger.block[number]
        row = rows[filled[BLOCKS]]
        filled[BLOCKS] += 1
        row.game = state.table.game
        row.seat = noted[BLOCK_SEAT]
        row.round = noted[BLOCK_ROUND]
        row.place = noted[BLOCK_PLACE]
        row.level = state.table.place_level[noted[BLOCK_PLACE]]
        row.points = noted[BLOCK_POINTS]
        token = BLOCK_PAID
        for name in literal_unroll(PAID_COLUMNS):
            row[name] = noted[token]
            token += 1
        row.nth = noted[BLOCK_NTH]


@compiled
def write_players(state, rows, filled):
    """Write the rows of ``players``, one per stay with an owner."""
    if len(rows) == 0:
        return
    table = state.table
    for number in range(state.box.stays):
        noted = state.ledger.stay[number]
        row = rows[filled[PLAYERS]]
        filled[PLAYERS] += 1
        row.game = table.game
        row.seat = noted[STAY_SEAT]
        row.card = noted[STAY_CARD]
        row.how = noted[STAY_HOW]
        row.from_round = noted[STAY_FROM]
        kept = noted[STAY_OUT] == OUT_KEPT
        row.to_round = table.round if kept else noted[STAY_TO]
        row.out = noted[STAY_OUT]
        row.signing = noted[STAY_SIGNING]
        row.salaries = noted[STAY_SALARIES]
        row.wins = noted[STAY_WINS]
        row.entertainment = noted[STAY_ENTERTAINMENT]
        row.points = table.player_points[noted[STAY_CARD]] if kept else 0


@compiled
def write_employees(state, rows, filled):
    """Write the rows of ``employees``, one per employee drawn."""
    if len(rows) == 0:
        return
    table = state.table
    for number in range(state.box.employed):
        noted = state.ledger.employed[number]
        row = rows[filled[EMPLOYEES]]
        filled[EMPLOYEES] += 1
        row.game = table.game
        row.seat = noted[EMPLOYED_SEAT]
        row.card = noted[EMPLOYED_CARD]
        row.drawn_round = noted[EMPLOYED_DRAWN]
        row.hired_round = noted[EMPLOYED_HIRED]
        row.cost = noted[EMPLOYED_COST]
        row.salaries = noted[EMPLOYED_SALARIES]
        row.stars = noted[EMPLOYED_STARS]
        row.gains = noted[EMPLOYED_GAINS]
        row.out = noted[EMPLOYED_OUT]
        kept = noted[EMPLOYED_OUT] == EMPLOYEE_KEPT
        row.points = table.employee_points[noted[EMPLOYED_CARD]] if kept else 0


@compiled
def write_rounds(state, rows, filled, seat):
    """Write one owner's rows of ``rounds``."""
    table = state.table
    for number in range(table.round):
        noted = state.ledger.round[number, seat]
        row = rows[filled[ROUNDS]]
        filled[ROUNDS] += 1
        row.game = table.game
        row.seat = seat
        row.round = number + 1
        row.active_vps = noted[ROUND_VPS]
        column = ROUND_EARNED
        for name in literal_unroll(MONEY_COLUMNS):
            row[name] = noted[column]
            column += 1
        row.wins = noted[ROUND_WINS]
        row.entertainment = noted[ROUND_ENTERTAINMENT]
        row.blocks = noted[ROUND_BLOCKS]
        row.points_end = noted[ROUND_POINTS]
        row.lost = noted[ROUND_LOST]


@compiled
def write_spaces(state, rows, filled):
    """Write the rows of ``spaces``, one per action space and round."""
    if len(rows) == 0:
        return
    table = state.table
    for number in range(table.round):
        for space in range(SPACES):
            noted = state.ledger.space[number, space]
            row = rows[filled[SPACES_TABLE]]
            filled[SPACES_TABLE] += 1
            row.game = table.game
            row.round = number + 1
            row.space = space
            row.state = noted[SPACE_STATE]
            row.vps = noted[SPACE_VPS]
            row.idle_rounds = noted[SPACE_IDLE]
            row.owners_hit = noted[SPACE_HIT]


@compiled
def write_rows(state, rows, filled):
    """Write one finished game into the tables' arrays.

    A table with an empty array is not kept.
    """
    write_game(state, rows[GAMES], filled)
    if len(rows[SEATS]) > 0:
        for seat in range(state.table.owners):
            write_seat(state, rows[SEATS], filled, seat)
    write_placements(state, rows[PLACEMENTS], filled)
    write_bonuses(state, rows[BONUSES], filled)
    write_blocks(state, rows[BLOCKS], filled)
    write_players(state, rows[PLAYERS], filled)
    write_employees(state, rows[EMPLOYEES], filled)
    if len(rows[ROUNDS]) > 0:
        for seat in range(state.table.owners):
            write_rounds(state, rows[ROUNDS], filled, seat)
    write_spaces(state, rows[SPACES_TABLE], filled)
