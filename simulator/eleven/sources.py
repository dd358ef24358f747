"""The numbers of sources, things that can have an effect (EFF-2).

Player cards come first, so that a card's number is also its source. The outcomes of board meetings,
three for each meeting, come after everything that a manager can hold; the sides of unique cards
come last.
"""

from __future__ import annotations

from eoc_sim.simulator.eleven import sizes

PLAYERS, YOUNGSTERS, VETERANS = 0, sizes.MAX_PLAYERS, sizes.MAX_PLAYERS + sizes.MAX_YOUNGSTERS
"""The first card in each sheet."""
DIRECTORS = sizes.CARDS
STAFF = DIRECTORS + sizes.MAX_DIRECTORS
SPONSORS = STAFF + sizes.MAX_STAFF
TOKENS = SPONSORS + sizes.MAX_SPONSORS
TACTICS = TOKENS + sizes.MAX_INFRASTRUCTURE
OUTCOMES = TACTICS + sizes.MAX_TACTICS
"""The first outcome: add 3 for each meeting, and the colour."""
OFFICE = OUTCOMES + sizes.VOTE_COLOURS * sizes.MAX_MEETINGS
"""A step on the office track.

It is numbered as a source, although it has no effect.
"""
UNIQUES = OFFICE + 1
"""The first unique card: add twice the card's index, and the side."""
SOURCES = UNIQUES + sizes.UNIQUE_SIDES * sizes.MAX_UNIQUE_CARDS

OF_DIRECTORS, OF_STAFF, OF_SPONSORS, OF_TOKENS = range(4)
"""The kinds of sources that managers hold, in order (EFF-2)."""
KINDS_HELD = 4

PLAYER_DECK, YOUNGSTER_DECK, STAFF_DECK, SPONSOR_DECK, MEETING_DECK, TACTIC_DECK = range(6)
"""The piles; the first four fill the rows of the Transfer Area (SET-8)."""
DECKS = 6
AREA_ROWS = 4

AWAY, IN_DECK, IN_AREA, WITH_MANAGER, DISCARDED, OUT = range(6)
"""The places where a source can be, values of ``table.lies``."""

UNCONTRACTED, FOR_MONEY, FOR_BONUS, SHIRT, SMALL = range(5)
"""The contracts of a sponsor; UNCONTRACTED stands for none (ACT-5)."""

AS_USUAL, BY_AUCTION = range(2)
"""The ways to sell a card (TRA-2)."""
