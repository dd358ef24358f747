"""Reasons for refusing an order: a rule and a sentence for each.

Rule functions return 0 when an order was carried out, or one of these codes; then they have changed
nothing.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.refusals import Refusals

REFUSALS = Refusals()
refusal = REFUSALS.declare

PLACING_IS_A_DUTY = refusal("PLA-1", "every VP has to be placed; no owner may stop")
NO_SUCH_SPACE = refusal("PLA-2", "there is no such bonus space on an action space")
SPACE_TAKEN = refusal("PLA-2", "a VP stands on this bonus space; it holds one")
STAR_EMPLOYEE = refusal("BON-5", "the star works for an employee that the owner has hired")
STAR_TWICE = refusal("BON-5", "each employee works once a round")
STAR_WITHOUT = refusal("BON-5", "this employee has no star effect")
STAR_COST = refusal("EFF-2", "a cost of the employee's star effect cannot be paid")
TRAIN_AMOUNT = refusal("ACT-3", "the owner has not the equipment for so many exchanges")
HIRE_KIND = refusal("ACT-6", "a VP on Hire takes employees, or one more VP, or neither")
HIRE_ONE = refusal("ACT-6", "one VP on Hire takes employees or a VP, not both")
HIRE_CARD = refusal("ACT-5", "only the owner's own face-down employees can be hired")
HIRE_COST = refusal("ACT-5", "the owner has not the money that these employees cost")
VP_MOST = refusal("ACT-6", "the owner has as many VPs as it may have")
VP_COST = refusal("ACT-6", "the owner has not the money for one more VP")
PLAYBOOK_KIND = refusal("ACT-7", "a VP on Playbook gains a win, or places a block, or neither")
PLACE_NONE = refusal("ACT-8", "there is no such square")
BUILDING_NONE = refusal("ACT-11", "there is no such building")
PLACE_ABSENT = refusal("ACT-8", "this place is not on the stadium board")
BLOCK_LAST = refusal("SET-2", "the owner has no block left")
SQUARE_WINS = refusal("ACT-8", "the owner has not the wins that the square needs")
SQUARE_COST = refusal("ACT-8", "the owner has not what the square shows as its price")
SQUARE_ORDER = refusal(
    "ACT-9", "season, playoffs, championship and bowl are taken in this order, one square in each"
)
PLACE_FULL = refusal("ACT-10", "a block stands there, and places are not shared")
BUILD_KIND = refusal("ACT-11", "a VP on Build changes money, or places a block, or neither")
CHANGE_AMOUNT = refusal("ACT-11", "the owner has not the money for so much construction")
BUILDING_COST = refusal("ACT-12", "the owner has not what the building costs")
BUILDING_LEVEL_2 = refusal("ACT-13", "level 2 needs an own block on the bottom level")
BUILDING_LEVEL_3 = refusal("ACT-13", "level 3 needs two own blocks on level 2")
BUILDING_TWICE = refusal("ACT-14", "the owner has a block on this building")
DRAFT_KIND = refusal("ACT-17", "a VP on Draft drafts, swaps or cashes in a player, or neither")
DRAFT_CARD = refusal("ACT-17", "the player is not in the draft area")
DRAFT_COST = refusal("ACT-17", "the owner has not the money for the signing bonus")
DRAFT_GIVE = refusal("ACT-18", "the player that is given is not one of the owner's")
NO_POINT_TOKEN = refusal("ACT-19", "no point token is left in the draft area")
NO_MONEY_TOKEN = refusal("ACT-19", "no token of 5 money is left in the draft area")
EXCHANGE_AMOUNT = refusal("EFF-2", "the cost of this effect cannot be paid so often")
PAY_UNKNOWN = refusal("GAM-2", "a salary is paid that is not due")
PAY_TOO_MUCH = refusal("GAM-3", "the owner has not the money for these salaries")
PAY_MORE = refusal("GAM-3", "something unpaid could still be paid, and who can pay must")
LOSE_CARD = refusal("LOS-2", "the card that is lost has to be one of the owner's")
TOO_MANY_DRAWN = refusal(
    "BON-4", "more employees are drawn than the tables of one game can hold (8192)"
)
