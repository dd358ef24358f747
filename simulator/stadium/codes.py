"""The numbers that stand for spaces, tokens, levels, moments, sources and phases."""

from __future__ import annotations

from eoc_sim.simulator.stadium.names import MAX_KINDS
from eoc_sim.simulator.stadium.names import TOKENS as TOKEN_NAMES
from eoc_sim.simulator.stadium.sizes import MAX_PLACES, SPACES

EQUIPMENT_SPACE, TRAIN, HIRE, PLAYBOOK, BUILD, TICKETS, DRAFT, SPONSORSHIP, MERCHANDISING = range(9)
"""The action spaces, in their order (PLA-3)."""

MONEY, EQUIPMENT, WINS, ENTERTAINMENT, CONSTRUCTION = range(5)
TOKENS = len(TOKEN_NAMES)
GAIN_CARDS = 5
"""The gain of cards, which are not tokens."""
BONUS_CARD, BONUS_STAR, BONUS_FIRST = 5, 6, 7
"""Bonuses that are not tokens; lower codes are the tokens themselves."""
LOSS_EMPLOYEE, LOSS_PLAYER = 5, 6
"""Losses that are not tokens; lower codes are the tokens themselves."""

INERT_POINTS, INERT_EFFECT = 1, 2
"""The parts of a place or card that a twin excludes.

They are bits (``table.inert``).
"""

BARE, SINGLE, DOUBLE, STACK = range(4)
"""The states of an action space.

Values of ``bonus_tokens`` above STACK are higher stacks.
"""

FIELD, LEVEL_1, LEVEL_2, LEVEL_3 = range(4)
"""The levels of places.

The field is on the bottom level, beside the buildings of level 1.
"""
SEASON, PLAYOFFS, CHAMPIONSHIP, BOWL = range(4)
CATEGORIES = 4

# The moments at which clauses act.
FOOTBALL, STAR = 0, 1
ACTION_MOMENT = 2
"""The moment of space 0's action; add n for space n."""
MOMENTS = ACTION_MOMENT + SPACES

ALL_EFFECTS, SPACE_EFFECTS, OWNER_EFFECTS = range(3)
"""The effects that an action triggers (EFF-1).

An action triggers either all effects, only the space's, or only the owner's.
"""

# The first number of each kind of source.
PLACE_SOURCE = SPACES
PLAYER_SOURCE = PLACE_SOURCE + MAX_PLACES
EMPLOYEE_SOURCE = PLAYER_SOURCE + MAX_KINDS

# The parts of a score (SCO-4), columns of ``table.part``.
PART_FIELD, PART_LEVEL_1, PART_LEVEL_2, PART_LEVEL_3, PART_PLAYERS, PART_EMPLOYEES = range(6)
PART_ENTERTAINMENT, PART_POINT_TOKENS, PART_BONUS_TILES = range(6, 9)
PARTS = 9
# The phases of a game (``table.phase``), each named after the step that comes next. All but SET_UP
# are resting points of the game.
SET_UP, BEGINNING, PLACING, USING_STAR, ACTING = range(5)
EXCHANGING, PAYING, LOSING, ENDING, GAME_OVER = range(5, 10)
PHASE_NAMES = (
    "set-up",
    "beginning",
    "placing",
    "using a star",
    "acting",
    "exchanging",
    "paying",
    "losing",
    "ending",
    "game over",
)
ENDED_BY_BLOCKS, ENDED_BY_CAP = 0, 1
