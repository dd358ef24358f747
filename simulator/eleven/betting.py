"""Betting on the results of the week (BET)."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eleven import decisions, streams
from eoc_sim.simulator.eleven.betting_state import (
    BET_FILES,
    BET_LINES,
    BET_TEAMS,
    DRAWN_POINTS,
    WON_POINTS,
)
from eoc_sim.simulator.eleven.club import gain
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.events import BET, BET_CLUBS, PAYOUT
from eoc_sim.simulator.eleven.league import find_opponent
from eoc_sim.simulator.eleven.ledger import note_bet
from eoc_sim.simulator.eleven.names import MONEY
from eoc_sim.simulator.eleven.pairing import rival_of
from eoc_sim.simulator.eleven.sizes import FACES
from eoc_sim.simulator.eleven.state import DRAWN, LOST, WON
from eoc_sim.simulator.eleven.switches import BETTING, CLUB_DICE, FACING, LAYER, STAKE_LIMIT
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled, outlined
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value

PURSE = 20
"""A manager's money in the league layer, for bets only (LAY-1)."""


# --- Set-up


@compiled
def set_up(state, trace):
    """BET-1, BET-2: give managers tokens, and clubs the spare ones."""
    table = state.table
    box = state.box
    if table.rule_betting == BETTING.OFF:
        return
    for seat in range(table.managers):
        table.bet_line[seat] = -1
        if table.rule_layer == LAYER.LEAGUE:
            table.resources[seat, MONEY] = PURSE
    for index in range(table.clubs):
        item = box.club_item[table.club_at[index]]
        shuffle_add(box, streams.BETTING_CLUBS, index, item, index)
    shuffle_finish(box, table.clubs)
    spare = BET_TEAMS - table.managers
    for number in range(BET_TEAMS):
        table.bet_club[number] = box.sort_item[number] if number < spare else -1
    if spare > 0 and trace.position > 0:
        emit(trace, BET_CLUBS, -1)
        emit_value(trace, spare)
        for number in range(spare):
            emit_value(trace, table.club_at[table.bet_club[number]])


# --- The board


@compiled
def count_spaces(line, file):
    """BET-4: count the spaces under a token."""
    return (1 + line % 2) * (1 + file % 2)


@compiled
def space_at(table, line, file, number):
    """BET-4: return the space with this number among those under a token."""
    across = 1 + file % 2
    return table.bet_space[line // 2 + number // across, file // 2 + number % across] + 0


@compiled
def payout_at(table, line, file):
    """BET-5: return the factor by which a winning token multiplies its money."""
    spaces = count_spaces(line, file)
    if spaces == 1:
        return table.rule_bet_one + 0
    return table.rule_bet_two + 0 if spaces == 2 else table.rule_bet_four + 0


@compiled
def is_under(table, line, file, space):
    """BET-5: check if a space lies under a token."""
    for number in range(count_spaces(line, file)):
        if space_at(table, line, file, number) == space:
            return True
    return False


# --- Bets


@compiled
def max_stake(table, seat):
    """BET-3: return the most money that a manager may bet."""
    money = table.resources[seat, MONEY] + 0
    if table.rule_stake_limit == STAKE_LIMIT.NONE:
        return money
    return min(money, table.rule_stake_limit)


@compiled
def bet_refusal(table, seat, order):
    """BET-3, BET-4: return why a manager cannot place this bet, or 0."""
    if order.line < 0 or order.line >= BET_LINES or order.file < 0 or order.file >= BET_FILES:
        return decisions.BET_OFF_BOARD
    if order.stake < 0:
        return decisions.STAKE_NEGATIVE
    if order.stake > table.resources[seat, MONEY]:
        return decisions.STAKE_UNPAID
    return decisions.STAKE_LIMITED if order.stake > max_stake(table, seat) else 0


@compiled
def bet(state, trace, policies):
    """BET-3, INF-4: ask all managers for bets, then place their tokens.

    Return 0, or why a bet is refused.
    """
    table = state.table
    box = state.box
    for seat in range(table.managers):
        box.chosen_line[seat] = -1
        if ask(state, policies, seat, decisions.ASK_BET) != decisions.BET:
            continue
        order = state.order
        refusal = bet_refusal(table, seat, order)
        if refusal > 0:
            return refusal
        box.chosen_line[seat] = order.line
        box.chosen_file[seat] = order.file
        box.chosen_stake[seat] = order.stake
    stop_blaming(state)
    for seat in range(table.managers):
        table.bet_line[seat] = box.chosen_line[seat]
        if table.bet_line[seat] >= 0:
            place_token(state, trace, seat, box.chosen_file[seat] + 0, box.chosen_stake[seat] + 0)
    return 0


@compiled
def place_token(state, trace, seat, file, stake):
    """BET-3: place a manager's token with their stake and the supply's free money."""
    table = state.table
    line = table.bet_line[seat] + 0
    table.bet_file[seat] = file
    table.bet_stake[seat] = stake
    gain(table, seat, MONEY, -stake)
    if trace.position == 0:
        return
    emit(trace, BET, seat, stake, table.rule_free_euro)
    emit_value(trace, count_spaces(line, file))
    for number in range(count_spaces(line, file)):
        emit_value(trace, space_at(table, line, file, number))


# --- Payout


@compiled
def write_results(state, results):
    """BET-2, BET-5: write the four teams' results as 3, 1 or 0."""
    table = state.table
    for seat in range(table.managers):
        result = state.box.result[seat]
        results[seat] = WON_POINTS if result == WON else DRAWN_POINTS if result == DRAWN else 0
    for number in range(BET_TEAMS - table.managers):
        points = table.club_result[table.bet_club[number]] + 0
        won = points == table.rule_win_points
        results[table.managers + number] = WON_POINTS if won else points


@compiled
def winning_space(table, results):
    """BET-5: return the space for four results."""
    wins = 0
    draws = 0
    for number in range(BET_TEAMS):
        wins += 1 if results[number] == WON_POINTS else 0
        draws += 1 if results[number] == DRAWN_POINTS else 0
    return table.bet_of_results[wins, draws] + 0


@compiled
def pay_bets(state, trace):
    """BET-5: pay the tokens on the winning space, and take all tokens back."""
    table = state.table
    results = state.box.bet_results
    write_results(state, results)
    space = winning_space(table, results)
    for turn in range(table.managers):
        seat = (table.first_manager + turn) % table.managers
        line = table.bet_line[seat] + 0
        if line < 0:
            continue
        file = table.bet_file[seat] + 0
        payout = 0
        hit = is_under(table, line, file, space)
        if hit:
            on_token = table.bet_stake[seat] + table.rule_free_euro
            payout = payout_at(table, line, file) * on_token
        gain(table, seat, MONEY, payout)
        note_bet(state, seat, space, count_spaces(line, file), hit, payout)
        emit(trace, PAYOUT, seat, space, payout)
        if trace.position > 0:
            emit_list(trace, results, BET_TEAMS)
        table.bet_line[seat] = -1
        table.bet_stake[seat] = 0


# --- Chances, for strategies


@compiled
def add_team(me, win_chance, draw_chance, teams):
    """Add a team's result to the chances of wins and draws.

    ``win_chance`` and ``draw_chance`` are out of 1 024; ``teams`` counts the teams added before.
    """
    loss_chance = 1024 - win_chance - draw_chance
    for wins in range(teams + 1, -1, -1):
        for draws in range(teams + 1 - wins, -1, -1):
            chance = me.chance[wins, draws] * loss_chance
            if wins > 0:
                chance += me.chance[wins - 1, draws] * win_chance
            if draws > 0:
                chance += me.chance[wins, draws - 1] * draw_chance
            me.chance[wins, draws] = chance // 1024


@compiled
def start_chances(me):
    """Set the chances before any team is added: no wins or draws."""
    for wins in range(BET_TEAMS + 1):
        for draws in range(BET_TEAMS + 1):
            me.chance[wins, draws] = 0
    me.chance[0, 0] = 1 << 20


PRIOR = np.array([2, 1, 1])
"""Imagined matches won, drawn and lost, added to those of all managers."""
PRIOR_MATCHES = 2
"""The weight of the managers' mean, as a number of matches."""


@compiled
def chance_of(table, seat, result):
    """Estimate a manager's chance of a result, out of 1 024."""
    weeks = table.week - 1
    matches_with_result = PRIOR[result] + 0
    for rival in range(table.managers):
        matches_with_result += table.results[rival, result]
    prior = PRIOR_MATCHES * 1024 * matches_with_result // (4 + table.managers * weeks)
    return (1024 * table.results[seat, result] + prior) // (PRIOR_MATCHES + weeks)


@compiled
def faces_of(table, place, points):
    """LEA-4: count the faces of a club's die that show these points."""
    number = 0
    for face in range(FACES):
        if table.die[table.club_colour[table.club_at[place]], face] == points:
            number += 1
    return number


@compiled
def add_club(table, me, place, teams):
    """BET-2, LEA-4: add a club's result to the chances."""
    opponent = find_opponent(table, place)
    if opponent >= 0 and table.rule_facing == FACING.MIRROR:
        add_team(me, chance_of(table, opponent, LOST), chance_of(table, opponent, DRAWN), teams)
    elif table.rule_club_dice == CLUB_DICE.ON or opponent >= 0:
        win_chance = faces_of(table, place, WON_POINTS) * 1024 // FACES
        add_team(me, win_chance, faces_of(table, place, DRAWN_POINTS) * 1024 // FACES, teams)
    else:
        add_team(me, 0, 0, teams)


@compiled
def estimate_chances(table, me):
    """Estimate every space's chance of winning, from the results so far.

    If two managers meet, exactly one of them wins (PVP-7).
    """
    start_chances(me)
    for seat in range(table.managers):
        rival = rival_of(table, seat)
        if rival >= 0:
            add_team(me, 1024 if seat < rival else 0, 0, seat)
        else:
            add_team(me, chance_of(table, seat, WON), chance_of(table, seat, DRAWN), seat)
    for number in range(BET_TEAMS - table.managers):
        add_club(table, me, table.bet_club[number] + 0, table.managers + number)
    for wins in range(BET_TEAMS + 1):
        for draws in range(BET_TEAMS + 1 - wins):
            me.space_chance[table.bet_of_results[wins, draws]] = me.chance[wins, draws]


@outlined
def best_bet(table, me, order, shape):
    """Put a token where the expected return is highest.

    Fill in ``order.line`` and ``order.file``, and return the expected payout per unit of money,
    estimated from the managers' results so far and the clubs' dice. ``shape`` is 1 for a space, 2
    for a border, 4 for a point where four spaces meet, and 0 for any place.
    """
    estimate_chances(table, me)
    maximum = -1.0
    for line in range(BET_LINES):
        for file in range(BET_FILES):
            spaces = count_spaces(line, file)
            if shape > 0 and spaces != shape:
                continue
            chance = 0
            for number in range(spaces):
                chance += me.space_chance[space_at(table, line, file, number)]
            expected = chance * payout_at(table, line, file) / (1 << 20)
            if expected > maximum:
                maximum = expected
                order.line = line
                order.file = file
    return maximum
