"""The sizes of Stadium's records and tables."""

from __future__ import annotations

from eoc_sim.simulator.stadium.names import ACTIONS as SPACE_NAMES

MAX_OWNERS = 5
SPACES = len(SPACE_NAMES)
MAX_BONUSES = 6
MAX_PLACES = 64
MAX_KINDS = 64
"""The maximum number of rows in the sheet of players or employees."""
MAX_DECK = 96
"""The maximum number of cards in a deck, counting copies."""
MAX_SOURCES = SPACES + MAX_PLACES + 2 * MAX_KINDS
MAX_CLAUSES = 512
MAX_ROUNDS = 100
MAX_VPS = 6
MAX_STEPS = 8
"""The maximum number of steps in the ticket table."""
MAX_POINT_TOKENS = 16
MEMORY = 160
MAX_PLACEMENTS = MAX_ROUNDS * MAX_OWNERS * MAX_VPS
MAX_BLOCKS = MAX_OWNERS * 9
MAX_DRAWN = 8192
"""The maximum number of employees drawn in a game."""
