"""Set-up (SET): a cleared table, regions, tokens, recruits, coaches, stashes and boards."""

from __future__ import annotations

from eoc_sim.simulator.eoc.asking import ASK_COACH, ASK_KEEP, ASK_PICK, ask
from eoc_sim.simulator.eoc.cards import (
    deal_to_pool,
    draw_once,
    note_offer,
    remove_at,
    shuffle_add,
    shuffle_finish,
    take_top,
    to_pool,
)
from eoc_sim.simulator.eoc.draft import place_in
from eoc_sim.simulator.eoc.effects import activate
from eoc_sim.simulator.eoc.refusals import (
    COACH_TAKEN,
    DECK_EMPTY,
    KEEP_NUMBER,
    PICK_NOT_IN_HAND,
)
from eoc_sim.simulator.eoc.solo import BUBBA_SEAT
from eoc_sim.simulator.eoc.state import (
    BORDER_SPOTS,
    COACH_SOURCE,
    COLOURS,
    HIDDEN,
    MAT_PLACES,
    MAX_COACHES,
    MAX_PLAYERS,
    MEMORY,
    MIDWEST,
    MONTH_COLUMNS,
    MONTHS,
    NORTHWEST,
    PARTS,
    POSITIONS,
    SEAT_COLUMNS,
    SOUTH,
    SPOTS,
    STATES,
    TEXAS,
    WHENS,
)
from eoc_sim.simulator.eoc.streams import (
    BOARDS,
    BORDER_TOKENS,
    COACH_SIDES,
    COACHES,
    DECK,
    RECRUITS,
    REGIONS,
    START,
    STATE_VALUES,
    STRATEGY,
)
from eoc_sim.simulator.eoc.trace import COACH, PICK, SETUP, STASH, emit, emit_list
from eoc_sim.simulator.kernel.compiled import compiled
from eoc_sim.simulator.kernel.random_streams import (
    game_key_0,
    game_key_1,
    own_stream,
)

PLAYER_REGIONS = (NORTHWEST, TEXAS, MIDWEST, SOUTH)
AROUND_THE_TABLE = (NORTHWEST, MIDWEST, SOUTH, TEXAS)
"""The player regions clockwise round the map (SET-17)."""
CHOOSE_4_OF_6, DEAL_5, OPEN_DRAFT, STARTER = range(4)


@compiled
def clear_table(table, box, private):
    """An empty table: everything that a game changes is set to its first value (SET-6)."""
    table.month = 0
    table.turn = -1
    table.pool_size = 0
    table.auctioneer = -1
    table.top_bidder = -1
    table.sale_price = 0
    for card in range(table.cards):
        table.card_place[card] = HIDDEN
        table.card_owner[card] = -1
        table.used[card] = 0
        box.card_drafted_month[card] = 0
        box.card_drafted_seat[card] = -1
        box.card_played_month[card] = 0
        box.card_paid[card] = 0
        box.triggers[card] = 0
        box.effect_stars[card] = 0
        box.offer_how[card] = -1
        box.passed[card] = 0
    for coach in range(table.coaches):
        table.used[COACH_SOURCE + coach] = 0
        box.triggers[COACH_SOURCE + coach] = 0
        box.effect_stars[COACH_SOURCE + coach] = 0
    for sheet in range(MAX_COACHES):
        box.sheet_taken[sheet] = 0
    for spot in range(SPOTS):
        table.spot_owner[spot] = -1
        table.spot_month[spot] = 0
        table.spot_vmd[spot] = 0
        box.sign_stars[spot] = 0
        box.sign_package[spot] = 0
        box.sign_rivals[spot] = 0
    box.reshuffles = 0
    box.decisions = 0
    box.bubba_scored = 0
    box.fault = 0
    box.leader = -1
    box.lead_changes = 0
    box.leader_month = 0
    for seat in range(MAX_PLAYERS):
        _clear_player(table, box, seat)
    if table.rule_solo == 1:
        table.region[BUBBA_SEAT] = SOUTH  # SOLO-1, SOLO-8
        table.bucks[BUBBA_SEAT] = 0
    for seat in range(MAX_PLAYERS):
        private[seat].seat = seat
        private[seat].board = -1
        for place in range(5):
            private[seat].board_position[place] = -1
        for place in range(8):
            private[seat].hand[place] = -1
            private[seat].stash[place] = -1
        for place in range(MEMORY):
            private[seat].memory[place] = 0


@compiled
def _clear_player(table, box, seat):
    table.hand_size[seat] = 0
    table.stash_size[seat] = 0
    table.drafted[seat] = 0
    table.coach[seat] = -1
    table.score[seat] = 0
    table.bucks[seat] = table.rule_start_bucks
    table.in_play_count[seat] = 0
    table.use_again_left[seat] = 0
    table.used_fundraising[seat] = 0
    table.free_moves[seat] = 0
    table.free_bets[seat] = 0
    table.free_runners[seat] = 0
    table.marketed[seat] = 0
    table.crapped_out[seat] = 0
    table.signed[seat] = 0
    table.signed_border[seat] = 0
    table.unique_positions[seat] = 0
    table.bets[seat] = 0
    table.bid[seat] = 0
    for part in range(PARTS):
        table.part[seat, part] = 0
    for place in range(MAT_PLACES):
        table.in_play[seat, place] = -1
    for kind in range(3):
        table.type_count[seat, kind] = 0
    for when in range(WHENS):
        table.active_count[seat, when] = 0
    for position in range(POSITIONS):
        table.signed_position[seat, position] = 0
    for state in range(STATES):
        table.signed_state[seat, state] = 0
    for spot in range(SPOTS):
        table.package_size[seat, spot] = 0
        for colour in range(COLOURS):
            table.package[seat, spot, colour] = 0
    for which in range(2):
        table.die[seat, which] = -1
        table.die_mode[seat, which] = 0
        table.die_month[seat, which] = 0
    for colour in range(COLOURS):
        table.mat[seat, colour] = 0
        table.fundraising_count[seat, colour] = 0
        table.signed_region[seat, colour] = 0
        for number in range(7):
            table.bet[seat, colour, number] = 0
    for month in range(MONTHS + 1):
        table.calendar_card[seat, month] = -1
        for colour in range(COLOURS):
            table.calendar[seat, month, colour] = 0
        for column in range(MONTH_COLUMNS):
            box.month_ledger[seat, month, column] = 0
    for column in range(SEAT_COLUMNS):
        box.seat_ledger[seat, column] = 0


@compiled
def key_strategy_streams(table, box, private):
    """Give every seat its random stream of the month (RND-2), which hides the others (INF-2)."""
    for seat in range(table.players):
        own_stream(private[seat], box.key[0], box.key[1], STRATEGY + 16 * seat + table.month)


@compiled
def choose_regions(table, box):
    """SET-7, SET-17: the starting player and who plays which region; buses go to their HQs."""
    players = table.players
    table.first = draw_once(box, START, 0, players)
    table.starter = table.first
    if table.rule_regions == 1 and table.rule_solo == 0:
        offset = draw_once(box, REGIONS, 0, players)
        for seat in range(players):
            table.region[seat] = AROUND_THE_TABLE[(seat + offset) % players]
    else:
        number = 3 if table.rule_solo == 1 else 4  # SOLO-1: Bubba is the South
        for item in range(number):
            shuffle_add(box, REGIONS, item, PLAYER_REGIONS[item], PLAYER_REGIONS[item])
        shuffle_finish(box, number)
        for seat in range(players):
            table.region[seat] = box.sort_item[seat]
    for seat in range(players):
        region = table.region[seat]
        table.node[seat] = table.hq_node[region]
        for month in range(1, table.rule_seeded_months + 1):
            table.calendar[seat, month, region] = 1  # SET-6, CUT-1


@compiled
def place_recruits(table, box):
    """SET-4, SET-5: state values, border tokens and recruits onto their spots."""
    for state in range(STATES):
        if table.state_region[state, 1] < 0:
            table.spot_base[table.state_spot[state, 0]] = box.state_value[state]
    if table.rule_state_values == 1:
        for region in range(COLOURS):
            for item in range(4):
                shuffle_add(box, STATE_VALUES + region, item, item, item + 2)
            shuffle_finish(box, 4)
            place = 0
            for spot in range(SPOTS):
                state = table.spot_state[spot]
                if table.state_region[state, 1] < 0 and table.state_region[state, 0] == region:
                    table.spot_base[spot] = box.sort_item[place]
                    # SET-3: a single-state recruit costs its value - 1.
                    table.spot_cost[spot, region] = table.spot_base[spot] - 1
                    table.spot_price[spot] = table.spot_base[spot] - 1
                    place += 1
    for item in range(BORDER_SPOTS):
        # Items are a value and a copy, so that the order of the printed list never matters.
        copy = 0
        for earlier in range(item):
            if box.border_value[earlier] == box.border_value[item]:
                copy += 1
        value = box.border_value[item]
        shuffle_add(box, BORDER_TOKENS, item, value * 64 + copy, value)
    shuffle_finish(box, BORDER_SPOTS)
    place = 0
    for spot in range(SPOTS):
        if table.state_region[table.spot_state[spot], 1] >= 0:
            table.spot_base[spot] = box.sort_item[place]
            place += 1
    for item in range(SPOTS):
        shuffle_add(box, RECRUITS, item, item, item // 5)
    shuffle_finish(box, SPOTS)
    for spot in range(SPOTS):
        table.spot_position[spot] = box.sort_item[spot]


@compiled
def choose_coaches(table, box, trace, private, params, functions, order):
    """SET-7, SET-14: head coaches at random, or chosen in reverse turn order."""
    if table.rule_coaches == 1:
        return 0
    if table.rule_coach_choice == 0:
        for sheet in range(box.sheets):
            shuffle_add(box, COACHES, sheet, sheet, sheet)
        shuffle_finish(box, box.sheets)
        for seat in range(table.players):
            side = draw_once(box, COACH_SIDES, seat, 2)
            set_coach(table, box, seat, box.sheet_coach[box.sort_item[seat], side])
        return 0
    for turn in range(table.players - 1, -1, -1):
        seat = (table.starter + turn) % table.players
        coach = ask(table, box, private, params, functions, order, seat, ASK_COACH)
        if coach < 0 or coach >= table.coaches or box.sheet_taken[table.coach_sheet[coach]] == 1:
            return COACH_TAKEN
        set_coach(table, box, seat, coach)
        emit(trace, COACH, seat, coach, 0, 0, 0, 0)
    return 0


@compiled
def set_coach(table, box, seat, coach):
    """Give a player its head coach, whose sheet is then in use (SET-14)."""
    table.coach[seat] = coach
    box.sheet_taken[table.coach_sheet[coach]] = 1
    activate(table, seat, COACH_SOURCE + coach)


@compiled
def shuffle_deck(table, box, trace):
    """RND-2: shuffle all cards in play; starter stashes in use are taken out of the order."""
    number = 0
    for card in range(table.cards):
        if box.in_deck[card] == 1:
            shuffle_add(box, DECK, number, box.card_item[card], card)
            number += 1
    shuffle_finish(box, number)
    if trace[0] > 0:
        emit(trace, SETUP, -1, 0, 0, 0, 0, 0)
        emit_list(trace, box.sort_item, number)
    box.deck_top = 0
    box.deck_end = 0
    for place in range(number):
        card = box.sort_item[place]
        if table.rule_stash == STARTER and _in_starter_stash(table, box, card):
            continue
        box.deck[box.deck_end] = card
        box.deck_end += 1
    table.deck_size = box.deck_end


@compiled
def _in_starter_stash(table, box, card):
    for seat in range(table.players):
        for place in range(4):
            if box.starter_stash[table.region[seat], place] == card:
                return True
    return False


@compiled
def deal_stashes(table, box, trace, private, params, functions, order):
    """SET-8, SET-10 to SET-13, FAM-1: secret stashes and the first pool."""
    number = 5 if table.rule_stash == DEAL_5 else 6
    for turn in range(table.players):
        seat = (table.starter + turn) % table.players
        me = private[seat]
        if table.rule_stash == STARTER:
            for place in range(4):
                card = box.starter_stash[table.region[seat], place]
                note_offer(table, box, card, 0, seat)
                me.stash[place] = card
            table.stash_size[seat] = 4
            continue
        for place in range(number):
            card = take_top(table, box, trace, 0, seat)
            if card < 0:
                return DECK_EMPTY
            me.hand[place] = card
        table.hand_size[seat] = number
    refusal = 0
    if table.rule_stash == CHOOSE_4_OF_6:
        refusal = keep_four(table, box, trace, private, params, functions, order)
    elif table.rule_stash == OPEN_DRAFT:
        refusal = open_draft(table, box, trace, private, params, functions, order)
    else:
        for turn in range(table.players):
            _keep_all(table, trace, private, (table.starter + turn) % table.players)
    if refusal > 0:
        return refusal
    pool = table.rule_pool_start
    if pool == -2:
        pool = 2 * table.players
    elif pool == -1:
        pool = 4 if table.rule_stash == DEAL_5 or table.rule_stash == STARTER else 0
    if table.rule_solo == 1:
        pool = 0
    for _ in range(pool):
        if deal_to_pool(table, box, trace) > 0:
            return DECK_EMPTY
    return 0


@compiled
def _keep_all(table, trace, private, seat):
    """deal5 and starter: the whole deal is the stash."""
    me = private[seat]
    for place in range(table.hand_size[seat]):
        me.stash[place] = me.hand[place]
        me.hand[place] = -1
    if table.hand_size[seat] > 0:
        table.stash_size[seat] = table.hand_size[seat]
        table.hand_size[seat] = 0
    _emit_stash(trace, me, seat, me.stash, table.stash_size[seat], me.stash, 0)


@compiled
def _emit_stash(trace, me, seat, dealt, number, rejects, rejected):
    if trace[0] > 0:
        emit(trace, STASH, seat, 0, 0, 0, 0, 0)
        emit_list(trace, dealt, number)
        emit_list(trace, me.stash, number - rejected)
        emit_list(trace, rejects, rejected)


@compiled
def keep_four(table, box, trace, private, params, functions, order):
    """SET-8, SET-11, INF-3: of six cards four are kept, simultaneously; rejects go to the pool."""
    for seat in range(table.players):
        ask(table, box, private, params, functions, order, seat, ASK_KEEP)
        kept = 0
        for place in range(6):
            box.chosen[seat, place] = 1 if order.keep[place] != 0 else 0
            kept += box.chosen[seat, place]
        if kept != 4:
            return KEEP_NUMBER
    for turn in range(table.players):
        seat = (table.starter + turn) % table.players
        me = private[seat]
        kept = 0
        rejected = 0
        for place in range(6):
            if box.chosen[seat, place] == 1:
                me.stash[kept] = me.hand[place]
                kept += 1
            else:
                box.chosen[seat, 6 + rejected] = me.hand[place]
                rejected += 1
                to_pool(table, me.hand[place])
        _emit_stash(trace, me, seat, me.hand, 6, box.chosen[seat, 6:], 2)
        for place in range(6):
            me.hand[place] = -1
        table.stash_size[seat] = 4
        table.hand_size[seat] = 0
    return 0


@compiled
def open_draft(table, box, trace, private, params, functions, order):
    """SET-12: take one of six, hand the rest on counter-clockwise; the last two go to the pool."""
    players = table.players
    if trace[0] > 0:
        for turn in range(players):
            seat = (table.starter + turn) % players
            emit(trace, STASH, seat, 0, 0, 0, 0, 0)
            emit_list(trace, private[seat].hand, 6)
            emit_list(trace, private[seat].stash, 0)
            emit_list(trace, private[seat].stash, 0)
    for taken in range(4):
        left = 6 - taken
        for seat in range(players):
            box.chosen[seat, 0] = ask(
                table, box, private, params, functions, order, seat, ASK_PICK
            )
            if place_in(private[seat].hand, left, box.chosen[seat, 0]) < 0:
                return PICK_NOT_IN_HAND
        for turn in range(players):
            seat = (table.starter + turn) % players
            me = private[seat]
            me.stash[taken] = box.chosen[seat, 0]
            remove_at(me.hand, left, place_in(me.hand, left, box.chosen[seat, 0]))
            table.stash_size[seat] = taken + 1
            table.hand_size[seat] = left - 1
            emit(trace, PICK, seat, box.chosen[seat, 0], 0, 0, 0, 0)
        if taken < 3:
            # The hand of seat s goes to seat s - 1: each seat receives its clockwise neighbour's.
            for place in range(6):
                first = private[0].hand[place]
                for seat in range(players - 1):
                    private[seat].hand[place] = private[seat + 1].hand[place]
                private[players - 1].hand[place] = first
    for turn in range(players):
        seat = (table.starter + turn) % players
        me = private[seat]
        if trace[0] > 0:
            emit(trace, STASH, seat, 0, 0, 0, 0, 0)
            emit_list(trace, me.hand, 0)
            emit_list(trace, me.stash, 4)
            emit_list(trace, me.hand, 2)
        for place in range(2):
            to_pool(table, me.hand[place])
            me.hand[place] = -1
        table.hand_size[seat] = 0
    return 0


@compiled
def deal_boards(table, box, private):
    """SET-9, SET-15: one secret Recruiting Board each, at random."""
    if table.rule_boards == 1:
        return
    for item in range(box.boards):
        shuffle_add(box, BOARDS, item, item, item)
    shuffle_finish(box, box.boards)
    for seat in range(table.players):
        board = box.sort_item[seat]
        private[seat].board = board
        for place in range(5):
            private[seat].board_position[place] = box.board_position[board, place]


@compiled
def set_up(table, box, trace, private, params, functions, order, seed, game):
    """SET-10: the whole set-up, in order; 0 or why a decision is refused."""
    clear_table(table, box, private)
    table.game = game
    box.key[0] = game_key_0(seed, game)
    box.key[1] = game_key_1(seed, game)
    key_strategy_streams(table, box, private)
    choose_regions(table, box)
    place_recruits(table, box)
    shuffle_deck(table, box, trace)
    refusal = choose_coaches(table, box, trace, private, params, functions, order)
    if refusal == 0:
        refusal = deal_stashes(table, box, trace, private, params, functions, order)
    if refusal == 0:
        deal_boards(table, box, private)
    return refusal
