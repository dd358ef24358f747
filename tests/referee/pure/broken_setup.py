"""Engines that set up the game wrong (SET, RND)."""

from __future__ import annotations

from referee.pure import illegal_play as illegal
from referee.pure.breaking import (
    BUCKS,
    FAMILY,
    MIXED,
    RANDOM,
    SOLO,
    broken,
    change,
    game,
    lawless,
)

from eoc_sim.simulator.eoc import (
    cards,
    draft,
    setup,
)

broken(
    "everybody starts with 1 BB too many", BUCKS,
    change(setup._clear_player, "= table.rule_start_bucks", "= table.rule_start_bucks + 1"), MIXED,
)
broken(
    "the seeded EC end a month early", "DIC-7 ACT-10",
    change(setup.choose_regions, "table.rule_seeded_months + 1", "table.rule_seeded_months"),
    MIXED,
)
broken(
    "the seeded EC are of the next colour", "DIC-7",
    change(setup.choose_regions, "month, region] = 1", "month, (region + 1) % 6] = 1"), MIXED,
)
broken(
    "a bus starts on the HQ of another region", "ACT-4 ACT-10",
    change(setup.choose_regions, "table.hq_node[region]", "table.hq_node[(region + 2) % 6]"),
    game(coach="always: 1 moves", regions="clockwise", players=4),
)
broken(
    "all players have the same region", "SET-7",
    change(setup.choose_regions, "box.sort_item[seat]", "box.sort_item[0]"), MIXED,
)
broken(
    "regions go counter-clockwise where they should go clockwise", "SET-17",
    change(setup.choose_regions, "[(seat + offset) % players]", "[(offset - seat) % players]"),
    game(players=4, regions="clockwise"),
)
broken(
    "the solo player may be the South", "SET-7",
    change(setup.choose_regions, "3 if table.rule_solo == 1 else 4", "4"), SOLO,
)
broken(
    "both sides of a coach sheet are in use", "SET-14",
    change(
        setup.choose_coaches,
        "box.sheet_coach[box.sort_item[seat], side]", "box.sheet_coach[box.sort_item[0], seat % 2]",
    ),
    MIXED,
)
lawless(
    "a chosen coach may be on the back of one in use", "SET-14",
    change(setup.choose_coaches, "box.sheet_taken[table.coach_sheet[coach]] == 1", "False"),
    {"coach": illegal.coach_of_another_side}, coach_choice="reverse_turn_order",
)
broken(
    "coaches are chosen in turn order", "SET-7",
    change(setup.choose_coaches, "range(table.players - 1, -1, -1)", "range(table.players)"),
    game(coach_choice="reverse_turn_order"),
)
broken(
    "coaches are dealt though they are off", "SET-7",
    change(setup.choose_coaches, "table.rule_coaches == 1", "False"), game(coaches="off"),
)
broken(
    "all players have the same board", "SET-15",
    change(setup.deal_boards, "box.sort_item[seat]", "box.sort_item[0]"), MIXED,
)
broken(
    "boards are dealt though they are off", "SET-15",
    change(setup.deal_boards, "table.rule_boards == 1", "False"), game(boards="off"),
)
broken(
    "the starter stash is that of the next region", "SET-11 SET-8",
    change(
        setup.deal_stashes,
        "box.starter_stash[table.region[seat], place]",
        "box.starter_stash[table.region[(seat + 1) % table.players], place]",
    ),
    game(stash="starter"),
)
broken(
    "the starter cards stay in the deck too", "SET-13 DRA-7",
    change(setup.shuffle_deck, "_in_starter_stash(table, box, card)", "False"),
    game(stash="starter", line_up="random"),
)
broken(
    "six cards are dealt and kept where it is five", "SET-11 SET-8",
    change(setup.deal_stashes, "5 if table.rule_stash == DEAL_5 else 6", "6"), game("family"),
)
broken(
    "stashes are dealt from seat 0 on", "SET-11",
    change(
        setup.deal_stashes,
        "seat = (table.starter + turn) % table.players\n        me =",
        "seat = turn\n        me =",
    ),
    MIXED,
)
broken(
    "an open draft hands nothing on", "SET-12",
    change(setup.open_draft, "if taken < 3:", "if False:"), game(stash="open_draft"),
)
broken(
    "an open draft goes clockwise", "SET-12",
    change(
        setup.open_draft,
        "first = private[0].hand[place]", "first = private[players - 1].hand[place]",
        "for seat in range(players - 1):\n                    "
        "private[seat].hand[place] = private[seat + 1].hand[place]",
        "for seat in range(players - 1, 0, -1):\n                    "
        "private[seat].hand[place] = private[seat - 1].hand[place]",
        "private[players - 1].hand[place] = first", "private[0].hand[place] = first",
    ),
    game(players=3, stash="open_draft"),
)
broken(
    "no first pool is dealt after deal5", "SET-13",
    change(setup.deal_stashes, "pool = 4 if", "pool = 0 if"), game(stash="deal5"),
)
broken(
    "the Family's first pool does not grow with the players", "SET-13",
    change(setup.deal_stashes, "pool = 2 * table.players", "pool = 4"), FAMILY,
)
broken(
    "recruits cost their value where values are shuffled", "SET-3",
    change(
        setup.place_recruits,
        "table.spot_cost[spot, region] = table.spot_base[spot] - 1",
        "table.spot_cost[spot, region] = table.spot_base[spot]",
    ),
    game(state_values="shuffled"),
)
broken(
    "state values are shuffled though they are fixed", "SET-5",
    change(setup.place_recruits, "table.rule_state_values == 1", "True"), MIXED,
)
broken(
    "all border tokens are the first", "SET-5",
    change(
        setup.place_recruits,
        "        value = box.border_value[item]", "        value = box.border_value[0]",
    ),
    MIXED,
)
broken(
    "there are more quarterbacks than defensive backs", "SET-4",
    change(setup.place_recruits, "item // 5", "item % 7"), MIXED,
)
broken(
    "the deck is drawn from the bottom", "SET-11",
    change(
        cards.take_top,
        "card = box.deck[box.deck_top]", "card = box.deck[box.deck_end - 1]",
        "box.deck_top += 1", "box.deck_end -= 1",
    ),
    MIXED,
)
broken(
    "a card drafted from the stash is replaced", "DRA-7 DRA-2 END-2",
    change(
        draft.draft_card,
        "        table.stash_size[seat] -= 1",
        "        me.stash[table.stash_size[seat] - 1] = take_top(table, box, trace, 1, seat)",
    ),
    RANDOM,
)
broken(
    "a card is left in the box", "RND-2",
    change(setup.shuffle_deck, "box.in_deck[card] == 1", "box.in_deck[card] == 1 and card > 0"),
    MIXED,
)
