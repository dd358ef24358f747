"""The kernel's entry point for Python, with requests for this game's forks."""

from __future__ import annotations

from eoc_sim.simulator.eoc import search
from eoc_sim.simulator.eoc.decisions import ASK_JUDGE, ASK_PROPOSE
from eoc_sim.simulator.eoc.hidden import redeal
from eoc_sim.simulator.eoc.interventions import intervene, parting_month
from eoc_sim.simulator.eoc.play import play_step
from eoc_sim.simulator.eoc.setup import set_up
from eoc_sim.simulator.eoc.state import (
    DEALING,
    GAME_OVER,
    MEMORY,
    MONTHS,
    SET_UP,
    clear_order,
    copy_ledger,
    copy_state,
)
from eoc_sim.simulator.eoc.tables import write_rows
from eoc_sim.simulator.eoc.twin_rows import write_twin
from eoc_sim.simulator.kernel.compiled import compiled, compiled_entry
from eoc_sim.simulator.kernel.entry import make_serve, make_twin_functions
from eoc_sim.simulator.kernel.played_game import PlayedGame, SearchFunctions, TwinFunctions
from eoc_sim.simulator.kernel.requests import FIRST_OWN_REQUEST

PLAYED_GAME = PlayedGame(
    set_up,
    play_step,
    redeal,
    write_rows,
    copy_state,
    copy_ledger,
    clear_order,
    game_over=GAME_OVER,
    round_field="month",
    search=SearchFunctions(
        search.deciding_seat,
        search.stream,
        search.stars,
        search.turns_taken,
        memory=MEMORY,
        propose=ASK_PROPOSE,
        judge=ASK_JUDGE,
    ),
    twins=TwinFunctions(parting_month, intervene, write_twin, beginning=DEALING, with_rows=True),
)
copy_game, play_on = PLAYED_GAME.copy_game, PLAYED_GAME.play_on
think_and_step, _ = PLAYED_GAME.thinking
play_and_keep, play_twin, _ = make_twin_functions(PLAYED_GAME)
serve_any = make_serve(PLAYED_GAME)

KEPT_STATES = MONTHS + 1
"""The number of states kept per game, including the final state."""
PLAY_AND_KEEP, PLAY_TWINS, PLAY_TRUNKS, PLAY_FORKS = range(FIRST_OWN_REQUEST, FIRST_OWN_REQUEST + 4)


@compiled
def play_twins(states, copies, traces, policy_sets, requests, ends, rows, counts):
    """Play twins of a kept game and write their rows.

    ``ends`` receives, for each twin, the number of rows written so far in each table.
    """
    for twin in range(len(requests)):
        refusal = play_twin(states, copies, traces, policy_sets, requests[twin])
        if refusal > 0:
            return refusal
        if requests[twin].round > 0:
            write_rows(states[0], rows, counts)
        for table in range(len(counts)):
            ends[twin, table] = counts[table]
    return 0


@compiled
def may_deal_altered(state):
    """Check if an unseen altered card may leave the deck this month."""
    table = state.table
    box = state.box
    maximum = table.players * table.rule_hand + table.rule_dealer_bonus + 1  # DRA-1, DRA-7, END-2
    for index in range(box.deck_top, min(box.deck_top + maximum, box.deck_end)):
        card = box.deck[index]
        # The field ``box.offer_how`` is -1 until the card first leaves its deck.
        if box.is_altered[card] == 1 and box.offer_how[card] < 0:
            return True
    return False


@compiled
def count_altered(is_altered, cards, box, seen):
    """Count the altered cards that players have seen, or have not seen.

    ``seen`` is True to count the cards seen, False to count the others.
    """
    number = 0
    for card in range(cards):
        if is_altered[card] == 1 and (box.offer_how[card] >= 0) == seen:
            number += 1
    return number


@compiled
def play_trunks(states, copies, traces, policy_sets, request, rows, counts):
    """Play games that others are forked from, and write their rows.

    ``copies`` has room for `KEPT_STATES` states of each game. It receives the states before each
    month in which a player may see a card that is altered in a fork, and the final state if at
    least one such card was never seen.
    """
    state = states[0]
    table = state.table
    for index in range(request.games):
        first = index * KEPT_STATES
        for copy_number in range(first, first + KEPT_STATES):
            copies[copy_number].table.phase = SET_UP
        refusal = set_up(
            state, traces[0], policy_sets[0], request.seed, request.game + index, request.seating
        )
        while refusal == 0 and table.phase != GAME_OVER:
            if table.phase == DEALING and may_deal_altered(state):
                copy_game(copies[first + table.month - 1], state)
            refusal = play_step(state, traces[0], policy_sets[0])
        if refusal > 0:
            return refusal
        if count_altered(state.box.is_altered, table.cards, state.box, False) > 0:
            copy_game(copies[first + MONTHS], state)
        write_rows(state, rows, counts)
    return 0


@compiled
def play_forks(states, copies, traces, policy_sets, request, rows, counts):
    """Play games from the last state before an altered card is seen.

    If there is no such state, because an altered card is dealt at set-up, the entire game is
    played.
    """
    state = states[0]
    for index in range(request.games):
        first = index * KEPT_STATES
        copy_number = first + KEPT_STATES - 1
        while copy_number >= first and (
            copies[copy_number].table.phase == SET_UP
            or count_altered(state.box.is_altered, state.table.cards, copies[copy_number].box, True)
            > 0
        ):
            copy_number -= 1
        refusal = 0
        if copy_number >= first:
            copy_game(state, copies[copy_number])
        else:
            game = request.game + index
            refusal = set_up(state, traces[0], policy_sets[0], request.seed, game, request.seating)
        if refusal == 0:
            refusal = play_on(state, traces[0], policy_sets[0])
        if refusal > 0:
            return refusal
        write_rows(state, rows, counts)
    return 0


@compiled_entry
def serve(states, other_states, traces, policy_sets, requests, ends, rows, counts):
    """Serve a request of this game's own, or a general one.

    The request is ``requests[0]``; `kernel.entry.make_serve` serves the general ones.

    ``ends`` receives, for each twin of a PLAY_TWINS request, the number of rows written so far
    in each table.
    """
    request = requests[0]
    if request.task == PLAY_AND_KEEP:
        return play_and_keep(
            states, other_states, traces, policy_sets, request, request.game, rows, counts
        )
    if request.task == PLAY_TWINS:
        return play_twins(states, other_states, traces, policy_sets, requests, ends, rows, counts)
    if request.task == PLAY_TRUNKS:
        return play_trunks(states, other_states, traces, policy_sets, request, rows, counts)
    if request.task == PLAY_FORKS:
        return play_forks(states, other_states, traces, policy_sets, request, rows, counts)
    return serve_any(states, other_states, traces, policy_sets, requests, rows, counts)
