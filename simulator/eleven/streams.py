"""The numbers of a game's random streams (RND-1, RND-2)."""

from __future__ import annotations

FIRST_MANAGER = 1
BASIC_TACTICS = 2
TACTICS = 3
PLAYERS, YOUNGSTERS, VETERANS, STAFF, SPONSORS, DIRECTORS, OBJECTIVES, MEETINGS = range(4, 12)
"""The shuffles of a season."""
TRANSFERS = 12
"""The cut of the transfer cards."""
UNIQUE_CARDS = 13
WINTER_TOKENS = 24
CLUBS = 16
"""The shuffle of a deck of clubs; add the deck."""
DEALT_CLUBS = 32
"""The clubs that a seat meets, if they are dealt.

Add 1 for the higher deck, and 8 times the seat.
"""
ROLL_OFF = 64
BETTING_CLUBS = 80
"""The choice of the clubs that get spare bet tokens (BET-2)."""
RESHUFFLE = 128
"""The reshuffle of a deck of cards.

Add the number of the reshuffle, from 1, and 64 times the deck.
"""
LINE_UP = 1 << 12
"""The line-up of a seat's opponent.

Add the seat and 64 times the week.
"""
CLUB_DIE = 1 << 13
"""The die of a club.

Add the club's shuffled place and 64 times the week.
"""
REDEAL_DECK = 112
"""The redeal of a deck, under a separate key; add the deck.

A redeal changes only what one manager, the viewer, cannot see. Three more numbers follow those of
the decks. The first shuffles the objectives, the second chooses the objective that each manager
except the viewer keeps, and the third shuffles the winter tokens.
"""
VOTE = 1 << 14
"""The die of a director.

Add the director, 8 times the seat, and 64 times the week.
"""
REDEAL = 1 << 15
"""The redeal of clubs and line-ups, under a separate key.

Add the seat and 16 times the deck.
"""
CONSEQUENCE = 1 << 15
"""The dice for a consequence.

Add the die, 8 times the seat, and 64 times the week. Die 0 gives the kind, die 1 the number.

Weeks count from 1, so these numbers never overlap with those of `REDEAL`.
"""
REFEREE = (1 << 17) + (1 << 12)
"""The dice for a referee.

Add the die, 8 times the seat, and 64 times the week. Die 0 is the d12, and die 1 is the d6. Die 2
is rolled once for each affected card; the draw's position in the stream is the card's identity
(``box.source_item``).
"""
SOURCE_DIE = 1 << 16
"""The dice of sources of effects, such as cards.

Add the seat and 64 times the week. A draw's position in the stream is the source's identity
(``box.source_item``).
"""
SHOOTOUT = 3 << 16
"""The dice of a shoot-out.

Add the seat and 64 times the week.
"""
STRATEGY = 4 << 16
"""A strategy's own draws.

Add the week (0 for set-up) and 128 times the seat.
"""
SEARCH = 1 << 24
"""The rollouts of a search."""
