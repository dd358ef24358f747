"""Stadium's names, units and tie-breaks, shown to users."""

from __future__ import annotations

from eoc_sim.simulator.runs.game import TieBreak, Words
from eoc_sim.simulator.stadium.parts import PARTS
from eoc_sim.simulator.stadium.sizes import MAX_ROUNDS

ROUND_NAMES = ("set-up", *(f"round {number}" for number in range(1, MAX_ROUNDS + 1)))

WORDS = Words(
    title="Stadium",
    notice="Not affiliated with, or endorsed by, the designer or the publisher of Stadium.",
    score=("point", "points"),
    round_names=ROUND_NAMES,
    smallest={"wins": 1.0, "score": 2.0},
    largest_score_change=40.0,
    player=PARTS.player,
    starter="first commissioner",
    round=("round", "rounds"),
    luck="shuffles",
    length="rounds",
)

TIE_BREAKS = (
    TieBreak("entertainment_left"),
    TieBreak("wins_left"),
    TieBreak("money_left"),
)
"""SCO-3; owners who are still tied share the win."""
