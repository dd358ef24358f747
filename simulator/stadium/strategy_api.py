"""All that a strategy may use: constants, helper functions and declarations, in one place.

A strategy imports from here and nowhere else in the engine. The helpers ask about the public
record ``table`` and change nothing; they answer for any seat. What each name means, and every
field of the records ``table``, ``me`` and ``order``, is in docs/reference/stadium/strategies.md,
made from the docstrings, ``state``, ``decisions`` and ``strategy_names``.
"""

from __future__ import annotations

from eoc_sim.simulator.kernel.compiled import compiled as unchecked
from eoc_sim.simulator.kernel.compiled import compiled_for_strategies as compiled
from eoc_sim.simulator.kernel.compiled import inlined as unchecked_inlined
from eoc_sim.simulator.kernel.compiled import inlined_for_strategies as inlined
from eoc_sim.simulator.kernel.data_tables import table
from eoc_sim.simulator.kernel.memory import memory
from eoc_sim.simulator.kernel.prepared import prepared
from eoc_sim.simulator.kernel.random_streams import draw
from eoc_sim.simulator.kernel.strategy_files import parameter
from eoc_sim.simulator.stadium.actions import draft_refusal, ticket_money
from eoc_sim.simulator.stadium.blocks import (
    block_refusal,
    building_refusal,
    can_pay,
    square_refusal,
)
from eoc_sim.simulator.stadium.bonus_tokens import grown
from eoc_sim.simulator.stadium.effects import most_times, times_owned
from eoc_sim.simulator.stadium.game_time import pay_refusal, salaries_due, vps_due
from eoc_sim.simulator.stadium.losses import losses_of
from eoc_sim.simulator.stadium.place import has_star, may_use_star, star_refusal
from eoc_sim.simulator.stadium.play import active_vps
from eoc_sim.simulator.stadium.state import (
    ACTION_MOMENT,
    BARE,
    BONUS_CARD,
    BONUS_FIRST,
    BONUS_STAR,
    BOWL,
    BUILD,
    BUILD_BLOCK,
    CASH_MONEY,
    CASH_POINTS,
    CATEGORIES,
    CHAMPIONSHIP,
    CHANGE,
    CONSTRUCTION,
    DOUBLE,
    DRAFT,
    DRAFT_PLAYER,
    EMPLOYEE_SOURCE,
    ENTERTAINMENT,
    EQUIPMENT,
    EQUIPMENT_SPACE,
    FIELD,
    FOOTBALL,
    GAIN_CARDS,
    HIRE,
    HIRE_BOTH,
    HIRE_EMPLOYEES,
    HIRE_VP,
    LEVEL_1,
    LEVEL_2,
    LEVEL_3,
    LOSS_EMPLOYEE,
    LOSS_PLAYER,
    MAX_BONUSES,
    MAX_KINDS,
    MAX_OWNERS,
    MAX_PLACES,
    MERCHANDISING,
    MONEY,
    NOTHING,
    PLACE,
    PLACE_SOURCE,
    PLAY_BLOCK,
    PLAYBOOK,
    PLAYER_SOURCE,
    PLAYOFFS,
    SEASON,
    SINGLE,
    SPACES,
    SPONSORSHIP,
    STACK,
    STAR,
    STOP,
    SWAP_PLAYER,
    TAKE_WIN,
    TICKETS,
    TOKENS,
    TRAIN,
    WINS,
)
from eoc_sim.simulator.stadium.switches import (
    ARROWS,
    BONUS_FOR,
    BONUS_TILES,
    BONUS_TOKENS,
    CASHED_PLAYER,
    DRAFT_FIRST,
    END_ROUND,
    HIRE_OPTION,
    LOSS_COUNT,
    ORDER_IN_SPACE,
    PLACES,
    PLACING,
    SALARIES,
    TRAINING_BONUS,
    UNPAID_VP,
    VP_SALARY_DUE,
)

__all__ = [
    "ACTION_MOMENT", "ARROWS", "BARE", "BONUS_CARD", "BONUS_FIRST", "BONUS_FOR", "BONUS_STAR",
    "BONUS_TILES", "BONUS_TOKENS", "BOWL", "BUILD", "BUILD_BLOCK", "CASHED_PLAYER", "CASH_MONEY",
    "CASH_POINTS", "CATEGORIES", "CHAMPIONSHIP", "CHANGE", "CONSTRUCTION", "DOUBLE", "DRAFT",
    "DRAFT_FIRST", "DRAFT_PLAYER", "EMPLOYEE_SOURCE", "END_ROUND", "ENTERTAINMENT", "EQUIPMENT",
    "EQUIPMENT_SPACE", "FIELD", "FOOTBALL", "GAIN_CARDS", "HIRE", "HIRE_BOTH", "HIRE_EMPLOYEES",
    "HIRE_OPTION", "HIRE_VP", "LEVEL_1", "LEVEL_2", "LEVEL_3", "LOSS_COUNT", "LOSS_EMPLOYEE",
    "LOSS_PLAYER", "MAX_BONUSES", "MAX_KINDS", "MAX_OWNERS", "MAX_PLACES", "MERCHANDISING",
    "MONEY", "NOTHING", "ORDER_IN_SPACE", "PLACE", "PLACES", "PLACE_SOURCE", "PLACING", "PLAYBOOK",
    "PLAYER_SOURCE", "PLAYOFFS", "PLAY_BLOCK", "SALARIES", "SEASON", "SINGLE", "SPACES",
    "SPONSORSHIP", "STACK", "STAR", "STOP", "SWAP_PLAYER", "TAKE_WIN", "TICKETS", "TOKENS",
    "TRAIN", "TRAINING_BONUS", "UNPAID_VP", "VP_SALARY_DUE", "WINS", "active_vps",
    "block_refusal", "building_refusal", "can_pay", "compiled", "draft_refusal", "draw", "grown",
    "has_star", "inlined", "losses_of", "may_use_star", "memory", "most_times", "parameter",
    "pay_refusal", "prepared", "salaries_due", "square_refusal", "star_refusal", "table",
    "ticket_money", "times_owned", "unchecked", "unchecked_inlined", "vps_due",
]
