"""Names, units and tie breaks of Envelopes of Cash, shown to users."""

from __future__ import annotations

from eoc_sim.simulator.eoc.columns import MONTH_NAMES
from eoc_sim.simulator.runs.game import TieBreak, Words

BUBBA = "bubba"
"""The strategy name of the Bubba Bot in the result tables (SOLO-9)."""

WORDS = Words(
    title="Envelopes of Cash",
    notice="Not affiliated with, or endorsed by, the designer or the publisher of Envelopes of "
    "Cash.",
    score=("star", "stars"),
    round=("month", "months"),
    round_names=MONTH_NAMES,
    smallest={"wins": 1.0, "score": 2.0},
    largest_score_change=20.0,
    automaton=BUBBA,
    automaton_words="the Bubba Bot",
)

TIE_BREAKS = (
    TieBreak("bucks_left", {"ties": "broken"}),
    TieBreak("unique_positions", {"ties": "broken", "tiebreak2": "positions"}),
    TieBreak("recruits_signed", {"ties": "broken", "tiebreak2": "recruits"}),
)
"""SCO-6, before the roll-off."""
