"""Set-up (SET): the clubs, the schedule and the tactic cards."""

from __future__ import annotations

from eoc_sim.simulator.eleven import streams
from eoc_sim.simulator.eleven.cards import give_tactic
from eoc_sim.simulator.eleven.epic import deal_from, deal_rotated
from eoc_sim.simulator.eleven.ledger import clear_ledger
from eoc_sim.simulator.eleven.pairing import pair_managers, regular_matches, rival_in
from eoc_sim.simulator.eleven.sizes import CLUBS_IN_DECK, MAX_MANAGERS, MAX_WEEKS
from eoc_sim.simulator.eleven.sources import IN_DECK, TACTIC_DECK
from eoc_sim.simulator.eleven.sources import TACTICS as TACTIC_SOURCES
from eoc_sim.simulator.eleven.state import clear_state
from eoc_sim.simulator.eleven.switches import EPIC, SCHEDULE, SCOUTING, TACTICS
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.line_up import begin_game
from eoc_sim.simulator.kernel.random_streams import draw_once, key_strategies
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish
from eoc_sim.simulator.kernel.tracing import emit_value


@compiled
def key_strategy_streams(state):
    """Give every seat its own random stream for the week (RND-2).

    This stream reveals nothing about any other (INF-2).
    """
    table = state.table
    key_strategies(state, table.managers, streams.STRATEGY + table.week, 128)


@compiled
def clear_table(state):
    """SET: clear the state of the previous game."""
    clear_state(state)
    table = state.table
    clear_ledger(state)
    for seat in range(MAX_MANAGERS):
        table.line_up[seat] = -1
        state.box.basic_tactic[seat] = -1
        state.box.other_tactic[seat] = -1
        state.box.veteran[seat] = -1
        state.box.youngster[seat] = -1
        for week in range(MAX_WEEKS):
            table.schedule[seat, week] = -1
            table.rivals[seat, week] = -1


@compiled
def shuffle_clubs(state, stream, deck):
    """SET-2, LEA-3: shuffle the places of a deck into ``box.sort_item``."""
    table = state.table
    box = state.box
    for number in range(CLUBS_IN_DECK):
        place = CLUBS_IN_DECK * deck + number
        club = table.club_at[place]
        item = box.club_item[club]
        shuffle_add(box, stream, number, item, place)
    shuffle_finish(box, CLUBS_IN_DECK)


@compiled
def shuffle_decks(state):
    """SET-2: shuffle the decks of clubs."""
    table = state.table
    box = state.box
    for deck in range(table.clubs // CLUBS_IN_DECK):
        shuffle_clubs(state, streams.CLUBS + deck_of_rank(table, deck), deck)
        for number in range(CLUBS_IN_DECK):
            box.deck_order[deck, number] = box.sort_item[number]


@compiled
def deck_of_rank(table, rank):
    """Return the deck in play with this rank, 0 for the lowest."""
    return table.club_deck[table.club_at[CLUBS_IN_DECK * rank]] + 0


@compiled
def matches_of_deck(table, deck):
    """LEA-2: count the matches against the lower deck (0) or the higher (1)."""
    lower = min(CLUBS_IN_DECK, (table.rule_weeks + 1) // 2)
    return lower if deck == 0 else table.rule_weeks - lower


@compiled
def deal_clubs(state):
    """LEA-3: fix the order in which every manager meets the clubs."""
    table = state.table
    box = state.box
    for seat in range(table.managers):
        stream = streams.DEALT_CLUBS + 8 * seat
        if table.rule_epic == EPIC.ON and table.rule_schedule == SCHEDULE.DEALT:
            deal_from(state, seat, 0, stream)
        elif table.rule_epic == EPIC.ON:
            deal_rotated(box, seat)
        else:
            week = 0
            for deck in range(2):
                if table.rule_schedule == SCHEDULE.DEALT:
                    shuffle_clubs(state, stream + deck, deck)
                for number in range(matches_of_deck(table, deck)):
                    place = box.deck_order[deck, (seat + number) % CLUBS_IN_DECK]
                    if table.rule_schedule == SCHEDULE.DEALT:
                        place = box.sort_item[number]
                    box.opponent_clubs[seat, week] = place
                    week += 1


@compiled
def find_opponents_place(state, seat, week):
    """LEA-2, PVP-2: return the place of the club that a manager meets, or -1."""
    table = state.table
    if rival_in(table, seat, week) >= 0:
        return -1
    clubs_met = 0
    for earlier_week in range(1, week):
        if rival_in(table, seat, earlier_week) < 0:
            clubs_met += 1
    return state.box.opponent_clubs[seat, clubs_met] + 0


@compiled
def show_schedule(state):
    """SET-9, INF-3: show the schedule, unless only the deck is public."""
    table = state.table
    if table.rule_scouting == SCOUTING.DECK:
        return
    for seat in range(table.managers):
        for week in range(1, table.rule_weeks + 1):
            table.schedule[seat, week - 1] = find_opponents_place(state, seat, week)


@compiled
def deal_tactics(state):
    """SET-7: deal each manager a basic tactic card, then non-basic ones."""
    table = state.table
    box = state.box
    if table.rule_tactics == TACTICS.OFF:
        return
    number = shuffle_tactics(state, streams.BASIC_TACTICS, 1)
    for seat in range(min(number, table.managers)):
        box.basic_tactic[seat] = box.sort_item[seat]
        give_tactic(state, seat, box.sort_item[seat])
    number = shuffle_tactics(state, streams.TACTICS, 0)
    number_dealt = min(number, table.managers * table.rule_start_tactics)
    for index in range(number_dealt):
        seat = index % table.managers
        if index < table.managers:
            box.other_tactic[seat] = box.sort_item[index]
        give_tactic(state, seat, box.sort_item[index])
    for index in range(number_dealt, number):
        source = TACTIC_SOURCES + box.sort_item[index]
        box.pile[TACTIC_DECK, number - 1 - index] = source
        table.lies[source] = IN_DECK
    box.pile_count[TACTIC_DECK] = number - number_dealt


@compiled
def shuffle_tactics(state, stream, is_basic):
    """SET-7: shuffle and count the basic tactic cards, or the others."""
    table = state.table
    box = state.box
    number = 0
    for card in range(table.tactics):
        if table.tactic_in_play[card] == 1 and table.tactic_is_basic[card] == is_basic:
            shuffle_add(box, stream, number, box.tactic_item[card], card)
            number += 1
    shuffle_finish(box, number)
    return number


@compiled
def emit_dealt(state, trace):
    """Write the schedule and the tactic cards to the trace."""
    table = state.table
    box = state.box
    emit_value(trace, table.managers)
    for seat in range(table.managers):
        emit_value(trace, regular_matches(table, seat))
        for week in range(1, table.rule_weeks + 1):
            if rival_in(table, seat, week) < 0:
                emit_value(trace, table.club_at[find_opponents_place(state, seat, week)])
    emit_value(trace, table.managers)
    for seat in range(table.managers):
        number = 0
        for card in range(table.tactics):
            number += table.holds[seat, card]
        emit_value(trace, number)
        if box.basic_tactic[seat] >= 0:
            emit_value(trace, box.basic_tactic[seat])
        for card in range(table.tactics):
            if table.holds[seat, card] == 1 and card != box.basic_tactic[seat]:
                emit_value(trace, card)


@compiled
def deal_league(state, seed, game, seating):
    """SET-1 to SET-3, SET-7: deal the parts that both layers share."""
    table = state.table
    begin_game(state, table.managers, seed, game, seating, streams.SEARCH)
    table.first = draw_once(state.box, streams.FIRST_MANAGER, 0, table.managers)
    table.first_manager = table.first
    pair_managers(table)
    shuffle_decks(state)
    deal_clubs(state)
    show_schedule(state)
    deal_tactics(state)
