"""The sizes of Stadium's records and tables."""

from __future__ import annotations

from eoc_sim.simulator.stadium.names import ACTIONS as SPACE_NAMES
from eoc_sim.simulator.stadium.names import MAX_KINDS

MAX_OWNERS = 5
SPACES = len(SPACE_NAMES)
MAX_PLACES = 64
MAX_SOURCES = SPACES + MAX_PLACES + 2 * MAX_KINDS
MAX_ROUNDS = 100
MAX_VPS = 6
POINT_TOKEN_ROWS = 16
MEMORY = 160
MAX_PLACEMENTS = MAX_ROUNDS * MAX_OWNERS * MAX_VPS
MAX_BLOCKS = MAX_OWNERS * 9
MAX_DRAWN = 8192
"""The maximum number of employees drawn in a game."""
