"""The names that Stadium strategies import, in groups, with constants explained.

``docs/reference/stadium/strategies.md`` lists them; docstrings describe the functions.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.decisions import answer_words
from eoc_sim.simulator.runs.strategy_names import USER_MODULE_FUNCTIONS
from eoc_sim.simulator.stadium import decisions

CONSTANTS = {
    "Sizes": {
        "SPACES": "action spaces",
        "MAX_OWNERS": "length of arrays indexed by seat",
        "MAX_BONUSES": "length of arrays indexed by bonus space",
        "MAX_PLACES": "length of arrays indexed by place",
        "MAX_KINDS": "length of arrays indexed by player or by employee",
        "TOKENS": "kinds of tokens",
        "CATEGORIES": "categories of squares",
    },
    "Action spaces": {
        "EQUIPMENT_SPACE": "1, Equipment",
        "TRAIN": "2, Train",
        "HIRE": "3, Hire",
        "PLAYBOOK": "4, Playbook",
        "BUILD": "5, Build",
        "TICKETS": "6, Tickets",
        "DRAFT": "7, Draft",
        "SPONSORSHIP": "8, Sponsorship",
        "MERCHANDISING": "9, Merchandising",
    },
    "Tokens": {
        "MONEY": "money",
        "EQUIPMENT": "equipment",
        "WINS": "wins",
        "ENTERTAINMENT": "entertainment",
        "CONSTRUCTION": "construction",
    },
    "Further gains of a clause": {"GAIN_CARDS": "card bonuses"},
    "Further gains of a bonus space": {
        "BONUS_CARD": "a card (BON-4)",
        "BONUS_STAR": "a star (BON-5)",
        "BONUS_FIRST": "first choice (BON-6)",
    },
    "Further costs of a stack": {
        "LOSS_EMPLOYEE": "a hired employee",
        "LOSS_PLAYER": "a player",
    },
    "Bonus tokens of a space": {
        "BARE": "none",
        "SINGLE": "one, with its single side up",
        "DOUBLE": "one, with its double side up",
        "STACK": "two, and the space costs every owner something; higher stacks have higher codes",
    },
    "Levels of places": {
        "FIELD": "squares",
        "LEVEL_1": "buildings of level 1",
        "LEVEL_2": "buildings of level 2",
        "LEVEL_3": "buildings of level 3",
    },
    "Categories of squares, in their order": {
        "SEASON": "season",
        "PLAYOFFS": "playoffs",
        "CHAMPIONSHIP": "championship",
        "BOWL": "bowl",
    },
    "When clauses act": {
        "FOOTBALL": "at game time",
        "STAR": "when the employee's star is used",
        "ACTION_MOMENT": "`ACTION_MOMENT + space`: each time one of the owner's VPs acts there",
    },
    "The first source of each kind; lower ones are action spaces": {
        "PLACE_SOURCE": "the source of place 0",
        "PLAYER_SOURCE": "the source of player 0",
        "EMPLOYEE_SOURCE": "the source of employee 0",
    },
    **answer_words(vars(decisions)),
    "Values of the switches, as in `table.rule_places == PLACES.SHARED`": {
        "ARROWS": "tokens at the start",
        "PLACING": "whether VPs have to be placed",
        "BONUS_TOKENS": "how far tokens grow",
        "BONUS_FOR": "who earns a bonus",
        "DRAFT_FIRST": "first choice on Draft",
        "ORDER_IN_SPACE": "who acts first on a space",
        "TRAINING_BONUS": "when bonuses on Train apply",
        "HIRE_OPTION": "what a VP on Hire takes",
        "PLACES": "shared places",
        "CASHED_PLAYER": "players cashed in",
        "VP_SALARY_DUE": "VPs whose salary is due",
        "SALARIES": "unpaid salaries",
        "UNPAID_VP": "unpaid VPs",
        "LOSS_COUNT": "how much a stack costs",
        "END_ROUND": "the last round",
        "BONUS_TILES": "bonus tiles",
    },
}
"""Every constant of ``strategy_api``, in groups."""

FUNCTIONS = {
    "Declarations, at the top of the file": ("parameter", "memory", "table", "lookup"),
    "Random numbers": ("draw",),
    "Bonuses and stars": ("tokens_if_idle", "has_star", "may_use_star", "star_refusal"),
    "Actions": ("draft_refusal", "ticket_money"),
    "Blocks": ("block_refusal", "square_refusal", "building_refusal", "can_pay"),
    "Effects": ("times_owned", "most_times"),
    "VPs, salaries and losses": (
        "active_vps",
        "vps_due",
        "salaries_due",
        "pay_refusal",
        "losses_of",
    ),
    **USER_MODULE_FUNCTIONS,
}
"""Every function of ``strategy_api``, in groups; docstrings describe them."""
