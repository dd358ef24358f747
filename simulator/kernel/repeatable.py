"""Refusal of strategies whose games could not be repeated.

A game can be repeated from its seed alone. Strategies draw random numbers only with `draw`; their
code is searched for other sources of chance or time before it is run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from eoc_sim.errors import StrategyError

UNREPEATABLE_NAMES = (
    "random",
    "numpy.random",
    "secrets",
    "uuid",
    "time",
    "datetime",
    "os.urandom",
    "os.getrandom",
    "os.environ",
    "os.getenv",
    "os.getpid",
)
"""Modules and functions whose results differ between processes."""


def check_repeatable(file: Path, tree: ast.Module) -> None:
    """Refuse a strategy's source if it names one of `UNREPEATABLE_NAMES`.

    Raises:
        StrategyError: it names one; the message has the line.
    """
    imports = _imported_names(tree)
    for line, name in sorted(set(_names(tree, imports))):
        for module in UNREPEATABLE_NAMES:
            if name == module or name.startswith(f"{module}."):
                raise StrategyError(
                    f"{file}, line {line}: {module} gives different results in every run, "
                    "so no game could be repeated; for random numbers, use draw(me, n) from "
                    "strategy_api"
                )


def _imported_names(tree: ast.Module) -> dict[str, str]:
    """Resolve the names that import statements bind."""
    imports = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                first = name.name.partition(".")[0]
                imports[name.asname or first] = name.name if name.asname else first
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for name in node.names:
                imports[name.asname or name.name] = f"{node.module}.{name.name}"
    return imports


def _names(tree: ast.Module, imports: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield every name that a module imports or uses, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Attribute):
            name = _dotted_name(node, imports)
            if name is not None:
                yield node.lineno, name


def _dotted_name(node: ast.expr, imports: Mapping[str, str]) -> str | None:
    """Resolve ``np.random.rand`` to ``numpy.random.rand``; None if no module is known."""
    if isinstance(node, ast.Name):
        return imports.get(node.id)
    if isinstance(node, ast.Attribute):
        owner = _dotted_name(node.value, imports)
        return None if owner is None else f"{owner}.{node.attr}"
    return None
