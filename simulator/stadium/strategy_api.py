"""The strategy author's interface: constants, helpers and declarations in one place.

A strategy imports from here and nowhere else in the engine. The helpers read the public record
``table`` and change nothing; they answer for any seat. docs/reference/stadium/strategies.md
explains each name, and every field of the records ``table``, ``me`` and ``order``. The page is
generated from the helpers' docstrings and from the modules ``state``, ``decisions`` and
``strategy_names``.

Here ``X as X`` makes an imported name public.
"""

from __future__ import annotations

from typing import Any as _Any

from eoc_sim.lazy import find_renamed as _find_renamed
from eoc_sim.simulator.kernel import compiled as _decorators
from eoc_sim.simulator.kernel.data_tables import lookup as lookup, table as table
from eoc_sim.simulator.kernel.memory import memory as memory
from eoc_sim.simulator.kernel.parameters import parameter as parameter
from eoc_sim.simulator.kernel.random_streams import draw as draw
from eoc_sim.simulator.stadium.actions import (
    draft_refusal as draft_refusal,
    ticket_money as ticket_money,
)
from eoc_sim.simulator.stadium.blocks import (
    block_refusal as block_refusal,
    building_refusal as building_refusal,
    can_pay as can_pay,
    square_refusal as square_refusal,
)
from eoc_sim.simulator.stadium.bonus_tokens import tokens_if_idle as tokens_if_idle
from eoc_sim.simulator.stadium.decisions import (
    BUILD_BLOCK as BUILD_BLOCK,
    CASH_MONEY as CASH_MONEY,
    CASH_POINTS as CASH_POINTS,
    CHANGE as CHANGE,
    DRAFT_PLAYER as DRAFT_PLAYER,
    HIRE_BOTH as HIRE_BOTH,
    HIRE_EMPLOYEES as HIRE_EMPLOYEES,
    HIRE_VP as HIRE_VP,
    NOTHING as NOTHING,
    PLACE as PLACE,
    PLAY_BLOCK as PLAY_BLOCK,
    STOP as STOP,
    SWAP_PLAYER as SWAP_PLAYER,
    TAKE_WIN as TAKE_WIN,
)
from eoc_sim.simulator.stadium.effects import most_times as most_times, times_owned as times_owned
from eoc_sim.simulator.stadium.game_time import (
    pay_refusal as pay_refusal,
    salaries_due as salaries_due,
    vps_due as vps_due,
)
from eoc_sim.simulator.stadium.losses import losses_of as losses_of
from eoc_sim.simulator.stadium.place import (
    has_star as has_star,
    may_use_star as may_use_star,
    star_refusal as star_refusal,
)
from eoc_sim.simulator.stadium.play import active_vps as active_vps
from eoc_sim.simulator.stadium.state import (
    MAX_BONUSES as MAX_BONUSES,
    MAX_KINDS as MAX_KINDS,
    MAX_OWNERS as MAX_OWNERS,
    MAX_PLACES as MAX_PLACES,
    SPACES as SPACES,
)
from eoc_sim.simulator.stadium.codes import (
    ACTION_MOMENT as ACTION_MOMENT,
    BARE as BARE,
    BONUS_CARD as BONUS_CARD,
    BONUS_FIRST as BONUS_FIRST,
    BONUS_STAR as BONUS_STAR,
    BOWL as BOWL,
    BUILD as BUILD,
    CATEGORIES as CATEGORIES,
    CHAMPIONSHIP as CHAMPIONSHIP,
    CONSTRUCTION as CONSTRUCTION,
    DOUBLE as DOUBLE,
    DRAFT as DRAFT,
    EMPLOYEE_SOURCE as EMPLOYEE_SOURCE,
    ENTERTAINMENT as ENTERTAINMENT,
    EQUIPMENT as EQUIPMENT,
    EQUIPMENT_SPACE as EQUIPMENT_SPACE,
    FIELD as FIELD,
    FOOTBALL as FOOTBALL,
    GAIN_CARDS as GAIN_CARDS,
    HIRE as HIRE,
    LEVEL_1 as LEVEL_1,
    LEVEL_2 as LEVEL_2,
    LEVEL_3 as LEVEL_3,
    LOSS_EMPLOYEE as LOSS_EMPLOYEE,
    LOSS_PLAYER as LOSS_PLAYER,
    MERCHANDISING as MERCHANDISING,
    MONEY as MONEY,
    PLACE_SOURCE as PLACE_SOURCE,
    PLAYBOOK as PLAYBOOK,
    PLAYER_SOURCE as PLAYER_SOURCE,
    PLAYOFFS as PLAYOFFS,
    SEASON as SEASON,
    SINGLE as SINGLE,
    SPONSORSHIP as SPONSORSHIP,
    STACK as STACK,
    STAR as STAR,
    TICKETS as TICKETS,
    TOKENS as TOKENS,
    TRAIN as TRAIN,
    WINS as WINS,
)
from eoc_sim.simulator.stadium.switches import (
    ARROWS as ARROWS,
    BONUS_FOR as BONUS_FOR,
    BONUS_TILES as BONUS_TILES,
    BONUS_TOKENS as BONUS_TOKENS,
    CASHED_PLAYER as CASHED_PLAYER,
    DRAFT_FIRST as DRAFT_FIRST,
    END_ROUND as END_ROUND,
    HIRE_OPTION as HIRE_OPTION,
    LOSS_COUNT as LOSS_COUNT,
    ORDER_IN_SPACE as ORDER_IN_SPACE,
    PLACES as PLACES,
    PLACING as PLACING,
    SALARIES as SALARIES,
    TRAINING_BONUS as TRAINING_BONUS,
    UNPAID_VP as UNPAID_VP,
    VP_SALARY_DUE as VP_SALARY_DUE,
)

compiled, unchecked = _decorators.compiled_for_strategies, _decorators.compiled
inlined, unchecked_inlined = _decorators.inlined_for_strategies, _decorators.inlined

__all__ = [name for name in dir() if name[0] != "_" and name != "annotations"]
"""Every name that a strategy may import."""
_RENAMED = {"grown": "tokens_if_idle", "prepared": "lookup"}


def __getattr__(name: str) -> _Any:
    """Return a function under its earlier name, with a warning."""
    return _find_renamed(globals(), _RENAMED, name)
