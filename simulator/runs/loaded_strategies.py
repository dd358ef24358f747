"""Strategies loaded from files and kept until the files may have changed.

The module imports nothing that loads them, so a command that plays no game can use it too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from eoc_sim.simulator.kernel.strategy import Strategy


@lru_cache(maxsize=256)
def load_once(load: Callable[[Any, str], Strategy], kind: Any, spec: str) -> Strategy:
    """Load a strategy for a class of versions, unless already loaded."""
    return load(kind, spec)


def forget_files() -> None:
    """Drop loaded strategies, so that files are read again on next use."""
    load_once.cache_clear()
