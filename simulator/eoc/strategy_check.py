"""Keep the former name of `eoc_sim.check_strategy` for one release."""

from __future__ import annotations

from functools import partial

from eoc_sim.simulator.eoc.game import GAME
from eoc_sim.simulator.runs.checks.match import Contract
from eoc_sim.simulator.runs.strategy_check import check_strategy_as_before

check_strategy = partial(check_strategy_as_before, Contract(GAME))
