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

Add 8 times the seat, and 1 for the higher deck.
"""
ROLL_OFF = 64
BETTING_CLUBS = 80
"""The choice of the clubs that get spare bet tokens (BET-2)."""
RESHUFFLE = 128
"""The reshuffle of a deck of cards.

Add 64 times the deck, and the number of the reshuffle, from 1.
"""
LINE_UP = 1 << 12
"""The line-up of a seat's opponent.

Add 64 times the week, and the seat.
"""
CLUB_DIE = 1 << 13
"""The die of a club.

Add 64 times the week, and the club's shuffled place.
"""
REDEAL_DECK = 112
"""The redeal of a deck, under a separate key; add the deck.

A redeal changes only what one manager, the viewer, cannot see. Three more numbers follow those of
the decks. The first shuffles the objectives, the second chooses the objective that each manager
except the viewer keeps, and the third shuffles the winter tokens.
"""
VOTE = 1 << 14
"""The die of a director.

Add 64 times the week, 8 times the seat, and the director.
"""
REDEAL = 1 << 15
"""The redeal of clubs and line-ups, under a separate key.

Add 16 times the deck, and the seat.
"""
CONSEQUENCE = 1 << 15
"""The dice for a consequence.

Add 64 times the week, 8 times the seat, and the die. Die 0 gives the kind, die 1 the number.

Weeks count from 1, so these numbers never overlap with those of `REDEAL`.
"""
REFEREE = (1 << 17) + (1 << 12)
"""The dice for a referee.

Add 64 times the week, 8 times the seat, and the die. Die 0 is the d12, and die 1 is the d6. Die 2
is rolled for a single card; the card's item number is the position of the draw in the stream.
"""
SOURCE_DIE = 1 << 16
"""The dice of sources.

Add 64 times the week, and the seat. A source's item number is the position of its draw in the
stream.
"""
SHOOTOUT = 3 << 16
"""The dice of a shoot-out.

Add 64 times the week, and the seat.
"""
STRATEGY = 4 << 16
"""A strategy's own draws.

Add 128 times the seat, and the week, which is 0 in set-up.
"""
SEARCH = 1 << 24
"""The rollouts of a search."""
