"""A test that hangs fails, and the other tests still run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import conftest
import pytest

SETTINGS = Path(__file__).parents[1] / "pyproject.toml"
HANGING_TEST = """
import threading
import numba
import numpy as np

@numba.njit(nogil=True)
def wait(ended):
    while not ended[0]:
        pass

def test_hangs():
    thread = threading.Thread(target=wait, args=(np.zeros(1, bool),))
    thread.start()
    thread.join()

def test_follows():
    pass
"""


def test_a_thread_that_hangs_in_compiled_code_fails_its_test(tmp_path: Path) -> None:
    file = tmp_path / "test_hangs.py"
    file.write_text(HANGING_TEST, encoding="utf-8")
    limits = ("--timeout", "3", "-o", "faulthandler_timeout=2")
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", SETTINGS, "-n", "1", *limits, file],
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 1, ended.stdout
    assert "crashed while running '::test_hangs'" in ended.stdout
    assert "1 failed, 1 passed" in ended.stdout
    assert "in test_hangs" in ended.stderr


def test_tests_may_take_an_hour_with_long(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request.config.option, "long", True)
    conftest.pytest_collection_modifyitems(request.config, [request.node])
    marker = request.node.get_closest_marker("timeout")
    assert marker is not None
    assert marker.args == (conftest.LONG_TIMEOUT,)
