"""Set-up (SET): a cleared table, regions, tokens, recruits, coaches, stashes and boards."""

from __future__ import annotations

from eoc_sim.simulator.eoc import decisions, streams
from eoc_sim.simulator.eoc.asking import ask
from eoc_sim.simulator.eoc.cards import (
    TO_STASH,
    deal_to_pool,
    note_offer,
    remove_at,
    take_top,
    to_pool,
)
from eoc_sim.simulator.eoc.draft import index_in
from eoc_sim.simulator.eoc.effects import activate
from eoc_sim.simulator.eoc.events import COACH, PICK, SETUP, STASHED
from eoc_sim.simulator.eoc.seat_bans import impose_bans
from eoc_sim.simulator.eoc.solo import BUBBA_SEAT
from eoc_sim.simulator.eoc.state import (
    BORDER_SPOTS,
    COACH_SOURCE,
    COLOURS,
    DEALING,
    MAT_PLACES,
    MAX_PLAYERS,
    MIDWEST,
    MONTHS,
    NORTHWEST,
    SOUTH,
    SPOTS,
    STATES,
    TEXAS,
    clear_ledger,
    clear_state,
)
from eoc_sim.simulator.eoc.switches import (
    BOARDS,
    COACH_CHOICE,
    COACHES,
    POOL_START,
    REGIONS,
    SOLO,
    STASH,
    STATE_VALUES,
)
from eoc_sim.simulator.eoc.turn_order import compensate_turn_order
from eoc_sim.simulator.kernel.asking import stop_blaming
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.line_up import begin_game
from eoc_sim.simulator.kernel.random_streams import draw_once, key_strategies
from eoc_sim.simulator.kernel.shuffling import shuffle_add, shuffle_finish
from eoc_sim.simulator.kernel.tracing import emit, emit_list

PLAYER_REGIONS = (NORTHWEST, TEXAS, MIDWEST, SOUTH)
CLOCKWISE_REGIONS = (NORTHWEST, MIDWEST, SOUTH, TEXAS)
"""The player regions clockwise round the map (SET-17).

n players sit in the first n of them.
"""


@compiled
def clear_table(state):
    """Set everything that games change to its initial value (SET-6)."""
    clear_state(state)
    clear_ledger(state)
    table = state.table
    box = state.box
    table.turn = -1
    table.auctioneer = -1
    table.top_bidder = -1
    for card in range(table.cards):
        table.card_owner[card] = -1
        box.card_drafted_seat[card] = -1
        box.offer_how[card] = -1
    for spot in range(SPOTS):
        table.spot_owner[spot] = -1
        table.spot_price[spot] = 0
        for colour in range(COLOURS):
            table.spot_cost[spot, colour] = box.spot_cost[spot, colour]
            table.spot_price[spot] += box.spot_cost[spot, colour]
    for seat in range(MAX_PLAYERS):
        _clear_seat(state, seat)
    if table.rule_solo == SOLO.ON:
        table.region[BUBBA_SEAT] = SOUTH  # SOLO-1, SOLO-8
        table.bucks[BUBBA_SEAT] = 0


@compiled
def _clear_seat(state, seat):
    table = state.table
    table.coach[seat] = -1
    table.bucks[seat] = table.rule_start_bucks
    for index in range(MAT_PLACES):
        table.in_play[seat, index] = -1
    for die_index in range(2):
        table.die[seat, die_index] = -1
    for month in range(MONTHS + 1):
        table.calendar_card[seat, month] = -1
    for pick in range(4):
        state.box.picked_cards[seat, pick] = -1
    me = state.seats[seat]
    me.board = -1
    for index in range(5):
        me.board_position[index] = -1
    for index in range(8):
        me.hand[index] = -1
        me.stash[index] = -1


@compiled
def key_strategy_streams(state):
    """Give every seat its own random stream for the month (RND-2).

    A seat cannot see other seats' streams (INF-2).
    """
    table = state.table
    key_strategies(state, table.players, streams.STRATEGY + table.month, 16)


@compiled
def choose_regions(state):
    """SET-7, SET-17: choose the starting player and the regions.

    Each player's bus goes to the HQ of the player's region.
    """
    table = state.table
    box = state.box
    players = table.players
    table.first = draw_once(box, streams.START, 0, players)
    table.starter = table.first
    if table.rule_regions == REGIONS.CLOCKWISE and table.rule_solo == SOLO.OFF:
        offset = draw_once(box, streams.REGIONS, 0, players)
        for seat in range(players):
            table.region[seat] = CLOCKWISE_REGIONS[(seat + offset) % players]
    else:
        number = 3 if table.rule_solo == SOLO.ON else 4  # SOLO-1: Bubba is the South
        for item in range(number):
            shuffle_add(box, streams.REGIONS, item, PLAYER_REGIONS[item], PLAYER_REGIONS[item])
        shuffle_finish(box, number)
        for seat in range(players):
            table.region[seat] = box.sort_item[seat]
    for seat in range(players):
        region = table.region[seat]
        table.node[seat] = table.hq_node[region]
        for month in range(1, table.rule_seeded_months + 1):
            table.calendar[seat, month, region] = 1  # SET-6, CUT-1


@compiled
def place_recruits(state):
    """SET-4, SET-5: put the values, border tokens and recruits on their spots."""
    table = state.table
    box = state.box
    for state_number in range(STATES):
        if table.state_region[state_number, 1] < 0:
            table.spot_base[table.state_spot[state_number, 0]] = box.state_value[state_number]
    if table.rule_state_values == STATE_VALUES.SHUFFLED:
        for region in range(COLOURS):
            for item in range(4):
                shuffle_add(box, streams.STATE_VALUES + region, item, item, item + 2)
            shuffle_finish(box, 4)
            index = 0
            for spot in range(SPOTS):
                spot_state = table.spot_state[spot]
                if (
                    table.state_region[spot_state, 1] < 0
                    and table.state_region[spot_state, 0] == region
                ):
                    table.spot_base[spot] = box.sort_item[index]
                    # SET-3: a single-state recruit costs its value - 1.
                    table.spot_cost[spot, region] = table.spot_base[spot] - 1
                    table.spot_price[spot] = table.spot_base[spot] - 1
                    index += 1
    for item in range(BORDER_SPOTS):
        # An item encodes a value and a copy, so that the order of the printed list has no effect.
        copy = 0
        for earlier_item in range(item):
            if box.border_value[earlier_item] == box.border_value[item]:
                copy += 1
        value = box.border_value[item]
        shuffle_add(box, streams.BORDER_TOKENS, item, value * 64 + copy, value)
    shuffle_finish(box, BORDER_SPOTS)
    index = 0
    for spot in range(SPOTS):
        if table.state_region[table.spot_state[spot], 1] >= 0:
            table.spot_base[spot] = box.sort_item[index]
            index += 1
    for item in range(SPOTS):
        shuffle_add(box, streams.RECRUITS, item, item, item // 5)
    shuffle_finish(box, SPOTS)
    for spot in range(SPOTS):
        table.spot_position[spot] = box.sort_item[spot]


@compiled
def choose_coaches(state, trace, policies):
    """SET-7, SET-14: choose coaches at random, or in reverse turn order."""
    table = state.table
    box = state.box
    if table.rule_coaches == COACHES.OFF:
        return 0
    if table.rule_coach_choice == COACH_CHOICE.RANDOM:
        for sheet in range(box.sheets):
            shuffle_add(box, streams.COACHES, sheet, sheet, sheet)
        shuffle_finish(box, box.sheets)
        for seat in range(table.players):
            side = draw_once(box, streams.COACH_SIDES, seat, 2)
            set_coach(state, seat, box.sheet_coach[box.sort_item[seat], side])
        return 0
    for turn in range(table.players - 1, -1, -1):
        seat = (table.starter + turn) % table.players
        coach = ask(state, policies, seat, decisions.ASK_COACH)
        if coach < 0 or coach >= table.coaches or box.sheet_taken[table.coach_sheet[coach]] == 1:
            return decisions.COACH_TAKEN
        set_coach(state, seat, coach)
        emit(trace, COACH, seat, coach)
    stop_blaming(state)
    return 0


@compiled
def set_coach(state, seat, coach):
    """Give a player a head coach, whose sheet is then taken (SET-14)."""
    table = state.table
    box = state.box
    table.coach[seat] = coach
    box.sheet_taken[table.coach_sheet[coach]] = 1
    activate(table, seat, COACH_SOURCE + coach)


@compiled
def shuffle_deck(state, trace):
    """RND-1, RND-2: shuffle the deck by slots.

    Adding or removing one card then moves only one other card. In the trace, the cards of the
    starter stashes in use follow those of the deck.
    """
    table = state.table
    box = state.box
    number = _fill_slots(state)
    for card in range(table.cards):
        if box.is_added[card] == 1 and _belongs_in_deck(state, card):
            _add_card(box, number, card)
            number += 1
    for index in range(number):
        box.deck[index] = box.sort_item[index]
    box.deck_top = 0
    box.deck_end = number
    table.deck_size = number
    if trace.position > 0:
        for card in range(table.cards):
            if box.in_deck[card] == 1 and not _belongs_in_deck(state, card):
                box.sort_item[number] = card
                number += 1
        emit(trace, SETUP, -1)
        emit_list(trace, box.sort_item, number)


@compiled
def _fill_slots(state):
    """Fill the slots with their owners; return the number of cards.

    The slot of a card that is not in this deck is a hole. From the top down, the deepest card moves
    into each hole; no other card moves.
    """
    box = state.box
    for owner in range(box.owners):
        card = box.owner_card[owner]
        if card >= 0 and not _belongs_in_deck(state, card):
            card = -1
        shuffle_add(box, streams.DECK, owner, box.owner_item[owner], card)
    shuffle_finish(box, box.owners)
    hole = 0
    deepest = box.owners - 1
    while True:
        while hole < box.owners and box.sort_item[hole] >= 0:
            hole += 1
        while deepest >= 0 and box.sort_item[deepest] < 0:
            deepest -= 1
        if hole > deepest:
            return hole
        box.sort_item[hole] = box.sort_item[deepest]
        box.sort_key[hole] = box.sort_key[deepest]
        box.sort_item[deepest] = -1


@compiled
def _add_card(box, number, card):
    """Insert a card that owns no slot, at its key's rank.

    The card that was there goes last. The rank of the new card's key is independent of the
    order of the other cards, so every position is equally likely.
    """
    shuffle_add(box, streams.DECK, number, box.card_item[card], card)
    key = box.sort_key[number]
    rank = 0
    for index in range(number):
        if box.sort_key[index] < key:
            rank += 1
    box.sort_key[number] = box.sort_key[rank]
    box.sort_item[number] = box.sort_item[rank]
    box.sort_key[rank] = key
    box.sort_item[rank] = card


@compiled
def _belongs_in_deck(state, card):
    """Check if a card belongs in the deck (SET-8).

    It must have copies, and be in no starter stash in use.
    """
    if state.box.in_deck[card] == 0:
        return False
    return state.table.rule_stash != STASH.STARTER or not _in_starter_stash(state, card)


@compiled
def _in_starter_stash(state, card):
    table = state.table
    box = state.box
    for seat in range(table.players):
        for index in range(4):
            if box.starter_stash[table.region[seat], index] == card:
                return True
    return False


@compiled
def deal_stashes(state, trace, policies):
    """SET-8, SET-10 to SET-13, FAM-1: deal secret stashes and the first pool."""
    table = state.table
    box = state.box
    number = 5 if table.rule_stash == STASH.DEAL5 else 6
    for turn in range(table.players):
        seat = (table.starter + turn) % table.players
        me = state.seats[seat]
        if table.rule_stash == STASH.STARTER:
            for index in range(4):
                card = box.starter_stash[table.region[seat], index]
                note_offer(state, card, TO_STASH, seat)
                me.stash[index] = card
            table.stash_size[seat] = 4
            continue
        for index in range(number):
            card = take_top(state, trace, TO_STASH, seat)
            if card < 0:
                return decisions.DECK_EMPTY
            me.hand[index] = card
        table.hand_size[seat] = number
    refusal = 0
    if table.rule_stash == STASH.CHOOSE4OF6:
        refusal = keep_four(state, trace, policies)
    elif table.rule_stash == STASH.OPEN_DRAFT:
        refusal = open_draft(state, trace, policies)
    else:
        for turn in range(table.players):
            _keep_all(state, trace, (table.starter + turn) % table.players)
    if refusal > 0:
        return refusal
    stop_blaming(state)
    pool = table.rule_pool_start
    if pool == POOL_START.TWO_X_PLAYERS:
        pool = 2 * table.players
    elif pool == POOL_START.AUTO:
        pool = 4 if table.rule_stash == STASH.DEAL5 or table.rule_stash == STASH.STARTER else 0
    if table.rule_solo == SOLO.ON:
        pool = 0
    for _ in range(pool):
        if deal_to_pool(state, trace) > 0:
            return decisions.DECK_EMPTY
    return 0


@compiled
def _keep_all(state, trace, seat):
    """Let a seat keep all cards dealt, under deal5 and starter."""
    table = state.table
    me = state.seats[seat]
    for index in range(table.hand_size[seat]):
        me.stash[index] = me.hand[index]
        me.hand[index] = -1
    if table.hand_size[seat] > 0:
        table.stash_size[seat] = table.hand_size[seat]
        table.hand_size[seat] = 0
    _emit_stash(trace, me, seat, me.stash, table.stash_size[seat], me.stash, 0)


@compiled
def _emit_stash(trace, me, seat, dealt_cards, number_dealt, rejects, number_rejected):
    if trace.position > 0:
        emit(trace, STASHED, seat)
        emit_list(trace, dealt_cards, number_dealt)
        emit_list(trace, me.stash, number_dealt - number_rejected)
        emit_list(trace, rejects, number_rejected)


@compiled
def keep_four(state, trace, policies):
    """SET-8, SET-11, INF-3: let every seat keep four of six cards.

    The seats choose simultaneously; rejects go to the pool.
    """
    table = state.table
    box = state.box
    order = state.order
    for seat in range(table.players):
        ask(state, policies, seat, decisions.ASK_KEEP)
        count = 0
        for index in range(6):
            box.chosen[seat, index] = 1 if order.keep[index] != 0 else 0
            count += box.chosen[seat, index]
        if count != 4:
            return decisions.KEEP_NUMBER
    for turn in range(table.players):
        seat = (table.starter + turn) % table.players
        me = state.seats[seat]
        count = 0
        number_rejected = 0
        for index in range(6):
            if box.chosen[seat, index] == 1:
                me.stash[count] = me.hand[index]
                count += 1
            else:
                box.chosen[seat, 6 + number_rejected] = me.hand[index]
                number_rejected += 1
                to_pool(table, me.hand[index])
        _emit_stash(trace, me, seat, me.hand, 6, box.chosen[seat, 6:], 2)
        for index in range(6):
            me.hand[index] = -1
        table.stash_size[seat] = 4
        table.hand_size[seat] = 0
    return 0


@compiled
def open_draft(state, trace, policies):
    """SET-12: draft stashes openly: take one card, pass on the rest.

    Hands of six go counter-clockwise; the last two cards of each go to the pool.
    """
    table = state.table
    box = state.box
    players = table.players
    if trace.position > 0:
        for turn in range(players):
            seat = (table.starter + turn) % players
            emit(trace, STASHED, seat)
            emit_list(trace, state.seats[seat].hand, 6)
            emit_list(trace, state.seats[seat].stash, 0)
            emit_list(trace, state.seats[seat].stash, 0)
    for pick in range(4):
        hand_size = 6 - pick
        for seat in range(players):
            box.chosen[seat, 0] = ask(state, policies, seat, decisions.ASK_PICK)
            if index_in(state.seats[seat].hand, hand_size, box.chosen[seat, 0]) < 0:
                return decisions.PICK_NOT_IN_HAND
        for turn in range(players):
            seat = (table.starter + turn) % players
            me = state.seats[seat]
            me.stash[pick] = box.chosen[seat, 0]
            box.picked_cards[seat, pick] = box.chosen[seat, 0]
            remove_at(me.hand, hand_size, index_in(me.hand, hand_size, box.chosen[seat, 0]))
            table.stash_size[seat] = pick + 1
            table.hand_size[seat] = hand_size - 1
            emit(trace, PICK, seat, box.chosen[seat, 0])
        if pick < 3:
            # The hand of seat s goes to seat s - 1: each seat receives its clockwise neighbour's.
            for index in range(6):
                first = state.seats[0].hand[index]
                for seat in range(players - 1):
                    state.seats[seat].hand[index] = state.seats[seat + 1].hand[index]
                state.seats[players - 1].hand[index] = first
    for turn in range(players):
        seat = (table.starter + turn) % players
        me = state.seats[seat]
        if trace.position > 0:
            emit(trace, STASHED, seat)
            emit_list(trace, me.hand, 0)
            emit_list(trace, me.stash, 4)
            emit_list(trace, me.hand, 2)
        for index in range(2):
            to_pool(table, me.hand[index])
            me.hand[index] = -1
        table.hand_size[seat] = 0
    return 0


@compiled
def deal_boards(state):
    """SET-9, SET-15: deal each player a secret Recruiting Board at random."""
    table = state.table
    box = state.box
    if table.rule_boards == BOARDS.OFF:
        return
    for item in range(box.boards):
        shuffle_add(box, streams.BOARDS, item, item, item)
    shuffle_finish(box, box.boards)
    for seat in range(table.players):
        board = box.sort_item[seat]
        state.seats[seat].board = board
        for index in range(5):
            state.seats[seat].board_position[index] = box.board_position[board, index]


@compiled
def set_up(state, trace, policies, seed, game, seating):
    """SET-10: set up a game step by step; return 0 or a refusal."""
    clear_table(state)
    table = state.table
    box = state.box
    box.entry[BUBBA_SEAT] = BUBBA_SEAT  # SOLO-1
    begin_game(state, table.players, seed, game, seating, streams.SEARCH)
    if box.restrictions == 1:
        impose_bans(state)
    key_strategy_streams(state)
    choose_regions(state)
    compensate_turn_order(table)
    place_recruits(state)
    shuffle_deck(state, trace)
    refusal = choose_coaches(state, trace, policies)
    if refusal == 0:
        refusal = deal_stashes(state, trace, policies)
    if refusal > 0:
        return refusal
    deal_boards(state)
    table.month = 1
    table.phase = DEALING
    return 0
