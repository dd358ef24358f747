"""Engines that roll, share or place dice wrongly, or pay bets wrongly (DIC, CUT, CAR-7)."""

from __future__ import annotations

from referee.pure import illegal_play as illegal
from referee.pure.breaking import (
    BUCKS_RULES,
    ENVELOPE_RULES,
    EXCLUSIVE,
    MIXED,
    RANDOM,
    after,
    allows_illegal_play,
    as_if,
    before,
    broken,
    game,
    instead,
    put,
    reword,
    undone,
    wrap,
)

from eoc_sim.simulator.eoc import dice, payment
from eoc_sim.simulator.eoc.effect_codes import GAIN_SHIFT_DIE, WHEN_CRAP_OUT
from eoc_sim.simulator.eoc.state import HALF
from eoc_sim.simulator.eoc.switches import DICE_ORDER
from eoc_sim.simulator.kernel import random_streams

# Dice

broken(
    "dice show 2 to 7",
    "DIC-1",
    wrap(
        random_streams.draw_once,
        lambda original, box, stream, position, n: original(box, stream, position, n) + (n == 6),
    ),
    game(dice_use="any_month"),
)
broken(
    "everybody's first die counts twice",
    "DIC-4",
    reword(dice._apply_dice, "range(2)", "(0, 1, 0)"),
    MIXED,
)
broken(
    "full dice arrive a month early",
    "DIC-5",
    reword(
        dice._record_placing,
        "table.month + table.dice[colour] - 1",
        "max(table.month, table.month + table.dice[colour] - 2)",
    ),
    MIXED,
)
broken(
    "half of a die is rounded up",
    "DIC-6",
    reword(dice.die_envelopes, "value // 2", "(value + 1) // 2"),
    RANDOM,
)
broken(
    "half of a 1 is nothing",
    "DIC-6",
    wrap(
        dice.die_envelopes,
        lambda original, table, colour, mode: (
            0 if mode == HALF and table.dice[colour] == 1 else original(table, colour, mode)
        ),
    ),
    RANDOM,
)
broken(
    "a die gives 1 more than it shows",
    "DIC-5 DIC-6",
    wrap(
        dice.die_envelopes, lambda original, table, colour, mode: original(table, colour, mode) + 1
    ),
    MIXED,
)
allows_illegal_play(
    "one die is taken twice",
    "DIC-4",
    reword(dice.choose_dice, "first == second", "False"),
    illegal.SAME_DIE_TWICE,
)
ANY_PLACING = instead(dice.refusal_without_bans, lambda table, colour, mode, month: 0)
# EC beyond February go to February, the last month of the calendar.
TO_FEBRUARY = reword(
    dice._apply_dice,
    "table.calendar[seat, month, colour]",
    "table.calendar[seat, min(month, 12), colour]",
)
allows_illegal_play(
    "a half die goes six months ahead", "DIC-6", ANY_PLACING, illegal.SIX_MONTHS_LATER
)
allows_illegal_play(
    "a half die goes past February",
    "DIC-5",
    reword(dice.refusal_without_bans, "min(table.month + 5, MONTHS)", "table.month + 5"),
    TO_FEBRUARY,
    illegal.FIVE_MONTHS_LATER,
    refused="DIC-6",
)
allows_illegal_play(
    "a full die goes past February", "DIC-5", ANY_PLACING, TO_FEBRUARY, illegal.ALWAYS_FULL
)
allows_illegal_play(
    "in the Family game, dice are taken at half value",
    "FAM-3",
    ANY_PLACING,
    illegal.HALF_NOW,
    preset="family",
    players=2,
)
broken("income stays on the calendar too", "ACT-10", undone(dice._income, "calendar"), MIXED)
broken(
    "income comes before the dice",
    "DIC-4",
    instead(dice._apply_dice, dice._income),
    instead(dice._income, dice._apply_dice),
    MIXED,
)
broken(
    "income is the next month's",
    f"{ENVELOPE_RULES} DIC-7",
    reword(
        dice._income,
        "envelopes = table.calendar[seat, table.month, colour]",
        "envelopes = table.calendar[seat, min(12, table.month + 1), colour]",
    ),
    MIXED,
)
broken(
    "a die's EC are of the wrong colour",
    "DIC-7 ACT-10",
    reword(
        dice._apply_dice,
        "table.calendar[seat, month, colour]",
        "table.calendar[seat, month, (colour + 1) % 6]",
    ),
    MIXED,
)
broken(
    "a die's EC come a month late",
    "DIC-7 ACT-10",
    reword(
        dice._apply_dice,
        "table.calendar[seat, month, colour]",
        "table.calendar[seat, min(12, month + 1), colour]",
    ),
    MIXED,
)

# Exclusive dice

broken(
    "with three players, two may draft the same die",
    "CUT-2",
    instead(dice.dice_limit, lambda table: 2),
    EXCLUSIVE,
)
broken(
    "with four players, three may draft the same die",
    "CUT-2",
    instead(dice.dice_limit, lambda table: 3),
    game("cutthroat", 4, "random"),
)
allows_illegal_play(
    "a die that is no longer available is taken",
    "CUT-2",
    instead(dice.dice_limit, lambda table: 99),
    {"dice": illegal.die_taken_by_others},
    preset="cutthroat",
    players=2,
)
allows_illegal_play(
    "a player drafts one die twice",
    "CUT-5",
    reword(dice.pick_die, " or table.die[seat, 0] == colour", ""),
    {"dice": illegal.same_die_again},
    preset="cutthroat",
    players=4,
    refused="CUT-2",
)
broken(
    "the snake draft does not reverse",
    "CUT-2",
    as_if(dice.next_pick, rule_dice_order=DICE_ORDER.ROUNDS),
    game("cutthroat", 3, dice_order="snake"),
)
broken(
    "dice are drafted in rounds where both should be taken at once",
    "CUT-2",
    as_if(dice.next_pick, rule_dice_order=DICE_ORDER.ROUNDS),
    game("cutthroat", 2, dice_order="together"),
)
broken(
    "rounds of the dice draft begin with seat 0",
    "CUT-2",
    as_if(dice.pick_die, starter=0),
    EXCLUSIVE,
)
broken(
    "the starting player picks dice first though they should be last",
    "CUT-2",
    reword(dice.pick_die, "picking_seat(table, turn)", "(table.starter + turn) % table.players"),
    game("cutthroat", 3, pick_order="reversed"),
)
broken(
    "a player places the first die that the next player drafted",
    "CUT-5",
    reword(
        dice.place_dice,
        "box.chosen[seat, 0] = table.die[seat, 0]",
        "box.chosen[seat, 0] = table.die[(seat + 1) % table.players, 0]",
    ),
    EXCLUSIVE,
)

# Vegas

BETTING = game(line_up="random", coach="always: 4 free_bets")
SHIFTING = game(line_up="random", coach="always: 4 free_bets; always: shift_die 1")

broken(
    "a bet pays 1 EC",
    ENVELOPE_RULES,
    reword(dice._pay_bets, "mat[seat, colour] += 2 * tokens", "mat[seat, colour] += tokens"),
    BETTING,
)
broken(
    "a bet pays 2 BB",
    BUCKS_RULES,
    reword(dice._pay_bets, "table.bucks[seat] += tokens", "table.bucks[seat] += 2 * tokens"),
    BETTING,
)
broken(
    "a bet pays in the next colour",
    ENVELOPE_RULES,
    reword(dice._pay_bets, "table.mat[seat, colour] +=", "table.mat[seat, (colour + 1) % 6] +="),
    BETTING,
)
broken(
    "several tokens on one spot pay once",
    "DIC-2",
    before(
        dice._pay_bets,
        lambda state, trace, seat: put(state.table.bet, seat, state.table.bet[seat].clip(0, 1)),
    ),
    BETTING,
)
broken("bets stay on the board after the roll", "DIC-2", undone(dice._pay_bets, "bet"), BETTING)
broken(
    "a player who has not bet has Crapped Out",
    "DIC-3 DIC-2 DIC-4 CUT-2",
    reword(
        dice.vegas_check,
        "if table.bets[seat] > 0:\n            _pay",
        "if table.month > 1:\n            _pay",
    ),
    MIXED,
)
broken(
    "a single win does not save a player from Crapping Out",
    "DIC-3",
    reword(dice._pay_bets, "if tokens_won == 0:", "if tokens_won < 2:"),
    BETTING,
)
broken(
    "Crapping Out lasts into the next month",
    "ACT-2",
    reword(dice.vegas_check, "        table.crapped_out[seat] = 0\n", ""),
    game(line_up="random", coach="month: if crapped_out: 1 bucks"),
)
broken(
    "an upgrade on won bets takes effect only once, not once per bet",
    "CAR-3",
    reword(dice._pay_bets, "in range(tokens_won):", "in range(min(1, tokens_won)):"),
    game(line_up="random", coach="always: 4 free_bets; bet_won: 1 stars"),
)
broken(
    "upgrades on Crapping Out are forgotten",
    "CAR-3",
    wrap(
        dice._fire,
        lambda original, state, trace, seat, when: (
            when == WHEN_CRAP_OUT or original(state, trace, seat, when)
        ),
    ),
    game(line_up="random", coach="always: 1 free_bets; crap_out: 1 bucks"),
)
broken(
    "the Bookie's shift counts for everybody",
    "CAR-7 DIC-2 DIC-10",
    reword(
        dice._bookie,
        "    note_standing_use(",
        "    table.dice[order.colour] = shift_number(number, shift)\n    note_standing_use(",
    ),
    SHIFTING,
)
broken(
    "the Bookie shifts by two",
    "CAR-7",
    wrap(dice.shift_number, lambda original, number, shift: original(number, 2 * shift)),
    SHIFTING,
)
broken(
    "the Bookie cannot shift between 6 and 1",
    "CAR-7",
    instead(dice.shift_number, lambda number, shift: min(6, max(1, number + shift))),
    SHIFTING,
)
broken(
    "everybody has a Bookie",
    "DIC-2 DIC-4",
    wrap(
        payment.modifier_total,
        lambda original, table, seat, gain, *others: (
            1 if gain == GAIN_SHIFT_DIE else original(table, seat, gain, *others)
        ),
    ),
    BETTING,
)
broken(
    "the Bookie's shift is reported and then forgotten",
    "DIC-2 DIC-3 CAR-7",
    after(dice._bookie, lambda state, trace, policies, seat: put(state.box.chosen, (seat, 0), -1)),
    SHIFTING,
)
broken(
    "Bookies decide in seat order",
    "DIC-2",
    reword(
        dice.vegas_check,
        "(table.starter + turn) % table.players\n        table.crapped",
        "turn\n        table.crapped",
    ),
    SHIFTING,
)
