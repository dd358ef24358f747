"""Access to analyses that only the run's game has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eoc_sim.game_parts import parts_of

if TYPE_CHECKING:
    from eoc_sim.analysis.tables import Run


def own_part(run: Run, part: str) -> Any:
    """Import a part of the run's game, named as in `Parts`."""
    return parts_of(run.record).load(part)
