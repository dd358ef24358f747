"""What is allowed, and worth a sentence before it is played (SWI-1)."""

from __future__ import annotations

import pytest

from eoc_sim.simulator.stadium.components import load
from eoc_sim.simulator.stadium.rules import RULES, remarks


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, []),
        ({"vp_salary": "0"}, []),
        (
            {"vp_salary": "0", "vp_salary_due": "all"},
            ["vp_salary_due = all changes nothing with vp_salary = 0 (SWI-1)."],
        ),
        (
            {"bonus_tokens": "double", "loss_count": "token"},
            [
                "loss_count = token changes nothing with bonus_tokens = double, single or off "
                "(SWI-1)."
            ],
        ),
        ({"loss_count": "token"}, []),
    ],
)
def test_switches_that_are_idle_are_told(settings: dict[str, str], said: list[str]):
    """SWI-1: only those that were set to something else than usual."""
    assert remarks(RULES.resolve("standard", settings), load(), 4) == said
