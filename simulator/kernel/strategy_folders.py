"""The folders in which a game finds its strategies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass(frozen=True)
class StrategyFolders:
    """A game's strategy folders, and its interface for strategies.

    ``functions`` are the decisions that the game asks for. ``me`` is the type of the game's record
    of that name, which has a field ``memory``. ``max_ids`` maps each kind of id that can be the key
    of a data table, such as ``card``, to the maximum number of ids of that kind. ``helpers`` are
    files whose functions replace missing ones. ``yardsticks`` are frozen strategies that others are
    measured against. Neither helpers nor yardsticks are listed among the strategies. ``tools`` are
    further functions that a strategy may define. They take the same arguments as decisions, but are
    never called during a game. ``api`` is the module from which strategies import; if set, files
    that import another game's module are refused. ``model`` is the strategy that searches assume
    for the other players, whose own strategies stay unknown. ``seen_only`` are strategies of the
    game that a test proves never to look at unseen cards; all others may.
    """

    strategies: Path
    functions: tuple[str, ...]
    me: np.dtype
    max_ids: Mapping[str, int]
    helpers: tuple[str, ...] = ("defaults",)
    yardsticks: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    api: str = ""
    model: str = ""
    seen_only: tuple[str, ...] = ()

    @property
    def presets(self) -> Path:
        """The folder with the preset files."""
        return self.strategies / "presets"

    def is_built_in(self, file: Path) -> bool:
        """Check if a strategy's file comes with the game."""
        return file.resolve().parent == self.strategies.resolve()

    def names(self) -> list[str]:
        """List all strategies and presets except the yardsticks, sorted."""
        files = [
            path.stem
            for path in self.strategies.glob("*.py")
            if path.stem not in (*self.helpers, *self.yardsticks) and not path.stem.startswith("_")
        ]
        return sorted(files + [path.stem for path in self.presets.glob("*.toml")])
