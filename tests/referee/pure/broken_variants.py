"""Engines that play the auction, the Family or the Solo game wrongly (AUC, FAM, SOLO)."""

from __future__ import annotations

from typing import Any

from referee.pure import illegal_play as illegal
from referee.pure.breaking import (
    BUCKS_RULES,
    ENVELOPE_RULES,
    FAMILY,
    FOUR,
    MIXED,
    SOLO,
    after,
    allows_illegal_play,
    as_if,
    before,
    broken,
    game,
    instead,
    reword,
    skip,
    undone,
    wrap,
)

from eoc_sim.simulator.eoc import (
    actions,
    auction,
    cards,
    dice,
    draft,
    play,
    scoring,
    setup,
    solo,
    switches,
)
from eoc_sim.simulator.eoc.effects import score
from eoc_sim.simulator.eoc.solo import BUBBA_SEAT, bubba_recruits, bubba_scores_card
from eoc_sim.simulator.eoc.state import PART_CARDS
from eoc_sim.simulator.eoc.switches import FREE_MOVES, PACKAGES

# Auction

FOUR_BIDDERS = game(players=4, line_up="random", auction="on", start_bucks="40")
AUCTION = game(players=3, line_up="random", auction="on", start_bucks="20")

broken(
    "the buyer pays the second-highest bid",
    "AUC-2",
    reword(auction.set_sale_price, "second + 1", "second"),
    AUCTION,
)
broken(
    "the buyer pays their own bid",
    "AUC-2",
    instead(
        auction.set_sale_price,
        lambda table: setattr(table, "sale_price", auction.highest_bid(table)),
    ),
    AUCTION,
)
broken(
    "an Auctioneer keeps the Chain though they lack the BB",
    "AUC-5",
    instead(auction.may_keep, lambda table: table.top_bidder >= 0),
    game(players=3, auction="on", decision_functions=illegal.BIDDING),
)
broken(
    "the holder of the Chain auctions it",
    "AUC-1",
    after(auction.open_auction, lambda table: setattr(table, "auctioneer", table.starter)),
    AUCTION,
)
broken(
    "keeping the Chain costs what the buyer would have paid",
    "AUC-2",
    reword(auction.settle, "price = highest_bid(table)", "price = table.sale_price + 0"),
    AUCTION,
)
allows_illegal_play(
    "a bid equals the last one",
    "AUC-1",
    reword(auction.next_bid, "bid != 0 and bid <= highest", "False"),
    {"bid": illegal.bid_the_same},
    auction="on",
    players=3,
)
allows_illegal_play(
    "a bid is more than the bidder has",
    "AUC-4",
    reword(auction.next_bid, "bid > table.bucks[seat]", "False"),
    {"bid": illegal.bid_a_hundred},
    auction="on",
    players=3,
)
broken(
    "a bidder who has passed is asked again",
    "AUC-1",
    reword(auction.next_bid, " or table.bid[seat] == PASSED", ""),
    FOUR_BIDDERS,
)
broken(
    "bidding goes counter-clockwise",
    "AUC-1",
    reword(auction.next_bid, "(table.auctioneer + turn)", "(table.auctioneer - turn)"),
    AUCTION,
)
broken(
    "the buyer pays the bank",
    BUCKS_RULES,
    reword(auction.settle, "table.bucks[auctioneer] += price", "pass"),
    AUCTION,
)
broken(
    "the Auctioneer starts though they have sold the Chain",
    "END-4",
    reword(auction.settle, "buyer if buyer >= 0 else auctioneer", "auctioneer"),
    AUCTION,
)
broken(
    "the Chain stays where it was if it is not sold",
    "END-4",
    reword(auction.settle, "else auctioneer\n", "else table.starter\n"),
    AUCTION,
)


def _hold_an_auction(state: Any, trace: Any, policies: Any) -> None:
    auction.open_auction(state.table)
    while auction.has_bidders_left(state.table):
        auction.next_bid(state, trace, policies)


broken(
    "there is an auction after February",
    "SCO-1 SCO-6 SCO-2 TRACE",
    before(scoring.final_scoring, _hold_an_auction),
    AUCTION,
)
broken(
    "the auction is held though it is off",
    "TIM-1",
    as_if(play.take_action, rule_auction=switches.AUCTION.ON),
    MIXED,
)

# Family

broken(
    "packages are lost in the Family game",
    "FAM-5",
    as_if(actions.lose_packages, rule_packages=PACKAGES.LOST),
    FAMILY,
)
broken(
    "packages are refunded where they should be lost",
    "FAM-5",
    as_if(actions.lose_packages, rule_packages=PACKAGES.REFUNDED),
    FOUR,
)
broken(
    "a refund goes to the mat though the turn is over",
    "FAM-5",
    reword(actions.lose_packages, "0 if still_to_come else table.month + 1", "0"),
    FAMILY,
)
broken(
    "a refund goes to the calendar though the turn is still to come",
    "FAM-5",
    reword(actions.lose_packages, "0 if still_to_come else table.month + 1", "table.month + 1"),
    FAMILY,
)
broken(
    "a refund is reported but not made",
    f"{ENVELOPE_RULES} DIC-7",
    undone(actions.lose_packages, "mat", "calendar"),
    FAMILY,
)

# Solo

broken(
    "Bubba takes the lowest value in the South",
    "SOLO-7",
    reword(
        solo.bubba_pick,
        "table.spot_base[spot] > table.spot_base[best]",
        "table.spot_base[spot] < table.spot_base[best]",
    ),
    SOLO,
)
broken(
    "Bubba ignores which positions he lacks",
    "SOLO-7",
    reword(solo._best_border, "lacks_position * 1000 + ", ""),
    SOLO,
)
broken("Bubba ignores which positions occur once", "SOLO-7", skip(solo._count_positions), SOLO)
broken(
    "Bubba uses a border state twice",
    "SOLO-7",
    instead(solo._is_candidate, solo._has_border_recruit),
    SOLO,
)
broken(
    "Bubba does not take the border states of the South first",
    "SOLO-7",
    wrap(
        solo._has_border_recruit,
        lambda original, table, spot, south: (
            original(table, spot, True) or original(table, spot, False)
        ),
    ),
    SOLO,
)
broken(
    "Bubba takes the later of two equal spots",
    "SOLO-7",
    reword(solo._best_border, "rank > best_rank", "rank >= best_rank"),
    SOLO,
)


def _score_rejects(state: Any, trace: Any, policies: Any) -> None:
    for card in state.box.chosen[0, 6:]:
        bubba_scores_card(state, card)


def _score_rejects_silently(state: Any, trace: Any, policies: Any) -> None:
    for card in state.box.chosen[0, 6:]:
        score(state.table, BUBBA_SEAT, PART_CARDS, state.table.card_stars[card])


broken(
    "Bubba scores the rejects of the set-up",
    "SOLO-2 SCO-8",
    after(setup.keep_four, _score_rejects),
    SOLO,
)
broken(
    "Bubba scores the rejects of the set-up without an event",
    "SCO-8",
    after(setup.keep_four, _score_rejects_silently),
    SOLO,
)
broken(
    "Bubba scores the card that was drafted",
    "SOLO-2",
    after(draft.draft_card, lambda state, trace, seat, card: bubba_scores_card(state, card)),
    SOLO,
)
broken("Bubba scores no discards", "SOLO-2", skip(solo.bubba_scores_card), SOLO)
broken(
    "Bubba scores 1 star more than a recruit's token value",
    "SOLO-4",
    reword(
        solo.bubba_recruits,
        "stars = table.spot_base[spot] if spot >= 0 else 0",
        "stars = table.spot_base[spot] + 1 if spot >= 0 else 0",
    ),
    SOLO,
)
broken(
    "the player keeps a package on Bubba's recruit",
    "ACT-6",
    skip(actions.lose_packages),
    game("solo", 1, "random", decision_functions={}),
)
broken(
    "Bubba recruits before the player's turn",
    "ACT-0 ACT-12",
    after(dice._receive, bubba_recruits),
    skip(solo.bubba_recruits),
    SOLO,
)
broken(
    "Bubba scores no positions and no region",
    "SCO-7 SCO-8",
    as_if(scoring.score_sets, rule_solo=switches.SOLO.OFF),
    SOLO,
)
broken(
    "the solo game has the calendar's free moves",
    "ACT-4",
    as_if(actions.calendar_free_moves, rule_free_moves=FREE_MOVES.PRINTED),
    SOLO,
)
broken(
    "the solo game has a pool to draft from",
    "SOLO-1",
    as_if(cards.to_pool, rule_solo=switches.SOLO.OFF),
    game("solo", 1, "random"),
)
broken(
    "the solo player gets an extra card",
    "DRA-1 DRA-2",
    as_if(draft.deal_phase, rule_dealer_bonus=1),
    SOLO,
)
