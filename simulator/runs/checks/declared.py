"""A strategy's unused declarations, and the decisions left to defaults.

They are found in the source of the file and of its imports, except the engine: a name that is
nowhere read as a field.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from eoc_sim.errors import nearest_name
from eoc_sim.simulator.kernel.compiled import source_files
from eoc_sim.simulator.kernel.strategy_files import ARGUMENTS, Strategy
from eoc_sim.simulator.runs.checks.point import OK, WARNING, Point

FUNCTIONS_POINT = "functions"
UNREAD = "memory and tables"
MEMORY_FIELD = "memory"
ENGINE = Path(__file__).parents[2]
"""The package's folder with the engine, which reads no strategy's fields."""


def own_functions(strategy: Strategy, functions: Sequence[str]) -> Point:
    """List a strategy's own decisions and functions with misspelt names."""
    decides = [name for name in functions if name in strategy.functions]
    missing = [name for name in functions if name not in strategy.functions]
    found = f"decides {', '.join(decides)}"
    if missing:
        found += f"; the defaults decide {', '.join(missing)}"
    misspelt = [
        f"{name}, which no game asks for (did you mean {meant}?)"
        for name in _unknown_functions(strategy)
        if (meant := nearest_name(name, missing))
    ]
    if not misspelt:
        return Point(FUNCTIONS_POINT, OK, found)
    return Point(FUNCTIONS_POINT, WARNING, f"{found}; has {', '.join(misspelt)}")


def _unknown_functions(strategy: Strategy) -> list[str]:
    """List functions with a decision's form but not its name."""
    tree = ast.parse(strategy.file.read_bytes())
    return [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and node.name not in strategy.functions
        and tuple(one.arg for one in node.args.args) == ARGUMENTS
    ]


def unread(strategy: Strategy) -> Point:
    """Report names in MEMORY and columns of TABLES that nothing reads."""
    memory = [one.name for one in strategy.memory]
    columns = {column: sheet.name for sheet in strategy.tables for column in sheet.columns}
    if not memory and not columns:
        return Point(UNREAD, OK, "none declared")
    read = {
        name
        for file, source in source_files(strategy.file).items()
        if not file.is_relative_to(ENGINE)
        for name in _fields_read(ast.parse(source))
    }
    # Code that reads the memory by number may mean any name.
    forgotten = (
        [] if MEMORY_FIELD in read else [f"me.{name}" for name in memory if name not in read]
    )
    forgotten += [
        f"params.{column} of {sheet}" for column, sheet in columns.items() if column not in read
    ]
    if not forgotten:
        number = len(memory) + len(columns)
        return Point(UNREAD, OK, "1 name, read" if number == 1 else f"{number} names, all read")
    return Point(UNREAD, WARNING, f"never read: {', '.join(forgotten)}")


def _fields_read(tree: ast.Module) -> Iterator[str]:
    """Yield fields that are read, not those only set or counted up."""
    written = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                inner = target.value if isinstance(target, ast.Subscript) else target
                written.add(id(inner))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and id(node) not in written:
            yield node.attr
