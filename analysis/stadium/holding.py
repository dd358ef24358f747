"""Things that owners hold, by the first words of their keys."""

from __future__ import annotations

from eoc_sim.analysis.holding import Holding

HOLDINGS = (
    Holding(("building", "field"), "blocks", "place", ("take", "taken")),
    Holding(("player",), "players", "card", ("draft", "drafted")),
    Holding(("employee",), "employees", "card", ("hire", "hired"), since="hired_round"),
)
"""Ways to take a thing.

A place is taken with a block; a player may also be swapped in, and a drawn employee counts only
once it is hired.
"""
