"""Run the tests of rule functions in one process, in pure-Python mode."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from costs import FILE_SECONDS

from eoc_sim.simulator.kernel.compiled import COMPILED

TESTS = Path(__file__).parent


@pytest.mark.timeout(0)  # each of the tests that it runs has its own limit
@pytest.mark.skipif(not COMPILED, reason="in this mode the tests are collected directly")
def test_rule_functions_in_pure_python(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Run all tests in folders named ``pure``; if any fails, show their output.

    This test starts early, so that compiled tests run alongside it in another process.
    """
    folders = sorted(str(path) for path in TESTS.rglob("pure") if any(path.glob("test_*.py")))
    costs = tmp_path / "costs.json"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *folders]
    config = request.config
    if config.getoption("--long"):
        command += ["--long", "-vv", "--durations=10"]
    if config.getoption("--costs"):
        command.append(f"--costs={costs}")
    if config.getoption("maxfail"):
        command.append(f"--maxfail={config.getoption('maxfail')}")
    ended = subprocess.run(
        command,
        cwd=TESTS.parent,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if costs.exists():
        file_seconds = json.loads(costs.read_text(encoding="utf-8"))
        request.node.user_properties.append((FILE_SECONDS, file_seconds))
    assert ended.returncode == 0, f"\n{ended.stdout}"
