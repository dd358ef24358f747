"""Board meetings: a card, three votes and the outcome (BOA)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import decisions, rerolling, streams
from eoc_sim.simulator.eleven.cards import discard, draw_card
from eoc_sim.simulator.eleven.codes import NOW
from eoc_sim.simulator.eleven.decisions import ask
from eoc_sim.simulator.eleven.effects import push_effects
from eoc_sim.simulator.eleven.events import VOTE
from eoc_sim.simulator.eleven.lasting import note_effects
from eoc_sim.simulator.eleven.ledger import note_vote
from eoc_sim.simulator.eleven.sizes import FACES, MAX_DIRECTORS_HELD, VOTE_COLOURS
from eoc_sim.simulator.eleven.sources import DIRECTORS, MEETING_DECK, OF_DIRECTORS
from eoc_sim.simulator.eleven.switches import BOARD_TIE
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.tracing import emit, emit_list

NO_COLOUR = -1
MAJORITY = 2


@compiled
def open_meeting(state, trace, seat):
    """BOA-1: draw a manager's meeting and roll the directors' dice.

    Return False if there is no meeting left.
    """
    table = state.table
    meeting = draw_card(state, trace, MEETING_DECK)
    if meeting < 0:
        return False
    table.meeting = meeting
    stream = streams.VOTE + 64 * table.week + 8 * seat
    rerolling.roll_dice(state, stream, MAX_DIRECTORS_HELD, FACES, FACES)
    return True


@compiled
def vote_of(table, seat, place):
    """BOA-1: return the colour for which a director's die votes.

    Yellow's faces come first, then blue's and red's.
    """
    director = table.held[seat, OF_DIRECTORS, place] - DIRECTORS
    face = table.dice[place] + 0
    for colour in range(VOTE_COLOURS - 1):
        face -= table.director_faces[director, colour]
        if face <= 0:
            return colour
    return VOTE_COLOURS - 1


@compiled
def find_colour(table, seat):
    """BOA-2: return the colour with at least two votes, or NO_COLOUR."""
    for colour in range(VOTE_COLOURS):
        votes = 0
        for index in range(MAX_DIRECTORS_HELD):
            if vote_of(table, seat, index) == colour:
                votes += 1
        if votes >= MAJORITY:
            return colour
    return NO_COLOUR


@compiled
def must_choose_colour(table, seat):
    """BOA-2: check if votes are tied, so that the manager must choose."""
    return table.rule_board_tie == BOARD_TIE.MANAGER and find_colour(table, seat) == NO_COLOUR


@compiled
def choose_colour(state, policies, seat):
    """BOA-2: let the manager choose the colour in a tie.

    Return the colour, or minus the number of the refusal.
    """
    ask(state, policies, seat, decisions.ASK_COLOUR)
    colour = state.order.amount + 0
    if colour < 0 or colour >= VOTE_COLOURS:
        return -decisions.COLOUR_NOT_VOTED
    stop_blaming(state)
    return colour


@compiled
def close_meeting(state, trace, seat, colour):
    """BOA-2, BOA-3: carry out a colour's outcome, and discard the meeting."""
    table = state.table
    box = state.box
    meeting = table.meeting + 0
    table.meeting = -1
    emit(trace, VOTE, seat, meeting, colour)
    note_vote(state, seat, meeting, colour)
    emit_list(trace, box.dice_first, MAX_DIRECTORS_HELD)
    rerolling.emit_rerolls(state, trace)
    discard(table, meeting)
    if colour != NO_COLOUR:
        table.outcome[seat] = meeting + colour
        note_effects(table, seat, meeting + colour)
        push_effects(state, seat, NOW, meeting + colour)


@compiled
def meet(state, trace, policies, seat):
    """BOA: continue a manager's meeting after the dice are rolled.

    Return `rerolling.FINAL` at its end, 0 before that, or why an answer is refused.
    """
    table = state.table
    if table.colour_asked == 0:
        answer = rerolling.reroll(state, policies, seat, MAX_DIRECTORS_HELD)
        if answer != rerolling.FINAL:
            return answer
        if must_choose_colour(table, seat):
            table.colour_asked = 1
            return 0
    colour = find_colour(table, seat)
    if table.colour_asked == 1:
        colour = choose_colour(state, policies, seat)
        if colour < 0:
            return -colour
        table.colour_asked = 0
    elif colour == NO_COLOUR and table.rule_board_tie == BOARD_TIE.FIRST:
        colour = vote_of(table, seat, 0)
    close_meeting(state, trace, seat, colour)
    return rerolling.FINAL
