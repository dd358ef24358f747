"""Names, units and tie-breaks of Eleven, shown to users."""

from __future__ import annotations

from eoc_sim.simulator.eleven.parts import PARTS
from eoc_sim.simulator.eleven.sizes import MAX_WEEKS
from eoc_sim.simulator.runs.game import TieBreak, Words

WEEK_NAMES = ("set-up", *(f"week {number}" for number in range(1, MAX_WEEKS + 1)))

BOARD = "board"
"""The strategy name of the board in the result tables (SOLO-2)."""

WORDS = Words(
    title="Eleven",
    notice="Not affiliated with, or endorsed by, the designer or the publisher of Eleven.",
    score=("VP", "VP"),
    round_names=WEEK_NAMES,
    smallest={"wins": 1.0, "score": 1.0},
    largest_score_change=27.0,
    player=PARTS.player,
    starter="first manager",
    round=("week", "weeks"),
    luck="line-ups and dice",
    automaton=BOARD,
    automaton_words="the board",
)

TIE_BREAKS = (TieBreak("points"),)
"""The tie-breaks of the score (SCO-7), apart from the position and money.

Points stand in for the position in the league table, because a better position never has fewer
points. Money, the last tie-break, is left out.
"""
