"""The numbers of sources, things that can have an effect (EFF-2).

Player cards come first, so that a card's number is also its source. The outcomes of board meetings
come after all that a manager holds, three for each meeting; the sides of unique cards come last.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven.sizes import (
    CARDS,
    COLOURS_OF_VOTE,
    MAX_DIRECTORS,
    MAX_INFRASTRUCTURE,
    MAX_MEETINGS,
    MAX_PLAYERS,
    MAX_SPONSORS,
    MAX_STAFF,
    MAX_TACTICS,
    MAX_UNIQUE_CARDS,
    MAX_YOUNGSTERS,
    UNIQUE_SIDES,
)

PLAYERS, YOUNGSTERS, VETERANS = 0, MAX_PLAYERS, MAX_PLAYERS + MAX_YOUNGSTERS
"""The first card of each sheet."""
DIRECTORS = CARDS
STAFF = DIRECTORS + MAX_DIRECTORS
SPONSORS = STAFF + MAX_STAFF
TOKENS = SPONSORS + MAX_SPONSORS
TACTICS = TOKENS + MAX_INFRASTRUCTURE
OUTCOMES = TACTICS + MAX_TACTICS
"""The first outcome: add 3 for each meeting, and the colour."""
OFFICE = OUTCOMES + COLOURS_OF_VOTE * MAX_MEETINGS
"""A step on the office track, which has no effect."""
UNIQUES = OFFICE + 1
"""The first unique card: add 2 for each, and the side."""
SOURCES = UNIQUES + UNIQUE_SIDES * MAX_UNIQUE_CARDS

OF_DIRECTORS, OF_STAFF, OF_SPONSORS, OF_TOKENS = range(4)
"""The kinds of a club's things, in the order of EFF-2."""
KINDS_HELD = 4

PLAYER_DECK, YOUNGSTER_DECK, STAFF_DECK, SPONSOR_DECK, MEETING_DECK, TACTIC_DECK = range(6)
"""The piles; the first four fill the rows of the Transfer Area (SET-8)."""
DECKS = 6
AREA_ROWS = 4

AWAY, IN_DECK, IN_AREA, WITH_MANAGER, DISCARDED, OUT = range(6)
"""Places of a thing, from its deck to out of the game."""

UNCONTRACTED, FOR_MONEY, FOR_BONUS, SHIRT, SMALL = range(5)
"""The ways of a sponsor's contract (ACT-5)."""

AS_USUAL, BY_AUCTION = range(2)
"""The ways of a sale (TRA-2)."""
