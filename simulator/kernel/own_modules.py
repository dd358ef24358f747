"""The modules of somebody's own that a strategy's file imports: found without running any.

Own is what neither Python, nor an installed package, nor this one brings along. What was found is
what is imported then: the same bytes, however the files are edited meanwhile.
"""

from __future__ import annotations

import ast
import importlib
import os
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
"""What folders of installed packages are called, of this Python or of another on PYTHONPATH."""
INSTALLED = tuple(
    Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib", "stdlib")
)


@dataclass(frozen=True)
class OwnModule:
    """An own module by the name it is imported by, with its file as it was read."""

    name: str
    file: Path
    source: bytes
    is_package: bool


def own_modules(tree: ast.Module) -> list[OwnModule]:
    """Every own module that a source imports, directly or not, by file and name.

    Files that cannot be read are left to Python, which tells of them when it gets there.
    """
    found: dict[str, OwnModule] = {}
    sources: dict[Path, bytes] = {}
    waiting = list(_imported_names(tree, ""))
    asked: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in asked:
            continue
        asked.add(name)
        for module, file, is_package in _files(name):
            if module in found:
                continue
            try:
                source = sources[file] if file in sources else file.read_bytes()
            except OSError:
                continue
            sources[file] = source
            found[module] = OwnModule(module, file, source, is_package)
            inner = parsed(source)
            waiting += _imported_names(inner, module if is_package else module.rpartition(".")[0])
    return sorted(found.values(), key=lambda one: (one.file, one.name))


def own_sources(tree: ast.Module) -> dict[Path, bytes]:
    """The source of every one of `own_modules`, by its file."""
    return {one.file: one.source for one in own_modules(tree)}


def parsed(source: bytes) -> ast.Module:
    """The source of an own module; empty where it cannot be parsed, which tells on import."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


_SEEN: dict[Path, bytes] = {}
"""Own modules that strategies have been found to import, as they were then."""
_RUN: dict[Path, bytes] = {}
"""Files of strategies, and own modules that they import, as this process runs them."""


def source_as_run(file: Path) -> bytes:
    """The source of a file as this process runs it; of one that it does not run, as it is."""
    return _RUN[file] if file in _RUN else file.read_bytes()


def remember_run(sources: Mapping[Path, bytes]) -> None:
    """Keep the sources of a strategy that is run, for `source_as_run`."""
    _RUN.update(sources)


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


class _Loader(SourceLoader):
    """Runs an own module's source as it was read, never a file that Python has compiled of it."""

    def __init__(self, module: OwnModule) -> None:
        self._module = module

    def get_filename(self, fullname: str) -> str:
        """The file of the module."""
        return str(self._module.file)

    def get_data(self, path: str | bytes) -> bytes:
        """The module's source as it was read; of another path, what is there."""
        file = Path(os.fsdecode(path))
        return self._module.source if file == self._module.file else file.read_bytes()


def loader_of(module: OwnModule) -> SourceLoader:
    """Make a loader that runs a module's source as it was read."""
    return _Loader(module)


class _AsRead(MetaPathFinder):
    """Finds own modules as they were read, before Python looks for their files."""

    modules: dict[str, OwnModule]

    def __init__(self) -> None:
        self.modules = {}

    def find_spec(
        self, fullname: str, path: object = None, target: object = None
    ) -> ModuleSpec | None:
        """The module that was read under this name, if one was."""
        module = self.modules.get(fullname)
        if module is None or target is not None:  # with a target it is to be read again
            return None
        inside = [str(module.file.parent)] if module.is_package else None
        return spec_from_file_location(
            fullname, module.file, loader=_Loader(module), submodule_search_locations=inside
        )


_as_read = _AsRead()


@contextmanager
def imported_as_read(modules: Iterable[OwnModule], *, keep: bool = False) -> Iterator[None]:
    """While this is open, Python imports these modules from their sources as they were read.

    With ``keep`` also later, as by a function that imports when it is called.
    """
    before = dict(_as_read.modules)
    _as_read.modules |= {one.name: one for one in modules}
    if _as_read not in sys.meta_path:
        sys.meta_path.insert(0, _as_read)
    try:
        yield
    finally:
        if not keep:
            _as_read.modules = before


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
