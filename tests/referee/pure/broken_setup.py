"""Engines that set up the game wrongly (SET, RND)."""

from __future__ import annotations

import numpy as np
from referee.pure import illegal_play as illegal
from referee.pure.breaking import (
    BUCKS_RULES,
    FAMILY,
    MIXED,
    RANDOM,
    SOLO,
    add,
    after,
    allows_illegal_play,
    as_if,
    before,
    broken,
    constant,
    game,
    instead,
    put,
    reword,
)

from eoc_sim.simulator.eoc import cards, draft, setup, turn_order
from eoc_sim.simulator.eoc.state import MIDWEST, NORTHWEST, SOUTH, TEXAS
from eoc_sim.simulator.eoc.switches import BOARDS, COACHES, STATE_VALUES

# Players

broken(
    "everybody starts with 1 BB too many",
    BUCKS_RULES,
    after(setup._clear_seat, lambda state, seat: add(state.table.bucks, seat, 1)),
    MIXED,
)
broken(
    "the seeded EC end a month early",
    "DIC-7 ACT-10",
    as_if(setup.choose_regions, rule_seeded_months=11),
    MIXED,
)
broken(
    "the seeded EC are of the wrong colour",
    "DIC-7",
    after(
        setup.choose_regions,
        lambda state: put(state.table.calendar, ..., np.roll(state.table.calendar, 1, axis=2)),
    ),
    MIXED,
)
broken(
    "a bus starts on the HQ of another region",
    "ACT-4 ACT-10",
    reword(setup.choose_regions, "table.hq_node[region]", "table.hq_node[(region + 2) % 6]"),
    game(coach="always: 1 moves", regions="clockwise", players=4),
)
broken(
    "all players have the same region",
    "SET-7",
    after(setup.choose_regions, lambda state: put(state.table.region, ..., SOUTH)),
    MIXED,
)
broken(
    "regions go counter-clockwise where they should go clockwise",
    "SET-17",
    constant(setup, "CLOCKWISE_REGIONS", setup.CLOCKWISE_REGIONS[::-1]),
    game(players=4, regions="clockwise"),
)
broken(
    "the solo player may be the South",
    "SET-7",
    constant(setup, "PLAYER_REGIONS", (SOUTH, TEXAS, MIDWEST, NORTHWEST)),
    SOLO,
)
broken(
    "both sides of a coach sheet are in use",
    "SET-14",
    reword(
        setup.choose_coaches,
        "box.sheet_coach[box.sort_item[seat], side]",
        "box.sheet_coach[box.sort_item[0], seat % 2]",
    ),
    MIXED,
)
allows_illegal_play(
    "a chosen coach may be on the back of a sheet in use",
    "SET-14",
    reword(setup.choose_coaches, "box.sheet_taken[table.coach_sheet[coach]] == 1", "False"),
    {"coach": illegal.coach_on_a_sheet_in_use},
    coach_choice="reverse_turn_order",
)
broken(
    "coaches are chosen in turn order",
    "SET-7",
    reword(setup.choose_coaches, "range(table.players - 1, -1, -1)", "range(table.players)"),
    game(coach_choice="reverse_turn_order"),
)
broken(
    "coaches are dealt though they are off",
    "SET-7",
    as_if(setup.choose_coaches, rule_coaches=COACHES.ON),
    game(coaches="off"),
)
broken(
    "both players have the same board",
    "SET-15",
    after(setup.deal_boards, lambda state: setattr(state.seats[1], "board", state.seats[0].board)),
    MIXED,
)
broken(
    "boards are dealt though they are off",
    "SET-15",
    as_if(setup.deal_boards, rule_boards=BOARDS.ON),
    game(boards="off"),
)

# Compensation by turn order

broken(
    "BB for the second in turn order are given to the first",
    f"{BUCKS_RULES} SCO-6",
    reword(
        turn_order.compensate_turn_order,
        "order_bucks(table, order)",
        "order_bucks(table, 1 - order)",
    ),
    game(order_bucks_2="5"),
)
broken(
    "stars for turn order are given in order of seats",
    "ACT-10",
    reword(
        turn_order.compensate_turn_order, "order_stars(table, order)", "order_stars(table, seat)"
    ),
    game(players=4, order_stars_1="2", order_stars_2="5", order_stars_3="1"),
)
broken(
    "stars for turn order are booked as stars of cards",
    "SCO-8",
    reword(turn_order.compensate_turn_order, "PART_ORDER_STARS", "0"),
    game(order_stars_2="5"),
)

# Stashes and the first pool

broken(
    "the starter stash is that of another region",
    "SET-11 SET-8",
    reword(
        setup.deal_stashes,
        "box.starter_stash[table.region[seat], index]",
        "box.starter_stash[table.region[(seat + 1) % table.players], index]",
    ),
    game(stash="starter"),
)
broken(
    "the starter cards stay in the deck too",
    "SET-13 DRA-7",
    instead(setup._in_starter_stash, lambda state, card: False),
    game(stash="starter", line_up="random"),
)
broken(
    "six cards are dealt and kept instead of five",
    "SET-11 SET-8",
    reword(setup.deal_stashes, "5 if table.rule_stash == STASH.DEAL5 else 6", "6"),
    game("family"),
)
broken(
    "stashes are dealt starting with seat 0", "SET-11", as_if(setup.deal_stashes, starter=0), MIXED
)
broken(
    "an open draft passes no cards on",
    "SET-12",
    reword(setup.open_draft, "if pick < 3:", "if False:"),
    game(stash="open_draft"),
)
broken(
    "an open draft goes clockwise",
    "SET-12",  # with three players, passing twice goes the other way
    reword(
        setup.open_draft,
        "for index in range(6):\n                first",
        "for index in (*range(6), *range(6)):\n                first",
    ),
    game(players=3, stash="open_draft"),
)
broken(
    "no first pool is dealt after deal5",
    "SET-13",
    as_if(setup.deal_stashes, rule_pool_start=0),
    game(stash="deal5"),
)
broken(
    "the Family game's first pool does not grow with the number of players",
    "SET-13",
    as_if(setup.deal_stashes, rule_pool_start=4),
    FAMILY,
)

# Recruits

broken(
    "recruits cost their value where values are shuffled",
    "SET-3",
    reword(
        setup.place_recruits,
        "table.spot_cost[spot, region] = table.spot_base[spot] - 1",
        "table.spot_cost[spot, region] = table.spot_base[spot]",
    ),
    game(state_values="shuffled"),
)
broken(
    "state values are shuffled though the rules fix them",
    "SET-5",
    as_if(setup.place_recruits, rule_state_values=STATE_VALUES.SHUFFLED),
    MIXED,
)
broken(
    "all border tokens have the value of the first",
    "SET-5",
    before(
        setup.place_recruits,
        lambda state: put(state.box.border_value, ..., state.box.border_value[0]),
    ),
    MIXED,
)
broken(
    "there are more quarterbacks than defensive backs",
    "SET-4",
    reword(setup.place_recruits, "item // 5", "item % 7"),
    MIXED,
)

# The deck

broken(
    "the deck is drawn from the bottom",
    "SET-11",
    reword(
        cards.take_top,
        "card = box.deck[box.deck_top]",
        "card = box.deck[box.deck_end - 1]",
        "box.deck_top += 1",
        "box.deck_end -= 1",
    ),
    MIXED,
)
broken(
    "a card drafted from the stash is replaced",
    "DRA-7 DRA-2 END-2",
    reword(
        draft.draft_card,
        "        table.stash_size[seat] -= 1",
        "        me.stash[table.stash_size[seat] - 1] = take_top(state, trace, TO_HAND, seat)",
    ),
    RANDOM,
)
broken(
    "a card is left in the box",
    "RND-2",
    before(setup.shuffle_deck, lambda state, trace: put(state.box.in_deck, 0, 0)),
    MIXED,
)
