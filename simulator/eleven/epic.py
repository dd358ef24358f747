"""Epic: ten weeks against three decks of clubs (EPI-1, EPI-2)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.sizes import CLUBS_IN_DECK, DECKS_IN_EPIC, MAX_WEEKS
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish

HALF = MAX_WEEKS // 2
"""The number of weeks before the Winter Break, and also after it (EPI-1)."""
MIDDLE_DECK = 1
"""The deck that both divisions share (EPI-1)."""
MATCHES_OF_DECK = (4, 3, 3)
"""The number of matches against each deck in a rotated schedule (EPI-2)."""


@compiled
def deal_rotated(box, seat):
    """EPI-2: list a manager's clubs from the shuffled decks."""
    week = 0
    for deck in range(DECKS_IN_EPIC):
        for number in range(MATCHES_OF_DECK[deck]):
            place = box.deck_order[deck, (seat + number) % CLUBS_IN_DECK]
            box.opponent_clubs[seat, week] = place
            week += 1


@compiled
def deal_from(state, seat, weeks, stream):
    """EPI-2: draw all clubs that a manager meets after the first ``weeks`` weeks.

    Five clubs from the lower division come first. At most three of them are from the middle deck,
    so that five clubs are left for the higher division.
    """
    for half in range(2):
        if weeks < HALF * (half + 1):
            deal_half(state, seat, half, max(weeks, HALF * half), stream + half)


@compiled
def deal_half(state, seat, half, first, stream):
    """EPI-2: draw a manager's clubs for the rest of a half.

    The clubs are of the half's division. ``first`` is the first week drawn, counted from 0.
    """
    table = state.table
    box = state.box
    number = 0
    for place in range(CLUBS_IN_DECK * half, CLUBS_IN_DECK * (half + 2)):
        if not meets_before(box, seat, first, place):
            shuffle_add(box, stream, number, box.club_item[table.club_at[place]], place)
            number += 1
    shuffle_finish(box, number)
    week = first + 0
    for index in range(number):
        place = box.sort_item[index]
        if week == HALF * (half + 1):
            return
        if half == 0 and place >= CLUBS_IN_DECK and count_middle(box, seat, week) == HALF - 2:
            continue
        box.opponent_clubs[seat, week] = place
        week += 1


@compiled
def meets_before(box, seat, weeks, place):
    """EPI-2: check if a manager meets a club in the first ``weeks`` weeks."""
    meets = False
    for week in range(weeks):
        meets = meets or box.opponent_clubs[seat, week] == place
    return meets


@compiled
def count_middle(box, seat, weeks):
    """EPI-2: count a manager's middle-deck clubs in the first ``weeks`` weeks."""
    number = 0
    for week in range(weeks):
        number += 1 if box.opponent_clubs[seat, week] // CLUBS_IN_DECK == MIDDLE_DECK else 0
    return number
