"""Engines whose cards and coaches act wrong (CAR)."""

from __future__ import annotations

from referee.pure import illegal_play as illegal
from referee.pure.breaking import (
    BUCKS,
    ENVELOPES,
    FOUR,
    broken,
    change,
    game,
    lawless,
)
from referee.pure.illegal_play import at_times

from eoc_sim.simulator.eoc import (
    actions,
    conditions,
    dice,
    effects,
)

TRIGGERED = game(line_up="random", coach="month: 1 stars")
broken(
    "a once-a-month coach is used twice", "CAR-2",
    change(effects.trigger_refusal, "if table.used[source] > 0 and (",
        "if table.used[source] > 1 and ("),
    TRIGGERED,
)
broken(
    "a once-a-month card is used twice", "CAR-2",
    change(effects.trigger_refusal,
        "or table.used[source] > 1 or table.use_again_left[seat] < 1", ""),
    game(line_up="random", card="month: 1 bucks"),
)
broken(
    "a card that allows one second use allows any number", "CAR-2",
    change(effects.trigger, "table.use_again_left[seat] -= 1", "pass"),
    game(line_up="random", coach="always: use_again 1", card="month: 1 bucks"),
)
broken(
    "a second use may be a coach's", "CAR-2",
    change(effects.trigger_refusal, "source >= COACH_SOURCE or ", ""),
    game(line_up="random", coach="always: use_again 1; month: 1 bucks"),
)
broken(
    "a card is used in the wrong month", "ACT-2",
    change(effects._triggered_clause,
        "table.clause_when[clause] == WHEN_MONTH and conditions_hold(\n"
           "        table, seat, clause, -1, -1, -1\n    )",
           "table.clause_when[clause] == WHEN_MONTH"),
    game(line_up="random", coach="month: if month november: 4 stars"),
)
lawless(
    "a card in play before another is used", "ACT-2",
    change(effects.source_in_play, "        and table.card_owner[source] == seat\n", ""),
    at_times(illegal.trigger_of_another), card="month: 1 bucks",
)
broken(
    "a benefit is used without its cost", "ACT-2",
    change(effects.trigger_refusal, "bucks > table.bucks[seat] or ", ""),
    game(line_up="random", coach="month: pay 3 bucks: 1 stars", start_bucks="1"),
)
broken(
    "the cost of a benefit is told and not taken", BUCKS,
    change(effects.trigger, "    table.bucks[seat] -= bucks\n", ""),
    game(line_up="random", coach="month: pay 1 bucks: 1 stars"),
)
broken(
    "EC that are gained are told and not had", ENVELOPES,
    change(effects._take_any, "    table.mat[seat, colour] += 1\n", ""),
    game(line_up="random", coach="month: 1 ec any"),
)
broken(
    "upgrades do nothing", "CAR-3",
    change(effects.fire, "in range(before)", "in range(0)"), FOUR,
)
broken(
    "upgrades have no conditions", "CAR-8 ACT-2",
    change(effects.fire, "not conditions_hold(table, seat, clause, card, spot, node)", "False"),
    game(players=4, coach="sign: if border: 2 stars"),
)
broken(
    "the coach comes after the cards", "CAR-3 CAR-8",
    change(effects.fire, "in range(before)", "in range(before - 1, -1, -1)"),
    game(coach="market: 1 stars", card="market: 1 bucks"),
)
broken(
    "a doubling doubles a bonus too", "ACT-2",
    change(effects._gain, "        score(table, seat, part, amount)",
           "        score(table, seat, part, amount)\n        box.event_value += amount"),
    game(players=4, coach="sign: 1 stars; sign: value x2"),
)
broken(
    "a doubling trebles", "ACT-2",
    change(effects._gain, "box.event_value * (amount - 1)", "box.event_value * amount"),
    game(players=4, coach="sign: value x2"),
)
broken(
    "a doubling doubles the token", "ACT-2",
    change(actions.sign, "box.event_value = value", "box.event_value = table.spot_base[spot]"),
    game(players=4, coach="sign: value x2"),
)
broken(
    "the base is taken with the VMD", "CAR-3 CAR-8",
    change(conditions._condition_holds, "table.spot_base[spot] >= detail",
           "table.spot_base[spot] + table.spot_vmd[spot] >= detail"),
    game(players=4, coach="sign: if base >= 4: 1 stars"),
)
broken(
    "a border recruit is of its first region only", "CAR-3 CAR-8",
    change(conditions._state_holds, " or (second >= 0 and (detail >> second) & 1 == 1)", ""),
    game(players=4, coach="sign: if region texas|south: 1 stars"),
)
broken(
    "a recruit counts as an earlier one of its own state", "CAR-8",
    change(conditions._condition_holds, "> itself", ">= itself"),
    game(players=4, coach="sign: if same_state: 3 stars"),
)
broken(
    "a count is rounded up", "ACT-2",
    change(conditions.clause_amount, "counted(table, seat, clause) // table.clause_per[clause]",
           "-(-counted(table, seat, clause) // table.clause_per[clause])"),
    game(line_up="random", coach="month: 1 stars per 3 bucks"),
)
broken(
    "a limit is forgotten", "ACT-2",
    change(conditions.clause_amount, "min(amount, table.clause_up_to[clause])", "amount"),
    game(line_up="random", coach="month: 1 stars per bucks up to 2"),
)
broken(
    "one half of a benefit counts what the other gave", "ACT-2",
    change(effects.trigger, "_gain(table, box, seat, clause, box.amount[clause - first])",
           "_gain(table, box, seat, clause, clause_amount(table, seat, clause))"),
    game(line_up="random", coach="month: 2 bucks; month: 1 stars per bucks"),
)
broken(
    "putting a card into play is using it", "ACT-2",
    change(actions.play_card, "    box.card_played_month[card] = table.month",
           "    box.card_played_month[card] = table.month\n    table.used_fundraising[seat] = 1",
           "    table.used_fundraising[seat] = used_fundraising", "    used_fundraising = 0"),
    game(coach="month: if used_fundraising: 1 bucks"),
)
broken(
    "a Fundraising card that was used last month counts", "ACT-2",
    change(dice.vegas_check, "        table.used_fundraising[seat] = 0\n", ""),
    game(line_up="random", card="month: 1 bucks", coach="month: if used_fundraising: 1 bucks"),
)
broken(
    "no free moves at all, but for those of cards", "ACT-2",
    change(effects._gain, "table.rule_free_moves != 3", "True"),
    game(line_up="random", coach="month: 2 moves", free_moves="none_at_all"),
)
broken(
    "no free moves at all, but for those of the coach", "ACT-4",
    change(effects._gain, "table.rule_free_moves != 3", "True"),
    change(effects.grant_standing, "gain == GAIN_MOVES and table.rule_free_moves == 3", "False"),
    game(coach="always: 1 moves", free_moves="none_at_all"),
)
broken(
    "the coach's free moves go with the calendar's", "ACT-4",
    change(effects.start_turn_effects, "in range(table.active_count[seat, WHEN_ALWAYS])",
           "in range(0)"),
    game("cutthroat", 2, coach="always: 1 moves"),
)
broken(
    "a card does not count itself", "ACT-2",
    change(conditions.counted, "return table.in_play_count[seat]",
        "return table.in_play_count[seat] - 1"),
    game(card="month: 1 stars per card"),
)
