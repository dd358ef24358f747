"""The points that layouts score, compared with those of two earlier programs (MAT, INF-6)."""

from __future__ import annotations

import pytest
from eleven_calibration import TARGETS, SquadTarget, main

from eoc_sim.simulator.kernel.compiled import COMPILED

if not COMPILED:
    pytest.skip("takes minutes in pure Python", allow_module_level=True)


@pytest.mark.parametrize("target", TARGETS[:4], ids=str)
def test_single_matches(target: SquadTarget) -> None:
    """INF-6: with each `effort`, a team without cards earns the expected points against clubs."""
    assert target.holds(*target.measure(2000))


@pytest.mark.slow
def test_all_targets(capsys: pytest.CaptureFixture[str]) -> None:
    """LAY-1: every target for the league holds; the season is left out."""
    assert main(["--games", "0"]) == 0
    assert capsys.readouterr().out.count("as expected") == len(TARGETS)
