"""The files of somebody's own that a version hangs on, and the version where they lie elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from eoc_sim.errors import StrategyError
from eoc_sim.simulator.eoc.versions import Version


def found(version: Version) -> dict[Path, bytes]:
    """The files of the version's strategies that are not the package's, with their contents.

    Raises:
        StrategyError: one of them was changed since it was read.
    """
    from eoc_sim.simulator.eoc.engine import load_strategy, strategy_folders
    from eoc_sim.simulator.kernel.own_files import own_files

    package = strategy_folders().strategies
    files: dict[Path, bytes] = {}
    for strategy, spec in zip(version.strategies(), version.seats, strict=True):
        own = own_files(strategy, package)
        if own and load_strategy(spec).hash != strategy.hash:
            raise StrategyError(f"the strategy {spec} was changed just now; repeat the command")
        files |= own
    return files


def moved(version: Version, where: Callable[[Path], Path]) -> Version:
    """The version whose strategies' own files lie where a function says."""
    from eoc_sim.simulator.kernel.own_files import moved_spec

    return replace(version, seats=tuple(moved_spec(one, where) for one in version.seats))
