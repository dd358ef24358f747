"""Searching: a seat's candidates are played out before it decides (INF-2, RND-1).

A strategy that has a function ``propose`` says what else it could do than its own plan. The engine
copies the game, deals anew all that the seat cannot see, and plays every candidate on to the end
in the same few worlds: the seat by its own functions, the others by models. By halves the
candidates that do worst are left out; the best takes the plan's place only if it is better than
the plan by more than chance explains. The strategy never holds a world: it is left with the memory
of the candidate that was chosen.
"""

from __future__ import annotations

import math

import numpy as np

from eoc_sim.simulator.eoc import streams
from eoc_sim.simulator.eoc.actions import acting_seat
from eoc_sim.simulator.eoc.asking import ASK_PROPOSE, carried_out
from eoc_sim.simulator.eoc.dice import next_pick
from eoc_sim.simulator.eoc.draft import next_drafter
from eoc_sim.simulator.eoc.hidden import redeal
from eoc_sim.simulator.eoc.play import play_on, play_step
from eoc_sim.simulator.eoc.state import (
    ACTING,
    CHOOSING_DICE,
    DRAFTING,
    GAME_OVER,
    MEMORY,
    clear_order,
    copy_state,
)
from eoc_sim.simulator.eoc.switches import DICE_DRAFT
from eoc_sim.simulator.eoc.turn_order import picking_seat
from eoc_sim.simulator.kernel.compiled import compiled, compiled_allocating
from eoc_sim.simulator.kernel.hooks import call
from eoc_sim.simulator.kernel.random_streams import rollout_key, stream_key_0, stream_key_1

MOST_CANDIDATES = 32
"""Candidates that are looked at, the seat's own plan among them."""
ROLLOUTS_EACH = 6
"""Rollouts without which a candidate is not looked at: with fewer of them only the first are."""


@compiled
def _propose(rollout, policies, seat, candidate):
    """Ask the seat for a candidate, which it notes in its memory; 0 if there are no more."""
    box = rollout.box
    order = rollout.order
    clear_order(order)
    order.candidate = candidate
    box.blamed = seat
    box.asked = ASK_PROPOSE
    box.answering = 1
    rollout.table.turn = seat
    entry = box.entry[seat]
    answer = call(
        policies.functions, entry, ASK_PROPOSE, rollout.table, rollout.seats[seat],
        policies.params[entry], order,
    )
    box.answering = 0
    return answer


@compiled
def _candidates(state, rollout, policies, seat, memories, terms):
    """Write the memories of the seat's candidates, its plan first; how many they are.

    ``terms`` are what the first of them says of the search: rollouts and caution.
    """
    own = state.seats[seat].memory
    tried = rollout.seats[seat].memory
    copy_state(rollout, state)
    number = 1
    for place in range(MEMORY):
        memories[0, place] = own[place]
    while number < MOST_CANDIDATES:
        for place in range(MEMORY):
            tried[place] = own[place]
        if _propose(rollout, policies, seat, number) == 0:
            break
        if number == 1:
            terms[0] = rollout.order.rollouts
            terms[1] = rollout.order.caution
        if (number + 1) * ROLLOUTS_EACH > terms[0]:
            break
        for place in range(MEMORY):
            memories[number, place] = tried[place]
        number += 1
    return number


@compiled
def _play_out(state, rollout, trace, policies, seat, key, memory):
    """Play the game on in the world of a key, the seat with this memory; 0 or the refusal."""
    copy_state(rollout, state)
    redeal(rollout, seat, key)
    for place in range(MEMORY):
        rollout.seats[seat].memory[place] = memory[place]
    return play_on(rollout, trace, policies)


@compiled
def _drop_worst(alive, number, sums, left):
    """Leave the worst challengers out until only ``left`` are alive; of equals the last go."""
    count = 0
    for one in range(1, number):
        count += alive[one]
    while count > left:
        worst = 0
        for one in range(1, number):
            if alive[one] == 1 and (worst == 0 or sums[one] <= sums[worst]):
                worst = one
        alive[worst] = 0
        count -= 1


@compiled_allocating
def _best(
    state, rollout, trace, policies, seat, stream, memories, number, rollouts, caution, refused
):
    """The candidate to choose, by sequential halving: 0 the plan, unless another has more stars.

    Every world is played by the plan and by all challengers still alive, so their differences are
    paired. ``caution`` are hundredths of standard errors by which a challenger must be better.
    """
    sums = np.zeros(MOST_CANDIDATES)
    squares = np.zeros(MOST_CANDIDATES)
    alive = np.ones(MOST_CANDIDATES, np.int64)
    left = number - 1
    rounds = 1
    while (1 << (rounds - 1)) < left:
        rounds += 1
    worlds = 0
    spent = 0
    while True:
        more = max(1, (rollouts - spent) // (rounds * (left + 1)))
        for _ in range(more):
            key = rollout_key(
                stream_key_0(state.box.search_key[0], stream),
                stream_key_1(state.box.search_key[1], stream), worlds,
            )
            plain = 0
            for one in range(number):
                if alive[one] == 0:
                    continue
                refusal = _play_out(state, rollout, trace, policies, seat, key, memories[one])
                if refusal > 0:
                    refused[0] = refusal
                    return 0
                stars = rollout.table.score[seat]
                if one == 0:
                    plain = stars
                else:
                    sums[one] += stars - plain
                    squares[one] += (stars - plain) * (stars - plain)
            worlds += 1
            spent += left + 1
        rounds -= 1
        if left == 1 or rounds == 0:
            break
        left = (left + 1) // 2
        _drop_worst(alive, number, sums, left)
    _drop_worst(alive, number, sums, 1)
    for one in range(1, number):
        if alive[one] == 1 and worlds > 1 and sums[one] > 0:
            mean = sums[one] / worlds
            variance = max(0.0, squares[one] / worlds - mean * mean) / (worlds - 1)
            if 100.0 * mean > caution * math.sqrt(variance):
                return one
    return 0


@compiled_allocating
def search(states, traces, players, seat):
    """Let a seat look ahead if it proposes anything; its memory is then that of the best candidate.

    Returns:
        0, or why a decision in a rollout is refused.
    """
    state = states[0]
    rollout = states[1]
    carried_out(state)
    state.table.turn = seat
    policies = players[1 + state.box.entry[seat]]
    memories = np.zeros((MOST_CANDIDATES, MEMORY), np.int32)
    refused = np.zeros(1, np.int64)
    terms = np.zeros(2, np.int64)
    number = _candidates(state, rollout, policies, seat, memories, terms)
    if number > 1:
        table = state.table
        stream = streams.SEARCH + 16 * seat + table.month
        stream += 64 * table.phase + 1024 * table.draft_turn
        chosen = _best(
            state, rollout, traces[1], policies, seat, stream, memories, number,
            terms[0], terms[1], refused,
        )
        if refused[0] > 0:
            return refused[0]
        for place in range(MEMORY):
            state.seats[seat].memory[place] = memories[chosen, place]
    carried_out(rollout)
    return 0


@compiled
def look_ahead(states, traces, players):
    """Before a draft decision, a choice of dice or a turn: whoever is to decide may search."""
    table = states[0].table
    if table.phase == ACTING and table.actions == 0:
        return search(states, traces, players, acting_seat(table))
    if table.phase == DRAFTING:
        turn = next_drafter(table, table.draft_turn)
        return search(states, traces, players, picking_seat(table, turn))
    if table.phase == CHOOSING_DICE:
        if table.rule_dice_draft == DICE_DRAFT.EXCLUSIVE:
            turn, _ = next_pick(table)
            return search(states, traces, players, picking_seat(table, turn))
        for seat in range(table.players):
            refusal = search(states, traces, players, seat)
            if refusal > 0:
                return refusal
    return 0


@compiled
def think_and_step(states, traces, players):
    """`play_step` of the game itself, for which those who search look ahead.

    ``players`` are the policies of the line-up; if anybody searches, behind them those of the
    rollouts of each entry, and then ``states`` and ``traces`` have a second one for rollouts.
    """
    if len(players) > 1:
        refusal = look_ahead(states, traces, players)
        if refusal > 0:
            return refusal
    return play_step(states[0], traces[0], players[0])


@compiled
def think_and_play_on(states, traces, players):
    """`play_on` of the game itself.

    Where nobody searches it is `play_on`: arrays that are handed on at every step are counted by
    reference every time, which takes a tenth of a game's time.
    """
    if len(players) == 1:
        return play_on(states[0], traces[0], players[0])
    while states[0].table.phase != GAME_OVER:
        refusal = think_and_step(states, traces, players)
        if refusal > 0:
            return refusal
    return 0
