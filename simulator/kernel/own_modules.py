"""The modules of somebody's own that a strategy's file imports: found without running any.

Own is what neither Python, nor an installed package, nor this one brings along.
"""

from __future__ import annotations

import ast
import importlib
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

PACKAGE = "eoc_sim"
LIBRARIES = ("site-packages", "dist-packages")
"""What folders of installed packages are called, of this Python or of another on PYTHONPATH."""
INSTALLED = tuple(
    Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib", "stdlib")
)


def own_modules(tree: ast.Module) -> dict[Path, bytes]:
    """The source of every own module that a source imports, directly or not, by its file.

    Files that cannot be read or parsed are left to Python, which tells of them when it gets there.
    """
    found: dict[Path, bytes] = {}
    waiting = list(_imported_names(tree, ""))
    asked: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in asked:
            continue
        asked.add(name)
        for module, file, is_package in _files(name):
            if file in found:
                continue
            try:
                source = file.read_bytes()
                inner = ast.parse(source, str(file))
            except (OSError, SyntaxError, ValueError, RecursionError):
                continue
            found[file] = source
            waiting += _imported_names(inner, module if is_package else module.rpartition(".")[0])
    return dict(sorted(found.items()))


_SEEN: dict[Path, bytes] = {}
"""Own modules that strategies have been found to import, as they were then."""


def forget_edited(found: Mapping[Path, bytes]) -> None:
    """Let Python import own modules anew if one of those `found` was edited since.

    All that strategies import, for any of them may have what it imported from the edited one.
    """
    if any(_SEEN.get(file, source) != source for file, source in found.items()):
        importlib.invalidate_caches()
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if isinstance(file, str) and Path(file).resolve() in _SEEN:
                del sys.modules[name]
    _SEEN.update(found)


def _imported_names(tree: ast.Module, package: str) -> Iterator[str]:
    """The dotted names of all that a source in a package may import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            parts = [*(above if node.level else ()), *(node.module or "").split(".")]
            module = ".".join(filter(None, parts))
            # What is imported from a package may be a module of it.
            yield from (f"{module}.{one.name}" for one in node.names)


def _files(name: str) -> Iterator[tuple[str, Path, bool]]:
    """The own modules of a dotted name, from the outermost package on, as far as there are any."""
    path: list[str] | None = None
    parts = name.split(".")
    if parts[0] in sys.stdlib_module_names or parts[0] == PACKAGE:
        return
    for end in range(1, len(parts) + 1):
        module = ".".join(parts[:end])
        spec: ModuleSpec | None = PathFinder.find_spec(module, path)
        if spec is None:
            return
        locations = spec.submodule_search_locations
        if spec.origin is not None and spec.origin.endswith(".py"):
            file = Path(spec.origin).resolve()
            if any(file.is_relative_to(folder) for folder in INSTALLED):
                return
            if not set(LIBRARIES).isdisjoint(file.parts):
                return
            yield module, file, locations is not None
        if locations is None:
            return
        path = list(locations)
