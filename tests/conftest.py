"""What all tests share.

Two kinds of tests need a mode of their own:

* Tests in a folder named ``pure`` call rule functions directly. Compiled, these have no entry
  from Python, so the folders are collected only in pure-Python mode (NUMBA_DISABLE_JIT=1);
  ``tests/test_pure_mode.py`` runs all of them in one process of that mode.
* Tests marked ``slow`` are left out without ``--long``.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

PURE = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests marked slow")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes minutes; runs with --long only")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    inside = collection_path.relative_to(config.rootpath).parts
    return True if "pure" in inside and not PURE else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="needs --long"))
