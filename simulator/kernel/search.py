"""Search in any game: candidates are played out before a decision.

A strategy with a function ``propose`` names alternatives to its own plan. The engine copies the
game and redeals everything that the seat cannot see; the result is a world. The engine plays every
candidate in the same few worlds, to the end of the game or for some turns, after which the seat
judges its position. The seat plays with its own functions, the others with models. In each round of
the search, the worse half of the candidates is dropped (sequential halving: Karnin, Koren and
Somekh, "Almost optimal exploration in multi-armed bandits", 2013). The best replaces the plan only
if it is better by more than chance explains. Two worlds are enough if luck makes no difference. The
strategy never sees a world: it only keeps the memory of the chosen candidate.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from eoc_sim.simulator.kernel.asking import blame, call_function, stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled, compiled_allocating
from eoc_sim.simulator.kernel.random_streams import rollout_key, stream_key_0, stream_key_1

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.played_game import PlayedGame, SearchFunctions

MAX_CANDIDATES = 32
"""The maximum number of candidates considered, including the seat's own plan."""
ROLLOUTS_EACH = 6
"""The fewest rollouts per candidate; this limits the number of candidates."""
JUDGED_EACH = 2
"""The fewest rollouts per candidate if positions are judged.

Judgements depend less on luck.
"""
HUNDREDTHS = 100
"""The unit of judgements: hundredths of a point."""
TERMS = 3
ROLLOUTS, CAUTION, HORIZON = range(TERMS)
"""The terms of a search, as a candidate's order sets them."""


def make_thinking_functions(game: PlayedGame) -> tuple[Any, Any]:
    """Make ``think_and_step`` and ``think_and_play_on``, which play with searches.

    They take ``(states, traces, policy_sets)`` and play to the next resting point and to the end,
    respectively. The first policy set holds the policies of the line-up. If any strategy of the
    line-up searches, each entry has a further set, for its rollouts; ``states`` then has a second
    state, for rollouts, and a third, for the world in which they begin, and ``traces`` a second
    trace.
    """
    play_step, play_on, game_over = game.play_step, game.play_on, game.game_over
    if game.search is None:
        return _step_alone(play_step), _step_alone(play_on)
    search = _searcher(game, game.search)
    deciding_seat = game.search.deciding_seat

    @compiled
    def think_and_step(states: Any, traces: Any, policy_sets: Any) -> Any:
        if len(policy_sets) > 1:
            index = 0
            seat = deciding_seat(states[0], index)
            while seat >= 0:
                refusal = search(states, traces, policy_sets, seat)
                if refusal > 0:
                    return refusal
                index += 1
                seat = deciding_seat(states[0], index)
        return play_step(states[0], traces[0], policy_sets[0])

    @compiled
    def think_and_play_on(states: Any, traces: Any, policy_sets: Any) -> Any:
        # Arrays that are passed on at every step are reference-counted each time. A game without
        # searches avoids this with a single call, which saves a tenth of its time.
        if len(policy_sets) == 1:
            return play_on(states[0], traces[0], policy_sets[0])
        while states[0].table.phase != game_over:
            refusal = think_and_step(states, traces, policy_sets)
            if refusal > 0:
                return refusal
        return 0

    return think_and_step, think_and_play_on


def _step_alone(play: Any) -> Any:
    """Make a function that plays the first of ``states``, without searches."""

    @compiled
    def play_alone(states: Any, traces: Any, policy_sets: Any) -> Any:
        return play(states[0], traces[0], policy_sets[0])

    return play_alone


def _searcher(game: PlayedGame, functions: SearchFunctions) -> Any:
    """Make ``search(states, traces, policy_sets, seat)``, which lets a seat look ahead.

    If the seat proposes any alternatives, its memory becomes that of the best candidate. The
    function returns 0 or the refusal of a decision in a rollout.
    """
    ask = _asker(game.clear_order)
    list_candidates = _candidate_lister(game, functions, ask)
    find_best = _best_finder(game, functions, ask)
    stream, memory = functions.stream, functions.memory

    @compiled_allocating
    def search(states: Any, traces: Any, policy_sets: Any, seat: Any) -> Any:
        state = states[0]
        rollout = states[1]
        stop_blaming(state)
        state.table.turn = seat
        policies = policy_sets[1 + state.box.entry[seat]]
        memories = np.zeros((MAX_CANDIDATES, memory), np.int32)
        refusals = np.zeros(1, np.int64)
        terms = np.zeros(TERMS, np.int64)
        number = list_candidates(state, rollout, policies, seat, memories, terms)
        if number > 1:
            best = find_best(
                states,
                traces[1],
                policies,
                seat,
                stream(state.table, seat),
                memories,
                number,
                terms,
                refusals,
            )
            if refusals[0] > 0:
                return refusals[0]
            for index in range(memory):
                state.seats[seat].memory[index] = memories[best, index]
        stop_blaming(rollout)
        return 0

    return search


def _asker(clear_order: Any) -> Any:
    """Make ``ask(rollout, policies, seat, function, candidate)``, which asks a searching seat."""

    @compiled
    def ask(rollout: Any, policies: Any, seat: Any, function: Any, candidate: Any) -> Any:
        clear_order(rollout.order)
        rollout.order.candidate = candidate
        blame(rollout, seat, function)
        return call_function(rollout, policies, rollout.box.entry[seat], seat, function)

    return ask


def _candidate_lister(game: PlayedGame, functions: SearchFunctions, ask: Any) -> Any:
    """Make ``list_candidates(...)``, which stores candidates' memories and counts them.

    The seat's plan comes first. ``terms`` receives the terms that the first alternative sets.
    """
    copy_state, memory, propose = game.copy_state, functions.memory, functions.propose

    @compiled
    def list_candidates(
        state: Any, rollout: Any, policies: Any, seat: Any, memories: Any, terms: Any
    ) -> Any:
        plan = state.seats[seat].memory
        alternative = rollout.seats[seat].memory
        copy_state(rollout, state)
        number = 1
        for index in range(memory):
            memories[0, index] = plan[index]
        while number < MAX_CANDIDATES:
            for index in range(memory):
                alternative[index] = plan[index]
            if ask(rollout, policies, seat, propose, number) == 0:
                break
            if number == 1:
                terms[ROLLOUTS] = rollout.order.rollouts
                terms[CAUTION] = rollout.order.caution
                terms[HORIZON] = rollout.order.horizon
            rollouts_each = ROLLOUTS_EACH if terms[HORIZON] == 0 else JUDGED_EACH
            if (number + 1) * rollouts_each > terms[ROLLOUTS]:
                break
            for index in range(memory):
                memories[number, index] = alternative[index]
            number += 1
        return number

    return list_candidates


def _best_finder(game: PlayedGame, functions: SearchFunctions, ask: Any) -> Any:
    """Make ``find_best(...)``, which chooses a candidate; 0 is the plan.

    The plan and all remaining challengers play in the same worlds, so their differences are paired.
    A challenger must be better than the plan by ``caution`` hundredths of a standard error.
    """
    copy_state, redeal, play_on = game.copy_state, game.redeal, game.play_on
    play_step, game_over = game.play_step, game.game_over
    turns_taken, judge, value = functions.turns_taken, functions.judge, functions.value
    memory_size = functions.memory

    @compiled
    def play_out(
        world: Any, rollout: Any, trace: Any, policies: Any, seat: Any, memory: Any, horizon: Any
    ) -> Any:
        """Play a candidate in a world; return 0 or the refusal."""
        copy_state(rollout, world)
        for index in range(memory_size):
            rollout.seats[seat].memory[index] = memory[index]
        if horizon == 0:
            return play_on(rollout, trace, policies)
        goal = turns_taken(world.table, seat) + horizon
        while rollout.table.phase != game_over and turns_taken(rollout.table, seat) < goal:
            refusal = play_step(rollout, trace, policies)
            if refusal > 0:
                return refusal
        return 0

    @compiled
    def worth_of(rollout: Any, policies: Any, seat: Any) -> Any:
        """Return a finished game's value, or the seat's judgement, in hundredths."""
        if rollout.table.phase == game_over:
            return HUNDREDTHS * value(rollout, seat)
        return ask(rollout, policies, seat, judge, 0)

    @compiled_allocating
    def find_best(
        states: Any,
        trace: Any,
        policies: Any,
        seat: Any,
        stream: Any,
        memories: Any,
        number: Any,
        terms: Any,
        refusals: Any,
    ) -> Any:
        state, rollout, world = states[0], states[1], states[2]
        sums = np.zeros(MAX_CANDIDATES)
        squares = np.zeros(MAX_CANDIDATES)
        alive = np.ones(MAX_CANDIDATES, np.int64)
        survivors = number - 1
        rounds = 1
        while (1 << (rounds - 1)) < survivors:
            rounds += 1
        worlds = 0
        cost = 0
        while True:
            rollouts_each = max(1, (terms[ROLLOUTS] - cost) // (rounds * (survivors + 1)))
            for _ in range(rollouts_each):
                key = rollout_key(
                    stream_key_0(state.box.search_key[0], stream),
                    stream_key_1(state.box.search_key[1], stream),
                    worlds,
                )
                copy_state(world, state)
                redeal(world, seat, key)
                plan_worth = 0.0
                for option in range(number):
                    if alive[option] == 0:
                        continue
                    refusal = play_out(
                        world, rollout, trace, policies, seat, memories[option], terms[HORIZON]
                    )
                    if refusal > 0:
                        refusals[0] = refusal
                        return 0
                    worth = float(worth_of(rollout, policies, seat))
                    if option == 0:
                        plan_worth = worth
                    else:
                        sums[option] += worth - plan_worth
                        squares[option] += (worth - plan_worth) * (worth - plan_worth)
                worlds += 1
                cost += survivors + 1
                if worlds > 1 and _no_luck(alive, number, sums, squares, worlds):
                    survivors = 1
                    break
            rounds -= 1
            if survivors == 1 or rounds == 0:
                break
            survivors = (survivors + 1) // 2
            _drop_worst(alive, number, sums, survivors)
        _drop_worst(alive, number, sums, 1)
        for option in range(1, number):
            if alive[option] == 1 and worlds > 1 and sums[option] > 0:
                mean = sums[option] / worlds
                variance = max(0.0, squares[option] / worlds - mean * mean) / (worlds - 1)
                if 100.0 * mean > terms[CAUTION] * math.sqrt(variance):
                    return option
        return 0

    return find_best


@compiled
def _no_luck(alive: Any, number: Any, sums: Any, squares: Any, worlds: Any) -> bool:
    """Check if every remaining challenger differs from the plan by a constant."""
    for index in range(1, number):
        if alive[index] == 1 and squares[index] * worlds > sums[index] * sums[index] * (1 + 1e-9):
            return False
    return True


@compiled
def _drop_worst(alive: Any, number: Any, sums: Any, survivors: Any) -> None:
    """Drop the worst challengers, the last if tied, until ``survivors`` are left."""
    count = 0
    for index in range(1, number):
        count += alive[index]
    while count > survivors:
        worst = 0
        for index in range(1, number):
            if alive[index] == 1 and (worst == 0 or sums[index] <= sums[worst]):
                worst = index
        alive[worst] = 0
        count -= 1
