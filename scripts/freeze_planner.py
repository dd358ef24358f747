"""Freeze a planner in one file, as an unchanging yardstick.

The file has everything that the strategy uses from its own module and from other modules in
``eoc_sim.strategies.eoc``. Its tables are copied too. Comments are dropped; they are in the
planner's history. balanced_0_1 was made by this command:

    python scripts/freeze_planner.py balanced balanced_0_1 "The planner of version 0.1."
"""

from __future__ import annotations

import argparse
import ast
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from eoc_sim.simulator.eoc.decisions import DECISIONS
from eoc_sim.simulator.eoc.engine import strategy_folders

FOLDER = strategy_folders().strategies
OWN_PACKAGE = "eoc_sim.strategies.eoc."
NAMES_LOOKED_UP = ({*DECISIONS.names} - {"propose", "judge"}) | {
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
    """Copy the tables that ``source`` names; return ``source`` with the new names.

    A single table is named after the yardstick. If there are several, each is named after the
    yardstick and the original table.
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
    package_names = _NamesOfPackage(name, modules)
    body: list[ast.stmt] = []
    imports: dict[str, ast.stmt] = {}
    for module, tree in modules.items():
        renaming = _Renaming(module, package_names)
        for statement in tree.body[1:]:  # the first is the docstring
            if isinstance(statement, ast.Import | ast.ImportFrom):
                if not _imported_module(statement):
                    imports[ast.unparse(statement)] = statement
            elif not isinstance(statement, ast.Expr):
                body.append(renaming.visit(statement))
    names = _used_names(body)
    statements = [statement for statement in body if _names(statement) & names]
    future = ast.parse("from __future__ import annotations").body[0]
    imports.pop(ast.unparse(future), None)
    return ast.unparse(ast.Module([future, *imports.values(), *statements], []))


def _modules(name: str) -> dict[str, ast.Module]:
    """Parse a strategy and the modules it imports, imported modules first."""
    modules: dict[str, ast.Module] = {}
    visited: set[str] = set()

    def visit(module: str) -> None:
        if module in visited:
            return
        visited.add(module)
        tree = ast.parse(_file(module).read_text(encoding="utf-8"))
        for statement in tree.body:
            if inner := _imported_module(statement):
                for alias in statement.names:  # type: ignore[attr-defined]
                    submodule = f"{inner}.{alias.name}"
                    visit(submodule if _file(submodule).exists() else inner)
        modules[module] = tree

    visit(name)
    return modules


def _file(module: str) -> Path:
    """Return the file of a module of the game's strategies."""
    base = FOLDER.joinpath(*module.split("."))
    return base / "__init__.py" if base.is_dir() else base.with_suffix(".py")


def _imported_module(statement: ast.stmt) -> str | None:
    """Return which of the game's modules a statement imports from, or None."""
    if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith(OWN_PACKAGE):
        return statement.module.removeprefix(OWN_PACKAGE)  # type: ignore[union-attr]
    return None


def _names(statement: ast.stmt) -> set[str]:
    """Return the names that a statement of a module defines."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        return {
            node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)
        }
    return set()


def _prefixed_name(module: str, name: str) -> str:
    """Prefix a name with its module's name, in matching case."""
    module = module.rpartition(".")[2]
    stem = name.lstrip("_")
    return f"{module.upper()}_{stem}" if stem.isupper() else f"_{module}_{stem}"


class _NamesOfPackage:
    """The mapping from names in modules to names in the flattened file."""

    def __init__(self, strategy: str, modules: Mapping[str, ast.Module]) -> None:
        self.modules: dict[str, dict[str, str]] = {}
        """The submodules that each module imports, by their local names."""
        self.origins: dict[tuple[str, str], tuple[str, str]] = {}
        """The module and name that each module's imported name comes from."""
        self.defined = {
            (module, name)
            for module, tree in modules.items()
            for statement in tree.body
            for name in _names(statement)
            if name != "__all__"
        }
        for module, tree in modules.items():
            self.modules[module] = {}
            for statement in tree.body:
                if inner := _imported_module(statement):
                    for alias in statement.names:  # type: ignore[attr-defined]
                        local = alias.asname or alias.name
                        submodule = f"{inner}.{alias.name}"
                        # A package may export a function under the name of its module.
                        if submodule in modules and (submodule, alias.name) not in self.defined:
                            self.modules[module][local] = submodule
                        else:
                            self.origins[module, local] = (inner, alias.name)
        self._counts = Counter(name for _, name in self.defined)
        self._kept = {self._origin(strategy, name) for name in NAMES_LOOKED_UP}

    def _origin(self, module: str, name: str) -> tuple[str, str]:
        while (module, name) in self.origins:
            module, name = self.origins[module, name]
        return module, name

    def new_name(self, module: str, name: str) -> str:
        """Return the flattened file's name for ``name`` as used in ``module``."""
        origin = self._origin(module, name)
        if origin not in self.defined:
            return name
        if self._counts[origin[1]] > 1 and origin not in self._kept:
            return _prefixed_name(*origin)
        return origin[1]


def _used_names(body: list[ast.stmt]) -> set[str]:
    """Return the names that the strategy needs, directly or indirectly."""
    by_name = {name: statement for statement in body for name in _names(statement)}
    names: set[str] = set()
    waiting = [name for name in NAMES_LOOKED_UP if name in by_name]
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
    """Changes the names in one module to those of the flattened file."""

    def __init__(self, module: str, names: _NamesOfPackage) -> None:
        self.module = module
        self.names = names
        self._locals: set[str] = set()

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Rename a name, unless it is a function's own."""
        if node.id in self._locals:
            return node
        return ast.Name(self.names.new_name(self.module, node.id), node.ctx)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Replace ``module.name`` by the name."""
        if isinstance(node.value, ast.Name) and node.value.id not in self._locals:
            module = self.names.modules[self.module].get(node.value.id)
            if module:
                return ast.Name(self.names.new_name(module, node.attr), node.ctx)
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Rename a function and the names of its module that it uses."""
        node.name = self.names.new_name(self.module, node.name)
        self._locals = {
            argument.arg for argument in ast.walk(node) if isinstance(argument, ast.arg)
        } | {
            name.id
            for name in ast.walk(node)
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
        }
        self.generic_visit(node)
        self._locals = set()
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """Rename a class; its own names stay."""
        node.name = self.names.new_name(self.module, node.name)
        return node


if __name__ == "__main__":
    raise SystemExit(main())
