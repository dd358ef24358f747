"""ACT-2, TRA: sales to the bank and to managers, and cards hired from managers."""

from __future__ import annotations

from eoc_sim.referee.eleven.effects import trigger
from eoc_sim.referee.eleven.market import read_amount
from eoc_sim.referee.eleven.state import Day, League, Manager
from eoc_sim.referee.eleven.tables import MONEY, OPERATION
from eoc_sim.referee.ranking import clockwise
from eoc_sim.referee.records import Event

SALE = 2  # ACT-2
BONUS = 1  # TRA-5
MAX_ASKING = 99  # TRA-2


def has_transfers(league: League) -> bool:
    """TRA-1, EPI-6: check if managers may deal with each other now."""
    return plays_transfers(league) or (len(league.managers) > 1 and league.is_in_break)


def plays_transfers(league: League) -> bool:
    """TRA-1: check if transfers are on; with one manager they have no effect."""
    return len(league.managers) > 1 and league.has("transfers")


def can_act(league: League, manager: Manager, day: Day) -> bool:
    """WEE-2: check if an action is left, or an extra one is affordable."""
    if day.actions == 0:
        return True
    is_extra_left = day.actions <= league.number("extra_per_day")
    return is_extra_left and manager.resources[OPERATION] >= league.number("extra_cost")


def sell(league: League, manager: Manager, event: Event, card: str, way: str | None) -> None:
    """ACT-2, TRA-2: read a sale, either to the bank or by auction."""
    event.require("ACT-2", card in manager.squad, f"the manager holds {list(manager.squad)}")
    event.finish()
    if way is None:
        money = manager.squad[card].worth + SALE
        conclude(league, manager, card, money, is_deal=False)
    elif not auction(league, manager, card):
        return
    trigger(league, manager, "sell")


def conclude(
    league: League,
    seller: Manager,
    card: str,
    price: int,
    bonus: int = 0,
    buyer: Manager | None = None,
    *,
    is_deal: bool = True,
) -> None:
    """ACT-2, TRA-3, TRA-6, MKT-2: read a sale, and let money and card change hands."""
    member = seller.squad[card]
    event = league.reader.take("ACT-2", "sale", seller.seat)
    event.check("ACT-2", "card", card)
    amount = 0
    if plays_transfers(league) or league.has("market") or is_deal:
        event.check("TRA-3", "buyer", buyer.seat if buyer else None)
        event.check("TRA-3", "price", price)
        event.check("TRA-5", "bonus", bonus)
        amount = read_amount(league, event, member)
    money = max(0, price + bonus + amount)
    event.check("ACT-2", "money", money)
    seller_scores = buyer is None or league.rules["youngster_resale"] == "seller"
    vp = member.card.vp if member.trained and seller_scores and not member.is_scored else 0
    event.check("PLA-4", "vp", vp)
    event.finish()
    del seller.squad[card]
    seller.resources[MONEY] += money
    seller.sold_vp += vp
    member.is_scored = member.is_scored or (member.trained and seller_scores)
    if buyer is not None:
        buyer.resources[MONEY] -= price
        buyer.squad[card] = member
        member.goals = member.goals_before = 0  # SET-6: a new manager counts them from 0
    elif member.card.kind == "players":
        league.discards["players"].append(card)


# --- Auctions


def auction(league: League, seller: Manager, card: str) -> bool:
    """TRA-2 to TRA-5: read an auction; return whether the card was sold."""
    event = league.reader.take("TRA-2", "auction", seller.seat)
    event.check("TRA-2", "card", card)
    asking = event.take("asking")
    event.require(
        "TRA-2",
        type(asking) is int and 0 <= asking <= MAX_ASKING,
        f"an asking price must be a whole number of € from 0 to {MAX_ASKING}",
    )
    event.finish()
    show_to_all(league, seller, card)
    minimum = asking if league.rules["asking"] == "minimum" else 1
    buyer, price = read_bids(league, seller, card, max(1, minimum))
    kind = "none" if league.is_in_break else league.rules["auction_bonus"]
    bonus = BONUS * (kind == "always" or (kind == "sold" and buyer is not None))
    if buyer is None:
        is_usual_sale = not league.is_in_break and league.rules["no_bid"] == "usual"
        conclude(league, seller, card, seller.squad[card].worth + SALE * is_usual_sale, bonus)
        return True
    if not league.is_in_break and league.rules["seller_may_refuse"] == "on":
        event = league.reader.take("TRA-3", "answer", seller.seat)
        event.check("TRA-3", "card", card)
        accepted = bool(event.take("accepted"))
        bonus_now = 0 if accepted else BONUS * (kind == "always")
        event.check("TRA-5", "bonus", bonus_now)
        event.finish()
        if not accepted:
            seller.resources[MONEY] += bonus_now
            return False
    conclude(league, seller, card, price, bonus, buyer)
    return True


def read_bids(
    league: League, seller: Manager, card: str, minimum: int
) -> tuple[Manager | None, int]:
    """TRA-2, TRA-3: read bids in turn, until no other bidder is left."""
    bidders = clockwise(league.managers, seller.seat)[1:]
    waiting = list(bidders)  # those who still have a turn
    leader, highest = None, 0
    while waiting:
        bidder = waiting.pop(0)
        if bidder is leader:
            break
        event = league.reader.take("TRA-2", "bid", bidder.seat)
        event.check("TRA-2", "card", card)
        money = event.take("money")
        lowest = max(minimum, highest + 1)
        maximum = bidder.resources[MONEY]
        event.require(
            "TRA-2",
            type(money) is int and (money == 0 or lowest <= money <= maximum),
            f"a bid must be from {lowest} to {maximum}, or 0 for a pass",
        )
        event.finish()
        if money:
            leader, highest = bidder, money
            waiting.append(bidder)
    return leader, highest


def show_to_all(league: League, manager: Manager, card: str) -> None:
    """TRA-6: read the event that shows the card to all, if any."""
    if league.takes_step("show", manager):
        event = league.reader.take("TRA-6", "show", manager.seat)
        event.check("TRA-6", "card", card)
        finish_show(event, manager, card, None)


def finish_show(event: Event, manager: Manager, card: str, to: int | None) -> None:
    """TRA-6, TRA-8, PLA-6: check what a card's owner shows of its trained side, if anything."""
    event.require(
        "TRA-8",
        card in manager.squad and not manager.squad[card].trained,
        "the card shown must be one of the manager's untrained cards",
    )
    event.check("TRA-8", "to", to)
    is_shown = event.take("shown")
    event.require("TRA-8", type(is_shown) is bool, "shown must be true or false")
    own_card = manager.squad[card].card
    event.check("PLA-6", "strength", own_card.strengths[1] if is_shown else 0)
    event.check("PLA-6", "gloves", own_card.gloves[1] if is_shown else 0)
    event.finish()


# --- Managers' cards


def read_offers(league: League, manager: Manager, day: Day) -> None:
    """TRA-7, TRA-8: read requests, offers and refusals, up to an accepted offer."""
    while day.agreed is None and (event := league.next_request_or_offer(manager, day)) is not None:
        if event.kind == "show":
            owner = league.managers[event.seat]
            event.require("TRA-8", owner is not manager, "the request must go to another manager")
            finish_show(event, owner, event.take("card"), manager.seat)
        else:
            read_offer(league, manager, day, event)


def read_offer(league: League, manager: Manager, day: Day, event: Event) -> None:
    """TRA-7: read an offer and its answer."""
    event.require(
        "WEE-2",
        can_act(league, manager, day),
        "no action is left, and no extra one can be paid for",
    )
    maximum = league.number("refusals")
    event.require(
        "TRA-7",
        day.refusals < maximum,
        f"no more offers are allowed; the maximum number of refusals is {maximum}",
    )
    card, seat = event.take("card"), event.take("owner")
    owners = [
        owner.seat for owner in league.managers if owner is not manager and card in owner.squad
    ]
    event.require("TRA-7", owners == [seat], "the owner must be another manager who holds the card")
    member = league.managers[seat].squad[card]
    event.require("ACT-1", member.card.kind != "veterans", "veterans cannot be hired")
    money, available = event.take("money"), manager.resources[MONEY]
    event.require(
        "TRA-7",
        type(money) is int and 1 <= money <= available,
        f"an offer must be from 1 to {available}",
    )
    event.finish()
    answer = league.reader.take("TRA-7", "answer", seat)
    answer.check("TRA-7", "card", card)
    accepted = answer.take("accepted")
    answer.require("TRA-7", type(accepted) is bool, "accepted must be true or false")
    answer.check("TRA-5", "bonus", 0)
    answer.finish()
    day.refusals += not accepted
    day.agreed = (card, seat, money) if accepted else None


def hire_from_manager(league: League, manager: Manager, day: Day, event: Event, card: str) -> None:
    """TRA-7: read the hire after an accepted offer; transfer money and card.

    `actions.act` has checked that the card is the one agreed on.
    """
    event.require("TRA-7", day.agreed is not None, "no offer was accepted")
    assert day.agreed is not None
    event.finish()
    _, seat, money = day.agreed
    conclude(league, league.managers[seat], card, money, buyer=manager)
    trigger(league, manager, "hire")
