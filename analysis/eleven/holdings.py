"""Things that managers hold, by the first words of their keys."""

from __future__ import annotations

from eoc_sim.analysis.holdings import Holding

HOLDINGS = (
    Holding(("player", "youngster", "veteran"), "players", "card", ("hire", "hired")),
    Holding(("staff",), "staff", "card", ("hire", "hired")),
    Holding(("sponsor",), "sponsors", "card", ("sign", "signed")),
    Holding(("infrastructure",), "tokens", "card", ("build", "built")),
    Holding(("director",), "directors", "card", ("draft", "drafted")),
)
"""Things that managers take.

A card that is dealt counts as taken, and so does staff that an effect brings.
"""
