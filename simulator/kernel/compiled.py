"""The decorators for compiled functions, and the cache for their machine code.

numba's own cache looks only at the file of the function itself: after an edit to another function
that was inlined into it, numba silently runs the old code. So every cache is a folder named after a
hash of all source files that its code can come from: the function's own file and all files that it
imports, directly or indirectly. The location and the prose of the files do not count: copies of the
package with the same code share one cache.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
import numpy as np
from numba import njit

from eoc_sim.simulator.kernel.code_cache import (
    cache_root,
    can_be_written,
    private_folder,
    warn_not_kept,
    write_file,
)
from eoc_sim.simulator.kernel.meaning import meaning
from eoc_sim.simulator.kernel.own_modules import LIBRARIES, source_as_run

COMPILED: bool = not numba.config.DISABLE_JIT
"""False with NUMBA_DISABLE_JIT=1: slow, plain Python for debugging.

The games are the same in both modes.
"""

if COMPILED:
    from eoc_sim.simulator.kernel.numba_internals import (
        EntryCompiler,
        InnerCompiler,
        OutlinedCompiler,
        compile_once,
        has_code,
        keep_in,
        refuse_python,
    )

_SHIPPED_FOLDERS = tuple(
    Path(__file__).parents[2] / name for name in ("simulator", "strategies", "analysis")
)
"""The package's folders that contain compiled functions."""

Function = TypeVar("Function", bound=Callable[..., Any])


_COMPILERS = " ".join(
    (
        sys.implementation.cache_tag or "",
        getattr(sys, "abiflags", ""),  # d: a debug build; t: a free-threaded one
        numba.__version__,
        llvmlite.__version__,
        np.__version__,
    )
)
"""Everything that determines the machine code, except the sources and the processor.

All builds of a Python version with the same ABI run the same code. The code's files are named after
the processor.
"""
_KEPT_HASH = "meaning"
"""The file that keeps the hash of the sources' meaning.

Its folder is named after the hash of their text.
"""
_IS_HASH = re.compile(r"[0-9a-f]{16}")
_NOT_FOLLOWED = sys.stdlib_module_names | {"numpy", "numba"}
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]*))",
    re.MULTILINE,
)


def source_files(file: Path, package: str = "") -> dict[Path, bytes]:
    """Read a file and all its direct and indirect imports.

    The order of the files depends only on their contents and module names. A file is included even
    if no function is imported from it: numba freezes the constants of other modules. Imports of the
    standard library, numpy and numba are not followed. If ``package`` is given, only imports of
    that package's modules are followed.
    """
    sources: dict[Path, bytes] = {}
    waiting = [file]
    while waiting:
        path = waiting.pop()
        if path not in sources:
            sources[path] = source_as_run(path)
            waiting += imported_files(sources[path], package)
    return sources


@cache
def imported_files(source: bytes, package: str = "") -> tuple[Path, ...]:
    """Find the files of imported modules, or only of those in ``package``."""
    names: set[str] = set()
    # Python reads other encodings too, but module names look the same in all of them.
    text = re.sub(r"#.*", "", source.decode("utf-8-sig", errors="replace"))
    for module, members, modules in _IMPORT.findall(text):
        for name in re.findall(r"[\w.]+", re.sub(r"\bas\s+\w+", "", members or modules)):
            names.add(f"{module}.{name}" if module else name)
        names.add(module)
    inside = {name for name in names if not package or f"{name}.".startswith(f"{package}.")}
    return tuple(file for name in sorted(inside) if (file := _module_file(name)) is not None)


@cache
def _module_file(name: str) -> Path | None:
    """Find a module's Python file; None if its import is not followed."""
    if not name or name.partition(".")[0] in _NOT_FOLLOWED:
        return None
    try:
        spec = importlib.util.find_spec(name)
    except Exception:
        return None  # not a module, or within one that cannot be imported here
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    return Path(spec.origin)


def sources_hash(sources: Mapping[Path, bytes], salt: str = "") -> str:
    """Hash the names and contents of source files, and the compilers' versions."""
    digest = hashlib.sha256(f"{_COMPILERS} {salt}".encode())
    for path, content in sources.items():
        digest.update(path.name.encode())
        digest.update(content)
    return digest.hexdigest()[:16]


def _code_hash(sources: Mapping[Path, bytes], salt: str) -> str:
    """Hash the meaning of sources, and the text of installed packages.

    The result is kept on disk under the hash of all the sources' text, since parsing them would
    slow every start. Nobody edits the prose of installed packages, which have hundreds of files to
    parse.
    """
    folder = private_folder(cache_root() / sources_hash(sources, salt))
    file = folder / _KEPT_HASH
    with suppress(OSError):
        digest = file.read_text(encoding="ascii", errors="replace")
        if _IS_HASH.fullmatch(digest):
            os.utime(folder)
            return digest
    meanings = {
        path: source if _is_installed(path) else meaning(source) for path, source in sources.items()
    }
    digest = sources_hash(meanings, salt)
    with suppress(OSError):
        write_file(file, [digest.encode()])
    return digest


def _is_installed(file: Path) -> bool:
    """Check if a source file belongs to another installed package."""
    package = Path(__file__).parents[2]  # which may be installed itself
    place = file.relative_to(package) if file.is_relative_to(package) else file
    return not set(LIBRARIES).isdisjoint(place.parts)


def is_shipped(file: Path) -> bool:
    """Check if a file of compiled functions belongs to the package."""
    return any(map(file.is_relative_to, _SHIPPED_FOLDERS))


def cache_directory(file: Path, salt: str = "") -> Path:
    """Return the cache folder for a file's current code.

    Copies of the package share the folder. For a user's file, the folder also depends on the file's
    location, because on import the file may read others next to it.
    """
    place = "" if is_shipped(file) else str(file.parent)
    return cache_root() / _code_hash(source_files(file), f"{salt} {place}")


@contextmanager
def cache_in(folder: Path) -> Iterator[None]:
    """Cache compiled functions in ``folder`` within this context.

    The folder is marked as used.

    Raises:
        InputError: another user can write there.
    """
    if not COMPILED:
        yield
        return
    folder = private_folder(folder)
    with suppress(OSError):
        os.utime(folder)
    with keep_in(folder):
        yield


def _with_name(function: Function) -> Function:
    """Name a closure after what it closes over, and return it.

    A symbol of machine code carries the name of its function and a number that each process counts
    up from 0. Two closures made from the same inner function have the same name at first. If they
    kept it, and were compiled in two processes and loaded into a third, they could have the same
    symbol, and one would run the other's code.
    """
    cells = getattr(function, "__closure__", None)
    if cells:
        enclosed_names = " ".join(_name_of(cell.cell_contents) for cell in cells)
        function.__qualname__ += hashlib.sha256(enclosed_names.encode()).hexdigest()[:8]
    return function


def _name_of(value: Any) -> str:
    """Return a closed-over value's name, the same in every process."""
    function = getattr(value, "py_func", value)
    if hasattr(function, "__qualname__"):
        return f"{function.__module__}.{function.__qualname__}"
    return repr(value)


def _inner(dispatcher: Any) -> Any:
    return refuse_python(compile_once(dispatcher)) if COMPILED else dispatcher


_INNER_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
_OUTLINE_OPTIONS = dict(_INNER_OPTIONS)
ENTRY_OPTIONS: dict[str, Any] = {}
"""Options for entries, which only Python calls."""
if COMPILED:
    _INNER_OPTIONS["pipeline_class"] = InnerCompiler
    _OUTLINE_OPTIONS["pipeline_class"] = OutlinedCompiler
    ENTRY_OPTIONS["pipeline_class"] = EntryCompiler
_BARE_OPTIONS = {"error_model": "numpy", "_nrt": False}
"""Options for functions without checks; ``_nrt=True`` would count references to arrays."""
_CHECK_OPTIONS = {"boundscheck": True, "error_model": "python"}
"""Options for functions that check indices and divisions."""


def compiled(function: Function) -> Function:
    """Compile a function of the engine that other compiled functions call.

    The code has no bounds checks and no reference counts, and does not handle negative indices. The
    function must not make arrays, and the arguments that it writes to must not overlap.
    """
    return _inner(njit(**_INNER_OPTIONS, **_BARE_OPTIONS)(_with_name(function)))


def inlined(function: Function) -> Function:
    """Compile like `compiled`, but inline: for small functions called very often."""
    return _inner(njit(**_INNER_OPTIONS, **_BARE_OPTIONS, forceinline=True)(_with_name(function)))


def outlined(function: Function) -> Function:
    """Compile like `compiled`, but never inline: for long functions with many callers.

    A copy in every caller would take longer to compile than it saves.
    """
    return _inner(njit(**_OUTLINE_OPTIONS, **_BARE_OPTIONS)(_with_name(function)))


def compiled_checked(function: Function) -> Function:
    """Compile like `compiled`, but check bounds and division: for strategies' helpers."""
    return _inner(njit(**_INNER_OPTIONS, **_CHECK_OPTIONS, _nrt=False)(_with_name(function)))


def compiled_allocating(function: Function) -> Function:
    """Compile like `compiled`, for functions that make arrays."""
    return _inner(njit(**_INNER_OPTIONS, _nrt=True)(_with_name(function)))


def compiled_for_strategies(function: Function) -> Function:
    """Compile a function in a module that several strategies import.

    It is checked like the functions in a strategy's own file, which need no decorator: a wrong
    index or a division by 0 is the strategy's error.
    """
    return _inner(njit(**_INNER_OPTIONS, **_CHECK_OPTIONS, _nrt=True)(_with_name(function)))


def inlined_for_strategies(function: Function) -> Function:
    """Compile like `compiled_for_strategies`, but inline, for small functions."""
    return _inner(
        njit(**_INNER_OPTIONS, **_CHECK_OPTIONS, _nrt=True, forceinline=True)(_with_name(function))
    )


def compiled_entry(function: Function) -> Function:
    """Compile, and cache, a function that is called from Python."""
    with cache_in(cache_directory(Path(function.__code__.co_filename))):
        return njit(nogil=True, cache=True, **ENTRY_OPTIONS)(function)


def is_cached(entry: Any) -> bool:
    """Check if this process would load an entry's code from disk.

    Without compilation it never would.
    """
    return COMPILED and has_code(entry)


def compile_apart(entry: Any, module: str, function: str) -> subprocess.Popen[bytes] | None:
    """Compile an entry in a separate process, unless it is cached.

    The process calls ``function`` of ``module``, which compiles the entry. Meanwhile strategies can
    be compiled here, since numba compiles one function at a time per process. Wait for the process
    before calling the entry; if the process failed, that call compiles the entry.
    """
    if not COMPILED or is_cached(entry):
        return None
    folder = Path(entry._cache.cache_path)
    if not can_be_written(folder):
        warn_not_kept(OSError(0, "the folder cannot be written to"))
        return None
    program = (
        "import gc, importlib; gc.set_threshold(50_000); "  # the default takes twice as long
        f"importlib.import_module({module!r}).{function}()"
    )
    return subprocess.Popen(
        [sys.executable, "-P", "-c", program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
