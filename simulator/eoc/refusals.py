"""Reasons for refusing an action: a rule and a sentence for each.

Rule functions return 0 when an action was carried out, or one of these codes; then they have
changed nothing.
"""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """A refusal's rule id and its sentence."""

    rule: str
    sentence: str


REFUSALS: list[Refusal] = [Refusal("", "legal")]


def _refusal(rule: str, sentence: str) -> int:
    REFUSALS.append(Refusal(rule, sentence))
    return len(REFUSALS) - 1


KEEP_NUMBER = _refusal("SET-8", "exactly 4 of the 6 dealt cards are kept")
PICK_NOT_IN_HAND = _refusal("SET-12", "the picked card is not in the hand that was passed")
COACH_TAKEN = _refusal("SET-14", "there is no such coach, or its sheet is already in use")
DRAFT_KIND = _refusal("DRA-2", "a player drafts a card or discards and delays, nothing else")
DRAFT_CARD = _refusal("DRA-2", "the drafted card is not in the own hand, the own stash or the pool")
DELAY_CARD = _refusal("DRA-2", "the discarded card is not in the own hand")
DELAY_LAST = _refusal("DRA-3", "with one card in hand a player cannot delay")
DELAY_SOLO = _refusal("SOLO-6", "discard & delay does not exist in a solo game")
DECK_EMPTY = _refusal("DRA-8", "the deck and the discard deck are empty: the cards cannot last")
BOOKIE_SHIFT = _refusal("CAR-7", "the Bookie shifts one die by -1 or +1")
DICE_SAME = _refusal("DIC-4", "the two dice differ and are among the six colours")
DICE_MODE = _refusal("DIC-5", "a die is taken at full or at half value")
DICE_FULL_LATE = _refusal("DIC-5", "at full value the EC would come after February")
DICE_HALF_MONTH = _refusal(
    "DIC-6", "half value goes on the current month or one of the next five, not past February"
)
DICE_ANY_MONTH = _refusal(
    "FAM-3",
    "a die goes at full value on the current month or one of the next five, not past February",
)
DICE_BANNED = _refusal("DIC-5", "the seat may not take dice so: it is banned")
DICE_TAKEN = _refusal("CUT-2", "the die is taken as often as it may be, or already one's own")
NO_SUCH_ACTION = _refusal("ACT-0", "there is no such kind of action")
TOO_MANY_ACTIONS = _refusal("ACT-0", "more than 400 actions in one turn: the turn never ends")
CARD_NOT_ON_CALENDAR = _refusal("ACT-1", "the card is not on the own calendar")
CANNOT_PAY = _refusal("PAY-3", "the mat, package and named substitutes do not cover the price")
DISCOUNT_NAMED = _refusal("PAY-2", "more EC are named to fall away than the discount or the price")
SUBSTITUTE_NAMED = _refusal(
    "PAY-3", "more substitutes are named than cards in play, the price or the BB allow"
)
GIVE_NAMED = _refusal("PAY-4", "the named EC are more than asked for, or not on the mat")
GIVE_SHORT = _refusal("PAY-4", "there are not enough EC on the mat")
TAKE_NAMED = _refusal("PAY-4", "more colours are named than EC are gained")
NEGATIVE = _refusal("PAY-3", "a number of EC, BB or stars in the order is negative")
TRIGGER_SOURCE = _refusal("ACT-2", "the card or coach is not in play before the player")
TRIGGER_NOT_MONTHLY = _refusal("ACT-2", "the card has no once-a-month benefit")
TRIGGER_USED = _refusal("CAR-2", "the card has been used this month")
TRIGGER_CONDITION = _refusal("ACT-2", "the condition of the benefit does not hold")
TRIGGER_COST = _refusal("ACT-2", "the cost of the benefit cannot be paid")
TRIGGER_BANNED = _refusal("ACT-2", "the seat may not use once-a-month benefits: they are banned")
ACCEPT_COST = _refusal("CAR-3", "the cost of an accepted upgrade cannot be paid")
TRADE_BUCKS = _refusal("ACT-3", "the BB fee of the trade cannot be paid")
TRADE_SCORE = _refusal("CUT-3", "the trade's fee would take the score below 0")
TRADE_TAKE = _refusal("ACT-3", "a trade gives exactly 1 EC")
NOT_CONNECTED = _refusal("ACT-4", "the place is not connected to the bus's place")
ENTER_HQ = _refusal("ACT-13", "an HQ is never entered")
RUNNER_SPOT = _refusal("ACT-5", "there is no such recruit, or it is signed")
RUNNER_EMPTY = _refusal("ACT-5", "a runner carries at least one EC")
RUNNER_FEE = _refusal("ACT-5", "a runner costs 1 BB")
RUNNER_EXCESS = _refusal("ACT-5", "the package would exceed the recruit's printed cost")
SIGN_SPOT = _refusal("ACT-6", "there is no such recruit, or it is signed")
SIGN_PLACE = _refusal("ACT-6", "the bus is not on the recruit's state")
MARKET_TWICE = _refusal("ACT-8", "marketing is run once a month")
MARKET_STARS = _refusal("ACT-8", "a campaign buys 1 to 8 stars")
MARKET_BUCKS = _refusal("ACT-8", "the campaign's BB cannot be paid")
BET_SPOT = _refusal("ACT-9", "a bet names one of the six colours and a number from 1 to 6")
BID_LOW = _refusal("AUC-1", "a bid is at least one more than the last")
BID_BUCKS = _refusal("AUC-4", "a bid is at most the bidder's BB")
SELL_CHOICE = _refusal("AUC-2", "the Auctioneer sells (1) or keeps (0)")
FINAL_STARS = _refusal("SCO-2", "the final campaign buys 0 to 8 stars that the BB can pay")
