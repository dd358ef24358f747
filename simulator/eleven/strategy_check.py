"""The contract of strategies of Eleven, checked point by point.

A user's test can be this:

    def test_my_strategy():
        assert check_strategy("my_strategy.py").faults == ()
"""

from __future__ import annotations

from functools import partial

from eoc_sim.simulator.eleven.decisions import DECISIONS
from eoc_sim.simulator.eleven.engine import Engine
from eoc_sim.simulator.eleven.game import GAME
from eoc_sim.simulator.eleven.state import Trial
from eoc_sim.simulator.eleven.versions import Version
from eoc_sim.simulator.runs import strategy_check
from eoc_sim.simulator.runs.checks.match import Contract

CONTRACT = Contract(
    module=__name__,
    game=GAME,
    version=Version,
    engine_type=Engine,
    decisions=DECISIONS,
    companions=("balanced", "quick", "hasty"),
    beside="balanced",
    first_rivals=("balanced", "hasty"),
    options=("--game", "eleven"),
    scratch=tuple(Trial.fields),
)

check_strategy = partial(strategy_check.check_strategy, CONTRACT)
"""`strategy_check.check_strategy` for strategies of Eleven."""
