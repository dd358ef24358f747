"""The kinds of things that owners hold, with their keys' prefixes."""

from __future__ import annotations

from eoc_sim.analysis.holdings import Holding

HOLDINGS = (
    Holding(("building", "field"), "blocks", "place", ("take", "taken")),
    Holding(("player",), "players", "card", ("draft", "drafted")),
    Holding(("employee",), "employees", "card", ("hire", "hired"), since="hired_round"),
)
"""Things that owners take.

A place is taken with a block; a player may also be swapped in; an employee counts only after
being hired.
"""
