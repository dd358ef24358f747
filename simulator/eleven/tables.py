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
from eoc_sim.simulator.eleven.league import PROMOTED, best_club_points, is_relegated
from eoc_sim.simulator.eleven.season_state import PARTS
from eoc_sim.simulator.eleven.sources import DECKS, OF_DIRECTORS, OF_SPONSORS, OF_STAFF, OF_TOKENS
from eoc_sim.simulator.eleven.state import RESULTS
from eoc_sim.simulator.eleven.switches import LAYER, SOLO
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.leading import lead_start, winners_margin
from eoc_sim.simulator.kernel.noting import copy_row, next_row, write_noted


@compiled
def write_game(state, rows, filled):
    """Write one row of ``games``."""
    table = state.table
    box = state.box
    if len(rows) == 0:
        return
    row = next_row(rows, filled, GAMES)
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
    row.shootouts = box.shootouts
    row.reshuffles = 0
    for deck in range(DECKS):
        row.reshuffles += box.reshuffles[deck]


@compiled
def write_seat(state, rows, filled, seat):
    """Write one row of ``seats`` and return it."""
    table = state.table
    box = state.box
    row = copy_row(state.ledger.seats[seat], table.game, rows, filled, SEATS)
    row.seat = seat
    row.order = (seat - table.first) % table.managers
    row.strategy = box.strategy[box.entry[seat]]
    row.score = table.score[seat]
    row.rank = box.rank[seat]
    row.win_share = box.shares[seat] / max(1, box.sharers)  # 0 during the game
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
    row.promoted = 1 if table.position[seat] <= PROMOTED else 0
    row.relegated = 1 if is_relegated(table, seat) else 0
    write_club(table, row, seat)
    return row


@compiled
def write_club(table, row, seat):
    """Write what a manager has at the end."""
    row.cards = table.squad_size[seat]
    row.trained = table.youngsters_trained[seat]
    row.staff_cards = table.held_count[seat, OF_STAFF]
    row.tokens = table.held_count[seat, OF_TOKENS]
    row.office = table.office[seat]
    row.money_left = table.resources[seat, 0]


@compiled
def write_players(state, rows, filled):
    """Write the rows of ``players``, with the VP of trained youngsters held."""
    table = state.table
    first = filled[PLAYERS]
    write_noted(state.ledger.players, state.box.cards_noted, table.game, rows, filled, PLAYERS)
    for index in range(first, filled[PLAYERS]):
        row = rows[index]
        if row.left == 0 and table.is_trained[row.card] == 1 and table.vp_sold[row.card] == 0:
            row.vp += table.card_vp[row.card]


@compiled
def write_weeks(state, weeks, matches, filled):
    """Write the rows of ``weeks`` and ``matches``."""
    table = state.table
    for seat in range(table.managers):
        noted = state.ledger.weeks[seat]
        write_noted(noted, table.week, table.game, weeks, filled, WEEKS)
        played = state.ledger.matches[seat]
        write_noted(played, table.week, table.game, matches, filled, MATCHES)


@compiled
def write_league(state, rows, filled):
    """Write a finished league into the tables' arrays.

    A table with an empty array is not kept.
    """
    write_game(state, rows[GAMES], filled)
    if len(rows[SEATS]) > 0:
        for seat in range(state.table.managers):
            write_seat(state, rows[SEATS], filled, seat)
    write_weeks(state, rows[WEEKS], rows[MATCHES], filled)


@compiled
def write_season(state, rows, filled):
    """Write a finished season, as `write_league`."""
    table = state.table
    write_league(state, rows, filled)
    ledger = state.ledger
    box = state.box
    noted = box.taken_noted
    write_noted(ledger.actions, box.actions_noted, table.game, rows[ACTIONS], filled, ACTIONS)
    write_noted(ledger.drafts, box.drafts_noted, table.game, rows[DRAFTS], filled, DRAFTS)
    write_noted(ledger.votes, box.votes_noted, table.game, rows[VOTES], filled, VOTES)
    write_noted(ledger.deals, box.deals_noted, table.game, rows[DEALS], filled, DEALS)
    write_noted(ledger.winter, box.winter_noted, table.game, rows[WINTER], filled, WINTER)
    write_players(state, rows[PLAYERS], filled)
    write_noted(ledger.staff, noted[OF_STAFF], table.game, rows[STAFF], filled, STAFF)
    write_noted(ledger.sponsors, noted[OF_SPONSORS], table.game, rows[SPONSORS], filled, SPONSORS)
    write_noted(ledger.tokens, noted[OF_TOKENS], table.game, rows[TOKENS], filled, TOKENS)
    write_noted(
        ledger.directors, noted[OF_DIRECTORS], table.game, rows[DIRECTORS], filled, DIRECTORS
    )


@compiled
def write_modules(state, rows, filled):
    """Write the rows that modules note in both layers."""
    game = state.table.game
    write_noted(state.ledger.bets, state.box.bets_noted, game, rows[BETS], filled, BETS)


@compiled
def write_league_modules(state, rows, filled):
    """Write a finished league with modules, as `write_league`."""
    write_league(state, rows, filled)
    write_modules(state, rows, filled)


@compiled
def write_season_modules(state, rows, filled):
    """Write a finished season with modules, as `write_league`."""
    write_season(state, rows, filled)
    write_modules(state, rows, filled)
    noted = state.box.referees_noted
    write_noted(state.ledger.referees, noted, state.table.game, rows[REFEREES], filled, REFEREES)
