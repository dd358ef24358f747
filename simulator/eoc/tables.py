"""Result tables: the rows that the kernel writes after a game."""

from __future__ import annotations

from eoc_sim.simulator.eoc.columns import CARDS, DICE, GAMES, OFFERS, SEAT_MONTHS, SEATS, SIGNINGS
from eoc_sim.simulator.eoc.scoring import best_region
from eoc_sim.simulator.eoc.state import CALENDAR, COLOURS, MONTHS, PARTS, SPOTS
from eoc_sim.simulator.eoc.switches import SOLO
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.leading import lead_start, winners_margin
from eoc_sim.simulator.kernel.noting import copy_row, next_row


@compiled
def write_game(state, rows, counts):
    """Write one row of ``games``."""
    table = state.table
    box = state.box
    if len(rows) == 0:
        return
    row = next_row(rows, counts, GAMES)
    row.game = table.game
    row.players = table.players + table.rule_solo
    row.start_seat = table.first
    row.winner_seat = box.winner
    row.margin = winners_margin(table, box, table.players + table.rule_solo)
    row.leader_month = lead_start(box, MONTHS)
    row.lead_changes = box.lead_changes
    row.decisions = box.decisions
    row.reshuffles = box.reshuffles


@compiled
def _all_colours(envelopes):
    """Add up the EC of all colours."""
    total = 0
    for colour in range(COLOURS):
        total += envelopes[colour]
    return total


@compiled
def sum_received_ec(ledger, seat):
    """Add up the EC that a seat's mat received."""
    total = 0
    for month in range(1, MONTHS + 1):
        total += _all_colours(ledger.months[seat, month].received)
    return total


@compiled
def sum_wasted_ec(ledger, seat):
    """Add up the EC that a seat lost as its turns ended."""
    total = 0
    for month in range(1, MONTHS + 1):
        total += _all_colours(ledger.months[seat, month].wasted)
    return total


@compiled
def write_seat(state, rows, counts, seat):
    """Write one row of ``seats``."""
    table = state.table
    box = state.box
    me = state.seats[seat]
    row = copy_row(state.ledger.seats[seat], table.game, rows, counts, SEATS)
    row.seat = seat
    row.order = seat if table.rule_solo == SOLO.ON else (seat - table.first) % table.players
    row.strategy = box.strategy[box.entry[seat]]
    row.region = table.region[seat]
    row.coach = table.coach[seat]
    row.board = me.board
    row.score = table.score[seat]
    row.rank = box.rank[seat]
    # box.sharers is 0 until the game ends.
    row.win_share = box.shares[seat] / max(1, box.sharers)
    for part in range(PARTS):
        row.part[part] = table.part[seat, part]
    row.recruits_signed = table.signed[seat]
    row.unique_positions = table.unique_positions[seat]
    row.region_recruits = best_region(table, seat)
    row.border_recruits = table.signed_border[seat]
    row.cards_played = table.in_play_count[seat]
    row.bucks_left = table.bucks[seat]
    row.ec_received = sum_received_ec(state.ledger, seat)
    row.ec_wasted = sum_wasted_ec(state.ledger, seat)


@compiled
def write_cards(state, rows, counts, seat):
    """Write one seat's rows of ``cards``, one per card drafted."""
    table = state.table
    box = state.box
    for month in range(1, MONTHS + 1):
        card = box.drafted_card[seat, month]
        row = next_row(rows, counts, CARDS)
        row.game = table.game
        row.seat = seat
        row.card = box.card_row[card]
        row.drafted_month = month
        row.source = box.drafted_source[seat, month]
        # A card may be drafted, expire, be shuffled in again and be drafted once more. It can be
        # played only after its last draft.
        was_played = table.card_owner[card] == seat and table.card_place[card] != CALENDAR
        was_played = was_played and box.card_drafted_month[card] == month
        row.played_month = box.card_played_month[card] if was_played else 0
        row.paid = box.card_payment[card] if was_played else 0
        row.triggers = box.triggers[card] if was_played else 0
        row.effect_stars = box.effect_stars[card] if was_played else 0


@compiled
def write_offers(state, rows, counts):
    """Write the rows of ``offers``, one per card that left the deck."""
    table = state.table
    box = state.box
    if len(rows) == 0:
        return
    for card in range(table.cards):
        if box.offer_how[card] < 0:
            continue
        row = next_row(rows, counts, OFFERS)
        row.game = table.game
        row.card = box.card_row[card]
        row.seat = box.offer_seat[card]
        row.month = box.offer_month[card]
        row.how = box.offer_how[card]
        row.passed = box.card_passes[card]
        row.drafted_seat = box.card_drafted_seat[card]
        row.drafted_month = box.card_drafted_month[card]


@compiled
def write_dice(state, rows, counts, seat):
    """Write one seat's rows of ``dice``."""
    for month in range(1, MONTHS + 1):
        for die_index in range(2):
            note = state.ledger.dice[seat, month, die_index]
            row = copy_row(note, state.table.game, rows, counts, DICE)
            row.seat = seat
            row.month = month


@compiled
def write_months(state, rows, counts, seat):
    """Write one seat's rows of ``months``."""
    for month in range(1, MONTHS + 1):
        note = state.ledger.months[seat, month]
        row = copy_row(note, state.table.game, rows, counts, SEAT_MONTHS)
        row.seat = seat
        row.month = month
        row.ec_received = _all_colours(row.received)
        row.ec_wasted = _all_colours(row.wasted)


@compiled
def write_signings(state, rows, counts):
    """Write the rows of ``signings``, one per signed recruit."""
    table = state.table
    if len(rows) == 0:
        return
    for spot in range(SPOTS):
        if table.spot_owner[spot] < 0:
            continue
        row = copy_row(state.ledger.signings[spot], table.game, rows, counts, SIGNINGS)
        row.seat = table.spot_owner[spot]
        row.spot = spot
        row.position = table.spot_position[spot]
        row.month = table.spot_month[spot]
        row.base = table.spot_base[spot]
        row.vmd = table.spot_vmd[spot]


@compiled
def write_rows(state, rows, counts):
    """Write one finished game into the tables' arrays.

    A table with an empty array is not kept.
    """
    table = state.table
    write_game(state, rows[GAMES], counts)
    if len(rows[SEATS]) > 0:
        for seat in range(table.players + table.rule_solo):
            write_seat(state, rows[SEATS], counts, seat)
    for seat in range(table.players):
        if len(rows[CARDS]) > 0:
            write_cards(state, rows[CARDS], counts, seat)
        if len(rows[DICE]) > 0:
            write_dice(state, rows[DICE], counts, seat)
        if len(rows[SEAT_MONTHS]) > 0:
            write_months(state, rows[SEAT_MONTHS], counts, seat)
    write_offers(state, rows[OFFERS], counts)
    write_signings(state, rows[SIGNINGS], counts)
