"""Engines that roll, share or place dice wrong, or pay bets wrong (DIC, CUT, CAR-7)."""

from __future__ import annotations

from referee.pure import illegal_play as illegal
from referee.pure.breaking import (
    BUCKS,
    ENVELOPES,
    EXCLUSIVE,
    MIXED,
    RANDOM,
    broken,
    change,
    game,
    lawless,
)

from eoc_sim.simulator.eoc import (
    dice,
)

# Dice

broken(
    "dice show 2 to 7", "DIC-1", change(dice.roll_dice, "6) + 1", "6) + 2"),
    game(dice_use="any_month"),
)
broken(
    "everybody takes a third die", "DIC-4",
    change(dice._apply_dice, "range(2)", "(0, 1, 0)"), MIXED,
)
broken(
    "dice are taken in full a month early", "DIC-5",
    change(
        dice._choose_placing,
        "table.month + table.dice[colour] - 1",
        "max(table.month, table.month + table.dice[colour] - 2)",
    ),
    MIXED,
)
broken(
    "half of a die is rounded up", "DIC-6",
    change(dice.die_worth, "value // 2", "(value + 1) // 2"), RANDOM,
)
broken(
    "half of a 1 is nothing", "DIC-6",
    change(dice.die_worth, "max(1, value // 2)", "value // 2"), RANDOM,
)
broken(
    "a die gives what it showed and 1 more", "DIC-5 DIC-6",
    change(dice.die_worth, "value = table.dice[colour]", "value = table.dice[colour] + 1"), MIXED,
)
lawless(
    "one die is taken twice", "DIC-4",
    change(dice._shared_dice, "first == second", "False"), illegal.SAME_DIE_TWICE,
)
lawless(
    "a half die goes six months later", "DIC-6",
    change(dice.placing_refusal, "table.month + 5", "table.month + 6"), illegal.SIX_MONTHS_LATER,
)
lawless(
    "a half die goes past February", "DIC-5",
    change(dice.placing_refusal, "min(table.month + 5, MONTHS)", "table.month + 5"),
    change(
        dice._apply_dice,
        "table.calendar[seat, month, colour] += envelopes",
        "table.calendar[seat, min(month, 12), colour] += envelopes",
    ),
    illegal.FIVE_MONTHS_LATER, refused="DIC-6",
)
lawless(
    "a full die goes past February", "DIC-5",
    change(dice.placing_refusal, "> MONTHS:", "> 99:"),
    change(
        dice._apply_dice,
        "table.calendar[seat, month, colour] += envelopes",
        "table.calendar[seat, min(month, 12), colour] += envelopes",
    ),
    illegal.ALWAYS_FULL,
)
lawless(
    "the Family takes dice at half", "FAM-3",
    change(dice.placing_refusal, "mode != FULL or not in_reach", "not in_reach"),
    illegal.HALF_NOW, preset="family", players=2,
)
broken(
    "income stays on the calendar too", "ACT-10",
    change(
        dice._income,
        "        table.calendar[seat, table.month, colour] = 0\n", "",
    ),
    MIXED,
)
broken(
    "income comes before the dice", "DIC-4",
    change(
        dice.dice_phase,
        "_apply_dice(table,", "later(table,", "_income(table,", "_apply_dice(table,",
        "later(table,", "_income(table,",
    ),
    MIXED,
)
broken(
    "income is next month's", f"{ENVELOPES} DIC-7",
    change(
        dice._income,
        "table.mat[seat, colour] += table.calendar[seat, table.month, colour]",
        "table.mat[seat, colour] += table.calendar[seat, min(12, table.month + 1), colour]",
    ),
    MIXED,
)

# Exclusive dice

broken(
    "three players may take one die twice", "CUT-2",
    change(dice.dice_limit, "table.players == 4", "True"), EXCLUSIVE,
)
broken(
    "four players may take one die three times", "CUT-2",
    change(dice.dice_limit, "return 2 if", "return 3 if"), game("cutthroat", 4, "random"),
)
lawless(
    "a die that is gone is taken", "CUT-2",
    change(dice._exclusive_dice, "taken >= dice_limit(table) or ", ""),
    {"dice": illegal.die_taken_by_others}, preset="cutthroat", players=2,
)
lawless(
    "a player drafts one die twice", "CUT-5",
    change(dice._exclusive_dice, " or table.die[seat, 0] == colour", ""),
    {"dice": illegal.same_die_again}, preset="cutthroat", players=4, refused="CUT-2",
)
broken(
    "the snake does not turn round", "CUT-2",
    change(dice._exclusive_dice, "table.rule_dice_order == SNAKE", "False"),
    game("cutthroat", 3, dice_order="snake"),
)
broken(
    "dice are drafted in rounds where it should be both at once", "CUT-2",
    change(dice._exclusive_dice, "table.rule_dice_order == TOGETHER", "False"),
    game("cutthroat", 2, dice_order="together"),
)
broken(
    "rounds of the dice draft begin with seat 0", "CUT-2",
    change(dice._exclusive_dice, "(table.starter + turn) % table.players", "turn"), EXCLUSIVE,
)
broken(
    "a drafted die is placed by the next player", "CUT-5",
    change(
        dice._exclusive_dice,
        "box.chosen[seat, 0] = table.die[seat, 0]",
        "box.chosen[seat, 0] = table.die[(seat + 1) % table.players, 0]",
    ),
    EXCLUSIVE,
)

# Vegas

BETTING = game(line_up="random", coach="always: 4 free_bets")
SHIFTING = game(line_up="random", coach="always: 4 free_bets; always: shift_die 1")

broken(
    "a bet pays 1 EC", ENVELOPES,
    change(dice._pay_bets, "mat[seat, colour] += 2 * tokens", "mat[seat, colour] += tokens"),
    BETTING,
)
broken(
    "a bet pays 2 BB", BUCKS,
    change(dice._pay_bets, "table.bucks[seat] += tokens", "table.bucks[seat] += 2 * tokens"),
    BETTING,
)
broken(
    "several tokens on one spot pay once", "DIC-2",
    change(
        dice._pay_bets,
        "tokens = table.bet[seat, colour, number]",
        "tokens = min(1, table.bet[seat, colour, number])",
    ),
    BETTING,
)
broken(
    "bets stay on the board after the roll", "DIC-2",
    change(dice._pay_bets, "table.bet[seat, colour, other] = 0", "pass"), BETTING,
)
broken(
    "who has not bet has Crapped Out", "DIC-3 DIC-2 DIC-4 CUT-2",
    change(
        dice.vegas_check,
        "if table.bets[seat] > 0:\n            _pay", "if table.month > 1:\n            _pay",
    ),
    MIXED,
)
broken(
    "a single win does not save from Crapping Out", "DIC-3",
    change(dice._pay_bets, "if won == 0:", "if won < 2:"), BETTING,
)
broken(
    "having Crapped Out lasts into the next month", "ACT-2",
    change(dice.vegas_check, "        table.crapped_out[seat] = 0\n", ""),
    game(line_up="random", coach="month: if crapped_out: 1 bucks"),
)
broken(
    "an upgrade on won bets takes effect once for all of them", "CAR-3",
    change(dice._pay_bets, "in range(won):", "in range(min(1, won)):"),
    game(line_up="random", coach="always: 4 free_bets; bet_won: 1 stars"),
)
broken(
    "upgrades on Crapping Out are forgotten", "CAR-3",
    change(dice._pay_bets, "_fire(table, box, trace, order, seat, WHEN_CRAP_OUT)", "pass"),
    game(line_up="random", coach="always: 1 free_bets; crap_out: 1 bucks"),
)
broken(
    "the Bookie's shift counts for everybody", "CAR-7 DIC-2 DIC-10",
    change(
        dice._bookie,
        "    note_standing_use(",
        "    table.dice[order.colour] = shifted(number, shift)\n    note_standing_use(",
    ),
    SHIFTING,
)
broken(
    "the Bookie shifts by two", "CAR-7",
    change(dice.shifted, "- 1 + shift)", "- 1 + 2 * shift)"), SHIFTING,
)
broken(
    "the Bookie cannot shift round the corner", "CAR-7",
    change(dice.shifted, "(number - 1 + shift) % 6 + 1", "min(6, max(1, number + shift))"),
    SHIFTING,
)
broken(
    "everybody has a Bookie", "DIC-2 DIC-4",
    change(dice.vegas_check, "standing(table, seat, GAIN_SHIFT_DIE, -1, -1, -1) > 0", "True"),
    BETTING,
)
broken(
    "the Bookie's shift is told and then forgotten", "DIC-2 DIC-3 CAR-7",
    change(dice._bookie, "box.chosen[seat, 0] = order.colour", "pass"), SHIFTING,
)
broken(
    "Bookies decide by seats", "DIC-2",
    change(
        dice.vegas_check,
        "(table.starter + turn) % table.players\n        table.crapped",
        "turn\n        table.crapped",
    ),
    SHIFTING,
)
broken(
    "a bet pays in the next colour", ENVELOPES,
    change(dice._pay_bets, "table.mat[seat, colour] +=", "table.mat[seat, (colour + 1) % 6] +="),
    BETTING,
)
broken(
    "a die's EC are of the next colour", "DIC-7 ACT-10",
    change(dice._apply_dice, "table.calendar[seat, month, colour]",
           "table.calendar[seat, month, (colour + 1) % 6]"),
    MIXED,
)
broken(
    "a die's EC go on the month after", "DIC-7 ACT-10",
    change(dice._apply_dice, "table.calendar[seat, month, colour]",
           "table.calendar[seat, min(12, month + 1), colour]"),
    MIXED,
)
