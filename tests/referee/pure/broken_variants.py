"""Engines that play the auction, the Family or the Solo game wrong (AUC, FAM, SOLO)."""

from __future__ import annotations

from referee.pure import illegal_play as illegal
from referee.pure.breaking import (
    BUCKS,
    ENVELOPES,
    FAMILY,
    FOUR,
    MIXED,
    SOLO,
    broken,
    change,
    game,
    lawless,
)

from eoc_sim.simulator.eoc import (
    actions,
    auction,
    cards,
    draft,
    play,
    scoring,
    setup,
    solo,
)

# Auction

FOUR_BIDDERS = game(players=4, line_up="random", auction="on", start_bucks="40")
AUCTION = game(players=3, line_up="random", auction="on", start_bucks="20")

broken(
    "the buyer pays the second-highest bid", "AUC-2",
    change(auction.sale_price, "second + 1", "second"), AUCTION,
)
broken(
    "the buyer pays its own bid", "AUC-2",
    change(auction.sale_price, "second + 1 if second > 0 else highest", "highest"), AUCTION,
)
broken(
    "an Auctioneer keeps the Chain though it lacks the BB", "AUC-5",
    change(auction.settle, "table.bucks[auctioneer] >= highest", "True"),
    game(players=3, auction="on", seat=illegal.BIDDING),
)
broken(
    "who has the Chain auctions it", "AUC-1",
    change(auction.hold_auction, "auctioneer = (table.starter + 1) % players",
           "auctioneer = table.starter"),
    AUCTION,
)
broken(
    "keeping costs what the buyer would have paid", "AUC-2",
    change(auction.settle, "table.bucks[auctioneer] -= highest",
           "paid = table.sale_price\n            table.bucks[auctioneer] -= paid"),
    AUCTION,
)
lawless(
    "a bid equals the last one", "AUC-1",
    change(auction.hold_auction, "bid != 0 and bid <= highest", "False"),
    {"bid": illegal.bid_the_same}, auction="on", players=3,
)
lawless(
    "a bid is more than the bidder has", "AUC-4",
    change(auction.hold_auction, "bid > table.bucks[seat]", "False"),
    {"bid": illegal.bid_a_hundred}, auction="on", players=3,
)
broken(
    "who has passed is asked again", "AUC-1",
    change(auction.hold_auction, "table.bid[seat] == PASSED or ", ""), FOUR_BIDDERS,
)
broken(
    "bidding goes counter-clockwise", "AUC-1",
    change(auction.hold_auction, "(auctioneer + turn)", "(auctioneer - turn)"), AUCTION,
)
broken(
    "the buyer pays to the bank", BUCKS,
    change(auction.settle, "table.bucks[auctioneer] += paid", "pass"), AUCTION,
)
broken(
    "the Auctioneer starts though it has sold", "END-4",
    change(auction.settle, "buyer if buyer >= 0 else auctioneer", "auctioneer"), AUCTION,
)
broken(
    "the Chain stays where it was if nobody bids", "END-4",
    change(auction.settle, "else auctioneer\n", "else table.starter\n"), AUCTION,
)
broken(
    "there is an auction after February", "SCO-1 SCO-6 SCO-2 TRACE",
    change(play.play_month, "refusal > 0 or table.month == MONTHS", "refusal > 0"), AUCTION,
)
broken(
    "the auction is held though it is off", "TIM-1",
    change(play.play_month, "table.rule_auction == 1", "True"), MIXED,
)

# Family

broken(
    "the Family loses packages", "FAM-5",
    change(actions.lose_packages, "table.rule_packages == 1 and ", "table.rule_packages == 0 and "),
    FAMILY,
)
broken(
    "packages are refunded where they are lost", "FAM-5",
    change(actions.lose_packages, "table.rule_packages == 1 and ", ""), FOUR,
)
broken(
    "a refund goes to the mat though the turn is over", "FAM-5",
    change(actions.lose_packages, "0 if still_to_come else table.month + 1", "0"), FAMILY,
)
broken(
    "a refund goes to the calendar though the turn is to come", "FAM-5",
    change(actions.lose_packages, "0 if still_to_come else table.month + 1", "table.month + 1"),
    FAMILY,
)
broken(
    "a refund is told and not made", f"{ENVELOPES} DIC-7",
    change(actions.lose_packages, "            if refunded and month == 0:",
        "            if False:",
           "elif refunded:", "elif False:"),
    FAMILY,
)

# Solo

broken(
    "Bubba takes the lowest value of the South", "SOLO-7",
    change(solo.bubba_pick, "table.spot_base[spot] > table.spot_base[best]",
           "table.spot_base[spot] < table.spot_base[best]"),
    SOLO,
)
broken(
    "Bubba does not mind what it lacks", "SOLO-7",
    change(solo._best_border, "lacked * 1000 + ", ""), SOLO,
)
broken(
    "Bubba does not mind what occurs once", "SOLO-7",
    change(solo._best_border, "once * 100 + ", ""), SOLO,
)
broken(
    "Bubba uses a border state twice", "SOLO-7",
    change(solo._is_candidate, "table.signed_state[BUBBA_SEAT, state] == 0", "True"), SOLO,
)
broken(
    "Bubba takes any border state at once", "SOLO-7",
    change(solo._is_candidate, "_touches_south(table, state) == south", "True"), SOLO,
)
broken(
    "Bubba scores the rejects of the set-up", "SOLO-2 SCO-8",
    change(setup.keep_four, "to_pool(table, me.hand[place])",
           "to_pool(table, me.hand[place])\n"
           "                box.bubba_scored += table.card_stars[me.hand[place]]"),
    SOLO,
)
broken(
    "Bubba scores the rejects of the set-up in silence", "SCO-8",
    change(setup.keep_four, "to_pool(table, me.hand[place])",
           "to_pool(table, me.hand[place])\n"
           "                table.score[1] += table.card_stars[me.hand[place]]\n"
           "                table.part[1, 0] += table.card_stars[me.hand[place]]"),
    SOLO,
)
broken(
    "Bubba scores the card that was drafted", "SOLO-2",
    change(draft.draft_card, "    table.drafted[seat] = 1",
           "    table.drafted[seat] = 1\n    bubba_scores_card(table, box, card)"),
    SOLO,
)
broken(
    "Bubba scores no discards", "SOLO-2",
    change(draft.draft_card, "if table.rule_solo == 1:", "if False:"), SOLO,
)
broken(
    "Bubba rolls the VMD", "SOLO-4",
    change(solo.bubba_recruits, "stars = table.spot_base[spot] if spot >= 0 else 0",
           "stars = table.spot_base[spot] + 1 if spot >= 0 else 0"),
    SOLO,
)
broken(
    "the player keeps a package on Bubba's recruit", "ACT-6",
    change(solo.bubba_recruits, "    lose_packages(table, box, trace, BUBBA_SEAT, spot)\n", ""),
    game("solo", 1, "random", seat={}),
)
broken(
    "Bubba recruits before the player's turn", "ACT-0 ACT-12",
    change(
        play.play_month,
        "    if table.rule_solo == 1:\n        bubba_recruits(table, box, trace)\n", "",
        "    for turn in range(table.players):",
        "    if table.rule_solo == 1:\n        bubba_recruits(table, box, trace)\n"
        "    for turn in range(table.players):",
    ),
    SOLO,
)
broken(
    "Bubba scores no positions and no region", "SCO-7 SCO-8",
    change(scoring.score_sets, "table.players + table.rule_solo", "table.players"), SOLO,
)
broken(
    "solo has the calendar's free moves", "ACT-4",
    change(actions.calendar_free_moves, "return 3 if table.rule_free_moves == 1 else 0",
           "return FREE_MOVES[month]"),
    SOLO,
)
broken(
    "solo has a pool to draft from", "SOLO-1",
    change(cards.to_pool, "table.rule_solo == 1", "False"), game("solo", 1, "random"),
)
broken(
    "the solo player gets an extra card", "DRA-1 DRA-2",
    change(draft.deal_phase, "table.rule_dealer_bonus\n", "1\n"), SOLO,
)
broken(
    "Bubba takes the later of two equal spots", "SOLO-7",
    change(solo._best_border, "rank > best_rank", "rank >= best_rank"), SOLO,
)
