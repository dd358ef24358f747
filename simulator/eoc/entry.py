"""The kernel's entry for Python: games, games with twins, rest to rest."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.eoc.columns import TWINS
from eoc_sim.simulator.eoc.hidden import redeal
from eoc_sim.simulator.eoc.interventions import parting_month
from eoc_sim.simulator.eoc.play import play_on, play_step
from eoc_sim.simulator.eoc.search import think_and_play_on, think_and_step
from eoc_sim.simulator.eoc.setup import set_up
from eoc_sim.simulator.eoc.state import (
    DEALING,
    GAME_OVER,
    MONTHS,
    SET_UP,
    copy_game,
    copy_intervention,
    interventions_dtype,
)
from eoc_sim.simulator.eoc.tables import write_rows
from eoc_sim.simulator.eoc.twin_rows import write_twin
from eoc_sim.simulator.kernel.compiled import compiled, compiled_entry
from eoc_sim.simulator.kernel.hooks import call
from eoc_sim.simulator.kernel.requests import (
    COPY,
    OWN,
    PLAY_GAMES,
    PLAY_UNTIL,
    PLAY_WITH_TWINS,
    PREPARE,
    REDEAL,
    SET_UP_GAME,
    STEP,
    request_fields,
)

KEPT = MONTHS + 1
"""Places for a game's states: before each month, and its end."""


@compiled
def play_games(states, traces, players, asked, rows, filled):
    """Play games from ``asked.game`` on and write their rows.

    It returns 0 or the refusal that ended it.
    """
    state = states[0]
    for game in range(asked.game, asked.game + asked.games):
        refusal = set_up(state, traces[0], players[0], asked.seed, game, asked.seating)
        if refusal == 0:
            refusal = think_and_play_on(states, traces, players)
        if refusal > 0:
            return refusal
        write_rows(state, rows, filled)
    return 0


@compiled
def play_and_keep(states, copies, traces, players, asked, game, rows, filled):
    """Play a game, write its rows and keep its states.

    ``copies`` keep it before each month and at its end.
    """
    state = states[0]
    refusal = set_up(state, traces[0], players[0], asked.seed, game, asked.seating)
    while refusal == 0 and state.table.phase != GAME_OVER:
        if state.table.phase == DEALING:
            copy_game(copies[state.table.month - 1], state)
        refusal = think_and_step(states, traces, players)
    if refusal == 0:
        copy_game(copies[MONTHS], state)
        write_rows(state, rows, filled)
    return refusal


@compiled
def play_twin(states, copies, traces, players, asked):
    """Play a kept game's twin from the month in which they part.

    ``asked`` receives that month. It is 0 if they never part, and nothing is played.
    """
    asked.month = parting_month(copies[MONTHS], asked.intervention)
    if asked.month == 0:
        return 0
    copy_game(states[0], copies[asked.month - 1])
    copy_intervention(states[0].interventions, asked.intervention)
    return think_and_play_on(states, traces, players)


@compiled
def play_twins(states, copies, traces, players, asked, ends, rows, filled):
    """Play twins of a kept game and write their rows.

    ``ends`` counts the rows.
    """
    for twin in range(len(asked)):
        refusal = play_twin(states, copies, traces, players, asked[twin])
        if refusal > 0:
            return refusal
        if asked[twin].month > 0:
            write_rows(states[0], rows, filled)
        for table in range(len(filled)):
            ends[twin, table] = filled[table]
    return 0


@compiled
def play_with_twins(states, copies, traces, players, asked, rows, filled):
    """Play games as ``asked[0]`` says, each with the same number of twins.

    The twins follow ``asked[0]``, game by game.
    """
    state = states[0]
    first = asked[0]
    of_a_game = (len(asked) - 1) // first.games
    for place in range(first.games):
        copy_intervention(state.interventions, first.intervention)
        refusal = play_and_keep(
            states, copies, traces, players, first, first.game + place, rows, filled
        )
        if refusal > 0:
            return refusal
        for which in range(of_a_game):
            twin = asked[1 + place * of_a_game + which]
            refusal = play_twin(states, copies, traces, players, twin)
            if refusal > 0:
                return refusal
            if twin.month > 0:
                write_twin(copies[MONTHS], state, twin.intervention, rows[TWINS], filled)
    return 0


@compiled
def play_until(states, traces, players, phase, month):
    """Play on to a phase of a month, or the game's end.

    It returns 0 or the refusal.
    """
    table = states[0].table
    while table.phase != GAME_OVER and (table.phase != phase or table.month < month):
        refusal = think_and_step(states, traces, players)
        if refusal > 0:
            return refusal
    return 0


@compiled
def is_near(state):
    """Check if an unseen altered card may leave the deck this month.

    The month is the coming one.
    """
    table = state.table
    box = state.box
    most = table.players * table.rule_hand + table.rule_dealer_bonus + 1  # DRA-1, DRA-7, END-2
    for place in range(box.deck_top, min(box.deck_top + most, box.deck_end)):
        card = box.deck[place]
        if box.altered[card] == 1 and box.offer_how[card] < 0:
            return True
    return False


@compiled
def count_altered(altered, cards, box, seen):
    """Count the altered cards that are ``seen``, or unseen."""
    number = 0
    for card in range(cards):
        if altered[card] == 1 and (box.offer_how[card] >= 0) == seen:
            number += 1
    return number


@compiled
def play_trunks(states, copies, traces, players, asked, rows, filled):
    """Play games that others are forked from, and write their rows.

    ``copies`` has `KEPT` places for each game: before each month, and the end. It receives the
    states after which a player sees a card that is altered in a fork, and the end if one was never
    seen.
    """
    state = states[0]
    table = state.table
    for place in range(asked.games):
        first = place * KEPT
        for kept in range(first, first + KEPT):
            copies[kept].table.phase = SET_UP
        refusal = set_up(
            state, traces[0], players[0], asked.seed, asked.game + place, asked.seating
        )
        while refusal == 0 and table.phase != GAME_OVER:
            if table.phase == DEALING and is_near(state):
                copy_game(copies[first + table.month - 1], state)
            refusal = play_step(state, traces[0], players[0])
        if refusal > 0:
            return refusal
        if count_altered(state.box.altered, table.cards, state.box, False) > 0:
            copy_game(copies[first + MONTHS], state)
        write_rows(state, rows, filled)
    return 0


@compiled
def play_forks(states, copies, traces, players, asked, rows, filled):
    """Play a version's games from the last state with its cards unseen.

    Where there is none, as when one of them is dealt at set-up, a game is played whole.
    """
    state = states[0]
    for place in range(asked.games):
        first = place * KEPT
        kept = first + KEPT - 1
        while kept >= first and (
            copies[kept].table.phase == SET_UP
            or count_altered(state.box.altered, state.table.cards, copies[kept].box, True) > 0
        ):
            kept -= 1
        refusal = 0
        if kept >= first:
            copy_game(state, copies[kept])
        else:
            game = asked.game + place
            refusal = set_up(state, traces[0], players[0], asked.seed, game, asked.seating)
        if refusal == 0:
            refusal = play_on(state, traces[0], players[0])
        if refusal > 0:
            return refusal
        write_rows(state, rows, filled)
    return 0


asked_dtype = np.dtype(
    [
        *request_fields(),
        ("month", np.int32),  # of a twin where it parted, 0 never
        ("intervention", interventions_dtype),
    ]
)
"""A request to the kernel with its numbers; rounds are months."""

PLAY_AND_KEEP, PLAY_TWINS, PLAY_TRUNKS, PLAY_FORKS = range(OWN, OWN + 4)


@compiled_entry
def serve(states, others, traces, players, requests, ends, rows, filled):
    """Serve ``requests[0]`` with the game in ``states[0]``; return 0 or the refusal.

    This is the kernel's only entry for Python, since each entry is compiled with all the code
    behind it. ``others`` are further states: the one that COPY copies, or those before each month
    and at the end. Rows go into the arrays of the tables; a table with an empty array is not kept.
    ``filled`` counts the rows. PREPARE calls the first function of the entry ``asked.seat``, which
    may write its parameters. A refused decision leaves its game where it rested; the count of the
    question, and the strategy's notes and draws, stay. ``states``, ``traces`` and ``players`` are
    as in `kernel.search.searching`.
    """
    state = states[0]
    asked = requests[0]
    if asked.what == PLAY_GAMES:
        return play_games(states, traces, players, asked, rows, filled)
    if asked.what == PLAY_AND_KEEP:
        return play_and_keep(states, others, traces, players, asked, asked.game, rows, filled)
    if asked.what == PLAY_TWINS:
        return play_twins(states, others, traces, players, requests, ends, rows, filled)
    if asked.what == PLAY_WITH_TWINS:
        return play_with_twins(states, others, traces, players, requests, rows, filled)
    if asked.what == PLAY_TRUNKS:
        return play_trunks(states, others, traces, players, asked, rows, filled)
    if asked.what == PLAY_FORKS:
        return play_forks(states, others, traces, players, asked, rows, filled)
    if asked.what == SET_UP_GAME:
        return set_up(state, traces[0], players[0], asked.seed, asked.game, asked.seating)
    if asked.what == STEP:
        return think_and_step(states, traces, players)
    if asked.what == PLAY_UNTIL:
        return play_until(states, traces, players, asked.phase, asked.round)
    if asked.what == COPY:
        copy_game(state, others[0])
    elif asked.what == REDEAL:
        redeal(state, asked.seat, asked.key)
    elif asked.what == PREPARE:
        policies = players[0]
        call(
            policies.functions,
            asked.seat,
            0,
            state.table,
            state.seats[0],
            policies.params[asked.seat],
            state.order,
        )
    else:
        write_rows(state, rows, filled)
    return 0
