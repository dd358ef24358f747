"""Engines that play the months wrong: their order, the draft, the month end (TIM, DRA, END)."""

from __future__ import annotations

from referee.pure import illegal_play as illegal
from referee.pure.breaking import (
    FAMILY,
    FOUR,
    FOUR_RANDOM,
    MIXED,
    RANDOM,
    SOLO,
    THREE,
    broken,
    change,
    game,
    lawless,
)

from eoc_sim.simulator.eoc import (
    cards,
    draft,
    month,
    play,
)

# The month

broken(
    "turns go by seats, whoever starts", "ACT-12",
    change(play.play_month, "(table.starter + turn) % table.players", "turn"), MIXED,
)
broken(
    "turns go counter-clockwise", "ACT-12",
    change(play.play_month, "(table.starter + turn)", "(table.starter - turn)"), THREE,
)
broken(
    "the starting player has a second turn", "END-1 TIM-1 ACT-0",
    change(play.play_month, "range(table.players)", "range(table.players + 1)"), MIXED,
)
broken(
    "the dice come before the draft", "DRA-1 DRA-2",
    change(
        play.play_month,
        "refusal = draft_phase(", "refusal = later(", "refusal = dice_phase(",
        "refusal = draft_phase(", "refusal = later(", "refusal = dice_phase(",
    ),
    MIXED,
)
broken(
    "there is no February", "TIM-1",
    change(play.play_game, "range(1, MONTHS + 1)", "range(1, MONTHS)"), MIXED,
)

# Draft

broken(
    "the starting player gets no extra card", "DRA-1",
    change(draft.deal_phase, "table.rule_dealer_bonus\n", "0\n"), MIXED,
)
broken(
    "seat 0 gets the extra card", "DRA-1",
    change(
        draft.deal_phase,
        "private[table.starter], table.starter,", "private[0], 0,",
    ),
    MIXED,
)
broken(
    "everybody gets three cards", "DRA-7",
    change(draft.deal_phase, "table.rule_hand)", "table.rule_hand + 1)"), MIXED,
)
broken(
    "cards are dealt by seats, whoever starts", "DRA-1",
    change(draft.deal_phase, "(table.starter + turn) % table.players", "turn"), MIXED,
)
lawless(
    "a player with one card may delay", "DRA-3",
    change(draft.delay, "table.hand_size[seat] < 2", "False"), {"draft": illegal.delay_always},
)
lawless(
    "a solo player may delay", "SOLO-6",
    change(draft.delay, "table.rule_solo == 1", "False"), {"draft": illegal.delay_always},
    preset="solo", players=1,
)
broken(
    "a card is drafted from another's stash", "DRA-2",
    change(
        draft.draft_phase,
        "refusal = draft_card(table, box, trace, private[seat], seat, order.card)",
        "private[seat].stash[0] = private[seat - 1].stash[0]\n            "
        "refusal = draft_card(table, box, trace, private[seat], seat, private[seat].stash[0])",
    ),
    RANDOM,
)
broken(
    "a card drafted from the pool stays there", "DRA-2",
    change(
        draft.draft_card,
        "        remove_at(table.pool, table.pool_size, place)\n        table.pool_size -= 1",
        "        pass",
    ),
    FOUR_RANDOM,
)
broken(
    "the drafted card goes on the next month", "ACT-10 ACT-1",
    change(
        draft.draft_card,
        "table.calendar_card[seat, table.month] = card",
        "table.calendar_card[seat, min(12, table.month + 1)] = card",
    ),
    MIXED,
)
broken(
    "who delays is asked again at once", "DRA-2",
    change(draft.draft_phase, "elif answer == DELAY:",
        "elif answer == DELAY:\n            turn -= 1"),
    FOUR_RANDOM,
)
broken(
    "the draft goes counter-clockwise", "DRA-2",
    change(draft.draft_phase, "(table.starter + turn)", "(table.starter - turn)"), THREE,
)
broken(
    "the pool is shuffled into a new deck", "DRA-6",
    change(cards.reshuffle, "== DISCARDED", "in (DISCARDED, POOL)"), FAMILY,
)
broken(
    "a new deck is made while five cards are left", "DRA-1 DRA-6",
    change(
        cards.take_top,
        "if box.deck_top == box.deck_end:\n        reshuffle",
        "if box.deck_end - box.deck_top == 5:\n        reshuffle",
    ),
    FAMILY,
)

# Month end

broken(
    "cards expire a month late", "END-1",
    change(month, "MONTHS_ON_CALENDAR", 7), RANDOM,
)
broken(
    "cards expire a month early", "END-1 END-2 TIM-1",
    change(month, "MONTHS_ON_CALENDAR", 5), RANDOM,
)
broken(
    "expired cards go to the pool", "DRA-2 END-3 DRA-6",
    change(
        month.expire, "discard(table, card)",
        "table.pool[table.pool_size] = card; table.pool_size += 1; table.card_place[card] = 1",
    ),
    game(line_up="random"),
)
broken(
    "after February cards stay on the calendar", "END-1",
    change(
        month.move_whistles, "table.month == FEBRUARY", "False",
        "table.month >= AUGUST", "AUGUST <= table.month < FEBRUARY",
    ),
    RANDOM,
)
broken(
    "the pool changes after June", "END-2", change(month, "MAY", 4), MIXED,
)
broken(
    "the pool is cleared in words alone", "DRA-2 END-3",
    change(month.clear_pool, "table.pool_size = 0", "pass"), game(line_up="random"),
)
broken(
    "a cleared pool stays empty", "END-2",
    change(month.clear_pool, "table.month != FEBRUARY", "False"), MIXED,
)
broken(
    "a new pool starts after February", "SCO-1 SCO-6 TIM-1 SCO-2 TRACE",
    change(month.clear_pool, "table.month != FEBRUARY", "True"), MIXED,
)
broken(
    "solo has a pool change", "TIM-1 DRA-1",
    change(month.end_month, "table.rule_solo == 0 and (", "("), SOLO,
)
broken(
    "four players do not shuffle after November", "END-3",
    change(month.end_month, "table.players == 4", "False"), FOUR,
)
broken(
    "three players shuffle after November", "END-3 TIM-1",
    change(month.end_month, "table.players == 4", "table.players >= 3"), THREE,
)
broken(
    "four players shuffle after October", "END-3 TIM-1",
    change(month.end_month, "month == NOVEMBER and table.players", "month == 8 and table.players"),
    FOUR,
)
broken(
    "the shuffle after November comes before the pool change", "END-2",
    change(month.end_month, "    move_whistles(table, trace)", "    move_whistles(table, trace)\n"
           "    if table.month == NOVEMBER and table.players == 4:\n"
           "        reshuffle(table, box, trace, True)",
           "if month == NOVEMBER and table.players == 4", "if False"),
    FOUR,
)
broken(
    "the shuffle after November takes the new pool card too", "END-3",
    change(cards.reshuffle, "== DISCARDED", "in (DISCARDED, POOL)"), FOUR,
)
broken(
    "expired cards are not in the shuffle after November", "END-3",
    change(month.expire, "    discard(table, card)\n", ""), FOUR,
)
broken(
    "the shuffle after November goes on top of the deck", "DRA-7",
    change(
        cards.reshuffle, "    box.deck_top = 0",
        "    box.deck[: left + number] = [*box.sort_item[:number], *box.deck[:left]]\n"
        "    box.deck_top = 0",
    ),
    FOUR,
)
broken(
    "the Chain passes counter-clockwise", "END-4",
    change(play.play_month, "table.starter = (table.starter + 1)",
        "table.starter = (table.starter - 1)"),
    THREE,
)
broken(
    "the Chain does not pass", "END-4",
    change(play.play_month, "table.starter = (table.starter + 1)",
        "table.starter = (table.starter)"),
    MIXED,
)
broken(
    "nobody drafts in February", "DRA-1",
    change(play.play_month,
        "refusal = draft_phase(table, box, trace, private, params, functions, order)",
           "refusal = 0 if table.month == 12 else draft_phase("
           "table, box, trace, private, params, functions, order)"),
    MIXED,
)
