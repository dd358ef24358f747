"""The one decorator of compiled functions, and where their machine code is cached.

numba's own cache looks only at the file of the function itself: after an edit to a function that
was inlined into it, it silently runs the old code. So every cache lives in a folder whose name
carries a hash of all source files that compiled code can come from.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba import njit

COMPILED: bool = not numba.config.DISABLE_JIT
"""False when NUMBA_DISABLE_JIT=1 is set: the same games in pure Python, slowly, for debugging."""

if COMPILED:
    from eoc_sim.simulator.kernel.numba_internals import compile_once

_NOT_COMPILED = "runs"
_KEEP_DAYS = 30

Function = TypeVar("Function", bound=Callable[..., Any])


def cache_root() -> Path:
    """The folder of all caches of compiled code: EOC_SIM_CACHE, or the user's cache folder."""
    override = os.environ.get("EOC_SIM_CACHE")
    if override:
        return Path(override)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "eoc-sim"


def _source_files() -> Iterator[Path]:
    simulator = Path(__file__).resolve().parent.parent
    for path in sorted(simulator.rglob("*.py")):
        if path.relative_to(simulator).parts[0] != _NOT_COMPILED:
            yield path


def sources_hash(paths: Iterable[Path], salt: str = "") -> str:
    """A short hash of the names and contents of source files."""
    digest = hashlib.sha256(salt.encode())
    for path in paths:
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


_ENGINE_HASH = sources_hash(_source_files(), f"{numba.__version__} {sys.version}")


def cache_directory(*, extra: str = "") -> Path:
    """The cache folder of code made from today's engine sources, and from ``extra``, a hash."""
    return cache_root() / (_ENGINE_HASH + (f"-{extra}" if extra else ""))


@contextmanager
def cached_in(folder: Path) -> Iterator[None]:
    """While this is open, compiled functions are cached in ``folder``."""
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def _inner(dispatcher: Any) -> Any:
    return compile_once(dispatcher) if COMPILED else dispatcher


def compiled(function: Function) -> Function:
    """Compile a function of the engine that other compiled functions call."""
    return _inner(njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function))


def compiled_checked(function: Function) -> Function:
    """As `compiled`, with bounds and division checks: for helpers that strategies call."""
    return _inner(
        njit(
            nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True,
            boundscheck=True, error_model="python",
        )(function)
    )


def compiled_entry(function: Function) -> Function:
    """Compile, and cache, a function that is called from Python."""
    with cached_in(cache_directory()):
        return njit(nogil=True, cache=True)(function)


def is_cached(entry: Any) -> bool:
    """Whether the compiled code of an entry is on disk."""
    return any(cache_directory().rglob(f"*.{entry.__name__}-*.nbi"))


def compile_apart(entry: Any, module: str, function: str) -> subprocess.Popen[bytes] | None:
    """Compile an entry in a process of its own, unless its code is on disk.

    ``function`` of ``module`` is called there, and compiles the entry. Strategies can be compiled
    here meanwhile: numba compiles one function at a time in a process. Wait for the process before
    the entry is called; if it failed, the entry is compiled then.
    """
    if not COMPILED or is_cached(entry):
        return None
    program = f"from {module} import {function}; {function}()"
    return subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def drop_old_caches() -> None:
    """Remove caches of sources that have not been used for a month."""
    root = cache_root()
    if not root.is_dir():
        return
    for folder in root.iterdir():
        if time.time() - folder.stat().st_mtime > _KEEP_DAYS * 86400:
            shutil.rmtree(folder, ignore_errors=True)
