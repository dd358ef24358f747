"""Imports go one way and are at the top of their module.

No module imports its importer, even indirectly. Imports inside functions and imports for type
checkers also count.
"""

import ast
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("simulator", "strategies", "analysis", "reports", "data", "referee")
BACKWARD_IMPORTS = (
    ("referee.eoc.*", "referee.eoc.game"),
    ("referee.eoc.effects", "referee.eoc.state"),
    ("referee.stadium.*", "referee.stadium.game"),
    ("simulator.eleven.*", "simulator.eleven.engine"),
    ("simulator.eoc.*", "simulator.eoc.engine"),
    ("simulator.kernel.*", "simulator.kernel.engine"),
    ("simulator.kernel.search", "simulator.kernel.played_game"),
    ("simulator.stadium.*", "simulator.stadium.engine"),
)
"""Allowed imports in the wrong direction, as pairs of patterns.

The first pattern is that of the importing module, the second that of the imported one. Do not add
any: put what both modules need into a third one instead.
"""

IMPORTS_INSIDE_FUNCTIONS = {
    "the command line starts without it": {
        ("", "reports.notebook_run"),
        ("__main__", "cli"),
        ("__main__", "cli.interrupting"),
        ("__main__", "cli.starting"),
        ("cli", "cli.completing"),
        ("cli.options", "cli.playing"),
        ("cli.progress", "analysis.looks"),
        ("cli.watch", "cli.watching"),
        ("commands.channel", "simulator.runs.session"),
        ("commands.result", "reports"),
        ("commands.result", "reports.notebook_run"),
        ("games", "simulator.runs.checks.match"),
        ("games", "simulator.runs.plain_contract"),
    },
    "a run prints its first standings without it": {
        ("cli.playing", "cli.printing.family"),
        ("cli.playing", "cli.printing.standings"),
        ("commands.eoc.closing", "reports.eoc.bubba"),
        ("commands.history_file", "commands.run_entry"),
        ("commands.keywords", "commands.history_file"),
        ("commands.run", "commands.stopping"),
        ("commands.run_folder", "reports.page"),
        ("commands.who_plays", "analysis.quantities"),
        ("commands.who_plays", "analysis.who_plays"),
        ("commands.who_plays", "commands.who_report"),
        ("example_game", "reports.blocks"),
        ("example_game", "reports.group_means"),
        ("simulator.runs.run_file", "simulator.runs.earlier_run_file"),
    },
    "a game is found without its engine": {
        ("simulator.eleven.versions", "simulator.eleven.engine"),
        ("simulator.eleven.versions", "simulator.eleven.family"),
        ("simulator.eoc.versions", "simulator.eoc.engine"),
        ("simulator.kernel.drawn_cells", "simulator.kernel.keyed_draws"),
        ("simulator.kernel.rule_sets", "simulator.kernel.toml_values"),
    },
    "a run opens only one backend": {
        ("simulator.runs.runner", "simulator.runs.dask_backend"),
        ("simulator.runs.runner", "simulator.runs.local_backend"),
    },
}
"""Imports of the package's modules inside functions, by reason.

Before you add one, check whether the imported module's package already imports the module on first
use (`eoc_sim.lazy`). If so, import that package at the top of the file instead.
"""


def _short(module: str) -> str:
    return module.removeprefix("eoc_sim").removeprefix(".")


@cache
def _modules() -> Mapping[str, Path]:
    """Map the import name of each module of the package to its file."""
    files = {path.relative_to(ROOT): path for path in (ROOT / "eoc_sim").rglob("*.py")}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            files["eoc_sim" / path.relative_to(ROOT)] = path
    return {
        ".".join(name.with_suffix("").parts).removesuffix(".__init__"): path
        for name, path in files.items()
    }


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _imported(tree: ast.AST) -> Iterator[str]:
    """Yield all names that the code imports, wherever the import is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            modules = (f"{node.module}.{name.name}" for name in node.names)
            yield from (module if module in _modules() else str(node.module) for module in modules)


@cache
def _graph() -> Mapping[str, frozenset[str]]:
    """Map each module to those that it imports, without the package's name."""
    modules = _modules()
    return {
        _short(module): frozenset(
            _short(other)
            for other in _imported(_tree(path))
            if other in modules and other != module
        )
        for module, path in modules.items()
    }


def _leads_back(module: str, imported: str) -> bool:
    return any(fnmatch(module, start) and fnmatch(imported, end) for start, end in BACKWARD_IMPORTS)


def _reached(start: str) -> set[str]:
    """Find all modules that a module imports, directly or indirectly."""
    modules, waiting = {start}, [start]
    while waiting:
        more = _graph()[waiting.pop()] - modules
        modules |= more
        waiting += more
    return modules


def test_imports_go_one_way():
    assert len(_graph()) > 600
    TopologicalSorter(
        {
            module: [other for other in imported if not _leads_back(module, other)]
            for module, imported in _graph().items()
        }
    ).prepare()  # the error names the modules of a cycle


@pytest.mark.parametrize(("start", "end"), BACKWARD_IMPORTS)
def test_listed_exceptions_still_exist(start: str, end: str):
    listed = [
        (module, other)
        for module, imported in _graph().items()
        for other in imported
        if fnmatch(module, start) and fnmatch(other, end)
    ]
    assert any(module in _reached(other) for module, other in listed)


def _imports_inside_functions() -> set[tuple[str, str]]:
    """Find the package's modules that functions import, each with its importer."""
    return {
        (_short(module), _short(imported))
        for module, path in _modules().items()
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for imported in _imported(node)
        if imported in _modules()
    }


def test_only_listed_imports_are_inside_functions():
    assert _imports_inside_functions() == set().union(*IMPORTS_INSIDE_FUNCTIONS.values())
