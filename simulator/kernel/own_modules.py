"""The user's modules that a strategy imports, found without running any.

Such modules come neither with Python, nor with an installed package, nor with this one. They are
imported from the bytes that were read, even if the files are edited meanwhile.
"""

from __future__ import annotations

import ast
import importlib
import os
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_file_location
from pathlib import Path

PACKAGE = "eoc_sim"
LIBRARIES = ("site-packages", "dist-packages")
"""Names of the folders of installed packages, in any Python."""
INSTALLED_FOLDERS = tuple(
    Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib", "stdlib")
)
_GAME_IMPORT = re.compile(
    r"^\s*(?:from|import)\s+eoc_sim\.(?:simulator\.(\w+)\.strategy_api|strategies\.(\w+))\b",
    re.MULTILINE,
)
"""An import of a game's ``strategy_api``, or of its strategies."""


@dataclass(frozen=True)
class OwnModule:
    """A user's module: its import name, file, and source as read."""

    name: str
    file: Path
    source: bytes
    is_package: bool


def own_modules(names: Iterable[str]) -> list[OwnModule]:
    """Find the user's modules behind dotted names, sorted by file and name.

    Indirect imports count too. Files that cannot be read are left to Python, which reports them on
    import.
    """
    modules: dict[str, OwnModule] = {}
    sources: dict[Path, bytes] = {}
    waiting = list(names)
    visited: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in visited:
            continue
        visited.add(name)
        for module, file, is_package in _files(name):
            if module in modules:
                continue
            try:
                source = sources[file] if file in sources else file.read_bytes()
            except OSError:
                continue
            sources[file] = source
            modules[module] = OwnModule(module, file, source, is_package)
            tree = parse_module(source)
            waiting += imported_names(tree, module if is_package else module.rpartition(".")[0])
    return sorted(modules.values(), key=lambda item: (item.file, item.name))


def own_sources(names: Iterable[str]) -> dict[Path, bytes]:
    """Return the sources of `own_modules` by file."""
    return {own_module.file: own_module.source for own_module in own_modules(names)}


def parse_module(source: bytes) -> ast.Module:
    """Parse a user's module; return an empty one if that fails.

    Python reports the fault on import.
    """
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


_IMPORTED_SOURCES: dict[Path, bytes] = {}
"""The users' modules that strategies have imported, as they were then."""
_SOURCES_AS_RUN: dict[Path, bytes] = {}
"""Strategies' files and users' modules as this process runs them."""


def source_as_run(file: Path) -> bytes:
    """Return a file's source as this process runs it.

    A file that it does not run is read from disk.
    """
    return _SOURCES_AS_RUN[file] if file in _SOURCES_AS_RUN else file.read_bytes()


def remember_run(sources: Mapping[Path, bytes]) -> None:
    """Keep the sources of a running strategy, for `source_as_run`."""
    _SOURCES_AS_RUN.update(sources)


def forget_edited(sources: Mapping[Path, bytes]) -> None:
    """Make Python import users' modules again if one was edited.

    All modules that strategies import are affected, since any of them may use the edited one.
    """
    if any(_IMPORTED_SOURCES.get(file, source) != source for file, source in sources.items()):
        importlib.invalidate_caches()
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if isinstance(file, str) and Path(file).resolve() in _IMPORTED_SOURCES:
                del sys.modules[name]
    _IMPORTED_SOURCES.update(sources)


def forget_namesakes(folder: Path, others: Iterable[Path]) -> None:
    """Drop other folders' modules whose names also exist in this folder.

    Their functions still work; from now on, an import finds the module in this folder.
    """
    namesakes = set()
    for name, module in sys.modules.items():
        file = getattr(module, "__file__", None)
        if "." not in name and file and any(Path(file).is_relative_to(one) for one in others):
            spec = PathFinder.find_spec(name, [str(folder)])
            if spec is not None and spec.origin != file:
                namesakes.add(name)
    for names in (sys.modules, _finder.modules):
        for name in [name for name in names if name.partition(".")[0] in namesakes]:
            del names[name]


class _Loader(SourceLoader):
    """Runs a user's module from its source as read, never from bytecode."""

    def __init__(self, module: OwnModule) -> None:
        self._module = module

    def get_filename(self, fullname: str) -> str:
        """Return the file of the module."""
        return str(self._module.file)

    def get_data(self, path: str | bytes) -> bytes:
        """Return the module's source as read, or another path's content."""
        file = Path(os.fsdecode(path))
        return self._module.source if file == self._module.file else file.read_bytes()


def loader_of(module: OwnModule) -> SourceLoader:
    """Make a loader that runs a module's source as read."""
    return _Loader(module)


class _SourceFinder(MetaPathFinder):
    """Finds users' modules as read, before Python looks for their files."""

    modules: dict[str, OwnModule]

    def __init__(self) -> None:
        self.modules = {}

    def find_spec(
        self, fullname: str, path: object = None, target: object = None
    ) -> ModuleSpec | None:
        """Find the module that was read under this name, if any."""
        module = self.modules.get(fullname)
        if module is None or target is not None:  # a target means that the module is reloaded
            return None
        folders = [str(module.file.parent)] if module.is_package else None
        return spec_from_file_location(
            fullname, module.file, loader=_Loader(module), submodule_search_locations=folders
        )


_finder = _SourceFinder()


@contextmanager
def import_as_read(modules: Iterable[OwnModule], *, keep: bool = False) -> Iterator[None]:
    """Import these modules from their sources as read, in this context.

    With ``keep``, this still applies afterwards, for functions that import when they are called.
    """
    previous = dict(_finder.modules)
    _finder.modules |= {module.name: module for module in modules}
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
    try:
        yield
    finally:
        if not keep:
            _finder.modules = previous


def imported_names(tree: ast.Module, package: str = "") -> Iterator[str]:
    """List the dotted names that a source in a package may import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            parts = [*(above if node.level else ()), *(node.module or "").split(".")]
            module = ".".join(filter(None, parts))
            # A name imported from a package may be one of its modules.
            yield from (f"{module}.{alias.name}" for alias in node.names)


def _files(name: str) -> Iterator[tuple[str, Path, bool]]:
    """List the user's modules in a dotted name, outermost package first."""
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
            if any(file.is_relative_to(folder) for folder in INSTALLED_FOLDERS):
                return
            if not set(LIBRARIES).isdisjoint(file.parts):
                return
            yield module, file, locations is not None
        if locations is None:
            return
        path = list(locations)


def imported_strategy_apis(file: Path) -> set[str]:
    """Return the ``strategy_api`` of each game that a file imports from."""
    text = file.read_text(encoding="utf-8-sig", errors="replace")
    games = (first or second for first, second in _GAME_IMPORT.findall(text))
    return {f"eoc_sim.simulator.{game}.strategy_api" for game in games}
