"""The kernel's entry point for Python: games, twins and single steps."""

from __future__ import annotations

from functools import cache
from typing import Any

from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.hooks import call
from eoc_sim.simulator.kernel.played_game import FROM_SET_UP, PlayedGame
from eoc_sim.simulator.kernel.requests import (
    COPY,
    PLAY_GAMES,
    PLAY_UNTIL,
    PLAY_WITH_TWINS,
    PREPARE,
    REDEAL,
    SET_UP_GAME,
    STEP,
)


def make_serve(game: PlayedGame) -> Any:
    """Make ``serve(states, other_states, traces, policy_sets, requests, rows, counts)``.

    It carries out the task of ``requests[0]`` on the game in ``states[0]``, and returns 0 or the
    refusal. ``other_states`` are further states: the source of COPY, or copies of the game taken
    before each round and after the last. Rows go into the tables' arrays; a table with an empty
    array is not kept. ``counts`` counts the rows. PREPARE calls the first function of one strategy,
    the entry with the index ``request.seat`` in the line-up; the function may write to the
    strategy's own parameters. A refused decision leaves the game as it was before the step, but the
    question is still counted, and the strategy keeps its notes and draws. ``states``, ``traces``
    and ``policy_sets`` are as in `search.make_thinking_functions`.

    Each game has a single compiled entry point for calls from Python, and it calls ``serve``. There
    is only one because every entry point compiles all the code that it reaches.
    """
    set_up, redeal, write_rows, copy_game = (
        game.set_up,
        game.redeal,
        game.write_rows,
        game.copy_game,
    )
    think_and_step, _ = game.thinking
    play_games, play_until = _make_play_games(game), _make_play_until(game)
    play_with_twins = _no_twins if game.twins is None else make_twin_functions(game)[2]

    @compiled
    def serve(
        states: Any,
        other_states: Any,
        traces: Any,
        policy_sets: Any,
        requests: Any,
        rows: Any,
        counts: Any,
    ) -> Any:
        state = states[0]
        request = requests[0]
        if request.task == PLAY_GAMES:
            return play_games(states, traces, policy_sets, request, rows, counts)
        if request.task == PLAY_WITH_TWINS:
            return play_with_twins(
                states, other_states, traces, policy_sets, requests, rows, counts
            )
        if request.task == SET_UP_GAME:
            return set_up(
                state, traces[0], policy_sets[0], request.seed, request.game, request.seating
            )
        if request.task == STEP:
            return think_and_step(states, traces, policy_sets)
        if request.task == PLAY_UNTIL:
            return play_until(states, traces, policy_sets, request.phase, request.round)
        if request.task == COPY:
            copy_game(state, other_states[0])
        elif request.task == REDEAL:
            redeal(state, request.seat, request.key)
        elif request.task == PREPARE:
            policies = policy_sets[0]
            call(
                policies.functions,
                request.seat,
                0,
                state.table,
                state.seats[0],
                policies.params[request.seat],
                state.order,
            )
        else:
            write_rows(state, rows, counts)
        return 0

    return serve


def _make_play_games(game: PlayedGame) -> Any:
    """Make ``play_games``, which plays the requested games and writes their rows."""
    set_up, write_rows = game.set_up, game.write_rows
    _, think_and_play_on = game.thinking

    @compiled
    def play_games(
        states: Any, traces: Any, policy_sets: Any, request: Any, rows: Any, counts: Any
    ) -> Any:
        state = states[0]
        for number in range(request.game, request.game + request.games):
            refusal = set_up(
                state, traces[0], policy_sets[0], request.seed, number, request.seating
            )
            if refusal == 0:
                refusal = think_and_play_on(states, traces, policy_sets)
            if refusal > 0:
                return refusal
            write_rows(state, rows, counts)
        return 0

    return play_games


def _make_play_until(game: PlayedGame) -> Any:
    """Make ``play_until``, which plays on to a phase of a round."""
    game_over, round_of = game.game_over, game.round_of
    think_and_step, _ = game.thinking

    @compiled
    def play_until(states: Any, traces: Any, policy_sets: Any, phase: Any, number: Any) -> Any:
        table = states[0].table
        while table.phase != game_over and (table.phase != phase or round_of(table) < number):
            refusal = think_and_step(states, traces, policy_sets)
            if refusal > 0:
                return refusal
        return 0

    return play_until


@compiled
def _no_twins(
    states: Any, copies: Any, traces: Any, policy_sets: Any, requests: Any, rows: Any, counts: Any
) -> int:
    """Play nothing in a game without twins."""
    return 0


@cache
def make_twin_functions(game: PlayedGame) -> tuple[Any, Any, Any]:
    """Make ``play_and_keep``, ``play_twin`` and ``play_with_twins``.

    The first plays a game, writes its rows and fills ``copies`` with copies of the game taken
    before each round and after the last. The second sets ``request.round`` to the round in which
    the twin parts from the kept game, and plays the twin from there; if the two never part, it sets
    ``request.round`` to 0 and plays nothing. The third plays the games of ``requests[0]``, each
    with the same number of twins; the other requests are these twins, game by game. All return 0 or
    the refusal.
    """
    twins = game.twins
    assert twins is not None
    set_up, write_rows, copy_game = game.set_up, game.write_rows, game.copy_game
    game_over, round_of = game.game_over, game.round_of
    think_and_step, think_and_play_on = game.thinking
    parting_round, intervene, write_twin = twins.parting_round, twins.intervene, twins.write_twin
    beginning = twins.beginning
    copy_round = copy_game if twins.with_rows else game.copy_state

    @compiled
    def play_and_keep(
        states: Any,
        copies: Any,
        traces: Any,
        policy_sets: Any,
        request: Any,
        number: Any,
        rows: Any,
        counts: Any,
    ) -> Any:
        state = states[0]
        refusal = set_up(state, traces[0], policy_sets[0], request.seed, number, request.seating)
        while refusal == 0 and state.table.phase != game_over:
            if state.table.phase == beginning:
                copy_round(copies[round_of(state.table) - 1], state)
            refusal = think_and_step(states, traces, policy_sets)
        if refusal == 0:
            copy_game(copies[len(copies) - 1], state)
            write_rows(state, rows, counts)
        return refusal

    @compiled
    def play_twin(states: Any, copies: Any, traces: Any, policy_sets: Any, request: Any) -> Any:
        request.round = parting_round(copies[len(copies) - 1], request.intervention)
        if request.round == 0:
            return 0
        if request.round == FROM_SET_UP:
            intervene(states[0], request.intervention, 0)
            refusal = set_up(
                states[0], traces[0], policy_sets[0], request.seed, request.game, request.seating
            )
            if refusal > 0:
                return refusal
        else:
            copy_round(states[0], copies[request.round - 1])
            intervene(states[0], request.intervention, request.round)
        return think_and_play_on(states, traces, policy_sets)

    @compiled
    def play_with_twins(
        states: Any,
        copies: Any,
        traces: Any,
        policy_sets: Any,
        requests: Any,
        rows: Any,
        counts: Any,
    ) -> Any:
        state = states[0]
        first = requests[0]
        twins_per_game = (len(requests) - 1) // first.games
        for index in range(first.games):
            intervene(state, first.intervention, 0)
            refusal = play_and_keep(
                states, copies, traces, policy_sets, first, first.game + index, rows, counts
            )
            if refusal > 0:
                return refusal
            for number in range(twins_per_game):
                twin = requests[1 + index * twins_per_game + number]
                twin.seed, twin.seating = first.seed, first.seating
                twin.game = first.game + index
                refusal = play_twin(states, copies, traces, policy_sets, twin)
                if refusal > 0:
                    return refusal
                if twin.round != 0:
                    write_twin(copies[len(copies) - 1], state, rows, counts)
        return 0

    return play_and_keep, play_twin, play_with_twins
