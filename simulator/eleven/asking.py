"""Asking a manager's strategy for a decision (INF-5)."""

from __future__ import annotations

from eoc_sim.simulator.eleven.decisions import DECISIONS
from eoc_sim.simulator.eleven.state import clear_order
from eoc_sim.simulator.kernel.asking import asking

FUNCTIONS = DECISIONS.names
"""The functions of a strategy, in the order of the function table."""

ask = asking(clear_order)
