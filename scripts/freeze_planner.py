"""Freeze a planner in one file, as an unchanging yardstick.

The file has everything that the strategy uses from its own module and from other modules in
``eoc_sim.strategies``. Its tables are copied too. Comments are dropped; they are in the planner's
history. balanced_0_1 was made by this command:

    python scripts/freeze_planner.py balanced balanced_0_1 "The planner of version 0.1."
"""

from __future__ import annotations

import argparse
import ast
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from eoc_sim.simulator.eoc.decisions import DECISIONS
from eoc_sim.simulator.eoc.engine import strategy_folders

FOLDER = strategy_folders().strategies
OWN_PACKAGE = "eoc_sim.strategies.eoc."
GAME_NAMES = ({*DECISIONS.names} - {"propose", "judge"}) | {
    "prepare",
    "MEMORY",
    "PARAMETERS",
    "TABLES",
}
"""The names that a game looks up in a strategy.

The functions of a search are left out, because a yardstick does not search.
"""
LONGEST_LINE = 100
HEADER = '''"""{words}

A yardstick, made by scripts/freeze_planner.py from {name}. Its play must never change.
"""

'''


def main() -> int:
    """Freeze the named strategy."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("name", help="the strategy's name")
    parser.add_argument("frozen", help="the yardstick's name")
    parser.add_argument("words", help="the first line of the file, which describes it")
    arguments = parser.parse_args()
    source = copy_tables(flatten(arguments.name), arguments.frozen)
    file = FOLDER / f"{arguments.frozen}.py"
    file.write_text(
        HEADER.format(words=arguments.words, name=arguments.name) + source, encoding="utf-8"
    )
    for ruff_command in (["check", "--fix", "--exit-zero", "--silent"], ["format", "--quiet"]):
        subprocess.run([sys.executable, "-m", "ruff", *ruff_command, str(file)], check=True)
    lines = file.read_text(encoding="utf-8").splitlines()
    marked_lines = [line + "  # noqa: E501" * (len(line) > LONGEST_LINE) for line in lines]
    file.write_text("\n".join(marked_lines) + "\n", encoding="utf-8")
    return 0


def copy_tables(source: str, frozen: str, folder: Path = FOLDER) -> str:
    """Copy the tables that ``source`` names; return it with the copies' names.

    A single table is named after the yardstick; several also keep their own names.
    """
    tables = [
        table for table in sorted(folder.glob("learnt/*.csv")) if f"'learnt/{table.name}'" in source
    ]
    for table in tables:
        stem = frozen if len(tables) == 1 else f"{frozen}_{table.stem}"
        shutil.copyfile(table, folder / "learnt" / f"{stem}.csv")
        source = source.replace(f"'learnt/{table.name}'", f"'learnt/{stem}.csv'")
    return source


def flatten(name: str) -> str:
    """Flatten a strategy and its imported modules into one module."""
    modules = _modules(name)
    counts = Counter(
        defined_name for tree in modules.values() for defined_name in _defined_names(tree)
    )
    body: list[ast.stmt] = []
    imports: dict[str, ast.stmt] = {}
    for module, tree in modules.items():
        new_names = {
            defined_name: _prefixed_name(module.rpartition(".")[2], defined_name)
            for defined_name in _defined_names(tree)
            if counts[defined_name] > 1
        }
        for statement in tree.body[1:]:  # the first is the docstring
            if isinstance(statement, ast.Import | ast.ImportFrom):
                if not (getattr(statement, "module", None) or "").startswith(OWN_PACKAGE):
                    imports[ast.unparse(statement)] = statement
            elif not isinstance(statement, ast.Expr):
                body.append(_Renaming(new_names).visit(statement))
    names = _used_names(body)
    statements = [statement for statement in body if _names(statement) & names]
    future = ast.parse("from __future__ import annotations").body[0]
    imports.pop(ast.unparse(future), None)
    return ast.unparse(ast.Module([future, *imports.values(), *statements], []))


def _modules(name: str) -> dict[str, ast.Module]:
    """Parse the modules of a strategy, imported modules first."""
    modules: dict[str, ast.Module] = {}

    def visit(module: str) -> None:
        base = FOLDER.joinpath(*module.split("."))
        file = base / "__init__.py" if base.is_dir() else base.with_suffix(".py")
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for statement in tree.body:
            if isinstance(statement, ast.ImportFrom):
                inner = statement.module or ""
                if inner.startswith(OWN_PACKAGE) and inner.removeprefix(OWN_PACKAGE) not in modules:
                    visit(inner.removeprefix(OWN_PACKAGE))
        if not base.is_dir():
            modules[module] = tree

    visit(name)
    return modules


def _names(statement: ast.stmt) -> set[str]:
    """Return the names that a statement of a module defines."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Assign):
        return {
            node.id
            for target in statement.targets
            for node in ast.walk(target)
            if isinstance(node, ast.Name)
        }
    return set()


def _prefixed_name(module: str, name: str) -> str:
    """Prefix a name with its module's name, in matching case."""
    stem = name.lstrip("_")
    return f"{module.upper()}_{stem}" if stem.isupper() else f"_{module}_{stem}"


def _defined_names(tree: ast.Module) -> set[str]:
    names = {name for statement in tree.body for name in _names(statement)}
    return names - {"__all__"}


def _used_names(body: list[ast.stmt]) -> set[str]:
    """Return the names that the strategy needs, directly or indirectly."""
    by_name = {name: statement for statement in body for name in _names(statement)}
    names: set[str] = set()
    waiting = [name for name in GAME_NAMES if name in by_name]
    while waiting:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += [
                node.id
                for node in ast.walk(by_name[name])
                if isinstance(node, ast.Name) and node.id in by_name
            ]
    return names


class _Renaming(ast.NodeTransformer):
    """Renames the names that several modules define."""

    def __init__(self, new_names: dict[str, str]) -> None:
        self.new_names = new_names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Rename a name where it is used."""
        return ast.Name(self.new_names.get(node.id, node.id), node.ctx)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Rename a function."""
        self.generic_visit(node)
        node.name = self.new_names.get(node.name, node.name)
        return node


if __name__ == "__main__":
    raise SystemExit(main())
