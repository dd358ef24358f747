"""END and AUC: expiry, the pool, the November shuffle and the auction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from eoc_sim.referee.eoc.draft import draw_card, reshuffle
from eoc_sim.referee.eoc.tables import LAST_MONTH, NOVEMBER, POOL_CHANGES

if TYPE_CHECKING:
    from eoc_sim.referee.eoc.game import ReferenceGame


def month_end(game: ReferenceGame) -> None:
    """TIM-5: end the month."""
    expire(game)
    if not game.solo:  # SOLO-6
        change_pool(game)
    if len(game.players) == 4 and game.month == NOVEMBER and game.discards:  # END-3
        reshuffle(game, "END-3")
    if game.month < LAST_MONTH and not game.solo:
        if game.rules["auction"] == "on":
            auction(game)
        else:
            pass_chain(game)


def pass_chain(game: ReferenceGame) -> None:
    """END-4: pass the Chain clockwise.

    END-6: a switch may keep it in place, or return it in February to March's holder.
    """
    rule = game.rules["chain"]
    if rule == "back_in_february" and game.month + 1 == LAST_MONTH:
        game.start = game.march_start
    elif rule != "off":
        game.start = (game.start + 1) % len(game.players)


def expire(game: ReferenceGame) -> None:
    """END-1: remove unplayed cards after six months, and all after February."""
    expiring = {}  # (seat, month of the draft) -> card
    for player in game.players:
        for month, card in player.calendar_cards.items():
            if game.month == LAST_MONTH or month == game.month - 5:
                expiring[(player.seat, month)] = card
    while expiring:
        event = game.reader.take("END-1", "expire")
        card = event.take("card")
        slots = [key for key in expiring if key[0] == event.seat and expiring[key] == card]
        event.require(
            "END-1", bool(slots), f"the cards that expire now, by (seat, month), are {expiring}"
        )
        event.finish()
        del expiring[slots[0]]
        del game.players[slots[0][0]].calendar_cards[slots[0][1]]
        game.discards.append(card)


def change_pool(game: ReferenceGame) -> None:
    """END-2: change the pool after May, August and November; clear it in February.

    After the first three of these months, one new card is added.
    """
    if game.month not in [*POOL_CHANGES, LAST_MONTH]:
        return
    game.reader.take("END-2", "pool_cleared").finish()
    game.discards += game.pool
    game.pool = []
    if game.month in POOL_CHANGES:
        pool_card(game, "END-2")


def pool_card(game: ReferenceGame, rule: str) -> None:
    """Put the top card of the deck face up in the pool."""
    card = draw_card(game)
    event = game.reader.take(rule, "pool_card")
    event.check(rule, "card", card)
    event.finish()
    game.pool.append(card)


def auction(game: ReferenceGame) -> None:
    """AUC-1 to AUC-7: let the Chain's next holder sell or keep it."""
    seats = len(game.players)
    auctioneer = game.players[(game.start + 1) % seats]  # AUC-7
    bidders = [game.players[(auctioneer.seat + step) % seats] for step in range(1, seats)]
    highest_bids: dict[int, int] = {}  # seat -> its highest bid
    highest, top_bidder = 0, None
    while True:
        # AUC-4: bidding goes round; the top bidder bids again only when outbid.
        if all(player is top_bidder for player in bidders):
            break
        player = bidders[0]
        bidders = [*bidders[1:], player]
        if player is top_bidder:
            continue
        event = game.reader.take("AUC-1", "bid", player.seat)
        bid = event.take("bid")
        if bid is None:
            bidders.remove(player)
        else:
            event.require(
                "AUC-1", isinstance(bid, int) and bid > highest, f"the highest bid is {highest}"
            )
            event.require("AUC-4", bid <= player.bucks, f"the player has {player.bucks} BB")
            highest, top_bidder = bid, player
            highest_bids[player.seat] = bid
        event.finish()
    if top_bidder is None:  # AUC-3
        game.start = auctioneer.seat
        event = game.reader.take("AUC-3", "sale", auctioneer.seat)
        event.check("AUC-3", "buyer", None)
        event.check("AUC-3", "bucks", 0)
        event.finish()
        return
    event = game.reader.take("AUC-2", "sale", auctioneer.seat)
    buyer = event.take("buyer")
    if buyer is None:  # kept: the Auctioneer pays the highest bid
        event.require(
            "AUC-5",
            auctioneer.bucks >= highest,
            f"the Auctioneer cannot afford the highest bid, {highest} BB",
        )
        event.check("AUC-2", "bucks", highest)
        auctioneer.bucks -= highest
        game.start = auctioneer.seat
    else:
        event.require("AUC-2", buyer == top_bidder.seat, f"the top bidder is {top_bidder.seat}")
        other_bids = [bid for seat, bid in highest_bids.items() if seat != top_bidder.seat]
        price = max(other_bids) + 1 if other_bids else highest
        event.check("AUC-2", "bucks", price)
        top_bidder.bucks -= price
        auctioneer.bucks += price
        game.start = top_bidder.seat
    event.finish()
