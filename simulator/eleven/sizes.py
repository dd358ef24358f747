"""Sizes of Eleven's records and tables."""

from __future__ import annotations

MAX_MANAGERS = 4
MAX_WEEKS = 10
CLUBS_IN_DECK = 4
DECKS_IN_EPIC = 3
"""The number of decks of clubs in Epic; other leagues have two (EPI-1)."""
MAX_CLUBS = DECKS_IN_EPIC * CLUBS_IN_DECK
"""The maximum number of clubs in the league table (LEA-1, EPI-1)."""
CLUBS = 16
"""The number of clubs in all decks (SET-2)."""
MAX_LINE_UPS = 128
"""The maximum number of rows in the sheet of line-ups."""
MAX_LINE_UPS_OF_CLUB = 8
"""The maximum number of line-ups that a club has."""
MAX_TACTICS = 32
"""The maximum number of rows in the sheet of tactic cards."""
MAX_CLAUSES = 4
"""The maximum number of clauses in an effect."""
MAX_EXPECTED_LINE_UPS = CLUBS_IN_DECK * MAX_LINE_UPS_OF_CLUB
"""The maximum number of line-ups that a layout is judged against."""
MAX_PLAYERS = 64
MAX_YOUNGSTERS = 32
MAX_VETERANS = 16
MAX_STAFF = 64
MAX_SPONSORS = 64
MAX_DIRECTORS = 32
MAX_MEETINGS = 64
MAX_INFRASTRUCTURE = 16
MAX_OBJECTIVES = 32
MAX_UNIQUE_CARDS = 12
MAX_SCENARIOS = 8
MAX_GOALS = 4
"""The maximum number of goals in a scenario."""
UNIQUE_SIDES = 2
"""The number of sides of a unique card (EXT-1).

A manager also has this many unique cards, and plays one with each side up.
"""
CHANGED_FACES = 2
"""The number of consequence die faces that a unique card changes."""
MAX_TAGS = 32
MAX_WINTER_KINDS = 16
"""The maximum number of rows in the sheet of winter tokens."""
MAX_WINTER_TOKENS = 32
"""The maximum number of winter tokens."""
MAX_WINTER_COPIES = 16
"""The maximum number of winter tokens of one kind."""
WINTER_PICKS = 3
"""The number of winter tokens that each manager takes (EPI-7)."""
MAX_SPACES = 6
"""The maximum number of experience spaces on a youngster."""
MAX_COPIES = 4
"""The maximum number of tokens of a kind: one for each manager."""
OFFICE_STEPS = 4
STANDS = 2
"""The number of stands at the start (CLU-3)."""
MAX_STAND_PLACES = 9
MAX_BOARDS = 4
MAX_FREE_SPACES = 8
MAX_TRACK = 24
"""The maximum number of entries on an upkeep track."""
STAFF_SETS = 8
"""The number of VP entries for each staff colour.

The last entry is for 7 or more cards.
"""
FACES = 6
POSITIONS = 12
"""The number of entries in the table of VP for positions (SCO-1)."""
MEMORY = 64
CARDS = MAX_PLAYERS + MAX_YOUNGSTERS + MAX_VETERANS
"""Player cards: regulars, then youngsters, then veterans."""
RESOURCES = 4
"""Money, fans, operation and fitness; also the statistics that produce them (CLU-1)."""
MAX_DIRECTORS_HELD = 3
DIRECTORS_DEALT = 4
OBJECTIVES_DEALT = 2
VOTE_COLOURS = 3
STAFF_COLOURS = 4
UPKEEP_TRACKS = 3
MAX_HELD = 32
"""The maximum number of a manager's directors, staff, sponsors or tokens."""
MAX_ROW = 8
"""The maximum number of cards in a row of the Transfer Area (SET-8)."""
MAX_PILE = 64
FIELD_PLACES = 11
"""Places of assigned cards: the keeper's, then the markers'."""
MAX_CONDITIONS = 2
MAX_CLAUSES_IN_PLAY = 640
"""The maximum number of clauses in all sheets together."""
MAX_FRAMES = 24
"""The maximum number of effects in progress at the same time.

Each causes the next: effects that an event triggers, then those of the card that the event is
about, then those of staff that this card brings.
"""
MAX_BROUGHT = MAX_TACTICS
"""The maximum number of cards that one effect brings."""
MAX_ACTIONS = 624
"""The maximum number of actions in a game (WEE-2, ACT-9, EPI-5).

Each of four managers has one action, three extra ones and a free one on each of 30 days, and six in
the Winter Break.
"""
MAX_TAKEN = 160
"""The maximum number of things of one kind taken in a game.

The rules allow more, but more are never useful; the worker refuses a game that takes more.
"""
MAX_TRADED = 320
"""The maximum number of cards taken in a game with transfers."""
MAX_SEAT_WEEKS = MAX_MANAGERS * MAX_WEEKS
"""The maximum number of pairs of a seat and a week."""
MAX_TRANSFERS = 16
"""The maximum number of rows in the sheet of transfer cards."""
MAX_DEALS = 480
"""The maximum number of rows of deals that a game writes."""
MAX_REROLLS = 64
"""The maximum number of re-rolls after a roll, such as a vote's."""
