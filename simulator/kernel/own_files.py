"""The user's files that a strategy depends on, to run it elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.kernel.own_modules import imported_names, own_sources
from eoc_sim.simulator.kernel.strategy import Strategy
from eoc_sim.simulator.kernel.typed_paths import split_spec

ENDINGS = (".py", ".toml")
"""The suffixes of strategies that are given as files."""


def own_files(strategy: Strategy, package: Path) -> dict[Path, bytes]:
    """Read a strategy's files: its own, preset, data tables, own modules.

    Files in the folder ``package`` are left out, because every machine has them.

    Raises:
        StrategyError: a file can no longer be read.
    """
    name = split_spec(strategy.spec)[0]
    files = [strategy.file, *(sheet.path for sheet in strategy.tables)]
    if name.endswith(ENDINGS):
        files.append(absolute(name))
    try:
        contents = {file: file.read_bytes() for file in files if not file.is_relative_to(package)}
    except OSError as error:
        raise StrategyError(f"{error.filename} cannot be read: {error.strerror}") from None
    if strategy.file in contents:
        contents |= own_sources(imported_names(ast.parse(contents[strategy.file])))
    return contents


def move_spec(spec: str, where: Callable[[Path], Path]) -> str:
    """Replace the file in a strategy's text by its new location.

    A strategy given by name is unchanged.
    """
    name, *settings = split_spec(spec)
    if name.endswith(ENDINGS):
        name = str(where(absolute(name)))
    return ":".join([name, *settings])


def absolute(name: str) -> Path:
    """Make a strategy file's path absolute, without following a preset's link."""
    path = Path(name)
    return path.resolve() if name.endswith(".py") else path.parent.resolve() / path.name
