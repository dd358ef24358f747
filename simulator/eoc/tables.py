"""Result tables: the rows that the kernel writes after a game."""

from __future__ import annotations

from numba import literal_unroll

from eoc_sim.simulator.eoc.scoring import best_region
from eoc_sim.simulator.eoc.state import (
    CALENDAR,
    COLOURS,
    COUNT_BETS,
    COUNT_BETS_WON,
    COUNT_CORRECTED,
    COUNT_GAVE_WAY,
    COUNT_MOVES_FREE,
    COUNT_MOVES_PAID,
    COUNT_PACKAGES_LOST,
    COUNT_RUNNERS,
    COUNT_TRADES,
    LEDGER_BETS,
    LEDGER_BUCKS,
    LEDGER_CARDS,
    LEDGER_EFFECTS,
    LEDGER_MOVES,
    LEDGER_RECEIVED,
    LEDGER_RECRUITS,
    LEDGER_SCORE,
    LEDGER_SENT,
    LEDGER_TRADES,
    LEDGER_WASTED,
    MONTHS,
    PART_BOARD,
    PART_CARD_EFFECTS,
    PART_CARDS,
    PART_COACH_EFFECTS,
    PART_END_CARDS,
    PART_FINAL_MARKETING,
    PART_MARKETING,
    PART_ORDER_STARS,
    PART_POSITIONS,
    PART_RECRUITS,
    PART_REGION,
    PART_TRADE_FEES,
    RECEIVED_NAMES,
    SPOTS,
    WASTED_NAMES,
)
from eoc_sim.simulator.eoc.switches import SOLO
from eoc_sim.simulator.kernel.compiled import compiled

GAMES, SEATS, CARDS, OFFERS, DICE, MONTHS_TABLE, SIGNINGS, TWINS = range(8)
NAMES_BY_COLOUR = RECEIVED_NAMES + WASTED_NAMES
"""Columns of ``months`` from the ledger, in order from ``LEDGER_RECEIVED`` on."""
MOST_ROWS_OF_A_SEAT = {"seats": 1, "cards": MONTHS, "dice": 2 * MONTHS, "months": MONTHS}


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
    row.players = table.players + table.rule_solo
    row.start_seat = table.first
    row.winner_seat = box.winner
    row.margin = 0
    row.leader_month = 0
    if box.winner >= 0:
        best = -10000
        for seat in range(table.players + table.rule_solo):
            if seat != box.winner:
                best = max(best, table.score[seat])
        row.margin = table.score[box.winner] - best
        row.leader_month = MONTHS + 1
        if box.leader == box.winner and box.leader_month > 0:
            row.leader_month = box.leader_month
    row.lead_changes = box.lead_changes
    row.decisions = box.decisions
    row.reshuffles = box.reshuffles


@compiled
def _all_colours(ledger, first):
    """Add up EC of all colours in a month's ledger from ``first``."""
    total = 0
    for colour in range(COLOURS):
        total += ledger[first + colour]
    return total


@compiled
def ec_received(box, seat):
    """Add up the EC that a seat's mat received."""
    total = 0
    for month in range(1, MONTHS + 1):
        total += _all_colours(box.month_ledger[seat, month], LEDGER_RECEIVED)
    return total


@compiled
def ec_wasted(box, seat):
    """Add up the EC that a seat lost as its turns ended."""
    total = 0
    for month in range(1, MONTHS + 1):
        total += _all_colours(box.month_ledger[seat, month], LEDGER_WASTED)
    return total


@compiled
def write_seat(state, rows, filled, seat):
    """Write one row of ``seats``."""
    table = state.table
    box = state.box
    me = state.seats[seat]
    row = rows[filled[SEATS]]
    filled[SEATS] += 1
    row.game = table.game
    row.seat = seat
    row.order = seat if table.rule_solo == SOLO.ON else (seat - table.first) % table.players
    row.strategy = box.strategy[box.entry[seat]]
    row.region = table.region[seat]
    row.coach = table.coach[seat]
    row.board = me.board
    row.score = table.score[seat]
    row.rank = box.rank[seat]
    row.win_share = box.shares[seat] / max(1, box.sharers)  # no one's during the game
    row.cards = table.part[seat, PART_CARDS]
    row.card_effects = table.part[seat, PART_CARD_EFFECTS]
    row.coach_effects = table.part[seat, PART_COACH_EFFECTS]
    row.recruits = table.part[seat, PART_RECRUITS]
    row.marketing = table.part[seat, PART_MARKETING]
    row.end_cards = table.part[seat, PART_END_CARDS]
    row.final_marketing = table.part[seat, PART_FINAL_MARKETING]
    row.positions = table.part[seat, PART_POSITIONS]
    row.region_points = table.part[seat, PART_REGION]
    row.board_points = table.part[seat, PART_BOARD]
    row.trade_fees = table.part[seat, PART_TRADE_FEES]
    row.order_stars = table.part[seat, PART_ORDER_STARS]
    row.recruits_signed = table.signed[seat]
    row.unique_positions = table.unique_positions[seat]
    row.region_recruits = best_region(table, seat)
    row.border_recruits = table.signed_border[seat]
    row.cards_played = table.in_play_count[seat]
    row.bucks_left = table.bucks[seat]
    row.ec_received = ec_received(box, seat)
    row.ec_wasted = ec_wasted(box, seat)
    row.trades = box.seat_ledger[seat, COUNT_TRADES]
    row.moves_free = box.seat_ledger[seat, COUNT_MOVES_FREE]
    row.moves_paid = box.seat_ledger[seat, COUNT_MOVES_PAID]
    row.runners = box.seat_ledger[seat, COUNT_RUNNERS]
    row.packages_lost = box.seat_ledger[seat, COUNT_PACKAGES_LOST]
    row.bets = box.seat_ledger[seat, COUNT_BETS]
    row.bets_won = box.seat_ledger[seat, COUNT_BETS_WON]
    row.corrected = box.seat_ledger[seat, COUNT_CORRECTED]
    row.gave_way = box.seat_ledger[seat, COUNT_GAVE_WAY]


@compiled
def write_cards(state, rows, filled, seat):
    """Write one seat's rows of ``cards``, one per card drafted."""
    table = state.table
    box = state.box
    for month in range(1, MONTHS + 1):
        card = box.drafted_card[seat, month]
        row = rows[filled[CARDS]]
        filled[CARDS] += 1
        row.game = table.game
        row.seat = seat
        row.card = box.card_row[card]
        row.drafted_month = month
        row.source = box.drafted_source[seat, month]
        # A card may be drafted, expire, be shuffled in again and be drafted once more.
        mine = table.card_owner[card] == seat and table.card_place[card] != CALENDAR
        mine = mine and box.card_drafted_month[card] == month
        row.played_month = box.card_played_month[card] if mine else 0
        row.paid = box.card_paid[card] if mine else 0
        row.triggers = box.triggers[card] if mine else 0
        row.effect_stars = box.effect_stars[card] if mine else 0


@compiled
def write_offers(state, rows, filled):
    """Write the rows of ``offers``, one per card that left the deck."""
    table = state.table
    box = state.box
    if len(rows) == 0:
        return
    for card in range(table.cards):
        if box.offer_how[card] < 0:
            continue
        row = rows[filled[OFFERS]]
        filled[OFFERS] += 1
        row.game = table.game
        row.card = box.card_row[card]
        row.seat = box.offer_seat[card]
        row.month = box.offer_month[card]
        row.how = box.offer_how[card]
        row.passed = box.passed[card]
        row.drafted_seat = box.card_drafted_seat[card]
        row.drafted_month = box.card_drafted_month[card]


@compiled
def write_dice(state, rows, filled, seat):
    """Write one seat's rows of ``dice``."""
    table = state.table
    box = state.box
    for month in range(1, MONTHS + 1):
        for which in range(2):
            row = rows[filled[DICE]]
            filled[DICE] += 1
            row.game = table.game
            row.seat = seat
            row.month = month
            row.colour = box.dice_ledger[seat, month, which, 0]
            row.value = box.dice_ledger[seat, month, which, 1]
            row.mode = box.dice_ledger[seat, month, which, 2]
            row.target_month = box.dice_ledger[seat, month, which, 3]
            row.ec = box.dice_ledger[seat, month, which, 4]


@compiled
def write_months(state, rows, filled, seat):
    """Write one seat's rows of ``months``."""
    table = state.table
    box = state.box
    for month in range(1, MONTHS + 1):
        row = rows[filled[MONTHS_TABLE]]
        filled[MONTHS_TABLE] += 1
        row.game = table.game
        row.seat = seat
        row.month = month
        ledger = box.month_ledger[seat, month]
        row.ec_received = _all_colours(ledger, LEDGER_RECEIVED)
        row.ec_spent_cards = ledger[LEDGER_CARDS] + ledger[LEDGER_EFFECTS]
        row.ec_spent_recruits = ledger[LEDGER_RECRUITS]
        row.ec_spent_moves = ledger[LEDGER_MOVES]
        row.ec_spent_bets = ledger[LEDGER_BETS]
        row.ec_spent_trades = ledger[LEDGER_TRADES]
        row.ec_sent = ledger[LEDGER_SENT]
        row.ec_wasted = _all_colours(ledger, LEDGER_WASTED)
        row.bucks_end = ledger[LEDGER_BUCKS]
        row.score_end = ledger[LEDGER_SCORE]
        column = LEDGER_RECEIVED
        for name in literal_unroll(NAMES_BY_COLOUR):
            row[name] = ledger[column]
            column += 1


@compiled
def write_signings(state, rows, filled):
    """Write the rows of ``signings``, one per signed recruit."""
    table = state.table
    box = state.box
    if len(rows) == 0:
        return
    for spot in range(SPOTS):
        if table.spot_owner[spot] < 0:
            continue
        row = rows[filled[SIGNINGS]]
        filled[SIGNINGS] += 1
        row.game = table.game
        row.seat = table.spot_owner[spot]
        row.spot = spot
        row.position = table.spot_position[spot]
        row.month = table.spot_month[spot]
        row.base = table.spot_base[spot]
        row.vmd = table.spot_vmd[spot]
        row.stars = box.sign_stars[spot]
        row.package_ec = box.sign_package[spot]
        row.rivals = box.sign_rivals[spot]


@compiled
def write_rows(state, rows, filled):
    """Write one finished game into the tables' arrays.

    A table with an empty array is not kept.
    """
    table = state.table
    write_game(state, rows[GAMES], filled)
    if len(rows[SEATS]) > 0:
        for seat in range(table.players + table.rule_solo):
            write_seat(state, rows[SEATS], filled, seat)
    for seat in range(table.players):
        if len(rows[CARDS]) > 0:
            write_cards(state, rows[CARDS], filled, seat)
        if len(rows[DICE]) > 0:
            write_dice(state, rows[DICE], filled, seat)
        if len(rows[MONTHS_TABLE]) > 0:
            write_months(state, rows[MONTHS_TABLE], filled, seat)
    write_offers(state, rows[OFFERS], filled)
    write_signings(state, rows[SIGNINGS], filled)
