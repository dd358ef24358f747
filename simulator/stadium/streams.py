"""The numbers of a game's random streams (RND-2).

Some names have several streams. The number of each is the constant plus the numbers given below the
constant.
"""

from __future__ import annotations

FIRST_OWNER = 1
PLAYERS = 2
EMPLOYEES = 3
REDEAL_PLAYERS = 4
REDEAL_EMPLOYEES = 5
"""The redeal of the cards that a seat cannot see.

All redeals use a key of their own instead of the game's.
"""
RESHUFFLE_PLAYERS = 1 << 16
"""A reshuffle of the players: add its number, from 1."""
RESHUFFLE_EMPLOYEES = 2 << 16
"""A reshuffle of the employees: add its number, from 1."""
STRATEGY = 4 << 16
"""A seat's own random numbers.

Add the round (0 for set-up) and 128 times the seat.
"""
SEARCH = 1 << 24
"""The rollouts of a search.

Add the seat, 8 times the round, and 1024 times the number of VPs placed this round.
"""
