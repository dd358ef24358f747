"""Imports lead one way: no module imports, through others or not, what imports it.

Imports inside functions and those for type checkers count too.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = "eoc_sim"
FOLDERS = ("simulator", "strategies", "analysis", "reports", "data", "referee")

REMAINING = {}
"""The imports that still lead back."""


@cache
def _modules() -> Mapping[str, Path]:
    """Find all modules of the package by import name."""
    files = {path: path.relative_to(ROOT) for path in (ROOT / PACKAGE).rglob("*.py")}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            files[path] = PACKAGE / path.relative_to(ROOT)
    return {
        ".".join(name.with_suffix("").parts).removesuffix(".__init__"): path
        for path, name in files.items()
    }


def _imported(path: Path) -> Iterator[str]:
    """List the names that a file imports anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            modules = (f"{node.module}.{one.name}" for one in node.names)
            yield from (one if one in _modules() else str(node.module) for one in modules)


@cache
def _graph() -> Mapping[str, frozenset[str]]:
    """Find the modules that each module imports."""
    return {
        module: frozenset(_imported(path)) & _modules().keys() - {module}
        for module, path in _modules().items()
    }


def _leads_to(start: str, end: str) -> bool:
    """Check that a module imports another, through others or not."""
    seen, waiting = {start}, [start]
    while waiting:
        for one in _graph()[waiting.pop()] - seen:
            seen.add(one)
            waiting.append(one)
    return end in seen


def test_no_import_leads_back():
    assert len(_modules()) > 500
    TopologicalSorter(
        {
            module: {
                one
                for one in imported
                if (module.removeprefix("eoc_sim."), one.removeprefix("eoc_sim.")) not in BACK
            }
            for module, imported in _graph().items()
        }
    ).prepare()  # an error names the modules of a cycle
