"""Sizes of the records and tables of Eleven."""

from __future__ import annotations

MAX_MANAGERS = 4
MAX_WEEKS = 10
CLUBS_IN_DECK = 4
DECKS_IN_PLAY = 2
MAX_CLUBS = DECKS_IN_PLAY * CLUBS_IN_DECK
"""Clubs in the league table (LEA-1)."""
CLUBS = 16
"""Clubs of all decks (SET-2)."""
MAX_LINE_UPS = 128
"""Most rows of the sheet of line-ups."""
MAX_OF_CLUB = 8
"""Most line-ups of a club."""
MAX_TACTICS = 32
"""Most rows of the sheet of tactic cards."""
MAX_CLAUSES = 4
"""Most clauses of a tactic card."""
MAX_KNOWN = CLUBS_IN_DECK * MAX_OF_CLUB
"""Most line-ups that a layout is judged against."""
FACES = 6
POSITIONS = 12
"""Entries of the table of VP for positions (SCO-1)."""
MEMORY = 64
