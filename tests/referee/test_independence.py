"""The referee shares nothing with the package that it judges."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import eoc_sim.referee

FOLDER = Path(eoc_sim.referee.__path__[0])


def imported(file: Path) -> set[str]:
    """Return the names of all modules imported anywhere in a file."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file.name}, line {node.lineno}"
            names.add(node.module or "")
    return names


def test_the_referee_imports_only_itself_and_the_standard_library():
    """A game's part of the referee may import its own folder and the shared modules."""
    files = sorted(FOLDER.rglob("*.py"))
    assert len(files) > 10
    shared = {f"eoc_sim.referee.{file.stem}" for file in FOLDER.glob("*.py")}
    foreign = {
        (file.parent.name, file.name, name)
        for file in files
        for name in imported(file)
        if name not in shared
        and not (file.parent != FOLDER and name.startswith(f"eoc_sim.referee.{file.parent.name}."))
        and name.split(".")[0] not in sys.stdlib_module_names
    }
    assert foreign == set()
