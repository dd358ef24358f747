"""Runs the tests that call rule functions directly, in one process of pure-Python mode."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from eoc_sim.simulator.kernel.compiled import COMPILED

TESTS = Path(__file__).parent


@pytest.mark.skipif(not COMPILED, reason="they are collected themselves in this mode")
def test_rule_functions_in_pure_python(pytestconfig):
    """All tests in folders named ``pure``; their own reports stand in this one's."""
    folders = sorted(str(path) for path in TESTS.glob("*/pure") if any(path.glob("test_*.py")))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *folders]
    settings = {"cwd": TESTS.parent, "env": {**os.environ, "NUMBA_DISABLE_JIT": "1"}}
    if pytestconfig.getoption("--long"):
        # Ten minutes in which every finished test is told at once.
        command += ["--long", "-vv", "--durations=10"]
        capture = pytestconfig.pluginmanager.getplugin("capturemanager")
        with capture.global_and_fixture_disabled():
            done = subprocess.run(command, **settings)
        assert done.returncode == 0, "the failures are told above"
        return
    done = subprocess.run(command, **settings, capture_output=True, text=True)
    assert done.returncode == 0, f"\n{done.stdout}\n{done.stderr}"
