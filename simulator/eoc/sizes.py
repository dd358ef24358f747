"""Sizes of the records and tables of Envelopes of Cash."""

from __future__ import annotations

COLOURS = 6
MONTHS = 12
POSITIONS = 8
STATES = 32
SPOTS = 40
MAX_PLAYERS = 4
MAX_CARDS = 192
MAX_COACHES = 16
MAX_SOURCES = MAX_CARDS + MAX_COACHES
MAX_CLAUSES = 448
MAX_NODES = 72
MAX_NEIGHBOURS = 8
MAT_PLACES = 12
MEMORY = 128
