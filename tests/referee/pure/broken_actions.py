"""Engines that allow or account for an action wrong (ACT, PAY)."""

from __future__ import annotations

from referee.pure import illegal_play as illegal
from referee.pure.breaking import (
    BUCKS,
    ENVELOPES,
    FAMILY,
    FOUR,
    FOUR_RANDOM,
    MIXED,
    RANDOM,
    broken,
    change,
    game,
    lawless,
)
from referee.pure.illegal_play import at_times

from eoc_sim.simulator.eoc import (
    actions,
    payment,
)

# Actions

broken(
    "a card scores 1 star more than it shows", "ACT-10",
    change(
        actions.play_card,
        "score(table, seat, PART_CARDS, table.card_stars[card])",
        "score(table, seat, PART_CARDS, table.card_stars[card] + 1)",
    ),
    MIXED,
)
lawless(
    "a card is played from another's calendar", "ACT-1",
    change(actions.play_card, "or table.card_owner[card] != seat", ""),
    at_times(illegal.card_of_another),
)
NO_MAT_CHECK = change(
    payment.price, "box.from_mat[colour] > table.mat[seat, colour]", "False"
)
lawless(
    "a card is paid with EC that the mat lacks", "PAY-3", NO_MAT_CHECK,
    at_times(illegal.card_without_means),
)
lawless(
    "a recruit is paid with EC that the mat lacks", "PAY-3", NO_MAT_CHECK,
    at_times(illegal.sign_without_means),
)
broken(
    "a card reacts to its own coming into play", "ACT-2",
    change(
        actions.play_card,
        "    activate(table, seat, card)",
        "    activate(table, seat, card)\n    before = table.active_count[seat, WHEN_PLAY]",
    ),
    game(card="play: 1 bucks"),
)
broken(
    "a trade gives 2 EC", "ACT-3",
    change(
        actions.trade, "box.got_ec[wanted] = 1", "box.got_ec[wanted] = 2",
        "table.mat[seat, wanted] += 1", "table.mat[seat, wanted] += 2",
    ),
    FOUR_RANDOM,
)
broken(
    "a trade is 2 for 1", "ACT-3",
    change(payment.trade_price, "else 3", "else 2"), FOUR_RANDOM,
)
broken(
    "a trade costs 2 BB", "CUT-3",
    change(actions.trade, "bucks = 1 if", "bucks = 2 if"), game(line_up="random", start_bucks="20"),
)
broken(
    "the trade fee is told and not taken", BUCKS,
    change(actions.trade, "table.bucks[seat] -= bucks", "pass"), FOUR_RANDOM,
)
broken(
    "the Family pays for trades", "CUT-3",
    change(actions.trade, "1 if table.rule_trade_fee == 0 else 0", "1"), FAMILY,
)
broken(
    "a cut-throat trade costs 1 star", "CUT-3",
    change(actions.trade, "stars = 2 if", "stars = 1 if"), game(players=4, trade_fee="stars2"),
)
broken(
    "a trade for 2 EC more is 4 for 1", "ACT-3",
    change(payment.trade_price, "price = 5 if", "price = 4 if"), game(trade_fee="ec2"),
)
lawless(
    "a trade is made without the BB for it", "ACT-3",
    change(actions.trade, "table.bucks[seat] < bucks", "False"),
    at_times(illegal.trade_without_fee),
)
lawless(
    "a trade takes the score below 0", "CUT-3",
    change(actions.trade, "table.score[seat] < stars", "False"),
    at_times(illegal.trade_without_fee), trade_fee="stars2",
)
broken(
    "June has three free moves", "ACT-4",
    change(actions, "FREE_MOVES", (0, 3, 3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0)), FOUR,
)
broken(
    "the Family has the calendar's free moves", "ACT-4",
    change(actions.calendar_free_moves, "return 3 if table.rule_free_moves == 1 else 0",
           "return FREE_MOVES[month]"),
    FAMILY,
)
broken(
    "there is one free move more than there is", "ACT-4",
    change(actions.move, "table.free_moves[seat] > 0", "table.free_moves[seat] >= 0"), FOUR_RANDOM,
)
broken(
    "steps are paid while free moves are left", "ACT-4",
    change(actions.move, "free = table.free_moves[seat] > 0",
        "free = table.free_moves[seat] > 0 and table.mat[seat].sum() == 0"), FOUR_RANDOM,
)
broken(
    "free moves are kept for the next turn", "ACT-4",
    change(actions.start_turn, "table.free_moves[seat] = ", "table.free_moves[seat] += "),
    change(actions.end_turn, "    table.free_moves[seat] = 0\n", ""), FOUR,
)
broken(
    "a step costs 2 EC", "ACT-4",
    change(actions.move, "else 1\n", "else 2\n"), FOUR,
)
broken(
    "a step costs nothing", "ACT-4",
    change(actions.move, "number = 0 if free or order.bucks == 1 else 1",
        "number = 0"), FOUR_RANDOM,
)
broken(
    "the bus stays where it was", "ACT-4 ACT-10",
    change(actions.move, "    table.node[seat] = there\n", ""), FOUR,
)
lawless(
    "the bus goes to a place that is not connected", "ACT-4",
    change(actions.move, " or not connected(table, here, there)", ""),
    at_times(illegal.move_anywhere),
)
lawless(
    "the bus enters an HQ", "ACT-13",
    change(actions.move, "table.node_hq[there] >= 0", "False"), at_times(illegal.move_into_an_hq),
)
lawless(
    "a BB pays a step without a card for it", "PAY-3",
    change(actions.move, " or substitutes_allowed(table, seat, 2, -1, -1) < 1", ""),
    at_times(illegal.step_paid_in_bucks),
)
broken(
    "a runner costs nothing", "ACT-5",
    change(actions.runner, "fee = 0 if table.free_runners[seat] > 0 else 1", "fee = 0"),
    FOUR_RANDOM,
)
broken(
    "a runner's BB is told and not taken", BUCKS,
    change(actions.runner, "table.bucks[seat] -= fee", "pass"), FOUR_RANDOM,
)
lawless(
    "a package grows above the need", "ACT-5",
    change(
        actions.runner,
        "table.package[seat, spot, colour] + number > table.spot_cost[spot, colour]", "False",
    ),
    at_times(illegal.runner_beyond_the_need),
)
lawless(
    "a runner goes to a signed recruit", "ACT-5",
    change(actions.runner, " or table.spot_owner[spot] >= 0", ""),
    at_times(illegal.runner_to_a_signed_recruit), players=4,
)
lawless(
    "a runner goes without a BB", "ACT-5",
    change(actions.runner, "table.bucks[seat] < fee", "False"), at_times(illegal.runner_on_credit),
)
lawless(
    "a runner goes with nothing", "ACT-5",
    change(actions.runner, "sent == 0", "False"), at_times(illegal.runner_with_nothing),
)
lawless(
    "a runner carries EC that the mat lacks", "ACT-5",
    change(actions.runner, "number > table.mat[seat, colour]", "False"),
    at_times(illegal.runner_with_envelopes_from_nowhere), refused="PAY-4",
)
lawless(
    "a recruit is signed with the bus elsewhere", "ACT-6",
    change(actions.sign, "table.state_node[state] != table.node[seat]", "False"),
    at_times(illegal.sign_from_afar),
)
lawless(
    "a signed recruit is signed again", "ACT-6",
    change(actions.sign, " or table.spot_owner[spot] >= 0", ""), at_times(illegal.sign_again),
    free_moves="three",
)
broken(
    "the mat pays before the package", "PAY-3",
    change(
        payment.price,
        "box.from_package[colour] = min(box.due[colour], table.package[seat, spot, colour])",
        "box.from_package[colour] = max(0, box.due[colour] - table.mat[seat, colour])",
    ),
    FOUR,
)
broken(
    "what a package has too much goes back to the mat", ENVELOPES,
    change(
        payment.pay,
        "        if spot >= 0:\n            table.package",
        "        if spot >= 0:\n            table.mat[seat, colour] += box.lost[colour]\n"
        "            table.package",
    ),
    game(players=4, coach="always: discount recruits 2"),
)
broken(
    "the package of a signed recruit stays", "ACT-10",
    change(
        payment.pay,
        "            table.package[seat, spot, colour] = 0\n", "            pass\n",
        "        table.package_size[seat, spot] = 0\n", "        pass\n",
    ),
    FOUR,
)
broken(
    "rivals keep their packages", "ACT-6",
    change(actions.lose_packages, "in range(table.players)", "in range(0)"), FOUR,
)
broken(
    "a package is lost and nobody is told", "ACT-6",
    change(actions.lose_packages, "trace[0] > 0", "False"), FOUR,
)
broken(
    "the VMD has a 3", "ACT-7",
    change(actions, "VMD_FACES", (0, 0, 0, 0, 1, 1, 1, -1, -1, -1, 3, -2)), FOUR,
)
broken(
    "the VMD is rolled in the Family", "ACT-7",
    change(actions.sign, "table.rule_vmd == 0", "True"), FAMILY,
)
broken(
    "a value below 1 is possible", "CAR-9",
    change(actions.sign, "max(1, table.spot_base[spot] + vmd)", "table.spot_base[spot] + vmd"),
    FOUR,
)
broken(
    "a value is at least 2", "CAR-9",
    change(actions.sign, "max(1, table", "max(2, table"), FOUR,
)
broken(
    "the VMD is told and not counted", "CAR-9",
    change(actions.sign, "table.spot_base[spot] + vmd)", "table.spot_base[spot])"), FOUR,
)
lawless(
    "a second campaign in one month", "ACT-8",
    change(actions.market, "table.marketed[seat] == 1", "False"),
    at_times(illegal.second_campaign), start_bucks="20",
)
lawless(
    "a campaign on credit", "ACT-8",
    change(actions.market, "table.bucks[seat] < MARKETING_COST[stars]", "False"),
    at_times(illegal.campaign_on_credit),
)
broken(
    "a campaign of 3 stars costs 4 BB", "ACT-8",
    change(payment, "MARKETING_COST", (0, 1, 3, 4, 8, 12, 18, 24, 30)),
    game(line_up="random", start_bucks="30"),
)
lawless(
    "a bet lies on a 0", "ACT-9",
    change(actions.bet, "number < 1", "number < 0"),
    at_times(illegal.bet_on_a_zero),
)
lawless(
    "a bet without an EC", "ACT-9",
    change(actions.bet, "0 if free else 1", "0"), at_times(illegal.bet_on_credit), refused="PAY-4",
)
broken(
    "there is one free bet more than there is", "CAR-6",
    change(actions.bet, "table.free_bets[seat] > 0", "table.free_bets[seat] >= 0"), RANDOM,
)
broken(
    "free bets are kept for the next turn", "CAR-6",
    change(actions.start_turn, "    table.free_bets[seat] = 0\n", ""),
    change(actions.end_turn, "    table.free_bets[seat] = 0\n", ""),
    game(coach="always: 1 free_bets"),
)
broken(
    "free runners are kept for the next turn", "ACT-5",
    change(actions.start_turn, "    table.free_runners[seat] = 0\n", ""),
    change(actions.end_turn, "    table.free_runners[seat] = 0\n", ""),
    game(line_up="random", coach="always: 1 free_runners"),
)
broken(
    "EC stay on the mat overnight", ENVELOPES,
    change(actions.end_turn, "        table.mat[seat, colour] = 0\n", "        pass\n"), MIXED,
)

# Payment

DISCOUNTS = game(players=4, coach="always: discount recruits 1; always: discount cards 1")
NAMELESS = {"line_up": "nameless", "players": 2}

broken(
    "a discount is for each colour", "PAY-1",
    change(payment.price, "falls = min(total, standing(",
           "falls = min(total, sum(1 for one in box.due if one > 0) * standing("),
    DISCOUNTS,
)
broken(
    "a discount is taken twice", "PAY-1",
    change(payment.price, "falls = min(total, standing(", "falls = min(total, 2 * standing("),
    DISCOUNTS,
)
broken(
    "of several discounts one counts", "PAY-1",
    change(payment.standing, "total += table.clause_amount[clause]",
           "total = table.clause_amount[clause]"),
    game(players=4, coach="always: discount recruits 1; always: discount recruits 1"),
)
broken(
    "discounts for recruits are for cards", "PAY-1",
    change(payment.price, "ON_CARDS if card >= 0 else ON_RECRUITS", "ON_RECRUITS"),
    game(players=4, coach="always: discount recruits 1", line_up="mixed"),
)
broken(
    "a card makes itself cheaper", "PAY-1",
    change(actions.play_card, "    refusal = price(",
        "    activate(table, seat, card)\n    refusal = price("),
    game(line_up="random", card="always: discount cards 1"),
)
broken(
    "a discount's condition is forgotten", "PAY-1",
    change(payment.standing, "conditions_hold(table, seat, clause, card, spot, -1)", "True"),
    game(players=4, coach="always: if border: discount recruits 1"),
)
broken(
    "a discount on trades is forgotten", "ACT-3",
    change(payment.trade_price, " - standing(table, seat, GAIN_DISCOUNT, ON_TRADES, -1, -1)", ""),
    game(players=4, line_up="random", coach="always: discount trades 1"),
)
broken(
    "of equal colours the default discount falls on the last", "PAY-2",
    change(payment._falls_next, "lack > best_lack", "lack >= best_lack"),
    game(coach="always: discount recruits 1; always: discount cards 1", **NAMELESS),
)
broken(
    "of equal colours unnamed EC are given from the last", "PAY-4",
    change(payment.give_any, "> table.mat[seat, best] - ", ">= table.mat[seat, best] - "),
    game(**NAMELESS),
)
broken(
    "unnamed EC are taken in the colour with most", "PAY-4",
    change(payment.least_of, "< table", "> table"), game(**NAMELESS),
)
lawless(
    "BB stand in for EC without a card for it", "PAY-3",
    change(payment.price,
           "allowed > table.bucks[seat] or allowed > substitutes_allowed(\n"
           "            table, seat, detail, card, spot\n        )",
           "allowed > table.bucks[seat]"),
    at_times(illegal.too_many_substitutes), card="end: 1 stars",
)
broken(
    "BB that stand in for EC are told and not taken", BUCKS,
    change(payment.pay, "        table.bucks[seat] -= box.substituted[colour]\n", ""),
    game(line_up="wilful", coach="always: 2 bucks_as_ec cards", card="end: 1 stars"),
)
