"""Asking an owner's strategy for a decision (DEC)."""

from __future__ import annotations

from eoc_sim.simulator.kernel.asking import asking
from eoc_sim.simulator.stadium.decisions import DECISIONS
from eoc_sim.simulator.stadium.state import clear_order

FUNCTIONS = DECISIONS.names
"""The functions of a strategy, in the order of the function table."""

ask = asking(clear_order)
