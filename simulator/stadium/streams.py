"""The numbers of a game's random streams (RND-2)."""

from __future__ import annotations

FIRST = 1
PLAYERS = 2
EMPLOYEES = 3
REDEAL_PLAYERS = 4
REDEAL_EMPLOYEES = 5
"""The redeal of a seat's hidden cards, under a separate key."""
RESHUFFLE_PLAYERS = 1 << 16
"""Add the number of the reshuffle, from 1."""
RESHUFFLE_EMPLOYEES = 2 << 16
"""Add the number of the reshuffle in the same way."""
STRATEGY = 4 << 16
"""Add 128 times the seat, and the round (0: set-up)."""
SEARCH = 1 << 24
"""The rollouts of a search.

Add 1024 times the placement in step 1, 8 times the round, and the seat.
"""
