"""The kernel's entry for Python: whole games, or rest to rest."""

from __future__ import annotations

import numpy as np

from eoc_sim.simulator.kernel.compiled import compiled, compiled_entry
from eoc_sim.simulator.kernel.hooks import call
from eoc_sim.simulator.kernel.requests import (
    COPY,
    PLAY_GAMES,
    PLAY_UNTIL,
    PLAY_WITH_TWINS,
    PREPARE,
    REDEAL,
    SET_UP_GAME,
    STEP,
    request_fields,
)
from eoc_sim.simulator.stadium.columns import TWINS
from eoc_sim.simulator.stadium.hidden import redeal
from eoc_sim.simulator.stadium.interventions import parting_round
from eoc_sim.simulator.stadium.search import think_and_play_on, think_and_step
from eoc_sim.simulator.stadium.set_up import set_up
from eoc_sim.simulator.stadium.state import (
    BEGINNING,
    GAME_OVER,
    copy_intervention,
    copy_ledger,
    copy_state,
    interventions_dtype,
)
from eoc_sim.simulator.stadium.tables import write_rows
from eoc_sim.simulator.stadium.twin_rows import write_twin


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

    ``copies`` keep it before each round; the last one keeps its end.
    """
    state = states[0]
    end = copies[len(copies) - 1]
    refusal = set_up(state, traces[0], players[0], asked.seed, game, asked.seating)
    while refusal == 0 and state.table.phase != GAME_OVER:
        if state.table.phase == BEGINNING:
            copy_state(copies[state.table.round - 1], state)
        refusal = think_and_step(states, traces, players)
    if refusal == 0:
        copy_state(end, state)
        copy_ledger(end, state)
        write_rows(state, rows, filled)
    return refusal


@compiled
def play_with_twins(states, copies, traces, players, asked, rows, filled):
    """Play games as ``asked[0]`` says, each with the same number of twins.

    The twins follow ``asked[0]``, game by game. Each is played from the round in which it departs
    from its game.
    """
    state = states[0]
    first = asked[0]
    end = copies[len(copies) - 1]
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
            parting = parting_round(end, twin.intervention)
            if parting == 0:
                continue
            copy_state(state, copies[parting - 1])
            copy_intervention(state.interventions, twin.intervention)
            state.interventions.round = parting  # a VP is denied from when it was bought
            refusal = think_and_play_on(states, traces, players)
            if refusal > 0:
                return refusal
            write_twin(end, state, state.interventions, rows[TWINS], filled)
    return 0


@compiled
def play_until(states, traces, players, phase, round_number):
    """Play on to a phase of a round, or the game's end.

    It returns 0 or the refusal.
    """
    table = states[0].table
    while table.phase != GAME_OVER and (table.phase != phase or table.round < round_number):
        refusal = think_and_step(states, traces, players)
        if refusal > 0:
            return refusal
    return 0


asked_dtype = np.dtype([*request_fields(), ("intervention", interventions_dtype)])
"""A request to the kernel with its numbers."""


@compiled_entry
def serve(states, others, traces, players, requests, ends, rows, filled):
    """Serve ``requests[0]`` with the game in ``states[0]``; return 0 or the refusal.

    This is the kernel's only entry for Python, since each entry is compiled with all the code
    behind it. ``others`` are further states: the one that COPY copies, or those before each round
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
    if asked.what == PLAY_WITH_TWINS:
        return play_with_twins(states, others, traces, players, requests, rows, filled)
    if asked.what == SET_UP_GAME:
        return set_up(state, traces[0], players[0], asked.seed, asked.game, asked.seating)
    if asked.what == STEP:
        return think_and_step(states, traces, players)
    if asked.what == PLAY_UNTIL:
        return play_until(states, traces, players, asked.phase, asked.round)
    if asked.what == COPY:
        copy_state(state, others[0])
        copy_ledger(state, others[0])
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
