"""Cards of all kinds: decks, rows, discards, and the players' sides (SET-8, PLA)."""

from __future__ import annotations

from eoc_sim.simulator.eleven import sources, streams
from eoc_sim.simulator.eleven.club import add_held, staff_places
from eoc_sim.simulator.eleven.events import RESHUFFLE, ROW
from eoc_sim.simulator.eleven.interventions import record_arrival
from eoc_sim.simulator.eleven.ledger import note_taken, note_trained
from eoc_sim.simulator.eleven.names import WINTER_KINDS
from eoc_sim.simulator.eleven.sizes import (
    CARDS,
    MAX_MANAGERS,
    MAX_PILE,
    MAX_YOUNGSTERS,
    VOTE_COLOURS,
)
from eoc_sim.simulator.eleven.switches import TRAINED_SIDE
from eoc_sim.simulator.kernel.compiled import compiled, outlined
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish
from eoc_sim.simulator.kernel.tracing import emit, emit_value

SPONSORS_SHOWN = 5
"""The number of sponsors in their row (SET-8)."""
FIRST_DECK_NOT_REFILLED = sources.TACTIC_DECK
"""The first of the decks that are not refilled from their discards."""
STRENGTH_OF_3 = WINTER_KINDS.index("strength 3") + 1
"""The winter token whose card gains no strength from training (EPI-9)."""
SIDE_BITS = 2
"""The number of bits for the side in ``box.printed_face``.

The bits above them hold the jersey.
"""


@compiled
def first_source(deck):
    """Return the first source of a deck's cards."""
    if deck == sources.PLAYER_DECK:
        return sources.PLAYERS
    if deck == sources.YOUNGSTER_DECK:
        return sources.YOUNGSTERS
    if deck == sources.STAFF_DECK:
        return sources.STAFF
    if deck == sources.SPONSOR_DECK:
        return sources.SPONSORS
    return sources.OUTCOMES if deck == sources.MEETING_DECK else sources.TACTICS


@compiled
def source_of_deck(deck, number):
    """Return the source of a deck's card, or a meeting's first outcome."""
    if deck == sources.MEETING_DECK:
        return sources.OUTCOMES + VOTE_COLOURS * number
    return first_source(deck) + number


@compiled
def make_deck(state, deck, number):
    """RND-1: turn the shuffled cards in ``box.sort_item`` into a deck."""
    box = state.box
    for index in range(number):
        source = box.sort_item[number - 1 - index]
        box.pile[deck, index] = source
        state.table.lies[source] = sources.IN_DECK
    box.pile_count[deck] = number


@compiled
def shuffle_cards_at(state, stream, deck, location):
    """SET-8: shuffle a deck's cards at one location; return their number."""
    table = state.table
    box = state.box
    number = 0
    for index in range(MAX_YOUNGSTERS if deck == sources.YOUNGSTER_DECK else MAX_PILE):
        source = source_of_deck(deck, index)
        if table.lies[source] == location:
            shuffle_add(box, stream, number, box.source_item[source], source)
            number += 1
    shuffle_finish(box, number)
    return number


@outlined
def reshuffle(state, trace, deck):
    """SET-8: refill an empty deck with its shuffled discards."""
    box = state.box
    if deck >= FIRST_DECK_NOT_REFILLED:
        return
    stream = streams.RESHUFFLE + 64 * deck + box.reshuffles[deck] + 1
    number = shuffle_cards_at(state, stream, deck, sources.DISCARDED)
    if number == 0:
        return
    box.reshuffles[deck] += 1
    emit(trace, RESHUFFLE, -1, deck)
    emit_value(trace, number)
    for index in range(number):
        emit_value(trace, box.sort_item[index])
    make_deck(state, deck, number)


@compiled
def draw_card(state, trace, deck):
    """SET-8: draw a deck's top card, or return -1.

    An empty deck is first refilled from its discards.
    """
    box = state.box
    if box.pile_count[deck] == 0:
        reshuffle(state, trace, deck)
    if box.pile_count[deck] == 0:
        return -1
    box.pile_count[deck] -= 1
    return box.pile[deck, box.pile_count[deck]] + 0


@compiled
def row_size(table, row):
    """SET-8: return how many cards a row of the Transfer Area holds."""
    if row == sources.PLAYER_DECK:
        return table.rule_market_players + 0
    if row == sources.YOUNGSTER_DECK:
        return table.rule_market_youngsters + 0
    return table.rule_market_staff + 0 if row == sources.STAFF_DECK else SPONSORS_SHOWN


@outlined
def fill_row(state, trace, row):
    """SET-8: fill the gaps in a row; the newest card comes last."""
    table = state.table
    while table.area_count[row] < row_size(table, row):
        source = draw_card(state, trace, row)
        if source < 0:
            return
        index = table.area_count[row] + 0
        table.area[row, index] = source
        table.area_count[row] = index + 1
        table.lies[source] = sources.IN_AREA
        for seat in range(table.managers):
            table.area_passed[row, index, seat] = 0
        emit(trace, ROW, -1, row, source, index)


@compiled
def take_from_area(table, row, source):
    """SET-8: take a card out of its row, which closes up."""
    index = 0
    while table.area[row, index] != source:
        index += 1
    table.area_count[row] -= 1
    for later in range(index, table.area_count[row]):
        table.area[row, later] = table.area[row, later + 1]
        for seat in range(table.managers):
            table.area_passed[row, later, seat] = table.area_passed[row, later + 1, seat]


@compiled
def discard(table, source):
    """SET-8: put a card on its discard pile."""
    table.lies[source] = sources.DISCARDED


@compiled
def refresh(state, trace, row, number):
    """WEE-4, EFF-1: replace the oldest cards of a row."""
    table = state.table
    for _ in range(min(number, table.area_count[row])):
        oldest = table.area[row, 0] + 0
        take_from_area(table, row, oldest)
        discard(table, oldest)
    fill_row(state, trace, row)


@compiled
def turn_untrained(state, card):
    """PLA-1: turn a card to its untrained side; clear its tokens and counts."""
    table = state.table
    front = state.box.printed_face[card]
    table.card_rows[card] = table.card_position[card]
    table.card_side[card] = front & ((1 << SIDE_BITS) - 1)
    table.card_jersey[card] = front >> SIDE_BITS
    table.winter_token[card] = 0
    table.is_trained[card] = 0
    table.side_strength[card] = table.card_strength[card]
    table.side_gloves[card] = table.card_gloves[card]
    table.experience[card] = 0
    table.strength_tokens[card] = 0
    table.weakness_tokens[card] = 0
    table.injured_until[card] = 0
    table.suspended_until[card] = 0
    table.matches[card] = 0
    table.matches_before[card] = 0
    table.card_goals[card] = 0
    table.goals_before[card] = 0


@compiled
def move_card(table, card, seat):
    """Move a card to another manager's squad; seat -1 stands for nobody."""
    owner = table.owner[card] + 0
    if owner >= 0:
        index = 0
        while table.squad[owner, index] != card:
            index += 1
        table.squad_size[owner] -= 1
        for later in range(index, table.squad_size[owner]):
            table.squad[owner, later] = table.squad[owner, later + 1]
    table.owner[card] = seat
    if seat >= 0:
        index = table.squad_size[seat] + 0
        while index > 0 and table.squad[seat, index - 1] > card:
            table.squad[seat, index] = table.squad[seat, index - 1]
            index -= 1
        table.squad[seat, index] = card
        table.squad_size[seat] += 1


@outlined
def give_card(state, seat, card):
    """PLA-6: give a card to a manager, who sees its other side.

    All managers see the other side of a veteran, and of any card under `trained_side = open`.
    """
    table = state.table
    move_card(table, card, seat)
    record_arrival(state, seat, card)
    table.lies[card] = sources.WITH_MANAGER
    table.matches[card] = 0
    table.matches_before[card] = 0
    table.card_goals[card] = 0
    table.goals_before[card] = 0
    is_open = card >= sources.VETERANS or table.rule_trained_side == TRAINED_SIDE.OPEN
    for viewer in range(table.managers):
        if viewer == seat or is_open:
            show(state, viewer, card)


@compiled
def show(state, seat, card):
    """PLA-6: let a manager see a card's trained side."""
    me = state.seats[seat]
    me.trained[card] = state.box.hidden_strength[card]
    me.trained_gloves[card] = state.box.hidden_gloves[card]


@compiled
def lose_card(state, card):
    """ACT-2, PLA-5: take a card from its manager; only regulars can be hired again."""
    move_card(state.table, card, -1)
    turn_untrained(state, card)
    state.table.lies[card] = sources.DISCARDED if card < sources.YOUNGSTERS else sources.OUT


@compiled
def train(state, card):
    """ACT-7, PLA-4: turn a card to its trained side, which everybody sees."""
    table = state.table
    if table.is_trained[card] == 1:
        return
    table.is_trained[card] = 1
    note_trained(state, card)
    if table.winter_token[card] != STRENGTH_OF_3:
        table.side_strength[card] = state.box.hidden_strength[card]
    table.side_gloves[card] = state.box.hidden_gloves[card]
    for seat in range(table.managers):
        show(state, seat, card)
    if table.card_spaces[card] > 0:
        table.experience[card] = table.card_spaces[card]
        if table.owner[card] >= 0:
            table.youngsters_trained[table.owner[card]] += 1


@compiled
def fill_space(state, card):
    """PLA-4: fill one of a youngster's experience spaces; the last one trains it."""
    table = state.table
    if table.is_trained[card] == 1:
        return
    table.experience[card] += 1
    if table.experience[card] >= table.card_spaces[card]:
        train(state, card)


@compiled
def give_tactic(state, seat, tactic):
    """SET-7: give a tactic card to a manager."""
    source = sources.TACTICS + tactic
    state.table.holds[seat, tactic] = 1
    state.table.lies[source] = sources.WITH_MANAGER
    record_arrival(state, seat, source)


@compiled
def draw_tactic(state, seat):
    """SET-7: let a manager draw a tactic card; return its source or -1."""
    box = state.box
    if box.pile_count[sources.TACTIC_DECK] == 0:
        return -1
    box.pile_count[sources.TACTIC_DECK] -= 1
    source = box.pile[sources.TACTIC_DECK, box.pile_count[sources.TACTIC_DECK]] + 0
    give_tactic(state, seat, source - sources.TACTICS)
    return source


@compiled
def bring_staff(state, seat, name):
    """SET-5, EFF-1: give a manager the deck's first staff card with a given name.

    Return the card's source, or -1 if there is no such card or no free place for it.
    """
    table = state.table
    box = state.box
    if table.held_count[seat, sources.OF_STAFF] >= staff_places(table, seat):
        return -1
    for index in range(box.pile_count[sources.STAFF_DECK] - 1, -1, -1):
        source = box.pile[sources.STAFF_DECK, index] + 0
        if table.staff_name[source - sources.STAFF] == name:
            box.pile_count[sources.STAFF_DECK] -= 1
            for later in range(index, box.pile_count[sources.STAFF_DECK]):
                box.pile[sources.STAFF_DECK, later] = box.pile[sources.STAFF_DECK, later + 1]
            add_held(state, seat, sources.OF_STAFF, source)
            note_taken(state, seat, sources.OF_STAFF, source - sources.STAFF, 0)
            return source
    return -1


@compiled
def clear_cards(state):
    """SET: take all cards from the managers, and empty the decks."""
    for card in range(CARDS):
        turn_untrained(state, card)
        state.table.owner[card] = -1
    for seat in range(MAX_MANAGERS):
        state.table.squad_size[seat] = 0
    for deck in range(sources.DECKS):
        state.box.pile_count[deck] = 0
