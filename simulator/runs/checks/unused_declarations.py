"""A strategy's unused declarations, and the decisions left to defaults.

A declaration is unused if neither the file nor any of its imports, apart from the engine, reads it
as a field.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from eoc_sim.errors import nearest_name
from eoc_sim.simulator.kernel.compiled import source_files
from eoc_sim.simulator.kernel.decisions import Decisions
from eoc_sim.simulator.kernel.strategy import ARGUMENTS, Strategy
from eoc_sim.simulator.runs.checks.match import OK, WARNING, ContractPoint

FUNCTIONS_POINT = "functions"
DECLARATIONS_POINT = "memory and tables"
MEMORY_FIELD = "memory"
ENGINE = Path(__file__).parents[2]
"""The folder of the engine, which never reads a strategy's own fields."""


def own_functions(strategy: Strategy, decisions: Decisions) -> ContractPoint:
    """List a strategy's own decisions, misspelt names and ignored order fields."""
    decides = [name for name in decisions.names if name in strategy.functions]
    missing = [name for name in decisions.names if name not in strategy.functions]
    summary = f"decides {', '.join(decides)}"
    if missing:
        summary += f"; the defaults decide {', '.join(missing)}"
    functions = {
        node.name: node
        for node in ast.parse(strategy.file.read_bytes()).body
        if isinstance(node, ast.FunctionDef)
        and tuple(argument.arg for argument in node.args.args) == ARGUMENTS
    }
    oddities = [
        f"{name}, which the game never asks for (did you mean {suggestion}?)"
        for name in functions
        if name not in strategy.functions and (suggestion := nearest_name(name, missing))
    ]
    oddities += [
        f"order.{name}, which the game ignores in {decision.name}"
        for decision in decisions.declarations
        if decision.name in functions
        for name in sorted(
            _filled_fields(functions[decision.name]) & {*decisions.order.fields} - decision.fields
        )
    ]
    if not oddities:
        return ContractPoint(FUNCTIONS_POINT, OK, summary)
    return ContractPoint(FUNCTIONS_POINT, WARNING, f"{summary}; has {', '.join(oddities)}")


def _filled_fields(function: ast.FunctionDef) -> set[str]:
    """Find the fields of the order that a function sets itself."""
    return {
        node.attr
        for node in _assigned_targets(function)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == ARGUMENTS[-1]
    }


def _assigned_targets(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the targets of assignments; for an array's entry, the array."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                yield target.value if isinstance(target, ast.Subscript) else target


def find_unread(strategy: Strategy) -> ContractPoint:
    """Report names in MEMORY and columns of TABLES that nothing reads."""
    memory = [field.name for field in strategy.memory]
    columns = {column: sheet.name for sheet in strategy.tables for column in sheet.columns}
    if not memory and not columns:
        return ContractPoint(DECLARATIONS_POINT, OK, "none declared")
    read = {
        name
        for file, source in source_files(strategy.file).items()
        if not file.is_relative_to(ENGINE)
        for name in _fields_read(ast.parse(source))
    }
    # Code that reads the memory by index may read any of the names.
    unread_names = (
        [] if MEMORY_FIELD in read else [f"me.{name}" for name in memory if name not in read]
    )
    unread_names += [
        f"params.{column} of {sheet}" for column, sheet in columns.items() if column not in read
    ]
    if not unread_names:
        number = len(memory) + len(columns)
        words = "1 name, which is read" if number == 1 else f"{number} names, all read"
        return ContractPoint(DECLARATIONS_POINT, OK, words)
    return ContractPoint(DECLARATIONS_POINT, WARNING, f"never read: {', '.join(unread_names)}")


def _fields_read(tree: ast.Module) -> Iterator[str]:
    """Yield the fields that are read, not just assigned to."""
    targets = {id(node) for node in _assigned_targets(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and id(node) not in targets:
            yield node.attr
