"""The decisions of Eleven (INF-5), each declared once (`kernel.decisions`)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.state import Order, clear_order
from eoc_sim.simulator.kernel.asking import asking
from eoc_sim.simulator.kernel.decisions import Decisions

ask = asking(clear_order)
DECISIONS = Decisions(Order)
decision = DECISIONS.decision
answer = DECISIONS.answer
refusal = DECISIONS.refusal

ASK_PREPARE = decision(
    "prepare",
    moment="before each match; of all managers before any layout is shown (MAT-5, INF-4)",
    fills="{tactic}, {formation} and {cell}: where each marker stands",
    returns="anything",
    said="tactic card {tactic}, formation {formation}",
)
TACTIC_NONE = refusal("MAT-3", "there is no such tactic card")
TACTIC_NOT_HELD = refusal("MAT-3", "the manager does not hold this tactic card")
TACTIC_OFF = refusal("MAT-3", "no tactic cards are played")
TACTIC_NEEDED = refusal("MAT-3", "a tactic card has to be played")
FORMATION_NONE = refusal("MAT-3", "there is no such formation")
FORMATION_NOT_OFFERED = refusal("MAT-3", "the tactic card played does not have this formation")
CELL_NONE = refusal("MAT-1", "a marker stands on no cell of the pitch")
CELL_FULL = refusal("MAT-1", "a wing cell holds one marker, a central one three")
ROW_OTHER = refusal("MAT-3", "a row has more or fewer markers than the formation says")

ASK_EFFECT = decision(
    "effect",
    moment="after the reveal, for each marker that the tactic card played may turn (MAT-6)",
    fills="{marker}: the own marker that is turned to its other side",
    returns="USE or PASS",
)
USE = answer(1, "turn a marker", said="turn marker {marker:ordinal}")
PASS = answer(0, "turn no more markers")
MARKER_NONE = refusal("MAT-6", "the manager has no such marker")
MARKER_TWICE = refusal("MAT-6", "this marker has been turned in this match")
