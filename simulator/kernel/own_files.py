"""The files of somebody's own that a strategy hangs on, so that it can be played elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.kernel.own_modules import own_sources
from eoc_sim.simulator.kernel.strategy_files import Strategy, split_spec

ENDINGS = (".py", ".toml")
"""What the name of a strategy ends with that is a file."""


def own_files(strategy: Strategy, package: Path) -> dict[Path, bytes]:
    """Each file with its content: the strategy's, its preset's, its data tables, own modules.

    Those in the folder ``package`` are everybody's.

    Raises:
        StrategyError: a file cannot be read any more.
    """
    name = split_spec(strategy.spec)[0]
    files = [strategy.file, *(sheet.path for sheet in strategy.tables)]
    if name.endswith(ENDINGS):
        files.append(absolute(name))
    try:
        found = {file: file.read_bytes() for file in files if not file.is_relative_to(package)}
    except OSError as error:
        raise StrategyError(f"{error.filename} cannot be read: {error.strerror}") from None
    if strategy.file in found:
        found |= own_sources(ast.parse(found[strategy.file]))
    return found


def moved_spec(spec: str, where: Callable[[Path], Path]) -> str:
    """What a user wrote for a strategy, with its file where it lies now; names stay."""
    name, *settings = split_spec(spec)
    if name.endswith(ENDINGS):
        name = str(where(absolute(name)))
    return ":".join([name, *settings])


def absolute(name: str) -> Path:
    """The absolute path of a strategy's file as it is read: of presets, a link stays one."""
    path = Path(name)
    return path.resolve() if name.endswith(".py") else path.parent.resolve() / path.name
