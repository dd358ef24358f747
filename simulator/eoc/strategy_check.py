"""The contract of strategies of Envelopes of Cash, checked point by point.

A user's test can be this:

    def test_my_strategy():
        assert check_strategy("my_strategy.py").faults == ()
"""

from __future__ import annotations

from functools import partial

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
    companions=("hoarder", "quick_start", "vegas"),
    beside="balanced",
    first_rivals=("hoarder", "vegas", "balanced"),
    all_asked={
        "coach_choice": "reverse_turn_order",
        "stash": "open_draft",
        "auction": "on",
        "dice_draft": "exclusive",
    },
)

check_strategy = partial(strategy_check.check_strategy, CONTRACT)
"""`strategy_check.check_strategy` for strategies of Envelopes of Cash."""
