"""Result tables: the rows that the kernel writes after a game."""

from __future__ import annotations

from eoc_sim.simulator.eleven.columns import (
    ACTIONS,
    BETS,
    DEALS,
    DIRECTORS,
    DRAFTS,
    GAMES,
    MATCHES,
    PLAYERS,
    REFEREES,
    SEATS,
    SPONSORS,
    STAFF,
    TOKENS,
    VOTES,
    WEEKS,
    WINTER,
)
from eoc_sim.simulator.eleven.league import LAST_PROMOTED_POSITION, best_club_points, is_relegated
from eoc_sim.simulator.eleven.season_state import PARTS
from eoc_sim.simulator.eleven.sources import DECKS, OF_DIRECTORS, OF_SPONSORS, OF_STAFF, OF_TOKENS
from eoc_sim.simulator.eleven.state import RESULTS
from eoc_sim.simulator.eleven.switches import LAYER, SOLO
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.leading import lead_start, winners_margin
from eoc_sim.simulator.kernel.noting import copy_row, next_row, write_noted


@compiled
def write_game(state, rows, counts):
    """Write one row of ``games``."""
    table = state.table
    box = state.box
    if len(rows) == 0:
        return
    row = next_row(rows, counts, GAMES)
    row.game = table.game
    row.managers = table.managers
    row.first_seat = table.first
    row.winner_seat = box.winner
    row.margin = winners_margin(table, box, table.managers) if table.rule_solo == SOLO.OFF else 0
    row.lead_changes = box.lead_changes
    row.leader_week = lead_start(box, table.week)
    row.decisions = box.decisions
    row.best_club_points = best_club_points(table)
    row.goals = box.goals_of_game
    row.shootouts = box.shoot_outs
    row.reshuffles = 0
    for deck in range(DECKS):
        row.reshuffles += box.reshuffles[deck]


@compiled
def write_seat(state, rows, counts, seat):
    """Write one row of ``seats`` and return it."""
    table = state.table
    box = state.box
    row = copy_row(state.ledger.seats[seat], table.game, rows, counts, SEATS)
    row.seat = seat
    row.order = (seat - table.first) % table.managers
    row.strategy = box.strategy[box.entry[seat]]
    row.score = table.score[seat]
    row.rank = box.rank[seat]
    # box.sharers is 0 until the game ends.
    row.win_share = box.shares[seat] / max(1, box.sharers)
    for part in range(PARTS):
        row.part[part] = table.part[seat, part]
    row.basic_tactic = box.basic_tactic[seat]
    row.tactic = box.other_tactic[seat]
    row.veteran = box.veteran[seat]
    row.youngster = box.youngster[seat]
    row.objective_card = state.seats[seat].objective if table.rule_layer == LAYER.SEASON else -1
    row.position = table.position[seat]
    row.points = table.points[seat]
    for result in range(RESULTS):
        row.results[result] = table.results[seat, result]
    row.goals_for = table.goals_for[seat]
    row.goals_against = table.goals_against[seat]
    row.promoted = 1 if table.position[seat] <= LAST_PROMOTED_POSITION else 0
    row.relegated = 1 if is_relegated(table, seat) else 0
    write_club(table, row, seat)
    return row


@compiled
def write_club(table, row, seat):
    """Write a manager's holdings at the end."""
    row.cards = table.squad_size[seat]
    row.trained = table.youngsters_trained[seat]
    row.staff_cards = table.held_count[seat, OF_STAFF]
    row.tokens = table.held_count[seat, OF_TOKENS]
    row.office = table.office[seat]
    row.money_left = table.resources[seat, 0]


@compiled
def write_players(state, rows, counts):
    """Write the rows of ``players``, with VP for trained youngsters still held."""
    table = state.table
    first = counts[PLAYERS]
    write_noted(state.ledger.players, state.box.card_row_count, table.game, rows, counts, PLAYERS)
    for index in range(first, counts[PLAYERS]):
        row = rows[index]
        if row.left == 0 and table.is_trained[row.card] == 1 and table.vp_sold[row.card] == 0:
            row.vp += table.card_vp[row.card]


@compiled
def write_weeks(state, weeks, matches, counts):
    """Write the rows of ``weeks`` and ``matches``."""
    table = state.table
    for seat in range(table.managers):
        week_rows = state.ledger.weeks[seat]
        write_noted(week_rows, table.week, table.game, weeks, counts, WEEKS)
        match_rows = state.ledger.matches[seat]
        write_noted(match_rows, table.week, table.game, matches, counts, MATCHES)


@compiled
def write_league(state, rows, counts):
    """Write a finished league into the tables' arrays.

    An empty array means that the table is not kept.
    """
    write_game(state, rows[GAMES], counts)
    if len(rows[SEATS]) > 0:
        for seat in range(state.table.managers):
            write_seat(state, rows[SEATS], counts, seat)
    write_weeks(state, rows[WEEKS], rows[MATCHES], counts)


@compiled
def write_season(state, rows, counts):
    """Write a finished season, as `write_league` does a league."""
    table = state.table
    write_league(state, rows, counts)
    ledger = state.ledger
    box = state.box
    numbers = box.holding_row_count
    write_noted(ledger.actions, box.action_row_count, table.game, rows[ACTIONS], counts, ACTIONS)
    write_noted(ledger.drafts, box.draft_row_count, table.game, rows[DRAFTS], counts, DRAFTS)
    write_noted(ledger.votes, box.vote_row_count, table.game, rows[VOTES], counts, VOTES)
    write_noted(ledger.deals, box.deal_row_count, table.game, rows[DEALS], counts, DEALS)
    write_noted(ledger.winter, box.winter_row_count, table.game, rows[WINTER], counts, WINTER)
    write_players(state, rows[PLAYERS], counts)
    write_noted(ledger.staff, numbers[OF_STAFF], table.game, rows[STAFF], counts, STAFF)
    write_noted(ledger.sponsors, numbers[OF_SPONSORS], table.game, rows[SPONSORS], counts, SPONSORS)
    write_noted(ledger.tokens, numbers[OF_TOKENS], table.game, rows[TOKENS], counts, TOKENS)
    write_noted(
        ledger.directors, numbers[OF_DIRECTORS], table.game, rows[DIRECTORS], counts, DIRECTORS
    )


@compiled
def write_modules(state, rows, counts):
    """Write the rows that modules record in both layers."""
    game = state.table.game
    write_noted(state.ledger.bets, state.box.bet_row_count, game, rows[BETS], counts, BETS)


@compiled
def write_league_modules(state, rows, counts):
    """Write a finished league with modules.

    The parameters are those of `write_league`.
    """
    write_league(state, rows, counts)
    write_modules(state, rows, counts)


@compiled
def write_season_modules(state, rows, counts):
    """Write a finished season with modules.

    The parameters are those of `write_league`.
    """
    write_season(state, rows, counts)
    write_modules(state, rows, counts)
    count = state.box.referee_row_count
    write_noted(state.ledger.referees, count, state.table.game, rows[REFEREES], counts, REFEREES)
