"""Fixtures and options that all tests share.

Two kinds of tests run only in a certain mode:

* Tests in a folder named ``pure`` call rule functions directly. Python cannot call them once
  they are compiled, so these folders are collected only in pure-Python mode (NUMBA_DISABLE_JIT=1);
  ``tests/test_pure_mode.py`` runs all of them in that mode, in one process.
* Tests marked ``slow`` run only with ``--long``.

A test that hangs ends its process after ten minutes (``timeout`` in pyproject.toml), or after an
hour with ``--long``.

``--costs`` reports the CPU time that each file takes.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import sys
from functools import cache
from pathlib import Path

import pytest
from costs import Costs

FIRST_FILES = ("analysis/test_card_twins.py", "test_pure_mode.py", "data/", "reports/")
NEW_OBJECTS = 100_000
"""New objects between garbage collections, which are slow with thousands of tests in memory."""
LONG_TIMEOUT = 3600
"""Seconds that a test may take with ``--long``."""
STACKS = pytest.StashKey[int]()
"""The copy of stderr to which the stacks of a test that hangs are printed."""
PURE = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests marked slow")
    parser.addoption(
        "--costs",
        nargs="?",
        const="-",
        metavar="FILE",
        help="report the CPU time of every test file, or write it to FILE as JSON",
    )


def pytest_configure(config: pytest.Config) -> None:
    gc.set_threshold(NEW_OBJECTS, 10, 10)
    config.addinivalue_line("markers", "slow: takes minutes; runs only with --long")
    config.stash[STACKS] = os.dup(sys.__stderr__.fileno() if sys.__stderr__ else 2)
    file = config.getoption("--costs")
    if file:
        config.pluginmanager.register(Costs(None if file == "-" else Path(file)), "costs")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    parts = collection_path.relative_to(config.rootpath).parts
    return True if "pure" in parts and not PURE else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    long = config.getoption("--long")
    for item in items:
        if long:
            item.add_marker(pytest.mark.timeout(LONG_TIMEOUT))
        elif item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="needs --long"))
    items.sort(key=lambda item: _turn(item.path))


def pytest_runtest_setup(item: pytest.Item) -> None:
    # Printing the stacks of a test that still runs can crash its process. So with --long they are
    # not printed after `faulthandler_timeout`, but shortly before the hour is over.
    if item.config.getoption("--long"):
        faulthandler.dump_traceback_later(LONG_TIMEOUT - 10, file=item.config.stash[STACKS])


@cache
def _turn(file: Path) -> int:
    """Return the position in ``FIRST_FILES`` of a test file or its folder; others come last.

    The first of several test processes compiles what most tests play, the second runs the tests in
    pure-Python mode, and tests that compile little come next. Otherwise all processes would
    compile the same code at the same time.
    """
    path = file.relative_to(Path(__file__).parent).as_posix()
    return next(
        (turn for turn, first in enumerate(FIRST_FILES) if path.startswith(first)), len(FIRST_FILES)
    )


@pytest.fixture(autouse=True)
def no_speeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep tests from seeing or recording this computer's speed."""
    from eoc_sim.commands import speeds

    monkeypatch.setattr(speeds, "speeds_file", lambda: Path(os.devnull) / speeds.FILE)
