"""The contract of strategies of Stadium, checked point by point.

A user's test can be this:

    def test_my_strategy():
        assert check_strategy("my_strategy.py").faults == ()
"""

from __future__ import annotations

from functools import partial

from eoc_sim.simulator.runs import strategy_check
from eoc_sim.simulator.runs.checks.match import Contract
from eoc_sim.simulator.stadium.decisions import DECISIONS
from eoc_sim.simulator.stadium.engine import Engine
from eoc_sim.simulator.stadium.game import GAME
from eoc_sim.simulator.stadium.versions import Version

CONTRACT = Contract(
    module=__name__,
    game=GAME,
    version=Version,
    engine_type=Engine,
    decisions=DECISIONS,
    companions=("field_first", "builder", "merchandiser", "balanced"),
    beside="balanced",
    first_rivals=("field_first", "builder", "balanced"),
    options=("--game", "stadium"),
)

check_strategy = partial(strategy_check.check_strategy, CONTRACT)
"""`strategy_check.check_strategy` for strategies of Stadium."""
