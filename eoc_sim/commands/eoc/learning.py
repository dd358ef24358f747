"""Functions that let strategies of Envelopes of Cash learn."""

from __future__ import annotations

from eoc_sim.commands.eoc.line_up_learning import learn_line_up, learners
from eoc_sim.commands.eoc.strategy_learning import (
    Learner,
    learn_and_write,
    learn_in_rounds,
    usual_rivals,
)

__all__ = [
    "Learner",
    "learn_and_write",
    "learn_in_rounds",
    "learn_line_up",
    "learners",
    "usual_rivals",
]
