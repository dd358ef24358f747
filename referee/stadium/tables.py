"""The fixed words of the rules, with rule ids, and the switches."""

from __future__ import annotations

from eoc_sim.referee.records import Words
from eoc_sim.referee.switches import numbers

TOKENS = ["money", "equipment", "wins", "entertainment", "construction"]
WORDS = Words(seat="owner", tokens=tuple(TOKENS), tokens_together="tokens")

# PLA-3: the nine action spaces, numbered from 1.
ACTIONS = [
    "equipment", "train", "hire", "playbook", "build", "tickets", "draft", "sponsorship",
    "merchandising",
]  # fmt: skip
EQUIPMENT, TRAIN, HIRE, PLAYBOOK, BUILD, TICKETS, DRAFT, SPONSORSHIP, MERCHANDISING = range(1, 10)
SPACES = range(1, 10)

# BON-8: the states of an action space by level. A level above STACK is a
# higher stack.
STATES = ["bare", "single", "double", "stack"]
BARE, SINGLE, DOUBLE, STACK = range(4)

# BON-3: the token that a bonus space gives; BON-4 to BON-6 have the other kinds.
TOKEN_OF_BONUS = {
    "money": "money", "equipment": "equipment", "win": "wins", "entertainment": "entertainment",
    "construction": "construction",
}  # fmt: skip
OTHER_BONUSES = ["card", "star", "first"]

# LOS-2: what a stack may cost.
LOSSES = [*TOKENS, "employee", "player"]

CATEGORIES = ["season", "playoffs", "championship", "bowl"]  # ACT-9
LEVELS = [1, 2, 3]  # SET-8
FIVE_MILLION = 5  # SET-6

# SCO-4
PARTS = [
    "field", "level_1", "level_2", "level_3", "players", "employees", "entertainment",
    "point_tokens", "bonus_tiles",
]  # fmt: skip


def state_of(level: int) -> str:
    """BON-8: return the state of an action space at this level."""
    return STATES[min(level, STACK)]


# SWI: every switch with the values that it may take.
SWITCHES: dict[str, list[str]] = {
    "start_money": numbers(0, 20),
    "blocks": numbers(3, 9),
    "vps_start": ["auto", *numbers(1, 4)],
    "arrows": ["on", "off"],
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
