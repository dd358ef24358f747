"""Reasons for refusing an action: a rule and a sentence for each.

Rule functions return 0 when an action was carried out, or one of these codes; then they have
changed nothing.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.refusals import Refusals

REFUSALS = Refusals()
refusal = REFUSALS.declare

KEEP_NUMBER = refusal("SET-8", "exactly 4 of the 6 dealt cards are kept")
PICK_NOT_IN_HAND = refusal("SET-12", "the picked card is not in the hand that was passed")
COACH_TAKEN = refusal("SET-14", "there is no such coach, or its sheet is already in use")
DRAFT_KIND = refusal("DRA-2", "a player drafts a card or discards and delays, nothing else")
DRAFT_CARD = refusal("DRA-2", "the drafted card is not in the own hand, the own stash or the pool")
DELAY_CARD = refusal("DRA-2", "the discarded card is not in the own hand")
DELAY_LAST = refusal("DRA-3", "with one card in hand a player cannot delay")
DELAY_SOLO = refusal("SOLO-6", "discard & delay does not exist in a solo game")
DECK_EMPTY = refusal("DRA-8", "the deck and the discard deck are empty: the cards cannot last")
BOOKIE_SHIFT = refusal("CAR-7", "the Bookie shifts one die by -1 or +1")
DICE_SAME = refusal("DIC-4", "the two dice differ and are among the six colours")
DICE_MODE = refusal("DIC-5", "a die is taken at full or at half value")
DICE_FULL_LATE = refusal("DIC-5", "at full value the EC would come after February")
DICE_HALF_MONTH = refusal(
    "DIC-6", "half value goes on the current month or one of the next five, not past February"
)
DICE_ANY_MONTH = refusal(
    "FAM-3",
    "a die goes at full value on the current month or one of the next five, not past February",
)
DICE_BANNED = refusal("DIC-5", "the seat may not take dice so: it is banned")
DICE_TAKEN = refusal("CUT-2", "the die is taken as often as it may be, or already one's own")
NO_SUCH_ACTION = refusal("ACT-0", "there is no such kind of action")
TOO_MANY_ACTIONS = refusal("ACT-0", "more than 400 actions in one turn: the turn never ends")
CARD_NOT_ON_CALENDAR = refusal("ACT-1", "the card is not on the own calendar")
CANNOT_PAY = refusal("PAY-3", "the mat, package and named substitutes do not cover the price")
DISCOUNT_NAMED = refusal("PAY-2", "more EC are named to fall away than the discount or the price")
SUBSTITUTE_NAMED = refusal(
    "PAY-3", "more substitutes are named than cards in play, the price or the BB allow"
)
GIVE_NAMED = refusal("PAY-4", "the named EC are more than asked for, or not on the mat")
GIVE_SHORT = refusal("PAY-4", "there are not enough EC on the mat")
TAKE_NAMED = refusal("PAY-4", "more colours are named than EC are gained")
NEGATIVE = refusal("PAY-3", "a number of EC, BB or stars in the order is negative")
TRIGGER_SOURCE = refusal("ACT-2", "the card or coach is not in play before the player")
TRIGGER_NOT_MONTHLY = refusal("ACT-2", "the card has no once-a-month benefit")
TRIGGER_USED = refusal("CAR-2", "the card has been used this month")
TRIGGER_CONDITION = refusal("ACT-2", "the condition of the benefit does not hold")
TRIGGER_COST = refusal("ACT-2", "the cost of the benefit cannot be paid")
TRIGGER_BANNED = refusal("ACT-2", "the seat may not use once-a-month benefits: they are banned")
ACCEPT_COST = refusal("CAR-3", "the cost of an accepted upgrade cannot be paid")
TRADE_BUCKS = refusal("ACT-3", "the BB fee of the trade cannot be paid")
TRADE_SCORE = refusal("CUT-3", "the trade's fee would take the score below 0")
TRADE_TAKE = refusal("ACT-3", "a trade gives exactly 1 EC")
NOT_CONNECTED = refusal("ACT-4", "the place is not connected to the bus's place")
ENTER_HQ = refusal("ACT-13", "an HQ is never entered")
RUNNER_SPOT = refusal("ACT-5", "there is no such recruit, or it is signed")
RUNNER_EMPTY = refusal("ACT-5", "a runner carries at least one EC")
RUNNER_FEE = refusal("ACT-5", "a runner costs 1 BB")
RUNNER_EXCESS = refusal("ACT-5", "the package would exceed the recruit's printed cost")
SIGN_SPOT = refusal("ACT-6", "there is no such recruit, or it is signed")
SIGN_PLACE = refusal("ACT-6", "the bus is not on the recruit's state")
MARKET_TWICE = refusal("ACT-8", "marketing is run once a month")
MARKET_STARS = refusal("ACT-8", "a campaign buys 1 to 8 stars")
MARKET_BUCKS = refusal("ACT-8", "the campaign's BB cannot be paid")
BET_SPOT = refusal("ACT-9", "a bet names one of the six colours and a number from 1 to 6")
BID_LOW = refusal("AUC-1", "a bid is at least one more than the last")
BID_BUCKS = refusal("AUC-4", "a bid is at most the bidder's BB")
SELL_CHOICE = refusal("AUC-2", "the Auctioneer sells (1) or keeps (0)")
FINAL_STARS = refusal("SCO-2", "the final campaign buys 0 to 8 stars that the BB can pay")
