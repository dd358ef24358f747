"""Set-up of a season: cards, decks and rows (SET-4 to SET-9)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import sizes, sources, streams
from eoc_sim.simulator.eleven.cards import clear_cards, fill_row, give_card, make_deck
from eoc_sim.simulator.eleven.club import add_held
from eoc_sim.simulator.eleven.directors import set_levels
from eoc_sim.simulator.eleven.events import SEASON_SETUP
from eoc_sim.simulator.eleven.interventions import clear_changes
from eoc_sim.simulator.eleven.ledger import note_card, note_taken
from eoc_sim.simulator.eleven.names import MONEY
from eoc_sim.simulator.eleven.outcomes import GOT_DEALT
from eoc_sim.simulator.eleven.set_up import clear_table, deal_league, emit_dealt
from eoc_sim.simulator.eleven.state import DRAFTING, STARTING
from eoc_sim.simulator.eleven.switches import BOARD_MEETINGS, OBJECTIVES
from eoc_sim.simulator.eleven.switches import DIRECTORS as DIRECTORS_RULE
from eoc_sim.simulator.eleven.switches import SPONSORS as SPONSORS_RULE
from eoc_sim.simulator.eleven.switches import STAFF as STAFF_RULE
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish
from eoc_sim.simulator.kernel.tracing import emit, emit_list, emit_value


@compiled
def shuffle_sources(state, stream, first, max_cards, spacing):
    """RND-1: shuffle a sheet's cards that are in the game; return their number."""
    box = state.box
    number = 0
    for index in range(max_cards):
        source = first + spacing * index
        if box.source_in_play[source] == 1:
            shuffle_add(box, stream, number, box.source_item[source], source)
            number += 1
    shuffle_finish(box, number)
    return number


@compiled
def shuffle_staff(state):
    """SET-8: shuffle and count the staff cards for this number of managers."""
    box = state.box
    number = 0
    for card in range(sizes.MAX_STAFF):
        source = sources.STAFF + card
        if (
            box.source_in_play[source] == 1
            and box.staff_starts[card] == 0
            and box.staff_managers[card] <= state.table.managers
        ):
            shuffle_add(box, streams.STAFF, number, box.source_item[source], source)
            number += 1
    shuffle_finish(box, number)
    return number


@compiled
def deal_squads(state):
    """SET-4, SET-8, SOLO-1: deal each manager a youngster and, unless ruled out, a veteran."""
    table = state.table
    box = state.box
    number = shuffle_sources(state, streams.VETERANS, sources.VETERANS, sizes.MAX_VETERANS, 1)
    for index in range(number):
        table.lies[box.sort_item[index]] = sources.OUT
    for seat in range(table.managers * table.veterans_dealt):
        box.veteran[seat] = box.sort_item[seat]
        give_card(state, seat, box.veteran[seat])
        note_card(state, seat, box.veteran[seat], GOT_DEALT, 0)
    number = shuffle_sources(state, streams.YOUNGSTERS, sources.YOUNGSTERS, sizes.MAX_YOUNGSTERS, 1)
    for seat in range(table.managers):
        box.youngster[seat] = box.sort_item[seat]
        give_card(state, seat, box.youngster[seat])
        note_card(state, seat, box.youngster[seat], GOT_DEALT, 0)
    for index in range(table.managers, number):
        box.sort_item[index - table.managers] = box.sort_item[index]
    make_deck(state, sources.YOUNGSTER_DECK, number - table.managers)


@compiled
def deal_trainers(state):
    """SET-4: give each manager a First Trainer."""
    box = state.box
    seat = 0
    for card in range(sizes.MAX_STAFF):
        if (
            box.staff_starts[card] == 1
            and box.source_in_play[sources.STAFF + card] == 1
            and seat < state.table.managers
        ):
            add_held(state, seat, sources.OF_STAFF, sources.STAFF + card)
            note_taken(state, seat, sources.OF_STAFF, card, 0)
            seat += 1


@compiled
def deal_directors(state):
    """SET-5: deal four directors to each manager."""
    table = state.table
    number = shuffle_sources(state, streams.DIRECTORS, sources.DIRECTORS, sizes.MAX_DIRECTORS, 1)
    for index in range(number):
        source = state.box.sort_item[index]
        table.lies[source] = sources.OUT
        if index < sizes.DIRECTORS_DEALT * table.managers:
            table.hand[index % table.managers, index // table.managers] = source
            # A director in a hand still counts as being in the deck.
            table.lies[source] = sources.IN_DECK


@compiled
def deal_objectives(state):
    """SET-6: deal two objectives to each manager."""
    table = state.table
    box = state.box
    number = 0
    for objective in range(sizes.MAX_OBJECTIVES):
        if box.objective_in_play[objective] == 1:
            item = box.objective_item[objective]
            shuffle_add(box, streams.OBJECTIVES, number, item, objective)
            number += 1
    shuffle_finish(box, number)
    for index in range(sizes.OBJECTIVES_DEALT * table.managers):
        seat = index % table.managers
        state.seats[seat].offered[index // table.managers] = box.sort_item[index]


@compiled
def clear_season(state):
    """SET: clear the state of the previous season."""
    table = state.table
    clear_cards(state)
    clear_changes(state)
    table.meeting = -1
    table.asked_source = -1
    for seat in range(sizes.MAX_MANAGERS):
        table.outcome[seat] = -1
        me = state.seats[seat]
        me.objective = -1
        for index in range(sizes.OBJECTIVES_DEALT):
            me.offered[index] = -1
        for index in range(sizes.DIRECTORS_DEALT):
            table.hand[seat, index] = -1
        for side in range(sizes.UNIQUE_SIDES):
            table.unique_cards[seat, side] = -1
        for place in range(sizes.FIELD_PLACES):
            table.fielded[seat, place] = -1


@compiled
def set_up(state, trace, policies, seed, game, seating):
    """SET-4 to SET-9: set up a season; return 0.

    No strategy is asked anything.
    """
    deal(state, trace, seed, game, seating)
    begin(state, trace)
    return 0


@compiled
def deal(state, trace, seed, game, seating):
    """SET-4 to SET-9: deal cards, build the decks and fill the rows."""
    table = state.table
    clear_table(state)
    clear_season(state)
    deal_league(state, seed, game, seating)
    for seat in range(table.managers):
        table.resources[seat, MONEY] = table.rule_start_money
    deal_squads(state)
    number = shuffle_sources(state, streams.PLAYERS, sources.PLAYERS, sizes.MAX_PLAYERS, 1)
    make_deck(state, sources.PLAYER_DECK, number)
    if table.rule_staff == STAFF_RULE.ON:
        deal_trainers(state)
        make_deck(state, sources.STAFF_DECK, shuffle_staff(state))
    if table.rule_sponsors == SPONSORS_RULE.ON:
        number = shuffle_sources(state, streams.SPONSORS, sources.SPONSORS, sizes.MAX_SPONSORS, 1)
        make_deck(state, sources.SPONSOR_DECK, number)
    if table.rule_directors == DIRECTORS_RULE.ON:
        deal_directors(state)
    number = shuffle_sources(
        state, streams.MEETINGS, sources.OUTCOMES, sizes.MAX_MEETINGS, sizes.VOTE_COLOURS
    )
    make_deck(state, sources.MEETING_DECK, number)
    if table.rule_objectives == OBJECTIVES.ON:
        deal_objectives(state)
    emit_season_set_up(state, trace)
    for row in range(sources.AREA_ROWS):
        fill_row(state, trace, row)


@compiled
def begin(state, trace):
    """SET-5: begin with the draft of directors, if the game has them."""
    table = state.table
    if table.rule_directors == DIRECTORS_RULE.ON:
        table.draft_round = 1
        table.phase = DRAFTING
    else:
        set_levels(state, trace)
        table.phase = STARTING


@compiled
def has_meetings(table):
    """BOA-1: check if boards meet; they do so only with directors."""
    return table.rule_board_meetings == BOARD_MEETINGS.ON and (
        table.rule_directors == DIRECTORS_RULE.ON
    )


@compiled
def emit_season_set_up(state, trace):
    """Write the set-up of a season to the trace."""
    if trace.position == 0:
        return
    table = state.table
    box = state.box
    emit(trace, SEASON_SETUP, -1, table.rule_start_money)
    emit_dealt(state, trace)
    emit_list(trace, box.veteran, table.managers * table.veterans_dealt)
    emit_list(trace, box.youngster, table.managers)
    trainers = table.managers if table.rule_staff == STAFF_RULE.ON else 0
    emit_value(trace, trainers)
    for seat in range(trainers):
        emit_value(trace, table.held[seat, sources.OF_STAFF, 0])
    emit_value(trace, table.managers)
    for seat in range(table.managers):
        emit_list(
            trace,
            table.hand[seat],
            sizes.DIRECTORS_DEALT if table.rule_directors == DIRECTORS_RULE.ON else 0,
        )
    emit_value(trace, table.managers)
    for seat in range(table.managers):
        emit_list(
            trace,
            state.seats[seat].offered,
            sizes.OBJECTIVES_DEALT if table.rule_objectives == OBJECTIVES.ON else 0,
        )
    for deck in range(sources.DECKS):
        emit_value(trace, box.pile_count[deck])
        for index in range(box.pile_count[deck] - 1, -1, -1):
            emit_value(trace, box.pile[deck, index])
