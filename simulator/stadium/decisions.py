"""The decisions of Stadium (DEC), each declared once (`kernel.decisions`)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.asking import asking
from eoc_sim.simulator.kernel.decisions import Decisions
from eoc_sim.simulator.stadium.state import Order, clear_order

ask = asking(clear_order)
DECISIONS = Decisions(Order)
decision = DECISIONS.decision
answer = DECISIONS.answer
refusal = DECISIONS.refusal

# --- Placing.

ASK_PLACE = decision(
    "place",
    moment="for each VP in step 1 (PLA-1)",
    fills="{space} and {bonus}: a free bonus space",
    returns="PLACE; under `placing = may_stop` also STOP, to place no more this round",
    under={"placing": "may_stop"},
)
PLACE = answer(1, "place a VP", description="place on {space}, bonus space {bonus:ordinal}")
STOP = answer(0, "place no more this round")
PLACING_IS_MANDATORY = refusal("PLA-1", "every VP has to be placed; no owner may stop")
NO_SUCH_SPACE = refusal("PLA-2", "there is no such bonus space on an action space")
SPACE_TAKEN = refusal("PLA-2", "this bonus space already holds a VP")

ASK_STAR = decision(
    "star",
    moment=(
        "right after a VP earns a star bonus: once, or twice if the bonus is doubled, as long as "
        "a hired employee can work (BON-5)"
    ),
    fills="{employee}, {accept}",
    returns="1, or NOTHING to decline",
    description="star of {employee}",
)
STAR_EMPLOYEE = refusal("BON-5", "only an employee that the owner has hired can use a star")
STAR_TWICE = refusal("BON-5", "each employee works only once a round")
STAR_NO_EFFECT = refusal("BON-5", "this employee has no star effect")
STAR_COST = refusal("EFF-2", "a cost of the employee's star effect cannot be paid")

# --- Actions.

ASK_TRAIN = decision(
    "train",
    moment="for each VP on Train, if the owner can pay for an exchange (ACT-3)",
    fills="{amount}: exchanges, up to `most_times` of `table.train_clause`",
    returns="1, or NOTHING",
    description="train {amount} times",
)
TRAIN_AMOUNT = refusal("ACT-3", "the owner lacks the equipment for that number of exchanges")

ASK_HIRE = decision(
    "hire",
    moment="for each VP on Hire (ACT-5, ACT-6)",
    fills="{employees}: how many of each in `me.face_down` to hire",
    returns="HIRE_EMPLOYEES, HIRE_VP, under `hire_option = both` also HIRE_BOTH, or NOTHING",
    under={"hire_option": "both"},
)
HIRE_VP = answer(1, "take a VP")
HIRE_EMPLOYEES = answer(2, "hire employees")
HIRE_BOTH = answer(3, "take a VP and hire employees")
HIRE_KIND = refusal("ACT-6", "a VP on Hire takes employees, takes one more VP, or does neither")
HIRE_ONE = refusal("ACT-6", "one VP on Hire takes employees or a VP, not both")
HIRE_CARD = refusal("ACT-5", "only the owner's own face-down employees can be hired")
HIRE_COST = refusal("ACT-5", "the owner cannot afford these employees")
VP_LIMIT = refusal("ACT-6", "the owner already has as many VPs as allowed")
VP_COST = refusal("ACT-6", "the owner cannot afford one more VP")

ASK_PLAYBOOK = decision(
    "playbook",
    moment="for each VP on Playbook (ACT-7 to ACT-9)",
    fills="{place}: the square for a block",
    returns="TAKE_WIN, PLAY_BLOCK or NOTHING",
)
TAKE_WIN = answer(1, "take a win")
PLAY_BLOCK = answer(2, "place a block", description="playbook: a block on {place}")
PLAYBOOK_KIND = refusal("ACT-7", "a VP on Playbook gains a win, places a block, or does neither")
NO_SUCH_SQUARE = refusal("ACT-8", "there is no such square")
SQUARE_WINS = refusal("ACT-8", "the owner lacks the wins that the square needs")
SQUARE_COST = refusal("ACT-8", "the owner cannot pay the square's price")
SQUARE_ORDER = refusal(
    "ACT-9",
    "season, playoffs, championship and bowl are taken in this order, one square in each",
)

ASK_BUILD = decision(
    "build",
    moment="for each VP on Build (ACT-11 to ACT-14)",
    fills="{place}: the building for a block; or {amount}: how many times tokens are exchanged",
    returns="BUILD_BLOCK, CHANGE or NOTHING",
)
CHANGE = answer(1, "exchange tokens", description="build: exchange tokens {amount} times")
BUILD_BLOCK = answer(2, "place a block", description="build: a block on {place}")
NO_SUCH_BUILDING = refusal("ACT-11", "there is no such building")
PLACE_ABSENT = refusal(
    "ACT-8", "this place is not on the stadium board", decisions=(ASK_PLAYBOOK, ASK_BUILD)
)
NO_BLOCK_LEFT = refusal("SET-2", "the owner has no block left", decisions=(ASK_PLAYBOOK, ASK_BUILD))
PLACE_FULL = refusal(
    "ACT-10", "a block stands there, and places are not shared", decisions=(ASK_PLAYBOOK, ASK_BUILD)
)
BUILD_KIND = refusal("ACT-11", "a VP on Build exchanges tokens, places a block, or does neither")
CHANGE_AMOUNT = refusal("ACT-11", "the owner cannot afford that many exchanges")
BUILDING_COST = refusal("ACT-12", "the owner cannot pay for the building")
BUILDING_LEVEL_2 = refusal("ACT-13", "level 2 needs one of the owner's blocks on the bottom level")
BUILDING_LEVEL_3 = refusal("ACT-13", "level 3 needs two of the owner's blocks on level 2")
BUILDING_TWICE = refusal("ACT-14", "the owner already has a block on this building")

ASK_DRAFT = decision(
    "draft",
    moment="for each VP on Draft (ACT-17 to ACT-19)",
    fills=(
        "{card} in the draft area, to draft or swap for; {give}, the player swapped or cashed in"
    ),
    returns="DRAFT_PLAYER, SWAP_PLAYER, CASH_POINTS, CASH_MONEY or NOTHING",
)
NOTHING = answer(
    0, "do nothing", decisions=(ASK_STAR, ASK_TRAIN, ASK_HIRE, ASK_PLAYBOOK, ASK_BUILD, ASK_DRAFT)
)
DRAFT_PLAYER = answer(1, "draft a player", description="draft: take {card:player}")
SWAP_PLAYER = answer(2, "swap one", description="draft: swap {give:player} for {card:player}")
CASH_POINTS = answer(
    3, "cash one in for a point token", description="draft: cash in {give:player} for points"
)
CASH_MONEY = answer(
    4, "cash one in for a token of 5 money", description="draft: cash in {give:player} for money"
)
DRAFT_KIND = refusal("ACT-17", "a VP on Draft drafts, swaps or cashes in a player, or does nothing")
DRAFT_CARD = refusal("ACT-17", "the player is not in the draft area")
DRAFT_COST = refusal("ACT-17", "the owner cannot afford the signing bonus")
DRAFT_GIVE = refusal("ACT-18", "the player given away is not one of the owner's")
NO_POINT_TOKEN = refusal("ACT-19", "no point token is left in the draft area")
NO_MONEY_TOKEN = refusal("ACT-19", "no token of 5 money is left in the draft area")

ASK_EXCHANGE = decision(
    "exchange",
    moment="whenever an effect costs tokens that the owner has (EFF-2)",
    fills="{amount}: how many times `table.effect_clause` is paid for, 0 to decline",
    returns="anything",
    description="exchange {amount} times",
)
EXCHANGE_AMOUNT = refusal("EFF-2", "the owner cannot pay for this effect that many times")

# --- Game time.

ASK_PAY = decision(
    "pay",
    moment=(
        "at game time if the owner cannot pay all salaries due, or always under `salaries = may`; "
        "all owners decide before any of them pays (GAM-3, INF-3)"
    ),
    fills=(
        "{vps}, {players}, {employees}: how many of each are paid, as GAM-3 allows (`pay_refusal` "
        "is 0)"
    ),
    returns="anything",
    under={"salaries": "may"},
)
PAY_UNKNOWN = refusal("GAM-2", "a salary that is not due cannot be paid")
PAY_TOO_MUCH = refusal("GAM-3", "the owner cannot afford these salaries")
PAY_MORE = refusal("GAM-3", "the owner still has money for something left unpaid, and must pay it")

ASK_LOSE = decision(
    "lose",
    moment=(
        "when a stack costs a card and the owner has two or more (LOS-3); all owners decide before "
        "any of them loses one"
    ),
    fills="{card}: the hired employee, or the player",
    returns="anything",
    description="lose card {card:number}",
)
LOSE_CARD = refusal("LOS-2", "the card to lose must be one of the owner's")
TOO_MANY_DRAWN = refusal(
    "BON-4", "more employees are drawn than the tables of one game can hold (8192)", decisions=()
)

# --- Searches.

ASK_PROPOSE = decision(
    "propose",
    moment="before each placement, if the strategy searches",
    fills=(
        "{rollouts}, {caution}, {horizon}. The function stores candidate number {candidate} in "
        "`me.memory`, so that `place` can carry it out if it is chosen"
    ),
    returns="1, or 0 when there are no more candidates",
)

ASK_JUDGE = decision(
    "judge",
    moment="in a search with a `horizon`, for a position between two rounds",
    fills="nothing",
    returns="the position's value to the owner, in hundredths of a point",
)
