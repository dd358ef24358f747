"""Engines that play the months wrongly: order, draft, month end (TIM, DRA, END)."""

from __future__ import annotations

from typing import Any

from referee.pure import illegal_play as illegal
from referee.pure.breaking import (
    FAMILY,
    FOUR,
    FOUR_RANDOM,
    MIXED,
    RANDOM,
    SOLO,
    THREE,
    Function,
    after,
    allows_illegal_play,
    as_if,
    before,
    broken,
    constant,
    game,
    instead,
    reword,
    skip,
    undone,
    wrap,
)

from eoc_sim.simulator.eoc import (
    actions,
    cards,
    dice,
    draft,
    month,
    play,
    switches,
    turn_order,
)
from eoc_sim.simulator.eoc.cards import reshuffle
from eoc_sim.simulator.eoc.state import MONTHS, SCORING

# The month

broken(
    "turns go by seat number, not from the starting player",
    "ACT-12",
    instead(actions.acting_seat, lambda table: table.turns_over),
    MIXED,
)
broken(
    "turns go counter-clockwise",
    "ACT-12",
    instead(actions.acting_seat, lambda table: (table.starter - table.turns_over) % table.players),
    THREE,
)
broken(
    "the starting player has a second turn",
    "END-1 TIM-1 ACT-0",
    reword(play.take_action, "turns_over < table.players", "turns_over <= table.players"),
    MIXED,
)
broken(
    "the dice come before the draft",
    "DRA-1 DRA-2",
    after(play.begin_month, dice.roll_dice),
    skip(dice.roll_dice),
    MIXED,
)
broken(
    "there is no February",
    "TIM-1",
    after(
        play.next_month,
        lambda table: setattr(table, "phase", SCORING if table.month == MONTHS else table.phase),
    ),
    MIXED,
)

# Draft

broken(
    "the starting player gets no extra card",
    "DRA-1",
    as_if(draft.deal_phase, rule_dealer_bonus=0),
    MIXED,
)
broken(
    "seat 0 gets the extra card",
    "DRA-1",
    reword(draft.deal_phase, "trace, table.starter,", "trace, 0,"),
    MIXED,
)
broken("everybody gets three cards", "DRA-7", as_if(draft.deal_phase, rule_hand=3), MIXED)
broken(
    "cards are dealt by seat number, not from the starting player",
    "DRA-1",
    reword(draft.deal_phase, "(table.starter + turn) % table.players", "turn"),
    MIXED,
)
allows_illegal_play(
    "a player with one card may delay",
    "DRA-3",
    reword(draft.delay, "table.hand_size[seat] < 2", "False"),
    {"draft": illegal.delay_always},
)
allows_illegal_play(
    "a solo player may delay",
    "SOLO-6",
    as_if(draft.delay, rule_solo=switches.SOLO.OFF),
    {"draft": illegal.delay_always},
    preset="solo",
    players=1,
)


broken(
    "the starting player drafts first though they should be last",
    "DRA-2",
    as_if(turn_order.picking_seat, rule_pick_order=switches.PICK_ORDER.PRINTED),
    game(players=3, pick_order="reversed"),
)
broken(
    "the last in turn order drafts first",
    "DRA-2",
    as_if(turn_order.picking_seat, rule_pick_order=switches.PICK_ORDER.REVERSED),
    THREE,
)


def _from_the_next_stash(original: Function, state: Any, trace: Any, seat: int, card: int) -> int:
    mine, theirs = state.seats[seat].stash, state.seats[(seat + 1) % state.table.players].stash
    mine[0] = theirs[0]
    return original(state, trace, seat, mine[0])


broken(
    "a card is drafted from another player's stash",
    "DRA-2",
    wrap(draft.draft_card, _from_the_next_stash),
    RANDOM,
)
broken(
    "a card drafted from the pool stays there",
    "DRA-2",
    reword(
        draft.draft_card,
        "        remove_at(table.pool, table.pool_size, index)\n        table.pool_size -= 1",
        "        pass",
    ),
    FOUR_RANDOM,
)
broken(
    "the drafted card is put on the next month",
    "ACT-10 ACT-1",
    reword(
        draft.draft_card,
        "table.calendar_card[seat, table.month] = card",
        "table.calendar_card[seat, min(12, table.month + 1)] = card",
    ),
    MIXED,
)
broken(
    "a player who delays is asked again at once",
    "DRA-2",
    reword(
        draft.next_draft,
        "table.draft_turn = turn + 1",
        "table.draft_turn = turn + (answer == decisions.DRAFT)",
    ),
    FOUR_RANDOM,
)
broken(
    "the draft goes counter-clockwise",
    "DRA-2",
    reword(turn_order.picking_seat, "(table.starter + order)", "(table.starter - order)"),
    THREE,
)


def _discard_the_pool(state: Any, trace: Any, under: bool) -> None:
    for index in range(state.table.pool_size):
        draft.discard(state.table, state.table.pool[index])


SHUFFLE_POOL_TOO = before(cards.reshuffle, _discard_the_pool)
broken("the pool is shuffled into a new deck", "DRA-6", SHUFFLE_POOL_TOO, FAMILY)
broken(
    "a new deck is made while five cards are left",
    "DRA-1 DRA-6",
    before(
        cards.take_top,
        lambda state, trace, how, seat: (
            state.table.deck_size == 5 and reshuffle(state, trace, False)
        ),
    ),
    FAMILY,
)
broken(
    "nobody drafts in February",
    "DRA-1",
    skip(draft.deal_phase, month=MONTHS),
    skip(draft.next_draft, month=MONTHS),
    MIXED,
)

# Month end

broken("cards expire a month late", "END-1", constant(month, "MONTHS_ON_CALENDAR", 7), RANDOM)
broken(
    "cards expire a month early",
    "END-1 END-2 TIM-1",
    constant(month, "MONTHS_ON_CALENDAR", 5),
    RANDOM,
)


def _expire_into_the_pool(
    original: Function, table: Any, trace: Any, seat: int, month: int
) -> None:
    card = table.calendar_card[seat, month]
    original(table, trace, seat, month)
    if card >= 0:
        cards.to_pool(table, card)


broken(
    "expired cards go to the pool",
    "DRA-2 END-3 DRA-6",
    wrap(month.expire, _expire_into_the_pool),
    RANDOM,
)
broken(
    "cards stay on the calendar after February",
    "END-1",
    skip(month.expire_cards, month=MONTHS),
    RANDOM,
)
broken("the pool changes after June", "END-2", constant(month, "MAY", 4), MIXED)
broken(
    "the pool is reported as cleared but is not",
    "DRA-2 END-3",
    undone(month.clear_pool, "pool", "pool_size", "card_place"),
    game(line_up="random"),
)
broken("a cleared pool stays empty", "END-2", skip(cards.deal_to_pool), MIXED)
broken(
    "a new pool starts after February",
    "SCO-1 SCO-6 TIM-1 SCO-2 TRACE",
    as_if(month.clear_pool, month=month.JANUARY),
    MIXED,
)
broken(
    "the pool changes in a solo game",
    "TIM-1 DRA-1",
    as_if(month.end_month, rule_solo=switches.SOLO.OFF),
    SOLO,
)
NO_SHUFFLE = skip(cards.reshuffle, month=month.NOVEMBER)
broken("four players do not shuffle after November", "END-3", NO_SHUFFLE, FOUR)


def _shuffle_after_month(number: int) -> Function:
    def shuffle(state: Any, trace: Any) -> None:
        if state.table.month == number:
            reshuffle(state, trace, True)

    return shuffle


broken(
    "three players shuffle after November",
    "END-3 TIM-1",
    after(month.end_month, _shuffle_after_month(month.NOVEMBER)),
    THREE,
)
broken(
    "four players shuffle after October",
    "END-3 TIM-1",
    after(month.end_month, _shuffle_after_month(8)),
    NO_SHUFFLE,
    FOUR,
)
broken(
    "the shuffle after November comes before the pool change",
    "END-2",
    before(month.clear_pool, _shuffle_after_month(month.NOVEMBER)),
    NO_SHUFFLE,
    FOUR,
)
broken("the shuffle after November takes the new pool card too", "END-3", SHUFFLE_POOL_TOO, FOUR)
broken(
    "expired cards are not in the shuffle after November",
    "END-3",
    undone(month.expire, "card_place"),
    FOUR,
)
broken(
    "the cards shuffled after November go on top of the deck",
    "DRA-7",
    reword(
        cards.reshuffle,
        "    box.deck_top = 0",
        "    box.deck[: cards_left + number] = [*box.sort_item[:number], *box.deck[:cards_left]]\n"
        "    box.deck_top = 0",
    ),
    FOUR,
)
broken(
    "the Chain passes counter-clockwise",
    "END-4",
    reword(turn_order.pass_chain, "(table.starter + 1)", "(table.starter - 1)"),
    THREE,
)
broken(
    "the Chain passes though it should stay",
    "END-4",
    as_if(turn_order.pass_chain, rule_chain=switches.CHAIN.ON),
    game(chain="off"),
)
broken(
    "the Chain does not come back in February",
    "END-4",
    as_if(turn_order.pass_chain, rule_chain=switches.CHAIN.ON),
    game(chain="back_in_february"),
)
broken(
    "the Chain comes back in January",
    "END-4",
    reword(turn_order.pass_chain, "MONTHS - 1", "MONTHS - 2"),
    game(players=3, chain="back_in_february"),
)
broken(
    "the Chain comes back in February though it should not",
    "END-4",
    as_if(turn_order.pass_chain, rule_chain=switches.CHAIN.BACK_IN_FEBRUARY),
    MIXED,
)
broken("the Chain does not pass", "END-4", undone(play.take_action, "starter"), MIXED)
