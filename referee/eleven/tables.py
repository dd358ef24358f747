"""The fixed words of the rules, with their ids, and the switches."""

from __future__ import annotations

from eoc_sim.referee.records import Words
from eoc_sim.referee.switches import numbers

WORDS = Words(seat="manager", tokens=(), tokens_together="resources")
SEATS = range(2, 5)  # SET-1: one manager plays SOLO, which is not in this layer

JERSEYS = range(2, 12)  # MAT-2: those on the pitch besides the keeper
SHIELDS = range(2, 7)
BALLS = range(7, 12)
FORMATIONS = ["442", "424", "532", "352", "343", "451", "541", "433"]  # MAT-3

DECKS = {"3": ["3", "32"], "2": ["32", "21"], "1": ["21", "1"]}  # SET-2: by division, lower first
CLUBS_OF_A_DECK = 4  # SET-2
COLOURS = ["red", "blue", "green"]  # LEA-4

# LEA-4: what the faces of the clubs' dice mean
WIN, DRAW, LOSS = 3, 1, 0

ON_OFF = ["on", "off"]
# SWI: every switch of the layer with the values that it may take.
SWITCHES: dict[str, list[str]] = {
    "layer": ["league"],
    "profile": ["steady", "amateur", "strong"],
    "division": ["3", "2", "1"],
    "weeks": numbers(1, 8),
    "first_manager": ["rotates", "fixed"],
    "scouting": ["club", "card", "report", "deck"],
    "formations": ["cards", "free"],
    "tactics": ON_OFF,
    "start_tactics": numbers(0, 3),
    "schedule": ["rotated", "dealt"],
    "facing": ["mirror", "roll"],
    "club_dice": ON_OFF,
    "league_ties": ["favour", "against"],
    "win_points": ["3", "2"],
    "position_vp": ["standard", "epic", "none"],
}
