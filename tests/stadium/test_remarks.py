"""Remarks on allowed but odd settings before a game (SWI-1)."""

from __future__ import annotations

import pytest

from eoc_sim.simulator.stadium.components import load
from eoc_sim.simulator.stadium.rules import RULES, remarks


@pytest.mark.parametrize(
    ("settings", "messages"),
    [
        ({}, []),
        ({"vp_salary": "0"}, []),
        (
            {"vp_salary": "0", "vp_salary_due": "all"},
            ["vp_salary_due = all has no effect with vp_salary = 0 (SWI-1)."],
        ),
        (
            {"bonus_tokens": "double", "loss_count": "token"},
            ["loss_count = token has no effect with bonus_tokens = double, single or off (SWI-1)."],
        ),
        ({"loss_count": "token"}, []),
    ],
)
def test_idle_switches_are_reported(settings: dict[str, str], messages: list[str]):
    """SWI-1: an idle switch is reported only if its value is not the default."""
    assert remarks(RULES.resolve("standard", settings), load(), 4) == messages
