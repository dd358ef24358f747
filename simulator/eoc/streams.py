"""The numbers of a game's random streams (RND-2).

Some constants stand for one stream per region, month, spot or reshuffle. The number of such a
stream is the constant plus the numbers given below the constant.
"""

from __future__ import annotations

START = 1
REGIONS = 2
COACHES = 3
COACH_SIDES = 4
BOARDS = 5
BORDER_TOKENS = 6
RECRUITS = 7
DECK = 8
TIE_BREAK = 9
REDEAL = 10
REDEAL_BOARDS = 11
"""The redeal of the boards that a seat cannot see.

All redeals use a key of their own instead of the game's.
"""
STATE_VALUES = 16
"""The values of a region's states: add the region."""
DICE = 32
"""A month's dice: add the month."""
VMD = 64
"""The VMD for a recruit: add the spot."""
RESHUFFLE = 128
"""A reshuffle of the discard deck: add its number, from 1."""
SEARCH = 1 << 20
"""The rollouts of a search.

Add the month, 16 times the seat, 64 times the phase and 1024 times the turn of the draft.
"""
STRATEGY = 1024
"""A seat's own random numbers.

Add the month (0 for set-up) and 16 times the seat.
"""
