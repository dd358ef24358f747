"""The decisions of Envelopes of Cash (INF-4), each declared once (`kernel.decisions`)."""

from __future__ import annotations

from eoc_sim.simulator.eoc.state import Order
from eoc_sim.simulator.kernel.decisions import Decisions

DECISIONS = Decisions(Order)
decision = DECISIONS.decision
answer = DECISIONS.answer
refusal = DECISIONS.refusal

ASK_KEEP = decision(
    "keep",
    moment="at set-up, with six cards in `me.hand` (SET-8)",
    fills="{keep}: 1 at the index of each of the four cards to keep",
    returns="anything",
)
KEEP_NUMBER = refusal("SET-8", "exactly 4 of the 6 dealt cards must be kept")

ASK_PICK = decision(
    "pick",
    moment="at set-up with an open draft, four times (SET-12)",
    fills="nothing",
    returns="one of the cards in `me.hand`",
    under={"stash": "open_draft"},
)
PICK_NOT_IN_HAND = refusal("SET-12", "the picked card is not in the hand that was passed")

ASK_COACH = decision(
    "coach",
    moment="at set-up, if coaches are chosen (SET-7)",
    fills="nothing",
    returns="a coach from 0 to `table.coaches` - 1 whose sheet is free",
    under={"coach_choice": "reverse_turn_order"},
)
COACH_TAKEN = refusal("SET-14", "there is no such coach, or its sheet is already in use")

ASK_DRAFT = decision(
    "draft",
    moment="in the draft until a card is placed (DRA-2)",
    fills="{card}: to draft, one from hand, stash or pool; to delay, one from the hand",
    returns="DRAFT; or DELAY, if two or more cards are in hand and it is not a solo game",
    description="draft returned {kind}, {card}",
)
DRAFT = answer(1, "place a card on the current month of the calendar")
DELAY = answer(2, "discard a card from the hand and wait a round")
DRAFT_KIND = refusal("DRA-2", "a player must either draft a card or discard one and delay")
DRAFT_CARD = refusal(
    "DRA-2", "the drafted card is not in the player's hand, their stash or the pool"
)
DELAY_CARD = refusal("DRA-2", "the discarded card is not in the player's hand")
DELAY_LAST = refusal("DRA-3", "with one card in hand, a player cannot delay")
DELAY_SOLO = refusal("SOLO-6", "there is no discard & delay in a solo game")
DECK_EMPTY = refusal(
    "DRA-8", "the deck and the discard deck are empty: there are too few cards", decisions=()
)

ASK_BOOKIE = decision(
    "bookie",
    moment="before bets are paid, if the player has bets and a Bookie in play (CAR-7)",
    fills="{colour} of the die",
    returns="-1 or 1 to shift it, 0 to leave it",
)
BOOKIE_SHIFT = refusal("CAR-7", "the Bookie may shift one die by -1 or +1")

ASK_DICE = decision(
    "dice",
    moment=(
        "when the dice are rolled (DIC-4); in an exclusive draft, twice, for one die each time "
        "(CUT-2)"
    ),
    fills="{die}, {mode} and {month} of two different dice; nothing in an exclusive draft",
    returns="anything; in an exclusive draft, the colour of the die taken",
)
DICE_COLOURS = refusal(
    "DIC-4", "each die must have one of the six colours, and a player's two dice must differ"
)
DICE_TAKEN = refusal(
    "CUT-2", "the die has been taken as often as allowed, or the player already has it"
)

ASK_PLACE = decision(
    "place",
    moment="after an exclusive dice draft (CUT-5)",
    fills="{mode} and {month} of the dice `table.die[me.seat]`",
    returns="anything",
    under={"dice_draft": "exclusive"},
)
DICE = (ASK_DICE, ASK_PLACE)
DICE_MODE = refusal("DIC-5", "a die must be taken at full or at half value", decisions=DICE)
DICE_FULL_LATE = refusal("DIC-5", "at full value the EC would come after February", decisions=DICE)
DICE_HALF_MONTH = refusal(
    "DIC-6",
    "at half value the EC must go on the current month or one of the next five, not past February",
    decisions=DICE,
)
DICE_ANY_MONTH = refusal(
    "FAM-3",
    "a die must be taken at full value, and its EC must go on the current month or one of the next "
    "five, not past February",
    decisions=DICE,
)
DICE_BANNED = refusal("DIC-5", "the seat is banned from taking dice in this way", decisions=())

ASK_ACT = decision(
    "act",
    moment="in the player's turn until it ends, at most 400 times (ACT-0)",
    fills="what the action needs, below",
    returns="the kind of the action",
)
END_TURN = answer(0, "end the turn", "nothing", "end_turn")
PLAY_CARD = answer(
    1,
    "put a card into play",
    "{card} from the player's calendar; may name {discount}, {substitute}, {accept}, {take}",
    "play_card of {card}",
)
TRIGGER = answer(
    2,
    "use a once-a-month benefit",
    "{card}: a source in play with a once-a-month benefit; may name {give} for its cost and {take} "
    "for what it gives",
    "trigger of {card}",
)
TRADE = answer(3, "trade EC", "{take}: 1 of one colour; may name {give}, {accept}", "trade")
MOVE = answer(
    4,
    "move the bus one step",
    "{node} next to the bus, never an HQ; if no free move is left, may name {give} or {bucks} 1; "
    "may also name {accept}, {take}",
    "move to {node:place}",
)
RUNNER = answer(
    5,
    "send a runner",
    "{spot} of an unsigned recruit and {give}: the EC to send, never more than the recruit costs",
    "runner of {spot}",
)
SIGN = answer(
    6,
    "sign a recruit",
    "{spot} where the bus is; may name {discount}, {substitute}, {accept}, {take}",
    "signing of {spot}",
)
MARKET = answer(
    7,
    "run a campaign",
    "{number}: stars, 1 to 8; may name {accept}, {take}",
    "campaign for {number} stars",
)
BET = answer(
    8,
    "bet in Vegas",
    "{colour} and {number}; may name {tokens}, and {give} for those that are not free",
    "bet on number {number}",
)
NO_SUCH_ACTION = refusal("ACT-0", "there is no such kind of action")
TOO_MANY_ACTIONS = refusal("ACT-0", "more than 400 actions in one turn: the turn never ends")
CARD_NOT_ON_CALENDAR = refusal("ACT-1", "the card is not on the player's calendar")
CANNOT_PAY = refusal("PAY-3", "the mat, package and named substitutes do not cover the price")
DISCOUNT_NAMED = refusal("PAY-2", "more EC are named for a discount than it or the price allows")
SUBSTITUTE_NAMED = refusal(
    "PAY-3", "more substitutes are named than the cards in play, the price or the BB allow"
)
GIVE_NAMED = refusal("PAY-4", "more EC are named than are due, or they are not on the mat")
GIVE_SHORT = refusal("PAY-4", "there are not enough EC on the mat")
TAKE_NAMED = refusal("PAY-4", "more EC are named than are gained")
TRIGGER_SOURCE = refusal("ACT-2", "the player does not have that card or coach in play")
TRIGGER_NOT_MONTHLY = refusal("ACT-2", "the card has no once-a-month benefit")
TRIGGER_USED = refusal("CAR-2", "the card has been used this month")
TRIGGER_CONDITION = refusal("ACT-2", "the condition of the benefit does not hold")
TRIGGER_COST = refusal("ACT-2", "the cost of the benefit cannot be paid")
TRIGGER_BANNED = refusal("ACT-2", "the seat is banned from once-a-month benefits")
ACCEPT_COST = refusal("CAR-3", "the cost of an accepted upgrade cannot be paid")
TRADE_BUCKS = refusal("ACT-3", "the BB fee of the trade cannot be paid")
TRADE_SCORE = refusal("CUT-3", "the trade's fee would take the score below 0")
TRADE_TAKE = refusal("ACT-3", "a trade gives exactly 1 EC")
NOT_CONNECTED = refusal("ACT-4", "the place is not connected to the bus's place")
ENTER_HQ = refusal("ACT-13", "an HQ may never be entered")
RUNNER_SPOT = refusal("ACT-5", "there is no such recruit, or it is signed")
RUNNER_EMPTY = refusal("ACT-5", "a runner must carry at least one EC")
RUNNER_FEE = refusal("ACT-5", "the 1 BB for the runner cannot be paid")
RUNNER_EXCESS = refusal("ACT-5", "the package would exceed the recruit's printed cost")
SIGN_SPOT = refusal("ACT-6", "there is no such recruit, or it is signed")
SIGN_PLACE = refusal("ACT-6", "the bus is not in the recruit's state")
MARKET_TWICE = refusal("ACT-8", "marketing may be run only once a month")
MARKET_STARS = refusal("ACT-8", "a campaign must buy 1 to 8 stars")
MARKET_BUCKS = refusal("ACT-8", "the campaign's BB cannot be paid")
BET_SPOT = refusal("ACT-9", "a bet must name one of the six colours and a number from 1 to 6")

ASK_BID = decision(
    "bid",
    moment="in the auction, until only one bidder is left (AUC-1)",
    fills="nothing",
    returns="0 to pass, or a bid above the highest, at most the player's BB",
    under={"auction": "on"},
)
BID_LOW = refusal("AUC-1", "a bid must be at least one more than the last")
BID_BUCKS = refusal("AUC-4", "a bid may be at most the bidder's BB")

ASK_SELL = decision(
    "sell",
    moment="in the auction, for the Auctioneer only, if they could match the highest bid (AUC-2)",
    fills="nothing",
    returns="1 to sell the Chain at `table.sale_price`, 0 to keep it and pay the highest bid",
    under={"auction": "on"},
)
SELL_CHOICE = refusal("AUC-2", "the Auctioneer must sell (1) or keep (0)")

ASK_FINAL_CAMPAIGN = decision(
    "final_campaign",
    moment="after the last month (SCO-2)",
    fills="{accept} for upgrades that fire on it",
    returns="the number of stars, 0 to 8, no more than the BB can pay for",
)
NEGATIVE = refusal(
    "PAY-3",
    "a number of EC, BB or stars in the order is negative",
    decisions=(ASK_ACT, ASK_FINAL_CAMPAIGN),
)
FINAL_STARS = refusal(
    "SCO-2", "the final campaign may buy 0 to 8 stars, no more than the BB can pay for"
)

ASK_PROPOSE = decision(
    "propose",
    moment=(
        "if the strategy searches, before each draft decision, choice of dice and first action of "
        "a turn; `table.phase` shows which of these comes next"
    ),
    fills=(
        "{rollouts}, {caution}, {horizon}. The function stores candidate number {candidate} in "
        "`me.memory`, so that the decision can carry it out if it is chosen"
    ),
    returns="1, or 0 when there are no more candidates",
)

ASK_JUDGE = decision(
    "judge",
    moment="in a search with a `horizon`, for a position after one of the player's turns",
    fills="nothing",
    returns="the position's value to the seat, in hundredths of a star",
)
