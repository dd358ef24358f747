"""The decisions of Eleven (INF-5), each declared once (`kernel.decisions`)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.state import Order, clear_order
from eoc_sim.simulator.kernel.asking import asking
from eoc_sim.simulator.kernel.decisions import Decisions

ask = asking(clear_order)
DECISIONS = Decisions(Order)
decision = DECISIONS.decision
answer = DECISIONS.answer
refusal = DECISIONS.refusal

# --- Before the season.

ASK_DIRECTOR = decision(
    "director",
    moment="in each round of the draft; all managers answer before any director is taken (SET-5)",
    fills="{card}: a director in `table.hand`",
    returns="anything",
    description="director {card}",
)
DIRECTOR_NOT_IN_HAND = refusal("SET-5", "the director is not in the manager's hand")

ASK_OBJECTIVE = decision(
    "objective",
    moment="after the draft; all managers answer before any objective is kept (SET-6)",
    fills="{card}: an objective in `me.offered`",
    returns="anything",
    description="objective {card:number}",
)
OBJECTIVE_NOT_DEALT = refusal("SET-6", "the objective was not dealt to the manager")

ASK_UNIQUE_SIDE = decision(
    "unique_side",
    moment=(
        "before the first week, under `unique_cards = on`; all managers answer before any card "
        "is played (EXT-1)"
    ),
    fills="{card}: the card of `table.unique_cards` that shows its good side",
    returns="anything",
    description="good side of unique card {card:unique}",
    under={"unique_cards": "on"},
)
UNIQUE_NOT_DEALT = refusal("EXT-1", "the unique card was not dealt to the manager")

# --- The Winter Break of Epic.

ASK_WINTER_OBJECTIVE = decision(
    "winter_objective",
    moment="in the Winter Break; all managers answer before any objective is laid aside (EPI-4)",
    fills="{card}: an objective in `me.offered`, a fulfilled one if there is one",
    returns="anything",
    description="objective {card:number}",
    under={"epic": "on"},
)
WINTER_OBJECTIVE_NOT_DEALT = refusal("EPI-4", "the objective is not one of the manager's two")
WINTER_OBJECTIVE_OPEN = refusal("EPI-4", "a fulfilled objective must be scored first")

ASK_WINTER_ACT = decision(
    "winter_act",
    moment="in the Winter Break, in turn order, in each of its rounds (EPI-5)",
    fills="the details of its answer",
    returns="HIRE, SELL, NEGOTIATE or PASS",
    under={"epic": "on"},
)
NO_SUCH_WINTER_ACT = refusal("EPI-5", "in the Winter Break a manager must sell, hire or pass")

ASK_WINTER_PICK = decision(
    "winter_pick",
    moment="in the Winter Break, when winter tokens are revealed (EPI-7)",
    fills="{amount}: the place of a token in `table.winter_shown`",
    returns="anything",
    description="winter token at place {amount:ordinal}",
    under={"epic": "on"},
)
NO_SUCH_WINTER_PICK = refusal("EPI-7", "there is no such winter token to take")

ASK_WINTER_PLACE = decision(
    "winter_place",
    moment="in the Winter Break; all managers answer before any winter token is placed (EPI-8)",
    fills="{placed}: the card on which each token of `table.winter_held` is placed",
    returns="anything",
    description="the cards for the winter tokens",
    under={"epic": "on"},
)
WINTER_TOKEN_NOT_HELD = refusal("EPI-8", "the manager has no such winter token")
WINTER_PLACE_NOT_OWN = refusal("EPI-8", "a winter token lies on a card that is not the manager's")
WINTER_PLACE_TWICE = refusal("EPI-8", "two winter tokens may not lie on one card")
WINTER_PLACE_KEEPER = refusal("EPI-9", "the winter token is not for keepers")

# --- Dice.

ASK_REROLL = decision(
    "reroll",
    moment=(
        "after the votes of a board, after the dice of a consequence, after the dice of a referee "
        "(phase REFEREEING), and in turn in a shoot-out (BOA-2, MAT-12, REF-2, PVP-7)"
    ),
    fills=(
        "{die}: for a board, the director in draft order; for a consequence, 0 for its kind "
        "or 1 for its number; for a referee, 0 for the row or 1 for the referee; in a shoot-out, 0"
    ),
    returns="REROLL or KEEP",
)
KEEP = answer(0, "let the dice stand")
REROLL = answer(1, "roll a die again", description="roll die {die:ordinal} again")
NO_SUCH_DIE = refusal("CLU-1", "there is no such die to roll again")
REROLL_UNPAID = refusal("CLU-1", "the manager cannot pay for another roll")

ASK_COLOUR = decision(
    "colour",
    moment="after votes of three different colours, under `board_tie = manager` (BOA-2)",
    fills="{amount}: 0 yellow, 1 blue or 2 red",
    returns="anything",
    description="colour {amount:ordinal}",
    under={"board_tie": "manager"},
)
COLOUR_NOT_VOTED = refusal("BOA-2", "no director voted for this colour")

# --- A day.

ASK_ACT = decision(
    "act",
    moment="repeatedly on the manager's day, until it ends (WEE-2)",
    fills="the details of its answer",
    returns="HIRE, SELL, STAFF, DISMISS, SPONSOR, BUILD, FREE, NEGOTIATE, PASS or END_DAY",
)
_DEALING = (ASK_ACT, ASK_WINTER_ACT)
HIRE = answer(
    1,
    "hire a card",
    fills="{card} from the Transfer Area",
    description="hire {card}",
    decisions=_DEALING,
)
SELL = answer(
    2,
    "sell a card",
    fills="{card} of the manager; {way}: AS_USUAL, or BY_AUCTION, asking {amount}",
    description="sell {card}, way {way}",
    decisions=_DEALING,
)
STAFF = answer(
    3, "take on staff", fills="{card} from the Transfer Area", description="take on {card}"
)
SPONSOR = answer(
    4,
    "sign a sponsor",
    fills="{card} from the Transfer Area; {way}: FOR_MONEY, FOR_BONUS, SHIRT or SMALL",
    description="sign {card}, way {way}",
)
BUILD = answer(
    5,
    "build a token, or an office step",
    fills="{card}, a token or OFFICE",
    description="build {card}",
)
FREE = answer(
    6,
    "take a free action",
    fills="{source} and {clause}: one of its `action` clauses",
    description="free action of {source:card}",
)
DISMISS = answer(
    7, "dismiss staff", fills="{card}, one of the manager's", description="dismiss {card}"
)
END_DAY = answer(8, "end the day")
NEGOTIATE = answer(
    9,
    "hire another manager's card, under `transfers = on` or in the Break; then `offer` is asked",
    description="negotiate",
    decisions=_DEALING,
)
NO_SUCH_ACTION = refusal("ACT-0", "there is no such action")
NO_ACTION_LEFT = refusal("WEE-2", "the manager has no action left today")
EXTRA_UNPAID = refusal("WEE-2", "the manager lacks the operation for an extra action")
SELL_NOT_OWN = refusal("ACT-2", "the manager does not hold the card", decisions=_DEALING)
SELL_WAY = refusal("TRA-1", "there is no such way of selling", decisions=_DEALING)
SELL_ASKING = refusal("TRA-2", "the asking price must be from 0 to 99", decisions=_DEALING)
NEGOTIATE_OFF = refusal("TRA-7", "managers may not hire cards from each other", decisions=_DEALING)
STAFF_NOT_THERE = refusal("ACT-3", "the staff card is not in the Transfer Area")
STAFF_COST = refusal("ACT-3", "the manager cannot pay for the staff card")
STAFF_FULL = refusal("CLU-6", "the manager has no free staff place")
DISMISS_NOT_OWN = refusal("ACT-4", "the manager does not have the staff card")
SPONSOR_NOT_THERE = refusal("SET-8", "the sponsor is not one of the three oldest")
SPONSOR_WAY = refusal("ACT-5", "there is no such way of signing a sponsor")
SPONSOR_SHIRT = refusal("CLU-4", "the manager already has a shirt sponsor")
SPONSOR_BOARDS = refusal("CLU-4", "the manager has no free ad board")
NO_SUCH_TOKEN = refusal("ACT-6", "there is no such token")
BUILD_COST = refusal("ACT-6", "the manager cannot pay for the token or office step")
BUILD_TWICE = refusal("CLU-5", "a stadium may have each kind of token only once")
BUILD_FULL = refusal("CLU-5", "the stadium has no free space left")
BUILD_GONE = refusal("CLU-5", "no token of this kind is left")
OFFICE_NOT_BUILT = refusal("CLU-6", "the office token must be built before further steps")
OFFICE_FULL = refusal("CLU-6", "the office is already on its last step")
NO_SUCH_FREE_ACTION = refusal("ACT-9", "the manager has no such free action")
FREE_TAKEN = refusal("WEE-2", "the manager has already taken a free action today")
FREE_USED = refusal("ACT-9", "the clause has been used this week")
FREE_COST = refusal("EFF-2", "the manager cannot pay for the free action")
FREE_NO_CARD = refusal("EFF-2", "the manager has no card for the free action")

ASK_PROPOSE = decision(
    "propose",
    moment="before each `act` of a season, if the strategy searches",
    fills=(
        "{rollouts}, {caution}, {horizon}. The function stores candidate number {candidate} in "
        "`me.memory`, so that `act` can carry it out if it is chosen"
    ),
    returns="1, or 0 when there are no more candidates",
)
ASK_JUDGE = decision(
    "judge",
    moment="in a search with a `horizon`, for a position between two weeks",
    fills="nothing",
    returns="the position's value to the manager, in hundredths of a VP",
)

ASK_CHOOSE = decision(
    "choose",
    moment="when an effect costs something, or asks for cards (EFF-2)",
    fills=(
        "for `table.asked_source`, `table.asked_clause` and `table.asked_amount`: {chosen}, how "
        "many times each card is named"
    ),
    returns="CHOOSE or DECLINE",
)
DECLINE = answer(0, "decline the effect")
CHOOSE = answer(1, "accept the effect: pay its cost, and name its cards")

# --- Bets.

ASK_BET = decision(
    "bet",
    moment="after Thursday; all managers answer before any token is placed (BET-3, INF-4)",
    fills="{line} and {file} of the token, and {stake}",
    returns="BET or NO_BET",
    under={"betting": "on"},
)
NO_BET = answer(0, "do not bet")
BET = answer(1, "place the token", description="bet {stake} on line {line}, file {file}")
BET_OFF_BOARD = refusal("BET-3", "the token is not on the betting board")
STAKE_NEGATIVE = refusal("BET-3", "the stake is below 0")
STAKE_UNPAID = refusal("BET-3", "the manager does not have this stake")
STAKE_LIMITED = refusal("BET-3", "the stake is above the limit")

# --- The match.

ASK_LAYOUT = decision(
    "layout",
    moment=(
        "in each half of a match with another manager; `table.formation` has the other's formation "
        "if that was shown first, else -1 (PVP-4, PVP-6)"
    ),
    fills="{formation}, {cell} and, under `basic_side = free`, {side}",
    returns="anything",
    description="{formation}",
    under={"league_matches": "on"},
)
FORMATION_NOT_HELD = refusal("PVP-3", "no tactic card that the manager holds has this formation")

ASK_PREPARE = decision(
    "prepare",
    moment="before each match; all managers answer before any layout is shown (MAT-5, INF-4)",
    fills=(
        "{tactic}, {formation} and {cell}: where each marker stands; in a season also {fans}, "
        "{fielded}, {put} and, under `basic_side = free`, {side}; before a match with another "
        "manager only {fans}, {fielded} and {put}, with -1 as {tactic}"
    ),
    returns="anything",
    description="{tactic}, {formation}",
)
NO_SUCH_TACTIC = refusal("MAT-3", "there is no such tactic card")
TACTIC_NOT_HELD = refusal("MAT-3", "the manager does not hold this tactic card")
TACTIC_OFF = refusal("MAT-3", "no tactic card may be played")
TACTIC_NEEDED = refusal("MAT-3", "a tactic card must be played")
TACTIC_LEAGUE_MATCH = refusal("PVP-3", "managers may not play tactic cards against each other")
NO_ROOM = refusal("PVP-3", "no formation has room for all assigned cards")
_LAYING_OUT = (ASK_PREPARE, ASK_LAYOUT)
NO_SUCH_FORMATION = refusal("MAT-3", "there is no such formation", decisions=_LAYING_OUT)
FORMATION_NOT_OFFERED = refusal("MAT-3", "the played tactic card does not have this formation")
NO_SUCH_CELL = refusal(
    "MAT-1", "each marker must stand on a cell of the pitch", decisions=_LAYING_OUT
)
TOO_MANY_MARKERS = refusal(
    "MAT-2", "an eleventh marker is laid out; a team has ten and a keeper", decisions=_LAYING_OUT
)
CELL_FULL = refusal(
    "MAT-1", "a wing cell may hold one marker, a central one three", decisions=_LAYING_OUT
)
ROW_MISMATCH = refusal(
    "MAT-3", "each row must have as many markers as the formation says", decisions=_LAYING_OUT
)

STANDS_FANS = refusal("CLU-3", "the manager does not have that many fans")
STANDS_FULL = refusal("CLU-3", "the stands do not hold that many fans")
FIELD_NOT_OWN = refusal("MAT-5", "an assigned card is not the manager's")
FIELD_INJURED = refusal("PLA-3", "an injured card cannot be assigned")
FIELD_BARRED = refusal("TWI-1", "nobody can assign the card in this twin")
FIELD_SUSPENDED = refusal("PLA-3", "a suspended card cannot be assigned")
FIELD_JERSEY = refusal("MAT-4", "two assigned cards may not have the same jersey")
FIELD_SPARE = refusal("EPI-9", "a card with jersey 12 or 13 must take over a marker without a card")
FIELD_STAND_IN = refusal(
    "EPI-9", "only a card with a stand-in token can be paid for with operation"
)
FIELD_ROW = refusal(
    "MAT-4", "a card stands in a row that does not fit its position", decisions=_LAYING_OUT
)
FIELD_FITNESS = refusal("MAT-5", "the manager lacks the fitness for the assigned cards")
PUT_NOT_ASSIGNED = refusal("MAT-5", "resources may be put only on assigned cards")
PUT_COST = refusal("MAT-5", "the manager lacks the resources to put on cards")
NO_SUCH_SIDE = refusal(
    "MAT-2", "the side of each marker must be shield or ball", decisions=_LAYING_OUT
)

ASK_EFFECT = decision(
    "effect",
    moment=(
        "after the reveal, for each marker that the played tactic card may turn (MAT-6); in a "
        "season for each effect with a cost or a choice that a manager may use"
    ),
    fills=(
        "{marker}: the marker to turn to its other side; in a season, the effect's {source} and "
        "{clause}, and its targets: the cards in {chosen}, the markers in {named} or, if two "
        "markers trade places, {marker} and {other}"
    ),
    returns="USE or PASS",
)
USE = answer(1, "turn the marker, or use the effect")
PASS = answer(
    0,
    "use no more effects; or use up the action and do nothing (once the first action of a day "
    "is taken, PASS ends the day)",
    decisions=(ASK_ACT, ASK_EFFECT, ASK_WINTER_ACT),
)
NO_SUCH_EFFECT = refusal("MAT-6", "the manager has no such effect to use now")
EFFECT_TWICE = refusal("MAT-6", "each effect may be used only once per match")
EFFECT_CONDITION = refusal("EFF-1", "the conditions of the effect do not hold")
EFFECT_COST = refusal("EFF-2", "the manager cannot pay for the effect")
NO_SUCH_MARKER = refusal("MAT-6", "the manager has no such marker")
MARKER_TWICE = refusal("MAT-6", "this marker has been turned in this match")

_NAMING = (ASK_CHOOSE, ASK_EFFECT)
NAMED_NOTHING = refusal("EFF-2", "the effect needs a card or marker to be named", decisions=_NAMING)
NAMED_CARD = refusal(
    "EFF-2",
    "the effect cannot act on a named card, or cannot act on it as often as it is named",
    decisions=_NAMING,
)
NAMED_MARKER = refusal("EFF-2", "the effect cannot act on a marker that is named")
NAMED_MORE = refusal("EFF-2", "more targets are named than the effect allows", decisions=_NAMING)
NAMED_FEWER = refusal(
    "EFF-2",
    "the effect cannot be declined, and as many targets as possible must be named",
    decisions=(ASK_CHOOSE,),
)
NAMED_WEAK = refusal("EFF-2", "strength cannot be taken from a card that has none")
NAMED_UNEVEN = refusal("EFF-2", "strength must go to as many cards as it is taken from")
SWAP_IMPOSSIBLE = refusal("MAT-4", "the two markers cannot trade places")

# --- Deals with other managers and the market.

ASK_BID = decision(
    "bid",
    moment="in an auction, clockwise from the seller, until all but one have passed (TRA-2)",
    fills="{amount}: money for `table.deal_card`, above `table.deal_price`",
    returns="BID or DROP_OUT",
    under={"transfers": "on"},
)
DROP_OUT = answer(0, "pass, and leave the auction")
BID = answer(1, "bid", fills="{amount}", description="bid {amount}")
BID_LOW = refusal("TRA-2", "the bid is not above the highest so far")
BID_ASKING = refusal("TRA-3", "the bid is below the asking price")
BID_COST = refusal("TRA-2", "the manager does not have the money for the bid")

ASK_SHOW = decision(
    "show",
    moment=(
        "before the bids for an untrained card, or when `table.deal_buyer` asks to see its other "
        "side; its owner answers (TRA-6, TRA-8)"
    ),
    fills="nothing; the card is `table.deal_card`",
    returns="SHOW or HIDE",
    under={"transfers": "on"},
)
HIDE = answer(0, "do not show the other side")
SHOW = answer(1, "show it to all, or to the manager who asked")

ASK_OFFER = decision(
    "offer",
    moment="after NEGOTIATE, and again after a refusal or a look at a card (TRA-7)",
    fills="the details of its answer",
    returns="OFFER, SEE, FROM_AREA or GIVE_UP",
    under={"transfers": "on"},
)
GIVE_UP = answer(0, "pass; the action is spent")
OFFER = answer(
    1,
    "offer money for another manager's card",
    fills="{card} and {amount}",
    description="offer {amount} for {card}",
)
SEE = answer(2, "ask to see a card's other side", fills="{card}", description="ask to see {card}")
FROM_AREA = answer(
    3, "hire a card from the Transfer Area instead", fills="{card}", description="hire {card}"
)
OFFER_REFUSED = refusal("TRA-7", "too many of the manager's offers have been refused")
OFFER_NOT_THEIRS = refusal("TRA-7", "no other manager holds the card")
OFFER_VETERAN = refusal("ACT-1", "veterans cannot be hired")
OFFER_NOTHING = refusal("TRA-7", "an offer must be at least 1 money")
OFFER_COST = refusal("TRA-7", "the manager does not have the money for the offer")
SEE_KNOWN = refusal("TRA-8", "the manager knows the other side of the card")
_HIRING = (*_DEALING, ASK_OFFER)
HIRE_NOT_THERE = refusal("ACT-1", "the card is not in the Transfer Area", decisions=_HIRING)
HIRE_COST = refusal("ACT-1", "the manager cannot pay for the card", decisions=_HIRING)
TOO_LONG = refusal(
    "TER-1",
    "a manager may be asked at most 200 times in a day",
    decisions=(ASK_ACT, ASK_CHOOSE, ASK_OFFER),
)

ASK_ANSWER = decision(
    "answer",
    moment=(
        "when `table.deal_buyer` offers `table.deal_price` for `table.deal_card`; under "
        "`seller_may_refuse = on` also at the end of the manager's auction (TRA-3, TRA-7)"
    ),
    fills="nothing",
    returns="ACCEPT or REFUSE",
    under={"transfers": "on"},
)
REFUSE = answer(0, "keep the card")
ACCEPT = answer(1, "take the money")

ASK_POSITION = decision(
    "position",
    moment="when a card with more than one position is sold, under `market = on` (MKT-2)",
    fills="{amount}: 0 defender, 1 midfielder or 2 forward, a position of the card",
    returns="anything",
    description="position {amount:ordinal}",
    under={"market": "on"},
)
POSITION_NOT_OWN = refusal("MKT-2", "the card does not have this position")

# --- Referees.

ASK_EXTRA_TACTIC = decision(
    "extra_tactic",
    moment="after the line-up is revealed, if the referee allows another tactic card (REF-7)",
    fills="{tactic}, a card held that has not been played",
    returns="ADD_TACTIC or NO_TACTIC",
    under={"referees": "on"},
)
NO_TACTIC = answer(0, "play no other tactic card")
ADD_TACTIC = answer(1, "play the tactic card too", description="also play {tactic}")
NO_SUCH_EXTRA_TACTIC = refusal(
    "REF-8", "the manager holds no such tactic card other than the one played"
)

ASK_SUSPEND = decision(
    "suspend",
    moment="after a match, if the referee places a token on one of the matching cards (REF-3)",
    fills="{card}: an assigned card with a mark in `table.refereed`",
    returns="anything",
    description="{card}",
    under={"referees": "on"},
)
SUSPEND_OTHER = refusal("REF-3", "the card does not match the referee's row")
