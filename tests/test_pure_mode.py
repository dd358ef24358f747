"""Runs the tests that call rule functions directly, in one process of pure-Python mode."""

from __future__ import annotations

import pytest
from costs import file_of
from pure_mode import PureMode

from eoc_sim.simulator.kernel.compiled import COMPILED


@pytest.mark.skipif(not COMPILED, reason="they are collected themselves in this mode")
def test_rule_functions_in_pure_python(request: pytest.FixtureRequest, pure_mode: PureMode):
    """All tests in folders named ``pure``; their own reports stand in this one's.

    They have run beside all others, which is why this test is the last.
    """
    if request.config.getoption("--long"):
        # Minutes in which every finished test is told at once.
        capture = request.config.pluginmanager.getplugin("capturemanager")
        with capture.global_and_fixture_disabled():
            status, told = pure_mode.follow(), "the failures are told above"
    else:
        status, told = pure_mode.wait()
    costs = request.config.pluginmanager.getplugin("costs")
    if costs is not None:
        costs.add(pure_mode.costs, file_of(request.node))
    assert status == 0, f"\n{told}"


def test_the_process_ends_with_the_session(pytestconfig: pytest.Config):
    """Also if the session is interrupted, or stops at the first failure."""
    with PureMode(pytestconfig) as process:
        assert process.is_running
    assert not process.is_running
