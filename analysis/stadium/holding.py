"""What owners have of the board and the decks, by the words of its keys."""

from __future__ import annotations

from eoc_sim.analysis.holding import Holding

HOLDINGS = (
    Holding(("building", "field"), "blocks", "place", ("take", "taken")),
    Holding(("player",), "players", "card", ("draft", "drafted")),
    Holding(("employee",), "employees", "card", ("hire", "hired"), since="hired_round"),
)
"""A place is taken with a block; a player may also be swapped in, and an employee drawn is one only
once it is hired."""
