"""The fixed words and tables of the rules, each with the rule that prints it."""

from __future__ import annotations

from eoc_sim.referee.records import Words

TOKENS = ["money", "equipment", "wins", "entertainment", "construction"]
WORDS = Words(seat="owner", tokens=tuple(TOKENS), tokens_together="tokens")

# PLA-3: the action spaces, 1 to 9, by the words that effects call them.
SPACES = [
    "equipment", "train", "hire", "playbook", "build", "tickets", "draft", "sponsorship",
    "merchandising",
]  # fmt: skip
SPACE_NUMBERS = range(1, len(SPACES) + 1)
NUMBER_OF_SPACE = {word: number for number, word in enumerate(SPACES, start=1)}

# The tokens that lie on a space, by the number of steps that BON-8 has taken; a stack goes on.
STATES = ["bare", "single", "double", "stack"]
BARE, SINGLE, DOUBLE, STACK = range(4)

# BON-3: what a bonus space that shows a token gives.
TOKEN_OF_BONUS = {
    "money": "money",
    "equipment": "equipment",
    "win": "wins",
    "entertainment": "entertainment",
    "construction": "construction",
}
FIVE_MONEY = 5  # SET-6, ACT-19

CATEGORIES = ["season", "playoffs", "championship", "bowl"]  # ACT-9
LEVELS = [1, 2, 3]  # SET-8
DECKS = ["players", "employees"]  # SET-5

# SCO-4
PARTS = [
    "field", "level_1", "level_2", "level_3", "players", "employees", "entertainment",
    "point_tokens", "bonus_tiles",
]  # fmt: skip


def numbers(first: int, last: int) -> list[str]:
    """The whole numbers between these as a trace writes the values of switches."""
    return [str(number) for number in range(first, last + 1)]


# SWI: every switch with the values that it may take.
ON_OFF = ["on", "off"]
SWITCHES: dict[str, list[str]] = {
    "start_money": numbers(0, 20),
    "blocks": numbers(3, 9),
    "vps_start": ["auto", *numbers(1, 4)],
    "arrows": ON_OFF,
    "five_million_tokens": numbers(0, 5),
    "draft_area_start": numbers(0, 10),
    "employees_start": numbers(0, 3),
    "placing": ["must", "may_stop"],
    "bonus_tokens": ["losses", "double", "single", "off"],
    "bonus_for": ["everyone", "first"],
    "draft_first": ["with_token", "always"],
    "order_in_space": ["placed", "printed"],
    "training_bonus": ["choosing", "converting"],
    "vp_price": numbers(0, 20),
    "vp_max": numbers(1, 6),
    "hire_option": ["one", "both"],
    "places": ["shared", "field_exclusive", "exclusive"],
    "cashed_player": ["draft_area", "discard"],
    "vp_salary": numbers(0, 3),
    "vp_salary_due": ["active", "all"],
    "salaries": ["must", "may"],
    "unpaid_vp": ["vacation", "stays", "leaves"],
    "loss_count": ["space", "token"],
    "end_round": ["finish", "at_once"],
    "round_cap": numbers(10, 100),
    "entertainment_per_point": numbers(1, 6),
    "bonus_tiles": ["off", "firsts"],
}
