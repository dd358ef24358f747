"""What all tests share.

Two kinds of tests need a mode of their own:

* Tests in a folder named ``pure`` call rule functions directly. Compiled, these have no entry
  from Python, so the folders are collected only in pure-Python mode (NUMBA_DISABLE_JIT=1);
  ``tests/test_pure_mode.py`` runs all of them in one process of that mode, beside the others.
* Tests marked ``slow`` are left out without ``--long``.

``--costs`` tells what every file costs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from costs import Costs
from pure_mode import PureMode

PURE = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests marked slow")
    parser.addoption(
        "--costs", nargs="?", const="-", metavar="FILE",
        help="tell the processor time of every file of tests, or write it to FILE as JSON",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes minutes; runs with --long only")
    file = config.getoption("--costs")
    if file:
        config.pluginmanager.register(Costs(None if file == "-" else Path(file)), "costs")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    inside = collection_path.relative_to(config.rootpath).parts
    return True if "pure" in inside and not PURE else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="needs --long"))
    # What the process of pure-Python mode says is waited for when all else is done.
    items.sort(key=_is_of_pure_mode)


def _is_of_pure_mode(item: pytest.Item) -> bool:
    return item.path.name == "test_pure_mode.py"


@pytest.fixture(autouse=True)
def no_speeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests neither see how fast games were played on this computer nor are remembered there."""
    from eoc_sim.cli import speeds

    monkeypatch.setattr(speeds, "speeds_file", lambda: Path(os.devnull) / speeds.FILE)


@pytest.fixture(scope="session", autouse=True)
def pure_mode(request: pytest.FixtureRequest) -> Iterator[PureMode | None]:
    """The process of pure-Python mode, from the first test to the last, if its test will run."""
    if PURE or not any(map(_is_of_pure_mode, request.session.items)):
        yield None
        return
    with PureMode(request.config) as process:
        yield process
