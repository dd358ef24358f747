"""The strategy author's interface: constants, helpers and declarations in one place.

A strategy imports from here and nowhere else in the engine. The helpers read the public record
``table`` and change nothing but the place in ``me`` where layouts are tried. The meaning of each
name, and every field of the records ``table``, ``me`` and ``order``, is in
docs/reference/eleven/strategies.md, made from the docstrings, ``state``, ``decisions`` and
``strategy_names``.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven.best_layout import best_layout, best_turn
from eoc_sim.simulator.eleven.decisions import (
    BUILD,
    CHOOSE,
    DECLINE,
    DISMISS,
    END_DAY,
    FREE,
    HIRE,
    KEEP,
    PASS,
    REROLL,
    SELL,
    SPONSOR,
    STAFF,
    USE,
)
from eoc_sim.simulator.eleven.layout import ALL_FORMATIONS, IN_ROW
from eoc_sim.simulator.eleven.pitch import (
    ATTACK,
    BALL,
    CELLS,
    DEFENCE,
    DEFENDERS,
    FACING,
    FORWARDS,
    LEFT_WING,
    MARKERS,
    MIDFIELD,
    MIDFIELDERS,
    RIGHT_WING,
    ROOM,
    ROWS,
    SECTION,
    SECTIONS,
    SHIELD,
)
from eoc_sim.simulator.eleven.prepare import (
    FORMATION_COUNT,
    formations_of,
    layout_refusal,
    tactic_refusal,
)
from eoc_sim.simulator.eleven.sizes import MAX_CLUBS, MAX_MANAGERS, MAX_TACTICS, MAX_WEEKS
from eoc_sim.simulator.eleven.state import DRAWN, LOST, WON
from eoc_sim.simulator.eleven.switches import (
    CLUB_DICE,
    FIRST_MANAGER,
    FORMATIONS,
    LEAGUE_TIES,
    PROFILE,
    SCHEDULE,
    SCOUTING,
    TACTICS,
)
from eoc_sim.simulator.eleven.turning import turner
from eoc_sim.simulator.kernel.compiled import compiled as unchecked
from eoc_sim.simulator.kernel.compiled import compiled_for_strategies as compiled
from eoc_sim.simulator.kernel.compiled import inlined as unchecked_inlined
from eoc_sim.simulator.kernel.compiled import inlined_for_strategies as inlined
from eoc_sim.simulator.kernel.data_tables import table
from eoc_sim.simulator.kernel.memory import memory
from eoc_sim.simulator.kernel.random_streams import draw
from eoc_sim.simulator.kernel.strategy_files import parameter

__all__ = [
    "ALL_FORMATIONS",
    "ATTACK",
    "BALL",
    "BUILD",
    "CELLS",
    "CHOOSE",
    "CLUB_DICE",
    "DECLINE",
    "DEFENCE",
    "DEFENDERS",
    "DISMISS",
    "DRAWN",
    "END_DAY",
    "FACING",
    "FIRST_MANAGER",
    "FORMATIONS",
    "FORMATION_COUNT",
    "FORWARDS",
    "FREE",
    "HIRE",
    "IN_ROW",
    "KEEP",
    "LEAGUE_TIES",
    "LEFT_WING",
    "LOST",
    "MARKERS",
    "MAX_CLUBS",
    "MAX_MANAGERS",
    "MAX_TACTICS",
    "MAX_WEEKS",
    "MIDFIELD",
    "MIDFIELDERS",
    "PASS",
    "PROFILE",
    "REROLL",
    "RIGHT_WING",
    "ROOM",
    "ROWS",
    "SCHEDULE",
    "SCOUTING",
    "SECTION",
    "SECTIONS",
    "SELL",
    "SHIELD",
    "SPONSOR",
    "STAFF",
    "TACTICS",
    "USE",
    "WON",
    "best_layout",
    "best_turn",
    "compiled",
    "draw",
    "formations_of",
    "inlined",
    "layout_refusal",
    "memory",
    "parameter",
    "table",
    "tactic_refusal",
    "turner",
    "unchecked",
    "unchecked_inlined",
]
