"""The contract of strategies of Envelopes of Cash, checked point by point.

A user's test can be this:

    def test_my_strategy():
        assert check_strategy("my_strategy.py").faults == ()
"""

from __future__ import annotations

from functools import partial

from eoc_sim.simulator.eoc.decisions import DECISIONS
from eoc_sim.simulator.eoc.engine import Engine
from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.eoc.versions import Version
from eoc_sim.simulator.runs import strategy_check
from eoc_sim.simulator.runs.checks.match import Contract

CONTRACT = Contract(
    module=__name__,
    game=GAME,
    version=Version,
    engine_type=Engine,
    decisions=DECISIONS,
    companions=("hoarder", "quick_start", "vegas"),
    beside="balanced",
    first_rivals=("hoarder", "vegas", "balanced"),
)

check_strategy = partial(strategy_check.check_strategy, CONTRACT)
"""`strategy_check.check_strategy` for strategies of Envelopes of Cash."""
