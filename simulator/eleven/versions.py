"""Versions of Eleven: components, a rule set and a line-up of managers.

Their keys are those of ``--vary``: the cells of the components (`component_cells`:
``opponent.O12.keeper`` and so on), ``rules.SWITCH``, ``seat.K`` and ``strategy.NAME.PARAMETER``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eoc_sim.simulator.eleven.component_cells import CELLS, idle_cell
from eoc_sim.simulator.eleven.components import Components, folder_files, load
from eoc_sim.simulator.eleven.rules import RULES, check
from eoc_sim.simulator.runs.change import Change
from eoc_sim.simulator.runs.versions import ComponentData, GameVersion

DEFAULT_SEATS = ("balanced", "balanced", "quick", "hasty")
"""The line-up of a run that names none."""


@dataclass(frozen=True)
class Version(GameVersion):
    """One version of the game."""

    game_rules = RULES
    parts = ComponentData(
        cells=CELLS,
        load=load,
        from_dict=Components.from_dict,
        files=folder_files,
    )
    default_seats = DEFAULT_SEATS
    named = ("opponents", "tactics")
    engine_path = "eoc_sim.simulator.eleven.engine:Engine"

    def check_players(self) -> None:
        """Refuse a line-up that the rules do not allow (SET-1)."""
        check(self.rules, self.components, len(self.seats))

    def idle_reason(self, change: Change) -> str:
        """Say why a changed cell has no effect in this version."""
        reason = super().idle_reason(change)
        return reason or idle_cell(self.components, self.rules, change)


def remarks(asked: Any, version: Version) -> list[str]:
    """List sentences to read before the requested version is played."""
    from eoc_sim.simulator.eleven import rules

    return rules.remarks(version.rules, version.components, len(version.seats))
