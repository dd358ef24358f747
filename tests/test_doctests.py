"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("simulator", "analysis", "reports", "referee", "strategies", "data", "eoc_sim")
MODULES = sorted(
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in PACKAGES
    for file in (ROOT / package).rglob("*.py")
    if any(">>> " in line and "+SKIP" not in line for line in file.read_text("utf-8").splitlines())
)


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(module):
    name = module if module.startswith("eoc_sim") else f"eoc_sim.{module}"
    result = doctest.testmod(import_module(name))
    assert result.attempted
    assert not result.failed
