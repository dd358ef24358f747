"""The source files of a strategy's code, without the engine's.

They are the strategy's own file, the user modules that it imports, the modules of the package's
strategies that any of these imports, and the files of its fallback functions. They identify the
strategy.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from eoc_sim.simulator.kernel.compiled import imported_files, source_files
from eoc_sim.simulator.kernel.own_modules import PACKAGE

STRATEGIES = f"{PACKAGE}.strategies"


def strategy_sources(own: Mapping[Path, bytes], fallbacks: Iterable[Path]) -> dict[Path, bytes]:
    """Collect all of a strategy's source files, with their contents.

    ``own`` are the strategy's file and the user's modules that it imports, ``fallbacks`` the files
    of the package whose functions replace missing ones. Modules of the package are read once per
    process, as Python imports them once: later edits do not affect play.
    """
    sources: dict[Path, bytes] = {}
    files = {file for source in own.values() for file in imported_files(source, STRATEGIES)}
    for file in sorted({*files, *fallbacks}):
        sources |= _with_imports(file)
    return {**sources, **own}


@cache
def _with_imports(file: Path) -> dict[Path, bytes]:
    return source_files(file, STRATEGIES) if file.is_file() else {}


def code_hash(sources: Mapping[Path, bytes]) -> str:
    """Hash the contents of source files, wherever they are."""
    return _short_hash(
        " ".join(sorted({_short_hash(source) for source in sources.values()})).encode()
    )


def hash_by_name(
    sources: Mapping[Path, bytes], file: Path, spec: str, folder: Path
) -> dict[str, str]:
    """Return a short hash of each source file, by displayed name.

    Names of the package's files begin with ``strategies/``; ``folder`` is the game's folder there.
    Files in the folder of the strategy's ``file`` or below it are named relative to that folder,
    preceded by its path in ``spec``. Files elsewhere are shown by name alone.
    """
    base = Path(spec).parent if spec.endswith(".py") else Path()
    names = {}
    for path, content in sources.items():
        if path.is_relative_to(folder):
            name = path.relative_to(folder.parents[1])
        elif path.is_relative_to(file.parent):
            name = base / path.relative_to(file.parent)
        else:
            name = Path(path.name)
        names[name.as_posix()] = _short_hash(content)
    return dict(sorted(names.items()))


def _short_hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
