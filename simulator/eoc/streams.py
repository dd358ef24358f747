"""The numbers of a game's random streams (RND-2).

There is a stream for each name, month, spot and reshuffle.
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
"""The redeal of a seat's hidden boards, under a separate key."""
STATE_VALUES = 16
"""Add the region."""
DICE = 32
"""Add the month."""
VMD = 64
"""Add the spot."""
RESHUFFLE = 128
"""Add the number of the reshuffle, from 1."""
SEARCH = 1 << 20
"""The rollouts of a search.

Add 16 times the seat, and the month, phase and turn of the draft.
"""
STRATEGY = 1024
"""Add 16 times the seat, and the month (0: set-up)."""
