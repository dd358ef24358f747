"""Redealing what a seat cannot see (INF-2), for search and what-ifs.

A manager cannot see the line-ups that are still to come, or what other managers have learnt about
the line-ups that they will face. Under ``scouting = deck``, a manager cannot see which clubs are
still to be met either. `season_hidden` redeals the things that only a season has.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven import streams
from eoc_sim.simulator.eleven.epic import deal_from
from eoc_sim.simulator.eleven.league_layouts import redeal_layout
from eoc_sim.simulator.eleven.pairing import rival_of
from eoc_sim.simulator.eleven.pitch import MARKERS, PLACES_IN_ROW
from eoc_sim.simulator.eleven.scouting import draw_line_up, expect
from eoc_sim.simulator.eleven.set_up import deal_clubs, key_strategy_streams
from eoc_sim.simulator.eleven.sizes import CLUBS_IN_DECK
from eoc_sim.simulator.eleven.state import BETTING, LAYING_OUT, PREPARING, PRODUCING
from eoc_sim.simulator.eleven.switches import EPIC, SCHEDULE, SCOUTING
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import draw_once, forget, key_redeal
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish


@compiled
def is_known_to_meet(table, seat, place):
    """Check if a manager (-1: any) is known to meet a club."""
    for index in range(table.managers):
        if seat < 0 or index == seat:
            for week in range(table.rule_weeks):
                if table.schedule[index, week] == place:
                    return True
    return False


@compiled
def shuffle_unmet(state, deck, seat):
    """LEA-3: shuffle the clubs of a deck that may still be met.

    These are the clubs that ``seat`` is not known to meet or, if it is -1, those that no manager is
    known to meet.
    """
    table = state.table
    box = state.box
    number = 0
    for index in range(CLUBS_IN_DECK * deck, CLUBS_IN_DECK * (deck + 1)):
        if not is_known_to_meet(table, seat, index):
            shuffle_add(box, streams.REDEAL + 16 * deck + seat + 1, number, number, index)
            number += 1
    shuffle_finish(box, number)


@compiled
def redeal_deck(state, deck):
    """LEA-3: redeal the clubs at a deck's unknown places."""
    box = state.box
    shuffle_unmet(state, deck, -1)
    number = 0
    for index in range(CLUBS_IN_DECK):
        if not is_known_to_meet(state.table, -1, box.deck_order[deck, index]):
            box.deck_order[deck, index] = box.sort_item[number]
            number += 1


@compiled
def redeal_schedule(state, seat):
    """LEA-3: redeal the clubs that a manager has yet to meet."""
    table = state.table
    for deck in range(table.clubs // CLUBS_IN_DECK):
        shuffle_unmet(state, deck, seat)
        number = 0
        for week in range(table.rule_weeks):
            if table.schedule[seat, week] < 0 and (
                state.box.opponent_clubs[seat, week] // CLUBS_IN_DECK == deck
            ):
                state.box.opponent_clubs[seat, week] = state.box.sort_item[number]
                number += 1


@compiled
def redeal_clubs(state):
    """LEA-3, INF-3: redeal the clubs yet to be met."""
    table = state.table
    if table.rule_scouting != SCOUTING.DECK:
        return
    if table.rule_schedule == SCHEDULE.ROTATED:
        for deck in range(table.clubs // CLUBS_IN_DECK):
            redeal_deck(state, deck)
        deal_clubs(state)
        return
    for seat in range(table.managers):
        redeal_schedule(state, seat)
        if table.rule_epic == EPIC.ON:
            # The deck of this week's club is known; the decks of later clubs are not (INF-3).
            deal_from(state, seat, table.week + 0, streams.REDEAL + 48 + 2 * seat)


@compiled
def have_same_rows(table, first, second):
    """INF-3: check if two line-ups have the same markers in each row."""
    for marker in range(MARKERS):
        difference = 0
        for other in range(MARKERS):
            if are_alike(table, first, marker, first, other):
                difference += 1
            if are_alike(table, first, marker, second, other):
                difference -= 1
        if difference != 0:
            return False
    return True


@compiled
def are_alike(table, first, first_marker, second, second_marker):
    """Check if two markers are alike and in the same row."""
    return (
        table.line_up_cell[first, first_marker] // PLACES_IN_ROW
        == table.line_up_cell[second, second_marker] // PLACES_IN_ROW
        and table.line_up_side[first, first_marker] == table.line_up_side[second, second_marker]
        and table.line_up_strength[first, first_marker]
        == table.line_up_strength[second, second_marker]
    )


@compiled
def redeal_reported(state, seat):
    """INF-3: redeal a line-up whose rows a manager knows."""
    table = state.table
    box = state.box
    current_line_up = box.coming_line_up[seat] + 0
    club = table.club_at[table.schedule[seat, table.week - 1]]
    number_alike = 0
    for number in range(table.line_ups_of[club]):
        if have_same_rows(table, current_line_up, table.line_up_of[club, number]):
            number_alike += 1
    draw = draw_once(box, streams.LINE_UP + 64 * table.week + seat, 0, number_alike)
    for number in range(table.line_ups_of[club]):
        line_up = table.line_up_of[club, number]
        if have_same_rows(table, current_line_up, line_up):
            if draw == 0:
                box.coming_line_up[seat] = line_up
            draw -= 1


@compiled
def redeal_line_ups(state, viewer):
    """INF-2, INF-3: redeal this week's line-ups that the viewer does not know."""
    table = state.table
    for seat in range(table.managers):
        if rival_of(table, seat) >= 0:
            continue
        if seat != viewer:
            draw_line_up(state, seat)
            expect(state, seat)
        elif table.scouted[seat] == 1:
            continue
        elif table.rule_scouting == SCOUTING.REPORT:
            redeal_reported(state, seat)
        elif table.rule_scouting != SCOUTING.CARD:
            draw_line_up(state, seat)


@compiled
def begin_redeal(state, key):
    """INF-2: set the key for a new deal's luck, and redeal the clubs."""
    key_redeal(state.box, key)
    redeal_clubs(state)


@compiled
def end_redeal(state, seat):
    """INF-2: erase the strategies' memories, and redeal line-ups not yet revealed."""
    forget(state)
    key_strategy_streams(state)
    phase = state.table.phase
    if phase == PREPARING or phase == BETTING or PRODUCING <= phase <= LAYING_OUT:
        redeal_line_ups(state, seat)


@compiled
def redeal(state, seat, key):
    """Redeal everything that a seat cannot see (INF-2), uniformly over the possibilities.

    The result is the same for every state that looks the same to the seat. ``key``, a non-negative
    integer, determines the luck of this deal and of later dice and line-ups. All memories and
    random streams of strategies start again, because they depend on hidden information.
    """
    begin_redeal(state, key)
    end_redeal(state, seat)
    redeal_layout(state, seat)
